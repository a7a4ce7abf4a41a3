"""What people are shown: the mat and what was read of it, and never what is beside it."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from companion.table.sightings import MarkerId
from tests.vision.virtual.mats import BESIDE, EMPTY, KIT, LAYOUT, large, lying, painter, shown
from vision.cameras.frames import Frame, Pixels
from vision.looks import Looker, Picture
from vision.overlay import BARE_DOT, BESIDE_MM, GROUND, INK, REACH, READ, REFUSED, draw
from vision.virtual.scene import Hand, PhysicalPiece, Scene
from vision.virtual.shot import CameraPose

SHOT = large(CameraPose(15, 3, fill=0.7))
CARD = lying("card:1", "won.1")
ASTRAY = PhysicalPiece("card:1", MarkerId(21), *BESIDE)
PLAYED = Scene((CARD, ASTRAY), (Hand(400, 280, 0),))
LABELS = {MarkerId(20): "Kn\u00ed\u011dht"}


@cache
def seen(scene: Scene = PLAYED) -> Picture:
    return Looker(LAYOUT, KIT.printed).picture(Frame(shown(SHOT, scene), 1.0, 1), "Camera test")


def opened(jpeg: bytes) -> Pixels:
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), dtype=np.uint8)


def count(drawn: Pixels, colour: tuple[int, int, int]) -> int:
    """Pixels of nearly that colour."""
    return int((np.abs(drawn.astype(int) - colour).max(axis=2) < 40).sum())


def test_pieces_rejections_bare_ground_and_arms_are_drawn() -> None:
    picture = seen()
    assert [each.marker for each in picture.look.rejected] == [21]
    assert len(picture.look.reading.reaching) == 1
    drawn, plain = opened(draw(picture, LABELS)), opened(draw(seen(EMPTY), LABELS))
    assert drawn.shape[1] == 1280
    for colour in (READ, REFUSED, REACH):
        assert count(plain, colour) < 10 < 50 < count(drawn, colour)
    assert count(plain, BARE_DOT) > 100


def test_a_marker_without_a_label_shows_its_number() -> None:
    picture = seen()
    assert draw(picture, {}) == draw(picture, {MarkerId(20): "20"}) != draw(picture, LABELS)
    # The font has no accents.
    assert draw(picture, LABELS) == draw(picture, {MarkerId(20): "Knight"})


def test_a_picture_as_small_as_a_page_shows_it_beside_the_rest_takes_less_than_it_could() -> None:
    for width_px, is_small in ((320, True), (480, True), (640, False)):
        stored = draw(seen(), LABELS, width_px)
        finer = cv2.imencode(".jpg", opened(stored), [cv2.IMWRITE_JPEG_QUALITY, 82])[1].nbytes
        assert (len(stored) < 0.8 * finer) is is_small, width_px


def test_nothing_beside_the_mat_is_shown() -> None:
    picture = seen()
    pixels = picture.pixels
    assert pixels is not None
    bright = np.full_like(pixels, 255)
    corners = np.array([[0, 0], [LAYOUT.width_mm, 0], [LAYOUT.width_mm, LAYOUT.height_mm], [0, LAYOUT.height_mm]])
    away = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (BESIDE_MM + 2)
    shown = cv2.perspectiveTransform((corners + away)[None].astype(np.float64), painter(SHOT).to_px)[0]
    cv2.fillConvexPoly(bright, shown.round().astype(np.int32), [0, 0, 0])
    beside = Picture(picture.look, picture.layout, bright, picture.mat)
    black = Picture(picture.look, picture.layout, np.zeros_like(pixels), picture.mat)
    # A table of white paper beside the mat, or none at all, to the last byte.
    assert draw(beside, LABELS) == draw(black, LABELS)


def test_a_mat_that_hangs_out_of_the_picture_is_drawn_as_far_as_it_is_seen() -> None:
    picture = seen()
    assert picture.pixels is not None
    cut = Picture(picture.look, picture.layout, picture.pixels[:470, :800], picture.mat)
    assert opened(draw(cut, LABELS, 640)).shape[1] == 640


@pytest.mark.parametrize("width_px", [320, 1280, 1920])
def test_without_a_mat_there_is_a_sentence_and_no_picture(width_px: int) -> None:
    pixels = shown(SHOT, Scene((CARD,)))
    # A camera that was pushed a little to the side.
    looker = Looker(LAYOUT, KIT.printed)
    looker.look(Frame(pixels, 1.0, 1), "Camera test")
    pushed = looker.picture(Frame(np.roll(pixels, 40, axis=1), 2.0, 2), "Camera test")
    assert pushed.look.state == "moved"
    drawn = opened(draw(pushed, LABELS, width_px))
    assert drawn.shape[:2] == (width_px * 9 // 16, width_px)
    assert np.median(drawn.reshape(-1, 3), axis=0) == pytest.approx(GROUND, abs=6)
    assert 20 < count(drawn, INK) < 0.1 * drawn.shape[0] * drawn.shape[1]
    blank = Picture(pushed.look, LAYOUT, np.zeros_like(pixels), None)
    assert draw(blank, LABELS, width_px) == draw(pushed, LABELS, width_px)
    # No word ends at the edge.
    assert np.abs(drawn[:, : width_px // 20].astype(int) - GROUND).max() < 12


def test_a_word_that_finds_no_room_is_left_out() -> None:
    picture = seen()
    reading = picture.look.reading
    (one,) = (each for each in reading.sightings if each.marker == 20)

    def inked(times: int) -> int:
        look = replace(picture.look, reading=replace(reading, sightings=(one,) * times))
        return count(opened(draw(Picture(look, picture.layout, picture.pixels, picture.mat), LABELS)), INK)

    word = inked(2) - inked(1)
    assert word > 50
    assert inked(5) - inked(4) == pytest.approx(word, rel=0.2)
    assert inked(9) - inked(5) == pytest.approx(0, abs=0.1 * word)
