"""Whether a table is fit to be read: one picture judged in every way that people can mend, with a cure for each fault.

Pure: the same picture gives the same checks. It costs several looks, so nobody should ask every frame.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from companion.table.fitness import Check, Fitness, Verdict, sum_up
from companion.table.kit import Kit
from companion.table.laying import bare_places
from companion.table.layout import Layout
from vision.frames import Pixels
from vision.glare import FULL, Glare, Levels, find_glare, lies_in, print_levels
from vision.lens import flattened
from vision.looks import Picture
from vision.markers import MarkerFinder, Markers
from vision.mat import Mat, NoMat, Points, find_mat, place, seen_anchors
from vision.pictures import judge_picture
from vision.sharpness import blur_px
from vision.standing import Standing, stand

FIT_PX, LEAST_PX = 24.0, 20.0
"""Side of a marker at the far side of the mat, from which on it is fit, and under which it is not.

From 20 px on 99.9 % of rendered markers are read up to a blur of 1.2 px, from 24 px on up to 1.6; under 20 px one in a
hundred is lost in any blur (docs/markers.md).
"""
SIDES_PX = (18.0, 22.0, 26.0, 30.0)
FIT_SIGMAS = (0.3, 1.0, 1.4, 1.8)
LEAST_SIGMAS = (0.5, 1.2, 1.5, 1.9)
"""Sigma of the blur as it is measured, by side: up to the first nearly all markers are read, over the second some lost.

The table in docs/markers.md has 99 % and more up to the first and 0.1 px over it, by which the blur is measured too
low; over the second 97 % and fewer. More than 2 px was not measured.
"""
DIM, DARK = 50.0, 30.0
"""Difference of white and black print, in grey levels, under which the light is just enough, and under which not.

Of 30 rendered markers of 30 px with noise of 6 levels all were read from 40 on, 28 at 31, 14 at 23.
"""
PALE = 60.0
"""Black print this bright, beside white that is washed out, is over-exposed: 29 of 30 markers of 41 px were read at 62
and 13 at 85; of 29 px all but one at 47 and 4 at 84."""
UNEVEN = 0.5
"""Share of the brightest side's light under which the darkest is told of; chosen, as contrast suffers first."""
MOST_TILT_DEG, GOOD_TILT_DEG = 35.0, 28.0
"""The virtual camera is tested up to 35 degrees, and played with up to 28."""
GOOD_FILL, FULL_FILL = 0.6, 0.94
"""Share of the picture that the mat should take, and can take with some room around."""
SIZES_PX = ((1280, 720), (1920, 1080), (2304, 1296), (3840, 2160))
_CURE_SHARP = "Turn the lens's focus ring until the markers are sharp, wipe the lens, or lower the camera."


@dataclass(frozen=True, eq=False)
class Seen:
    """One picture with what was found in it: what all checks look at."""

    picture: Picture
    grey: Pixels
    """Without what the lens bends, where that is known."""
    layout: Layout
    kit: Kit
    names: Mapping[str, str]
    markers: Markers
    mat: Mat | None
    standing: Standing | None
    levels: Levels
    trouble: str
    """What is wrong with a picture in which no mat could be found; else ""."""
    size_px: tuple[int, int]
    """Width and height of the camera's own picture."""

    @property
    def side_px(self) -> float:
        """Side of a marker at the far side of the mat; where the mat is not found, as large as it could be at best."""
        width, height = self.size_px
        if self.standing:
            return self.standing.least_px_per_mm * _side_mm(self.layout, self.kit)
        across, down = self.layout.width_mm, self.layout.height_mm
        best = max(min(width / across, height / down), min(width / down, height / across))
        return FULL_FILL * best * _side_mm(self.layout, self.kit)


def see(picture: Picture, pixels: Pixels, kit: Kit, names: Mapping[str, str], finder: MarkerFinder) -> Seen:
    """Everything in a picture that has these pixels. `names` are what people call the zones amid a sentence."""
    flat = flattened(pixels, picture.mat, picture.lens)[0] if picture.mat is not None else pixels
    grey = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    markers = finder.find(grey)
    found = find_mat(markers, picture.layout)
    mat = None if isinstance(found, NoMat) else found
    standing = stand(mat.to_mm, picture.layout, grey.shape[1], grey.shape[0]) if mat else None
    return Seen(
        picture,
        grey,
        picture.layout,
        kit,
        names,
        markers,
        mat,
        standing,
        print_levels(grey, markers),
        judge_picture(pixels) if mat is None else "",
        (pixels.shape[1], pixels.shape[0]),
    )


