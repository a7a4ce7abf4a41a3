"""Manawave: the public table of all its states, and all acts together. Ledger: M-001 to M-271.

Nothing in it is hidden but what is sealed on the phones: nobody holds cards, and of the pile everybody knows which
cards are in it and nobody in which order.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import astuple, replace

from companion.games.core import PublicTable, Seat, Secret, State, View
from companion.games.manawave.data.effects import CLEARED, COUNTERS, CounterKind
from companion.games.manawave.data.playset import POSITIONS, ClansPlayset, Initial, NexusPlayset, Playset
from companion.games.manawave.state.acts import Commit
from companion.games.shared.phases import PhaseName
from companion.language.values import Name, Noun

SEATS: Final = (2,)
BOTH: Final[tuple[Seat, Seat]] = (0, 1)
Position: TypeAlias = int
"""Of a Monument on the way of the wave: 1, 2, 3 from Source to Sink."""
PLACES: Final[tuple[Position, ...]] = tuple(range(1, POSITIONS + 1))


class Phase(PhaseName):
    """Where the game stands."""

    WORLD = "world"
    """Factions and Monuments are revealed (M-001 to M-003)."""
    FOUND = "found"
    """Both veto, select and place their Clans in secret (M-010 to M-013)."""
    SURVIVE = "survive"
    """Which of the Monuments that nobody has vetoed stays is drawn, where only one does (B-01)."""
    SETTLE = "settle"
    """What was revealed is laid out (M-014 to M-016)."""
    START = "start"
    DRAW = "draw"
    CHOOSE = "choose"
    PLACE = "place"
    ATTACH = "attach"
    """The Families are laid at their Clans, with what they bring."""
    WAVE = "wave"
    INVEST = "invest"
    PAY = "pay"
    """Counters are moved as both have decided."""
    RESOLVE = "resolve"
    """A Monument decides the game."""
    CONFLICT = "conflict"
    CONSOLIDATE = "consolidate"
    AIM = "aim"
    """Both choose a line in secret (M-220)."""
    SLIDE = "slide"
    PROCESS = "process"
    SCATTER = "scatter"
    """Both place their counters in secret (M-250)."""
    LAY = "lay"
    """Counters are put on tiles as both have decided."""


BEGINNING: Final = (Phase.WORLD, Phase.FOUND, Phase.SURVIVE, Phase.SETTLE)
"""Phases before any pile is made and any Clan laid out."""
Conflict = Literal["war", "sacrifice", "growth"]
CONFLICTS: Final[tuple[Conflict, ...]] = ("war", "sacrifice", "growth")
"""The steps at each Monument, in their order (M-090)."""


class Counters(msgspec.Struct, frozen=True, array_like=True):
    """So many counters of each kind."""

    mana: int = 0
    attack: int = 0
    shield: int = 0
    sacrifice: int = 0
    growth: int = 0

    def of(self, kind: CounterKind) -> int:
        """How many of a kind."""
        number: int = getattr(self, kind)
        return number

    def plus(self, kind: CounterKind, more: int) -> Counters:
        """The counters with so many more of a kind, never fewer than none."""
        return replace(self, **{kind: max(0, self.of(kind) + more)})

    def and_(self, other: Counters) -> Counters:
        """Both together."""
        return Counters(*map(operator.add, astuple(self), astuple(other)))

    def items(self) -> Iterator[tuple[CounterKind, int]]:
        """Each kind with how many there are of it."""
        return zip(COUNTERS, astuple(self), strict=True)

    def since(self, before: Counters) -> Iterator[tuple[CounterKind, int]]:
        """Each kind with how many more they are than before."""
        return zip(COUNTERS, map(operator.sub, astuple(self), astuple(before)), strict=True)

    @property
    def total(self) -> int:
        """How many they are."""
        return sum(astuple(self))

    def cleared(self) -> Counters:
        """What stays after a Consolidation (M-100, M-101)."""
        return replace(self, **dict.fromkeys(CLEARED, 0))


NO_COUNTERS: Final = Counters()


class Family(msgspec.Struct, frozen=True, array_like=True):
    """A Family in a column: which, how many Modality counters lie on it, and in which modality it is."""

    kind: str
    counters: int = 0
    mode: int = 0


class Clan(msgspec.Struct, frozen=True, array_like=True):
    """A Clan at its position, with its column: the Families above its card, from the top, and those below."""

    card: str = ""
    population: int = 0
    counters: Counters = NO_COUNTERS
    above: tuple[Family, ...] = ()
    below: tuple[Family, ...] = ()

    @property
    def families(self) -> tuple[Family, ...]:
        """From the top of the column to its bottom."""
        return (*self.above, *self.below)

    @property
    def column(self) -> tuple[Family | None, ...]:
        """The same with None where the Clan's own card lies."""
        return (*self.above, None, *self.below)

    def with_initial(self, initial: Initial) -> Clan:
        """The Clan with what it begins with, or what a Family brings with it, added (M-016, M-041)."""
        brought = Counters(*(getattr(initial, kind) for kind in COUNTERS))
        return replace(self, population=self.population + initial.population, counters=self.counters.and_(brought))

    def with_families(self, families: tuple[Family, ...]) -> Clan:
        """The same column with these Families in the places of the present ones."""
        return replace(self, above=families[: len(self.above)], below=families[len(self.above) :])


