"""Which pictures a training sees: drawn scenes, cuts of photographs that are not left out, and rendered scenes."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np

from vision.training.cycles.cache import any_rendered, load_cache
from vision.training.data_loader import Maker
from vision.training.labels import Photograph, read_labels
from vision.training.photographs import cut_out, leave_out, with_boxes
from vision.training.records import LabelledPicture
from vision.training.scenes.scene import draw_scene


def makers(folder: Path, left_out: str = "", rendered: Path | None = None) -> tuple[Maker, ...]:
    """What draws scenes, and what cuts parts out of the photographs of `folder`, but for those of one source.

    With a folder of rendered pictures, a third one that cuts parts out of these. Raises `TrainingError` where there are
    none, or none of that source.
    """
    photographs = with_boxes(read_labels(folder))
    if left_out:
        photographs, _ = leave_out(photographs, left_out)
    both: tuple[Maker, ...] = (draw_scene, partial(any_cut, photographs))
    return both if rendered is None else (*both, partial(any_rendered, load_cache(rendered)))


def any_cut(photographs: tuple[Photograph, ...], seed: int) -> LabelledPicture:
    """A cut of any of the photographs; the same seed gives the same cut."""
    chosen = int(np.random.default_rng([seed, 1]).integers(len(photographs)))
    return cut_out(photographs[chosen], seed)
