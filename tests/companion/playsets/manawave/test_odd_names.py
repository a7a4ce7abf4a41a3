"""Names and texts of a stranger's playset: what cannot be shown is told with its place, and left out of the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.playset_file import BadPlayset, own_playset, read_playset
from companion.games.errors import BadOption
from companion.games.manawave.game import GAME
from companion.games.manawave.host.options import own_playset as of_owner
from tests.companion.commands import run
from tests.companion.own_playsets import playset, playset_text
from tests.companion.playsets.manawave.sets import MANAWAVE

ODD = (
    ("Ember", " ", " ", "This text is blank: nobody sees anything of it."),
    ("Reef", "\u200b", "\\u200b", "The sign U+200B (zero width space) cannot be shown."),
    ("Tide", "Rise \u202eTide", "Rise \\u202eTide", "The sign U+202E (right-to-left override) cannot be shown."),
    ("Glass Dancers", "\x07Glass\x1b[31m", "\\u0007Glass\\u001b[31m", "The sign U+0007 (bell) cannot be shown."),
    (
        "Root Clan",
        "R" + "\u0327" * 9,
        "R" + "\u0327" * 9,
        "The sign U+0327 (combining cedilla) is a mark too many",
    ),
)
"""What is named in the shipped set, by what it is called here, how that is written, and what is told of it."""
HONEST = ("Племя огня", "قبيلة", "火の民", "Zoe\u0308s", "👩\u200d👩\u200d👧 Family", "Clan 🏳\ufe0f\u200d🌈")


def written(folder: Path, *pairs: tuple[str, str]) -> Path:
    text = playset_text()
    for name, other in pairs:
        assert f'name = "{name}"' in text
        text = text.replace(f'name = "{name}"', f'name = "{other}"', 1)
    path = folder / "own.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_each_sign_that_cannot_be_shown_is_warned_of_with_line_and_column(tmp_path: Path) -> None:
    path = written(tmp_path, *((name, how) for name, _, how, _ in ODD))
    lines = path.read_text(encoding="utf-8").split("\n")
    ended = run("check-playset", path, "--games", "0", "--greedy", "0")
    assert ended.status == 0
    for _, _, how, told in ODD:
        line = lines.index(f'name = "{how}"') + 1
        assert f"{path}, line {line}, column 8: warning: {told}" in ended.out
    assert ended.out.count("It is left out.") == len(ODD)


def test_a_game_is_played_without_such_signs(tmp_path: Path) -> None:
    table = own_playset(GAME, written(tmp_path, *((name, how) for name, _, how, _ in ODD)))
    titles = GAME.new_game({}, {"playset": table}).table.setup.playset.titles()
    assert [titles[key] for key in ("ember", "reef", "tide", "glass_dancers")] == [
        *("Ember", "Reef", "Rise Tide", "Glass[31m")
    ]
    assert titles["root"] == "Ŗ" + "\u0327" * 4


@pytest.mark.parametrize("name", ["Seat 2", "\u0405eat 2", "the companion", "Dealer", "everyone"])
def test_a_card_that_is_called_as_a_role_is_refused_where_it_stands(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, ("Ember", name))
    with pytest.raises(BadPlayset) as error:
        own_playset(GAME, path)
    assert f"column 8: “{name}” is what the pages call a seat, its player, the host" in str(error.value)


def test_an_id_stands_for_a_name_that_is_not_there(tmp_path: Path) -> None:
    path = written(tmp_path)
    path.write_text(playset_text().replace('"glass_dancers"\nname = "Glass Dancers"', '"host"'), encoding="utf-8")
    (fault,) = read_playset(path, MANAWAVE).faults
    assert (fault.place.column, fault.text[:29]) == (6, "“Host” is what the pages call")


@pytest.mark.parametrize("name", HONEST)
def test_honest_names_in_any_script_read_well(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, ("Ember", name))
    read = read_playset(path, MANAWAVE)
    assert (read.faults, read.warnings) == ((), ())
    assert read.table["faction"][0]["name"] == name


def test_a_playset_in_the_owners_file_is_held_to_the_same(tmp_path: Path) -> None:
    table = playset()
    table["faction"][0]["name"] = " "
    with pytest.raises(BadOption, match="faction 1, name: This text is blank: nobody sees anything of it"):
        of_owner({"playset": table})
