"""`companion play`: a table announced, served and saved, gone on with, and all that may stand against it."""

from __future__ import annotations

import os
import pty
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from shlex import quote
from typing import Any

import pytest

from companion.cli.table import play
from companion.journal import Row, read_journal
from companion.live.requests import End, TakeSeat
from companion.live.room import Room
from companion.live.soundness import LIMITS
from companion.storage.home import Home
from hardware.virtual.wled import VirtualWled
from tests.companion.commands import Ended, call, refused, run
from tests.companion.served import PLAIN, get, no_table, play_here, playing
from tests.companion.tables import HOST, open_room, person, virtual, wait_for

# --- a table ----------------------------------------------------------------------------------------------------------


TYPED = "--address 127.0.0.1 --port 0 --camera none --board none"
"""What was typed for the table, as it is printed to go on with."""


def looked_at(data: Path, *arguments: str) -> tuple[Mapping[str, str], Any, Ended]:
    """What a companion announces, what its table's page says, and how it ends."""
    found: list[tuple[Mapping[str, str], Any]] = []
    ended = play_here(lambda _, said: found.append((said, get(said["Table page"], "/table.json"))), data, *arguments)
    return *found[0], ended


def test_a_table_is_announced_served_and_saved(data: Path) -> None:
    said, table, ended = looked_at(data, *PLAIN)
    game = said["Saved as"]
    assert table["game_id"] == game
    code = Home(data).keys().host_code
    assert said["Host page"] == f"{said['Table page']}host   (host code: {code})", "the code is in no address"
    assert "From phones" not in said
    assert (ended.status, ended.errors) == (0, "")
    assert "\nThe game is saved. Go on with: " in ended.out
    assert ended.out.endswith(f"play sealed_bid --data {quote(str(data))} {TYPED} --resume {game}\n")
    assert run("verify", game, data=data).out == f"{game}: 1 rows, 0 acts, all sound.\n{LIMITS}\n"


def test_a_data_folder_that_others_may_read_is_told(data: Path) -> None:
    data.mkdir(parents=True, exist_ok=True)
    data.chmod(0o755)
    _, _, ended = looked_at(data, *PLAIN)
    assert f"hidden cards: {data} (mode 755). Close it with: chmod -R go= '{data}'\n" in ended.errors
    data.chmod(0o700)
    assert looked_at(data, *PLAIN)[2].errors == ""


def test_a_saved_game_is_resumed(data: Path, game: str) -> None:
    said, table, ended = looked_at(data, "--resume", game, *PLAIN)
    assert said["Saved as"] == game
    assert (table["last_row"], table["seats"][0]["name"]) == (15, "Ana")
    assert "\nThe game is saved. Go on with: " in ended.out
    assert ended.out.endswith(f"play sealed_bid --data {quote(str(data))} {TYPED} --resume {game}\n")


def test_a_game_that_was_ended_is_not_offered_to_go_on_with_but_another_one_is(data: Path) -> None:
    def guest(room: Room, said: Mapping[str, str]) -> None:
        assert room.new_game(HOST, "sealed_bid", {"cards": "virtual", "order": "turn"}).accepted
        assert room.session.submit(HOST, End()).accepted

    out = play_here(guest, data, *PLAIN).out
    another = f"play sealed_bid --data {quote(str(data))} {TYPED} --cards virtual --order turn\n"
    assert "\nThe game is over, and saved. Begin another with: " in out
    assert out.endswith(another)
    assert "--resume" not in out


