"""The dice of a tray, reading after reading: what has not changed since it was read is not read again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import cv2
import numpy as np

from vision.boxes import BLOCK_PX, Bools, Floats
from vision.camera_pose import PosedCamera
from vision.cameras.frames import Pixels
from vision.cameras.picture_faults import judge_picture
from vision.dice.clear import ClearNetwork, look_at
from vision.dice.colours import Reference, may_be_clear, shipped_colours
from vision.dice.confidence import sum_up
from vision.dice.decoder import APART_FACES
from vision.dice.evidence import Lying, Place, looked_at
from vision.dice.logos import Logo
from vision.dice.model import Model
from vision.dice.pose import Slopes, drawn_back, postures, without_sides
from vision.dice.posture import PostureNetwork
from vision.dice.reader import judged
from vision.dice.records import DIE_MM, Candidate, DiceReading, Die, Posture
from vision.dice.scales import Scale
from vision.dice.tray import EDGE_MM, MARGIN_MM, PX_PER_MM, Tray, is_shown, place_mm, rectified, shifted
from vision.dice.triage import Window, gather, is_sure, look_again
from vision.dirty_rects import parts_of
from vision.incremental import CHANGED_LEVELS, MOST_GAIN
from vision.mat import Matrix

REACH_FACES: Final = 1.25
"""What changes so near to a die's middle may change what it is taken for: its own body, shadow, or a neighbour."""
AROUND_FACES: Final = 1.5
"""So much around what changed is shown to the detector besides."""
MOST_CHANGED: Final = 0.6
"""Where more of a tray is to be read anew all of it is: parts cost something each."""
MOST_TRAYS: Final = 16
"""So many are remembered, of some 20 kB each: a tray, and a nest and a board for each of five."""
STILL_MM: Final = 20.0
"""A camera that moved by no more sees dice as steeply as before; where it is is known to some millimetres only."""


@dataclass(frozen=True, eq=False)
class _Read:
    """The picture of a tray and what the networks said of it."""

    camera_mm: tuple[float, float, float]
    blocks: Floats
    """How each block looked when it was read."""
    places: tuple[Place, ...]


