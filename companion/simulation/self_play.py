"""Whole games without pages: bots and dealer play by the rules, and laws written apart watch every step."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from typing import Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

import msgspec

from companion.games.bots import Autopilot
from companion.games.core import Action, Seat, State
from companion.games.deal import open_virtual
from companion.games.errors import IllegalAction
from companion.games.game import AnyGame
from companion.games.offers import combinations as combinations

MOST_ACTS = 5000
"""More acts than any game takes: a game that goes on is reported, not waited for."""
PROBES = 2
"""Illegal acts tried at every step, to see that they are refused."""
TAKEN_BACK = 0.02
"""Share of the acts, where something sealed may be taken back, that take it back: bots never want to."""
GAMES_A_PIECE = 10
"""Games that a process plays before it tells of them: some seconds of work."""

Options: TypeAlias = Mapping[str, Any]


class Trouble(msgspec.Struct, frozen=True):
    """Something wrong in one game, and how to see it again."""

    seed: int
    act: int
    text: str


@dataclass
class Report:
    """What many games showed."""

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    """What all these games had in common."""
    games: int = 0
    acts: int = 0
    refused: int = 0
    """Illegal acts that were tried and refused."""
    corrected: int = 0
    """How often a host set facts."""
    rounds: Counter[int] = field(default_factory=Counter)
    winners: Counter[Seat] = field(default_factory=Counter)
    """How often each seat won, alone or with others."""
    sides: Counter[tuple[Seat, ...]] = field(default_factory=Counter)
    """How often each side won, by its seats."""
    actions: Counter[str] = field(default_factory=Counter)
    """How often each type of action was played."""
    rules: Counter[str] = field(default_factory=Counter)
    """How often each rule was applied or refused an act."""
    laws: Counter[str] = field(default_factory=Counter)
    """Against how many positions each law was held."""
    troubles: list[Trouble] = field(default_factory=list)

    def add(self, other: Report) -> None:
        """Count the games of another report as well."""
        self.games += other.games
        self.acts += other.acts
        self.refused += other.refused
        self.corrected += other.corrected
        self.rounds.update(other.rounds)
        self.winners.update(other.winners)
        self.sides.update(other.sides)
        self.actions.update(other.actions)
        self.rules.update(other.rules)
        self.laws.update(other.laws)
        self.troubles.extend(other.troubles)


def total(game: str, reports: Iterable[Report]) -> Report:
    """One report of all these games; of the options it has none, because they differ."""
    whole = Report(game)
    for report in reports:
        whole.add(report)
    return whole


def simulate(
    game: AnyGame,
    games: int,
    seed: int,
    options: Options,
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """The report of `games` games; the first has `seed`, each next one higher. `progress` gets the games done."""
    report = Report(game.name, dict(options))
    for number in range(games):
        play_one(game, seed + number, options, report)
        progress(number + 1)
    return report


def simulate_runs(
    game: AnyGame,
    runs: Sequence[Options],
    games: int,
    seed: int,
    shards: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> tuple[Report, ...]:
    """A report for each of the runs, of `games` games each, played by so many processes; they change nothing in it.

    `progress` gets how many games have been played since it was last called.
    """
    reports = tuple(Report(game.name, dict(options)) for options in runs)
    pieces = [
        (run, min(GAMES_A_PIECE, games - begin), seed + begin)
        for run in range(len(runs))
        for begin in range(0, games, GAMES_A_PIECE)
    ]
    if min(shards, len(pieces)) == 1:
        for run, count, first in pieces:
            reports[run].add(simulate(game, count, first, runs[run], lambda done: progress(1)))
        return reports
    with ProcessPoolExecutor(min(shards, len(pieces)), mp_context=get_context("spawn")) as pool:
        tasks = {pool.submit(simulate, game, count, first, runs[run]): run for run, count, first in pieces}
        for task in as_completed(tasks):
            reports[tasks[task]].add(task.result())
            progress(task.result().games)
    for report in reports:
        report.troubles.sort(key=lambda trouble: trouble.seed)
    return reports


def play_one(game: AnyGame, seed: int, options: Options, report: Report) -> State[Any, Any]:
    """The last state of one game; what it showed is added to the report. The first trouble ends the game."""
    rng = random.Random(seed)
    state = open_virtual(game, {**game.varied_options(rng), **options}, rng, game.varied_owner(rng))
    game = game.bound(state)
    report.rules.update(state.table.why)
    autopilot, ply = Autopilot(game, seed, dawdle=rng.random() < game.dawdle_share(state)), 0
    last: Action | None = None
    while (proposal := autopilot.propose(state, ply, frozenset())) is not None:
        legal = game.legal_actions(state)
        trouble = _probe(game, state, legal, last, rng, report)
        before, last = state, _taken_back(legal, rng) or proposal[0]
        state = game.apply_action(state, last)
        ply += 1
        report.acts += 1
        report.actions[type(last).__name__] += 1
        report.rules.update(state.table.why)
        trouble = trouble or " ".join((*map(str, game.violations(state)), *game.wrong_step(before, last, state)))
        if facts := game.varied_facts(state, rng):
            state = game.correct(state, facts)
            report.corrected += 1
            trouble = trouble or " ".join(map(str, game.violations(state)))
        trouble = trouble or (f"still going after {ply} acts" if ply >= MOST_ACTS else "")
        if trouble:
            report.troubles.append(Trouble(seed, ply, trouble))
            break
    _close(game, state, report)
    report.laws.update(dict.fromkeys(game.laws, ply))
    return state


def _taken_back(legal: Sequence[Action], rng: random.Random) -> Action | None:
    """What somebody takes back now and then; None for nothing."""
    mine = [act for act in legal if act.takes_back]
    return rng.choice(mine) if mine and rng.random() < TAKEN_BACK else None


def _close(game: AnyGame, state: State[Any, Any], report: Report) -> None:
    report.games += 1
    report.rounds[game.progress(state.table)] += 1
    outcome = game.outcome(state)
    if outcome is not None:
        report.winners.update(outcome.winners)
        report.sides[outcome.winners] += 1


def _probe(
    game: AnyGame,
    state: State[Any, Any],
    listed: Sequence[Action],
    last: Action | None,
    rng: random.Random,
    report: Report,
) -> str:
    """What is wrong with how the game refuses acts that are not legal; "" where it refuses them well.

    Tried are legal acts with a field bent, and the act just done once more.
    """
    legal = set(listed)
    bent = [_bent(rng.choice(sorted(legal, key=repr)), rng) for _ in range(PROBES)]
    for act in (*bent, last):
        if act is None or act in legal:
            continue
        try:
            game.apply_action(state, act)
        except IllegalAction as refused:
            report.refused += 1
            report.rules[refused.rule] += 1
        else:
            if act.is_open:
                continue  # of which examples alone are listed
            return f"an act outside the legal ones was accepted: {act!r}"
    return ""


@cache
def words_of(action: type[Action], name: str) -> tuple[str, ...]:
    """The words that a field of these acts may have, where it says so; of a field with any text there is none."""
    kind = get_type_hints(action)[name]
    return tuple(word for word in get_args(kind) if isinstance(word, str)) if get_origin(kind) is Literal else ()


def _bent(action: Action, rng: random.Random) -> Action:
    """The action with one of its fields changed."""
    fields = msgspec.structs.asdict(action)
    if not fields:
        return action
    name = rng.choice(sorted(fields))
    value = fields[name]
    bent: Any = rng.choice([-1, 0, 1, 2, 3, 4, 5, 7])
    if isinstance(value, tuple):
        bent = rng.choice([(), (*value, *value), (*value, rng.randint(0, 6))])
    elif isinstance(value, str):
        bent = rng.choice(words_of(type(action), name) or (value,))
    return msgspec.structs.replace(action, **{name: bent})
