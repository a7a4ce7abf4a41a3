"""From a labelled picture to what a step learns from: the picture turned and recoloured, and small pictures of faces.

Drawing a scene takes long, looking at it does not: each is used several times, and is never the same twice. Mirrored
pictures are allowed, because a mirrored face still shows the same number of pips. Pure: a generator in, arrays out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.cameras.frames import Pixels
from vision.dice.network import CROP_FACES, CROP_PX, ILLEGIBLE, NOTHING, STRIDE
from vision.training.records import FACE_PX, Label, LabelledPicture

JITTER = 0.12
"""How far the middle, in faces, and the size of a small picture may be off: as far as the detector's boxes are."""

BESIDE_FACES = (0.75, 1.1)
"""How far beside a middle side faces and shadows lie; nearer, the top face may still be meant."""

CLEAR_SIDES = 0.45
"""The same of side faces, which lie as near as that to their own top's middle and need not be guessed."""

CLEAR_FACES = 0.6
"""Nearer than this to any middle nothing is called ground."""

NEGATIVES = 0.35
"""Share of small pictures without a readable top face: half of these are dice that cannot be read, if there are any; of
the others half are side faces, if any are known, and of the rest two in three lie beside a die."""

MISTAKEN_FROM = 0.1
"""What the detector says of a place without a die from which on the classifier learns that place too."""
MOST_MISTAKEN = 24
"""Of 128 small pictures: early on the detector is mistaken everywhere."""

GAIN = 0.12
"""How much each colour channel may grow or shrink: lamps from 2700 to 6500 K differ more, but their cameras correct."""

GAMMA = 0.25
GREY_CHANCE = 0.05
"""How often a picture loses its colour, so that pips are read by shape."""


@dataclass(frozen=True)
class Spot:
    """Where a small picture is taken, and which class it has."""

    x_px: float
    y_px: float
    kind: int


LEAST_SEEN = 0.12
"""Part of a box that a cut must leave for the die to be labelled at all, as in drawn scenes."""

WHOLE = 0.93
"""Part of a box's width and height that must be inside for its value to be known: boxes reach further than pips."""


def cut(picture: LabelledPicture, side_px: int, chance: np.random.Generator) -> LabelledPicture:
    """Any square of that side out of a picture that is as large or larger; dice at its edges lose their value."""
    height, width = picture.pixels.shape[:2]
    left, top = int(chance.integers(width - side_px + 1)), int(chance.integers(height - side_px + 1))
    pixels = picture.pixels[top : top + side_px, left : left + side_px]
    labels = [_cut_label(label, left, top, side_px) for label in picture.labels]
    sides = [(x - left, y - top) for x, y in picture.sides]
    return replace(
        picture,
        pixels=pixels,
        labels=tuple(label for label in labels if label is not None),
        sides=tuple((x, y) for x, y in sides if 0 <= x < side_px and 0 <= y < side_px),
    )


def _cut_label(label: Label, left: int, top: int, side_px: int) -> Label | None:
    box = np.asarray(label.box) - (left, top, left, top)
    x0, y0, x1, y1 = (float(each) for each in np.clip(box, 0, side_px))
    wide, high = (x1 - x0) / max(label.width_px, 1e-6), (y1 - y0) / max(label.height_px, 1e-6)
    if wide * high < LEAST_SEEN:
        return None
    is_whole = min(wide, high) >= WHOLE
    return replace(
        label,
        x_px=(x0 + x1) / 2,
        y_px=(y0 + y1) / 2,
        width_px=x1 - x0,
        height_px=y1 - y0,
        value=label.value if is_whole else None,
        is_hidden=label.is_hidden or not is_whole,
    )


