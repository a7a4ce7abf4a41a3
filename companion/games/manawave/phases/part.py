"""What every phase answers to, and the small steps and words that they share."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, TypeVar

from msgspec.structs import replace

from companion.games.core import Action, RuleId, Seat, State
from companion.games.errors import IllegalAction
from companion.games.manawave.model import BOTH, ManaState, ManaView, Phase, Table
from companion.games.shared import part
from companion.games.shared.phases import Asked
from companion.language.message import Message, sentences

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


class Carrying(Part[X]):
    """What was decided is carried out on the mat: an act that each seat may owe, once and in any order."""

    wait: ClassVar[Message]
    """To whom has nothing left to do."""
    why: ClassVar[Message]
    asks: ClassVar[RuleId]

    def has_work(self, table: Table) -> bool:
        return any(table.owed)

    def legal(self, state: ManaState) -> tuple[X, ...]:
        (act,) = self.acts
        return tuple(act(seat) for seat in owing(state.table))  # type: ignore[misc]  # each is of a seat

    @abstractmethod
    def task(self, view: ManaView, seat: Seat) -> Message:
        """What a seat that owes the act is to do."""

    def asked(self, view: ManaView) -> Asked:
        seats = owing(view.table)
        tasks = dict.fromkeys(self.task(view, seat) for seat in seats if view.seat in (None, seat))
        return Asked(seats, sentences(*tasks) if tasks else self.wait, self.why, self.asks, any_order=True)


def owing(table: Table) -> tuple[Seat, ...]:
    """The seats that have yet to carry out what they decided."""
    return tuple(seat for seat in BOTH if table.owed[seat])


# --- small steps ---


def changed(state: ManaState, why: tuple[RuleId, ...], **changes: Any) -> ManaState:
    """The state after an act by these rules, with fields of its table changed."""
    return State(replace(state.table, why=why, **{"hit": (), **changes}), state.secrets, state.sealed)
