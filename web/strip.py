"""The LED strip on a page: a row of lamps as the strip would glow now, beside the same thing in words."""

from __future__ import annotations

from markupsafe import Markup

from companion.lights.render import render
from companion.lights.scene import Scene

LAMPS = 60


def draw_strip(scene: Scene) -> Markup:
    """The strip unrolled from the first seat clockwise. Motion stands still here: the words beside it tell of it."""
    lamps = Markup("").join(
        Markup('<rect class="lamp" x="{}" y="1" width="8" height="12" rx="3" fill="#{:02x}{:02x}{:02x}"/>').format(
            1 + 10 * place, *colour
        )
        for place, colour in enumerate(render(scene, LAMPS))
    )
    return Markup(
        '<svg class="lamps" viewBox="0 0 {} 14" preserveAspectRatio="none" aria-hidden="true">{}</svg>'
    ).format(LAMPS * 10, lamps)
