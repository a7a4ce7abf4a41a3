"""What training learns from: a picture, and what lies where in it. Scenes and photographs end in the same record."""

from __future__ import annotations

from dataclasses import dataclass

from vision.cameras.frames import Pixels

FACE_PX = 32
"""Side in px that the top face of a 16 mm die has, seen from straight above, in every picture the networks see."""

LEAST_SIDE = 0.25
"""Area of a side face, in squares of the die's side, from which on its pips can be told: as 15° from aside show it."""

COLOURS = (
    "white", "black", "grey", "red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "clear", "unknown"
)  # fmt: skip
"""What a die's colour may be called; "unknown" is for photographs whose labels tell none."""


@dataclass(frozen=True)
class Label:
    """One die: the middle and the upright bounding box of its top face, cut off where the picture ends."""

    x_px: float
    y_px: float
    width_px: float
    height_px: float
    value: int | None
    """1 to 6; None where it cannot be read: leaning, its face partly hidden or cut off, a pip lost in glare,
    blur or dark, or a logo in place of pips."""
    colour: str
    """One of `COLOURS`."""
    is_hidden: bool
    """Whether another thing or the picture's edge hides a part of the top face where a pip could be."""

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom in px; 0 is the picture's edge, not the middle of its first pixel."""
        half_width, half_height = self.width_px / 2, self.height_px / 2
        return (self.x_px - half_width, self.y_px - half_height, self.x_px + half_width, self.y_px + half_height)


@dataclass(frozen=True, eq=False)
class LabelledPicture:
    """A picture, BGR (H, W, 3) uint8, and all dice in it."""

    pixels: Pixels
    labels: tuple[Label, ...]
    source: str
    """"scene" for drawn ones; otherwise the source that the photograph's labels name."""
    sides: tuple[tuple[float, float], ...] = ()
    """Middles (x, y in px, 0 at the edge) of side faces that are seen well, where known: they pass for tops."""
