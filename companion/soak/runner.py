"""Rounds played through pixels, as fast as they can be: what the companion learned by looking against what was done.

A unit of work is a few rounds of virtual games with their own seed. Units do not depend on one another, so they are
played side by side, and a soak that was stopped goes on with the units that are missing.
"""

from __future__ import annotations

import logging
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, TypeAlias

import msgspec

from companion.games.game import AnyGame
from companion.games.option_text import options_text
from companion.games.registry import GAMES
from companion.recording.recorder import make_folder
from companion.soak.checkpoint import keep, kept, unit_name
from companion.soak.faulty_table import FaultyEyes, FaultyTable
from companion.soak.sensor_faults import LIES, Liar
from companion.soak.shards import say_how_far, side_by_side
from companion.soak.table import SoakedGame
from companion.soak.unit import Board, Play, Unit, open_game
from companion.table.layout import Layout

log = logging.getLogger(__name__)

Light: TypeAlias = Literal["normal", "hard"]

ROUNDS_A_UNIT = 15
"""Enough that nearly every unit sees a game to its end: games of bots take 6 to 17 rounds."""


BoardOf: TypeAlias = Callable[[], Board]
"""Makes the board of one game; a function of a module, or a partial of one."""
EyesOf: TypeAlias = Callable[[AnyGame, Layout, int, Light], FaultyEyes]
"""Makes the eyes for a game, its mat, a seed and a light; must be a function of a module, because units run in
processes."""


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
    board: str = ""
    """What runs the board's firmware; empty where there is no board."""
    liar: Liar | None = None
    """Which sensor lies again and again."""
    options: dict[str, Any] = {}
    """What all games have in common; the other options vary from game to game."""
    model: str = ""
    """What tells the model that reads the dice from others; empty where none are rolled."""

    def units(self) -> tuple[tuple[int, int], ...]:
        """Number and rounds of each unit."""
        whole, rest = divmod(self.rounds, ROUNDS_A_UNIT)
        return tuple(enumerate([ROUNDS_A_UNIT] * whole + ([rest] if rest else [])))

    def file(self, number: int, rounds: int) -> Path:
        """Where a unit's report is kept."""
        others = "".join(f"-{each}" for each in (self.board, self.liar, self.model) if each)
        return self.folder / f"{self.name()}{others}-{self.seed}-{number}-{rounds}.json"

    def name(self) -> str:
        """What its files' names begin with."""
        return unit_name(self.game, self.options, self.light)


def soak(
    task: Soak, eyes_of: EyesOf, shards: int, done: Callable[[int], None], board_of: BoardOf | None = None
) -> tuple[Unit, ...]:
    """The reports of all units, in order. `done` gets the rounds played since it was last called, kept ones first.

    With `board_of` a scale stands under the bowl, and draws are told by buttons instead of taps.
    """
    task.folder.mkdir(parents=True, exist_ok=True)
    reports: dict[int, Unit] = {}
    for unit in _played_before(task):
        reports[unit.number] = unit
        done(unit.rounds)
    missing = [
        ((number, rounds), (task, number, rounds, eyes_of, board_of))
        for number, rounds in task.units()
        if number not in reports
    ]
    reports |= side_by_side(shards, play_unit, missing, done)
    return tuple(reports[number] for number, _ in task.units())


def _played_before(task: Soak) -> Iterator[Unit]:
    for number, rounds in task.units():
        unit = kept(task.file(number, rounds), Unit)
        if unit is not None:
            yield unit


