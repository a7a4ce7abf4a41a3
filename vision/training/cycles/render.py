"""`python -m vision.training.cycles.render --out FOLDER --count N`: pictures of dice, half of
them clear, by Blender's Cycles; with --clear of clear dice in a tray, for the network that reads these.

Needs the package bpy (the group "render"), which has a Python and numpy of its own choosing: run this with the Python
that has it, or name that one with --python. Stop it with Ctrl-C or by pulling the plug: the same command goes on with
the scenes that are not there yet.
"""

from __future__ import annotations

import argparse
import json
import os
import struct
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TextIO

import numpy as np
import numpy.typing as npt

from companion.errors import CompanionError
from vision.training.cycles import clear_plan
from vision.training.cycles.marks import RECIPE, marks, side_marks
from vision.training.cycles.plan import SIZE_PX, ScenePlan, plan_scene

ROOT = Path(__file__).resolve().parents[3]
"""The folder above `vision`, for a Python in which this project is not installed."""

BAR_CELLS = 24

Picture = tuple[npt.NDArray[np.uint8], list[dict[str, Any]], list[list[float]]]
"""RGB (H, W, 3), and what `marks` and `side_marks` say of it."""


class RenderError(CompanionError, ValueError):
    """What was asked of the renderer cannot be done; the text says why, and what to do."""


def names(out: Path, seed: int) -> tuple[Path, Path]:
    """The picture of a scene and its line of marks."""
    return out / f"{seed:08d}.png", out / f"{seed:08d}.json"


def missing(out: Path, first: int, count: int, recipe: int = RECIPE) -> list[int]:
    """Seeds of the scenes that are not whole in the folder, or were made by another recipe."""
    return [seed for seed in range(first, first + count) if not _is_whole(out, seed, recipe)]


def _is_whole(out: Path, seed: int, recipe: int) -> bool:
    picture, line = names(out, seed)
    try:
        return picture.is_file() and bool(json.loads(line.read_bytes())["recipe"] == recipe)
    except (OSError, ValueError, KeyError, TypeError):
        return False


def store(out: Path, seed: int, picture: Picture, recipe: int = RECIPE) -> None:
    """Put a scene into the folder, its marks last: where they are, the picture is whole."""
    pixels, dice, sides = picture
    line = {"recipe": recipe, "seed": seed, "size_px": pixels.shape[0], "dice": dice, "sides": sides}
    file, line_file = names(out, seed)
    # What an older recipe said must not stand beside the new picture, not even for an instant.
    line_file.unlink(missing_ok=True)
    _replace(file, png(pixels))
    _replace(line_file, json.dumps(line, separators=(",", ":")).encode() + b"\n")


