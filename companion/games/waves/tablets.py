"""What the active Rule Tablet changes: powers, comparison, order of the Waves, permission (W-117: in this order)."""

from __future__ import annotations

import msgspec

from companion.games.core import RuleId
from companion.games.waves.cards import UNKNOWN, Class
from companion.games.waves.data import DATA, POWER, Tablet
from companion.games.waves.model import Posture, SlotIndex, Table

SCHOLAR: Class = 1
SCHOLARS_AT = 6  # W-120
FOLLOWERS_LOSE = 2  # W-125


class Check(msgspec.Struct, frozen=True):
    """How the collection check of one slot comes out (W-072)."""

    agent_power: int
    elder_power: int
    result: str
    """"collect", or why not: "power", "no shell", "duplicate", "returned"."""
    rules: tuple[RuleId, ...]


def side_of(slot: SlotIndex) -> int:
    """The side that collects at a slot: in All vs All every slot is a side of its own (W-007)."""
    return slot


def active_side(table: Table) -> str:
    """The side of the active tablet, or "" where none is active."""
    return table.setup.tablets[table.active - 1] if table.active != UNKNOWN else ""


def active_tablet(table: Table) -> Tablet | None:
    """The active tablet's data, or None."""
    side = active_side(table)
    return DATA.tablets[side] if side else None


def elder_power(table: Table, slot: SlotIndex) -> int:
    """The Elder's power under the active tablet (W-120, W-123)."""
    elder, side = table.slots[slot].elder, active_side(table)
    if side == "SCH-B" and elder == SCHOLAR:
        return SCHOLARS_AT
    return table.fixed_power[slot] if table.fixed_power else POWER[elder]


def agent_power(table: Table, face: Class, posture: Posture) -> int:
    """An Agent's power under the active tablet (W-120, W-125). It may be zero or less."""
    side = active_side(table)
    if side == "SCH-B" and face == SCHOLAR:
        return SCHOLARS_AT
    return POWER[face] - (FOLLOWERS_LOSE if side == "SEE-B1" and posture == "follower" else 0)


def fixed_powers(table: Table) -> tuple[int, ...]:
    """Elder powers to fix as the tablet becomes active: the printed power of the Elder to the right (W-118, W-123)."""
    if active_side(table) != "KNI-B2":
        return ()
    return tuple(POWER[table.slots[index - 1].elder] for index in range(len(table.slots)))


def wave_postures(table: Table) -> tuple[Posture, Posture]:
    """Who collects in the 1st and in the 2nd Wave (W-070, W-075, W-122)."""
    return ("rebel", "follower") if active_side(table) == "KNI-B1" else ("follower", "rebel")


def wave_order(table: Table) -> tuple[SlotIndex, ...]:
    """Slots in the order of both Waves, from the token holder (W-070, W-127)."""
    step, count = (-1 if active_side(table) == "SEE-B3" else 1), len(table.slots)
    return tuple((table.token + step * index) % count for index in range(count))


def check_slot(table: Table, slot: SlotIndex) -> Check:
    """The collection check of a slot whose Agent lies open (W-072, W-117)."""
    place, side = table.slots[slot], side_of(slot)
    assert place.agent is not None  # only slots with an Agent are checked
    agent, elder = agent_power(table, place.agent.face, place.agent.posture), elder_power(table, slot)
    rules = _rules_of_check(table, slot)
    tablet = active_side(table)
    if not (agent <= elder if tablet == "KEE-B" else agent > elder):
        equal = ("W-076",) if agent == elder else ()
        return Check(agent, elder, "power", (*rules, "W-072", *equal, "W-074"))
    if table.shells < 1:
        return Check(agent, elder, "no shell", (*rules, "W-072", "W-078", "W-074"))
    if tablet == "NOB-B2" and table.collected[side][place.elder - 1]:
        return Check(agent, elder, "duplicate", (*rules, "W-129", "W-072", "W-074"))
    if tablet == "NOB-B1" and not table.returned:
        return Check(agent, elder, "returned", (*rules, "W-128", "W-074"))
    return Check(agent, elder, "collect", (*rules, "W-072", "W-073", "W-077"))


def _rules_of_check(table: Table, slot: SlotIndex) -> tuple[RuleId, ...]:
    """Rules that shape this check before the powers are compared."""
    place, tablet = table.slots[slot], active_tablet(table)
    assert place.agent is not None
    rules: tuple[RuleId, ...] = ("W-002",)
    if tablet is None or tablet.level == "calm":
        return rules if tablet is None else (*rules, tablet.rule)
    touched = (
        agent_power(table, place.agent.face, place.agent.posture) != POWER[place.agent.face]
        or elder_power(table, slot) != POWER[place.elder]
        or active_side(table) in ("KEE-B", "KNI-B1", "SEE-B3")
    )
    return (*rules, tablet.rule, "W-064", "W-117") if touched else rules
