"""`python -m vision.training.train_clear --out FOLDER`: the network that reads clear dice in a tray.

Draws dice by the virtual table's ray caster, of makers that are none of its own, takes those that Blender's Cycles
rendered (--rendered FOLDER, filled by `vision.training.cycles.render --clear`), learns from both, and measures itself
on dice that it never learned from. Drawing takes 17 dice a second and core and is kept in the folder; learning takes
half an hour of two quick cores, and minutes with --device cuda. Stop it whenever you like: the same command goes on.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from pathlib import Path
from typing import Any, Literal

import click
import numpy as np
import torch

from companion.errors import CompanionError
from vision.dice.clear import CLEAR_PX, OnnxClear, tempered
from vision.dice.model import CLEAR
from vision.training import checkpoints
from vision.training.clear.cache import cut, drawn
from vision.training.clear.learner import Learner, Lot
from vision.training.clear.measure import least_sure, logits_of, table, temperature_of
from vision.training.clear.rendered import rendered
from vision.training.clear.views import COLOURLESS, TINTED, UNTOLD, Views, together
from vision.training.export import write_onnx
from vision.training.figures import TrainingError
from vision.training.optimiser import KIND

SCENES, STEPS, BATCH = 12_000, 6_000, 128
"""Some five dice a scene."""
HELD_SCENES = 500
"""Never learned from: of any makers, and so many more of the virtual table's own."""
HELD_PICTURES = 5
"""Every so many-th rendered picture is never learned from."""
FIRST, HELD, TABLE = 0, 50_000_000, 60_000_000
SHARE_RENDERED = 0.4
"""Of a step's pictures, where there are both."""
SAVE_EVERY_S = 60.0
TIMED = (20, 60)
"""Steps after which a step's time is told: the first ones are slower."""
GPU_STEP_S = 0.016
"""What a step of 128 took on an NVIDIA H200, and one of 512 hardly more: most of it is calls that wait for Python."""

Source = Literal["both", "rays", "rendered"]


def train_clear(
    out: Path,
    pictures: Path | None,
    source: Source,
    scenes: int,
    steps: int,
    batch: int,
    seed: int,
    threads: int,
    device: str,
    cache: Path | None = None,
    begin: Path | None = None,
    first: int = FIRST,
) -> str:
    """Draw, learn, calibrate, and write the network and its figures into a folder; what was measured, as text.

    Raises `TrainingError` where the folder holds another training, or what it shall learn from is missing.
    """
    out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(threads)
    kept = cache or out / "drawn"
    held = {
        "ray-cast, any maker": drawn(kept, HELD, HELD_SCENES, threads),
        "ray-cast, the table's makers": drawn(kept, TABLE, HELD_SCENES, threads, is_table=True),
    }
    learned = dict[str, Views]()
    if source != "rendered":
        learned["rays"] = drawn(kept, first, scenes, threads)
    if pictures is not None:
        every = rendered(pictures)
        if source == "rays":
            held["rendered"] = cut(kept, every, threads, 1)
        else:
            later = every[::HELD_PICTURES]
            held["rendered"] = cut(kept, later, threads, 1)
            learned["rendered"] = cut(kept, [each for each in every if each not in later], threads)
    if not learned or (source != "rays" and pictures is None):
        raise TrainingError("There is nothing rendered to learn from. Name its folder: --rendered FOLDER.")
    asked = {"seed": seed, "steps": steps, "batch": batch, "source": source, "optimiser": KIND}
    network = _learned(out, learned, asked, device, begin)
    fresh = out / f"{CLEAR}.new"
    write_onnx(network.cpu(), CLEAR_PX, CLEAR_PX, fresh, channels=4, is_half=True)
    os.replace(fresh, out / CLEAR)
    return measured(out, held, source)


def measured(out: Path, held: dict[str, Views], source: Source) -> str:
    """The figures of a network on what it never learned from, kept beside it as `figures.md`.

    How sure it must be follows from dice of the renderers that it learned from, whose makers are any.
    """
    network = OnnxClear(out / CLEAR)
    logits = {name: logits_of(network, views) for name, views in held.items()}
    own = [name for name in held if name == "ray-cast, any maker" and source != "rendered"]
    own += [name for name in held if name == "rendered" and source != "rays"]
    said, views = np.concatenate([logits[name] for name in own]), together([held[name] for name in own])
    temperature = temperature_of(said, views.values)
    is_clear = np.isin(views.facts[:, 0], (COLOURLESS, TINTED)) & (views.values != UNTOLD)
    least = least_sure(tempered(said, temperature)[is_clear], views.values[is_clear])
    chances = {name: (tempered(logits[name], temperature), held[name]) for name in held}
    text = f"Learned from {source}; temperature {temperature:.3f}, told from {least:.4f} on.\n\n" + table(
        chances, least
    )
    (out / "figures.md").write_text(text, encoding="utf-8")
    for name, views in held.items():
        file = out / f"said-{name.split(',')[-1].strip().replace(' ', '-').replace(chr(39), '')}.npz"
        np.savez(file, logits=logits[name], slopes=views.slopes, values=views.values, facts=views.facts)
    return text


