"""What an undo takes back of a game's course, and what stays: figures that the owner typed are no act of play. Pure.

They are a step like a correction, because they change the position. But they stand in the owner's file as well, so no
undo takes them back: they are set once more on the position that it leads to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.games.core import Action, FactValue, State
from companion.games.game import AnyGame
from companion.table.evidence import Evidence

AnyState = State[Any, Any]


class Step(msgspec.Struct, frozen=True):
    """One act or correction, and the positions on both sides of it."""

    number: int
    """Row of the journal that told of it."""
    action: Action | None
    """None for a correction."""
    facts: Mapping[str, FactValue]
    before: AnyState
    after: AnyState
    tap_id: str = ""
    at: str = ""
    """When it was told, as the row has it."""
    by: str = ""
    """Who told of it, as the row has it."""
    evidence: Evidence | None = None
    """What it was learned from, where a sensor told of it."""
    is_kept: bool = False
    """Whether it is of figures that the owner typed, which no undo takes back."""
    seal: str = ""
    """Under which its choice is sealed, as the row has it; empty where it seals none, or one that nobody knows."""

    @property
    def told(self) -> Action | None:
        """The act without a choice that it seals; None for a correction."""
        return self.action.public() if self.action is not None and self.action.seals else self.action

    @property
    def opened(self) -> tuple[Action, ...]:
        """What was sealed and everybody knows by it."""
        return opened_by(self.action, self.before, self.after)


def opened_by(action: Action | None, before: AnyState, after: AnyState) -> tuple[Action, ...]:
    """What was sealed before this act, and everybody knows by it."""
    if action is None or not action.opens:
        return ()
    seats = range(len(before.sealed))
    return tuple(act for seat in seats if not after.sealed_by(seat) for act in before.sealed_by(seat))


def last_plays(done: Sequence[Step], count: int) -> tuple[Step, ...]:
    """The last so many steps that an undo counts, in their order; fewer where there are not so many."""
    plays = (step for step in reversed(done) if not step.is_kept)
    return tuple(islice(plays, count))[::-1]


def without_last(game: AnyGame, done: tuple[Step, ...], plays: int) -> tuple[Step, ...]:
    """What of `done` stays where the last so many plays are taken back, of which there must be so many."""
    if not plays:
        return done
    places = [place for place, step in enumerate(done) if not step.is_kept]
    cut = places[-plays]
    state, stays = done[cut].before, list(done[:cut])
    for step in done[cut:]:
        if step.is_kept:
            stays.append(replace(step, before=state, after=game.correct(state, step.facts)))
            state = stays[-1].after
    return tuple(stays)


def once_more(game: AnyGame, state: AnyState, undone: Sequence[Step]) -> tuple[Step, ...]:
    """These steps, in their order, done again from here. Raises `IllegalAction` where a rule is against one."""
    again = list[Step]()
    for step in undone:
        if step.before != state:  # else it leads where it led
            after = game.correct(state, step.facts) if step.action is None else game.apply_action(state, step.action)
            step = replace(step, before=state, after=after)
        again.append(step)
        state = step.after
    return tuple(again)
