"""A training's state on the disk, so that it can be stopped at any moment and goes on."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import torch

from vision.training.figures import TrainingError

CHECKPOINT = "checkpoint.pt"


def save(state: dict[str, Any], folder: Path) -> None:
    """Write a state, whole or not at all."""
    fresh = folder / f"{CHECKPOINT}.new"
    torch.save(state, fresh)
    os.replace(fresh, folder / CHECKPOINT)


def load(folder: Path, asked: dict[str, Any], device: str = "cpu") -> dict[str, Any] | None:
    """The state in a folder; None where there is none. Raises `TrainingError` where it is of another training."""
    file = folder / CHECKPOINT
    if not file.is_file():
        return None
    try:
        state: dict[str, Any] = torch.load(file, map_location=device, weights_only=True)
    except Exception as error:
        # Whatever a damaged file makes the reader say, the cure is the same.
        raise TrainingError(f"{file} cannot be read. Delete it and train anew, or choose another folder.") from error
    for name, wanted in asked.items():
        if state["asked"].get(name) != wanted:
            raise TrainingError(
                f"{folder} holds a training with {name} {state['asked'].get(name)}, not {wanted}. "
                "Choose another folder, or ask for the same."
            )
    return state
