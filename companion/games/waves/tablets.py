"""What the active Rule Tablet changes: powers, comparison, order of the Waves, permission (W-117: in this order)."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from companion.games.core import RuleId
from companion.games.waves.cards import UNKNOWN, Class
from companion.games.waves.data import DATA, POWER, SHELLS, Tablet
from companion.games.waves.model import (
    Posture,
    SlotIndex,
    Table,
)

SCHOLAR: Class = 1
KEEPER: Class = 2
SCHOLARS_AT = 6  # W-120
FOLLOWERS_LOSE = 2  # W-125
KEEPERS_GAIN = 2  # W-130, for each shell
SET_POWER: dict[Posture, int] = {"follower": 3, "rebel": 6}  # W-133

CheckResult: TypeAlias = Literal["collect", "power", "no shell", "duplicate", "not unique", "returned"]
"""That an Elder is collected, or why not."""


class Check(msgspec.Struct, frozen=True):
    """How the collection check of one slot comes out (W-072)."""

    agent_power: int
    elder_power: int
    result: CheckResult
    rules: tuple[RuleId, ...]


def active_side(table: Table) -> str:
    """The side of the active tablet, or "" where none is active."""
    return table.setup.tablets[table.active - 1] if table.active != UNKNOWN else ""


def active_tablet(table: Table) -> Tablet | None:
    """The active tablet's data, or None."""
    side = active_side(table)
    return DATA.tablets[side] if side else None


# --- who is to the right of whom (W-118) ---


def is_left_of_gap(table: Table, slot: SlotIndex) -> bool:
    """Whether the unassociated Elder lies between this slot and the one to its right (W-016)."""
    return table.setup.gap_after >= 0 and slot == (table.setup.gap_after + 1) % len(table.slots)


def right_elder(table: Table, slot: SlotIndex) -> Class:
    """The Elder to the right of a slot's: the unassociated one where it lies there (A-10)."""
    counts = is_left_of_gap(table, slot) and table.setup.variants.ring_elders_include_gap
    return table.gap_elder if counts and table.gap_elder != UNKNOWN else table.slots[slot - 1].elder


def right_agents(table: Table, slot: SlotIndex) -> SlotIndex | None:
    """The slot of the Agents to the right; None where the unassociated Elder, who has none, is looked at (A-11)."""
    if is_left_of_gap(table, slot) and not table.setup.variants.ring_agents_skip_gap:
        return None
    return (slot - 1) % len(table.slots)


def moved_right(table: Table) -> tuple[tuple[Class, ...], Class]:
    """The Elders by slot, and the unassociated one, after each has moved one place to the right (W-126, A-08, A-09)."""
    elders = [slot.elder for slot in table.slots]
    gap = table.setup.gap_after + 1
    if table.gap_elder == UNKNOWN or not table.setup.variants.rotate_gap:
        return (*elders[1:], elders[0]), table.gap_elder
    ring = [*elders[:gap], table.gap_elder, *elders[gap:]]
    ring = [*ring[1:], ring[0]]
    return (*ring[:gap], *ring[gap + 1 :]), ring[gap]


# --- powers ---


def elder_power(table: Table, slot: SlotIndex) -> int:
    """The Elder's power under the active tablet (W-120, W-123, W-130)."""
    elder = table.slots[slot].elder
    return table.fixed_power[slot] if table.fixed_power else _class_power(table, elder)


def agent_power(table: Table, slot: SlotIndex) -> int:
    """The power of a slot's open Agents under the active tablet (W-120, W-125, W-130, W-131, W-133).

    It may be zero or less; 0 where no open Agent lies.
    """
    side, agent = active_side(table), table.slots[slot].agent
    if agent is None or agent.face == UNKNOWN:
        return 0
    if side == "SCH-A":
        return SET_POWER[agent.posture]
    if side == "KNI-A":
        right = right_agents(table, slot)
        copied = table.slots[right].agent if right is not None else None
        return POWER[copied.face if copied is not None else agent.face]
    loss = FOLLOWERS_LOSE if side == "SEE-B1" and agent.posture == "follower" else 0
    return _class_power(table, agent.face) - loss


