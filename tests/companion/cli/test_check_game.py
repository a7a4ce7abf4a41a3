"""`companion check-game`: what is typed, what is written, and how it ends. What it finds is tested with the room."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.companion.commands import run
from tests.companion.conformance.planted import place, plant


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands are typed in a folder of their own."""
    monkeypatch.chdir(tmp_path)


def test_a_sound_folder_ends_with_0_and_says_what_is_worth_knowing(tmp_path: Path) -> None:
    package = plant(tmp_path)
    ended = run("check-game", package.name, "--games", "2")
    first, registry, markers, last = ended.out.splitlines()
    assert ended.status == 0
    assert first == f"{package.name}: 3 modules read."
    assert registry.startswith(f"note: {package.name}/game.py: The registry does not have {package.name} yet, ")
    tiles = place(package, "data/kit.toml", '"tile" =')
    assert markers.startswith(f"note: {tiles}: 15 of its markers ")
    assert last == "Nothing is wrong in Last Tile. 2 games played."
    assert "Playing Last Tile" in ended.errors


def test_what_is_wrong_ends_with_1_what_is_found_in_play_among_it(tmp_path: Path) -> None:
    edits = (
        ("game.py", 'say("It is their turn.")', 'say("It is their turn.", tiles=1)'),
        ("game.py", '("left", "taken.:seat")', '("left",)'),
    )
    package = plant(tmp_path, edits)
    ended = run("check-game", package)
    assert ended.status == 1
    lines = [line for line in ended.out.splitlines() if not line.startswith("note: ")]
    assert lines[1].startswith(f"{place(package, 'game.py', 'return Asked(')}: The value tiles has no gap. ")
    assert lines[2].startswith(f"{place(package, 'game.py', 'on: ClassVar')}: After the act Take another thing ")
    assert lines[3:] == ["2 things are wrong in Last Tile."]


def test_a_package_is_read_by_its_name_and_without_a_game_nothing_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    package = plant(tmp_path, (("game.py", "GAME: Final", "NONE: Final"),))
    inner = package.rename(tmp_path / f"{package.name}_inner")
    outer = tmp_path / package.name
    outer.mkdir()
    (outer / "__init__.py").write_text('"""Games."""\n', encoding="utf-8")
    inner.rename(outer / "tiles")
    ended = run("check-game", f"{package.name}.tiles")
    assert ended.status == 1
    assert ended.out.splitlines()[1:] == [
        f"{package.name}/tiles/game.py: game.py has no GAME. "
        "Let the module end with GAME = and the game that it puts together.",
        f"1 thing is wrong in {package.name}.tiles.",
        "No game was played: mend this first, and look again.",
    ]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("no_such_game", "“no_such_game” is no game of the registry and no folder. Choose one of: waves, "),
        ("no.such.game", "There is no package no.such.game: No module named 'no'. Choose one of: waves, "),
        ("odd-name", "The folder odd-name cannot be imported: name it with letters, digits and _ alone."),
        ("json", "is not what is imported as json, but "),
    ],
)
def test_a_name_of_nothing_is_wrong_usage(tmp_path: Path, typed: str, said: str) -> None:
    for folder in ("odd-name", "json"):
        (tmp_path / folder).mkdir()
    ended = run("check-game", typed)
    assert ended.status == 2
    assert said in " ".join(ended.errors.split())
    assert "Traceback" not in ended.errors


@pytest.mark.slow
def test_a_game_of_the_product_has_nothing_wrong() -> None:
    ended = run("check-game", "waves")
    assert ended.status == 0, ended.out
