"""What can be done in a round: set-up, placing, misfortunes, actions, building, wrath."""

from __future__ import annotations

from typing import ClassVar, Final, TypeAlias

from companion.games.atlantis_rising.data.contents import PENINSULAS, Key, PieceKind, Price
from companion.games.core import Action, Kind, Seat, Sense
from companion.games.shared import seats

EFFECTS: Final = ("island.*", "barrier.*", "wrath.*", "library", "library_discards")
"""Zones that what a card or component says may change at once, or what waits behind an act under way."""


class Drawn(Action, frozen=True):
    """What chance brings, and all see."""

    sense: ClassVar[Sense] = "seen"
    kind = "chance"
    reveals = True


class Together(Action, frozen=True):
    """What all decide together."""

    kind = "choice"
    is_joint = True


class OfSeat(seats.OfSeat, frozen=True):
    """What one seat decides."""

    kind: ClassVar[Kind] = "choice"


class OfPiece(OfSeat, frozen=True):
    """What one piece of a seat does, or is done with it, on a space of a place."""

    piece: PieceKind
    place: str
    space: int

    @property
    def key(self) -> Key:
        """Whose it is, which, and where."""
        return (self.seat, self.piece, self.place, self.space)


class OfPlace(OfPiece, frozen=True):
    """A piece takes the action of its place."""

    rollers: tuple[Seat, ...] = ()
    """Who rolls, where three stand on a space of the Cities (Q-45)."""
    on = EFFECTS


class TakeColour(OfSeat, frozen=True):
    """A seat takes the pieces of a colour (A-012, A-135)."""

    colour: str


class TakeCouncilor(OfSeat, frozen=True):
    """A seat gets a councilor board (A-011)."""

    councilor: str
    sense = "seen"
    on = ("councilor.:seat",)


class LayComponent(Action, frozen=True):
    """A component comes into the Blueprint by lot (A-010, A-160)."""

    component: str
    sense = "seen"
    kind = "chance"
    of_dealer = True
    on = ("blueprint",)


class TakeMarker(Action, frozen=True):
    """Whoever swam most recently begins (A-018)."""

    seat: Seat
    sense = "seen"
    kind = "chance"
    on = ("starting_player.*",)


class RevealCouncilor(Drawn, frozen=True):
    """A board of the councilor stack is turned up (A-139)."""

    councilor: str
    on = ("hologram",)


class ChooseCouncilor(OfSeat, frozen=True):
    """The starting player gives one of the two boards to the Hologram (A-139)."""

    councilor: str
    sense = "seen"
    on = ("hologram",)


class Place(OfPiece, frozen=True):
    """A piece of the pool is placed (A-023)."""


class TakeUp(OfPiece, frozen=True):
    """A placed piece goes back into the pool, before the phase ends (A-024)."""

    takes_back = True


class AllPlaced(Together, frozen=True):
    """Every pool is empty, and the phase ends (A-023)."""

    is_routine = True


class DrawMisfortune(Drawn, frozen=True):
    """The current player draws a misfortune (A-034)."""

    card: str
    on = ("misfortunes", "misfortune_discards", *EFFECTS)


class EndMisfortunes(Action, frozen=True):
    """The actions begin."""

    is_routine = True


class Activate(OfPlace, frozen=True):
    """A piece takes the action of its place; of a double space both do (A-046, A-064)."""

    in_common_order = True
    is_routine = True


class Purchase(Together, frozen=True):
    """Several or one pay for something at a peninsula: each seat's energy (A-094)."""

    peninsula: int
    paid: tuple[int, ...]
    is_open = True
    is_optional = True


class BuyBarrier(Purchase, frozen=True):
    """A barrier is bought (A-092)."""

    def zones(self) -> tuple[str, ...]:
        return (f"barrier.{PENINSULAS[self.peninsula]}",)


class BuyUnflood(Purchase, frozen=True):
    """A tile is turned dry for energy (A-093)."""

    def zones(self) -> tuple[str, ...]:
        return (f"island.{PENINSULAS[self.peninsula]}.*",)


class Build(Together, frozen=True):
    """Players on a build space build a component: what each seat pays (A-103, A-109)."""

    place: str
    component: str
    paid: tuple[Price, ...]
    is_open = True
    on = ("blueprint", "gate", *EFFECTS)


class LeaveUnbuilt(Together, frozen=True):
    """A build space is resolved and nothing is built (A-106, Q-20)."""

    place: str


class EndActions(Together, frozen=True):
    """All have acted; every piece returns to its pool (A-050)."""

    is_routine = True


class BeginWrath(Together, frozen=True):
    """The gods' wrath begins (A-051), once nobody wants to turn a tile dry or to play a card before it (Q-12)."""

    # Where one peninsula alone is left, its tiles flood at once.
    on = ("island.*", "barrier.*")


class MoveWrath(Action, frozen=True):
    """The starting player moves the counter on; on the last space it stays (A-054, A-055)."""

    sense = "seen"
    is_routine = True
    on = ("wrath.*",)


class PassMarker(Together, frozen=True):
    """The round ends, and the marker passes clockwise (A-056), once nobody wants anything before it (Q-12)."""

    sense = "seen"
    is_routine = True
    on = ("starting_player.*", "hologram", "artifacts")


Prepared: TypeAlias = TakeColour | TakeCouncilor | LayComponent | TakeMarker
Shown: TypeAlias = RevealCouncilor | ChooseCouncilor
Placed: TypeAlias = Place | TakeUp | AllPlaced
Suffered: TypeAlias = DrawMisfortune | EndMisfortunes
Acted: TypeAlias = Activate | EndActions
Bought: TypeAlias = BuyBarrier | BuyUnflood
Gated: TypeAlias = Build | LeaveUnbuilt
Raged: TypeAlias = BeginWrath | MoveWrath | PassMarker
OfRound: TypeAlias = Prepared | Shown | Placed | Suffered | Acted | Bought | Gated | Raged
