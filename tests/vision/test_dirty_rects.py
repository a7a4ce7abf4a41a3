"""What changed lies, with its room, whole in one of the parts that are read, and they are no more than it takes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.boxes import Bools
from vision.dirty_rects import SHARE_EACH, Part, parts_of

ROWS, COLUMNS = 96, 128
ROOM = 7

boxes = st.tuples(st.integers(0, COLUMNS - 1), st.integers(0, ROWS - 1), st.integers(1, COLUMNS), st.integers(1, ROWS))


def marked(*filled: Part) -> Bools:
    """Blocks that changed, in these rectangles."""
    blocks = np.zeros((ROWS, COLUMNS), np.bool_)
    for left, top, right, low in filled:
        blocks[top:low, left:right] = True
    return blocks


def area(parts: list[Part]) -> int:
    return sum((right - left) * (low - top) for left, top, right, low in parts)


@given(st.lists(boxes, min_size=1, max_size=12), st.integers(0, 20))
def test_each_changed_block_lies_with_its_room_in_one_part(filled: list[Part], room: int) -> None:
    changed = marked(*((left, top, left + width % 40, top + height % 40) for left, top, width, height in filled))
    parts = parts_of(changed, room)
    for row, column in np.argwhere(changed):
        needed = max(column - room, 0), max(row - room, 0), min(column + room + 1, COLUMNS), min(row + room + 1, ROWS)
        assert any(
            left <= needed[0] and top <= needed[1] and right >= needed[2] and low >= needed[3]
            for left, top, right, low in parts
        ), (row, column)
    for left, top, right, low in parts:
        assert 0 <= left < right <= COLUMNS
        assert 0 <= top < low <= ROWS
    if changed.any():
        rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
        one = [(max(columns[0] - room, 0), max(rows[0] - room, 0), columns[-1] + room + 1, rows[-1] + room + 1)]
        assert area(parts) + SHARE_EACH * changed.size * (len(parts) - 1) <= area(one)


def test_where_nothing_changed_nothing_is_read() -> None:
    assert parts_of(marked(), ROOM) == []


def test_two_cards_far_apart_are_two_parts_and_two_beside_each_other_one() -> None:
    card, far = (20, 20, 28, 30), (90, 60, 98, 70)
    assert sorted(parts_of(marked(card, far), ROOM)) == [(13, 13, 35, 37), (83, 53, 105, 77)]
    assert parts_of(marked(card, (30, 20, 38, 30)), ROOM) == [(13, 13, 45, 37)]


@pytest.mark.parametrize(
    "lit",
    [
        pytest.param(((0, 0, COLUMNS, 4), (0, 92, COLUMNS, ROWS), (0, 0, 4, ROWS), (124, 0, COLUMNS, ROWS)), id="ring"),
        pytest.param(((0, 0, COLUMNS, 4), (0, 0, 4, ROWS)), id="corner"),
        pytest.param(((0, 40, COLUMNS, 44), (60, 0, 64, ROWS)), id="cross"),
    ],
)
def test_light_along_the_rim_is_read_along_the_rim(lit: tuple[Part, ...]) -> None:
    """One rectangle around all of it would be the whole picture, and so would one around either half of a ring."""
    sides = sum((right - left + 2 * ROOM) * (low - top + 2 * ROOM) for left, top, right, low in lit)
    assert area(parts_of(marked(*lit), ROOM)) <= sides < ROWS * COLUMNS


def test_dust_over_the_whole_table_is_read_in_few_parts() -> None:
    """Reading each part costs something itself."""
    blocks = np.zeros((ROWS, COLUMNS), np.bool_)
    blocks[5::16, 5::16] = True
    assert len(parts_of(blocks, ROOM)) <= 2
