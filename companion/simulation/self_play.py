"""Whole games without pages: bots and dealer play by the rules, and laws written apart watch every step."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from multiprocessing import get_context
from typing import Any, Literal, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

import msgspec

from companion.games.bots import Autopilot
from companion.games.core import Action, Facts, Seat, State
from companion.games.deal import open_virtual
from companion.games.errors import IllegalAction
from companion.games.faults import fault_of, faults_named
from companion.games.game import AnyGame, package_of
from companion.games.offers import combinations as combinations
from companion.laws.oracles import oracle_of, wrong_step
from companion.simulation.drawn_options import drawn_options

MOST_ACTS = 5000
"""More acts than any game takes: a game that goes on is reported, not waited for."""
PROBES = 2
"""Illegal acts tried at every step, to see that they are refused."""
TAKEN_BACK = 0.02
"""Share of the acts, where something sealed may be taken back, that take it back: bots never want to."""
GAMES_A_PIECE = 10
"""Games that a process plays before it tells of them: some seconds of work."""

Options: TypeAlias = Mapping[str, Any]
AnyState: TypeAlias = State[Any, Any]


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


class Step(NamedTuple):
    """One step of a game, and the positions on both sides of it."""

    before: AnyState
    act: Any
    """An `Action`, or None where a host has set facts."""
    after: AnyState


Choose: TypeAlias = Callable[[AnyState, int], Action | None]
"""What is done in a position after so many acts; None where nothing is left to do."""


def walk(
    game: AnyGame, state: AnyState, choose: Choose, host: Callable[[AnyState], Facts] = lambda state: {}
) -> Iterator[Step]:
    """The steps of a game from this position on, as somebody chooses, until nothing is left; `host` may set facts."""
    for ply in count():
        act = choose(state, ply)
        if act is None:
            return
        before, state = state, game.apply_action(state, act)
        yield Step(before, act, state)
        if facts := host(state):
            before, state = state, game.correct(state, facts)
            yield Step(before, None, state)


def broken(game: AnyGame, step: Step) -> str:
    """The laws that a step breaks, of positions and of steps, in sentences; "" where it breaks none."""
    wrong = wrong_step(game, *step) if step.act is not None else ()
    return " ".join((*map(str, game.violations(step.after)), *wrong))


def play_one(game: AnyGame, seed: int, options: Options, report: Report) -> AnyState:
    """The last state of one game; what it showed is added to the report. The first trouble ends the game.

    What the game's own code breaks off with is a trouble too. Raises `BrokenGame` where no game can be begun.
    """
    rng = random.Random(seed)
    with faults_named(game.title, package_of(game)):
        state = open_virtual(game, drawn_options(game, rng, options), rng, game.simulation.varied_owner(rng))
        game = game.bound(state)
        does_dawdle = rng.random() < game.simulation.dawdle_share(state)
    report.rules.update(state.table.why)
    bots = _Bots(game, Autopilot(game, seed, dawdle=does_dawdle), rng, report)
    begun = report.acts
    try:
        for step in walk(game, state, bots.choose, lambda state: game.simulation.varied_facts(state, rng)):
            state = step.after
            _count(report, step)
            trouble = bots.trouble or broken(game, step)
            if trouble or report.acts - begun >= MOST_ACTS:
                trouble = trouble or f"still going after {MOST_ACTS} acts"
                break
        else:
            trouble = "" if game.outcome(state) is not None else "nothing is left to do, and the game has not ended"
        _close(game, state, report)
    except IllegalAction as refused:
        trouble = f"an act that is listed as legal was refused: {refused}"
    except Exception as error:  # whatever somebody has written there: the report says it, and other games are played
        trouble = str(fault_of(error, package_of(game)))
    if trouble:
        report.troubles.append(Trouble(seed, report.acts - begun, trouble))
    report.games += 1
    report.laws.update(dict.fromkeys((*game.laws, *oracle_of(game).laws), report.acts - begun))
    return state


class _Bots:
    """Who acts in a simulation, and what illegal acts were taken before that."""

    def __init__(self, game: AnyGame, autopilot: Autopilot, rng: random.Random, report: Report) -> None:
        self._game, self._autopilot, self._rng, self._report = game, autopilot, rng, report
        self._last: Action | None = None
        self.trouble = ""

    def choose(self, state: AnyState, ply: int) -> Action | None:
        """What bots or the dealer do, unless somebody takes something back; before that, what is illegal is tried."""
        proposal = self._autopilot.propose(state, ply, frozenset())
        if proposal is None:
            return None
        legal = self._game.legal_actions(state)
        self.trouble = _probe(self._game, state, legal, self._last, self._rng, self._report)
        self._last = _taken_back(legal, self._rng) or proposal[0]
        return self._last


def _count(report: Report, step: Step) -> None:
    """Add a step to the report."""
    if step.act is None:
        report.corrected += 1
        return
    report.acts += 1
    report.actions[type(step.act).__name__] += 1
    report.rules.update(step.after.table.why)


def _taken_back(legal: Sequence[Action], rng: random.Random) -> Action | None:
    """What somebody takes back now and then; None for nothing."""
    mine = [act for act in legal if act.takes_back]
    return rng.choice(mine) if mine and rng.random() < TAKEN_BACK else None


def _close(game: AnyGame, state: AnyState, report: Report) -> None:
    report.rounds[game.progress(state.table)] += 1
    outcome = game.outcome(state)
    if outcome is not None:
        report.winners.update(outcome.winners)
        report.sides[outcome.winners] += 1


def _probe(
    game: AnyGame,
    state: AnyState,
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
            if act.is_open or act in {each.public() for each in listed if each.seals}:
                continue  # examples alone are listed; whoever is not told of a choice is told of its seal
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
