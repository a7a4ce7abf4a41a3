"""The older game, worked out a second time from the ledger: where tiles come to rest, what they do, how they last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.core import Seat
from companion.games.manawave.data.effects import COUNTERS, Effect
from companion.games.manawave.laws.row_laws import ON_OTHER, ON_OWN, of_seat, resting_row, scattered, tribe_tiles
from companion.games.manawave.laws.witness import Place, Spot, numbers
from companion.games.manawave.state.acts import Scatter
from companion.games.manawave.state.model import BOTH, Ended, Nexus, Table, Tile
from companion.laws.manawave.sums import amount_of, holds, poured, written


def slid(table: Table, seat: Seat, line: int) -> Nexus:
    """The world with the tile that a seat has taken laid on a line."""
    card = table.nexus_set.tiles[table.picked[seat]]
    row = resting_row(table.nexus_set.board, of_seat(table.nexus, seat), line)
    tiles = [*table.nexus.tiles, Tile(seat, line, row, card.id, card.population)]
    tiles.sort(key=lambda each: (each.line, each.row, each.seat))
    return Nexus(tuple(tiles), table.nexus.pools, table.nexus.soulstain)


# --- the wave ---


def places(world: Nexus) -> list[Place]:
    """The occupied places, line by line from the Source, each from the wave outward (M-230)."""
    return sorted({(each.line, each.row) for each in world.tiles})


def after_place(table: Table, place: Place) -> tuple[Nexus, Ended | None]:
    """The world once the tiles at one place, of both sides, have been processed, and how that ends the game."""
    adds, removes = Counter[Spot](), Counter[Spot]()
    for tile, effect in _acting(table, table.nexus, place):
        known = _known(table, table.nexus, tile)
        if effect.op in ("add", "remove") and holds(effect.when, known):
            number = amount_of(effect, known)
            found = adds if effect.op == "add" else removes
            found.update(dict.fromkeys(_spots(table, effect, tile), number))
    after = written(table.nexus, poured(numbers(table.nexus), adds, removes))
    winners = set[Seat]()
    for tile, effect in _acting(table, after, place):
        if effect.op in ("win", "lose") and holds(effect.when, _known(table, after, tile)):
            winners.add(tile.seat if effect.op == "win" else 1 - tile.seat)
    if not winners:
        return after, None
    return after, "draw" if len(winners) == len(BOTH) else "second" if winners == {1} else "first"


def next_place(table: Table) -> Place | None:
    """The next place at which a number changes or the game ends; None where the wave runs on to the Sink."""
    for place in places(table.nexus)[table.at :]:
        world, ended = after_place(table, place)
        if ended is not None or numbers(world) != numbers(table.nexus):
            return place
    return None


def _acting(table: Table, world: Nexus, place: Place) -> Iterator[tuple[Tile, Effect]]:
    for tile in world.tiles:
        if (tile.line, tile.row) == place:
            for effect in table.nexus_set.tiles[tile.kind].on_wave:
                yield tile, effect


def _spots(table: Table, effect: Effect, tile: Tile) -> list[Spot]:
    """The tiles, or the pool, that an effect concerns (ledger 4.3)."""
    if effect.counter == "soulstain" or effect.to == "pool":
        return [(tile.seat, (), effect.counter)]
    own, other = tribe_tiles(table, tile.seat), tribe_tiles(table, 1 - tile.seat)
    found = list[Tile]()
    match effect.to:
        case "self":
            found = [each for each in own if (each.line, each.row) == (tile.line, tile.row)]
        case "adjacent":
            found = [each for each in own if _touches(each, tile)]
        case "opposing_line":
            found = [each for each in other if each.line == tile.line]
        case "opposing_nearest":
            on_line = [each for each in other if each.line == tile.line]
            beside = [each for each in other if each.line in (tile.line - 1, tile.line + 1)]
            found = sorted(on_line or beside, key=lambda each: (each.row, each.line))[:1]
    return [(each.seat, (each.line, each.row), effect.counter) for each in found]


def _touches(one: Tile, other: Tile) -> bool:
    halves, rows = abs(one.line - other.line), abs(one.row - other.row)
    return (halves == 0 and rows == 1) or (halves == 1 and rows == 1) or (halves == 2 and rows == 0)


def _known(table: Table, world: Nexus, tile: Tile) -> dict[str, int]:
    """What each query comes to for a tile."""
    own, other = of_seat(world, tile.seat), of_seat(world, 1 - tile.seat)
    return {
        "strength": table.round,
        "self_population": tile.population,
        "own_population": sum(each.population for each in own),
        "opposing_population": sum(each.population for each in other),
        "soulstain": world.soulstain[tile.seat],
        "tiles_on_line": len([each for each in own if each.line == tile.line]),
        "row": tile.row,
    }


# --- what becomes of counters ---


def may_scatter(table: Table, seat: Seat) -> bool:
    """Whether a seat has a counter in its pool that some tile can take (M-250)."""
    pool = table.nexus.pools[seat]
    for kinds, side in ((ON_OWN, seat), (ON_OTHER, 1 - seat)):
        if any(getattr(pool, kind) for kind in kinds) and tribe_tiles(table, side):
            return True
    return False


def laid(table: Table, choice: Scatter) -> Nexus:
    """The world once a seat has placed its counters; what it has not placed is gone (M-250)."""
    sheet = numbers(table.nexus)
    for spot, number in scattered(table, choice).items():
        sheet[spot] += number
    sheet.update({(choice.seat, (), kind): 0 for kind in COUNTERS})
    return written(table.nexus, sheet)


def harvest(table: Table) -> Nexus:
    """The world once counters have become tokens, and are cleared (M-260, M-261)."""
    sheet = numbers(table.nexus)
    for seat in BOTH:
        for tile in tribe_tiles(table, seat):
            spot, lies = (seat, (tile.line, tile.row), "population"), tile.counters
            left = sheet[spot]
            left = max(0, left - max(0, lies.attack - lies.shield))
            left = max(0, left - lies.sacrifice)
            sheet[spot] = left + min(lies.growth, left)
    return written(table.nexus, {spot: 0 if spot[2] in COUNTERS else number for spot, number in sheet.items()})
