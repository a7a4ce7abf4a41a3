"""Atlantis Rising: the public table, and all acts together. Ledger: A-001 to A-178.

Hands are open (Q-33), and then no seat has a secret; where they are closed a seat knows its own cards (`Hand`). What
lies in a face-down deck nobody knows: a deck is how many cards of each name it has, and which of them lie where
everybody saw them go.
"""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from companion.games.atlantis_rising.data import contents
from companion.games.atlantis_rising.rules import acts, decisions
from companion.games.atlantis_rising.state.steps import Step
from companion.games.core import PublicTable, Seat, Secret, State, View
from companion.games.shared.phases import PhaseName

COLOURS: Final = ("red", "blue", "yellow", "green", "orange", "purple", "navy")
"""Of the players' pieces; the first three have seven followers, the others four (003:L45-46)."""
FEW_COLOURS: Final = COLOURS[:3]
"""With one to three players (A-135)."""
SEATS: Final = (1, 2, 3, 4, 5, 6, 7)
VOLUNTEERS: Final = 8
HAND_LIMIT: Final = 4
BARRIER_COST: Final = 4
UNFLOOD_COST: Final = 5
DRAWN: Final = 2
"""Boards that are turned up each round for the Hologram (A-139), and artifacts that a Scholar draws (A-175)."""
SEEN_CARDS: Final = 3
"""Of the misfortune deck that are looked at (section 4.3)."""
FIVE_PLUS: Final = 5
"""From so many players on, spaces marked 5+ may be used (A-031)."""
CENTRE: Final = "centre"
BUILD_SPACES: Final = ("build_1", "build_2", "build_3")
"""On the Cosmic Gate board; the third is marked 5+."""
POOL: Final = ""
TEAM: Final[Seat] = -1
"""Who decides where all do together: at odds, the starting player."""


class Phase(PhaseName):
    """Where the round stands (A-022)."""

    SETUP = "setup"
    REVEAL = "reveal"
    """The Hologram's councilor is chosen (A-139)."""
    PLACE = "place"
    MISFORTUNE = "misfortune"
    ACTIONS = "actions"
    WRATH = "wrath"
    COUNTER = "counter"
    """The floods are over, and the wrath counter has yet to move."""
    END = "end"
    """The wrath counter has moved; the marker is about to pass on."""


class Setup(msgspec.Struct, frozen=True, kw_only=True, dict=True, cache_hash=True):
    """What a new game settles, the same record all game long: its box and its hash are found once for it."""

    players: int
    level: int
    introductory: bool = False
    """The Blueprint of the first game (A-009)."""
    two_player_automaton: bool = False
    seafarer_hit_on_dry: bool = False
    bots: Literal["greedy", "random"] = "greedy"
    hands: Literal["open", "closed"] = "open"
    """Whether everybody sees all library cards, or each only those of their own (Q-33)."""
    typed: contents.Typed = ()
    """What the owner had typed of the box when the game began."""

    @cached_property
    def box(self) -> contents.Box:
        """The box that this game is played with."""
        return contents.box_of(self.typed)

    @property
    def is_closed(self) -> bool:
        """Whether hands are closed."""
        return self.hands == "closed"


class Atlantean(msgspec.Struct, frozen=True, array_like=True):
    """One piece: whose, which, where it stands (`POOL`: at hand), on which space there, and whether it has acted.

    A volunteer at hand that has acted has served this round and goes into the supply at its end (Q-18).
    """

    seat: Seat
    kind: contents.PieceKind
    place: str = POOL
    space: int = 0
    acted: bool = False

    @property
    def key(self) -> contents.Key:
        """Whose it is, which, and where."""
        return (self.seat, self.kind, self.place, self.space)


class Deck(msgspec.Struct, frozen=True):
    """A face-down deck and what goes with it. Names of cards; in the library `ARTIFACT` is one that nobody has seen."""

    cards: tuple[tuple[str, int], ...]
    """How many of each lie in the deck unordered, by name in rising order, none of them 0; the `hidden` among them."""
    discards: tuple[str, ...] = ()
    """The last one on top."""
    top: tuple[str, ...] = ()
    """What lies on top where it was seen, the top card first."""
    bottom: tuple[str, ...] = ()
    """What was put below, the first to be reached first."""
    removed: tuple[str, ...] = ()
    """Out of the game."""
    hidden: int = 0
    """How many of `cards` lie elsewhere and are not seen by all: in closed hands, just drawn, or in `bottom`."""

    @property
    def unordered(self) -> int:
        """How many cards lie in it in an order that nobody knows."""
        return max(0, sum([number for _, number in self.cards]) - self.hidden)

    @property
    def count(self) -> int:
        """How many cards lie in it."""
        return len(self.top) + self.unordered + len(self.bottom)

    @property
    def unseen(self) -> int:
        """How many of the next `SEEN_CARDS` nobody has looked at."""
        return max(0, min(SEEN_CARDS, self.count) - len(self.top))


class Built(msgspec.Struct, frozen=True, array_like=True):
    """A component of the Blueprint, and in which round it was built; 0 where it has yet to be."""

    component: str
    round: int = 0


PARTS: Final = 3600
"""What is to be expected of chance is counted in so many parts of one: a thirty-sixth is a hundred of them."""


