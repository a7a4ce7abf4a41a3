"""What a zone may look like while pieces are moved from one look to another."""

from __future__ import annotations

import pytest

from companion.table.seen import ZoneView, is_on_the_way


def zone(kinds: str, backs: int = 0, covered: bool = False) -> ZoneView:
    """A zone with a piece a letter."""
    return ZoneView("elder.0", tuple(sorted(kinds)), backs, covered)


@pytest.mark.parametrize(
    ("before", "now", "after"),
    [
        (zone("a"), zone(""), zone("b")),  # taken away, and the other not yet laid
        (zone("sssss"), zone("ssss"), zone("sss")),  # shells go one after another
        (zone("", backs=2), zone("a", backs=1), zone("aa")),  # two cards are turned up
        (zone("ab"), zone("a", covered=True), zone("abc")),  # the rest is only hidden
    ],
)
def test_pieces_are_moved_one_by_one(before: ZoneView, now: ZoneView, after: ZoneView) -> None:
    assert is_on_the_way(before, now, after)


@pytest.mark.parametrize(
    ("before", "now", "after"),
    [
        (zone("a"), zone("c"), zone("b")),  # a card from elsewhere
        (zone("sss"), zone("s"), zone("ss")),  # one more is gone than is to go
        (zone("ab"), zone("abb"), zone("b")),  # more than there are before or after
        (zone("a"), zone(""), zone("a")),  # nothing is to be moved there
    ],
)
def test_other_looks_are_no_part_of_the_move(before: ZoneView, now: ZoneView, after: ZoneView) -> None:
    assert not is_on_the_way(before, now, after)


def test_a_zone_that_may_be_cleared_first_shows_any_part() -> None:
    assert not is_on_the_way(zone("ss"), zone(""), zone("sssss"))
    assert is_on_the_way(zone("ss"), zone(""), zone("sssss"), may_be_empty=True)
