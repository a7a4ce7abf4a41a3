"""Positions of Waves as records: the five classes and multisets of their cards, the setup, the table, the secrets."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from companion.games.core import PublicTable, Seat, Secret, State, View
from companion.games.shared.figures import Figure
from companion.games.shared.phases import PhaseName

Class: TypeAlias = int
"""1 Scholar, 2 Keeper, 3 Knight, 4 Seer, 5 Noble; 0 where the class is not known (W-001, W-002)."""

CLASSES: tuple[Class, ...] = (1, 2, 3, 4, 5)
UNKNOWN: Class = 0

Counts: TypeAlias = tuple[int, int, int, int, int]
"""How many cards of each class, Scholar first."""

NONE: Counts = (0, 0, 0, 0, 0)


def plus(counts: Counts, cls: Class, number: int = 1) -> Counts:
    """The multiset with `number` cards of a class more; less where it is negative."""
    cells = list(counts)
    cells[cls - 1] += number
    return (cells[0], cells[1], cells[2], cells[3], cells[4])


def lose(counts: Counts, cls: Class, number: int) -> Counts:
    """The multiset with up to `number` cards of a class fewer, never below none."""
    return plus(counts, cls, -min(number, counts[cls - 1]))


def of(*cards: Class) -> Counts:
    """The multiset of these cards; unknown ones are left out."""
    cells = [0] * (len(CLASSES) + 1)
    for cls in cards:
        cells[cls] += 1
    return (cells[1], cells[2], cells[3], cells[4], cells[5])


def one_by_one(counts: Counts) -> tuple[Class, ...]:
    """The cards of the multiset, Scholars first."""
    return tuple(cls for cls, number in zip(CLASSES, counts, strict=True) for _ in range(number))


def is_tie(counts: Counts) -> bool:
    """Whether several classes have most cards (W-042, W-062)."""
    return counts.count(max(counts)) > 1


def majority(counts: Counts) -> Class:
    """The class with most cards, ties to the higher power (W-042, W-062); UNKNOWN where there is no card."""
    most = max(counts)
    return UNKNOWN if most <= 0 else max(cls for cls in CLASSES if counts[cls - 1] == most)


Posture: TypeAlias = Literal["follower", "rebel"]
SlotIndex: TypeAlias = int
"""A place with one Elder and its Agents, clockwise. The slot of a seat has the seat's number.

In Head to head slots 0 and 2 belong to seat 0, slots 1 and 3 to seat 1 (W-100)."""
Side: TypeAlias = int
"""Who wins together: a player, or a team (W-007)."""


class Phase(PhaseName):
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
    GAP = "gap"
    NEXT_ROUND = "next_round"


_USUAL = tuple(Phase)
_HEAD_TO_HEAD = (Phase.COUNCIL, Phase.TOKEN, Phase.DEAL, *_USUAL[3:])


class Goal(msgspec.Struct, frozen=True):
    """Collected Elders that win: so many different classes, or so many in all (W-031..W-033)."""

    different: int
    total: int


class Variants(msgspec.Struct, frozen=True):
    """How the table plays where the rulebook says nothing; the defaults are what the text suggests most."""

    leftover_shells: Literal["reset", "add"] = "reset"
    """Whether shells left in the centre are taken away before the Council card's number is laid, or stay (A-01)."""
    shell_cap: Literal["5", "none"] = "5"
    """Whether the five shells are all there are, or other things stand in for more (A-02)."""
    deck_empty: Literal["reshuffle", "stop"] = "reshuffle"
    """What happens when a card is needed and the deck is empty: shuffle the discard pile, or no more draws (A-03)."""
    optional_collect: bool = False
    """Whether a player may leave an Elder that could be collected (A-06)."""
    rotate_gap: bool = False
    """Whether the unassociated Elder moves with the others (A-08)."""
    ring_elders_include_gap: bool = True
    """Whether it counts as the Elder to the right of its neighbour (A-10)."""
    ring_agents_skip_gap: bool = True
    """Whether the Agent to the right is looked for beyond it; else its neighbour has none to copy (A-11)."""
    h2h_empty_hand: Literal["draw_first", "skip"] = "draw_first"
    """Head to head, nothing in hand at the own first Elder: draw the two cards first, or skip that Elder (A-13)."""


