"""Majorities, powers, turns and outcomes of the Waves, counted anew for the laws (W-041..W-078, W-117..W-134)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.waves.data.figures import POWER, SHELLS
from companion.games.waves.laws.words import active_side
from companion.games.waves.state.model import Agent, Table

_KEEPER = 2


def majority(table: Table, with_rebels: bool) -> int:
    """The class with most Elders, and most Rebels if asked for; ties by printed power; 0 where no card lies."""
    counts: Counter[int] = Counter(cls for cls in (table.gap_elder, *(slot.elder for slot in table.slots)) if cls)
    for slot in table.slots:
        if with_rebels and slot.agent and slot.agent.posture == "rebel":
            counts[slot.agent.face] += slot.agent.count
    return max(counts, key=lambda cls: (counts[cls], POWER[cls]), default=0)


def shells_due(table: Table, card_number: int) -> int:
    """Shells that must lie in the centre once the Council card gives this number (W-043, W-044)."""
    left = table.shells if table.setup.variants.leftover_shells == "add" else 0
    return _capped(table, left + card_number)


def shells_for_followers(table: Table) -> int:
    """Shells that the tablet gives for the Followers (W-134)."""
    return _capped(table, sum(1 for slot in table.slots if slot.agent and slot.agent.posture == "follower"))


def _capped(table: Table, number: int) -> int:
    return min(number, SHELLS) if table.setup.variants.shell_cap == "5" else number


def _elder_ring(table: Table) -> list[tuple[int, int]]:
    """(slot, Elder) clockwise; the unassociated Elder, where one lies, in its place with slot -1."""
    ring = [(index, slot.elder) for index, slot in enumerate(table.slots)]
    if table.gap_elder:
        ring.insert(table.setup.gap_after + 1, (-1, table.gap_elder))
    return ring


def fixed_powers(table: Table) -> tuple[int, ...]:
    """The printed power of the Elder to the right of each slot's (W-118, W-123)."""
    ring = _elder_ring(table)
    if not table.setup.variants.ring_elders_include_gap:
        ring = [each for each in ring if each[0] >= 0]
    right = {slot: POWER[ring[index - 1][1]] for index, (slot, _) in enumerate(ring)}
    return tuple(right[slot] for slot in range(len(table.slots)))


def rotated(table: Table) -> tuple[list[int], int]:
    """The Elders by slot, and the unassociated one, after each went one place to the right (W-126)."""
    ring = _elder_ring(table)
    if not table.setup.variants.rotate_gap:
        ring = [each for each in ring if each[0] >= 0]
    arrives = {ring[index - 1][0]: elder for index, (_, elder) in enumerate(ring)}
    return [arrives[slot] for slot in range(len(table.slots))], arrives.get(-1, table.gap_elder)


def agent_to_the_right(table: Table, slot: int) -> int | None:
    """The slot whose Agent a slot's Agent copies; None where the unassociated Elder stands between (A-11)."""
    setup = table.setup
    gap_is_right = setup.gap_after >= 0 and (setup.gap_after + 1) % len(table.slots) == slot
    if gap_is_right and not setup.variants.ring_agents_skip_gap:
        return None
    return (slot - 1) % len(table.slots)


def wave_of(table: Table, agent: Agent) -> int:
    """In which Wave an Agent is checked, 1 or 2 (W-070, W-075, W-122)."""
    first = "rebel" if active_side(table) == "KNI-B1" else "follower"
    return 1 if agent.posture == first else 2


def turn(table: Table) -> int | None:
    """The slot that is checked next, or None when all have been (W-070, W-071, W-075, W-127)."""
    count, step = len(table.slots), -1 if active_side(table) == "SEE-B3" else 1
    left = [
        (wave_of(table, slot.agent), (index - table.token) * step % count, index)
        for index, slot in enumerate(table.slots)
        if slot.elder and slot.agent
    ]
    return min(left)[2] if left else None


def may_turn_up(table: Table) -> Iterator[int]:
    """The slots whose Follower may be turned up now: the one that is checked next, and one that it copies (W-131)."""
    slot = turn(table)
    if slot is None:
        return
    yield slot
    right = agent_to_the_right(table, slot)
    if active_side(table) == "KNI-A" and right is not None:
        yield right


def agent_power(table: Table, index: int) -> int | None:
    """The power of a slot's Agent under the active tablet; None where a card that decides it lies face down."""
    agent = table.slots[index].agent
    if agent is None or not agent.face:
        return None
    side = active_side(table)
    if side == "KNI-A":
        right = agent_to_the_right(table, index)
        copied = None if right is None else table.slots[right].agent
        face = agent.face if copied is None else copied.face
        return POWER[face] if face else None
    if side == "SCH-A":
        return 3 if agent.posture == "follower" else 6
    return _of_class(table, agent.face) - (2 if side == "SEE-B1" and agent.posture == "follower" else 0)


def _of_class(table: Table, cls: int) -> int:
    side = active_side(table)
    if side == "SCH-B" and cls == 1:
        return 6
    return POWER[cls] + (2 * table.shells if side == "KEE-A" and cls == _KEEPER else 0)


def outcomes(table: Table, index: int) -> tuple[str, str]:
    """How the check of a slot may end, and the rule that says so.

    "collect", "hand", "returned" (to the hand by the Nobles' tablet), "collect or hand" where the player may choose, or
    "nothing" where a card that decides it lies face down.
    """
    side, slot = active_side(table), table.slots[index]
    elder = table.fixed_power[index] if side == "KNI-B2" else _of_class(table, slot.elder)
    power = agent_power(table, index)
    if power is None:
        return "nothing", "W-131" if side == "KNI-A" and slot.agent and slot.agent.face else "W-070"
    if not (power <= elder if side == "KEE-B" else power > elder):
        return "hand", "W-121" if side == "KEE-B" else "W-072"
    if table.shells < 1:
        return "hand", "W-072"
    if side == "NOB-B2" and table.collected[table.setup.side_at(index)][slot.elder - 1] > 0:
        return "hand", "W-129"
    if side == "SEE-A" and table.council[slot.elder - 1] != 1:
        return "hand", "W-132"
    if side == "NOB-B1" and not table.returned:
        return "returned", "W-128"
    return "collect or hand" if table.setup.variants.optional_collect else "collect", "W-072"
