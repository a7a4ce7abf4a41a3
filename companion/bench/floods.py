"""Four ways in which one client could shut everyone out, and how long a phone waits for its page meanwhile.

The attackers are plain sockets of one address. As an attacker would, they connect again when they are put out.
"""

from __future__ import annotations

import http.client
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

import msgspec

from companion.bench.attack import ATTACKERS, PATIENCE_S, PHONE, SERVER, Target, Wait, longest
from companion.errors import CompanionError

AGAIN_S: Final = 0.5
"""Attackers that were put out are back after that."""
GATHER_S: Final = 5.0
"""They have that long to connect."""
ATTACKER_PATIENCE_S: Final = 0.5


class NoSuchAddress(CompanionError, OSError):
    """This machine does not have the addresses from which phones and attackers come."""


class Flood(msgspec.Struct, frozen=True):
    """So many connections that each send the same, and then nothing more."""

    name: str
    connections: int
    sent: bytes


class Visitor(msgspec.Struct, frozen=True):
    """A phone: its address, its page, and the cookie of its seat."""

    address: str
    page: str = "/"
    cookie: str = ""


def floods() -> tuple[Flood, ...]:
    """The four."""
    head = f" HTTP/1.1\r\nHost: {SERVER}\r\n".encode()
    return (
        Flood("half-open", 256, b"GET /" + head),
        Flood("idle", 260, b""),
        Flood("never reading", 200, (b"GET /" + head + b"\r\n") * 200),
        Flood("streams", 64, b"GET /stream" + head + b"\r\n"),
    )


class Floods:
    """These floods, one after another, against one companion."""

    def __init__(self, chosen: Sequence[Flood]) -> None:
        self._chosen = chosen

    def steps(self, times: int) -> int:
        """Each flood, so often."""
        return len(self._chosen) * times

    def prepare(self, folder: Path) -> Sequence[str]:
        """Nothing is needed."""
        return ()

    def waits(self, target: Target, times: int, progress: Callable[[], None]) -> Iterator[Wait]:
        """How long another phone waited, and one with a seat, which it takes first, at the attackers' address.

        Raises `NoSuchAddress`.
        """
        phones = {"another phone": Visitor(PHONE), "seated phone": _sit_down(target.port)}
        for flood in self._chosen:
            asked: dict[str, list[float | None]] = {who: [] for who in phones}
            with _under_way(target.port, flood) as connected:
                for _ in range(times):
                    for who, phone in phones.items():
                        asked[who].append(waited_ms(target.port, phone))
                    progress()
            for who, waited in asked.items():
                yield Wait(flood.name, f"{connected} connections", who, longest(waited))


def waited_ms(port: int, visitor: Visitor) -> float | None:
    """How long the phone waits for its page, and then for the first event of its stream; None where it gives up."""
    began = time.monotonic()
    headers = {"Cookie": visitor.cookie} if visitor.cookie else {}
    try:
        with closing(_connection(port, visitor.address)) as connection:
            connection.request("GET", visitor.page, headers=headers)
            page = connection.getresponse()
            page.read()
            connection.request("GET", f"{visitor.page}stream", headers=headers)
            stream = connection.getresponse()
            if page.status != 200 or stream.status != 200:
                return None
            while not (line := stream.readline()).startswith(b"event: page"):
                if not line or time.monotonic() - began > PATIENCE_S:
                    return None
    except (OSError, http.client.HTTPException):
        return None
    return round((time.monotonic() - began) * 1000, 1)


def _sit_down(port: int) -> Visitor:
    with closing(_connection(port, ATTACKERS)) as connection:
        try:
            connection.connect()
        except OSError as error:
            raise NoSuchAddress(
                f"Cannot come from {ATTACKERS}: {error.strerror}. Give the loopback device the addresses {ATTACKERS} "
                f"and {PHONE}: Linux has them, on macOS it is `sudo ifconfig lo0 alias {ATTACKERS}`."
            ) from error
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST", "/seat/1/take", "name=Seated", form)
        answer = connection.getresponse()
        cookies = [each.partition(";")[0] for each in answer.headers.get_all("Set-Cookie", ())]
    if not cookies:
        raise CompanionError(f"Nobody could sit down in seat 1: the companion answered {answer.status}.")
    return Visitor(ATTACKERS, "/seat/1/", "; ".join(cookies))


def _connection(port: int, address: str) -> http.client.HTTPConnection:
    return http.client.HTTPConnection(SERVER, port, timeout=PATIENCE_S, source_address=(address, 0))


@contextmanager
def _under_way(port: int, flood: Flood) -> Iterator[int]:
    """The flood goes on; gives how many have connected at first."""
    attackers = list(_gather(port, flood, flood.connections))
    connected, is_over = len(attackers), threading.Event()

    def come_again() -> None:
        while not is_over.wait(AGAIN_S):
            lost = [each for each in attackers if _is_out(each)]
            for each in lost:
                attackers.remove(each)
                each.close()
            attackers.extend(_gather(port, flood, flood.connections - len(attackers)))

    again = threading.Thread(target=come_again, name="attackers", daemon=True)
    again.start()
    try:
        yield connected
    finally:
        is_over.set()
        again.join()
        for each in attackers:
            each.close()


def _gather(port: int, flood: Flood, count: int) -> Iterator[socket.socket]:
    """So many attackers, or as many as are let in within the time they have."""
    last = time.monotonic() + GATHER_S
    for _ in range(count):
        if time.monotonic() > last:
            return
        attacker = socket.socket()
        try:
            attacker.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # it reads nothing
            attacker.settimeout(ATTACKER_PATIENCE_S)
            attacker.bind((ATTACKERS, 0))
            attacker.connect((SERVER, port))
        except OSError:
            attacker.close()
            continue
        with suppress(OSError):  # put out already: it comes again
            attacker.sendall(flood.sent)
        yield attacker


def _is_out(attacker: socket.socket) -> bool:
    """Whether the companion has closed this connection. Nothing is taken out of what waits to be read."""
    poll = select.poll()
    poll.register(attacker, select.POLLIN)
    for _, flags in poll.poll(0):
        if flags & (select.POLLHUP | select.POLLERR):
            return True
        try:
            return not attacker.recv(1, socket.MSG_PEEK)
        except OSError:
            return True
    return False
