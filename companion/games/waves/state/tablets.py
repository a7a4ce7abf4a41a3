"""What lies open decides: majorities, shells, and what the active Rule Tablet changes.

That is powers, comparison, order of the Waves, permission: in this order (W-117).
"""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias

import msgspec

from companion.games.core import RuleId
from companion.games.waves.data.figures import DATA, POWER, SHELLS, Tablet
from companion.games.waves.state import model

SCHOLAR: model.Class = 1
KEEPER: model.Class = 2
SCHOLARS_AT = 6  # W-120
FOLLOWERS_LOSE = 2  # W-125
KEEPERS_GAIN = 2  # W-130, for each shell
SET_POWER: dict[model.Posture, int] = {"follower": 3, "rebel": 6}  # W-133

CheckResult: TypeAlias = Literal["collect", "power", "no shell", "duplicate", "not unique", "returned"]
"""That an Elder is collected, or why not."""


class Check(msgspec.Struct, frozen=True):
    """How the collection check of one slot comes out (W-072)."""

    agent_power: int
    elder_power: int
    result: CheckResult
    rules: tuple[RuleId, ...]


def active_side(table: model.Table) -> str:
    """The side of the active tablet, or "" where none is active."""
    return table.setup.tablets[table.active - 1] if table.active != model.UNKNOWN else ""


def active_tablet(table: model.Table) -> Tablet | None:
    """The active tablet's data, or None."""
    side = active_side(table)
    return DATA.tablets[side] if side else None


def council(table: model.Table) -> model.Counts:
    """The Elders in play, by class, the unassociated one among them (W-019, W-045)."""
    return model.of(*(slot.elder for slot in table.slots), table.gap_elder)


def open_table(table: model.Table) -> model.Counts:
    """Elders and open Rebels, extras included, by class (W-061)."""
    rebels = [slot.agent for slot in table.slots if slot.agent is not None and slot.agent.posture == "rebel"]
    faces = [agent.face for agent in rebels for _ in range(agent.count)]
    return model.of(*(slot.elder for slot in table.slots), table.gap_elder, *faces)


def open_majority(table: model.Table) -> model.Class:
    """The class with most Elders (W-041, W-042); UNKNOWN where no Elder lies."""
    return model.majority(council(table))


def true_majority(table: model.Table) -> model.Class:
    """The class with most Elders and open Rebels (W-061, W-062)."""
    return model.majority(open_table(table))


def is_left_of_gap(table: model.Table, slot: model.SlotIndex) -> bool:
    """Whether the unassociated Elder lies between this slot and the one to its right (W-016)."""
    return table.setup.gap_after >= 0 and slot == (table.setup.gap_after + 1) % len(table.slots)


def right_elder(table: model.Table, slot: model.SlotIndex) -> model.Class:
    """The Elder to the right of a slot's: the unassociated one where it lies there (W-118, A-10)."""
    counts = is_left_of_gap(table, slot) and table.setup.variants.ring_elders_include_gap
    return table.gap_elder if counts and table.gap_elder != model.UNKNOWN else table.slots[slot - 1].elder


def right_agents(table: model.Table, slot: model.SlotIndex) -> model.SlotIndex | None:
    """The slot of the Agents to the right; None where the unassociated Elder, who has none, is looked at (A-11)."""
    if is_left_of_gap(table, slot) and not table.setup.variants.ring_agents_skip_gap:
        return None
    return (slot - 1) % len(table.slots)


def moved_right(table: model.Table) -> tuple[tuple[model.Class, ...], model.Class]:
    """The Elders by slot, and the unassociated one, after each has moved one place to the right (W-126, A-08, A-09)."""
    elders = [slot.elder for slot in table.slots]
    gap = table.setup.gap_after + 1
    if table.gap_elder == model.UNKNOWN or not table.setup.variants.rotate_gap:
        return (*elders[1:], elders[0]), table.gap_elder
    ring = [*elders[:gap], table.gap_elder, *elders[gap:]]
    ring = [*ring[1:], ring[0]]
    return (*ring[:gap], *ring[gap + 1 :]), ring[gap]


