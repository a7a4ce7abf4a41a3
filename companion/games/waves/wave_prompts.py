"""What to do in the Waves, and how a check comes out in words."""

from __future__ import annotations

from companion.games.waves.cards import Class
from companion.games.waves.data import DATA, NAMES, POWER
from companion.games.waves.model import SlotIndex, WavesView
from companion.games.waves.tablets import active_side, active_tablet, check_slot, is_left_of_gap, needs_face
from companion.games.waves.turns import faces_needed, next_to_check
from companion.games.waves.words import Ask, at_place, place, tablet_text


def wave(view: WavesView) -> Ask:
    """The Agent to turn up, or the Elder to take, with the powers that count."""
    table, slot = view.table, next_to_check(view.table)
    assert slot is not None  # the Wave ends with the last check
    here, seat, name = table.slots[slot], table.setup.owner(slot), place(view, slot)
    rule = _active(view)
    hidden = faces_needed(table, slot)
    if hidden and hidden[0] == slot:
        return (seat,), f"{name}: turn up your Follower.", rule, "W-070"
    if hidden:
        early = place(view, hidden[0])
        text = f"{early}: turn up your Follower now; {name} copies its power. It acts at its own turn."
        return (table.setup.owner(hidden[0]),), text, rule, "W-131"
    sentence = check_sentence(view, slot)
    why = f"{sentence[0].upper()}{sentence[1:]}. {rule}"
    elder = NAMES[here.elder]
    if check_slot(table, slot).result == "collect":
        whose = "your collection" if _is_alone(view, slot) else "your team's collection"
        act = f"{name}: take the {elder} to {whose} and take 1 shell out of the centre."
        if table.setup.variants.optional_collect:
            return (seat,), f"{act} Or take the Elder into your hand.", why, "W-073"
        return (seat,), act, why, "W-073"
    return (seat,), f"{name}: take the {elder} into your hand.", why, "W-074"


def _active(view: WavesView) -> str:
    """The active tablet; an order that has been carried out says so, lest it be done twice."""
    tablet = active_tablet(view.table)
    if tablet is None:
        return "No tablet is active."
    return f"Active tablet{' (done)' if view.table.acted else ''}: {tablet_text(tablet, view.table.setup.edition)}"


def _is_alone(view: WavesView, slot: SlotIndex) -> bool:
    setup = view.table.setup
    return len(setup.members(setup.side_at(slot))) == 1


def check_sentence(view: WavesView, slot: SlotIndex) -> str:
    """How an Agent's check against its Elder comes out, in a sentence, with the powers that count."""
    table = view.table
    here, check = table.slots[slot], check_slot(table, slot)
    assert here.agent is not None  # only slots with an Agent are checked
    agent = f"{NAMES[here.agent.face]} ({_power(here.agent.face, check.agent_power, _copied_agent(view, slot))})"
    elder = f"{NAMES[here.elder]} ({_power(here.elder, check.elder_power, _copied_elder(view, slot))})"
    held = "the collection" if _is_alone(view, slot) else "their side's collection"
    loses = "is too strong for" if active_side(table) == "KEE-B" else "does not win over"
    ends = {
        "collect": f"the {agent} collects the {elder}",
        "power": f"the {agent} {loses} the {elder}",
        "no shell": f"the {agent} wins over the {elder}, but no shell is left",
        "duplicate": f"the {agent} wins over the {elder}, but that class is in {held} already",
        "not unique": f"the {agent} wins over the {elder}, but another {NAMES[here.elder]} was in the Council",
        "returned": f"the {agent} wins over the {elder}, but the tablet sends the first Elder back",
    }
    return ends[check.result]


def _power(cls: Class, power: int, copied: str) -> str:
    """A card's power as it counts now: the printed number alone, or what it counts as, and whose number that is."""
    if copied:
        return f"counts as {power}, copied from {copied}"
    return str(power) if power == POWER[cls] else f"counts as {power}"


def _copied_agent(view: WavesView, slot: SlotIndex) -> str:
    """The Agent whose number counts for a slot's, such as "Anna's Scholar"; empty where none is copied (W-131)."""
    for right in needs_face(view.table, slot):
        agent = view.table.slots[right].agent
        if agent is not None:
            return _whose(view, right, agent.face)
    return ""


def _copied_elder(view: WavesView, slot: SlotIndex) -> str:
    """The Elder whose number counts for a slot's; empty where none is copied (W-123).

    It may have left by now: its class follows from the number, since no two classes have the same.
    """
    table = view.table
    if not table.fixed_power:
        return ""
    cls = POWER.index(table.fixed_power[slot])
    if is_left_of_gap(table, slot) and table.setup.variants.ring_elders_include_gap:
        return f"the unassociated {DATA.classes[cls - 1].name}"
    return _whose(view, (slot - 1) % len(table.slots), cls)


def _whose(view: WavesView, slot: SlotIndex, cls: Class) -> str:
    setup = view.table.setup
    return f"{view.name(setup.owner(slot))}'s {NAMES[cls]}{at_place(setup, slot)}"
