"""model.toml, the figures beside the networks: written after training, and again after calibrating."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from companion.errors import CompanionError
from vision.dice.model import FIGURES, Figures


class TrainingError(CompanionError, ValueError):
    """What was asked of training, measuring or calibrating cannot be done; the text says why, and what to do."""


def write_figures(figures: Figures, folder: Path) -> None:
    """Put model.toml into a folder, whole or not at all."""
    fresh = folder / f"{FIGURES}.new"
    fresh.write_bytes(msgspec.toml.encode(figures))
    os.replace(fresh, folder / FIGURES)
