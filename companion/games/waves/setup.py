"""A new game of Waves from its options."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, Literal, get_args, get_type_hints

import msgspec

from companion.games.core import RuleId, State
from companion.games.errors import BadOption
from companion.games.shared.options import check_value, unknown_option
from companion.games.waves import told
from companion.games.waves.cards import CLASSES, NONE, UNKNOWN
from companion.games.waves.data import DATA, DECK_SIZE, HAND, NOUNS, SOLO_HAND, council_card
from companion.games.waves.model import (
    Goal,
    Hand,
    Hidden,
    Phase,
    Setup,
    Side,
    Slot,
    Table,
    Variants,
    WavesState,
)
from companion.games.waves.words import SIDE_LETTERS
from companion.language.message import listing, names, say, written
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
EDITIONS = ("rebels", "breakers")


def new_game(options: Mapping[str, Any], owner: Mapping[str, Any]) -> WavesState:
    """The state before anything is laid out (W-001..W-014); `owner` is the content of owner/waves.toml.

    Raises `BadOption` for an unknown option, mode, seat count, seating, edition, set, tablet side or variant.
    """
    variants = read_variants({key: value for key, value in options.items() if key not in OWN_DEFAULTS})
    chosen = {**OWN_DEFAULTS, **options}
    _one_of("cards", chosen["cards"], ("own", "virtual"))
    _one_of("edition", chosen["edition"], EDITIONS)
    _one_of("mode", chosen["mode"], tuple(DATA.modes))
    mode, players = chosen["mode"], _players(chosen["mode"], chosen["players"])
    sides = _sides(mode, players, chosen["seating"])
    classes = {**_classes(owner.get(told.CLASSES_TOLD, {})), **_classes(chosen["tablet_classes"])}
    first = _first_seers(owner)
    tablets = _tablets(_first_game(first) if chosen["tablets"] == "first" else _named_sides(chosen), classes)
    setup = Setup(
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
    table = Table(
        setup=setup,
        phase=Phase.COUNCIL if setup.is_head_to_head else Phase.TOKEN,
        slots=(Slot(),) * setup.slot_count,
        hands=(Hand(),) * players,
        collected=(NONE,) * len(setup.goals),
        deck=DECK_SIZE,
        drawn=(0,) * players,
        why=_rules(setup, chosen["tablets"]),
    )
    dealt = Hidden(agents=(UNKNOWN,) * len(setup.own_slots(0))) if setup.cards == "virtual" else None
    return State(table, (dealt,) * players)


def read_variants(options: Mapping[str, Any]) -> Variants:
    """The variants among a game's options. Raises `BadOption` for an unknown option, or a value it cannot have."""
    allowed = {name: variant_values(name) for name in Variants.__struct_fields__}
    for name, value in options.items():
        if name not in allowed:
            raise unknown_option("Waves", name, (*OWN_DEFAULTS, *allowed))
        _one_of(name, value, allowed[name])
    return Variants(**options)


@functools.cache  # type hints are read anew each time, and a page asks for every variant of every mode
def variant_values(name: str) -> tuple[Any, ...]:
    """What a variant may be, its default first."""
    kind = get_type_hints(Variants)[name]
    values = (False, True) if kind is bool else get_args(kind)
    default = getattr(Variants(), name)
    return (default, *(value for value in values if value != default))


def _rules(setup: Setup, tablets: object) -> tuple[RuleId, ...]:
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
        raise BadOption(
            say(
                "{mode} is not played by {players}. It is played by: {known} (W-005).",
                mode=written(DATA.modes[mode].title),
                players=_quoted(players),
                known=listing(seats, ","),
            )
        )
    return players


def _sides(mode: str, players: int, seating: object) -> tuple[Side, ...]:
    """The side of each seat (W-007, W-011). Raises `BadOption` where neighbours would belong together."""
    if mode != "teams":
        if seating:
            raise BadOption(
                say(
                    "Only team games have a seating, not {mode}. Leave out {seating}.",
                    mode=written(DATA.modes[mode].title),
                    seating=_quoted(seating),
                )
            )
        return tuple(range(players))
    usual = DATA.modes[mode].seating[str(players)]
    letters = str(seating).upper() if seating else usual
    if sorted(letters) != sorted(usual):
        raise _unfit_seating(seating, players, usual)
    for seat in range(players):
        after = (seat + 1) % players
        if letters[seat] == letters[after]:
            raise BadOption(
                say(
                    "In the seating {letters} seats {seat} and {after} sit side by side and are one team. "
                    "Each player sits between two opponents, as in {usual} (W-011).",
                    letters=Name(letters),
                    seat=seat + 1,
                    after=after + 1,
                    usual=Name(usual),
                )
            )
    return tuple(SIDE_LETTERS.index(letter) for letter in letters)


