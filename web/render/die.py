"""A die from above, with its pips."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from web.render.pieces import PIPS

SIDE: Final = 40
FACES: Final = range(1, 7)
DARK, LIGHT = "#0a1822", "#ffffff"
FACE: Final = "#eef4f7"
"""Of a die of which only the number counts."""


def die_picture(value: int | None, paint: str) -> Markup:
    """A die from above; without a value a question mark. The words stand beside it."""
    ink = DARK if _lightness(paint) > 0.4 else LIGHT
    if value:
        face = Markup("").join(
            Markup('<circle cx="{}" cy="{}" r="3.6" fill="{}"/>').format(f"{x * SIDE:.0f}", f"{y * SIDE:.0f}", ink)
            for x, y in PIPS[str(value)]
        )
    else:
        face = Markup(
            '<text x="20" y="28" font-size="23" font-weight="700" text-anchor="middle" fill="{}">?</text>'
        ).format(ink)
    return Markup(
        '<svg class="die" viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">'
        '<rect x="1" y="1" width="38" height="38" rx="8" fill="{}" stroke="#f3cd86" stroke-width="1.5"/>{}</svg>'
    ).format(paint, face)


def _lightness(paint: str) -> float:
    """How bright a `#rrggbb` looks, 0 to 1 (ITU-R BT.601 weights)."""
    red, green, blue = (int(paint[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue
