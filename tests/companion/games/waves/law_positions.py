"""Positions of Waves for the tests of its laws: made from records by hand, in every mode, without the engine.

Agents are written as in the ledger, small where they lie face down: `F4` an open Follower of class 4, `r3x2` two Rebels
of class 3 face down, `""` none. Slots count clockwise from 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.games.core import State
from companion.games.shared.figures import Figure
from companion.games.waves.rules.actions import WavesAction
from companion.games.waves.state.model import (
    Agent,
    Goal,
    Hand,
    Hidden,
    Phase,
    Setup,
    Slot,
    Table,
    Variants,
    WavesState,
)
from companion.laws.waves.steps import wrong_step

CALM = {"SCH": "SCH-B", "KEE": "KEE-B", "KNI": "KNI-C", "SEE": "SEE-B1", "NOB": "NOB-C"}
CLASS_OF = {"SCH": 1, "KEE": 2, "KNI": 3, "SEE": 4, "NOB": 5}
SEATING = {4: (0, 1, 0, 1), 5: (0, 1, 0, 1, 2), 6: (0, 1, 0, 1, 0, 1)}
LONG, SHORT = Goal(5, 7), Goal(4, 6)


def counts(*cards: int) -> Any:
    """How many of each class."""
    return tuple(cards.count(cls) for cls in (1, 2, 3, 4, 5))


def setup(mode: str = "all_vs_all", players: int = 4, tablet: str = "KNI-C", shells: int = 2, **more: Any) -> Setup:
    """A setup by the ledger; every class of the Council card gives the same number. `more` names variants too."""
    variants = {key: more.pop(key) for key in tuple(more) if key in Variants.__struct_fields__}
    sides = SEATING[players] if mode == "teams" else tuple(range(players))
    is_short = mode == "all_vs_all" and players > 3
    limits, goals = [5] * players, [SHORT if is_short else LONG] * (max(sides) + 1)
    if mode == "teams" and players == 5:
        limits[4], goals[2] = 6, SHORT
    regular: dict[str, Any] = {
        "mode": mode,
        "players": players,
        "tablets": tuple({**CALM, tablet[:3]: tablet}.values()),
        "council_card": tuple(Figure(shells, "owner") for _ in range(5)),
        "cards": "virtual",
        "sides": sides,
        "goals": tuple(goals),
        "limits": tuple(limits),
        "gap_after": 2 if players == 3 else -1,
        "variants": Variants(**variants),
    }
    return Setup(**{**regular, **more})


def position(
    council: Sequence[int],
    /,
    phase: Phase = Phase.PLAY,
    agents: Mapping[int, str] | Sequence[str] = (),
    *,
    game: Setup | None = None,
    hands: Mapping[int, Sequence[int]] | None = None,
    told: bool = False,
    active: str = "",
    **more: Any,
) -> WavesState:
    """A regular position, the cards not given here in the deck.

    Hands that are not given are as big as the limit and the draws leave them. `active` is the side of the active
    tablet; `more` sets further fields of the table.
    """
    rules = game or setup(tablet=active or "KNI-C")
    written = dict(agents) if isinstance(agents, Mapping) else dict(enumerate(agents))
    laid = {slot: _agent(text) for slot, text in written.items() if text}
    slots = tuple(Slot(elder, laid[slot][0] if slot in laid else None) for slot, elder in enumerate(council))
    drawn, given = more.pop("drawn", (0,) * rules.players), hands or {}
    held: list[Any] = []
    for seat in range(rules.players):
        played = sum(agent.count for slot, (agent, _) in laid.items() if rules.owner(slot) == seat)
        size = rules.limits[seat] - played + (drawn[seat] if rules.is_head_to_head else 0)
        held.append(counts(*given.get(seat, [1 + index % 5 for index in range(size)])))
    table = Table(
        setup=rules,
        phase=phase,
        token=more.pop("token", 0),
        slots=slots,
        hands=tuple(Hand(sum(hand)) for hand in held),
        collected=more.pop("collected", (counts(),) * len(rules.goals)),
        deck=0,
        active=CLASS_OF[active[:3]] if active else 0,
        true_majority=CLASS_OF[active[:3]] if active else 0,
        council=more.pop("council", counts(*council, more.get("gap_elder", 0))),
        drawn=drawn,
    )
    table = replace(table, **more)
    table = replace(table, deck=more.get("deck", 100 - _placed(table)))
    secrets = tuple(_hidden(rules, seat, held[seat], laid) if told else None for seat in range(rules.players))
    return State(table, secrets)


def _agent(text: str) -> tuple[Agent, int]:
    """The Agents of a text, and their class."""
    cls, _, number = text[1:].partition("x")
    posture: Any = "follower" if text[0] in "Ff" else "rebel"
    return Agent(posture, int(number or 1), int(cls) if text[0].isupper() else 0), int(cls)


def _hidden(rules: Setup, seat: int, hand: Any, laid: Mapping[int, tuple[Agent, int]]) -> Hidden:
    own = [laid.get(slot) for slot in rules.own_slots(seat)]
    return Hidden(hand, tuple(each[1] if each and not each[0].face else 0 for each in own))


def _placed(table: Table) -> int:
    agents = sum(slot.agent.count for slot in table.slots if slot.agent)
    elders = sum(1 for slot in table.slots if slot.elder) + bool(table.gap_elder)
    hands = sum(hand.count for hand in table.hands)
    return agents + elders + hands + sum(table.discard) + sum(map(sum, table.collected))


# --- what an act leaves, by hand ---


def at(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    """The tuple with one item replaced."""
    return (*items[:index], item, *items[index + 1 :])


def after(state: WavesState, secrets: tuple[Hidden | None, ...] | None = None, **changes: Any) -> WavesState:
    """The state with these fields of the table changed."""
    return State(replace(state.table, **changes), state.secrets if secrets is None else secrets)


def slot_with(state: WavesState, index: int, **changes: Any) -> tuple[Slot, ...]:
    """The slots, one of them changed."""
    return at(state.table.slots, index, replace(state.table.slots[index], **changes))


def turned_up(state: WavesState, index: int, face: int) -> tuple[Slot, ...]:
    """The slots, the Agents of one lying open."""
    agent = state.table.slots[index].agent
    assert agent is not None
    return slot_with(state, index, agent=replace(agent, face=face))


def hand_with(state: WavesState, seat: int, by: int, seen: Any = None) -> tuple[Hand, ...]:
    """The hands, one of them with so many cards more."""
    hand = state.table.hands[seat]
    return at(state.table.hands, seat, Hand(hand.count + by, hand.seen if seen is None else seen))


def collected(state: WavesState, slot: int) -> WavesState:
    """The state after the Elder of a slot was collected."""
    table = state.table
    side, elder = table.setup.side_at(slot), table.slots[slot].elder
    pile = tuple(number + (cls == elder) for cls, number in enumerate(table.collected[side], 1))
    piles, slots = at(table.collected, side, pile), slot_with(state, slot, elder=0)
    return after(state, slots=slots, collected=piles, shells=table.shells - 1)


def taken(state: WavesState, slot: int, returned: bool = False) -> WavesState:
    """The state after the Elder of a slot went to the hand; `returned` by the Nobles' tablet."""
    table, elder = state.table, state.table.slots[slot].elder
    seat = table.setup.owner(slot)
    seen = tuple(number + (cls == elder) for cls, number in enumerate(table.hands[seat].seen, 1))
    hands = hand_with(state, seat, 1, seen)
    return after(state, slots=slot_with(state, slot, elder=0), hands=hands, returned=table.returned or returned)


def complaints(before: WavesState, action: WavesAction, state: WavesState) -> str:
    """What the laws of steps say of this act, in one string; "" where it is right."""
    return " ".join(wrong_step(before, action, state))


def right(before: WavesState, action: WavesAction, **changes: Any) -> None:
    """The laws of steps let this act with these changes pass."""
    assert complaints(before, action, after(before, **changes)) == ""


def wrong(rule: str, before: WavesState, action: WavesAction, **changes: Any) -> None:
    """The laws of steps say that this act with these changes is against the rule."""
    assert f"({rule})" in complaints(before, action, after(before, **changes))


def laid(state: WavesState, slot: int, posture: Any, count: int) -> dict[str, Any]:
    """What playing so many cards at a slot changes."""
    slots = slot_with(state, slot, agent=Agent(posture, count))
    return {"slots": slots, "hands": hand_with(state, state.table.setup.owner(slot), -count)}
