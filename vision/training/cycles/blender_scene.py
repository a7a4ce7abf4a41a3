"""A planned scene put into Blender, and its picture. Runs inside the renderer's own Python: bpy and numpy alone."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import bpy
import mathutils
import numpy as np
import numpy.typing as npt

from vision.training.cycles import shaders
from vision.training.cycles.looks import Ground, Lamp, Rgb, Room
from vision.training.cycles.plan import SIZE_PX, PlannedDie, ScenePlan
from vision.training.cycles.shapes import die_mesh
from vision.training.cycles.things import Legend, Thing
from vision.training.records import FACE_PX

UNIT = 1 / FACE_PX
"""Blender's unit is the side of a 16 mm die."""

LIFT = 0.004
"""Between a die and what it lies on: faces in the same plane would fight for the light."""

SAMPLES = 12
"""Light paths for each pixel before the noise is taken out. With twelve a picture took 8 to 12 s of one core
that was busy with other things too; stopping early where the ground is even saved none of it."""

RIM = 1.5
"""Rounded edge of things, in px."""
ROUND = 32
"""Corners of a coin."""
CAPITAL = 0.7
"""Height of a capital letter in Blender's own font, in units of its size."""

REACH = 400.0
"""Half the ground's side, in units: beyond what any camera sees between the lamps."""

SHARP_DEG = 32.0
"""Edges bent more than this stay sharp: the rims of bowls, not the rounded edges in steps of 11 degrees."""


def build(plan: ScenePlan, threads: int) -> Any:
    """Blender's scene with everything in it, in place of whatever was there."""
    _clear()
    scene = bpy.context.scene
    _settings(scene, threads, plan.room.has_caustics)
    _camera(scene, plan)
    _ground(scene, plan.ground)
    paints: dict[Any, Any] = {}
    for thing in plan.things:
        _thing(scene, thing, paints)
    materials: dict[Any, list[Any]] = {}
    for die in plan.dice:
        _die(scene, die, plan.room.has_caustics, materials)
    for lamp in plan.room.lamps:
        _lamp(scene, lamp)
    shaders.world(scene, plan.room)
    return scene


def render(plan: ScenePlan, raw: Path, threads: int) -> npt.NDArray[np.float32]:
    """The picture in linear light, RGB (H, W, 3); `raw` is a file that it may write and read."""
    scene = build(plan, threads)
    scene.render.filepath = str(raw)
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(str(raw))
    try:
        flat = np.empty(SIZE_PX * SIZE_PX * 4, np.float32)
        image.pixels.foreach_get(flat)
    finally:
        bpy.data.images.remove(image)
    # Blender counts rows from below.
    return np.ascontiguousarray(flat.reshape(SIZE_PX, SIZE_PX, 4)[::-1, :, :3])


def developed(light: npt.NDArray[np.float32], room: Room) -> npt.NDArray[np.uint8]:
    """What a camera makes of light: exposed by half as automatic ones do, highlights rolled off, sRGB; RGB uint8."""
    gain = math.pi * room.exposure * (0.3 / max(float(light.mean()) * math.pi, 0.02)) ** 0.45
    exposed = np.clip(light * gain, 0, None)
    soft = np.where(exposed < 0.7, exposed, 1 - 0.3 * np.exp(-(exposed - 0.7) / 0.3))
    levels = np.where(soft <= 0.0031308, 12.92 * soft, 1.055 * np.maximum(soft, 1e-6) ** (1 / 2.4) - 0.055)
    return np.asarray(np.clip(np.round(levels * 255), 0, 255), np.uint8)


def _clear() -> None:
    for kind in ("objects", "meshes", "curves", "materials", "lights", "cameras", "worlds", "images"):
        collection = getattr(bpy.data, kind)
        for each in list(collection):
            collection.remove(each)


def _settings(scene: Any, threads: int, has_caustics: bool) -> None:
    render, cycles = scene.render, scene.cycles
    render.engine = "CYCLES"
    render.resolution_x = render.resolution_y = SIZE_PX
    render.resolution_percentage = 100
    render.threads_mode, render.threads = "FIXED", threads
    render.image_settings.file_format = "OPEN_EXR"
    render.image_settings.color_mode = "RGBA"
    render.image_settings.color_depth = "32"
    render.use_persistent_data = False
    cycles.device, cycles.samples, cycles.seed = "CPU", SAMPLES, 1
    cycles.use_adaptive_sampling = False
    cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
    cycles.denoising_input_passes, cycles.denoising_prefilter = "RGB_ALBEDO_NORMAL", "FAST"
    cycles.denoising_quality = "BALANCED"
    cycles.max_bounces, cycles.transmission_bounces, cycles.transparent_max_bounces = 14, 12, 16
    cycles.diffuse_bounces, cycles.glossy_bounces, cycles.volume_bounces = 2, 4, 0
    cycles.caustics_reflective, cycles.caustics_refractive = False, has_caustics
    cycles.blur_glossy, cycles.sample_clamp_indirect = 1.0, 6.0


def _linked(scene: Any, name: str, data: Any) -> Any:
    made = bpy.data.objects.new(name, data)
    scene.collection.objects.link(made)
    return made


