"""Every fault that people can mend, through rendered pictures: what is measured, what is said, and the cure."""

from __future__ import annotations

from dataclasses import replace

import cv2
import msgspec
import numpy as np
import pytest

from companion.table.fitness import Check, Fitness
from companion.table.geometry import bare_places
from companion.table.layout import Anchor, Layout
from companion.table.sightings import BARE
from tests.vision.fakes import NEAR, FakeClock, cards, plain
from tests.vision.render import Printed, Shot, corner_markers, projection, render
from tests.vision.test_scale import scaled
from tests.vision.virtual.mats import BESIDE, KIT
from vision.camera_pose import posed
from vision.cameras.frames import Frame, Pixels
from vision.fitness.checks import judge_fitness
from vision.fitness.checkup import EVERY_S, Checkup
from vision.fitness.clarity import FIT_SIGMAS, LEAST_SIGMAS, SIDES_PX
from vision.fitness.sharpness import blur_px
from vision.fitness.survey import see
from vision.lens import Lens
from vision.looks import Looker, Picture
from vision.markers import MarkerFinder
from vision.mirror import MIRRORED

NAMES = {"won.2": "Seat 3's prizes", "bowl": "the bowl"}


def ground(layout: Layout) -> list[Printed]:
    """The mat as it is printed: its corners, and every mark of bare ground."""
    bare = [Printed(int(BARE), each.centre.x_mm, each.centre.y_mm) for each in bare_places(layout, KIT)]
    return [*corner_markers(layout), *bare]


def pieces(layout: Layout) -> list[Printed]:
    """A card of the kit in the middle of every zone."""
    return [replace(each, marker=int(marker)) for each, marker in zip(cards(layout), sorted(KIT.single), strict=False)]


def looked_at(layout: Layout, *pictures: Pixels, lens: Lens | None = None) -> Picture:
    """What the eye makes of the last of these pictures."""
    looker = Looker(layout, KIT.printed)
    looker.lens = lens
    return [looker.picture(Frame(each.copy(), float(at), at), "Camera test") for at, each in enumerate(pictures, 1)][-1]


def judged(layout: Layout, *pictures: Pixels, lens: Lens | None = None) -> Fitness:
    picture = looked_at(layout, *pictures, lens=lens)
    assert picture.pixels is not None
    return judge_fitness(see(picture, picture.pixels, KIT, NAMES, MarkerFinder()))


def find(fitness: Fitness, name: str) -> Check:
    (found,) = [each for each in fitness.checks if each.name == name]
    return found


def shine(pixels: Pixels, layout: Layout, shot: Shot, x_mm: float, y_mm: float, wide_mm: float = 60.0) -> Pixels:
    """The picture with the soft reflection of a lamp at that place: full white in its middle."""
    matrix = projection(layout.width_mm, layout.height_mm, shot)[:, [0, 1, 3]]
    (at,) = cv2.perspectiveTransform(np.array([[[float(x_mm), float(y_mm)]]]), matrix)[0]
    (beside,) = cv2.perspectiveTransform(np.array([[[x_mm + wide_mm / 2, float(y_mm)]]]), matrix)[0]
    reach = float(np.linalg.norm(beside - at))
    down, across = np.mgrid[: pixels.shape[0], : pixels.shape[1]]
    far = np.hypot(across - at[0], (down - at[1]) * 1.5) / reach
    light = 400 * np.exp(-(far**4))
    return np.asarray(np.clip(pixels + light[:, :, None], 0, 255), dtype=np.uint8)


# --- a good table ---


@pytest.mark.parametrize("shot", [NEAR, Shot(), Shot(turn_deg=180, tilt_deg=15), Shot(light=0.7, tilt_deg=20)])
def test_a_good_table_can_be_read(layout: Layout, shot: Shot) -> None:
    fitness = judged(layout, render(layout, ground(layout), shot).pixels)
    assert [(each.name, each.verdict) for each in fitness.checks if each.verdict != "fit"] == []
    assert (fitness.verdict, fitness.text) == ("fit", "The table can be read.")


def test_the_mat_s_share_of_the_picture_is_told(layout: Layout) -> None:
    check = find(judged(layout, render(layout, ground(layout), NEAR).pixels), "mat")
    assert check.figure == "4 of 4 corner markers read; the mat fills 94 % of the picture"