def judge_fitness(seen: Seen, scale: str = "", bent: str = "") -> Fitness:
    """The checks of one picture, under one verdict.

    `scale` is what `ScaleWatch` says after some looks, `bent` what `lens_verdict` says.
    """
    size = _check_size(seen)
    checks = [
        _check_mat(seen, size.verdict),
        size,
        _check_sharpness(seen),
        _check_light(seen),
        _check_glare(seen),
        _check_tilt(seen),
        _check_lens(seen, bent),
        _check_print(seen, scale),
    ]
    return sum_up(checks, seen.picture.look.number)


def no_fitness(picture: Picture) -> Fitness:
    """Of a picture without pixels: one check, with the look's own sentence."""
    return sum_up([Check("camera", "The camera", "unfit", "", picture.look.verdict)], picture.look.number)


def _side_mm(layout: Layout, kit: Kit) -> float:
    """Side of the smallest marker that must be read."""
    return min(kit.marker_side_mm, *(each.side_mm for each in layout.anchors))


# --- the mat in the picture ---


def _check_mat(seen: Seen, size: Verdict) -> Check:
    def check(verdict: Verdict, figure: str, text: str) -> Check:
        return Check("mat", "The mat in the picture", verdict, figure, text)

    count = f"{len(seen_anchors(seen.markers, seen.layout))} of {len(seen.layout.anchors)} corner markers read"
    if seen.picture.look.state == "moved":
        return check("unfit", count, seen.picture.look.verdict)
    if seen.mat is None or seen.standing is None:
        return check("unfit", count, seen.picture.look.verdict)
    fill = min(1.0, seen.standing.fill)
    figure = f"{count}; the mat fills {round(100 * fill)} % of the picture"
    texts = list[str]()
    if seen.standing.cut:
        texts.append(
            f"The mat is cut off at the {_listed(seen.standing.cut)} edge of the picture. Move the camera or the mat "
            "until all of it is in view, or raise the camera."
        )
    verdict: Verdict = "unfit" if texts else "fit"
    for each in seen.mat.missing:
        if where := _corner(seen, each):
            texts.append(
                f"Corner marker {each}, at the {where}, cannot be read: lay it flat, uncover it, or print it again."
            )
    for each in seen.mat.astray:
        texts.append(f"Corner marker {each} is not where it belongs: lay it flat, or print the mat again.")
    if fill < GOOD_FILL and size != "fit":
        texts.append(f"The mat is small in the picture. Lower the camera by about {_share(1 - fill / FULL_FILL)}.")
    if texts and verdict == "fit":
        verdict = "barely"
    return check(verdict, figure, " ".join(texts) or "The whole mat is in view, and each of its corners is read.")


def _corner(seen: Seen, anchor: int) -> str:
    """Where in the picture a corner marker belongs, as in "lower left"; "" where that is beyond its edge."""
    assert seen.mat is not None
    at = next(each for each in seen.layout.anchors if each.id == anchor)
    to_px = np.asarray(np.linalg.inv(seen.mat.to_mm), dtype=np.float64)
    middle_mm = [seen.layout.width_mm / 2, seen.layout.height_mm / 2]
    point, middle = place(to_px, np.array([[at.x_mm, at.y_mm], middle_mm]))
    height, width = seen.grey.shape
    is_in = 0 <= point[0] < width and 0 <= point[1] < height
    return _side_of(point, middle) if is_in else ""


def _side_of(point: Points, middle: Points) -> str:
    return f"{'upper' if point[1] < middle[1] else 'lower'} {'left' if point[0] < middle[0] else 'right'}"


def _share(part: float) -> str:
    """A share in words, as people move a camera."""
    words = {0.25: "a quarter", 1 / 3: "a third", 0.5: "half", 2 / 3: "two thirds", 0.75: "three quarters"}
    return words[min(words, key=lambda each: abs(each - part))]


# --- how large, how sharp ---


