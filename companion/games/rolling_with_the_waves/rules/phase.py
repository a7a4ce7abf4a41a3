"""What every phase of a round is: once nothing is left to be done in it, the next one follows."""

from __future__ import annotations

from typing import Final, TypeVar

from msgspec import UNSET

from companion.games.core import Action
from companion.games.errors import IllegalAction
from companion.games.rolling_with_the_waves.state import model, records
from companion.games.shared.machine import Stretch
from companion.language.message import NOTHING, Message

X = TypeVar("X", bound=Action)
ORDER: Final = tuple(records.Phase)


class RoundPhase(Stretch[model.DiceState, model.DiceView, X]):
    """One phase, or several in which the same is done."""

    def fault(self, state: model.DiceState, act: X) -> IllegalAction | None:
        """Why an act does not fit while it is time for it; None where it does."""
        return None if act in self.legal(state) else super().refusal(state, act, NOTHING, is_on=True)

    def allows(self, state: model.DiceState, act: X) -> bool:
        return self.fault(state, act) is None

    def refusal(self, state: model.DiceState, act: X, now: Message, is_on: bool) -> IllegalAction:
        fault = self.fault(state, act) if is_on else None
        return fault or super().refusal(state, act, now, is_on)

    def left(self, state: model.DiceState) -> model.DiceState:
        whole, why = state.table.played, state.table.why
        following, nobody = ORDER[ORDER.index(whole.phase) + 1], (None,) * len(whole.maps)
        return model.changed(state, why, phase=following, written=(), raised=nobody, aimed=UNSET, shot=UNSET)
