"""The strip as it glows at this moment, for the pages that show it.

Public: the strip lies at the table, and everybody there sees it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from flask import Blueprint, Response

from companion.lights.render import render
from companion.live.snapshot import Snapshot
from companion.outputs.strip import Glimpse, hex_colours, scene_of
from web.render.strip import LAMPS
from web.views.desk import Desk, json_of

PresentStrip: TypeAlias = Callable[[], Glimpse]
"""The strip as it glows now."""


def strip_page(desk: Desk, strip: PresentStrip | None = None) -> Blueprint:
    """`/strip.json`. `strip` is None where nothing plays the light: then it stands still."""
    pages = Blueprint("strip", __name__)

    @pages.get("/strip.json")
    def show() -> Response:
        return json_of(strip() if strip else still(desk.room.session.snapshot()))

    return pages


def still(snapshot: Snapshot) -> Glimpse:
    """The strip of a moment without motion."""
    scene = scene_of(snapshot, snapshot.view(None))
    colours = bytes(value for pixel in render(scene, LAMPS) for value in pixel)
    return Glimpse(0, hex_colours(colours), scene.text(), False)
