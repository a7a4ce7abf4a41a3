"""What may stand in the gaps of a message."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Joint: TypeAlias = Literal["and", "or", ",", ";"]
"""What stands before the last of several things, or between all of them."""


class Name(msgspec.Struct, frozen=True):
    """What is called the same in every language: a person, a title that is printed on a piece, a rule's id."""

    text: str


class Noun(msgspec.Struct, frozen=True):
    """A thing by its English name, which is its key in a catalogue: gender and cases stand there."""

    one: str
    plural: str = ""
    """Where it is no more than one with an s."""

    @property
    def many(self) -> str:
        """What more than one are called in English."""
        return self.plural or f"{self.one}s"


class Count(msgspec.Struct, frozen=True):
    """So many of a thing: "1 card", "2 cards"."""

    number: int
    noun: Noun
