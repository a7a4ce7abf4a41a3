"""`python -m vision.training.train --photographs FOLDER --out FOLDER`: both networks, trained on the processor alone.

Stop it with Ctrl-C or by pulling the plug: the same command goes on from where it stood a minute before at most. The
pictures and the learning rate of a step depend on the seed and its number alone, so a slow machine learns the same.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
import msgspec
import torch

from companion.errors import CompanionError
from vision.dice.model import CLASSIFIER, DETECTOR, Figures
from vision.dice.network import CROP_PX
from vision.training import checkpoints
from vision.training.data_loader import Supply, supplied
from vision.training.export import write_onnx
from vision.training.figures import TrainingError, write_figures
from vision.training.labels import SOURCES
from vision.training.learner import Learner
from vision.training.makers import makers
from vision.training.optimiser import KIND

SHARES, SHARES_RENDERED = (6, 4), (4, 3, 3)
"""Scenes and photographs for a step; and scenes, photographs and rendered pictures. Photographs are few and of few
places: seen more often they would be learned by heart. Ten together: a step of 16 took 0.95 s of one core, and smaller
ones make more steps of the minutes."""

STEPS = 9000
"""Of 10 pictures each: 2.8 hours of two cores that do not multiply in bfloat16, by reckoning 40 minutes of two that do.
By AdamW 16000 took 66 minutes of the latter; 3750 by Muon told as many values of `nell` to within a point."""

BEGUN = 0.6
"""A training that begins with learned weights takes its rate from where another one has so much of its way behind it:
the full rate would undo them."""

SAVE_EVERY_S = 60.0
DIARY = "progress.jsonl"
"""What each minute came to, one line of JSON: steps, pictures a second, the mean losses since the line before."""


@dataclass(frozen=True)
class Training:
    """What is asked for; a folder goes on only for the same."""

    photographs: Path
    out: Path
    steps: int = STEPS
    leave_out: str = ""
    """A source of photographs that is not trained on, for calibrating and measuring; "" for none."""
    rendered: Path | None = None
    """A folder of rendered pictures to learn from as well."""
    begin_with: Path | None = None
    """The folder of a training whose weights this one begins with, such as one that had a source left out."""
    seed: int = 1
    threads: int = 1
    workers: int = 1

    def asked(self) -> dict[str, Any]:
        """What the learned weights depend on."""
        return {
            "seed": self.seed,
            "rendered": self.rendered is not None,
            "begin_with": self.begin_with is not None,
            "leave_out": self.leave_out,
            "steps": self.steps,
            "optimiser": KIND,
        }

    def behind(self, steps: int) -> float:
        """0 to 1: how much of the way the learning rate has behind it after so many steps."""
        done = steps / self.steps
        return done if self.begin_with is None else BEGUN + (1 - BEGUN) * done


@dataclass
class Diary:
    """Losses since the last line."""

    sums: dict[str, float]
    steps: int = 0
    passed_s: float = 0.0

    def add(self, losses: dict[str, float], took_s: float) -> None:
        for name, loss in losses.items():
            self.sums[name] = self.sums.get(name, 0.0) + loss
        self.steps += 1
        self.passed_s += took_s

    def means(self) -> dict[str, float]:
        return {name: round(total / max(1, self.steps), 4) for name, total in self.sums.items()}


def train(training: Training) -> None:
    """Train, from where the folder stands, until all steps are done; then write the model's files into it.

    Raises `TrainingError` where the folder holds another training, and what `makers` raises.
    """
    torch.set_num_threads(training.threads)
    training.out.mkdir(parents=True, exist_ok=True)
    learner, passed_s = Learner(training.seed), 0.0
    state = checkpoints.load(training.out, training.asked())
    if state is not None:
        learner.restore(state["learner"])
        passed_s = state["passed_s"]
    elif training.begin_with is not None:
        learner.begin_with(_learned(training.begin_with))
    sources = makers(training.photographs, training.leave_out, training.rendered)
    shares = SHARES if training.rendered is None else SHARES_RENDERED
    if learner.steps < training.steps:
        with supplied(sources, shares, training.seed, learner.steps, training.workers) as supply:
            _run(training, learner, supply, passed_s)
    _write(training, learner)


def _learned(folder: Path) -> dict[str, Any]:
    state = checkpoints.load(folder, {})
    if state is None:
        raise TrainingError(f"{folder} holds no training to begin with. Name a folder that was --out of one.")
    learned: dict[str, Any] = state["learner"]
    return learned


def _run(training: Training, learner: Learner, supply: Supply, passed_s: float) -> None:
    diary = Diary({})
    last: dict[str, float] = {}
    bar: Any
    with click.progressbar(
        length=training.steps, label="Training", file=sys.stderr, item_show_func=lambda _: _shown(last)
    ) as bar:
        # Processes start slowly on a busy machine: that is not time to learn in.
        supply.wait()
        bar.update(learner.steps)
        while learner.steps < training.steps:
            begun_s = time.monotonic()
            pictures, chance = supply.batch()
            losses = learner.learn(pictures, chance, training.behind(learner.steps))
            took_s = time.monotonic() - begun_s
            passed_s += took_s
            diary.add(losses, took_s)
            if diary.passed_s >= SAVE_EVERY_S or learner.steps == training.steps:
                last.update(diary.means())
                _save(training, learner, diary, passed_s)
                diary = Diary({})
            elif not last:
                last.update(losses)
            bar.update(1)


def _shown(last: dict[str, float]) -> str:
    return f"loss {sum(last.values()):.2f}" if last else "making the first pictures"


def _save(training: Training, learner: Learner, diary: Diary, passed_s: float) -> None:
    checkpoints.save({"asked": training.asked(), "learner": learner.state(), "passed_s": passed_s}, training.out)
    line = {
        "passed_s": round(passed_s),
        "steps": learner.steps,
        "pictures_a_second": round(diary.steps * sum(SHARES) / max(diary.passed_s, 1e-9), 1),
        "losses": diary.means(),
    }
    with (training.out / DIARY).open("ab") as file:
        file.write(msgspec.json.encode(line) + b"\n")


def _write(training: Training, learner: Learner) -> None:
    """The model's files, their figures not yet calibrated."""
    write_onnx(learner.averages["detector"], None, None, training.out / DETECTOR)
    write_onnx(learner.averages["classifier"], CROP_PX, CROP_PX, training.out / CLASSIFIER)
    sources = [source for source in SOURCES if source != training.leave_out]
    drawn = "Drawn scenes" if training.rendered is None else "Drawn scenes, rendered ones"
    data = (
        f"{drawn} and photographs of {', '.join(sources)}; {learner.steps} steps of {sum(SHARES)} pictures, "
        f"seed {training.seed}"
    )
    write_figures(Figures(made=datetime.now(UTC).date().isoformat(), data=data), training.out)


@click.command(help=__doc__)
@click.option("--photographs", type=click.Path(path_type=Path), required=True, help="Folder with labels.json.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Where the model and its state are kept.")
@click.option("--steps", type=click.IntRange(1), default=STEPS, show_default=True)
@click.option(
    "--leave-out", type=click.Choice(list(SOURCES)), default=None, help="A source to calibrate and measure on."
)
@click.option("--rendered", type=click.Path(path_type=Path), help="Folder of rendered scenes to learn from too.")
@click.option(
    "--begin-with", type=click.Path(path_type=Path), help="Folder of a training to begin with the weights of."
)
@click.option("--seed", type=click.IntRange(0, 10_000), default=1, show_default=True)
@click.option("--threads", type=click.IntRange(1, 64), default=1, show_default=True, help="That learn.")
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that draw.")
def main(**asked: Any) -> None:
    training = Training(**{**asked, "leave_out": asked["leave_out"] or ""})
    try:
        train(training)
    except KeyboardInterrupt:
        raise click.ClickException("Stopped. The same command goes on from where it was last kept.") from None
    except CompanionError as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"Trained. The model is in {training.out}. Calibrate it next: python -m vision.training.calibrate")


if __name__ == "__main__":
    main()
