"""The corner markers of a mat: where they may lie."""

from __future__ import annotations

import pytest

from companion.table.layout import Anchor, BadLayout, Layout, Zone, check_layout
from tests.games.sealed_bid.layout import LAYOUT

DECK = Zone("deck", 100, 100, 60, 90)


def mat(*anchors: Anchor) -> Layout:
    return Layout("test", 400, 300, (DECK,), anchors)


def test_a_mat_has_one_in_each_corner_clockwise_from_the_top_left() -> None:
    assert [(each.id, each.x_mm, each.y_mm, each.side_mm) for each in LAYOUT.anchors] == [
        (0, 20, 20, 18),
        (1, 580, 20, 18),
        (2, 580, 380, 18),
        (3, 20, 380, 18),
    ]


def test_a_layout_needs_none() -> None:
    assert Layout("test", 400, 300, (DECK,)).anchors == ()


def test_the_white_edge_counts() -> None:
    assert Anchor(0, 20, 20, 18).area() == Zone("0", 8.75, 8.75, 22.5, 22.5)
    check_layout(mat(Anchor(0, 11.25, 11.25, 18)))


@pytest.mark.parametrize(
    ("anchors", "text"),
    [
        ([Anchor(0, 11, 20, 18)], "Anchor '0' of layout 'test' leaves the mat. Move or shrink it."),
        ([Anchor(0, 90, 120, 18)], "Zone 'deck' and anchor '0' of layout 'test' overlap. Move one."),
        ([Anchor(0, 20, 20, 18), Anchor(0, 80, 20, 18)], "Layout 'test' names anchor '0' twice. Rename one."),
        ([Anchor(0, 20, 20, 18), Anchor(1, 40, 20, 18)], "Anchors '0' and '1' of layout 'test' overlap. Move one."),
    ],
)
def test_a_bad_anchor_is_named(anchors: list[Anchor], text: str) -> None:
    with pytest.raises(BadLayout) as refused:
        check_layout(mat(*anchors))
    assert str(refused.value) == text
