"""A PDF as pictures, by poppler, and what is printed in them."""

from __future__ import annotations

import math
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import pytest

from companion.printing.shapes import Sheet, Tag, Window, moved
from vision.cameras.frames import Pixels
from vision.marker_filter import side_of
from vision.markers import MarkerFinder

DPI = 120
PX_PER_MM = DPI / 25.4


def pages(pdf: bytes, folder: Path, first: int = 1, last: int = 0) -> list[Pixels]:
    """Its pages, grey, from the first to the last (0: to the end)."""
    tool = shutil.which("pdftoppm")
    if tool is None:
        pytest.skip("pdftoppm is not installed (Debian: apt install poppler-utils)")
    (folder / "kit.pdf").write_bytes(pdf)
    ends = ["-f", str(first), *(["-l", str(last)] if last else [])]
    subprocess.run([tool, "-gray", "-r", str(DPI), *ends, folder / "kit.pdf", folder / "page"], check=True)
    found = []
    for each in sorted(folder.glob("page-*.pgm")):
        picture = cv2.imread(str(each), cv2.IMREAD_GRAYSCALE)
        assert picture is not None
        found.append(np.asarray(picture, dtype=np.uint8))
        each.unlink()
    return found


class Seen(NamedTuple):
    """A marker as it is read on a page, in mm from its top left."""

    marker: int
    x_mm: float
    y_mm: float
    side_mm: float

    def off(self, tag: Tag) -> float:
        """The largest of the distances in mm from where, and from how large, it should be."""
        if self.marker != tag.marker:
            return math.inf
        return max(abs(self.x_mm - tag.x_mm), abs(self.y_mm - tag.y_mm), abs(self.side_mm - tag.side_mm))


def read(page: Pixels) -> list[Seen]:
    """The markers of a page."""
    markers = MarkerFinder().find(page)
    # The picture counts from the middle of its first pixel, the sheet from its edge.
    corners = (markers.corners_px.astype(np.float64) + 0.5) / PX_PER_MM
    middles = corners.mean(axis=1)
    return [
        Seen(int(marker), float(x_mm), float(y_mm), side_of(place))
        for marker, (x_mm, y_mm), place in zip(markers.ids, middles, corners, strict=True)
    ]


def check_page(page: Pixels, sheet: Sheet) -> int:
    """Every marker that the sheet has is read where and as large as it should be, to 0.2 mm, and no other is read.

    One that loses no more than its white edge at the end of a mat's sheet may be read too. Returns how many there are.
    """
    assert abs(page.shape[1] / PX_PER_MM - sheet.width_mm) < 0.3
    assert abs(page.shape[0] / PX_PER_MM - sheet.height_mm) < 0.3
    left = read(page)
    tags = [tag for tag in sheet.tags() if not tag.board]
    for tag in tags:
        near = [each for each in left if each.off(tag) < 0.2]
        assert len(near) == 1, (sheet.part, sheet.about, tag, left)
        left.remove(near[0])
    windows = [each for each in sheet.items if isinstance(each, Window)]
    clipped = [moved(item, each.dx_mm, each.dy_mm) for each in windows for item in each.items]
    strange = [each for each in left if not any(isinstance(tag, Tag) and each.off(tag) < 0.2 for tag in clipped)]
    assert not strange, (sheet.part, sheet.about, strange)
    return len(tags)
