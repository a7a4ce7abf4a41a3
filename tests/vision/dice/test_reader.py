"""From pixels to dice, with networks written by hand that read a code of colours (drawn.py), run by OpenCV."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.dice.drawn import CodedNetworks, cloth, coded, pipped, table, write_model
from vision.dice.colours import Reference, shipped_colours
from vision.dice.evidence import candidates, crops
from vision.dice.model import Model, load_model
from vision.dice.reader import read_picture
from vision.dice.records import Candidate, Posture

SCALE = 2.0
"""px/mm at which a die of 16 mm is as large as the network wants it."""


@pytest.fixture
def model(tmp_path: Path) -> Model:
    return load_model(write_model(tmp_path / "model"))


def test_dice_are_read_in_rows_from_the_left(model: Model) -> None:
    pixels = table([3, 6, 1])
    coded(pixels, 4, 40, 60)
    reading = read_picture(pixels, SCALE, model, pips=False)
    assert reading.verdict == "read"
    assert [die.value for die in reading.dice] == [3, 6, 1, 4]
    assert [die.colour for die in reading.dice] == ["white"] * 4
    assert all(die.confidence > 0.98 for die in reading.dice)
    # Cell 20, 30 covers px 80 to 83 and 120 to 123; the boxes of this network are 32 px wide.
    assert reading.dice[0].box == pytest.approx((65.5, 105.5, 97.5, 137.5))
    assert reading.sentence == "4 dice: 1, 3, 4, 6."
    assert (reading.face_px, reading.scale_sure) == (32, 1)


def test_a_value_between_two_is_doubtful(model: Model) -> None:
    reading = read_picture(table([3, 4.5]), SCALE, model, pips=False)
    assert reading.verdict == "doubtful"
    assert [(die.value, die.state) for die in reading.dice] == [(3, "read"), (None, "doubtful")]


def test_a_place_that_a_third_resembles_a_die_is_doubtful(model: Model) -> None:
    pixels = table([3])
    # To the detector 0.3, odds of 3 to 7; the classifier is believed 99 to 1: together 0.977, and 0.98 is read.
    coded(pixels, 5, 60, 60, red=122)
    reading = read_picture(pixels, SCALE, model, pips=False)
    assert [(die.value, die.state) for die in reading.dice] == [(3, "read"), (None, "doubtful")]


def test_a_cloth_without_dice_is_read_as_none(model: Model) -> None:
    reading = read_picture(cloth(640, 280), SCALE, model)
    assert (reading.verdict, reading.dice, reading.sentence) == ("read", (), "No die.")


@pytest.mark.parametrize("px_per_mm", [SCALE, None])
def test_a_picture_that_shows_nothing_has_failed(model: Model, px_per_mm: float | None) -> None:
    reading = read_picture(np.zeros((480, 640, 3), np.uint8), px_per_mm, model)
    assert reading.verdict == "failed"
    assert reading.sentence == "The picture is black. Take the cover off the lens, or switch a light on."


def test_the_picture_is_brought_to_the_networks_scale(model: Model) -> None:
    """Half as large and of dice of 8 mm, or twice as large: the same dice at the same places of the table."""
    small, large = (cv2.resize(table([3, 6]), None, fx=by, fy=by, interpolation=cv2.INTER_NEAREST) for by in (0.5, 2))
    for pixels, scale, die_mm, factor in ((np.asarray(large), 4.0, 16.0, 2), (np.asarray(small), 2.0, 8.0, 0.5)):
        reading = read_picture(pixels.astype(np.uint8), scale, model, die_mm, pips=False)
        assert [die.likely for die in reading.dice] == [3, 6]
        assert reading.dice[0].middle_px == pytest.approx((82 * factor - 0.5, 122 * factor - 0.5), abs=2 * factor)
        assert reading.dice[0].box[2] - reading.dice[0].box[0] == pytest.approx(32 * factor)


@pytest.mark.parametrize("factor", [0.6, 1.0, 1.7, 3.0])
def test_without_a_scale_it_is_found(model: Model, factor: float) -> None:
    """Dice of 32 px, drawn smaller and larger: 19 to 96 px."""
    pixels = np.asarray(
        cv2.resize(table([3, 6, 2], (320, 240)), None, fx=factor, fy=factor, interpolation=cv2.INTER_NEAREST)
    )
    reading = read_picture(pixels.astype(np.uint8), None, Model(CodedNetworks(), model.figures), pips=False)
    assert reading.face_px == pytest.approx(32 * factor, rel=0.15)
    assert reading.scale_sure == 1
    assert [(die.value, die.state) for die in reading.dice] == [(3, "read"), (6, "read"), (2, "read")]


def test_without_a_scale_a_cloth_without_dice_is_read_as_none(model: Model) -> None:
    reading = read_picture(cloth(640, 280), None, Model(CodedNetworks(), model.figures))
    assert (reading.verdict, reading.dice, reading.face_px) == ("read", (), None)


def test_every_die_of_a_large_picture_is_seen_once(model: Model) -> None:
    pixels = cloth(2400, 1300)
    places = [(column, row) for row in (9, 160, 224, 256, 315) for column in range(10, 592, 17)]
    for number, (column, row) in enumerate(places):
        coded(pixels, 1 + number % 6, column, row)
    found = candidates(pixels, 32, model)
    seen = {(round((each.x_px - 1.5) / 4), round((each.y_px - 1.5) / 4)): each.likely for each in found}
    assert len(found) == len(places)
    assert seen == {place: 1 + number % 6 for number, place in enumerate(places)}


def test_a_picture_smaller_than_the_network_takes_is_seen_whole(model: Model) -> None:
    pixels = np.ascontiguousarray(table([3])[100:150, 60:105])
    assert [each.likely for each in candidates(pixels, 32, model)] == [3]


def test_the_classifier_sees_1_6_faces_around_the_middle(model: Model) -> None:
    """51 px of the picture in 64: the white die of 32 px is 40 px wide, with as much ground to its left and right."""
    pixels = table([3])
    (crop,) = crops(pixels, list(candidates(pixels, 32, model)), 32)
    assert crop.shape == (64, 64, 3)
    white = (crop > 200).all(axis=2)
    assert np.flatnonzero(white[20]).tolist() == list(range(12, 52))
    assert np.flatnonzero(white[:, 20]).tolist() == list(range(12, 52))


def test_at_the_edge_of_the_picture_the_classifier_sees_its_last_pixels_again(model: Model) -> None:
    pixels = cloth(320, 320)
    coded(pixels, 2, 2, 2)
    (crop,) = crops(pixels, list(candidates(pixels, 32, model)), 32)
    assert (crop[:20, :20] == 215).all()


def test_pips_that_contradict_make_a_die_doubtful(model: Model) -> None:
    """The code says 3 and the drawn face has four pips around it: with the witness it is not believed."""
    pixels = cloth(320, 320)
    coded(pixels, 3, 40, 40)
    face = pipped(4, 32)[32:64, 32:64]
    pixels[146:178, 146:178] = face
    pixels[160:164, 160:164] = (0, round(255 * 3 / 7), 255)
    alone = read_picture(pixels, SCALE, model, pips=False)
    heard = read_picture(pixels, SCALE, model)
    assert [die.value for die in alone.dice] == [3]
    assert [(die.value, die.state, die.likely) for die in heard.dice] == [(None, "doubtful", 3)]
    assert heard.verdict == "doubtful"


def test_a_5_of_a_body_that_the_ground_shows_through_is_asked_about(model: Model) -> None:
    """2 over 5 and 3 over 4 look like a 5 in a clear die, and an owner without such dice knows that none is."""
    pixels = cloth(640, 280)
    # Of (60, 90, 60) as light 0.42 passes, and 0.06 of white is added (colours.py).
    for number, value in enumerate((5, 4)):
        coded(pixels, value, 20 + 20 * number, 30, body=(80, 90, 80))
    reading = read_picture(pixels, SCALE, model, pips=False)
    assert [(die.value, die.state, die.likely) for die in reading.dice] == [(None, "doubtful", 5), (4, "read", 4)]
    opaque = tuple(each for each in shipped_colours() if not each.clear)
    assert [die.value for die in read_picture(pixels, SCALE, model, colours=opaque, pips=False).dice] == [5, 4]
    assert [die.value for die in read_picture(table([5]), SCALE, model, pips=False).dice] == [5]


SEEN_THROUGH, BLUE = (80, 90, 80), (200, 60, 0)
"""BGR of a clear body on the cloth, and of one that no clear die on it looks like."""


@pytest.mark.parametrize(
    ("body", "clear", "values"),
    [
        # Odds of 1 to 3 are asked about. The colour's are some 22 to 1 here, so that 1 to 66 is enough of the other.
        (SEEN_THROUGH, 0.005, [5, 4, 6]),
        (SEEN_THROUGH, 0.05, [None, 4, None]),
        (SEEN_THROUGH, 0.99, [None, 4, None]),
        (BLUE, 0.99, [5, 4, 6]),
    ],
)
def test_what_may_be_two_faces_of_a_clear_die_is_asked_about(
    model: Model, body: tuple[int, int, int], clear: float, values: list[int | None]
) -> None:
    """2 over 5 and 3 over 4 look like a 5, 1 over 6 like a 6. Colour and posture network together tell clear dice."""
    pixels = cloth(640, 280)
    for number, value in enumerate((5, 4, 6)):
        coded(pixels, value, 20 + 20 * number, 30, body=body)

    def read(colours: tuple[Reference, ...]) -> list[int | None]:
        def lying(seen: Sequence[Candidate], is_careful: bool) -> list[tuple[Candidate, Posture]]:
            return [(each, Posture(0.99, 0.99, clear)) for each in seen]

        return [die.value for die in read_picture(pixels, SCALE, model, colours=colours, pips=False, lying=lying).dice]

    assert read(shipped_colours()) == values
    assert read(tuple(each for each in shipped_colours() if not each.clear)) == [5, 4, 6]
