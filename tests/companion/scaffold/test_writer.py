"""What `companion new-game` writes: all or nothing, over nothing, and a game that plays and passes its own test."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.making import new_game
from companion.games.registry import GAMES
from companion.runtime.toml_text import parse_toml
from companion.scaffold.names import BadName, check_name, class_of, title_of
from companion.scaffold.writer import REGISTRY, NotWritable, write_game
from tests.companion.commands import run
from tests.said import said

ROOT = Path(__file__).parents[3]
LEFT_OUT = shutil.ignore_patterns("__pycache__", "node_modules", "kept", "models", "training", "browser")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """As much of a companion's source as a game is written into."""
    (tmp_path / "companion" / "games").mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    shutil.copy(ROOT / REGISTRY, tmp_path / REGISTRY)
    return tmp_path


def files_in(folder: Path) -> dict[str, str]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in found}


def test_all_files_are_written_and_the_registry_has_one_line_more(source: Path) -> None:
    before = files_in(source)
    made = write_game("tide_pool", source)
    after = files_in(source)
    assert {*after} - {*before} == {*made.files}
    assert not any("$" in text for path, text in after.items() if path != REGISTRY)
    kit, mats = (parse_toml(after[f"companion/games/tide_pool/data/{name}.toml"]) for name in ("kit", "layouts"))
    assert kit["pieces"]["tile"]["first"] == made.numbers.first
    assert mats["mats"]["table"]["mark"] == made.numbers.mark
    line = '    "companion.games.tide_pool",\n'
    assert after[REGISTRY].replace(line, "", 1) == before[REGISTRY]
    assert f"{line})\n" in after[REGISTRY]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "Tide",
            "'Tide' is no name for a game: it is a module, so small letters, digits and _ make it up, and a letter ",
        ),
        ("9lives", "'9lives' is no name for a game"),
        ("class", "'class' is no name for a game"),
        ("waves", "There is a game waves already. Choose another name."),
        ("slow", "slow is a marker of tests, and a game has one of its own name. Choose another name."),
        ("board", "companion/games/board.py is there already. Choose another name."),
        ("shore", "companion/games/shore is there already. Choose another name."),
    ],
)
def test_a_name_that_no_game_may_have_is_refused_and_nothing_is_written(source: Path, name: str, told: str) -> None:
    (source / "companion" / "games" / "board.py").touch()
    (source / "companion" / "games" / "shore").mkdir()
    before = files_in(source)
    with pytest.raises(BadName) as caught:
        write_game(name, source)
    assert said(str(caught.value)).startswith(told)
    assert files_in(source) == before


def test_nothing_is_written_over(source: Path) -> None:
    there = source / "tests" / "scenarios" / "tide_pool" / "last_tile_wins.toml"
    there.parent.mkdir(parents=True)
    there.write_text("mine", encoding="utf-8")
    before = files_in(source)
    with pytest.raises(NotWritable) as caught:
        write_game("tide_pool", source)
    path = "tests/scenarios/tide_pool/last_tile_wins.toml"
    assert said(str(caught.value)) == f"{path} is there already. Move it away, or choose another name."
    assert files_in(source) == before


def test_an_installed_companion_has_no_source_to_write_into(tmp_path: Path) -> None:
    with pytest.raises(NotWritable) as caught:
        write_game("tide_pool", tmp_path)
    assert said(str(caught.value)) == (
        f"{tmp_path} is not the source of a companion: a game is written beside its tests. Clone the project, set it "
        "up with `make env`, and run the command of that copy."
    )


def test_names_are_made_into_words() -> None:
    check_name("tide_pool", GAMES, ROOT)
    assert (title_of("tide_pool_2"), class_of("tide_pool_2")) == ("Tide Pool 2", "TidePool2")


def test_the_command_says_what_it_wrote_and_what_to_try(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(new_game, "ROOT", source)
    ended = run("new-game", "tide_pool")
    assert (ended.status, ended.errors) == (0, "")
    lines = ended.out.splitlines()
    assert lines[0] == f"Tide Pool is written below {source}:"
    assert "  companion/games/tide_pool/game.py" in lines
    assert f"  {REGISTRY} (one line)" in lines
    assert "  companion simulate tide_pool --games 100" in lines
    assert "  pytest tests/companion/games/tide_pool" in lines
    again = run("new-game", "tide_pool")
    assert again.status == 1
    assert said(again.errors).endswith("companion/games/tide_pool is there already. Choose another name.\n")


@pytest.mark.slow
def test_what_is_written_plays_and_passes_its_own_test(tmp_path: Path) -> None:
    """In a copy of the whole tree, by the command of that copy; it keeps the contract of every game besides."""
    for package in ("companion", "hardware", "tests", "vision", "web"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=LEFT_OUT)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)

    def python(*words: str) -> str:
        ended = subprocess.run(
            [sys.executable, "-m", *words], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert said(ended.returncode) == 0, ended.stdout + ended.stderr
        return ended.stdout

    assert "Tide Pool is written" in python("companion", "new-game", "tide_pool")
    assert "No law was broken." in python("companion", "simulate", "tide_pool", "--games", "5")
    assert "1 case: 1 as expected." in python("companion", "check", "tests/scenarios/tide_pool")
    games = Path("tests", "companion", "games")
    tests = (games / "tide_pool", *sorted(each.relative_to(ROOT) for each in (ROOT / games).glob("test_contract*.py")))
    quick = ("-n0", "-q", "-p", "no:cacheprovider", "-m", "not slow", "-k", "tide_pool")
    passed = python("pytest", *quick, *map(str, tests)).splitlines()[-1]
    assert int(passed.partition(" passed")[0]) > 50
