"""Positions and actions of Waves, as records."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar, Literal, TypeAlias

import msgspec

from companion.games.core import Action, Kind, PublicTable, Seat, Secret, Sense, State, View
from companion.games.waves.cards import NONE, UNKNOWN, Class, Counts
from companion.games.waves.data import Figure

Posture: TypeAlias = Literal["follower", "rebel"]
SlotIndex: TypeAlias = int
"""A place with one Elder and its Agents, clockwise. With four players the slot of a seat has the seat's number."""


class Phase(Enum):
    """Where the game stands; the order is the order of play (W-040)."""

    TOKEN = "token"
    DEAL = "deal"
    COUNCIL = "council"
    SHELLS = "shells"
    PLAY = "play"
    REVEAL = "reveal"
    TABLET = "tablet"
    DIRECT = "direct"
    EXTRAS = "extras"
    WAVE_1 = "wave_1"
    WAVE_2 = "wave_2"
    PASS_TOKEN = "pass_token"
    DRAW = "draw"
    DISCARD = "discard"
    NEXT_ROUND = "next_round"


class Setup(msgspec.Struct, frozen=True):
    """What was settled before the game: never changes but for the Council card's numbers."""

    mode: str
    players: int
    tablets: tuple[str, ...]
    """The side in use of each class's tablet, Scholar first (W-115)."""
    council_card: tuple[Figure, ...]
    cards: Literal["own", "virtual"]
    """Whether the table plays with its own cards, or the companion deals."""
    different: int
    total: int
    """Collected Elders that win: so many different classes, or so many in all (W-032)."""
    edition: str = "rebels"


class Agent(msgspec.Struct, frozen=True):
    """The card or cards played at an Elder. `face` is UNKNOWN while they lie face down."""

    posture: Posture
    count: int
    face: Class = UNKNOWN


class Slot(msgspec.Struct, frozen=True):
    """One place at the Council."""

    elder: Class = UNKNOWN
    """UNKNOWN where no Elder lies."""
    agent: Agent | None = None


class Hand(msgspec.Struct, frozen=True):
    """What everybody knows of a hand."""

    count: int = 0
    seen: Counts = NONE
    """Cards that everybody saw go there, and that are still in the hand or among its owner's face-down Agents."""


class Table(PublicTable, frozen=True, kw_only=True):
    """The public table of Waves."""

    setup: Setup
    phase: Phase = Phase.TOKEN
    round: int = 1
    token: SlotIndex = -1
    """The slot of the Wave token's holder; -1 before the lot is drawn."""
    slots: tuple[Slot, ...]
    hands: tuple[Hand, ...]
    collected: tuple[Counts, ...]
    """One collection a side; in All vs All each seat is a side."""
    deck: int
    discard: Counts = NONE
    top: Class = UNKNOWN
    """The class on top of the discard pile; UNKNOWN where it is empty."""
    shells: int = 0
    """Shells in the centre; the others lie in the supply."""
    open_majority: Class = UNKNOWN
    true_majority: Class = UNKNOWN
    active: Class = UNKNOWN
    """The class whose tablet lies in the active place."""
    rotated: bool = False
    """The active tablet's direct effect has been carried out."""
    fixed_power: tuple[int, ...] = ()
    """Elder powers fixed when the tablet became active (W-123); empty where nothing was fixed."""
    returned: bool = False
    """The first Elder that would have been collected went back to a hand (W-128)."""
    drawn: int = 0
    """Cards drawn so far in this round's end."""
    winner: int = -1
    """The side that won, or -1."""


class Hidden(Secret, frozen=True):
    """What one seat alone knows: its hand, and the class of its face-down Agents (UNKNOWN where it has none)."""

    hand: Counts = NONE
    agent: Class = UNKNOWN


WavesState: TypeAlias = State[Table, Hidden]
WavesView: TypeAlias = View[Table, Hidden]


class PlaceToken(Action, frozen=True):
    """The lot gives the Wave token to a slot (W-009)."""

    slot: SlotIndex
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "chance"

    def zones(self) -> tuple[str, ...]:
        return (f"token.{self.slot}",)


class Draw(Action, frozen=True):
    """A seat takes the top card of the deck into its hand; only that seat knows which."""

    seat: Seat
    card: Class = UNKNOWN
    sense: ClassVar[Sense] = "told"
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True

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

    def zones(self) -> tuple[str, ...]:
        return ("deck", f"elder.{self.slot}")


class PlaceShells(Action, frozen=True):
    """The centre is set to this many shells (W-043, W-044)."""

    count: int
    sense: ClassVar[Sense] = "felt"

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

    def zones(self) -> tuple[str, ...]:
        return ("tablets", "tablet.active")


class RotateElders(Action, frozen=True):
    """Every Elder moves to the slot on its right (W-126)."""

    sense: ClassVar[Sense] = "seen"

    def zones(self) -> tuple[str, ...]:
        return ("elder.*",)


class DiscardExtras(Action, frozen=True):
    """All Rebels of a slot but one go to the discard pile (W-066)."""

    slot: SlotIndex
    sense: ClassVar[Sense] = "seen"

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

    def zones(self) -> tuple[str, ...]:
        return ("token.*",)


class Reshuffle(Action, frozen=True):
    """The discard pile becomes the new deck (W-088)."""

    sense: ClassVar[Sense] = "seen"

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

    def zones(self) -> tuple[str, ...]:
        return ("elder.*", "follower.*", "rebel.*", "tablet.active", "tablets")


WavesAction: TypeAlias = (
    PlaceToken
    | Draw
    | TurnUpElder
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
