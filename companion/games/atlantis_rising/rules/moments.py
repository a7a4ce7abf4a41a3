"""What the phases of a round have in common, and the steps within one."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar, Generic, TypeVar, cast, get_args

from companion.games.atlantis_rising.rules.activation import followed
from companion.games.atlantis_rising.rules.decisions import Enough, ToSeat
from companion.games.atlantis_rising.state import changes
from companion.games.atlantis_rising.state.model import HAND_LIMIT, TEAM, AtlantisState, AtlantisView, Table
from companion.games.atlantis_rising.state.steps import Discarding, Following, Step
from companion.games.atlantis_rising.words.vocabulary import SAYINGS, asked, remembered, said, shown
from companion.games.core import Action, Memory, RuleId, Seat, types_of
from companion.games.errors import IllegalAction
from companion.games.shared.machine import Acts, Moment, Stretch
from companion.games.shared.phases import Asked, Label
from companion.language.message import Message, written

X = TypeVar("X", bound=Action)
P = TypeVar("P", bound=Step)
Given = TypeVar("Given", bound=ToSeat)


class Refusing(Acts[AtlantisState, AtlantisView, X], ABC):
    """Acts that are named by the type of them all; their law is written in sayings.toml, by the name of the class."""

    kinds: ClassVar[tuple[type[Step], ...]] = ()
    """What steps it is, where it is one."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        *steps, acts = get_args(cls.__orig_bases__[0])  # type: ignore[attr-defined]  # every generic class has them
        cls.acts = types_of(acts)
        if found := SAYINGS.laws.get(cls.__name__):
            cls.rule, cls.law = found.rule, written(found.text)
        cls.kinds = get_args(steps[0]) or tuple(steps) if steps else ()

    def called(self, view: AtlantisView, act: X) -> str:
        """What says in sayings.toml what an act is called, as things stand."""
        return type(act).__name__

    def label(self, view: AtlantisView, act: X) -> Label:
        found = SAYINGS.acts[self.called(view, act)]
        return Label(said(found.button, view, act), said(found.group, view, act), shown(act))

    def ask(self, view: AtlantisView, act: X) -> Message:
        return said(SAYINGS.acts[self.called(view, act)].settles, view, act)

    def described(self, before: AtlantisView, act: X) -> Message:
        return said(SAYINGS.acts[self.called(before, act)].log, before, act)

    def memory(self, before: AtlantisView, act: X) -> Memory:
        return remembered(type(act).__name__, before, act)

    def fault(self, state: AtlantisState, act: X) -> IllegalAction | None:
        """What is wrong with an act while these acts are on; None where nothing is that has words of its own."""
        return None

    def refusal(self, state: AtlantisState, act: X, now: Message, is_on: bool) -> IllegalAction:
        return (self.fault(state, act) if is_on else None) or super().refusal(state, act, now, is_on)


class AtlantisMoment(Refusing[X], Moment[AtlantisState, AtlantisView, X], ABC):
    """What has to be done now: somebody is asked for it."""

    def asks(self, table: Table) -> str:
        """What says in sayings.toml what is asked for, as things stand."""
        return type(table.step).__name__

    def askers(self, table: Table) -> tuple[Seat, ...]:
        """Who is asked: of a step its seat, and where all do it together the starting player."""
        return (changes.decider(table, getattr(table.step, "seat", TEAM)),)

    def asked(self, view: AtlantisView) -> Asked:
        return asked(self.asks(view.table), view, self.askers(view.table))


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
    one_is_done: ClassVar[bool] = False
    """Whether an act that is the only one needs nobody to decide it."""

    def called(self, view: AtlantisView, act: X) -> str:
        name = super().called(view, act)
        return f"{name}_{type(self).__name__}" if isinstance(act, Enough) else name

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

    one_is_done = True

    def askers(self, table: Table) -> tuple[Seat, ...]:
        """Those of whom it may be one."""
        seats: tuple[Seat, ...] = table.steps[-1].seats  # type: ignore[union-attr]  # it is a step that has them
        return seats

    def legal(self, state: AtlantisState) -> tuple[Given, ...]:
        (kind,) = self.acts
        return tuple(kind(seat) for seat in self.askers(state.table))  # type: ignore[misc]
