"""Who a request comes from: signed cookies for seats and for the host, and the brakes on becoming the host.

A browser keeps cookies by host and sends them to every port of it. So their names differ by table: two tables on one
machine do not overwrite each other's.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
import unicodedata
from collections import deque
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

from flask import Request, Response
from itsdangerous import BadData, URLSafeSerializer

from companion.games.core import Seat
from companion.runtime.text import named, printable
from web.http.parties import BY_PROXY

HOST_COOKIE: Final = "companion-host"
PAIRING_COOKIE: Final = "companion-pairing"
MONTH_S: Final = 30 * 24 * 3600
WRONG_CODES: Final = 5
WITHIN_S: Final = 60.0
ADDRESSES_REMEMBERED: Final = 512
ASKS: Final = 6
"""How often an address may ask for a seat that somebody has, or rename somebody, within `WITHIN_S`."""
SEATS_TAKEN: Final = 24
"""How often an address may take a free seat in that time: a table of devices behind one address, thrice."""


_GAPS: Final = " \N{MINUS SIGN}"


class Access:
    """Makes and reads the cookies. A cookie that is forged, garbled or moved to another seat is no cookie."""

    def __init__(self, secret_key: bytes, host_code: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._code = _plain(host_code)
        # One that its owner has written with gaps is typed with them: it would be a shorter one without.
        self._as_read = _ungapped if _ungapped(host_code) == self._code else _plain
        if not self._code or not secret_key.strip():
            raise ValueError("Neither the host code nor the key of the cookies may be empty.")
        self._seats = URLSafeSerializer(secret_key, salt="companion-seat")
        # The code is part of the salt: a new host code ends every old host cookie.
        self._hosts = URLSafeSerializer(secret_key, salt=f"companion-host:{host_code.strip().upper()}")
        self._table = hashlib.sha256(b"companion-table:" + secret_key).hexdigest()[:8]
        """Says which table a cookie is of, and nothing of its key."""
        self._wrong = Brake(clock)
        # Of its own: who mistyped the code may still pair, and who taps too early may still type it.
        self._unpaired = Brake(clock)
        self._asks, self._seated = Brake(clock, ASKS), Brake(clock, SEATS_TAKEN)

    def seat_key(self, request: Request, seat: Seat) -> str | None:
        """The key that this client has for a seat, or None. Whether the key still counts, the session decides."""
        plain = _seat_cookie(seat)
        found = (self._seat_key_in(request.cookies.get(name), seat) for name in (self._named(plain), plain))
        return next((key for key in found if key is not None), None)

    def is_host(self, request: Request) -> bool:
        """Whether this client has typed the host code or was paired."""
        return any(self._is_hosts(request.cookies.get(name)) for name in (self._named(HOST_COOKIE), HOST_COOKIE))

    def pairing_token(self, request: Request) -> str:
        """What a device that asked to be paired was given; "" where it has not asked."""
        return request.cookies.get(self._named(PAIRING_COOKIE), "")

    def rename(self, request: Request, response: Response) -> None:
        """Give this table's names to cookies of earlier versions, which had the same at every table."""
        for name in request.cookies:
            seat = _seat_of(name)
            key = None if seat is None else self._seat_key_in(request.cookies[name], seat)
            if seat is not None and key is not None:
                if self._named(name) not in request.cookies:
                    self.give_seat(response, seat, key)
                _delete_cookie(response, name, _seat_path(seat))
            elif name == HOST_COOKIE and self._is_hosts(request.cookies[name]):
                self.give_host(response)
                _delete_cookie(response, name, "/")

    def _named(self, plain: str) -> str:
        return f"{plain}-{self._table}"

    def _seat_key_in(self, cookie: str | None, seat: Seat) -> str | None:
        payload = _load(self._seats, cookie)
        key = payload.get("key")
        return key if payload.get("seat") == seat and isinstance(key, str) else None

    def _is_hosts(self, cookie: str | None) -> bool:
        return _load(self._hosts, cookie).get("host") is True

    def give_seat(self, response: Response, seat: Seat, key: str) -> None:
        """Set the cookie of one seat; it is sent to that seat's pages only."""
        value = str(self._seats.dumps({"seat": seat, "key": key}))
        _set_cookie(response, self._named(_seat_cookie(seat)), value, _seat_path(seat))

    def take_seat_back(self, response: Response, seat: Seat) -> None:
        """Delete the cookie of one seat."""
        _delete_cookie(response, self._named(_seat_cookie(seat)), _seat_path(seat))

    def marked_seats(self, request: Request) -> tuple[Seat, ...]:
        """Seats that this device took at this table, for links to them: a mark lets nobody in."""
        own = (name.removesuffix(self._named("")) for name in request.cookies if name.endswith(self._named("")))
        seats = (_seat_of(name, "companion-at-") for name in own)
        return tuple(sorted(seat for seat in seats if seat is not None and seat >= 0))

    def mark_seat(self, response: Response, seat: Seat) -> None:
        """Set the mark of a seat, which every page is sent; the cookie that counts goes to the seat's pages only."""
        _set_cookie(response, self._named(_mark(seat)), "1", "/")

    def unmark_seat(self, response: Response, seat: Seat) -> None:
        """Delete that mark."""
        _delete_cookie(response, self._named(_mark(seat)), "/")

    def give_host(self, response: Response) -> None:
        """Set the host cookie."""
        _set_cookie(response, self._named(HOST_COOKIE), str(self._hosts.dumps({"host": True})), "/")

    def check_code(self, address: str, typed: str) -> bool | None:
        """Whether the host code is right; None, right or wrong, after too many wrong ones from this address."""
        if not self._wrong.admit(address):  # counted before it is looked at: many at once are no more tries
            return None
        if hmac.compare_digest(self._as_read(typed).encode(), self._code.encode()):
            self._wrong.forgive(address)
            return True
        return False

    def odd_in_code(self, typed: str) -> str:
        """The first sign of a typed code that only looks like one of it, as people find it; "" for none."""
        strange = (char for char in self._as_read(typed) if not char.isascii())
        return next(map(named, strange), "") if self._code.isascii() else ""

    def may_ask_to_pair(self, address: str) -> bool:
        """Whether this address may ask once more to be paired; it is counted."""
        return self._unpaired.admit(address)

    def may_take_seat(self, address: str, is_free: bool) -> bool:
        """Whether this address may take a seat, ask for one, or rename who sits there; it is counted."""
        return (self._seated if is_free else self._asks).admit(address)

    def give_pairing(self, response: Response, token: str) -> None:
        """Set the cookie by which a device that asked to be paired is known again."""
        response.set_cookie(self._named(PAIRING_COOKIE), token, path="/host", httponly=True, samesite="Strict")

    def end_pairing(self, response: Response) -> None:
        """Delete that cookie."""
        response.delete_cookie(self._named(PAIRING_COOKIE), path="/host", httponly=True, samesite="Strict")


