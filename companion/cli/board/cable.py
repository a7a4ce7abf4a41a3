"""The board for one command: found, asked, and kept in touch with by the command's own thread."""

from __future__ import annotations

import errno
import os
import time
from collections import deque
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Final

import msgspec

from companion.cli.board.names import AUTO, NONE, VIRTUAL
from companion.errors import CompanionError
from companion.runtime.terminal import echo
from companion.table.devices import DeviceHealth
from companion.table.felt import Feeling
from hardware.commands import Answer
from hardware.linelog import KEPT, Logged
from hardware.lines import LineReader
from hardware.link import BoardLink
from hardware.messages import Message, Refuse, State, Unknown, What, parse_message
from hardware.ports import Finder, Port, PortRefused, open_port
from hardware.virtual.board import VirtualBoard
from hardware.virtual.process import BoardProcess

WAIT_S: Final = 5.0
"""How long a command waits for a board."""
PAUSE_S: Final = 0.05
"""Longest pause of a turn."""
QUIET_S: Final = 0.3
"""A board that is there answers sooner; after this a word says what is waited for."""
SETTLE_MS: Final = 500
"""Of the board's time: by then its scale has samples that it took after it was told something."""
SETTLE_S: Final = 2.0

_AGAIN: Final = "Then do this again."


class NoBoard(CompanionError):
    """There is no board to talk to; the text says why."""


class Line(msgspec.Struct, frozen=True):
    """A line that went over the cable; `message` is None where it is none."""

    logged: Logged
    message: Message | Unknown | None


class Cable:
    """A line to the board. Nothing goes on between two calls of `turn`."""

    def __init__(self, port: str, clock: Callable[[], float] = time.monotonic) -> None:
        """`port`: auto or none for the first board on USB, virtual, or a name. Raises `BoardProcessError`."""
        self.clock = clock
        self.name = "" if port in (AUTO, NONE) else port
        """Of the port; empty until one is found on USB."""
        self.bad = 0
        """Lines of the board so far that were no messages."""
        self._virtual = VirtualBoard(BoardProcess(), clock) if port == VIRTUAL else None
        self._find: Callable[[], Port | None] = (
            self._virtual.open if self._virtual else Finder(self.name, open_it=self._open)
        )
        self._refused: PortRefused | None = None
        self._is_foreign = False
        """Whether a board answered that speaks no protocol of ours."""
        self._presses: list[str] = []
        self._newest: Logged | None = None
        self._lines: deque[Line] = deque(maxlen=KEPT)
        self.link = BoardLink(self._look, self._feel, companion=version("table-companion"), clock=clock)

    def __enter__(self) -> Cable:
        if self._virtual:
            self._virtual.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.link.close()
        if self._virtual:
            self._virtual.close()

    def turn(self) -> None:
        """Sends and reads; takes some hundredths of a second."""
        pause_s = self.link.step()
        self._read_log()
        if pause_s:
            time.sleep(min(pause_s, PAUSE_S))

    def presses(self) -> tuple[str, ...]:
        """Buttons pressed since the last call, oldest first."""
        presses, self._presses = tuple(self._presses), []
        return presses

    def lines(self) -> tuple[Line, ...]:
        """Lines both ways since the last call, oldest first; the last 200 of them."""
        lines = tuple(self._lines)
        self._lines.clear()
        return lines

    def health(self) -> DeviceHealth:
        """What a person who looks at the board should know of it now."""
        health = self.link.health()
        if health.status == "absent" and not self.link.is_plugged:
            text = f"No board is on {self.name or 'USB'}. Plug it in; it is picked up by itself."
            return DeviceHealth("board", "absent", text)
        return health

    def reach(self) -> State:
        """The board's state, once it answers. Raises `NoBoard` where it does not within some seconds."""
        until_s, word_s = self.clock() + WAIT_S, self.clock() + QUIET_S
        while (state := self.link.state()) is None:
            now_s = self.clock()
            if self._refused is not None or self._is_foreign or now_s >= until_s:
                raise NoBoard(self._why())
            if now_s >= word_s:
                echo("Looking for the board …", err=True)
                word_s = float("inf")
            self.turn()
        return state

    def settle(self) -> State:
        """A state with a count of samples of now, or with what the scale has instead after some time.

        Raises `NoBoard`, as `reach` does.
        """
        state = self.reach()
        from_ms, until_s = state.up_ms + SETTLE_MS, self.clock() + SETTLE_S
        while self.clock() < until_s and state.scale is not None:
            if state.up_ms >= from_ms and (state.scale.fault or state.scale.count is not None):
                break
            self.turn()
            state = self.link.state() or state
        return state

    def do(self, what: What, count: int | None = None) -> Answer:
        """The board's answer; waits for it, some 20 s at most."""
        future = self.link.do(what, count)
        while not future.done():
            self.turn()
        return future.result()

    # What the link asks and tells.

    def _look(self) -> Port | None:
        self._refused = None
        try:
            return self._find()
        except PortRefused as error:
            self._refused = error
            raise

    def _open(self, name: str, note: str) -> Port | None:
        self.name = name
        return open_port(name, note)

    def _feel(self, feeling: Feeling) -> None:
        self._presses += feeling.presses

    def _read_log(self) -> None:
        lines = self.link.log()
        at = next((index for index in reversed(range(len(lines))) if lines[index] is self._newest), -1)
        for logged in lines[at + 1 :]:
            message = read_line(logged.text)
            self.bad += logged.way == "in" and message is None and logged.text != ""
            self._is_foreign |= isinstance(message, Refuse)
            self._lines.append(Line(logged, message))
        self._newest = lines[-1] if lines else None

    def _why(self) -> str:
        """Why there is no board, and what to do."""
        if self._refused is not None:
            cause = self._refused.__cause__
            is_busy = isinstance(cause, OSError) and cause.errno in (errno.EBUSY, errno.EAGAIN)
            return busy(self.name, holder(self.name)) if is_busy else str(self._refused)
        if self._is_foreign:
            return f"{self.link.health().text} Type `companion flash`."
        if self.link.is_plugged:
            return (
                f"The board on {self.name} does not answer. Unplug it and plug it in again; if that does not help, "
                f"type `companion flash`. {_AGAIN}"
            )
        if self.name:
            return f"No board is on {self.name}. Plug it in, or name its port with --port. {_AGAIN}"
        return f"No board is on USB. Plug it in with a cable that carries data, or name its port with --port. {_AGAIN}"


