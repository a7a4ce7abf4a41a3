"""Dice as pages show them: the newest roll, what may be tapped to put it right, and counts."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games.core import Choice
from companion.language.message import NOTHING, Message


class ShownDie(msgspec.Struct, frozen=True):
    """One die of the newest roll."""

    number: int
    """From 1, in the roll."""
    value: int
    colour: str
    paint: str
    """Its colour as `#rrggbb`; the name says the same."""
    is_corrected: bool
    """Whether somebody put it right."""
    values: tuple[Choice[Any], ...] = ()
    """To tap where it shows another value; lowest first. Each label is the value alone."""
    colours: tuple[Choice[Any], ...] = ()
    """To tap where it has another colour. Each label is the colour alone."""
    is_taken: bool = False
    """Whether somebody has taken it out of the roll since."""
    name: Message = NOTHING
    """What it is called, where the game has a name for it; else its colour is."""


class DiceCount(msgspec.Struct, frozen=True):
    """How often some dice showed each value."""

    name: Message
    counts: tuple[int, ...]
    """Of the values 1 to 6."""
    mean: str


class DieColour(msgspec.Struct, frozen=True):
    """A colour of which dice may be told: a row of the grid in which a roll is told by a tap a die."""

    name: str
    """What the roll calls it."""
    label: Message
    paint: str
    """As `#rrggbb`."""
    most: int = 0
    """How many dice of it may come; 0 for any number."""


class DiceBoard(msgspec.Struct, frozen=True):
    """What the dice came to so far."""

    roll: int
    """Number of the newest roll, from 1; 0 where nothing was rolled yet."""
    dice: tuple[ShownDie, ...]
    expected: int
    """How many dice the next roll has."""
    colours: tuple[str, ...]
    """The colours that dice may have."""
    summary: tuple[Message, ...]
    """Sentences on the evening."""
    counts: tuple[DiceCount, ...]
    """All dice, then those of each colour; empty before the first roll."""
    told: tuple[DieColour, ...] = ()
    """The colours of the next roll, to tell it by taps; empty where it is typed from `colours`."""
