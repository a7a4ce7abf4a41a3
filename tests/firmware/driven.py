"""A whole virtual board, driven step by step through a runner's stdin and stdout, and its lines as messages."""

from __future__ import annotations

import contextlib
import json
import subprocess
import zlib
from pathlib import Path
from typing import Any, Final, Literal

REPOSITORY = Path(__file__).parents[2]
VIRTUAL = REPOSITORY / "hardware" / "virtual"
FINE_MS: Final = 5
COARSE_MS: Final = 100

EVERYTHING: dict[str, Any] = {
    "scale": {"data": 14, "clock": 15},
    "buttons": {"seat1": 2, "seat2": 3, "seat3": 4, "seat4": 5, "seat5": 6, "seat6": 7, "next": 8, "undo": 9},
    "strip": {"pin": 22, "pixels": 60, "max_ma": 2000},
    "reader": {"spi": 0, "sck": 18, "mosi": 19, "miso": 16, "select": 17},
}


def line(message: dict[str, Any]) -> str:
    """A message as docs/protocol.md writes it, with its LF."""
    body = json.dumps(message, separators=(",", ":"))
    return f"{body}*{zlib.crc32(body.encode()):08x}\n"


def read_lines(text: str) -> list[dict[str, Any]]:
    """The messages in what a board wrote; each line must be as docs/protocol.md wants it."""
    messages = []
    for each in text.split("\n")[:-1]:
        body, check = each[:-9], each[-9:]
        assert check == f"*{zlib.crc32(body.encode()):08x}", each
        assert len(body) <= 1000, each
        assert body.isascii(), each
        assert body.isprintable(), each
        messages.append(json.loads(body))
    return messages


class Driven:
    """A board in an interpreter of its own. `heard` has each of its messages and when it came."""

    def __init__(self, command: list[str]) -> None:
        self._command = command
        self._process = self._start()
        self.boot()

    def _start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def boot(self, settings: dict[str, Any] | None = None) -> None:
        """A new board with these settings, calibrated, at time 0; the usual one without.

        Nothing is left of the board before it, not even where that one's firmware ended.
        """
        if self._process.poll() is not None:
            self.close()
            self._process = self._start()
        self.now_ms = 0
        self.heard: list[tuple[int, dict[str, Any]]] = []
        self.raw = ""
        self.pixels = ""
        self.boots = 0
        self.session = 0
        self._n = 0
        self._give(boot=json.dumps(settings) if settings is not None else "")

    def close(self) -> None:
        """Ends the interpreter."""
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait(timeout=10)
        for stream in (self._process.stdout, self._process.stderr):
            assert stream is not None
            stream.close()

    def _give(self, **given: Any) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(given | {"now_ms": self.now_ms}) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            assert self._process.stderr is not None
            said = self._process.stderr.read()
            self._process.wait(timeout=10)
            raise AssertionError(f"the firmware ended: {said[-2000:]}")
        told: dict[str, Any] = json.loads(answer)
        self.raw += told["out"]
        self.pixels, self.boots = told["pixels"], told["boots"]
        return told

    def table(self, **given: Any) -> dict[str, Any]:
        """Changes the table, the cable or the board's insides now (the words of `bench.py`)."""
        return self._give(**given)

    def write(self, text: str) -> None:
        """The host writes these characters, each a byte, now."""
        self._give(**{"in": text})

    def ask(self, session: int, protocol: tuple[int, int] = (1, 1)) -> None:
        """The host asks for a session."""
        self.session, self._n = session, 0
        self.write(line({"type": "ask", "session": session, "protocol": list(protocol), "companion": "0"}))

    def say(self, kind: str, **fields: Any) -> None:
        """The host says something in the session it asked for, with the next number."""
        self.write(self._next_line(kind, **fields))

    def _next_line(self, kind: str, **fields: Any) -> str:
        self._n = fields.pop("n", self._n + 1)
        return line({"type": kind, "session": self.session, "n": self._n, **fields})

    def run(
        self, for_ms: int, beat: bool = False, seen: int = 0, step_ms: Literal[5, 100] = COARSE_MS
    ) -> list[dict[str, Any]]:
        """The messages that come in that time. With `beat` the host sends one every 100 ms.

        `step_ms` is how exactly `heard` tells when they came; the board's own rounds are the same either way.
        """
        messages = []
        until_ms = self.now_ms + for_ms
        while self.now_ms < until_ms:
            said = {"in": self._next_line("beat", seen=seen)} if beat and self.now_ms % 100 == 0 else {}
            self.now_ms = min(until_ms, (self.now_ms // step_ms + 1) * step_ms)
            self.raw = ""
            told = self._give(**said)
            for message in read_lines(told["out"]):
                self.heard.append((self.now_ms, message))
                messages.append(message)
        return messages

    def join(self, session: int = 7) -> dict[str, Any]:
        """Begins a session, and gives the board's hello."""
        self.ask(session)
        return next(message for message in self.run(20) if message["type"] == "hello")

    def last(self, kind: str = "state") -> dict[str, Any]:
        """The newest message of that kind."""
        return next(message for _, message in reversed(self.heard) if message["type"] == kind)