def read_line(text: str) -> Message | Unknown | None:
    """The message in a line as it was logged; None for one that is spoilt or no message."""
    bodies = LineReader().feed(text.encode("ascii") + b"\n")
    return parse_message(bodies[0]) if bodies else None


def busy(port: str, who: str) -> str:
    """That somebody holds the port; `who` is empty where nobody knows."""
    if not who:
        return (
            f"Another program holds {port}: a running `companion play`, mpremote, or a serial monitor. Close it, "
            "then do this again."
        )
    page = " While it runs, its host page tells of the board." if who.startswith("`companion play") else ""
    return f"{who} holds {port}. Stop it with Ctrl-C, then do this again.{page}"


def holder(port: str) -> str:
    """The companion that has this port open: "`companion play` (process 812)"; empty where none is seen."""
    for entry in Path("/proc").glob("[0-9]*"):
        command = _command(entry)
        if command and entry.name != str(os.getpid()) and os.path.realpath(port) in _open_files(entry):
            return f"`{command}` (process {entry.name})"
    return ""


def _command(process: Path) -> str:
    """ "companion" with its first word; empty where the process is no companion."""
    try:
        words = (process / "cmdline").read_bytes().decode("utf-8", "replace").split("\0")
    except OSError:
        return ""
    at = next((index for index, word in enumerate(words[:4]) if Path(word).name == "companion"), None)
    # `python -m companion` reads so; the command itself is the second word, after its interpreter.
    return "" if at is None else " ".join(["companion", *words[at + 1 : at + 2]]).strip()


def _open_files(process: Path) -> set[str]:
    try:
        return {os.path.realpath(file) for file in (process / "fd").iterdir()}
    except OSError:
        return set()  # of another user, or ended meanwhile