def _unfit_seating(seating: object, players: int, usual: str) -> BadOption:
    if "Z" in usual:
        return BadOption(
            say(
                "The seating {seating} does not fit {players} players. Give a letter for each seat, clockwise, "
                "as in {usual}: X and Y are the teams, Z is the solo player (W-011).",
                seating=_quoted(seating),
                players=players,
                usual=Name(usual),
            )
        )
    return BadOption(
        say(
            "The seating {seating} does not fit {players} players. Give a letter for each seat, clockwise, "
            "as in {usual}: X and Y are the teams (W-011).",
            seating=_quoted(seating),
            players=players,
            usual=Name(usual),
        )
    )


def _is_solo(mode: str, sides: tuple[Side, ...], seat: int) -> bool:
    return mode == "teams" and sides.count(sides[seat]) == 1


def _goal(mode: str, players: int, sides: tuple[Side, ...], side: Side) -> Goal:
    """What a side needs: a solo player among teams less than they do (W-031..W-033)."""
    is_solo = _is_solo(mode, sides, sides.index(side))
    goal = DATA.goals["short" if is_solo else DATA.modes[mode].goals[str(players)]]
    return Goal(goal.different.value, goal.total.value)


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
        raise BadOption(
            say(
                "The tablets' classes are {chosen}. Write a side and its class, 1 (Scholar) to 5 (Noble), "
                "as in SCH-A = 4, or leave them out.",
                chosen=_quoted(chosen),
            )
        ) from error
    unknown = [side for side in classes if side not in DATA.tablets]
    if unknown:
        side, known = _quoted(unknown[0]), names(DATA.tablets, ",")
        raise BadOption(say("{side} is no tablet side. The sides are: {known}.", side=side, known=known))
    return dict(classes)


def _first_seers(owner: Mapping[str, Any]) -> str:
    """The side that the owner's book pictures for the first game where we deduce it; empty where nobody typed it."""
    side = owner.get(told.FIRST, "")
    fitting = [name for name, tablet in DATA.tablets.items() if tablet.cls == DATA.first_unsure]
    if side != "" and side not in fitting:
        raise BadOption(
            say(
                "{key} is {side} in owner/waves.toml. Write one of {known}, or delete that line.",
                key=Name(told.FIRST),
                side=_quoted(side),
                known=names(fitting, ","),
            )
        )
    return str(side)


def _first_game(seers: str) -> tuple[str, ...]:
    """The sides of the first game, with the one that the owner has told (A-25)."""
    sides = list(DATA.sets["first"])
    sides[DATA.first_unsure - 1] = seers or sides[DATA.first_unsure - 1]
    return tuple(sides)


def _named_sides(chosen: Mapping[str, Any]) -> object:
    """What was chosen as tablets, side by side where it is the own set."""
    return [chosen[key] for key in SIDE_OPTIONS] if chosen["tablets"] == OWN_SET else chosen["tablets"]


def _tablets(chosen: object, classes: Mapping[str, int]) -> tuple[str, ...]:
    """Five sides, Scholar first (W-115). Raises `BadOption` for an unknown set or side, or a side of another class."""
    if isinstance(chosen, str):
        _one_of("tablets", chosen, (*DATA.sets, OWN_SET))
        sides = DATA.sets[chosen]
    else:
        sides = tuple(str(side) for side in chosen) if isinstance(chosen, list | tuple) else ()
    if len(sides) != len(CLASSES):
        raise BadOption(
            say(
                "Waves needs five tablet sides, one a class, Scholars first, not {chosen} (W-115).",
                chosen=_quoted(chosen),
            )
        )
    for cls, side in zip(CLASSES, sides, strict=True):
        if side not in DATA.tablets or classes.get(side, DATA.tablets[side].cls) != cls:
            fitting = [name for name, tablet in DATA.tablets.items() if classes.get(name, tablet.cls) == cls]
            raise BadOption(
                say(
                    "{side} is not a tablet side of the {cls:many}. Choose: {known} (W-115).",
                    side=_quoted(side),
                    cls=NOUNS[cls],
                    known=names(fitting, ","),
                )
            )
    return sides


def _quoted(value: object) -> Name:
    """What was typed, as it was, for a sentence that refuses it."""
    return Name(repr(value))
