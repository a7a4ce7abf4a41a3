"""Labels of published photographs that are plainly wrong, put right as they are read: `corrections.toml`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from companion.runtime.toml_file import read_toml
from vision.dice.records import Box

CORRECTIONS = Path(__file__).with_name("corrections.toml")


class Value(msgspec.Struct, frozen=True):
    """One die that shows another value than its label says."""

    photograph: str
    at_px: tuple[float, float]
    """A place inside its box."""
    value: int


class Corrections(msgspec.Struct, frozen=True):
    """The whole file."""

    left_out: frozenset[str]
    """Photographs that show what no label tells."""
    values: tuple[Value, ...]

    def value(self, photograph: str, box: Box, labelled: int) -> int:
        """What the die in that box shows, which is labelled so."""
        return next((each.value for each in self.values if _is_meant(each, photograph, box)), labelled)


def _is_meant(each: Value, photograph: str, box: Box) -> bool:
    (x_px, y_px), (left, top, right, bottom) = each.at_px, box
    return each.photograph == photograph and left <= x_px <= right and top <= y_px <= bottom


@cache
def corrections() -> Corrections:
    """Those that come with the training."""
    return msgspec.convert(read_toml(CORRECTIONS), Corrections)
