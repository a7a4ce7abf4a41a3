"""One piece as SVG, in each shape that pieces have: told apart by number, sign and name, by colour last of all."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import msgspec
from markupsafe import Markup
from msgspec.structs import replace

from companion.table.pieces import PieceKind, Shape, hexagon

SIZES: dict[Shape, tuple[float, float]] = {
    "card": (63.0, 88.0),
    "tile": (84.0, 56.0),
    "disc": (34.0, 34.0),
    "hex": (46.0, 40.0),
    "pawn": (26.0, 40.0),
    "die": (24.0, 24.0),
}
"""Width and height of each shape in millimetres, for pictures of a piece by itself."""
INK, PAPER = "#00090f", "#ffffff"
TEXT_WIDTH, BOLD_WIDTH = 0.56, 0.62
"""Mean width of a letter of the system fonts, in font sizes; a little wide, so that words stay inside their piece."""

_LOW, _MIDDLE, _HIGH = 0.26, 0.5, 0.74
PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "1": ((_MIDDLE, _MIDDLE),),
    "2": ((_LOW, _LOW), (_HIGH, _HIGH)),
    "3": ((_LOW, _LOW), (_MIDDLE, _MIDDLE), (_HIGH, _HIGH)),
    "4": ((_LOW, _LOW), (_HIGH, _LOW), (_LOW, _HIGH), (_HIGH, _HIGH)),
    "5": ((_LOW, _LOW), (_HIGH, _LOW), (_MIDDLE, _MIDDLE), (_LOW, _HIGH), (_HIGH, _HIGH)),
    "6": ((_LOW, _LOW), (_HIGH, _LOW), (_LOW, _MIDDLE), (_HIGH, _MIDDLE), (_LOW, _HIGH), (_HIGH, _HIGH)),
}
"""Where the pips of each face are drawn, in sides of the die."""
LINES = 3
"""Into which the title of a tablet is broken."""
REMEMBERED = 256
"""Drawings kept: the same few pieces lie in the same few places, and every open page is drawn anew at each change."""


class Box(msgspec.Struct, frozen=True):
    """A rectangle in millimetres; `x`, `y` is its top left."""

    x: float
    y: float
    width: float
    height: float


def size_of(kind: PieceKind) -> tuple[float, float]:
    """Width and height of a piece in millimetres."""
    return SIZES[kind.shape]


def find_kind(kinds: dict[str, PieceKind], name: str) -> PieceKind:
    """How a kind looks; a plain grey card that carries its name where the game does not say.

    A die may have what it shows behind its kind: "die:red:5".
    """
    lying, _, value = name.rpartition(":")
    if name not in kinds and value.isdigit() and lying in kinds:
        return replace(kinds[lying], number=value, label=f"{kinds[lying].label} {value}")
    return kinds.get(name) or PieceKind(name, name, "card", "#6b7780", sign="?")


@lru_cache(maxsize=REMEMBERED)
def face(kind: PieceKind, box: Box) -> Markup:
    """A face-up piece, scaled into a box."""
    drawn = _DRAWN[kind.shape](kind, box)
    return Markup('<g class="piece" data-kind="{}">{}</g>').format(kind.kind, drawn)


@lru_cache(maxsize=REMEMBERED)
def back(kind: PieceKind, box: Box) -> Markup:
    """A face-down card: waves, and nothing that tells one back from another."""
    step = box.height / 5
    waves = Markup("").join(_wave(box, box.y + step * row, step * 0.32) for row in range(1, 5))
    return Markup('<g class="piece" data-kind="{}">{}<g class="waves">{}</g></g>').format(
        kind.kind, _ground(box, kind.colour), waves
    )


@lru_cache(maxsize=REMEMBERED)
def icon(kind: PieceKind, face_down: bool = False) -> Markup:
    """A piece as a picture of its own, hidden from screen readers because its name stands beside it."""
    width, height = size_of(kind)
    box = Box(1, 1, width, height)
    drawn = back(kind, box) if face_down else face(kind, box)
    return Markup('<svg class="icon icon-{}" viewBox="0 0 {} {}" aria-hidden="true" focusable="false">{}</svg>').format(
        kind.shape, _mm(width + 2), _mm(height + 2), drawn
    )


def badge(text: str, x: float, y: float) -> Markup:
    """A count on a dark plate, centred on a point."""
    width = max(22.0, 9.0 + 9.5 * len(text))
    plate = Markup('<rect x="{}" y="{}" width="{}" height="22" rx="11"/>').format(
        _mm(x - width / 2), _mm(y - 11), _mm(width)
    )
    words = Markup('<text x="{}" y="{}" font-size="16">{}</text>').format(_mm(x), _mm(y + 5.8), text)
    return Markup('<g class="badge">{}{}</g>').format(plate, words)


def fit(text: str, width: float, size: float) -> str:
    """The text, shortened with an ellipsis where it is too wide for so many millimetres at that font size."""
    most = max(1, int(width / (size * TEXT_WIDTH) + 0.01))
    return text if len(text) <= most else f"{text[: max(1, most - 1)].rstrip()}…"


def ink_on(colour: str) -> str:
    """Black or white, whichever reads better on a ground `#rrggbb` (WCAG relative luminance)."""
    light = luminance(colour)
    return INK if (light + 0.05) / 0.05 > 1.05 / (light + 0.05) else PAPER


def luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb`, 0 to 1; middle grey for anything else."""
    try:
        channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    except ValueError:
        return 0.2
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _card(kind: PieceKind, box: Box) -> Markup:
    """Number and sign stand in the top strip, which shows where cards lie over one another; the sign again below."""
    scale, ink = box.width / SIZES["card"][0], ink_on(kind.colour)
    middle = box.x + box.width / 2
    strip = Box(box.x, box.y + box.height * 0.79, box.width, box.height * 0.16)
    label_size = min(14.0 * scale, box.width * 0.94 / (max(len(kind.label), 1) * BOLD_WIDTH))
    top = box.y + 22.5 * scale
    return Markup('{}{}{}{}<g class="fine">{}{}</g>').format(
        _ground(box, kind.colour),
        _text(kind.number, box.x + 5 * scale, top, 27 * scale, ink, "start", bold=True),
        _text(kind.sign, box.x + 46 * scale, top, 24.5 * scale, ink, "middle") if kind.number else "",
        _text(kind.sign, middle, box.y + 58 * scale, (28 if kind.number else 40) * scale, ink, "middle"),
        Markup('<rect class="plate" x="{}" y="{}" width="{}" height="{}"/>').format(
            _mm(strip.x), _mm(strip.y), _mm(strip.width), _mm(strip.height)
        ),
        _text(kind.label, middle, strip.y + strip.height * 0.77, label_size, PAPER, "middle", bold=True),
    )


