"""The figures of a Pirate Map and of the dice, as data.toml and the owner say them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, Literal, TypeAlias

import msgspec

from companion.games.errors import BadOption
from companion.games.shared.called import fault_in_name
from companion.games.shared.figures import Figure, OwnerFigure, OwnerFigures
from companion.games.shared.files import read_as
from companion.language.message import Message, listing, say
from companion.language.values import Name
from companion.runtime.look_alikes import look_of

CannonName: TypeAlias = Literal["small", "large"]
FREE: Final = "freebooter"
"""The colour of a die that belongs to nobody, in positions: what the real ones look like is the owner's matter."""
PATH: Final = ("map",)
"""The table of the figures in the owner's file."""


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the booklet says in words or figures that can be read."""

    per_colour: int
    freebooters: int
    start_per_player: int
    freebooter_extra: int
    draw_per_player: int
    infamy: int
    points_divisor: int
    spirits: int
    raised: int
    squares: int
    full_bonus: int
    greatest_bonus: int
    bury_bonus: int


class _Dice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    colours: tuple[str, ...]


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data.toml."""

    printed: Printed
    dice: _Dice
    map: dict[str, Figure]


_DATA: Final = read_as(__package__, "data.toml", _Data)
PRINTED: Final = _DATA.printed
CREW_COLOURS: Final = _DATA.dice.colours
SHIPPED: Final = _DATA.map
LONGEST_COLOUR: Final = 24
"""Characters of a colour's name."""
NO_CREW: Final = frozenset(("clear", "unknown", FREE))
"""Names that no crew can have."""
_CAP, _DRUNKEN, _CHESTS, _HULL, _PORTS, _CREW, _SMALL, _LARGE = 0, 1, 2, 8, 11, 14, 17, 20
LONGEST_ROW: Final = PRINTED.squares * PRINTED.raised
"""The greatest sum of a track."""


def _levels(name: str, label: Message, words: Message) -> Iterator[OwnerFigure]:
    for level in (1, 2, 3):
        yield OwnerFigure(
            f"{name}_{level}",
            f"{name}.circle.{level}",
            say("{track}, circle {level}", track=label, level=level),
            say("circle {level} of {track}", level=level, track=words),
            1,
            LONGEST_ROW,
        )


def _cannon(name: str, shots: int, label: Message, words: Message) -> Iterator[OwnerFigure]:
    key = f"{name}.squares"
    yield OwnerFigure(
        f"{name}_squares", key, say("{cannon}, squares", cannon=label), say("squares of {cannon}", cannon=words), 1, 5
    )
    for shot in range(1, shots + 1):
        yield OwnerFigure(
            f"{name}_{shot}",
            f"{name}.shot.{shot}",
            say("{cannon}, sum for shot {shot}", cannon=label, shot=shot),
            say("shot {shot} of {cannon}", shot=shot, cannon=words),
            0,
            LONGEST_ROW,
        )


def _chests() -> Iterator[OwnerFigure]:
    for chest in (1, 2, 3):
        yield OwnerFigure(
            f"chest{chest}_rows",
            f"chest{chest}.rows",
            say("Chest {chest}, rows", chest=chest),
            say("rows of chest {chest}", chest=chest),
            1,
            4,
        )
        yield OwnerFigure(
            f"chest{chest}_columns",
            f"chest{chest}.columns",
            say("Chest {chest}, columns", chest=chest),
            say("columns of chest {chest}", chest=chest),
            1,
            4,
        )


_TITLE, _ABOUT = say("Pirate Map"), say("Figures of the Pirate Map")
FIGURES: Final = (
    OwnerFigure("infamy_cap", "infamy.cap", say("Circles of Infamy (0: no limit)"), say("circles of Infamy"), 0, 36),
    OwnerFigure("drunken", "drunken", say("What a drunken sailor shows"), say("a drunken sailor shows"), 1, 6),
    *_chests(),
    *_levels("hull", say("Hull"), say("Hull")),
    *_levels("ports", say("Ports"), say("Ports")),
    *_levels("crew", say("Crew"), say("Crew")),
    *_cannon("small", 2, say("Small cannon"), say("the small cannon")),
    *_cannon("large", 3, say("Large cannon"), say("the large cannon")),
)
MAP: Final = OwnerFigures("owner/rolling_with_the_waves.toml", _TITLE, _ABOUT, FIGURES)
"""Every figure that the owner of the game may read off a map and type."""
_GROUPS: Final[dict[str, tuple[int, int]]] = {
    "cap": (_CAP, _DRUNKEN),
    "drunken": (_DRUNKEN, _CHESTS),
    "chests": (_CHESTS, _HULL),
    "hull": (_HULL, _PORTS),
    "ports": (_PORTS, _CREW),
    "crew": (_CREW, _SMALL),
    "cannons": (_SMALL, len(FIGURES)),
}
_RISING: Final = (_GROUPS["hull"], _GROUPS["ports"], _GROUPS["crew"], (_SMALL + 1, _LARGE), (_LARGE + 1, len(FIGURES)))
"""Where figures are sums none of which may fall."""


