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
from typing import Final

import msgspec

from companion.bench.figures import machine
from companion.errors import CompanionError

SERVER: Final = "127.0.0.1"
ATTACKERS: Final = "127.0.0.2"
PHONE: Final = "127.0.0.3"
MOST_S: Final = 2.0
"""A phone waits no longer for its page and the first event of its stream."""
PATIENCE_S: Final = 10.0
"""A phone that has waited so long gives up."""
AGAIN_S: Final = 0.5
"""Attackers that were put out are back after that."""
GATHER_S: Final = 5.0
"""They have that long to connect."""
ATTACKER_PATIENCE_S: Final = 0.5


class NoSuchAddress(CompanionError, OSError):
    """This machine does not have the addresses from which phones and attackers come."""


class Attack(msgspec.Struct, frozen=True):
    """So many connections that each send the same, and then nothing more."""

    name: str
    connections: int
    sent: bytes


class Visitor(msgspec.Struct, frozen=True):
    """A phone: its address, its page, and the cookie of its seat."""

    address: str
    page: str = "/"
    cookie: str = ""


class Wait(msgspec.Struct, frozen=True):
    """The longest that phones waited during one attack, in milliseconds; None where one gave up."""

    attack: str
    connections: int
    """How many of the attackers had connected at once."""
    phone_ms: float | None
    seated_ms: float | None

    @property
    def is_short(self) -> bool:
        """Whether nobody waited for longer than they may."""
        return all(each is not None and each <= MOST_S * 1000 for each in (self.phone_ms, self.seated_ms))


class AttackReport(msgspec.Struct, frozen=True):
    """What one run measured."""

    machine: str
    times: int
    """How often each phone asked during each attack."""
    waits: tuple[Wait, ...]

    @property
    def too_long(self) -> tuple[str, ...]:
        """The attacks during which a phone waited for too long."""
        return tuple(each.attack for each in self.waits if not each.is_short)


def attacks() -> tuple[Attack, ...]:
    """The four."""
    head = f" HTTP/1.1\r\nHost: {SERVER}\r\n".encode()
    return (
        Attack("half-open", 256, b"GET /" + head),
        Attack("idle", 260, b""),
        Attack("never reading", 200, (b"GET /" + head + b"\r\n") * 200),
        Attack("streams", 64, b"GET /stream" + head + b"\r\n"),
    )


def measure_attacks(
    port: int, chosen: Sequence[Attack], times: int, progress: Callable[[], None] = lambda: None
) -> AttackReport:
    """The report on the companion at that port of this machine. Raises `NoSuchAddress`.

    A phone takes its first seat, at the attackers' address. `progress` is called whenever both phones have asked.
    """
    phone, seated = Visitor(PHONE), _sit_down(port)
    waits = []
    for attack in chosen:
        with _under_way(port, attack) as connected:
            asked = []
            for _ in range(times):
                asked.append((waited_ms(port, phone), waited_ms(port, seated)))
                progress()
        phones, seats = zip(*asked, strict=True)
        waits.append(Wait(attack.name, connected, _longest(phones), _longest(seats)))
    return AttackReport(machine(), times, tuple(waits))


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


def _longest(waited: Sequence[float | None]) -> float | None:
    told = [each for each in waited if each is not None]
    return max(told) if len(told) == len(waited) else None


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
def _under_way(port: int, attack: Attack) -> Iterator[int]:
    """The attack goes on; gives how many have connected at first."""
    attackers = list(_gather(port, attack, attack.connections))
    connected, is_over = len(attackers), threading.Event()

    def come_again() -> None:
        while not is_over.wait(AGAIN_S):
            lost = [each for each in attackers if _is_out(each)]
            for each in lost:
                attackers.remove(each)
                each.close()
            attackers.extend(_gather(port, attack, attack.connections - len(attackers)))

    again = threading.Thread(target=come_again, name="attackers", daemon=True)
    again.start()
    try:
        yield connected
    finally:
        is_over.set()
        again.join()
        for each in attackers:
            each.close()


def _gather(port: int, attack: Attack, count: int) -> Iterator[socket.socket]:
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
            attacker.sendall(attack.sent)
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
