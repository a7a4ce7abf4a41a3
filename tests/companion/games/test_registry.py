"""A listed game that is broken is left out with a sentence that says why, and all others are played."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games import registry
from companion.games.faults import BrokenGame
from companion.games.registry import GAMES, LEFT_OUT, PLAYED, load
from tests.companion.conformance.planted import Edit, plant

ROOT = Path(__file__).parents[3]
FORGOTTEN: Edit = ("game.py", "def violations(", "def violation(")


def test_nothing_of_the_product_is_left_out() -> None:
    assert LEFT_OUT == {}
    assert {*PLAYED} == {f"companion.games.{name}" for name in GAMES if name != "sealed_bid"}


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (FORGOTTEN, "/game.py:116): LastTile does not have `violations`, which its base leaves to it. "),
        (("game.py", "    acts = (Take,)\n", ""), "/game.py:71): Taking has no `acts`. Write it there."),
        (("game.py", "    screen = Screen(", "    shown = Screen("), "/game.py:116): LastTile has no `screen`. "),
        (("game.py", "GAME: Final", "TILES_GAME: Final"), "/game.py): game.py has no GAME. Let the module end with "),
        (("game.py", "import Game\n", "import Play\n"), "/game.py:"),
        (("data/kit.toml", "count = 15", "count = = 15"), "/kit.toml is no TOML: "),
        (
            ("data/kit.toml", "count = 15", "count = 999"),
            ":45): Marker 500 stands for a mat and for piece 'tile'. ",
        ),
        (("game.py", "return OPTIONS", "return OPTIONS + 1"), "/game.py:138): It breaks off here with TypeError: "),
    ],
)
def test_a_broken_game_is_left_out_with_the_reason_and_the_others_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, edit: Edit, why: str
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    name = plant(tmp_path, (edit,)).name
    games, left_out = registry._load_all((PLAYED[0], name))
    assert list(games) == [PLAYED[0].rpartition(".")[2]]
    assert left_out[name].startswith(f"{name} cannot be played (")
    assert why in left_out[name]
    assert left_out[name].endswith(".")


def test_of_two_games_of_one_name_the_first_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    first, second = (plant(tmp_path).name for _ in range(2))
    games, left_out = registry._load_all((first, second))
    assert type(games["last_tile"]).__module__ == f"{first}.game"
    assert left_out == {second: f"{second} calls its game last_tile, as another does. Name it otherwise."}


def test_what_is_broken_is_told_by_another_process_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(BrokenGame) as broken:
        load(plant(tmp_path, (FORGOTTEN,)).name)
    again = pickle.loads(pickle.dumps(broken.value))
    assert (str(again), again.fault) == (str(broken.value), broken.value.fault)


WITH_ONE_MORE = """
import sys, types
from importlib.util import find_spec
from pathlib import Path
spec = find_spec("companion.games.registry")
source = Path(spec.origin).read_text(encoding="utf-8")
listed = source.replace('PLAYED: Final = (', 'PLAYED: Final = (' + repr(sys.argv[1]) + ',', 1)
assert listed != source
module = types.ModuleType(spec.name)
module.__spec__, module.__file__, module.__package__ = spec, spec.origin, "companion.games"
sys.modules[spec.name] = module
exec(compile(listed, spec.origin, "exec"), module.__dict__)
import companion.games
companion.games.registry = module
sys.argv = ["companion", *sys.argv[2:]]
from companion.cli import main
main()
"""
"""The command with one package more in the registry, the first of them."""


def ran(folder: Path, package: str, *typed: str) -> subprocess.CompletedProcess[str]:
    """What the command does with that package in the registry."""
    return subprocess.run(
        [sys.executable, "-c", WITH_ONE_MORE, package, *typed],
        cwd=folder,
        env={"PYTHONPATH": f"{ROOT}:{folder}", "COMPANION_DATA": str(folder / "data"), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )


def test_commands_go_on_with_the_other_games_and_say_which_is_left_out(tmp_path: Path) -> None:
    name = plant(tmp_path, (FORGOTTEN,)).name
    reason = f"Left out: {name} cannot be played ("
    played = ran(tmp_path, name, "simulate", PLAYED[0].rpartition(".")[2], "--games", "1", "--shards", "1")
    assert played.returncode == 0, played.stderr
    assert played.stdout.endswith("No law was broken.\n")
    assert played.stderr.startswith(reason)
    listed = ran(tmp_path, name, "games")
    assert listed.returncode == 0, listed.stderr
    assert [line for line in listed.stdout.splitlines() if line.startswith(reason)]
    assert all(f"  {package.rpartition('.')[2]} " in listed.stdout for package in PLAYED)
    refused = ran(tmp_path, name, "simulate", name)
    assert refused.returncode == 2
    assert "LastTile does not have `violations`, which its base leaves to it. Write that there." in refused.stderr
    looked_at = ran(tmp_path, name, "check-game", name)
    assert looked_at.returncode == 1
    assert f"\n{name}/game.py:116: LastTile does not have `violations`, which its base" in looked_at.stdout
    assert "Traceback" not in looked_at.stderr + played.stderr + listed.stderr + refused.stderr