def _replace(file: Path, content: bytes) -> None:
    fresh = file.with_name(file.name + ".new")
    with fresh.open("wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(fresh, file)


def png(pixels: npt.NDArray[np.uint8]) -> bytes:
    """A PNG file of RGB (H, W, 3): the renderer's Python has no OpenCV, and Blender's own writer no atomic way."""
    height, width = pixels.shape[:2]
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


class Progress:
    """How far it is, on one line of a terminal; elsewhere one line for each twentieth part."""

    def __init__(self, total: int, stream: TextIO, clock: Callable[[], float]) -> None:
        self._total, self._stream, self._clock = total, stream, clock
        self._begun_s, self._done, self._shown = clock(), 0, 0

    def step(self) -> None:
        """One scene more is in the folder."""
        self._done += 1
        each_s = (self._clock() - self._begun_s) / self._done
        left_min = each_s * (self._total - self._done) / 60
        full = BAR_CELLS * self._done // self._total
        text = (
            f"Rendering  [{'#' * full}{'-' * (BAR_CELLS - full)}]  {self._done}/{self._total}  "
            f"{each_s:.1f} s each, {left_min:.0f} min left"
        )
        if self._stream.isatty():
            self._stream.write(f"\r{text}  " + ("\n" if self._done == self._total else ""))
        elif self._done == self._total or self._done - self._shown >= self._total / 20:
            self._shown = self._done
            self._stream.write(text + "\n")
        self._stream.flush()


def fill(
    out: Path, seeds: Sequence[int], make: Callable[[int], Picture], progress: Progress, recipe: int = RECIPE
) -> None:
    """Put the scenes of these seeds into the folder, one after the other."""
    for seed in seeds:
        store(out, seed, make(seed), recipe)
        progress.step()


@contextmanager
def _hushed() -> Iterator[None]:
    """Without what Blender itself writes to the terminal, which would tear the bar apart."""
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    sys.stdout.flush()
    try:
        os.dup2(nowhere, 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def _renderer(threads: int, plan_of: Callable[[int], ScenePlan]) -> Callable[[int], Picture]:
    # Here, not above: everything else of this module works where there is no renderer.
    from vision.training.cycles import blender_scene

    def make(seed: int) -> Picture:
        plan = plan_of(seed)
        with TemporaryDirectory() as folder, _hushed():
            light = blender_scene.render(plan, Path(folder) / "light.exr", threads)
        pixels = blender_scene.developed(light, plan.room)
        return pixels, marks(plan, pixels), side_marks(plan)

    return make


def _elsewhere(asked: argparse.Namespace) -> int:
    """Run the same command with a Python that has the renderer; its exit code."""
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    command = [asked.python, "-m", "vision.training.cycles.render"]
    for name in ("out", "count", "seed", "threads"):
        command += [f"--{name}", str(getattr(asked, name))]
    command += ["--clear"] if asked.clear else []
    try:
        # The terminal sends Ctrl-C to both: the other one says what there is to say.
        with subprocess.Popen(command, env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)}) as other:
            while True:
                try:
                    return other.wait()
                except KeyboardInterrupt:
                    continue
    except OSError as error:
        raise RenderError(f"{asked.python} cannot be run ({error.strerror}). Name the Python that has bpy.") from error


def run(asked: argparse.Namespace) -> None:
    """Fill the folder. Raises `RenderError` where there is no renderer here."""
    asked.out.mkdir(parents=True, exist_ok=True)
    recipe, plan_of = (clear_plan.RECIPE, clear_plan.plan_clear) if asked.clear else (RECIPE, plan_scene)
    seeds = missing(asked.out, asked.seed, asked.count, recipe)
    if seeds:
        if find_spec("bpy") is None:
            raise RenderError(
                "This Python has no bpy. Make an environment for it (pip install 'table-companion[render]', Python "
                "3.11) and name its Python: --python FOLDER/bin/python."
            )
        progress = Progress(len(seeds), sys.stderr, time.monotonic)
        fill(asked.out, seeds, _renderer(asked.threads, plan_of), progress, recipe)
    sys.stdout.write(f"{asked.out} holds the {asked.count} scenes from {asked.seed} on, {SIZE_PX} px each.\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; its exit code."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.cycles.render", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="Where the pictures are kept.")
    parser.add_argument("--count", type=int, required=True, help="How many scenes the folder shall hold.")
    parser.add_argument("--seed", type=int, default=0, help="Of the first scene; the others follow it.")
    parser.add_argument("--clear", action="store_true", help="Clear dice in a tray, for the network that reads these.")
    parser.add_argument("--threads", type=int, default=1, help="That render one scene.")
    parser.add_argument("--python", default="", help="The Python that has bpy, where this one has not.")
    asked = parser.parse_args(arguments)
    if asked.count < 1 or asked.seed < 0 or asked.threads < 1:
        parser.error("--count and --threads must be 1 or more, --seed 0 or more")
    try:
        if asked.python:
            return _elsewhere(asked)
        run(asked)
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped. The same command goes on with the scenes that are missing.\n")
        return 130
    except CompanionError as error:
        sys.stderr.write(f"Error: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
