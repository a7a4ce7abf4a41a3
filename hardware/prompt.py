"""MicroPython's prompt on a board, by mpremote: what it is, and files on it."""

from __future__ import annotations

import contextlib
import errno
import io
import struct
import termios
from collections.abc import Callable, Iterator
from typing import Any, Final

import serial
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from companion.errors import CompanionError

ANSWER_WITHIN_S: Final = 5.0
CHUNK: Final = 1024
"""Bytes of a file that are sent at once; the board holds them twice."""
_GONE: Final = (errno.EIO, errno.ENXIO, errno.ENODEV, errno.EBADF, errno.ENOENT, errno.ENOTTY)


class PromptError(CompanionError):
    """Something that the prompt did not do; the text says what, and what to do next."""


class NoPrompt(PromptError):
    """Nobody answers as MicroPython's prompt does."""


class BoardLost(PromptError):
    """The board stopped answering in the middle."""


class NotWritten(PromptError):
    """The board did not take a file."""


class Prompt:
    """The raw prompt of one board. Not safe for threads."""

    def __init__(self, port: str, patience_s: float = ANSWER_WITHIN_S) -> None:
        """Stops what runs and takes the prompt. Raises `NoPrompt` where none comes within `patience_s`."""
        self._port = port
        self._line: Any = None
        if not port:
            raise NoPrompt("The board is not there.")
        try:
            # mpremote prints what it does not understand.
            with contextlib.redirect_stdout(io.StringIO()):
                self._line = SerialTransport(port, timeout=patience_s)
                self._line.serial.write_timeout = patience_s
                self._line.enter_raw_repl(soft_reset=False, timeout_overall=patience_s)
        except (TransportError, OSError, termios.error) as error:
            self.close()
            raise NoPrompt(f"{port} gives no prompt: {error}.") from error

    def system(self) -> tuple[str, tuple[int, ...]]:
        """The name of the interpreter and its version."""
        with self._translated("asking for its version"):
            name, version = self._eval("__import__('sys').implementation[:2]")
        return str(name), tuple(part for part in version if isinstance(part, int))

    def hash(self, name: str) -> bytes | None:
        """SHA-256 of a file; None where there is none."""
        with self._translated(f"reading {name}"):
            # Which error a missing file makes differs from port to port.
            if name not in [each.name for each in self._line.fs_listdir()]:
                return None
            return bytes(self._line.fs_hashfile(name, "sha256", CHUNK))

    def write(self, name: str, data: bytes, progress: Callable[[int], object]) -> None:
        """Writes a file; `progress` is told how many bytes are written so far. Raises `NotWritten`."""
        with self._translated(f"copying {name}"):
            self._line.fs_writefile(name, data, CHUNK, lambda written, _: progress(written))

    def replace(self, names: dict[str, str]) -> None:
        """Gives files other names, at once; what had these names is gone."""
        renames = "\n".join(f"os.rename({old!r},{new!r})" for old, new in names.items())
        with self._translated("putting the new files in place"):
            self._line.exec(f"import os\n{renames}")

    def remove(self, name: str) -> None:
        """Removes a file if it is there."""
        with contextlib.suppress(TransportExecError), self._translated(f"removing {name}"):
            self._line.exec(f"import os\ntry:\n os.remove({name!r})\nexcept OSError:\n pass")

    def restart(self) -> None:
        """Restarts the board; the prompt is lost."""
        with self._translated("restarting it"):
            self._line.exec_raw_no_follow("import machine\nmachine.reset()")

    def close(self) -> None:
        """Gives the port back; raises nothing."""
        if self._line is not None:
            with contextlib.suppress(OSError, termios.error):
                self._line.close()

    def _eval(self, expression: str) -> Any:
        return self._line.eval(expression)

    @contextlib.contextmanager
    def _translated(self, doing: str) -> Iterator[None]:
        """mpremote's errors and the system's, as ours."""
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                yield
        except TransportExecError as error:
            last = error.error_output.strip().rpartition("\n")[2].strip()
            raise NotWritten(f"The board on {self._port} failed in {doing}: {last}. Run this again.") from error
        except OSError as error:
            if isinstance(error, serial.SerialException) or error.errno in _GONE:
                raise self._lost(doing) from error
            raise NotWritten(self._refused(doing, error.errno or 0)) from error
        except (TransportError, termios.error, struct.error, ValueError, SyntaxError) as error:
            raise self._lost(doing) from error

    def _refused(self, doing: str, code: int) -> str:
        if code == errno.ENOSPC:
            return (
                f"The memory of the board on {self._port} is full; it stopped at {doing}. Remove files of your own "
                "from it (mpremote ls, mpremote rm), then run this again."
            )
        name = errno.errorcode.get(code, str(code))
        return f"The board on {self._port} refused {doing}: {name}. Run this again."

    def _lost(self, doing: str) -> BoardLost:
        return BoardLost(
            f"The board on {self._port} stopped answering while {doing}. No file on it is half-written. "
            "Plug it in and run this again."
        )
