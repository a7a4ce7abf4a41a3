"""What can be done in a round: set-up, placing, misfortunes, actions, building, wrath."""

from __future__ import annotations

from typing import ClassVar, Final

from companion.games.atlantis_rising.box import PENINSULAS, PieceKind, Price
from companion.games.core import Action, Kind, Seat, Sense

EFFECTS: Final = ("island.*", "barrier.*", "wrath.*", "library", "library_discards")
"""Zones that what a card or component says may change at once, or what waits behind an act under way."""


class OfSeat(Action, frozen=True):
    """What one seat does."""

    seat: Seat

    @property
    def actor(self) -> Seat:
        return self.seat


class OfPiece(OfSeat, frozen=True):
    """What one piece of a seat does, or is done with it, on a space of a place."""

    piece: PieceKind
    place: str
    space: int


class TakeColour(OfSeat, frozen=True):
    """A seat takes the pieces of a colour (A-012, A-135)."""

    colour: str
    kind: ClassVar[Kind] = "choice"


class TakeCouncilor(OfSeat, frozen=True):
    """A seat gets a councilor board (A-011)."""

    councilor: str
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "choice"

    def zones(self) -> tuple[str, ...]:
        return (f"councilor.{self.seat}",)


class LayComponent(Action, frozen=True):
    """A component comes into the Blueprint by lot (A-010, A-160)."""

    component: str
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "chance"
    of_dealer: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("blueprint",)


class TakeMarker(Action, frozen=True):
    """Whoever swam most recently begins (A-018)."""

    seat: Seat
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "chance"

    def zones(self) -> tuple[str, ...]:
        return ("starting_player.*",)


class RevealCouncilor(Action, frozen=True):
    """A board of the councilor stack is turned up (A-139)."""

    councilor: str
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("hologram",)


class ChooseCouncilor(OfSeat, frozen=True):
    """The starting player gives one of the two boards to the Hologram (A-139)."""

    councilor: str
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "choice"

    def zones(self) -> tuple[str, ...]:
        return ("hologram",)


class Place(OfPiece, frozen=True):
    """A piece of the pool is placed (A-023)."""

    kind: ClassVar[Kind] = "choice"


class TakeUp(OfPiece, frozen=True):
    """A placed piece goes back into the pool, before the phase ends (A-024)."""

    kind: ClassVar[Kind] = "choice"
    takes_back: ClassVar[bool] = True


class AllPlaced(Action, frozen=True):
    """Every pool is empty, and the phase ends (A-023)."""

    kind: ClassVar[Kind] = "choice"
    is_joint: ClassVar[bool] = True
    is_routine: ClassVar[bool] = True


class DrawMisfortune(Action, frozen=True):
    """The current player draws a misfortune (A-034)."""

    card: str
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("misfortunes", "misfortune_discards", *EFFECTS)


class EndMisfortunes(Action, frozen=True):
    """The actions begin."""

    is_routine: ClassVar[bool] = True


class Activate(OfPiece, frozen=True):
    """A piece takes the action of its place; of a double space both do (A-046, A-064)."""

    rollers: tuple[Seat, ...] = ()
    """Who rolls, where three stand on a space of the Cities (Q-45)."""
    kind: ClassVar[Kind] = "choice"
    is_routine: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return EFFECTS


class BuyBarrier(Action, frozen=True):
    """Several or one pay a barrier: each seat's energy (A-092, A-094)."""

    peninsula: int
    paid: tuple[int, ...]
    kind: ClassVar[Kind] = "choice"
    is_joint: ClassVar[bool] = True
    is_open: ClassVar[bool] = True
    is_optional: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return (f"barrier.{PENINSULAS[self.peninsula]}",)


class BuyUnflood(Action, frozen=True):
    """Several or one pay for a tile to be turned dry: each seat's energy (A-093, A-094)."""

    peninsula: int
    paid: tuple[int, ...]
    kind: ClassVar[Kind] = "choice"
    is_joint: ClassVar[bool] = True
    is_open: ClassVar[bool] = True
    is_optional: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return (f"island.{PENINSULAS[self.peninsula]}.*",)


class Build(Action, frozen=True):
    """Players on a build space build a component: what each seat pays (A-103, A-109)."""

    place: str
    component: str
    paid: tuple[Price, ...]
    sense: ClassVar[Sense] = "told"
    kind: ClassVar[Kind] = "choice"
    is_joint: ClassVar[bool] = True
    is_open: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("blueprint", "gate", *EFFECTS)


class LeaveUnbuilt(Action, frozen=True):
    """A build space is resolved and nothing is built (A-106, Q-20)."""

    place: str
    kind: ClassVar[Kind] = "choice"
    is_joint: ClassVar[bool] = True


class EndActions(Action, frozen=True):
    """All have acted; every piece returns to its pool (A-050)."""

    kind: ClassVar[Kind] = "choice"
    is_joint: ClassVar[bool] = True
    is_routine: ClassVar[bool] = True


class BeginWrath(Action, frozen=True):
    """The gods' wrath begins (A-051), once nobody wants to turn a tile dry or to play a card before it (Q-12)."""

    kind: ClassVar[Kind] = "choice"
    is_joint: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        # Where one peninsula alone is left, its tiles flood at once.
        return ("island.*", "barrier.*")


class MoveWrath(Action, frozen=True):
    """The starting player moves the counter on; on the last space it stays (A-054, A-055)."""

    sense: ClassVar[Sense] = "seen"
    is_routine: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("wrath.*",)


class PassMarker(Action, frozen=True):
    """The round ends, and the marker passes clockwise (A-056), once nobody wants anything before it (Q-12)."""

    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "choice"
    is_joint: ClassVar[bool] = True
    is_routine: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("starting_player.*", "hologram", "artifacts")
