"""What is printed on pieces: each line, field and word where it is said to be, in mm."""

from __future__ import annotations

import numpy as np
import pytest

from companion.games.registry import GAMES
from companion.table.geometry import Area
from companion.table.ink import Field, Ink, Line, Outline, Words
from companion.table.layout import Spot
from vision.cameras.frames import Pixels
from vision.virtual.ink import draw_ink, printed
from vision.virtual.prints import PAPER, PX_PER_MM, print_piece

SCALE = 8
WIDE, HIGH = 60, 40


def drawn(*ink: Ink) -> Pixels:
    """A white face with that on it."""
    face = np.full((HIGH * SCALE, WIDE * SCALE, 3), 255, np.uint8)
    draw_ink(face, ink, SCALE)
    return face


def around(face: Pixels) -> tuple[float, ...]:
    """The rectangle in mm in which there is ink: left, top, right and bottom."""
    rows, columns = np.nonzero(face.min(axis=2) < 200)
    return tuple(float(each) / SCALE for each in (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1))


@pytest.mark.parametrize(
    ("ink", "where"),
    [
        (Line(10, 5, 50, 5, width_mm=0.5), (10, 4.75, 50, 5.25)),
        (Field(Area(10, 8, 20, 12), line="#777777"), (10, 8, 30, 20)),
        (Field(Area(10, 8, 20, 12), fill="#222222"), (10, 8, 30, 20)),
        (Field(Area(10, 8, 12, 12), fill="#222222", is_round=True), (10, 8, 22, 20)),
        (Outline((Spot(5, 5), Spot(25, 5), Spot(25, 30))), (5, 5, 25, 30)),
    ],
)
def test_shapes_lie_where_they_are_said_to(ink: Ink, where: tuple[float, ...]) -> None:
    assert around(drawn(ink)) == pytest.approx(where, abs=0.6)


def test_words_stand_on_their_baseline_as_high_as_their_size_and_no_wider_than_their_room() -> None:
    left, top, _, bottom = around(drawn(Words(10, 20, "HE", size_pt=20)))
    assert (left, bottom) == pytest.approx((10, 20), abs=0.8)
    assert bottom - top == pytest.approx(0.72 * 20 * 25.4 / 72, abs=0.8)
    left, _, right, _ = around(drawn(Words(30, 20, "HEHEHEHEHEHE", size_pt=20, anchor="middle", room_mm=30)))
    assert (left, right) == pytest.approx((15, 45), abs=1.0)


def test_words_upside_down_are_the_same_after_half_a_turn() -> None:
    upright = drawn(Words(10, 20, "Raise", size_pt=14))
    turned = drawn(Words(WIDE - 10, HIGH - 20, "Raise", size_pt=14, upside_down=True))
    assert np.array_equal(turned[::-1, ::-1], upright)


def test_a_field_without_fill_shows_what_is_beneath() -> None:
    face = drawn(Field(Area(5, 5, 40, 30), fill="#000000"), Field(Area(10, 10, 10, 10), line="#ffffff"))
    assert face[15 * SCALE, 15 * SCALE].tolist() == list(printed("#000000"))


def test_a_mini_board_is_white_paper_with_its_print_and_its_marker() -> None:
    game = GAMES["rolling_with_the_waves"]
    kind, kit = game.mat.pieces["mini_board"], game.mat.kit
    print_ = print_piece(kind, kit.markers("mini_board")[0], True, kit)
    half = print_.shape[0] // 2, print_.shape[1] // 2
    assert np.median(print_[:, :, 0]) == PAPER
    assert print_[half].tolist()[3] == 255
    assert len(kind.ink) > 20
    assert PX_PER_MM == 8
