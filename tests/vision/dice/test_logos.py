"""Logos of drawn dice: known at any turn, apart from each other and from pips; and what they change in a reading."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.dice.drawn import cloth, pipped, write_model
from tests.vision.dice.logo_dice import BLUE, GREEN, WHITE, Shape, logo_die
from vision.cameras.frames import Pixels
from vision.dice.bodies import measure_body
from vision.dice.colours import Reference
from vision.dice.logos import ALIKE, MARGIN, SIDE_PX, Logo, cut_face, likeness, look_at, pips_likeness, read_logo
from vision.dice.model import Model, load_model
from vision.dice.reader import read_picture
from vision.dice.records import Die, State

MIDDLE = (161.5, 121.5)
"""Of cell 40, 30."""
COLOURS = (Reference("blue", "enrolled", "#1f4fa3"), Reference("green", "enrolled", "#1f7a3d"))
SCALE = 2.0


def picture(shape: Shape = "arrow", turn_deg: float = 0.0, **more: object) -> Pixels:
    pixels = cloth(320, 240)
    logo_die(pixels, 40, 30, shape, turn_deg, **more)  # type: ignore[arg-type]
    return pixels


def logo(shape: Shape = "arrow", value: int = 6, colour: str = "blue", turn_deg: float = 10.0) -> Logo:
    return logo_of(picture(shape, turn_deg), value, colour)


def logo_of(pixels: Pixels, value: int = 6, colour: str = "blue", middle_px: tuple[float, float] = MIDDLE) -> Logo:
    body = measure_body(pixels, middle_px, 32)
    assert body is not None
    return Logo(colour, value, body.body, cut_face(pixels, middle_px, 32))


@pytest.fixture
def model(tmp_path: Path) -> Model:
    return load_model(write_model(tmp_path / "model"))


@pytest.mark.parametrize("turn_deg", [0, 33, 90, 181, 271.5])
def test_a_logo_is_known_at_any_turn_in_any_light_and_a_little_beside(turn_deg: float) -> None:
    dim = cv2.GaussianBlur((picture(turn_deg=turn_deg) * 0.6 + 10).astype(np.uint8), (0, 0), 0.8)
    seen = look_at(np.asarray(dim, np.uint8), (MIDDLE[0] + 1.5, MIDDLE[1] - 2), 33)
    assert likeness(seen, logo()) >= ALIKE
    assert likeness(seen, logo()) - pips_likeness(seen) >= MARGIN


def test_another_logo_is_another() -> None:
    seen = look_at(picture("cross", 20), MIDDLE, 32)
    assert likeness(seen, logo("cross")) - likeness(seen, logo("arrow")) >= MARGIN


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize(("body", "pip"), [((225, 225, 225), (30, 30, 30)), (BLUE, (235, 235, 235))])
def test_faces_with_pips_are_like_pips_and_no_logo(
    value: int, body: tuple[int, int, int], pip: tuple[int, int, int]
) -> None:
    seen = look_at(pipped(value, 36, 25, body, pip), (53.5, 53.5), 36)
    assert pips_likeness(seen) > 0.9
    assert likeness(seen, logo()) < ALIKE


def test_a_face_is_cut_out_edge_to_edge_whatever_its_size() -> None:
    """A white face of 96 px on black: all of the picture is white, and with a fifth around it the rim is black."""
    pixels = np.zeros((300, 300, 3), np.uint8)
    pixels[100:196, 100:196] = 255
    face, wider = cut_face(pixels, (147.5, 147.5), 96), cut_face(pixels, (147.5, 147.5), 96, 0.25)
    assert face.shape == (SIDE_PX, SIDE_PX)
    assert face[2:-2, 2:-2].min() > 250
    assert wider.shape == (72, 72)
    assert (wider[:10].max(), wider[14:-14, 14:-14].min()) == (0, 255)


def test_an_even_face_is_like_nothing() -> None:
    assert likeness(look_at(np.full((240, 320, 3), 90, np.uint8), MIDDLE, 32), logo()) == 0
    assert likeness(look_at(picture(), MIDDLE, 32), replace(logo(), face=np.full((SIDE_PX, SIDE_PX), 9, np.uint8))) == 0


def test_a_face_that_no_network_reads_has_the_value_of_its_logo(model: Model) -> None:
    pixels = picture(turn_deg=77)
    without = read_picture(pixels, SCALE, model, colours=COLOURS)
    (die,) = read_picture(pixels, SCALE, model, colours=COLOURS, logos=(logo(),)).dice
    assert [(each.value, each.state) for each in without.dice] == [(None, "doubtful")]
    assert (die.value, die.likely, die.state, die.colour) == (6, 6, "read", "blue")
    assert 0.8 < die.confidence <= die.colour_confidence < 1


@pytest.mark.parametrize(
    ("shown", "known"),
    [
        (picture(body=GREEN), (logo(),)),  # a die of another colour
        (picture("cross"), (logo(),)),
        (picture("none"), (logo(),)),
        (picture(), (logo(value=6), logo(value=1, turn_deg=50))),  # two values, one face
        (picture(), ()),
    ],
)
def test_where_the_logo_is_not_certain_the_die_stays_doubtful(
    model: Model, shown: Pixels, known: tuple[Logo, ...]
) -> None:
    (die,) = read_picture(shown, SCALE, model, colours=COLOURS, logos=known).dice
    assert (die.value, die.state) == (None, "doubtful")


def test_a_logo_against_what_the_networks_read_is_asked_about(model: Model) -> None:
    pixels = picture(value=2)
    assert [die.value for die in read_picture(pixels, SCALE, model, colours=COLOURS).dice] == [2]
    (die,) = read_picture(pixels, SCALE, model, colours=COLOURS, logos=(logo(),)).dice
    assert (die.value, die.state, die.likely) == (None, "doubtful", 2)
    (die,) = read_picture(pixels, SCALE, model, colours=COLOURS, logos=(logo(value=2),)).dice
    assert (die.value, die.state) == (2, "read")


LYING = Die(None, "blue", (145.5, 105.5, 177.5, 137.5), 0.01, "cocked", 3, 0.95, 0.99)


def test_a_face_that_is_called_leaning_may_be_a_logo() -> None:
    assert read_logo(picture(turn_deg=5), LYING, 32, 1.0, (logo(),)).value == 6


@pytest.mark.parametrize("state", ["hidden", "outside", "small", "moving"])
def test_what_is_not_wholly_seen_is_no_logo(state: State) -> None:
    lying = replace(LYING, state=state)
    assert read_logo(picture(), lying, 32, 1.0, (logo(),)) == lying


def test_a_box_of_another_size_is_no_logo() -> None:
    lying = replace(LYING, box=(101.5, 61.5, 221.5, 181.5))
    assert read_logo(picture(), lying, 32, 1.0, (logo(),)) == lying


def test_pips_that_can_be_counted_are_no_logo() -> None:
    """A logo that is itself five pips: where pips are counted the networks have the word."""
    pixels = pipped(5, 40)
    five = replace(logo_of(pixels, 1, middle_px=(59.5, 59.5)), face=cut_face(pixels, (59.5, 59.5), 40))
    lying = replace(LYING, box=(39.5, 39.5, 79.5, 79.5))
    assert likeness(look_at(pixels, (59.5, 59.5), 40), five) > 0.95
    assert read_logo(pixels, lying, 40, 1.0, (five,)) == lying


def test_white_dice_may_have_logos_too(model: Model) -> None:
    white = logo_of(picture(body=WHITE), 1, "white")
    (die,) = read_picture(picture(turn_deg=130, body=WHITE), SCALE, model, logos=(white,)).dice
    assert (die.value, die.colour) == (1, "white")


def test_a_logo_that_hides_the_colour_tells_it_by_itself(model: Model) -> None:
    """The cross is black over more than half of the face: the die alone would have no colour."""
    crossed = picture("cross", turn_deg=20)
    assert read_picture(crossed, SCALE, model, colours=COLOURS).dice[0].colour != "blue"
    known = logo_of(picture("cross"), 1)
    (die,) = read_picture(crossed, SCALE, model, colours=COLOURS, logos=(known,)).dice
    assert (die.value, die.colour) == (1, "blue")
    green = replace(logo_of(picture("cross", 60, body=GREEN), 1), colour="green")
    (die,) = read_picture(crossed, SCALE, model, colours=COLOURS, logos=(known, green)).dice
    assert (die.value, die.colour, die.colour_confidence) == (1, "unknown", 0)
