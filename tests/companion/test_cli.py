"""The `companion` command: every option documented, every error a sentence, every exit status right."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from companion.cli import cli
from companion.cli.group import COMMANDS
from companion.errors import CompanionError
from companion.games.registry import GAMES
from companion.games.waves import actions, apply
from companion.home import Home
from companion.journal import Draft, Journal, Row, read_journal
from companion.requests import End, TakeSeat
from tests.companion.served import playing
from tests.companion.tables import GUEST, HOST, open_room, own, tap_first, undo, virtual, wait_for


def run(*arguments: str | Path, data: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command as a process of its own, as people start it."""
    command = [sys.executable, "-m", "companion", *map(str, arguments), *(["--data", str(data)] if data else [])]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=120, check=False, env={**os.environ, **environment}
    )


def call(*arguments: str | Path) -> Result:
    """The command inside this process."""
    return CliRunner().invoke(cli, list(map(str, arguments)), prog_name="companion")


def sentence(result: subprocess.CompletedProcess[str]) -> str:
    """The one line of an error: no traceback, exit status 1."""
    assert result.returncode == 1, result
    assert "Traceback" not in result.stderr
    last = result.stderr.strip().splitlines()[-1]
    assert last.startswith("companion: ")
    return last.removeprefix("companion: ")


def refused(*arguments: str | Path) -> str:
    """The error of a command inside this process."""
    result = call(*arguments)
    assert isinstance(result.exception, CompanionError), result.output
    return str(result.exception)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "my data"


@pytest.fixture
def game(data: Path) -> str:
    """The id of a saved game: somebody sat down, some acts, one taken back."""
    with open_room(data) as room:
        session = own(room)
        session.submit(GUEST, TakeSeat(0, "Ana", "a"))
        for _ in range(4):
            tap_first(session)
        session.submit(HOST, undo(session))
        return session.game_id


def command_of(name: str) -> click.Command:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    return command


# --- help -------------------------------------------------------------------------------------------------------------


def test_the_commands_are_these() -> None:
    assert {"games", "history", "play", "simulate", "verify"} <= COMMANDS.keys()
    result = call("--help")
    assert result.exit_code == 0
    for name in COMMANDS:
        command = command_of(name)
        assert (f"\n  {name} " in result.output) is not command.hidden
        assert command.help


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_documented(name: str) -> None:
    command = command_of(name)
    result = call(name, "-h")
    assert result.exit_code == 0
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name
            assert parameter.help.endswith("."), parameter.name
            assert (max(parameter.opts, key=len) in result.output) is not parameter.hidden
        elif not isinstance(parameter.type, click.Choice):
            assert parameter.make_metavar(click.Context(command)) in result.output


def test_the_module_is_the_command() -> None:
    result = run("--help")
    assert result.returncode == 0
    assert "Begin with `companion play waves`" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["play", "chess"], "'chess' is not one of 'waves', 'rolling_with_the_waves'"),
        (["simulate", "chess"], "'chess' is not one of 'waves', 'rolling_with_the_waves'"),
        (["play", "waves", "--port", "70000"], "70000 is not in the range 0<=x<=65535"),
        (["play", "waves", "--pace", "-1"], "-1.0 is not in the range 0<=x<=60"),
        (["play", "waves", "--seed", "9" * 30], "is not in the range"),
        (["play", "waves", "--cards", "paper"], "'paper' is not one of 'virtual', 'own'"),
        (["simulate", "waves", "--games", "0"], "0 is not in the range x>=1"),
        (["verify"], "Missing argument 'ID'"),
        (["plya"], "No such command 'plya'"),
    ],
)
def test_a_wrong_use_is_told_and_exits_with_2(arguments: list[str], told: str) -> None:
    result = call(*arguments)
    assert result.exit_code == 2
    assert told in result.output


# --- games ------------------------------------------------------------------------------------------------------------