def _tile(kind: PieceKind, box: Box) -> Markup:
    """A tablet: a coloured edge with its sign, and its title over up to three lines; or its sign alone, large."""
    scale, edge = box.width / SIZES["tile"][0], box.width * 0.2
    size, lines = _lines(kind.label, box.width - edge - 5 * scale, 11.5 * scale)
    top = box.y + box.height / 2 - (len(lines) - 1) * size * 0.6 + size * 0.35
    left = box.x + edge + 4 * scale
    words = [_text(line, left, top + row * size * 1.2, size, INK, "start", bold=True) for row, line in enumerate(lines)]
    middle, low = (left + box.x + box.width) / 2, box.y + box.height / 2 + 10 * scale
    return Markup(
        '{}<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{}"/>'
        '<g class="coarse">{}</g><g class="fine">{}{}</g>'
    ).format(
        _ground(box, "#e9e2d0"),
        _mm(box.x),
        _mm(box.y),
        _mm(edge),
        _mm(box.height),
        _mm(3 * scale),
        kind.colour,
        _text(kind.sign, middle, low, 28 * scale, INK, "middle", bold=True),
        _text(
            kind.sign,
            box.x + edge / 2,
            box.y + box.height / 2 + 4 * scale,
            12 * scale,
            ink_on(kind.colour),
            "middle",
            bold=True,
        ),
        Markup("").join(words),
    )


def _disc(kind: PieceKind, box: Box) -> Markup:
    radius = min(box.width, box.height) / 2
    x, y = box.x + box.width / 2, box.y + box.height / 2
    return Markup('<circle class="edge" cx="{}" cy="{}" r="{}" fill="{}"/>{}').format(
        _mm(x),
        _mm(y),
        _mm(radius - 0.8),
        kind.colour,
        _text(kind.sign, x, y + radius * 0.4, radius * 1.15, ink_on(kind.colour), "middle"),
    )