def elder_power(table: model.Table, slot: model.SlotIndex) -> int:
    """The Elder's power under the active tablet (W-120, W-123, W-130)."""
    elder = table.slots[slot].elder
    return table.fixed_power[slot] if table.fixed_power else _class_power(table, elder)


def agent_power(table: model.Table, slot: model.SlotIndex) -> int:
    """The power of a slot's open Agents under the active tablet (W-120, W-125, W-130, W-131, W-133).

    It may be zero or less; 0 where no open Agent lies.
    """
    side, agent = active_side(table), table.slots[slot].agent
    if agent is None or agent.face == model.UNKNOWN:
        return 0
    if side == "SCH-A":
        return SET_POWER[agent.posture]
    if side == "KNI-A":
        right = right_agents(table, slot)
        copied = table.slots[right].agent if right is not None else None
        return POWER[copied.face if copied is not None else agent.face]
    loss = FOLLOWERS_LOSE if side == "SEE-B1" and agent.posture == "follower" else 0
    return _class_power(table, agent.face) - loss


def _class_power(table: model.Table, cls: model.Class) -> int:
    """The power of every card of a class, Elder or Agent (W-120, W-130)."""
    side = active_side(table)
    if side == "SCH-B" and cls == SCHOLAR:
        return SCHOLARS_AT
    if side == "KEE-A" and cls == KEEPER:
        return POWER[KEEPER] + KEEPERS_GAIN * table.shells
    return POWER[cls]


def fixed_powers(table: model.Table) -> tuple[int, ...]:
    """Elder powers to fix as the tablet becomes active: the printed power of the Elder to the right (W-118, W-123)."""
    if active_side(table) != "KNI-B2":
        return ()
    return tuple(POWER[right_elder(table, slot)] for slot in range(len(table.slots)))


def needs_face(table: model.Table, slot: model.SlotIndex) -> tuple[model.SlotIndex, ...]:
    """Another slot whose Agent's number is needed to check this one (W-131)."""
    right = right_agents(table, slot) if active_side(table) == "KNI-A" else None
    return () if right is None else (right,)


def most_shells(table: model.Table) -> int | None:
    """The most shells that may lie in the centre; None where other things stand in for more (A-02)."""
    return SHELLS if table.setup.variants.shell_cap == "5" else None


def followers(table: model.Table) -> int:
    """How many Agents were played as Followers (W-134)."""
    return sum(1 for slot in table.slots if slot.agent is not None and slot.agent.posture == "follower")


def shells_due(table: model.Table) -> int:
    """Shells that must lie in the centre: by the Council card (W-043, W-044), or one a Follower by a tablet (W-134).

    Where the table leaves last round's shells there (A-01), the card's number is added to them.
    """
    if table.phase is model.Phase.DIRECT:
        number = followers(table)
    else:
        cls = open_majority(table)
        left = table.shells if table.setup.variants.leftover_shells == "add" else 0
        number = left + (table.setup.council_card[cls - 1].value if cls != model.UNKNOWN else 0)
    most = most_shells(table)
    return number if most is None else min(number, most)


def wave_postures(table: model.Table) -> tuple[model.Posture, model.Posture]:
    """Who collects in the 1st and in the 2nd Wave (W-070, W-075, W-122)."""
    return ("rebel", "follower") if active_side(table) == "KNI-B1" else ("follower", "rebel")


def ring_from_token(table: model.Table) -> tuple[model.SlotIndex, ...]:
    """All slots clockwise from the Wave token (W-050, W-104)."""
    return _ring(table.token, len(table.slots), 1)


@cache
def _ring(first: model.SlotIndex, count: int, step: int) -> tuple[model.SlotIndex, ...]:
    return tuple((first + step * index) % count for index in range(count))


def wave_order(table: model.Table) -> tuple[model.SlotIndex, ...]:
    """Slots in the order of both Waves, from the token holder (W-070, W-127)."""
    return _ring(table.token, len(table.slots), -1 if active_side(table) == "SEE-B3" else 1)


def check_slot(table: model.Table, slot: model.SlotIndex) -> Check:
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


def _rules_of_check(table: model.Table, slot: model.SlotIndex) -> tuple[RuleId, ...]:
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
