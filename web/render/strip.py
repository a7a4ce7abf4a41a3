"""The LED strip on a page: a row of lamps as the strip glows, beside the same thing in words."""

from __future__ import annotations

import msgspec
from markupsafe import Markup

from companion.lights.render import render
from companion.lights.scene import MOST_FLASHES_HZ, Scene

LAMPS = 60


def draw_strip(scene: Scene) -> Markup:
    """The strip unrolled from the first seat clockwise, as it is at one moment.

    Where the scene moves it is given to `strip.js`, which lets the lamps move by it; the words tell of it too.
    """
    # Numbers alone need no escaping, which for sixty lamps took a quarter of the time of a page.
    lamps = Markup(
        "".join(
            f'<rect class="lamp" x="{1 + 10 * place}" y="1" width="8" height="12" rx="3" '
            f'fill="#{red:02x}{green:02x}{blue:02x}"/>'
            for place, (red, green, blue) in enumerate(render(scene, LAMPS))
        )
    )
    moves = Markup(' data-scene="{}"').format(_encoded(scene)) if scene.moves() else ""
    return Markup(
        '<svg class="lamps" viewBox="0 0 {} 14" preserveAspectRatio="none" aria-hidden="true"{}>{}</svg>'
    ).format(LAMPS * 10, moves, lamps)


def _encoded(scene: Scene) -> str:
    """What `strip.js` moves the lamps by."""
    glows = [
        {
            "start": glow.start,
            "length": glow.length,
            "colour": glow.colour,
            "level": min(1.0, max(0.0, glow.level)),
            "motion": glow.motion,
            "period_s": max(glow.period_s, 1.0 / MOST_FLASHES_HZ),
        }
        for glow in scene.glows
    ]
    return msgspec.json.encode(glows).decode()
