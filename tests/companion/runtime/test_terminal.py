"""Nothing that others wrote makes a terminal do anything, or forges a line: whatever way it comes to it."""

from __future__ import annotations

import io
import json
import logging
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final
from urllib.request import urlopen

import cv2
import numpy as np
import pytest

from companion.cli.board import cable
from companion.journal import Draft, Journal, read_journal
from companion.live.room import Room
from companion.runtime.terminal import LogLines, echo, echo_json, echo_styled, guard_output, one_line
from companion.storage.home import Home
from tests.companion.commands import Written, run, run_into
from tests.companion.served import PLAIN, get, play_here, playing
from tests.companion.tables import open_room, own
from web import PageServer
from web.app import create_app

EVIL: Final = "a\x1b[2Jb\x9b31mc\r\nd\u202ee\u2028f\x00\x7fg\u2066h"
SPELLED: Final = "a\\x1b[2Jb\\x9b31mc\\r\\nd\\u202ee\\u2028f\\x00\\x7fg\\u2066h"


def is_fit(text: str) -> bool:
    """Whether there is nothing in it that a terminal would obey, but its ends of lines."""
    return all(line.isprintable() for line in text.split("\n"))


def test_one_line_spells_out_what_a_terminal_would_obey() -> None:
    assert one_line(EVIL) == SPELLED
    assert one_line("Zoë plays “3 × 4”, 0 % left") == "Zoë plays “3 × 4”, 0 % left"
    assert one_line("narrow\u202fspace") == "narrow\u202fspace"
    assert one_line(os.fsdecode(b"caf\xe9.png")) == "caf\\udce9.png"


def test_each_text_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    echo(EVIL, 7)
    echo()
    echo(EVIL, err=True)
    assert capsys.readouterr() == (f"{SPELLED}\n7\n\n", f"{SPELLED}\n")


def test_json_means_the_same_and_is_fit(capsys: pytest.CaptureFixture[str]) -> None:
    told = {"text": f"{EVIL}\U000e0041 “é”"}
    echo_json(json.dumps(told, ensure_ascii=False, indent=2))
    out = capsys.readouterr().out
    assert json.loads(out) == told
    assert is_fit(out)
    assert "“é”" in out


def test_our_colours_stay_and_no_other_code(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("click.utils.should_strip_ansi", lambda *_: False)
    echo_styled("\x1b[31mred\x1b[0m \x1b[2J\n\x1b]0;title\x07")
    assert capsys.readouterr().out == "\x1b[31mred\x1b[0m \\x1b[2J\\n\\x1b]0;title\\x07\n"


# --- what an encoding has no sign for ---------------------------------------------------------------------------------

ODD: Final = os.fsdecode(b"W\xfcrfel")
"""A name that an old camera wrote as Latin-1."""


@pytest.mark.parametrize("encoding", [pytest.param("utf-8", marks=pytest.mark.slow), "latin-1"])
@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (("read-markers", "{}/“nix”"), "There is no file {}/“nix”."),
        (("read-markers", "{}"), "{} holds no picture."),
        (("read-dice", "--px-per-mm", "2", "{}/film.mp4"), "There is no file {}/film.mp4."),
        (("games", "--data", "{}"), "No saved game in {} yet."),
        (("history", "“{}"), "There is no game 'no-such-game'"),
        (("replay", "{}"), "{} holds no recording."),
        (("check", "{}/“x"), "“x"),
        (("play", "sealed_bid", "-o", "“{}=1"), "has no option"),
        (("play", "“{}"), "is not one of"),
        (("board", "restart", "--port", "/dev/“{}"), "No board is on"),
        (("flash", "--port", "/dev/“{}"), "No board is on"),
        (("print", "sealed_bid", "-o", "{}/“no/kit.pdf"), "kit.pdf"),
    ],
)
def test_no_word_that_cannot_be_written_ends_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str, typed: tuple[str, ...], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cable, "WAIT_S", 0.1)
    Path(ODD).mkdir()
    out, errors = Written(encoding=encoding), Written(encoding=encoding)
    ended = run_into(out, errors, *(word.format(ODD) for word in typed), COMPANION_DATA=str(tmp_path / "data"))
    assert "Traceback" not in ended.errors
    assert "not foreseen" not in ended.errors
    spelled = told.format(one_line(ODD))
    assert (spelled.encode(encoding, "backslashreplace").decode(encoding)) in " ".join(
        f"{ended.out} {ended.errors}".split()
    )


