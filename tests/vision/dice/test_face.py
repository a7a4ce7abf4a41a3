"""The network that knows faces with pips: what it is shown, how often, and what follows for a die."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest

from tests.vision.dice.onnx_by_hand import colour_classifier
from tests.vision.dice.test_confidence import FIGURES, SIZE, logits, sure_face
from vision.cameras.frames import Pixels
from vision.dice.confidence import judge
from vision.dice.face import OnnxFace, faces
from vision.dice.model import MODELS, load_model
from vision.dice.network import CROP_PX, Floats, NetworkUnusable
from vision.dice.records import UNASKED, Die, Face, Posture

PIPS, NO_PIPS, NOTHING = Face(0.98, 0.99), Face(0.0005, 0.99), Face(0.0005, 0.02)
LYING = Posture(0.99, 0.998, 0.01)


class Upper:
    """Says 4 where the upper half of a picture is brighter, else -2; the same with the other sign of the second."""

    def look(self, crops: Pixels) -> Floats:
        upper, lower = (crops[:, part].mean(axis=(1, 2, 3)) for part in (slice(0, 32), slice(32, 64)))
        said = np.where(upper > lower, 4, -2).astype(np.float32)
        return np.column_stack([said, -said])


def told(shown: Face, posture: Posture = UNASKED, objectness: float = 0.999) -> list[Die]:
    """What is made of one place that both other networks take for a 4, if the detector is as sure as that."""
    seen = replace(sure_face(4), objectness=objectness)
    return judge([seen], [logits(4 if objectness > 0.5 else 8)], FIGURES, 32, 1.0, SIZE, [posture], [shown])


def test_what_does_not_follow_the_half_turn_counts_half() -> None:
    crops = np.zeros((2, CROP_PX, CROP_PX, 3), np.uint8)
    crops[0, :32] = 255
    one, other = faces(Upper(), crops)
    assert (one.pips, one.there) == pytest.approx((1 / (1 + np.exp(-1)), 1 / (1 + np.exp(1))))
    assert (other.pips, other.there) == pytest.approx((1 / (1 + np.exp(2)), 1 / (1 + np.exp(-2))))


def test_a_value_is_believed_only_of_a_face_with_pips() -> None:
    assert [(die.value, die.state) for die in told(PIPS)] == [(4, "read")]
    assert [(die.value, die.state, die.likely) for die in told(NO_PIPS)] == [(None, "doubtful", 4)]
    assert [(die.value, die.state) for die in told(NO_PIPS, LYING)] == [(None, "doubtful")]


def test_in_a_tray_a_1_must_be_surer_than_other_values_to_be_no_sign() -> None:
    """The others' odds on these dice are over 2000 to 1; a 1 needs 10 000 here, and all else 200."""
    strict = msgspec.structs.replace(FIGURES, thresholds=msgspec.structs.replace(FIGURES.thresholds, pips=0.9999))
    hesitant, sure = Face(0.4, 0.99), Face(0.99, 0.99)
    for value, shown, read in (
        (1, hesitant, False),
        (1, sure, True),
        (4, hesitant, True),
        (4, Face(0.02, 0.99), False),
    ):
        (die,) = judge([sure_face(value)], [logits(value)], strict, 32, 1.0, SIZE, [LYING], [shown])
        assert (die.value, die.state) == ((value, "read") if read else (None, "doubtful"))
    assert [(die.value, die.state) for die in told(hesitant)] == [(4, "read")]


def test_the_body_of_a_die_is_asked_about_whatever_the_others_find_there() -> None:
    assert told(NOTHING, objectness=0.2) == []
    (die,) = told(NO_PIPS, objectness=0.2)
    # As likely as not: who asks about dice leaves out what is hardly one.
    assert (die.value, die.state, die.existence) == (None, "doubtful", 0.5)
    assert [each.state for each in told(NO_PIPS, LYING, objectness=0.2)] == ["doubtful"]
    # In a tray both must take it for one: odds of 99 to 1 each are too few.
    assert told(NO_PIPS, replace(LYING, there=0.99), objectness=0.2) == []
    assert told(NOTHING, LYING, objectness=0.2) == []
    assert told(NO_PIPS, objectness=0.0001) == []


def test_a_file_that_holds_another_network_is_named(tmp_path: Path) -> None:
    (tmp_path / "face.onnx").write_bytes(colour_classifier())
    with pytest.raises(NetworkUnusable, match=r"face\.onnx is another network"):
        OnnxFace(tmp_path / "face.onnx").look(np.zeros((1, CROP_PX, CROP_PX, 3), np.uint8))


def test_the_shipped_model_has_one() -> None:
    assert load_model(MODELS).face is not None
