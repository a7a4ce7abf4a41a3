"""What every phase and every step answers to."""

from __future__ import annotations

from abc import abstractmethod
from typing import TypeVar

from companion.games.atlantis_rising.model import TEAM, AtlantisState, AtlantisView, Table
from companion.games.atlantis_rising.steps import Step
from companion.games.core import Action, Seat
from companion.games.errors import IllegalAction
from companion.games.shared import part
from companion.games.shared.phases import Asked
from companion.language.message import Message

X = TypeVar("X", bound=Action)
P = TypeVar("P", bound=Step)


class Part(part.Part[AtlantisState, AtlantisView, X]):
    """Acts that belong together: those of a phase, of a step within one, or such as fit between others."""

    def refusal(self, state: AtlantisState, act: X, now: Message, is_moment: bool) -> IllegalAction:
        """Why an act is not legal; `now` is what people call the phase, `is_moment` whether it is the part's moment."""
        return self.refused(now, is_moment)


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
