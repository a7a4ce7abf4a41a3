"""Which pictures a training sees: drawn scenes, and cuts of the photographs that are not left out."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np

from vision.training.photographs import Photograph, cut_out, leave_out, load_folder
from vision.training.records import LabelledPicture
from vision.training.scenes import draw_scene
from vision.training.supply import Maker


def makers(folder: Path, left_out: str = "") -> tuple[Maker, ...]:
    """What draws scenes, and what cuts parts out of the photographs of `folder`, but for those of one source.

    Raises `PhotographsUnreadable` where there are none, or none of that source.
    """
    photographs = load_folder(folder)
    if left_out:
        photographs, _ = leave_out(photographs, left_out)
    return draw_scene, partial(any_cut, photographs)


def any_cut(photographs: tuple[Photograph, ...], seed: int) -> LabelledPicture:
    """A cut of any of the photographs; the same seed gives the same cut."""
    chosen = int(np.random.default_rng([seed, 1]).integers(len(photographs)))
    return cut_out(photographs[chosen], seed)
