"""What seats sealed and everybody has seen, once an undo has taken the opening back: they seal the same again. Pure.

Else whoever talks the host into an undo could choose anew and know what the others chose. An undo to before the first
of these choices begins another round of them: all know of all then, and everybody may choose anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import msgspec

from companion.games.core import Action, Choice, Seat
from companion.games.errors import IllegalAction
from companion.games.game import AnyGame
from companion.language.message import say
from companion.language.values import Name
from companion.live.course import AnyState, Step


class Promises(msgspec.Struct, frozen=True):
    """What has to be sealed again as it was, by seat; nothing mostly."""

    base: int = 0
    """How many plays stood before the first of these choices."""
    by_seat: Mapping[Seat, tuple[Action, ...]] = MappingProxyType({})

    def after_undo(self, steps: Sequence[Step], stays: int) -> Promises:
        """What holds once all but the first `stays` of the plays among these steps are taken back."""
        done = [step for step in steps if not step.is_kept]
        opening = next((place for place in range(stays, len(done)) if done[place].opened), None)
        if opening is None:
            return self if stays >= self.base else NOTHING
        first = opening
        while first and done[first].before.sealed:
            first -= 1
        if stays < first:
            return NOTHING
        sealed = done[opening].before.sealed
        return Promises(first, {seat: acts for seat, acts in enumerate(sealed) if acts})

    def next_of(self, state: AnyState, seat: Seat) -> Action | None:
        """What this seat has to seal next; None where it is free to choose."""
        promised, now = self.by_seat.get(seat, ()), state.sealed_by(seat)
        return promised[len(now)] if now == promised[: len(now)] and len(now) < len(promised) else None

    def instead_of(self, game: AnyGame, state: AnyState, action: Action) -> Action:
        """What is to be done in the place of an act that would break a promise; else the act itself."""
        if not action.seals or action.actor is None:
            return action
        return self.due_of(game, state, action.actor) or action

    def due_of(self, game: AnyGame, state: AnyState, seat: Seat) -> Action | None:
        """What this seat has to seal again now; None where it is free to choose, or the rules no more allow it."""
        promised = self.next_of(state, seat) if self.by_seat else None
        return promised if promised is not None and _is_legal(game, state, promised) else None

    def forbid(self, game: AnyGame, state: AnyState, choice: Choice[Any], seat: Seat | None) -> bool:
        """Whether the first of its acts is another than its seat has promised.

        Where `seat` has to seal something again, it puts nothing else together.
        """
        if choice.is_draft:
            return seat is not None and self.due_of(game, state, seat) is not None
        first: Action = choice.actions[0]
        return self.instead_of(game, state, first) != first

    def check(self, game: AnyGame, state: AnyState, action: Action, names: Sequence[str]) -> None:
        """Return nothing; raise `IllegalAction` where a seat would seal something else than everybody has seen."""
        promised = self.instead_of(game, state, action)
        if promised == action or action.actor is None:
            return
        whose = Name(names[action.actor])
        seen = game.view(state, action.actor, tuple(names))
        label = next((each.label for each in game.choices(seen) if each.actions == (promised,)), None)
        text = say(
            "Everybody has seen what {who} chose before the undo, and no choice is changed once another's is known. "
            "Choose the same again{what}; the host can correct the table.",
            who=whose,
            what=say(": {choice}", choice=label) if label else say(""),
        )
        raise IllegalAction(game.sealed_rule, text)


def _is_legal(game: AnyGame, state: AnyState, action: Action) -> bool:
    try:
        game.apply_action(state, action)
    except IllegalAction:
        return False
    return True


NOTHING: Final = Promises()