def test_a_log_takes_every_word() -> None:
    script = (
        "import logging, os; from companion.runtime.terminal import guard_output, show_log\n"
        "guard_output(); show_log(); logging.getLogger('x').error('“%s”', os.fsdecode(b'W\\xfc'))"
    )
    for encoding in ("utf-8", "latin-1"):
        done = subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            env={**os.environ, "PYTHONIOENCODING": encoding},
            check=True,
        )
        told = "“W\\udcfc”".encode(encoding, "backslashreplace")
        assert done.stderr.rstrip().endswith(told), done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("film", [False, True])
def test_pages_of_a_camera_whose_name_is_no_utf_8(tmp_path: Path, film: bool) -> None:
    camera = tmp_path / (f"{ODD}.mp4" if film else ODD)
    plain = tmp_path / "x.mp4"
    if film:
        writer = cv2.VideoWriter(str(plain), cv2.VideoWriter.fourcc(*"mp4v"), 10, (160, 96))
        writer.write(np.full((96, 160, 3), 90, np.uint8))
        writer.release()
        plain.rename(camera)
    else:
        camera.mkdir()
        cv2.imwrite(str(plain.with_suffix(".png")), np.full((96, 160, 3), 90, np.uint8))
        plain.with_suffix(".png").rename(camera / f"{ODD}.png")

    def look(room: Room, said: Mapping[str, str]) -> None:
        url = said["Table page"]
        while not any("W\\udcfcrfel" in each["text"] for each in get(url, "/health.json")["devices"]):
            room.session.wait(room.session.snapshot().change, 0.1)
        assert get(url, "/table.json")
        with urlopen(url) as page:
            assert page.status == 200

    ended = play_here(look, tmp_path / ODD / "data", "--cards", "own", "--board", "none", "--camera", camera)
    assert ended.status == 0
    assert "Traceback" not in ended.errors


# --- logs -------------------------------------------------------------------------------------------------------------


