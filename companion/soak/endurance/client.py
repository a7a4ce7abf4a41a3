"""Requests as a phone sends them: one device with its cookies, that tries again where it is told to."""

from __future__ import annotations

import http.client
import time
from collections.abc import Callable, Mapping
from http.cookies import SimpleCookie
from typing import Any, Final
from urllib.parse import urlencode

import msgspec

from companion.errors import CompanionError

TIMEOUT_S: Final = 30.0
"""Longer than the companion takes to say that it did not answer in time (`session.REPLY_TIMEOUT_S`)."""
TRIES: Final = 8
"""With half of all requests refused on purpose, all of so many are refused once in 256 times."""
BETWEEN_S: Final = 0.2
BUSY: Final = 503
ADDRESS: Final = "127.0.0.1"


class NotAnswered(CompanionError, OSError):
    """The companion did not answer a request, though it was sent again and again."""


class Answer(msgspec.Struct, frozen=True):
    """What came back."""

    status: int
    body: bytes

    @property
    def is_done(self) -> bool:
        """Whether the request was accepted; a form is answered by the way to another page."""
        return self.status < 400

    def read(self) -> Any:
        """Its JSON."""
        return msgspec.json.decode(self.body)


class Device:
    """A phone or tablet. One thread uses it."""

    def __init__(self, port: int, pause: Callable[[float], object] = time.sleep) -> None:
        self._port = port
        self._pause = pause
        self._cookies: dict[str, str] = {}

    def get(self, path: str) -> Answer:
        """Ask for a page. Raises `NotAnswered`."""
        return self._send("GET", path, b"", {"Accept": "application/json"})

    def post(self, path: str, fields: Mapping[str, str]) -> Answer:
        """Send a form. Raises `NotAnswered`."""
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
        return self._send("POST", path, urlencode(fields).encode(), headers)

    def tap(self, path: str, actions: list[Any], revision: int, tap_id: str) -> Answer:
        """Tap, as a page's script does. Sent again it counts once, by its id. Raises `NotAnswered`."""
        message = {"actions": actions, "revision": revision, "tap_id": tap_id}
        return self._send("POST", path, msgspec.json.encode(message), {"Content-Type": "application/json"})

    def cookie_header(self) -> dict[str, str]:
        """What says to the companion who this device is."""
        return (
            {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())} if self._cookies else {}
        )

    def _send(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        trouble = ""
        for number in range(TRIES):
            if number:
                self._pause(BETWEEN_S)
            try:
                answer = self._once(method, path, body, {**headers, **self.cookie_header()})
            except (OSError, http.client.HTTPException) as error:
                trouble = f"{type(error).__name__}: {error}"
                continue
            if answer.status != BUSY:
                return answer
            trouble = f"status {BUSY}"
        raise NotAnswered(f"{method} {path} was not answered in {TRIES} tries ({trouble}).")

    def _once(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        line = http.client.HTTPConnection(ADDRESS, self._port, timeout=TIMEOUT_S)
        try:
            line.request(method, path, body or None, headers)
            reply = line.getresponse()
            content = reply.read()
            for given in reply.headers.get_all("Set-Cookie", ()):
                self._cookies.update({name: each.value for name, each in SimpleCookie(given).items()})
            return Answer(reply.status, content)
        finally:
            line.close()
