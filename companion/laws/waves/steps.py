"""What each act of Waves may change, and to what, written apart from the rules that do it.

Like `invariants`, this uses nothing of the modules that move the game. Phases are watched by `of_phases`, plays and
draws by `of_plays`, majorities and checks by `of_powers`, hands by `of_secrets`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from companion.games.core import RuleId
from companion.games.waves.data.figures import NAMES
from companion.games.waves.laws.of_powers import (
    fixed_powers,
    majority,
    may_turn_up,
    outcomes,
    rotated,
    shells_due,
    shells_for_followers,
    turn,
    wave_of,
)
from companion.games.waves.laws.words import active_side, differs, more
from companion.games.waves.rules import actions
from companion.games.waves.state.model import Phase, Table, WavesState
from companion.laws.waves.of_phases import wrong_phase
from companion.laws.waves.of_plays import discarded, drew, passed_over, played, shuffled
from companion.laws.waves.of_secrets import wrong_secrets

_ALWAYS = {"why", "irregular", "phase", "winner", "true_majority", "skipped"}
_OF_ROUND = {"slots", "round", "open_majority", "active", "acted", "fixed_power", "council", "returned", "drawn"}
_MAY_CHANGE: dict[type, set[str]] = {
    actions.PlaceToken: {"token"},
    actions.NameFirst: {"first"},
    actions.LayToken: {"token"},
    actions.Draw: {"hands", "deck", "drawn"},
    actions.TurnUpElder: {"slots", "deck", "council"},
    actions.TurnUpGapElder: {"gap_elder", "deck", "council"},
    actions.DiscardGapElder: {"gap_elder", "discard", "top"},
    actions.PlaceShells: {"shells", "open_majority", "council", "acted"},
    actions.PlayAgents: {"slots", "hands"},
    actions.RevealRebels: {"slots", "hands"},
    actions.ActivateTablet: {"active", "fixed_power", "acted"},
    actions.RotateElders: {"slots", "gap_elder", "acted"},
    actions.DiscardExtras: {"slots", "discard", "top"},
    actions.RevealFollower: {"slots", "hands"},
    actions.Collect: {"slots", "collected", "shells"},
    actions.TakeElder: {"slots", "hands", "returned"},
    actions.PassToken: {"token"},
    actions.Reshuffle: {"deck", "discard", "top"},
    actions.Discard: {"hands", "discard", "top"},
    actions.NextRound: _OF_ROUND,
}


LAWS: tuple[RuleId, ...] = ("W-146",)
"""The rules of their own among those that steps are held against; the others say what an act does."""


def wrong_step(before: WavesState, action: actions.WavesAction, after: WavesState) -> tuple[str, ...]:
    """What the act changed otherwise than the rules say, each a sentence with its rule id."""
    old, new = before.table, after.table
    return (
        *_untouched(old, action, new),
        *wrong_phase(old, action, new),
        *passed_over(old, new),
        *_true_majority(old, action, new),
        *_CHECKS[type(action)](old, action, new),
        *wrong_secrets(before, action, after),
    )


def _untouched(old: Table, action: actions.WavesAction, new: Table) -> Iterator[str]:
    for field in sorted(set(Table.__struct_fields__) - _ALWAYS - _MAY_CHANGE[type(action)]):
        if getattr(old, field) != getattr(new, field):
            yield f"{type(action).__name__} changed {field}, which it does not touch (W-140)."
    for index, slot in enumerate(old.slots):
        if index != getattr(action, "slot", index) and slot != new.slots[index]:
            yield f"{type(action).__name__} changed place {index + 1}, where it was not done (W-054)."
    slot_of = getattr(action, "slot", None)
    mine = getattr(action, "seat", None if slot_of is None else old.setup.owner(slot_of))
    for seat, hand in enumerate(old.hands):
        if mine not in (None, seat) and hand != new.hands[seat]:
            yield f"{type(action).__name__} changed the hand of seat {seat + 1} (W-140)."


def _true_majority(old: Table, action: actions.WavesAction, new: Table) -> Iterator[str]:
    if isinstance(action, actions.NextRound):
        yield from differs("True Majority", new.true_majority, 0, "W-061")
    elif new.phase is Phase.TABLET:
        yield from differs("True Majority", new.true_majority, majority(new, with_rebels=True), "W-061")
    elif old.phase is not Phase.PLAY and old.phase is not Phase.REVEAL:
        yield from differs("True Majority", new.true_majority, old.true_majority, "W-061")


# --- setup ---


def _place_token(old: Table, act: actions.PlaceToken, new: Table) -> Iterator[str]:
    yield from differs("Wave token", new.token, act.slot, "W-009")
    if old.setup.is_head_to_head:
        yield "In Head to head the other player lays the Wave token, not the lot (W-101)."


def _name_first(old: Table, act: actions.NameFirst, new: Table) -> Iterator[str]:
    yield from differs("who goes first", new.first, act.seat, "W-101")
    if old.first >= 0 or not old.setup.is_head_to_head:
        yield "The lot who goes first is drawn once, in Head to head (W-101)."


def _lay_token(old: Table, act: actions.LayToken, new: Table) -> Iterator[str]:
    yield from differs("Wave token", new.token, act.slot, "W-101")
    yield from differs("who lays the token", act.seat, 1 - old.first if old.first >= 0 else None, "W-101")
    yield from differs("at whose Elder it lies", old.setup.owner(act.slot), old.first, "W-101")


def _turn_up_elder(old: Table, act: actions.TurnUpElder, new: Table) -> Iterator[str]:
    yield from differs("deck", new.deck, old.deck - 1, "W-140")
    yield from differs("Elder", (old.slots[act.slot].elder, new.slots[act.slot].elder), (0, act.elder), "W-015")
    yield from differs("Agents", new.slots[act.slot].agent, None, "W-015")


def _turn_up_gap_elder(old: Table, act: actions.TurnUpGapElder, new: Table) -> Iterator[str]:
    rule = "W-016" if old.phase is Phase.COUNCIL else "W-084"
    yield from differs("deck", new.deck, old.deck - 1, "W-140")
    yield from differs("unassociated Elder", (old.gap_elder, new.gap_elder), (0, act.elder), rule)
    if old.setup.gap_after < 0:
        yield "An unassociated Elder was laid, which only three players have (W-016)."


def _place_shells(old: Table, act: actions.PlaceShells, new: Table) -> Iterator[str]:
    yield from differs("shells", new.shells, act.count, "W-141")
    if old.phase is Phase.DIRECT:
        yield from differs("active tablet", active_side(old), "NOB-A", "W-134")
        yield from differs("shells", new.shells, shells_for_followers(old), "W-134")
        yield from differs("Open Majority", new.open_majority, old.open_majority, "W-134")
        yield from differs("Council", new.council, old.council, "W-132")
        yield from differs("Direct effects done", (old.acted, new.acted), (False, True), "W-065")
        return
    cls = majority(old, with_rebels=False)
    yield from differs("Open Majority", new.open_majority, cls, "W-042")
    card = old.setup.council_card[cls - 1].value if cls else 0
    rule = "W-044" if old.shells else "W-043"
    yield from differs("shells", new.shells, shells_due(old, card), rule)
    yield from differs("Direct effects done", new.acted, False, "W-065")
    elders = Counter((old.gap_elder, *(slot.elder for slot in old.slots)))
    yield from differs("Council", new.council, tuple(elders[each] for each in range(1, len(NAMES))), "W-132")


# --- the tablet ---


def _reveal(old: Table, act: actions.RevealRebels | actions.RevealFollower, new: Table) -> Iterator[str]:
    was, seat = old.slots[act.slot], old.setup.owner(act.slot)
    posture = "rebel" if isinstance(act, actions.RevealRebels) else "follower"
    yield from differs("Agents", was.agent and (was.agent.posture, was.agent.face), (posture, 0), "W-060")
    wanted = None if was.agent is None else replace(was, agent=replace(was.agent, face=act.face))
    yield from differs("Agents turned up", new.slots[act.slot], wanted, "W-060")
    yield from differs("hand", new.hands[seat].count, old.hands[seat].count, "W-079")
    if isinstance(act, actions.RevealFollower) and act.slot not in may_turn_up(old):
        rule = "W-131" if active_side(old) == "KNI-A" else "W-070"
        yield f"The Follower at place {act.slot + 1} was turned up out of turn ({rule})."


def _activate_tablet(old: Table, act: actions.ActivateTablet, new: Table) -> Iterator[str]:
    yield from differs("active tablet", (old.active, new.active), (0, act.tablet), "W-063")
    yield from differs("active tablet", new.active, majority(old, with_rebels=True), "W-063")
    copied = fixed_powers(old) if active_side(new) == "KNI-B2" else ()
    yield from differs("fixed powers", new.fixed_power, copied, "W-123")
    if active_side(new) in ("SEE-B2", "NOB-A"):
        yield from differs("Direct effects done", new.acted, False, "W-065")


def _rotate_elders(old: Table, act: actions.RotateElders, new: Table) -> Iterator[str]:
    yield from differs("active tablet", active_side(old), "SEE-B2", "W-126")
    yield from differs("Elders", ([slot.elder for slot in new.slots], new.gap_elder), rotated(old), "W-126")
    yield from differs("Agents", [slot.agent for slot in new.slots], [slot.agent for slot in old.slots], "W-126")
    yield from differs("Direct effects done", (old.acted, new.acted), (False, True), "W-065")


def _discard_extras(old: Table, act: actions.DiscardExtras, new: Table) -> Iterator[str]:
    was, now = old.slots[act.slot], new.slots[act.slot]
    if was.agent is None or was.agent.posture != "rebel" or not was.agent.face or was.agent.count < 2:
        yield f"Place {act.slot + 1} has no extra Rebels to discard (W-066)."
        return
    yield from differs("Rebels left", now, replace(was, agent=replace(was.agent, count=1)), "W-066")
    yield from differs("discard", new.discard, more(old.discard, was.agent.face, was.agent.count - 1), "W-066")
    yield from differs("top of the discard pile", new.top, was.agent.face, "W-087")


# --- the Waves ---


def _check(old: Table, act: actions.Collect | actions.TakeElder, new: Table) -> Iterator[str]:
    slot, was, whose = act.slot, old.slots[act.slot], turn(old)
    done = "returned" if new.returned and not old.returned else "hand"
    if isinstance(act, actions.Collect):
        done = "collect"
    if slot != whose or was.agent is None:
        yield f"Place {slot + 1} was checked, where place {-1 if whose is None else whose + 1} is next (W-078)."
        return
    wave = 1 if old.phase is Phase.WAVE_1 else 2
    yield from differs("the Wave of this posture", wave_of(old, was.agent), wave, "W-075")
    ends, rule = outcomes(old, slot)
    if done not in ends.split(" or "):
        yield f"the {NAMES[was.elder]} at place {slot + 1}: {done}, but the rules say {ends} ({rule})."
    yield from differs("slot", new.slots[slot], replace(was, elder=0), "W-079")
    if isinstance(act, actions.Collect):
        yield from _collected(old, act, new)
        return
    seat = old.setup.owner(slot)
    yield from differs("hand", new.hands[seat].count, old.hands[seat].count + 1, "W-074")


def _collected(old: Table, act: actions.Collect, new: Table) -> Iterator[str]:
    side, rule = old.setup.side_at(act.slot), "W-109" if old.setup.is_head_to_head else "W-034"
    yield from differs("side", act.side, side, rule)
    yield from differs("shells", new.shells, old.shells - 1, "W-073")
    if old.shells < 1:
        yield "An Elder was collected without a shell in the centre (W-146)."
    wanted = [
        more(pile, old.slots[act.slot].elder) if pool == side else pile for pool, pile in enumerate(old.collected)
    ]
    yield from differs("collections", new.collected, tuple(wanted), rule)


# --- the round's end ---


def _pass_token(old: Table, act: actions.PassToken, new: Table) -> Iterator[str]:
    wanted = (old.token + 1) % len(old.slots)
    rule = "W-108" if old.setup.is_head_to_head else "W-080"
    yield from differs("Wave token", (act.slot, new.token), (wanted, wanted), rule)


def _discard_gap_elder(old: Table, act: actions.DiscardGapElder, new: Table) -> Iterator[str]:
    yield from differs("unassociated Elder", new.gap_elder, 0, "W-084")
    yield from differs("discard", (new.discard, new.top), (more(old.discard, old.gap_elder), old.gap_elder), "W-084")
    if not old.gap_elder:
        yield "There was no unassociated Elder to discard (W-084)."


def _next_round(old: Table, act: actions.NextRound, new: Table) -> Iterator[str]:
    faces = [slot.agent.face if slot.agent else slot.elder for slot in old.slots]
    yield from differs("new Council", [slot.elder for slot in new.slots], faces, "W-083")
    yield from differs("Agents", [slot.agent for slot in new.slots if slot.agent], [], "W-083")
    yield from differs("active tablet", (new.active, new.acted, new.fixed_power), (0, False, ()), "W-085")
    yield from differs("Open Majority", new.open_majority, 0, "W-041")
    yield from differs("returned Elder", new.returned, False, "W-128")
    yield from differs("cards drawn", set(new.drawn), {0}, "W-081")
    yield from differs("places passed over", new.skipped, (), "W-103")
    yield from differs("round", new.round, old.round + 1, "W-040")


_CHECKS: dict[type, Callable[[Table, Any, Table], Iterator[str]]] = {
    actions.PlaceToken: _place_token,
    actions.NameFirst: _name_first,
    actions.LayToken: _lay_token,
    actions.Draw: drew,
    actions.TurnUpElder: _turn_up_elder,
    actions.TurnUpGapElder: _turn_up_gap_elder,
    actions.DiscardGapElder: _discard_gap_elder,
    actions.PlaceShells: _place_shells,
    actions.PlayAgents: played,
    actions.RevealRebels: _reveal,
    actions.ActivateTablet: _activate_tablet,
    actions.RotateElders: _rotate_elders,
    actions.DiscardExtras: _discard_extras,
    actions.RevealFollower: _reveal,
    actions.Collect: _check,
    actions.TakeElder: _check,
    actions.PassToken: _pass_token,
    actions.Reshuffle: shuffled,
    actions.Discard: discarded,
    actions.NextRound: _next_round,
}
