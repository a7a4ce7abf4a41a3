"""Whether the camera stands well and the print is right: the mat in the picture, size, tilt, lens and scale."""

from __future__ import annotations

import numpy as np

from companion.table.fitness import Check, Verdict
from vision.fitness.survey import FULL_FILL, Seen, listed
from vision.mat import Points, place, seen_anchors

FIT_PX, LEAST_PX = 24.0, 20.0
"""Side of a marker at the far side of the mat, from which on it is fit, and under which it is not.

From 20 px on 99.9 % of rendered markers are read up to a blur of 1.2 px, from 24 px on up to 1.6; under 20 px one in a
hundred is lost in any blur (docs/markers.md).
"""
MOST_TILT_DEG, GOOD_TILT_DEG = 35.0, 28.0
"""The virtual camera is tested up to 35 degrees, and played with up to 28."""
GOOD_FILL = 0.6
"""Share of the picture that the mat should take."""
SIZES_PX = ((1280, 720), (1920, 1080), (2304, 1296), (3840, 2160))


def check_mat(seen: Seen, size: Verdict) -> Check:
    """Whether all of the mat is in the picture, with its corners."""

    def check(verdict: Verdict, figure: str, text: str) -> Check:
        return Check("mat", "The mat in the picture", verdict, figure, text)

    count = f"{len(seen_anchors(seen.markers, seen.layout))} of {len(seen.layout.anchors)} corner markers read"
    if seen.picture.look.state == "moved":
        return check("unfit", count, seen.picture.look.verdict)
    if seen.mat is None or seen.framing is None:
        return check("unfit", count, seen.picture.look.verdict)
    fill = min(1.0, seen.framing.fill)
    figure = f"{count}; the mat fills {round(100 * fill)} % of the picture"
    texts = list[str]()
    if seen.framing.cut:
        texts.append(
            f"The mat is cut off at the {listed(seen.framing.cut)} edge of the picture. Move the camera or the mat "
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
    texts = texts or ["The whole mat is in view, and each of its corners is read."]
    # A mat printed before mats had a mark is as good as another: a word, and no fault.
    return check(verdict, figure, " ".join((*texts, *filter(None, (seen.picture.unmarked,)))))


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


def check_size(seen: Seen) -> Check:
    """Whether the markers are large enough."""
    width, height = seen.size_px
    side, framing = seen.side_px, seen.framing
    verdict: Verdict = "fit" if side >= FIT_PX else "barely" if side >= LEAST_PX else "unfit"
    if framing is None:
        figure = f"picture {width} × {height} px; markers {side:.0f} px at best"
        if verdict == "fit":
            text = "How large the markers are cannot be told until the mat is found."
            return Check("size", "Size of the markers", "unknown", f"picture {width} × {height} px", text)
        return Check(
            "size", "Size of the markers", verdict, figure, f"{_too_small(side, width, height)} {_larger(seen)}"
        )
    least, most = framing.least_px_per_mm, framing.most_px_per_mm
    figure = f"picture {width} × {height} px; {least:.1f} to {most:.1f} px a mm; markers {side:.0f} px at the far side"
    if verdict == "fit":
        return Check("size", "Size of the markers", verdict, figure, "The markers are large enough.")
    wanted, room = FIT_PX / side * 1.02, FULL_FILL / min(framing.fill, FULL_FILL)
    text = f"The markers are only {side:.0f} px wide at the far side of the mat, and {FIT_PX:.0f} are wanted."
    if room > 1.05:
        middle_mm = framing.focal_px / ((least + most) / 2)
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
    fill = min(seen.framing.fill, FULL_FILL) if seen.framing else FULL_FILL
    needed = width * FIT_PX / seen.side_px * fill / FULL_FILL
    across, down = next((each for each in SIZES_PX if each[0] >= needed), SIZES_PX[-1])
    return f"Use a camera, or a mode of it, with at least {across} × {down}."


def check_tilt(seen: Seen) -> Check:
    """Whether the camera looks down steeply enough."""
    if seen.framing is None:
        text = "How far the camera leans cannot be told until the mat is found."
        return Check("tilt", "Tilt of the camera", "unknown", "", text)
    tilt = seen.framing.tilt_deg
    figure = f"about {tilt:.0f}°, from how the mat's far side shrinks"
    if tilt <= GOOD_TILT_DEG:
        return Check("tilt", "Tilt of the camera", "fit", figure, "The camera looks down steeply enough.")
    verdict: Verdict = "barely" if tilt <= MOST_TILT_DEG else "unfit"
    lean = "rather far" if verdict == "barely" else "too far"
    text = f"The camera leans {lean}. Move it over the middle of the mat."
    return Check("tilt", "Tilt of the camera", verdict, figure, text)


def check_lens(seen: Seen, bent: str) -> Check:
    """Whether the lens needs to be calibrated; `bent` says so."""
    if bent:
        return Check("lens", "The lens", "unfit", "", bent)
    if seen.mat is None:
        return Check("lens", "The lens", "unknown", "", "What the lens bends cannot be told until the mat is found.")
    return Check("lens", "The lens", "fit", "", "The lens shows the mat straight enough.")


def check_print(seen: Seen, scale: str) -> Check:
    """Whether all was printed at one scale; `scale` says where not."""
    if scale:
        return Check("print", "Scale of the print", "unfit", "", scale)
    if seen.mat is None or seen.side_px < LEAST_PX:
        text = (
            "Whether all was printed at one scale cannot be told from markers this small, or before the mat is found."
        )
        return Check("print", "Scale of the print", "unknown", "", text)
    text = "Pieces and mat fit each other. The line on each sheet must measure 100 mm."
    return Check("print", "Scale of the print", "fit", "", text)