class Tribe(msgspec.Struct, frozen=True):
    """All of one player's."""

    factions: tuple[str, ...] = ()
    clans: tuple[Clan, ...] = (Clan(),) * POSITIONS
    """By position, the first at the Source."""
    counters: Counters = NO_COUNTERS
    """In the Tribe tracker, not yet assigned."""
    soulstain: int = 0

    def at(self, position: int) -> Clan:
        """The Clan at a position."""
        return self.clans[position - 1]

    def with_clan(self, position: int, clan: Clan) -> Tribe:
        """The Tribe with another state of one Clan."""
        return replace(self, clans=(*self.clans[: position - 1], clan, *self.clans[position:]))

    @property
    def families(self) -> tuple[Family, ...]:
        """All Families, by position, each column from its top."""
        return tuple([each for clan in self.clans for each in (*clan.above, *clan.below)])

    @property
    def population(self) -> int:
        """Of all Clans."""
        return sum([clan.population for clan in self.clans])


class Clans(msgspec.Struct, frozen=True, tag="clans"):
    """The world of Clans and Monuments."""

    tribes: tuple[Tribe, Tribe] = (Tribe(), Tribe())
    factions: tuple[str, ...] = ()
    """Those revealed, in the order in which they came."""
    monuments: tuple[str, ...] = ()
    """At each position, as far as they are laid out."""
    offers: tuple[str, ...] = ()
    """The Playset Monument that belongs to each position, as far as they are revealed; "" once it has gone."""

    def with_tribe(self, seat: Seat, tribe: Tribe) -> Clans:
        """The world with another state of one Tribe."""
        return replace(self, tribes=(tribe, self.tribes[1]) if seat == 0 else (self.tribes[0], tribe))

    def clan(self, seat: Seat, position: int) -> Clan:
        """A seat's Clan at a position."""
        return self.tribes[seat].at(position)

    def population(self, seat: Seat) -> int:
        """Of all Clans of a seat."""
        return self.tribes[seat].population

    def stain(self, seat: Seat) -> int:
        """A seat's Soulstain."""
        return self.tribes[seat].soulstain


class Tile(msgspec.Struct, frozen=True, array_like=True):
    """A tile on its line: whose, the line in half steps from N0, its row from the wave, and what lies on it."""

    seat: Seat
    line: int
    row: int
    kind: str
    population: int = 0
    counters: Counters = NO_COUNTERS


class Nexus(msgspec.Struct, frozen=True, tag="nexus"):
    """The world of Nexus lines and tiles."""

    tiles: tuple[Tile, ...] = ()
    """In the order in which the wave reaches them; of two at the same place the first seat's in front."""
    pools: tuple[Counters, Counters] = (NO_COUNTERS, NO_COUNTERS)
    """Counters of each player that lie on no tile yet."""
    soulstain: tuple[int, int] = (0, 0)

    def own(self, seat: Seat) -> tuple[Tile, ...]:
        """A seat's tiles."""
        return tuple(each for each in self.tiles if each.seat == seat)

    def population(self, seat: Seat) -> int:
        """Of all tiles of a seat."""
        return sum(each.population for each in self.own(seat))

    def stain(self, seat: Seat) -> int:
        """A seat's Soulstain."""
        return self.soulstain[seat]


