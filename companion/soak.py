"""Rounds played through pixels, as fast as they can be: what the companion learned by looking against what was done.

A unit of work is a few rounds of virtual games with their own seed. Units do not depend on one another, so they are
played side by side, and a soak that was stopped goes on with the units that are missing.
"""

from __future__ import annotations

import logging
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import suppress
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, Protocol, TypeAlias

import msgspec

from companion.dealer import Dealer
from companion.games.core import Action, AnyGame
from companion.games.registry import GAMES
from companion.journal import Draft, Journal
from companion.live import LiveGame
from companion.recorder import RecordedGame, Recorder, make_folder
from companion.recording import FRAMES, Metronome
from companion.requests import Client, Tap
from companion.table.sightings import Reading
from companion.table.world import World
from companion.timeline import Timeline, start_payload, state_hash

log = logging.getLogger(__name__)

Light: TypeAlias = Literal["normal", "hard"]

ROUNDS_A_UNIT = 15
"""Enough that nearly every unit sees a game to its end: games of bots take 6 to 17 rounds."""
EAGER = 0.1
"""Share of acts at which the next player does not wait for the companion to have seen the last one."""
STUCK_S = 25.0
"""So long after the hands have left the table the companion must have understood: longer than an arm that rests."""
HOST = Client("host")


class Eyes(Protocol):
    """A virtual table and a camera over it, in a time of their own."""

    @property
    def world(self) -> World:
        """What lies on the table, and the hands."""

    def look(self) -> Reading:
        """What the next frame shows; time moves on by one frame."""

    def tally(self) -> Mapping[str, int]:
        """How often hands have made looking hard so far: "pauses", "rests" and "slips"."""

    def record(self, folder: Path) -> Metronome:
        """Keep each frame that is looked at from now on in that new folder; gives the table's clock."""


EyesOf: TypeAlias = Callable[[AnyGame, int, Light], Eyes]
"""Makes the eyes for a game, a seed and a light; must be a function of a module, because units run in processes."""


class Unit(msgspec.Struct, frozen=True):
    """What one unit of a soak showed. Times are those of the virtual table, but for `took_s`."""

    number: int
    rounds: int
    games: int
    acts: int
    frames: int
    seconds: float
    took_s: float
    settling_s: tuple[float, ...]
    """From the moment the hands had left the mat to the act's place in the journal, an act each."""
    questions: int
    mismatches: int
    """Times at which a rightly laid table was called wrong."""
    moments: int
    """Settled moments at which the companion's position was compared with the dealer's."""
    tally: dict[str, int]
    """How often hands stopped in mid-act ("pauses"), lay over the mat ("rests") and dropped a piece ("slips")."""
    wrong: tuple[str, ...]
    """Acts in the journal that were not done, and acts done that are missing in it."""
    notes: tuple[str, ...] = ()
    """Questions and mismatches in words."""


class Soak(msgspec.Struct, frozen=True):
    """What is asked of a soak; units that were played for the same are not played again."""

    game: str
    rounds: int
    seed: int
    light: Light
    folder: Path
    """Where finished units are kept."""
    record: Path | None = None
    """Where each game is recorded, in a folder of its own; None where none is."""

    def units(self) -> tuple[tuple[int, int], ...]:
        """Number and rounds of each unit."""
        whole, rest = divmod(self.rounds, ROUNDS_A_UNIT)
        return tuple(enumerate([ROUNDS_A_UNIT] * whole + ([rest] if rest else [])))

    def file(self, number: int, rounds: int) -> Path:
        """Where a unit's report is kept."""
        return self.folder / f"{self.game}-{self.light}-{self.seed}-{number}-{rounds}.json"


def soak(task: Soak, eyes_of: EyesOf, shards: int, done: Callable[[Unit], None]) -> tuple[Unit, ...]:
    """The reports of all units, in order. `done` gets each as it is finished, those of an earlier run first."""
    task.folder.mkdir(parents=True, exist_ok=True)
    reports: dict[int, Unit] = {}
    for unit in _played_before(task):
        reports[unit.number] = unit
        done(unit)
    missing = [unit for unit in task.units() if unit[0] not in reports]
    with ProcessPoolExecutor(shards, mp_context=get_context("spawn")) as pool:
        running = {pool.submit(play_unit, task, number, rounds, eyes_of) for number, rounds in missing}
        while running:
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for each in finished:
                unit = each.result()
                reports[unit.number] = unit
                done(unit)
    return tuple(reports[number] for number, _ in task.units())


def _played_before(task: Soak) -> Iterator[Unit]:
    for number, rounds in task.units():
        with suppress(FileNotFoundError, msgspec.DecodeError):
            yield msgspec.json.decode(task.file(number, rounds).read_bytes(), type=Unit)