def test_games_can_be_listed_before_anything_was_played(data: Path) -> None:
    result = call("games", "--data", data)
    assert result.exit_code == 0
    assert result.output == (
        "Games:\n  waves                   Waves: All vs All (3, 4, 5, 6 players), Head to head (2 players), "
        "Teams (4, 5, 6 players)\n  rolling_with_the_waves  Rolling with the Waves: 2, 3, 4, 5 players\n\n"
        f"No saved game in {data} yet.\n"
    )
    assert not data.exists()


def test_saved_games_are_listed_with_how_they_stand(data: Path, game: str) -> None:
    with open_room(data) as room:
        ended = own(room)
        ended.submit(HOST, End())
    result = call("games", "--data", data)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert f"Saved in {data}:" in lines
    (line,) = [line for line in lines if f"{game} " in line]
    assert line.split(maxsplit=6) == [game, "Waves", "2025-01-01", "12:00", "22", "acts", "going on"]
    assert any(ended.game_id in line and line.endswith("ended by the host") for line in lines)


def test_the_folder_may_come_from_the_environment(data: Path, game: str) -> None:
    assert game in run("games", COMPANION_DATA=str(data)).stdout


# --- history ----------------------------------------------------------------------------------------------------------


def test_the_history_is_told_in_words(data: Path, game: str) -> None:
    result = call("history", game, "--data", data)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0].rstrip() == "    2  2025-01-01 12:00:01  guest   Ana sits in seat 1."
    assert lines[1] == "    3  2025-01-01 12:00:02  host    Ana gets the Wave token by lot.  W-009"
    assert "1 act is taken back: " in lines[-1]
    assert len(lines) == 25


def test_the_history_is_told_in_json(data: Path, game: str) -> None:
    result = call("history", game, "--json", "--data", data)
    lines = [json.loads(line) for line in result.output.splitlines()]
    assert lines[1] == {
        "row": 3,
        "at": "2025-01-01T12:00:02.000+00:00",
        "by": "host",
        "kind": "act",
        "text": "Ana gets the Wave token by lot.",
        "rules": ["W-009"],
    }
    assert {line["kind"] for line in lines} == {"seat", "act", "undo"}
    assert [line["row"] for line in lines] == list(range(2, 27))


def test_the_history_keeps_secrets(data: Path) -> None:
    with open_room(data) as room:
        session = virtual(room)
        wait_for(session, lambda snapshot: snapshot.outcome is not None)
    output = call("history", session.game_id, "--data", data).output
    draws = [line for line in output.splitlines() if " draws " in line]
    assert draws
    assert all("draws a card." in line for line in draws)


def test_the_history_of_other_rules_is_told_as_far_as_can_be(data: Path, game: str) -> None:
    path = Home(data).journal(game)
    with closing(Journal(path)) as journal:
        journal.append([Draft("2025-01-02T10:00:00+00:00", "host", "act", {"action": {"type": "Fly"}}, "?")])
    result = run("history", game, data=data)
    assert result.returncode == 0
    assert "Row 27 cannot be played by these rules" in result.stderr
    assert "What can be said without its rules:" in result.stderr
    assert result.stdout.splitlines()[0] == "    1  2025-01-01 12:00:00  host    start"
    assert result.stdout.splitlines()[-1] == "   27  2025-01-02 10:00:00  host    act"


@pytest.mark.parametrize("command", [["history"], ["verify"], ["verify", "--repair"]])
@pytest.mark.parametrize("wrong", ["waves-19990101-000000", "../keys", "x" * 300])
def test_an_unknown_game_is_told(data: Path, command: list[str], wrong: str) -> None:
    told = refused(*command, wrong, "--data", data)
    assert told.startswith("There is no game ")
    assert told.endswith("List the saved games with: companion games.")
    assert not data.exists()


# --- verify -----------------------------------------------------------------------------------------------------------


def test_a_sound_game_is_said_to_be_sound(data: Path, game: str) -> None:
    result = call("verify", game, "--data", data)
    assert (result.exit_code, result.output) == (0, f"{game}: 26 rows, 22 acts, all sound.\n")
    result = call("verify", game, "--repair", "--data", data)
    assert result.output == f"{game}: 26 sound rows kept.\n{game}: 26 rows, 22 acts, all sound.\n"


