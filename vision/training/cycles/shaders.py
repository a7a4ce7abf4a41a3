"""Materials of a rendered scene as Blender's nodes. Runs inside the renderer's own Python: bpy alone.

How a clear die throws light is done in one of two ways. With caustics, light is followed through it, and gathers in
bright patches. Without, light reaches what lies under it in a straight line, tinted: less noise for as many paths.
"""

from __future__ import annotations

import math
from typing import Any

import bpy

from vision.training.cycles.looks import Glass, Ground, Look, Rgb, Room, linear

THROUGH = 0.86
"""Of light that falls straight through two polished surfaces: 1 - 2 * 0.04, and some that is turned away at edges."""

DRILLED = 0.3
"""Roughness of a bare bowl."""
DRILLED_WHITE = 0.25
"""Part of a bare bowl's light that is scattered, as by ground glass."""


class Nodes:
    """A material's tree, to which nodes are added by type with their inputs; an input may be another node's output."""

    def __init__(self, tree: Any) -> None:
        self.tree = tree
        tree.nodes.clear()

    def add(self, kind: str, inputs: dict[str | int, Any] | None = None, **settings: Any) -> Any:
        """A node; plain values are set, sockets are linked."""
        node = self.tree.nodes.new(kind)
        for setting, wanted in settings.items():
            setattr(node, setting, wanted)
        for name, value in (inputs or {}).items():
            if isinstance(value, bpy.types.NodeSocket):
                self.tree.links.new(value, node.inputs[name])
            else:
                node.inputs[name].default_value = value
        return node


def _material(name: str) -> tuple[Any, Nodes]:
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    return material, Nodes(material.node_tree)


def _opaque(colour: Rgb) -> tuple[float, float, float, float]:
    return (*colour, 1.0)


def paint(colour: Rgb, roughness: float) -> Any:
    """One colour that covers."""
    material, nodes = _material("paint")
    body = nodes.add("ShaderNodeBsdfPrincipled", {"Base Color": _opaque(colour), "Roughness": roughness})
    nodes.add("ShaderNodeOutputMaterial", {"Surface": body.outputs[0]})
    return material


def die(look: Look, side: float, has_caustics: bool) -> list[Any]:
    """Materials of body, pips, and the pips of special faces; `side` in units."""
    model = look.model
    if look.glass is None:
        rough = 0.55 - 0.45 * model.gloss
        is_marbled = model.material == "swirled"
        body = _marbled(look, side, rough) if is_marbled else paint(linear(model.body), rough)
        return [body, paint(linear(model.pips), 0.5), paint(linear(model.special_pips), 0.5)]
    body = _clear(look.glass, side, has_caustics, 0.0)
    if look.is_drilled:
        bare = _clear(look.glass, side, has_caustics, DRILLED_WHITE)
        return [body, bare, bare]
    return [body, paint(linear(model.pips), 0.5), paint(linear(model.special_pips), 0.5)]


def _marbled(look: Look, side: float, roughness: float) -> Any:
    """Two colours that were stirred together and not mixed; each die shows them otherwise."""
    material, nodes = _material("marble")
    place = nodes.add("ShaderNodeTexCoord").outputs["Object"]
    chance = nodes.add("ShaderNodeObjectInfo").outputs["Random"]
    moved = nodes.add("ShaderNodeVectorMath", {0: place, 1: chance}, operation="ADD").outputs[0]
    cloud = nodes.add("ShaderNodeTexNoise", {"Vector": moved, "Scale": 1.6 / side, "Detail": 3.0, "Distortion": 2.5})
    share = nodes.add("ShaderNodeMapRange", {"Value": cloud.outputs[0], "From Min": 0.42, "From Max": 0.6}).outputs[0]
    colour = _mixed(nodes, share, linear(look.model.body), linear(look.model.vein))
    body = nodes.add("ShaderNodeBsdfPrincipled", {"Base Color": colour, "Roughness": roughness})
    nodes.add("ShaderNodeOutputMaterial", {"Surface": body.outputs[0]})
    return material


def _mixed(nodes: Nodes, share: Any, one: Rgb, other: Rgb) -> Any:
    """The colour that is `one` where `share` is 0, and `other` where it is 1."""
    mixed = nodes.add("ShaderNodeMix", data_type="RGBA")
    sockets = [each for each in mixed.inputs if each.type == "RGBA"]
    sockets[0].default_value, sockets[1].default_value = _opaque(one), _opaque(other)
    nodes.tree.links.new(share, mixed.inputs[0])
    return next(each for each in mixed.outputs if each.type == "RGBA")


