"""`python -m vision.training.build --photographs FOLDER --work FOLDER --out FOLDER`: the shipped model, in one command.

Two trainings run side by side, one on each of two cores: one on everything, whose networks are shipped, and the same
without one source of photographs. That source then tells how sure the reader may be. Stop it whenever you like: the
same command goes on.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from companion.errors import CompanionError
from vision.dice.model import CLASSIFIER, DETECTOR, FIGURES
from vision.training.calibrate import calibrate
from vision.training.figures import TrainingError
from vision.training.train import STEPS, Training, train

LEFT_OUT = "nell"
"""The source that tells how sure the reader may be: every die of it is labelled, and it is seen from above. The other
one is seen so obliquely that sides pass for tops, and not all its dice are labelled."""

SEED, SEED_LEFT_OUT = 3, 1
WHOLE, PART = "everything", f"without-{LEFT_OUT}"
LOG = "training.log"
LAST_LINES = 5
"""Of the other training's words, where it fails."""


def build(photographs: Path, work: Path, out: Path, rendered: Path | None, steps: int) -> None:
    """Train, calibrate, and put the model's three files into `out`. Raises `TrainingError` where it cannot."""
    with _beside(photographs, work / PART, rendered, steps) as other:
        train(Training(photographs, work / WHOLE, steps, rendered=rendered, seed=SEED))
        if other.wait() != 0:
            told = (work / PART / LOG).read_text("utf-8", "replace").split("\n")[-LAST_LINES:]
            raise TrainingError(f"The training without {LEFT_OUT} failed: {' '.join(told).strip()}")
    calibrate(photographs, LEFT_OUT, work / PART, work / WHOLE)
    out.mkdir(parents=True, exist_ok=True)
    for name in (DETECTOR, CLASSIFIER, FIGURES):
        shutil.copyfile(work / WHOLE / name, out / name)


@contextmanager
def _beside(photographs: Path, out: Path, rendered: Path | None, steps: int) -> Iterator[subprocess.Popen[bytes]]:
    """The training with the source left out, in a process of its own, which does not outlive this one's failure."""
    out.mkdir(parents=True, exist_ok=True)
    asked = ["--photographs", photographs, "--out", out, "--steps", steps, "--seed", SEED_LEFT_OUT]
    asked += ["--leave-out", LEFT_OUT, *(["--rendered", rendered] if rendered else [])]
    command = [sys.executable, "-m", "vision.training.train", *map(str, asked)]
    with (out / LOG).open("wb") as log, subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT) as other:
        try:
            yield other
        finally:
            other.terminate()


@click.command(help=__doc__)
@click.option("--photographs", type=click.Path(path_type=Path), required=True, help="Folder with labels.json.")
@click.option("--work", type=click.Path(path_type=Path), required=True, help="Where both trainings are kept meanwhile.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Where the model goes.")
@click.option("--rendered", type=click.Path(path_type=Path), help="Folder of rendered clear dice to learn from too.")
@click.option("--steps", type=click.IntRange(1), default=STEPS, show_default=True)
def main(photographs: Path, work: Path, out: Path, rendered: Path | None, steps: int) -> None:
    try:
        build(photographs, work, out, rendered, steps)
    except KeyboardInterrupt:
        raise click.ClickException("Stopped. The same command goes on from where it was last kept.") from None
    except CompanionError as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"The model is in {out}. Measure it next: python -m vision.training.measure")


if __name__ == "__main__":
    main()
