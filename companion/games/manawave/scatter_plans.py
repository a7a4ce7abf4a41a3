"""Ways to place the counters of a pool, as examples of what may be decided; bots choose among them."""

from __future__ import annotations

from companion.games.core import Seat
from companion.games.manawave.acts import Scatter
from companion.games.manawave.model import Counters, Nexus, Tile
from companion.games.manawave.playset import NexusPlayset
from companion.games.manawave.tiles import OTHER_KINDS, OWN_KINDS, tribes_of


def examples_of(playset: NexusPlayset, world: Nexus, seat: Seat) -> tuple[Scatter, ...]:
    """All on one tile of each side, for each tile; and none at all."""
    own, other = tribes_of(playset, world, seat), tribes_of(playset, world, 1 - seat)
    pool = world.pools[seat]
    found = [Scatter(seat, (0,) * (len(OWN_KINDS) * len(own)), (0,) * (len(OTHER_KINDS) * len(other)), is_told=True)]
    for first in range(max(len(own), len(other))):
        found.append(
            Scatter(
                seat,
                _on(own, first % len(own) if own else 0, OWN_KINDS, pool),
                _on(other, first % len(other) if other else 0, OTHER_KINDS, pool),
                is_told=True,
            )
        )
    return tuple(dict.fromkeys(found))


def _on(tiles: tuple[Tile, ...], chosen: int, kinds: tuple[str, ...], pool: Counters) -> tuple[int, ...]:
    return tuple(getattr(pool, kind) if index == chosen else 0 for index in range(len(tiles)) for kind in kinds)
