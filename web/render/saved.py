"""The saved games as the host's pages list them: the newest on the host page, the rest on pages of their own."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final

import msgspec

from companion.games.shared.phrases import counted

if TYPE_CHECKING:
    from companion.live.shelf import Listing
    from companion.live.summaries import SavedGame

FEW: Final = 5
"""Saved games on the host page."""
MANY: Final = 50
"""Saved games on each page of the whole list."""


class Row(msgspec.Struct, frozen=True):
    """One saved game in words."""

    id: str
    title: str
    started: str
    told: str
    can_be_opened: bool


class Part(msgspec.Struct, frozen=True):
    """A stretch of the list."""

    rows: tuple[Row, ...]
    first: int
    """The number of the first row, the newest game of all being 1."""
    count: int
    """How many games there are in all."""
    left: int
    """How many of them are still being looked at."""
    number: int
    """Of the page, counted from 1."""
    pages: int
    has_begun: bool
    """Whether anybody has looked into the folder since the start."""


def newest(listing: Listing) -> Part:
    """Those that the host page shows."""
    return _part(listing, 1, FEW)


def page_of(listing: Listing, number: int) -> Part:
    """A page of the whole list, counted from 1; the last one where there are not so many."""
    return _part(listing, number, MANY)


def _part(listing: Listing, number: int, size: int) -> Part:
    count = len(listing.games)
    pages = max(1, -(-count // size))
    number = min(number, pages)
    first = (number - 1) * size
    rows = tuple(map(_row, listing.games[first : first + size]))
    return Part(rows, first + 1, count, listing.left, number, pages, listing.number > 0)


def _row(game: SavedGame) -> Row:
    if not game.is_known or not game.can_be_opened:
        return Row(game.id, game.title if game.is_known else game.id, "", game.status, game.can_be_opened)
    rounds = (counted(game.rounds, "round"),) if game.rounds > 1 else ()
    who = (", ".join(game.who),) if game.who else ()
    told = " · ".join((*who, *rounds, counted(game.acts, "act"), game.status))
    return Row(game.id, game.title, when(game.started), told, game.can_be_opened)


def when(moment: str) -> str:
    """A moment as people write it, in this machine's time zone; the text itself where it is no ISO date."""
    try:
        local = datetime.fromisoformat(moment).astimezone()
    except ValueError:
        return moment
    return f"{local.day} {local:%B %Y, %H:%M}"
