"""What every phase answers to, and the small steps and words that they share."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, TypeVar

from msgspec.structs import replace

from companion.games.core import Action, RuleId, State
from companion.games.errors import IllegalAction
from companion.games.manawave.model import ManaState, ManaView, Phase, Table
from companion.games.shared import part
from companion.games.shared.phases import Asked
from companion.language.message import Message

X = TypeVar("X", bound=Action)


class Part(part.Part[ManaState, ManaView, X]):
    """One phase; all in it are acts of a few kinds."""

    titles: ClassVar[dict[Phase, Message]]
    """Its phases, and what people call them."""

    @abstractmethod
    def has_work(self, table: Table) -> bool:
        """Whether anything is to be done in it."""

    @abstractmethod
    def asked(self, view: ManaView) -> Asked:
        """What the table is to do."""

    def refusal(self, state: ManaState, act: X, now: Message) -> IllegalAction:
        """Why an act is not legal; `now` is what people call the present phase."""
        return self.refused(now, state.table.phase in self.titles)


# --- small steps ---


def changed(state: ManaState, why: tuple[RuleId, ...], **changes: Any) -> ManaState:
    """The state after an act by these rules, with fields of its table changed."""
    return State(replace(state.table, why=why, **{"hit": (), **changes}), state.secrets, state.sealed)
