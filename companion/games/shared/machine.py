"""The machine on which the course of a game runs: which acts are on, what one changes, what follows, what is said.

A game writes its phases, each once: what it allows, does, says and refuses, when it ends and what comes next. The
machine asks them. So legality is written in one place, and an act is applied without listing all the others.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from itertools import chain
from typing import Any, ClassVar, Generic, TypeVar

from msgspec.structs import replace

from companion.games.core import Action, ActionView, Choice, Memory, Prompt, RuleId, Seat, State, View
from companion.games.errors import IllegalAction
from companion.games.shared.phases import Asked, Label
from companion.language.message import NOTHING, Message, say

S = TypeVar("S", bound=State[Any, Any])
V = TypeVar("V", bound=View[Any, Any])
X = TypeVar("X", bound=Action)


class BadCourse(LookupError):
    """A game's own fault: its course lacks an act or a phase; the text says what to add, in English."""

    def __init__(self, text: str, act: type[Action] | None = None) -> None:
        super().__init__(text)
        self.act = act
        """The class of the act that it lacks; None where it lacks a phase."""


class Acts(ABC, Generic[S, V, X]):
    """Acts that belong together, as those of a phase do: what they are, do, and are called."""

    acts: ClassVar[tuple[type[Action], ...]]
    rule: ClassVar[RuleId]
    law: ClassVar[Message]
    """What the rule says, where an act is refused."""

    @abstractmethod
    def legal(self, state: S) -> tuple[X, ...]:
        """Every legal act that can be listed; asked only while these acts are on."""

    def allows(self, state: S, act: X) -> bool:
        """Whether an act is legal while these acts are on: one of those listed, or one that cannot be listed."""
        return act in self.legal(state)

    @abstractmethod
    def apply(self, state: S, act: X) -> S:
        """The state after a legal act."""

    @abstractmethod
    def label(self, view: V, act: X) -> Label:
        """What to tap for an act."""

    def ask(self, view: V, act: X) -> Message:
        """What the button says by which a seat lets chance settle its act (`Game.settle_words`); empty for none."""
        return NOTHING

    @abstractmethod
    def described(self, before: V, act: X) -> Message:
        """The act in a sentence in the past tense, for the log."""

    def memory(self, before: V, act: X) -> Memory | None:
        """What cannot be unseen, and what to set back; None where the act reveals nothing."""
        return None

    def refusal(self, state: S, act: X, now: Message, is_on: bool) -> IllegalAction:
        """Why an act is not legal: these acts are on and it does not fit, or it is time for `now`."""
        if is_on:
            return IllegalAction(self.rule, say("{law}. This does not fit: choose what is offered.", law=self.law))
        return IllegalAction(self.rule, say("{law}. Now it is: {phase}.", law=self.law, phase=now))


class Moment(Acts[S, V, X]):
    """Acts of which one has to be done now: a phase, or a step within one."""

    titles: ClassVar[Mapping[Any, Message]] = {}
    """Its phases, and what people call them; empty for a step."""

    @abstractmethod
    def asked(self, view: V) -> Asked:
        """What the table is to do."""

    def settled(self, state: S) -> S | None:
        """The state after one thing that nobody has to decide; None where it waits for somebody."""
        return None


class Stretch(Moment[S, V, X]):
    """A moment that is over once nothing is left to be done in it, as a phase is."""

    def has_work(self, state: S) -> bool:
        """Whether somebody has something to do in it, or to decide: a legal act, unless it is told at less cost."""
        return bool(self.legal(state))

    @abstractmethod
    def left(self, state: S) -> S:
        """The state at what comes next, once nothing is left to be done in it."""

    def settled(self, state: S) -> S | None:
        return None if self.has_work(state) else self.left(state)