class Sheet:
    """The figures of one game, read off as plain numbers."""

    __slots__ = ("_figures",)

    def __init__(self, figures: tuple[Figure, ...]) -> None:
        self._figures = figures

    def _some(self, begin: int, end: int) -> tuple[int, ...]:
        return tuple(figure.value for figure in self._figures[begin:end])

    @property
    def cap(self) -> int:
        """The most Infamy; 0 for no limit (A-17)."""
        return self._figures[_CAP].value

    @property
    def drunken(self) -> int:
        """What a drunken sailor shows (A-01)."""
        return self._figures[_DRUNKEN].value

    def columns(self, chest: int) -> int:
        """Squares of a chest, from 0, beside one another."""
        return self._figures[_CHESTS + 2 * chest + 1].value

    def room(self, chest: int) -> int:
        """Squares of a chest, from 0."""
        return self._figures[_CHESTS + 2 * chest].value * self.columns(chest)

    def circles(self, track: Literal["hull", "ports", "crew"]) -> tuple[int, ...]:
        """The sums at which a track has its levels."""
        return self._some(*_GROUPS[track])

    def squares(self, cannon: CannonName) -> int:
        """Squares of a cannon."""
        return self._figures[_SMALL if cannon == "small" else _LARGE].value

    def shots_at(self, cannon: CannonName) -> tuple[int, ...]:
        """The sums at which a cannon has its shots (A-05)."""
        return self._some(_SMALL + 1, _LARGE) if cannon == "small" else self._some(_LARGE + 1, len(FIGURES))

    def rising(self) -> Iterator[tuple[int, ...]]:
        """Each list of sums, none of which may fall."""
        for begin, end in _RISING:
            yield self._some(begin, end)


def read_figures(owner: Mapping[str, Any]) -> tuple[Figure, ...]:
    """The figures of a new game. Raises `BadOption` for what the owner's file may not say."""
    figures = MAP.read(SHIPPED, owner, PATH)
    if falling(figures):
        raise BadOption(
            say(
                "The circles of a track, or the shots of a cannon, fall. "
                "Each needs at least the sum of the one before: put them right in owner/rolling_with_the_waves.toml."
            )
        )
    if 0 < Sheet(figures).cap < PRINTED.infamy:
        raise BadOption(
            say(
                "The Pirate Map has {cap} circles of Infamy, and {start} are filled at the start. "
                "Write at least {start}, or 0 for no limit, into owner/rolling_with_the_waves.toml.",
                cap=Sheet(figures).cap,
                start=PRINTED.infamy,
            )
        )
    return figures


def read_crew(owner: Mapping[str, Any]) -> tuple[str, ...]:
    """The crew colours: those assumed, or those of the owner's dice, in the order of the seats. Raises `BadOption`."""
    dice = owner.get("dice", {})
    typed = dice.get("colours", CREW_COLOURS) if isinstance(dice, Mapping) else dice
    names = tuple(typed) if isinstance(typed, list | tuple) else ()
    is_sound = all(
        isinstance(each, str) and 1 <= len(each) <= LONGEST_COLOUR and fault_in_name(each) is None for each in names
    )
    if is_sound and len(names) == len(CREW_COLOURS) == len({*map(look_of, names)}) and NO_CREW.isdisjoint(names):
        return names
    raise BadOption(
        say(
            "The crew colours are {typed} in {file}. Write colours = [...] in [dice]: {number} names of colours, each "
            "another one, none of them {others}; or delete the line.",
            typed=Name(repr(typed)[:80]),
            file=Name(MAP.file),
            number=len(CREW_COLOURS),
            others=listing(map(Name, sorted(NO_CREW)), "or"),
        )
    )


def varied_owner(rng: random.Random) -> dict[str, Any]:
    """What the owner of a virtual game has typed: nothing in half of them, else every figure, within its bounds."""
    if rng.random() < 0.5:
        return {}
    typed = {each.name: rng.randint(each.low, each.high) for each in FIGURES}
    for begin, end in _RISING:
        names = [each.name for each in FIGURES[begin:end]]
        typed.update(zip(names, sorted(typed[name] for name in names), strict=True))
    if typed[FIGURES[_CAP].name] < PRINTED.infamy:
        typed[FIGURES[_CAP].name] = 0
    return {PATH[0]: typed}


def named(figures: Sequence[Figure]) -> dict[str, Figure]:
    """The figures by their names in data.toml."""
    return {each.name: figure for each, figure in zip(FIGURES, figures, strict=True)}


def sources(figures: Sequence[Figure]) -> tuple[Message, ...]:
    """Which figures the owner has typed and which are assumed, a sentence for each that there are."""
    typed = [
        say("{figure} {number}", figure=each.words, number=figure.value)
        for each, figure in zip(FIGURES, figures, strict=True)
        if figure.status == "owner"
    ]
    told = (say("Typed by the owner: {figures}.", figures=listing(typed, ",")),) if typed else ()
    return (*told, *MAP.assumed(figures))


def falling(figures: tuple[Figure, ...]) -> bool:
    """Whether some circle or shot comes at a lower sum than the one before."""
    return any(now < before for each in Sheet(figures).rising() for before, now in pairwise(each))


def assumed(figures: Sequence[Figure], *groups: str) -> tuple[Message, ...]:
    """A sentence on those figures of some groups that nobody has confirmed yet, or none."""
    places = [place for group in groups for place in range(*_GROUPS[group])]
    asked = OwnerFigures(MAP.file, _TITLE, _ABOUT, tuple(FIGURES[place] for place in places))
    return asked.assumed([figures[place] for place in places])
