"""What one picture is made of, in words: every trouble a table has with its camera, through real pixels."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.table.geometry import bare_places
from companion.table.layout import Layout
from companion.table.sightings import BARE, MarkerId, PrintedMarker
from tests.vision.fakes import NEAR, FakeClock, cards, plain, table
from tests.vision.render import Printed, Shot, corner_markers, render
from tests.vision.virtual.mats import BESIDE, KIT, LAYOUT, lying, middle, painter, shown, small
from vision.camera_choice import camera_opener
from vision.cameras.files import VideoFile
from vision.cameras.frames import Frame, Pixels
from vision.looks import Look, Looker
from vision.virtual.scene import Hand, Scene
from vision.virtual.shot import CameraPose

ALL = {MarkerId(each): PrintedMarker(18.0) for each in range(4, 586)}
OURS = {MarkerId(each): PrintedMarker(18.0) for each in range(20, 40)}
NAME = "Camera test"


def look(layout: Layout, *pictures: Pixels, printed: dict[MarkerId, PrintedMarker] | None = None) -> Look:
    """The look at the last of these pictures."""
    looker = Looker(layout, ALL if printed is None else printed)
    looks = [looker.look(Frame(each, float(at), at), NAME) for at, each in enumerate(pictures, 1)]
    return looks[-1]


def zones(seen: Look, layout: Layout) -> Counter[tuple[str, int]]:
    """Zone and marker of everything that counts."""
    return Counter(
        (zone.zone, int(each.marker))
        for each in seen.sightings
        for zone in layout.zones
        if 0 <= each.x_mm - zone.x_mm <= zone.width_mm and 0 <= each.y_mm - zone.y_mm <= zone.height_mm
    )


@pytest.mark.parametrize(
    ("grey", "text"),
    [
        (0, "The picture is black. Take the cover off the lens, or switch a light on."),
        (255, "The picture is white. Take away the light that shines into the lens."),
        (120, "The picture shows one even surface. Take away what covers the lens or the mat."),
    ],
)
def test_a_covered_lens(layout: Layout, grey: int, text: str) -> None:
    seen = look(layout, plain(grey))
    assert (seen.state, seen.sightings, seen.health.status) == ("lost", (), "failed")
    assert seen.verdict == seen.reading.unseen == seen.health.text == f"{NAME} sees no marker. {text}"


def test_a_lens_out_of_focus(layout: Layout) -> None:
    assert "The picture is out of focus." in look(layout, table(layout, Shot(blur_px=8))).verdict


def test_a_mat_out_of_sight(layout: Layout) -> None:
    assert look(layout, table(layout), render(layout, [], NEAR).pixels).reading.unseen == (
        f"{NAME} sees no marker. Put the mat under the camera, with nothing over it and in good light, and see that "
        "the lens is sharp."
    )


def test_a_cloth_over_the_whole_mat(layout: Layout) -> None:
    cloth = table(layout).copy()
    # A checked one: no even surface, and no marker.
    checks = np.kron(np.indices((9, 16)).sum(axis=0) % 2, np.ones((144, 144)))
    cloth[:] = (90 + 40 * checks[: cloth.shape[0], : cloth.shape[1], None]).astype(np.uint8)
    seen = look(layout, table(layout), cloth)
    assert (seen.state, seen.sightings) == ("lost", ())
    assert "Put the mat under the camera, with nothing over it" in seen.verdict


def test_hands_over_the_mat_s_corners() -> None:
    hands = (Hand(20, 20, 0), Hand(LAYOUT.width_mm - 20, 20, 0))
    seen = look(LAYOUT, shown(small()), shown(small(), Scene(hands=hands)), printed=KIT.printed)
    assert (seen.state, seen.sightings) == ("lost", ())
    assert seen.verdict.endswith(
        " markers, of this game too, but no corner marker of its mat. Put the whole mat under the camera, its corners "
        "uncovered."
    )


def test_a_hand_over_two_of_the_mat_s_corners(layout: Layout) -> None:
    two = render(layout, [*corner_markers(layout, leave_out=(1, 2)), *cards(layout)], NEAR).pixels
    assert look(layout, table(layout), two).state == "held"
    assert look(layout, two).verdict == (
        f"{NAME} sees {len(cards(layout)) + 2} markers. Only 2 of the mat's 4 corner markers can be read; 1 and 2 "
        "cannot. Uncover the mat's corners, or move the camera until all are in view; 3 are enough."
    )


def test_a_mat_turned_upside_down_is_read_as_it_lies(layout: Layout) -> None:
    straight, turned = look(layout, table(layout)), look(layout, table(layout, replace(NEAR, turn_deg=180)))
    assert turned.verdict == "The mat lies in view, turned by 180 degrees, which does not matter."
    assert zones(turned, layout) == zones(straight, layout)
    assert zones(turned, layout).total() == len(layout.zones)


def test_what_does_not_count_is_named(layout: Layout) -> None:
    more = [Printed(400, *BESIDE), Printed(401, BESIDE[0], BESIDE[1] + 40)]
    seen = look(layout, table(layout, more=more), printed={each: ALL[each] for each in ALL if each != 400})
    assert [each.reason for each in seen.rejected] == ["unknown", "outside"]
    assert seen.health.text == (
        f"The mat lies in view. {len(cards(layout))} pieces are read. Marker 400 belongs to no piece of this game. "
        "Take it off the mat, or say under “Unknown cards” what it is. 1 more do not count."
    )


def test_a_marker_seen_twice(layout: Layout) -> None:
    two = [Printed(20, *middle("bowl")), Printed(20, *middle("won.1"))]
    seen = look(layout, render(layout, [*corner_markers(layout), *two], NEAR).pixels)
    assert seen.health.text == (
        "The mat lies in view. No piece is read. Marker 20 is seen twice, but only one piece carries it. Take the copy "
        "off the mat. 1 more do not count."
    )


def test_bare_ground_is_no_piece() -> None:
    card = lying("card:1", "bid.1")
    seen = look(LAYOUT, shown(small(), Scene((card,))), printed=KIT.printed)
    # The card covers what is printed where it lies, and carries such a marker itself.
    assert len(bare_places(LAYOUT, KIT)) - 2 <= sum(each.marker == BARE for each in seen.sightings)
    assert seen.rejected == ()
    assert seen.health.text == "The mat lies in view. 1 piece is read."


def test_an_arm_over_the_mat_is_told() -> None:
    hand = Hand(LAYOUT.width_mm / 2, LAYOUT.height_mm / 2, 0)
    seen = look(LAYOUT, shown(small(CameraPose(15)), Scene(hands=(hand,))), printed=KIT.printed)
    assert seen.state == "in view"
    (spot,) = seen.reading.reaching
    assert spot.x_mm == pytest.approx(hand.x_mm, abs=15)
    assert spot.y_mm == LAYOUT.height_mm - LAYOUT.rim_mm / 2


def test_markers_of_another_game_are_named(layout: Layout) -> None:
    foreign = [Printed(each, 150 + 100 * place, 200) for place, each in enumerate((101, 12, 47))]
    seen = look(layout, render(layout, foreign, NEAR).pixels, printed=OURS)
    assert (seen.state, seen.health.status) == ("lost", "failed")
    assert seen.reading.unseen == (
        f"{NAME} sees 3 markers, and none is of this game's mat: 12, 47 and 101. Put the mat under the camera."
    )
    assert look(layout, render(layout, foreign[:1], NEAR).pixels, printed=OURS).verdict == (
        f"{NAME} sees 1 marker, and it is not of this game's mat: 101. Put the mat under the camera."
    )


def test_many_markers_of_another_game_are_counted(layout: Layout) -> None:
    foreign = [Printed(100 + each, 60 + 55 * each, 200) for each in range(9)]
    assert look(layout, render(layout, foreign, NEAR).pixels, printed=OURS).verdict == (
        f"{NAME} sees 9 markers, and none is of this game's mat: 100, 101, 102, 103, 104 and 4 others. "
        "Put the mat under the camera."
    )


def test_another_game_s_marker_with_the_number_of_a_corner(layout: Layout) -> None:
    foreign = [Printed(0, 130, 200), Printed(12, 260, 200), Printed(47, 390, 200)]
    assert look(layout, render(layout, foreign, NEAR).pixels, printed=OURS).verdict == (
        f"{NAME} sees 3 markers, and 12 and 47 are not of this game. Only 0 has the number of a corner of its mat; 3 "
        "are needed. Put that mat under the camera, its corners uncovered."
    )
    many = [*foreign, Printed(0, 460, 200)]
    assert "4 markers, and 12 and 47 are not of this game. Marker 0 is seen 2 times" in (
        look(layout, render(layout, many, NEAR).pixels, printed=OURS).verdict
    )


def test_pieces_without_their_mat(layout: Layout) -> None:
    assert look(layout, render(layout, cards(layout), NEAR).pixels).verdict == (
        f"{NAME} sees {len(cards(layout))} markers, of this game too, but no corner marker of its mat. Put the "
        "whole mat under the camera, its corners uncovered."
    )


def test_a_folder_of_pictures_with_foreign_markers(tmp_path: Path, layout: Layout, clock: FakeClock) -> None:
    folder = tmp_path / "tags"
    folder.mkdir()
    foreign = [Printed(12, 130, 200), Printed(21, 260, 200), Printed(44, 390, 200)]
    cv2.imwrite(str(folder / "a.jpg"), render(layout, foreign, NEAR).pixels)
    opener = camera_opener(str(folder), clock)
    assert opener is not None
    camera = opener()
    frame = camera.read(0)
    assert frame is not None
    # Other games use the same numbers: 21 and 44 are on cards of this one, and 12 is on nothing of it.
    assert [MarkerId(each) in KIT.kinds for each in (12, 21, 44)] == [False, True, True]
    seen = Looker(layout, KIT.printed).look(frame, camera.name)
    assert seen.verdict == (
        "Folder tags sees 3 markers, and none is of this game's mat: 12, 21 and 44. Put the mat under the camera."
    )


def test_a_video_shows_the_same_as_its_frames(tmp_path: Path, clock: FakeClock) -> None:
    shot = small(CameraPose(12))
    scenes = [Scene(tuple(lying("card:1", "won.1", place=each) for each in range(count))) for count in range(4)]
    frames = [painter(shot).render(scene, seed) for seed, scene in enumerate(scenes)]
    path = tmp_path / "game.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5, (shot.width_px, shot.height_px))
    for each in frames:
        writer.write(each)
    writer.release()
    video = VideoFile(path, clock, paced=False)
    looker, again = Looker(LAYOUT, KIT.printed), Looker(LAYOUT, KIT.printed)
    for number, pixels in enumerate(frames):
        frame = video.read(0)
        assert frame is not None
        filmed, straight = looker.look(frame, video.name), again.look(Frame(pixels, 0, number), NAME)
        assert zones(filmed, LAYOUT) == zones(straight, LAYOUT)
        assert sum(each.marker != BARE for each in filmed.sightings) == number
        for one, other in zip(filmed.sightings, straight.sightings, strict=True):
            assert abs(one.x_mm - other.x_mm) + abs(one.y_mm - other.y_mm) < 5 or one.marker == BARE


def test_markers_that_are_too_small_are_told(layout: Layout) -> None:
    small = "Markers are only 19 px wide, and some are missed: the setup page says what to do."
    assert small in look(layout, table(layout, with_markers_of(19.25))).health.text
    assert "px wide" not in look(layout, table(layout, with_markers_of(24.0))).health.text


def with_markers_of(side_px: float) -> Shot:
    """A picture with markers of so many px: the mat fills 94 % of it."""
    px_per_mm = side_px / KIT.marker_side_mm / 0.94
    return Shot(round(LAYOUT.width_mm * px_per_mm), round(LAYOUT.height_mm * px_per_mm))
