"""`python -m vision.training.train_posture --out FOLDER`: the network that tells of a die whether it is one, lies flat,
and is clear.

It learns from drawn scenes alone: 47 minutes of two cores that do not multiply in bfloat16, by reckoning a quarter of
that of two that do. Stop it whenever you like: the same command draws its scenes again, which takes some minutes, and
goes on learning from where it was last kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np
import torch
from torch.nn import functional

from companion.errors import CompanionError
from vision.cameras.frames import Pixels
from vision.dice.model import POSTURE
from vision.dice.posture import POSTURE_PX, TOLD, OnnxPosture, PostureNetwork, chances, network_input
from vision.training.learner import has_bfloat16
from vision.training.network import make_posture
from vision.training.postures import Postures, draw_postures, together
from vision.training.samples import relit
from vision.training.small_network import EACH, draw_all, first_scene, learn, write_whole

SCENES, STEPS = 16_000, 5_000
"""Scenes are drawn once, with some six places each that can be learned from, and looked at seven times."""
SMALL_PICTURES = 128
"""For a step."""
SMOOTHING = (0.01, 0.002, 0.01)
"""Parts of certainty that are withheld of each answer: some dice cannot be told apart from where the camera is, but
that there are some can."""
POSE_WEIGHT = 3.0
"""Of how far off a pose is, against whether flatness is told rightly. Without the pose, and with a mean over all
places in the network, 1500 steps told 75 % of dice held back; with it, and answers that keep their places, 86 %."""
HELD_BACK = 1500
"""Scenes that are never learned from, for the threshold."""
FALSE_ALARMS = 0.005
"""Of dice that lie flat in these scenes so many are taken for others. Drawn pictures are spoilt more than a table's."""
LOST = 0.03
"""Of dice in them so many are taken for none. The detector must see none either for one to be lost."""


def train_posture(out: Path, scenes: int = SCENES, steps: int = STEPS, seed: int = 1, threads: int = 2) -> None:
    """Draw, learn, and write the network into a folder; nothing is done where it has one.

    Raises `TrainingError` where the folder holds another training.
    """
    if (out / POSTURE).is_file():
        return
    out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(threads)
    first = first_scene(seed)
    postures = drawn(range(first, first + scenes), threads)
    torch.manual_seed(seed)
    asked = {"dice": len(postures.is_flat)}
    network = learn(
        out, make_posture(), lambda network, chance: _loss(network, postures, chance), steps, (seed, 8), asked
    )
    write_whole(network, POSTURE_PX, out / POSTURE, channels=4)


def least(network: PostureNetwork, scenes: int = HELD_BACK, threads: int = 2) -> tuple[float, float]:
    """The thresholds `flat` and `there`, by scenes never learned from.

    `FALSE_ALARMS` of the flat dice do not reach the first, `LOST` of all dice the second.
    """
    held = drawn(range(scenes), threads)
    flat, there, _ = chances(network, held.crops, held.slopes).T
    return (
        float(np.quantile(flat[held.is_flat], FALSE_ALARMS)),
        float(np.quantile(there[held.is_there], LOST)),
    )


def drawn(seeds: Sequence[int], workers: int) -> Postures:
    """The dice of these scenes, in their order, drawn by several processes."""
    return together(draw_all(draw_postures, seeds, workers))


def _loss(network: Any, postures: Postures, chance: np.random.Generator) -> Any:
    count = len(postures.is_flat)
    chosen = chance.choice(count, min(count, SMALL_PICTURES), replace=False)
    is_mirrored = chance.random(len(chosen)) < 0.5
    crops = np.stack([_varied(postures.crops[at], flip, chance) for at, flip in zip(chosen, is_mirrored, strict=True)])
    poses = postures.poses[chosen]
    poses[is_mirrored, 0] *= -1
    given = torch.from_numpy(network_input(crops, postures.slopes[chosen]))
    answers = (postures.is_flat, postures.is_there, postures.is_clear)
    wanted = torch.from_numpy(np.stack([each[chosen] for each in answers], 1).astype(np.float32))
    is_there = wanted[:, 1]
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=has_bfloat16()):
        said = network(given.contiguous(memory_format=torch.channels_last)).float()
    withheld = torch.tensor(SMOOTHING)
    smoothed = wanted * (1 - 2 * withheld) + withheld
    told = functional.binary_cross_entropy_with_logits(said[:, :TOLD], smoothed, reduction="none")
    # What is not there is neither clear nor opaque, and lies nohow.
    told = torch.stack([told[:, 0], told[:, 1], told[:, 2] * is_there], 1).sum(1).mean()
    off = (said[:, TOLD:] - torch.from_numpy(poses)).abs().mean(1) * is_there
    return told + POSE_WEIGHT * off.mean()


def _varied(crop: Pixels, is_mirrored: bool, chance: np.random.Generator) -> Pixels:
    """In another light, and perhaps mirrored about the way of sight."""
    return relit(np.ascontiguousarray(crop[:, ::-1] if is_mirrored else crop), chance)


@click.command(help=__doc__)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Where the network goes.")
@click.option("--scenes", type=click.IntRange(1, EACH), default=SCENES, show_default=True)
@click.option("--steps", type=click.IntRange(1), default=STEPS, show_default=True)
@click.option("--seed", type=click.IntRange(0, 1000), default=1, show_default=True)
@click.option("--threads", type=click.IntRange(1, 64), default=2, show_default=True, help="That draw and learn.")
def main(out: Path, scenes: int, steps: int, seed: int, threads: int) -> None:
    try:
        train_posture(out, scenes, steps, seed, threads)
        flat, there = least(OnnxPosture(out / POSTURE), threads=threads)
    except KeyboardInterrupt:
        raise click.ClickException("Stopped. The same command goes on from where it was last kept.") from None
    except CompanionError as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"The network is {out / POSTURE}. Its thresholds in model.toml: flat {flat:.4f}, there {there:.4f}.")


if __name__ == "__main__":
    main()
