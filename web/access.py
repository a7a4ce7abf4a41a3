"""Who a request comes from: signed cookies for seats and for the host, and the brakes on becoming the host."""

from __future__ import annotations

import hmac
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

from flask import Request, Response
from itsdangerous import BadData, URLSafeSerializer

from companion.games.core import Seat
from web.pairing import Pairing

HOST_COOKIE: Final = "companion-host"
MONTH_S: Final = 30 * 24 * 3600
WRONG_CODES: Final = 5
WRONG_CODES_WITHIN_S: Final = 60.0
ADDRESSES_REMEMBERED: Final = 512


class Access:
    """Makes and reads the cookies. A cookie that is forged, garbled or moved to another seat is no cookie."""

    def __init__(self, secret_key: bytes, host_code: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._code = _plain(host_code)
        self._seats = URLSafeSerializer(secret_key, salt="companion-seat")
        # The code is part of the salt: a new host code ends every old host cookie.
        self._hosts = URLSafeSerializer(secret_key, salt=f"companion-host:{self._code}")
        self._wrong = WrongCodes(clock)
        # Of its own: who mistyped the code may still pair, and who taps too early may still type it.
        self._unpaired = WrongCodes(clock)

    def seat_key(self, request: Request, seat: Seat) -> str | None:
        """The key that this client has for a seat, or None. Whether the key still counts, the session decides."""
        payload = _load(self._seats, request.cookies.get(_seat_cookie(seat)))
        key = payload.get("key")
        return key if payload.get("seat") == seat and isinstance(key, str) else None

    def is_host(self, request: Request) -> bool:
        """Whether this client has typed the host code or was paired."""
        return _load(self._hosts, request.cookies.get(HOST_COOKIE)).get("host") is True

    def give_seat(self, response: Response, seat: Seat, key: str) -> None:
        """Set the cookie of one seat; it is sent to that seat's pages only."""
        value = str(self._seats.dumps({"seat": seat, "key": key}))
        _set_cookie(response, _seat_cookie(seat), value, _seat_path(seat))

    def take_seat_back(self, response: Response, seat: Seat) -> None:
        """Delete the cookie of one seat."""
        response.delete_cookie(_seat_cookie(seat), path=_seat_path(seat), httponly=True, samesite="Strict")

    def give_host(self, response: Response) -> None:
        """Set the host cookie."""
        _set_cookie(response, HOST_COOKIE, str(self._hosts.dumps({"host": True})), "/")

    def check_code(self, address: str, typed: str) -> bool | None:
        """Whether the host code is right; None, right or wrong, after too many wrong ones from this address."""
        if self._wrong.too_many(address):
            return None
        if hmac.compare_digest(_plain(typed).encode(), self._code.encode()):
            return True
        self._wrong.add(address)
        return False

    def check_pairing(self, address: str, pairing: Pairing) -> bool | None:
        """Whether this device is paired now; None after too many tries from this address while pairing was not open."""
        if self._unpaired.too_many(address):
            return None
        if pairing.claim():
            return True
        self._unpaired.add(address)
        return False


class WrongCodes:
    """Counts wrong tries to become the host, a minute and an address at a time."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._times: dict[str, deque[float]] = {}
        self._lock = threading.Lock()

    def too_many(self, address: str) -> bool:
        """Whether this address must wait."""
        with self._lock:
            times = self._times.get(address, deque())
            self._forget(times)
            return len(times) >= WRONG_CODES

    def add(self, address: str) -> None:
        """Count one wrong try."""
        with self._lock:
            if len(self._times) >= ADDRESSES_REMEMBERED:
                for times in self._times.values():
                    self._forget(times)
                self._times = {known: times for known, times in self._times.items() if times}
            self._times.setdefault(address, deque(maxlen=WRONG_CODES)).append(self._clock())

    def _forget(self, times: deque[float]) -> None:
        while times and times[0] <= self._clock() - WRONG_CODES_WITHIN_S:
            times.popleft()


def new_key() -> str:
    """A fresh secret for one client in one seat."""
    return secrets.token_urlsafe(16)


def comes_from_here(request: Request) -> bool:
    """Whether a POST comes from one of our own pages, as far as the browser says."""
    origin = request.headers.get("Origin")
    if origin is None:
        return request.headers.get("Sec-Fetch-Site", "same-origin") in ("same-origin", "none")
    return urlsplit(origin).netloc.lower() == request.host.lower()


def _seat_cookie(seat: Seat) -> str:
    return f"companion-seat-{seat + 1}"


def _seat_path(seat: Seat) -> str:
    return f"/seat/{seat + 1}/"


def _set_cookie(response: Response, name: str, value: str, path: str) -> None:
    # Not "Secure": the table has no certificate, and a browser would drop the cookie on plain HTTP.
    response.set_cookie(name, value, max_age=MONTH_S, path=path, httponly=True, samesite="Strict")


def _load(serializer: URLSafeSerializer, value: str | None) -> dict[str, Any]:
    """The payload of a cookie; empty for one that is missing, forged or garbled."""
    try:
        payload = serializer.loads(value or "")
    except (BadData, ValueError, RecursionError):
        return {}
    return payload if isinstance(payload, dict) else {}


def _plain(code: str) -> str:
    return code.strip().upper()
