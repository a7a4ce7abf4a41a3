"""Whether a table is fit to be read: one picture judged in every way that people can mend, with a cure for each fault.

Pure: the same picture gives the same checks. It costs several looks, so nobody should ask every frame.
"""

from __future__ import annotations

from companion.table.fitness import Check, Fitness, sum_up
from vision.fitness.clarity import check_glare, check_light, check_sharpness
from vision.fitness.placement import check_lens, check_mat, check_print, check_size, check_tilt
from vision.fitness.survey import Seen
from vision.fitness.tray_sight import LookedAtTray, check_tray
from vision.looks import Picture


def judge_fitness(seen: Seen, scale: str = "", bent: str = "", tray: LookedAtTray | None = None) -> Fitness:
    """The checks of one picture, under one verdict.

    `scale` is what `ScaleWatch` says after some looks, `bent` what `lens_verdict` says. `tray` is where dice are rolled
    and read; None where none are.
    """
    size = check_size(seen)
    checks = [
        check_mat(seen, size.verdict),
        size,
        check_sharpness(seen),
        check_light(seen),
        check_glare(seen),
        check_tilt(seen),
        *([check_tray(seen.camera, tray)] if tray is not None else []),
        check_lens(seen, bent),
        check_print(seen, scale),
    ]
    return sum_up(checks, seen.picture.look.number)


def no_fitness(picture: Picture) -> Fitness:
    """Of a picture without pixels: one check, with the look's own sentence."""
    return sum_up([Check("camera", "The camera", "unfit", "", picture.look.verdict)], picture.look.number)
