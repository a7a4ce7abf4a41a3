"""What can be chosen for a new game of Waves, in words for players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.core import OptionField
from companion.games.deal import CARDS
from companion.games.waves.cards import CLASSES, Class
from companion.games.waves.data import DATA, PLURALS
from companion.games.waves.setup import OWN_DEFAULTS, OWN_SET, SIDE_OPTIONS, USUAL_PLAYERS, variant_values
from companion.games.waves.words import tablet_text

Choices = tuple[tuple[Any, str], ...]
Needs = tuple[tuple[str, Any], ...]

SET_TITLES = {"first": "first game", OWN_SET: "one by one"}
SET_TITLES |= {f"row{number}": f"the older book's row {number}" for number in (1, 2, 3)}
OF_THREE: Needs = (("players", 3),)
"""Only the game of three has an Elder that belongs to nobody (W-016)."""


def _tablet(side: str) -> str:
    """A side by its class and title, for help that says which tablet an option touches."""
    tablet = DATA.tablets[side]
    return f"the {PLURALS[tablet.cls]}' tablet “{tablet.title}”"


VARIANTS: dict[str, tuple[str, str, Mapping[Any, str], Needs]] = {
    "leftover_shells": (
        "Shells left over from the last round",
        "",
        {"reset": "take them away", "add": "leave them and add the new ones"},
        (),
    ),
    "shell_cap": (
        "More than five shells",
        f"With six Followers {_tablet('NOB-A')} asks for a sixth.",
        {"5": "five are all there are", "none": "other things stand in for shells"},
        (),
    ),
    "deck_empty": (
        "When the deck is empty",
        "",
        {"reshuffle": "shuffle the discard pile", "stop": "nobody draws any more"},
        (),
    ),
    "optional_collect": (
        "An Elder that can be collected",
        "",
        {False: "must be collected", True: "may be left"},
        (),
    ),
    "rotate_gap": (
        "When the Elders move to the right, the one that belongs to nobody",
        f"In games of three: {_tablet('SEE-B2')} moves them.",
        {False: "it stays", True: "it moves with them"},
        OF_THREE,
    ),
    "ring_elders_include_gap": (
        "The Elder to the right, beside the one that belongs to nobody",
        f"In games of three: {_tablet('KNI-B2')} looks for it.",
        {True: "is that one", False: "is the next player's"},
        OF_THREE,
    ),
    "ring_agents_skip_gap": (
        "The Agent to the right, across the Elder that belongs to nobody",
        f"In games of three: {_tablet('KNI-A')} looks for it.",
        {True: "is the next player's", False: "there is none: the Agent keeps its own power"},
        OF_THREE,
    ),
    "h2h_empty_hand": (
        "Nothing in hand at a player's first Elder",
        "",
        {"draw_first": "draw the two cards first", "skip": "skip that Elder"},
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
            "Tablets",
            _default_first("tablets", {name: SET_TITLES.get(name, name) for name in (*DATA.sets, OWN_SET)}),
            "The sides that are used; the first game is for newcomers.",
            meanings=tuple((name, _sides_of(sides)) for name, sides in DATA.sets.items()),
            typed_help=f"Or five sides joined by commas, one of each class: {_sides_by_class()}.",
        ),
        *(_side_field(cls) for cls in CLASSES),
        CARDS,
        OptionField(
            "edition",
            "Edition",
            _default_first("edition", {"rebels": "final, with Rebels", "breakers": "older, with Breakers"}),
            "The older one plays Head to head in another order.",
        ),
        *rare,
    )


def _mode_field() -> OptionField:
    return OptionField("mode", "Mode", _default_first("mode", {name: mode.title for name, mode in DATA.modes.items()}))


def _players_field() -> OptionField:
    """How many play, whatever the mode (W-005)."""
    usual = USUAL_PLAYERS[OWN_DEFAULTS["mode"]]
    counts = sorted({seats for mode in DATA.modes.values() for seats in mode.seats} - {usual})
    fits = "; ".join(f"{mode.title}: {', '.join(map(str, mode.seats))}" for mode in DATA.modes.values())
    return OptionField("players", "Players", tuple((each, str(each)) for each in (usual, *counts)), f"{fits}.")


def _sides_by_class() -> str:
    """Every side by its class, as it is typed."""
    sides = {cls: [side for side, tablet in DATA.tablets.items() if tablet.cls == cls] for cls in CLASSES}
    return "; ".join(f"{PLURALS[cls]}: {', '.join(each)}" for cls, each in sides.items())


def _side_field(cls: Class) -> OptionField:
    """The side of one class's tablet, where they are chosen one by one (W-115, W-135)."""
    key = SIDE_OPTIONS[cls - 1]
    sides = {side: f"{tablet.title} ({tablet.level})" for side, tablet in DATA.tablets.items() if tablet.cls == cls}
    choices = _default_first(key, sides)
    meanings = tuple((side, (tablet_text(DATA.tablets[side]),)) for side, _ in choices)
    return OptionField(key, f"{PLURALS[cls]}' tablet", choices, needs=(("tablets", OWN_SET),), meanings=meanings)


def _sides_of(sides: Sequence[str]) -> tuple[str, ...]:
    """The sides of a set with what they do, a line a class (W-115)."""
    tablets = [DATA.tablets[side] for side in sides]
    return tuple(
        f"{PLURALS[cls]}: “{tablet.title}”. {tablet_text(tablet)}" for cls, tablet in zip(CLASSES, tablets, strict=True)
    )


def _seating_field() -> OptionField:
    """Where the one who plays alone sits; other seatings of teams differ by nothing but the teams' names (W-011)."""
    others = "XYXY"
    seatings = {OWN_DEFAULTS["seating"]: "as usual, at the last seat"}
    seatings |= {f"{others[:seat]}Z{others[seat:]}": f"at seat {seat + 1}" for seat in range(len(others) + 1)}
    return OptionField(
        "seating",
        "The solo player sits",
        _default_first("seating", seatings),
        "Teammates never sit side by side.",
        needs=(("mode", "teams"), ("players", 5)),
    )


def _gap_field() -> OptionField:
    """Where the Elder that belongs to nobody lies (W-016, A-07)."""
    places = {
        -1: "at the usual place",
        0: "between seats 1 and 2",
        1: "between seats 2 and 3",
        2: "between seats 3 and 1",
    }
    return OptionField(
        "gap_after_seat",
        "The Elder that belongs to nobody lies",
        _default_first("gap_after_seat", places),
        "In games of three; usual is between the last seat and the first.",
        is_rare=True,
        needs=OF_THREE,
    )


def _variant_field(name: str) -> OptionField:
    label, words, values, needs = VARIANTS[name]
    return OptionField(name, label, tuple((each, values[each]) for each in variant_values(name)), words, True, needs)


def _default_first(option: str, values: Mapping[Any, str]) -> Choices:
    """The values with their labels, in order, but the default in front."""
    default = OWN_DEFAULTS[option]
    return ((default, values[default]), *((each, label) for each, label in values.items() if each != default))
