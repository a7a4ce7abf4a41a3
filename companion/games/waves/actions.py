"""Everything that can be done in Waves, as records."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from companion.games.core import Action, Kind, Seat, Sense
from companion.games.waves.cards import UNKNOWN, Class
from companion.games.waves.model import Posture, SlotIndex


class PlaceToken(Action, frozen=True):
    """The lot gives the Wave token to a slot (W-009)."""

    slot: SlotIndex
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "chance"
    of_dealer: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return (f"token.{self.slot}",)


class NameFirst(Action, frozen=True):
    """Head to head: the lot says who goes first (W-101)."""

    seat: Seat
    sense: ClassVar[Sense] = "told"
    kind: ClassVar[Kind] = "chance"
    of_dealer: ClassVar[bool] = True


class LayToken(Action, frozen=True):
    """Head to head: a player lays the Wave token at an Elder of the other, who goes first (W-101)."""

    seat: Seat
    slot: SlotIndex
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "choice"

    @property
    def actor(self) -> Seat:
        return self.seat

    def zones(self) -> tuple[str, ...]:
        return (f"token.{self.slot}",)


class Draw(Action, frozen=True):
    """A seat takes the top card of the deck into its hand; only that seat knows which."""

    seat: Seat
    card: Class = UNKNOWN
    sense: ClassVar[Sense] = "told"
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True
    of_dealer: ClassVar[bool] = True
    is_routine: ClassVar[bool] = True

    @property
    def actor(self) -> Seat:
        return self.seat

    def zones(self) -> tuple[str, ...]:
        return ("deck",)

    def public(self) -> Draw:
        return Draw(self.seat)


class TurnUpElder(Action, frozen=True):
    """The top card of the deck is laid face up at a slot (W-015)."""

    slot: SlotIndex
    elder: Class
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True
    of_dealer: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("deck", f"elder.{self.slot}")


class TurnUpGapElder(Action, frozen=True):
    """The top card of the deck becomes the unassociated Elder (W-016, W-084)."""

    elder: Class
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True
    of_dealer: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("deck", "elder.gap")


class DiscardGapElder(Action, frozen=True):
    """The unassociated Elder goes face up to the discard pile (W-084)."""

    sense: ClassVar[Sense] = "seen"
    of_dealer: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("elder.gap", "discard")


class PlaceShells(Action, frozen=True):
    """The centre is set to this many shells: by the Council card (W-043, W-044), or by a tablet (W-134)."""

    count: int
    sense: ClassVar[Sense] = "felt"
    empties: ClassVar[bool] = True
    of_dealer: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("centre",)


class PlayAgents(Action, frozen=True):
    """A seat lays cards face down at a slot: all see how many and how, the seat alone knows which (W-051..W-055)."""

    seat: Seat
    slot: SlotIndex
    posture: Posture
    cards: tuple[Class, ...]
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "choice"

    @property
    def actor(self) -> Seat:
        return self.seat

    def zones(self) -> tuple[str, ...]:
        return (f"{self.posture}.{self.slot}",)

    def public(self) -> PlayAgents:
        return PlayAgents(self.seat, self.slot, self.posture, (UNKNOWN,) * len(self.cards))


class RevealRebels(Action, frozen=True):
    """All Rebels of a slot are turned face up (W-060)."""

    slot: SlotIndex
    face: Class
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return (f"rebel.{self.slot}",)


class ActivateTablet(Action, frozen=True):
    """The tablet of a class is laid in the active place (W-063)."""

    tablet: Class
    sense: ClassVar[Sense] = "seen"
    of_dealer: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("tablets", "tablet.active")


class RotateElders(Action, frozen=True):
    """Every Elder moves to the slot on its right (W-126)."""

    sense: ClassVar[Sense] = "seen"
    of_dealer: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("elder.*",)


class DiscardExtras(Action, frozen=True):
    """All Rebels of a slot but one go to the discard pile (W-066)."""

    slot: SlotIndex
    sense: ClassVar[Sense] = "seen"
    is_routine: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return (f"rebel.{self.slot}", "discard")


class RevealFollower(Action, frozen=True):
    """A Follower is turned face up on its turn in the Wave (W-070)."""

    slot: SlotIndex
    face: Class
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return (f"follower.{self.slot}",)


class Collect(Action, frozen=True):
    """The Elder of a slot joins its side's collection and a shell leaves the centre (W-073)."""

    slot: SlotIndex
    side: int
    sense: ClassVar[Sense] = "seen"

    def zones(self) -> tuple[str, ...]:
        return (f"elder.{self.slot}", f"collection.{self.side}", "centre")


class TakeElder(Action, frozen=True):
    """The Elder of a slot goes to the hand of the player in front of it (W-074)."""

    slot: SlotIndex
    sense: ClassVar[Sense] = "seen"

    def zones(self) -> tuple[str, ...]:
        return (f"elder.{self.slot}",)


class PassToken(Action, frozen=True):
    """The Wave token goes to the next slot clockwise (W-080)."""

    slot: SlotIndex
    sense: ClassVar[Sense] = "seen"
    of_dealer: ClassVar[bool] = True
    is_routine: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("token.*",)


class Reshuffle(Action, frozen=True):
    """The discard pile becomes the new deck (W-088)."""

    sense: ClassVar[Sense] = "seen"
    of_dealer: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("deck", "discard")


class Discard(Action, frozen=True):
    """A seat over its limit lays a card of its choice face up on the discard pile (W-082)."""

    seat: Seat
    card: Class
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "choice"
    reveals: ClassVar[bool] = True

    @property
    def actor(self) -> Seat:
        return self.seat

    def zones(self) -> tuple[str, ...]:
        return ("discard",)


class NextRound(Action, frozen=True):
    """The Agents become the Council of the next round and the tablet goes back (W-083, W-085)."""

    sense: ClassVar[Sense] = "seen"
    of_dealer: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("elder.*", "follower.*", "rebel.*", "tablet.active", "tablets")


WavesAction: TypeAlias = (
    PlaceToken
    | NameFirst
    | LayToken
    | Draw
    | TurnUpElder
    | TurnUpGapElder
    | DiscardGapElder
    | PlaceShells
    | PlayAgents
    | RevealRebels
    | ActivateTablet
    | RotateElders
    | DiscardExtras
    | RevealFollower
    | Collect
    | TakeElder
    | PassToken
    | Reshuffle
    | Discard
    | NextRound
)
