"""The dice's own thread: it follows the eye, says how it fares, and tells of rolls with their pictures."""

from __future__ import annotations

import queue
import threading
from contextlib import suppress
from functools import cache
from typing import Any

import numpy as np
import pytest

from companion.games.registry import GAMES
from companion.table.dice import DiceZone, RollSighting
from companion.table.geometry import Area, zone_area
from tests.vision.fakes import FakeClock, ToldCamera
from tests.vision.private_places import decoded
from vision.cameras.frames import Pixels
from vision.crops import crop as cropped
from vision.dice.eye import DiceEye
from vision.dice.model import NoModel
from vision.dice.owners import BadDiceFile
from vision.dice.records import DiceReading, Die
from vision.dice.tray import PX_PER_MM
from vision.eye import Eye
from vision.virtual.painter import Painter
from vision.virtual.scene import Scene
from vision.virtual.shot import CameraPose, Shot

GAME = GAMES["rolling_with_the_waves"]
LAYOUT = GAME.mat.layout(GAME.view(GAME.new_game({"tray": "middle"}, {}), None))
PATIENCE_S, AGAIN_S = 30.0, 0.5


@cache
def bare() -> Pixels:
    """The mat on which nothing lies."""
    shot = Shot(CameraPose(4.0), noise=0.0, width_px=1920, height_px=1080)
    return Painter(LAYOUT, GAME.mat.kit, GAME.mat.pieces, shot).render(Scene())


class Mat:
    """A camera over the bare mat, an eye and the dice's own; what lies there is told."""

    def __init__(self, reader: Any = None, zones: tuple[DiceZone, ...] = (DiceZone("dice_tray"),)) -> None:
        self.camera = ToldCamera()
        self.eye = Eye(lambda: self.camera, FakeClock(), look_every_s=0)
        self.rolls: queue.SimpleQueue[RollSighting] = queue.SimpleQueue()
        self.reads: queue.SimpleQueue[int] = queue.SimpleQueue()
        self.dice: tuple[Die, ...] = ()
        self.dice_eye = DiceEye(self.eye, reader or (lambda has_clear: self._read), self.rolls.put, lambda: zones)

    def start(self) -> None:
        self.eye.start(LAYOUT, GAME.mat.kit.printed)
        self.dice_eye.watch(LAYOUT, "dice_tray")
        self.dice_eye.start()

    def _read(self, pixels: Any, to_mm: Any, tray: Any) -> DiceReading:
        self.reads.put(1)
        return DiceReading("read", self.dice, 32.0, 1.0, "")

    def show(self, brighter: int = 0) -> None:
        """Pictures, a second after one another, until one is read: where the last was another one the second is."""
        pixels = bare().copy()
        # Something dark in the middle of the tray, as dice would be.
        if brighter:
            pixels[520:560, 930:970] = brighter
        for _ in range(round(PATIENCE_S / AGAIN_S)):
            self.camera.told.put(np.asarray(pixels, np.uint8))
            with suppress(queue.Empty):
                self.reads.get(timeout=AGAIN_S)
                return
        raise queue.Empty

    def show_until_told(self) -> RollSighting:
        """Pictures of the bare mat, a second after one another, until a roll is told; the roll."""
        for _ in range(round(PATIENCE_S / AGAIN_S)):
            self.camera.told.put(bare().copy())
            with suppress(queue.Empty):
                return self.rolls.get(timeout=AGAIN_S)
        raise queue.Empty

    def close(self) -> None:
        self.dice_eye.close()
        self.eye.close()


