"""A die from above, with its pips."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from web.render.pieces import ink_on, pips

SIDE: Final = 40
FACES: Final = range(1, 7)
FACE: Final = "#eef4f7"
"""Of a die of which only the number counts."""


def die_picture(value: int | None, paint: str) -> Markup:
    """A die from above; without a value a question mark. The words stand beside it."""
    ink = ink_on(paint)
    if value:
        face = pips(str(value), 0, 0, SIDE, ink)
    else:
        face = Markup(
            '<text x="20" y="28" font-size="23" font-weight="700" text-anchor="middle" fill="{}">?</text>'
        ).format(ink)
    return Markup(
        '<svg class="die" viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">'
        '<rect x="1" y="1" width="38" height="38" rx="8" fill="{}" stroke="#f3cd86" stroke-width="1.5"/>{}</svg>'
    ).format(paint, face)
