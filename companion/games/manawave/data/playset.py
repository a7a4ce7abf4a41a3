"""A playset: every card and figure of a game as data, and the two that ship. Ledger: sections 4.3 to 4.5."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, ClassVar, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import astuple

from companion.games.manawave.data.effects import Bought, Effect
from companion.games.shared.figures import Status
from companion.games.shared.files import read_as

Edition: TypeAlias = Literal["clans", "nexus"]
POSITIONS: Final = 3
OFFERED: Final = 3
"""Cards that are revealed as Choices A, B and C (M-030, M-210)."""
Cap: TypeAlias = Literal["clan_population", "tribe_population", "none"]
Metric: TypeAlias = Literal[
    "attack", "shield", "growth", "sacrifice", "mana", "modality", "population", "soulstain", "families", "families_min"
]
Scope: TypeAlias = Literal["clan_here", "tribe"]


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What stands in a playset's file."""


class Initial(_Record, frozen=True):
    """What a Clan begins with, or what a Family brings with it (M-016, M-041)."""

    population: int = 0
    mana: int = 0
    attack: int = 0
    shield: int = 0
    sacrifice: int = 0
    growth: int = 0

    def items(self) -> Iterator[tuple[str, int]]:
        """How much of each kind."""
        return zip(self.__struct_fields__, astuple(self), strict=True)


class ClansSetup(_Record, frozen=True, kw_only=True):
    """Figures of a game with Clans."""

    positions: int = POSITIONS
    pile_sets_per_player_faction: int = 1
    family_initial: Initial = Initial(population=2)
    family_initial_same_pick: Initial = Initial(population=1)
    """Where both have indicated the same card (B-02)."""
    clan_initial: Initial = Initial(population=2)
    max_families_per_clan: int = 8
    end_when_pile_below: int = OFFERED


class ClansOptions(_Record, frozen=True, kw_only=True):
    """How the text is read where it can be read in several ways (ledger, section 5)."""

    veto: Literal["replace_unvetoed", "one_at_random"] = "replace_unvetoed"
    same_pick: Literal["both", "again"] = "both"
    cap_counts_existing: bool = False
    tribe_mana_assignable: bool = True
    mana_persists: bool = True
    pile_empty: Literal["draw", "population"] = "draw"
    phase_order: Literal["resolution_first", "conflict_first"] = "resolution_first"


class Rate(_Record, frozen=True):
    """How much mana one counter costs, and how many may be converted in a phase."""

    mana: int
    cap: Cap = "none"


class _Rates(_Record, frozen=True, kw_only=True):
    def of(self, kind: Bought) -> Rate:
        """What one of a kind costs."""
        rate: Rate = getattr(self, kind)
        return rate


class ClanRates(_Rates, frozen=True, kw_only=True):
    """What a Clan may convert its mana into (M-063, M-064, M-067, M-070)."""

    attack: Rate = Rate(1, "clan_population")
    shield: Rate = Rate(1, "clan_population")
    growth: Rate = Rate(1, "clan_population")
    modality: Rate = Rate(1)


class TribeRates(_Rates, frozen=True, kw_only=True):
    """What a Tribe may convert its mana into (M-065, M-066, M-067)."""

    attack: Rate = Rate(2, "tribe_population")
    shield: Rate = Rate(2, "tribe_population")
    growth: Rate = Rate(2, "tribe_population")


class Convert(_Record, frozen=True, kw_only=True):
    """All conversions of mana."""

    clan: ClanRates = ClanRates()
    tribe: TribeRates = TribeRates()


class Card(_Record, frozen=True, kw_only=True):
    """What every card has."""

    id: str
    name: str = ""
    text: str = ""
    """What is printed on it, where its author wants other words than the companion's own."""

    @property
    def title(self) -> str:
        """What people call it."""
        return self.name or self.id.replace("_", " ").capitalize()


class ClanCard(Card, frozen=True, kw_only=True):
    """One of a player's three starting Clans."""

    effects: tuple[Effect, ...] = ()


class Faction(Card, frozen=True, kw_only=True):
    """A group of Families; each player takes two."""


class Modality(_Record, frozen=True, kw_only=True):
    """One mode of a Family: what it costs, and what it does (M-071)."""

    cost: int = 0
    effects: tuple[Effect, ...] = ()


class FamilyCard(Card, frozen=True, kw_only=True):
    """A kind of Family."""

    faction: str
    copies: int = 1
    """In one set of its Faction."""
    modality: tuple[Modality, ...]
    initial: Initial | None = None
    """What it brings with it, where that is not what every Family brings."""


