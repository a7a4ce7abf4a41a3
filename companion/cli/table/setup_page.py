"""What the setup page of `companion play` shows and asks for: eyes and strip of this table, brought together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from companion.cli.table.dice_box import DiceBox
from companion.cli.table.eyes import Eyes
from companion.cli.table.fittings import Fittings
from companion.errors import CompanionError
from companion.outputs.strip_test import StripMeasurer
from companion.table.dice import ClearDice
from companion.table.fitness import Check, Fitness, StripMeasure
from companion.table.layout import Layout
from vision.cameras.frames import Pixels
from vision.fitness.spill import judge_spill, measure_spill
from vision.lens import flattened
from vision.markers import MarkerFinder

Still: TypeAlias = tuple[Pixels, Layout]
_NO_HANDS = "A hand reached over the mat. Keep hands off the mat."


class SettingUp:
    """The page's `Setup`. Any thread may call."""

    def __init__(self, eyes: Eyes, fitted: Fittings, box: DiceBox | None = None) -> None:
        """`box` is the owner's, None at a virtual table, whose dice are its own."""
        self._eyes = eyes
        self._box = box
        self._fitted = fitted
        self._finder = MarkerFinder()
        self._measurer = StripMeasurer(fitted.lighting, self._trouble, self._frame, self._judge)

    def fitness(self) -> Fitness | None:
        """The fitness of a picture of the last seconds; None before the first."""
        clear = self.clear_dice()
        return self._eyes.fitness(clear.may_be if clear is not None else None)

    def clear_dice(self) -> ClearDice | None:
        """Whether clear dice may be rolled here; None where nobody needs to say so."""
        return self._box.now() if self._box is not None else None

    def say_clear(self, has_clear: bool | None) -> tuple[bool, str]:
        """Keep whether the box has clear dice; whether that was done, and a sentence."""
        if self._box is None:
            return False, "The dice of a virtual table are its own. Say it at a table with a camera."
        try:
            return True, self._box.say(has_clear)
        except CompanionError as error:
            return False, str(error)

    def measuring(self) -> StripMeasure:
        """How far the measuring of the strip's light has come."""
        return self._measurer.now()

    def measure(self) -> str:
        """Begin to measure it; a sentence where that cannot be."""
        return self._measurer.begin()

    def close(self) -> None:
        """Let go of the strip."""
        self._measurer.close()

    def _trouble(self) -> str:
        if trouble := self._fitted.strip_trouble():
            return trouble
        if self._eyes.has_bots_at_work():
            return "The bots move pieces meanwhile. Hold them on the host page first, then measure."
        picture = self._eyes.newest_picture()
        if picture is None or picture.pixels is None:
            return "The camera gives no picture, so the strip's light cannot be measured. Look at the camera first."
        return ""

    def _frame(self) -> tuple[int, Still] | str:
        picture = self._eyes.newest_picture()
        if picture is None or picture.pixels is None:
            return "The camera gives no picture. Look at the camera first."
        if picture.mat is None:
            return picture.look.verdict
        if picture.look.reading.reaching:
            return _NO_HANDS
        straight, _ = flattened(picture.pixels, picture.mat, picture.lens)
        return picture.look.number, (straight, picture.layout)

    def _judge(self, dark: Sequence[Still], light: Sequence[Still]) -> Check:
        layout = light[-1][1]
        spill = measure_spill([each for each, _ in dark], [each for each, _ in light], layout, self._finder)
        return judge_spill(spill, self._fitted.full_light)
