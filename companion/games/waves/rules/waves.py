"""Both Waves: Followers are turned up, Elders collected or taken, and how each check comes out (W-070..W-079)."""

from __future__ import annotations

from companion.games.core import RuleId
from companion.games.shared.phases import Asked, put
from companion.games.waves.data.figures import NOUNS, POWER
from companion.games.waves.rules.actions import Collect, RevealFollower, TakeElder
from companion.games.waves.rules.moment import Law, WavesMoment, because, in_hand, slots_with, turned_up, when
from companion.games.waves.state import hidden, model, tablets, turns
from companion.games.waves.words.names import class_noun, place, place_of, tablet_text
from companion.language.message import Message, say, sentences

_Act = RevealFollower | Collect | TakeElder


class Wave(WavesMoment[_Act]):
    """A Wave passes: one slot after another is checked."""

    titles = {model.Phase.WAVE_1: say("1st Wave"), model.Phase.WAVE_2: say("2nd Wave")}
    acts = (RevealFollower, Collect, TakeElder)

    def has_work(self, state: model.WavesState) -> bool:
        return turns.next_to_check(state.table) is not None

    def legal(self, state: model.WavesState) -> tuple[_Act, ...]:
        table, slot = state.table, turns.next_to_check(state.table)
        if slot is None:
            return ()
        down = turns.faces_needed(table, slot)
        if down:
            return tuple(RevealFollower(each, face) for each in down for face in hidden.possible_faces(state, each))
        if tablets.check_slot(table, slot).result != "collect":
            return (TakeElder(slot),)
        collect = Collect(slot, table.setup.side_at(slot))
        return (collect, TakeElder(slot)) if table.setup.variants.optional_collect else (collect,)

    def apply(self, state: model.WavesState, act: _Act) -> model.WavesState:
        table, slot, rules = state.table, act.slot, _rules(state.table, act.slot)
        if isinstance(act, RevealFollower):
            return turned_up(state, slot, act.face, *when(turns.next_to_check(table) != slot, "W-131"), *rules)
        elder, check = table.slots[slot].elder, tablets.check_slot(table, slot)
        slots = slots_with(table, slot, elder=model.UNKNOWN)
        if isinstance(act, Collect):
            rules = (*rules, *check.rules, "W-078", "W-079", *when(table.setup.is_teams, "W-034"))
            pile = model.plus(table.collected[act.side], elder)
            collected, shells = put(table.collected, act.side, pile), table.shells - 1
            return because(state, *rules, slots=slots, collected=collected, shells=shells)
        seat, rules, returned = table.setup.owner(slot), (*rules, *check.rules, "W-079"), check.result == "returned"
        changes = {"slots": slots, "returned": table.returned or returned}
        return in_hand(state, seat, (elder, 1), *rules, is_seen=True, **changes)

    def asked(self, view: model.WavesView) -> Asked:
        table, slot = view.table, turns.next_to_check(view.table)
        assert slot is not None  # the Wave ends with the last check
        who, rule, down = place(view, slot), _active(view), turns.faces_needed(table, slot)
        seat, elder = table.setup.owner(down[0] if down else slot), NOUNS[table.slots[slot].elder]
        if down and down[0] == slot:
            return Asked((seat,), say("{who}: turn up your Follower.", who=who), rule, "W-070")
        if down:
            text = say(
                "{early}: turn up your Follower now; {who} copies its power. It acts at its own turn.",
                early=place(view, down[0]),
                who=who,
            )
            return Asked((seat,), text, rule, "W-131")
        why = sentences(say("{check:capital}.", check=check_sentence(view, slot)), rule)
        if tablets.check_slot(table, slot).result != "collect":
            return Asked((seat,), say("{who}: take the {elder} into your hand.", who=who, elder=elder), why, "W-074")
        pile = say("your collection") if _is_alone(view, slot) else say("your team's collection")
        text = say(
            "{who}: take the {elder} to {pile} and take 1 shell out of the centre.", who=who, elder=elder, pile=pile
        )
        if table.setup.variants.optional_collect:
            text = sentences(text, say("Or take the Elder into your hand."))
        return Asked((seat,), text, why, "W-073")

    def described(self, before: model.WavesView, act: _Act) -> Message:
        if isinstance(act, RevealFollower):
            return super().described(before, act)
        who, outcome = place(before, act.slot), check_sentence(before, act.slot)
        if isinstance(act, Collect):
            return say("{who}: {outcome}.", who=who, outcome=outcome)
        if tablets.check_slot(before.table, act.slot).result == "collect":
            outcome = say("the {elder} is left", elder=NOUNS[before.table.slots[act.slot].elder])
        return say("{who}: {outcome}; the Elder goes to hand.", who=who, outcome=outcome)

    def misfit(self, state: model.WavesState, act: _Act) -> Law:
        setup, turn, legal = state.table.setup, turns.next_to_check(state.table), self.legal(state)
        early = {each.slot for each in legal if isinstance(each, RevealFollower)}
        if act.slot != turn and not (isinstance(act, RevealFollower) and act.slot in early):
            who = place_of(setup, turn or 0, ())
            return "W-078", say("Slots are checked one after another. {who} comes now.", who=who)
        if isinstance(act, RevealFollower):
            card = class_noun(act.face)
            return "W-070", say("This Agent lies open already, or cannot be a {card}.", card=card)
        match legal[0]:
            case RevealFollower(slot) if slot == act.slot:
                return "W-070", say("Turn the Follower up first.")
            case RevealFollower(slot):
                who = place_of(setup, slot, ())
                return "W-131", say("Turn up the Follower of {who} first: its power is copied.", who=who)
            case Collect(_, due) if isinstance(act, Collect):
                return "W-073", say(
                    "This Elder is collected by side {due}, not by side {side}.", due=due + 1, side=act.side + 1
                )
        if isinstance(act, Collect):
            return "W-072", say("This Elder is not collected. It goes to the hand.")
        return "W-077", say("The conditions hold, so this Elder is collected.")


