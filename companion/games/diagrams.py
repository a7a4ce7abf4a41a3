"""Diagrams: figures as pictures, made from views. A game says what is counted; `web/render/diagrams.py` draws it."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from companion.language.message import Message


class Bars(msgspec.Struct, frozen=True):
    """How often each of a few things was counted, beside the band that the counts are expected in."""

    name: Message
    """Of what it is counted."""
    counts: tuple[int, ...]
    band: tuple[int, int]
    """The least and the most that is expected of each."""
    words: Message
    """What the counts come to, in a few words."""


class BarDiagram(msgspec.Struct, frozen=True):
    """The same counted of several, a small picture each."""

    key: str
    """What it is known by among the diagrams of its game."""
    title: Message
    about: tuple[Message, ...]
    """What is to be seen, and what the band is, in sentences."""
    marks: tuple[int, ...]
    """What stands below the bars, from left to right."""
    bars: tuple[Bars, ...]


class Line(msgspec.Struct, frozen=True):
    """One line of a diagram, with a point for each mark."""

    name: Message
    values: tuple[int, ...]
    """0 or more."""
    paint: str
    """Its colour as `#rrggbb`; its name and the shape of its points say the same."""


class LineDiagram(msgspec.Struct, frozen=True):
    """How figures went over a course."""

    key: str
    title: Message
    axis: Message
    """What the marks count: "Round"."""
    marks: tuple[int, ...]
    lines: tuple[Line, ...]
    about: tuple[Message, ...] = ()
    """What is to be seen, in sentences."""


Diagram: TypeAlias = BarDiagram | LineDiagram