def _check_size(seen: Seen) -> Check:
    width, height = seen.size_px
    side, standing = seen.side_px, seen.standing
    verdict: Verdict = "fit" if side >= FIT_PX else "barely" if side >= LEAST_PX else "unfit"
    if standing is None:
        figure = f"picture {width} × {height} px; markers {side:.0f} px at best"
        if verdict == "fit":
            text = "How large the markers are cannot be told until the mat is found."
            return Check("size", "Size of the markers", "unknown", f"picture {width} × {height} px", text)
        return Check(
            "size", "Size of the markers", verdict, figure, f"{_too_small(side, width, height)} {_larger(seen)}"
        )
    least, most = standing.least_px_per_mm, standing.most_px_per_mm
    figure = f"picture {width} × {height} px; {least:.1f} to {most:.1f} px a mm; markers {side:.0f} px at the far side"
    if verdict == "fit":
        return Check("size", "Size of the markers", verdict, figure, "The markers are large enough.")
    wanted, room = FIT_PX / side * 1.02, FULL_FILL / min(standing.fill, FULL_FILL)
    text = f"The markers are only {side:.0f} px wide at the far side of the mat, and {FIT_PX:.0f} are wanted."
    if room > 1.05:
        middle_mm = standing.focal * width / ((least + most) / 2)
        lower_cm = max(1, round(middle_mm * (1 - 1 / min(wanted, room)) / 10))
        text = f"{text} Lower the camera by about {lower_cm} cm."
    if wanted > room:
        also = "Also the picture" if room > 1.05 else "The picture"
        text = f"{text} {also} has only {width} × {height} pixels. {_larger(seen)}"
    return Check("size", "Size of the markers", verdict, figure, text)


def _too_small(side: float, width: int, height: int) -> str:
    return (
        f"The picture has only {width} × {height} pixels: even where the mat fills it, a marker is {side:.0f} px wide, "
        f"and {FIT_PX:.0f} are wanted."
    )


def _larger(seen: Seen) -> str:
    """The picture size that would do, with the mat filling it."""
    width, _ = seen.size_px
    fill = min(seen.standing.fill, FULL_FILL) if seen.standing else FULL_FILL
    needed = width * FIT_PX / seen.side_px * fill / FULL_FILL
    across, down = next((each for each in SIZES_PX if each[0] >= needed), SIZES_PX[-1])
    return f"Use a camera, or a mode of it, with at least {across} × {down}."


def _check_sharpness(seen: Seen) -> Check:
    def check(verdict: Verdict, figure: str, text: str) -> Check:
        return Check("sharpness", "Sharpness", verdict, figure, text)

    sigma = blur_px(seen.grey, seen.markers)
    if sigma is None:
        if "out of focus" in seen.trouble:
            return check("unfit", "", seen.trouble)
        return check("unknown", "", "How sharp the picture is cannot be told until a marker is read.")
    fit, least = (float(np.interp(seen.side_px, SIDES_PX, each)) for each in (FIT_SIGMAS, LEAST_SIGMAS))
    figure = f"blur of {sigma:.1f} px at markers of {seen.side_px:.0f} px"
    if sigma <= fit:
        return check("fit", figure, "The markers' edges are sharp.")
    if sigma <= least:
        return check("barely", figure, f"The picture is a little soft for markers of this size. {_CURE_SHARP}")
    return check("unfit", figure, f"The picture is too soft for markers of this size. {_CURE_SHARP}")


# --- light ---


def _check_light(seen: Seen) -> Check:
    def check(verdict: Verdict, figure: str, text: str) -> Check:
        return Check("light", "Light", verdict, figure, text)

    levels = seen.levels
    if not len(levels.white):
        if seen.trouble.startswith(("The picture is black", "The picture is white")):
            return check("unfit", "", seen.trouble)
        return check("unknown", "", "How bright the mat is cannot be told until a marker is read.")
    white, black = float(np.median(levels.white)), float(np.median(levels.black))
    # The dimmest tenth: a marker in the dark is lost however bright the others are.
    contrast = float(np.percentile(levels.white - levels.black, 10))
    figure = f"white {white:.0f}, black {black:.0f} of 255"
    if white >= FULL and black >= PALE:
        return check(
            "unfit", figure, "The picture is over-exposed: black print is pale. Dim the lamp, or turn it away."
        )
    if contrast < DARK:
        return check("unfit", figure, "It is too dark to read every marker. Switch a lamp on, or bring it nearer.")
    share, dark_side = _evenness(seen)
    if share < UNEVEN:
        text = (
            f"The {dark_side} side of the mat has only {round(100 * share)} % of the light of the brightest one. Put a "
            "lamp on that side, or a second one."
        )
        return check("barely", f"{figure}; {round(100 * share)} % at the darkest side", text)
    if contrast < DIM:
        return check("barely", figure, "It is rather dark. Switch a lamp on, or bring it nearer.")
    if white >= FULL:
        text = "The paper's white is washed out, so that a lamp's glare cannot be told from it. Dim the lamp a little."
        return check("barely", figure, text)
    return check("fit", figure, "The mat is bright enough and evenly lit.")


