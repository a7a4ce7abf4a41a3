"""`python -m vision.training.build --photographs FOLDER --work FOLDER --out FOLDER`: the shipped model, in one command.

First a training without one source of photographs, which then tells how sure the reader may be. From there a shorter
one goes on with everything, and its networks are shipped, with one more that learns by itself how dice lie. Stop it
whenever you like: the same command goes on.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import click
import msgspec

from companion.errors import CompanionError
from vision.dice.model import CLASSIFIER, DETECTOR, POSTURE, load_model
from vision.dice.posture import OnnxPosture
from vision.training.calibrate import calibrate
from vision.training.figures import write_figures
from vision.training.train import STEPS, Training, train
from vision.training.train_posture import least, train_posture

LEFT_OUT = "nell"
"""The source that tells how sure the reader may be: nearly all its dice are labelled, and seen from above. The other
one is seen so obliquely that sides pass for tops, and more of its dice have no label."""

SEED, SEED_WHOLE = 1, 3
SHORTER = 3
"""The training on everything has this part of the other one's steps: it begins with what that one has learned."""
THREADS = 2
"""That learn where nothing else is at work: a step took 0.28 s with two on two cores, 0.39 s with one."""
PART, WHOLE, LYING = f"without-{LEFT_OUT}", "everything", "posture"


def build(photographs: Path, work: Path, out: Path, rendered: Path | None, steps: int, threads: int = THREADS) -> None:
    """Train, calibrate, and put the model's four files into `out`. Raises `TrainingError` where it cannot."""
    part, whole, lying = work / PART, work / WHOLE, work / LYING
    train(Training(photographs, part, steps, LEFT_OUT, rendered, seed=SEED, threads=threads))
    train(
        Training(
            *(photographs, whole, max(1, steps // SHORTER)),
            rendered=rendered,
            begin_with=part,
            seed=SEED_WHOLE,
            threads=threads,
        )
    )
    calibrate(photographs, LEFT_OUT, part, whole)
    train_posture(lying, threads=threads)
    put_together(whole, lying, least(OnnxPosture(lying / POSTURE), threads=threads), out)


def put_together(whole: Path, lying: Path, thresholds: tuple[float, float], out: Path) -> None:
    """The model's files into `out`: both networks and figures of one folder, the posture network of another.

    `thresholds` are that network's, `flat` and `there`.
    """
    out.mkdir(parents=True, exist_ok=True)
    for file in (whole / DETECTOR, whole / CLASSIFIER, lying / POSTURE):
        shutil.copyfile(file, out / file.name)
    figures = load_model(whole).figures
    flat, there = (round(each, 4) for each in thresholds)
    known = msgspec.structs.replace(figures.thresholds, flat=flat, there=there)
    write_figures(msgspec.structs.replace(figures, thresholds=known), out)


@click.command(help=__doc__)
@click.option("--photographs", type=click.Path(path_type=Path), required=True, help="Folder with labels.json.")
@click.option("--work", type=click.Path(path_type=Path), required=True, help="Where both trainings are kept meanwhile.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Where the model goes.")
@click.option("--rendered", type=click.Path(path_type=Path), help="Folder of rendered scenes to learn from too.")
@click.option("--steps", type=click.IntRange(1), default=STEPS, show_default=True, help="Of the longer training.")
@click.option("--threads", type=click.IntRange(1, 64), default=THREADS, show_default=True, help="That learn.")
def main(photographs: Path, work: Path, out: Path, rendered: Path | None, steps: int, threads: int) -> None:
    try:
        build(photographs, work, out, rendered, steps, threads)
    except KeyboardInterrupt:
        raise click.ClickException("Stopped. The same command goes on from where it was last kept.") from None
    except CompanionError as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"The model is in {out}. Measure it next: python -m vision.training.evaluate")


if __name__ == "__main__":
    main()
