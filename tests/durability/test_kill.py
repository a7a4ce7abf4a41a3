"""Pull the plug: a real table under load is killed at random moments; nothing that anyone was told is lost."""

from __future__ import annotations

import http.client
import os
import random
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest

from companion.games.registry import GAMES
from companion.journal import read_journal
from companion.live.chronicle import log_of
from companion.live.resume import replay
from companion.live.timeline import Timeline
from tests.games.registered import SEALED_BID
from tests.many import many

KILLS = many(20)
SEED = 20250101
MOST_EVENTS = 90
"""Log lines that may come, over all streams, between two kills."""
PATIENCE_S = 60.0
PLAYERS = (0, 1)
"""Seats where a person sits and taps; bots have the others."""

_GONE = (OSError, http.client.HTTPException)
"""What a client meets when the companion dies."""


class Told:
    """Everything that clients were told, over all kills."""

    def __init__(self) -> None:
        self.lines: dict[tuple[int | None, str, int], str] = {}
        """Text by who was told (a seat, or None for the public), game and row."""
        self.taps: dict[str, str] = {}
        """Game of each tap that was answered with "done"."""
        self.rows: dict[str, int] = {}
        """The highest row number seen in any answer, by game."""
        self.last: dict[int | None, str] = {}
        """The last event id of each client, as a browser keeps it."""
        self.events = 0
        self.is_over = False
        self.contradictions: list[str] = []
        self.changed = threading.Condition()

    def line(self, seat: int | None, event_id: str, data: dict[str, Any]) -> None:
        game, _, row = event_id.rpartition(":")
        with self.changed:
            known = self.lines.setdefault((seat, game, int(row)), data["text"])
            if known != data["text"]:
                self.contradictions.append(f"{event_id}: {known!r}, then {data['text']!r}")
            self.last[seat] = event_id
            self.events += 1
            self.changed.notify_all()

    def table(self, told: Any) -> None:
        """What a page of JSON shows of the table."""
        game, number = told["game_id"], told["last_row"]
        with self.changed:
            self.rows[game] = max(self.rows.get(game, 0), number)
            self.is_over = self.is_over or told["view"]["table"]["over"]
            self.changed.notify_all()


