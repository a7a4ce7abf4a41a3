"""One round of Waves as one object: a Council and plays in short notation, played and compared with what is expected.

`F4` is a Follower of class 4, `R3x2` two Rebels of class 3; plays and Elders stand by slot. Sides are P0, P1 … by seat
in All vs All, X, Y and Z in Teams, A and B in Head to head (docs/scenarios.md).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.games.core import State
from companion.games.errors import BadCase, GameError, IllegalAction
from companion.games.game import Game
from companion.games.waves.data.figures import DATA, DECK_SIZE
from companion.games.waves.rules import actions
from companion.games.waves.state import hidden, model, tablets
from companion.games.waves.state.model import CLASSES, UNKNOWN, Class, Counts, Table, WavesState

AnyWaves: TypeAlias = Game[Table, model.Hidden, actions.WavesAction]
_MODES: Final = {"ava": "all_vs_all", "h2h": "head_to_head"}
"""Short names of modes; the long ones may be used as well."""
_NEEDED: Final = frozenset({"mode", "players", "council", "plays", "expect"})
"""What makes an object a case of this kind."""
_PLAY: Final = re.compile(r"F([1-5])|R([1-5])x([1-9]\d?)")
_MOST_ACTS: Final = 500
"""More than any round takes: a game that does not get on is told of instead of played forever."""
_Known: TypeAlias = Annotated[Class, msgspec.Meta(ge=1, le=5)]
"""A class that is told."""


class _Gap(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"cls": "class"}):
    """The unassociated Elder, and the seat after which it lies (W-016)."""

    after: int
    cls: _Known


class _Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One object as it is written; `shells` lie in the centre whatever class has the Open Majority."""

    mode: str
    players: int
    council: tuple[_Known, ...]
    plays: tuple[str, ...]
    expect: dict[str, Any]
    shells: int
    token: model.SlotIndex = 0
    tablets: dict[str, str] = {}
    gap: _Gap | None = None
    collected: dict[str, tuple[_Known, ...]] = {}
    options: dict[str, Any] = {}
    id: str = ""
    title: str = ""
    rules: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()


class _Play(msgspec.Struct, frozen=True):
    """The Agents of one slot."""

    posture: model.Posture
    cards: tuple[Class, ...]
    """All of one class (W-053)."""


def check_line(game: AnyWaves, raw: Mapping[str, Any]) -> tuple[str, ...] | None:
    """What came out differently, a sentence each; None where this is no round of Waves.

    Raises `BadCase` or `BadOption` for a round that cannot be set up, naming what is wrong.
    """
    if not raw.keys() >= _NEEDED:
        return None
    try:
        case = msgspec.convert(dict(raw), _Case)
    except msgspec.ValidationError as error:
        raise BadCase(f"This is no round of Waves: {error}. Compare with docs/scenarios.md.") from error
    plays = tuple(map(_parsed, case.plays))
    state, to_draw = _position(game, case, plays)
    try:
        found = _played(game, state, plays, to_draw)
    except IllegalAction as error:
        return (f"The round came to an act that was refused: {error}",)
    unknown = sorted(set(case.expect) - set(found))
    if unknown:
        raise BadCase(f"A round has no {unknown[0]!r} to expect. It has: {', '.join(found)}.")
    return tuple(_differences(case.expect, found))


def _parsed(text: str) -> _Play:
    """`F4` or `R3x2` as a play. Raises `BadCase` for anything else."""
    match = _PLAY.fullmatch(text)
    if match is None:
        raise BadCase(f"{text!r} is no play. Write F and a class, or R, a class, x and a number: F4, R3x2.")
    follower, rebel, count = match.groups()
    return _Play("follower", (int(follower),)) if follower else _Play("rebel", (int(rebel),) * int(count))


def _side_names(setup: model.Setup) -> tuple[str, ...]:
    """What the sides are called in this notation, by side."""
    if setup.is_teams:
        return tuple("XYZ"[: len(setup.goals)])
    return ("A", "B") if setup.is_head_to_head else tuple(f"P{side}" for side in range(len(setup.goals)))


