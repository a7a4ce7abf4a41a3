"""`companion check-playset`: what is typed, what is written, and how it ends. What it finds is tested with the game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.cli.checks import check_playset
from companion.language.message import say
from companion.playsets.core import Bots, Finding, Reading, Remark, Tally, TrialReport, Weight
from tests.companion.commands import Ended, run, sentence
from tests.companion.simulation.trial_tools import CoinPlaysets


class PlacedRemark(CoinPlaysets):
    """Says of a coin what its table wants to be said."""

    def read(self, table: Mapping[str, Any]) -> Reading:
        warnings = [Remark(("a", 1), say("It is odd."))] if "a" in table else []
        if "faulty" in table:
            return Reading((Remark(("faulty",), say("It is wrong."), "key"),), ())
        return Reading((), tuple(warnings), dict(table), table.get("name", ""))

    def play(self, playset: Any, bots: Bots, seed: int) -> Tally:
        if playset.get("stops") == seed:
            raise KeyboardInterrupt
        return super().play(playset, bots, seed)

    def report(self, playset: Any, tallies: Mapping[Bots, Tally]) -> TrialReport:
        weights: list[Weight] = (
            ["fault", "warning", "note"] if "stuck" in playset else ["note"] * playset.get("notes", 0)
        )
        findings = tuple(
            Finding(weight, say("Finding {number}.", number=number), 1, ("stuck",))
            for number, weight in enumerate(weights)
        )
        games = sum(tally["games"] for tally in tallies.values())
        return TrialReport(findings, (), (), say("{games} games.", games=games))


@pytest.fixture(autouse=True)
def _coin(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(check_playset, "playsets_of", lambda games: PlacedRemark())
    monkeypatch.chdir(tmp_path)


def typed(text: str, *more: str) -> Ended:
    """The command for a file with this text, twelve games by random bots and four by greedy ones."""
    Path("own.toml").write_text(text, encoding="utf-8")
    return run("check-playset", "own.toml", "--games", "12", "--greedy", "4", "--jobs", "1", *more)


def test_the_report_lies_in_this_folder_by_the_name_of_the_file() -> None:
    ended = typed('name = "Mine"\n')
    assert ended.status == 0
    assert ended.out.splitlines()[:5] == ["own.toml reads well.", "", "16 games.", "", "Nothing stands out."]
    assert "The whole report with its pictures: own-report.html (" in ended.out
    page = Path("own-report.html").read_text(encoding="utf-8")
    assert "<h1>Mine</h1>" in page
    assert "--games 12 --greedy 4 --seed 1" in page
    assert [each.name for each in Path().iterdir() if each.suffix != ".toml"] == ["own-report.html"]


def test_it_lies_elsewhere_where_one_is_named() -> None:
    Path("there").mkdir()
    assert typed("", "--html", "there/r.html").status == 0
    assert "<h1>own</h1>" in Path("there/r.html").read_text(encoding="utf-8")


def test_what_is_odd_is_told_and_played_nevertheless() -> None:
    ended = typed("a = [1, 2]\n")
    assert ended.status == 0
    assert ended.out.startswith("own.toml, line 1, column 9: warning: It is odd.\nown.toml can be played; 1 things")
    assert "It is odd." in Path("own-report.html").read_text(encoding="utf-8")


def test_with_a_fault_nothing_is_played() -> None:
    ended = typed("x = 1\nfaulty = 3\n")
    assert ended.status == 1
    assert ended.out == "own.toml, line 2, column 1: It is wrong.\n1 fault: no game can be played with it yet.\n"
    assert not Path("own-report.html").exists()


def test_findings_come_in_their_order_with_their_lines_and_a_fault_ends_with_status_1() -> None:
    ended = typed("stuck = 3\n")
    assert ended.status == 1
    assert ended.out.splitlines()[4:7] == ["!! Finding 0. (line 1)", " ! Finding 1. (line 1)", "   Finding 2. (line 1)"]
    assert Path("own-report.html").exists()


def test_of_many_findings_the_first_are_told() -> None:
    ended = typed("notes = 20\n")
    assert ended.status == 0
    assert ended.out.count("Finding ") == 12
    assert "   and 8 more in the report" in ended.out


def test_without_games_the_file_is_read_alone() -> None:
    Path("own.toml").write_text("", encoding="utf-8")
    ended = run("check-playset", "own.toml", "--games", "0", "--greedy", "0")
    assert (ended.status, ended.out, ended.errors) == (0, "own.toml reads well.\n", "")
    assert not Path("own-report.html").exists()


def test_after_a_stop_the_same_goes_on_and_anew_begins_again() -> None:
    ended = typed("stops = 30\n", "--games", "60")
    assert ended.status == 1
    assert "Stopped. What was played is kept in own-report.html.games: type the same again to go on." in ended.errors
    assert "Traceback" not in ended.errors
    assert Path("own-report.html.games").exists()
    assert not Path("own-report.html").exists()
    again = typed("stops = 30\n", "--games", "60", "--anew")
    assert again.status == 1
    assert typed("", "--games", "60").status == 0
    assert not Path("own-report.html.games").exists()


def test_where_the_report_cannot_be_written_nothing_is_played() -> None:
    assert "there is no folder none" in sentence(typed("", "--html", "none/r.html"))
    assert "is the playset itself" in sentence(typed("x = 1\n", "--html", "./own.toml"))
    assert Path("own.toml").read_text(encoding="utf-8") == "x = 1\n"
    Path("folder").mkdir()
    assert typed("", "--html", "folder").status == 2


@pytest.mark.parametrize("wrong", [("--games", "-1"), ("--jobs", "0"), ("--seed", "x")])
def test_what_is_typed_wrongly_ends_with_status_2(wrong: tuple[str, str]) -> None:
    assert typed("", *wrong).status == 2
