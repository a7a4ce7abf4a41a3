"""How one piece is printed: an insert or whole card, a disc, a label. Places from the piece's top left, in millimetres.

Markers sit where the kit says, on both sides, each seen from its own; the virtual table draws them from the same kit.
"""

from __future__ import annotations

import math

import msgspec

from companion.printing.kits import PrintedPiece
from companion.printing.shapes import Item, Tag
from companion.printing.text_faces import counter, text_card, tile
from companion.table.geometry import Area
from companion.table.ink import BLACK, GREY, PALE, WHITE, Drawing, Field, Line, Words
from companion.table.kit import Kit, PieceSize
from companion.table.layout import QUIET_ZONE
from companion.table.pieces import hexagon
from companion.table.sightings import BARE

LABEL_WORDS_MM = 3.2
"""Height of a label's words below its marker: no more than fits between a card's marker and the bare one below."""
_BACK_COLOUR = "#20465e"


class Cell(msgspec.Struct, frozen=True):
    """One thing to cut out."""

    width_mm: float
    height_mm: float
    is_round: bool
    items: tuple[Item, ...]


def face(piece: PrintedPiece, kit: Kit) -> Cell:
    """The front of a piece as large as the piece. Only for pieces that carry a marker."""
    assert piece.marker is not None
    size = kit.size(piece.kind)
    if piece.shape == "hex":
        items = _hex(_called(piece), size)
    elif size.is_round and piece.set.coloured:
        items = counter(piece, size, kit)
    elif size.is_round:
        items = tile(piece, size, kit) if piece.text else _disc(_called(piece), size, kit, piece.set.words)
    else:
        items = text_card(piece, size, kit) if piece.text else _front(piece, size)
    return Cell(size.width_mm, size.height_mm, size.is_round, (*items, *_tags(size, int(piece.marker), kit)))


def drawn(piece: PrintedPiece, drawing: Drawing, kit: Kit) -> Cell:
    """A whole piece as its game draws it, with its marker where it has one."""
    own = () if piece.marker is None else _tags(kit.size(piece.kind), int(piece.marker), kit)
    carried = tuple(
        Tag(int(marker), mark.x_mm, mark.y_mm, kit.side_mm(kit.size(mark.kind)), turn_deg=mark.turn_deg)
        for mark, (_, marker) in zip(drawing.marks, piece.carried, strict=True)
    )
    return Cell(drawing.width_mm, drawing.height_mm, False, (*drawing.ink, *own, *carried))


def back(piece: PrintedPiece, kit: Kit) -> Cell:
    """Its other side. Only for pieces that have one."""
    assert piece.back is not None
    size = kit.size(piece.back_kind)
    items = _disc(piece.back_words, size, kit, piece.set.words) if size.is_round else _reverse(piece, size)
    return Cell(size.width_mm, size.height_mm, size.is_round, (*items, *_tags(size, int(piece.back), kit)))


def label(marker: int, words: str, side_mm: float, write: bool = False) -> Cell:
    """A marker of that side with its white edge, and words below it that may be cut off."""
    whole = side_mm * (1 + 2 * QUIET_ZONE)
    items: list[Item] = [Tag(marker, whole / 2, whole / 2, side_mm)]
    if write:
        items += (
            Words(0.6, whole + 2, words, 5, room_mm=whole / 2),
            Line(whole / 2 + 1, whole + 2.3, whole - 1, whole + 2.3, GREY, 0.1),
        )
    else:
        items.append(Words(whole / 2, whole + 2, words, 6, "middle", room_mm=whole - 1))
    return Cell(whole, whole + LABEL_WORDS_MM, False, tuple(items))


def called(piece: PrintedPiece) -> str:
    """What is printed on a label: its name, and its number where there are several."""
    return _called(piece)


def _called(piece: PrintedPiece) -> str:
    return f"{piece.words} {piece.number}" if piece.of > 1 else piece.words


def _tags(size: PieceSize, marker: int, kit: Kit) -> tuple[Tag, ...]:
    bare = (Tag(int(BARE), spot.x_mm, spot.y_mm, kit.marker_side_mm) for spot in size.bare)
    return (*bare, Tag(marker, size.marker_x_mm, size.marker_y_mm, kit.side_mm(size)))


def _front(piece: PrintedPiece, size: PieceSize) -> tuple[Item, ...]:
    width, height = size.width_mm, size.height_mm
    items = list[Item]()
    if piece.set.write:
        items += (
            Words(3, height - 16.5, "Name:", 7, colour=GREY),
            Line(13, height - 16, width - 3, height - 16, GREY, 0.15),
        )
    if piece.number_sign:
        items.append(Words(width - 17, height - 36, piece.number_sign, 44, "middle", piece.colour, bold=True))
    items += (
        Words(width - 3, height - 13, piece.set.words, 6, "right", GREY),
        Field(Area(2, height - 12, width - 4, 10), fill=piece.colour),
        Words(width / 2, height - 5.4, piece.words, 13, "middle", WHITE, bold=True, room_mm=width - 9),
        Words(width / 2, height - 2.7, f"{piece.key} · {piece.marker}", 5, "middle", WHITE, room_mm=width - 9),
    )
    return tuple(items)


def _reverse(piece: PrintedPiece, size: PieceSize) -> tuple[Item, ...]:
    """A back that tells no card: all are alike."""
    width, height = size.width_mm, size.height_mm
    waves = tuple(
        Line(x, y + 1.2 * math.sin(x / 3), x + 1, y + 1.2 * math.sin((x + 1) / 3), PALE, 0.3)
        for y in (height - 30, height - 25, height - 20)
        for x in range(3, int(width) - 3)
    )
    return (
        *waves,
        Field(Area(2, height - 12, width - 4, 10), fill=_BACK_COLOUR),
        Words(width / 2, height - 5.4, piece.back_words, 13, "middle", WHITE, bold=True, room_mm=width - 9),
    )


def _hex(words: str, size: PieceSize) -> tuple[Item, ...]:
    """A hexagon, to cut along its edges, and words under the marker."""
    width, height = size.width_mm, size.height_mm
    corners = hexagon(width, height)
    edges = zip(corners, (*corners[1:], corners[0]), strict=True)
    lines = (Line(*one, *two, PALE) for one, two in edges)
    return (*lines, Words(width / 2, height - 1.5, words, 6, "middle", BLACK, room_mm=width / 2 - 1))


def _disc(words: str, size: PieceSize, kit: Kit, of: str) -> tuple[Item, ...]:
    """Words under the marker, where the disc is still wide enough; on a large one also what it belongs to."""
    radius = size.width_mm / 2
    below = (radius + kit.print_mm(size) / 2 + size.width_mm) / 2 + 0.6 if radius < 20 else radius + 17
    chord = 2 * math.sqrt(max(0.0, radius**2 - (below - radius) ** 2))
    if radius < 20:
        return (Words(radius, below, words, 6, "middle", BLACK, room_mm=chord - 3),)
    return (
        Words(radius, below, words, 9, "middle", BLACK, room_mm=chord - 3),
        Words(radius, below + 4, of, 6, "middle", GREY, room_mm=chord - 12),
    )
