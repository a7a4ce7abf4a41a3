"""A new game of Waves from its options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from companion.games.core import RuleId, State
from companion.games.errors import BadOption
from companion.games.shared.options import check_value, unknown_option
from companion.games.waves.data.figures import DATA, DECK_SIZE, HAND, NOUNS, OPTIONS, SOLO_HAND, council_card
from companion.games.waves.state import model
from companion.games.waves.words import house_rules
from companion.games.waves.words.names import SIDE_LETTERS
from companion.language.message import NOTHING, listing, names, say, written
from companion.language.values import Name

USUAL_PLAYERS = {"head_to_head": 2, "all_vs_all": 4, "teams": 4}
OWN_SET = "own"
"""The set whose sides are chosen one by one."""
SIDE_OPTIONS = tuple(cls.plural.lower() for cls in DATA.classes)
OWN_DEFAULTS: dict[str, Any] = {
    "mode": "all_vs_all",
    "players": 0,
    "seating": "",
    "tablets": "first",
    **dict(zip(SIDE_OPTIONS, DATA.sets["first"], strict=True)),
    "tablet_classes": {},
    "cards": "own",
    "edition": "rebels",
    "gap_after_seat": -1,
}
"""Options that are no variants; 0, "" and -1 stand for what is usual in the mode.

`tablets` is the name of a set, or five sides, Scholar first, or "own": then each class's option names its side.
`tablet_classes` is the class of sides that the table counts otherwise (A-24)."""


def new_game(options: Mapping[str, Any], owner: Mapping[str, Any]) -> model.WavesState:
    """The state before anything is laid out (W-001..W-014); `owner` is the content of owner/waves.toml.

    Raises `BadOption` for an unknown option, mode, seat count, seating, edition, set, tablet side or variant.
    """
    variants = _variants({key: value for key, value in options.items() if key not in OWN_DEFAULTS})
    chosen = {**OWN_DEFAULTS, **options}
    _one_of("cards", chosen["cards"], ("own", "virtual"))
    _one_of("edition", chosen["edition"], OPTIONS["edition"].allowed)
    _one_of("mode", chosen["mode"], tuple(DATA.modes))
    mode, players = chosen["mode"], _players(chosen["mode"], chosen["players"])
    sides = _sides(mode, players, chosen["seating"])
    classes = {**_classes(owner.get(house_rules.CLASSES_TOLD, {})), **_classes(chosen["tablet_classes"])}
    first = _first_seers(owner)
    tablets = _tablets(chosen, first, classes)
    setup = model.Setup(
        mode=mode,
        players=players,
        tablets=tablets,
        council_card=council_card(mode, players, owner),
        cards=chosen["cards"],
        sides=sides,
        goals=tuple(_goal(mode, players, sides, side) for side in range(max(sides) + 1)),
        limits=tuple(SOLO_HAND if _is_solo(mode, sides, seat) else HAND for seat in range(players)),
        gap_after=_gap(mode, players, chosen["gap_after_seat"]),
        edition=chosen["edition"],
        variants=variants,
        confirmed=tuple(side for side in tablets if side in classes or side == first) or msgspec.UNSET,
    )
    table = model.Table(
        setup=setup,
        phase=model.Phase.COUNCIL if setup.is_head_to_head else model.Phase.TOKEN,
        slots=(model.Slot(),) * setup.slot_count,
        hands=(model.Hand(),) * players,
        collected=(model.NONE,) * len(setup.goals),
        deck=DECK_SIZE,
        drawn=(0,) * players,
        why=_rules(setup, chosen["tablets"]),
    )
    dealt = model.Hidden(agents=(model.UNKNOWN,) * len(setup.own_slots(0))) if setup.cards == "virtual" else None
    return State(table, (dealt,) * players)


def _variants(options: Mapping[str, Any]) -> model.Variants:
    """The variants among a game's options. Raises `BadOption` for an unknown option, or a value it cannot have."""
    known = model.Variants.__struct_fields__
    for name, value in options.items():
        if name not in known:
            raise unknown_option("Waves", name, (*OWN_DEFAULTS, *known))
        _one_of(name, value, OPTIONS[name].allowed)
    return model.Variants(**options)


def _rules(setup: model.Setup, tablets: object) -> tuple[RuleId, ...]:
    """The rules of the setup that this game has used."""
    is_advanced = any(DATA.tablets[side].level == "advanced" for side in setup.tablets)
    of_mode: dict[str, tuple[RuleId, ...]] = {"head_to_head": ("W-017", "W-100"), "teams": ("W-007", "W-011")}
    return (
        *("W-001", "W-003", "W-004", "W-005", "W-006", "W-008", "W-010", "W-014", "W-115"),
        *of_mode.get(setup.mode, ("W-007",)),
        *(("W-013",) if SOLO_HAND in setup.limits else ()),
        *(("W-135",) if is_advanced else ()),
        *(("W-136",) if isinstance(tablets, str) and tablets not in ("first", OWN_SET) else ()),
    )


def _one_of(option: str, value: object, allowed: tuple[Any, ...]) -> None:
    check_value("Waves", option, value, allowed)


def _players(mode: str, players: object) -> int:
    seats = DATA.modes[mode].seats
    if players in (0, None):
        return USUAL_PLAYERS[mode]
    if type(players) is not int or players not in seats:
        title, known = written(DATA.modes[mode].title), listing(seats, ",")
        text = say(
            "{mode} is not played by {players}. It is played by: {known} (W-005).",
            mode=title,
            players=_quoted(players),
            known=known,
        )
        raise BadOption(text)
    return players


