"""A small network that learns from places drawn beforehand: drawn by several processes, its steps kept and resumed."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, TypeVar

import click
import cv2
import numpy as np
import torch

from vision.training import checkpoints
from vision.training.export import write_onnx
from vision.training.optimiser import KIND, Optimiser, rate

T = TypeVar("T")

EACH: Final = 10_000_000
"""Scenes of one seed of a training are so far from those of the next."""
SAVE_EVERY_S = 60.0


def first_scene(seed: int) -> int:
    """The first scene that a training of this seed draws; those before are held back."""
    return EACH * (seed + 1)


def draw_all(draw: Callable[[int], T], seeds: Sequence[int], workers: int) -> list[T]:
    """What these scenes give, in their order, drawn by several processes."""
    with (
        ProcessPoolExecutor(workers, get_context("spawn"), cv2.setNumThreads, (1,)) as pool,
        click.progressbar(pool.map(draw, seeds, chunksize=16), len(seeds), label="Drawing", file=sys.stderr) as bar,
    ):
        return list(bar)


def learn(
    out: Path,
    network: Any,
    loss_of: Callable[[Any, np.random.Generator], Any],
    steps: int,
    seed: tuple[int, int],
    asked: dict[str, Any],
) -> Any:
    """The network once it has learned so many steps, ready for use.

    `loss_of` is asked for each step with what chance it has: `seed` and the step's number give it alone, so what was
    stopped goes on as it would have. `asked` is what this training is known by. Raises `TrainingError` where the folder
    holds another one.
    """
    network = network.to(memory_format=torch.channels_last).train()
    optimiser = Optimiser(network)
    asked = {"seed": seed[0], "steps": steps, **asked, "optimiser": KIND}
    done = _restore(checkpoints.load(out, asked), network, optimiser)
    kept_s = time.monotonic()
    bar: Any
    with click.progressbar(length=steps, label="Learning", file=sys.stderr) as bar:
        bar.update(done)
        for step in range(done, steps):
            loss = loss_of(network, np.random.default_rng([*seed, step]))
            optimiser.step(loss, rate(step, step / steps))
            bar.update(1)
            if time.monotonic() - kept_s >= SAVE_EVERY_S or step + 1 == steps:
                learner = {"network": network.state_dict(), "optimiser": optimiser.state(), "steps": step + 1}
                checkpoints.save({"asked": asked, "learner": learner}, out)
                kept_s = time.monotonic()
    return network.eval()


def _restore(state: dict[str, Any] | None, network: Any, optimiser: Optimiser) -> int:
    """Take over what was kept; how many steps it had."""
    if state is None:
        return 0
    network.load_state_dict(state["learner"]["network"])
    optimiser.restore(state["learner"]["optimiser"])
    return int(state["learner"]["steps"])


def write_whole(network: Any, size_px: int, file: Path, channels: int = 3) -> None:
    """The network as ONNX, whole or not at all."""
    fresh = file.with_name(f"{file.name}.new")
    write_onnx(network, size_px, size_px, fresh, channels=channels)
    os.replace(fresh, file)