def play_unit(task: Soak, number: int, rounds: int, eyes_of: EyesOf, board_of: BoardOf | None = None) -> Unit:
    """The report of one unit, kept in the folder as well."""
    began, play, seed = time.monotonic(), Play(partial(say_how_far, number)), task.seed * 10_000 + number * 100
    while play.rounds < rounds and not play.wrong:
        play.games += 1
        game = GAMES[task.game]
        record = make_folder(task.record / f"{task.name()}-{seed}") if task.record else None
        with TemporaryDirectory(prefix="companion-soak-") as folder, ExitStack() as stack:
            opening = open_game(game, seed, task.options)
            eyes, journal = eyes_of(opening.game, opening.layout, seed, task.light), Path(folder) / "soak.journal"
            board = stack.enter_context(closing(board_of())) if board_of else None
            table = (
                FaultyTable(opening, seed, eyes, journal, play, task.liar, record, board)
                if task.liar
                else SoakedGame(opening, seed, eyes, journal, play, record, board)
            )
            try:
                table.play(rounds)
            except Exception as error:
                # One game that breaks must not take the report of all others with it.
                play.wrong.append(f"seed {seed}: the game broke off, {type(error).__name__}: {error}")
                log.exception("the game of seed %d broke off", seed)
        seed += 1
    unit = play.report(number, rounds, time.monotonic() - began)
    if not unit.wrong:
        keep(task.file(number, rounds), unit)
    return unit


def summary(task: Soak, units: tuple[Unit, ...], took_s: float) -> str:
    """The report for people."""
    settling = sorted(each for unit in units for each in unit.settling_s) or [0.0]
    busy_s, table_s = sum(unit.took_s for unit in units), sum(unit.seconds for unit in units)
    wrong = [text for unit in units for text in unit.wrong]
    rounds, frames = sum(unit.rounds for unit in units), sum(unit.frames for unit in units)
    most = settling[int(0.95 * (len(settling) - 1))]
    played = f" ({options_text(task.options)})" if task.options else ""
    tally = sum((Counter(unit.tally) for unit in units), Counter[str]())
    return "\n".join(
        (
            f"{rounds} rounds of {task.game}{played} in {took_s:.0f} s, {task.light} light, seed {task.seed}",
            f"{sum(unit.games for unit in units)} games, {sum(unit.acts for unit in units)} acts, "
            f"{table_s / 60:.0f} minutes at the table",
            f"{frames} frames, {frames / max(busy_s, 1e-9):.1f} a second and process",
            f"settling: median {statistics.median(settling):.2f} s, 95 % under {most:.2f} s",
            f"compared at {sum(unit.moments for unit in units)} settled moments",
            f"hands: {tally['pauses']} pauses in mid-act, {tally['rests']} rests over the mat, {tally['slips']} slips",
            *((f"acts told that no camera could see: {unseen}",) if (unseen := tally["acts told unseen"]) else ()),
            *((f"blank cards named: {tally['cards named']}",) if tally["cards named"] else ()),
            *_dice_lines(tally),
            *_board_lines(task, tally),
            *_liar_lines(task, tally),
            f"questions: {sum(unit.questions for unit in units)}",
            f"mismatches shown on a right table: {sum(unit.mismatches for unit in units)}",
            *(f"  {note}" for unit in units for note in unit.notes),
            f"{'wrong states accepted in silence' if task.liar else 'wrong inferences'}: {len(wrong)}",
            *(f"  {text}" for text in wrong),
        )
    )


def _dice_lines(tally: Mapping[str, int]) -> tuple[str, ...]:
    if not tally["rolls"]:
        return ()
    return (
        f"dice: thrown {tally['rolls']} times, {tally['rolls again']} of them once more",
        f"of dice on the mat: {tally['confirmed']} proposals confirmed, "
        f"{tally['looks alike']} times said which of two acts it was that leave the same dice",
    )


def _board_lines(task: Soak, tally: Mapping[str, int]) -> tuple[str, ...]:
    if not task.board:
        return ()
    by_button = tally["board"] - tally["cards felt"]
    return (
        f"board run by {task.board}: {tally['presses']} presses, {by_button} acts by button, "
        f"{tally['scale']} by the scale alone",
        *((f"cards felt: {tally['cards felt']} acts by the card reader",) if tally["cards felt"] else ()),
    )


def _liar_lines(task: Soak, tally: Mapping[str, int]) -> tuple[str, ...]:
    if task.liar is None:
        return ()
    ways = ", ".join(f"{tally[lie]} {lie.removeprefix('lie: ')}" for lie in LIES if tally[lie])
    return (
        f"liar: {task.liar}, {sum(tally[lie] for lie in LIES)} lies{f' ({ways})' if ways else ''}",
        f"because of it: set aside {tally['set aside']}, acts told by tap {tally['told for the liar']}, "
        f"wrong acts noticed and taken back {tally['taken back']}",
    )
