"""One round of Waves as one object: a Council and plays in short notation, played and compared with what is expected.

`F4` is a Follower of class 4, `R3x2` two Rebels of class 3; plays and Elders stand by slot. Sides are P0, P1 … by seat
in All vs All, X, Y and Z in Teams, A and B in Head to head (docs/scenarios.md).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.games.core import State
from companion.games.errors import BadCase, IllegalAction
from companion.games.waves.cards import CLASSES, UNKNOWN, Class, Counts, of
from companion.games.waves.data import DATA, DECK_SIZE
from companion.games.waves.model import (
    Hidden,
    Setup,
    SlotIndex,
    Table,
    WavesState,
)
from companion.games.waves.played_round import AnyWaves, Play, play_round, side_names
from companion.games.waves.turns import ring_from_token

MODES = {"ava": "all_vs_all", "h2h": "head_to_head"}
"""Short names of modes; the long ones may be used as well."""
_NEEDED = frozenset({"mode", "players", "council", "plays", "expect"})
"""What makes an object a case of this kind."""
_PLAY = re.compile(r"F([1-5])|R([1-5])x([1-9]\d?)")

Known: TypeAlias = Annotated[Class, msgspec.Meta(ge=1, le=5)]
"""A class that is told."""


class Gap(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"cls": "class"}):
    """The unassociated Elder, and the seat after which it lies (W-016)."""

    after: int
    cls: Known


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One object as it is written; `shells` lie in the centre whatever class has the Open Majority."""

    mode: str
    players: int
    council: tuple[Known, ...]
    plays: tuple[str, ...]
    expect: dict[str, Any]
    shells: int
    token: SlotIndex = 0
    tablets: dict[str, str] = {}
    gap: Gap | None = None
    collected: dict[str, tuple[Known, ...]] = {}
    options: dict[str, Any] = {}
    id: str = ""
    title: str = ""
    rules: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()


def check_line(game: AnyWaves, raw: Mapping[str, Any]) -> tuple[str, ...] | None:
    """What came out differently, a sentence each; None where this is no round of Waves.

    Raises `BadCase` or `BadOption` for a round that cannot be set up, naming what is wrong.
    """
    if not raw.keys() >= _NEEDED:
        return None
    try:
        case = msgspec.convert(dict(raw), Case)
    except msgspec.ValidationError as error:
        raise BadCase(f"This is no round of Waves: {error}. Compare with docs/scenarios.md.") from error
    plays = tuple(parse_play(text) for text in case.plays)
    state, wanted = position(game, case, plays)
    try:
        found = play_round(game, state, plays, wanted)
    except IllegalAction as error:
        return (f"The round came to an act that was refused: {error}",)
    unknown = sorted(set(case.expect) - set(found))
    if unknown:
        raise BadCase(f"A round has no {unknown[0]!r} to expect. It has: {', '.join(found)}.")
    return tuple(_differences(case.expect, found))


def parse_play(text: str) -> Play:
    """`F4` or `R3x2` as a play. Raises `BadCase` for anything else."""
    match = _PLAY.fullmatch(text)
    if match is None:
        raise BadCase(f"{text!r} is no play. Write F and a class, or R, a class, x and a number: F4, R3x2.")
    follower, rebel, count = match.groups()
    return Play("follower", int(follower)) if follower else Play("rebel", int(rebel), int(count))


# --- the position ---


def position(game: AnyWaves, case: Case, plays: Sequence[Play]) -> tuple[WavesState, list[list[Class]]]:
    """The state before the shells are laid, every hand told; and the cards that each seat must still draw to play so.

    Raises `BadCase` where the numbers do not fit together, `BadOption` where there is no such game.
    """
    state = game.new_game(_options(case), {})
    setup = state.table.setup
    if {len(case.council), len(plays)} != {setup.slot_count}:
        count = setup.slot_count
        raise BadCase(f"{setup.players} players need {count} Elders and {count} plays, one a slot.")
    names = side_names(setup)
    stray = sorted(set(case.collected) - set(names))
    if stray:
        raise BadCase(f"{stray[0]!r} is no side of this game. The sides are: {', '.join(names)}.")
    collected = [of(*case.collected.get(name, ())) for name in names]
    table = replace(state.table, token=case.token)
    wanted = _wanted(table, plays)
    hands, short = _hands(setup, wanted, _lying(case, plays))
    facts = _facts(case, collected, [sum(hand) for hand in hands])
    try:
        table = game.correct(state, facts).table
    except IllegalAction as error:
        raise BadCase(f"{error.reason} Mend the round's numbers.") from error
    first = setup.owner(case.token) if setup.is_head_to_head else -1
    secrets = tuple(Hidden(hand, (UNKNOWN,) * len(setup.own_slots(seat))) for seat, hand in enumerate(hands))
    state = State(replace(table, first=first), secrets)
    broken = game.violations(state)
    if broken:
        raise BadCase(f"{' '.join(map(str, broken))} Mend the round's numbers.")
    return state, short


