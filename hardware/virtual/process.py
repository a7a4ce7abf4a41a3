"""The firmware in a process of its own: in a real MicroPython, or in CPython where there is none."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from companion.errors import CompanionError

Interpreter = Literal["auto", "micropython", "python"]
"""auto: MicroPython where it is installed, else this Python."""

_HERE: Final = Path(__file__).parent
_PACKAGE: Final = _HERE / "node_modules" / "@micropython" / "micropython-webassembly-pyscript"
_OLDEST: Final = (1, 24)
"""The MicroPython for which the firmware is written."""
MOST_LINES: Final = 30
MOST_CHARACTERS: Final = 300
"""Of what it said before it ended, for the log: its last lines, each not longer. Node.js prints whole libraries."""
_log = logging.getLogger(__name__)
ANSWER_WITHIN_S: Final = 30.0
"""A step takes milliseconds; one that has not come after so long never does."""


class BoardProcessError(CompanionError):
    """The virtual board cannot run, or runs no more."""


class Table(msgspec.Struct):
    """What the virtual board is given to feel."""

    load: float = 0.0
    """Pieces in the bowl; may be broken."""
    pressed: tuple[str, ...] = ()
    card: str | None = None
    """Identity of the card on the reader in hexadecimal digits; None where none lies there."""
    power: bool = True
    """Whether the cable is in."""
    broken: tuple[str, ...] = msgspec.field(default=(), name="break")
    """Of "scale", "scale-stuck", "scale-open", "reader", "flash"."""


class Outcome(msgspec.Struct, frozen=True):
    """What came of a step."""

    out: str
    """What the board wrote; a character is a byte."""
    pixels: str
    """What the strip shows: hexadecimal digits of red, green, blue a pixel."""
    boots: int
    """Starts so far."""


def find_command(interpreter: Interpreter = "auto") -> list[str]:
    """The command that runs the board. Raises `BoardProcessError` where the interpreter is missing."""
    command = None if interpreter == "python" else _micropython()
    if command is None and interpreter == "micropython":
        raise BoardProcessError(
            f"MicroPython {'.'.join(map(str, _OLDEST))} or newer is not installed. Install Node.js and type "
            f"`npm install --no-package-lock` in {_HERE}, or let the virtual board run in Python."
        )
    return command or [sys.executable, str(_HERE / "runner.py")]


def _micropython() -> list[str] | None:
    unix, node = shutil.which("micropython"), shutil.which("node")
    if unix and _version(unix) >= _OLDEST:
        return [unix, str(_HERE / "runner.py")]
    if node and _PACKAGE.is_dir():
        return [node, str(_HERE / "runner.mjs")]
    return None


def _version(unix: str) -> tuple[int, ...]:
    """Major and minor number of a MicroPython; empty where it does not say."""
    ask = [unix, "-c", "import sys; print(sys.implementation.version)"]
    try:
        said = subprocess.run(ask, capture_output=True, text=True, timeout=10, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return tuple(int(number) for number in re.findall(r"\d+", said)[:2])


class BoardProcess:
    """One virtual board in its own process. Not safe for threads; close it after use."""

    def __init__(
        self, interpreter: Interpreter = "auto", command: list[str] | None = None, settings: str | None = None
    ) -> None:
        """`settings`: the text of the board's settings.json; None for a board with everything (`pico/bench.py`)."""
        self._settings = settings
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed in `close`
        self._came = b""
        self._given: dict[str, Any] = {}
        self._child: subprocess.Popen[bytes] | None = None
        try:
            self._child = subprocess.Popen(
                command or find_command(interpreter),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                bufsize=0,
                # A Ctrl-C in the terminal is for the companion, which then closes the board itself.
                start_new_session=True,
            )
        except OSError as error:
            self.close()
            raise BoardProcessError(f"The virtual board does not start: {error}.") from error
        except BoardProcessError:
            self.close()
            raise

    def step(self, now_s: float, data: bytes = b"", table: Table | None = None, *, hang: bool = False) -> Outcome:
        """Lets the board run on until `now_s` (from its start), with what the host wrote and the table as it is now.

        Raises `BoardProcessError` where the process ended or does not answer; it is closed then.
        """
        given: dict[str, Any] = {"now_ms": round(now_s * 1000)}
        settings, self._settings = self._settings, None
        if settings is not None:
            given["boot"] = settings
        if data:
            given["in"] = data.decode("latin-1")
        if hang:
            given["hang"] = True
        now = msgspec.to_builtins(table or Table())
        given |= {name: value for name, value in now.items() if self._given.get(name) != value}
        self._given = now
        return self._ask(json.dumps(given).encode("ascii") + b"\n")

    def close(self) -> None:
        """Ends the process."""
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.wait()
            for pipe in (child.stdin, child.stdout):
                assert pipe is not None
                with contextlib.suppress(OSError):
                    pipe.close()
        self._errors.close()

    def _ask(self, line: bytes) -> Outcome:
        child = self._child
        if child is None:
            raise BoardProcessError("The virtual board was closed. Start the companion again.")
        assert child.stdin is not None
        try:
            child.stdin.write(line)
            return msgspec.json.decode(self._line(child), type=Outcome)
        except (BrokenPipeError, msgspec.MsgspecError) as error:
            raise self._ended(str(error)) from error

    def _line(self, child: subprocess.Popen[bytes]) -> bytes:
        """The next line of the process."""
        assert child.stdout is not None
        until_s = time.monotonic() + ANSWER_WITHIN_S
        while b"\n" not in self._came:
            wait_s = max(0.0, until_s - time.monotonic())
            if not select.select([child.stdout], [], [], wait_s)[0]:
                raise self._ended(f"it has not answered for {ANSWER_WITHIN_S:.0f} s")
            came = os.read(child.stdout.fileno(), 65536)
            if not came:
                raise self._ended("its process ended")
            self._came += came
        line, self._came = self._came.split(b"\n", 1)
        return line

    def _ended(self, why: str) -> BoardProcessError:
        """The error for a process that is of no more use, with the last that it said; closes it."""
        if self._child is not None:
            self._child.kill()
            self._child.wait()
        self._errors.seek(0)
        said = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        self.close()
        if said:
            _log.error(
                "The virtual board stopped. It said:\n%s",
                "\n".join(line[:MOST_CHARACTERS] for line in said[-MOST_LINES:]),
            )
        # A stack trace goes on after the line that names the error, and ends with the interpreter's version.
        named = [line.strip() for line in said if re.match(r"\w*(Error|Exception)\b", line.strip())]
        last = f" Its last words: {(named or said)[-1].strip()}." if said else ""
        return BoardProcessError(f"The virtual board stopped: {why}.{last} Start the companion again.")
