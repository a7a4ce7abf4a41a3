"""Another game is a package and one line in the registry: a copy of the companion gets one, and no other change.

It is the middle-sized example, with what a usual card game has: dealt cards, hidden hands, a die, cases.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from companion.games import registry
from companion.games.registry import PLAYED
from tests.games.harbour_market.game import GAME
from tests.said import said

pytestmark = pytest.mark.slow
ROOT: Final = Path(__file__).parents[3]
SOURCE: Final = ROOT / "tests" / "games" / GAME.name
LEFT_OUT: Final = shutil.ignore_patterns("__pycache__", "node_modules", "kept", "models", "training", "browser")
NEW: Final = f"companion/games/{GAME.name}"
CASES: Final = f"tests/scenarios/{GAME.name}"
LAW: Final = re.compile(r"^@each_(?:case|game)\w*\n(?:@.*\n)*def test_", re.MULTILINE)
"""A law of the contract that is held against each game by itself."""
PLACE: Final = f'    "{PLAYED[-1]}",\n'


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the companion and its tests in which the example is one game more."""
    root = tmp_path_factory.mktemp("one-more") / "copy"
    for package in ("companion", "hardware", "tests", "vision", "web"):
        shutil.copytree(ROOT / package, root / package, ignore=LEFT_OUT)
    shutil.copy(ROOT / "pyproject.toml", root)
    shutil.copytree(SOURCE, root / NEW, ignore=LEFT_OUT)
    shutil.move(root / NEW / "scenarios", root / CASES)
    for module in (root / NEW).rglob("*.py"):
        text = module.read_text(encoding="utf-8")
        module.write_text(text.replace(f"tests.games.{GAME.name}", NEW.replace("/", ".")), encoding="utf-8")
    file = root / Path(registry.__file__).relative_to(ROOT)
    listed = file.read_text(encoding="utf-8")
    assert listed.count(PLACE) == 1
    file.write_text(listed.replace(PLACE, f'{PLACE}    "{NEW.replace("/", ".")}",\n'), encoding="utf-8")
    return root


def run(copy: Path, *words: str | Path) -> str:
    """What a Python in the copy writes that ends well."""
    command = [sys.executable, "-m", *map(str, words)]
    ended = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
    assert said(ended.returncode) == 0, ended.stdout + ended.stderr
    return ended.stdout


def test_it_keeps_the_contract(copy: Path) -> None:
    """And what is asked of every kit that is printed, and of every game with hidden cards."""
    rest = (Path("companion", "printing", "test_kits.py"), Path("secret", "test_pure.py"))
    files = (*sorted(Path(__file__).parent.glob("test_contract*.py")), *(ROOT / "tests" / each for each in rest))
    command = ("pytest", "-n0", "-q", "-p", "no:cacheprovider", "--no-header", "-m", "not slow", "-k", GAME.name)
    told = run(copy, *command, *(path.relative_to(ROOT) for path in files))
    laws = sum(len(LAW.findall(path.read_text("utf-8"))) for path in files)
    passed = int(told.splitlines()[-1].partition(" passed")[0])
    assert passed >= laws >= 50


def test_every_command_knows_it(copy: Path, tmp_path: Path) -> None:
    assert f"  {GAME.name:24}Harbour Market: 2, 3 players" in run(copy, "companion", "games", "--data", tmp_path)
    assert "No law was broken." in run(copy, "companion", "simulate", GAME.name, "--games", "3")
    told = " ".join(run(copy, "companion", "play", GAME.name, "--help").split())
    assert "Options of Harbour Market: --players 2|3 Players. Default: 2." in told
    assert "as expected" in run(copy, "companion", "check", CASES)
    run(copy, "companion", "print", GAME.name, "-o", tmp_path / "kit.pdf")
    assert (tmp_path / "kit.pdf").read_bytes().startswith(b"%PDF")
