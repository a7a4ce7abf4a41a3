"""Faces of whole pieces that say what they do: cards with their text, round tiles, counters in their colour.

Places from the piece's top left, in millimetres. What lies below the marker of a card is read while it lies in a fan,
so its name stands there, as narrow as what the next card leaves free.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.printing.kits import PrintedPiece
from companion.printing.shapes import Item
from companion.printing.words import length_mm, wrapped
from companion.table.geometry import Area
from companion.table.ink import BLACK, GREY, WHITE, Field, Outline, Words
from companion.table.kit import BadKit, Kit, PieceSize
from companion.table.layout import Spot

_SIZES_PT = (9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5, 5.0)
_LEAD = 0.43
"""From line to line, in mm for each point of the letters."""
_STRIP_MM = 22.0
"""What a fan leaves free of a card's width."""
_LEFT_MM = 3.0
_BAR_MM = 12.0
_COST_MM = 4.5
"""How far a paragraph that begins with a number stands behind it."""


def on(colour: str) -> str:
    """Black or white, whichever is read on that ground."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return WHITE if 0.299 * red + 0.587 * green + 0.114 * blue < 140 else BLACK


def text_card(piece: PrintedPiece, size: PieceSize, kit: Kit) -> tuple[Item, ...]:
    """A card with its name below the marker, its text, and a bar with name and number at the bottom.

    Raises `BadKit` where the text has no room.
    """
    width, height, ink = size.width_mm, size.height_mm, on(piece.colour)
    low = max([size.marker_y_mm + kit.print_mm(size) / 2, *(each.y_mm + kit.marker_area_mm / 2 for each in size.bare)])
    right = max(
        [size.marker_x_mm + kit.print_mm(size) / 2, *(each.x_mm + kit.marker_area_mm / 2 for each in size.bare)]
    )
    name, name_pt = _name(piece.heading)
    items: list[Item] = [
        Words(_LEFT_MM, low + 4 + index * name_pt * _LEAD, line, name_pt, bold=True, room_mm=_STRIP_MM)
        for index, line in enumerate(name)
    ]
    middle = (right + width) / 2
    items += (
        Words(middle, 12, piece.number_sign, 22, "middle", bold=True, room_mm=width - right - 3),
        Words(middle, 19, piece.sign, 12, "middle", GREY, bold=True, room_mm=width - right - 3),
    )
    top = low + 4 + len(name) * name_pt * _LEAD + 1.5
    items += _paragraphs(piece, Area(_LEFT_MM, top, width - 2 * _LEFT_MM, height - _BAR_MM - 5 - top))
    items += (
        Words(width - _LEFT_MM, height - _BAR_MM - 1, piece.set.words, 6, "right", GREY, room_mm=width / 2),
        Field(Area(2, height - _BAR_MM, width - 4, 10), fill=piece.colour),
        Words(width / 2, height - 5.4, piece.heading, 13, "middle", ink, bold=True, room_mm=width - 9),
        Words(width / 2, height - 2.7, f"{piece.key} · {piece.marker}", 5, "middle", ink, room_mm=width - 9),
    )
    return tuple(items)


def _name(words: str) -> tuple[list[str], float]:
    """A name in two lines at most, as large as the strip takes it."""
    for size_pt in _SIZES_PT:
        lines = wrapped(words, size_pt * 1.06, _STRIP_MM)  # bold letters are wider
        if len(lines) <= 2 and all(length_mm(line, size_pt, bold=True) <= _STRIP_MM for line in lines):
            return lines, size_pt
    return [words], _SIZES_PT[-1]


def _paragraphs(piece: PrintedPiece, room: Area) -> list[Item]:
    """The text in its room, in the largest letters that fit. Raises `BadKit` where none do."""
    for size_pt in _SIZES_PT:
        lead, y_mm, items = size_pt * _LEAD, room.y_mm + size_pt * 0.3, list[Item]()
        for text in piece.text:
            head, rest = _costed(text)
            indent = _COST_MM if head else 0.0
            lines = wrapped(rest, size_pt, room.width_mm - indent)
            if head:
                items.append(Words(room.x_mm, y_mm, head, size_pt, bold=True))
            for line in lines:
                items.append(Words(room.x_mm + indent, y_mm, line, size_pt, room_mm=room.width_mm - indent))
                y_mm += lead
            y_mm += lead * 0.25
        if y_mm - lead * 1.25 <= room.y_mm + room.height_mm:
            return items
    raise BadKit(
        f"The text of {piece.words} ({piece.kind}) is too long for its card, even in letters of {_SIZES_PT[-1]:g} "
        "points. Write a shorter one."
    )


def _costed(text: str) -> tuple[str, str]:
    """What a paragraph begins with where that is a number and a colon, and the rest."""
    head, sign, rest = text.partition(": ")
    return (f"{head}:", rest) if sign and head.isdigit() else ("", text)


def tile(piece: PrintedPiece, size: PieceSize, kit: Kit) -> tuple[Item, ...]:
    """A large disc: what it does above the marker, number and sign beside it, its name below.

    Raises `BadKit` where the text has no room.
    """
    radius, half = size.width_mm / 2, kit.print_mm(size) / 2
    ink = on(piece.colour)
    below, beside = radius + half + 6, (radius + half + size.width_mm) / 2
    items: list[Item] = _above(piece, size, radius - half - 1)
    for x_mm in (*([size.width_mm - beside] if piece.number_sign else []), beside):
        items.append(Field(Area(x_mm - 4.5, radius - 4.5, 9, 9), fill=piece.colour, line=BLACK, is_round=True))
    room = 2 * math.sqrt(radius**2 - (below - radius) ** 2) - 4
    items += (
        Words(size.width_mm - beside, radius + 2, piece.number_sign, 16, "middle", ink, bold=True, room_mm=7),
        Words(beside, radius + 1.5, piece.sign, 11, "middle", ink, bold=True, room_mm=7),
        Words(radius, below, piece.heading, 10, "middle", bold=True, room_mm=room),
        Words(radius, below + 4, piece.set.words, 6, "middle", GREY, room_mm=room - 8),
        Words(radius, below + 7, f"{piece.key} · {piece.marker}", 5, "middle", GREY, room_mm=room - 18),
    )
    return tuple(items)


def _above(piece: PrintedPiece, size: PieceSize, low_mm: float) -> list[Item]:
    """The text in the arc above `low_mm`, each line as long as the circle is wide there."""
    radius = size.width_mm / 2
    for size_pt in _SIZES_PT[2:]:
        lead = size_pt * _LEAD
        for count in range(1, 7):
            tops = [low_mm - (count - index) * lead for index in range(count)]
            if tops[0] < 2:
                break
            rooms = [2 * math.sqrt(radius**2 - (radius - top) ** 2) - 4 for top in tops]
            lines = _poured([word for text in piece.text for word in text.split()], size_pt, rooms)
            if lines is not None:
                bases = (top + lead * 0.75 for top in tops[count - len(lines) :])
                return [Words(radius, y_mm, line, size_pt, "middle") for line, y_mm in zip(lines, bases, strict=True)]
    raise BadKit(
        f"The text of {piece.words} ({piece.kind}) is too long for its tile, even in letters of {_SIZES_PT[-1]:g} "
        "points. Write a shorter one."
    )


def _poured(words: Sequence[str], size_pt: float, rooms: Sequence[float]) -> list[str] | None:
    """The words in lines of these lengths; None where they are too many."""
    lines, line = list[str](), ""
    for word in words:
        longer = f"{line} {word}".strip()
        if line and length_mm(longer, size_pt) > rooms[min(len(lines), len(rooms) - 1)]:
            lines.append(line)
            line = word
        else:
            line = longer
    lines.append(line)
    fits = len(lines) == len(rooms) and all(
        length_mm(each, size_pt) <= room for each, room in zip(lines, rooms, strict=True)
    )
    return lines if fits else None


def counter(piece: PrintedPiece, size: PieceSize, kit: Kit) -> tuple[Item, ...]:
    """A small disc in its colour: its value above the marker, its sign on both sides, its name below.

    Of one that is worth more than 1 the value's ground is inverted, so that a heap tells them apart.
    """
    radius, half, ink = size.width_mm / 2, kit.print_mm(size) / 2, on(piece.colour)
    middle = (radius + half) / 2
    is_more = piece.number_sign not in ("", "1")
    items: list[Item] = [Field(Area(0, 0, size.width_mm, size.height_mm), fill=piece.colour, is_round=True)]
    if is_more:
        items.append(Outline(_cap(radius, half + 0.2), ink))
    low = radius + middle + 0.4
    room = 2 * math.sqrt(radius**2 - (low - radius) ** 2) - 2.5
    name = piece.kind.partition(":")[0].replace("_", " ")
    value = piece.colour if is_more else ink
    items += (
        Words(radius, radius - middle + 1.0, piece.number_sign, 8.5, "middle", value, bold=True),
        Words(radius - middle, radius + 1.0, piece.sign, 8, "middle", ink, bold=True),
        Words(radius + middle, radius + 1.0, piece.sign, 8, "middle", ink, bold=True),
        Words(radius, low, name, 5.5, "middle", ink, bold=True, room_mm=room),
    )
    return tuple(items)


def _cap(radius: float, above_mm: float) -> tuple[Spot, ...]:
    """The part of a circle that lies so far above its middle, and further, from the top left of the box around it."""
    reach = math.acos(above_mm / radius)
    turns = (reach * (2 * step / 24 - 1) for step in range(25))
    return tuple(Spot(radius + radius * math.sin(turn), radius - radius * math.cos(turn)) for turn in turns)
