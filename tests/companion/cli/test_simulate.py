"""`companion simulate`: whole games of bots, what a report of them says, and what cannot be meant."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.core import State
from tests.companion.commands import call, refused, run, sentence
from tests.games.sealed_bid.options import OPTIONS
from tests.games.sealed_bid.phases.award import Award

KNOWN = ", ".join(each.key for each in OPTIONS)
"""Every option of the small game, as it is told to whoever types another."""


def test_a_simulation_reports_what_it_met(tmp_path: Path) -> None:
    ended = run("simulate", "sealed_bid", "--games", "3", "--seed", "4", "--report", tmp_path / "report.json")
    assert ended.status == 0
    assert ended.out.splitlines()[0].startswith("3 games of sealed_bid in ")
    assert ended.out.splitlines()[1] == "players and options drawn for each game"
    assert "rules fired: B-001 3, " in ended.out
    assert ended.out.endswith("No law was broken.\n")
    assert "Playing Sealed Bid" in ended.errors  # the progress bar keeps out of the report
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert (report["game"], report["games"], report["troubles"]) == ("sealed_bid", 3, [])
    assert sum(report["rounds"].values()) == 3 <= sum(report["winners"].values())
    assert report["actions"]["PlaceToken"] == report["rules"]["B-001"] == 3
    assert report["acts"] == sum(report["actions"].values())
    (run_alone,) = report["runs"]
    assert (run_alone["mode"], run_alone["players"], run_alone["options"]) == (None, None, {})
    assert {key: run_alone[key] for key in report if key != "runs"} == {
        key: value for key, value in report.items() if key != "runs"
    }


def test_every_number_of_players_has_a_run_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    call("simulate", "sealed_bid", "--games", "1", "--players", "every", "--shards", "1", "--report", file)
    report = json.loads(file.read_text(encoding="utf-8"))
    assert [each["players"] for each in report["runs"]] == [3, 2, 4]
    assert report["games"] == 3


def test_a_broken_law_ends_a_simulation_with_status_1(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    sound = Award.apply

    def deck_grows(award: Any, state: Any, act: Any) -> Any:
        after = sound(award, state, act)
        return State(replace(after.table, deck=after.table.deck + 1), after.secrets)

    monkeypatch.setattr(Award, "apply", deck_grows)
    result = call("simulate", "sealed_bid", "--games", "2", "--seed", "5", "--report", tmp_path / "report.json")
    assert result.exit_code == 1
    assert "TROUBLE in seed 5, act " in result.output
    assert "(B-009)" in result.output
    assert "2 games broke a law." in result.output
    troubles = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["troubles"]
    assert [trouble["seed"] for trouble in troubles] == [5, 6]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--players", "9"], "Players (players) cannot be '9'. Choose one of: 3, 2, 4."),
        (["-o", "speed"], "-o 'speed' cannot be read. Write it as -o KEY=VALUE, such as -o players=4."),
        (["-o", "players=4", "--players", "4"], "The option players is given twice. Leave one out."),
        (
            ["-o", "cards=own"],
            "Which cards are played with is chosen by --cards, where the command has it. Leave out -o cards.",
        ),
        (
            ["-o", "ties=earlier"],
            "Equal bids (ties) cannot be 'earlier' here: it means something only with Who seals a bid (order) “in "
            "turn”. Choose that, or leave ties out.",
        ),
    ],
)
def test_a_simulation_of_what_the_game_has_not_is_told(arguments: list[str], told: str) -> None:
    assert refused("simulate", "sealed_bid", *arguments) == told


def test_an_unknown_option_is_answered_with_those_that_there_are() -> None:
    assert refused("simulate", "sealed_bid", "-o", "speed=2") == (f"Sealed Bid has no option 'speed'. It has: {KNOWN}.")


def test_a_report_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    path = tmp_path / "no" / "report.json"
    told = sentence(run("simulate", "sealed_bid", "--games", "1", "--report", path))
    assert told == f"{path} cannot be written: there is no folder {path.parent}. Name another file with --report."
