"""The facts of the older game that the host may set: each side's tiles, and what lies on them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from companion.games.core import FactField, Seat
from companion.games.manawave.effects import COUNTERS
from companion.games.manawave.lines import in_order, line_count, line_name
from companion.games.manawave.model import BOTH, Counters, Nexus, Table, Tile
from companion.games.manawave.purchases import NOUNS
from companion.games.manawave.tiles import is_tribe
from companion.language.message import Message, lone, say
from companion.language.values import Name

NONE: Final = "none"
MOST: Final = 99


def tile_facts(table: Table, seat: Seat, group: Message) -> Iterator[FactField]:
    """Soulstain, pool and tiles of a seat, and one place for a tile more."""
    world, playset = table.nexus, table.nexus_set
    yield FactField(f"soulstain.{seat}", say("Soulstain"), group, world.soulstain[seat], 0, MOST)
    for kind in COUNTERS:
        label = say("To place: {counter}", counter=NOUNS[kind])
        yield FactField(f"pool.{seat}.{kind}", label, group, world.pools[seat].of(kind), 0, MOST)
    kinds = ((NONE, say("none")), *((each.id, lone(Name(each.title))) for each in playset.tile))
    lines = tuple((line, lone(Name(line_name(line)))) for line in range(line_count(playset.board)))
    for index, tile in enumerate((*world.own(seat), None)):
        key, number = f"{seat}.{index}", index + 1
        yield FactField(
            f"tile.{key}", say("Piece {number}", number=number), group, tile.kind if tile else NONE, choices=kinds
        )
        yield FactField(
            f"line.{key}", say("Piece {number}: line", number=number), group, tile.line if tile else 0, choices=lines
        )
        label, row = say("Piece {number}: row", number=number), tile.row if tile else 1
        yield FactField(f"row.{key}", label, group, row, 1, playset.board.max_rows)
        if tile is not None and is_tribe(playset, tile):
            label = say("Piece {number}: population", number=number)
            yield FactField(f"population.{key}", label, group, tile.population, 0, MOST)
            for kind in COUNTERS:
                label = say("Piece {number}: {counter}", counter=NOUNS[kind], number=number)
                yield FactField(f"{kind}.{key}", label, group, tile.counters.of(kind), 0, MOST)


def corrected_tiles(table: Table, known: dict[str, Any]) -> Nexus:
    """The world with tiles, pools and Soulstain as they were set."""
    world, playset, tiles = table.nexus, table.nexus_set, list[Tile]()
    for seat in BOTH:
        own = world.own(seat)
        for index in range(len(own) + 1):
            key, old = f"{seat}.{index}", own[index] if index < len(own) else None
            kind = known[f"tile.{key}"]
            if kind == NONE:
                continue
            card = playset.tiles[kind]
            is_same = old is not None and old.kind == kind
            population = known.get(f"population.{key}", 0) if is_same else card.population
            counters = Counters(**{each: known.get(f"{each}.{key}", 0) for each in COUNTERS}) if is_same else Counters()
            tiles.append(Tile(seat, known[f"line.{key}"], known[f"row.{key}"], kind, population, counters))
    pools = tuple(Counters(**{kind: known[f"pool.{seat}.{kind}"] for kind in COUNTERS}) for seat in BOTH)
    stains = tuple(known[f"soulstain.{seat}"] for seat in BOTH)
    return Nexus(in_order(tiles), (pools[0], pools[1]), (stains[0], stains[1]))