def test_a_roll_is_told_and_photographed_out_of_its_own_picture() -> None:
    mat = Mat()
    mat.start()
    try:
        for _ in range(3):  # empty and at rest; pictures are a second apart
            mat.show()
        middle = 100 * PX_PER_MM
        mat.dice = (Die(4, "red", (middle, middle, middle + 32, middle + 32), 0.99, "read", 4),)
        for _ in range(3):
            mat.show(brighter=30)
        roll = mat.rolls.get(timeout=PATIENCE_S)
        assert [(die.value, die.state) for die in roll.dice] == [(4, "read")]
        tray = LAYOUT.find("dice_tray")
        area = Area(tray.x_mm, tray.y_mm, tray.width_mm, tray.height_mm)
        crop = mat.dice_eye.photo(roll.at_s, roll.frame, (area,))
        assert crop is not None
        assert crop.jpeg.startswith(b"\xff\xd8")
        assert (crop.frame, crop.at_s) == (roll.frame, roll.at_s)
        assert mat.dice_eye.photo(roll.at_s + 1, roll.frame, (area,)) is None
        (health,) = mat.dice_eye.health()
        assert (health.status, health.text) == ("ok", "The dice tray is looked at. 1 die lies there.")
    finally:
        mat.close()


@pytest.mark.slow
def test_dice_of_another_zone_are_told_and_photographed_out_of_that_part_of_their_picture() -> None:
    other = next(zone for zone in LAYOUT.zones if zone.zone != "dice_tray")
    mat = Mat(zones=(DiceZone("dice_tray"), DiceZone(other.zone, counts_first=True)))
    middle = 10 * PX_PER_MM
    mat.dice = (Die(4, "red", (middle, middle, middle + 32, middle + 32), 0.99, "read", 4),)
    mat.start()
    try:
        roll = mat.show_until_told()  # the tray is read at first, and tells of none
        assert (roll.zone, [die.value for die in roll.dice]) == (other.zone, [4])
        crop = mat.dice_eye.photo(roll.at_s, roll.frame, (zone_area(other),))
        whole = mat.eye.picture_of(roll.at_s, roll.frame)
        assert crop is not None
        assert whole is not None
        seen, direct = (decoded(each).astype(int) for each in (crop.jpeg, cropped(whole, [zone_area(other)])))
        assert seen.shape == direct.shape
        assert np.abs(seen - direct).mean() < 2
        assert mat.dice_eye.photo(roll.at_s, roll.frame, (zone_area(LAYOUT.find("dice_tray")),)) is None
        (health,) = mat.dice_eye.health()
        assert health.text.startswith("The dice tray is looked at. 1 die lies there.")
    finally:
        mat.close()


def test_a_game_without_dice_has_no_line_and_costs_nothing() -> None:
    mat = Mat()
    assert mat.dice_eye.health() == ()
    mat.dice_eye.watch(LAYOUT, "dice_tray")
    assert [each.status for each in mat.dice_eye.health()] == ["absent"]
    mat.dice_eye.watch(LAYOUT, "")
    assert mat.dice_eye.health() == ()
    mat.close()


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (NoModel("The dice model is not there."), "The dice model is not there. Until then type each roll in."),
        (BadDiceFile("dice.toml cannot be used."), "dice.toml cannot be used. Until then type each roll in."),
        (ValueError("odd"), "The dice cannot be read: a fault was logged. Start the companion again."),
    ],
)
def test_what_keeps_dice_from_being_read_is_said(error: Exception, words: str) -> None:
    tried = threading.Event()

    def reader(has_clear: bool) -> Any:
        tried.set()
        raise error

    mat = Mat(reader)
    mat.start()
    try:
        assert tried.wait(PATIENCE_S)
        mat.dice_eye._thread.join(PATIENCE_S)
        (health,) = mat.dice_eye.health()
        assert health.status == "failed"
        assert health.text.startswith(words)
    finally:
        mat.close()


def test_the_reader_is_asked_for_again_where_the_box_is_another() -> None:
    asked: queue.SimpleQueue[bool] = queue.SimpleQueue()

    def reader(has_clear: bool) -> Any:
        asked.put(has_clear)
        return mat._read

    mat = Mat(reader)
    mat.start()
    try:
        mat.show()
        assert asked.get(timeout=PATIENCE_S)
        mat.dice_eye.watch(LAYOUT, "dice_tray", has_clear=False)
        assert not asked.get(timeout=PATIENCE_S)
        mat.dice_eye.reload()
        assert not asked.get(timeout=PATIENCE_S)
        mat.show()
        assert asked.empty()
    finally:
        mat.close()