def _options(case: Case) -> dict[str, Any]:
    """The options of the game: sides that are not named are those of the first row."""
    sides = list(DATA.sets["row1"])
    for cls, side in case.tablets.items():
        if cls not in map(str, CLASSES):
            raise BadCase(f"{cls!r} is no class of a tablet. Use 1 to {len(CLASSES)}.")
        sides[int(cls) - 1] = side
    gap = {} if case.gap is None else {"gap_after_seat": case.gap.after}
    mode = MODES.get(case.mode, case.mode)
    return {"mode": mode, "players": case.players, "tablets": sides, "cards": "virtual", **gap, **case.options}


def _facts(case: Case, collected: Sequence[Counts], hands: Sequence[int]) -> dict[str, int | str]:
    gap = {} if case.gap is None else {"gap": case.gap.cls}
    away = len(case.council) + len(gap) + sum(hands) + sum(map(sum, collected))
    return {
        "phase": "shells",
        "token": case.token,
        "deck": DECK_SIZE - away,
        **gap,
        **{f"elder.{slot}": elder for slot, elder in enumerate(case.council)},
        **{f"hand.{seat}": count for seat, count in enumerate(hands)},
        **{f"council_card.{cls}": case.shells for cls in CLASSES},
        **{f"collected.{side}.{cls}": pile[cls - 1] for side, pile in enumerate(collected) for cls in CLASSES},
    }


def _wanted(table: Table, plays: Sequence[Play]) -> list[list[Class]]:
    """The cards that each seat plays, in the order in which it does."""
    wanted: list[list[Class]] = [[] for _ in range(table.setup.players)]
    for slot in ring_from_token(table):
        wanted[table.setup.owner(slot)] += plays[slot].cards
    return wanted


def _lying(case: Case, plays: Sequence[Play]) -> Counter[Class]:
    """How many cards of each class the case speaks of."""
    cards = [*case.council, *(cls for pile in case.collected.values() for cls in pile)]
    cards += [cls for play in plays for cls in play.cards]
    return Counter([*cards, *([case.gap.cls] if case.gap is not None else [])])


def _hands(
    setup: Setup, wanted: Sequence[Sequence[Class]], used: Counter[Class]
) -> tuple[list[Counts], list[list[Class]]]:
    """A full hand a seat that holds what it plays, filled with the class used least; and what it has yet to draw."""
    hands, short = [], []
    for seat, cards in enumerate(wanted):
        limit = setup.limits[seat]
        if len(cards) > limit and not setup.is_head_to_head:
            raise BadCase(f"Seat {seat} plays {len(cards)} cards, more than the {limit} in its hand.")
        hand = list(cards[:limit])
        while len(hand) < limit:
            least = min(CLASSES, key=lambda cls: used[cls])
            hand.append(least)
            used[least] += 1
        hands.append(of(*hand))
        short.append(list(cards[limit:]))
    return hands, short


# --- what came out ---


def _differences(expect: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[str]:
    for key, wanted in expect.items():
        if key == "steps":
            yield from _steps(wanted, found[key])
        elif _settled(key, wanted) != found[key]:
            yield f"{key}: expected {_shown(wanted)}, got {_shown(found[key])}"


def _settled(key: str, wanted: Any) -> Any:
    """An expected value without what does not matter: the order of cards in a pile, and piles without cards."""
    if key == "discard" and isinstance(wanted, list):
        return sorted(wanted)
    if key == "collected" and isinstance(wanted, dict):
        return {side: sorted(pile) for side, pile in wanted.items() if pile}
    return wanted


def _steps(wanted: Any, found: list[list[Any]]) -> Iterator[str]:
    if not isinstance(wanted, list):
        raise BadCase(f"steps are {wanted!r}. Write a list of [slot, Agent power, Elder power, C or H].")
    for index in range(max(len(wanted), len(found))):
        each = wanted[index] if index < len(wanted) else None
        other = found[index] if index < len(found) else None
        if each != other:
            yield f"step {index + 1}: expected {_step_words(each)}, got {_step_words(other)}"


def _step_words(step: Any) -> str:
    if not isinstance(step, list) or len(step) != 4:
        return "no step" if step is None else repr(step)
    slot, agent, elder, letter = step
    end = {"C": "collected", "H": "to hand"}.get(letter, repr(letter))
    return f"slot {slot}, {agent} against {elder}, {end}"


def _shown(value: Any) -> str:
    return "nothing" if value is None or value in ([], {}, "") else str(value)