class Table:
    """One run of `companion play`, as a process of its own."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        play = [sys.executable, "-m", "tests.games", "play", SEALED_BID.name, "--cards", "virtual", "--auto"]
        self.process = subprocess.Popen(
            [*play, "--port", "0", "--address", "127.0.0.1", "--data", str(folder), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.port, self.game = self._announced()

    def _announced(self) -> tuple[int, str]:
        assert self.process.stdout is not None
        port = 0
        for line in self.process.stdout:
            if found := re.search(r"Table page +http://127\.0\.0\.1:(\d+)/", line):
                port = int(found[1])
            if found := re.search(r"Saved as +(\S+)", line):
                return port, found[1]
        raise AssertionError(f"the companion did not start: exit status {self.process.wait()}")

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


class Person:
    """A client of the pages: follows a stream, and in a seat taps what it is offered."""

    def __init__(self, seat: int | None, told: Told, seed: int) -> None:
        self.seat = seat
        self._told = told
        self._rng = random.Random(seed)
        self._cookie = ""
        self._path = "" if seat is None else f"/seat/{seat + 1}"

    def sit(self, port: int) -> None:
        """Take the seat, unless this client has it still."""
        if self.seat is None or self._ask(port, "GET", "/seat.json")[0] == 200:
            return
        status, _ = self._ask(port, "POST", "/take", urlencode({"name": f"Person {self.seat}"}), "form")
        assert status in (200, 303), status

    def live(self, port: int) -> None:
        """Until the companion dies."""
        with suppress(*_GONE):
            if self.seat is not None:
                self._tap(port)
            for event, event_id, data in self._stream(port):
                if event == "log":
                    self._told.line(self.seat, event_id, msgspec.json.decode(data))
                elif event == "page" and self.seat is not None:
                    self._tap(port)

    def poll(self, port: int) -> None:
        """Look at the table again and again, until the companion dies."""
        with suppress(*_GONE):
            while True:
                status, body = self._ask(port, "GET", "/table.json")
                assert status == 200
                self._told.table(msgspec.json.decode(body))

    def _tap(self, port: int) -> None:
        accepted = False
        while not accepted:
            _, body = self._ask(port, "GET", "/seat.json")
            table = msgspec.json.decode(body)
            self._told.table(table)
            if not table["choices"]:
                return
            tap_id = f"tap-{self.seat}-{self._rng.getrandbits(64)}"
            actions = self._rng.choice(table["choices"])["actions"]
            message = {"actions": actions, "revision": table["revision"], "tap_id": tap_id}
            status, _ = self._ask(port, "POST", "/tap", msgspec.json.encode(message).decode(), "json")
            accepted = status == 200
            if accepted:
                self._told.taps[tap_id] = table["game_id"]

    def _stream(self, port: int) -> Iterator[tuple[str, str, str]]:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        headers = {"Cookie": self._cookie, "Last-Event-ID": self._told.last.get(self.seat, "")}
        connection.request("GET", f"{self._path}/stream", headers=headers)
        response = connection.getresponse()
        assert response.status == 200, response.read()
        fields: dict[str, str] = {}
        try:
            while line := response.readline():
                name, _, value = line.decode().rstrip("\n").partition(": ")
                if name:
                    fields[name] = value
                elif fields:  # only the blank line makes an event of it
                    yield fields.get("event", ""), fields.get("id", ""), fields.get("data", "")
                    fields = {}
        finally:
            connection.close()

    def _ask(self, port: int, method: str, path: str, body: str | None = None, kind: str = "") -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        types = {"json": "application/json", "form": "application/x-www-form-urlencoded"}
        headers = {"Cookie": self._cookie, "Accept": "application/json"}
        if kind:
            headers["Content-Type"] = types[kind]
        try:
            connection.request(method, f"{self._path}{path}", body, headers)
            response = connection.getresponse()
            if cookie := response.getheader("Set-Cookie"):
                self._cookie = cookie.partition(";")[0]
            return response.status, response.read()
        finally:
            connection.close()


def _run_until(table: Table, told: Told, people: list[Person], events: int) -> bool:
    """Let people play for so many log lines, then kill the companion; False where the game was over before."""
    for person in people:
        person.sit(table.port)
    threads = [threading.Thread(target=person.live, args=(table.port,)) for person in people]
    threads.append(threading.Thread(target=people[0].poll, args=(table.port,)))
    for thread in threads:
        thread.start()
    with told.changed:
        target = told.events + events
        moved = told.changed.wait_for(lambda: told.events >= target or told.is_over, PATIENCE_S)
        in_time = told.events >= target
    for _ in range(random.Random(events).randrange(20_000)):
        pass  # the kill falls at any point between two acts
    table.kill()
    for thread in threads:
        thread.join()
    assert moved, f"the table stood still after {told.events} lines"
    return in_time


def _check(folder: Path, game: str, told: Told) -> Timeline:
    """Everything that was told of this game is in its journal, and the journal is sound."""
    rows = read_journal(folder / "games" / f"{game}.journal")
    timeline = replay(GAMES, rows)  # also compares the hash of every position
    texts = {
        (seat, line.number): str(line.text) for seat in (None, *PLAYERS) for line in log_of(timeline.history, seat)
    }
    for (seat, told_game, row), text in told.lines.items():
        if told_game == game:
            assert texts.get((seat, row)) == text
    assert told.rows.get(game, 0) <= len(rows)
    assert {tap for tap, tapped in told.taps.items() if tapped == game} <= set(timeline.taps)
    assert told.contradictions == []
    return timeline


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_nothing_that_anyone_was_told_is_lost_when_the_plug_is_pulled(tmp_path: Path) -> None:
    rng, told = random.Random(SEED), Told()
    people = [Person(seat, told, rng.getrandbits(32)) for seat in (None, *PLAYERS)]
    kills, games, unseen = 0, [""], 0
    resume = False
    while kills < KILLS:
        table = Table(tmp_path, *(["--resume", games[-1]] if resume else ["--seed", str(len(games))]))
        if not resume:
            games.append(table.game)
        assert table.game == games[-1]
        kills += _run_until(table, told, people, rng.randint(1, MOST_EVENTS))
        timeline = _check(tmp_path, table.game, told)
        unseen += timeline.last_row > max(row for _, game, row in told.lines if game == table.game)
        resume = timeline.game.outcome(timeline.state) is None
        told.is_over = False
    rows = {(game, row) for _, game, row in told.lines}
    print(f"{kills} kills, {len(games) - 1} games, {len(rows)} rows told in {len(told.lines)} lines, ", end="")
    print(f"{len(told.taps)} taps answered; {unseen} times a row was on the disk that nobody had been told of")
    assert kills == KILLS
    assert len(rows) > 10 * KILLS
    assert len(told.taps) > KILLS
