"""What does not fit into a record, in words and with its place; the paths are those in which TOML has it."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import pytest

from companion.games.shared.misfits import misfit


class Bead(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    many: int | tuple[int, ...] = 1
    kind: Literal["red", "blue"] = "red"


class Purse(msgspec.Struct, forbid_unknown_fields=True):
    beads: dict[Literal["one", "two"], Bead] = {}
    rows: tuple[Bead, ...] = ()
    is_full: bool = False


@pytest.mark.parametrize(
    ("table", "path", "at", "text"),
    [
        ({"notes": 1}, ("notes",), "key", "“notes” is no key here. Leave it out."),
        (
            {"beads": {"one": {"name": "a"}, "two": {"nmae": "b", "name": "b"}}},
            ("beads", "two", "nmae"),
            "key",
            "“nmae” is no",
        ),
        ({"beads": {"two": {"many": 1}}}, ("beads", "two"), "key", "“name” is missing. Write it."),
        ({"beads": {"three": {"name": "a"}}}, ("beads", "three"), "key", "“three” means nothing here."),
        (
            {"rows": [{"name": "a"}, {"name": 3}]},
            ("rows", 1, "name"),
            "value",
            "Here stands a whole number, and it should",
        ),
        (
            {"beads": {"one": {"name": "a", "many": [1, "x"]}}},
            ("beads", "one", "many", 1),
            "value",
            'Here stands a text in "quotes", and it should be a whole number.',
        ),
        (
            {"beads": {"one": {"name": "a", "many": 1.5}}},
            ("beads", "one", "many"),
            "value",
            "Here stands a number with a point, and it should be a whole number or a list in [ ].",
        ),
        ({"rows": [{"name": "a", "kind": "green"}]}, ("rows", 0, "kind"), "value", "“green” means nothing here."),
        ({"beads": 3}, ("beads",), "value", "Here stands a whole number, and it should be a table in { }."),
        ({"is_full": "yes"}, ("is_full",), "value", 'Here stands a text in "quotes", and it should be true or false.'),
    ],
)
def test_each_misfit_is_told_in_words_where_it_stands(
    table: Any, path: tuple[str | int, ...], at: str, text: str
) -> None:
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert(table, Purse)
    found = misfit(error.value, table)
    assert (found.path, found.at) == (path, at)
    assert str(found.text).startswith(text)


def test_what_is_there_without_the_person_is_not_blamed() -> None:
    table = {"beads": {"one": {"many": 2}, "two": {"many": 3}}}
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert({"beads": {"one": {"many": 2, "name": "a"}, "two": {"many": 3}}}, Purse)
    assert misfit(error.value, table, {"beads": {"one": {"name": "a"}}}).path == ("beads", "two")


def test_a_list_that_was_written_stands_for_the_whole_list() -> None:
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert(table := {"rows": [{"many": 1}]}, Purse)
    assert misfit(error.value, table, {"rows": [{"name": "a"}]}).path == ("rows", 0)
