"""What the phases of a round and the steps within one have in common, and what is said of their acts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, Generic, TypeAlias, TypeVar, cast, get_args

from companion.games.atlantis_rising.rules.act import GAP, Act, ToSeat
from companion.games.atlantis_rising.rules.activation import followed
from companion.games.atlantis_rising.rules.decisions import Enough
from companion.games.atlantis_rising.state import changes
from companion.games.atlantis_rising.state.model import HAND_LIMIT, TEAM, AtlantisState, AtlantisView, Table
from companion.games.atlantis_rising.state.steps import Discarding, Following, Step
from companion.games.atlantis_rising.words import vocabulary
from companion.games.core import Memory, RuleId, Seat, types_of
from companion.games.errors import IllegalAction
from companion.games.shared.machine import Acts, Moment, Stretch
from companion.games.shared.phases import Asked, Label, people
from companion.language.message import NOTHING, Listing, Message, Value, listing, lone, say
from companion.language.values import Count, Name, Noun

Asking: TypeAlias = tuple[Message, Message, RuleId]
"""What somebody is asked for, why, and by which rule."""
Words: TypeAlias = tuple[Message, Message, Message]
"""The button of an act, the heading above it, and its line of the log."""
X = TypeVar("X", bound=Act)
P = TypeVar("P", bound=Step)
Given = TypeVar("Given", bound=ToSeat)


def _step(view: AtlantisView) -> Any:
    """The step that is dealt with now, of whatever kind."""
    return view.table.steps[-1]


_GAPS: Final[Mapping[str, Callable[[AtlantisView, Any], Value]]] = {
    "who": lambda view, act: view.who(act.seat),
    "drawer": lambda view, act: view.who(view.table.drawers[view.table.drawn]),
    "next": lambda view, act: view.who((view.table.starter + 1) % view.table.players),
    "colour": lambda view, act: Noun(act.colour),
    "board": lambda view, act: Name(view.table.box.councilors[act.councilor].name),
    "component": lambda view, act: Name(view.table.box.components[act.component].name),
    "artifact": lambda view, act: vocabulary.card_words(view.table.box, act.artifact),
    "card": lambda view, act: vocabulary.card_words(view.table.box, act.card),
    "cards": lambda view, act: vocabulary.cards_words(view.table.box, act.cards),
    "gone": lambda view, act: vocabulary.cards_words(view.table.box, act.discarded),
    "misfortune": lambda view, act: vocabulary.misfortune_words(view.table.box, act.card),
    "kind": lambda view, act: vocabulary.PIECES[act.piece],
    "piece": lambda view, act: vocabulary.piece_words(view, act.seat, act.piece),
    "acting": lambda view, act: vocabulary.acting_words(view, act.piece, act.place, act.rollers),
    "place": lambda view, act: vocabulary.place_words(view.table.box, act.place),
    "peninsula": lambda view, act: lone(vocabulary.PENINSULA_WORDS[act.peninsula]),
    "where": lambda view, act: vocabulary.PENINSULA_WORDS[act.peninsula],
    "tile": lambda view, act: vocabulary.tile_words(act.peninsula, view.table.dry[act.peninsula]),
    "next_tile": lambda view, act: vocabulary.tile_words(act.peninsula, view.table.dry[act.peninsula] + 1),
    "wrath": lambda view, act: Count(view.table.wrath_value, vocabulary.TILE),
    "energies": lambda view, act: vocabulary.paid_words(view, map(changes.energy, act.paid)),
    "paid": lambda view, act: vocabulary.paid_words(view, act.paid),
    "spent": lambda view, act: act.energy,
    "energy": lambda view, act: Count(act.energy, vocabulary.ENERGY),
    "tried": lambda view, act: vocabulary.place_words(view.table.box, _step(view).place),
    "all": lambda view, act: listing(map(view.who, _step(view).seats)),
    "number": lambda view, act: len(_step(view).seats),
    "values": lambda view, act: listing(map(lone, act.values), ","),
    "rolled": lambda view, act: listing(map(lone, act.values)),
    "die": lambda view, act: act.die + 1,
    "dice": lambda view, act: listing(lone(die + 1) for die in act.dice),
    "resource": lambda view, act: Noun(act.resource),
    "given": lambda view, act: Noun(act.given),
    "taken": lambda view, act: Noun(act.taken),
    "one": lambda view, act: Count(1, vocabulary.RESOURCE_WORDS[act.resource]),
    "one_given": lambda view, act: Count(1, vocabulary.RESOURCE_WORDS[act.given]),
    "one_taken": lambda view, act: Count(1, vocabulary.RESOURCE_WORDS[act.taken]),
    "sign": lambda view, act: say("1 more") if act.by > 0 else say("1 less"),
    "what": lambda view, act: vocabulary.RESOURCE_WORDS[act.what],
    "title": lambda view, act: Name(_step(view).title),
}
"""What stands in each gap of a text that is said of an act."""


def said_of(text: Message, view: AtlantisView, act: Act) -> Message:
    """A text of an act, with what it is about in its open gaps; of a gap alone, the message that fills it."""
    given = {gap: _GAPS[gap](view, act) if value is GAP else value for gap, value in text.given.items()}
    alone = given.get(text.text[1:-1])
    return alone if isinstance(alone, Message) else Message(text.text, given)


class Refusing(Acts[AtlantisState, AtlantisView, X], ABC):
    """Acts that are named by the type of them all, and refused by words of their own, where there are any."""

    kinds: ClassVar[tuple[type[Step], ...]] = ()
    """What steps it is, where it is one."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        *steps, acts = get_args(cls.__orig_bases__[0])  # type: ignore[attr-defined]  # every generic class has them
        cls.acts = types_of(acts)
        cls.kinds = get_args(steps[0]) or tuple(steps) if steps else ()

    def words(self, view: AtlantisView, act: X) -> Words:
        """What is said of an act as things stand."""
        return act.button, act.group, act.log

    def label(self, view: AtlantisView, act: X) -> Label:
        button, group, _ = self.words(view, act)
        return Label(said_of(button, view, act), said_of(group, view, act), act.shows.format(act))

    def ask(self, view: AtlantisView, act: X) -> Message:
        return act.settles

    def described(self, before: AtlantisView, act: X) -> Message:
        return said_of(self.words(before, act)[-1], before, act)

    def memory(self, before: AtlantisView, act: X) -> Memory:
        return Memory(said_of(act.seen, before, act), said_of(act.back, before, act))

    def fault(self, state: AtlantisState, act: X) -> IllegalAction | None:
        """What is wrong with an act while these acts are on; None where nothing is that has words of its own."""
        return None

    def refusal(self, state: AtlantisState, act: X, now: Message, is_on: bool) -> IllegalAction:
        return (self.fault(state, act) if is_on else None) or super().refusal(state, act, now, is_on)


