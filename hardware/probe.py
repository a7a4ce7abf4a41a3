"""A board called for a moment: found on USB, asked who it is, and brought to its prompt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from companion.errors import CompanionError
from hardware.endpoint import draw_session
from hardware.lines import LineReader, format_line
from hardware.messages import Ask, Do, Done, Hello, Message, Versions, format_message, parse_message
from hardware.ports import MICROPYTHON_PRODUCT, RASPBERRY_PI_VENDOR, Port, PortGone, lasting_name

ANY_PROTOCOL: Final[Versions] = (1, 1073741823)
"""Who only wants the prompt can talk to every board: `ask`, `hello` and `do` are the same in all protocols."""
AGAIN_S: Final = 0.25
READ_S: Final = 0.02
INSTALL: Final = (
    "Put MicroPython on it: unplug it, hold its button BOOTSEL, plug it in, and copy the UF2 file for it "
    "from https://micropython.org/download onto the drive that appears. Then run this again."
)

Clock = Callable[[], float]


class BoardMissing(CompanionError):
    """No board, or more than one, where one is meant."""


class Place(msgspec.Struct, frozen=True):
    """Where a board is. It keeps its serial number through a restart, but its port may get another name."""

    port: str
    serial: str = ""
    """Empty where a person named the port."""


def find_place(named: str, comports: Sequence[Any], lasting: Callable[[str], str] = lasting_name) -> Place:
    """The port that was named, or that of the only MicroPython board on USB. Raises `BoardMissing`."""
    if named:
        return Place(named)
    ours = sorted((port for port in comports if port.vid == RASPBERRY_PI_VENDOR), key=lambda port: str(port.device))
    boards = [port for port in ours if port.pid == MICROPYTHON_PRODUCT]
    if len(boards) == 1:
        return Place(boards[0].device, boards[0].serial_number or "")
    if boards:
        names = " or ".join(f"--port {lasting(port.device)}" for port in boards)
        raise BoardMissing(f"{len(boards)} boards are on USB. Say which: {names}.")
    if ours:
        raise BoardMissing(f"The board on {ours[0].device} does not run MicroPython. {INSTALL}")
    raise BoardMissing(
        f"No board was found on USB. Plug it in with a cable that carries data. Where it is new: {INSTALL}"
    )


def find_again(place: Place, comports: Sequence[Any]) -> str:
    """The port where the same board is now; empty where it is not there."""
    if not place.serial:
        return place.port
    same = (str(port.device) for port in comports if port.serial_number == place.serial)
    return next(same, "")


def call(port: Port, clock: Clock, patience_s: float, protocol: Versions = ANY_PROTOCOL) -> Hello | None:
    """What the firmware says of itself; None where none answered within that time. Raises `PortGone`."""
    session = draw_session()
    for message in _talk(port, clock, patience_s, lambda n: Ask(session, protocol, "")):
        if isinstance(message, Hello) and message.session == session:
            return message
    return None


def maintain(port: Port, hello: Hello, clock: Clock, patience_s: float) -> bool:
    """Whether the board that said hello restarts into its prompt now."""
    try:
        for message in _talk(port, clock, patience_s, lambda n: Do(hello.session, n, 1, "maintain")):
            if isinstance(message, Done) and message.session == hello.session:
                return message.ok
    except PortGone:
        return True  # its answer was lost in the restart
    return False


def _talk(port: Port, clock: Clock, patience_s: float, say: Callable[[int], Message]) -> Any:
    """What comes in while this is said again and again, with its running number."""
    reader, n, due_s, until_s = LineReader(), 0, clock(), clock() + patience_s
    while (now_s := clock()) < until_s:
        if now_s >= due_s:
            n, due_s = n + 1, now_s + AGAIN_S
            port.write(format_line(format_message(say(n))))
        for body in reader.feed(port.read(READ_S)):
            yield parse_message(body)
