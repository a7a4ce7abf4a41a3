"""Positions that the tests of laws spoil: reached by play at random, from a seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.manawave.game import GAME
from companion.games.manawave.rules.course import COURSE
from companion.games.manawave.state.acts import ManaAction
from companion.games.manawave.state.model import Clan, ManaState, Nexus, Phase, Table, Tile, Tribe
from companion.simulation.self_play import Step, walk


def played(rng: random.Random, options: dict[str, Any]) -> Iterator[Step]:
    """Each act of a whole game, with the position before it and the one after."""

    def choose(state: ManaState, _: int) -> ManaAction | None:
        return rng.choice(COURSE.legal_actions(state) or (None,))

    yield from walk(GAME, GAME.new_game(options, {}), choose)


def reach(phase: Phase, fits: Callable[[ManaState], bool] = lambda _: True, **options: Any) -> ManaState:
    """The first position in a phase, in games from seed 0 on, that fits."""
    for seed in range(200):
        for state, _, after in played(random.Random(seed), {"mode": "clans", **options}):
            for each in (state, after):
                if each.table.phase is phase and fits(each):
                    return each
    raise AssertionError(f"no such position in phase {phase.value}")


def spoiled(state: ManaState, **changes: Any) -> ManaState:
    """The position with fields of its table changed."""
    return replace(state, table=replace(state.table, **changes))


def worldly(state: ManaState, **changes: Any) -> ManaState:
    """The position with fields of its world changed."""
    return spoiled(state, world=replace(state.table.world, **changes))


def with_tribe(state: ManaState, seat: Seat = 0, **changes: Any) -> ManaState:
    """The position with fields of one Tribe changed."""
    clans = state.table.clans
    return spoiled(state, world=clans.with_tribe(seat, replace(clans.tribes[seat], **changes)))


def with_clan(state: ManaState, position: int = 1, seat: Seat = 0, **changes: Any) -> ManaState:
    """The position with fields of one Clan changed."""
    tribe: Tribe = state.table.clans.tribes[seat]
    clan: Clan = replace(tribe.at(position), **changes)
    return spoiled(state, world=state.table.clans.with_tribe(seat, tribe.with_clan(position, clan)))


def with_tiles(state: ManaState, *tiles: Tile) -> ManaState:
    """The position with these tiles alone."""
    return worldly(state, tiles=tiles)


def with_tile(state: ManaState, index: int = 0, **changes: Any) -> ManaState:
    """The position with one tile changed."""
    nexus: Nexus = state.table.nexus
    tiles = [*nexus.tiles]
    tiles[index] = replace(tiles[index], **changes)
    return with_tiles(state, *tiles)


def with_set(table: Table, **changes: Any) -> Table:
    """The table with other options of its playset."""
    playset = table.clans_set
    return replace(
        table, setup=replace(table.setup, playset=replace(playset, options=replace(playset.options, **changes)))
    )
