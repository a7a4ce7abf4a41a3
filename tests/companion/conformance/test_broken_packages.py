"""Whatever is written in a package, nothing breaks off with a traceback, and each thing is told once, in its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.conformance.findings import Finding, finding_of
from companion.conformance.source import Source
from companion.games.faults import Fault
from companion.laws.oracles import ORACLES, Oracle
from tests.companion.conformance.planted import faults_in, place, plant


def added(package: Path, file: str, text: str) -> None:
    """One more file of a package, which its README names."""
    (package / file).write_text(text, encoding="utf-8")
    with (package / "README.md").open("a", encoding="utf-8") as readme:
        readme.write(f"`{file}`\n")


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
