"""Positions of Waves in the ledger's notation, and a driver that plays one round of it.

`F4` is a Follower of class 4, `R3x2` two Rebels of class 3; slots count clockwise from 0. States are made directly from
records, not by the engine, and every position keeps the 100 cards of the box.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from companion.games.core import State
from companion.games.shared.figures import Figure
from companion.games.waves.data.figures import DATA
from companion.games.waves.game import Waves
from companion.games.waves.rules.actions import (
    Collect,
    Discard,
    DiscardExtras,
    PlayAgents,
    RevealFollower,
    RevealRebels,
    RotateElders,
    TakeElder,
    WavesAction,
)
from companion.games.waves.state.model import (
    CLASSES,
    UNKNOWN,
    Agent,
    Class,
    Counts,
    Hand,
    Hidden,
    Phase,
    Posture,
    Setup,
    Slot,
    Table,
    WavesState,
    of,
)
from companion.games.waves.state.tablets import check_slot

GAME = Waves()
SEATS = 4
ROW_1 = {1: "SCH-B", 2: "KEE-B", 3: "KNI-B1", 4: "SEE-B1", 5: "NOB-B2"}
"""Tablets of a scenario that names no others (ledger section 6)."""
SIDES = tuple(DATA.tablets)
CLASS_OF = {"SCH": 1, "KEE": 2, "KNI": 3, "SEE": 4, "NOB": 5}


@dataclass(frozen=True)
class Play:
    """Agents of one slot: how, which class, how many."""

    posture: Posture
    cls: Class
    count: int = 1

    @property
    def cards(self) -> tuple[Class, ...]:
        return (self.cls,) * self.count


def parse_play(text: str) -> Play:
    """`F4` or `R3x2` as a play."""
    if text[0] == "F":
        return Play("follower", int(text[1:]))
    cls, _, count = text[1:].partition("x")
    return Play("rebel", int(cls), int(count))


def with_side(side: str) -> dict[int, str]:
    """Row 1 with one side changed."""
    return {CLASS_OF[side[:3]]: side}


def setup(
    tablets: Mapping[int, str] | None = None,
    shells: int = 2,
    cards: str = "virtual",
    mode: str = "all_vs_all",
    players: int = SEATS,
    **options: Any,
) -> Setup:
    """What a new game of this mode settles; every class of the Council card gives the same number of shells."""
    sides = {**ROW_1, **(tablets or {})}
    chosen = {"mode": mode, "players": players, "tablets": [sides[cls] for cls in CLASSES], "cards": cards, **options}
    figures = tuple(Figure(shells, "owner") for _ in CLASSES)
    return replace(GAME.new_game(chosen, {}).table.setup, council_card=figures)


def position(
    council: Sequence[Class],
    *,
    mode: str = "all_vs_all",
    options: Mapping[str, Any] | None = None,
    phase: Phase = Phase.SHELLS,
    token: int = 0,
    shells: int = 0,
    card_shells: int = 2,
    tablets: Mapping[int, str] | None = None,
    hands: Mapping[int, Sequence[Class]] | None = None,
    told: bool = True,
    agents: Mapping[int, str] | None = None,
    shown: str = "",
    collected: Mapping[int, Sequence[Class]] | None = None,
    discard: Sequence[Class] = (),
    **more: Any,
) -> WavesState:
    """A regular position; what is not given here is the deck.

    As many play as the mode needs for this Council; `options` are those of a new game. `shown` names the postures whose
    Agents lie open ("F", "R" or "FR"). Hands hold one card of each class unless given. `more` sets further fields of
    the table as they are.
    """
    players = len(council) // 2 if mode == "head_to_head" else len(council)
    settled = setup(tablets, card_shells, "virtual" if told else "own", mode, players, **(options or {}))
    given, laid = hands or {}, {slot: parse_play(text) for slot, text in (agents or {}).items()}
    held = [of(*given.get(seat, CLASSES)) for seat in range(players)]
    slots, hidden = [], []
    for index, elder in enumerate(council):
        play = laid.get(index)
        is_open = play is not None and play.posture[0].upper() in shown
        agent = None if play is None else Agent(play.posture, play.count, play.cls if is_open else UNKNOWN)
        slots.append(Slot(elder, agent))
        hidden.append(play.cls if play is not None and not is_open else UNKNOWN)
    secrets = [
        Hidden(held[seat], tuple(hidden[slot] for slot in settled.own_slots(seat))) if told else None
        for seat in range(players)
    ]
    table = Table(
        setup=settled,
        phase=phase,
        token=token,
        slots=tuple(slots),
        hands=tuple(Hand(sum(hand)) for hand in held),
        collected=tuple(of(*(collected or {}).get(side, ())) for side in range(len(settled.goals))),
        deck=0,
        drawn=(0,) * players,
        discard=of(*discard),
        top=discard[-1] if discard else UNKNOWN,
        shells=shells,
    )
    table = replace(table, **more)
    if not table.deck:
        table = replace(table, deck=100 - placed(table))
    return State(table, tuple(secrets))


def placed(table: Table) -> int:
    """Cards that are not in the deck."""
    agents = sum(slot.agent.count for slot in table.slots if slot.agent)
    elders = sum(1 for elder in (*(slot.elder for slot in table.slots), table.gap_elder) if elder)
    hands = sum(hand.count for hand in table.hands)
    return agents + elders + hands + sum(table.discard) + sum(map(sum, table.collected))


def hand_for(play: Play, size: int = 5) -> tuple[Class, ...]:
    """A hand that can make this play, filled up with the other classes in turn."""
    others = [cls for cls in CLASSES if cls != play.cls]
    return (*play.cards, *(others[index % 4] for index in range(size - play.count)))


@dataclass
class Round:
    """What happened in one round, in the shape of the ledger's `data` lines."""

    open: int = 0
    true: int = 0
    tablet: str = ""
    rotated: list[int] = field(default_factory=list)
    steps: list[list[Any]] = field(default_factory=list)
    shells_start: int = -1
    shells_end: int = -1
    discard: list[int] = field(default_factory=list)
    to_hand: dict[str, list[int]] = field(default_factory=dict)
    phases: list[Phase] = field(default_factory=list)
    actions: list[WavesAction] = field(default_factory=list)
    why: set[str] = field(default_factory=set)


