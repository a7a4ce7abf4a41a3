"""`companion soak` of a game of dice alone: rolled at virtual tables, and what was counted against how they lay."""

from __future__ import annotations

import sys
import time
from functools import partial
from pathlib import Path

import msgspec

from companion.cli.table.eyes import dice_reader
from companion.games.game import AnyGame
from companion.runtime.terminal import echo_lines, progress
from companion.soak.checkpoint import forget
from companion.soak.dice import Light, RollSoak, rolls_summary, soak_rolls
from companion.table.layout import Layout
from vision.dice.model import load_model, model_digest
from vision.virtual.tray import HeadlessTray


def soak_dice(game: AnyGame, task: RollSoak, shards: int, model: Path, afresh: bool) -> None:
    """Roll so often and report. Raises `NoModel`; exit status 1 where a roll was counted wrongly or not told of."""
    load_model(model)  # a missing model is told before anything is rolled
    task, started_s = msgspec.structs.replace(task, model=model_digest(model)), time.monotonic()
    start = game.new_game(task.options, {})
    has_clear = game.dice is not None and game.dice.may_be_clear(game.view(start, None))
    if afresh:
        forget(task.file(*unit) for unit in task.units())
    with progress(task.rolls, f"{game.title}, {task.rolls} rolls", show_pos=True) as bar:
        total = soak_rolls(task, partial(headless_tray, model, has_clear=has_clear), shards, bar.update)
    echo_lines(rolls_summary(task, total, time.monotonic() - started_s))
    if total.is_faulty:
        sys.exit(1)


def headless_tray(
    model: Path, game: AnyGame, layout: Layout, seed: int, light: Light, *, has_clear: bool = True
) -> HeadlessTray:
    """The eyes of one table, with the model of that folder; `has_clear` where clear dice of its box are rolled.

    Named here, because each process imports it anew.
    """
    assert game.dice is not None  # else no rolls are asked for
    read = dice_reader(model, None, has_clear and game.dice.has_clear)
    return HeadlessTray(layout, game.mat.kit, game.mat.pieces, game.dice.zone, read, seed, light)
