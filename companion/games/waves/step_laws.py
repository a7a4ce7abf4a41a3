"""What each act of Waves may change, and to what, written apart from the rules that do it.

Like `invariants`, this uses nothing of `legal`, `apply` or `tablets`: it counts and compares anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from companion.games.waves.data import DATA, NAMES, POWER
from companion.games.waves.model import (
    ActivateTablet,
    Collect,
    Discard,
    DiscardExtras,
    Draw,
    NextRound,
    PassToken,
    Phase,
    PlaceShells,
    PlaceToken,
    PlayAgents,
    Reshuffle,
    RevealFollower,
    RevealRebels,
    RotateElders,
    Table,
    TakeElder,
    TurnUpElder,
    WavesAction,
    WavesState,
)

_ALWAYS = {"why", "irregular", "phase", "winner", "true_majority"}
_MAY_CHANGE: dict[type, set[str]] = {
    PlaceToken: {"token"},
    Draw: {"hands", "deck", "drawn"},
    TurnUpElder: {"slots", "deck"},
    PlaceShells: {"shells", "open_majority"},
    PlayAgents: {"slots", "hands"},
    RevealRebels: {"slots", "hands"},
    ActivateTablet: {"active", "fixed_power"},
    RotateElders: {"slots", "rotated"},
    DiscardExtras: {"slots", "discard", "top"},
    RevealFollower: {"slots", "hands"},
    Collect: {"slots", "collected", "shells"},
    TakeElder: {"slots", "hands", "returned"},
    PassToken: {"token"},
    Reshuffle: {"deck", "discard", "top"},
    Discard: {"hands", "discard", "top"},
    NextRound: {"slots", "round", "open_majority", "active", "rotated", "fixed_power", "returned", "drawn"},
}


def wrong_step(before: WavesState, action: WavesAction, after: WavesState) -> tuple[str, ...]:
    """What the act changed otherwise than the rules say, each a sentence with its rule id."""
    old, new = before.table, after.table
    if type(action) not in _CHECKS:
        return ()  # only a correction brings a seat to play nothing
    return (*_untouched(old, action, new), *_order(old, action, new), *_CHECKS[type(action)](old, action, new))


def _untouched(old: Table, action: WavesAction, new: Table) -> Iterator[str]:
    for field in set(Table.__struct_fields__) - _ALWAYS - _MAY_CHANGE[type(action)]:
        if getattr(old, field) != getattr(new, field):
            yield f"{type(action).__name__} changed {field}, which it does not touch (W-140)."
    for index in range(len(old.slots)):
        if index != getattr(action, "slot", index) and old.slots[index] != new.slots[index]:
            yield f"{type(action).__name__} changed seat {index + 1}, where it was not done (W-054)."
        mine = getattr(action, "seat", getattr(action, "slot", index))
        if index != mine and old.hands[index] != new.hands[index]:
            yield f"{type(action).__name__} changed the hand of seat {index + 1} (W-140)."


def _order(old: Table, action: WavesAction, new: Table) -> Iterator[str]:
    phases = list(Phase)
    goes_on = phases.index(new.phase) >= phases.index(old.phase)
    if not goes_on and not (isinstance(action, NextRound) and new.phase is Phase.SHELLS):
        yield f"After {old.phase.value} comes {new.phase.value} (W-040)."
    if old.phase is Phase.DRAW and new.phase is not Phase.DRAW and new.drawn != len(new.hands):
        yield f"{new.drawn} cards were drawn by {len(new.hands)} players (W-081)."


def _majority(table: Table, rebels: bool) -> int:
    counts: Counter[int] = Counter(slot.elder for slot in table.slots if slot.elder)
    for slot in table.slots:
        if rebels and slot.agent and slot.agent.posture == "rebel":
            counts[slot.agent.face] += slot.agent.count
    return max(counts, key=lambda cls: (counts[cls], POWER[cls]))


def _side(table: Table) -> str:
    return table.setup.tablets[table.active - 1] if table.active else ""


def _is(what: str, found: object, wanted: object, rule: str) -> Iterator[str]:
    if found != wanted:
        yield f"{what}: {found}, but the rules say {wanted} ({rule})."


def _moved(what: str, old: tuple[int, ...], new: tuple[int, ...], cls: int, by: int, rule: str) -> Iterator[str]:
    wanted = tuple(number + (by if index == cls - 1 else 0) for index, number in enumerate(old))
    yield from _is(what, new, wanted, rule)


def _place_token(old: Table, act: PlaceToken, new: Table) -> Iterator[str]:
    yield from _is("Wave token", new.token, act.slot, "W-009")


def _draw(old: Table, act: Draw, new: Table) -> Iterator[str]:
    yield from _is("deck", new.deck, old.deck - 1, "W-140")
    yield from _is("hand", new.hands[act.seat].count, old.hands[act.seat].count + 1, "W-081")
    if old.phase is Phase.DRAW:
        yield from _is("who draws", act.seat, (old.token + old.drawn) % len(old.hands), "W-081")


def _turn_up_elder(old: Table, act: TurnUpElder, new: Table) -> Iterator[str]:
    yield from _is("deck", new.deck, old.deck - 1, "W-140")
    yield from _is("Elder", (old.slots[act.slot].elder, new.slots[act.slot].elder), (0, act.elder), "W-015")


def _place_shells(old: Table, act: PlaceShells, new: Table) -> Iterator[str]:
    cls = _majority(old, rebels=False)
    yield from _is("Open Majority", new.open_majority, cls, "W-042")
    yield from _is("shells", new.shells, old.setup.council_card[cls - 1].value, "W-043")


def _play_agents(old: Table, act: PlayAgents, new: Table) -> Iterator[str]:
    count, agent = len(act.cards), new.slots[act.slot].agent
    waiting = [slot for slot in _ring(old) if old.slots[slot].agent is None]
    yield from _is("who plays", (act.seat, act.slot), (waiting[0], waiting[0]), "W-050")
    yield from _is("Agents", agent and (agent.posture, agent.count, agent.face), (act.posture, count, 0), "W-055")
    yield from _is("hand", new.hands[act.seat].count, old.hands[act.seat].count - count, "W-051")
    yield from _is("Elder", new.slots[act.slot].elder, old.slots[act.slot].elder, "W-054")


def _ring(table: Table) -> list[int]:
    """Slots from the token holder on, in the direction of the Waves."""
    count, step = len(table.slots), -1 if _side(table) == "SEE-B3" else 1
    return [(table.token + step * index) % count for index in range(count)]


def _reveal(old: Table, act: RevealRebels | RevealFollower, new: Table) -> Iterator[str]:
    was, now = old.slots[act.slot], new.slots[act.slot]
    assert was.agent is not None  # only Agents are turned up
    yield from _is("Agents", now, msgspec.structs.replace(was, agent=_faced(was.agent, act.face)), "W-060")
    yield from _is("hand", new.hands[act.slot].count, old.hands[act.slot].count, "W-079")
    if isinstance(act, RevealFollower):
        yield from _is("whose turn", act.slot, _turn(old), "W-070")


def _faced(agent: Any, face: int) -> Any:
    return msgspec.structs.replace(agent, face=face)


def _activate_tablet(old: Table, act: ActivateTablet, new: Table) -> Iterator[str]:
    yield from _is("active tablet", new.active, _majority(old, rebels=True), "W-063")
    right = tuple(POWER[old.slots[index - 1].elder] for index in range(len(old.slots)))
    yield from _is("fixed powers", new.fixed_power, right if _side(new) == "KNI-B2" else (), "W-123")


def _rotate_elders(old: Table, act: RotateElders, new: Table) -> Iterator[str]:
    moved = [slot.elder for slot in old.slots]
    yield from _is("Elders", [slot.elder for slot in new.slots], moved[1:] + moved[:1], "W-126")
    yield from _is("Agents", [slot.agent for slot in new.slots], [slot.agent for slot in old.slots], "W-126")


def _discard_extras(old: Table, act: DiscardExtras, new: Table) -> Iterator[str]:
    agent, left = old.slots[act.slot].agent, new.slots[act.slot].agent
    assert agent is not None  # only Rebels are discarded
    yield from _is("Rebels left", left and (left.face, left.count), (agent.face, 1), "W-066")
    yield from _moved("discard", old.discard, new.discard, agent.face, agent.count - 1, "W-066")


def _turn(table: Table) -> int | None:
    """The slot that is checked next: Followers first but for one tablet, each Wave from the token holder on."""
    for posture in ("rebel", "follower") if _side(table) == "KNI-B1" else ("follower", "rebel"):
        for index in _ring(table):
            agent = table.slots[index].agent
            if table.slots[index].elder and agent and agent.posture == posture:
                return index
    return None


def _ends(table: Table, index: int) -> str:
    """How the check of a slot must end: "collect", "hand", or "returned" (to the hand by the Nobles' tablet)."""
    slot, side = table.slots[index], _side(table)
    assert slot.agent is not None  # only slots with an Agent are checked
    agent, elder = POWER[slot.agent.face], POWER[slot.elder]
    if side == "SCH-B":
        agent, elder = (6 if cls == 1 else POWER[cls] for cls in (slot.agent.face, slot.elder))
    if side == "KNI-B2":
        elder = table.fixed_power[index]
    if side == "SEE-B1" and slot.agent.posture == "follower":
        agent -= 2
    wins = agent <= elder if side == "KEE-B" else agent > elder
    twice = side == "NOB-B2" and table.collected[index][slot.elder - 1] > 0
    if not wins or table.shells == 0 or twice:
        return "hand"
    return "returned" if side == "NOB-B1" and not table.returned else "collect"


def _check(old: Table, act: Collect | TakeElder, new: Table) -> Iterator[str]:
    place, ends = old.slots[act.slot], _ends(old, act.slot)
    done = "collect" if isinstance(act, Collect) else "returned" if new.returned and not old.returned else "hand"
    yield from _is("whose turn", act.slot, _turn(old), "W-078")
    yield from _is(f"the {NAMES[place.elder]}", done, ends, "W-072")
    yield from _is("slot", new.slots[act.slot], msgspec.structs.replace(place, elder=0), "W-079")
    if isinstance(act, Collect):
        yield from _is("shells", new.shells, old.shells - 1, "W-073")
        yield from _moved("collection", old.collected[act.slot], new.collected[act.slot], place.elder, 1, "W-073")
        yield from _is("side", act.side, act.slot, "W-073")
    else:
        was, now = old.hands[act.slot], new.hands[act.slot]
        yield from _is("hand", now.count, was.count + 1, "W-074")
        yield from _moved("cards seen to go to the hand", was.seen, now.seen, place.elder, 1, "W-074")


def _pass_token(old: Table, act: PassToken, new: Table) -> Iterator[str]:
    yield from _is("Wave token", new.token, (old.token + 1) % len(old.slots), "W-080")


def _reshuffle(old: Table, act: Reshuffle, new: Table) -> Iterator[str]:
    yield from _is("deck and discard", (new.deck, sum(new.discard)), (sum(old.discard), 0), "W-088")


def _discard(old: Table, act: Discard, new: Table) -> Iterator[str]:
    yield from _is("hand", new.hands[act.seat].count, old.hands[act.seat].count - 1, "W-082")
    yield from _is("hand is over the limit", old.hands[act.seat].count > DATA.figures["hand"].value, True, "W-082")
    yield from _moved("discard", old.discard, new.discard, act.card, 1, "W-082")
    yield from _is("top of the discard pile", new.top, act.card, "W-087")


def _next_round(old: Table, act: NextRound, new: Table) -> Iterator[str]:
    faces = [slot.agent.face if slot.agent else 0 for slot in old.slots]
    yield from _is("new Council", [slot.elder for slot in new.slots], faces, "W-083")
    yield from _is("Agents", [slot.agent for slot in new.slots if slot.agent], [], "W-083")
    yield from _is("active tablet", new.active, 0, "W-085")
    yield from _is("round", new.round, old.round + 1, "W-040")


_CHECKS: dict[type, Callable[[Table, Any, Table], Iterator[str]]] = {
    PlaceToken: _place_token,
    Draw: _draw,
    TurnUpElder: _turn_up_elder,
    PlaceShells: _place_shells,
    PlayAgents: _play_agents,
    RevealRebels: _reveal,
    ActivateTablet: _activate_tablet,
    RotateElders: _rotate_elders,
    DiscardExtras: _discard_extras,
    RevealFollower: _reveal,
    Collect: _check,
    TakeElder: _check,
    PassToken: _pass_token,
    Reshuffle: _reshuffle,
    Discard: _discard,
    NextRound: _next_round,
}