class Machine(ABC, Generic[S, V, X]):
    """Runs the phases of a game. A game says which are on; their answers are put together here."""

    game_over: ClassVar[Message] = say("The game is over. Undo the last act, or start a new game.")
    """To whoever acts once it is."""

    @abstractmethod
    def on(self, table: Any) -> tuple[Acts[S, V, Any], ...]:
        """The acts that are on; the first are those of the `Moment`, of which one has to be done."""

    @abstractmethod
    def acts_of(self, table: Any, act: X) -> Acts[S, V, Any]:
        """The acts to which one belongs, those that are on first.

        Raises `IllegalAction` where this course has none of them, `BadCourse` where none of its phases names them.
        """

    @abstractmethod
    def over_rule(self, table: Any) -> RuleId:
        """The rule by which the game is over; empty while it goes on."""

    @abstractmethod
    def end(self, view: V) -> Prompt:
        """The prompt once the game is over."""

    def title(self, table: Any) -> Message:
        """What people call the present phase. Raises `BadCourse`."""
        titles = self.moment(table).titles
        if table.phase not in titles:
            raise BadCourse(f"The phase {table.phase!r} has no title. Add it to the `titles` of its moment.")
        return titles[table.phase]

    def heading(self, table: Any) -> Message:
        """The title, and the round where a table has rounds and the first has begun, above a prompt."""
        title, number = self.title(table), getattr(table, "round", 0)
        return say("Round {round} · {phase}", round=number, phase=title) if number else title

    def house_rules(self, table: Any) -> tuple[Message, ...]:
        """Options of this game that are off their default, in words."""
        return ()

    def moment(self, table: Any) -> Moment[S, V, Any]:
        """What has to be done now."""
        return self.on(table)[0]  # type: ignore[return-value]  # the first is one, as `on` says

    # --- what may be done ---

    def legal_actions(self, state: S, seat: Seat | None = None) -> tuple[X, ...]:
        """Every legal act that can be listed; with a seat, that seat's and nobody's."""
        if self.over_rule(state.table):
            return ()
        on = self.on(state.table)
        legal = on[0].legal(state)
        if len(on) > 1:
            legal = (*legal, *chain.from_iterable(acts.legal(state) for acts in on[1:]))
        return legal if seat is None else tuple(act for act in legal if act.actor in (None, seat))

    def apply_action(self, state: S, act: X) -> S:
        """The next state. Raises `IllegalAction`."""
        table = state.table
        over_rule = self.over_rule(table)
        if over_rule:
            raise IllegalAction(over_rule, self.game_over)
        acts = self.acts_of(table, act)
        is_on = acts in self.on(table)
        if not is_on or not acts.allows(state, act):
            raise acts.refusal(state, act, self.title(table), is_on)
        return self.after(state, acts.apply(state, act))

    def apply_legal(self, state: S, act: X) -> S:
        """The same for an act that is known to be legal."""
        return self.after(state, self.acts_of(state.table, act).apply(state, act))

    def after(self, before: S, state: S) -> S:
        """The state that people meet, made of the one that an act has led to."""
        return self.settle(state)

    def settle(self, state: S) -> S:
        """The state once everything is done that nobody has to decide, with the rules used for it besides."""
        why = state.table.why
        while not self.over_rule(state.table):
            following = self.moment(state.table).settled(state)
            if following is None:
                break
            if following.table.why is not state.table.why:
                why = tuple(dict.fromkeys((*why, *following.table.why)))
            state = following
        return state if why == state.table.why else replace(state, table=replace(state.table, why=why))

    # --- what is said ---

    def prompt(self, view: V) -> Prompt:
        """Phase, who acts, what to do and why."""
        table = view.table
        if self.over_rule(table):
            return self.end(view)
        return self.moment(table).asked(view).prompt(self.heading(table), self.house_rules(table))

    def choice(self, view: V, act: X) -> Choice[X]:
        """An act alone, as it is tapped."""
        label = self.acts_of(view.table, act).label(view, act)
        return Choice(label.text, (act,), label.group, label.piece, values=label.values)

    def describe(self, before: V, act: ActionView[X]) -> Message:
        """An act in a sentence, for the log."""
        return self.acts_of(before.table, act.action).described(before, act.action)

    def memory(self, before: V, act: ActionView[X]) -> Memory | None:
        """What taking the act back makes nobody forget; None where it reveals nothing."""
        return self.acts_of(before.table, act.action).memory(before, act.action) if act.action.reveals else None

    def ask(self, view: V, act: X) -> Message:
        """What the button says by which a seat lets chance settle an act of its own; empty for none."""
        return self.acts_of(view.table, act).ask(view, act)


class Phases(Machine[S, V, X]):
    """A machine of which a table says by its `phase` which moment it is, and nothing is on beside it."""

    moments: ClassVar[tuple[Moment[Any, Any, Any], ...]]
    """All of them, in the order of play; an act of two belongs to the present one, else to the first."""
    _on: ClassVar[Mapping[Any, tuple[Moment[Any, Any, Any]]]]
    _of: ClassVar[Mapping[type[Action], Moment[Any, Any, Any]]]

    def __init_subclass__(cls) -> None:
        cls._on = {phase: (each,) for each in cls.moments for phase in each.titles}
        cls._of = {act: each for each in reversed(cls.moments) for act in each.acts}

    def at(self, phase: Any) -> Any:
        """The moment that is on in a phase. Raises `BadCourse`."""
        return self._in(phase)[0]

    def on(self, table: Any) -> tuple[Acts[S, V, Any], ...]:
        return self._in(table.phase)

    def acts_of(self, table: Any, act: X) -> Acts[S, V, Any]:
        (now,) = self._in(table.phase)
        return now if type(act) in now.acts else named_by(self._of, type(act))

    def _in(self, phase: Any) -> tuple[Moment[Any, Any, Any]]:
        try:
            return self._on[phase]
        except KeyError:
            text = f"No moment has the phase {phase!r} among its titles. Add it to the `titles` of one."
            raise BadCourse(text) from None


def named_by(acts: Mapping[type[Action], Acts[S, V, Any]], kind: type[Action]) -> Acts[S, V, Any]:
    """The acts among which a kind of act is named. Raises `BadCourse`."""
    if kind not in acts:
        raise BadCourse(
            f"No phase names the act {kind.__name__}. Add it to the `acts` of the phase to which it belongs.", kind
        )
    return acts[kind]
