"""Acts of a game that belong together, as those of a phase do: what they are, do, and are called."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

from companion.games.core import Action, Memory, RuleId, State, View
from companion.games.errors import IllegalAction
from companion.games.shared.phases import Label
from companion.language.message import NOTHING, Message, say

S = TypeVar("S", bound=State[Any, Any])
V = TypeVar("V", bound=View[Any, Any])
X = TypeVar("X", bound=Action)


class Part(ABC, Generic[S, V, X]):
    """What every such part of a game answers to."""

    acts: ClassVar[tuple[type[Action], ...]]
    rule: ClassVar[RuleId]
    law: ClassVar[Message]
    """What the rule says, where an act is refused."""

    @abstractmethod
    def legal(self, state: S) -> tuple[X, ...]:
        """Every legal act that can be listed; asked only at a moment that is this part's."""

    def allows(self, state: S, act: X) -> bool:
        """Whether an act is legal: one of those listed, or one that cannot be listed."""
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
    def told(self, before: V, act: X) -> Message:
        """The act in a sentence, for the log."""

    def memory(self, before: V, act: X) -> Memory | None:
        """What cannot be unseen, and what to set back; None where the act reveals nothing."""
        return None

    def refused(self, now: Message, is_moment: bool) -> IllegalAction:
        """Why an act is not legal: at this part's moment that it does not fit, else what it is time for `now`."""
        if is_moment:
            return IllegalAction(self.rule, say("{law}. This does not fit: choose what is offered.", law=self.law))
        return IllegalAction(self.rule, say("{law}. Now it is: {phase}.", law=self.law, phase=now))
