"""The tray straight from above, and its dice: those in it, those across its edge, and none beside it."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import msgspec
import numpy as np
import pytest

from tests.vision.dice.drawn import CodedNetworks, cloth, coded
from vision.camera_pose import PosedCamera, posed
from vision.cameras.frames import Pixels
from vision.dice.clear import CLEAR_PX
from vision.dice.colours import shipped_colours, without_clear
from vision.dice.model import Figures, Model, Witnesses
from vision.dice.network import Floats
from vision.dice.posture import POSTURE_PX
from vision.dice.tray import MARGIN_MM, PX_PER_MM, Tray, rectified
from vision.dice.tray_reader import read_tray
from vision.mat import place
from vision.virtual.shot import CameraPose, Shot, mat_to_picture

TRAY = Tray(30, 20, 200, 120)
SIZE = (640, 480)
STRAIGHT: PosedCamera = posed(np.array([[0.5, 0, 0.25], [0, 0.5, 0.25], [0, 0, 1]]), SIZE)
"""Straight from above, where 2 px are a mm; the picture's first pixel begins where the mat does."""


@pytest.fixture
def model() -> Model:
    return Model(CodedNetworks(), Figures(made="2026-01-31", data="coded dice"))


def test_a_place_on_the_mat_is_seen_at_its_px() -> None:
    flat = mat_to_picture(260, 160, Shot(CameraPose(25, 30), width_px=1280, height_px=720))
    picture = np.zeros((720, 1280, 3), np.uint8)
    x_px, y_px = place(flat, np.array([[90.0, 70.0]]))[0].tolist()
    cv2.circle(picture, (round(x_px), round(y_px)), 6, (255, 255, 255), -1)
    seen = rectified(picture, np.asarray(np.linalg.inv(flat)), TRAY)
    assert seen.shape == (240, 400, 3)
    rows, columns = np.nonzero(seen[:, :, 0] > 127)
    # 60 and 50 mm from its corner, whose px has its middle a quarter of a mm further in.
    assert (columns.mean(), rows.mean()) == pytest.approx((60 * PX_PER_MM - 0.5, 50 * PX_PER_MM - 0.5), abs=0.5)


def _picture(*places_mm: tuple[float, float]) -> tuple[Pixels, PosedCamera]:
    """Coded dice, showing 3, with their middles there at the height of their top faces; and the camera."""
    pixels = cloth(*SIZE)
    to_px = np.asarray(np.linalg.inv(STRAIGHT.plane(16)))
    for x_px, y_px in place(to_px, np.array(places_mm)).tolist():
        coded(pixels, 3, round((x_px - 1.5) / 4), round((y_px - 1.5) / 4))
    return pixels, STRAIGHT


def test_dice_in_the_tray_are_read_with_their_place(model: Model) -> None:
    pixels, camera = _picture((100, 60), (180, 100))
    reading = read_tray(pixels, camera, TRAY, model, pips=False)
    assert reading.verdict == "read"
    assert [die.value for die in reading.dice] == [3, 3]
    # Coded in cells of 4 px, which are up to 2 px off.
    for die, (x_mm, y_mm) in zip(reading.dice, ((100, 60), (180, 100)), strict=True):
        x_px, y_px = die.middle_px
        seen_mm = (TRAY.left_mm + (x_px + 0.5) / PX_PER_MM, TRAY.top_mm + (y_px + 0.5) / PX_PER_MM)
        assert seen_mm == pytest.approx((x_mm, y_mm), abs=2.5)


class FromTheRight:
    """Tells as leaning what the camera sees from its left, and remembers what it was asked."""

    def __init__(self) -> None:
        self.slopes = list[float]()

    def look(self, crops: Pixels, slopes: Floats) -> Floats:
        assert crops.shape == (len(slopes), POSTURE_PX, POSTURE_PX, 3)
        self.slopes += slopes.tolist()
        always = np.full(len(slopes), 9)
        return np.column_stack([np.where(slopes > 0.1, -9, 9), always, -always]).astype(np.float32)