def test_the_same_picture_gives_the_same_checks(layout: Layout) -> None:
    pixels = render(layout, ground(layout), NEAR).pixels
    assert judged(layout, pixels) == judged(layout, pixels)


# --- sharpness ---


@pytest.mark.parametrize("sigma", [0.5, 0.7, 0.9, 1.1, 1.3, 1.5])
@pytest.mark.parametrize("shot", [NEAR, pytest.param(Shot(), marks=pytest.mark.slow), Shot(tilt_deg=25, turn_deg=30)])
def test_the_blur_is_measured_to_a_seventh_of_a_pixel(layout: Layout, shot: Shot, sigma: float) -> None:
    pixels = render(layout, [*corner_markers(layout), *cards(layout)], replace(shot, blur_px=sigma, noise=3)).pixels
    grey = pixels[:, :, 0].copy()
    assert blur_px(grey, MarkerFinder().find(grey)) == pytest.approx(sigma, abs=0.15)


def test_without_a_marker_no_blur_is_measured() -> None:
    grey = plain(120)[:, :, 0].copy()
    assert blur_px(grey, MarkerFinder().find(grey)) is None


SOFT = "Turn the lens's focus ring until the markers are sharp, wipe the lens, or lower the camera."


@pytest.mark.parametrize(
    ("width", "height", "sigma", "verdict", "text"),
    [
        (1024, 683, 0.8, "fit", "The markers' edges are sharp."),
        (753, 503, 1.0, "barely", f"The picture is a little soft for markers of this size. {SOFT}"),
        (753, 503, 1.4, "unfit", f"The picture is too soft for markers of this size. {SOFT}"),
    ],
)
def test_how_sharp_it_must_be_goes_by_the_size_of_the_markers(
    layout: Layout, width: int, height: int, sigma: float, verdict: str, text: str
) -> None:
    check = find(judged(layout, render(layout, ground(layout), Shot(width, height, blur_px=sigma)).pixels), "sharpness")
    assert (check.verdict, check.text) == (verdict, text)


def test_the_limits_of_sharpness_are_those_of_the_table_in_markers() -> None:
    # The bar of tests/vision/test_marker_table.py: markers of 20 px bear 0.8 px of blur.
    assert 0.8 <= np.interp(20, SIDES_PX, LEAST_SIGMAS) <= 0.9
    assert all(fit < least for fit, least in zip(FIT_SIGMAS, LEAST_SIGMAS, strict=True))


def test_a_picture_out_of_focus(layout: Layout) -> None:
    fitness = judged(layout, render(layout, ground(layout), Shot(blur_px=7)).pixels)
    assert find(fitness, "sharpness").verdict == "unfit"
    assert find(fitness, "sharpness").text == (
        "The picture is out of focus. Wipe the lens, or turn its focus until the mat's markers are sharp."
    )


# --- size ---


def test_a_camera_at_640_x_480_that_reads_nothing_is_told_what_is_missing() -> None:
    wide = Layout("wide", 900, 600, (), corners(900, 600))
    check = find(judged(wide, render(wide, corner_markers(wide), Shot(640, 480, blur_px=0.8)).pixels), "size")
    # The mat's width on 94 % of 640 px, and markers of 18 mm.
    assert check.verdict == "unfit"
    assert f"{0.94 * 640 / wide.width_mm * 18:.0f} px wide" in check.text
    assert "only 640 × 480 pixels" in check.text
    assert check.text.endswith("Use a camera, or a mode of it, with at least 1280 × 720.")


def test_a_camera_at_640_x_480_that_reads_a_small_mat_is_told_all_the_same() -> None:
    small = Layout("small", 420, 297, (), corners(420, 297))
    fitness = judged(small, render(small, corner_markers(small), Shot(640, 480, blur_px=0.5)).pixels)
    assert find(fitness, "mat").verdict == "fit"
    check = find(fitness, "size")
    assert (check.verdict, check.figure.partition(";")[0]) == ("fit", "picture 640 × 480 px")
    smaller = Layout("mid", 500, 354, (), corners(500, 354))
    check = find(judged(smaller, render(smaller, corner_markers(smaller), Shot(640, 480, blur_px=0.5)).pixels), "size")
    assert check.verdict == "barely"
    assert check.text == (
        "The markers are only 22 px wide at the far side of the mat, and 24 are wanted. The picture has only 640 × 480 "
        "pixels. Use a camera, or a mode of it, with at least 1280 × 720."
    )


