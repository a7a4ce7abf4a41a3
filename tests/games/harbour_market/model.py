"""Harbour Market as records: the table, the acts, and the deck of wares. The ledger stands in its README."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, TypeAlias

from companion.games.core import Action, Kind, Seat, Sense, State, View
from companion.games.shared import deck
from companion.games.shared.deck import UNKNOWN, Card, Counts, Deck, Draw, Hand
from companion.games.shared.die import RollDice, Values
from companion.games.shared.facts import Fact
from companion.games.shared.mats import read_looks
from companion.games.shared.seats import OfSeat
from companion.language.message import say
from companion.language.values import Noun

HAND, PLACES, SHELLS, AT_FIRST, LAST, ROUNDS = 3, 3, 12, 4, 12, 4
BERTHS: Final = 3
"""So many are a point (H-015)."""
LOOKS: Final = read_looks(__package__)
SHELL, POINT, BERTH = Noun("shell"), Noun("point"), Noun("berth")
PHASES: Final = {
    "deal": say("Deal"),
    "fill": say("The market"),
    "wind": say("Wind"),
    "sale": say("Sale"),
    "draw": say("Draw"),
    "tide": say("Tide"),
}
"""In the order of a turn; the first comes once."""
DECK: Final = Deck["Table"](
    copies=dict.fromkeys(("fish", "salt", "silk", "spice"), 6),
    lying=lambda table: (*table.market, table.discard),
    rule="H-016",
    looks=LOOKS,
    piece="ware",
)
_WARES: Final = DECK.choices(say("none"))
_PLACES: Final = tuple((f"{place}", say("Place {number}", number=place + 1)) for place in range(PLACES))


class Table(deck.CardTable, frozen=True, kw_only=True):
    """What everybody knows."""

    round: Annotated[int, Fact(say("Round"), say("Turn"), 1, ROUNDS)] = 1
    turn: Annotated[Seat, Fact(say("Whose turn it is"), say("Turn"), is_seat=True)] = 0
    phase: Annotated[str, Fact(say("Phase"), say("Turn"), choices=tuple(PHASES.items()))] = "deal"
    market: Annotated[tuple[Card, ...], Fact(say("Market"), choices=_WARES, parts=_PLACES)] = (UNKNOWN,) * PLACES
    discard: Annotated[Counts, Fact(say("Sold"), high=deck.MOST, parts=DECK.parts())] = DECK.none
    top: Annotated[Card, Fact(say("Top of what is sold"), say("Cards"), choices=_WARES)] = UNKNOWN
    bowl: Annotated[int, Fact(say("Shells in the bowl"), say("Bowl"), 0, SHELLS, piece="shell")] = AT_FIRST
    shells: Annotated[tuple[int, ...], Fact(say("Shells"), high=SHELLS)]
    ships: Annotated[tuple[int, ...], Fact(say("Berth of the ship"), high=LAST)]
    spring: bool = False
    rolled: tuple[Values, ...] = ()
    is_over: bool = False

    @property
    def points(self) -> tuple[int, ...]:
        """Of each seat (H-015)."""
        return tuple(shells + ship // BERTHS for shells, ship in zip(self.shells, self.ships, strict=True))

    @property
    def beside(self) -> int:
        """Shells beside the bowl that are nobody's."""
        return max(0, SHELLS - self.bowl - sum(self.shells))


class TurnUp(deck.TurnUp, frozen=True):
    """A ware is turned up into the market (H-003)."""

    on: ClassVar[tuple[str, ...]] = ("deck", "market")


class Sell(OfSeat, frozen=True):
    """A seat sells a ware of its hand (H-007)."""

    card: Card
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "choice"
    reveals: ClassVar[bool] = True
    on: ClassVar[tuple[str, ...]] = ("market", "bowl", "discard")


class Keep(OfSeat, frozen=True):
    """A seat keeps its wares (H-010)."""

    kind: ClassVar[Kind] = "choice"


class Tide(Action, frozen=True):
    """The bowl is set to so many shells (H-012)."""

    bowl: int
    sense: ClassVar[Sense] = "felt"
    empties: ClassVar[bool] = True
    of_dealer: ClassVar[bool] = True
    on: ClassVar[tuple[str, ...]] = ("bowl",)


MarketAction: TypeAlias = Draw | TurnUp | RollDice | Sell | Keep | Tide
MarketState: TypeAlias = State[Table, Hand]
MarketView: TypeAlias = View[Table, Hand]
