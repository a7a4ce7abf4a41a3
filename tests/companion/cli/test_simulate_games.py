"""`companion simulate` of the product's games, as it is typed: every mode, every number of players, exit status 0."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.games.offers import combinations
from companion.games.registry import GAMES
from tests.companion.commands import refused, run
from tests.games.registered import PRODUCT_GAMES
from tests.many import many

each_game = pytest.mark.parametrize(
    "game", [pytest.param(name, marks=getattr(pytest.mark, name)) for name in PRODUCT_GAMES]
)
EVERY = ("--mode", "every", "--players", "every")


@each_game
def test_two_players_are_simulated_in_every_mode(game: str, tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    brief = ("--players", "2", "--games", "1", "--seed", "7717", "--shards", "1")
    ended = run("simulate", game, "--mode", "every", *brief, "--report", file)
    assert ended.status == 0, ended.out
    assert ended.out.endswith("No law was broken.\n")
    runs = json.loads(file.read_bytes())["runs"]
    offered = [each for each in combinations(GAMES[game]) if each["players"] == 2]
    assert [(each["mode"], each["players"]) for each in runs] == [(each.get("mode"), 2) for each in offered]
    assert all(each["games"] == 1 for each in runs)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@each_game
def test_every_mode_and_number_of_players_breaks_no_law(game: str, tmp_path: Path) -> None:
    """In a process of its own; .ci/run plays other games each day."""
    file = tmp_path / "report.json"
    typed = ("simulate", game, *EVERY, "--games", str(many(2)), "--shards", "2", "--report", str(file))
    ended = subprocess.run([sys.executable, "-m", "companion", *typed], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    report: dict[str, Any] = json.loads(file.read_bytes())
    assert len(report["runs"]) == len(combinations(GAMES[game]))
    assert (report["games"], report["troubles"]) == (len(report["runs"]) * many(2), [])


@pytest.mark.atlantis_rising
def test_a_game_without_modes_has_one_and_no_other() -> None:
    told = refused("simulate", "atlantis_rising", "--mode", "teams")
    assert told.startswith("Atlantis Rising has no option 'mode'. It has: players, level, ")
