"""The renderer itself, run by the Python that the environment variable RENDER_PYTHON names; else left uncollected."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from vision.training.cycles.cache import load_cache
from vision.training.cycles.marks import is_covered
from vision.training.cycles.plan import plan_scene
from vision.training.cycles.poses import cube

ROOT = Path(__file__).resolve().parents[3]

# Puts planned scenes into Blender, and asks it where points of top faces are seen, and what a ray to them meets.
ASK = """
import json, sys
import bpy, mathutils
from bpy_extras.object_utils import world_to_camera_view
from vision.training.cycles.blender_scene import UNIT, build
from vision.training.cycles.plan import SIZE_PX, plan_scene
answers = []
for seed in json.loads(sys.argv[1]):
    plan = plan_scene(seed)
    scene = build(plan, 1)
    bpy.context.view_layer.update()
    graph = bpy.context.evaluated_depsgraph_get()
    eye = mathutils.Vector(plan.eye) * UNIT
    for die in plan.dice:
        for place in die.pip_grid():
            point = mathutils.Vector(place.tolist()) * UNIT
            x, y, _ = world_to_camera_view(scene, scene.camera, point)
            hit, at, *_ = scene.ray_cast(graph, eye, (point - eye).normalized())
            answers.append([seed, x * SIZE_PX, (1 - y) * SIZE_PX, (at - point).length / UNIT if hit else 1e9])
with open(sys.argv[2], "w") as file:
    json.dump(answers, file)
"""

SEEDS = [2, 3, 5, 8]


def asked(*arguments: str) -> None:
    python = os.environ["RENDER_PYTHON"]
    done = subprocess.run(
        [python, *arguments], env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_blender_sees_top_faces_where_labels_say_and_nothing_before_them(tmp_path: Path) -> None:
    asked("-c", ASK, json.dumps(SEEDS), str(tmp_path / "answers.json"))
    answers = iter(json.loads((tmp_path / "answers.json").read_text()))
    free = 0
    for plan in map(plan_scene, SEEDS):
        boxes = [cube(die.pose) for die in plan.dice] + [thing.box for thing in plan.things]
        for number, die in enumerate(plan.dice):
            others = [box for index, box in enumerate(boxes) if index != number]
            places = die.pip_grid()
            for place, (x, y) in zip(places, plan.camera.project(places), strict=True):
                _, seen_x, seen_y, off = next(answers)
                assert (seen_x, seen_y) == pytest.approx((x, y), abs=0.05)
                if plan.camera.sees(place, die.up) and not is_covered(np.array(plan.eye), place, others):
                    # A bowl is up to 0.55 * 0.24 of a side deep, and is met further on by an oblique ray.
                    assert off < 0.3 * die.pose.side
                    free += 1
    assert free > 50


@pytest.mark.slow
def test_the_command_fills_a_folder_that_can_be_learned_from(tmp_path: Path) -> None:
    command = ["-m", "vision.training.cycles.render", "--out", str(tmp_path), "--count", "1", "--seed", "2"]
    subprocess.run([sys.executable, *command, "--python", os.environ["RENDER_PYTHON"]], cwd=ROOT, check=True)
    (rendered,) = load_cache(tmp_path)
    picture = rendered.picture()
    assert picture.pixels.std() > 5
    assert len(picture.labels) > 0
    assert sorted(each.name for each in tmp_path.iterdir()) == ["00000002.json", "00000002.png"]
