"""Where the whole team had best place its Atlanteans: one plan of what all can see, the same for every seat.

First whoever builds goes to the Cosmic Gate, then one piece after the other to where it brings most.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache, partial
from typing import TypeAlias

from msgspec.structs import replace

from companion.games.atlantis_rising.bots import measures
from companion.games.atlantis_rising.bots.sites import SPENT, ability, sites
from companion.games.atlantis_rising.data.contents import POWER_CORE, PieceKind, Tiles
from companion.games.atlantis_rising.state import ground, model
from companion.games.core import Seat

_BESIDE = model.BUILD_SPACES[0]
"""Where the Automaton goes where all others build."""
_HELPER = "automaton"
Post: TypeAlias = tuple[Seat, PieceKind, str]
"""A piece, and where it is to stand."""


@lru_cache(maxsize=4)
def next_posts(table: model.Table) -> tuple[Post, ...]:
    """Where the pieces at hand are to go: as all planned when none stood, as long as everybody has kept to that."""
    pool = sorted((model.Atlantean(each.seat, each.kind) for each in table.atlanteans), key=lambda each: each.key[:2])
    left = Counter(posts(replace(table, why=(), atlanteans=tuple(pool))))
    placed = Counter((each.seat, each.kind, each.place) for each in table.atlanteans if each.place != model.POOL)
    if placed - left:
        return posts(replace(table, why=()))
    return tuple((left - placed).elements())


@lru_cache(maxsize=32)
def posts(table: model.Table) -> tuple[Post, ...]:
    """Where each piece at hand is to go."""
    return _Plan(table).made()


class _Plan:
    """A plan in the making: what is still free, what is still lacking, what each seat still has for dice and forges."""

    def __init__(self, table: model.Table) -> None:
        self._table = table
        self._look: measures.Outlook = measures.outlook(table)
        self._need = dict(self._look.need)
        self._pool = Counter((each.seat, each.kind) for each in table.atlanteans if each.place == model.POOL)
        self._energy = [float(each.energy) for each in table.reserves]
        self._ore = [each.ore for each in table.reserves]
        self._cards = table.library.count
        self._riches = [min(6, each.riches) for each in table.reserves]
        self._taken = Counter(each.place for each in table.atlanteans)
        self._water = frozenset(ground.flooded_tiles(table))
        places = [place for place in ground.every_place(table) if place not in model.BUILD_SPACES]
        self._room = {
            place: sum(room.room for room in ground.spaces(table.setup, place)) + ground.extra_room(table, place)
            for place in (*places, *sorted(self._water))
        } | {model.CENTRE: 99}
        self._risk = {place: measures.risk(table, place) for place in self._room}
        self._number = cache(partial(ground.number, table))
        self._posts = list[Post]()
        self._shared = set[Seat]()

    def made(self) -> tuple[Post, ...]:
        for site in sites(self._table):
            is_core = site.component == POWER_CORE
            for seat in site.seats:
                order = SPENT
                if is_core or ability(self._table, seat, "leader", "cost_minus"):
                    order = ("leader", "follower", "volunteer", "hologram")
                kind = next((each for each in order if self._pool[seat, each]), None)
                if kind is not None:
                    self._put(seat, kind, site.place)
        while keys := [key for key, many in self._pool.items() if many]:
            helpers, others = [key for key in keys if key[1] == _HELPER], [key for key in keys if key[1] != _HELPER]
            is_lone = bool(helpers) and sum(self._pool[key] for key in others) <= 1
            if is_lone and any(self._open(key) for key in helpers):
                others = []
            ways = [(key, place) for key in others or helpers for place in self._open(key)]
            if is_lone and others:
                ways = [(others[0], model.CENTRE)]
            (seat, kind), place = max(ways, key=self._value, default=(keys[0], _BESIDE))
            self._put(seat, kind, place)
        return tuple(self._posts)

    def _open(self, key: tuple[Seat, PieceKind]) -> list[str]:
        return [place for place, room in self._room.items() if room > self._taken[place] and self._may(*key, place)]

    def _may(self, seat: Seat, kind: PieceKind, place: str) -> bool:
        if kind == _HELPER and not self._taken[place]:
            return False
        rooms, piece = ground.spaces(self._table.setup, place), (model.Atlantean(seat, kind),)
        if place in self._water and not any(ground.able_of(self._table, "may_use_flooded_tile", piece)):
            return False
        return not rooms or not rooms[0].allow or kind in rooms[0].allow

    def _put(self, seat: Seat, kind: PieceKind, place: str) -> None:
        self._pool[seat, kind] -= 1
        self._posts.append((seat, kind, place))
        self._taken[place] += 1
        # What the piece brings there, likely enough.
        brings, tiles = "", ground.tiles_of(self._table, place)
        if place == model.CENTRE:
            brings = "energy"
            self._energy[seat] += 1
            self._need["energy"] = max(0.0, self._need["energy"] - 1)
        elif tiles is not None and tiles.resource is not None:
            brings = tiles.resource if self._energy[seat] >= 1 else ""
            likely = (1 - self._risk[place]) * (7 - self._number(seat, place)) / 6
            self._need[tiles.resource] -= min(1.0, likely + 0.15)
            self._energy[seat] = max(0.0, self._energy[seat] - 0.6)
        elif tiles is not None and tiles.kind == "cities":
            self._energy[seat] = max(0.0, self._energy[seat] - 0.5)
        elif tiles is not None and tiles.kind == "libraries":
            self._cards -= 2
        elif tiles is not None:
            brings = "atlantium" if self._ore[seat] > 0 else ""
            self._ore[seat] -= 1
            self._need["atlantium"] -= tiles.number_at(ground.TILES[place][1], 0)
        if brings in self._look.wants.get(seat, ()):
            self._shared.add(seat)

    def _value(self, way: tuple[tuple[Seat, PieceKind], str]) -> float:
        (seat, kind), place = way
        table, look, tiles = self._table, self._look, ground.tiles_of(self._table, place)
        if kind == _HELPER:
            # What it adds beside whoever stands there: most where a number is high.
            if tiles is not None and tiles.kind == "wild":
                hard = min(6, tiles.number_at(ground.TILES[place][1], 0))
                return 0.33 * (1 - self._risk[place]) + 0.01 * hard
            is_second = tiles is not None and tiles.kind == "cities" and self._taken[place] % 2
            return measures.recruit(look) * 0.35 if is_second else 0.0
        if place == model.CENTRE:
            more = ability(table, seat, kind, "extra_energy_at_centre")
            needed = 0.5 if self._need["energy"] > 0 else 0.0
            return look.energy * (1 + more) + needed + self._of_share(seat, "energy")
        if tiles is None:
            component = table.box.components[place]
            assert component.spaces is not None
            whole = measures.gained(table, look, component.on_activate)
            whole -= measures.recruit(look) if component.spaces.removes else 0.0
            return whole if component.spaces.kind == "single" else self._of_pair(place, whole)
        lost = self._risk[place] if not ability(table, seat, kind, "act_although_flooded") else 0.0
        return (1 - lost) * self._of_tile(seat, kind, place, tiles)

    def _of_tile(self, seat: Seat, kind: PieceKind, place: str, tiles: Tiles) -> float:
        table, look, ring = self._table, self._look, ground.TILES[place][1]
        energy = int(self._energy[seat])
        if tiles.resource is not None:
            wanted = self._number(seat, place) - ability(table, seat, kind, "number_minus")
            worth = measures.worth_of(tiles.resource, self._need) * (1 + 0.05 * self._riches[seat])
            worth += self._of_share(seat, tiles.resource)
            worth *= 1 + ability(table, seat, kind, "extra_resource")
            value = measures.chance(wanted, energy, worth, look.energy)
            return value + (worth - value) * value * 0.7 * bool(ability(table, seat, kind, "reroll_once"))
        if tiles.kind == "forges":
            rate = tiles.number_at(ring, 0)
            lacking = max(0.0, self._need["atlantium"])
            gain = 0.9 * measures.worth_of("atlantium", self._need) * min(rate, lacking) - 0.1
            return gain + self._of_share(seat, "atlantium") if self._ore[seat] > 0 else 0.0
        if tiles.kind == "libraries":
            if self._cards < 2:
                return 0.4 * max(0, self._cards)
            return 1.7 if tiles.icon[ring - 1] == "both" else 1.0 + 0.5 * ability(table, seat, kind, "keep_extra_card")
        if not any(table.supply):
            return 0.0
        wanted = self._number(seat, place) - table.wrath_value - ability(table, seat, kind, "number_minus")
        whole = measures.chance(wanted, energy, measures.recruit(look), look.energy, measures.TWO)
        return self._of_pair(place, whole, bool(table.supply[seat]))

    def _of_share(self, seat: Seat, name: str) -> float:
        return 0.0 if seat in self._shared else self._look.of_share(seat, name)

    def _of_pair(self, place: str, whole: float, is_apt: bool = True) -> float:
        """Half of what two bring for whoever comes first, and all of it for the other."""
        if self._taken[place] % 2:
            return whole
        return whole / 2 if is_apt and self._pool.total() > 1 else 0.0