def _rules(table: model.Table, slot: model.SlotIndex) -> tuple[RuleId, ...]:
    """The rules that made it this slot's turn."""
    first = table.phase is model.Phase.WAVE_1
    posture = tablets.wave_postures(table)[0 if first else 1]
    holder = table.slots[table.token].agent
    agents = [(index, table.slots[index].agent) for index in tablets.wave_order(table)]
    order = [index for index, agent in agents if agent and agent.posture == posture]
    skipped = holder is not None and holder.posture != posture and order[:1] == [slot]
    turned = when(tablets.active_side(table) == "SEE-B3", "W-127", "W-118")
    in_this_mode = when(table.setup.is_head_to_head, "W-105", "W-109")
    return ("W-070" if first else "W-075", *when(skipped, "W-071"), *turned, *in_this_mode)


def _active(view: model.WavesView) -> Message:
    """The active tablet; an order that has been carried out says so, lest it be done twice."""
    tablet = tablets.active_tablet(view.table)
    if tablet is None:
        return say("No tablet is active.")
    does = tablet_text(tablet, view.table.setup.edition)
    if view.table.acted:
        return say("Active tablet (done): {does}", does=does)
    return say("Active tablet: {does}", does=does)


def _is_alone(view: model.WavesView, slot: model.SlotIndex) -> bool:
    setup = view.table.setup
    return len(setup.members(setup.side_at(slot))) == 1


def check_sentence(view: model.WavesView, slot: model.SlotIndex) -> Message:
    """How an Agent's check against its Elder comes out, in a sentence, with the powers that count."""
    here, check = view.table.slots[slot], tablets.check_slot(view.table, slot)
    assert here.agent is not None  # only slots with an Agent are checked
    elder, card = NOUNS[here.elder], NOUNS[here.agent.face]
    agent_power = _power(here.agent.face, check.agent_power, _copied_agent(view, slot))
    elder_power = _power(here.elder, check.elder_power, _copied_elder(view, slot))
    agent = say("the {card} ({power})", card=card, power=agent_power)
    against = say("the {card} ({power})", card=elder, power=elder_power)
    if check.result == "collect":
        return say("{agent} collects {against}", agent=agent, against=against)
    if check.result == "power" and tablets.active_side(view.table) == "KEE-B":
        return say("{agent} is too strong for {against}", agent=agent, against=against)
    if check.result == "power":
        return say("{agent} does not win over {against}", agent=agent, against=against)
    owns = say("that class is in their side's collection already")
    reasons = {
        "no shell": say("no shell is left"),
        "duplicate": say("that class is in the collection already") if _is_alone(view, slot) else owns,
        "not unique": say("another {elder} was in the Council", elder=elder),
        "returned": say("the tablet sends the first Elder back"),
    }
    return say("{agent} wins over {against}, but {reason}", agent=agent, against=against, reason=reasons[check.result])


def _power(cls: model.Class, power: int, copied: Message | None) -> int | Message:
    """A card's power as it counts now: the printed number alone, or what it counts as, and whose number that is."""
    if copied is not None:
        return say("counts as {power}, copied from {copied}", power=power, copied=copied)
    return power if power == POWER[cls] else say("counts as {power}", power=power)


def _copied_agent(view: model.WavesView, slot: model.SlotIndex) -> Message | None:
    """The Agent whose number counts for a slot's, such as "Anna's Scholar"; None where none is copied (W-131)."""
    copied = ((right, view.table.slots[right].agent) for right in tablets.needs_face(view.table, slot))
    return next((_whose(view, right, agent.face) for right, agent in copied if agent is not None), None)


def _copied_elder(view: model.WavesView, slot: model.SlotIndex) -> Message | None:
    """The Elder whose number counts for a slot's; None where none is copied (W-123).

    It may have left by now: its class follows from the number, since no two classes have the same.
    """
    table = view.table
    if not table.fixed_power:
        return None
    cls = POWER.index(table.fixed_power[slot])
    if tablets.is_left_of_gap(table, slot) and table.setup.variants.ring_elders_include_gap:
        return say("the unassociated {elder}", elder=NOUNS[cls])
    return _whose(view, (slot - 1) % len(table.slots), cls)


def _whose(view: model.WavesView, slot: model.SlotIndex, cls: model.Class) -> Message:
    setup = view.table.setup
    who = view.who(setup.owner(slot))
    if setup.is_head_to_head:
        return say("{who}'s {card} at place {place}", who=who, card=NOUNS[cls], place=slot + 1)
    return say("{who}'s {card}", who=who, card=NOUNS[cls])
