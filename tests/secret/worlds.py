"""Pairs of worlds that a seat may not tell apart: two histories of whole actions, equal once redacted for that seat."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, get_args

import pytest

from companion.games.core import Action, Seat, State
from companion.games.deal import can_deal
from companion.games.game import AnyGame
from companion.games.registry import GAMES
from tests.games.registered import PRODUCT_GAMES

AnyState = State[Any, Any]

OPTIONS: dict[str, Any] = {"cards": "virtual"}
MORE: dict[str, dict[str, Any]] = {
    "sealed_bid": {"board": True, "guess": True},
    "rolling_with_the_waves": {"players": 3},
    "atlantis_rising": {"players": 3, "hands": "closed"},
}
"""By game, what else there is in it that might tell."""


def options_of(game: AnyGame) -> dict[str, Any]:
    """The options with which a game is looked at: dealt by the companion, where it can."""
    return {**(OPTIONS if can_deal(game) else {}), **MORE.get(game.name, {})}


def holds(game: AnyGame) -> bool:
    """Whether seats tell of cards that nobody else may see, though nobody deals."""
    return not can_deal(game) and bool(held(game.new_game(options_of(game), {})))


def held(state: AnyState) -> set[str]:
    """What a seat may hold by itself, by the names of its fields; nothing in a game in which there are no hands."""
    return {field for secret in state.secrets if secret is not None for field in secret.__struct_fields__}


def eyes_of(name: str) -> tuple[Seat | None, ...]:
    """The public, and up to three seats of those that a game has."""
    game = SECRET_GAMES[name]
    return (None, *range(min(3, game.seat_count(game.new_game(options_of(game), {}).table))))


def seals(game: AnyGame) -> bool:
    """Whether something is sealed in it."""
    return any(act.seals for act in get_args(game.action_type))


DEALT_GAMES: dict[str, AnyGame] = {name: game for name, game in GAMES.items() if can_deal(game)}
"""Every registered game for which the companion can deal: whole companions with pages are looked at in these."""
HELD: dict[str, AnyGame] = {name: game for name, game in GAMES.items() if holds(game)}
"""Every registered game in which nobody deals, and seats tell of their hands."""
SECRET_GAMES: dict[str, AnyGame] = {
    name: game for name, game in GAMES.items() if name in DEALT_GAMES or seals(game) or name in HELD
}
"""Those and every other game in which something is sealed or held are under the secret test."""
OPEN_GAMES = tuple(name for name in GAMES if name not in DEALT_GAMES and name not in HELD)
"""Games that are never dealt: no seat has a hand in them."""
NAMES = ("Ada", "Bo", "Cleo", "Dirk", "Eve", "Fitz")
TRIES = 4000


def _to_the_libraries(legal: Sequence[Action]) -> Sequence[Action]:
    """The acts that bring somebody to the library cards soonest."""
    forward = [act for act in legal if not act.takes_back]
    return [act for act in forward if getattr(act, "place", "").startswith("libraries_")] or forward


SHORT_CUTS: dict[str, Callable[[Sequence[Action]], Sequence[Action]]] = {"atlantis_rising": _to_the_libraries}
"""By game, where hidden cards come late: the acts that lead there."""


def marks_of(name: str) -> tuple[pytest.MarkDecorator, ...]:
    """The marker of the product's game of this name; none where it is a game of the tests."""
    return (getattr(pytest.mark, name),) if name in PRODUCT_GAMES else ()


def _all_marks(name: str) -> tuple[pytest.MarkDecorator, ...]:
    return (*marks_of(name), *((pytest.mark.slow,) if name in SHORT_CUTS else ()))


each_secret_game = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=_all_marks(name)) for name in SECRET_GAMES]
)
"""Quick but where hidden cards come late."""
each_secret_game_and_eyes = pytest.mark.parametrize(
    ("name", "seat"),
    [
        pytest.param(name, seat, marks=(*_all_marks(name), *((pytest.mark.slow,) if seat else ())))
        for name in SECRET_GAMES
        for seat in eyes_of(name)
    ],
)
"""The same with the public and each of up to three seats."""
each_planted_game = pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=(*marks_of(name), pytest.mark.slow) if marks_of(name) else ()) for name in SECRET_GAMES],
)
"""The same for what checks the check itself: a small game of the tests shows it quickly, the product's are slow."""


class Twins(NamedTuple):
    """Two histories from the same start, and the seat (None: the public) that cannot tell them apart."""

    game: AnyGame
    seat: Seat | None
    one: tuple[Action, ...]
    other: tuple[Action, ...]

    @property
    def watchers(self) -> tuple[Seat | None, ...]:
        """Eyes for which both are the same: the public knows no more than any seat."""
        return (None,) if self.seat is None else (None, self.seat)


def states(game: AnyGame, history: Sequence[Action]) -> list[AnyState]:
    """The positions of a history, the first one before any action."""
    found: list[AnyState] = [game.new_game(options_of(game), {})]
    for action in history:
        found.append(game.apply_action(found[-1], action))
    return found


def _history(game: AnyGame, plies: int, rng: random.Random) -> tuple[Action, ...]:
    state, history = game.new_game(options_of(game), {}), list[Action]()
    short_cut = SHORT_CUTS.get(game.name, tuple)
    while len(history) < plies and (legal := short_cut(game.legal_actions(state))):
        history.append(rng.choice(legal))
        state = game.apply_action(state, history[-1])
    return tuple(history)


def _twin(
    game: AnyGame, history: Sequence[Action], seat: Seat | None, daring: float, rng: random.Random
) -> tuple[Action, ...] | None:
    """Another history with the same redaction, or None where this attempt came to a dead end."""
    state, twin = game.new_game(options_of(game), {}), list[Action]()
    for action in history:
        seen = game.view_action(action, seat)
        alike = [each for each in game.legal_actions(state) if game.view_action(each, seat) == seen]
        if not alike:
            return None
        keep = action in alike and rng.random() > daring
        twin.append(action if keep else rng.choice(alike))
        state = game.apply_action(state, twin[-1])
    return tuple(twin)


def _hidden(state: AnyState) -> object:
    """What somebody may not know of it: hands, where there are some, else what is sealed."""
    return state.secrets if held(state) else state.sealed


@functools.cache
def twins(name: str, seat: Seat | None, plies: int, seed: int, *, is_played: bool = False) -> Twins:
    """A pair whose hidden cards differ at the end of the history.

    With `is_played` there is nothing to be opened at the end: a companion that plays it would do so at once.
    """
    game, rng = SECRET_GAMES[name], random.Random(f"{name}/{seat}/{plies}/{seed}")
    for attempt in range(TRIES):
        if attempt % 200 == 0:
            history = _history(game, plies, rng)
            end = states(game, history)[-1]
            last, is_fit = _hidden(end), not is_played or not any(act.opens for act in game.legal_actions(end))
        twin = _twin(game, history, seat, rng.choice((0.03, 0.1, 0.3, 0.6)), rng) if is_fit else None
        if twin is not None and _hidden(states(game, twin)[-1]) != last:
            return Twins(game, seat, history, twin)
    raise AssertionError(f"no other history of {name} looks the same to seat {seat} after {plies} acts")
