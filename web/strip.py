"""The LED strip on a page: a row of lamps as the strip glows, beside the same thing in words."""

from __future__ import annotations

from markupsafe import Markup

from companion.lights.render import render
from companion.lights.scene import Scene

LAMPS = 60


def draw_strip(scene: Scene) -> Markup:
    """The strip unrolled from the first seat clockwise, as it is at one moment.

    Where the scene moves, `strip.js` gives the lamps the colours of the strip itself; the words tell of it too.
    """
    lamps = Markup("").join(
        Markup('<rect class="lamp" x="{}" y="1" width="8" height="12" rx="3" fill="#{:02x}{:02x}{:02x}"/>').format(
            1 + 10 * place, *colour
        )
        for place, colour in enumerate(render(scene, LAMPS))
    )
    moves = Markup(" data-moves") if scene.moves() else ""
    return Markup(
        '<svg class="lamps" viewBox="0 0 {} 14" preserveAspectRatio="none" aria-hidden="true"{}>{}</svg>'
    ).format(LAMPS * 10, moves, lamps)
