"""`companion board` as a process, or in a time of its own, and boards of a test: our firmware, or a script."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
import tty
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Protocol

import pytest

from companion.cli.board import cable
from companion.cli.board.cable import Cable
from hardware.lines import LineReader, format_line
from hardware.ports import Port
from hardware.virtual.board import VirtualBoard
from tests.companion.commands import Ended, Written, run_into

Answer = Callable[[dict[str, Any]], list[dict[str, Any]]]
"""What a board says to a message."""
PATIENCE_S = 60.0
"""Longest wait for anything, on a machine that is busy."""


class Running:
    """The command as a process of its own; read with `until`, ended with `end`."""

    def __init__(self, *arguments: str | Path, terminal: bool = False) -> None:
        self._read, write = pty.openpty() if terminal else os.pipe()
        command = [sys.executable, "-m", "companion", "board", *map(str, arguments)]
        self.process = subprocess.Popen(
            command,
            stdin=write if terminal else subprocess.DEVNULL,
            stdout=write,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "30"},
        )
        os.close(write)
        self.out = ""

    @classmethod
    @contextmanager
    def of(cls, *arguments: str | Path, terminal: bool = False) -> Iterator[Running]:
        """One that is ended in any case."""
        running = cls(*arguments, terminal=terminal)
        try:
            yield running
        finally:
            running.close()

    def until(self, *wanted: str) -> str:
        """Everything said so far, once all of this was said since the last call."""
        begin = len(self.out)
        until_s = time.monotonic() + PATIENCE_S
        while not all(text in self.out[begin:] for text in wanted):
            assert self._more(until_s), f"{wanted} never came: {self.out[begin:]!r} {self.process.communicate()[1]}"
        return self.out

    def end(self, interrupt: bool = False) -> Ended:
        """Waits for its end, after a Ctrl-C if that is wanted."""
        if interrupt:
            self.process.send_signal(signal.SIGINT)
        until_s = time.monotonic() + PATIENCE_S
        while self._more(until_s):
            pass
        _, errors = self.process.communicate(timeout=PATIENCE_S)
        return Ended(self.process.returncode, self.out, errors)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()
        os.close(self._read)

    def _more(self, until_s: float) -> bool:
        """Whether more came."""
        assert select.select([self._read], [], [], max(0.0, until_s - time.monotonic()))[0], self.out
        try:
            came = os.read(self._read, 65536).decode("utf-8", "replace")
        except OSError:  # a terminal whose last user has gone
            return False
        self.out += came
        return came != ""


class Quick(Protocol):
    """A board without a thread: it runs on when it is told to, and then stands still."""

    @property
    def ends(self) -> tuple[int, int] | None:
        """The board's end of its cable and the host's; None while it is unplugged."""

    def go_on(self) -> bool:
        """Runs on until now; whether it has said something."""


class QuickBoard(VirtualBoard):
    """The firmware as a `Quick` board, behind a pseudo-terminal like any virtual one."""

    @property
    def ends(self) -> tuple[int, int] | None:
        return self._ends

    def go_on(self) -> bool:
        self.turn()
        return self.ends is not None and self.written != b""


class PlainBoard:
    """A port on which a script answers, for what our firmware never says."""

    def __init__(self, answer: Answer) -> None:
        self.ends = os.openpty()
        tty.setraw(self.ends[1])
        self.port = os.ttyname(self.ends[1])
        self._answer = answer
        self._reader = LineReader()

    def close(self) -> None:
        for end in self.ends:
            os.close(end)

    def go_on(self) -> bool:
        said = False
        while select.select([self.ends[0]], [], [], 0)[0]:
            for body in self._reader.feed(os.read(self.ends[0], 4096)):
                for message in self._answer(json.loads(body)):
                    os.write(self.ends[0], format_line(json.dumps(message, separators=(",", ":")).encode()))
                    said = True
        return said


Hands = Iterator[Sequence[str]]
"""What a person does while a command runs: gives what the command has to say before it goes on."""


class OwnTime:
    """`companion board` in this process and in a time of its own, which goes on with each turn of the command.

    So nobody waits for a scale or a strip, and a busy machine makes nothing late.
    """

    def __init__(self, turn_s: float = 0.02) -> None:
        self.now_s = 0.0
        self.board: Quick | None = None
        """What runs in this time as well."""
        self.turn_s = turn_s

    def clock(self) -> float:
        return self.now_s

    def run(self, *arguments: str | Path, hands: Hands | None = None, terminal: bool = False, **env: str) -> Ended:
        """The command to its end; that is by Ctrl-C where hands have done all that they wanted to."""
        out, errors = Written(terminal), Written()
        person = Person(hands, out, errors) if hands is not None else None
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(cable, "Cable", lambda port: self.cable(port, person))
            patch.setattr(cable, "time", SimpleNamespace(sleep=lambda _: None))
            return run_into(out, errors, "board", *arguments, **env)

    def cable(self, port: str, person: Person | None = None) -> Cable:
        """A cable with whose turns this time goes on."""
        return _Turning(port, self, person)

    def go_on(self) -> None:
        """A turn of time; what the board says in it lies at the host's end afterwards."""
        self.now_s += self.turn_s
        if self.board is not None and self.board.go_on() and self.board.ends is not None:
            _come(self.board.ends[1])

    def arrive(self) -> None:
        """Waits until what the host has sent lies at the board's end."""
        if self.board is not None and self.board.ends is not None:
            _come(self.board.ends[0])