class Brake:
    """Counts what an address tries, a minute at a time: wrong host codes, asking for a seat, renaming."""

    def __init__(self, clock: Callable[[], float], most: int = WRONG_CODES) -> None:
        self._clock = clock
        self._most = most
        self._times: dict[str, deque[float]] = {}
        self._lock = threading.Lock()

    def admit(self, address: str) -> bool:
        """Whether this address may try; if so, the try is counted."""
        with self._lock:
            times = self._times.get(address, deque())
            self._forget(times)
            if len(times) >= self._most:
                return False
            if len(self._times) >= ADDRESSES_REMEMBERED:
                for each in self._times.values():
                    self._forget(each)
                self._times = {known: each for known, each in self._times.items() if each}
            self._times.setdefault(address, deque()).append(self._clock())
            return True

    def forgive(self, address: str) -> None:
        """Take back the newest count: the try was right."""
        with self._lock:
            if self._times.get(address):
                self._times[address].pop()

    def _forget(self, times: deque[float]) -> None:
        while times and times[0] <= self._clock() - WITHIN_S:
            times.popleft()


def new_key() -> str:
    """A fresh secret for one client in one seat."""
    return secrets.token_urlsafe(16)


def comes_from_here(request: Request) -> bool:
    """Whether a POST comes from one of our own pages, as far as the browser says.

    Where the browser itself compared the two (it does for https and on its own machine), that counts: a proxy may have
    sent the request on under another `Host`. Else the origin must be the host, and behind a proxy that is trusted the
    host without its port, or the host that the proxy was asked for.
    """
    origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")
    if origin is None:
        return True
    try:
        sent_from = urlsplit(origin)
        bare, netloc = sent_from.hostname or "", sent_from.netloc.lower()
    except ValueError:  # nothing that a browser would send
        return False
    if not netloc:
        return False
    asked = [request.host.lower()]
    if request.environ.get(BY_PROXY):
        asked.append(request.headers.get("X-Forwarded-Host", "").rpartition(",")[2].strip().lower())
    return netloc in asked or (request.environ.get(BY_PROXY) is True and bare in asked)


def _seat_cookie(seat: Seat) -> str:
    return f"companion-seat-{seat + 1}"


def _mark(seat: Seat) -> str:
    return f"companion-at-{seat + 1}"


def _seat_of(cookie: str, begins: str = "companion-seat-") -> Seat | None:
    """The seat of a cookie's name without a table in it; None for one that begins otherwise."""
    number = cookie.removeprefix(begins)
    is_one = number != cookie and number.isascii() and number.isdigit() and len(number) <= 4
    return int(number) - 1 if is_one else None


def _seat_path(seat: Seat) -> str:
    return f"/seat/{seat + 1}/"


def _set_cookie(response: Response, name: str, value: str, path: str) -> None:
    # Not "Secure": the table has no certificate, and a browser would drop the cookie on plain HTTP.
    # "Lax": a link in a chat opens the own page, and what another site sends is refused by its Origin.
    response.set_cookie(name, value, max_age=MONTH_S, path=path, httponly=True, samesite="Lax")


def _delete_cookie(response: Response, name: str, path: str) -> None:
    response.delete_cookie(name, path=path, httponly=True, samesite="Lax")


def _load(serializer: URLSafeSerializer, value: str | None) -> dict[str, Any]:
    """The payload of a cookie; empty for one that is missing, forged or garbled."""
    try:
        payload = serializer.loads(value or "")
    except (BadData, ValueError, RecursionError):
        return {}
    return payload if isinstance(payload, dict) else {}


def _plain(code: str) -> str:
    """A code as it is compared: in capitals, wide letters as ours, without what nobody sees."""
    return printable(unicodedata.normalize("NFKC", code)).upper()


def _ungapped(code: str) -> str:
    """The same without the blanks and dashes that people, or their phone, put between its letters."""
    return "".join(char for char in _plain(code) if char not in _GAPS and unicodedata.category(char) != "Pd")
