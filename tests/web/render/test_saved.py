"""The saved games in words, a page of them at a time."""

from __future__ import annotations

import re

from companion.live.shelf import Listing
from companion.live.summaries import SavedGame, unknown
from web.render.saved import FEW, MANY, newest, page_of, when

SINCE = "2025-01-01T12:00:00.000+00:00"


def listing(count: int, left: int = 0) -> Listing:
    """So many games, the newest of which are left."""
    known = [SavedGame(f"game-{number}", "Waves", SINCE, 1, "going on", "waves") for number in range(left, count)]
    return Listing((*(unknown(f"game-{number}") for number in range(left)), *known), left, 1)


def test_the_host_page_has_the_newest_however_many_there_are() -> None:
    part = newest(listing(2000))
    assert [row.id for row in part.rows] == [f"game-{number}" for number in range(FEW)]
    assert part.count == 2000
    assert len(newest(listing(3)).rows) == 3
    assert newest(Listing()).rows == ()


def test_every_game_stands_on_one_page_of_the_list() -> None:
    games = listing(2 * MANY + 1)
    parts = [page_of(games, number) for number in (1, 2, 3)]
    assert [row.id for part in parts for row in part.rows] == [game.id for game in games.games]
    assert [(part.first, part.number, part.pages) for part in parts] == [(1, 1, 3), (51, 2, 3), (101, 3, 3)]
    assert page_of(games, 99) == parts[2], "a page that was there before some were deleted"
    assert page_of(Listing(), 1).pages == 1


def test_a_game_is_told_with_who_played_how_long_and_how_it_came_out() -> None:
    game = SavedGame("a", "Waves", SINCE, 120, "won by Ana", "waves", who=("Ana", "Ben"), rounds=7)
    (row,) = newest(Listing((game,))).rows
    assert (row.title, row.told) == ("Waves", "Ana, Ben · 7 rounds · 120 acts · won by Ana")
    (row,) = newest(Listing((SavedGame("a", "Waves", SINCE, 1, "going on", "waves", rounds=1),))).rows
    assert row.told == "1 act · going on"


def test_what_is_not_known_yet_and_what_cannot_be_opened_go_by_their_ids() -> None:
    closed = SavedGame("torn", "?", "", 0, "It is no file.", can_be_opened=False)
    rows = newest(Listing((unknown("new"), closed), 1)).rows
    assert [(row.id, row.title, row.told, row.can_be_opened) for row in rows] == [
        ("new", "new", "is being looked at", True),
        ("torn", "?", "It is no file.", False),
    ]


def test_moments_are_shown_as_people_write_them() -> None:
    assert re.fullmatch(r"\d{1,2} November 2026, \d\d:\d\d", when("2026-11-20T17:51:49.674+00:00"))
    assert when("yesterday") == "yesterday"