def vary(picture: LabelledPicture, chance: np.random.Generator) -> LabelledPicture:
    """The picture turned by quarters, perhaps mirrored, in another light; its labels with it."""
    swap, flip_x, flip_y = (bool(each) for each in chance.integers(0, 2, 3))
    pixels, labels, sides = picture.pixels, picture.labels, picture.sides
    if swap:
        pixels = pixels.swapaxes(0, 1)
        labels = tuple(_swapped(label) for label in labels)
        sides = tuple((y, x) for x, y in sides)
    height, width = pixels.shape[:2]
    if flip_x:
        pixels = pixels[:, ::-1]
        labels = tuple(replace(label, x_px=width - label.x_px) for label in labels)
        sides = tuple((width - x, y) for x, y in sides)
    if flip_y:
        pixels = pixels[::-1]
        labels = tuple(replace(label, y_px=height - label.y_px) for label in labels)
        sides = tuple((x, height - y) for x, y in sides)
    return replace(picture, pixels=relit(np.ascontiguousarray(pixels), chance), labels=labels, sides=sides)


def _swapped(label: Label) -> Label:
    return replace(
        label, x_px=label.y_px, y_px=label.x_px, width_px=label.height_px, height_px=label.width_px
    )  # fmt: skip


def relit(pixels: Pixels, chance: np.random.Generator) -> Pixels:
    """The same in light of another colour and strength; now and then without colour."""
    if chance.random() < GREY_CHANCE:
        pixels = cv2.cvtColor(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR).astype(np.uint8)
    levels = np.arange(256)[:, None] / 255
    gamma = math.exp(chance.uniform(-GAMMA, GAMMA))
    table = 255 * levels**gamma * (1 + chance.uniform(-GAIN, GAIN, 3))
    lit: Pixels = cv2.LUT(pixels, np.clip(table, 0, 255).astype(np.uint8)[:, None, :]).astype(np.uint8)
    return lit


def spots(picture: LabelledPicture, count: int, chance: np.random.Generator) -> list[Spot]:
    """At most `count` places in a picture: readable faces, and others by the share of `NEGATIVES`."""
    readable = [label for label in picture.labels if label.value is not None and _inside(picture, label)]
    others = [label for label in picture.labels if label.value is None and _inside(picture, label)]
    sides = [side for side in picture.sides if _is_clear(picture, *side, CLEAR_SIDES)]
    found = list[Spot]()
    for _ in range(count):
        if readable and chance.random() >= NEGATIVES:
            found.append(_jittered(readable[chance.integers(len(readable))], chance))
        elif others and chance.random() < 0.5:
            found.append(_jittered(others[chance.integers(len(others))], chance))
        elif sides and chance.random() < 0.5:
            x, y = sides[chance.integers(len(sides))] + chance.uniform(-JITTER, JITTER, 2) * FACE_PX
            found.append(Spot(float(x), float(y), NOTHING))
        else:
            found.extend(_elsewhere(picture, chance))
    return found


def mistaken(
    chances: npt.NDArray[np.float32], pictures: Sequence[LabelledPicture], chance: np.random.Generator
) -> list[tuple[int, Spot]]:
    """Where the detector sees a middle and none is: pictures by number, and places; at most `MOST_MISTAKEN`.

    `chances` (N, h, w) is what it says of each cell, 0 to 1. Those places the classifier will be asked about.
    """
    found = list[tuple[int, Spot]]()
    for number, (each, picture) in enumerate(zip(chances, pictures, strict=True)):
        peaks = (each >= MISTAKEN_FROM) & (each >= cv2.dilate(each, np.ones((3, 3), np.uint8)))
        middles = (np.argwhere(peaks)[:, ::-1] + 0.5) * STRIDE
        found += [(number, Spot(x, y, NOTHING)) for x, y in middles.tolist() if _is_clear(picture, x, y)]
    if len(found) <= MOST_MISTAKEN:
        return found
    return [found[at] for at in chance.choice(len(found), MOST_MISTAKEN, replace=False)]


def _is_clear(picture: LabelledPicture, x_px: float, y_px: float, clear_faces: float = CLEAR_FACES) -> bool:
    clear_px = clear_faces * FACE_PX
    return all(math.hypot(x_px - label.x_px, y_px - label.y_px) >= clear_px for label in picture.labels)


