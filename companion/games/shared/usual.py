"""What a game shows where it has nothing better to say: its lights, its players' lines, and pieces zone by zone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.core import PlayerPanel, Seat, View
from companion.games.shared.facts import declared_in
from companion.games.shared.machine import Machine
from companion.games.shared.seats import SEAT_COLOURS
from companion.language.message import Message, say
from companion.lights.scene import Glow, Scene
from companion.table.expected import ExpectedTable, ExpectedZone, Pieces

AnyView = View[Any, Any]


def lights(course: Machine[Any, Any, Any], seats: int) -> Callable[[AnyView], Scene]:
    """A light before each of so many seats that the prompt asks, and white light all around once the game is over."""

    def scene(view: AnyView) -> Scene:
        if course.over_rule(view.table):
            return Scene((Glow(0, 1, "#ffffff", say("White light all around: the game is over."), 0.5),))
        asked, wide = course.prompt(view).seats, 1 / seats
        words = {seat: say("Light before {who}: it is for them to act.", who=view.who(seat)) for seat in asked}
        return Scene(tuple(Glow(seat * wide, wide, SEAT_COLOURS[seat], words[seat]) for seat in asked))

    return scene


def panels(view: AnyView) -> tuple[PlayerPanel, ...]:
    """A player's facts, as "Tiles taken: 2"."""
    found = dict[Seat, tuple[Message, ...]]()
    for _, fact, seat, value, _ in declared_in(view.table):
        if seat is not None:
            found[seat] = (*found.get(seat, ()), say("{what}: {number}", what=fact.label, number=value))
    return tuple(PlayerPanel(seat, lines) for seat, lines in found.items())


def expected(view: AnyView) -> ExpectedTable:
    """In each zone as many pieces of its kind as the fact of that name says."""
    counted = ((key, fact.piece, value) for key, fact, _, value, _ in declared_in(view.table) if fact.piece)
    return ExpectedTable(tuple(ExpectedZone(zone, Pieces((kind,) * many)) for zone, kind, many in counted))
