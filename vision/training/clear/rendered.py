"""Dice out of a folder that `vision.training.cycles.render --clear` filled: from a picture to views."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np

from vision.training.clear.views import (
    COLOURLESS,
    OPAQUE,
    TINTED,
    UNTOLD,
    Doubles,
    Sight,
    Views,
    no_die,
    seen,
    taken,
    views,
)
from vision.training.cycles.clear_plan import RECIPE, plan_clear
from vision.training.cycles.plan import SIZE_PX, PlannedDie, ScenePlan
from vision.training.figures import TrainingError
from vision.training.records import FACE_PX

DIE_MM = 16.0
MM = DIE_MM / FACE_PX
"""Of a unit of the plan's ground, whose y runs away from the near edge, as mm of a mat, whose y runs towards it."""
VARIANTS = 4
"""A picture takes ten seconds to render, and next to none to be taken by another camera: so often it is."""
RIM_PX = 2.0
BARE = 0.5
"""Of pictures one place without a die."""


def rendered(folder: Path) -> list[Path]:
    """The pictures that are whole, by their seeds. Raises `TrainingError` where there is none of this recipe."""
    lines = [file for file in sorted(folder.glob("*.json")) if json.loads(file.read_bytes()).get("recipe") == RECIPE]
    if not lines:
        raise TrainingError(
            f"{folder} holds no rendered clear dice. Make some: python -m vision.training.cycles.render --clear --out "
            f"{folder} --count 300."
        )
    return [file.with_suffix(".png") for file in lines]


def cut_rendered(picture: Path, variant: int) -> Views:
    """The dice of one picture as a camera takes it; each variant with other noise and errors."""
    line = json.loads(picture.with_suffix(".json").read_bytes())
    pixels = cv2.imread(str(picture), cv2.IMREAD_COLOR)
    if pixels is None or pixels.shape[:2] != (SIZE_PX, SIZE_PX):
        raise TrainingError(f"{picture} is no whole picture of {SIZE_PX} x {SIZE_PX} px. Delete it and render again.")
    plan = plan_clear(line["seed"])
    rng = np.random.default_rng([plan.seed, variant, 23])
    shown = taken(rng, np.asarray(pixels, np.uint8))
    sight = sight_of(plan)
    found = []
    tops = [die for die in plan.dice if plan.camera.sees(die.face().mean(axis=0), die.up)]
    for die, mark in zip(tops, line["dice"], strict=True):
        is_flat = not die.pose.is_cocked and die.pose.middle[2] < FACE_PX
        corners = np.array(mark["corners"])
        is_cut = corners.min() < RIM_PX or corners.max() > SIZE_PX - RIM_PX
        if is_cut or (is_flat and mark["is_covered"]):
            continue
        at = _place(die)
        value = die.pose.value - 1 if is_flat else UNTOLD
        found.append((seen(rng, shown, sight, at, DIE_MM), value, facts(die, sight.px_per_mm(at))))
    bare = _bare(rng, plan) if rng.random() < BARE else None
    if bare is not None:
        found.append((seen(rng, shown, sight, bare, DIE_MM), UNTOLD, no_die(sight.px_per_mm(bare))))
    return views(found)


def sight_of(plan: ScenePlan) -> Sight:
    """The plan's camera over a mat in mm. In plans a pixel's 0 is the picture's edge, elsewhere its first middle."""
    edge = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1]])
    to_px = edge @ np.array(plan.matrix) @ np.diag([1 / MM, -1 / MM, 1 / MM, 1])
    return Sight(to_px, np.array(plan.eye) * (MM, -MM, MM))


def _place(die: PlannedDie) -> Doubles:
    x, y, _ = die.pose.middle
    return np.array([x * MM, -y * MM])


def _bare(rng: np.random.Generator, plan: ScenePlan) -> Doubles | None:
    """A place well inside the picture where no die lies; None where that falls onto one."""
    inset = 1.5 * FACE_PX
    x, y = plan.camera.to_ground(rng.uniform(inset, SIZE_PX - inset, (1, 2)))[0]
    at = np.array([x * MM, -y * MM])
    return at if all(np.linalg.norm(at - _place(die)) > 0.9 * DIE_MM for die in plan.dice) else None


def facts(die: PlannedDie, px_per_mm: float) -> tuple[float, ...]:
    """`FACTS` of a die; bare bowls have pips of lightness -1."""
    model, glass = die.look.model, die.look.glass
    material = OPAQUE if glass is None else COLOURLESS if model.colour == "clear" else TINTED
    light = -1.0 if die.look.is_drilled else sum(model.pips) / 3 / 255
    turned = sum(model.turns[value - 1] % 2 for value in (2, 3, 6))
    return (material, model.pip_radius, model.spread, 0.55 * model.recess, light, turned, px_per_mm, -1)