def _come(end: int) -> None:
    """Waits until there is something to read: the system takes a moment to carry it."""
    assert select.select([end], [], [], PATIENCE_S)[0], "what was written into a pseudo-terminal never came out of it"


class Person:
    """Does what hands do, each when the command has said what they wait for."""

    PATIENCE_TURNS = 5000

    def __init__(self, hands: Hands, out: Written, errors: Written) -> None:
        self._hands = hands
        self._streams = (out, errors)
        self._wanted: Sequence[str] = ()
        self._begin = (0, 0)
        self._left = 0

    def look(self) -> None:
        """Goes on where all was said. Raises `KeyboardInterrupt` where nothing more is to be done."""
        said = [stream.text()[begin:] for stream, begin in zip(self._streams, self._begin, strict=True)]
        if all(any(text in each for each in said) for text in self._wanted):
            self._begin = (len(self._streams[0].text()), len(self._streams[1].text()))
            self._left = self.PATIENCE_TURNS
            try:
                self._wanted = next(self._hands)
            except StopIteration:
                raise KeyboardInterrupt from None
        self._left -= 1
        if self._left < 0:
            pytest.fail(f"{self._wanted} never came: {said}")


class _Turning(Cable):
    """A cable with whose turns time goes on."""

    def __init__(self, port: str, time: OwnTime, person: Person | None) -> None:
        super().__init__(port, time.clock)
        self._time = time
        self._person = person

    def turn(self) -> None:
        super().turn()
        self._time.go_on()
        if self._person is not None:
            self._person.look()

    def _look(self) -> Port | None:
        port = super()._look()
        return _Prompt(port, self._time) if port is not None else None


class _Prompt:
    """A `Port` that never waits for bytes, and on which those that were sent are there at once."""

    def __init__(self, port: Port, time: OwnTime) -> None:
        self._port = port
        self._time = time
        self.name, self.note = port.name, port.note
        self.discard, self.close = port.discard, port.close

    def read(self, _: float) -> bytes:
        return self._port.read(0)

    def write(self, data: bytes) -> None:
        self._port.write(data)
        self._time.arrive()


def hello(message: dict[str, Any], **fitted: Any) -> dict[str, Any]:
    """The answer of a board to an ask."""
    return {
        "type": "hello",
        "session": message["session"],
        "protocol": 1,
        "firmware": "9.9.9",
        "board": "e661",
        "boot": 5,
        "cause": "power",
        "fitted": fitted,
    }


def state(message: dict[str, Any], n: int) -> dict[str, Any]:
    """A state of a board without sensors."""
    return {
        "type": "state",
        "session": message["session"],
        "n": n,
        "up_ms": 1000,
        "events": [],
        "held": [],
        "shown": 0,
        "bad": 0,
    }