class AtlantisMoment(Refusing[X], Moment[AtlantisState, AtlantisView, X], ABC):
    """What has to be done now: somebody is asked for it."""

    ask_for: ClassVar[Asking]
    """What that one is asked for. The gap for a number has the noun in it that is counted."""

    def asker(self, table: Table) -> Seat:
        """Who is asked: of a step its seat, and where all do it together the starting player."""
        return changes.decider(table, getattr(table.step, "seat", TEAM))

    def asking(self, view: AtlantisView) -> Asking:
        """What that one is asked for as things stand."""
        return self.ask_for

    def asked(self, view: AtlantisView) -> Asked:
        seat, (text, why, rule) = self.asker(view.table), self.asking(view)
        given = dict(text.given)
        for gap, value in given.items():
            if value is GAP:
                given[gap] = view.who(seat)
            elif isinstance(value, Noun):
                given[gap] = Count(getattr(view.table.step, "left", 0), value)
        return Asked((seat,), Message(text.text, given), why, rule)


class PhaseMoment(AtlantisMoment[X], ABC):
    """A phase of the round. What waits behind an act is done first, and nobody holds too many cards (A-081)."""

    def settled(self, state: AtlantisState) -> AtlantisState | None:
        table = state.table
        if table.steps:
            rest = changes.step_of(table, Following)
            return changes.with_table(state, followed(changes.popped(table), rest))
        if max(map(len, table.hands), default=0) <= HAND_LIMIT:
            return None
        seat = next(each for each in table.clockwise if len(table.hands[each]) > HAND_LIMIT)
        return changes.with_table(state, changes.pushed(table, Discarding(seat, 0)), "A-081")


class StepMoment(AtlantisMoment[X], Stretch[AtlantisState, AtlantisView, X], ABC, Generic[P, X]):
    """A step within a phase, which is gone once nothing is left to be done of it."""

    idle: ClassVar[tuple[RuleId, ...]] = ()
    """By which rules nothing is left to be done."""
    enough: ClassVar[Words] = NOTHING, NOTHING, NOTHING
    """What is said of an act by which a seat does no more."""
    one_is_done: ClassVar[bool] = False
    """Whether an act that is the only one needs nobody to decide it."""

    def words(self, view: AtlantisView, act: X) -> Words:
        return self.enough if isinstance(act, Enough) else super().words(view, act)

    def step(self, table: Table) -> P:
        """The step itself, which is dealt with now."""
        return cast("P", table.steps[-1])  # the course asks it for steps of its kind alone

    def left(self, state: AtlantisState) -> AtlantisState:
        return changes.with_table(state, changes.popped(state.table), *self.idle)

    def settled(self, state: AtlantisState) -> AtlantisState | None:
        if not self.has_work(state):
            return self.left(state)
        if not self.one_is_done:
            return None
        acts = self.legal(state)
        return self.apply(state, acts[0]) if len(acts) == 1 else None


class Division(StepMoment[P, Given], ABC, Generic[P, Given]):
    """One of several seats gets something, or gives it: they say together which."""

    any_order: ClassVar[bool] = False
    one_is_done = True

    def seats(self, table: Table) -> tuple[Seat, ...]:
        """Those of whom it may be one."""
        seats: tuple[Seat, ...] = table.steps[-1].seats  # type: ignore[union-attr]  # it is a step that has them
        return seats

    @abstractmethod
    def question(self, table: Table, who: Listing) -> Message:
        """What these have to decide."""

    def legal(self, state: AtlantisState) -> tuple[Given, ...]:
        (kind,) = self.acts
        return tuple(kind(seat) for seat in self.seats(state.table))  # type: ignore[misc]

    def asked(self, view: AtlantisView) -> Asked:
        seats = self.seats(view.table)
        text = self.question(view.table, people(view, seats))
        why = say("If you disagree, {who} decides.", who=view.who(view.table.starter))
        return Asked(seats, text, why, self.rule, self.any_order)
