"""Playthroughs of the games under contract, corrected positions, and acts outside the rules."""

from __future__ import annotations

import functools
import random
import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.conformance.play import pick
from companion.games.core import Action, FactValue, Seat
from companion.games.game import AnyGame
from companion.games.shared.facts import FactField
from companion.simulation.self_play import Step, walk
from tests.companion.games.contract import NAMES, AnyState, Case


def play(game: AnyGame, state: AnyState, rng: random.Random, plies: int = 10_000) -> Iterator[Step]:
    """Legal steps from a position, until the end or so many plies."""
    return islice(walk(game, state, lambda now, _: None if game.outcome(now) else pick(game, now, rng)), plies)


@functools.cache
def steps(case: Case, seed: int) -> tuple[Step, ...]:
    """One whole playthrough of a case."""
    return tuple(play(case.game, case.new_game(), random.Random(seed)))


@functools.cache
def corpus(case: Case) -> tuple[Step, ...]:
    """Every step of a few playthroughs."""
    return tuple(step for seed in range(case.games) for step in steps(case, seed))


@functools.cache
def somewhere(case: Case, seed: int) -> AnyState:
    """Some position of some playthrough, its end included."""
    rng = random.Random(seed)
    every = steps(case, rng.randrange(case.games))
    state, _, after = every[rng.randrange(len(every))]
    return rng.choice((state, after))


@functools.cache
def corrected(case: Case, seed: int) -> AnyState:
    """A position after one to three random corrections; corrections seldom end the game."""
    rng = random.Random(seed)
    state = somewhere(case, seed)
    for _ in range(rng.randint(1, 3)):
        options = [case.game.correct(state, random_facts(case.game, state, rng)) for _ in range(3)]
        state = next((each for each in options if case.game.outcome(each) is None), options[0])
    return state


def sample(case: Case, number: int, seed: int = 0) -> tuple[Step, ...]:
    """Some steps of the corpus; each action type of the game that was met is among them."""
    every = corpus(case)
    by_type = {type(step[1]): step for step in every}
    some = random.Random(seed).sample(every, min(number, len(every)))
    return (*by_type.values(), *some)


def viewers(game: AnyGame, state: AnyState) -> tuple[Seat | None, ...]:
    """The public and every seat."""
    return (None, *range(game.seat_count(state.table)))


def fact_fields(game: AnyGame, state: AnyState) -> dict[str, FactField]:
    """The facts the host may set, by key."""
    return {field.key: field for field in game.facts(game.view(state, None, NAMES))}


def allowed_values(field: FactField) -> tuple[FactValue, ...]:
    """Every value that a fact may take."""
    return tuple(value for value, _ in field.choices) or tuple(range(field.low, field.high + 1))


def random_facts(game: AnyGame, state: AnyState, rng: random.Random, most: int = 6) -> dict[str, FactValue]:
    """One or several facts with values in range, mostly near the present ones as a host's slips are."""
    fields = list(fact_fields(game, state).values())
    chosen = rng.sample(fields, rng.randint(1, min(most, len(fields))))
    return {field.key: rng.choice(slips(field) if rng.random() < 0.8 else allowed_values(field)) for field in chosen}


def slips(field: FactField) -> tuple[FactValue, ...]:
    """Values near the present one, as a host's slips are."""
    values = allowed_values(field)
    if field.choices:
        return values
    near = values.index(field.value)
    return values[max(0, near - 2) : near + 3]


def everything_said(game: AnyGame, state: AnyState, seat: Seat | None) -> tuple[object, ...]:
    """All that a game makes from one view; raises where the game cannot."""
    view = game.view(state, seat, NAMES)
    return (
        game.prompt(view),
        game.choices(view),
        game.facts(view),
        game.mat.expected(view),
        game.screen.own_pieces(view),
        game.screen.panels(view),
        game.light.scene(view),
        game.mat.layout(view),
    )


# --- actions outside the rules ---

_NUMBERS: Final = (-1, 0, 1, 2, 3, 5, 99)


@functools.cache
def outside_universe(case: Case) -> tuple[Action, ...]:
    """Actions met in a case, and the same with each field changed to something else its type allows."""
    met = dict.fromkeys(action for _, action, _ in corpus(case))
    words: dict[str, set[str]] = {}
    for action in met:
        for name, value in msgspec.structs.asdict(action).items():
            if isinstance(value, str):
                words.setdefault(name, set()).add(value)
    universe = dict(met)
    for action in met:
        for name, value in msgspec.structs.asdict(action).items():
            for other in _others(value, words.get(name, set())):
                universe[replace(action, **{name: other})] = None
    return tuple(universe)


def _others(value: object, words: set[str]) -> tuple[object, ...]:
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, int):
        return _NUMBERS
    if isinstance(value, str):
        return tuple(sorted(words))
    if isinstance(value, tuple):
        return ((), *((number,) * max(1, len(value)) for number in _NUMBERS), (*value, 1), (*value, *value, *value))
    return ()


# --- rules and records ---


@functools.cache
def _prefix(game: AnyGame) -> str:
    return str(game.new_game({}, {}).table.why[0])[0]


def is_rule(game: AnyGame, rule: str) -> bool:
    """Whether it is written as the rules of this game are."""
    return re.fullmatch(rf"{_prefix(game)}-\d{{3}}[a-z]?", rule) is not None
