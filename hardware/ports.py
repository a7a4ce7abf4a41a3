"""The serial port that the board hangs on: found, opened, and its errors in words."""

from __future__ import annotations

import contextlib
import errno
import termios
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Protocol

import serial
from serial.tools import list_ports

from companion.errors import CompanionError

RASPBERRY_PI_VENDOR: Final = 0x2E8A
"""USB vendor id of Raspberry Pi (github.com/raspberrypi/usb-pid)."""
MICROPYTHON_PRODUCT: Final = 0x0005
"""USB product id of MicroPython's serial port on their boards; a debug probe, for one, has another."""
BAUDRATE: Final = 115200
WRITE_TIMEOUT_S: Final = 0.5
"""A port that takes nothing for so long hangs."""

_ERRORS: Final = (OSError, termios.error)
"""All that pyserial lets through of a device that goes away: its own are `OSError`s, those of termios are not."""
_NOT_THERE: Final = (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO, errno.ECONNREFUSED)
_BUSY: Final = (errno.EBUSY, errno.EAGAIN)


class PortError(CompanionError):
    """A port that does not work; the text says which, why, and what to do."""


class PortGone(PortError):
    """The port was there and is no more, or takes no bytes."""


class PortRefused(PortError):
    """The port is there and may not be opened."""


class Port(Protocol):
    """An open line to a board. Every error of it is a `PortGone`."""

    @property
    def name(self) -> str:
        """What to call it: "/dev/ttyACM0"."""

    @property
    def note(self) -> str:
        """What a person should know of how it was chosen; usually empty."""

    def read(self, timeout_s: float) -> bytes:
        """What came in; waits at most that long for the first byte, and is empty if none came."""

    def write(self, data: bytes) -> None:
        """Sends all of it, or raises."""

    def discard(self) -> None:
        """Forgets what came in and was not read."""

    def close(self) -> None:
        """Gives the port back; raises nothing."""


class SerialPort:
    """A `Port` of pyserial's."""

    def __init__(self, line: Any, name: str, note: str = "") -> None:
        self._line = line
        self.name = name
        self.note = note

    def read(self, timeout_s: float) -> bytes:
        with self._translated("was unplugged"):
            # Setting it anew would set up the whole port again.
            if self._line.timeout != timeout_s:
                self._line.timeout = timeout_s
            first: bytes = self._line.read(1)
            return first + self._line.read(self._line.in_waiting) if first else b""

    def write(self, data: bytes) -> None:
        with self._translated("takes no bytes"):
            self._line.write(data)

    def discard(self) -> None:
        with self._translated("was unplugged"):
            self._line.reset_input_buffer()

    def close(self) -> None:
        # Bytes that a board does not take would hold up the closing for many seconds.
        for last in (self._line.reset_output_buffer, self._line.close):
            with contextlib.suppress(*_ERRORS):
                last()

    @contextlib.contextmanager
    def _translated(self, what: str) -> Iterator[None]:
        try:
            yield
        except _ERRORS as error:
            raise PortGone(f"{self.name} {what}: {error}. It is looked for again.") from error


def open_port(name: str, note: str = "") -> SerialPort | None:
    """The port of this name or URL (`socket://`, `rfc2217://` …), or None where it is not there now.

    Raises `PortRefused` where another program holds it, where it may not be opened, or the URL is none.
    """
    try:
        line = serial.serial_for_url(name, baudrate=BAUDRATE, timeout=0, write_timeout=WRITE_TIMEOUT_S, exclusive=True)
    except _ERRORS as error:
        why = getattr(error, "errno", None)
        if why in _NOT_THERE or ("://" in name and why is None):
            return None
        raise PortRefused(_refusal(name, why, error)) from error
    except ValueError as error:
        raise PortRefused(
            f"“{name}” is no serial port: {error}. Name one like /dev/ttyACM0, or leave it out."
        ) from error
    return SerialPort(line, name, note)


def _refusal(name: str, why: int | None, error: Exception) -> str:
    if why == errno.EACCES:
        return (
            f"You may not open {name}. Type `sudo usermod -aG dialout $USER`, log out and in again, "
            "and start the companion again."
        )
    if why in _BUSY:
        return (
            f"Another program holds {name}: a second companion, mpremote, or a serial monitor. "
            "Close it; the board is then picked up by itself."
        )
    return f"{name} cannot be opened: {error}. Unplug the board and plug it in again."


class Finder:
    """Opens the port of the board: the one that is named, or else the first MicroPython board on USB."""

    def __init__(
        self,
        name: str = "",
        comports: Callable[[], Sequence[Any]] = list_ports.comports,
        open_it: Callable[[str, str], Port | None] = open_port,
    ) -> None:
        self._name = name
        self._comports = comports
        self._open = open_it

    def __call__(self) -> Port | None:
        """The open port; None where none is there. Raises `PortRefused` where it may not be opened."""
        if self._name:
            return self._open(self._name, "")
        boards = sorted(filter(_is_board, self._comports()), key=lambda port: (port.serial_number or "", port.device))
        if not boards:
            return None
        return self._open(boards[0].device, _choice(boards))


def _is_board(port: Any) -> bool:
    return (port.vid, port.pid) == (RASPBERRY_PI_VENDOR, MICROPYTHON_PRODUCT)


def _choice(boards: Sequence[Any]) -> str:
    """Why the first of several boards was taken; empty where there is one."""
    first, *others = boards
    if not others:
        return ""
    return (
        f"{len(boards)} boards are on USB; the one on {first.device} (serial number {first.serial_number}) is used. "
        f"For another, name its port: {', '.join(port.device for port in others)}."
    )
