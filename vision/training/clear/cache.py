"""Views drawn once and kept: files of some scenes each, so that a drawing that was stopped goes on."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import click
import cv2
import numpy as np

from vision.training.clear.rays import draw_rays
from vision.training.clear.rendered import VARIANTS, cut_rendered
from vision.training.clear.views import Views, together

SCENES = 40
"""In one file of drawn ones: some 220 dice, ten seconds of a core."""
PICTURES = 8
"""In one file of rendered ones."""


def drawn(folder: Path, first: int, scenes: int, workers: int, *, is_table: bool = False) -> Views:
    """The dice of so many ray-cast scenes from a seed on, whole files of `SCENES` each."""
    starts = range(first, first + scenes, SCENES)
    name = "table" if is_table else "rays"
    tasks = [(folder / f"{name}-{start:09d}.npz", partial(_draw, start, is_table)) for start in starts]
    return _kept(tasks, workers, "Drawing")


def cut(folder: Path, pictures: Sequence[Path], workers: int, variants: int = VARIANTS) -> Views:
    """The dice of rendered pictures, each taken by so many cameras."""
    groups = [pictures[at : at + PICTURES] for at in range(0, len(pictures), PICTURES)]
    tasks = [
        (folder / f"rendered-{group[0].stem}-{group[-1].stem}-{variant}.npz", partial(_cut, tuple(group), variant))
        for group in groups
        for variant in range(variants)
    ]
    return _kept(tasks, workers, "Cutting")


def _draw(start: int, is_table: bool) -> Views:
    return together([draw_rays(seed, is_table) for seed in range(start, start + SCENES)])


def _cut(pictures: tuple[Path, ...], variant: int) -> Views:
    return together([cut_rendered(picture, variant) for picture in pictures])


def _kept(tasks: Sequence[tuple[Path, Callable[[], Views]]], workers: int, label: str) -> Views:
    missing = [task for task in tasks if not task[0].is_file()]
    if missing:
        missing[0][0].parent.mkdir(parents=True, exist_ok=True)
        with (
            ProcessPoolExecutor(workers, get_context("spawn"), cv2.setNumThreads, (1,)) as pool,
            click.progressbar(pool.map(_make, missing), len(missing), label=label, file=sys.stderr) as bar,
        ):
            for _ in bar:
                pass
    return together([load(file) for file, _ in tasks])


def _make(task: tuple[Path, Callable[[], Views]]) -> None:
    file, make = task
    save(make(), file)


def save(views: Views, file: Path) -> None:
    """Write views, whole or not at all."""
    fresh = file.with_suffix(f".{os.getpid()}.new")
    with fresh.open("wb") as stream:
        np.savez(stream, crops=views.crops, slopes=views.slopes, values=views.values, facts=views.facts)
    os.replace(fresh, file)


def load(file: Path) -> Views:
    """What `save` wrote."""
    with np.load(file) as kept:
        return Views(kept["crops"], kept["slopes"], kept["values"], kept["facts"])
