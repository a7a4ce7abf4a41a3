"""`companion print`: what it writes and says, and every mistake as a sentence with what to do."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli.group import cli
from companion.cli.print import KitNotWritten, print_kit
from companion.errors import CompanionError
from companion.games.kits import UnknownPiece
from companion.table.kit import BadKit


def call(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, ["print", *map(str, arguments)], prog_name="companion")


def refused(*arguments: str | Path) -> CompanionError:
    error = call(*arguments).exception
    assert isinstance(error, CompanionError)
    return error


def test_the_command_is_there_and_every_option_has_its_help() -> None:
    assert cli.commands["print"] is print_kit
    assert all(getattr(each, "help", "") for each in print_kit.params if each.name != "game")
    assert "{waves|atlantis_rising|rolling_with_the_waves|manawave}" in call("--help").output


def test_a_kit_is_written_and_the_terminal_says_what_to_do_with_it(tmp_path: Path) -> None:
    path = tmp_path / "kit.pdf"
    result = call("rolling_with_the_waves", "-o", path)
    assert result.exit_code == 0, result.output
    assert path.read_bytes().startswith(b"%PDF")
    assert f"{path}: 19 sheets of A4, about 85 minutes of work (assumed: nobody has timed it yet)." in result.output
    assert "   16 × Rolling with the Waves, mat harbour" in result.output
    assert "To buy:\n  – Matt label paper for 10 labels" in result.output
    assert "  1. Print everything at 100 %, without “fit to page”" in result.output
    assert list(tmp_path.iterdir()) == [path]


def test_the_same_kit_is_the_same_file(tmp_path: Path) -> None:
    one, other = tmp_path / "one.pdf", tmp_path / "other.pdf"
    for path in (one, other):
        assert call("waves", "--only", "card:3#7", "-o", path).exit_code == 0
    assert one.read_bytes() == other.read_bytes()


def test_a_lost_piece_is_printed_alone_and_only_once(tmp_path: Path) -> None:
    result = call("waves", "--only", "card:3#7", "--only", "66", "--paper", "letter", "-o", tmp_path / "one.pdf")
    assert "one.pdf: 2 sheets of Letter" in result.output
    assert "Calibration" not in result.output


def test_another_mat_and_none(tmp_path: Path) -> None:
    path = tmp_path / "kit.pdf"
    assert "mat teams-6" in call("waves", "--mat", "teams-6", "-o", path).output
    without = call("rolling_with_the_waves", "--mat", "none", "-o", path, "--force").output
    assert "3 sheets of A4" in without
    assert "harbour" not in without


def test_the_list_shows_what_can_be_named() -> None:
    output = call("waves", "--list").output
    assert "Mats of Waves: head-to-head-2, all-vs-all-3," in output
    assert "  card:3#7                                66  Knight\n" in output
    tiles = call("atlantis_rising", "--list").output
    assert "  dry:forests_4#1                     26, 66  Forests 4\n" in tiles


def test_markers_of_another_size_say_what_must_be_told_to_the_companion(tmp_path: Path) -> None:
    output = call("waves", "--only", "66", "--marker-mm", "16", "-o", tmp_path / "kit.pdf").output
    assert (
        "These markers are 16 mm, and the companion expects 18: write marker_side_mm = 16 into "
        "companion/games/waves/kit.toml before you play with them."
    ) in output
    assert isinstance(refused("waves", "--marker-mm", "25", "-o", tmp_path / "large.pdf"), BadKit)


def test_a_file_that_is_there_stays_unless_it_is_forced(tmp_path: Path) -> None:
    path = tmp_path / "kit.pdf"
    path.write_text("mine", encoding="utf-8")
    error = refused("waves", "--only", "66", "-o", path)
    assert isinstance(error, KitNotWritten)
    assert str(error) == f"{path} is there already. Choose another file, or write over it with --force."
    assert path.read_text(encoding="utf-8") == "mine"
    assert call("waves", "--only", "66", "-o", path, "--force").exit_code == 0
    assert path.read_bytes().startswith(b"%PDF")


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "kit.pdf"
    error = refused("waves", "--only", "66", "-o", path)
    assert str(error) == f"{path} cannot be written: {os.strerror(2)}. Choose another file."


@pytest.mark.parametrize("name", ["card:9", "nothing", "587"])
def test_a_piece_that_is_not_there_is_named(tmp_path: Path, name: str) -> None:
    error = refused("waves", "--only", name, "-o", tmp_path / "kit.pdf")
    assert isinstance(error, UnknownPiece)
    assert f"no piece {name!r}. `companion print waves --list` shows all" in str(error)


def test_an_unknown_game_and_a_missing_file_are_told_how() -> None:
    wrong = call("chess", "-o", "kit.pdf")
    assert wrong.exit_code == 2
    assert "'chess' is not one of 'waves', 'atlantis_rising', 'rolling_with_the_waves', 'manawave'" in wrong.output
    missing = call("waves")
    assert missing.exit_code == 2
    assert "Which file is to be written? Add -o kit.pdf." in missing.output
    unknown = refused("waves", "--mat", "square", "-o", "kit.pdf")
    assert str(unknown).startswith("Waves has no mat 'square'. Choose one of: head-to-head-2, ")
