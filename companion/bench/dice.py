"""How long it takes to read dice: ways of reading tray pictures, each picture by each of them in turn.

As in `companion.bench.vision` no figure stands alone: each is a share of what the networks alone took on the same
pictures, a few milliseconds before or after.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.bench.figures import Figures, machine
from companion.bench.vision import Stretch


class DiceTook(msgspec.Struct, frozen=True):
    """What one way took on the pictures with so many dice."""

    way: str
    figures: Figures
    ratio: float
    """Its mean to that of the networks alone."""
    ratio_p95: float
    """What 19 of 20 pictures stayed under, to the mean of the networks alone."""
    right: float
    """Dice in a picture whose value came out, on average."""


class DiceStretch(msgspec.Struct, frozen=True):
    """Pictures with so many dice, and what each way took; the networks alone come first."""

    dice: int
    took: tuple[DiceTook, ...]


class RollsTook(msgspec.Struct, frozen=True):
    """How long rolls of so many dice took, from the last die at rest to the roll that is told to the page."""

    dice: int
    figures: Figures
    readings: float
    """The mean of it, in readings of a tray with so many dice."""
    asked: float
    """How often the networks were asked of the tray from then on, on average, for however small a part of it."""
    right: int
    """Rolls that were told with every value."""


class DiceReport(msgspec.Struct, frozen=True):
    """What one run measured, and on which machine; times in microseconds, on one core."""

    seed: int
    machine: str
    width_px: int
    height_px: int
    model: str
    """The folder of the networks."""
    made: str
    """The day they were trained, by their own figures."""
    frames: int
    """Pictures of each number of dice."""
    stretches: tuple[DiceStretch, ...]
    rolls: RollsTook | None = None
    clock: str = "processor"
    """What the times are: "processor", or "wall" where the process was held up again and again."""


def dice_report(
    seed: int,
    size: tuple[int, int],
    model: tuple[str, str],
    counts: Sequence[int],
    stretches: Sequence[Stretch],
    rolls: RollsTook | None = None,
    clock: str = "processor",
) -> DiceReport:
    """The report of one run, on this machine.

    `size` is width and height of the pictures in px, `model` the networks' folder and day; `stretches` has one of
    `measure_stretches` for each of the `counts` of dice, whose "markers" are dice that came out right.
    """
    told = tuple(
        DiceStretch(
            count,
            tuple(DiceTook(each.way, each.figures, each.ratio, each.ratio_p95, each.markers) for each in stretch.took),
        )
        for count, stretch in zip(counts, stretches, strict=True)
    )
    return DiceReport(seed, machine(), *size, *model, told[0].took[0].figures.count, told, rolls, clock)
