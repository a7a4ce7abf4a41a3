"""`companion bench`: what it prints and how it exits."""

from __future__ import annotations

import sys

import click
import msgspec
import pytest

from companion.bench.engine import Report, Table
from companion.bench.figures import Figures
from companion.bench.referee import RefereeReport
from companion.cli import cli
from companion.cli.bench.engine import engine_text
from companion.cli.bench.referee import referee_text
from companion.games.registry import GAMES
from tests.companion.commands import call, run

REPORT = Report(
    game="waves",
    seed=7,
    machine="Python 3.11.4, aarch64",
    acts=Figures(3, 20.0, 21.04, 30.0, 31.0),
    tables=(
        Table(
            "teams, 6 players", "own", 1, Figures(3, 20.0, 21.04, 30.0, 31.0), {"Draw": Figures(3, 20.0, 21.0, 30, 31)}
        ),
        Table("teams, 6 players", "virtual", 2, Figures(9, 5.0, 6.0, 7.0, 8.0), {"Draw": Figures(9, 5.0, 6.0, 7, 8)}),
    ),
    rival="python-chess 1.11.2",
    moves=Figures(3, 40.0, 1234.56, 80.0, 90.0),
    ratio=0.5,
)

GAMES_OF_TESTS = ", ".join(map(repr, GAMES))


def test_the_report_is_told_in_tables() -> None:
    assert engine_text(REPORT).splitlines() == [
        "waves: 3 acts in 3 games; seed 7; Python 3.11.4, aarch64",
        "",
        "teams, 6 players, own cards, 1 game",
        "                         count    median      mean      95 %      99 %  µs",
        "  Draw                       3      20.0      21.0      30.0      31.0",
        "  every act                  3      20.0      21.0      30.0      31.0",
        "",
        "teams, 6 players, virtual cards, 2 games",
        "                         count    median      mean      95 %      99 %  µs",
        "  Draw                       9       5.0       6.0       7.0       8.0",
        "  every act                  9       5.0       6.0       7.0       8.0",
        "",
        "All tables, and beside them",
        "                         count    median      mean      95 %      99 %  µs",
        "  every act                  3      20.0      21.0      30.0      31.0",
        "  python-chess 1.11.2        3      40.0    1234.6      80.0      90.0",
        "",
        "The median act takes 0.50 times as long as the median move in python-chess 1.11.2.",
    ]


def test_engine_measures_and_exits_with_0() -> None:
    result = call("bench", "engine", "sealed_bid", "--games", "1", "--seed", "3")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0].startswith("sealed_bid: ")
    assert "; seed 3; Python 3." in lines[0]
    assert {"virtual cards, 1 game", "own cards, 1 game"} <= {", ".join(line.split(", ")[-2:]) for line in lines}
    assert lines[-1].startswith("The median act takes ")


def test_json_is_one_report() -> None:
    result = call("bench", "engine", "sealed_bid", "--games", "1", "--json")
    assert result.exit_code == 0, result.output
    report = msgspec.json.decode(result.stdout, type=Report)
    assert (report.game, report.seed) == ("sealed_bid", 1)
    assert {table.cards for table in report.tables} == {"virtual", "own"}
    assert all(table.games == 1 for table in report.tables)
    assert report.moves.count == report.acts.count > 0


@pytest.mark.parametrize("name", ["engine", "referee", "latency"])
def test_the_game_may_be_left_out(name: str) -> None:
    bench = cli.get_command(click.Context(cli), "bench")
    assert isinstance(bench, click.Group)
    command = bench.get_command(click.Context(bench), name)
    assert command is not None
    (game,) = (each for each in command.params if each.name == "game")
    assert not game.required
    assert game.get_default(click.Context(command)) == "waves"


REFEREE = RefereeReport(
    game="waves",
    seed=7,
    machine="Python 3.11.4, aarch64",
    games=1,
    tables=4,
    acts={1: Figures(2, 500.0, 510.0, 900.0, 1004.9), 3: Figures(1, 2000.0, 2000.0, 2000.0, 2000.0)},
    wrong=Figures(1, 123456.0, 123456.0, 123456.0, 123456.0),
    slices=Figures(9, 1500.0, 1500.0, 4000.0, 5000.0),
    longest_slice=5249.0,
    engine=Figures(250, 46.0, 50.0, 80.0, 100.0),
)


def test_the_referees_report_is_told_in_milliseconds_beside_an_act_of_the_rules() -> None:
    assert referee_text(REFEREE).splitlines() == [
        "waves: 4 tables of 1 game explained; seed 7; Python 3.11.4, aarch64",
        "",
        "                         count    median      99 %  ms",
        "  1 act                      2      0.50      1.00",
        "  3 acts                     1      2.00      2.00",
        "  a wrong table              1    123.46    123.46",
        "  a slice of these           9      1.50      5.00",
        "  an act, by the rules     250      0.05      0.10",
        "",
        "The longest slice, for which a tap may have to wait, took 5.2 ms.",
    ]


def test_where_no_table_was_wrong_the_report_has_no_line_for_it() -> None:
    lines = referee_text(msgspec.structs.replace(REFEREE, wrong=None, games=2)).splitlines()
    assert lines[0].startswith("waves: 4 tables of 2 games explained")
    assert [line for line in lines if "wrong" in line] == []


def test_referee_measures_and_exits_with_0_in_words_and_in_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.bench.referee.POSITIONS", 2)
    asked = ("bench", "referee", "sealed_bid", "--games", "1", "--seed", "3")
    result = call(*asked)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0].startswith("sealed_bid: ")
    assert " tables of 3 games explained; seed 3; Python 3." in lines[0]
    assert [line[2:22].rstrip() for line in lines[3:5]] == ["1 act", "2 acts"]
    assert lines[-1].startswith("The longest slice, for which a tap may have to wait, took ")
    result = call(*asked, "--json")
    assert result.exit_code == 0, result.output
    report = msgspec.json.decode(result.stdout, type=RefereeReport)
    assert (report.game, report.seed, report.games) == ("sealed_bid", 3, 3)
    assert lines[0].startswith(f"sealed_bid: {report.tables} tables")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ["engine", "chess"],
            f"'chess' is not one of {GAMES_OF_TESTS}",
        ),
        (["engine", "--games", "0"], "0 is not in the range x>=1"),
        (["engine", "--seed", "-1"], "-1 is not in the range x>=0"),
        (["referee", "chess"], "'chess' is not one of 'waves', 'atlantis_rising', 'manawave', "),
        (["referee", "--games", "0"], "0 is not in the range x>=1"),
        (["motor"], "No such command 'motor'"),
    ],
)
def test_a_wrong_use_is_told_and_exits_with_2(arguments: list[str], told: str) -> None:
    result = call("bench", *arguments)
    assert result.exit_code == 2
    assert told in result.output


def test_every_option_of_the_commands_is_explained() -> None:
    assert "\n  engine " in call("bench", "--help").output
    output = call("bench", "engine", "-h").output
    for told in ("--games", "--seed", "--json", "python-chess"):
        assert told in output
    assert "\n  referee " in call("bench", "--help").output
    output = call("bench", "referee", "-h").output
    for told in ("--games", "--seed", "--json", "own cards"):
        assert told in output


def test_without_chess_it_is_a_sentence_and_exit_status_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)  # as if it were not installed
    ended = run("bench", "engine", "--games", "1")
    assert (ended.status, ended.out) == (1, "")
    assert ended.errors.splitlines() == [
        "companion: The rules are measured beside python-chess, which is not installed. "
        "Install it with: .venv/bin/python -m pip install 'chess>=1.11'"
    ]