def _learned(out: Path, learned: dict[str, Views], asked: dict[str, Any], device: str, begin: Path | None) -> Any:
    """A network that has learned from them, ready for use."""
    steps, batch, seed = asked["steps"], asked["batch"], asked["seed"]
    lots = {name: Lot.of(views, device) for name, views in learned.items()}
    share = SHARE_RENDERED if len(lots) > 1 else 1.0
    counts = {"rendered": round(batch * share), "rays": batch - round(batch * share) if len(lots) > 1 else batch}
    mixed = [(lot, counts[name]) for name, lot in lots.items()]
    learner = Learner(seed, device)
    state = checkpoints.load(out, asked, device)
    if state is not None:
        learner.restore(state["learner"])
    elif begin is not None:
        known = checkpoints.load(begin, {}, device)
        if known is None:
            raise TrainingError(f"{begin} holds no training to begin with. Name the --out of an earlier one.")
        learner.begin_with(known["learner"])
    begun = learner.steps
    kept_s = time.monotonic()
    timed_s = kept_s
    bar: Any
    with click.progressbar(length=steps, label="Learning", file=sys.stderr) as bar:
        bar.update(begun)
        for step in range(begun, steps):
            loss = learner.learn(mixed, seed, step / steps)
            bar.update(1)
            now_s = time.monotonic()
            if step - begun == TIMED[0]:
                timed_s = now_s
            if step - begun == TIMED[1]:
                click.echo(f"\n{estimate((now_s - timed_s) / (TIMED[1] - TIMED[0]), steps - step, batch)}", err=True)
            if (step + 1) % 500 == 0:
                with (out / "progress.jsonl").open("a") as log:
                    log.write(f'{{"step": {step + 1}, "loss": {loss:.4f}}}\n')
            if now_s - kept_s >= SAVE_EVERY_S or step + 1 == steps:
                checkpoints.save({"asked": asked, "learner": learner.state()}, out)
                kept_s = now_s
    return learner.average.eval()


def estimate(step_s: float, left: int, batch: int) -> str:
    """What is left, and what a GPU would save of it."""
    gpu_s = GPU_STEP_S * max(1.0, batch / 512)
    here, there = step_s * left / 60, gpu_s * left / 60
    saved = f"An H200 takes about {1000 * gpu_s:.0f} ms, so it would save {here - there:.0f} minutes."
    return f"A step takes {1000 * step_s:.0f} ms here: {here:.0f} minutes are left. " + (
        saved if here - there >= 1 else "A GPU would save nothing."
    )


def put_into(model: Path, out: Path) -> None:
    """The network into a model's folder."""
    shutil.copyfile(out / CLEAR, model / CLEAR)


@click.command(help=__doc__)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Where network, figures and drawings go.")
@click.option("--rendered", "pictures", type=click.Path(path_type=Path), help="Folder of rendered clear dice.")
@click.option("--drawn", "cache", type=click.Path(path_type=Path), help="Where drawings are kept, if not in --out.")
@click.option("--begin-with", "begin", type=click.Path(path_type=Path), help="The --out of a training to go on from.")
@click.option("--learn-from", "source", type=click.Choice(["both", "rays", "rendered"]), default="both")
@click.option("--scenes", type=click.IntRange(1, HELD), default=SCENES, show_default=True, help="That are ray-cast.")
@click.option("--first", type=click.IntRange(0, HELD - 1), default=FIRST, help="Seed of the first of these scenes.")
@click.option("--steps", type=click.IntRange(1), default=STEPS, show_default=True)
@click.option("--batch", type=click.IntRange(2), default=BATCH, show_default=True, help="Pictures for a step.")
@click.option("--seed", type=click.IntRange(0, 1000), default=1, show_default=True)
@click.option("--threads", type=click.IntRange(1, 64), default=2, show_default=True, help="That draw and learn.")
@click.option("--device", default="cpu", show_default=True, help="Of torch, to learn on.")
def main(
    out: Path,
    pictures: Path | None,
    cache: Path | None,
    begin: Path | None,
    source: Source,
    scenes: int,
    first: int,
    steps: int,
    batch: int,
    seed: int,
    threads: int,
    device: str,
) -> None:
    try:
        text = train_clear(out, pictures, source, scenes, steps, batch, seed, threads, device, cache, begin, first)
    except KeyboardInterrupt:
        raise click.ClickException("Stopped. The same command goes on from where it was last kept.") from None
    except CompanionError as error:
        raise click.ClickException(str(error)) from None
    click.echo(text)


if __name__ == "__main__":
    main()