def _inside(picture: LabelledPicture, label: Label) -> bool:
    height, width = picture.pixels.shape[:2]
    return bool(0 <= label.x_px < width and 0 <= label.y_px < height)


def _jittered(label: Label, chance: np.random.Generator) -> Spot:
    right, down = chance.uniform(-JITTER, JITTER, 2) * FACE_PX
    return Spot(label.x_px + right, label.y_px + down, ILLEGIBLE if label.value is None else label.value - 1)


def _elsewhere(picture: LabelledPicture, chance: np.random.Generator) -> list[Spot]:
    """A place beside a die, or anywhere; none where that falls onto a middle."""
    height, width = picture.pixels.shape[:2]
    if picture.labels and chance.random() < 2 / 3:
        label = picture.labels[chance.integers(len(picture.labels))]
        side_px = max(FACE_PX, (label.width_px * label.height_px) ** 0.5)
        angle, far_px = chance.uniform(0, math.tau), chance.uniform(*BESIDE_FACES) * side_px
        x, y = label.x_px + far_px * math.cos(angle), label.y_px + far_px * math.sin(angle)
    else:
        x, y = chance.uniform(0, width), chance.uniform(0, height)
    is_free = 0 <= x < width and 0 <= y < height and _is_clear(picture, x, y)
    return [Spot(x, y, NOTHING)] if is_free else []


def small_picture(
    pixels: Pixels, x_px: float, y_px: float, side_px: float, turn_deg: float, is_mirrored: bool
) -> Pixels:
    """The square of that side around a place (0 is the picture's edge), turned, as `CROP_PX` square.

    What lies outside the picture repeats its edge.
    """
    scale = CROP_PX / side_px
    cosine, sine = scale * math.cos(math.radians(turn_deg)), scale * math.sin(math.radians(turn_deg))
    mirror = -1.0 if is_mirrored else 1.0
    turn = np.array([[mirror * cosine, -mirror * sine], [sine, cosine]])
    # Pixel middles: the edge's 0 lies half a pixel before the first middle, in the picture and in what is made of it.
    shift = CROP_PX / 2 - 0.5 - turn @ np.array([x_px - 0.5, y_px - 0.5])
    matrix = np.column_stack([turn, shift])
    warped = cv2.warpAffine(pixels, matrix, (CROP_PX, CROP_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return warped.astype(np.uint8)


def small_pictures(
    pictures: Sequence[LabelledPicture],
    count: int,
    chance: np.random.Generator,
    also: Sequence[tuple[int, Spot]] = (),
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """About `count` small pictures (N, `CROP_PX`, `CROP_PX`, 3), at any angle, and their classes (N,).

    `also` are places that are wanted among them, each with the number of its picture.
    """
    share = math.ceil((count - len(also)) / max(1, len(pictures)))
    taken = [(number, spot) for number, each in enumerate(pictures) for spot in spots(each, share, chance)]
    made, kinds = list[Pixels](), list[int]()
    for number, spot in [*taken, *also]:
        side_px = CROP_FACES * FACE_PX * math.exp(chance.uniform(-JITTER, JITTER))
        turn_deg, is_mirrored = chance.uniform(0, 360), bool(chance.integers(2))
        made.append(small_picture(pictures[number].pixels, spot.x_px, spot.y_px, side_px, turn_deg, is_mirrored))
        kinds.append(spot.kind)
    if not made:
        return np.zeros((0, CROP_PX, CROP_PX, 3), np.uint8), np.zeros(0, np.int64)
    return np.stack(made), np.asarray(kinds, np.int64)


def blob(pixels: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    """Pictures (N, H, W, 3) as the networks take them: (N, 3, H, W), 0 to 1."""
    return np.ascontiguousarray(pixels.transpose(0, 3, 1, 2), dtype=np.float32) / np.float32(255)
