"""`python -m vision.training.train --photographs FOLDER --out FOLDER`: both networks, trained on the processor alone.

Stop it with Ctrl-C or by pulling the plug: the same command goes on from the last whole minute. The pictures are the
same for the same seed; how far the learning rate has fallen follows the clock, so that it ends on time on any machine.
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
from vision.training.export import write_onnx
from vision.training.figures import write_figures
from vision.training.learning import Learner
from vision.training.makers import makers
from vision.training.photographs import SOURCES
from vision.training.supply import Supply, supplied

EACH = 5
"""Scenes and photographs for a step, each: as many of one as of the other, 10 together. A step of 16 took 0.95 s of one
core; smaller ones make more steps of the minutes. Which number learns best was not measured."""

SAVE_EVERY_S = 60.0
DIARY = "progress.jsonl"
"""What each minute came to, one line of JSON: steps, pictures a second, the mean losses since the line before."""


@dataclass(frozen=True)
class Training:
    """What is asked for; a folder goes on only for the same."""

    photographs: Path
    out: Path
    minutes: float = 40.0
    leave_out: str = ""
    """A source of photographs that is not trained on, for calibrating and measuring; "" for none."""
    seed: int = 1
    threads: int = 1
    workers: int = 1

    def asked(self) -> dict[str, Any]:
        """What the learned weights depend on, but for the clock."""
        return {"seed": self.seed, "leave_out": self.leave_out, "minutes": self.minutes}


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
    """Train, from where the folder stands, until the minutes are over; then write the model's files into it.

    Raises `TrainingError` where the folder holds another training, and what `makers` raises.
    """
    torch.set_num_threads(training.threads)
    training.out.mkdir(parents=True, exist_ok=True)
    learner, passed_s = Learner(training.seed), 0.0
    state = checkpoints.load(training.out, training.asked())
    if state is not None:
        learner.restore(state["learner"])
        passed_s = state["passed_s"]
    sources = makers(training.photographs, training.leave_out)
    if passed_s < training.minutes * 60:
        with supplied(sources, training.seed, learner.steps, training.workers) as supply:
            _run(training, learner, supply, passed_s)
    _write(training, learner)


def _run(training: Training, learner: Learner, supply: Supply, passed_s: float) -> None:
    total_s = training.minutes * 60
    diary = Diary({})
    last: dict[str, float] = {}
    bar: Any
    with click.progressbar(
        length=round(total_s), label="Training", file=sys.stderr, item_show_func=lambda _: _shown(last, learner.steps)
    ) as bar:
        # Processes start slowly on a busy machine: that is not time to learn in.
        supply.wait()
        bar.update(round(passed_s))
        shown_s = round(passed_s)
        while passed_s < total_s:
            begun_s = time.monotonic()
            pictures, chance = supply.batch(EACH)
            losses = learner.learn(pictures, chance, passed_s / total_s)
            took_s = time.monotonic() - begun_s
            passed_s += took_s
            diary.add(losses, took_s)
            if diary.passed_s >= SAVE_EVERY_S or passed_s >= total_s:
                last.update(diary.means())
                _save(training, learner, diary, passed_s)
                diary = Diary({})
            elif not last:
                last.update(losses)
            bar.update(min(round(passed_s), round(total_s)) - shown_s)
            shown_s = min(round(passed_s), round(total_s))


def _shown(last: dict[str, float], steps: int) -> str:
    return f"step {steps}, loss {sum(last.values()):.2f}" if last else "making the first pictures"


def _save(training: Training, learner: Learner, diary: Diary, passed_s: float) -> None:
    checkpoints.save({"asked": training.asked(), "learner": learner.state(), "passed_s": passed_s}, training.out)
    line = {
        "passed_s": round(passed_s),
        "steps": learner.steps,
        "pictures_a_second": round(diary.steps * 2 * EACH / max(diary.passed_s, 1e-9), 1),
        "losses": diary.means(),
    }
    with (training.out / DIARY).open("ab") as file:
        file.write(msgspec.json.encode(line) + b"\n")


def _write(training: Training, learner: Learner) -> None:
    """The model's files, their figures not yet calibrated."""
    write_onnx(learner.averages["detector"], None, None, training.out / DETECTOR)
    write_onnx(learner.averages["classifier"], CROP_PX, CROP_PX, training.out / CLASSIFIER)
    sources = [source for source in SOURCES if source != training.leave_out]
    data = (
        f"Drawn scenes and photographs of {', '.join(sources)}; {learner.steps} steps of {2 * EACH} pictures, "
        f"seed {training.seed}"
    )
    write_figures(Figures(made=datetime.now(UTC).date().isoformat(), data=data), training.out)


@click.command(help=__doc__)
@click.option("--photographs", type=click.Path(path_type=Path), required=True, help="Folder with labels.json.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Where the model and its state are kept.")
@click.option("--minutes", type=click.FloatRange(0.1), default=40.0, show_default=True)
@click.option("--leave-out", type=click.Choice(list(SOURCES)), default="", help="A source to calibrate and measure on.")
@click.option("--seed", type=click.IntRange(0, 10_000), default=1, show_default=True)
@click.option("--threads", type=click.IntRange(1, 64), default=1, show_default=True, help="That learn.")
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that draw.")
def main(**asked: Any) -> None:
    training = Training(**{**asked, "leave_out": asked["leave_out"] or ""})
    try:
        train(training)
    except KeyboardInterrupt:
        raise click.ClickException("Stopped. The same command goes on from the last whole minute.") from None
    except CompanionError as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"Trained. The model is in {training.out}. Calibrate it next: python -m vision.training.calibrate")


if __name__ == "__main__":
    main()