def corners(width_mm: float, height_mm: float) -> tuple[Anchor, ...]:
    """Corner markers of 18 mm on a mat of that size."""
    spots = ((20.0, 20.0), (width_mm - 20, 20.0), (width_mm - 20, height_mm - 20), (20.0, height_mm - 20))
    return tuple(Anchor(each, x, y, 18.0) for each, (x, y) in enumerate(spots))


def far_away(layout: Layout, shot: Shot, share: float) -> Pixels:
    """The picture from higher up: all of it smaller, amid the table."""
    pixels = render(layout, ground(layout), replace(shot, noise=0)).pixels
    height, width = pixels.shape[:2]
    small = cv2.resize(pixels, (round(width * share), round(height * share)), interpolation=cv2.INTER_AREA)
    room = np.full_like(pixels, 40)
    top, left = (height - small.shape[0]) // 2, (width - small.shape[1]) // 2
    room[top : top + small.shape[0], left : left + small.shape[1]] = small
    return room


IDEAL = Lens(
    "Camera test",
    NEAR.width_px,
    NEAR.height_px,
    1.1 * NEAR.width_px,
    1.1 * NEAR.width_px,
    (NEAR.width_px - 1) / 2,
    (NEAR.height_px - 1) / 2,
    0.0,
)
"""The lens that renders."""


@pytest.mark.slow
@pytest.mark.parametrize(("lens", "widths"), [(None, 0.9), (IDEAL, 1.1)])
def test_a_camera_too_high_is_to_be_lowered_by_so_much(layout: Layout, lens: Lens | None, widths: float) -> None:
    """A camera straight above does not tell its focal length: unless its lens is known, 0.9 widths are assumed."""
    fitness = judged(layout, far_away(layout, NEAR, 0.6), lens=lens)
    assert "The mat is small in the picture. Lower the camera by about a third." in find(fitness, "mat").text
    check = find(fitness, "size")
    side = 0.6 * 0.94 * NEAR.width_px / layout.width_mm * 18
    assert check.verdict == "unfit"
    # A pinhole of so many widths: the distance is the focal length over the pixels a millimetre.
    distance_cm = widths * NEAR.width_px / (side / 18) / 10
    lower_cm = distance_cm * (1 - side / 24 / 1.02)
    assert check.text.startswith(f"The markers are only {side:.0f} px wide")
    told = int(check.text.split("by about ")[1].split(" cm")[0])
    assert told == pytest.approx(lower_cm, rel=0.05)
    assert "pixels" not in check.text


# --- light and glare ---


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shot", "verdict", "text"),
    [
        (
            replace(NEAR, gain=0.11),
            "unfit",
            "It is too dark to read every marker. Switch a lamp on, or bring it nearer.",
        ),
        (replace(NEAR, gain=0.2), "barely", "It is rather dark. Switch a lamp on, or bring it nearer."),
        (
            replace(NEAR, gain=1.3),
            "barely",
            "The paper's white is washed out, so that a lamp's glare cannot be told from it. Dim the lamp a little.",
        ),
        (
            replace(Shot(), gain=3.0),
            "unfit",
            "The picture is over-exposed: black print is pale. Dim the lamp, or turn it away.",
        ),
    ],
)
def test_too_dark_and_too_bright(layout: Layout, shot: Shot, verdict: str, text: str) -> None:
    check = find(judged(layout, render(layout, ground(layout), shot).pixels), "light")
    assert (check.verdict, check.text) == (verdict, text)


def test_light_from_one_side_names_the_dark_one(layout: Layout) -> None:
    check = find(judged(layout, render(layout, ground(layout), replace(NEAR, light=0.2)).pixels), "light")
    assert check.verdict == "barely"
    assert check.text.startswith("The upper side of the mat has only ")
    assert check.text.endswith("Put a lamp on that side, or a second one.")


@pytest.mark.parametrize("grey", [0, 255])
def test_a_black_and_a_white_picture(layout: Layout, grey: int) -> None:
    fitness = judged(layout, plain(grey))
    assert find(fitness, "light").verdict == "unfit"
    assert find(fitness, "light").text.startswith(f"The picture is {'white' if grey else 'black'}.")
    assert find(fitness, "mat").verdict == "unfit"