def _sides(mode: str, players: int, seating: object) -> tuple[model.Side, ...]:
    """The side of each seat (W-007, W-011). Raises `BadOption` where neighbours would belong together."""
    title = written(DATA.modes[mode].title)
    if mode != "teams":
        if seating:
            given = _quoted(seating)
            raise BadOption(
                say("Only team games have a seating, not {mode}. Leave out {seating}.", mode=title, seating=given)
            )
        return tuple(range(players))
    usual = DATA.modes[mode].seating[str(players)]
    letters = str(seating).upper() if seating else usual
    if sorted(letters) != sorted(usual):
        text = say(
            "The seating {seating} does not fit {players} players. Give a letter for each seat, clockwise, "
            "as in {usual}: X and Y are the teams{solo} (W-011).",
            seating=_quoted(seating),
            players=players,
            usual=Name(usual),
            solo=say(", Z is the solo player") if "Z" in usual else NOTHING,
        )
        raise BadOption(text)
    for seat, after in zip(range(players), (*range(1, players), 0), strict=True):
        if letters[seat] == letters[after]:
            text = say(
                "In the seating {letters} seats {seat} and {after} sit side by side and are one team. "
                "Each player sits between two opponents, as in {usual} (W-011).",
                letters=Name(letters),
                seat=seat + 1,
                after=after + 1,
                usual=Name(usual),
            )
            raise BadOption(text)
    return tuple(SIDE_LETTERS.index(letter) for letter in letters)


def _is_solo(mode: str, sides: tuple[model.Side, ...], seat: int) -> bool:
    return mode == "teams" and sides.count(sides[seat]) == 1


def _goal(mode: str, players: int, sides: tuple[model.Side, ...], side: model.Side) -> model.Goal:
    """What a side needs: a solo player among teams less than they do (W-031..W-033)."""
    is_solo = _is_solo(mode, sides, sides.index(side))
    goal = DATA.goals["short" if is_solo else DATA.modes[mode].goals[str(players)]]
    return model.Goal(goal.different.value, goal.total.value)


def _gap(mode: str, players: int, after: object) -> int:
    """The seat after which the unassociated Elder lies: the last one, if not chosen otherwise (W-016, A-07)."""
    has_gap = mode == "all_vs_all" and players == 3
    if after == -1:
        return players - 1 if has_gap else -1
    if not has_gap:
        raise BadOption(say("Only the game of three has an unassociated Elder. Leave out gap_after_seat (W-016)."))
    _one_of("gap_after_seat", after, tuple(range(players)))
    return int(str(after))


def _classes(chosen: object) -> dict[str, int]:
    """The class of each side that the table counts otherwise than we do (A-24)."""
    try:
        classes = msgspec.convert(chosen, dict[str, Literal[1, 2, 3, 4, 5]])
    except msgspec.ValidationError as error:
        text = say(
            "The tablets' classes are {chosen}. Write a side and its class, 1 (Scholar) to 5 (Noble), "
            "as in SCH-A = 4, or leave them out.",
            chosen=_quoted(chosen),
        )
        raise BadOption(text) from error
    for side in classes:
        if side not in DATA.tablets:
            known = names(DATA.tablets, ",")
            raise BadOption(say("{side} is no tablet side. The sides are: {known}.", side=_quoted(side), known=known))
    return dict(classes)


def _first_seers(owner: Mapping[str, Any]) -> str:
    """The side that the owner's book pictures for the first game where we deduce it; empty where nobody typed it."""
    side = owner.get(house_rules.FIRST, "")
    fitting = [name for name, tablet in DATA.tablets.items() if tablet.cls == DATA.first_unsure]
    if side != "" and side not in fitting:
        text = say(
            "{key} is {side} in owner/waves.toml. Write one of {known}, or delete that line.",
            key=Name(house_rules.FIRST),
            side=_quoted(side),
            known=names(fitting, ","),
        )
        raise BadOption(text)
    return str(side)


def _tablets(chosen: Mapping[str, Any], first_seers: str, classes: Mapping[str, int]) -> tuple[str, ...]:
    """Five sides, Scholar first (W-115); of the first game with the one that the owner has told (A-25).

    Raises `BadOption` for an unknown set or side, or a side of another class.
    """
    asked: object = chosen["tablets"]
    if asked == OWN_SET:
        asked = [chosen[key] for key in SIDE_OPTIONS]
    elif isinstance(asked, str):
        _one_of("tablets", asked, (*DATA.sets, OWN_SET))
        sides = list(DATA.sets[asked])
        if asked == "first" and first_seers:
            sides[DATA.first_unsure - 1] = first_seers
        asked = sides
    sides = [str(side) for side in asked] if isinstance(asked, list | tuple) else []
    if len(sides) != len(model.CLASSES):
        text = say(
            "Waves needs five tablet sides, one a class, Scholars first, not {chosen} (W-115).", chosen=_quoted(asked)
        )
        raise BadOption(text)
    of_class = {side: classes.get(side, tablet.cls) for side, tablet in DATA.tablets.items()}
    for cls, side in zip(model.CLASSES, sides, strict=True):
        if of_class.get(side) != cls:
            text = say(
                "{side} is not a tablet side of the {cls:many}. Choose: {known} (W-115).",
                side=_quoted(side),
                cls=NOUNS[cls],
                known=names((name for name, each in of_class.items() if each == cls), ","),
            )
            raise BadOption(text)
    return tuple(sides)


def _quoted(value: object) -> Name:
    """What was typed, as it was, for a sentence that refuses it."""
    return Name(repr(value))
