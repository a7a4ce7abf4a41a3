"""A companion as a process of its own, and people with phones who play by its pages."""

from __future__ import annotations

import http.client
import itertools
import os
import random
import re
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec

PATIENCE_S = 60.0
GONE = (OSError, http.client.HTTPException)
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


class Person:
    """A client of the pages: follows a stream, and in a seat taps what it is offered."""

    def __init__(self, seat: int | None, told: Told, seed: int) -> None:
        self.seat = seat
        self._told = told
        self._rng = random.Random(seed)
        self._cookie = ""
        self._path = "" if seat is None else f"/seat/{seat + 1}"

    def sit(self, port: int) -> None:
        """Take the seat, unless this client has it still, and see that the game has begun."""
        if self.seat is None or self.ask(port, "GET", "/seat.json")[0] == 200:
            return
        status, _ = self.ask(port, "POST", "/take", urlencode({"name": f"Person {self.seat}"}), "form")
        assert status in (200, 303), status
        status, _ = self.ask(port, "POST", "/start", "", "form")
        assert status in (200, 303), status

    def live(self, port: int) -> None:
        """Until the companion dies."""
        with suppress(*GONE):
            if self.seat is not None:
                self._tap(port)
            for event, event_id, data in self._stream(port):
                if event == "log":
                    self._told.line(self.seat, event_id, msgspec.json.decode(data))
                elif event == "page" and self.seat is not None:
                    self._tap(port)

    def poll(self, port: int) -> None:
        """Look at the table again and again, until the companion dies."""
        with suppress(*GONE):
            while True:
                status, body = self.ask(port, "GET", "/table.json")
                assert status == 200
                self._told.table(msgspec.json.decode(body))

    def _tap(self, port: int) -> None:
        accepted = False
        while not accepted:
            _, body = self.ask(port, "GET", "/seat.json")
            table = msgspec.json.decode(body)
            self._told.table(table)
            if not table["choices"]:
                return
            tap_id = f"tap-{self.seat}-{self._rng.getrandbits(64)}"
            actions = self._rng.choice(table["choices"])["actions"]
            message = {"actions": actions, "revision": table["revision"], "tap_id": tap_id}
            status, _ = self.ask(port, "POST", "/tap", msgspec.json.encode(message).decode(), "json")
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

    def ask(self, port: int, method: str, path: str, body: str | None = None, kind: str = "") -> tuple[int, bytes]:
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


class Sitting(Person):
    """A person in a seat who taps what the test says; without a seat, anybody at the table page."""

    numbers = itertools.count()

    def seen(self, port: int) -> Any:
        status, body = self.ask(port, "GET", "/seat.json")
        assert status == 200, body
        return msgspec.json.decode(body)

    def tap(self, port: int, wanted: dict[str, Any] | None = None) -> None:
        """Tap this act, or the first that is offered."""
        table = self.seen(port)
        offered = [choice["actions"] for choice in table["choices"]]
        actions = [wanted] if wanted is not None else offered[0]
        assert actions in offered, (wanted, offered)
        self.tell(port, actions)

    def tell(self, port: int, actions: Any) -> None:
        """Tap these acts, among the choices or not, as of what is open or put together."""
        status, body = self.ask_for(port, actions)
        assert status == 200, body

    def ask_for(self, port: int, actions: Any) -> tuple[int, Any]:
        """The answer to that tap."""
        message = {"actions": actions, "revision": self.seen(port)["revision"], "tap_id": f"t{next(self.numbers)}"}
        return self.ask(port, "POST", "/tap", msgspec.json.encode(message).decode(), "json")


class Played:
    """One run of `companion play`, or of another program, as a process; it has no camera unless told.

    It ends with this object, so that a test that fails leaves none behind.
    """

    def __init__(
        self,
        game: str,
        folder: Path,
        *arguments: str,
        program: Sequence[str] = ("companion", "play"),
        camera: str = "none",
    ) -> None:
        self.log = folder / "log.txt"
        command = [sys.executable, "-m", *program, game, "--camera", camera]
        own = ["--board", "none", "--port", "0", "--address", "127.0.0.1", "--data", str(folder / "data")]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([*command, *own, *arguments], stdout=subprocess.PIPE, stderr=log, text=True)
        weakref.finalize(self, _end, self.process)
        assert self.process.stdout is not None
        self.port, self.game, self.code = 0, "", ""
        for line in self.process.stdout:
            if found := re.search(r"Table page +http://127\.0\.0\.1:(\d+)/", line):
                self.port = int(found[1])
            if found := re.search(r"host code: (\w+)", line):
                self.code = found[1]
            if found := re.search(r"Saved as +(\S+)", line):
                self.game = found[1]
                break
        assert self.game, self.log.read_text()

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.gone()

    def gone(self) -> None:
        """Wait until it is dead, however that came."""
        assert self.process.wait() == -signal.SIGKILL
        _end(self.process)


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()  # nothing where it has ended
    process.wait()
    if process.stdout is not None:
        process.stdout.close()