def _position(game: AnyWaves, case: _Case, plays: Sequence[_Play]) -> tuple[WavesState, list[list[Class]]]:
    """The state before the shells are laid, every hand told; and the cards that each seat must still draw to play so.

    Raises `BadCase` where the numbers do not fit together, `BadOption` where there is no such game.
    """
    state = game.new_game(_options(case), {})
    setup = state.table.setup
    if {len(case.council), len(plays)} != {setup.slot_count}:
        count = setup.slot_count
        raise BadCase(f"{setup.players} players need {count} Elders and {count} plays, one a slot.")
    sides = _side_names(setup)
    stray = sorted(set(case.collected) - set(sides))
    if stray:
        raise BadCase(f"{stray[0]!r} is no side of this game. The sides are: {', '.join(sides)}.")
    collected = [model.of(*case.collected.get(name, ())) for name in sides]
    table = replace(state.table, token=case.token)
    hands, to_draw = _hands(table, case, plays)
    try:
        table = game.correct(state, _facts(case, collected, [sum(hand) for hand in hands])).table
    except IllegalAction as error:
        raise BadCase(f"{error.reason} Mend the round's numbers.") from error
    first = setup.owner(case.token) if setup.is_head_to_head else -1
    down = (UNKNOWN,) * len(setup.own_slots(0))
    state = State(replace(table, first=first), tuple(model.Hidden(hand, down) for hand in hands))
    broken = game.violations(state)
    if broken:
        raise BadCase(f"{' '.join(map(str, broken))} Mend the round's numbers.")
    return state, to_draw


def _options(case: _Case) -> dict[str, Any]:
    """The options of the game: sides that are not named are those of the first row."""
    sides = list(DATA.sets["row1"])
    for cls, side in case.tablets.items():
        if cls not in map(str, CLASSES):
            raise BadCase(f"{cls!r} is no class of a tablet. Use 1 to {len(CLASSES)}.")
        sides[int(cls) - 1] = side
    gap = {} if case.gap is None else {"gap_after_seat": case.gap.after}
    mode = _MODES.get(case.mode, case.mode)
    return {"mode": mode, "players": case.players, "tablets": sides, "cards": "virtual", **gap, **case.options}


def _facts(case: _Case, collected: Sequence[Counts], hands: Sequence[int]) -> dict[str, int | str]:
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


def _hands(table: Table, case: _Case, plays: Sequence[_Play]) -> tuple[list[Counts], list[list[Class]]]:
    """A full hand a seat that holds what it plays, filled with the class used least; and what it has yet to draw."""
    wanted: list[list[Class]] = [[] for _ in range(table.setup.players)]
    for slot in tablets.ring_from_token(table):
        wanted[table.setup.owner(slot)] += plays[slot].cards
    lying = [*case.council, *(cls for pile in case.collected.values() for cls in pile)]
    lying += [] if case.gap is None else [case.gap.cls]
    used, hands, to_draw = Counter([*lying, *(cls for play in plays for cls in play.cards)]), [], []
    for seat, cards in enumerate(wanted):
        limit = table.setup.limits[seat]
        if len(cards) > limit and not table.setup.is_head_to_head:
            raise BadCase(f"Seat {seat} plays {len(cards)} cards, more than the {limit} in its hand.")
        hand = list(cards[:limit])
        while len(hand) < limit:
            least = min(CLASSES, key=lambda cls: used[cls])
            hand.append(least)
            used[least] += 1
        hands.append(model.of(*hand))
        to_draw.append(list(cards[limit:]))
    return hands, to_draw