def spoil(path: Path, row: int) -> None:
    """A row is not what it was."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("UPDATE journal SET by = 'x' WHERE number = ?", (row,))


def test_a_damaged_game_is_gone_on_with_and_the_table_is_told(data: Path, game: str) -> None:
    path = Home(data).journal(game)
    spoil(path, 12)
    damaged = path.read_bytes()
    assert " 9 acts  damaged: these acts are kept when it is resumed" in call("games", "--data", data).output
    told = (
        "The file of this game was damaged. 9 acts are kept; see in the log whether the last ones are missing, and "
        f"play them again. The damaged file lies beside it as {game}.damaged."
    )
    said, table, ended = looked_at(data, "--resume", game, *PLAIN)
    assert said["Saved as"] == game
    assert f"\n  {told}\n" in ended.out
    assert table["last_row"] == 11
    assert {"device": "disk", "status": "noted", "text": told} in table["health"]
    assert ended.status == 0
    assert path.with_suffix(".damaged").read_bytes() == damaged
    assert run("verify", game, data=data).out == f"{game}: 11 rows, 9 acts, all sound.\n{LIMITS}\n"


@pytest.mark.slow
def test_ctrl_c_ends_a_virtual_table_which_is_saved(data: Path) -> None:
    arguments = ("--auto", "--seed", "3", "--address", "127.0.0.1")
    with playing(data, *arguments, game="sealed_bid") as (process, said):
        assert get(said["Table page"], "/virtual.json")["pieces"]
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    python, folder = quote(sys.executable), quote(str(data))
    table = f"--virtual --auto --data {folder} --address 127.0.0.1 --port 0 --seed 3"
    typed = f"{python} -m tests.games play sealed_bid {table}"
    assert process.returncode == 0
    assert out.endswith(f"\nThe game is saved. Go on with: {typed} --resume {said['Saved as']}\n")
    assert "ERROR" not in err
    assert "Traceback" not in err
    assert run("verify", said["Saved as"], data=data).status == 0


HOW = {"TERM": [signal.SIGTERM], "HUP": [signal.SIGHUP], "INT twice": [signal.SIGINT, signal.SIGINT, signal.SIGTERM]}


def left_bright(data: Path) -> tuple[VirtualWled, dict[str, Any]]:
    """A WLED that a companion took before it was killed, and how it had shone."""
    wled = VirtualWled(60).start()
    before = dict(wled.state)
    data.mkdir(parents=True, exist_ok=True)
    strip = f'[strip]\ndriver = "wled"\naddress = "{wled.host}"\npixels = 60\nmax_ma = 2000\n'
    (data / "companion.toml").write_text(strip)
    with playing(data, *PLAIN, game="sealed_bid") as (process, said):
        while not any(body for _, body in wled.asked):
            assert get(said["Table page"], "/table.json")
        process.kill()
        process.wait(60)
    assert wled.state != before
    return wled, before


@pytest.mark.parametrize("how", [pytest.param(how, marks=pytest.mark.slow) for how in HOW])
def test_however_it_is_told_to_stop_it_ends_as_by_one_ctrl_c(data: Path, how: str) -> None:
    """And a WLED, which an earlier companion that was killed left bright, shines as before both."""
    wled, before = left_bright(data)
    with playing(data, *PLAIN, game="sealed_bid") as (process, said):
        while not sum(body is not None for _, body in wled.asked) > 1:
            assert get(said["Table page"], "/table.json")
        for each in HOW[how]:
            process.send_signal(each)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert f"--resume {said['Saved as']}" in out.splitlines()[-1]
    assert "Traceback" not in err
    assert wled.state == before
    assert run("verify", said["Saved as"], data=data).status == 0
    wled.close()


@pytest.mark.slow
def test_a_wled_that_was_left_bright_shines_as_before_though_the_settings_name_it_no_more(data: Path) -> None:
    wled, before = left_bright(data)
    (data / "companion.toml").write_text("")
    with playing(data, *PLAIN, game="sealed_bid") as (process, said):
        for _ in range(1000):  # else it is not asked any more
            assert get(said["Table page"], "/table.json")
            if wled.state == before:
                break
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    assert wled.state == before
    wled.close()


@pytest.mark.slow
@pytest.mark.parametrize("read", [b"Table page", pytest.param(b"Stop with", marks=pytest.mark.slow)])
def test_a_terminal_that_is_gone_ends_nothing_halfway(data: Path, read: bytes) -> None:
    """Also one that goes while the addresses are printed."""
    ours, theirs = pty.openpty()
    typed = [sys.executable, "-m", "tests.games", "play", "sealed_bid", "--port", "0", "--data", str(data), *PLAIN]
    with subprocess.Popen(typed, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True) as process:
        os.close(theirs)
        said = b""
        while read not in said:
            said += os.read(ours, 16)
        os.close(ours)
        process.send_signal(signal.SIGHUP)
        assert process.wait(60) == 0
    assert not (data / "fault.txt").exists()
    game = next((data / "games").glob("*.journal")).stem
    assert run("verify", game, data=data).status == 0


@pytest.mark.slow
def test_a_reader_that_ended_by_the_same_ctrl_c_ends_nothing_halfway(data: Path) -> None:
    """As with `companion play GAME | tee log`."""
    with playing(data, *PLAIN, game="sealed_bid") as (process, _):
        assert process.stdout is not None
        process.stdout.close()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()


def test_a_virtual_table_is_seen_and_goes_on(
    data: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(play, "AUTO_SPEED", 30.0)  # faster than hands are, and seen all the same
    table = ("--virtual", "--auto", "--seed", "3", "--address", "127.0.0.1", "--board", "none")
    games: list[str] = []

    def see_an_act(room: Room, said: Mapping[str, str]) -> None:
        games.append(said["Saved as"])
        wait_for(room.session, lambda _: "camera" in {row.by for row in rows(data, games[0])})

    def see_it_go_on(room: Room, _: Mapping[str, str]) -> None:
        wait_for(room.session, lambda snapshot: snapshot.last_row >= before + 3)

    assert play_here(see_an_act, data, *table).status == 0
    before = len(rows(data, games[0]))
    assert "  camera  " in run("history", games[0], data=data).out
    assert play_here(see_it_go_on, data, "--resume", games[0], *table).status == 0
    assert len(rows(data, games[0])) >= before + 3
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_a_table_waits_for_its_start_and_goes_on_without_it(data: Path) -> None:
    (data / "companion.toml").parent.mkdir(parents=True)
    (data / "companion.toml").write_text("seats_may_start = false", encoding="utf-8")
    seen: list[str] = []

    def guest(room: Room, said: Mapping[str, str]) -> None:
        assert room.session.snapshot().lobby is not None
        assert get(said["Table page"], "/table.json")["lobby"] == "waiting"
        assert not room.start(person(0)).accepted
        assert room.start(HOST).accepted
        assert room.play_again(HOST).accepted
        assert room.session.snapshot().lobby is not None
        seen.append(said["Saved as"])

    out = play_here(guest, data, *PLAIN).out
    assert "  Sit down on a phone. The game begins when somebody taps Start.\n" in out

    def resumed(room: Room, _: Mapping[str, str]) -> None:
        assert room.session.snapshot().lobby is None

    assert play_here(resumed, data, "--resume", seen[0], *PLAIN).status == 0


VIRTUAL = ("--virtual", "--pace", "60", "--board", "none", "--address", "127.0.0.1")


def test_bots_show_a_game_that_is_not_saved_and_none_is_offered_to_go_on_with(data: Path) -> None:
    def guest(room: Room, said: Mapping[str, str]) -> None:
        now = room.session.snapshot()
        assert now.lobby is not None
        assert not now.lobby.is_waiting
        assert "Saved as" not in said
        assert list(Home(data).demonstrations.glob("*.journal"))

    ended = play_here(guest, data, *VIRTUAL)
    assert "  Bots show the game. As soon as somebody sits down, a fresh table waits for its start.\n" in ended.out
    assert ended.out.endswith("The demonstration is over. Nothing of it is kept.\n")
    assert not Home(data).demonstrations.exists()
    assert Home(data).journals() == ()


@pytest.mark.slow
def test_a_table_at_which_somebody_sat_down_is_offered_to_go_on_with(data: Path) -> None:
    def guest(room: Room, _: Mapping[str, str]) -> None:
        assert room.sit_down(TakeSeat(0, "Ana", "a")).accepted
        assert room.session.snapshot().lobby is not None

    ended = play_here(guest, data, *VIRTUAL)
    (saved,) = Home(data).journals()
    assert ended.out.endswith(f" --resume {saved.stem}\n")


@pytest.mark.parametrize("command", ["record", "play"])
def test_what_is_recorded_or_played_by_bots_alone_starts_at_once(command: str, data: Path, tmp_path: Path) -> None:
    def guest(room: Room, _: Mapping[str, str]) -> None:
        assert room.session.snapshot().lobby is None
        assert room.new_game(HOST, "sealed_bid", {"cards": "own"}).accepted
        assert room.session.snapshot().lobby is None

    more = ("--to", str(tmp_path / "rec")) if command == "record" else ("--auto",)
    assert play_here(guest, data, *PLAIN, *more, command=command).status == 0


def rows(data: Path, game: str) -> tuple[Row, ...]:
    return tuple(read_journal(Home(data).journal(game)))


# --- none -------------------------------------------------------------------------------------------------------------


def test_a_damaged_game_that_the_companion_dealt_is_still_one(data: Path) -> None:
    with open_room(data) as room:
        session = virtual(room)
        wait_for(session, lambda snapshot: snapshot.outcome is not None)
        dealt = session.game_id
    spoil(Home(data).journal(dealt), 20)
    assert refused("play", "sealed_bid", "--virtual", "--resume", dealt, "--data", data) == (
        f"The companion dealt the cards of {dealt} itself. Go on with it without --virtual."
    )


def test_a_game_that_never_began_is_told(data: Path) -> None:
    Home(data).make().journal("sealed-bid-20250101-200000").touch()
    assert no_table(data, "--resume", "sealed-bid-20250101-200000", *PLAIN) == (
        "The game sealed-bid-20250101-200000 never began: the companion was stopped before anything of it was saved. "
        "Start a new one."
    )


def test_a_busy_port_is_told_and_no_game_is_begun(data: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        told = no_table(data, "--port", str(port), *PLAIN)
    assert told.startswith(f"Port {port} is in use by another program. Stop that program, or choose another port")
    assert f"--port {port + 1}" in told
    assert list((data / "games").iterdir()) == []


def test_an_address_of_another_machine_is_told(data: Path) -> None:
    told = no_table(data, *PLAIN, "--address", "192.0.2.1")
    assert told.startswith("Cannot listen on 192.0.2.1, port 0: ")
    assert told.endswith("Choose another with --address and --port.")
    assert list((data / "games").iterdir()) == []


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told = no_table(tmp_path / "file" / "data")
    assert told == (f"Cannot write to {tmp_path}/file/data: Not a directory. Choose another folder with --data FOLDER.")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--players", "5"], "Players (players) cannot be '5'. Choose one of: 3, 2, 4."),
        (
            ["--resume", "nope"],
            "There is no saved game 'nope' here. List the saved games with: companion games --data {data}",
        ),
    ],
)
def test_a_game_that_cannot_be_played_is_told_and_none_is_saved(data: Path, arguments: list[str], told: str) -> None:
    assert no_table(data, *PLAIN, *arguments) == told.format(data=quote(str(data)))
    assert list((data / "games").iterdir()) == []


def test_wrong_settings_are_told(data: Path) -> None:
    data.mkdir()
    (data / "companion.toml").write_text("prot = 1\n", encoding="utf-8")
    told = refused("play", "sealed_bid", "--data", data)
    assert told.startswith(f"{data}/companion.toml cannot be used: Object contains unknown field `prot`.")


def test_a_game_that_is_open_elsewhere_is_told(data: Path, game: str) -> None:
    with open_room(data) as room:
        room.open_saved(game)
        told = no_table(data, "--resume", game, *PLAIN)
    assert told == f"The game {game} is open in another companion. Stop that one first."


def test_a_virtual_table_has_its_own_cards_and_camera(data: Path) -> None:
    text = "A virtual table has its own cards and its own camera. Leave out --cards and --camera."
    assert refused("play", "sealed_bid", "--virtual", "--cards", "virtual", "--data", data) == text
    assert refused("play", "sealed_bid", "--virtual", "--camera", "0", "--data", data) == text
    with open_room(data) as room:
        dealt = virtual(room).game_id
    assert refused("play", "sealed_bid", "--virtual", "--resume", dealt, "--data", data) == (
        f"The companion dealt the cards of {dealt} itself. Go on with it without --virtual."
    )
