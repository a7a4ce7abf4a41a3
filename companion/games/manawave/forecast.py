"""What would come of a position if nobody did anything more: the wave, the Monuments, the conflicts, in one go.

From public knowledge alone. Pages show it, and bots weigh by it what they might do.
"""

from __future__ import annotations

import msgspec

from companion.games.manawave.lines import spaces
from companion.games.manawave.model import CONFLICTS, PLACES, Clans, Ended, Nexus
from companion.games.manawave.monuments import fought, verdict
from companion.games.manawave.playset import ClansPlayset, NexusPlayset
from companion.games.manawave.tiles import decided, harvested, process
from companion.games.manawave.wave import run


class Outlook(msgspec.Struct, frozen=True):
    """A world once a round has run its course, and how the game ends by it."""

    world: Clans
    """After the wave, before anything is decided of what it brings."""
    ended: Ended | None
    """What the Monuments would say of it."""
    position: int
    """Of the Monument that says so; 0 where none does."""
    after: Clans
    """After the conflicts."""


def wave(playset: ClansPlayset, world: Clans, number: int) -> Clans:
    """The world once the wave has run from Source to Sink."""
    for position in PLACES:
        world, _ = run(playset, world, position, number)
    return world


def showdown(playset: ClansPlayset, world: Clans, number: int) -> Outlook:
    """What Monuments and conflicts make of counters as they lie."""
    found = ((position, verdict(playset, world, position, number)) for position in PLACES)
    position, ended = next(((place, each) for place, each in found if each is not None), (0, None))
    after = world
    for place in PLACES:
        for step in CONFLICTS:
            after = fought(after, place, step)
    return Outlook(world, ended, position, after)


def if_the_wave_ran(playset: ClansPlayset, world: Clans, number: int) -> Outlook:
    """What the whole round would bring if the wave ran now and nobody bought anything."""
    return showdown(playset, wave(playset, world, number), number)


def whole_wave(playset: NexusPlayset, world: Nexus, strength: int) -> tuple[Nexus, Ended | None]:
    """The older world once the wave has run over all tiles and counters have become tokens; or how it ends before."""
    for line, row in spaces(world.tiles):
        world = process(playset, world, line, row, strength)
        ended = decided(playset, world, line, row, strength)
        if ended is not None:
            return world, ended
    return harvested(playset, world), None
