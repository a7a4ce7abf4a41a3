"""The mat in pieces of the paper's size: what it shows, where it is cut, and the order in which it is glued.

Each sheet shows a little of its neighbours. The one to the right is cut along its left edge and laid over it, a row
below along its upper edge; these edges lie where they cut the fewest markers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from companion.games.drawings import PLAIN, MatPrint
from companion.printing.paper import NEAR_EDGE_MM, Paper
from companion.printing.shapes import Item, Sheet, Tag, Window, tag_area
from companion.printing.words import length_mm, wrapped
from companion.table.geometry import Area, bare_places, piece_area, spots, zone_area
from companion.table.ink import GREY, PALE, WHITE, Field, Line, Outline, Words
from companion.table.kit import Kit
from companion.table.layout import Layout, Spot, Zone
from companion.table.rim import rim_dashes
from companion.table.sightings import BARE

MARGIN_MM = 10.0
"""Edge of a sheet of the mat, with its marks."""
_MARK_MM = 4.0
"""Length of the marks."""
_MARK_AT_MM = MARGIN_MM - NEAR_EDGE_MM - _MARK_MM
"""How far from the mat they begin."""
OVERLAP_MM = 8.0
"""How far a sheet goes on under the next, for the glue."""
_CUT_COST = 2.0
"""A marker that is cut costs as much as two sheets more: glued half a millimetre off it is still read."""
_NEAR_MM = 0.5
_NOTE_PT = 10.0
CAPITAL = 0.25
"""Height of a capital letter in mm, for each point of its size."""
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_Span = tuple[float, float]


class Tile(msgspec.Struct, frozen=True):
    """One sheet of the mat: what of the mat it shows. Its right and lower edges may lie under the next sheets."""

    row: int
    column: int
    area: Area

    @property
    def name(self) -> str:
        """ "B2": the second sheet from the left of the second row."""
        return f"{_LETTERS[self.row]}{self.column + 1}"


class Tiling(msgspec.Struct, frozen=True):
    """A mat in sheets, row by row. `cut` is how many of its markers lie under an edge that is cut."""

    tiles: tuple[Tile, ...]
    upright: bool
    cut: int


def mat_items(layout: Layout, kit: Kit, drawn: MatPrint = PLAIN) -> tuple[Item, ...]:
    """The mat: zones, outlines of the pieces that come to lie there, words, markers, the dashed rim.

    Below all of it lies what the game has `drawn`.
    """
    tags = mat_tags(layout, kit)
    items: list[Item] = [Field(Area(0, 0, layout.width_mm, layout.height_mm), fill=WHITE, line=GREY), *drawn.ink]
    items += (Field(zone_area(zone), line=PALE) for zone in layout.zones)
    items += (outline for zone in layout.zones for outline in _outlines(zone, layout, kit))
    taken = [tag_area(tag) for tag in tags]
    for zone in layout.zones:
        if words := _words(zone, taken, mat_words(zone, drawn)):
            items += (_ground_of(words), _as_read(words, zone))
    items += (words for zone in layout.zones for words in _note(zone))
    items += tags
    items += (Outline(corners) for corners in rim_dashes(layout))
    return tuple(items)


def mat_tags(layout: Layout, kit: Kit) -> tuple[Tag, ...]:
    """The mat's own markers: corners first, then the one that says which mat it is, then bare ground."""
    own = (*layout.anchors, *((layout.mark,) if layout.mark else ()))
    corners = (Tag(each.id, each.x_mm, each.y_mm, each.side_mm) for each in own)
    places = bare_places(layout, kit)
    bare = (Tag(int(BARE), each.centre.x_mm, each.centre.y_mm, kit.marker_side_mm) for each in places)
    return (*corners, *bare)


def tiling(layout: Layout, kit: Kit, paper: Paper) -> Tiling:
    """The mat on sheets of the paper, upright or lying, whichever is fewer sheets and cut markers."""
    areas = [tag_area(tag) for tag in mat_tags(layout, kit)]
    both = (_tiled(layout, areas, paper, True), _tiled(layout, areas, paper, False))
    return min(both, key=lambda each: len(each.tiles) + _CUT_COST * each.cut)


def mat_sheets(layout: Layout, kit: Kit, paper: Paper, part: str, drawn: MatPrint = PLAIN) -> list[Sheet]:
    """The sheets of the mat in the order in which they are glued."""
    found = tiling(layout, kit, paper)
    wide, high = (paper.width_mm, paper.height_mm) if found.upright else (paper.height_mm, paper.width_mm)
    items = mat_items(layout, kit, drawn)
    by_place = {(tile.row, tile.column): tile for tile in found.tiles}
    made = []
    for index, tile in enumerate(found.tiles):
        area = tile.area
        window = Area(MARGIN_MM, MARGIN_MM, area.width_mm, area.height_mm)
        near = tuple(each for each in items if not isinstance(each, Tag) or tag_area(each).overlaps(area))
        shown = Window(window, MARGIN_MM - area.x_mm, MARGIN_MM - area.y_mm, near)
        about = f"sheet {tile.name}, {index + 1} of {len(found.tiles)}"
        right, below = by_place.get((tile.row, tile.column + 1)), _first_below(tile, found.tiles)
        marks = _marks(tile, right, below)
        made.append(Sheet(wide, high, part, about, (shown, *marks, *_sheet_words(tile, f"{part} · {about}", wide))))
    return made


