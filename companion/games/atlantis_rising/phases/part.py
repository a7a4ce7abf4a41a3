"""What every phase and every step answers to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Generic, TypeVar

from companion.games.atlantis_rising.model import TEAM, AtlantisState, AtlantisView, Table
from companion.games.atlantis_rising.steps import Step
from companion.games.core import Action, Memory, RuleId, Seat
from companion.games.errors import IllegalAction
from companion.games.shared.phases import Asked, Label
from companion.language.message import Message, say

X = TypeVar("X", bound=Action)
P = TypeVar("P", bound=Step)


class Part(ABC, Generic[X]):
    """Acts that belong together: those of a phase, of a step within one, or such as fit between others."""

    acts: ClassVar[tuple[type[Action], ...]]
    rule: ClassVar[RuleId]
    law: ClassVar[Message]
    """What the rule says, where an act is refused."""

    @abstractmethod
    def legal(self, state: AtlantisState) -> tuple[X, ...]:
        """Every legal act that can be listed; asked only at a moment that is this part's."""

    def allows(self, state: AtlantisState, act: X) -> bool:
        """Whether an act is legal: one of those listed, or one that cannot be listed."""
        return act in self.legal(state)

    @abstractmethod
    def apply(self, state: AtlantisState, act: X) -> AtlantisState:
        """The state after a legal act."""

    @abstractmethod
    def label(self, view: AtlantisView, act: X) -> Label:
        """What to tap for an act."""

    @abstractmethod
    def told(self, before: AtlantisView, act: X) -> Message:
        """The act in a sentence, for the log."""

    def memory(self, before: AtlantisView, act: X) -> Memory | None:
        """What cannot be unseen, and what to set back; None where the act reveals nothing."""
        return None

    def refusal(self, state: AtlantisState, act: X, now: Message, is_moment: bool) -> IllegalAction:
        """Why an act is not legal; `now` is what people call the phase, `is_moment` whether it is the part's moment."""
        if is_moment:
            return IllegalAction(self.rule, say("{law}. This does not fit: choose what is offered.", law=self.law))
        return IllegalAction(self.rule, say("{law}. Now it is: {phase}.", law=self.law, phase=now))


class Moment(Part[X]):
    """Acts of which one has to be done now: a phase, or a step within one."""

    @abstractmethod
    def asked(self, view: AtlantisView) -> Asked:
        """What the table is to do."""


def step_of(table: Table, kind: type[P]) -> P:
    """The step that is dealt with now, which is of this kind."""
    step = table.steps[-1]
    assert isinstance(step, kind)
    return step


def decider(table: Table, seat: Seat) -> Seat:
    """Whose word counts: that seat's, and where all do it together the starting player's (A-025, A-047, A-053)."""
    return table.starter if seat == TEAM else seat
