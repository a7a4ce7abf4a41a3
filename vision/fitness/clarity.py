"""Whether the picture is sharp and the light good: blur, brightness, evenness, glare."""

from __future__ import annotations

import numpy as np

from companion.table.fitness import Check, Verdict
from companion.table.geometry import bare_places
from vision.fitness.glare import FULL, Glare, find_glare, lies_in
from vision.fitness.sharpness import blur_px
from vision.fitness.survey import Seen, listed

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
_CURE_SHARP = "Turn the lens's focus ring until the markers are sharp, wipe the lens, or lower the camera."


def check_sharpness(seen: Seen) -> Check:
    """Whether the picture is sharp enough for markers of their size."""

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


def check_light(seen: Seen) -> Check:
    """Whether the print stands out, everywhere about alike."""

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


def check_glare(seen: Seen) -> Check:
    """Whether a lamp washes out print, and where."""

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
    where = listed(tuple(dict.fromkeys(name for each in found for name in _named(seen, each))))
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
