"""Painted dice as a camera sees them: in their place, with their pips, shading the table; clear ones let it through."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.cameras.frames import Pixels
from vision.mat import place
from vision.virtual.dice.bodies import Body
from vision.virtual.dice.lamps import Lamp, lamp_of
from vision.virtual.dice.makes import MAKES
from vision.virtual.dice.painter import paint_dice
from vision.virtual.dice.projections import projected, projection
from vision.virtual.dice.records import LyingDie
from vision.virtual.shot import CameraPose, Light, Shot, mat_to_picture

WIDTH_MM, HEIGHT_MM = 128.0, 72.0
SHOT = Shot(CameraPose(20, 15), width_px=640, height_px=360)
TO_PX = projection(WIDTH_MM, HEIGHT_MM, SHOT)
ABOVE = Lamp(height_deg=89.9, wide_deg=0.5, room=0.02, window=0)
"""Only what looks up is lit."""
SHARP = 2
GREY, BLACK = 120, 0


def table(level: int = GREY) -> Pixels:
    return np.full((SHOT.height_px, SHOT.width_px, 3), level, np.uint8)


def top_face(die: LyingDie) -> npt.NDArray[np.float32]:
    """Corners (4, 2) in px of the top of a flat cube, in order around it."""
    corners = Body(die).corners_mm
    top = corners[corners[:, 2] > die.lift_mm + die.size_mm / 2]
    return np.asarray(cv2.convexHull(projected(TO_PX, top).astype(np.float32)).reshape(-1, 2), dtype=np.float32)


def straightened(picture: Pixels, die: LyingDie, side_px: int = 96) -> Pixels:
    """The die's top face alone."""
    to = np.array([[0, 0], [side_px, 0], [side_px, side_px], [0, side_px]], np.float32) - 0.5
    drawn = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(top_face(die), to), (side_px, side_px))
    return np.asarray(drawn, dtype=np.uint8)


