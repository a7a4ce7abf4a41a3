"""The looks at a film's frames one after another: a camera that stands still, above dice that are rolled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vision.cameras.frames import Frame
from vision.dice.colours import Reference
from vision.dice.logos import Logo
from vision.dice.model import Model
from vision.dice.reader import read_picture
from vision.dice.records import DIE_MM, DiceReading
from vision.dice.rolls import Rolling

EVERY_S = 0.1
"""Frames nearer to the last one that was looked at are passed over: three looks then take as long as settling does."""
SURE = 0.5
"""How sure a scale must be that is kept for the rest of a film."""


def follow(
    frames: Iterable[Frame],
    px_per_mm: float | None,
    model: Model,
    die_mm: float = DIE_MM,
    colours: tuple[Reference, ...] | None = None,
    logos: tuple[Logo, ...] = (),
) -> Iterator[tuple[Frame, Rolling]]:
    """Each frame that was looked at, with the dice as far as they have come to rest by then.

    Where `px_per_mm` is None the scale is searched frame by frame until one shows a die that is read at a scale that
    is sure, and kept from then on: the camera must stand still.
    """
    rolling, looked_s = Rolling(), None
    for frame in frames:
        if looked_s is not None and frame.at_s - looked_s < EVERY_S - 0.001:
            continue
        looked_s = frame.at_s
        reading = read_picture(frame.pixels, px_per_mm, model, die_mm, colours=colours, logos=logos)
        own = _px_per_mm(reading, die_mm)
        if px_per_mm is None and reading.scale_sure >= SURE and any(die.state == "read" for die in reading.dice):
            px_per_mm = own
        rolling = rolling.next(reading, frame.at_s, own)
        yield frame, rolling


def _px_per_mm(reading: DiceReading, die_mm: float) -> float:
    """The scale of a reading. Without one there are no dice whose places could be measured: then any will do."""
    return reading.face_px / die_mm if reading.face_px else 1.0
