"""A board behind a pseudo-terminal: our firmware's answers, or the prompt of a real MicroPython (prompt.mjs)."""

from __future__ import annotations

import base64
import json
import os
import re
import select
import shutil
import subprocess
import threading
import tty
from pathlib import Path
from typing import Any

import pytest

from hardware.lines import LineReader, format_line

HERE = Path(__file__).parent
PACKAGES = HERE.parents[1] / "hardware/virtual/package.json"


def need_micropython() -> None:
    """Skips the test where there is no MicroPython to talk to."""
    if shutil.which("node") is None:
        pytest.skip("needs node (apt install nodejs)")
    if not (PACKAGES.parent / "node_modules/@micropython").is_dir():
        pytest.skip("needs MicroPython: npm install --no-package-lock, in hardware/virtual")


class PtyBoard:
    """A board that can be unplugged, with files on it; it runs the firmware that its version.py names, if any."""

    def __init__(self, files: dict[str, str] | None = None, *, setup: str = "", is_deaf: bool = False) -> None:
        self.files = {name: text.encode() for name, text in (files or {}).items()}
        self.setup = setup
        self.is_deaf = is_deaf
        """Whether nothing on the board listens, neither firmware nor prompt."""
        self.gives_prompt = True
        self.heard: list[dict[str, Any]] = []
        """What the firmware was told."""
        self.restarts = threading.Semaphore(0)
        """One for each restart by the prompt."""
        self._prompt: subprocess.Popen[bytes] | None = None
        self._board, self._host = os.openpty()
        tty.setraw(self._host)
        self.port = os.ttyname(self._host)
        self._stop_read, self._stop_write = os.pipe()
        self._start(maintained=False)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def version(self) -> str:
        """Of the firmware on it; empty where there is none."""
        found = re.search(r'^FIRMWARE = "(.+)"$', self.files.get("version.py", b"").decode(), re.MULTILINE)
        return found[1] if found and "main.py" in self.files else ""

    def unplug(self) -> None:
        """Takes it away; its port answers no more."""
        os.write(self._stop_write, b"x")
        self._thread.join()
        if self._prompt:
            self._prompt.kill()
            self._prompt.wait()
            for pipe in (self._prompt.stdin, self._prompt.stdout, self._prompt.stderr):
                assert pipe is not None
                pipe.close()
        for end in (self._board, self._host, self._stop_read, self._stop_write):
            os.close(end)

    def _start(self, *, maintained: bool) -> None:
        """What a board does as it gets power."""
        self._reader = LineReader()
        self._session = 0
        if self._prompt is None and not self.is_deaf and (maintained or not self.version):
            given = {"files": {name: data.decode() for name, data in self.files.items()}, "setup": self.setup}
            self._prompt = subprocess.Popen(
                ["node", str(HERE / "prompt.mjs"), str(PACKAGES), json.dumps(given)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
            )

    def _run(self) -> None:
        while True:
            ends: list[Any] = [self._board, self._stop_read]
            if self._prompt:
                ends += [self._prompt.stdout, self._prompt.stderr]
            ready, _, _ = select.select(ends, [], [])
            if self._stop_read in ready:
                return
            # First what it said before it restarts: who has it do so waits for that answer.
            if self._prompt and self._prompt.stdout in ready:
                assert self._prompt.stdout is not None
                os.write(self._board, os.read(self._prompt.stdout.fileno(), 4096))
            if self._prompt and self._prompt.stderr in ready:
                self._restart()
                continue
            if self._board in ready:
                self._take(os.read(self._board, 4096))

    def _restart(self) -> None:
        """The prompt was told to restart the board."""
        assert self._prompt is not None
        assert self._prompt.stdin is not None
        assert self._prompt.stdout is not None
        assert self._prompt.stderr is not None
        left = json.loads(self._prompt.stderr.readline())
        for pipe in (self._prompt.stdin, self._prompt.stdout, self._prompt.stderr):
            pipe.close()
        self._prompt.kill()
        self._prompt.wait()
        self._prompt = None
        self.files = {name: base64.b64decode(data) for name, data in left.items()}
        self._start(maintained=False)
        self.restarts.release()

    def _take(self, data: bytes) -> None:
        if self._prompt:
            assert self._prompt.stdin is not None
            self._prompt.stdin.write(data)
        elif self.version:
            for body in self._reader.feed(data):
                self._hear(json.loads(body))

    def _hear(self, message: dict[str, Any]) -> None:
        self.heard.append(message)
        if message["type"] == "ask":
            self._session = message["session"]
            known = {"firmware": self.version, "board": "e661", "boot": 5, "cause": "power"}
            self._say(type="hello", protocol=min(1, message["protocol"][1]), fitted={"buttons": ["next"]}, **known)
        elif message["type"] == "do" and message["session"] == self._session and self.gives_prompt:
            self._say(type="done", n=1, id=message["id"], ok=True, text="")
            self._start(maintained=True)

    def _say(self, **message: Any) -> None:
        body = json.dumps({**message, "session": self._session}, separators=(",", ":"))
        os.write(self._board, format_line(body.encode()))
