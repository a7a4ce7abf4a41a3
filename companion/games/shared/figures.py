"""Figures of a game with where each comes from, and those that the owner of the box reads off it and types.

A game keeps its `Figure`s in its data.toml and in the positions that use them, and describes those that the owner may
type as `OwnerFigures`; all that is read, shown and written of them follows from that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from companion.games.core import Facts
from companion.games.errors import BadOption
from companion.games.shared.facts import FactField
from companion.language.message import Message, listing, say
from companion.language.values import Name

Status: TypeAlias = Literal["rulebook", "example", "public", "assumed", "owner"]
"""The rulebook gives it; it stands in a worked example; a public source tells it; nobody knows it and the owner is
asked; the owner has typed it."""

TYPED = "typed from the card"


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number of the game and where it comes from."""

    value: int
    status: Status
    source: str = ""


class OwnerFigure(msgspec.Struct, frozen=True):
    """A number that the owner may type, from `low` to `high`, and what it is called in each place."""

    name: str
    """In data.toml and in the owner's file: "scholar"."""
    key: str
    """As a fact: "council_card.1"."""
    label: Message
    """On the host page: "Shells for Scholars"."""
    words: Message
    """Within a sentence: "Scholars"."""
    low: int
    high: int


class OwnerFigures(msgspec.Struct, frozen=True):
    """All the numbers of one card of the box. Positions have their figures in the order of `figures`."""

    file: str
    """Where the owner's numbers are kept: "owner/waves.toml"."""
    title: Message
    """What they stand on: "Council card"; the heading on the host page."""
    about: Message
    """How a sentence on them begins: "Shells on the Council card"."""
    figures: tuple[OwnerFigure, ...]

    def read(self, shipped: Mapping[str, Figure], owner: Mapping[str, Any], path: Sequence[str]) -> tuple[Figure, ...]:
        """The figures of a new game: the shipped ones, and in their place what the owner has typed.

        `owner` is the content of the owner's file, in which they stand in the table `path`. Raises `BadOption`.
        """
        typed = self._typed(owner, path)
        return tuple(
            self._owned(each, typed[each.name]) if each.name in typed else shipped[each.name] for each in self.figures
        )

    def corrected(self, present: Sequence[Figure], facts: Facts) -> tuple[Figure, ...]:
        """The figures with those that the host gives among these facts; a number given is a number confirmed."""
        return tuple(
            Figure(value, "owner", TYPED) if isinstance(value := facts.get(each.key), int) else figure
            for each, figure in zip(self.figures, present, strict=True)
        )

    def fact_fields(self, present: Sequence[Figure]) -> Iterator[FactField]:
        """The facts that they are, each with its status: the host page has a form of its own for these."""
        for each, figure in zip(self.figures, present, strict=True):
            yield FactField(
                *(each.key, each.label, self.title, figure.value, each.low, each.high),
                status=figure.status,
                short=each.words,
            )

    def owner_file(self, facts: Facts, path: Sequence[str]) -> dict[str, Any]:
        """What to keep in the owner's file for those of them among these facts; empty for none."""
        numbers = {each.name: facts[each.key] for each in self.figures if each.key in facts}
        if not numbers:
            return {}
        kept: dict[str, Any] = numbers
        for key in reversed(path):
            kept = {key: kept}
        return kept

    def assumed(self, present: Sequence[Figure]) -> tuple[Message, ...]:
        """A sentence for the prompt on those that nobody has confirmed yet, or none."""
        unsure = [
            say("{figure} {number}", figure=each.words, number=figure.value)
            for each, figure in zip(self.figures, present, strict=True)
            if figure.status == "assumed"
        ]
        if not unsure:
            return ()
        return (say("{what} are assumed: {figures}.", what=self.about, figures=listing(unsure, ",")),)

    def _typed(self, owner: Mapping[str, Any], path: Sequence[str]) -> Mapping[str, Any]:
        typed = owner
        for key in path:
            inner = typed.get(key, {})
            if not isinstance(inner, Mapping):
                raise BadOption(
                    say(
                        "{key} is {value} in {file}, not a table of numbers. Delete that line.",
                        key=Name(key),
                        value=Name(repr(inner)),
                        file=Name(self.file),
                    )
                )
            typed = inner
        names = [each.name for each in self.figures]
        for name in typed:
            if name not in names:
                raise BadOption(
                    say(
                        "The {card} has no number {name}, which stands in {file}. It has: {known}. "
                        "Rename that line, or delete it.",
                        card=self.title,
                        name=Name(repr(name)),
                        file=Name(self.file),
                        known=listing(map(Name, names), ","),
                    )
                )
        return typed

    def _owned(self, each: OwnerFigure, value: object) -> Figure:
        if type(value) is not int or not each.low <= value <= each.high:
            raise BadOption(
                say(
                    "The {card}'s number for {figure} is {value} in {file}. "
                    "Write a whole number from {low} to {high}, or delete the line.",
                    card=self.title,
                    figure=each.words,
                    value=Name(repr(value)),
                    file=Name(self.file),
                    low=each.low,
                    high=each.high,
                )
            )
        return Figure(value, "owner", TYPED)
