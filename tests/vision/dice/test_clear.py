"""How a clear die is shown to its network, what the answer leads to, and the shipped network on drawn dice."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera_pose import PosedCamera, posed
from vision.cameras.frames import Pixels
from vision.dice.clear import ANSWERS, CLEAR_FACES, CLEAR_PX, UNTOLD, OnnxClear, crop, look_at, seen_through
from vision.dice.model import CLEAR, MODELS, load_model
from vision.dice.network import Floats, NetworkUnusable
from vision.dice.records import Die
from vision.mat import Matrix, place
from vision.training.clear.measure import logits_of
from vision.training.clear.rays import draw_rays
from vision.training.clear.views import together
from vision.virtual.shot import CameraPose, Shot, mat_to_picture

SIZE = (640, 480)
LEANING: PosedCamera = posed(
    np.asarray(np.linalg.inv(mat_to_picture(260, 195, Shot(CameraPose(30.0), width_px=640, height_px=480)))), SIZE
)
AT = (120.0, 80.0)
DIE = Die(2, "clear", (0, 0, 1, 1), 0.95, "read", 2)


def _marked(*places_mm: tuple[float, float]) -> tuple[Pixels, Matrix]:
    """A picture by that camera with white spots at places of the plane of the top faces, and the way there."""
    to_px: Matrix = np.asarray(np.linalg.inv(LEANING.plane(16)))
    pixels = np.zeros((480, 640, 3), np.uint8)
    for x_px, y_px in place(to_px, np.array(places_mm)):
        cv2.circle(pixels, (round(x_px * 16), round(y_px * 16)), 2 * 16, (255, 255, 255), -1, cv2.LINE_AA, 4)
    return pixels, to_px


def _middle(part: Pixels) -> tuple[float, float]:
    rows, columns = np.nonzero(part[:, :, 0] > 100)
    return float(columns.mean()), float(rows.mean())


def test_a_die_is_shown_with_the_camera_below_and_at_the_scale_of_its_top() -> None:
    x, y = LEANING.slope(*AT, 16.0)
    long = math.hypot(x, y)
    ahead = (AT[0] + 8 * x / long, AT[1] + 8 * y / long)
    right = (AT[0] - 8 * y / long, AT[1] + 8 * x / long)
    middle, half = (CLEAR_PX - 1) / 2, 8 * CLEAR_PX / (CLEAR_FACES * 16)
    for spot, seen in ((AT, (middle, middle)), (ahead, (middle, middle - half)), (right, (middle + half, middle))):
        pixels, to_px = _marked(spot)
        assert _middle(crop(pixels, to_px, AT, (x, y), 16.0)) == pytest.approx(seen, abs=0.5)


class Brightest:
    """Says 3 where the middle of the picture is white, 5 where its upper half is, and else nothing."""

    def __init__(self) -> None:
        self.asked = list[Floats]()

    def look(self, crops: Pixels, slopes: Floats) -> Floats:
        self.asked.append(slopes)
        said = np.zeros((len(crops), ANSWERS), np.float32)
        middle = slice(CLEAR_PX // 2 - 3, CLEAR_PX // 2 + 3)
        for row, each in zip(said, crops, strict=True):
            row[2 if each[middle, middle].max() > 200 else UNTOLD] = 9
        return said


def test_dice_are_looked_at_where_they_lie_and_in_a_mirror() -> None:
    pixels, _ = _marked(AT)
    network = Brightest()
    chances = look_at(pixels, LEANING, [AT, (60.0, 140.0)], 16.0, network, 1.0, 0.9)
    assert chances.argmax(axis=1).tolist() == [2, UNTOLD]
    assert chances.sum(axis=1) == pytest.approx([1, 1], abs=1e-5)
    assert [len(each) for each in network.asked] == [2, 2, 1, 1]  # the second die once more, a little further
    assert network.asked[0][0] == pytest.approx(math.hypot(*LEANING.slope(*AT, 16.0)), rel=1e-5)


def test_a_die_whose_box_lies_too_near_to_the_camera_is_looked_at_once_more_where_it_is() -> None:
    x, y = LEANING.slope(*AT, 16.0)
    near = 0.2 * 16 / math.hypot(x, y)
    pixels, _ = _marked(AT)
    chances = look_at(pixels, LEANING, [(AT[0] - near * x, AT[1] - near * y)], 16.0, Brightest(), 1.0, 0.9)
    assert chances.argmax(axis=1).tolist() == [2]


def test_a_sure_answer_is_the_value_and_another_one_a_question() -> None:
    sure = np.array([0.001, 0.001, 0.99, 0.002, 0.002, 0.002, 0.002], np.float32)
    told = seen_through(DIE, sure, 0.97)
    assert (told.value, told.state, told.likely) == (3, "read", 3)
    assert told.confidence == pytest.approx(0.99)
    asked = seen_through(DIE, sure, 0.995)
    assert (asked.value, asked.state, asked.likely) == (None, "doubtful", 3)
    nothing = seen_through(DIE, np.array([0, 0, 0.02, 0, 0, 0, 0.98], np.float32), 0.97)
    assert (nothing.value, nothing.likely) == (None, 3)


def test_another_network_in_its_place_is_named(tmp_path: Path) -> None:
    file = tmp_path / CLEAR
    file.write_bytes((MODELS / "posture.onnx").read_bytes())
    # That one wants larger pictures.
    with pytest.raises(NetworkUnusable, match=CLEAR):
        OnnxClear(file).look(np.zeros((1, CLEAR_PX, CLEAR_PX, 3), np.uint8), np.zeros(1, np.float32))


@pytest.mark.slow
def test_the_shipped_network_reads_the_tables_clear_dice() -> None:
    """Of makers that it never learned from; at 200 dice it may be wrong of one that it is sure of."""
    model = load_model()
    assert model.clear is not None
    views = together([draw_rays(seed, is_table=True) for seed in range(900, 945)])
    flat = views.of(views.values != UNTOLD)
    logits = logits_of(model.clear, flat)
    assert (logits.argmax(axis=1) == flat.values).mean() > 0.92
