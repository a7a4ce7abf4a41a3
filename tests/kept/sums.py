"""A kept game played again: what is seen of each of its positions, and the sums of that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from companion.games.core import Action, Facts
from companion.games.game import AnyGame
from tests.kept.record import AnyState, Kept, sum_of
from tests.kept.seen import CHEAP, KINDS, NAMES, Place, is_broken, text_of


def places(kept: Kept) -> Iterator[Place]:
    """Every position of the game, from the first on. Raises where a step may not be done any more."""
    game, state = kept.opening()
    wrong = [msgspec.convert(act, game.action_type) for act in kept.wrong]
    names = NAMES[: game.seat_count(state.table)]
    ends = list[AnyState]()
    start = state

    def place(number: int, before: AnyState, step: Action | Facts | None, after: AnyState) -> Place:
        key = f"{kept.name}/{number}"
        return Place(game, names, key, number, before, step, after, (start, *ends, after), wrong)

    yield place(0, state, None, state)
    for number, (before, step, after) in enumerate(kept.walk(game, state), 1):
        if _round(game, before) != _round(game, after):
            ends.append(before)
        yield place(number, before, step, after)


def _round(game: AnyGame, state: AnyState) -> Any:
    return game.progress(state.table)


def sums(
    kept: Kept,
    kinds: Iterable[str] = KINDS,
    is_wanted: Callable[[int], bool] = lambda number: True,
    broken: Callable[[int, str, str], None] = lambda number, kind, why: None,
) -> dict[str, dict[int, str]]:
    """By kind and position what sums there are now, of the positions that are wanted; `broken` is told what fails."""
    found: dict[str, dict[int, str]] = {kind: {} for kind in kinds}
    dear = frozenset(kept.dear)
    for place in places(kept):
        if not is_wanted(place.number):
            continue
        for kind, here in found.items():
            if kind in CHEAP or place.number in dear:
                text = text_of(place, kind)
                here[place.number] = sum_of(text)
                if is_broken(text):
                    broken(place.number, kind, text.decode())
    return found


def with_sums(kept: Kept, broken: Callable[[int, str, str], None] = lambda number, kind, why: None) -> Kept:
    """The same game with the sums of what is seen now."""
    return kept.with_sums({kind: [*here.values()] for kind, here in sums(kept, broken=broken).items()})