def _clear(glass: Glass, side: float, has_caustics: bool, scattered: float) -> Any:
    material, nodes = _material("clear")
    roughness = max(glass.roughness, DRILLED) if scattered else glass.roughness
    surface = nodes.add("ShaderNodeBsdfGlass", {"Roughness": roughness, "IOR": glass.ior}).outputs[0]
    if scattered:
        milk = nodes.add("ShaderNodeBsdfTranslucent", {"Color": (0.9, 0.9, 0.9, 1.0)})
        surface = nodes.add("ShaderNodeMixShader", {0: scattered, 1: surface, 2: milk.outputs[0]}).outputs[0]
    if not has_caustics:
        path = nodes.add("ShaderNodeLightPath")
        level = THROUGH**0.5
        straight = nodes.add("ShaderNodeBsdfTransparent", {"Color": (level, level, level, 1.0)})
        surface = nodes.add(
            "ShaderNodeMixShader", {0: path.outputs["Is Shadow Ray"], 1: surface, 2: straight.outputs[0]}
        ).outputs[0]
    # Lambert and Beer: what one side's length lets through, as Blender's density times what is not of the colour.
    taken = [-math.log(part) / side for part in glass.kept]
    density = max(taken)
    colour = tuple(1 - each / density for each in taken)
    volume = nodes.add("ShaderNodeVolumeAbsorption", {"Color": (*colour, 1.0), "Density": density})
    nodes.add("ShaderNodeOutputMaterial", {"Surface": surface, "Volume": volume.outputs[0]})
    return material


def ground(made: Ground) -> Any:
    """Felt with fibres, wood with grain, printed paper, a table of one or two colours."""
    material, nodes = _material("ground")
    place = nodes.add("ShaderNodeTexCoord").outputs["Object"]
    turned = nodes.add("ShaderNodeMapping", {"Vector": place, "Rotation": (0.0, 0.0, made.turn)}).outputs[0]
    pattern = _pattern(nodes, made, turned)
    colour = _mixed(nodes, pattern, made.main, made.other)
    inputs: dict[str | int, Any] = {"Base Color": colour, "Roughness": made.roughness}
    if made.relief:
        fibre = nodes.add("ShaderNodeTexNoise", {"Vector": turned, "Scale": made.grain, "Detail": 3.0})
        bump = nodes.add("ShaderNodeBump", {"Strength": made.relief, "Distance": 0.05, "Height": fibre.outputs[0]})
        inputs["Normal"] = bump.outputs[0]
    body = nodes.add("ShaderNodeBsdfPrincipled", inputs)
    nodes.add("ShaderNodeOutputMaterial", {"Surface": body.outputs[0]})
    return material


def _pattern(nodes: Nodes, made: Ground, at: Any) -> Any:
    """How much of the other colour is where, 0 to 1."""
    if made.kind == "wood":
        stretched = nodes.add("ShaderNodeMapping", {"Vector": at, "Scale": (1.0, 0.12, 1.0)}).outputs[0]
        wave = nodes.add(
            "ShaderNodeTexWave",
            {"Vector": stretched, "Scale": made.grain, "Distortion": 9.0, "Detail": 4.0, "Detail Scale": 1.6},
        )
        return wave.outputs[1]
    if made.kind == "paper":
        # Lines of print, torn into words by a noise.
        bricks = nodes.add(
            "ShaderNodeTexBrick",
            {
                "Vector": at,
                "Scale": made.grain,
                "Mortar Size": 0.03,
                "Color1": (0, 0, 0, 1),
                "Color2": (0, 0, 0, 1),
                "Mortar": (1, 1, 1, 1),
            },
        )
        return bricks.outputs[0]
    if made.kind == "plain":
        cloud = nodes.add("ShaderNodeTexNoise", {"Vector": at, "Scale": made.grain, "Detail": 5.0})
        steps = nodes.add(
            "ShaderNodeMapRange", {"Value": cloud.outputs[0], "From Min": 0.52, "From Max": 0.75, "To Max": 0.6}
        )
        return steps.outputs[0]
    threads = nodes.add("ShaderNodeTexNoise", {"Vector": at, "Scale": made.grain, "Detail": 4.0})
    return threads.outputs[0]


def world(scene: Any, room: Room) -> None:
    """The room around: even, or of bright and dark parts that clear dice show."""
    made = bpy.data.worlds.new("room")
    made.use_nodes = True
    scene.world = made
    # No lamp is so small against the room that rays must be aimed at it; finding out took three seconds a picture.
    made.cycles.sampling_method = "NONE"
    nodes = Nodes(made.node_tree)
    way = nodes.add("ShaderNodeTexCoord").outputs["Generated"]
    cloud = nodes.add("ShaderNodeTexNoise", {"Vector": way, "Scale": 2.2, "Detail": 1.0}).outputs[0]
    low, high = 1 - 0.95 * room.contrast, 1 + 0.95 * room.contrast
    level = nodes.add(
        "ShaderNodeMapRange", {"Value": cloud, "From Min": 0.35, "From Max": 0.65, "To Min": low, "To Max": high}
    ).outputs[0]
    strength = nodes.add("ShaderNodeMath", {0: level, 1: room.ambient / math.pi}, operation="MULTIPLY").outputs[0]
    light = nodes.add("ShaderNodeBackground", {"Color": _opaque(room.colour), "Strength": strength})
    nodes.add("ShaderNodeOutputWorld", {"Surface": light.outputs[0]})
