"""The figures of a Pirate Map and of the dice, as data.toml and the owner say them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
NO_PAINT: Final = "#8a949c"
LONGEST_COLOUR: Final = 24
"""Characters of a colour's name."""
NO_CREW: Final = frozenset(("clear", "unknown", FREE))
"""Names that no crew can have."""
_TITLE, _ABOUT = say("Pirate Map"), say("Figures of the Pirate Map")


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
    paints: dict[str, str]


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data.toml."""

    printed: Printed
    dice: _Dice
    map: dict[str, Figure]


_DATA: Final = read_as(__package__, "data.toml", _Data)
PRINTED: Final = _DATA.printed
CREW_COLOURS: Final = _DATA.dice.colours
SHIPPED: Final = _DATA.map
PAINTS: Final = _DATA.dice.paints
LONGEST_ROW: Final = PRINTED.squares * PRINTED.raised
"""The greatest sum of a track."""


def _levels(name: str, label: Message, words: Message) -> Iterator[OwnerFigure]:
    for level in (1, 2, 3):
        told = say("{track}, circle {level}", track=label, level=level)
        within = say("circle {level} of {track}", level=level, track=words)
        yield OwnerFigure(f"{name}_{level}", f"{name}.circle.{level}", told, within, 1, LONGEST_ROW)


def _cannon(name: str, shots: int, label: Message, words: Message) -> Iterator[OwnerFigure]:
    told, within = say("{cannon}, squares", cannon=label), say("squares of {cannon}", cannon=words)
    yield OwnerFigure(f"{name}_squares", f"{name}.squares", told, within, 1, 5)
    for shot in range(1, shots + 1):
        told = say("{cannon}, sum for shot {shot}", cannon=label, shot=shot)
        within = say("shot {shot} of {cannon}", shot=shot, cannon=words)
        yield OwnerFigure(f"{name}_{shot}", f"{name}.shot.{shot}", told, within, 0, LONGEST_ROW)


def _chests() -> Iterator[OwnerFigure]:
    for chest in (1, 2, 3):
        label, words = say("Chest {chest}, rows", chest=chest), say("rows of chest {chest}", chest=chest)
        yield OwnerFigure(f"chest{chest}_rows", f"chest{chest}.rows", label, words, 1, 4)
        label, words = say("Chest {chest}, columns", chest=chest), say("columns of chest {chest}", chest=chest)
        yield OwnerFigure(f"chest{chest}_columns", f"chest{chest}.columns", label, words, 1, 4)


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
_SUMS: Final = {
    row: [each.name for each in FIGURES if each.name in (f"{row}_1", f"{row}_2", f"{row}_3")]
    for row in ("hull", "ports", "crew", "small", "large")
}
"""The figures at which each row has its levels or shots; none of them may fall."""


class Sheet:
    """The figures of one game as plain numbers: looked up at every act, and so read off once."""

    def __init__(self, figures: Sequence[Figure]) -> None:
        values = {name: figure.value for name, figure in named(figures).items()}
        self.cap = values["infamy_cap"]
        """The most Infamy; 0 for no limit (A-17)."""
        self.drunken = values["drunken"]
        """What a drunken sailor shows (A-01)."""
        self._columns = tuple(values[f"chest{chest}_columns"] for chest in (1, 2, 3))
        self._squares = {cannon: values[f"{cannon}_squares"] for cannon in ("small", "large")}
        self._squares["raise"] = PRINTED.spirits
        for chest, columns in enumerate(self._columns):
            self._squares[f"chest.{chest}"] = values[f"chest{chest + 1}_rows"] * columns
        self._sums = {row: tuple(map(values.__getitem__, names)) for row, names in _SUMS.items()}

    def columns(self, chest: int) -> int:
        """Squares of a chest, from 0, beside one another."""
        return self._columns[chest]

    def squares(self, row: str) -> int:
        """Squares of a row of the map."""
        return self._squares.get(row, PRINTED.squares)

    def sums(self, row: str) -> tuple[int, ...]:
        """The sums at which a row has its levels, or a cannon its shots (A-05); none of a row without."""
        return self._sums.get(row, ())

    @property
    def falls(self) -> bool:
        """Whether some circle or shot comes at a lower sum than the one before."""
        return any(list(sums) != sorted(sums) for sums in self.rising())

    def rising(self) -> Iterable[tuple[int, ...]]:
        """Each list of sums, none of which may fall."""
        return self._sums.values()


def read_figures(owner: Mapping[str, Any]) -> tuple[Figure, ...]:
    """The figures of a new game. Raises `BadOption` for what the owner's file may not say."""
    figures = MAP.read(SHIPPED, owner, PATH)
    sheet = Sheet(figures)
    if sheet.falls:
        raise BadOption(
            say(
                "The circles of a track, or the shots of a cannon, fall. "
                "Each needs at least the sum of the one before: put them right in owner/rolling_with_the_waves.toml."
            )
        )
    if 0 < sheet.cap < PRINTED.infamy:
        raise BadOption(
            say(
                "The Pirate Map has {cap} circles of Infamy, and {start} are filled at the start. "
                "Write at least {start}, or 0 for no limit, into owner/rolling_with_the_waves.toml.",
                cap=sheet.cap,
                start=PRINTED.infamy,
            )
        )
    return figures


def read_crew(owner: Mapping[str, Any]) -> tuple[str, ...]:
    """The crew colours: those assumed, or those of the owner's dice, in the order of the seats. Raises `BadOption`."""
    dice = owner.get("dice", {})
    typed = dice.get("colours", CREW_COLOURS) if isinstance(dice, Mapping) else dice
    names = tuple(typed) if isinstance(typed, list | tuple) else ()
    sizes = (len(each) if isinstance(each, str) and fault_in_name(each) is None else 0 for each in names)
    is_sound = all(1 <= size <= LONGEST_COLOUR for size in sizes)
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
    for names in _SUMS.values():
        typed.update(zip(names, sorted(typed[name] for name in names), strict=True))
    if typed["infamy_cap"] < PRINTED.infamy:
        typed["infamy_cap"] = 0
    return {PATH[0]: typed}


def named(figures: Sequence[Figure]) -> dict[str, Figure]:
    """The figures by their names in data.toml."""
    return {each.name: figure for each, figure in zip(FIGURES, figures, strict=True)}


def sources(figures: Sequence[Figure]) -> tuple[Message, ...]:
    """Which figures the owner has typed and which are assumed, a sentence for each that there are."""
    both = ((each, figure.value) for each, figure in zip(FIGURES, figures, strict=True) if figure.status == "owner")
    typed = [say("{figure} {number}", figure=each.words, number=value) for each, value in both]
    told = (say("Typed by the owner: {figures}.", figures=listing(typed, ",")),) if typed else ()
    return (*told, *MAP.assumed(figures))


def assumed(figures: Sequence[Figure], *names: str) -> tuple[Message, ...]:
    """A sentence on those figures, of all whose names begin so, that nobody has confirmed yet, or none."""
    by_name, asked = named(figures), [each for name in names for each in FIGURES if each.name.startswith(name)]
    return OwnerFigures(MAP.file, _TITLE, _ABOUT, tuple(asked)).assumed([by_name[each.name] for each in asked])


def paint(colour: str) -> str:
    """How a colour is painted, as `#rrggbb`."""
    return PAINTS.get(colour, NO_PAINT)
