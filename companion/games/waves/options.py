"""What can be chosen for a new game of Waves, in words for players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.core import OptionField
from companion.games.deal import CARDS
from companion.games.waves.cards import CLASSES, Class
from companion.games.waves.data import DATA, NOUNS
from companion.games.waves.setup import OWN_DEFAULTS, OWN_SET, SIDE_OPTIONS, USUAL_PLAYERS, variant_values
from companion.games.waves.words import tablet_text
from companion.language.message import NOTHING, Listing, Message, listing, names, say, written
from companion.language.values import Noun

Choices = tuple[tuple[Any, Message], ...]
Needs = tuple[tuple[str, Any], ...]

SET_TITLES = {"first": say("first game"), OWN_SET: say("one by one")}
SET_TITLES |= {f"row{number}": say("the older book's row {number}", number=number) for number in (1, 2, 3)}
_LEVELS = {"calm": say("calm"), "base": say("base"), "advanced": say("advanced")}
OF_THREE: Needs = (("players", 3),)
"""Only the game of three has an Elder that belongs to nobody (W-016)."""


def _owners(side: str) -> Noun:
    """Whose tablet has this side, for help that says which one an option touches."""
    return NOUNS[DATA.tablets[side].cls]


VARIANTS: dict[str, tuple[Message, Message, Mapping[Any, Message], Needs]] = {
    "leftover_shells": (
        say("Shells left over from the last round"),
        NOTHING,
        {"reset": say("take them away"), "add": say("leave them and add the new ones")},
        (),
    ),
    "shell_cap": (
        say("More than five shells"),
        say(
            "With six Followers the {elder:many}' tablet “{tablet}” asks for a sixth.",
            elder=_owners("NOB-A"),
            tablet=DATA.tablets["NOB-A"].name,
        ),
        {"5": say("five are all there are"), "none": say("other things stand in for shells")},
        (),
    ),
    "deck_empty": (
        say("When the deck is empty"),
        NOTHING,
        {"reshuffle": say("shuffle the discard pile"), "stop": say("nobody draws any more")},
        (),
    ),
    "optional_collect": (
        say("An Elder that can be collected"),
        NOTHING,
        {False: say("must be collected"), True: say("may be left")},
        (),
    ),
    "rotate_gap": (
        say("When the Elders move to the right, the one that belongs to nobody"),
        say(
            "In games of three: the {elder:many}' tablet “{tablet}” moves them.",
            elder=_owners("SEE-B2"),
            tablet=DATA.tablets["SEE-B2"].name,
        ),
        {False: say("it stays"), True: say("it moves with them")},
        OF_THREE,
    ),
    "ring_elders_include_gap": (
        say("The Elder to the right, beside the one that belongs to nobody"),
        say(
            "In games of three: the {elder:many}' tablet “{tablet}” looks for it.",
            elder=_owners("KNI-B2"),
            tablet=DATA.tablets["KNI-B2"].name,
        ),
        {True: say("is that one"), False: say("is the next player's")},
        OF_THREE,
    ),
    "ring_agents_skip_gap": (
        say("The Agent to the right, across the Elder that belongs to nobody"),
        say(
            "In games of three: the {elder:many}' tablet “{tablet}” looks for it.",
            elder=_owners("KNI-A"),
            tablet=DATA.tablets["KNI-A"].name,
        ),
        {True: say("is the next player's"), False: say("there is none: the Agent keeps its own power")},
        OF_THREE,
    ),
    "h2h_empty_hand": (
        say("Nothing in hand at a player's first Elder"),
        NOTHING,
        {"draw_first": say("draw the two cards first"), "skip": say("skip that Elder")},
        (("mode", "head_to_head"),),
    ),
}
"""Label, help, the values in words, and what is needed, of each variant; in the order in which they are shown."""
GAP_COMES_BEFORE = "rotate_gap"
"""Where the place of the Elder that belongs to nobody is asked: before what happens to it."""


def option_fields() -> tuple[OptionField, ...]:
    """The options of Waves, those that every table chooses first; their defaults are those of `new_game`."""
    rare = []
    for name in VARIANTS:
        rare += [_gap_field()] if name == GAP_COMES_BEFORE else []
        rare.append(_variant_field(name))
    return (
        _mode_field(),
        _players_field(),
        _seating_field(),
        OptionField(
            "tablets",
            say("Tablets"),
            _default_first("tablets", {name: SET_TITLES.get(name) or written(name) for name in (*DATA.sets, OWN_SET)}),
            say("The sides that are used; the first game is for newcomers."),
            meanings=tuple((name, _sides_of(sides)) for name, sides in DATA.sets.items()),
            typed_help=say("Or five sides joined by commas, one of each class: {sides}.", sides=_sides_by_class()),
        ),
        *(_side_field(cls) for cls in CLASSES),
        CARDS,
        OptionField(
            "edition",
            say("Edition"),
            _default_first("edition", {"rebels": say("final, with Rebels"), "breakers": say("older, with Breakers")}),
            say("The older one plays Head to head in another order."),
        ),
        *rare,
    )


def _mode_field() -> OptionField:
    return OptionField(
        "mode", say("Mode"), _default_first("mode", {name: written(mode.title) for name, mode in DATA.modes.items()})
    )


def _players_field() -> OptionField:
    """How many play, whatever the mode (W-005)."""
    usual = USUAL_PLAYERS[OWN_DEFAULTS["mode"]]
    counts = sorted({seats for mode in DATA.modes.values() for seats in mode.seats} - {usual})
    fits = listing(
        (
            say("{mode}: {players}", mode=written(mode.title), players=listing(mode.seats, ","))
            for mode in DATA.modes.values()
        ),
        ";",
    )
    choices = tuple((each, say("{players}", players=each)) for each in (usual, *counts))
    return OptionField("players", say("Players"), choices, say("{modes}.", modes=fits))


def _sides_by_class() -> Listing:
    """Every side by its class, as it is typed."""
    sides = {cls: [side for side, tablet in DATA.tablets.items() if tablet.cls == cls] for cls in CLASSES}
    told = (say("{elder:many}: {sides}", elder=NOUNS[cls], sides=names(each, ",")) for cls, each in sides.items())
    return listing(told, ";")


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


def _sides_of(sides: Sequence[str]) -> tuple[Message, ...]:
    """The sides of a set with what they do, a line a class (W-115)."""
    tablets = [DATA.tablets[side] for side in sides]
    return tuple(
        say("{elder:many}: “{tablet}”. {text}", elder=NOUNS[cls], tablet=tablet.name, text=tablet_text(tablet))
        for cls, tablet in zip(CLASSES, tablets, strict=True)
    )


def _seating_field() -> OptionField:
    """Where the one who plays alone sits; other seatings of teams differ by nothing but the teams' names (W-011)."""
    others = "XYXY"
    seatings = {OWN_DEFAULTS["seating"]: say("as usual, at the last seat")}
    seatings |= {
        f"{others[:seat]}Z{others[seat:]}": say("at seat {seat}", seat=seat + 1) for seat in range(len(others) + 1)
    }
    return OptionField(
        "seating",
        say("The solo player sits"),
        _default_first("seating", seatings),
        say("Teammates never sit side by side."),
        needs=(("mode", "teams"), ("players", 5)),
    )


def _gap_field() -> OptionField:
    """Where the Elder that belongs to nobody lies (W-016, A-07)."""
    places = {
        -1: say("at the usual place"),
        0: say("between seats 1 and 2"),
        1: say("between seats 2 and 3"),
        2: say("between seats 3 and 1"),
    }
    return OptionField(
        "gap_after_seat",
        say("The Elder that belongs to nobody lies"),
        _default_first("gap_after_seat", places),
        say("In games of three; usual is between the last seat and the first."),
        is_rare=True,
        needs=OF_THREE,
    )


def _variant_field(name: str) -> OptionField:
    label, words, values, needs = VARIANTS[name]
    return OptionField(name, label, tuple((each, values[each]) for each in variant_values(name)), words, True, needs)


def _default_first(option: str, values: Mapping[Any, Message]) -> Choices:
    """The values with their labels, in order, but the default in front."""
    default = OWN_DEFAULTS[option]
    return ((default, values[default]), *((each, label) for each, label in values.items() if each != default))
