"""What all checks of a table's fitness look at: one picture, and everything that was found in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.table.kit import Kit
from companion.table.layout import Layout
from vision.camera_pose import PosedCamera, posed
from vision.cameras.frames import Pixels
from vision.cameras.picture_faults import judge_picture
from vision.fitness.glare import Levels, print_levels
from vision.fitness.mat_in_frame import Framing, framed
from vision.lens import flattened, straight_matrix
from vision.looks import Picture
from vision.markers import MarkerFinder, Markers
from vision.mat import Mat, NoMat, find_mat
from vision.mirror import MIRRORED, is_mirrored

FULL_FILL = 0.94
"""Share of the picture that the mat can take, with some room around."""


@dataclass(frozen=True, eq=False)
class Seen:
    """One picture with what was found in it: what all checks look at."""

    picture: Picture
    grey: Pixels
    """Without what the lens bends, where that is known."""
    layout: Layout
    kit: Kit
    names: Mapping[str, str]
    markers: Markers
    mat: Mat | None
    framing: Framing | None
    levels: Levels
    trouble: str
    """What is wrong with a picture in which no mat could be found; else ""."""
    size_px: tuple[int, int]
    """Width and height of the camera's own picture."""
    camera: PosedCamera | None = None
    """Where it stands over the mat, if that was found."""

    @property
    def side_px(self) -> float:
        """Side of a marker at the far side of the mat; where the mat is not found, as large as it could be at best."""
        width, height = self.size_px
        if self.framing:
            return self.framing.least_px_per_mm * _side_mm(self.layout, self.kit)
        across, down = self.layout.width_mm, self.layout.height_mm
        best = max(min(width / across, height / down), min(width / down, height / across))
        return FULL_FILL * best * _side_mm(self.layout, self.kit)


def see(picture: Picture, pixels: Pixels, kit: Kit, names: Mapping[str, str], finder: MarkerFinder) -> Seen:
    """Everything in a picture that has these pixels. `names` are what people call the zones amid a sentence."""
    flat, lens = pixels, None
    if picture.mat is not None:
        (flat, _), lens = flattened(pixels, picture.mat, picture.lens), straight_matrix(picture.lens)
    grey = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    markers = finder.find(grey)
    found = find_mat(markers, picture.layout)
    mat = None if isinstance(found, NoMat) else found
    height, width = grey.shape[:2]
    framing = framed(mat.to_mm, picture.layout, width, height, lens) if mat else None
    return Seen(
        picture,
        grey,
        picture.layout,
        kit,
        names,
        markers,
        mat,
        framing,
        print_levels(grey, markers),
        _trouble(pixels, markers, finder) if mat is None else "",
        (pixels.shape[1], pixels.shape[0]),
        posed(mat.to_mm, (width, height), lens) if mat else None,
    )


def _trouble(pixels: Pixels, markers: Markers, finder: MarkerFinder) -> str:
    if len(markers) == 0 and is_mirrored(pixels, finder):
        return MIRRORED
    return judge_picture(pixels)


def _side_mm(layout: Layout, kit: Kit) -> float:
    """Side of the smallest marker that must be read."""
    sides = [*(each.side_mm for each in kit.printed.values()), *(each.side_mm for each in layout.anchors)]
    return min(sides)


def listed(names: Sequence[str]) -> str:
    """The names in one sentence; at least one."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