def _first_below(tile: Tile, tiles: Sequence[Tile]) -> Tile | None:
    return next((each for each in tiles if each.row == tile.row + 1), None)


def _tiled(layout: Layout, areas: Sequence[Area], paper: Paper, upright: bool) -> Tiling:
    wide, high = (paper.width_mm, paper.height_mm) if upright else (paper.height_mm, paper.width_mm)
    room_x, room_y = wide - 2 * MARGIN_MM, high - 2 * MARGIN_MM
    tiles, cut = list[Tile](), 0
    rows = _starts(layout.height_mm, room_y, [(each.y_mm, each.y_mm + each.height_mm) for each in areas])
    cut += _crossed(rows[1:], [(each.y_mm, each.y_mm + each.height_mm) for each in areas])
    for row, top in enumerate(rows):
        height = min(room_y, layout.height_mm - top)
        ends = rows[row + 1] if row + 1 < len(rows) else layout.height_mm
        here = [each for each in areas if each.y_mm < ends and each.y_mm + each.height_mm > top]
        spans = [(each.x_mm, each.x_mm + each.width_mm) for each in here]
        columns = _starts(layout.width_mm, room_x, spans)
        cut += _crossed(columns[1:], spans)
        for column, left in enumerate(columns):
            width = min(room_x, layout.width_mm - left)
            tiles.append(Tile(row, column, Area(left, top, width, height)))
    return Tiling(tuple(tiles), upright, cut)


