"""What just happened as every page shows it: the newest in a line with its dice or its piece, and what came before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import msgspec
from markupsafe import Markup, escape

from companion.games.core import Seat
from companion.games.game import AnyGame
from companion.language.message import Text
from companion.live.news import News
from web.http.speech import foreign, said
from web.render.dice import UNPAINTED
from web.render.die import die_picture
from web.render.pieces import find_kind, icon

if TYPE_CHECKING:
    from companion.live.snapshot import Snapshot

SHOWN: Final = 5
"""Pieces of news that are sent with each act; a script keeps those before them, up to ten."""
LONG: Final = 46
"""Letters beyond which the line is set smaller on a phone."""
MOST: Final = 92
"""Letters that the line has room for on every screen; the rest stands in the list."""
REMEMBERED: Final = 512
"""Sentences with names: a page that is drawn anew has all but one of those it had."""
FEW: Final = 2
"""Dice that stand beside the words; more have a row of their own."""


class NewsLine(msgspec.Struct, frozen=True):
    """One piece of news, in words."""

    row: int
    kind: str
    text: Markup
    """With the names of players set off."""
    spoken: str
    """The same for who listens."""
    lang: str
    """Its language, where that is not the page's own."""
    seat: int
    """Who did it, from 1; 0 where nobody did, or all together."""


class NewsPart(msgspec.Struct, frozen=True):
    """What just happened, for one page."""

    lines: tuple[NewsLine, ...] = ()
    """The newest first."""
    newest: Markup = Markup("")
    """The newest as it stands in the line: whole, or as much as there is room for."""
    dice: tuple[Markup, ...] = ()
    """Of the newest, where it is a roll."""
    piece: Markup = Markup("")
    """What the newest is about; empty for nothing."""

    @property
    def has_many(self) -> bool:
        """Whether its dice need a row of their own."""
        return len(self.dice) > FEW

    @property
    def is_long(self) -> bool:
        """Whether its words are set smaller on a phone."""
        return bool(self.lines) and len(self.lines[0].spoken) > LONG


NO_NEWS: Final = NewsPart()


def news_part(snapshot: Snapshot, seat: Seat | None) -> NewsPart:
    """What just happened, as the page of a seat or of the public tells it."""
    told = snapshot.news(seat, SHOWN)
    lines = tuple(_line(each, snapshot.names) for each in told)
    if not told:
        return NO_NEWS
    game, newest = snapshot.game, told[0]
    piece = icon(find_kind(dict(game.mat.pieces), newest.piece)) if newest.piece else Markup("")
    short = with_names(_shortened(lines[0].spoken), snapshot.names)
    return NewsPart(lines, short, tuple(_dice(game, newest)), piece)


def _shortened(words: str) -> str:
    """A text that fits the line, cut between two words where it would not."""
    return words if len(words) <= MOST else f"{words[:MOST].rsplit(' ', 1)[0].rstrip('.,;:')} …"


def _dice(game: AnyGame, news: News) -> Iterator[Markup]:
    kinds = game.mat.pieces if news.dice else {}
    for value, colour in news.dice:
        kind = kinds.get(f"die:{colour}")
        yield die_picture(value, kind.colour if kind is not None else UNPAINTED)


def _line(news: News, names: tuple[str, ...]) -> NewsLine:
    text: Text = news.text
    words = said(text)
    seat = 0 if news.who is None else news.who + 1
    return NewsLine(news.row, news.kind, with_names(words, names), words, foreign(text), seat)


@lru_cache(maxsize=REMEMBERED)
def with_names(words: str, names: tuple[str, ...]) -> Markup:
    """A sentence with the name of each player set off, in the colour of the seat."""
    seats = {name: seat for seat, name in enumerate(names, 1) if name}
    if not seats:
        return escape(words)
    longest_first = sorted(seats, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?!\w)")
    parts = pattern.split(words)  # every second one is a name
    return Markup("").join(
        Markup('<b class="name seat-{}">{}</b>').format(seats[part], part) if place % 2 else part
        for place, part in enumerate(parts)
    )
