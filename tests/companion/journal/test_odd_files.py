"""Odd files among the saved games: each is listed by itself, in bounded time, and what is listed can be opened."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

import msgspec
import pytest

from companion.games.registry import GAMES
from companion.journal import Draft, Journal, JournalTooSlow, Row, read_journal
from companion.journal.rows import GENESIS, RowKind, _hash
from companion.journal.salvage import _LEAST_ON_A_PAGE
from companion.journal.sqlite import INSERT, PAGE_BYTES, log_of, open_to_write
from companion.journal.time_limit import TimeLimit
from companion.live.room import Room
from companion.live.saved_games import SavedGames
from companion.storage.home import Home
from tests.companion.commands import run, sentence
from tests.companion.journal.journals import write
from tests.companion.served import no_table
from tests.companion.tables import looked_through, open_room, own, tap_first
from tests.many import one_quick
from web.app import create_app
from web.http.server import PageServer

PATIENCE_S = 60
CODE = "ABCDEF"
ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"
DEEP = '{"a":' * 20_000 + "1" + "}" * 20_000


def forge(path: Path, *rows: tuple[RowKind, str], state_hash: str = "") -> None:
    """A journal whose every hash is right, with payloads that no companion writes."""
    with closing(open_to_write(path)) as db:
        previous = GENESIS
        for number, (kind, payload) in enumerate(rows, 1):
            bare = Row(number, "2025-01-01T12:00:00+00:00", "host", kind, payload, state_hash, "")
            row = msgspec.structs.replace(bare, hash=_hash(previous, number, bare, payload))
            db.execute(INSERT, msgspec.structs.astuple(row))
            previous = row.hash


def _after_a_sound_start(kind: RowKind, payload: str) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        with open_room(path.parent.parent / "elsewhere") as room:
            (start,) = read_journal(room.home.journal(own(room).game_id))
        forge(path, ("start", start.payload), (kind, payload), state_hash=start.state_hash)

    return make


def _start(payload: str) -> Callable[[Path], None]:
    return lambda path: forge(path, ("start", payload))


def _without_options(path: Path) -> None:
    with open_room(path.parent.parent / "elsewhere") as room:
        (start,) = read_journal(room.home.journal(own(room).game_id))
    payload = {key: value for key, value in start.read().items() if key != "options"}
    forge(path, ("start", msgspec.json.encode(payload).decode()))


def _position(name: str, number: int) -> Callable[[Path], None]:
    """A game of the right shape that begins with such a number."""

    def make(path: Path) -> None:
        with open_room(path.parent.parent / "elsewhere") as room:
            (start,) = read_journal(room.home.journal(own(room).game_id))
        payload = start.read()
        payload["state"]["table"][name] = number
        forge(path, ("start", msgspec.json.encode(payload).decode()))

    return make


def _view(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(
            f"CREATE VIEW journal AS {ENDLESS} SELECT x AS number, "
            "'' AS at, '' AS by, '' AS kind, '' AS payload, '' AS state_hash, '' AS hash FROM n WHERE x < 0"
        )


def _computed(path: Path) -> None:
    """A column that takes hours for each row, and in no step of which SQLite looks at a clock."""
    write(path, 1)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("ALTER TABLE journal DROP COLUMN hash")
        endless = "instr(hex(zeroblob(20000000 + number)), hex(zeroblob(5000000)) || '1')"
        db.execute(f"ALTER TABLE journal ADD COLUMN hash TEXT AS ({endless})")


def _one_text_for_all(path: Path) -> None:
    """No file of SQLite's, but so many beginnings of rows that all go on in the same pages: 2 MiB that hold 100."""
    lengths, pages = (4, 4, 4, 250_000, 4, 64), 64
    head = bytes([17, 0]) + b"".join(_number(13 + 2 * length) for length in lengths)
    head = bytes([len(head)]) + head[1:]
    shared = [each.to_bytes(4, "big").ljust(PAGE_BYTES, b"b") for each in range(2, pages + 2)]
    rows = (b"a" * 20 + head + b"%08d" % each for each in range(400))
    starts = [row.ljust(20 + _LEAST_ON_A_PAGE, b"a") + (1).to_bytes(4, "big") for row in rows]
    path.write_bytes(b"".join([*shared, *(each.ljust(PAGE_BYTES, b"a") for each in starts)]))


def _number(number: int) -> bytes:
    """A number in SQLite's way."""
    sevens = [number >> shift & 0x7F for shift in range(0, 28, 7)]
    while len(sevens) > 1 and not sevens[-1]:
        sevens.pop()
    return bytes(each | 0x80 for each in sevens[:0:-1]) + bytes(sevens[:1])


def _pipe_beside(suffix: str) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        write(path, 2)
        beside = path.with_suffix(".lock") if suffix == ".lock" else Path(f"{path}{suffix}")
        beside.unlink(missing_ok=True)
        os.mkfifo(beside)

    return make


def _sparse(path: Path) -> None:
    path.touch()
    os.truncate(path, 1 << 40)


