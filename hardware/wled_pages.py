"""What is asked of a WLED by its pages (JSON over HTTP): what it is, how it shines now, and that it shines otherwise.

Names and ranges: kno.wled.ge/interfaces/json-api. Each call waits a short time, so it has a thread of its own.
"""

from __future__ import annotations

import urllib.error
import urllib.request
from http.client import HTTPException, IncompleteRead
from typing import Any, Final, TypeVar

import msgspec

ANSWER_S: Final = 1.5
"""Longest wait for each piece of an answer; a WLED at the end of a bad Wi-Fi answers in some 0.3 s."""
MOST_BYTES: Final = 65_536
"""A longer answer is none of a WLED: its state with all segments has about 10 000 bytes."""

T = TypeVar("T")


class NoAnswer(Exception):
    """Nobody answers there, or not in time."""


class NoWled(Exception):
    """Somebody answers there, but not as a WLED does."""


class Leds(msgspec.Struct, frozen=True):
    """`info.leds`."""

    count: int
    fps: int = 0
    """Frames that it shows a second, as it counts itself."""


class Info(msgspec.Struct, frozen=True):
    """`/json/info`, as far as it matters here."""

    leds: Leds
    name: str = "WLED"
    ver: str = ""
    live: bool = False
    """Whether it shows what is sent to it live, instead of a light of its own."""
    uptime: int = 0
    """Seconds since it started."""
    mac: str = ""
    """Says which one it is, whatever its address."""


class Shine(msgspec.Struct, frozen=True):
    """`/json/state`, as far as it is changed here."""

    on: bool
    bri: int
    """Brightness of everything, 1 to 255."""
    lor: int = 0
    """Live override: 0 live light is shown, 1 its own until the live light ends, 2 its own until it restarts."""


TAKEN: Final = Shine(on=True, bri=255, lor=0)
"""On, at full brightness, open to live light: gamma and budget are ours."""


class WledPages:
    """The pages of one WLED. `host` is a name or an address, with a port after a colon where it is not 80."""

    def __init__(self, host: str, answer_s: float = ANSWER_S) -> None:
        self._url = f"http://{host}/json"
        self._answer_s = answer_s
        # A proxy of the house knows nothing of the table.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def info(self) -> Info:
        """What it is. Raises `NoAnswer` and `NoWled`."""
        return _read(self._ask("/info"), Info)

    def shine(self) -> Shine:
        """How it shines now. Raises `NoAnswer` and `NoWled`."""
        return _read(self._ask("/state"), Shine)

    def take(self) -> None:
        """At once as `TAKEN` says. Raises as the others."""
        self._ask("/state", {**msgspec.to_builtins(TAKEN), "tt": 0})

    def give_back(self, shine: Shine) -> None:
        """End the live light and shine as before. Raises as the others."""
        self._ask("/state", {"on": shine.on, "bri": shine.bri, "lor": shine.lor, "tt": 0, "live": False})

    def _ask(self, page: str, change: dict[str, Any] | None = None) -> bytes:
        body = None if change is None else msgspec.json.encode(change)
        headers = {"Content-Type": "application/json"} if body else {}
        request = urllib.request.Request(self._url + page, body, headers)
        try:
            with self._opener.open(request, timeout=self._answer_s) as answer:
                return bytes(answer.read(MOST_BYTES))
        except urllib.error.HTTPError as error:
            error.close()
            # 503: it has not the memory for an answer just now.
            raise (NoAnswer if error.code >= 500 else NoWled) from error
        except (ConnectionError, IncompleteRead) as error:  # it went away meanwhile
            raise NoAnswer from error
        except HTTPException as error:
            raise NoWled from error
        except (OSError, ValueError) as error:  # also an address that is none
            raise NoAnswer from error


def _read(text: bytes, kind: type[T]) -> T:
    try:
        # A WLED takes any bytes for its name and for its segments', and gives them out as they are.
        return msgspec.json.decode(text.decode(errors="replace"), type=kind)
    except msgspec.MsgspecError as error:  # no JSON, or without what a WLED says
        raise NoWled from error
