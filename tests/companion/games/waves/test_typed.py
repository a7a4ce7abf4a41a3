"""Waves as it is asked for on the command line: what is laid out, what is simulated, and what it has not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.registry import GAMES
from companion.laws.oracles import oracle_of
from tests.companion.commands import call, refused
from tests.companion.served import PLAIN, no_table, play_here


@pytest.mark.rule("W-005", "W-007")
def test_every_mode_is_simulated_in_a_run_of_its_own(tmp_path: Path) -> None:
    result = call(
        *("simulate", "waves", "--mode", "every", "--players", "4", "--games", "3", "--shards", "1"),
        *("-o", "optional_collect=false", "--report", tmp_path / "report.json"),
    )
    assert result.exit_code == 0, result.output
    assert "6 games of waves in " in result.output
    assert "won by side: " in result.output.partition("mode teams, players 4, optional_collect false\n")[2]
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    runs = report["runs"]
    assert [(run["mode"], run["players"], run["games"]) for run in runs] == [("all_vs_all", 4, 3), ("teams", 4, 3)]
    assert report["games"] == 6
    assert report["rules"]["W-001"] == sum(run["rules"]["W-001"] for run in runs) == 6
    assert set(runs[1]["sides"]) <= {"0+2", "1+3"}
    assert report["laws"] == dict.fromkeys((*GAMES["waves"].laws, *oracle_of(GAMES["waves"]).laws), report["acts"])


@pytest.mark.slow
def test_all_modes_are_played_where_no_number_is_given(tmp_path: Path) -> None:
    result = call(
        *("simulate", "waves", "--mode", "every", "--games", "1", "--shards", "1"),
        *("-o", "h2h_empty_hand=skip", "--report", tmp_path / "report.json"),
    )
    assert result.exit_code == 0, result.output
    runs = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["runs"]
    assert {(run["mode"], run["players"]) for run in runs} == {
        ("head_to_head", 2),
        *(("all_vs_all", players) for players in (3, 4, 5, 6)),
        *(("teams", players) for players in (4, 5, 6)),
    }
    assert len(runs) == 8
    # It means something with two players only.
    assert [run["mode"] for run in runs if "h2h_empty_hand" in run["options"]] == ["head_to_head"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--players", "9"], "Players (players) cannot be '9'. Choose one of: 4, 2, 3, 5, 6."),
        (["--mode", "solo"], "Mode (mode) cannot be 'solo'. Choose one of: all_vs_all, head_to_head, teams."),
        (["--mode", "teams", "--players", "3"], "Teams is not played by 3. It is played by: 4, 5, 6 (W-005)."),
        (
            ["-o", "h2h_empty_hand=skip"],
            "Nothing in hand at a player's first Elder (h2h_empty_hand) cannot be 'skip' here: it means something only "
            "with Mode (mode) “Head to head”. Choose that, or leave h2h_empty_hand out.",
        ),
    ],
)
def test_a_simulation_of_what_the_game_has_not_is_told(arguments: list[str], told: str) -> None:
    assert refused("simulate", "waves", *arguments) == told


def test_an_unknown_option_is_answered_with_those_that_there_are() -> None:
    told = refused("simulate", "waves", "-o", "speed=2")
    assert told.startswith("Waves has no option 'speed'. It has: mode, players, seating, tablets, scholars, ")
    assert told.endswith(", h2h_empty_hand.")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--tablets", "row9"], "Tablets (tablets) cannot be 'row9'. Choose one of: first, row1, row2, row3, own."),
        (
            ["--tablets", "SCH-B,KEE-B"],
            "Waves needs five tablet sides, one a class, Scholars first, not ['SCH-B', 'KEE-B'] (W-115).",
        ),
        (
            ["--tablets", "KEE-B,SCH-B,KNI-C,SEE-B1,NOB-C"],
            "'KEE-B' is not a tablet side of the Scholars. Choose: SCH-B, SCH-A (W-115).",
        ),
        (
            ["--mode", "all_vs_all", "--players", "2"],
            "All vs All is not played by 2. It is played by: 3, 4, 5, 6 (W-005).",
        ),
    ],
)
def test_a_game_that_cannot_be_played_is_told_and_none_is_saved(
    tmp_path: Path, arguments: list[str], told: str
) -> None:
    assert no_table(tmp_path, *PLAIN, *arguments, game="waves") == told
    assert list((tmp_path / "games").iterdir()) == []


@pytest.mark.slow
@pytest.mark.rule("W-005", "W-112", "W-115")
@pytest.mark.parametrize(
    ("arguments", "setup"),
    [
        ((), {"mode": "all_vs_all", "players": 4, "edition": "rebels", "cards": "own"}),
        (("--players", "2", *PLAIN), {"mode": "head_to_head", "players": 2}),
        (("--mode", "head_to_head", "--edition", "breakers", *PLAIN), {"mode": "head_to_head", "edition": "breakers"}),
        (
            ("--mode", "teams", "--players", "5", "-o", "seating=ZXYXY", "-o", "optional_collect=true", *PLAIN),
            {"players": 5, "sides": (2, 0, 1, 0, 1), "optional_collect": True},
        ),
        (
            ("--tablets", "SCH-A,KEE-B,KNI-C,SEE-B1,NOB-C", *PLAIN, "--cards", "virtual"),
            {"tablets": ("SCH-A", "KEE-B", "KNI-C", "SEE-B1", "NOB-C"), "cards": "virtual"},
        ),
    ],
)
def test_the_game_that_is_asked_for_is_laid_out(
    tmp_path: Path, arguments: tuple[str, ...], setup: dict[str, Any]
) -> None:
    found: dict[str, Any] = {}

    def look(room: Any, _: Any) -> None:
        laid = msgspec.to_builtins(room.session.snapshot().view(None).table.setup)
        found.update({**laid, **laid["variants"]})

    ended = play_here(look, tmp_path, *arguments, "--address", "127.0.0.1", "--pace", "60", game="waves")
    assert ended.status == 0
    assert {key: found[key] for key in setup} == setup