def test_a_damaged_game_is_found_out_and_repaired(data: Path, game: str) -> None:
    path = Home(data).journal(game)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("UPDATE journal SET by = 'bot' WHERE number = 10")
    told = sentence(run("verify", game, data=data))
    assert told.startswith(f"Row 10 of {path} is damaged: its content does not fit its hash.")
    result = run("verify", game, "--repair", data=data)
    assert (result.returncode, result.stderr) == (0, "")
    aside = path.with_suffix(".damaged")
    kept = f"{game}: 9 sound rows kept. The damaged file is {aside}."
    assert result.stdout == f"{kept}\n{game}: 9 rows, 7 acts, all sound.\n"
    assert aside.exists()
    with open_room(data) as room:
        assert tap_first(room.open_saved(game)).accepted


def test_a_game_on_the_table_is_not_repaired(data: Path, game: str) -> None:
    with open_room(data) as room:
        room.open_saved(game)
        told = sentence(run("verify", game, "--repair", data=data))
        assert told == f"The game {game} is open in another companion. Stop that one first."
        assert run("verify", game, data=data).returncode == 0


# --- simulate ---------------------------------------------------------------------------------------------------------


def test_a_simulation_reports_what_it_met(tmp_path: Path) -> None:
    result = run("simulate", "waves", "--games", "3", "--seed", "4", "--report", tmp_path / "report.json")
    assert result.returncode == 0
    assert result.stdout.splitlines()[0].startswith("3 games of waves in ")
    assert result.stdout.splitlines()[1] == "mode all_vs_all, players 4"
    assert "rules fired: W-001 3, " in result.stdout
    assert result.stdout.endswith("No law was broken.\n")
    assert "Playing Waves" in result.stderr  # the progress bar keeps out of the report
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert (report["game"], report["games"], report["troubles"]) == ("waves", 3, [])
    assert sum(report["rounds"].values()) == sum(report["winners"].values()) == 3
    assert report["actions"]["PlaceToken"] == report["rules"]["W-001"] == 3
    assert report["acts"] == sum(report["actions"].values())
    (run_alone,) = report["runs"]
    assert (run_alone["mode"], run_alone["players"]) == ("all_vs_all", 4)
    assert {key: run_alone[key] for key in report if key != "runs"} == {
        key: value for key, value in report.items() if key != "runs"
    }