PART = "it has a part that no journal has"
NO_ROW = "Row 2 cannot be played by these rules (unreadable). Its history can still be read."
NO_START = "The game does not begin as a game must. Choose another game to resume."
ODD: dict[str, tuple[Callable[[Path], None], str]] = {
    "empty-table": (_start("{}"), NO_START),
    "list": (_start("[]"), NO_START),
    "number": (_start("7"), NO_START),
    "no-json": (_start("{"), NO_START),
    "deep": (_start(DEEP), NO_START),
    "wrong-type": (_start('{"game":[],"rules_version":1}'), NO_START),
    "no-state": (
        _start(
            msgspec.json.encode({"game": "sealed_bid", "rules_version": GAMES["sealed_bid"].rules_version}).decode()
        ),
        "The game begins with a position that these rules cannot read",
    ),
    "no-options": (_without_options, "The game does not tell its options."),
    "too-many": (_position("prize", 1 << 62), "The game begins with more pieces than any game has."),
    "no-such-card": (
        _position("prize", 1000),
        "The game begins with a position that these rules cannot play (KeyError)",
    ),
    "act-list": (_after_a_sound_start("act", "[]"), NO_ROW),
    "act-none": (_after_a_sound_start("act", "{}"), NO_ROW),
    "act-deep": (_after_a_sound_start("act", DEEP), NO_ROW),
    "facts": (_after_a_sound_start("correct", '{"facts":[7]}'), NO_ROW),
    "seat-99": (_after_a_sound_start("seat", '{"seat":99,"name":"Ana","key_hash":"k"}'), NO_ROW),
    "seat-below": (_after_a_sound_start("seat", '{"seat":-1,"name":"Ana","key_hash":"k"}'), NO_ROW),
    "name-number": (_after_a_sound_start("seat", '{"seat":0,"name":7,"key_hash":"k"}'), NO_ROW),
    "undo-far": (_after_a_sound_start("undo", '{"steps":1000000000}'), NO_ROW),
    "undo-below": (_after_a_sound_start("undo", '{"steps":-1}'), NO_ROW),
    "redo-text": (_after_a_sound_start("redo", '{"steps":"x"}'), NO_ROW),
    "view": (_view, PART),
    "computed": (_computed, PART),
    "one-text-for-all": (_one_text_for_all, "holds more that looks like rows than a game can have."),
    "pipe": (os.mkfifo, "is a pipe and not the file of a game"),
    "pipe-log": (_pipe_beside("-wal"), "is a pipe and not the file of a game"),
    "pipe-index": (_pipe_beside("-shm"), "is a pipe and not the file of a game"),
    "pipe-old-log": (_pipe_beside("-journal"), "is a pipe and not the file of a game"),
    "pipe-lock": (_pipe_beside(".lock"), "is a pipe and not the file of a game"),
    "loop": (lambda path: path.symlink_to(path), "is a link and not the file of a game"),
    "nowhere": (lambda path: path.symlink_to("/nowhere/at/all"), "is a link and not the file of a game"),
    "endless": (lambda path: path.symlink_to("/dev/zero"), "is a link and not the file of a game"),
    "folder": (Path.mkdir, "is a folder and not the file of a game"),
    "sparse": (_sparse, "has 1048576 MiB, more than a game can have (256)"),
}


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every odd file, and one sound game under three names."""
    data = tmp_path_factory.mktemp("odd")
    with open_room(data) as room:
        game_id = own(room).game_id
        tap_first(room.session)
    sound = Home(data).journal(game_id)
    for name in ("a sound game", "Spiel (Kopie)", "Zug um Zug ♥"):
        shutil.copy(sound, sound.with_name(f"{name}.journal"))
    for name, (make, _) in ODD.items():
        make(sound.with_name(f"{name}.journal"))
    for name in ("line\nbreak", "\x1b[2J", "-minus", "x" * 230):
        shutil.copy(sound, sound.with_name(f"{name}.journal"))
    shutil.copy(sound, os.fsdecode(os.fsencode(sound.parent) + b"/\xff\xfe.journal"))
    sound.rename(sound.with_name("sound.journal"))
    return data


@pytest.mark.slow
def test_the_list_names_every_odd_file_and_comes_to_its_end(odd: Path) -> None:
    listed = [sys.executable, "-m", "tests.games", "games", "--data", str(odd)]
    ended = subprocess.run(listed, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    lines = ended.stdout.splitlines()
    for name, (_, why) in ODD.items():
        (line,) = [each for each in lines if each.startswith(f"  {name} ")]
        assert "cannot be opened: " in line
        assert why in line
    assert sum("Nobody can type its name." in line for line in lines) == 5
    assert sum(line.endswith("going on") for line in lines) == 4


@pytest.mark.parametrize("name", one_quick(ODD, 8))
def test_what_cannot_be_opened_ends_as_a_sentence_wherever_it_is_asked_for(odd: Path, name: str) -> None:
    why = ODD[name][1]
    assert why in sentence(run("verify", name, data=odd))
    assert why in no_table(odd, "--resume", name, "--cards", "own")
    told = run("history", name, data=odd)
    assert "Traceback" not in told.errors
    assert why in told.errors


@contextmanager
def _served(room: Room) -> Iterator[HTTPConnection]:
    server = PageServer(create_app(room, secret_key=b"a key for tests", host_code=CODE), host="127.0.0.1", port=0)
    server.start()
    try:
        with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)) as connection:
            yield connection
    finally:
        server.stop()


def _ask(connection: HTTPConnection, path: str, cookie: str = "", **form: str) -> tuple[int, str, str]:
    headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST" if form else "GET", path, urlencode(form) if form else None, headers)
    reply = connection.getresponse()
    return reply.status, reply.headers.get("Set-Cookie", "").split(";")[0], reply.read().decode()


def test_the_host_page_is_served_among_odd_files_and_opens_what_it_offers(odd: Path, tmp_path: Path) -> None:
    data = tmp_path / "copy"
    with open_room(data) as room:
        own(room)
        games = data / "games"
        for name in ("view", "pipe", "loop", "deep", "seat-99"):
            ODD[name][0](games / f"{name}.journal")
        for name in ("sound", "a sound game", "Spiel (Kopie)"):
            shutil.copy(odd / "games" / f"{name}.journal", games)
        with _served(room) as connection:
            _, cookie, _ = _ask(connection, "/host/unlock", code=CODE)
            looked_through(room)
            assert _ask(connection, "/host", cookie)[0] == 200
            status, _, page = _ask(connection, "/host/games", cookie)
            assert status == 200
            assert page.count("cannot be opened") == 5
            for name in ("sound", "a sound game", "Spiel (Kopie)"):
                assert f'name="game_id" value="{name}"' in page
                status, _, _ = _ask(connection, "/host/resume", cookie, game_id=name)
                assert status in (200, 303)
                assert room.session.game_id == name
            for name in ("view", "pipe", "loop", "deep", "seat-99"):
                status, _, _ = _ask(connection, "/host/resume", cookie, game_id=name)
                assert status == 409
                assert room.session.game_id == "Spiel (Kopie)"


@pytest.mark.parametrize("suffix", ["-wal", "-shm", "-journal", ".lock"])
def test_a_game_from_beside_which_the_odd_file_was_moved_out_is_listed_as_sound(tmp_path: Path, suffix: str) -> None:
    with open_room(tmp_path) as room:
        game_id = own(room).game_id
    home = Home(tmp_path)
    path = home.journal(game_id)
    beside = path.with_suffix(".lock") if suffix == ".lock" else Path(f"{path}{suffix}")
    saved = SavedGames(home, GAMES)
    for can_be_opened in (True, False, True):
        (game,) = saved.all()
        assert game.can_be_opened == can_be_opened
        beside.unlink(missing_ok=True)  # to read a game may leave a file there
        if can_be_opened:
            os.mkfifo(beside)


@pytest.mark.parametrize("name", ["a sound game", "Spiel (Kopie)", "Zug um Zug ♥"])
def test_a_game_of_any_name_can_be_asked_for(odd: Path, name: str) -> None:
    verified = run("verify", name, data=odd)
    assert (verified.status, verified.errors) == (0, "")
    assert "acts, every row sound.\n" in verified.out
    assert f"and the file is called {name}: it is a copy" in verified.out
    assert run("history", name, data=odd).status == 0


def test_what_a_damaged_game_is_mended_with_can_be_typed(tmp_path: Path) -> None:
    path = tmp_path / "Spiel (Kopie).journal"
    write(path, 3)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("UPDATE journal SET by = 'bot' WHERE number = 3")
    with pytest.raises(Exception, match=r"run: companion verify 'Spiel \(Kopie\)' --repair"):
        read_journal(path)


def test_a_file_is_read_for_so_long_and_no_longer(tmp_path: Path) -> None:
    path = tmp_path / "long.journal"
    with closing(Journal(path)) as journal:
        journal.append([Draft("now", "host", "act", {"n": number}, "") for number in range(500)])
    with pytest.raises(JournalTooSlow) as slow:
        read_journal(path, TimeLimit(path, 0.0))
    assert str(slow.value) == (
        f"{path} is not read to its end within 0 seconds: no game is that long. Move it out of the folder of games."
    )
    with closing(sqlite3.connect(":memory:")) as db:
        TimeLimit(path, 0.0).watch(db)
        with pytest.raises(sqlite3.OperationalError, match="interrupted"):
            db.execute(f"{ENDLESS} SELECT x FROM n WHERE x < 0").fetchone()


def test_a_new_game_does_not_begin_in_an_odd_file(tmp_path: Path) -> None:
    path = tmp_path / "odd.journal"
    os.mkfifo(log_of(path))
    with pytest.raises(Exception, match="is a pipe and not the file of a game"):
        Journal(path)