def play_unit(task: Soak, number: int, rounds: int, eyes_of: EyesOf) -> Unit:
    """The report of one unit, kept in the folder as well."""
    began, play, seed = time.monotonic(), _Play(), task.seed * 10_000 + number * 100
    while play.rounds < rounds and not play.wrong:
        play.games += 1
        game = GAMES[task.game]
        record = make_folder(task.record / f"{task.game}-{task.light}-{seed}") if task.record else None
        with TemporaryDirectory(prefix="companion-soak-") as folder:
            eyes, journal = eyes_of(game, seed, task.light), Path(folder) / "soak.journal"
            table = _Table(game, seed, eyes, journal, play, record)
            try:
                table.play(rounds)
            except Exception as error:
                # One game that breaks must not take the report of all others with it.
                play.wrong.append(f"seed {seed}: the game broke off, {type(error).__name__}: {error}")
                log.exception("the game of seed %d broke off", seed)
        seed += 1
    unit = play.report(number, rounds, time.monotonic() - began)
    if not unit.wrong:
        file = task.file(number, rounds)
        new = file.with_suffix(".new")
        new.write_bytes(msgspec.json.encode(unit))
        new.replace(file)
    return unit


class _Play:
    """What has been counted so far in a unit."""

    def __init__(self) -> None:
        self.rounds = self.games = self.acts = self.frames = self.questions = self.mismatches = self.moments = 0
        self.seconds = 0.0
        self.settling_s: list[float] = []
        self.wrong: list[str] = []
        self.notes: list[str] = []
        self.tally = Counter[str]()

    def report(self, number: int, rounds: int, took_s: float) -> Unit:
        return Unit(
            number,
            min(self.rounds, rounds),
            self.games,
            self.acts,
            self.frames,
            self.seconds,
            took_s,
            tuple(self.settling_s),
            self.questions,
            self.mismatches,
            self.moments,
            dict(self.tally),
            tuple(self.wrong),
            tuple(self.notes),
        )


class _Table:
    """One game of a unit: dealer and hands on one side, camera and companion on the other."""

    def __init__(
        self, game: AnyGame, seed: int, eyes: Eyes, journal: Path, play: _Play, record: Path | None = None
    ) -> None:
        self._rng = random.Random(seed)
        options = game.varied_options(self._rng)
        self._eyes = eyes
        start = game.new_game({**options, "cards": "own"}, {})
        self._dealer = Dealer(game, start, seed, eyes.world)
        self._timeline = Timeline(game, start)
        self._journal = Journal(journal)
        begun = Draft(_now().isoformat(), "host", "start", start_payload(game, options, start), state_hash(start))
        rows = self._journal.append([begun])
        self._recorder = Recorder(record, rows, eyes.record(record / FRAMES)) if record else None
        self._live = (
            RecordedGame(self._timeline, self._journal, _now, self._recorder)
            if self._recorder
            else LiveGame(self._timeline, self._journal, _now)
        )
        self._play = play
        self._seed = seed
        self._free_since_s = 0.0
        self._at_s = 0.0
        self._is_asked = self._is_called_wrong = False
        self._taps = 0
        self._is_eager = False

    def play(self, rounds: int) -> None:
        """Play until so many rounds of the unit are done, the game is over, or something is wrong."""
        before = self._play.rounds
        self._dealer.set_out()
        try:
            while not self._play.wrong and self._play.rounds < rounds:
                self._frame()
                self._compare()
                if self._wants_next() and not self._deal():
                    self._play.rounds = before + self._round()
                    break
                self._play.rounds = before + self._round() - 1
        finally:
            self._play.acts += len(self._dealer.done)
            self._play.tally.update(self._eyes.tally())
            self._journal.close()
            if self._recorder:
                self._recorder.close()

    def _round(self) -> int:
        return int(getattr(self._timeline.state.table, "round", 1))

    # --- one frame ----------------------------------------------------------------------------------------------------

    def _frame(self) -> None:
        reading = self._eyes.look()
        self._play.frames += 1
        self._play.seconds += reading.at_s - self._at_s if self._at_s else 0.0
        self._at_s = reading.at_s
        if self._eyes.world.busy():
            self._free_since_s = reading.at_s
        before = len(self._timeline.done)
        self._live.see(reading)
        self._judge()
        learned = len(self._timeline.done) - before
        self._play.settling_s += [reading.at_s - self._free_since_s] * learned

    def _judge(self) -> None:
        while self._live.judge():
            pass
        sight = self._live.sight
        was_called_wrong, self._is_called_wrong = self._is_called_wrong, self._calls_right_table_wrong()
        if self._is_called_wrong and not was_called_wrong:
            self._play.mismatches += 1
            self._note(f"a rightly laid table was called wrong: {'; '.join(each.text for each in sight.mismatches)}")
        was_asked, self._is_asked = self._is_asked, sight.state == "question"
        if self._is_asked and not was_asked:
            self._play.questions += 1
            self._note(f"asked: {', '.join(choice.label for choice in sight.question)}")
            self._answer()

    def _calls_right_table_wrong(self) -> bool:
        return self._live.sight.state == "mismatch" and not self._eyes.world.busy()

    def _answer(self) -> None:
        """Tap what was done, as a person does who is asked."""
        missing = self._dealer.acts[len(self._timeline.done) :]
        answers = [choice.actions[0] for choice in self._live.sight.question]
        if not missing or missing[0] not in answers:
            self._fail(f"the question does not offer what was done: {missing[0] if missing else 'nothing'!r}")
        elif not self._tap(missing[0]):
            self._fail(f"the answer {missing[0]!r} was refused")
        else:
            self._is_asked = False  # the next question may follow at once

    def _tap(self, act: Action) -> bool:
        self._taps += 1
        tap = Tap((msgspec.to_builtins(act),), self._timeline.revision, f"soak-{self._taps}")
        reply = self._live.settle(HOST, tap)
        if reply.accepted:
            while self._live.judge():
                pass
        return reply.accepted

    # --- truth against journal ----------------------------------------------------------------------------------------

    def _compare(self) -> None:
        learned = [step.action for step in self._timeline.done]
        acts = self._dealer.acts
        both = min(len(learned), len(acts))
        for index in range(both):
            if learned[index] != acts[index]:
                self._fail(f"act {index + 1}: {acts[index]!r} was done, {learned[index]!r} was understood")
                return
        if len(learned) > both and not self._is_forced(learned[both:]):
            self._fail(f"act {both + 1}: {learned[both]!r} was understood before anything was done")
        if self._is_at_rest():
            if len(learned) == both and self._live.sight.state == "settled":
                self._play.moments += 1
                if self._timeline.state != self._dealer.known(both):
                    self._fail("the positions differ though the acts are the same")
            if self._at_s - self._free_since_s > STUCK_S:
                text = f"{acts[both]!r} was not understood" if len(acts) > both else "the players could not go on"
                self._fail(f"{text}: {self._live.sight!r}")

    def _is_forced(self, ahead: list[Action | None]) -> bool:
        """Whether the rules left nothing else: an act that shows nothing is learned before anybody does it."""
        state = self._dealer.known()
        for act in ahead:
            if self._timeline.game.legal_actions(state) != (act,):
                return False
            state = self._timeline.game.apply_action(state, act)
        return True

    def _is_at_rest(self) -> bool:
        return not self._eyes.world.busy() and self._at_s > self._free_since_s

    def _fail(self, text: str) -> None:
        self._play.wrong.append(f"seed {self._seed}, {self._at_s:.1f} s: {text}")

    def _note(self, text: str) -> None:
        self._play.notes.append(f"seed {self._seed}, {self._at_s:.1f} s: {text}")

    # --- the players --------------------------------------------------------------------------------------------------

    def _wants_next(self) -> bool:
        """Whether the players go on: as a rule when the companion has seen the last act, now and then before."""
        if self._eyes.world.busy() or self._play.wrong:
            return False
        behind = self._dealer.behind(self._timeline.state.table)
        if behind is None:  # the companion is ahead by an act that the rules leave alone
            return len(self._timeline.done) > len(self._dealer.done)
        if behind == 0:
            return self._live.sight.state == "settled"
        return behind == 1 and (self._live.sight.state == "open" or self._may_hurry())

    def _may_hurry(self) -> bool:
        """Whether the next player is one who does not wait, and lays down where the last act left nothing in doubt."""
        last, following = self._dealer.done[-1].act, self._dealer.next(frozenset())
        if not self._is_eager or following is None or not last.kind == following.kind == "choice":
            return False
        return last.actor != following.actor and not set(last.zones()) & set(following.zones())

    def _deal(self) -> bool:
        """The next act; False where the game is over."""
        act = self._dealer.next(frozenset())
        if act is None:
            return False
        self._free_since_s = self._at_s
        self._is_eager = self._rng.random() < EAGER
        self._dealer.carry_out(act, self._tap)
        return True


