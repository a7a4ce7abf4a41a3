"""Where something reaches over the mat: where the dashes printed along its edges cannot be seen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.table.layout import Layout, Spot
from companion.table.rim import rim_samples
from vision.cameras.frames import Pixels
from vision.lens import Lens
from vision.mat import Mat, place

Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]

STEP_MM = 1.0
"""Between two samples along the rim; a camera of 1280 x 720 over a 90 cm mat has 1.3 px a millimetre."""

WINDOW_MM = 20.0
"""Over so much of the rim its dashes are compared with what is seen: one black and one white. The run of windows that
show too little of them is about as long as what hides them. A longer window would take a white stick over a black dash,
and with it three white ones in a row, for an arm."""

SHORTEST_MM = 25.0
"""Hidden stretches shorter than this are not told. A finger is 18 mm wide, an arm at least 40 mm."""

GAP_MM = 12.0
"""Two hidden stretches so near each other are one: fingers side by side, a crease in a sleeve like a dash."""

PLAIN = 0.5
"""Share of the picture's own contrast between dashes under which they count as hidden.

Rendered pictures of games, 1280 x 720 to 2304 x 1296, tilt 0 to 35 degrees, any turn, the camera up to 3 cm aside so
that corners may hang out, light 0.3 to 1.2 with up to 60 % falloff, blur up to 1.2 px, noise up to 6, a lens that
shifts the picture's corners by up to 0.4 % of its width: of 604 with nothing over the rim (69 without a corner
marker) none had a hidden stretch, and the least share was 0.56. Of 1231 arms over it none was missed; half of them
were placed to 2 mm, and 99 of 100 to 17 mm.
"""

LINE_MM, BAND = 0.75, 3
"""Between two lines of samples across the rim, and how many of them are looked at together."""

SHIFTS = (-2, 0, 2)
"""Steps along the rim by which the dashes are looked for beside their place."""

STRAY_MM, MORE_SHIFTS, BEYOND_MM = 4.0, (-6, -4, -2, 0, 2, 4, 6), 60.0
"""Where a corner marker is missing: how much further the dashes may lie across and along the rim, as the fit is some mm
off even between the others; and how far beyond these it is of no use, being up to 12 mm off at the missing corner."""

FAINTEST = 0.2
"""Contrast, of the local brightness, that the better part of the rim must have; else it is not printed or not seen.