def _starts(length: float, room: float, spans: Sequence[_Span]) -> list[float]:
    """Where each sheet begins along one side: as few as can be, and of these the ones that cut the fewest spans."""
    if length <= room:
        return [0.0]
    step = room - OVERLAP_MM
    count = -(-round((length - OVERLAP_MM) * 1000) // round(step * 1000))
    ends = [end for span in spans for end in (span[0] - _NEAR_MM, span[1] + _NEAR_MM)]
    places = sorted({0.0, *(each for each in (*ends, *(step * at for at in range(1, count))) if 0 < each < length)})
    costs = {place: _crossed([place], spans) for place in places}
    best: dict[float, tuple[int, list[float]]] = {0.0: (0, [0.0])}
    for left in range(count - 1, 0, -1):
        best = _lengthened(best, places, costs, step, length - room - step * (left - 1))
    return min(best.values(), key=lambda each: each[0])[1]


def _lengthened(
    best: dict[float, tuple[int, list[float]]],
    places: Sequence[float],
    costs: dict[float, int],
    step: float,
    at_least: float,
) -> dict[float, tuple[int, list[float]]]:
    """The cheapest way to each next beginning, from which the sheets that are left still reach the end."""
    longer: dict[float, tuple[int, list[float]]] = {}
    for place in places:
        if place < at_least - 1e-6:
            continue
        before = [best[each] for each in best if each < place <= each + step + 1e-6]
        if before:
            cost, way = min(before, key=lambda each: each[0])
            longer[place] = (cost + costs[place], [*way, place])
    return longer


def _crossed(places: Sequence[float], spans: Sequence[_Span]) -> int:
    return sum(low < place < high for place in places for low, high in spans)


def _outlines(zone: Zone, layout: Layout, kit: Kit) -> list[Item]:
    """Where the pieces of a zone come to lie, as far as their markers stay in it: of a fan all the places."""
    size = kit.sizes[zone.lays]
    if not zone.bare:
        return []
    places = list[Area]()
    for count in range(1, 21):
        found = spots(zone, [size] * count, kit)
        area = piece_area(size, found[-1])
        # Where the zone is full, `spots` lays the pieces closer than the fan's step.
        if area in places or math.dist(zone.fan.step(count - 1), _span(found)) > _NEAR_MM:
            break
        places.append(area)
    return [
        Field(area, line=PALE, is_round=size.is_round, dash_mm=2)
        for area in places
        if Area(0, 0, layout.width_mm, layout.height_mm).holds(area)
    ]


def _span(found: Sequence[Spot]) -> tuple[float, float]:
    """How far the last piece lies from the first, in mm."""
    return found[-1].x_mm - found[0].x_mm, found[-1].y_mm - found[0].y_mm


def _ground_of(words: Words) -> Field:
    """White under words, so that no line runs through them."""
    high = words.size_pt * 0.36
    return Field(
        Area(words.x_mm - 0.4, words.y_mm - high, length_mm(words.text, words.size_pt) + 0.8, high + 0.6), fill=WHITE
    )


def zone_words(zone: str) -> str:
    """A zone in words, its numbers from 1: "map.0" is "Map 1"."""
    parts = zone.replace("_", " ").split(".")
    text = " ".join(str(int(part) + 1) if part.isdigit() else part for part in parts)
    return text[:1].upper() + text[1:]


def mat_words(zone: Zone, drawn: MatPrint) -> str:
    """What a zone is called on the mat."""
    return str(drawn.words[zone.zone]) if zone.zone in drawn.words else zone_words(zone.zone)


def _as_read(words: Words, zone: Zone) -> Words:
    """The same where people read it upside down, if they do: in the same rectangle."""
    if not zone.turned:
        return words
    right, top = words.x_mm + length_mm(words.text, words.size_pt), words.y_mm - words.size_pt * CAPITAL
    return msgspec.structs.replace(words, x_mm=right, y_mm=top, upside_down=True)


def _words(zone: Zone, taken: Sequence[Area], text: str) -> Words | None:
    """The zone's words where no marker is in the way: beside, over or under them; None where there is no room."""
    area = zone_area(zone)
    within = [each for each in taken if each.overlaps(area)]
    right = max((each.x_mm + each.width_mm for each in within), default=area.x_mm)
    above, below = (
        min((each.y_mm for each in within), default=area.y_mm + area.height_mm),
        max((each.y_mm + each.height_mm for each in within), default=area.y_mm),
    )
    room = area.x_mm + area.width_mm - right - 3
    for size_pt in (8.0, 6.0, 4.5):
        high = size_pt * 0.4
        if length_mm(text, size_pt) <= room:
            return Words(right + 1.5, area.y_mm + high + 1, text, size_pt, colour=GREY)
        if length_mm(text, size_pt) <= area.width_mm - 2:
            if above - area.y_mm >= high + 0.8:
                return Words(area.x_mm + 1, above - 0.8, text, size_pt, colour=GREY)
            if area.y_mm + area.height_mm - below >= high + 0.8:
                return Words(area.x_mm + 1, below + high + 0.2, text, size_pt, colour=GREY)
    return None


def _note(zone: Zone) -> list[Words]:
    """What people do there, in lines below the zone's words."""
    lines = wrapped(zone.note, _NOTE_PT, zone.width_mm - 4)
    return [
        Words(zone.x_mm + 1.5, zone.y_mm + 9 + 4.5 * line, text, _NOTE_PT, colour=GREY, room_mm=zone.width_mm - 3)
        for line, text in enumerate(lines)
    ]


def _marks(tile: Tile, right: Tile | None, below: Tile | None) -> list[Item]:
    """Short lines in the edge of the paper: where to cut, and dashed where the edges of the next sheets come to lie."""
    area = tile.area
    left, top = MARGIN_MM, MARGIN_MM
    end_x, end_y = left + area.width_mm, top + area.height_mm
    marks = list[Item]()
    for x_mm, dash in _edges(left, end_x, right.area.x_mm - area.x_mm if right else None):
        marks += (
            Line(x_mm, start, x_mm, start + _MARK_MM, dash_mm=dash) for start in (NEAR_EDGE_MM, end_y + _MARK_AT_MM)
        )
    for y_mm, dash in _edges(top, end_y, below.area.y_mm - area.y_mm if below else None):
        marks += (
            Line(start, y_mm, start + _MARK_MM, y_mm, dash_mm=dash) for start in (NEAR_EDGE_MM, end_x + _MARK_AT_MM)
        )
    return marks


def _edges(start: float, end: float, next_at: float | None) -> list[tuple[float, float]]:
    """Where the lines are along one side, each with its dashes. Where another sheet follows, the end is not cut."""
    return [(start, 0.0), (end, 0.0) if next_at is None else (start + next_at, 0.8)]


def _sheet_words(tile: Tile, name: str, wide_mm: float) -> list[Item]:
    """Which sheet it is, and what is done with it, in the upper edge."""
    edges = " and ".join(edge for edge, is_cut in (("left", tile.column), ("upper", tile.row)) if is_cut)
    row = _LETTERS[tile.row]
    if tile.column:
        todo = f"Glue over {row}{tile.column}."
    else:
        todo = f"Begins row {row}." + (f" Glue the whole row over row {_LETTERS[tile.row - 1]}." if tile.row else "")
    if edges:
        todo = f"Cut: {edges}. {todo}"
    return [
        Words(MARGIN_MM + 12, 7.4, name, 7, bold=True),
        Words(wide_mm - MARGIN_MM - 12, 7.4, todo, 7, "right"),
    ]