@pytest.mark.parametrize(("x_mm", "y_mm", "turn_deg"), [(64, 36, 0), (30, 20, 33), (100, 50, 71)])
def test_the_top_face_is_where_the_projection_has_it(x_mm: float, y_mm: float, turn_deg: float) -> None:
    die = LyingDie(x_mm, y_mm, turn_deg, 3, "white", make=SHARP)
    picture = paint_dice(table(BLACK), [die], TO_PX, ABOVE)
    lit = (picture.max(axis=2) > 100).astype(np.uint8)
    outline = max(cv2.findContours(lit, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=cv2.contourArea)
    expected = top_face(die)
    # Edges are rounded by 0.48 mm, which is 2 px here: sides are met to 2.5 px all along.
    away = [abs(cv2.pointPolygonTest(expected, tuple(map(float, point)), measureDist=True)) for point in outline[:, 0]]
    assert max(away) < 2.5
    assert cv2.contourArea(outline) == pytest.approx(cv2.contourArea(expected), rel=0.06)


@pytest.mark.parametrize("make", range(len(MAKES)))
@pytest.mark.parametrize("value", range(1, 7))
def test_pips_can_be_counted(make: int, value: int) -> None:
    for turn_deg in (0, 115):
        die = LyingDie(64, 36, turn_deg, value, "white", make=make)
        picture = paint_dice(table(), [die], TO_PX, Lamp(window=0), seed=turn_deg)
        face = cv2.cvtColor(straightened(picture, die), cv2.COLOR_BGR2GRAY)
        dark = (face < 0.5 * np.median(face)).astype(np.uint8)
        # Tumbled corners show the table: what touches the square's edge is no pip.
        count, _, stats, _ = cv2.connectedComponentsWithStats(dark)
        inner = [
            each
            for each in stats[1:count].tolist()
            if min(each[:2]) > 0 and max(each[0] + each[2], each[1] + each[3]) < 96
        ]
        pips = [each for each in inner if each[4] > 20]
        assert len(pips) == value
        across = 96 * MAKES[make].pip
        assert all(each[4] == pytest.approx(np.pi / 4 * across**2, rel=0.35) for each in pips)


def test_dice_shade_the_table_on_the_side_away_from_the_lamp() -> None:
    lamp = Lamp(from_deg=270, height_deg=40, room=0.3)
    die = LyingDie(64, 36, 0, 4, "red")
    picture = paint_dice(table(), [die], TO_PX, lamp)

    def level(x_mm: float) -> int:
        x_px, y_px = projected(TO_PX, np.array([[x_mm, 36, 0]]))[0].round().astype(int).tolist()
        return int(picture[y_px, x_px, 1])

    # The lamp is on the left; 16 mm high, the die throws 19 mm of shadow to the right.
    assert level(64 + 8 + 10) < 0.75 * GREY
    assert level(64 - 8 - 14) > 0.97 * GREY
    assert level(64 + 8 + 32) > 0.97 * GREY


def test_a_die_shades_its_neighbour() -> None:
    lamp = Lamp(from_deg=270, height_deg=25, wide_deg=1, room=0.3, window=0)
    left, right = LyingDie(46, 36, 0, 1, "red", lift_mm=16), LyingDie(64, 36, 0, 1, "white", make=SHARP)
    alone, shaded = (paint_dice(table(), dice, TO_PX, lamp, seed=1) for dice in ([right, left][:1], [right, left]))
    before, after = (straightened(picture, right)[30:66, 70:90].mean() for picture in (alone, shaded))
    assert after < 0.8 * before


def test_a_clear_die_lets_the_tables_pattern_through_and_another_does_not() -> None:
    ground = table(40)
    # Light where the mat is right of the die's middle.
    half = np.array([[[64, -500, 0], [900, -500, 0], [900, 900, 0], [64, 900, 0]]], dtype=np.float64)[0]
    cv2.fillConvexPoly(ground, projected(TO_PX, half).round().astype(np.int32), (200, 200, 200))
    difference = dict[str, float]()
    for colour in ("clear", "red"):
        # Made without a turn against the mat, so that its sides lie along the pattern's edge.
        die = LyingDie(64, 36, 0, 1, colour, make=4)
        x_px, y_px = projected(TO_PX, np.array([[60.5, 36, 16], [67.5, 36, 16]])).round().astype(int).T.tolist()
        picture = paint_dice(ground, [die], TO_PX, Lamp(window=0)).astype(float)
        left, right = (picture[y - 2 : y + 3, x - 2 : x + 3].mean() for x, y in zip(x_px, y_px, strict=True))
        difference[colour] = float(right - left)
    assert difference["clear"] > 40
    assert abs(difference["red"]) < 10


def test_the_same_seed_paints_the_same_picture() -> None:
    dice = [LyingDie(40, 30, 10, 2, "blue", make=1), LyingDie(80, 40, 50, 6, "clear"), LyingDie(58, 38, 30, 3, "white")]
    ground = table()
    first, again, other = (paint_dice(ground, dice, TO_PX, Lamp(), seed) for seed in (5, 5, 6))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    assert (ground == GREY).all()


def test_nearer_dice_hide_those_behind() -> None:
    over, under = LyingDie(64, 36, 0, 1, "blue", lift_mm=16), LyingDie(64, 36, 0, 1, "red")
    alone, both = (straightened(paint_dice(table(), dice, TO_PX, Lamp()), over) for dice in ([over], [over, under]))
    assert np.array_equal(alone[20:76, 20:76], both[20:76, 20:76])


def test_a_die_at_the_pictures_edge_is_cut_and_one_beyond_is_not_seen() -> None:
    to_mm = np.asarray(np.linalg.inv(mat_to_picture(WIDTH_MM, HEIGHT_MM, SHOT)))
    x_mm, y_mm = place(to_mm, np.array([[SHOT.width_px - 1.0, SHOT.height_px / 2]]))[0].tolist()
    cut = paint_dice(table(), [LyingDie(x_mm, y_mm, 0, 1, "red")], TO_PX, Lamp())[:, -1].astype(int)
    # Red is at least 60 levels over blue on so many px as a die of 16 mm is high.
    assert (cut[:, 2] > cut[:, 0] + 60).sum() > 40
    assert np.array_equal(paint_dice(table(), [LyingDie(x_mm + 80, y_mm, 0, 1, "red")], TO_PX, Lamp()), table())
    assert np.array_equal(paint_dice(table(), [], TO_PX, Lamp()), table())


def test_a_projection_may_have_either_sign() -> None:
    die = [LyingDie(64, 36, 10, 5, "green")]
    assert np.array_equal(paint_dice(table(), die, TO_PX, Lamp()), paint_dice(table(), die, -TO_PX, Lamp()))


def test_no_die_is_pink() -> None:
    with pytest.raises(ValueError, match="No die is 'pink'; there are red, blue"):
        paint_dice(table(), [LyingDie(64, 36, 0, 1, "pink")], TO_PX, Lamp())


def test_the_lamp_of_a_shot_stands_where_its_light_comes_from() -> None:
    """From the picture's top, the mat turned clockwise by 90 degrees: the mat's own left edge is up there."""
    lamp = lamp_of(Shot(CameraPose(turn_deg=90), Light(angle_deg=0)))
    assert lamp.direction[:2] / np.linalg.norm(lamp.direction[:2]) == pytest.approx([-1, 0], abs=1e-6)


def test_light_on_a_flat_card_is_white_and_one() -> None:
    lamp = Lamp(colour=(0.8, 1.0, 1.2), room=0.2)
    total = (1 - lamp.room) * lamp.lamp_colour + lamp.room * lamp.room_colour
    assert total == pytest.approx([1, 1, 1])
    assert lamp.strength * lamp.direction[2] == pytest.approx(0.8)
    assert np.linalg.norm(lamp.directions(7), axis=1) == pytest.approx(np.ones(7))