def _played(
    game: AnyWaves, state: WavesState, plays: Sequence[_Play], to_draw: Sequence[list[Class]]
) -> dict[str, Any]:
    """What came of the round, played from this state to the next Council or the end of the game, as `expect` has it.

    Plays lie by slot; `to_draw` are cards that seats are to draw amid the plays. Other draws take the class of which
    most is left; of discards the first legal one is made. Raises `IllegalAction` for a play that the rules refuse.
    """
    found: dict[str, Any] = {"open": 0, "true": 0, "tablet": "", "steps": [], "shells_start": None, "shells_end": 0}
    found |= {"discard": [], "collected": {}, "to_hand": {}, "winner": None, "next_council": [], "next_token": -1}
    found["rotated"] = []
    number = state.table.round
    for _ in range(_MOST_ACTS):
        if state.table.winner >= 0 or state.table.round != number:
            sides, table = _side_names(state.table.setup), state.table
            piles = zip(sides, table.collected, strict=True)
            return {
                **found,
                "collected": {name: [*model.one_by_one(pile)] for name, pile in piles if sum(pile)},
                "winner": sides[table.winner] if table.winner >= 0 else None,
                "next_council": [slot.elder for slot in table.slots],
                "next_token": table.token,
            }
        action = _next_action(game, state, plays, to_draw)
        before, state = state, game.apply_action(state, action)
        _note(found, before.table, action, state.table)
    raise GameError(f"The round has not come to an end after {_MOST_ACTS} acts. Tell the companion's makers.")


def _note(found: dict[str, Any], before: Table, action: actions.WavesAction, after: Table) -> None:
    """What an act has done, in the shape of `expect`."""
    if after.open_majority != UNKNOWN:
        found["open"] = after.open_majority
    if after.active != UNKNOWN:
        found["true"], found["tablet"] = after.true_majority, tablets.active_side(after)
    is_of_wave = isinstance(action, actions.RevealFollower | actions.Collect | actions.TakeElder)
    if is_of_wave and found["shells_start"] is None:
        found["shells_start"] = before.shells
    match action:
        case actions.RotateElders():
            found["rotated"] = [slot.elder for slot in after.slots]
        case actions.DiscardExtras(slot) if (agent := before.slots[slot].agent) is not None:
            found["discard"] = sorted([*found["discard"], *[agent.face] * (agent.count - 1)])
        case actions.PlaceShells():
            found["shells_end"] = after.shells
        case actions.Collect(slot) | actions.TakeElder(slot):
            check, is_collected = tablets.check_slot(before, slot), isinstance(action, actions.Collect)
            found["shells_end"] = after.shells
            found["steps"].append([slot, check.agent_power, check.elder_power, "C" if is_collected else "H"])
            if not is_collected:
                found["to_hand"].setdefault(str(slot), []).append(before.slots[slot].elder)


def _next_action(
    game: AnyWaves, state: WavesState, plays: Sequence[_Play], to_draw: Sequence[list[Class]]
) -> actions.WavesAction:
    """What these plays make of the next act."""
    legal = game.legal_actions(state)
    if not legal:
        raise GameError("The round stands still: no act is legal. Tell the companion's makers.")
    match legal[0]:
        case actions.PlayAgents(seat, slot):
            return actions.PlayAgents(seat, slot, plays[slot].posture, plays[slot].cards)
        case actions.RevealRebels(slot) | actions.RevealFollower(slot):
            return replace(legal[0], face=plays[slot].cards[0])
        case actions.Draw(seat) if to_draw[seat]:
            return actions.Draw(seat, to_draw[seat].pop(0))
        case actions.Draw():
            # The class of which most is left beside what is still to be drawn; of several, the lowest.
            left, wanted = hidden.at_large(state), Counter(cls for cards in to_draw for cls in cards)
            draws = [each for each in legal if isinstance(each, actions.Draw)]
            return max(draws, key=lambda draw: (left[draw.card - 1] - wanted[draw.card], -draw.card))
    return legal[0]


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
    for index, (each, other) in enumerate(zip_longest(wanted, found), 1):
        if each != other:
            yield f"step {index}: expected {_step_words(each)}, got {_step_words(other)}"


def _step_words(step: Any) -> str:
    if not isinstance(step, list) or len(step) != 4:
        return "no step" if step is None else repr(step)
    slot, agent, elder, letter = step
    end = {"C": "collected", "H": "to hand"}.get(letter, repr(letter))
    return f"slot {slot}, {agent} against {elder}, {end}"


def _shown(value: Any) -> str:
    return "nothing" if value is None or value in ([], {}, "") else str(value)
