"""The facts that a host sets: those that a table's own fields are, and what is set, checked against what each takes.

A field that the host may set says so where it stands:

    left: Annotated[int, Fact(say("Tiles that are left"), say("Tiles"), 0, 5)] = 5
    taken: Annotated[tuple[int, ...], Fact(say("Tiles taken"), NOTHING, 0, 5)]  # one a seat, called by its name
    lost: Annotated[tuple[int, ...], Fact(say("Lost"), high=5, parts=COLOURS)]  # one a colour: its key and its name
    turn: Annotated[Seat, Fact(say("Whose turn it is"), say("Turn"), is_seat=True)]

A game whose facts follow from more than its fields yields `FactField`s of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import force_setattr

from companion.games.core import Facts, FactValue, PublicTable, Seat, T, seat_name
from companion.games.errors import IllegalAction
from companion.language.message import NOTHING, Message, listing, lone, say
from companion.language.values import Name


class FactField(msgspec.Struct, frozen=True):
    """One public fact that the host may correct: numbers carry `low` and `high`, others a list of (value, label).

    A number that is beyond them already, as play may bring it after a correction, moves them: it may stay.
    """

    key: str
    label: Message
    group: Message
    value: FactValue
    low: int = 0
    high: int = 0
    choices: tuple[tuple[FactValue, Message], ...] = ()
    status: str = ""
    """Where what is asked of the owner's box comes from ("assumed", "owner", "example" …); empty for other facts."""
    short: Message = NOTHING
    """What the log calls it, where its group says the rest; else its label."""
    board: str = ""
    """Key of the board that people keep on paper and on which this stands; empty where it stands on none."""
    row: Message = NOTHING
    """The row of that board; its fields stand in it from its first square to its last."""

    def __post_init__(self) -> None:
        if type(self.value) is int and not self.choices and not self.low <= self.value <= self.high:
            force_setattr(self, "low", min(self.low, self.value))
            force_setattr(self, "high", max(self.high, self.value))

    def check(self, value: FactValue) -> None:
        """Return nothing; raise `IllegalAction` with rule "host" where the value is out of range."""
        if self.choices:
            if not any(value == known and type(value) is type(known) for known, _ in self.choices):
                raise IllegalAction(
                    "host",
                    say(
                        "{fact} cannot be {value}. Choose one of: {known}.",
                        fact=self.label,
                        value=Name(repr(value)),
                        known=listing((Name(str(known)) for known, _ in self.choices), ","),
                    ),
                )
        elif type(value) is not int or not self.low <= value <= self.high:
            raise IllegalAction(
                "host",
                say(
                    "{fact} cannot be {value}. Give a whole number from {low} to {high}.",
                    fact=self.label,
                    value=Name(repr(value)),
                    low=self.low,
                    high=self.high,
                ),
            )


class Fact(msgspec.Struct, frozen=True):
    """What a field of a table is called on the host's page, and what it may be."""

    label: Message
    group: Message = NOTHING
    """The heading below which it stands; of a field with a value a seat its label is the heading."""
    low: int = 0
    high: int = 0
    choices: tuple[tuple[FactValue, Message], ...] = ()
    is_seat: bool = False
    """Whether it names a seat."""
    piece: str = ""
    """The kind of the pieces that it counts, which lie in the zone of its name."""
    parts: tuple[tuple[str, Message], ...] = ()
    """Of a field with several values that are not one a seat: the key of each, and what it is called."""


class TableFact(NamedTuple):
    """One fact of one table."""

    key: str
    """The name of its field; of one of several values the seat's number or its own key behind it: "taken.0"."""
    fact: Fact
    seat: Seat | None
    """Whose it is; None for the table's."""
    value: Any
    part: Message = NOTHING
    """What it is called among the values of its field that are not one a seat."""


@cache
def _declared(table: type[PublicTable]) -> Mapping[str, Fact]:
    """The facts among the fields of a table's class, by the names of the fields."""
    hints = get_type_hints(table, include_extras=True)
    noted = {name: get_args(hint)[1:] for name, hint in hints.items() if get_origin(hint) is Annotated}
    return {name: note for name, notes in noted.items() for note in notes if isinstance(note, Fact)}


def declared_in(table: PublicTable) -> Iterator[TableFact]:
    """The facts that the fields of a table are."""
    for name, fact in _declared(type(table)).items():
        value = getattr(table, name)
        if fact.parts:
            for (key, part), each in zip(fact.parts, value, strict=True):
                yield TableFact(f"{name}.{key}", fact, None, each, part)
        elif isinstance(value, tuple):
            yield from (TableFact(f"{name}.{seat}", fact, seat, each) for seat, each in enumerate(value))
        else:
            yield TableFact(name, fact, None, value)


def table_facts(table: PublicTable, names: tuple[str, ...], seats: int) -> Iterator[FactField]:
    """The same as the host sets them; `names` are what to call so many seats."""
    people = tuple((seat, lone(Name(seat_name(names, seat)))) for seat in range(seats))
    for key, fact, seat, value, part in declared_in(table):
        one_of = part if seat is None else people[seat][1]
        label, group = (one_of, fact.label) if one_of else (fact.label, fact.group)
        yield FactField(key, label, group, value, fact.low, fact.high, people if fact.is_seat else fact.choices)


def with_table_facts(table: T, values: Mapping[str, Any]) -> T:
    """The table with these values of the facts that its fields are."""
    changed = dict[str, Any]()
    for key, *_ in declared_in(table):
        (name, is_one_of, _), value = key.partition("."), values[key]
        changed[name] = (*changed.get(name, ()), value) if is_one_of else value
    return msgspec.structs.replace(table, **changed)


def with_facts(title: str, fields: Iterable[FactField], facts: Facts) -> dict[str, Any]:
    """The value of every fact, as the host sets it or as it is.

    Raises `IllegalAction` with rule "host" for a fact that is no field, or a value that its field does not take.
    """
    known = {field.key: field for field in fields}
    for key, value in facts.items():
        if key not in known:
            raise IllegalAction(
                "host",
                say(
                    "{game} has no fact {key}. Pick one from the host page's list.",
                    game=Name(title),
                    key=Name(repr(key)),
                ),
            )
        known[key].check(value)
    return {**{key: field.value for key, field in known.items()}, **facts}