def _camera(scene: Any, plan: ScenePlan) -> None:
    """Its 3 x 4 matrix taken apart: forward, right and down, focal length, and where the middle of the lens looks."""
    matrix = np.array(plan.matrix)[:, :3]
    matrix = matrix / np.linalg.norm(matrix[2])
    forward = matrix[2]
    middle_x, middle_y = float(matrix[0] @ forward), float(matrix[1] @ forward)
    right, down = matrix[0] - middle_x * forward, matrix[1] - middle_y * forward
    focal_px = float(np.linalg.norm(right))
    data = bpy.data.cameras.new("camera")
    data.sensor_fit, data.sensor_width = "HORIZONTAL", 36.0
    data.lens = focal_px / SIZE_PX * 36.0
    data.shift_x, data.shift_y = 0.5 - middle_x / SIZE_PX, middle_y / SIZE_PX - 0.5
    data.clip_start, data.clip_end = 0.1, 4 * REACH
    camera = _linked(scene, "camera", data)
    turning = np.stack([right / focal_px, -down / focal_px, -forward], axis=1)
    camera.matrix_world = _placed(np.array(plan.eye) * UNIT, turning)
    scene.camera = camera


def _placed(at: npt.NDArray[np.float64], turning: npt.NDArray[np.float64]) -> Any:
    whole = np.eye(4)
    whole[:3, :3], whole[:3, 3] = turning, at
    return mathutils.Matrix(whole.tolist())


def _mesh(name: str, points: npt.NDArray[np.float64], quads: npt.NDArray[np.int64]) -> Any:
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points.tolist(), [], quads.tolist())
    mesh.update()
    return mesh


def _ground(scene: Any, ground: Ground) -> None:
    square = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * REACH
    mesh = _mesh("ground", square, np.array([[0, 1, 2, 3]]))
    mesh.materials.append(shaders.ground(ground))
    _linked(scene, "ground", mesh)


def _thing(scene: Any, thing: Thing, paints: dict[Any, Any]) -> None:
    """A thing and what is printed on it; `paints` keeps materials, for a keyboard has fifty keys of one."""
    points, faces = _cuboid(thing) if thing.shape == "cuboid" else _cylinder(thing)
    mesh = bpy.data.meshes.new("thing")
    mesh.from_pydata((points * UNIT).tolist(), [], faces)
    mesh.update()
    mesh.materials.append(_painted(paints, thing.colour, thing.roughness))
    rim = _linked(scene, "thing", mesh).modifiers.new("rim", "BEVEL")
    rim.width, rim.segments = min(RIM, 0.4 * 2 * min(thing.box.half)) * UNIT, 2
    for legend in thing.legends:
        _legend(scene, thing, legend, _painted(paints, legend.colour, thing.roughness))


def _painted(paints: dict[Any, Any], colour: Rgb, roughness: float) -> Any:
    if (colour, roughness) not in paints:
        paints[colour, roughness] = shaders.paint(colour, roughness)
    return paints[colour, roughness]


def _cuboid(thing: Thing) -> tuple[npt.NDArray[np.float64], list[list[int]]]:
    faces = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
    return thing.box.corners(), faces


def _cylinder(thing: Thing) -> tuple[npt.NDArray[np.float64], list[list[int]]]:
    around = np.arange(ROUND) * (2 * math.pi / ROUND)
    rim = np.array(thing.box.middle) + np.column_stack([np.cos(around), np.sin(around), 0 * around]) * thing.box.half[0]
    up = np.array([0.0, 0.0, thing.box.half[2]])
    low, high = list(range(ROUND)), list(range(ROUND, 2 * ROUND))
    mantle = [[at, (at + 1) % ROUND, ROUND + (at + 1) % ROUND, ROUND + at] for at in low]
    return np.vstack([rim - up, rim + up]), [low[::-1], high, *mantle]


def _legend(scene: Any, thing: Thing, legend: Legend, material: Any) -> None:
    letters = bpy.data.curves.new("legend", "FONT")
    letters.body, letters.size = legend.text, legend.tall / CAPITAL * UNIT
    letters.align_x = letters.align_y = "CENTER"
    letters.materials.append(material)
    turning = np.array(thing.box.turning)
    right, down = legend.at
    at = np.array(thing.box.middle) + turning @ np.array([right, down, thing.box.half[2]])
    made = _linked(scene, "legend", letters)
    made.matrix_world = _placed(at * UNIT + np.array([0.0, 0.0, LIFT]), turning)


def _die(scene: Any, die: PlannedDie, has_caustics: bool, materials: dict[Any, list[Any]]) -> None:
    shape = die_mesh(die.look)
    half = die.pose.side / 2 * UNIT
    mesh = _mesh("die", shape.points * half, shape.quads)
    key = (die.look, die.pose.side)
    if key not in materials:
        materials[key] = shaders.die(die.look, die.pose.side * UNIT, has_caustics)
    for material in materials[key]:
        mesh.materials.append(material)
    special = sorted(die.look.model.special_faces)
    index = np.where(shape.pips == 0, 0, np.where(np.isin(shape.pips, special), 2, 1))
    mesh.polygons.foreach_set("material_index", index.astype(np.int32))
    mesh.polygons.foreach_set("use_smooth", np.ones(len(shape.quads), bool))
    mesh.set_sharp_from_angle(angle=math.radians(SHARP_DEG))
    middle = np.array(die.pose.middle) * UNIT + np.array([0.0, 0.0, LIFT])
    _linked(scene, "die", mesh).matrix_world = _placed(middle, np.array(die.pose.turning))


def _lamp(scene: Any, lamp: Lamp) -> None:
    data = bpy.data.lights.new("lamp", "AREA")
    data.shape, data.size, data.size_y = "RECTANGLE", lamp.width, lamp.height
    at = mathutils.Vector(lamp.at)
    # A lamp of P watts lights the ground that faces it with P / (pi d^2), and less by the slant of its light.
    data.energy = lamp.share * math.pi * at.length**3 / at.z
    data.color = lamp.colour
    made = _linked(scene, "lamp", data)
    made.location = at
    made.rotation_euler = (-at).to_track_quat("-Z", "Y").to_euler()
