"""Pages that stay open: each holds a stream of events, and connects again when it ends, as a browser does."""

from __future__ import annotations

import http.client
import threading
from contextlib import suppress
from typing import Final

import msgspec

from companion.soak.endurance.client import ADDRESS, Device

SILENT_S: Final = 30.0
"""A stream says something at least every ten seconds (`stream.KEEP_ALIVE_S`); after three times that it is dead."""
RETRY_S: Final = 3.0
"""Until the companion says otherwise, a browser waits for some seconds (HTML standard, 9.2: "a few seconds")."""


class Place(msgspec.Struct, frozen=True):
    """Up to which row of which game a page has heard; the id of an event, `<game id>:<row>`."""

    game_id: str
    row: int


def read_place(text: str) -> Place | None:
    """The place in an event's id; None where it has none."""
    game_id, _, row = text.rpartition(":")
    return Place(game_id, int(row)) if game_id and row.isdigit() else None


class Heard(msgspec.Struct):
    """What one page has heard so far."""

    events: int = 0
    connections: int = 0
    refused: int = 0
    troubles: list[str] = []


class OpenPage:
    """One page's stream in a thread of its own. `start`, `close` and `heard` from one other thread."""

    def __init__(self, port: int, path: str, device: Device | None = None) -> None:
        self.heard = Heard(troubles=[])
        self._port = port
        self._path = path
        self._headers = device.cookie_header() if device else {}
        self._seen = ""
        self._retry_s = RETRY_S
        self._line: http.client.HTTPConnection | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"page {path}", daemon=True)

    def start(self) -> OpenPage:
        """Connect; returns the page."""
        self._thread.start()
        return self

    def leave(self) -> None:
        """Begin to close, as a browser does that goes elsewhere."""
        self._closing.set()
        line = self._line
        if line is not None and line.sock is not None:
            with suppress(OSError):
                line.sock.shutdown(2)

    def close(self) -> None:
        """Go away, and wait until that is done."""
        self.leave()
        self._thread.join(SILENT_S)

    def _run(self) -> None:
        while not self._closing.is_set():
            self.heard.connections += 1
            with suppress(OSError, http.client.HTTPException, ValueError):
                self._listen()
            self._closing.wait(self._retry_s)

    def _listen(self) -> None:
        line = self._line = http.client.HTTPConnection(ADDRESS, self._port, timeout=SILENT_S)
        try:
            seen = {"Last-Event-ID": self._seen} if self._seen else {}
            line.request("GET", self._path, headers={**self._headers, **seen, "Accept": "text/event-stream"})
            reply = line.getresponse()
            if reply.status != 200:
                self.heard.refused += 1
                return
            block: list[str] = []
            while not self._closing.is_set() and (read := reply.readline()):
                text = read.decode().rstrip("\n")
                if text:
                    block.append(text)
                else:
                    self.take(block)
                    block = []
        finally:
            line.close()

    def take(self, block: list[str]) -> None:
        """One event, line by line. An act that is told twice, or out of its order, is a trouble."""
        fields = {name: value for name, _, value in (line.partition(": ") for line in block) if name}
        if "retry" in fields:
            self._retry_s = int(fields["retry"]) / 1000
        if "event" not in fields:
            return
        self.heard.events += 1
        before, now = read_place(self._seen), read_place(fields.get("id", ""))
        if fields["event"] == "log" and before and now and before.game_id == now.game_id and now.row <= before.row:
            self.heard.troubles.append(f"{self._path} told of row {now.row} after row {before.row}")
        if now is not None:
            self._seen = fields["id"]
