"""What leaves the process cannot be made from a `State`: the type checker refuses it, for a game and for any."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[3]
FROM_A_VIEW = (
    "prompt",
    "light.scene",
    "mat.expected",
    "choices",
    "screen.own_pieces",
    "screen.panels",
    "facts",
    "mat.layout",
)

HEAD = """
import random
from typing import Any, TypeVar
from companion.games.core import Action, PublicTable, Secret, State, View
from companion.games.game import Game
from tests.games.sealed_bid.game import SealedBid
from tests.games.sealed_bid.model import BidState, BidView, Draw

T = TypeVar("T", bound=PublicTable)
S = TypeVar("S", bound=Secret)
A = TypeVar("A", bound=Action)

bids = SealedBid()
"""


def _module(argument: str) -> str:
    calls = [f"    bids.{name}({argument})" for name in FROM_A_VIEW]
    generic = [f"    game.{name}({argument})" for name in FROM_A_VIEW]
    said = f"    bids.describe({argument}, bids.view_action(Draw(0), 0))"
    kept = f"    bids.memory({argument}, bids.view_action(Draw(0), 0))"
    bot = f"    bids.simulation.suggest({argument}, [Draw(0)], random.Random(1), False)"
    return "\n".join(
        [
            HEAD,
            "def of_bids(state: BidState, view: BidView) -> None:",
            *(*calls, said, kept, bot),
            "def of_any(game: Game[T, S, A], state: State[T, S], view: View[T, S]) -> None:",
            *generic,
            "",
        ]
    )


def _check(*paths: Path) -> list[tuple[str, int, str]]:
    """File, line and kind of each error that mypy --strict finds in these files, read in one run."""
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--config-file=",
        "--no-incremental",
        "--no-error-summary",
        *map(str, paths),
    ]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode in (0, 1), run.stderr + run.stdout
    found = []
    for line in run.stdout.splitlines():
        match = re.fullmatch(r"(.*?):(\d+): error: .*\[([\w-]+)\]", line)
        if match and Path(match[1]).name in [path.name for path in paths]:
            found.append((Path(match[1]).name, int(match[2]), match[3]))
    return found


def test_nothing_is_said_of_a_state_and_everything_of_a_view(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    wrong, right = tmp_path / "wrong.py", tmp_path / "right.py"
    code = _module("state")
    wrong.write_text(code, encoding="utf-8")
    right.write_text(_module("view"), encoding="utf-8")
    lines = [number for number, line in enumerate(code.splitlines(), 1) if "(state" in line and "def " not in line]
    assert len(lines) == 2 * len(FROM_A_VIEW) + 3
    assert _check(wrong, right) == [(wrong.name, number, "arg-type") for number in lines]
