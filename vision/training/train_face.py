"""`python -m vision.training.train_face --out FOLDER`: the network that tells whether a top face has pips.

It learns from drawn and ray-cast scenes, in which half of the dice show a figure, letters, a sign, scratches or nothing
in place of pips, and from photographs of dice with pips. Stop it whenever you like: the same command draws its scenes
again, which takes some minutes, and goes on learning from where it was last kept.
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
from vision.dice.confidence import BODY_ALONE
from vision.dice.face import FaceNetwork, OnnxFace, face_input, faces
from vision.dice.model import FACE
from vision.dice.network import CROP_PX
from vision.training.faces import Faces, cut_out, draw_faces, together
from vision.training.labels import Photograph, read_labels
from vision.training.learner import has_bfloat16
from vision.training.network import make_face
from vision.training.ray_faces import draw_ray_faces
from vision.training.samples import relit
from vision.training.small_network import EACH, draw_all, first_scene, learn, write_whole

SCENES, RAYS, STEPS = 4_400, 8_000, 6_000
"""Scenes are drawn once, with some nine places each that can be learned from, seven where rays are cast; each is looked
at eight times."""
SMALL_PICTURES = 128
"""For a step."""
SMOOTHING = 0.005
"""Part of certainty that is withheld of each answer: a blot may look like a 1 that is worn."""
SHARE_VEILED, MOST_VEILED = 0.5, 0.6
"""Of the small pictures those that are made paler, and by how much at most: pips of pale dice were taken for none."""
HELD_BACK = 600
"""Scenes that are never learned from, for the threshold."""
DOUBTED = 0.005
"""Of faces with pips in these scenes so many are doubted. Drawn pictures are spoilt more than a table's."""


def train_face(
    out: Path,
    photographs: Sequence[Photograph] = (),
    scenes: int = SCENES,
    rays: int = RAYS,
    steps: int = STEPS,
    seed: int = 1,
    threads: int = 2,
) -> None:
    """Draw, learn, and write the network into a folder; nothing is done where it has one.

    Of dice on photographs it learns that they have pips.

    Raises `TrainingError` where the folder holds another training.
    """
    if (out / FACE).is_file():
        return
    out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(threads)
    first = first_scene(seed)
    scenes_drawn, scenes_cast = drawn(range(first, first + scenes), threads), cast(range(first, first + rays), threads)
    known = together([scenes_drawn, scenes_cast, cut_out(photographs, seed)])
    torch.manual_seed(seed)
    asked = {"places": len(known.is_there)}
    network = learn(out, make_face(), lambda network, chance: _loss(network, known, chance), steps, (seed, 9), asked)
    write_whole(network, CROP_PX, out / FACE)


def measured(network: FaceNetwork, scenes: int = HELD_BACK, threads: int = 2) -> str:
    """What it makes of scenes never learned from, for people."""
    held = drawn(range(scenes), threads)
    said = faces(network, held.crops)
    pips, there = np.array([each.pips for each in said]), np.array([each.there for each in said])
    least = float(np.quantile(pips[held.has_pips], DOUBTED))
    signs = pips[held.is_there & ~held.has_pips]
    body = there >= BODY_ALONE
    return (
        f"Of faces with pips {DOUBTED:.1%} have a chance under {least:.3f}, of others {(signs < least).mean():.1%}. "
        f"Of {(~held.is_there).sum()} places without a die {body[~held.is_there].mean():.1%} pass for the body of one, "
        f"of {held.is_there.sum()} dice {body[held.is_there].mean():.1%}."
    )


def drawn(seeds: Sequence[int], workers: int) -> Faces:
    """The faces of these scenes, in their order, drawn by several processes."""
    return together(draw_all(draw_faces, seeds, workers))


def cast(seeds: Sequence[int], workers: int) -> Faces:
    """The same of ray-cast scenes."""
    return together(draw_all(draw_ray_faces, seeds, workers))


def _loss(network: Any, known: Faces, chance: np.random.Generator) -> Any:
    count = len(known.is_there)
    chosen = chance.choice(count, min(count, SMALL_PICTURES), replace=False)
    given = torch.from_numpy(face_input(np.stack([_varied(known.crops[at], chance) for at in chosen])))
    wanted = torch.from_numpy(np.stack([known.has_pips[chosen], known.is_there[chosen]], 1).astype(np.float32))
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=has_bfloat16()):
        said = network(given.contiguous(memory_format=torch.channels_last)).float()
    smoothed = wanted * (1 - 2 * SMOOTHING) + SMOOTHING
    return functional.binary_cross_entropy_with_logits(said, smoothed, reduction="none").sum(1).mean()


def _varied(crop: Pixels, chance: np.random.Generator) -> Pixels:
    """Turned, mirrored or neither, in another light, and half of them paler: a window's light lies over all of it."""
    turned = np.rot90(crop, int(chance.integers(4)))
    lit = relit(np.ascontiguousarray(turned[:, ::-1] if chance.random() < 0.5 else turned), chance)
    if chance.random() < SHARE_VEILED:
        veil, light = float(chance.uniform(0, MOST_VEILED)), (chance.uniform(60, 255, 3) + lit.mean(axis=(0, 1))) / 2
        lit = np.asarray(lit + veil * (light - lit), np.uint8)
    return lit


@click.command(help=__doc__)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Where the network goes.")
@click.option(
    "--photographs",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of labelled photographs, whose dice have pips.",
)
@click.option("--scenes", type=click.IntRange(1, EACH), default=SCENES, show_default=True)
@click.option("--rays", type=click.IntRange(1, EACH), default=RAYS, show_default=True, help="Scenes that are ray-cast.")
@click.option("--steps", type=click.IntRange(1), default=STEPS, show_default=True)
@click.option("--seed", type=click.IntRange(0, 1000), default=1, show_default=True)
@click.option("--threads", type=click.IntRange(1, 64), default=2, show_default=True, help="That draw and learn.")
def main(out: Path, photographs: Path | None, scenes: int, rays: int, steps: int, seed: int, threads: int) -> None:
    try:
        known = read_labels(photographs) if photographs is not None else ()
        train_face(out, tuple(known), scenes, rays, steps, seed, threads)
        figures = measured(OnnxFace(out / FACE), threads=threads)
    except KeyboardInterrupt:
        raise click.ClickException("Stopped. The same command goes on from where it was last kept.") from None
    except CompanionError as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"The network is {out / FACE}. {figures}")


if __name__ == "__main__":
    main()