class TrayReader:
    """What reads trays again and again, and remembers the last reading of each. One thread uses it."""

    def __init__(
        self,
        model: Model,
        die_mm: float = DIE_MM,
        *,
        colours: tuple[Reference, ...] | None = None,
        logos: tuple[Logo, ...] = (),
        pips: bool = True,
    ) -> None:
        """See `read_picture` of `vision.dice.reader`."""
        self._model = model
        self._die_mm = die_mm
        self._may_be_clear = may_be_clear(shipped_colours() if colours is None else colours)
        self._judged = partial(judged, colours=colours, logos=logos, pips=pips)
        self._last = OrderedDict[Tray, _Read]()
        """By tray, the one read last at the end."""

    def read(self, pixels: Pixels, camera: PosedCamera, tray: Tray) -> DiceReading:
        """The dice in a tray, of a straight picture (`vision.lens.flattened`) and the camera that took it.

        A die counts whose middle lies in the tray; one that may lie across its edge, or that the picture does not show
        whole, is "outside" and has no value. The reading's px are those of `rectified` of the tray at the height of the
        top faces: `Tray.left_mm + (px + 0.5) / PX_PER_MM` is a place over the mat.
        """
        top, die_px = camera.plane(self._die_mm), self._die_mm * PX_PER_MM
        wider = tray.wider(MARGIN_MM)
        seen = rectified(pixels, top, wider)

        def slopes(middles: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
            return [camera.slope(*place_mm(at, wider), self._die_mm) for at in middles]

        def look_through(network: ClearNetwork, found: Sequence[Die]) -> Floats:
            places = [place_mm(die.middle_px, wider) for die in found]
            figures = self._model.figures
            temperature, least = figures.temperatures.clear, figures.thresholds.clear
            return look_at(pixels, camera, places, self._die_mm, network, temperature, least)

        scale = Scale(die_px, 1.0)
        known: tuple[Place, ...]
        if self._model.posture is None:
            known = looked_at(seen, die_px, self._model)
        else:
            known = self._known(seen, camera, wider, partial(self._lying, seen, slopes, self._model.posture), die_px)
        clear = partial(look_through, self._model.clear) if self._model.clear is not None else None
        dice = self._judged(seen, known, scale, self._model, look_through=clear)
        found = without_sides(dice, slopes([die.middle_px for die in dice]), die_px)
        to_picture = np.asarray(np.linalg.inv(wider.to_px() @ top), dtype=np.float64)
        return sum_up(_in_tray(found, tray, pixels.shape, to_picture), die_px, 1.0, judge_picture(pixels))

    def _lying(
        self, seen: Pixels, slopes: Slopes, network: PostureNetwork, found: Sequence[Candidate], is_careful: bool
    ) -> list[tuple[Candidate, Posture]]:
        die_px = self._die_mm * PX_PER_MM

        def ask(ones: Sequence[Candidate]) -> list[Posture]:
            middles = [(each.x_px, each.y_px) for each in ones]
            return postures(seen, middles, slopes(middles), die_px, network, is_careful)

        if not self._may_be_clear:
            return list(zip(found, ask(found), strict=True))
        return drawn_back(found, ask, slopes, die_px, self._model.figures.thresholds.there)

    def _known(self, seen: Pixels, camera: PosedCamera, wider: Tray, lying: Lying, die_px: float) -> tuple[Place, ...]:
        """What the networks say of the tray: of what has changed since it was read last by what they are asked now."""
        now, last = _blocks(seen), self._last.pop(wider, None)
        changed = _changed(last, now, camera)
        near = _spread(changed, die_px) if changed is not None else None
        if last is None or changed is None or near is None or near.mean() > MOST_CHANGED:
            known, as_read = gather(seen, die_px, self._model, lying), now
        else:
            anew = [each for each in last.places if _is_at(each.seen, near)]
            kept = [each for each in last.places if each not in anew]
            sure = [each for each in kept if is_sure(each, self._model.figures)]
            unsure = [each for each in kept if not is_sure(each, self._model.figures)]
            fresh = [
                each
                for each in gather(seen, die_px, self._model, lying, _windows(changed, die_px, seen.shape))
                # One at the border is found a little elsewhere than before: beyond it, though it is read anew.
                if (_is_at(each.seen, near) or _is_one_of(each, anew, die_px)) and not _is_one_of(each, kept, die_px)
            ]
            again = look_again(seen, unsure, [*sure, *fresh], die_px, self._model, lying) if unsure else ()
            known = (*sure, *fresh, *again)
            as_read = np.where(near, now * _level(last.blocks, now), last.blocks).astype(np.float32)
        self._last[wider] = _Read(camera.place_mm, as_read, known)
        while len(self._last) > MOST_TRAYS:
            self._last.popitem(last=False)
        return known


def read_tray(
    pixels: Pixels,
    camera: PosedCamera,
    tray: Tray,
    model: Model,
    die_mm: float = DIE_MM,
    *,
    colours: tuple[Reference, ...] | None = None,
    logos: tuple[Logo, ...] = (),
    pips: bool = True,
) -> DiceReading:
    """The dice in a tray, once: see `TrayReader.read`."""
    return TrayReader(model, die_mm, colours=colours, logos=logos, pips=pips).read(pixels, camera, tray)


def _in_tray(found: Sequence[Die], tray: Tray, shape: tuple[int, ...], to_picture: Matrix) -> list[Die]:
    """Those of the dice that lie in the tray, in its own px."""
    wider, dice = tray.wider(MARGIN_MM), list[Die]()
    for die in found:
        inside_mm = tray.to_edge_mm(*place_mm(die.middle_px, wider))
        if inside_mm <= -EDGE_MM:
            continue
        across = inside_mm < tray.inner_mm or not is_shown(die, to_picture, shape[1], shape[0])
        moved = shifted(die, -MARGIN_MM * PX_PER_MM)
        dice.append(replace(moved, value=None, state="outside") if across else moved)
    return dice


def _blocks(seen: Pixels) -> Floats:
    """The mean brightness of each block."""
    grey = cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY)
    rows, columns = max(1, grey.shape[0] // BLOCK_PX), max(1, grey.shape[1] // BLOCK_PX)
    return np.asarray(cv2.resize(grey, (columns, rows), interpolation=cv2.INTER_AREA), dtype=np.float32)


def _level(before: Floats, now: Floats) -> float:
    """What makes a picture as bright as the one before: a lamp that flickers is no change."""
    gain = float(np.median((before + 1) / (now + 1)))
    return gain if abs(gain - 1) <= MOST_GAIN else 1.0


def _changed(last: _Read | None, now: Floats, camera: PosedCamera) -> Bools | None:
    """Which blocks look otherwise than when they were read; None where all of it is another picture."""
    if last is None or last.blocks.shape != now.shape:
        return None
    if max(abs(one - two) for one, two in zip(last.camera_mm, camera.place_mm, strict=True)) > STILL_MM:
        return None
    return np.asarray(np.abs(now * _level(last.blocks, now) - last.blocks) > CHANGED_LEVELS, np.bool_)


def _spread(changed: Bools, die_px: float) -> Bools:
    """With all blocks in which a die's middle may lie that the change concerns."""
    reach = round(REACH_FACES * die_px / BLOCK_PX)
    kernel = np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)
    return np.asarray(cv2.dilate(changed.astype(np.uint8), kernel), np.bool_)


def _is_at(seen: Candidate, blocks: Bools) -> bool:
    """Whether its middle lies in one of these blocks."""
    row, column = int(seen.y_px // BLOCK_PX), int(seen.x_px // BLOCK_PX)
    return bool(blocks[min(max(row, 0), blocks.shape[0] - 1), min(max(column, 0), blocks.shape[1] - 1)])


def _is_one_of(place: Place, others: Sequence[Place], die_px: float) -> bool:
    return any(
        np.hypot(place.seen.x_px - each.seen.x_px, place.seen.y_px - each.seen.y_px) < APART_FACES * die_px
        for each in others
    )


def _windows(changed: Bools, die_px: float, shape: tuple[int, ...]) -> list[Window]:
    """The parts of the picture that show what changed and what is around it."""
    room = round((REACH_FACES + AROUND_FACES) * die_px / BLOCK_PX)
    rows, columns = changed.shape
    return [
        (
            left * BLOCK_PX,
            top * BLOCK_PX,
            shape[1] if right == columns else right * BLOCK_PX,
            shape[0] if low == rows else low * BLOCK_PX,
        )
        for left, top, right, low in parts_of(changed, room)
    ]
