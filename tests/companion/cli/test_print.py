"""`companion print`: what it writes and says, and every mistake as a sentence with what to do."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from companion.cli.group import cli
from companion.cli.paper.print import KitNotWritten
from companion.errors import CompanionError
from companion.printing.booklet import Job, booklet
from companion.printing.kits import KITS, UnknownPiece
from companion.printing.paper import PAPERS
from companion.table.ink import Line
from companion.table.kit import BadKit
from tests.companion.printing.rendered import pages, read
from tests.games.registered import PRODUCT_GAMES, SEALED_BID


@pytest.fixture(autouse=True)
def _nobody_has_typed_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "no-home"))


def call(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, ["print", *map(str, arguments)], prog_name="companion")


def refused(*arguments: str | Path) -> CompanionError:
    error = call(*arguments).exception
    assert isinstance(error, CompanionError)
    return error


def test_the_command_is_there_and_every_option_has_its_help() -> None:
    command = cli.get_command(click.Context(cli), "print")
    assert command is not None
    assert all(getattr(each, "help", "") for each in command.params if each.name != "game")
    assert list(KITS)[: len(PRODUCT_GAMES)] == list(PRODUCT_GAMES)
    assert "manawave" in KITS
    assert f"{{{'|'.join(KITS)}}}" in "".join(call("--help").output.split())


def test_a_kit_is_written_and_the_terminal_says_what_to_do_with_it(tmp_path: Path) -> None:
    path = tmp_path / "kit.pdf"
    result = call("rolling_with_the_waves", "-o", path)
    assert result.exit_code == 0, result.output
    assert path.read_bytes().startswith(b"%PDF")
    assert f"{path}: 37 sheets of A4, about 150 minutes of work (assumed: nobody has timed it yet)." in result.output
    assert "   16 × Rolling with the Waves, mat harbour" in result.output
    assert "To buy:\n  – Dice of 14 to 16 mm with pips: 5 each of red, blue," in result.output
    assert "\nFigures of the Pirate Map are assumed: circles of Infamy 18," in result.output
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
    assert "20 sheets of A4" in without
    assert "harbour" not in without


@pytest.mark.slow
def test_whole_pieces_are_drawn_by_the_figures_that_the_owner_typed(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "owner").mkdir(parents=True)
    (home / "owner" / "rolling_with_the_waves.toml").write_text("[map]\nhull_1 = 9\n", encoding="utf-8")
    path = tmp_path / "map.pdf"
    result = call("rolling_with_the_waves", "--only", "map#1", "-o", path, "--data", home)
    assert "\nTyped by the owner: circle 1 of Hull 9.\nFigures of the Pirate Map are assumed: " in result.output
    assert call("rolling_with_the_waves", "--only", "map#1", "-o", tmp_path / "other.pdf").exit_code == 0
    assert path.read_bytes() != (tmp_path / "other.pdf").read_bytes()
    (home / "owner" / "rolling_with_the_waves.toml").write_text("[map]\nhull_1 = 90\n", encoding="utf-8")
    error = refused("rolling_with_the_waves", "-o", tmp_path / "none.pdf", "--data", home)
    assert "The Pirate Map's number for circle 1 of Hull is 90 in owner/rolling_with_the_waves.toml." in str(error)
    # Of a game that draws nothing the file is nobody's business.
    (home / "owner" / "waves.toml").write_text("no TOML", encoding="utf-8")
    assert call("waves", "--only", "66", "-o", tmp_path / "card.pdf", "--data", home).exit_code == 0


def test_with_the_box_there_are_labels_alone(tmp_path: Path) -> None:
    result = call("rolling_with_the_waves", "--stickers", "--mat", "none", "-o", tmp_path / "labels.pdf")
    assert "labels.pdf: 3 sheets of A4" in result.output
    assert "To buy:\n  – Matt label paper for 10 labels" in result.output


def test_the_list_shows_what_can_be_named() -> None:
    output = call("waves", "--list").output
    assert "Mats of Waves: head-to-head-2, all-vs-all-3," in output
    assert re.search(r"^  card:3#7 {2,}66  Knight$", output, re.MULTILINE)
    tiles = call("atlantis_rising", "--list").output
    assert re.search(r"^  dry:forests_4#1 {2,}26, 66  Forests 4$", tiles, re.MULTILINE)
    drawn = call("rolling_with_the_waves", "--list").output
    assert re.search(r"^  map#2 {2,}11  Pirate Map, blue$", drawn, re.MULTILINE)
    assert re.search(r"^  ship_screen:left#1 {2,}–  Ship Screen, red, left half$", drawn, re.MULTILINE)


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


@pytest.mark.slow
def test_a_game_from_elsewhere_is_printed_from_its_own_package(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "tests.games", "print", SEALED_BID.name, "-o", tmp_path / "kit.pdf"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert f"{tmp_path / 'kit.pdf'}: " in ended.stdout
    assert (tmp_path / "kit.pdf").read_bytes().startswith(b"%PDF")
    assert KITS[SEALED_BID.name].find("card:3#1")[0].back_words == "Sealed Bid"


def test_an_unknown_game_and_a_missing_file_are_told_how() -> None:
    wrong = call("chess", "-o", "kit.pdf")
    assert wrong.exit_code == 2
    assert f"'chess' is not one of {', '.join(map(repr, KITS))}." in wrong.output
    missing = call("waves")
    assert missing.exit_code == 2
    assert "Which file is to be written? Add -o kit.pdf." in missing.output
    unknown = refused("waves", "--mat", "square", "-o", "kit.pdf")
    assert str(unknown).startswith("Waves has no mat 'square'. Choose one of: head-to-head-2, ")


def test_the_insert_of_a_lost_marker_is_on_a_sheet_of_its_own_and_measures_as_it_should(tmp_path: Path) -> None:
    """As the page for unknown cards says: one card, its front with marker 47 and its back, cut to the card's size."""
    path = tmp_path / "lost.pdf"
    result = call("waves", "--only", "47", "-o", path)
    assert result.exit_code == 0, result.output
    kit = KITS["waves"]
    (piece,) = kit.find("47")
    assert (piece.kind, piece.number) == ("card:2", 8)
    sheets = booklet(Job(kit, PAPERS["a4"], only=(piece,))).sheets
    printed = pages(path.read_bytes(), tmp_path)
    assert len(printed) == len(sheets)
    tags = [each for page in printed for each in read(page)]
    assert {each.marker for each in tags} == {47, 4, 586}
    assert [each.marker for each in tags].count(47) == 1
    # 18 mm is the marker's black square; pages are read to 0.2 mm.
    assert all(abs(each.side_mm - 18) < 0.2 for each in tags)
    # Between its cut lines the insert is as large as the card, and the marker sits where the kit has it.
    cuts = [each for each in sheets[0].items if isinstance(each, Line) and each.colour == "#bbbbbb"]
    upright = sorted({each.x1_mm for each in cuts if each.x1_mm == each.x2_mm})
    level = sorted({each.y1_mm for each in cuts if each.y1_mm == each.y2_mm})
    assert [upright[1] - upright[0], level[1] - level[0]] == [63, 88]
    (front,) = (each for each in tags if each.marker == 47)
    assert abs(front.x_mm - upright[0] - 12.75) < 0.2
    assert abs(front.y_mm - level[0] - 12.75) < 0.2


@pytest.mark.parametrize("name", ["kit.txt", "kit", "kit.pdf.part"])
def test_an_ending_that_is_not_written_is_refused(tmp_path: Path, name: str) -> None:
    result = call("waves", "-o", tmp_path / name)
    assert result.exit_code == 2
    assert "does not end in .pdf, and nothing else is written: -o kit.pdf." in " ".join(result.output.split())
    assert not (tmp_path / name).exists()
