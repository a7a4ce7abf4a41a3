"""What the phases of games share: who is asked for what, the words of a button, and small steps."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any

import msgspec

from companion.games.core import Prompt, RuleId, Seat, View
from companion.language.message import Listing, Message, listing


class PhaseName(Enum):
    """Where a game stands; each game has its own. Every question to a machine looks one up."""

    __hash__ = object.__hash__  # each is there once, and what an Enum has is far slower


class Asked(msgspec.Struct, frozen=True):
    """Who is asked for what, why, and by which rule."""

    seats: tuple[Seat, ...]
    text: Message
    why: Message
    rule: RuleId
    any_order: bool = False
    assumed: tuple[Message, ...] = ()

    def prompt(self, phase: Message, house_rules: tuple[Message, ...]) -> Prompt:
        """The same as the pages show it."""
        return Prompt(phase, self.seats, self.text, self.why, self.rule, self.assumed, house_rules, self.any_order)


class Label(msgspec.Struct, frozen=True):
    """A button's words, its group's heading, and the kind of piece to draw beside it."""

    text: Message
    group: Message
    piece: str = ""
    values: tuple[int, ...] = ()
    """What dice show where it tells a roll, as `Choice.values`."""


def people(view: View[Any, Any], seats: Iterable[Seat]) -> Listing:
    """Names of seats, as a list."""
    return listing((view.who(seat) for seat in seats), ",")


def put(cells: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    """The cells with one changed."""
    return (*cells[:place], value, *cells[place + 1 :])
