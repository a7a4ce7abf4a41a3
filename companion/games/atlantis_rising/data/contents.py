"""What one box of the game says of tiles, levels, components, councilors, cards and track, by data.toml and the owner.

Ledger: section 4. A game keeps what the owner had typed when it began, and so goes on as it began.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from operator import ge
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import astuple

from companion.games.atlantis_rising.data.effects import NO_EFFECT, Effect
from companion.games.shared.figures import Status
from companion.games.shared.files import read_as

Peninsula: TypeAlias = Literal["mountains", "hills", "forests", "cities", "libraries", "forges"]
Resource: TypeAlias = Literal["gold", "crystal", "ore", "atlantium"]
Letter: TypeAlias = Literal["A", "B", "C", "D", "core"]
Icon: TypeAlias = Literal["both", "one_discard", "one_bottom"]
PieceKind: TypeAlias = Literal["leader", "follower", "volunteer", "hologram", "automaton"]
Key: TypeAlias = tuple[int, PieceKind, str, int]
"""A piece by seat, kind, place and space."""
Known: TypeAlias = Literal["library", "special", "letters", "levels"]
PENINSULAS: Final[tuple[Peninsula, ...]] = ("mountains", "hills", "forests", "cities", "libraries", "forges")
"""In table order; they are numbered from 0 in it."""
RESOURCES: Final[tuple[Resource, ...]] = ("gold", "crystal", "ore", "atlantium")
"""Energy is none of them (A-125)."""
LETTERS: Final[tuple[Letter, ...]] = ("A", "B", "C", "D")
RINGS: Final = 6
"""Tiles of a peninsula."""
LEVELS: Final = (1, 2, 3, 4, 5)
POWER_CORE: Final = "power_core"
NUMBERED: Final[Mapping[str, int]] = {name: number for number, name in enumerate(PENINSULAS)}
"""The number of each."""
BASIC: Final = {f"basic_{name}": number for name, number in NUMBERED.items()}
"""The misfortunes that name one, with its number."""
CALM: Final = "calm_seas"
CONTROLLED: Final = "controlled_flood"
ARTIFACT: Final = "artifact"
"""Of the library deck, a card that is an artifact, whichever."""
HIDDEN: Final = "?"
"""A library card in the place of whose name others see this; in its holder's own hand, one that nobody has told."""
ALL_CALM: Final = 9
ALL_CONTROLLED: Final = 9
ALL_BASIC: Final = 36
ALL_SPECIAL: Final = 13
"""Misfortune cards of the box by kind (003:L74-86)."""
NON_ARTIFACTS: Final = 22
ARTIFACTS: Final = 11
ARTIFACTS_IN_DECK: Final = 4
"""Library cards of the box (003:L80-88, decisions Q-02, Q-03), and how many artifacts are shuffled in (A-004)."""
INTRODUCTORY: Final = ("mystic_siphon", "matter_converter", "numinous_beacon", "entropy_drive")
"""Beside every A component, the Blueprint of the first game (A-009)."""


class Tiles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The six tiles of a peninsula, ring 1 first."""

    kind: Literal["wild", "cities", "libraries", "forges"]
    spaces: tuple[int, ...]
    """Places for one Atlantean; in the Cities, for two."""
    resource: Resource | None = None
    number: tuple[int | tuple[int, ...], ...] = ()
    """What a die has to reach, or what a piece of ore is worth in a Forge; where it differs, one for each space."""
    icon: tuple[Icon, ...] = ()
    status: Status = "assumed"

    def number_at(self, ring: int, space: int) -> int:
        """The number below a space (003:L449-451); whoever has no space of the tile uses that of the last one."""
        found = self.number[ring - 1]
        return found if isinstance(found, int) else found[min(space, len(found) - 1)]


class Spaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The places of a component that is built."""

    kind: Literal["single", "double"]
    n: int
    n5: int = 0
    """So many more with five players and more (A-031)."""
    allow: tuple[PieceKind, ...] = ()
    """Who may stand there; empty for everybody."""
    need: PieceKind | None = None
    """Who has to be among the two of a double space."""
    removes: bool = False
    """Whether that one goes out of the game (A-168)."""


