"""Games that play themselves through pixels: `companion soak`."""

from __future__ import annotations

import sys
import time
from functools import partial
from pathlib import Path
from shutil import which
from typing import Any, Literal

from companion.cli.checks.soak_dice import soak_dice
from companion.cli.chosen import chosen_options, typed_options
from companion.cli.table.eyes import dice_reader
from companion.errors import CompanionError
from companion.games.dice import is_dice_alone, tray_on
from companion.games.game import AnyGame
from companion.games.registry import GAMES
from companion.runtime.terminal import echo_lines, progress
from companion.soak.board_faults import FollowingBoard, read_plan
from companion.soak.checkpoint import forget
from companion.soak.dice import RollSoak
from companion.soak.runner import BoardOf, Light, Soak, soak, summary
from companion.soak.sensor_faults import Liar
from companion.table.blanks import in_the_box
from companion.table.fault_plans import NO_FAULTS, FaultPlan
from companion.table.layout import Layout
from hardware.virtual.headless import HeadlessBoard
from hardware.virtual.process import BoardProcess
from vision.dice.model import MODELS, load_model, model_digest
from vision.virtual.bad_table import BadTable
from vision.virtual.headless import HeadlessTable, TrayReader


def soak_rounds(
    game: str,
    rounds: int,
    rolls: int,
    seed: int,
    light: Light,
    shards: int,
    folder: Path,
    board: Literal["none", "micropython", "python"],
    liar: Liar | None,
    record: Path | None,
    dice_model: Path,
    faults: Path | None,
    afresh: bool,
    **typed: Any,
) -> None:
    """Play and print the report; exit status 1 where anything was understood wrongly, or in silence."""
    played = GAMES[game]
    options = chosen_options(played, typed_options(**typed))
    start = played.new_game(options, {})  # what the game has not is told before anything is done
    if is_dice_alone(played.dice, played.view(start, None)):
        soak_dice(played, RollSoak(game, rolls, seed, light, folder, options), shards, dice_model, afresh)
        return
    has_clear = played.dice is not None and played.dice.may_be_clear(played.view(start, None))
    if liar == "scale" and board == "none":
        board = "micropython" if which("micropython") else "python"
    has_tray = tray_on(played.dice, played.mat.layout(played.view(start, None)))
    model = model_digest(dice_model) if has_tray and load_model(dice_model) else ""  # so is a missing model
    plan = read_plan(faults) if faults else NO_FAULTS
    folder = folder / "faults" if faults else folder  # units of other plans are nothing to go on with
    board_of: BoardOf | None = None
    if board != "none":
        board_of = partial(failing_board, board, plan) if faults else partial(headless_board, board)
    if faults and record:
        raise CompanionError("Frames that are lost on purpose cannot be recorded. Leave out --faults or --record.")
    if board_of:
        board_of().close()  # so is a missing interpreter
    task = Soak(game, rounds, seed, light, folder, record, "" if board == "none" else board, liar, options, model)
    started = time.monotonic()
    if afresh or record or faults:
        forget(task.file(*unit) for unit in task.units())
    eyes_of = partial(failing_table, plan) if faults else headless_table
    label = f"{played.title}, {rounds} rounds"
    with progress(rounds, label, show_pos=True) as bar:
        units = soak(
            task,
            partial(eyes_of, model=dice_model, has_clear=has_clear),
            shards,
            bar.update,
            board_of,
        )
    echo_lines(summary(task, units, time.monotonic() - started))
    if any(unit.wrong for unit in units):
        sys.exit(1)


def headless_table(
    game: AnyGame, layout: Layout, seed: int, light: Light, *, model: Path = MODELS, has_clear: bool = True
) -> HeadlessTable:
    """The eyes of a soak: a virtual table with that mat. Named here, because each process imports it anew.

    Where the mat has a tray for dice they are read by the model in that folder, as clear ones only where those of its
    box are played with (`has_clear`). Raises `NoModel`.
    """
    dice, kit = tray_reader(game, layout, model, has_clear), in_the_box(game.mat.kit)
    return HeadlessTable(layout, kit, game.mat.pieces, seed, light, dice=dice)


def failing_table(
    plan: FaultPlan,
    game: AnyGame,
    layout: Layout,
    seed: int,
    light: Light,
    *,
    model: Path = MODELS,
    has_clear: bool = True,
) -> BadTable:
    """The same with a camera that fails by that plan."""
    dice, kit = tray_reader(game, layout, model, has_clear), in_the_box(game.mat.kit)
    table = BadTable(layout, kit, game.mat.pieces, seed, light, dice=dice)
    return table.follow(plan.camera, f"{plan.seed}/{seed}")


def tray_reader(game: AnyGame, layout: Layout, model: Path, has_clear: bool = True) -> TrayReader | None:
    """What reads the dice of a game on that mat; None where it has no tray. Raises `NoModel`.

    Clear ones are read where they are in its box, unless others are played with (`has_clear`).
    """
    zone = tray_on(game.dice, layout)
    may_be = has_clear and game.dice is not None and game.dice.has_clear
    return TrayReader(zone, dice_reader(model, None, may_be)) if zone else None


def failing_board(interpreter: Literal["micropython", "python"], plan: FaultPlan) -> FollowingBoard:
    """The board of a soak that fails by that plan. Raises `BoardProcessError` where the interpreter is missing."""
    return FollowingBoard(headless_board(interpreter), plan)


def headless_board(interpreter: Literal["micropython", "python"]) -> HeadlessBoard:
    """The board of a soak, in the virtual table's time. Raises `BoardProcessError` where the interpreter is missing."""
    return HeadlessBoard(BoardProcess(interpreter))