@pytest.mark.slow
@pytest.mark.parametrize("shot", [NEAR, replace(NEAR, tilt_deg=20, turn_deg=180)])
def test_a_lamp_s_glare_names_what_it_hides(layout: Layout, shot: Shot) -> None:
    pixels = render(layout, ground(layout), shot).pixels
    (place,) = [each.centre for each in bare_places(layout, KIT) if each.zone == "won.2"]
    check = find(judged(layout, shine(pixels, layout, shot, place.x_mm, place.y_mm, 30)), "glare")
    assert check.verdict == "unfit"
    assert check.text == (
        f"A lamp washes out the print at the ground of {NAMES['won.2']}. Move the lamp, or turn it away."
    )
    corner = find(judged(layout, shine(pixels, layout, shot, *_at(layout.anchors[2]))), "glare")
    assert corner.text == "A lamp washes out the print at corner marker 2. Move the lamp, or turn it away."


def _at(anchor: Anchor) -> tuple[float, float]:
    return anchor.x_mm, anchor.y_mm


def test_glare_where_nothing_is_printed_is_told_mildly(layout: Layout) -> None:
    pixels = shine(render(layout, ground(layout), NEAR).pixels, layout, NEAR, *BESIDE, 40)
    check = find(judged(layout, pixels), "glare")
    assert check.verdict == "barely"
    assert "where nothing has to be read now. Move the lamp, or turn it away." in check.text


@pytest.mark.slow
def test_white_paper_is_no_glare(layout: Layout) -> None:
    for gain in (1.0, 1.09, 1.3):
        check = find(judged(layout, render(layout, ground(layout), replace(NEAR, gain=gain)).pixels), "glare")
        assert (check.verdict, check.text) == ("fit", "No lamp washes out the print.")


# --- tilt ---


@pytest.mark.parametrize("tilt", [0, 10, 20, 30, 35])
@pytest.mark.parametrize("turn", [0, pytest.param(90, marks=pytest.mark.slow), 200])
def test_the_tilt_is_right_to_four_degrees_in_rendered_pictures(layout: Layout, tilt: int, turn: int) -> None:
    # Upright in a wide picture the far corners are too small to be read in NEAR.
    shot = replace(Shot(1536, 1024) if turn == 90 else NEAR, tilt_deg=tilt, turn_deg=turn)
    check = find(judged(layout, render(layout, corner_markers(layout), shot).pixels), "tilt")
    assert int(check.figure.split("°")[0].removeprefix("about ")) == pytest.approx(tilt, abs=4)


@pytest.mark.parametrize("focal", [0.8, 1.5])
@pytest.mark.parametrize("tilt", [10, 20, 30, 35])
def test_the_tilt_is_right_to_four_degrees_with_another_lens(layout: Layout, focal: float, tilt: int) -> None:
    shot = Shot(tilt_deg=tilt, turn_deg=40)
    straight = projection(layout.width_mm, layout.height_mm, shot)
    # Another focal length from the same place: the picture grows around its middle.
    middle = np.array([(shot.width_px - 1) / 2, (shot.height_px - 1) / 2])
    zoom = np.array(
        [[focal / 1.1, 0, middle[0] * (1 - focal / 1.1)], [0, focal / 1.1, middle[1] * (1 - focal / 1.1)], [0, 0, 1]]
    )
    camera = posed(np.asarray(np.linalg.inv(zoom @ straight[:, [0, 1, 3]])), (shot.width_px, shot.height_px))
    assert camera.tilt_deg == pytest.approx(tilt, abs=4)


def test_a_camera_that_leans_too_far(layout: Layout) -> None:
    pixels = render(layout, ground(layout), Shot(tilt_deg=41)).pixels
    check = find(judged(layout, pixels), "tilt")
    assert (check.verdict, check.text) == ("unfit", "The camera leans too far. Move it over the middle of the mat.")
    rather = find(judged(layout, render(layout, ground(layout), Shot(tilt_deg=32)).pixels), "tilt")
    assert rather.verdict == "barely"


# --- the mat ---


def test_a_torn_corner_marker_is_named_with_its_place(layout: Layout) -> None:
    torn = [each for each in ground(layout) if each.marker != 3]
    fitness = judged(layout, render(layout, torn, NEAR).pixels)
    check = find(fitness, "mat")
    assert check.verdict == "barely"
    assert check.text == (
        "Corner marker 3, at the lower left, cannot be read: lay it flat, uncover it, or print it again."
    )
    assert fitness.text == "The table can be read. One thing could be better: the mat in the picture."
    turned = judged(layout, render(layout, torn, replace(NEAR, turn_deg=180)).pixels)
    assert "Corner marker 3, at the upper right," in find(turned, "mat").text