Printed black on white has 0.8. A picture in which nearly all of the rim is hidden says nothing of arms.
"""

DARKNESS = 8.0
"""Grey levels added to the local brightness, so that noise on a black sleeve is not taken for dashes."""


def hidden_stretches(pixels: Pixels, mat: Mat, layout: Layout, lens: Lens | None = None) -> tuple[Spot, ...]:
    """The middle, on the mat, of each stretch of its rim that something hides; none where it has no rim.

    `pixels` is BGR (H, W, 3) or grey (H, W), uint8. What hangs out of the picture is not hidden: nothing is said of it.
    The dashes may lie up to 3 px from where the mat's corners say, as a lens bends them. Where the `lens` is known,
    `mat` is in its straight px, and `pixels` are the raw picture's. Clockwise from the top left.
    Of a mat that is found without one of its corner markers only the sides between two others are looked at.
    """
    if not layout.rim_mm:
        return ()
    is_whole = len(mat.anchors) == len(layout.anchors)
    rim = _rim(layout, is_whole)
    seen, inside = _sample(pixels, mat, rim, lens)
    if not is_whole:
        inside &= _placed(rim, mat, layout)
    contrast = rim.contrast(seen)
    told = inside & rim.plain
    if not told.any():
        return ()
    # The better part of the rim: an arm or three hide less than a quarter of it, and the mat may hang out.
    usual = float(np.percentile(contrast[told], 75))
    if usual < FAINTEST:
        return ()
    hidden = (contrast < PLAIN * usual) & inside
    return tuple(rim.middle(run) for run in _runs(hidden, inside) if len(run) * STEP_MM >= SHORTEST_MM)


class _Rim:
    """The rim of one layout, as a closed line of samples."""

    def __init__(self, layout: Layout, is_whole: bool) -> None:
        samples = rim_samples(layout, STEP_MM)
        self.places = np.array([[each.place.x_mm, each.place.y_mm] for each in samples])
        sign = np.array([-1.0 if each.dark else 1.0 for each in samples], np.float32)
        size = np.array([layout.width_mm, layout.height_mm])
        from_edges = np.minimum(self.places, size - self.places)
        # In a corner two sides are printed one over the other.
        self.plain: Bools = np.asarray((from_edges > layout.rim_mm).any(axis=1), dtype=np.bool_)
        # Inwards, from the nearest edge.
        inwards = np.sign(size / 2 - self.places)
        inwards[np.arange(len(samples)), from_edges.argmax(axis=1)] = 0.0
        half = layout.rim_mm / 2 + (0 if is_whole else STRAY_MM)
        across = np.linspace(-half, half, 2 * round(half / LINE_MM) + 1)
        self.lines = self.places[None] + across[:, None, None] * inwards[None]
        weight = self.plain.astype(np.float32)
        self._weight = weight
        self._sum = np.maximum(_windowed(weight), np.float32(1.0))
        # The same dashes a little to the left and right, by what the lens may shift them; their mean and variance.
        # Each is (shifts, 1, N): for all bands.
        self._patterns = np.stack([np.roll(sign, each) for each in (SHIFTS if is_whole else MORE_SHIFTS)])[:, None]
        self._middles = self._mean(self._patterns)
        self._spreads = np.maximum(self._mean(self._patterns**2) - self._middles**2, 0.1)
        # Windows that hold little but a corner are told by those beside them.
        known = np.flatnonzero(_windowed(weight) >= 0.6 * _windowed(np.ones_like(weight)))
        after = np.searchsorted(known, np.arange(len(samples)))
        self._beside = known[(after - (known[after % len(known)] != np.arange(len(samples)))) % len(known)]
        self._ahead = known[after % len(known)]

    def contrast(self, seen: Floats) -> Floats:
        """(N,) how far dashes stand out around each sample, of the brightness there; the best of the offsets tried.

        `seen` is (lines across, N), grey levels.
        """
        # Bands across the rim, narrower than it: the outer ones where the lens has shifted it.
        bands = np.stack([seen[first : first + BAND].mean(axis=0) for first in range(0, len(seen) - BAND + 1, 2)])
        means = self._mean(bands)
        slopes = (self._mean(self._patterns * bands) - self._middles * means) / self._spreads
        best = np.maximum((slopes / (means + DARKNESS)).max(axis=(0, 1)), 0.0)
        return np.asarray(np.maximum(best[self._beside], best[self._ahead]), dtype=np.float32)

    def _mean(self, values: Floats) -> Floats:
        return np.asarray(_windowed(values * self._weight) / self._sum)

    def middle(self, run: list[int]) -> Spot:
        """Where the middle one of these samples lies."""
        x_mm, y_mm = self.places[run[len(run) // 2]].tolist()
        return Spot(x_mm, y_mm)


@lru_cache(maxsize=4)
def _rim(layout: Layout, is_whole: bool) -> _Rim:
    return _Rim(layout, is_whole)


def _windowed(values: Floats) -> Floats:
    """The sum over a window around each sample of closed lines (..., N)."""
    reach = round(WINDOW_MM / STEP_MM / 2)
    lines = cv2.copyMakeBorder(values.reshape(-1, values.shape[-1]), 0, 0, reach, reach, cv2.BORDER_WRAP)
    sums = cv2.boxFilter(lines, -1, (2 * reach + 1, 1), normalize=False)[:, reach:-reach]
    return np.asarray(sums.reshape(values.shape))


def _sample(pixels: Pixels, mat: Mat, rim: _Rim, lens: Lens | None) -> tuple[Floats, Bools]:
    """Grey levels (lines, N) of the rim's lines, and which samples (N,) lie inside the picture with their windows."""
    lines, count = rim.lines.shape[:2]
    straight = place(np.asarray(np.linalg.inv(mat.to_mm)), rim.lines.reshape(-1, 2))
    points = (lens.bend(straight) if lens else straight).astype(np.float32)
    x_px, y_px = points[:, 0].reshape(lines, count), points[:, 1].reshape(lines, count)
    drawn = cv2.remap(pixels, x_px, y_px, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    grey = cv2.cvtColor(drawn, cv2.COLOR_BGR2GRAY) if drawn.ndim == 3 else drawn
    height, width = pixels.shape[:2]
    inside = ((x_px >= 0) & (x_px <= width - 1) & (y_px >= 0) & (y_px <= height - 1)).all(axis=0)
    # A window that reaches out of the picture sees the picture's edge there, and no dashes.
    whole = _windowed(inside.astype(np.float32)) > 2 * round(WINDOW_MM / STEP_MM / 2)
    return np.asarray(grey, dtype=np.float32), np.asarray(whole, dtype=np.bool_)


def _placed(rim: _Rim, mat: Mat, layout: Layout) -> Bools:
    """(N,) whether each sample lies near enough to the corner markers of the fit to be where the fit says."""
    used = [(each.x_mm, each.y_mm) for each in layout.anchors if each.id in mat.anchors]
    hull = cv2.convexHull(np.array(used, np.float32))
    return np.array([cv2.pointPolygonTest(hull, (x, y), True) >= -BEYOND_MM for x, y in rim.places.tolist()])


def _runs(hidden: Bools, inside: Bools) -> Iterator[list[int]]:
    """Indices of each hidden run of a closed line, small gaps in the picture filled."""
    if hidden.all() or not hidden.any():
        return
    # From a sample that is seen, so that no run crosses the end.
    start = int(np.flatnonzero(~hidden)[0])
    run: list[int] = []
    for index in (np.arange(len(hidden)) + start) % len(hidden):
        if not hidden[index]:
            continue
        gap = (index - run[-1] - 1) % len(hidden) if run else 0
        between = [(run[-1] + step) % len(hidden) for step in range(1, gap + 1)] if run else []
        if gap * STEP_MM > GAP_MM or not inside[between].all():
            yield run
            run = []
        elif run:
            run += between
        run.append(int(index))
    yield run