class Threshold(_Record, frozen=True, kw_only=True):
    """A Monument decides nothing before one side has so many."""

    metric: Metric
    scope: Scope
    per_round: int = 0
    add: int = 0


class Compare(_Record, frozen=True, kw_only=True):
    """Whose value is more, or less, wins."""

    metric: Metric
    scope: Scope
    prefer: Literal["more", "fewer"] = "more"


class LoseIf(_Record, frozen=True, kw_only=True):
    """A side with no more than this loses."""

    metric: Metric
    scope: Scope
    at_most: int


class Resolve(_Record, frozen=True, kw_only=True):
    """How a Monument is resolved (M-080)."""

    min_round: int = 0
    threshold: Threshold | None = None
    compare: tuple[Compare, ...] = ()
    lose_if: LoseIf | None = None


class MonumentCard(Card, frozen=True, kw_only=True):
    """A Monument: one of those present from the start, or one that may replace it."""

    default: bool = False
    resolve: Resolve


class Origin(_Record, frozen=True):
    """Where a figure comes from."""

    of: str
    """Its path: "setup.clan_initial"."""
    status: Status


class _Playset(_Record, frozen=True, kw_only=True, dict=True, cache_hash=True, tag_field="edition"):
    schema: int = 1
    name: str = ""
    author: str = ""
    status: tuple[Origin, ...] = ()
    """Where figures come from; empty in a designer's own, whose figures are as they say."""

    def titles(self) -> Mapping[str, str]:
        """What people call each card, by its id."""
        rows = (getattr(self, row, ()) for row in ("clan", "faction", "family", "monument", "tile"))
        return {each.id: each.title for row in rows for each in row}


class ClansPlayset(_Playset, frozen=True, kw_only=True, dict=True, cache_hash=True, tag="clans"):
    """Everything of one game with Clans and Monuments."""

    edition: ClassVar[Edition] = "clans"

    setup: ClansSetup = ClansSetup()
    options: ClansOptions = ClansOptions()
    convert: Convert = Convert()
    clan: tuple[ClanCard, ...]
    faction: tuple[Faction, ...]
    family: tuple[FamilyCard, ...]
    monument: tuple[MonumentCard, ...]

    @cached_property
    def clans(self) -> Mapping[str, ClanCard]:
        """The starting Clans by their ids."""
        return {each.id: each for each in self.clan}

    @cached_property
    def families(self) -> Mapping[str, FamilyCard]:
        """The Families by their ids."""
        return {each.id: each for each in self.family}

    @cached_property
    def monuments(self) -> Mapping[str, MonumentCard]:
        """The Monuments by their ids."""
        return {each.id: each for each in self.monument}

    @cached_property
    def factions(self) -> Mapping[str, Faction]:
        """The Factions by their ids."""
        return {each.id: each for each in self.faction}


TileType: TypeAlias = Literal["tribe", "geography", "monument"]


class TileCard(Card, frozen=True, kw_only=True):
    """A kind of tile of the older game."""

    type: TileType
    copies: int = 1
    population: int = 0
    on_wave: tuple[Effect, ...] = ()


Geometry: TypeAlias = Literal["half_step_drop", "hex_lattice", "same_line"]


class NexusBoard(_Record, frozen=True, kw_only=True):
    """The path of the wave, and how tiles come to lie beside it."""

    nexus: int = 5
    max_rows: int = 5
    geometry: Geometry = "half_step_drop"
    strength_start: int = 0


class NexusSetup(_Record, frozen=True, kw_only=True):
    """Figures of the older game."""

    end_when_pile_below: int = OFFERED


class NexusPlayset(_Playset, frozen=True, kw_only=True, dict=True, cache_hash=True, tag="nexus"):
    """Everything of one game with Nexus lines and tiles."""

    edition: ClassVar[Edition] = "nexus"

    setup: NexusSetup = NexusSetup()
    board: NexusBoard = NexusBoard()
    tile: tuple[TileCard, ...]

    @cached_property
    def tiles(self) -> Mapping[str, TileCard]:
        """The tiles by their ids."""
        return {each.id: each for each in self.tile}


Playset: TypeAlias = ClansPlayset | NexusPlayset


def playset_of(table: Mapping[str, Any]) -> Playset:
    """The playset that a TOML file says. Raises `msgspec.ValidationError`, which names the place in it."""
    edition: type[Playset] = NexusPlayset if table.get("edition") == "nexus" else ClansPlayset
    return msgspec.convert(table, edition)


SHIPPED: Final[Mapping[Edition, Playset]] = {
    "clans": read_as(__package__, "clans.toml", ClansPlayset),
    "nexus": read_as(__package__, "nexus.toml", NexusPlayset),
}
"""The demonstration sets."""