class Setup(msgspec.Struct, frozen=True, kw_only=True, dict=True, cache_hash=True):
    """What a new game settles, the same record all game long."""

    playset: Playset
    pieces: Literal["tiles", "families"] = "tiles"
    """What the pieces of the older game are called (M-122)."""
    counters: Literal["mat", "told"] = "mat"
    """Whether counters lie on the trackers of the mat, where the camera counts them, or are told."""
    bots: Literal["greedy", "random"] = "greedy"
    own: bool = False
    """Whether it is a playset of somebody's own, and not one that ships."""

    @property
    def piece(self) -> Noun:
        """What the pieces of the older game are called: a tile, or a Family (M-122, B-11)."""
        return Noun("Family", "Families") if self.pieces == "families" else Noun("tile")


Ended: TypeAlias = Literal["first", "second", "draw"]


class Table(PublicTable, frozen=True, kw_only=True, cache_hash=True):
    """What everybody knows."""

    setup: Setup
    phase: Phase
    world: Clans | Nexus
    round: int = 0
    """Round counters, or the wave's strength."""
    pile: tuple[tuple[str, int], ...] = ()
    """How many cards of each kind lie in the pile, by id in rising order, none of them 0."""
    gone: tuple[tuple[str, int], ...] = ()
    """The same for cards that were drawn and do not return (M-033)."""
    choices: tuple[str, ...] = ()
    """What was revealed as A, B and C."""
    picked: tuple[str, ...] = ()
    """Which card each seat has taken of them, once that is open."""
    is_shared: bool = False
    """Whether both have taken the same one: the same letter, and not another copy of the card (M-032)."""
    committed: tuple[bool, bool] = (False, False)
    """Who has sealed what is asked now."""
    opened: tuple[Commit | None, Commit | None] = (None, None)
    """What was sealed, once it is open, until it is done."""
    owed: tuple[bool, bool] = (False, False)
    """Who has yet to move pieces for it."""
    at: int = 0
    """Where the wave is, or which Monument is dealt with; 0 is the Source. In the older game it counts spaces."""
    step: Conflict | UnsetType = UNSET
    """Of a conflict."""
    hit: tuple[Seat, ...] = ()
    """Whose population a conflict has just changed."""
    ended: Ended | UnsetType = UNSET

    @property
    def clans(self) -> Clans:
        """The world of a game with Clans."""
        assert isinstance(self.world, Clans)
        return self.world

    @property
    def nexus(self) -> Nexus:
        """The world of the older game."""
        assert isinstance(self.world, Nexus)
        return self.world

    @property
    def is_clans(self) -> bool:
        """Whether it is a game with Clans and Monuments."""
        return isinstance(self.world, Clans)

    def title(self, card: str) -> Name:
        """What people call a card, by its id."""
        return Name(self.setup.playset.titles()[card])

    @property
    def clans_set(self) -> ClansPlayset:
        """The playset of a game with Clans."""
        assert isinstance(self.setup.playset, ClansPlayset)
        return self.setup.playset

    @property
    def nexus_set(self) -> NexusPlayset:
        """The playset of the older game."""
        assert isinstance(self.setup.playset, NexusPlayset)
        return self.setup.playset


class Nothing(Secret, frozen=True):
    """A seat knows nothing that the others do not, but what it has sealed."""

    is_dealt = False


ManaState: TypeAlias = State[Table, Nothing]
ManaView: TypeAlias = View[Table, Nothing]


def pile_of(cards: dict[str, int]) -> tuple[tuple[str, int], ...]:
    """So many of each, as a position keeps them."""
    return tuple(sorted((kind, number) for kind, number in cards.items() if number > 0))


def count(pile: tuple[tuple[str, int], ...]) -> int:
    """How many cards they are."""
    return sum(number for _, number in pile)
