"""Whatever is written in a package, nothing breaks off with a traceback, and each thing is told once, in its place."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

from companion.conformance import check
from companion.conformance.check import NoSuchGame, look, source_of
from companion.conformance.findings import Finding, Findings, finding_of
from companion.conformance.languages import shared_texts
from companion.conformance.play import Player
from companion.conformance.source import Source
from companion.games.faults import Fault
from companion.laws.oracles import ORACLES, Oracle
from tests.companion.conformance.planted import faults_in, place, plant

NO_TOML = "= =\n"
NOT_UTF8 = b"Last Tile, \xff\n"


def added(package: Path, file: str, text: str) -> None:
    """One more file of a package, which its README names."""
    (package / file).write_text(text, encoding="utf-8")
    with (package / "README.md").open("a", encoding="utf-8") as readme:
        readme.write(f"`{file}`\n")


def noting(ask: Any, states: list[Any]) -> Any:
    """A method of a game that notes of which states it is asked."""

    def noted(self: Any, state: Any) -> Any:
        states.append(state)
        return ask(self, state)

    return noted


# --- who is named -----------------------------------------------------------------------------------------------------


def test_a_listed_game_whose_folder_is_gone_is_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "PLAYED", ("companion.games.gone",))
    with pytest.raises(NoSuchGame, match=r"There is no package companion\.games\.gone: .* Choose one of: "):
        source_of("gone", tmp_path)


def test_a_listed_game_whose_package_lies_in_no_other_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = plant(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(check, "PLAYED", (package.name,))
    assert source_of(package.name, tmp_path).folder == package


def test_a_folder_that_is_called_as_a_module_is_no_game(tmp_path: Path) -> None:
    (tmp_path / "stat").mkdir()
    with pytest.raises(NoSuchGame, match=r"stat cannot be imported as stat: .*\. Give it another name\."):
        source_of(str(tmp_path / "stat"), tmp_path)


def test_a_package_within_one_that_breaks_off_is_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = plant(tmp_path)
    package.rename(tmp_path / "moved")
    package.mkdir()
    (package / "__init__.py").write_text("1 / 0\n", encoding="utf-8")
    (tmp_path / "moved").rename(package / "tiles")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(NoSuchGame, match=r"There is no package .*: ZeroDivisionError: division by zero\. Choose "):
        source_of(f"{package.name}.tiles", tmp_path)


# --- files ------------------------------------------------------------------------------------------------------------


def test_a_readme_that_is_not_utf_8_is_told_with_its_line(tmp_path: Path) -> None:
    package = plant(tmp_path)
    (package / "README.md").write_bytes(NOT_UTF8)
    (found,) = faults_in(package, games=0)
    assert found.place == f"{package.name}/README.md"
    assert found.text == "The file cannot be read: Line 1 is no text in UTF-8 (byte 0xff)."
    assert found.cure == "Save the file as UTF-8."


@pytest.mark.parametrize("file", ["stray.toml", "words.de.toml"])
def test_a_data_file_that_the_game_does_not_need_is_told_once(tmp_path: Path, file: str) -> None:
    package = plant(tmp_path, (), "sealed_bid")
    (package / "data" / file).write_text(NO_TOML, encoding="utf-8")
    (found,) = (each for each in faults_in(package, games=0) if "called" not in each.text)
    assert (found.place, found.text) == (f"{package.name}/data/{file}:1", "This is no TOML: Invalid statement.")


@pytest.mark.parametrize("text", ["Noun(\n", 'TEXT = "\0"  # Noun(\n'])
def test_a_module_that_is_no_python_is_told_once_whatever_else_is_read_of_it(tmp_path: Path, text: str) -> None:
    package = plant(tmp_path, (), "sealed_bid")
    added(package, "stray.py", f"from companion.language.message import say\n{text}")
    (found,) = (each for each in faults_in(package, games=0) if "called" not in each.text)
    assert found.place.partition(":")[0] == f"{package.name}/stray.py"
    assert found.cure.startswith("Put that ")


def test_what_another_game_says_no_language_of_a_game_needs(tmp_path: Path) -> None:
    assert "A random player begins." not in shared_texts()  # Waves says it
    entry = '"A random player begins." = "Ein Zufall beginnt."'
    package = plant(tmp_path, (("data/words.de.toml", "[sentences]\n", f"[sentences]\n{entry}\n"),), "sealed_bid")
    (found,) = (each for each in faults_in(package, games=0) if "called" not in each.text)
    assert found.place == f"{package.name}/data/words.de.toml"
    assert found.text == "'A random player begins.' is said by nobody."


# --- the game ---------------------------------------------------------------------------------------------------------


def test_a_package_without_a_game_is_told_so_besides_what_is_wrong_on_its_lines(tmp_path: Path) -> None:
    edits = (
        ("game.py", "GAME: Final = LastTile()", "NONE: Final = LastTile()"),
        ("game.py", 'say("It is their turn.")', 'say("It is their turn.", tiles=1)'),
    )
    package = plant(tmp_path, edits)
    line, front = faults_in(package)
    assert (line.place, line.text) == (place(package, "game.py", "return Asked("), "The value tiles has no gap.")
    assert (front.place, front.text) == (f"{package.name}/game.py", "game.py has no GAME.")


def test_a_game_that_breaks_off_where_it_is_bound_is_told_so(tmp_path: Path) -> None:
    bound = '    def bound(self, state: Any) -> Any:\n        return {}["kit"]\n\n    def outcome('
    package = plant(tmp_path, (("game.py", "    def outcome(", bound),), "sealed_bid")
    (found,) = (each for each in faults_in(package, games=1) if "called" not in each.text)
    assert found.place == place(package, "game.py", 'return {}["kit"]')
    text = "Asked about a new game, the game breaks off: It breaks off here with KeyError: 'kit'."
    assert (found.text, found.cure) == (text, "Put that right.")


def test_what_a_look_breaks_off_with_has_its_cure_apart(tmp_path: Path) -> None:
    package = plant(tmp_path)
    added(package, "stray.py", "1 / 0\n")
    (found,) = faults_in(package)
    text = "It breaks off here with ZeroDivisionError: division by zero."
    assert found == Finding(f"{package.name}/stray.py:1", text, "Put that right.")


def test_a_fault_is_told_in_its_file_else_where_it_was_looked_for_else_at_the_front(tmp_path: Path) -> None:
    source = Source("tiles", tmp_path / "tiles", tmp_path)
    text = "The mat has no mark. Give it one."
    told = Finding("tiles/data/kit.toml:7", "The mat has no mark.", "Give it one.")
    assert finding_of(Fault(str(tmp_path / "tiles/data/kit.toml"), 7, text), source, "tiles/game.py") == told
    assert finding_of(Fault("", 0, text), source, "tiles/game.py").place == "tiles/game.py"
    assert finding_of(Fault("", 0, "It is odd."), source) == Finding(source.front, "It is odd.", "")


# --- play -------------------------------------------------------------------------------------------------------------


def test_what_the_laws_of_acts_say_in_one_sentence_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = plant(tmp_path, (("game.py", 'name = "last_tile"', 'name = "judged"'),))
    words = "A tile is gone (L-001)."
    monkeypatch.setitem(ORACLES, "judged", Oracle((), lambda before, act, after: (words,)))
    (found,) = faults_in(package)
    assert found == Finding(place(package, "game.py", "def apply("), words, "")


def test_each_position_is_asked_once_for_its_outcome_and_once_for_its_acts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, found = source_of(str(plant(tmp_path)), tmp_path), Findings()
    game: Any = look(source, found)
    kind = importlib.import_module(f"{source.package}.game").LastTile
    asked: dict[str, list[Any]] = {"legal_actions": [], "outcome": []}
    for name, states in asked.items():
        monkeypatch.setattr(kind, name, noting(getattr(kind, name), states))
    monkeypatch.setattr("companion.conformance.play.SELDOM", 0.0)
    player = Player(game, source, found)
    player.play(1, 0)  # in which everything is looked at once from all sides
    for states in asked.values():
        states.clear()
    player.play(1, 1)
    for states in asked.values():
        assert states
        assert len({id(each) for each in states}) == len(states)
