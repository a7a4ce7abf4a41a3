"""What is asked of a WLED by its pages (JSON over HTTP): what it is, how it shines now, and that it shines otherwise.

Names and ranges: kno.wled.ge/interfaces/json-api. Each call waits a short time, so it has a thread of its own. Nothing
that answers there is trusted: whatever it says, and however slowly, a call ends in time and takes little memory.
"""

from __future__ import annotations

import socket
import time
from http.client import HTTPConnection, HTTPException, IncompleteRead
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import Meta

ANSWER_S: Final = 1.5
"""Longest wait for each piece of an answer; a WLED at the end of a bad Wi-Fi answers in some 0.3 s."""
PIECES: Final = 2
"""An answer that takes longer than so many waits is none, though pieces of it keep coming."""
MOST_BYTES: Final = 65_536
"""A longer answer is none of a WLED: its state with all segments has about 10 000 bytes."""
ALONE: Final = {"nn": True}
"""`udpn`, with each change: its sync group is told nothing of it."""

T = TypeVar("T")


class NoAnswer(Exception):
    """Nobody answers there, or not in time."""


class NoWled(Exception):
    """Somebody answers there, but not as a WLED does."""


class Leds(msgspec.Struct, frozen=True):
    """`info.leds`."""

    count: Annotated[int, Meta(ge=0, le=65_535)]
    fps: Annotated[int, Meta(ge=0, le=65_535)] = 0
    """Frames that it shows a second, as it counts itself."""


class Info(msgspec.Struct, frozen=True):
    """`/json/info`, as far as it matters here."""

    leds: Leds
    name: str = "WLED"
    ver: str = ""
    live: bool = False
    """Whether it shows what is sent to it live, instead of a light of its own."""
    uptime: Annotated[int, Meta(ge=0, le=2**53)] = 0
    """Seconds since it started."""
    mac: Annotated[str, Meta(max_length=40)] = ""
    """Says which one it is, whatever its address."""


class Shine(msgspec.Struct, frozen=True):
    """`/json/state`, as far as it is changed here."""

    on: bool
    bri: Annotated[int, Meta(ge=0, le=255)]
    """Brightness of everything, 1 to 255."""
    lor: Annotated[int, Meta(ge=0, le=2)] = 0
    """Live override: 0 live light is shown, 1 its own until the live light ends, 2 its own until it restarts."""
    ps: Annotated[int, Meta(ge=-1, le=65_535)] = -1
    """The preset that it shows, -1 for none: it counts as left with each change of the others."""

    @property
    def is_taken(self) -> bool:
        """Whether it is on, at full brightness and open to live light: gamma and budget are ours."""
        return self.on and self.bri == 255 and not self.lor


class WledPages:
    """The pages of one WLED. `host` is a name or an address, with a port after a colon where it is not 80."""

    def __init__(self, host: str, answer_s: float = ANSWER_S) -> None:
        self._host = host
        self._answer_s = answer_s

    def info(self) -> Info:
        """What it is. Raises `NoAnswer` and `NoWled`."""
        return _read(self._ask("/json/info"), Info)

    def shine(self) -> Shine:
        """How it shines now. Raises `NoAnswer` and `NoWled`."""
        return _read(self._ask("/json/state"), Shine)

    def take(self) -> None:
        """At once so that `Shine.is_taken`. Raises as the others."""
        self._change(on=True, bri=255, lor=0, tt=0)

    def give_back(self, shine: Shine) -> None:
        """End the live light and shine as before. Raises as the others."""
        preset = {"pd": shine.ps} if shine.ps > 0 else {}
        self._change(on=shine.on, bri=shine.bri, lor=shine.lor, tt=0, live=False, **preset)
        if shine.lor == 1:
            self._change(lor=1)  # it ended with the live light

    def _change(self, **change: Any) -> None:
        self._ask("/json/state", {**change, "udpn": ALONE})

    def _ask(self, page: str, change: dict[str, Any] | None = None) -> bytes:
        body = None if change is None else msgspec.json.encode(change)
        headers = {"Content-Type": "application/json"} if body else {}
        try:
            # No proxy of the house, which knows nothing of the table, and nowhere else, wherever the answer points.
            line = _Line(self._host, timeout=self._answer_s)
            try:
                line.request("GET" if body is None else "POST", page, body, headers)
                answer = line.getresponse()
                text = answer.read(MOST_BYTES)
            finally:
                line.close()
        except (ConnectionError, IncompleteRead) as error:  # it went away meanwhile
            raise NoAnswer from error
        except HTTPException as error:
            raise NoWled from error
        except (OSError, ValueError) as error:  # also an address that is none
            raise NoAnswer from error
        if answer.status != 200:
            # 503: it has not the memory for an answer just now.
            raise NoAnswer if answer.status >= 500 else NoWled
        if answer.length and len(text) < MOST_BYTES:  # it went away in the middle
            raise NoAnswer
        return text


class _Line(HTTPConnection):
    """A connection that is over in time, however slowly an answer comes: its head too, byte by byte."""

    def connect(self) -> None:
        super().connect()
        self.sock = _Punctual(self.sock, self.timeout or ANSWER_S)


class _Punctual(socket.socket):
    """What a socket that was opened goes on as; it gives up after some waits."""

    def __init__(self, opened: socket.socket, wait_s: float) -> None:
        super().__init__(opened.family, opened.type, opened.proto, opened.detach())
        self._until_s = time.monotonic() + PIECES * wait_s
        self._wait_s = wait_s
        self.settimeout(wait_s)

    def recv_into(self, buffer: Any, nbytes: int = 0, flags: int = 0) -> int:
        left_s = self._until_s - time.monotonic()
        if left_s <= 0:
            raise TimeoutError
        self.settimeout(min(left_s, self._wait_s))
        return super().recv_into(buffer, nbytes, flags)


def _read(text: bytes, kind: type[T]) -> T:
    try:
        # A WLED takes any bytes for its name and for its segments', and gives them out as they are.
        return msgspec.json.decode(text.decode(errors="replace"), type=kind)
    except (msgspec.MsgspecError, RecursionError) as error:  # no JSON, or without what a WLED says
        raise NoWled from error
