"""From places over the mat to the picture of the virtual camera."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.virtual.shot import Matrix, Shot, mat_to_picture


def projection(width_mm: float, height_mm: float, shot: Shot) -> Matrix:
    """(3, 4) from homogeneous mm (x right, y down, z up) to homogeneous straight px; the third part is a depth over 0.

    A mat's plane at any height goes through it as through `mat_to_picture` with that `above_mm`.
    """
    flat, raised = (mat_to_picture(width_mm, height_mm, shot, above_mm) for above_mm in (0.0, 1.0))
    return np.column_stack([flat[:, :2], raised[:, 2] - flat[:, 2], flat[:, 2]])


def projected(matrix: Matrix, points_mm: npt.NDArray[np.floating]) -> Matrix:
    """Points (N, 3) in mm as (N, 2) in px."""
    found = np.asarray(points_mm, dtype=np.float64) @ matrix[:, :3].T + matrix[:, 3]
    return np.asarray(found[:, :2] / found[:, 2:], dtype=np.float64)


def middle_of(matrix: Matrix) -> Matrix:
    """Where the camera stands, (3,) in mm."""
    return np.asarray(-np.linalg.solve(matrix[:, :3], matrix[:, 3]), dtype=np.float64)