class Price(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What something costs, what somebody pays, or what somebody owns."""

    gold: int = 0
    crystal: int = 0
    ore: int = 0
    atlantium: int = 0
    energy: int = 0

    def plus(self, other: Price, times: int = 1) -> Price:
        """Both together, the other so many times."""
        return Price(*[mine + times * more for mine, more in zip(astuple(self), astuple(other), strict=True)])

    def covers(self, other: Price) -> bool:
        """Whether there is as much of everything here."""
        return all(map(ge, astuple(self), astuple(other)))

    def short_of(self, owned: Price, free: int = 0) -> Price:
        """What of it is lacking where so much is owned, and so many resources that a price may have are waived."""
        lacking = {name: max(0, self[name] - owned[name]) for name in GOODS}
        for name in WAIVED:
            cut = min(free, lacking[name])
            lacking[name], free = lacking[name] - cut, free - cut
        return Price(**lacking)

    def __getitem__(self, name: str) -> int:
        number: int = getattr(self, name)
        return number

    @property
    def total(self) -> int:
        """How many things it is."""
        return sum(astuple(self))

    @property
    def riches(self) -> int:
        """How many resources it is; energy is none (A-125)."""
        return self.total - self.energy

    @property
    def is_whole(self) -> bool:
        """Whether nothing in it is below 0."""
        return not any(each < 0 for each in astuple(self))


NO_PRICE: Final = Price()
GOODS: Final = Price.__struct_fields__
"""The resources, and energy."""
WAIVED: Final[tuple[Resource, ...]] = ("gold", "crystal", "atlantium")
"""Resources that a price may have (A-088)."""


def together(prices: Iterable[Price]) -> Price:
    """All of them in one."""
    return reduce(Price.plus, prices, NO_PRICE)


class Component(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One component of the Blueprint."""

    name: str
    letter: Letter
    cost: Price
    spaces: Spaces | None = None
    on_activate: tuple[Effect, ...] = ()
    on_build: tuple[Effect, ...] = ()
    status: Status = "assumed"
    assumed: tuple[str, ...] = ()
    """Of an example, what no example tells."""


class Councilor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One councilor board."""

    name: str
    effect: Effect = NO_EFFECT
    status: Status = "assumed"


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One card of the library or one special misfortune, with its copies."""

    name: str
    copies: int = 1
    effect: Effect = NO_EFFECT
    status: Status = "assumed"


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a difficulty level sets (A-156 to A-159)."""

    components: dict[str, int]
    calm_seas: int
    controlled_floods: int
    energy: int


class Track(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wrath values along their track."""

    values: tuple[int, ...]
    status: Status = "assumed"


class Basic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many basic misfortunes name each peninsula."""

    mountains: int
    hills: int
    forests: int
    cities: int
    libraries: int
    forges: int
    status: Status = "assumed"


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of it."""

    peninsula: dict[Peninsula, Tiles]
    wrath: Track
    basic: Basic
    levels: tuple[Level, ...]
    components: dict[str, Component]
    councilors: dict[str, Councilor]
    library: dict[str, Card]
    artifacts: dict[str, Card]
    special: dict[str, Card]
    known: dict[Known, Status] = {}
    """Where the entries come from that have no row of their own: how many there are of each card, letters, levels."""

    def tiles(self, peninsula: int) -> Tiles:
        """The tiles of a peninsula, counted from 0 in table order."""
        return self.peninsula[PENINSULAS[peninsula]]

    def card(self, name: str) -> Card:
        """A library card or an artifact by its name."""
        return self.library.get(name) or self.artifacts[name]


SHIPPED: Final = read_as(__package__, "data.toml", Box)
"""What data.toml says."""
Entry: TypeAlias = int | bool | str | tuple[int | str | tuple[int, ...], ...] | None
"""What may stand at one place of the data; a list of numbers or of names is one entry, as long as the owner's is."""
Typed: TypeAlias = tuple[tuple[str, Entry], ...]
"""What the owner has typed: where it stands, as "peninsula.hills.number.2" or "wrath.values", and what stands there."""


@lru_cache(maxsize=64)
def box_of(typed: Typed) -> Box:
    """The shipped box with these of its entries replaced; a place in a list counts from 0, the next one adds to it, and
    None empties the list. False in the place of a component's spaces, or of
    who is needed there: there are none, or nobody is.

    Raises `LookupError` with a place that no box has, or `msgspec.ValidationError`.
    """
    if not typed:
        return SHIPPED
    raw: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(SHIPPED))
    for path, value in typed:
        try:
            _type_in(raw, path.split("."), value)
        except (LookupError, ValueError, TypeError, AttributeError) as error:
            raise LookupError(path) from error
    return msgspec.convert(raw, Box)


def _type_in(raw: Any, path: Sequence[str], value: Entry) -> None:
    at, last = raw, path[-1]
    for key in path[:-1]:
        at = _within(at, key)
    if isinstance(at, list):
        _within(at, last)
        at[int(last)] = msgspec.to_builtins(value)
        return
    if last == "op":
        # Another operation: the number and the rest of the old one mean nothing for it.
        at.clear()
    is_none = last in ("spaces", "need") and value is False  # there is no other way to say so in TOML
    at[last] = None if is_none else [] if value is None else msgspec.to_builtins(value)


def _within(at: Any, key: str) -> Any:
    """What stands there in a table or in a list; a new table where there is none yet."""
    if isinstance(at, list):
        if int(key) == len(at):
            at.append({})
        return at[int(key)]
    if at.get(key) is None:
        at[key] = {}
    return at[key]


def _entry(value: Any) -> Any:
    """The same with tuples in the place of lists."""
    return tuple(_entry(inner) for inner in value) if isinstance(value, list | tuple) else value


def typed_of(owner: Mapping[str, Any]) -> Typed:
    """What the owner's file says, which has the shape of data.toml, as pairs in the order of the file.

    A list there stands for the whole list, however long the shipped one is.
    """
    found = list[tuple[str, Entry]]()

    def walk(path: str, value: Any) -> None:
        if isinstance(value, Mapping):
            for key, inner in sorted(value.items(), key=lambda item: item[0] != "op"):
                walk(f"{path}.{key}" if path else str(key), inner)
        elif isinstance(value, list | tuple) and any(isinstance(inner, Mapping) for inner in value):
            found.append((path, None))
            for number, inner in enumerate(value):
                walk(f"{path}.{number}", inner)
        else:
            found.append((path, _entry(value)))

    walk("", owner)
    return tuple(found)
