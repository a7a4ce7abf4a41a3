"""Everything that the strip may say in one game: positions from virtual games, and what the table may ask for."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from companion.games.bots import Autopilot
from companion.games.core import State
from companion.games.deal import open_virtual
from companion.games.game import AnyGame
from companion.games.offers import combinations
from companion.games.parts import NAMES
from companion.lights.scene import Scene
from companion.referee.attention import attend, seat_of
from companion.referee.comparison import Position, compare, position_of
from companion.referee.mismatch import fixes, mismatches
from companion.referee.reset_moves import shown
from companion.referee.sight import Sight, SightState
from companion.simulation.self_play import MOST_ACTS
from companion.table.expected import Pieces
from companion.table.layout import Layout
from companion.table.seen import TableView, ZoneView

GAMES_PLAYED = 40
"""Games of the usual mode; each other mode and number of players adds what only it has."""
AnyState = State[Any, Any]


class Row(msgspec.Struct, frozen=True):
    """One light: what it is for, the light, and the mat around which it glows."""

    title: str
    scene: Scene
    layout: Layout
    names: tuple[str, ...]


def rows_of(game: AnyGame, seed: int) -> tuple[Row, ...]:
    """Every phase that virtual games meet, in the order in which they first do, and then each call for attention."""
    met = phases(game, seed)
    rows = [_row(game, title, state) for title, state in met.items()]
    going_on = [state for state in met.values() if game.outcome(state) is None]
    middle = max(going_on, key=lambda state: _fullness(game, state))
    return (*rows, *_calls(game, middle))


def phases(game: AnyGame, seed: int) -> dict[str, AnyState]:
    """A position of each phase, by its title; the numbers in a title, such as the round's, make no other phase."""
    found: dict[str, tuple[str, AnyState]] = {}
    tables = [dict[str, Any]()] * GAMES_PLAYED + list(combinations(game))
    for number, options in enumerate(tables):
        for state in _played(game, seed + number, options):
            view = game.view(state, None, NAMES)
            title = str(game.prompt(view).phase)
            found.setdefault(re.sub(r"Round \d+", "", title), (title, state))
    return dict(found.values())


def _played(game: AnyGame, seed: int, options: Mapping[str, Any]) -> Iterator[AnyState]:
    """The positions of one virtual game with these options."""
    rng = random.Random(seed)
    state = open_virtual(game, {**game.simulation.varied_options(rng), **options}, rng)
    return itertools.chain((state,), itertools.islice(Autopilot(game, seed).play(state), MOST_ACTS))


def _row(game: AnyGame, title: str, state: AnyState, sight: Sight | None = None) -> Row:
    position = _position(game, state)
    layout, scene, names = position.layout, game.light.scene(position.view), position.names
    return Row(title, attend(scene, sight, layout, names) if sight else scene, layout, names)


def _position(game: AnyGame, state: AnyState) -> Position:
    return position_of(game, state, NAMES[: game.seat_count(state.table)])


def _fullness(game: AnyGame, state: AnyState) -> int:
    """On how many places something lies."""
    zones = _position(game, state).zones
    return sum(1 for zone in zones if isinstance(zone.content, Pieces) and zone.content.kinds)


def _calls(game: AnyGame, state: AnyState) -> Iterator[Row]:
    """Each call for attention in one position: at every seat, at a place that is nobody's, a question, going back."""
    position = _position(game, state)
    seats, layout = game.seat_count(state.table), position.layout
    zones = [zone for zone in position.zones if isinstance(zone.content, Pieces) and zone.content.kinds]
    for seat in (*range(seats), None):
        zone = next((each.zone for each in zones if seat_of(each.zone, layout) == seat), None)
        if zone is not None:
            place = f"at seat {seat + 1}" if seat is not None else "at nobody's place"
            yield _row(game, f"Wrong {place}", state, _missing(position, zone))
            if not seat:
                yield _row(game, f"A piece is yet to be laid {place}", state, _missing(position, zone, "in_progress"))
    yield _row(game, "The companion asks what was done", state, Sight("question"))
    at_seats = [each.zone for each in zones if seat_of(each.zone, layout) is not None]
    back = _missing(position, at_seats[-1], "restoring") if at_seats else Sight("restoring")
    yield _row(game, "After an undo: put it back", state, back)


def _missing(position: Position, zone: str, called: SightState = "mismatch") -> Sight:
    """What the companion says where everything that must lie in one zone was taken away."""
    zones = (ZoneView(zone) if each.zone == zone else each for each in shown(position.zones).zones)
    held = compare(position, TableView(tuple(zones)))
    return Sight(called, mismatches=mismatches(held) if called == "mismatch" else (), fixes=fixes(held))
