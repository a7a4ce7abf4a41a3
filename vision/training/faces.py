"""Top faces with pips, top faces without, and what is none, as small pictures show them: for the face network."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.dice.evidence import crops
from vision.dice.network import CROP_FACES, CROP_PX
from vision.dice.records import DIE_MM, Candidate
from vision.training.bare_places import any_beside, any_print, any_side
from vision.training.evaluate import px_per_mm_of
from vision.training.labels import Photograph, load_pixels
from vision.training.records import FACE_PX
from vision.training.scenes.camera import Points, any_camera, made_flat
from vision.training.scenes.placement import Throw
from vision.training.scenes.scene import Scene, Setting, draw, is_legible, label_of

SETTING = Setting(throw=Throw(scales=(0.85, 1.18), share_odd=0.04, also_clear=0.1), share_cocked=0.0, share_signs=0.5)
"""Half of the dice show something else than pips on top."""
ASIDE_FACES, SIZE_ERROR = 0.07, 0.05
"""How far off the detector's boxes are in their middle, in faces, and as a share what a face is taken to measure."""
STEEPEST, FAR_PX = 0.62, (700.0, 2600.0)
"""The sine of the steepest sight into a tray, and how far its camera is."""
THING = -2
"""Whose pixels of a scene are of things that stand on the table and are no dice."""
LOOKS = 3
"""At each die of a photograph, with other errors each time."""
SHARE_FLAT = 0.6
"""Of scenes those that a mat made flat; the others are photographs."""


@dataclass(frozen=True, eq=False)
class Faces:
    """Small pictures of N places."""

    crops: npt.NDArray[np.uint8]
    """(N, `CROP_PX`, `CROP_PX`, 3)."""
    has_pips: npt.NDArray[np.bool_]
    """(N,): whether there is a top face with pips that can be told."""
    is_there: npt.NDArray[np.bool_]
    """(N,): whether there is a die's top face at all."""


def draw_faces(seed: int) -> Faces:
    """Those of one drawn scene, by its seed alone. What is hidden, leans or is illegible is left out."""
    rng = np.random.default_rng([seed, 11])
    if rng.random() < SHARE_FLAT:
        lean, around = STEEPEST * np.sqrt(rng.random()), rng.uniform(0, 2 * np.pi)
        aside = lean * np.array([np.cos(around), np.sin(around)])
        camera = made_flat(SETTING.size_px, np.array([*aside, np.sqrt(1 - lean**2)]) * rng.uniform(*FAR_PX))
    else:
        camera = any_camera(rng, SETTING.size_px)
    scene = draw(rng, camera, SETTING)
    cuts, has_pips = list[npt.NDArray[np.uint8]](), list[bool]()
    for number, die in enumerate(scene.dice):
        label = label_of(die, number, camera, scene.owners)
        if label is None or label.is_hidden or die.is_cocked or die.is_stacked:
            continue
        is_sign = die.value == die.model.logo_face
        # The pips below shine through a clear die whose top has none: what it shows nobody can tell.
        if die.model.material == "clear" if is_sign else not is_legible(die, camera, scene.pixels):
            continue
        cuts.append(_crop(rng, scene, np.array([label.x_px, label.y_px]) - 0.5))
        has_pips.append(not is_sign)
    dice = len(cuts)
    for middle in (any_side(rng, scene), any_beside(rng, scene), any_print(rng, scene), any_print(rng, scene)):
        # A cube or a counter without a sign is the body of a die that has none on top, for all that anybody sees.
        if middle is not None and scene.owners[int(middle[1]), int(middle[0])] != THING:
            cuts.append(_crop(rng, scene, middle))
    bare = len(cuts) - dice
    if not cuts:
        return NONE
    return Faces(np.stack(cuts), np.array(has_pips + [False] * bare), np.arange(len(cuts)) < dice)


def cut_out(photographs: Iterable[Photograph], seed: int) -> Faces:
    """The labelled dice of photographs whose boxes tell the scale, each `LOOKS` times; all of them have pips."""
    rng, found = np.random.default_rng([seed, 12]), list[Faces]()
    for photograph in photographs:
        boxes = [die.box for die in photograph.dice if die.box is not None]
        if not boxes or photograph.face_px is None:
            continue
        pixels, face_px = load_pixels(photograph), px_per_mm_of(photograph) * DIE_MM
        middles = np.array([((left + right) / 2, (top + bottom) / 2) for left, top, right, bottom in boxes])
        for _ in range(LOOKS):
            scale = face_px * float(np.exp(rng.normal(0, SIZE_ERROR)))
            moved = middles + rng.uniform(-ASIDE_FACES, ASIDE_FACES, middles.shape) * face_px
            seen = [Candidate(x, y, scale, scale, 1.0, (1 / 6,) * 6, 0.0) for x, y in moved.tolist()]
            yes = np.ones(len(seen), np.bool_)
            found.append(Faces(crops(pixels, seen, scale), yes, yes))
    return together(found) if found else NONE


def _crop(rng: np.random.Generator, scene: Scene, middle: Points) -> npt.NDArray[np.uint8]:
    """As `vision.dice.evidence.crops` cuts it, with a detector's errors."""
    x_px, y_px = middle + rng.uniform(-ASIDE_FACES, ASIDE_FACES, 2) * FACE_PX
    # A scale is that of most dice of a picture; a tray knows it.
    step = CROP_FACES * FACE_PX / CROP_PX * float(np.exp(rng.normal(0, SIZE_ERROR)))
    corner = (CROP_PX - 1) / 2 * step
    to_picture = np.array([[step, 0, x_px - corner], [0, step, y_px - corner]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    part = cv2.warpAffine(scene.pixels, to_picture, (CROP_PX, CROP_PX), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(part, np.uint8)


def together(many: Sequence[Faces]) -> Faces:
    """All of them as one."""
    return Faces(
        np.concatenate([each.crops for each in many]),
        np.concatenate([each.has_pips for each in many]),
        np.concatenate([each.is_there for each in many]),
    )


NONE = Faces(np.zeros((0, CROP_PX, CROP_PX, 3), np.uint8), np.zeros(0, np.bool_), np.zeros(0, np.bool_))