def _now() -> datetime:
    return datetime.now(UTC)


def summary(task: Soak, units: tuple[Unit, ...], took_s: float) -> str:
    """The report for people."""
    settling = sorted(each for unit in units for each in unit.settling_s) or [0.0]
    busy_s, table_s = sum(unit.took_s for unit in units), sum(unit.seconds for unit in units)
    wrong = [text for unit in units for text in unit.wrong]
    rounds, frames = sum(unit.rounds for unit in units), sum(unit.frames for unit in units)
    most = settling[int(0.95 * (len(settling) - 1))]
    tally = sum((Counter(unit.tally) for unit in units), Counter[str]())
    return "\n".join(
        (
            f"{rounds} rounds of {task.game} in {took_s:.0f} s, {task.light} light, seed {task.seed}",
            f"{sum(unit.games for unit in units)} games, {sum(unit.acts for unit in units)} acts, "
            f"{table_s / 60:.0f} minutes at the table",
            f"{frames} frames, {frames / max(busy_s, 1e-9):.1f} a second and process",
            f"settling: median {statistics.median(settling):.2f} s, 95 % under {most:.2f} s",
            f"compared at {sum(unit.moments for unit in units)} settled moments",
            f"hands: {tally['pauses']} pauses in mid-act, {tally['rests']} rests over the mat, {tally['slips']} slips",
            f"questions: {sum(unit.questions for unit in units)}",
            f"mismatches shown on a right table: {sum(unit.mismatches for unit in units)}",
            *(f"  {note}" for unit in units for note in unit.notes),
            f"wrong inferences: {len(wrong)}",
            *(f"  {text}" for text in wrong),
        )
    )
