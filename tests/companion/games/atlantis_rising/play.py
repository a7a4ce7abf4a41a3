"""What tests of Atlantis Rising share: pieces and seats by name, data by its paths, and acts one after another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.atlantis_rising.rules.activation import due
from companion.games.atlantis_rising.rules.course import COURSE
from companion.games.atlantis_rising.rules.decisions import Keep, LetLie
from companion.games.atlantis_rising.state.model import POOL, Atlantean, AtlantisAction, AtlantisState
from companion.games.core import Seat

RED, BLUE, YELLOW, GREEN, ORANGE, PURPLE, NAVY = range(7)
"""The seats, by the colours that they have here: P1 of the ledger is red."""
MOUNTAINS, HILLS, FORESTS, CITIES, LIBRARIES, FORGES = range(6)


def leader(seat: Seat, place: str = POOL, space: int = 0) -> Atlantean:
    return Atlantean(seat, "leader", place, space)


def follower(seat: Seat, place: str = POOL, space: int = 0) -> Atlantean:
    return Atlantean(seat, "follower", place, space)


def volunteer(seat: Seat, place: str = POOL, space: int = 0) -> Atlantean:
    return Atlantean(seat, "volunteer", place, space)


def hologram(seat: Seat, place: str = POOL, space: int = 0) -> Atlantean:
    return Atlantean(seat, "hologram", place, space)


def automaton(seat: Seat, place: str = POOL, space: int = 0) -> Atlantean:
    return Atlantean(seat, "automaton", place, space)


def nested(data: Mapping[str, Any]) -> dict[str, Any]:
    """What an owner's file says, by paths of data.toml."""
    found = dict[str, Any]()
    for path, value in data.items():
        *above, last = path.split(".")
        inner = found
        for key in above:
            inner = inner.setdefault(key, {})
        inner[last] = value
    return found


def after(state: AtlantisState, *acts: AtlantisAction) -> AtlantisState:
    """The position after these acts, one after another, each of them legal."""
    for act in acts:
        state = COURSE.apply_action(state, act)
    return state


def taken(state: AtlantisState) -> AtlantisState:
    """The position once the drawn cards are in the hand, of which no other may be kept."""
    (only,) = offered(state, Keep)
    return after(state, only)


def all_acted(state: AtlantisState) -> AtlantisState:
    """The position after every Atlantean that has to act has done so (A-046); dice show as little as they can."""
    while acts := list(due(state.table)):
        state = after(state, acts[0])
        while state.table.steps:
            legal = COURSE.legal_actions(state)
            state = after(state, LetLie() if LetLie() in legal else legal[0])
    return state


def settled(state: AtlantisState) -> AtlantisState:
    """The position once all is done that nobody has to decide, as after an act."""
    return COURSE.settle(state)


def offered(state: AtlantisState, *kinds: type[Any]) -> list[Any]:
    """The legal acts of these kinds, in the order in which they are listed; without a kind, all of them."""
    return [act for act in COURSE.legal_actions(state) if not kinds or isinstance(act, kinds)]
