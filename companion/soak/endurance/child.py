"""`companion play` in a process of its own: how it is begun and ended, and what it said."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from companion.errors import CompanionError
from companion.simulation.ground_truth import Deed, read_deeds
from companion.storage.home import Home

START_S: Final = 180.0
"""A companion that has not said its address by then does not start. It needs about two seconds of processor time; on a
machine with seven times as much to do as it can, that took most of a minute."""
END_S: Final = 30.0
"""A Ctrl-C is done by then: each of its threads is waited for a few seconds at most."""
MODULE = "companion"
"""What is run by Python; another one has more games in its registry."""
LOG: Final = "endure.log"
DEEDS: Final = "endure.deeds"
FAULT: Final = "fault.txt"
_ADDRESS: Final = re.compile(r"http://[^/]*:(\d+)/")
_TRACEBACK: Final = re.compile(r'^ *(Traceback|File ".*", line \d+, in )', re.MULTILINE)


class NotStarted(CompanionError, RuntimeError):
    """The companion did not begin to serve; the message has what it said."""


class Child:
    """One companion at a virtual table whose bots play by themselves."""

    def __init__(self, game: str, seed: int, data: Path, options: Sequence[str] = ()) -> None:
        """Start it, and wait until it serves. Raises `NotStarted`."""
        self.home = Home(data).make()
        self.log, self._deeds, self._is_ended = data / LOG, data / DEEDS, False
        for file in (self.log, self._deeds, data / FAULT):
            file.unlink(missing_ok=True)
        command = [sys.executable, "-m", MODULE, "play", game, "--virtual", "--auto", "--address", "127.0.0.1"]
        command += ["--port", "0", "--seed", str(seed), "--data", str(data), "--deeds", str(self._deeds), *options]
        with self.log.open("wb") as log:
            # In a session of its own: a Ctrl-C in the terminal is for the watcher, which then ends it in its turn.
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, start_new_session=True)
        late = threading.Timer(START_S, self.process.kill)
        late.start()
        try:
            self.port = self._read_port()
        finally:
            late.cancel()
        threading.Thread(target=self._drain, name="what it says", daemon=True).start()

    @property
    def pid(self) -> int:
        """Its number."""
        return self.process.pid

    @property
    def host_code(self) -> str:
        """What opens its host page."""
        return self.home.keys().host_code

    def has_ended(self) -> bool:
        """Whether it runs no more."""
        return self.process.poll() is not None

    def deeds(self, game_id: str) -> tuple[Deed, ...]:
        """What hands have done in that game so far."""
        return tuple(deed for deed in read_deeds(self._deeds) if deed.game_id == game_id)

    def tracebacks(self) -> tuple[str, ...]:
        """Faults of its own: what it logged with a traceback, and its `fault.txt`; one text each."""
        found = [text for text in _entries(self.log.read_text(errors="replace")) if _TRACEBACK.search(text)]
        fault = self.home.folder / FAULT
        return (*found, *([fault.read_text(errors="replace")] if fault.exists() else []))

    def end(self) -> str:
        """Ctrl-C; what was wrong with how it ended, as a sentence, or ""."""
        if self._is_ended:
            return ""
        self._is_ended = True
        if self.has_ended():
            return f"The companion ended by itself, with status {self.process.returncode}."
        self.process.send_signal(signal.SIGINT)
        try:
            status = self.process.wait(END_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return f"The companion had not ended {END_S:.0f} s after Ctrl-C."
        return f"The companion ended with status {status} after Ctrl-C." if status else ""

    def _read_port(self) -> int:
        port = 0
        assert self.process.stdout is not None
        for line in self.process.stdout:
            text = line.decode(errors="replace").strip()
            if text.startswith("Table page") and (found := _ADDRESS.search(text)):
                port = int(found[1])
            if text.startswith("Stop with") and port:
                return port
        self.process.stdout.close()
        self.process.wait()
        said = self.log.read_text(errors="replace").strip().splitlines()[-1:] or ["nothing"]
        raise NotStarted(f"The companion did not start. It said: {said[0]}")

    def _drain(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as pipe:
            for _ in pipe:
                pass


def _entries(log: str) -> list[str]:
    """The entries of a log: each begins with its date, and may go on over lines."""
    return re.split(r"^(?=\d{4}-\d\d-\d\d )", log, flags=re.MULTILINE)
