"""Pages that stay open: what counts as heard, and what must not be told."""

from __future__ import annotations

import pytest

from companion.soak.endurance.streams import OpenPage


def told(event: str, row: int, game: str = "sealed-bid-1") -> list[str]:
    return [f"id: {game}:{row}", f"event: {event}", "data: {}"]


def test_acts_in_their_order_are_heard() -> None:
    page = OpenPage(1, "/stream")
    for block in (["retry: 2000"], told("log", 3), told("page", 4), told("log", 5), [": still here"]):
        page.take(block)
    assert (page.heard.events, page.heard.troubles) == (3, [])


@pytest.mark.parametrize("row", [4, 5])
def test_an_act_that_is_told_again_is_a_trouble(row: int) -> None:
    page = OpenPage(1, "/seat/2/stream")
    page.take(told("page", 5))
    page.take(told("log", row))
    assert page.heard.troubles == [f"/seat/2/stream told of row {row} after row 5"]


def test_another_game_begins_at_its_first_row() -> None:
    page = OpenPage(1, "/stream")
    page.take(told("page", 50))
    page.take(told("log", 2, "sealed-bid-2"))
    assert page.heard.troubles == []
