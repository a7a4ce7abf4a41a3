"""What every phase answers to, and the small steps and words that they share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

from msgspec.structs import replace

from companion.games.core import Action, Memory, RuleId, State
from companion.games.errors import IllegalAction
from companion.games.manawave.model import ManaState, ManaView, Phase, Table
from companion.games.shared.phases import Asked, Label
from companion.language.message import Message, say

X = TypeVar("X", bound=Action)


class Part(ABC, Generic[X]):
    """One phase; all in it are acts of a few kinds."""

    titles: ClassVar[dict[Phase, Message]]
    """Its phases, and what people call them."""
    acts: ClassVar[tuple[type[Action], ...]]
    rule: ClassVar[RuleId]
    law: ClassVar[Message]
    """What the rule says, where an act is refused."""

    @abstractmethod
    def has_work(self, table: Table) -> bool:
        """Whether anything is to be done in it."""

    @abstractmethod
    def legal(self, state: ManaState) -> tuple[X, ...]:
        """Every legal act that can be listed."""

    def allows(self, state: ManaState, act: X) -> bool:
        """Whether an act is legal: one of those listed, or one that cannot be listed."""
        return act in self.legal(state)

    @abstractmethod
    def apply(self, state: ManaState, act: X) -> ManaState:
        """The state after a legal act."""

    @abstractmethod
    def asked(self, view: ManaView) -> Asked:
        """What the table is to do."""

    @abstractmethod
    def label(self, view: ManaView, act: X) -> Label:
        """What to tap for an act."""

    @abstractmethod
    def told(self, before: ManaView, act: X) -> Message:
        """The act in a sentence, for the log."""

    def memory(self, before: ManaView, act: X) -> Memory | None:
        """What cannot be unseen, and what to set back; None where the act reveals nothing."""
        return None

    def refusal(self, state: ManaState, act: X, now: Message) -> IllegalAction:
        """Why an act is not legal; `now` is what people call the present phase."""
        if state.table.phase in self.titles:
            return IllegalAction(self.rule, say("{law}. This does not fit: choose what is offered.", law=self.law))
        return IllegalAction(self.rule, say("{law}. Now it is: {phase}.", law=self.law, phase=now))


# --- small steps ---


def changed(state: ManaState, why: tuple[RuleId, ...], **changes: Any) -> ManaState:
    """The state after an act by these rules, with fields of its table changed."""
    return State(replace(state.table, why=why, **{"hit": (), **changes}), state.secrets, state.sealed)
