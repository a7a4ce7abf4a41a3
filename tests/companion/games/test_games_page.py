"""The tables of docs/games.md: every member and field that they name is there, and nothing abstract is left out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from companion.games.core import Action
from companion.games.game import Game
from companion.games.parts import Light, Mat, Screen, Simulation
from companion.games.shared.deck import Deck
from companion.games.shared.machine import Machine, Stretch
from companion.games.shared.mats import _Mat, _Zone
from companion.table.layout import Zone

PAGE = (Path(__file__).parents[3] / "docs" / "games.md").read_text(encoding="utf-8")
NAME = re.compile(r"`([a-z_]+)(?:\([^`]*)?`")


def named_below(heading: str) -> set[str]:
    """The names in the first column of the table with this heading."""
    (table,) = re.findall(rf"^\| {re.escape(heading)} \|.*\n\|[ -|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    return {name for row in table.splitlines() for name in NAME.findall(row.split("|")[1])}


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("in its class", Action),
        ("of a moment", Stretch),
        ("of the machine", Machine),
        ("of `Game`", Game),
        ("of `Deck`", Deck),
    ],
)
def test_what_a_table_names_is_there_and_nothing_that_has_to_be_written_is_left_out(
    heading: str, kind: type[Any]
) -> None:
    named = named_below(heading)
    known = {name for each in kind.__mro__ for name in (*vars(each), *getattr(each, "__annotations__", ()))}
    assert named <= known
    assert set(getattr(kind, "__abstractmethods__", ())) <= named


def test_every_function_of_a_part_and_every_field_of_a_zone_is_named() -> None:
    parts = PAGE.partition("| part | function |")[2].partition("**Choices**")[0]
    named = set(NAME.findall(parts))
    for part in (Mat, Screen, Light, Simulation):
        assert set(part.__dataclass_fields__) <= named, part
    zones = PAGE.partition("**A zone of `layouts.toml`**")[2].partition("**Names of pieces**")[0]
    named = set(NAME.findall(zones))
    assert {*Zone.__struct_fields__, *_Zone.__struct_fields__, *_Mat.__struct_fields__} <= named