def _evenness(seen: Seen) -> tuple[float, str]:
    """Light of the darkest side of the picture against that of the brightest, and which side that is."""
    middles, white = seen.levels.middles_px, seen.levels.white
    if len(white) < 4:
        return 1.0, ""
    low, high = middles.min(axis=0), middles.max(axis=0)
    third = (high - low) / 3
    sides = {
        "left": middles[:, 0] <= low[0] + third[0],
        "right": middles[:, 0] >= high[0] - third[0],
        "upper": middles[:, 1] <= low[1] + third[1],
        "lower": middles[:, 1] >= high[1] - third[1],
    }
    light = {name: float(np.median(white[each])) for name, each in sides.items() if each.any()}
    darkest = min(light, key=lambda each: light[each])
    return light[darkest] / max(1.0, *light.values()), darkest


def _check_glare(seen: Seen) -> Check:
    def check(verdict: Verdict, figure: str, text: str) -> Check:
        return Check("glare", "Glare", verdict, figure, text)

    if seen.mat is None:
        return check("unknown", "", "Whether a lamp washes print out cannot be told until the mat is found.")
    white = float(np.median(seen.levels.white)) if len(seen.levels.white) else 0.0
    grounds = bare_places(seen.layout, seen.kit)
    found = find_glare(seen.grey, seen.mat.to_mm, seen.layout, grounds, seen.markers, white)
    if not found:
        return check("fit", "no place is washed out", "No lamp washes out the print.")
    area_cm2 = sum(each.area_mm2 for each in found) / 100
    places = "1 place" if len(found) == 1 else f"{len(found)} places"
    lost = any(each.anchors or each.grounds for each in found)
    where = _listed(tuple(dict.fromkeys(name for each in found for name in _named(seen, each))))
    cure = "Move the lamp, or turn it away."
    if lost:
        return check("unfit", f"{places}, {area_cm2:.0f} cm²", f"A lamp washes out the print at {where}. {cure}")
    text = f"A lamp is mirrored at {where}, where nothing has to be read now. {cure}"
    return check("barely", f"{places}, {area_cm2:.0f} cm²", text)


def _named(seen: Seen, glare: Glare) -> list[str]:
    """What people call the place: the markers that are lost there, else its zone."""
    lost = [f"corner marker {each}" for each in glare.anchors]
    lost += [f"the ground of {seen.names.get(each, each)}" for each in glare.grounds]
    if lost:
        return lost
    zone = lies_in(glare.x_mm, glare.y_mm, seen.layout)
    return [seen.names.get(zone, zone) or "the mat"]


# --- tilt and print ---


def _check_tilt(seen: Seen) -> Check:
    if seen.standing is None:
        text = "How far the camera leans cannot be told until the mat is found."
        return Check("tilt", "Tilt of the camera", "unknown", "", text)
    tilt = seen.standing.tilt_deg
    figure = f"about {tilt:.0f}°, from how the mat's far side shrinks"
    if tilt <= GOOD_TILT_DEG:
        return Check("tilt", "Tilt of the camera", "fit", figure, "The camera looks down steeply enough.")
    verdict: Verdict = "barely" if tilt <= MOST_TILT_DEG else "unfit"
    lean = "rather far" if verdict == "barely" else "too far"
    text = f"The camera leans {lean}. Move it over the middle of the mat."
    return Check("tilt", "Tilt of the camera", verdict, figure, text)


def _check_lens(seen: Seen, bent: str) -> Check:
    if bent:
        return Check("lens", "The lens", "unfit", "", bent)
    if seen.mat is None:
        return Check("lens", "The lens", "unknown", "", "What the lens bends cannot be told until the mat is found.")
    return Check("lens", "The lens", "fit", "", "The lens shows the mat straight enough.")


def _check_print(seen: Seen, scale: str) -> Check:
    if scale:
        return Check("print", "Scale of the print", "unfit", "", scale)
    if seen.mat is None or seen.side_px < LEAST_PX:
        text = (
            "Whether all was printed at one scale cannot be told from markers this small, or before the mat is found."
        )
        return Check("print", "Scale of the print", "unknown", "", text)
    text = "Pieces and mat fit each other. The line on each sheet must measure 100 mm."
    return Check("print", "Scale of the print", "fit", "", text)


def _listed(names: tuple[str, ...]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
