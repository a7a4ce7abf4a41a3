"""A board to play with where there is none: the real firmware, on a serial port like any other."""

from __future__ import annotations

import contextlib
import os
import tempfile
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from hardware.lines import LineReader
from hardware.messages import Hello, parse_message
from hardware.ports import Port, PortRefused, open_port
from hardware.virtual.faulty_board import Failing
from hardware.virtual.process import BoardProcess, BoardProcessError, Table
from hardware.virtual.wire import FaultyWire

PRESS_S: Final = 0.08
"""How long a finger is on a button."""
TURN_S: Final = 0.01
"""Between two turns of the virtual board's thread."""
_PORT: Final = "ttyACM0"


class Hands:
    """What is done to a virtual board. Times are seconds of the board's clock. Any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._table = Table()
        self._fingers: list[tuple[str, float | None]] = []
        """Button, and until when it is down; None for a finger that comes down at the next step."""
        self._is_hanging = False
        self._pixels = b""
        self._names: tuple[str, ...] = ()
        self._reader = LineReader()
        self.written = b""
        """What the board wrote in the last step, before anything happens to it on its way."""
        self.boots = 0
        """How often the board has started so far."""
        self.to_board, self.to_host = FaultyWire("to the board"), FaultyWire("to the host")
        """The two directions of its cable; their rates may be set at any time."""

    def names(self) -> tuple[str, ...]:
        """The buttons that there are to press; empty while the board is away, or not in touch yet."""
        return self._names if self._table.power else ()

    def press(self, button: str) -> None:
        """Presses a button for a moment. One that there is not is nothing."""
        with self._lock:
            self._fingers.append((button, None))

    def set_load(self, pieces: float) -> None:
        """So many pieces lie in the bowl from now on."""
        with self._lock:
            self._table.load = pieces

    def lay_card(self, uid: str | None) -> None:
        """This card (identity in hexadecimal digits) lies on the reader from now on, or none."""
        with self._lock:
            self._table.card = uid

    def break_parts(self, *broken: str) -> None:
        """These are broken from now on, and nothing else: see `Table.broken`."""
        with self._lock:
            self._table.broken = broken

    def hang(self) -> None:
        """The firmware is stuck from now on, until its watchdog restarts it."""
        with self._lock:
            self._is_hanging = True

    def pixels(self) -> bytes:
        """What the strip shows: red, green, blue a pixel, from the first."""
        return self._pixels

    def _set_power(self, power: bool) -> None:
        with self._lock:
            self._table.power = power

    def _clear_cable(self) -> None:
        """The cable was pulled: what is on its way is lost."""
        self.to_board.clear()
        self.to_host.clear()

    def _move(self, process: BoardProcess, now_s: float, data: bytes) -> bytes:
        """One step of the process with the table as the hands have it; what the board wrote."""
        with self._lock:
            table, hang = self._laid(now_s), self._is_hanging
            self._is_hanging = False
        told = process.step(now_s, self.to_board.carry(data, now_s), table, hang=hang)
        out = self.written = told.out.encode("latin-1")
        self._pixels, self.boots = bytes.fromhex(told.pixels), told.boots
        for body in self._reader.feed(out):
            message = parse_message(body)
            if isinstance(message, Hello):
                self._names = message.fitted.buttons
        return self.to_host.carry(out, now_s)

    def _laid(self, now_s: float) -> Table:
        """The table now: fingers come down, and go up whose time is over.

        A button that is pressed twice stays up between for as long as it is down; no contact could bounce for so long.
        """
        fingers: list[tuple[str, float | None]] = []
        busy: set[str] = set()
        for button, until_s in self._fingers:
            if until_s is None and button not in busy:
                until_s = now_s + PRESS_S
            if until_s is None or now_s < until_s + PRESS_S:
                fingers.append((button, until_s))
                busy.add(button)
        self._fingers = fingers
        pressed = sorted({button for button, until_s in fingers if until_s is not None and now_s < until_s})
        return msgspec.structs.replace(self._table, pressed=tuple(pressed))


class VirtualBoard(Hands):
    """A virtual board behind a pseudo-terminal. `path` names its port while it is plugged in; `open` opens it."""

    def __init__(
        self,
        process: BoardProcess,
        clock: Callable[[], float] = time.monotonic,
        load: Callable[[], float] | None = None,
    ) -> None:
        """`load` gives the pieces in the bowl, and is asked at each turn; None where `set_load` tells."""
        super().__init__()
        self._load = load
        self._process = process
        self._clock = clock
        self._start_s = clock()
        self.failing = Failing(self, "virtual board")
        """Lets it fail now and then, on purpose."""
        self._folder = tempfile.TemporaryDirectory(prefix="virtual-board-")
        self.path = Path(self._folder.name) / _PORT
        self._ends: tuple[int, int] | None = None
        self._trouble = ""
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._cable = threading.Lock()
        """Held by whoever moves the board or its cable; may be held for the length of a step."""
        self.plug_in()

    @property
    def trouble(self) -> str:
        """Why the board runs no more, as a sentence; empty while it does."""
        return self._trouble

    def open(self) -> Port | None:
        """The host's end of the cable, as a `BoardLink` wants it. Raises `PortRefused` where the board runs no more."""
        if self._trouble:
            raise PortRefused(self._trouble)
        return open_port(str(self.path))

    def start(self) -> VirtualBoard:
        """Starts the thread that keeps the board running."""
        self._thread = threading.Thread(target=self._run, name="virtual board", daemon=True)
        self._thread.start()
        return self

    def close(self) -> None:
        """Ends the thread and the process, and takes the port away."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        with self._cable:
            self._pull()
            self._process.close()
            self._folder.cleanup()

    def power_off(self) -> None:
        """The power fails and the port stays, as behind a hub with a supply of its own."""
        self._set_power(False)

    def power_on(self) -> None:
        """The power comes; where the cable is out it does not."""
        with self._cable:
            self._set_power(self._ends is not None)

    def unplug(self) -> None:
        """Pulls the cable: the board is without power, and its port is gone."""
        with self._cable:
            self._pull()
            self._turn()  # the board loses its power, however soon the cable is back

    def plug_in(self) -> None:
        """Puts the cable in: the board starts, and its port is there."""
        with self._cable:
            if self._ends is None:
                board, host = os.openpty()
                # The host's end stays open here too, so the line keeps its settings while nobody has it open.
                tty.setraw(host)
                os.set_blocking(board, False)
                self.path.symlink_to(os.ttyname(host))
                self._ends = board, host
                self._set_power(True)

    def turn(self) -> None:
        """Lets the board run on until now. Raises nothing: a board that stopped says so in `trouble`."""
        if self._load is not None:
            self.set_load(self._load())
        self.failing.turn(self._clock())
        with self._cable:
            self._turn()

    def _turn(self) -> None:
        try:
            out = self._move(self._process, self._clock() - self._start_s, self._read())
        except BoardProcessError as error:
            self._trouble = str(error)
            self._pull()
            return
        self._write(out)

    def _run(self) -> None:
        while not self._stop.wait(TURN_S) and not self._trouble:
            self.turn()

    def _pull(self) -> None:
        ends, self._ends = self._ends, None
        self._set_power(False)
        self._clear_cable()
        if ends is not None:
            self.path.unlink()
            for end in ends:
                os.close(end)

    def _read(self) -> bytes:
        if self._ends is None:
            return b""
        try:
            return os.read(self._ends[0], 65536)
        except BlockingIOError:
            return b""

    def _write(self, data: bytes) -> None:
        if self._ends is not None and data:
            # Where nobody reads, the buffer is full and a board's bytes are lost, as on a real one.
            with contextlib.suppress(BlockingIOError):
                os.write(self._ends[0], data)
