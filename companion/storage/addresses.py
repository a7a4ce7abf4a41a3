"""Under which names the pages may be opened, so that no foreign name can be pointed at this table.

A name of somebody else's, once it leads a browser to this machine, would make their page and ours one site (DNS
rebinding). An address leads nowhere else, and a name of the table's own belongs to it.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address
from typing import Final

from companion.storage.router_names import RouterNames

_LONGEST: Final = 400
"""Of what is read of a name; the longest one has 253 characters."""
_LABEL: Final = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_NAME: Final = re.compile(rf"(?=.{{1,253}}\Z){_LABEL}(?:\.{_LABEL})*")
_HOST: Final = re.compile(r"(?P<host>\[[^\]]*\]|[^:]*)(?::\d{1,5})?")


class NotAName(ValueError):
    """Something that is not the name of a machine."""


def plain_name(typed: str) -> str:
    """The name as browsers send it: "Spieltisch.Example." is "spieltisch.example". Raises `NotAName`."""
    try:
        name = typed[:_LONGEST].strip().removesuffix(".").encode("idna").decode("ascii").lower()
    except UnicodeError:
        name = ""
    if not _NAME.fullmatch(name):
        raise NotAName(typed)
    return name


def own_names(hostname: str) -> frozenset[str]:
    """What this machine is called: by itself, and in the network around it."""
    try:
        name = plain_name(hostname)
    except NotAName:
        return frozenset({"localhost"})
    short = name.partition(".")[0]
    return frozenset({"localhost", name, short, f"{short}.local"})


class Addresses:
    """Whether a request was sent to a name or an address of this table."""

    def __init__(
        self, names: Iterable[str] = (), hostname: str | None = None, router: RouterNames | None = None
    ) -> None:
        """`names` are those of companion.toml; `hostname` this machine's, None to ask it. Raises `NotAName`.

        `router` knows what the network's router calls this machine, None to ask it.
        """
        hostname = socket.gethostname() if hostname is None else hostname
        self._names: Final = own_names(hostname) | {plain_name(each) for each in names}
        self._router: Final = router or RouterNames(hostname.partition(".")[0].lower())

    def knows(self, sent_to: str) -> bool:
        """Whether a `Host` header names this table; its port does not matter, a proxy may have another."""
        parts = _HOST.fullmatch(sent_to)
        if parts is None:
            return False
        name = parts["host"].lower().removesuffix(".")
        return _is_address(parts["host"]) or name in self._names or self._router.knows(name)


def name_in(sent_to: str) -> str:
    """The name in a `Host` header as companion.toml may have it; "" where it is none."""
    parts = _HOST.fullmatch(sent_to)
    try:
        return plain_name(parts["host"]) if parts else ""
    except NotAName:
        return ""


def _is_address(host: str) -> bool:
    bare = host[1:-1] if host.startswith("[") else host
    try:
        address = ip_address(bare)
    except ValueError:
        return False
    return isinstance(address, IPv6Address) == host.startswith("[")