def _class_power(table: Table, cls: Class) -> int:
    """The power of every card of a class, Elder or Agent (W-120, W-130)."""
    side = active_side(table)
    if side == "SCH-B" and cls == SCHOLAR:
        return SCHOLARS_AT
    if side == "KEE-A" and cls == KEEPER:
        return POWER[KEEPER] + KEEPERS_GAIN * table.shells
    return POWER[cls]


def fixed_powers(table: Table) -> tuple[int, ...]:
    """Elder powers to fix as the tablet becomes active: the printed power of the Elder to the right (W-118, W-123)."""
    if active_side(table) != "KNI-B2":
        return ()
    return tuple(POWER[right_elder(table, slot)] for slot in range(len(table.slots)))


def needs_face(table: Table, slot: SlotIndex) -> tuple[SlotIndex, ...]:
    """Another slot whose Agent's number is needed to check this one (W-131)."""
    right = right_agents(table, slot) if active_side(table) == "KNI-A" else None
    return () if right is None else (right,)


# --- the centre, and the Waves ---


def most_shells(table: Table) -> int | None:
    """The most shells that may lie in the centre; None where other things stand in for more (A-02)."""
    return SHELLS if table.setup.variants.shell_cap == "5" else None


def followers(table: Table) -> int:
    """How many Agents were played as Followers (W-134)."""
    return sum(1 for slot in table.slots if slot.agent is not None and slot.agent.posture == "follower")


def shells_for_followers(table: Table) -> int:
    """Shells that the Nobles' tablet puts into the centre: one a Follower (W-134)."""
    most, wanted = most_shells(table), followers(table)
    return wanted if most is None else min(wanted, most)


def wave_postures(table: Table) -> tuple[Posture, Posture]:
    """Who collects in the 1st and in the 2nd Wave (W-070, W-075, W-122)."""
    return ("rebel", "follower") if active_side(table) == "KNI-B1" else ("follower", "rebel")


def wave_order(table: Table) -> tuple[SlotIndex, ...]:
    """Slots in the order of both Waves, from the token holder (W-070, W-127)."""
    step, count = (-1 if active_side(table) == "SEE-B3" else 1), len(table.slots)
    return tuple((table.token + step * index) % count for index in range(count))


# --- the check ---


def check_slot(table: Table, slot: SlotIndex) -> Check:
    """The collection check of a slot whose Agent lies open (W-072, W-117)."""
    agent, elder = agent_power(table, slot), elder_power(table, slot)
    rules, tablet = _rules_of_check(table, slot), active_side(table)
    if not (agent <= elder if tablet == "KEE-B" else agent > elder):
        equal = ("W-076",) if agent == elder else ()
        return Check(agent, elder, "power", (*rules, "W-072", *equal, "W-074"))
    if table.shells < 1:
        return Check(agent, elder, "no shell", (*rules, "W-072", "W-078", "W-074"))
    cls = table.slots[slot].elder
    if tablet == "NOB-B2" and table.collected[table.setup.side_at(slot)][cls - 1]:
        return Check(agent, elder, "duplicate", (*rules, "W-129", "W-072", "W-074"))
    if tablet == "SEE-A" and table.council[cls - 1] > 1:
        return Check(agent, elder, "not unique", (*rules, "W-132", "W-072", "W-074"))
    if tablet == "NOB-B1" and not table.returned:
        return Check(agent, elder, "returned", (*rules, "W-128", "W-074"))
    return Check(agent, elder, "collect", (*rules, "W-072", "W-073", "W-077"))


def _rules_of_check(table: Table, slot: SlotIndex) -> tuple[RuleId, ...]:
    """Rules that shape this check before the powers are compared."""
    place, tablet = table.slots[slot], active_tablet(table)
    rules: tuple[RuleId, ...] = ("W-002",)
    if tablet is None or tablet.level == "calm":
        return rules if tablet is None else (*rules, tablet.rule)
    touched = (
        (place.agent is not None and agent_power(table, slot) != POWER[place.agent.face])
        or elder_power(table, slot) != POWER[place.elder]
        or active_side(table) in ("KEE-B", "KNI-B1", "SEE-B3", "KNI-A", "SCH-A")
    )
    return (*rules, tablet.rule, "W-064", "W-117") if touched else rules