def _hex(kind: PieceKind, box: Box) -> Markup:
    """A hexagon, its edge whole inside the box."""
    left, top = box.x + 0.8, box.y + 0.8
    corners = hexagon(box.width - 1.6, box.height - 1.6)
    points = " ".join(f"{_mm(left + x)},{_mm(top + y)}" for x, y in corners)
    return Markup('<polygon class="edge" points="{}" fill="{}"/>{}').format(points, kind.colour, _sign(kind, box, 0.6))


def _pawn(kind: PieceKind, box: Box) -> Markup:
    """A head on a cone, which carries the sign."""
    x, radius = box.x + box.width / 2, box.width * 0.28
    neck, foot, half = box.y + radius * 1.6, box.y + box.height - 0.8, box.width / 2 - 0.8
    cone = f"M{_mm(x)} {_mm(neck)}L{_mm(x + half)} {_mm(foot)}H{_mm(x - half)}Z"
    sign = _text(kind.sign or kind.number, x, foot - 3, box.width * 0.5, ink_on(kind.colour), "middle", bold=True)
    return Markup(
        '<path class="edge" d="{}" fill="{}"/><circle class="edge" cx="{}" cy="{}" r="{}" fill="{}"/>{}'
    ).format(cone, kind.colour, _mm(x), _mm(box.y + radius + 0.8), _mm(radius), kind.colour, sign)


def _die(kind: PieceKind, box: Box) -> Markup:
    """A die in its colour, with the pips of its number, or its sign."""
    if kind.number not in PIPS:
        return Markup("{}{}").format(_ground(box, kind.colour), _sign(kind, box, 0.65))
    side = min(box.width, box.height)
    return Markup("{}{}").format(_ground(box, kind.colour), pips(kind.number, box.x, box.y, side, ink_on(kind.colour)))


def pips(number: str, x: float, y: float, side: float, ink: str) -> Markup:
    """The pips of a face, 1 to 6, on a die with its top left there."""
    return Markup("").join(
        Markup('<circle cx="{}" cy="{}" r="{}" fill="{}"/>').format(
            _mm(x + across * side), _mm(y + down * side), _mm(0.09 * side), ink
        )
        for across, down in PIPS[number]
    )


def _sign(kind: PieceKind, box: Box, share: float) -> Markup:
    """Number or sign in the middle, so much of the box high."""
    size, x = box.height * share, box.x + box.width / 2
    return _text(
        kind.number or kind.sign,
        x,
        box.y + box.height / 2 + size * 0.35,
        size,
        ink_on(kind.colour),
        "middle",
        bold=True,
    )


_DRAWN: dict[Shape, Callable[[PieceKind, Box], Markup]] = {
    "card": _card,
    "tile": _tile,
    "disc": _disc,
    "hex": _hex,
    "pawn": _pawn,
    "die": _die,
}


def _ground(box: Box, colour: str) -> Markup:
    return Markup('<rect class="edge" x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{}"/>').format(
        _mm(box.x), _mm(box.y), _mm(box.width), _mm(box.height), _mm(box.width * 0.07), colour
    )


def _text(text: str, x: float, y: float, size: float, ink: str, anchor: str, bold: bool = False) -> Markup:
    if not text:
        return Markup("")
    return Markup('<text x="{}" y="{}" font-size="{}" fill="{}" text-anchor="{}" font-weight="{}">{}</text>').format(
        _mm(x), _mm(y), _mm(size), ink, anchor, "700" if bold else "500", text
    )


def _wave(box: Box, y: float, height: float) -> Markup:
    """One wavy line across a box, with a margin at both ends."""
    margin, humps = box.width * 0.1, 3
    step = (box.width - 2 * margin) / humps
    path = (
        f"M{_mm(box.x + margin)} {_mm(y)}"
        + f"q{_mm(step / 4)} {_mm(-height)} {_mm(step / 2)} 0t{_mm(step / 2)} 0" * humps
    )
    return Markup('<path d="{}"/>').format(path)


def _lines(text: str, width: float, size: float) -> tuple[float, list[str]]:
    """A text whole, in at most `LINES` lines, and its font size: smaller than that given where it needs the room."""
    longest = max((len(word) for word in text.split()), default=1)
    most = max(1, int(width / (size * BOLD_WIDTH)), longest)
    while len(lines := _wrap(text, most)) > LINES:
        most += 1
    return min(size, width / (max(len(line) for line in lines) * BOLD_WIDTH)), lines


def _wrap(text: str, most: int) -> list[str]:
    """The words of a text in lines of at most so many letters, none of which is longer."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) <= most:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _mm(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