def test_a_bumped_camera(layout: Layout) -> None:
    before, after = (render(layout, ground(layout), replace(NEAR, shift_mm=(by, 0))).pixels for by in (0, 9))
    check = find(judged(layout, before, after), "mat")
    assert check.verdict == "unfit"
    assert check.text == (
        "The camera or the mat was moved, by 9 mm. Nothing is read until it stays put; then it goes on by itself."
    )


def room_mm(length_mm: float) -> float:
    """How much of the table is seen beside each edge of a mat of that length that fills 94 % of the picture."""
    return length_mm * (1 / 0.94 - 1) / 2


def test_a_mat_cut_off_at_an_edge(layout: Layout) -> None:
    pushed = replace(NEAR, shift_mm=(-5 - room_mm(layout.width_mm), 0))
    check = find(judged(layout, render(layout, ground(layout), pushed).pixels), "mat")
    assert check.verdict == "unfit"
    assert check.text.startswith("The mat is cut off at the left edge of the picture. Move the camera or the mat until")


def test_a_corner_marker_beyond_the_picture_is_not_called_torn(layout: Layout) -> None:
    pixels = render(
        layout, ground(layout), replace(NEAR, shift_mm=(0, -40 - room_mm(layout.height_mm)), turn_deg=4)
    ).pixels
    text = find(judged(layout, pixels), "mat").text
    assert text.startswith("The mat is cut off at the upper edge of the picture.")
    assert "lay it flat" not in text


def test_without_the_mat_the_look_s_own_sentence_is_given(layout: Layout) -> None:
    fitness = judged(layout, render(layout, pieces(layout), NEAR).pixels)
    assert "no corner marker of its mat. Put the whole mat under the camera" in find(fitness, "mat").text
    unknown = [each.name for each in fitness.checks if each.verdict == "unknown"]
    assert unknown == ["size", "glare", "tilt", "lens", "print"]
    assert fitness.text == "One thing to mend: the mat in the picture."


# --- the print, over some looks ---


def checkup(clock: FakeClock, picture: Picture, times: int) -> Fitness:
    made = Checkup(lambda: picture, clock)
    for _ in range(times):
        found = made.newest(KIT, NAMES)
        clock.pause(EVERY_S)
    assert found is not None
    return found


def test_a_kit_printed_at_97_percent(layout: Layout, clock: FakeClock) -> None:
    small = scaled(pieces(layout), 0.97)
    picture = looked_at(layout, render(layout, [*corner_markers(layout), *small], NEAR).pixels)
    check = find(checkup(clock, picture, 12), "print")
    assert check.verdict == "unfit"
    assert check.text == (
        "The pieces' markers measure about 3 % smaller beside the mat's: they were printed at about 97 %. Print them "
        "again at 100 %, without “fit to page”; the line on each sheet must then measure 100 mm."
    )


def test_a_checkup_reckons_no_oftener_than_it_should(layout: Layout, clock: FakeClock) -> None:
    asked = list[int]()
    picture = looked_at(layout, render(layout, ground(layout), NEAR).pixels)

    def newest() -> Picture:
        asked.append(1)
        return replace(picture, look=msgspec.structs.replace(picture.look, number=len(asked)))

    made = Checkup(newest, clock)
    frames = list[int]()
    for _ in range(4):
        found = made.newest(KIT, NAMES)
        assert found is not None
        frames.append(found.frame)
        clock.pause(EVERY_S * 0.4)
    assert frames == [1, 1, 1, 4]


def test_before_the_first_picture_there_is_nothing(clock: FakeClock) -> None:
    assert Checkup(lambda: None, clock).newest(KIT, NAMES) is None


def test_a_mirrored_picture_is_called_so_and_not_unsharp(layout: Layout) -> None:
    pixels = np.ascontiguousarray(render(layout, ground(layout), NEAR).pixels[:, ::-1])
    fitness = judged(layout, pixels)
    assert find(fitness, "mat").verdict == "unfit"
    assert MIRRORED in find(fitness, "mat").text
    assert find(fitness, "sharpness").verdict == "unknown"
