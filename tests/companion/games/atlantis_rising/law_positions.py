"""Regular positions for the tests of laws, and random games that meet many rules."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, TypeAlias

from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import SHIPPED, PieceKind
from companion.games.atlantis_rising.game import GAME
from companion.games.atlantis_rising.host import options
from companion.games.atlantis_rising.rules.acts import (
    Build,
    EndActions,
    LayComponent,
    LeaveUnbuilt,
    Place,
    TakeColour,
    TakeCouncilor,
    TakeMarker,
    TakeUp,
)
from companion.games.atlantis_rising.rules.course import COURSE
from companion.games.atlantis_rising.state.model import POOL, Atlantean, AtlantisAction, AtlantisState, Built, Phase
from companion.games.core import Seat
from companion.simulation.self_play import Step, walk
from tests.companion.games.atlantis_rising.play import after

Spot: TypeAlias = tuple[Seat, PieceKind, str, int]
"""A piece, and where it stands."""
EASY: dict[str, Any] = {
    "components": {name: {"cost": {"gold": 1, "crystal": 0, "atlantium": 0}} for name in SHIPPED.components}
    | {"power_core": {"cost": {"gold": 7, "crystal": 0, "atlantium": 0, "energy": 0}}},
    "peninsula": {
        **{name: {"number": [2, 2, 1, 1, 1, 0]} for name in ("hills", "mountains", "forests")},
        "cities": {"number": [6, 6, 6, 5, 0, 0]},
    },
    "wrath": {"values": [0, 0, 0, 1, 0, 1]},
    "library": {
        "energy": {"effect": {"op": "manual"}},
        "unflood": {"effect": {"op": "new_library_deck"}},
        "barrier": {"effect": {"op": "flood_peninsula", "what": "forges"}},
    },
    "councilors": {name: {"effect": {"op": "reroll_once"}} for name in ("explorer", "councilor_10")},
}
"""A box in which much is built, so that games go deep, with effects that the shipped one has on no card."""
PLAIN = ("explorer", "artificer", "councilor_9", "councilor_8", "councilor_10", "champion", "emissary")
"""Councilors of the seats, where a position asks for no other: one that is not the Priest, and no Scholar."""


def started(
    players: int = 4, *councilors: str, level: int = 1, owner: Mapping[str, Any] | None = None, **changes: Any
) -> AtlantisState:
    """A game whose first round has begun with seat 0; the first seats have these councilors."""
    chosen = {"players": players, "level": level, **changes}
    state = options.new_game(chosen, owner or {})
    rest = [name for name in PLAIN if name not in councilors]
    names = (*councilors, *rest)[:players]
    for seat, colour in enumerate(("red", "blue", "yellow", "green", "orange", "purple", "navy")[:players]):
        state = after(state, TakeColour(seat, colour))
    state = after(state, *(TakeCouncilor(seat, name) for seat, name in enumerate(names)))
    while isinstance(lay := COURSE.legal_actions(state)[0], LayComponent):
        state = after(state, lay)
    return after(state, TakeMarker(0))


def with_table(state: AtlantisState, **changes: Any) -> AtlantisState:
    """The same with other fields of the table."""
    return replace(state, table=replace(state.table, **changes))


def built(state: AtlantisState, *names: str, round_: int = 1) -> AtlantisState:
    """The same with these components of the Blueprint built, in that round."""
    blueprint = (
        Built(each.component, round_ if each.component in names else each.round) for each in state.table.blueprint
    )
    return with_table(state, blueprint=tuple(blueprint))


def standing(state: AtlantisState, *spots: Spot, phase: Phase = Phase.PLACE, acted: bool = False) -> AtlantisState:
    """The same with pieces of the pools on these spaces; in a later phase all others are on the centre."""
    pieces = list(state.table.atlanteans)
    for seat, kind, place, space in spots:
        there = next(each for each in pieces if (each.seat, each.kind, each.place) == (seat, kind, POOL))
        pieces[pieces.index(there)] = Atlantean(seat, kind, place, space, acted)
    if phase is not Phase.PLACE:
        pieces = [replace(each, place="centre") if each.place == POOL else each for each in pieces]
    order = sorted(pieces, key=lambda each: (each.seat, each.kind, each.place, each.space, each.acted))
    drawn = max(4, state.table.setup.players) if phase in (Phase.ACTIONS, Phase.WRATH) else 0
    return with_table(state, atlanteans=tuple(order), phase=phase, drawn=drawn)


def played(
    seed: int, players: int, level: int, owner: Mapping[str, Any] | None = None, most: int = 4000
) -> Iterator[Step]:
    """A random game, step by step, that rather builds and acts than ends its phases."""
    rng = random.Random(seed)
    chosen = options.varied_options(rng) | {"players": players, "level": level}
    for name, is_asked in (("blueprint", level == 1), ("two_player_automaton", players == 2)):
        if not is_asked:
            chosen.pop(name)
    start = GAME.new_game(chosen, owner or {})
    return islice(walk(GAME, start, lambda state, _: _chosen(rng, COURSE.legal_actions(state))), most)


def _chosen(rng: random.Random, legal: tuple[AtlantisAction, ...]) -> AtlantisAction | None:
    if not legal:
        return None
    kinds = defaultdict[type, list[AtlantisAction]](list)
    for act in legal:
        kinds[type(act)].append(act)
    for kind in (TakeUp, EndActions, LeaveUnbuilt):
        if kind in kinds and len(kinds) > 1 and rng.random() < 0.9:
            del kinds[kind]
    chosen = kinds[rng.choice(list(kinds))]
    if Build in kinds and rng.random() < 0.5:
        chosen = kinds[Build]
    wanted = [act for act in chosen if isinstance(act, Place) and _is_wanted(act)]
    return rng.choice(wanted if wanted and rng.random() < 0.6 else chosen)


def _is_wanted(act: Place) -> bool:
    if act.piece == "leader":
        return act.place == "build_1"
    return act.place in SHIPPED.components or act.place.startswith(("hills_", "cities_"))
