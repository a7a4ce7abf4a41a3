"""What the router of this network calls this machine: under the domain that it gives out, or as it names the address.

Only names that no stranger can have in this network count: those under the domains of home networks. A router says
which of them is its own: anybody may register a name under .box elsewhere, and point it here.
"""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from companion.runtime.plain_file import plain

HOME_DOMAINS: Final = ("lan", "home.arpa", "fritz.box")
"""OpenWrt and others; RFC 8375; FRITZ!Box."""
ASK_EVERY_S: Final = 30.0
"""A table may be started before its router, and be carried to another one."""
_RESOLVER: Final = Path("/etc/resolv.conf")
_MOST_BYTES: Final = 65_536
_SEARCH: Final = re.compile(r"^(?:search|domain)[ \t]+(.*)$", re.MULTILINE)


def is_home(name: str) -> bool:
    """Whether a name, in lower case, lies under the domain of a home network."""
    return any(name.endswith(f".{domain}") for domain in HOME_DOMAINS)


def search_domains(resolver: str) -> tuple[str, ...]:
    """The domains that the router has given out, by the text of resolv.conf: its last such line counts."""
    lines = _SEARCH.findall(resolver)
    return tuple(each.lower().removesuffix(".") for each in lines[-1].split()) if lines else ()


def names_under(short: str, domains: Iterable[str]) -> frozenset[str]:
    """This machine's name under each of the domains that is a home's."""
    return frozenset(f"{short}.{domain}" for domain in domains if is_home(f".{domain}"))


class RouterNames:
    """The names that the router has given to this machine. Any thread; at most one at a time waits for the router."""

    def __init__(
        self,
        short: str,
        resolver: Callable[[], str] | None = None,
        name_of_address: Callable[[], str] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`short` is this machine's name without a dot. `resolver` gives the text of resolv.conf, `name_of_address`
        the name of this machine's address in its network or ""; None to ask the system.
        """
        self._short = short
        self._resolver = resolver or _resolver
        self._name_of_address = name_of_address or _name_of_address
        self._clock = clock
        self._names: frozenset[str] = frozenset()
        self._due_s = float("-inf")
        self._asking = threading.Lock()

    def knows(self, name: str) -> bool:
        """Whether the router calls this machine so; `name` is in lower case. May wait for the router, now and then."""
        if not is_home(name) or name in self._names:
            return name in self._names
        if self._clock() >= self._due_s and self._asking.acquire(blocking=False):
            try:
                self._ask(name)
            finally:
                self._asking.release()
        return name in self._names

    def _ask(self, name: str) -> None:
        found = names_under(self._short, search_domains(self._resolver()))
        if name not in found:
            called = self._name_of_address().lower().removesuffix(".")
            found |= {called} if is_home(called) else set()
        self._names, self._due_s = found, self._clock() + ASK_EVERY_S


def lan_address() -> str | None:
    """This machine's address in its network, or None. Connecting a UDP socket only picks a route: nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address of RFC 5737 that nobody has
            return str(probe.getsockname()[0])
        except OSError:
            return None


def _resolver() -> str:
    try:
        with plain(_RESOLVER).open(encoding="utf-8", errors="replace") as file:
            return file.read(_MOST_BYTES)
    except OSError:
        return ""


def _name_of_address() -> str:
    address = lan_address()
    if address is None:
        return ""
    try:
        return socket.getnameinfo((address, 0), socket.NI_NAMEREQD)[0]
    except (OSError, UnicodeError):
        return ""
