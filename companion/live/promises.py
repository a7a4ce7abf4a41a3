"""What seats sealed and everybody has seen, once an undo has taken the opening back: they seal the same again. Pure.

Else whoever talks the host into an undo could choose anew and know what the others chose. A promise holds until its
choice is opened again, or the host corrects that choice itself. An undo to before the first of these choices begins
another round of them: all know of all then, and everybody may choose anew. So does a round that was played to its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import msgspec

from companion.games.core import Action, Choice, Seat
from companion.games.errors import IllegalAction
from companion.games.game import AnyGame
from companion.language.message import say
from companion.language.values import Name
from companion.live.steps import AnyState, Step


class Promises(msgspec.Struct, frozen=True):
    """What has to be sealed again as it was, by seat; nothing mostly."""

    by_seat: Mapping[Seat, tuple[Action, ...]] = MappingProxyType({})

    def after(self, game: AnyGame, step: Step) -> Promises:
        """What holds once this act is done, or the host has corrected that."""
        if not self.by_seat or step.is_kept:
            return self
        if step.action is None:
            return self.without(_corrected(game, step, self.by_seat))
        if game.progress(step.after.table) != game.progress(step.before.table):
            return NOTHING
        return self.without(_opened(step, self.by_seat) if step.action.opens else ())

    def without(self, seats: Iterable[Seat]) -> Promises:
        """The same, and these seats are free."""
        free = frozenset(seats)
        return Promises({seat: acts for seat, acts in self.by_seat.items() if seat not in free}) if free else self

    def with_seats(self, other: Promises) -> Promises:
        """The same, and of these seats what is promised there."""
        return Promises({**self.by_seat, **other.by_seat}) if other.by_seat else self

    def freed(self, after: Promises) -> tuple[Seat, ...]:
        """The seats that are bound by these and not by those `after`."""
        return tuple(seat for seat in sorted(self.by_seat) if seat not in after.by_seat)

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
        raise IllegalAction(game.sealing.rule, text)


def seen_before(plays: Sequence[Step], stays: int) -> tuple[int, Promises]:
    """What binds seats where the first `stays` of these plays stand, and everybody has seen the others.

    With it the number of plays from which on it does: those before the first of the choices that were opened next.
    """
    opening = next((place for place in range(stays, len(plays)) if plays[place].opened), None)
    if opening is None:
        return stays, NOTHING
    first = opening
    while first and plays[first].before.sealed:
        first -= 1
    if stays < first:
        return stays, NOTHING
    sealed = plays[opening].before.sealed
    return first, Promises({seat: acts for seat, acts in enumerate(sealed) if acts})


def _opened(step: Step, promised: Mapping[Seat, tuple[Action, ...]]) -> Iterable[Seat]:
    """Those of these seats whose choice is open now; another one may have been sealed where the rules forbade that."""
    for seat, acts in promised.items():
        if not step.after.sealed_by(seat) and any(act in acts for act in step.before.sealed_by(seat)):
            yield seat


def _corrected(game: AnyGame, step: Step, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Those of these seats of which this correction sets what they chose, and not only what else lies there."""
    known = {field.key: field.value for field in game.facts(game.view(step.before, None))}
    changed = {key for key, value in step.facts.items() if known.get(key) != value}
    return tuple(seat for seat in seats if changed & {key.replace("{seat}", str(seat)) for key in game.sealing.facts})


def _is_legal(game: AnyGame, state: AnyState, action: Action) -> bool:
    try:
        game.apply_action(state, action)
    except IllegalAction:
        return False
    return True


NOTHING: Final = Promises()
