"""What to do in the Waves, and how a check comes out in words."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.waves.cards import Class
from companion.games.waves.data import NOUNS, POWER
from companion.games.waves.model import SlotIndex, WavesView
from companion.games.waves.tablets import active_side, active_tablet, check_slot, is_left_of_gap, needs_face
from companion.games.waves.turns import faces_needed, next_to_check
from companion.games.waves.words import Ask, place, tablet_text
from companion.language.message import Message, say, sentences
from companion.language.values import Name, Noun


def wave(view: WavesView) -> Ask:
    """The Agent to turn up, or the Elder to take, with the powers that count."""
    table, slot = view.table, next_to_check(view.table)
    assert slot is not None  # the Wave ends with the last check
    seat, who, rule = table.setup.owner(slot), place(view, slot), _active(view)
    hidden = faces_needed(table, slot)
    if hidden and hidden[0] == slot:
        return (seat,), say("{who}: turn up your Follower.", who=who), rule, "W-070"
    if hidden:
        text = say(
            "{early}: turn up your Follower now; {who} copies its power. It acts at its own turn.",
            early=place(view, hidden[0]),
            who=who,
        )
        return (table.setup.owner(hidden[0]),), text, rule, "W-131"
    why = sentences(say("{check:capital}.", check=check_sentence(view, slot)), rule)
    if check_slot(table, slot).result == "collect":
        return (seat,), _collect(view, slot), why, "W-073"
    elder = NOUNS[table.slots[slot].elder]
    return (seat,), say("{who}: take the {elder} into your hand.", who=who, elder=elder), why, "W-074"


def _collect(view: WavesView, slot: SlotIndex) -> Message:
    who, elder = place(view, slot), NOUNS[view.table.slots[slot].elder]
    if _is_alone(view, slot):
        act = say(
            "{who}: take the {elder} to your collection and take 1 shell out of the centre.", who=who, elder=elder
        )
    else:
        act = say(
            "{who}: take the {elder} to your team's collection and take 1 shell out of the centre.",
            who=who,
            elder=elder,
        )
    if view.table.setup.variants.optional_collect:
        return sentences(act, say("Or take the Elder into your hand."))
    return act


def _active(view: WavesView) -> Message:
    """The active tablet; an order that has been carried out says so, lest it be done twice."""
    tablet = active_tablet(view.table)
    if tablet is None:
        return say("No tablet is active.")
    does = tablet_text(tablet, view.table.setup.edition)
    if view.table.acted:
        return say("Active tablet (done): {does}", does=does)
    return say("Active tablet: {does}", does=does)


def _is_alone(view: WavesView, slot: SlotIndex) -> bool:
    setup = view.table.setup
    return len(setup.members(setup.side_at(slot))) == 1


class _Compared(NamedTuple):
    """The Agent and the Elder of a check, each with the power that counts."""

    agent: Noun
    power: int | Message
    elder: Noun
    against: int | Message


def check_sentence(view: WavesView, slot: SlotIndex) -> Message:
    """How an Agent's check against its Elder comes out, in a sentence, with the powers that count."""
    here, check = view.table.slots[slot], check_slot(view.table, slot)
    assert here.agent is not None  # only slots with an Agent are checked
    cards = _Compared(
        NOUNS[here.agent.face],
        _power(here.agent.face, check.agent_power, _copied_agent(view, slot)),
        NOUNS[here.elder],
        _power(here.elder, check.elder_power, _copied_elder(view, slot)),
    )
    agent, power, elder, against = cards
    match check.result:
        case "collect":
            return say(
                "the {agent} ({power}) collects the {elder} ({against})",
                agent=agent,
                power=power,
                elder=elder,
                against=against,
            )
        case "power":
            return _too_weak(view, cards)
        case "no shell":
            return say(
                "the {agent} ({power}) wins over the {elder} ({against}), but no shell is left",
                agent=agent,
                power=power,
                elder=elder,
                against=against,
            )
        case "duplicate":
            return _duplicate(cards, _is_alone(view, slot))
        case "not unique":
            return say(
                "the {agent} ({power}) wins over the {elder} ({against}), but another {elder} was in the Council",
                agent=agent,
                power=power,
                elder=elder,
                against=against,
            )
        case "returned":
            return say(
                "the {agent} ({power}) wins over the {elder} ({against}), but the tablet sends the first Elder back",
                agent=agent,
                power=power,
                elder=elder,
                against=against,
            )


def _too_weak(view: WavesView, cards: _Compared) -> Message:
    """That the powers do not allow it: an Agent may be too strong as well."""
    agent, power, elder, against = cards
    if active_side(view.table) == "KEE-B":
        return say(
            "the {agent} ({power}) is too strong for the {elder} ({against})",
            agent=agent,
            power=power,
            elder=elder,
            against=against,
        )
    return say(
        "the {agent} ({power}) does not win over the {elder} ({against})",
        agent=agent,
        power=power,
        elder=elder,
        against=against,
    )


def _duplicate(cards: _Compared, is_alone: bool) -> Message:
    agent, power, elder, against = cards
    if is_alone:
        return say(
            "the {agent} ({power}) wins over the {elder} ({against}), but that class is in the collection already",
            agent=agent,
            power=power,
            elder=elder,
            against=against,
        )
    return say(
        "the {agent} ({power}) wins over the {elder} ({against}), but that class is in their side's collection already",
        agent=agent,
        power=power,
        elder=elder,
        against=against,
    )


def _power(cls: Class, power: int, copied: Message | None) -> int | Message:
    """A card's power as it counts now: the printed number alone, or what it counts as, and whose number that is."""
    if copied is not None:
        return say("counts as {power}, copied from {copied}", power=power, copied=copied)
    return power if power == POWER[cls] else say("counts as {power}", power=power)


def _copied_agent(view: WavesView, slot: SlotIndex) -> Message | None:
    """The Agent whose number counts for a slot's, such as "Anna's Scholar"; None where none is copied (W-131)."""
    for right in needs_face(view.table, slot):
        agent = view.table.slots[right].agent
        if agent is not None:
            return _whose(view, right, agent.face)
    return None


def _copied_elder(view: WavesView, slot: SlotIndex) -> Message | None:
    """The Elder whose number counts for a slot's; None where none is copied (W-123).

    It may have left by now: its class follows from the number, since no two classes have the same.
    """
    table = view.table
    if not table.fixed_power:
        return None
    cls = POWER.index(table.fixed_power[slot])
    if is_left_of_gap(table, slot) and table.setup.variants.ring_elders_include_gap:
        return say("the unassociated {elder}", elder=NOUNS[cls])
    return _whose(view, (slot - 1) % len(table.slots), cls)


def _whose(view: WavesView, slot: SlotIndex, cls: Class) -> Message:
    setup = view.table.setup
    who = Name(view.name(setup.owner(slot)))
    if setup.is_head_to_head:
        return say("{who}'s {card} at place {place}", who=who, card=NOUNS[cls], place=slot + 1)
    return say("{who}'s {card}", who=who, card=NOUNS[cls])
