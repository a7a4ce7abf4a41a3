"""Faults of a virtual table as its camera sees them: wrong sleeves in the scene, a sheet before the lens."""

from __future__ import annotations

from dataclasses import replace

from companion.table.faults import Sheet
from companion.table.sightings import MarkerId
from vision.cameras.frames import Pixels
from vision.virtual.scene import Scene

GREY = (138, 140, 142)
"""Of a sheet of paper that gets no light, BGR."""


def exchanged(scene: Scene, pairs: tuple[tuple[MarkerId, MarkerId], ...]) -> Scene:
    """The scene in which the pieces of each pair carry each other's marker, wherever they lie face up."""
    other = {one: two for pair in pairs for one, two in (pair, pair[::-1])}
    if not other:
        return scene
    return replace(
        scene, pieces=tuple(replace(piece, marker=other.get(piece.marker, piece.marker)) for piece in scene.pieces)
    )


def lay_sheet(picture: Pixels, sheet: Sheet) -> None:
    """Lay a sheet over its part of a picture."""
    height, width = picture.shape[:2]
    top, left = round(sheet.top * height), round(sheet.left * width)
    bottom, right = round((sheet.top + sheet.height) * height), round((sheet.left + sheet.width) * width)
    picture[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] = GREY
