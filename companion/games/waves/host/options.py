"""What can be chosen for a new game of Waves, in words for players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.games.core import OptionField
from companion.games.deal import CARDS
from companion.games.waves.data.figures import DATA, NOUNS, OPTIONS
from companion.games.waves.host.setup import OWN_DEFAULTS, OWN_SET, SIDE_OPTIONS, USUAL_PLAYERS
from companion.games.waves.state.model import CLASSES, Class
from companion.games.waves.words.names import tablet_text
from companion.language.message import Message, filled, listing, names, say, written

_SETS: Final = {
    "first": say("first game"),
    OWN_SET: say("one by one"),
    **{f"row{number}": say("the older book's row {number}", number=number) for number in (1, 2, 3)},
}
_LEVELS: Final = {"calm": say("calm"), "base": say("base"), "advanced": say("advanced")}


def option_fields() -> tuple[OptionField, ...]:
    """The options of Waves, those that every table chooses first; their defaults are those of `new_game`."""
    modes = {name: written(mode.title) for name, mode in DATA.modes.items()}
    first, *others = (_field(key) for key in OPTIONS)
    return (
        OptionField("mode", say("Mode"), _default_first("mode", modes)),
        _players_field(),
        first,
        _tablets_field(),
        *(_side_field(cls) for cls in CLASSES),
        CARDS,
        *others,
    )


def _field(key: str) -> OptionField:
    """An option as options.toml has it."""
    option = OPTIONS[key]
    if not option.side:
        return option.field(key)
    tablet = DATA.tablets[option.side]
    return option.field(key, filled(option.help, elder=NOUNS[tablet.cls], tablet=tablet.name))


def _players_field() -> OptionField:
    """How many play, whatever the mode (W-005)."""
    usual, modes = USUAL_PLAYERS[OWN_DEFAULTS["mode"]], DATA.modes.values()
    counts = sorted({seats for mode in modes for seats in mode.seats} - {usual})
    fits = (say("{mode}: {players}", mode=written(mode.title), players=listing(mode.seats, ",")) for mode in modes)
    choices = tuple((each, say("{players}", players=each)) for each in (usual, *counts))
    return OptionField("players", say("Players"), choices, say("{modes}.", modes=listing(fits, ";")))


def _tablets_field() -> OptionField:
    """Which sides are used: a set of them, with what each does, or one by one (W-115)."""
    sides = {cls: [side for side, tablet in DATA.tablets.items() if tablet.cls == cls] for cls in CLASSES}
    typed = (say("{elder:many}: {sides}", elder=NOUNS[cls], sides=names(each, ",")) for cls, each in sides.items())
    lines = {
        name: tuple(
            say(
                "{elder:many}: “{tablet}”. {text}",
                elder=NOUNS[cls],
                tablet=DATA.tablets[side].name,
                text=tablet_text(DATA.tablets[side]),
            )
            for cls, side in zip(CLASSES, chosen, strict=True)
        )
        for name, chosen in DATA.sets.items()
    }
    return OptionField(
        "tablets",
        say("Tablets"),
        _default_first("tablets", {name: _SETS.get(name) or written(name) for name in (*DATA.sets, OWN_SET)}),
        say("The sides that are used; the first game is for newcomers."),
        meanings=tuple(lines.items()),
        typed_help=say("Or five sides joined by commas, one of each class: {sides}.", sides=listing(typed, ";")),
    )


def _side_field(cls: Class) -> OptionField:
    """The side of one class's tablet, where they are chosen one by one (W-115, W-135)."""
    key = SIDE_OPTIONS[cls - 1]
    sides = {
        side: say("{tablet} ({level})", tablet=tablet.name, level=_LEVELS[tablet.level])
        for side, tablet in DATA.tablets.items()
        if tablet.cls == cls
    }
    choices = _default_first(key, sides)
    meanings = tuple((side, (tablet_text(DATA.tablets[side]),)) for side, _ in choices)
    label = say("{elder:many}' tablet", elder=NOUNS[cls])
    return OptionField(key, label, choices, needs=(("tablets", OWN_SET),), meanings=meanings)


def _default_first(option: str, values: Mapping[Any, Message]) -> tuple[tuple[Any, Message], ...]:
    """The values with their labels, in order, but the default in front."""
    default = OWN_DEFAULTS[option]
    return ((default, values[default]), *((each, label) for each, label in values.items() if each != default))
