"""What Harbour Market shows of a view: the mat, the quay as a board, and the lines of the players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from companion.games.board import Board, Cell
from companion.games.core import Choice, PlayerPanel, RuleId, Seat
from companion.games.shared import usual
from companion.games.shared.mats import read_kit_for, read_mats
from companion.games.shared.seats import SEAT_COLOURS
from companion.language.message import Message, say
from companion.table.expected import Anything, Content, ExpectedTable, ExpectedZone, Pieces, Pile
from tests.games.harbour_market.model import DECK, LAST, MarketAction, MarketView

MATS: Final = read_mats(__package__)
LAYOUT: Final = MATS["harbour"]
KIT: Final = read_kit_for(__package__, (LAYOUT,))
SIDE, GAP, NAME = 36.0, 4.0, 90.0
PLACES: Final[dict[str, tuple[Message, Message, RuleId]]] = {
    "deck": (say("Deck"), say("the deck"), "H-016"),
    "market": (say("Market"), say("the market"), "H-003"),
    "discard": (say("Sold"), say("the pile of what is sold"), "H-009"),
    "bowl": (say("Bowl"), say("the bowl"), "H-012"),
    "supply": (say("Shells beside the bowl"), say("the shells beside the bowl"), "H-001"),
    "tray": (say("Dice tray"), say("the dice tray"), "H-004"),
}
"""What people call each zone, alone and in a sentence, and the rule that says what lies there."""


def expected(view: MarketView) -> ExpectedTable:
    """Every zone with what it must hold."""
    table = view.table
    content: dict[str, Content] = {
        "deck": Pile("back", table.deck),
        "market": Pieces(DECK.pieces(table.market)),
        "discard": Pile("back", sum(table.discard), "".join(DECK.pieces((table.top,)))),
        "bowl": Pieces(("shell",) * table.bowl),
        "supply": Anything(),
        "tray": Anything(),
    }
    zones = ((zone.zone, *PLACES[zone.zone]) for zone in LAYOUT.zones)
    return ExpectedTable(tuple(ExpectedZone(zone, content[zone], label, name=name) for zone, label, name, _ in zones))


def owned(view: MarketView) -> tuple[str, ...]:
    """The wares of this seat, as far as they were told."""
    return DECK.pieces(DECK.cards(view.own.hand)) if view.own is not None else ()


def panels(view: MarketView) -> tuple[PlayerPanel, ...]:
    """A player's facts, and the points large."""
    return tuple(replace(each, score=f"{view.table.points[each.seat]}") for each in usual.panels(view))


def boards(view: MarketView, choices: Sequence[Choice[MarketAction]]) -> tuple[Board, ...]:
    """The quay: a row for each ship."""
    seats = range(len(view.table.ships))
    cells = tuple(cell for seat in seats for cell in _row(view, seat))
    width, height = NAME + (LAST + 1) * (SIDE + GAP) + 2 * GAP, len(seats) * (SIDE + GAP) + GAP
    return (Board("quay", say("The quay"), width, height, cells),)


def _row(view: MarketView, seat: Seat) -> Iterator[Cell]:
    who, ship, y = view.who(seat), view.table.ships[seat], GAP + seat * (SIDE + GAP)
    words = say("{who}'s ship lies at berth {berth}.", who=who, berth=ship)
    yield Cell(f"{seat}", words, GAP, y, NAME, SIDE, text=say("{who}", who=who), colour=SEAT_COLOURS[seat])
    for berth in range(LAST + 1):
        x, is_here = NAME + 2 * GAP + berth * (SIDE + GAP), berth == ship
        here = words if is_here else None
        colour = SEAT_COLOURS[seat] if is_here else ""
        yield Cell(f"{seat}.{berth}", here, x, y, SIDE, SIDE, "round", f"{berth}", colour=colour)