def play_round(
    state: WavesState, plays: Sequence[str], *, discards: Mapping[int, Sequence[Class]] | None = None
) -> tuple[Round, WavesState]:
    """The round played out from this state to the next Council, or to the end of the game.

    Where the rules leave a choice the plays decide; draws and discards take the lowest class unless given.
    """
    record, laid = Round(), [parse_play(text) for text in plays]
    thrown = {seat: list(cards) for seat, cards in (discards or {}).items()}
    number = state.table.round
    while state.table.winner < 0 and state.table.round == number:
        action = next_action(state, laid, thrown)
        _note(record, state, action)
        state = GAME.apply_action(state, action)
        record.why.update(state.table.why)
        if isinstance(action, RotateElders):
            record.rotated = [slot.elder for slot in state.table.slots]
        record.shells_end = state.table.shells
    return record, state


def play_until(state: WavesState, phase: Phase, plays: Sequence[str]) -> WavesState:
    """The state at the start of a phase of this round."""
    laid = [parse_play(text) for text in plays]
    while state.table.phase is not phase:
        state = GAME.apply_action(state, next_action(state, laid, {}))
    return state


def next_action(state: WavesState, plays: Sequence[Play], thrown: dict[int, list[Class]]) -> WavesAction:
    """What these plays make of the next act; the first legal action where they say nothing."""
    legal = GAME.legal_actions(state)
    first = legal[0]
    if isinstance(first, PlayAgents):
        play = plays[first.slot]
        told = state.secrets[first.seat] is not None
        return PlayAgents(first.seat, first.slot, play.posture, play.cards if told else (UNKNOWN,) * play.count)
    if isinstance(first, RevealRebels | RevealFollower):
        return type(first)(first.slot, plays[first.slot].cls)
    if isinstance(first, Discard) and thrown.get(first.seat):
        return Discard(first.seat, thrown[first.seat].pop(0))
    return first


