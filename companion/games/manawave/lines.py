"""Lines of the older game: names, where a tile comes to rest, which touch. Ledger: M-220 to M-225, B-12 to B-14.

A line is a number of half steps from N0, the one at the Source; a tile is one Nexus, two half steps, wide.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from companion.games.core import Seat
from companion.games.manawave.model import Tile
from companion.games.manawave.playset import Geometry, NexusBoard

TILE_MM: Final = 60.0
"""Diameter of a printed tile: one Nexus."""
NONE_LEFT: Final = 0
"""The row of a line that takes no more tiles."""


def line_count(board: NexusBoard) -> int:
    """How many lines there are: K Nexus tiles have 2 K - 1 (M-221)."""
    return 2 * board.nexus - 1


def line_name(line: int) -> str:
    """What people call a line: N0, N0.5, N1 (M-121, M-221)."""
    return f"N{line / 2:g}"


def line_of(name: str, board: NexusBoard) -> int | None:
    """The line of that name; None where there is none."""
    return next((line for line in range(line_count(board)) if line_name(line) == name), None)


def next_row(board: NexusBoard, own: Iterable[Tile], line: int) -> int:
    """The row in which a tile would come to lie on a line, beside these tiles of its side; 0 where it takes none.

    Ledger M-224, B-13, B-25.
    """
    highest = max((each.row for each in own if abs(each.line - line) <= _reach(board.geometry)), default=0)
    row = highest + 1
    if board.geometry == "hex_lattice" and row % 2 != (1 if line % 2 else 0):
        row += 1
    return row if row <= board.max_rows else NONE_LEFT


def open_lines(board: NexusBoard, own: Sequence[Tile]) -> tuple[int, ...]:
    """The lines on which a tile may be laid."""
    return tuple(line for line in range(line_count(board)) if next_row(board, own, line))


def stoppers(board: NexusBoard, own: Iterable[Tile], line: int, row: int) -> tuple[Tile, ...]:
    """The tiles that stop one in that place; none where the wave itself does."""
    reach = _reach(board.geometry)
    ahead = [each for each in own if abs(each.line - line) <= reach and each.row < row]
    nearest = max((each.row for each in ahead), default=0)
    return tuple(each for each in ahead if each.row == nearest)


def touch(one: Tile, other: Tile) -> bool:
    """Whether two tiles of a side are adjacent (ledger 4.3)."""
    apart, rows = abs(one.line - other.line), abs(one.row - other.row)
    return (apart, rows) in ((0, 1), (1, 1), (2, 0))


def rests_mm(board: NexusBoard, own: Sequence[Tile]) -> dict[tuple[int, int], float]:
    """How far from the wave the middle of each tile of a side lies, by line and row.

    A tile slides until it meets the wave, or one that lies in its way: one beside it on the same line a whole tile off,
    one half a step aside as far as two round tiles come to each other.
    """
    found = dict[tuple[int, int], float]()
    lattice = TILE_MM * math.sqrt(3) / 2
    for tile in sorted(own, key=lambda each: each.row):
        if board.geometry == "hex_lattice":
            found[tile.line, tile.row] = TILE_MM / 2 + (tile.row - 1) * lattice
            continue
        ahead = [TILE_MM / 2]
        for (line, row), lies in found.items():
            aside = abs(line - tile.line) * TILE_MM / 2
            if row < tile.row and abs(line - tile.line) <= _reach(board.geometry):
                ahead.append(lies + math.sqrt(TILE_MM**2 - aside**2))
        found[tile.line, tile.row] = max(ahead)
    return found


def spaces(tiles: Iterable[Tile]) -> tuple[tuple[int, int], ...]:
    """The occupied places in the order in which the wave comes to them: line by line, each from the wave outward.

    Ledger M-230, M-232, B-17.
    """
    return tuple(sorted({(each.line, each.row) for each in tiles}))


def in_order(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Tiles as a position keeps them."""
    return tuple(sorted(tiles, key=lambda each: (each.line, each.row, each.seat)))


def of_side(tiles: Iterable[Tile], seat: Seat) -> Iterator[Tile]:
    """The tiles of one side."""
    return (each for each in tiles if each.seat == seat)


def _reach(geometry: Geometry) -> int:
    """How many half steps aside a tile still stands in the way."""
    return 0 if geometry == "same_line" else 1