@pytest.mark.rule("W-005", "W-007")
def test_every_mode_is_simulated_in_a_run_of_its_own(tmp_path: Path) -> None:
    result = call(
        *("simulate", "waves", "--mode", "every", "--players", "4", "--games", "3", "--shards", "2"),
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
    assert report["laws"] == dict.fromkeys(GAMES["waves"].laws, report["acts"])


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


def test_a_broken_law_ends_a_simulation_with_status_1(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    sound = apply._APPLY[actions.Collect]

    def shells_stay(state: Any, act: Any) -> Any:
        after = sound(state, act)
        return type(after)(replace(after.table, shells=state.table.shells), after.secrets)

    monkeypatch.setitem(apply._APPLY, actions.Collect, shells_stay)
    result = call("simulate", "waves", "--games", "2", "--seed", "5", "--report", tmp_path / "report.json")
    assert result.exit_code == 1
    assert "TROUBLE in seed 5, act " in result.output
    assert "(W-073)" in result.output
    assert "2 games broke a law." in result.output
    troubles = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["troubles"]
    assert [trouble["seed"] for trouble in troubles] == [5, 6]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--players", "9"], "Players (players) cannot be '9'. Choose one of: 4, 2, 3, 5, 6."),
        (["--mode", "solo"], "Mode (mode) cannot be 'solo'. Choose one of: all_vs_all, head_to_head, teams."),
        (["--mode", "teams", "--players", "3"], "Teams is not played by 3. It is played by: 4, 5, 6 (W-005)."),
        (["-o", "speed"], "-o 'speed' cannot be read. Write it as -o KEY=VALUE, such as -o shell_cap=none."),
        (["-o", "players=4", "--players", "4"], "The option players is given twice. Leave one out."),
        (
            ["-o", "cards=own"],
            "Which cards are played with is chosen by --cards, where the command has it. Leave out -o cards.",
        ),
        (
            ["-o", "h2h_empty_hand=skip"],
            "Nothing in hand at the own first Elder (h2h_empty_hand) cannot be 'skip' here: it means something only "
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


def test_a_report_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    told = sentence(run("simulate", "waves", "--games", "1", "--report", tmp_path / "no" / "report.json"))
    assert told == f"Cannot write {tmp_path}/no/report.json: No such file or directory. Choose another file."


# --- play -------------------------------------------------------------------------------------------------------------


def get(url: str, path: str) -> Any:
    host = url.removeprefix("http://").rstrip("/")
    with closing(http.client.HTTPConnection(host, timeout=60)) as connection:
        connection.request("GET", path)
        response = connection.getresponse()
        assert response.status == 200
        return json.loads(response.read())


def test_a_table_is_announced_served_and_saved(data: Path) -> None:
    with playing(data, "--cards", "own", "--address", "127.0.0.1") as (process, said):
        url = said["Table page"]
        assert get(url, "/table.json")["game_id"] == said["Saved as"]
        assert f"{url}host?code={Home(data).keys().host_code}" in said["Host page"]
        assert "From phones" not in said
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert out.endswith(f"\nThe game is saved. Go on with: companion play waves --resume {said['Saved as']}\n")
    assert "Traceback" not in err
    result = run("verify", said["Saved as"], data=data)
    assert result.stdout == f"{said['Saved as']}: 1 rows, 0 acts, all sound.\n"


def test_a_saved_game_is_resumed(data: Path, game: str) -> None:
    with playing(data, "--resume", game, "--address", "127.0.0.1") as (_, said):
        assert said["Saved as"] == game
        table = get(said["Table page"], "/table.json")
        assert (table["last_row"], table["seats"][0]["name"]) == (26, "Ana")


def spoil(path: Path, row: int) -> None:
    """A row is not what it was."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("UPDATE journal SET by = 'x' WHERE number = ?", (row,))


def test_a_damaged_game_is_gone_on_with_and_the_table_is_told(data: Path, game: str) -> None:
    path = Home(data).journal(game)
    spoil(path, 12)
    damaged = path.read_bytes()
    assert "    9 acts   damaged: these acts are kept when it is resumed" in call("games", "--data", data).output
    told = (
        "The file of this game was damaged. 9 acts are kept; see in the log whether the last ones are missing, and "
        f"play them again. The damaged file lies beside it as {game}.damaged."
    )
    with playing(data, "--resume", game, "--address", "127.0.0.1") as (process, said):
        assert said["Saved as"] == game
        table = get(said["Table page"], "/table.json")
        assert table["last_row"] == 11
        assert {"device": "disk", "status": "noted", "text": told} in table["health"]
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert "Traceback" not in err
    assert path.with_suffix(".damaged").read_bytes() == damaged
    assert run("verify", game, data=data).stdout == f"{game}: 11 rows, 9 acts, all sound.\n"


def test_a_damaged_game_that_the_companion_dealt_is_still_one(data: Path) -> None:
    with open_room(data) as room:
        session = virtual(room)
        wait_for(session, lambda snapshot: snapshot.outcome is not None)
        dealt = session.game_id
    spoil(Home(data).journal(dealt), 20)
    assert refused("play", "waves", "--virtual", "--resume", dealt, "--data", data) == (
        f"The companion dealt the cards of {dealt} itself. Go on with it without --virtual."
    )


@pytest.mark.parametrize("left", ["", "PRAGMA journal_mode = WAL"])
def test_a_game_that_never_began_is_not_listed_and_is_told(data: Path, left: str) -> None:
    path = Home(data).make().journal("waves-20250101-200000")
    with closing(sqlite3.connect(path)) as db:
        db.execute(left)
    path.touch()
    assert "No saved game in" in call("games", "--data", data).output
    told = (
        "The game waves-20250101-200000 never began: the companion was stopped before anything of it was saved. "
        "Start a new one."
    )
    assert refused("verify", "waves-20250101-200000", "--data", data) == told
    assert refused("verify", "waves-20250101-200000", "--repair", "--data", data) == told
    resumed = run("play", "waves", "--port", "0", "--resume", "waves-20250101-200000", data=data)
    assert sentence(resumed) == told


def test_a_busy_port_is_told_and_no_game_is_begun(data: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        told = sentence(run("play", "waves", "--port", str(port), "--address", "127.0.0.1", data=data))
    assert told.startswith(f"Port {port} is in use by another program. Stop that program, or choose another port")
    assert f"--port {port + 1}" in told
    assert list((data / "games").iterdir()) == []


def test_an_address_of_another_machine_is_told(data: Path) -> None:
    told = sentence(run("play", "waves", "--port", "0", "--address", "192.0.2.1", data=data))
    assert told.startswith("Cannot listen on 192.0.2.1, port 0: ")
    assert told.endswith("Choose another with --address and --port.")
    assert list((data / "games").iterdir()) == []


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told = sentence(run("play", "waves", "--port", "0", data=tmp_path / "file" / "data"))
    assert told == (f"Cannot write to {tmp_path}/file/data: Not a directory. Choose another folder with --data FOLDER.")


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
        (["--resume", "nope"], "There is no saved game 'nope'. List them with: companion games."),
    ],
)
def test_a_game_that_cannot_be_played_is_told_and_none_is_saved(data: Path, arguments: list[str], told: str) -> None:
    result = run("play", "waves", "--port", "0", "--address", "127.0.0.1", *arguments, data=data)
    assert sentence(result) == told
    assert list((data / "games").iterdir()) == []


@pytest.mark.rule("W-005", "W-112", "W-115")
@pytest.mark.parametrize(
    ("arguments", "setup"),
    [
        ((), {"mode": "all_vs_all", "players": 4, "edition": "rebels", "cards": "own"}),
        (("--players", "2"), {"mode": "head_to_head", "players": 2}),
        (("--mode", "head_to_head", "--edition", "breakers"), {"mode": "head_to_head", "edition": "breakers"}),
        (
            ("--mode", "teams", "--players", "5", "-o", "seating=ZXYXY", "-o", "optional_collect=true"),
            {"players": 5, "sides": [2, 0, 1, 0, 1], "optional_collect": True},
        ),
        (
            ("--tablets", "SCH-A,KEE-B,KNI-C,SEE-B1,NOB-C", "--cards", "virtual"),
            {"tablets": ["SCH-A", "KEE-B", "KNI-C", "SEE-B1", "NOB-C"], "cards": "virtual"},
        ),
    ],
)
def test_the_game_that_is_asked_for_is_laid_out(data: Path, arguments: tuple[str, ...], setup: dict[str, Any]) -> None:
    with playing(data, *arguments, "--address", "127.0.0.1", "--pace", "60") as (_, said):
        laid = get(said["Table page"], "/table.json")["view"]["table"]["setup"]
    found = {**laid, **laid["variants"]}
    assert {key: found[key] for key in setup} == setup


def test_wrong_settings_are_told(data: Path) -> None:
    data.mkdir()
    (data / "companion.toml").write_text("prot = 1\n", encoding="utf-8")
    told = refused("play", "waves", "--data", data)
    assert told.startswith(f"{data}/companion.toml cannot be used: Object contains unknown field `prot`.")


def test_a_game_that_is_open_elsewhere_is_told(data: Path, game: str) -> None:
    with open_room(data) as room:
        room.open_saved(game)
        told = sentence(run("play", "waves", "--port", "0", "--address", "127.0.0.1", "--resume", game, data=data))
    assert told == f"The game {game} is open in another companion. Stop that one first."


def test_a_virtual_table_has_its_own_cards_and_camera(data: Path) -> None:
    text = "A virtual table has its own cards and its own camera. Leave out --cards and --camera."
    assert refused("play", "waves", "--virtual", "--cards", "virtual", "--data", data) == text
    assert refused("play", "waves", "--virtual", "--camera", "0", "--data", data) == text
    with open_room(data) as room:
        dealt = virtual(room).game_id
    assert refused("play", "waves", "--virtual", "--resume", dealt, "--data", data) == (
        f"The companion dealt the cards of {dealt} itself. Go on with it without --virtual."
    )


def test_a_virtual_table_is_seen_saved_and_goes_on(data: Path) -> None:
    with playing(data, "--auto", "--seed", "3", "--address", "127.0.0.1") as (process, said):
        url = said["Table page"]
        while "camera" not in {row.by for row in rows(data, said["Saved as"])}:
            assert is_running(process)
        assert get(url, "/virtual.json")["pieces"]
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    again = f"companion play waves --virtual --resume {said['Saved as']}"
    assert out.endswith(f"\nThe game is saved. Go on with: {again}\n")
    assert "ERROR" not in err
    before = len(rows(data, said["Saved as"]))
    assert "  camera  " in run("history", said["Saved as"], data=data).stdout
    with playing(data, "--virtual", "--auto", "--resume", said["Saved as"], "--address", "127.0.0.1") as (process, _):
        while len(rows(data, said["Saved as"])) < before + 3:
            assert is_running(process)


def is_running(process: subprocess.Popen[str]) -> bool:
    """Whether it does so for a moment more."""
    try:
        process.wait(0.2)
    except subprocess.TimeoutExpired:
        return True
    return False


def rows(data: Path, game: str) -> tuple[Row, ...]:
    return tuple(read_journal(Home(data).journal(game)))


# --- faults -----------------------------------------------------------------------------------------------------------


def test_an_unforeseen_fault_becomes_a_sentence_and_a_file(data: Path) -> None:
    script = (
        "import sys, companion.cli as cli, companion.cli.saved\n"
        "def broken(*_): raise ZeroDivisionError('a bug')\n"
        "cli.saved.read_journal = broken\n"
        "sys.argv = ['companion', 'history', 'x']\n"
        "cli.main()\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "COMPANION_DATA": str(data)},
    )
    assert result.returncode == 70
    assert result.stderr == (
        "companion: something went wrong that was not foreseen (ZeroDivisionError). "
        f"The saved games are untouched. Details for its makers are in {data}/fault.txt.\n"
    )
    fault = (data / "fault.txt").read_text(encoding="utf-8")
    assert "ZeroDivisionError: a bug" in fault
    assert "Traceback" in fault


@pytest.mark.parametrize(
    ("arguments", "broken"),
    [
        (["history", "x"], "cli.saved.read_journal"),
        (["games"], "cli.saved.Home"),
        (["board", "restart"], "cli.board.commands.load_settings"),
    ],
)
def test_a_fault_is_kept_in_the_folder_that_was_asked_for(
    data: Path, tmp_path: Path, arguments: list[str], broken: str
) -> None:
    script = (
        "import companion.cli as cli, companion.cli.board.commands, companion.cli.saved, sys\n"
        f"def broken(*_): raise ZeroDivisionError('a bug')\n{broken} = broken\n"
        "cli.main()\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", script, *arguments, "--data", str(data)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "COMPANION_DATA": str(tmp_path / "another")},
    )
    assert result.returncode == 70, result
    assert f"Details for its makers are in {data}/fault.txt." in result.stderr
    assert "ZeroDivisionError: a bug" in (data / "fault.txt").read_text(encoding="utf-8")
    assert not (tmp_path / "another").exists()


def test_a_fault_that_cannot_be_kept_is_still_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    script = (
        "import sys, companion.cli as cli, companion.cli.saved\ncli.saved.read_journal = None\n"
        "sys.argv = ['companion', 'history', 'x']\ncli.main()"
    )
    result = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "COMPANION_DATA": str(tmp_path / "file" / "data")},
    )
    assert result.returncode == 70
    assert result.stderr.endswith(
        "The saved games are untouched. Start again; if it comes back, tell its makers what you did.\n"
    )
