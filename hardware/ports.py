"""The serial port that the board hangs on: found, opened, and its errors in words."""

from __future__ import annotations

import contextlib
import errno
import termios
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
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


BY_ID: Final = Path("/dev/serial/by-id")
"""Where Linux has a name of each port that stays the same whatever is plugged in first."""


def lasting_name(device: str, by_id: Path = BY_ID) -> str:
    """The name by which this port is found again after a restart; its own where the system has no such name."""
    with contextlib.suppress(OSError):
        port = Path(device).resolve()
        for link in sorted(by_id.iterdir()):
            if link.resolve() == port:
                return str(link)
    return device


class Finder:
    """Opens the port of the board: the one that is named, or else the first MicroPython board on USB that opens."""

    def __init__(
        self,
        name: str = "",
        comports: Callable[[], Sequence[Any]] = list_ports.comports,
        open_it: Callable[[str, str], Port | None] = open_port,
        lasting: Callable[[str], str] = lasting_name,
    ) -> None:
        self._name = name
        self._comports = comports
        self._open = open_it
        self._lasting = lasting

    def __call__(self) -> Port | None:
        """The open port; None where none is there. Raises `PortRefused` where it may not be opened, nor another."""
        if self._name:
            return self._open(self._name, "")
        boards = sorted(filter(_is_board, self._comports()), key=lambda port: (port.serial_number or "", port.device))
        refused: list[PortRefused] = []
        for board in boards:
            others = [each for each in boards if each is not board]
            try:
                port = self._open(board.device, self._choice(board, others, refused))
            except PortRefused as error:
                refused.append(error)
                continue
            if port is not None:
                return port
        if len(refused) > 1:
            raise PortRefused(" ".join(map(str, refused)))
        if refused:
            raise refused[0]
        return None

    def _choice(self, board: Any, others: Sequence[Any], refused: Sequence[PortRefused]) -> str:
        """Why this one of several boards was taken; empty where there is one."""
        if not others:
            return ""
        names = ", ".join(self._lasting(other.device) for other in others)
        return " ".join(
            (
                f"{len(others) + 1} boards are on USB; the one on {board.device} (serial number {board.serial_number}) "
                f"is used. For another, name its port: {names}.",
                *map(str, refused),
            )
        )


def _is_board(port: Any) -> bool:
    return (port.vid, port.pid) == (RASPBERRY_PI_VENDOR, MICROPYTHON_PRODUCT)
