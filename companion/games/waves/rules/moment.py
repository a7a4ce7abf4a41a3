"""What every phase of Waves answers to, what is said of its acts, and the small changes that they are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias, TypeVar

from msgspec.structs import replace

from companion.games.core import Memory, RuleId, Seat, State, seat_name
from companion.games.errors import IllegalAction
from companion.games.shared.machine import Stretch
from companion.games.shared.phases import Label, put
from companion.games.waves.data.figures import CARD, DATA, NOUNS, SHELL
from companion.games.waves.rules import actions
from companion.games.waves.rules.act import Act
from companion.games.waves.state import hidden, model, tablets
from companion.games.waves.words.names import class_noun, in_edition, place_of, rebel
from companion.language.message import Message, Value, say, sentences
from companion.language.values import Count, Name

X = TypeVar("X", bound=Act)
Law: TypeAlias = tuple[RuleId, Message]
"""A rule, and a sentence by it."""


class WavesMoment(Stretch[model.WavesState, model.WavesView, X]):
    """A phase of Waves: its `acts`, and what is said of them as it stands with each."""

    def title(self, setup: model.Setup, phase: Any) -> Message:
        """What a phase of this kind is called on screen (D-02)."""
        return in_edition(self.titles[phase], setup)

    def left(self, state: model.WavesState) -> model.WavesState:
        order = state.table.setup.phases
        return with_table(state, phase=order[order.index(state.table.phase) + 1])

    def label(self, view: model.WavesView, act: X) -> Label:
        pieces = {"card": f"card:{class_of(view.table, act)}", "tablet": f"tablet:{_side(view.table, act)}"}
        button, group = (said_of(text, view, act) for text in (act.button, act.group))
        return Label(button, group, pieces.get(act.piece, act.piece))

    def ask(self, view: model.WavesView, act: X) -> Message:
        is_at_one_of_two = view.table.setup.is_head_to_head and act.settles_at
        return said_of(act.settles_at if is_at_one_of_two else act.settles, view, act)

    def described(self, before: model.WavesView, act: X) -> Message:
        return said_of(act.log, before, act)

    def memory(self, before: model.WavesView, act: X) -> Memory | None:
        return Memory(said_of(act.seen, before, act), act.back)

    def refusal(self, state: model.WavesState, act: X, now: Message, is_on: bool) -> IllegalAction:
        if is_on:
            return IllegalAction(*self.misfit(state, act))
        setup = state.table.setup
        law = act.law
        if setup.is_head_to_head and act.law_of_two is not None:
            law = act.law_of_two
        rule, text = law
        return IllegalAction(rule, sentences(in_edition(text, setup), _now_it_is(now)))

    def misfit(self, state: model.WavesState, act: X) -> Law:
        """The rule by which an act of this phase is not legal as it is, and why."""
        if act.misfit:
            return act.law[0], _filled(act.misfit, state.table, (), act)
        now = self.title(state.table.setup, state.table.phase)
        return act.law[0], sentences(say("That is not to be done now."), _now_it_is(now))


def _now_it_is(phase: Message) -> Message:
    return say("Now it is: {phase}.", phase=phase)


def class_of(table: model.Table, act: Any) -> model.Class:
    """The class of the card that an act is about; UNKNOWN for none."""
    match act:
        case actions.Draw(_, cls) | actions.Discard(_, cls) | actions.TurnUpElder(_, cls) | actions.TurnUpGapElder(cls):
            return int(cls)
        case actions.RevealRebels(_, cls) | actions.RevealFollower(_, cls) | actions.ActivateTablet(cls):
            return int(cls)
        case actions.LayToken(_, slot) | actions.Collect(slot) | actions.TakeElder(slot):
            return table.slots[slot].elder
        case actions.DiscardGapElder():
            return table.gap_elder
    return model.UNKNOWN


def _side(table: model.Table, act: Any) -> str:
    """The tablet of the class that an act is about."""
    return table.setup.tablets[class_of(table, act) - 1]


_GAPS: Final[Mapping[str, Callable[[model.Table, Sequence[str], Any], Value]]] = {
    "who": lambda table, known, act: (
        Name(seat_name(known, act.seat)) if hasattr(act, "seat") else place_of(table.setup, act.slot, known)
    ),
    "owner": lambda table, known, act: place_of(table.setup, act.slot, known),
    "place": lambda table, known, act: act.slot + 1,
    "card": lambda table, known, act: class_noun(class_of(table, act)),
    "drawn": lambda table, known, act: NOUNS[act.card] if act.card else CARD,
    "elder": lambda table, known, act: NOUNS[class_of(table, act)],
    "majority": lambda table, known, act: NOUNS[table.true_majority],
    "rebels": lambda table, known, act: rebel(table.setup).noun,
    "tablet": lambda table, known, act: DATA.tablets[_side(table, act)].name,
    "number": lambda table, known, act: act.count,
    "shells": lambda table, known, act: Count(act.count, SHELL),
    "due": lambda table, known, act: tablets.shells_due(table),
    "wanted": lambda table, known, act: Count(tablets.shells_due(table), SHELL),
    "round": lambda table, known, act: table.round + 1,
}
"""What stands in each gap of a text that is said of an act; `known` are names of seats."""


def said_of(text: Message, view: model.WavesView, act: Act) -> Message:
    """A text of an act with what it is about in this view."""
    return _filled(text, view.table, view.names, act) if text.given else text


def _filled(text: Message, table: model.Table, known: Sequence[str], act: Act) -> Message:
    return Message(text.text, {gap: _GAPS[gap](table, known, act) for gap in text.given})


def with_table(state: model.WavesState, **changes: Any) -> model.WavesState:
    """The state with another table."""
    return State(replace(state.table, **changes), state.secrets)


def because(state: model.WavesState, *rules: RuleId, **changes: Any) -> model.WavesState:
    """The same by these rules, each named once."""
    return State(replace(state.table, why=tuple(dict.fromkeys(rules)), **changes), state.secrets)


def slots_with(table: model.Table, index: model.SlotIndex, **changes: Any) -> tuple[model.Slot, ...]:
    """The slots with one changed."""
    return put(table.slots, index, replace(table.slots[index], **changes))


def in_hand(
    state: model.WavesState, seat: Seat, cards: tuple[model.Class, int], *rules: RuleId, is_seen: bool, **changes: Any
) -> model.WavesState:
    """The state by these rules in which a seat has so many cards of a class more, or fewer; all may have seen which."""
    card, number = cards
    hand, secret = state.table.hands[seat], state.secrets[seat]
    seen = model.plus(hand.seen, card, max(number, -hand.seen[card - 1])) if is_seen else hand.seen
    hands = put(state.table.hands, seat, model.Hand(hand.count + number, seen))
    state = because(state, *rules, hands=hands, **changes)
    if secret is None:
        return state
    return _with_secret(state, seat, replace(secret, hand=model.plus(secret.hand, card, number)))


def told_agents(state: model.WavesState, slot: model.SlotIndex, cls: model.Class) -> model.WavesState:
    """The state in which the class of the face-down Agents at a slot is changed for its owner, if that one is told."""
    setup, seat = state.table.setup, state.table.setup.owner(slot)
    secret = state.secrets[seat]
    if secret is None:
        return state
    agents = put(secret.agents, setup.own_slots(seat).index(slot), cls)
    return _with_secret(state, seat, replace(secret, agents=agents))


def _with_secret(state: model.WavesState, seat: Seat, secret: model.Hidden) -> model.WavesState:
    return State(state.table, put(state.secrets, seat, secret))


def turned_up(state: model.WavesState, slot: model.SlotIndex, face: model.Class, *rules: RuleId) -> model.WavesState:
    """Face-down Agents lie open now: everybody knows them, so they are nobody's secret any more."""
    table, agent, seat = state.table, hidden.face_down(state.table, slot), state.table.setup.owner(slot)
    assert agent is not None  # only face-down Agents are revealed
    hand = replace(table.hands[seat], seen=model.lose(table.hands[seat].seen, face, agent.count))
    slots = slots_with(table, slot, agent=replace(agent, face=face))
    return told_agents(because(state, *rules, slots=slots, hands=put(table.hands, seat, hand)), slot, model.UNKNOWN)


def when(is_so: object, *rules: RuleId) -> tuple[RuleId, ...]:
    """Rules that are named in some games or positions only."""
    return rules if is_so else ()
