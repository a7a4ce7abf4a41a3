"""What leaves the process cannot be made from a `State`: the type checker refuses it, for Waves and for any game."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FROM_A_VIEW = ("prompt", "lights", "expected_table", "choices", "own_pieces", "panels", "facts", "layout")

HEAD = """
import random
from typing import Any, TypeVar
from companion.games.core import Action, Game, PublicTable, Secret, State, View
from companion.games.waves.game import Waves
from companion.games.waves.actions import Draw
from companion.games.waves.model import WavesState, WavesView

T = TypeVar("T", bound=PublicTable)
S = TypeVar("S", bound=Secret)
A = TypeVar("A", bound=Action)

waves = Waves()
"""


def _module(argument: str) -> str:
    calls = [f"    waves.{name}({argument})" for name in FROM_A_VIEW]
    generic = [f"    game.{name}({argument})" for name in FROM_A_VIEW]
    said = f"    waves.describe({argument}, waves.view_action(Draw(0), 0))"
    kept = f"    waves.memory({argument}, waves.view_action(Draw(0), 0))"
    bot = f"    waves.suggest({argument}, [Draw(0)], random.Random(1))"
    return "\n".join(
        [
            HEAD,
            "def of_waves(state: WavesState, view: WavesView) -> None:",
            *(*calls, said, kept, bot),
            "def of_any(game: Game[T, S, A], state: State[T, S], view: View[T, S]) -> None:",
            *generic,
            "",
        ]
    )


def _check(path: Path, code: str) -> list[tuple[int, str]]:
    """Line and kind of each error that mypy --strict finds in this code."""
    path.write_text(code, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--config-file=",
        "--no-incremental",
        "--no-error-summary",
        str(path),
    ]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode in (0, 1), run.stderr + run.stdout
    found = []
    for line in run.stdout.splitlines():
        match = re.fullmatch(r"(.*?):(\d+): error: .*\[([\w-]+)\]", line)
        if match and Path(match[1]).name == path.name:
            found.append((int(match[2]), match[3]))
    return found


@pytest.fixture(scope="module")
def _mypy() -> None:
    pytest.importorskip("mypy")


@pytest.mark.usefixtures("_mypy")
def test_nothing_is_said_of_a_state(tmp_path: Path) -> None:
    code = _module("state")
    wrong = [number for number, line in enumerate(code.splitlines(), 1) if "(state" in line and "def " not in line]
    assert len(wrong) == 2 * len(FROM_A_VIEW) + 3
    assert _check(tmp_path / "wrong.py", code) == [(number, "arg-type") for number in wrong]


@pytest.mark.usefixtures("_mypy")
def test_everything_is_said_of_a_view(tmp_path: Path) -> None:
    assert _check(tmp_path / "right.py", _module("view")) == []
