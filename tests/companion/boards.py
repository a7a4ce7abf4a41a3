"""`companion board` as a process, and ports on which a script answers instead of our firmware."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hardware.lines import LineReader, format_line

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

    def until(self, *wanted: str) -> str:
        """Everything said so far, once all of this was said since the last call."""
        begin = len(self.out)
        until_s = time.monotonic() + PATIENCE_S
        while not all(text in self.out[begin:] for text in wanted):
            assert self._more(until_s), f"{wanted} never came: {self.out[begin:]!r} {self.process.communicate()[1]}"
        return self.out

    def look(self, timeout_s: float) -> None:
        """Waits until more is said, at most that long."""
        select.select([self._read], [], [], timeout_s)

    def end(self, interrupt: bool = False) -> tuple[int, str, str]:
        """Exit status, output, errors; waits for its end, after a Ctrl-C if that is wanted."""
        if interrupt:
            self.process.send_signal(signal.SIGINT)
        until_s = time.monotonic() + PATIENCE_S
        while self._more(until_s):
            pass
        _, errors = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, self.out, errors

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


class PlainBoard:
    """A port on which a script answers, for what our firmware never says."""

    def __init__(self, answer: Callable[[dict[str, Any]], list[dict[str, Any]]]) -> None:
        self._board, self._host = os.openpty()
        tty.setraw(self._host)
        self.port = os.ttyname(self._host)
        self._answer = answer
        self._stop_read, self._stop_write = os.pipe()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def close(self) -> None:
        os.write(self._stop_write, b"x")
        self._thread.join()
        for end in (self._board, self._host, self._stop_read, self._stop_write):
            os.close(end)

    def _run(self) -> None:
        reader = LineReader()
        while self._stop_read not in (ready := select.select([self._board, self._stop_read], [], [])[0]):
            assert ready
            for body in reader.feed(os.read(self._board, 4096)):
                for message in self._answer(json.loads(body)):
                    os.write(self._board, format_line(json.dumps(message, separators=(",", ":")).encode()))


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