@contextmanager
def logged(name: str = "companion") -> Iterator[io.StringIO]:
    """What is logged meanwhile, as it goes to a terminal."""
    handler = logging.StreamHandler(written := io.StringIO())
    handler.setFormatter(LogLines("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    log = logging.getLogger(name)
    log.addHandler(handler)
    try:
        yield written
    finally:
        log.removeHandler(handler)


@contextmanager
def broken_pages(room: Room) -> Iterator[int]:
    """The port of a server with a page that always fails."""
    own(room)
    app = create_app(room, secret_key=b"k", host_code="PEARL7")
    app.config["PROPAGATE_EXCEPTIONS"] = False

    @app.before_request
    def fail() -> None:
        raise RuntimeError(EVIL)

    server = PageServer(app, host="127.0.0.1", port=0)
    server.start()
    try:
        yield server.port
    finally:
        server.stop()


def status_of(port: int, line: bytes, *headers: bytes) -> int:
    """How a server answers a request that begins so."""
    head = [line + b" HTTP/1.1", b"Host: 127.0.0.1", b"Connection: close", *headers, b"", b""]
    with socket.create_connection(("127.0.0.1", port), timeout=10) as peer:
        peer.sendall(b"\r\n".join(head))
        with peer.makefile("rb") as read:
            return int(read.read().split()[1])


def records(text: str) -> list[str]:
    """The lines that look like a record's first one."""
    return [line for line in text.splitlines() if line and not line.startswith(" ")]


def test_a_record_is_one_line_and_what_follows_is_indented() -> None:
    with logged() as written:
        try:
            raise ValueError(f"{EVIL}\n2026-01-01 20:00:00,000 ERROR companion: forged")
        except ValueError:
            logging.getLogger("companion").exception("%s could not be read\n2026-01-01 forged", EVIL)
    assert is_fit(written.getvalue())
    assert len(records(written.getvalue())) == 1
    assert f"{SPELLED} could not be read\\n2026-01-01 forged" in written.getvalue()
    assert "    Traceback (most recent call last):" in written.getvalue()


def test_a_path_that_ends_in_a_fault_forges_no_line(data: Path) -> None:
    path = b"/broken/%1b%5d0;x%07%0a2026-01-01%2020:00:00,000%20ERROR%20forged%e2%80%ae"
    with open_room(data) as room, broken_pages(room) as port, logged() as written:
        assert status_of(port, b"GET " + path) == 500
    assert is_fit(written.getvalue())
    assert len(records(written.getvalue())) == 1
    assert "/broken/\\x1b]0;x\\x07\\n2026" in written.getvalue()


def test_what_ends_a_thread_is_logged_without_its_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "excepthook", threading.__excepthook__)
    guard_output()

    def fail() -> None:
        raise ValueError(EVIL)

    with logged() as written:
        thread = threading.Thread(target=fail, name=EVIL)
        thread.start()
        thread.join()
    assert is_fit(written.getvalue())
    assert f"the thread “{SPELLED}” ended: ValueError" in written.getvalue()
    assert written.getvalue().count(SPELLED) == 1


# --- commands ---------------------------------------------------------------------------------------------------------


def test_a_journals_sentences_are_fit(data: Path, game: str) -> None:
    """As one that somebody brought along: its chain holds, and its words are whatever they wrote."""
    path = Home(data).journal(game)
    rows = [Draft(row.at, f"h{EVIL}", row.kind, row.read(), row.state_hash) for row in read_journal(path)]
    for each in path.parent.glob(f"{game}*"):
        each.unlink()
    with closing(Journal(path)) as journal:
        journal.append(rows)
    for asked in ((), ("--json",)):
        told = run("history", game, *asked, data=data)
        assert (told.status, is_fit(told.out + told.errors)) == (0, True)
    assert len(run("history", game, data=data).out.splitlines()) > 3
    assert SPELLED in run("history", game, data=data).out


def test_names_of_files_are_fit(tmp_path: Path) -> None:
    folder = tmp_path / "a\x1b[31m\nb\u202e"
    folder.mkdir()
    picture = folder / os.fsdecode(b"\x9b\xff.png")
    picture.write_bytes(b"no picture")
    for command in (("read-markers",), ("read-markers", "--json"), ("read-dice",), ("read-dice", "--json"), ("check",)):
        told = run(*command, picture, COMPANION_DATA=str(tmp_path))
        assert is_fit(told.out + told.errors), command
        assert told.status in (0, 1, 2), told
        assert "something went wrong" not in told.errors, command
    assert "\\x1b[31m\\nb\\u202e" in run("games", data=folder).out


@pytest.mark.parametrize(
    "typed",
    [("games", EVIL), (EVIL,), (f"--{EVIL}",), ("history", EVIL), ("play", EVIL)],
)
def test_what_was_typed_wrong_is_quoted_fit(data: Path, typed: tuple[str, ...]) -> None:
    told = run(*typed, COMPANION_DATA=str(data))
    assert told.status in (1, 2)
    assert is_fit(told.out + told.errors)
    assert "\\x1b[2J" in told.errors or "no game 'no-such-game'" in told.errors


def test_a_fault_is_kept_fit(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(folder: Path) -> None:
        raise RuntimeError(f"{EVIL}\udcff")

    monkeypatch.setattr("companion.cli.saved.games.list_games", fail)
    assert run("games", data=data).status == 70
    kept = (data / "fault.txt").read_text(encoding="utf-8")
    assert is_fit(kept)
    assert f"RuntimeError: {SPELLED.partition(chr(92) + 'r')[0]}" in kept


def test_a_command_that_set_up_no_log_still_writes_lines() -> None:
    program = (
        "from companion.runtime.terminal import guard_output; import logging; guard_output()\n"
        "logging.getLogger('x').warning('a\\x1b[2J\\nb')"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stderr == "a\\x1b[2J\\nb\n"


def test_a_running_companion_writes_nothing_of_a_strangers(data: Path) -> None:
    with playing(data, *PLAIN, game="sealed_bid") as (process, said):
        port = int(said["Table page"].rsplit(":", 1)[1].strip("/"))
        for line in (b"POST /%1b%5b2J%0aERROR%20forged", b"POST /seat/1/tap%1b", b"GET /\x1b[2J", b"\x1b]0;x\x07 / x"):
            status = status_of(port, line, b"Origin: http://[")
            assert status == 403 if line.startswith(b"POST") else status < 500
        process.terminate()
        out, errors = process.communicate(timeout=60)
    assert is_fit(out + errors)
    assert "forged" not in errors
    assert "\\x1b" not in errors