class Setup(msgspec.Struct, frozen=True):
    """What was settled before the game: never changes but for what the owner tells of the box."""

    mode: str
    players: int
    tablets: tuple[str, ...]
    """The side in use of each class's tablet, Scholar first (W-115)."""
    council_card: tuple[Figure, ...]
    cards: Literal["own", "virtual"]
    """Whether the table plays with its own cards, or the companion deals."""
    sides: tuple[Side, ...]
    """The side of each seat (W-007, W-011)."""
    goals: tuple[Goal, ...]
    """What each side needs (W-031..W-033)."""
    limits: tuple[int, ...]
    """The hand limit of each seat, and what it is dealt (W-012, W-013)."""
    gap_after: int = -1
    """The seat after which the unassociated Elder lies, clockwise; -1 where there is none (W-016)."""
    edition: Literal["rebels", "breakers"] = "rebels"
    variants: Variants = Variants()
    confirmed: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """Sides in use whose class, or whose place in the first game, is told and not deduced: by the owner, or by the
    game's own options (A-24, A-25). Unset where none is, so that older games are written as they were."""
    told: tuple[tuple[str, Class], ...] | msgspec.UnsetType = msgspec.UNSET
    """Sides in use that the owner, during this game, has told to be of another class than it takes them for (A-24)."""

    @property
    def is_head_to_head(self) -> bool:
        """Whether two players play, each at two Elders (W-100)."""
        return self.mode == "head_to_head"

    @property
    def is_teams(self) -> bool:
        """Whether seats share sides, and must be silent at times (W-057)."""
        return self.mode == "teams"

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The phases in the order of play: with two players the Elders lie before the token is given (W-100, A-14)."""
        return _HEAD_TO_HEAD if self.is_head_to_head else _USUAL

    @property
    def slot_count(self) -> int:
        """How many places there are at the Council; the unassociated Elder has none."""
        return 2 * self.players if self.is_head_to_head else self.players

    def owner(self, slot: SlotIndex) -> Seat:
        """The seat that plays at a slot (W-100)."""
        return slot % self.players

    def own_slots(self, seat: Seat) -> tuple[SlotIndex, ...]:
        """The slots of a seat, in rising order."""
        return tuple(range(seat, self.slot_count, self.players))

    def side_at(self, slot: SlotIndex) -> Side:
        """The side that collects at a slot (W-034, W-109)."""
        return self.sides[self.owner(slot)]

    def members(self, side: Side) -> tuple[Seat, ...]:
        """The seats of a side."""
        return tuple(seat for seat, each in enumerate(self.sides) if each == side)


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
    """The slot at which the Wave token lies; -1 before it is given."""
    slots: tuple[Slot, ...]
    hands: tuple[Hand, ...]
    gap_elder: Class = UNKNOWN
    """The unassociated Elder of three players (W-016); UNKNOWN where none lies."""
    collected: tuple[Counts, ...]
    """One collection a side (W-034)."""
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
    acted: bool = False
    """The active tablet's direct effect has been carried out (W-065)."""
    fixed_power: tuple[int, ...] = ()
    """Elder powers fixed when the tablet became active (W-123); empty where nothing was fixed."""
    council: Counts = NONE
    """The Elders, the unassociated one too, as the round began (W-132)."""
    returned: bool = False
    """The first Elder that would have been collected went back to a hand (W-128)."""
    drawn: tuple[int, ...]
    """Cards that each seat has drawn in this round, the deal left out."""
    skipped: tuple[SlotIndex, ...] = ()
    """Slots that get no Agents in this round, because there was nothing in hand for them."""
    first: Seat = -1
    """Head to head: who goes first by lot (W-101); -1 before."""
    winner: int = -1
    """The side that won, or -1."""

    @property
    def deals(self) -> bool:
        return self.setup.cards == "virtual"


class Hidden(Secret, frozen=True):
    """What one seat alone knows: its hand, and its face-down Agents."""

    hand: Counts = NONE
    agents: tuple[Class, ...] = (UNKNOWN,)
    """The class at each of its slots, in rising order; UNKNOWN where no Agent of it lies face down."""


WavesState: TypeAlias = State[Table, Hidden]
WavesView: TypeAlias = View[Table, Hidden]