def test_a_die_that_leans_is_told_by_where_the_camera_is(model: Model) -> None:
    """The camera is over the middle of the picture, 288 mm above the mat: one is seen from above, one from aside."""
    pixels, camera = _picture((160, 120), (200, 120))
    posture = FromTheRight()
    reading = read_tray(pixels, camera, TRAY, Model(model.networks, model.figures, posture), pips=False)
    assert [(die.value, die.state) for die in reading.dice] == [(3, "read"), (None, "cocked")]
    assert reading.sentence == "1 die: 3. One die leans: roll it again?"
    # 40 mm aside for 288 - 16 mm of fall, to the 2 px within which the dice are drawn.
    assert sorted(posture.slopes)[-1] == pytest.approx(40 / 272, abs=0.01)


class Hesitant(CodedNetworks):
    """Sees the same, and takes it for a die with odds of 1 to 3 at best."""

    def __init__(self) -> None:
        super().__init__()
        self.looked_at = 0
        """Small pictures that the classifier was shown."""

    def detect(self, picture: Pixels) -> Floats:
        output = super().detect(picture)
        output[0] -= 7
        return output

    def classify(self, crops: Pixels) -> Floats:
        self.looked_at += len(crops)
        return super().classify(crops)


def test_what_hardly_looks_like_a_die_is_asked_about_where_the_posture_network_knows_it_for_one(model: Model) -> None:
    """The detector rather sees none, and the classifier's word counts for little here."""
    pixels, camera = _picture((160, 120))
    faint = msgspec.structs.replace(model.figures, witnesses=Witnesses(offset=-math.log(99) - 1))
    alone = Model(Hesitant(), faint)
    assert read_tray(pixels, camera, TRAY, alone, pips=False).dice == ()
    (die,) = read_tray(pixels, camera, TRAY, replace(alone, posture=FromTheRight()), pips=False).dice
    assert (die.state, die.value, die.likely) == ("doubtful", None, 3)
    assert die.existence == 0.5


class Clear:
    """Takes every place for a flat clear die."""

    def look(self, crops: Pixels, slopes: Floats) -> Floats:
        return np.full((len(crops), 3), 9, np.float32)


THROUGH = (80, 90, 80)
"""BGR of a clear body on the cloth: as light 0.42 of that passes, and 0.06 of white is added (colours.py)."""


class Sixes:
    """Reads a 6 wherever it is asked, so surely."""

    def __init__(self, logit: float) -> None:
        self.slopes = list[float]()
        self._logit = logit

    def look(self, crops: Pixels, slopes: Floats) -> Floats:
        assert crops.shape == (len(slopes), CLEAR_PX, CLEAR_PX, 3)
        self.slopes += slopes.tolist()
        said = np.zeros((len(slopes), 7), np.float32)
        said[:, 5] = self._logit
        return said


@pytest.mark.parametrize(("logit", "value"), [(9.0, 6), (3.0, None)])
def test_a_clear_die_is_told_by_the_network_for_such_or_asked_about(
    model: Model, logit: float, value: int | None
) -> None:
    """Where the box has no clear dice it is not asked."""
    pixels, camera = _picture((100, 60))
    ((x_px, y_px),) = place(np.asarray(np.linalg.inv(camera.plane(16))), np.array([(100, 60)])).round().astype(int)
    code = pixels[y_px - 6 : y_px + 7, x_px - 6 : x_px + 7].copy()
    cv2.rectangle(pixels, (x_px - 16, y_px - 16), (x_px + 16, y_px + 16), THROUGH, -1)
    pixels[y_px - 6 : y_px + 7, x_px - 6 : x_px + 7] = code
    through = Sixes(logit)
    knowing = Model(model.networks, model.figures, Clear(), clear=through)
    (die,) = read_tray(pixels, camera, TRAY, knowing, pips=False).dice
    assert (die.value, die.likely) == (value, 6)
    # The camera is 288 mm over the middle, at (160, 120); codes are read in cells of 2 mm, and run over here.
    assert max(through.slopes) == pytest.approx(math.hypot(60, 60) / 272, abs=0.03)
    asked = len(through.slopes)
    boxed = without_clear(shipped_colours())
    (die,) = read_tray(pixels, camera, TRAY, knowing, colours=boxed, pips=False).dice
    assert die.value not in (None, 6)
    assert len(through.slopes) == asked


