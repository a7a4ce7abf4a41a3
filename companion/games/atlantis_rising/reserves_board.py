"""What everybody owns, a row a player: resources, energy, cards, followers that can be recruited; and all together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.atlantis_rising.board_cells import GAP, TABLET, Tap, Taps
from companion.games.atlantis_rising.box import NO_PRICE, Price
from companion.games.atlantis_rising.decisions import GiveBenefit, GiveRecruit, GiveUp
from companion.games.atlantis_rising.model import POOL, AtlantisView
from companion.games.atlantis_rising.standees import paint_of
from companion.games.atlantis_rising.vocabulary import CARD, price_words
from companion.games.board import Board, Cell, Mark
from companion.games.core import Seat
from companion.language.message import Message, say, sentences
from companion.language.values import Count, Noun

FOLLOWER, VOLUNTEER = Noun("follower"), Noun("volunteer")
HEIGHT: Final = 48.0
HEADS: Final[tuple[tuple[str, Message, float], ...]] = (
    ("gold", say("gold"), 54),
    ("crystal", say("crystal"), 76),
    ("ore", say("ore"), 50),
    ("atlantium", say("Atlantium"), 92),
    ("energy", say("energy"), 66),
    ("cards", say("cards"), 60),
    ("recruits", say("recruits"), 80),
)
"""Key, head and width of each column."""
NAME: Final = TABLET - sum(width for _, _, width in HEADS)
INKS: Final = {"gold": "#8a6a1f", "crystal": "#3d6f9e", "ore": "#5a5048", "atlantium": "#1f7a6a", "energy": "#5a3d8a"}


def draw_reserves(view: AtlantisView, taps: Taps) -> Board:
    """A row for the heads, one a player, and one for all together."""
    table = view.table
    cells = [*_heads(view)]
    for seat in range(table.setup.players):
        cells += _row(view, taps, seat, (HEIGHT + GAP) * (seat + 1))
    cells += _all(view, (HEIGHT + GAP) * (table.setup.players + 1))
    height = (HEIGHT + GAP) * (table.setup.players + 2) - GAP
    return Board("reserves", say("What everybody owns"), TABLET, height, tuple(cells))


def _heads(view: AtlantisView) -> Iterator[Cell]:
    many = Count(view.table.volunteers, VOLUNTEER)
    words = say("{many} left in the supply.", many=many)
    yield Cell("volunteers", words, 0, 0, NAME - GAP, HEIGHT, text=say("{many} left", many=many))
    left = NAME
    for key, head, width in HEADS:
        yield Cell(f"head.{key}", None, left, 0, width - GAP, HEIGHT, text=head, colour=INKS.get(key, ""))
        left += width


def _figures(reserve: Price, cards: int, recruits: int) -> tuple[int, ...]:
    return (reserve.gold, reserve.crystal, reserve.ore, reserve.atlantium, reserve.energy, cards, recruits)


def _row(view: AtlantisView, taps: Taps, seat: Seat, top: float) -> Iterator[Cell]:
    table, who = view.table, view.who(seat)
    reserve, cards, recruits = table.reserves[seat], len(table.hands[seat]), table.supply[seat]
    words = say(
        "{who} owns {price}, and {cards}; {recruits} can be recruited.",
        who=who,
        price=price_words(reserve),
        cards=Count(cards, CARD),
        recruits=Count(recruits, FOLLOWER),
    )
    pool = sum(each.seat == seat and each.place == POOL for each in table.atlanteans)
    if seat == table.starter and table.round:
        words = sentences(words, say("{who} is the starting player.", who=who))
    words = sentences(words, say("{pool} Atlanteans are at hand.", pool=pool))
    tap = _tap(taps, seat)
    mark: Mark = "now" if tap is not None else ""
    text = say("{who}, first", who=who) if seat == table.starter and table.round else say("{who}", who=who)
    paint = paint_of(table, seat)
    yield Cell(f"{seat}", words, 0, top, NAME - GAP, HEIGHT, text=text, colour=paint, mark=mark, choice=tap)
    yield from _numbers(f"{seat}", _figures(reserve, cards, recruits), top)


def _tap(taps: Taps, seat: Seat) -> Tap | None:
    """Where a player is chosen: who gets the follower, or a gain, or loses a follower."""
    return taps.of(GiveRecruit(seat), GiveBenefit(seat), GiveUp(seat))


def _numbers(key: str, figures: tuple[int, ...], top: float) -> Iterator[Cell]:
    left = NAME
    for (name, _, width), number in zip(HEADS, figures, strict=True):
        yield Cell(f"{key}.{name}", None, left, top, width - GAP, HEIGHT, number=f"{number}" if number else "·")
        left += width


def _all(view: AtlantisView, top: float) -> Iterator[Cell]:
    table, together = view.table, NO_PRICE
    for reserve in table.reserves:
        together = together.plus(reserve)
    words = say("All together own {price}.", price=price_words(together))
    yield Cell("all", words, 0, top, NAME - GAP, HEIGHT, text=say("all together"))
    yield from _numbers("all", _figures(together, sum(map(len, table.hands)), sum(table.supply)), top)