def _note(record: Round, state: WavesState, action: WavesAction) -> None:
    table = state.table
    if not record.phases or record.phases[-1] is not table.phase:
        record.phases.append(table.phase)
    record.actions.append(action)
    if table.open_majority:
        record.open = table.open_majority
    if table.active:
        record.true, record.tablet = table.true_majority, table.setup.tablets[table.active - 1]
    if isinstance(action, RevealFollower | Collect | TakeElder) and record.shells_start < 0:
        record.shells_start = table.shells
    if isinstance(action, DiscardExtras):
        agent = table.slots[action.slot].agent
        assert agent is not None
        record.discard += [agent.face] * (agent.count - 1)
    if isinstance(action, Collect | TakeElder):
        check, elder = check_slot(table, action.slot), table.slots[action.slot].elder
        letter = "C" if isinstance(action, Collect) else "H"
        record.steps.append([action.slot, check.agent_power, check.elder_power, letter])
        if letter == "H":
            record.to_hand.setdefault(str(action.slot), []).append(elder)


def cards(counts: Counts) -> list[Class]:
    """A multiset written out, lowest class first."""
    return [cls for cls in CLASSES for _ in range(counts[cls - 1])]


def from_data(data: Mapping[str, Any], told: bool = True) -> WavesState:
    """The state before a `data` line of the ledger: All vs All, four players, shells still to be placed."""
    plays = [parse_play(text) for text in data["plays"]]
    return position(
        data["council"],
        token=data["token"],
        card_shells=data["shells"],
        tablets={int(cls): side for cls, side in data["tablets"].items()},
        hands={seat: hand_for(play) for seat, play in enumerate(plays)},
        told=told,
        collected={int(side[1:]): pile for side, pile in data.get("collected", {}).items()},
    )


def play_data(data: Mapping[str, Any], told: bool = True) -> dict[str, Any]:
    """What came of a `data` line, with the keys that its `expect` has."""
    record, after = play_round(from_data(data, told), data["plays"])
    table = after.table
    found: dict[str, Any] = {
        "open": record.open,
        "true": record.true,
        "tablet": record.tablet,
        "steps": record.steps,
        "shells_start": record.shells_start,
        "shells_end": record.shells_end,
        "discard": sorted(record.discard),
        "collected": {f"P{side}": cards(pile) for side, pile in enumerate(table.collected) if sum(pile)},
        "to_hand": record.to_hand,
        "winner": f"P{table.winner}" if table.winner >= 0 else None,
        "next_council": [slot.elder for slot in table.slots],
        "next_token": table.token,
        "rotated": record.rotated,
    }
    return {key: found[key] for key in data["expect"]}


def game_of(
    seed: int, sides: Sequence[str] | None = None, shells: int | None = None
) -> Iterator[tuple[WavesState, WavesAction]]:
    """A random game with virtual cards, as (state, action taken in it), until somebody wins.

    Chance follows the odds of the hidden cards, choices are drawn evenly. `shells` replaces the Council card's numbers.
    """
    rng = random.Random(seed)
    owner = {} if shells is None else {"council_card": {"all_vs_all": {"4": dict.fromkeys(NAMES, shells)}}}
    state = GAME.new_game({"cards": "virtual", "tablets": list(sides or random_sides(rng))}, owner)
    while legal := GAME.legal_actions(state):
        action = GAME.simulation.deal(state, legal, rng) if legal[0].kind == "chance" else rng.choice(legal)
        yield state, action
        state = GAME.apply_action(state, action)
    assert state.table.winner >= 0, "a game without a winner has something left to do"


NAMES = ("scholar", "keeper", "knight", "seer", "noble")


def random_sides(rng: random.Random) -> tuple[str, ...]:
    """One side a class."""
    return tuple(rng.choice([side for side in SIDES if CLASS_OF[side[:3]] == cls]) for cls in CLASSES)