class Nowhere:
    """Finds a die in no place."""

    def look(self, crops: Pixels, slopes: Floats) -> Floats:
        return np.full((len(crops), 3), -9, np.float32)


def test_the_classifier_is_not_asked_of_what_the_others_find_nothing_in(model: Model) -> None:
    """Not one look; of the same place that the posture network takes for a die, and that is read then, it has two."""
    pixels, camera = _picture((160, 120))
    networks = Hesitant()
    reading = read_tray(pixels, camera, TRAY, Model(networks, model.figures, Nowhere()), pips=False)
    assert (reading.dice, networks.looked_at) == ((), 0)
    read_tray(pixels, camera, TRAY, Model(networks, model.figures, FromTheRight()), pips=False)
    assert networks.looked_at == 2


def test_a_die_at_the_wall_is_read_one_across_the_edge_is_told_and_one_beside_is_none_of_its_dice(model: Model) -> None:
    wall, across, beside = (41.0, 80.0), (31.0, 80.0), (15.0, 80.0)
    readings = [read_tray(*_picture((120, 60), at), TRAY, model, pips=False) for at in (wall, across, beside)]
    assert [reading.verdict for reading in readings] == ["read", "doubtful", "read"]
    assert [[die.value for die in reading.dice] for reading in readings] == [[3, 3], [3, None], [3]]
    assert readings[1].dice[1].state == "outside"


def test_where_no_wall_stands_a_die_counts_whose_middle_lies_inside(model: Model) -> None:
    inside, beside = (33.0, 80.0), (28.0, 80.0)
    nest = replace(TRAY, inner_mm=0.0)
    readings = [read_tray(*_picture((120, 60), at), nest, model, pips=False) for at in (inside, beside)]
    assert [[die.value for die in reading.dice] for reading in readings] == [[3, 3], [3, None]]
    assert readings[1].dice[1].state == "outside"


def test_a_die_that_the_picture_cuts_is_told(model: Model) -> None:
    """The tray reaches beyond the camera's view, and the die is at its end."""
    pixels, camera = _picture((120, 60), (294, 80))
    reading = read_tray(pixels[:, :612], camera, Tray(30, 20, 290, 120), model, pips=False)
    assert [die.state for die in reading.dice] == ["read", "outside"]
    assert reading.verdict == "doubtful"


def test_an_empty_tray_is_read_as_none_even_where_it_is_one_even_surface(model: Model) -> None:
    """The whole picture tells whether the camera sees anything: the mat's markers were found in it."""
    pixels = np.full((480, 640, 3), 90, np.uint8)
    pixels[300:] = cloth(640, 180)
    reading = read_tray(pixels, STRAIGHT, TRAY, model, pips=False)
    assert (reading.verdict, reading.dice, reading.sentence) == ("read", (), "No die.")


def test_a_picture_that_shows_nothing_has_failed(model: Model) -> None:
    assert read_tray(np.zeros((480, 640, 3), np.uint8), STRAIGHT, TRAY, model).verdict == "failed"


def test_a_tray_knows_its_edges() -> None:
    assert TRAY.to_edge_mm(40, 80) == 10
    assert TRAY.to_edge_mm(100, 135) == 5
    assert TRAY.to_edge_mm(20, 80) == -10
    assert TRAY.wider(MARGIN_MM).to_edge_mm(30, 80) == MARGIN_MM
    with pytest.raises(ValueError, match="A tray of 0 x 5 mm has no room for dice"):
        Tray(0, 0, 0, 5)