class Luck(msgspec.Struct, frozen=True, array_like=True):
    """What chance has brought so far, and what it brings on average."""

    tries: int = 0
    came: int = 0
    expected: int = 0
    """In `PARTS` of one, each try as the odds were when it was made."""

    def after(self, came: int, expected: int) -> Luck:
        """The same after one more try."""
        return Luck(self.tries + 1, self.came + came, self.expected + expected)


class Table(PublicTable, frozen=True, kw_only=True, cache_hash=True):
    """What everybody knows; seats and peninsulas count from 0."""

    setup: Setup
    phase: Phase = Phase.SETUP
    round: int = 0
    starter: Seat = 0
    colours: tuple[str, ...] = ()
    """Of the seats, as they were taken."""
    councilors: tuple[str, ...] = ()
    dry: tuple[int, ...] = (6,) * 6
    """Dry tiles of each peninsula."""
    barriers: tuple[int, ...] = ()
    """Peninsulas at which one stands, in rising order."""
    wrath: int = 0
    """The space of the counter, from 0."""
    atlanteans: tuple[Atlantean, ...] = ()
    """Every piece of every player, in rising order."""
    supply: tuple[int, ...] = ()
    """Followers of each seat that can be recruited."""
    boxed: tuple[int, ...] = ()
    """Followers of each seat that are out of the game."""
    volunteers: int = VOLUNTEERS
    reserves: tuple[contents.Price, ...] = ()
    hands: tuple[tuple[str, ...], ...] = ()
    """Library cards of each seat, artifacts among them, in the order in which they came; `HIDDEN` for each in a closed
    hand, where artifacts alone lie open (A-084)."""
    blueprint: tuple[Built, ...] = ()
    misfortunes: Deck
    library: Deck
    artifacts: tuple[str, ...] = ()
    """Those of which nobody knows whether they are in the deck or in the box, in the order of the data."""
    drawn: int = 0
    """Misfortunes that were drawn this round."""
    forbidden: tuple[contents.Peninsula, ...] = ()
    """Peninsulas whose actions give nothing this round."""
    numbers: tuple[int, ...] = ()
    """What is added to the numbers of wild tiles this round, in the order in which it took effect."""
    used: tuple[Seat, ...] = ()
    """Whose councilor has done this round what it does once a round; `TEAM` is the Hologram's."""
    stack: tuple[str, ...] = ()
    """Councilors that lie in the Hologram's stack, in an order that nobody knows."""
    stack_discards: tuple[str, ...] = ()
    revealed: tuple[str, ...] = ()
    hologram: str = ""
    """The Hologram's councilor of this round."""
    scholar_artifact: str = ""
    """That of the Hologram, as Scholar, for this round."""
    boxed_artifacts: tuple[str, ...] = ()
    """Artifacts of which everybody knows that they are in the box."""
    steps: tuple[Step, ...] = ()
    tide: tuple[int, ...] = ()
    """By how many tiles the last act let each peninsula rise, below 0 sink; empty where it moved none."""
    broken: tuple[int, ...] = ()
    """Peninsulas whose barrier the last act discarded."""
    stopped: tuple[int, ...] = (0,) * 6
    """How many floods the barriers of each peninsula have stopped (A-099)."""
    fortune: tuple[Luck, ...] = ()
    """Of each seat the rolls of its dice that succeeded without energy, and, by `TEAM`, of all together, each once."""
    weather: Luck = Luck()
    """Of all misfortunes the floods that they asked for."""
    ended: Literal["won", "lost"] | UnsetType = UNSET

    @property
    def players(self) -> int:
        """How many play."""
        return self.setup.players

    @property
    def box(self) -> contents.Box:
        """The box that this game is played with."""
        return self.setup.box

    @property
    def step(self) -> Step | None:
        """What is dealt with now within the phase; None for nothing."""
        return self.steps[-1] if self.steps else None

    @property
    def clockwise(self) -> tuple[Seat, ...]:
        """The seats from the starting player on."""
        players = self.setup.players
        return tuple((self.starter + step) % players for step in range(players))

    @property
    def drawers(self) -> tuple[Seat, ...]:
        """Who draws the misfortunes of a round, in order (A-034, A-045, A-130, A-134, A-149)."""
        order = self.clockwise
        if len(order) <= 2:
            return tuple(seat for seat in order for _ in range(4 // len(order)))
        return (*order, order[0]) if len(order) == 3 else order

    @property
    def current(self) -> Seat:
        """Who drew the last misfortune; before the first and in other phases, the starting player."""
        is_drawn = self.phase is Phase.MISFORTUNE and self.drawn
        return self.drawers[self.drawn - 1] if is_drawn else self.starter

    @property
    def wrath_value(self) -> int:
        """The number under the counter."""
        return self.setup.box.wrath.values[self.wrath]


class Hand(Secret, frozen=True):
    """What a seat alone knows where hands are closed, by name; `HIDDEN` for each card of which it has told nothing."""

    is_dealt: ClassVar[bool] = False
    cards: tuple[str, ...] = ()
    """Held, in rising order."""
    drawn: tuple[str, ...] = ()
    """Drawn just now, before the seat says what it keeps."""
    below: tuple[str, ...] = ()
    """Put below the library deck, the first to be reached first."""


AtlantisState: TypeAlias = State[Table, Hand]
AtlantisView: TypeAlias = View[Table, Hand]
AtlantisAction: TypeAlias = acts.OfRound | decisions.OfCardsAndDice | decisions.OfPlacesAndGoods
