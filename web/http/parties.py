"""Who a connection counts for: an address, a seat, the host, or a proxy that companion.toml trusts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, TypeAlias

import msgspec
from flask import Request

from companion.storage.limits import Limits

PARTY: Final = "companion.party"
"""Where a request's environment has its `Party`."""
STREAMS: Final = "companion.streams"
"""Where it has what is to be called once the answer turns out to be a stream: it then waits, and does no work."""
BY_PROXY: Final = "companion.proxy"
"""Where it has whether a proxy that companion.toml trusts sent it on."""
PROXY_CONNECTIONS: Final = 256
"""Connections of a trusted proxy, which stand for many people."""
Known: TypeAlias = Callable[[str], str]
"""Who shows this `Cookie` header: "seat 2" or "host"; "" for nobody known."""


class Party(msgspec.Struct, frozen=True):
    """Whoever shares one allowance."""

    name: str
    """An address, "seat 2", or "host"."""
    is_known: bool = False
    """It has shown the cookie of a seat or of the host."""
    is_proxy: bool = False


class Proxies:
    """The addresses whose `X-Forwarded-For` is believed."""

    def __init__(self, networks: Iterable[str] = ()) -> None:
        """Addresses or networks, such as 192.168.1.4 or 172.16.0.0/12. Raises ValueError for anything else."""
        self._networks = tuple(ip_network(each, strict=False) for each in networks)

    def trusts(self, address: str) -> bool:
        """Whether this is one of them."""
        parsed = _parse(address)
        return parsed is not None and any(parsed in network for network in self._networks)

    def client(self, peer: str, forwarded: str) -> str:
        """The address that a request came from, by its peer and its `X-Forwarded-For`.

        The header is read from its end, where the proxy nearest to us wrote: whatever stands before the first address
        that is not trusted may be made up. What is no address is not believed either.
        """
        address = peer
        for hop in reversed(forwarded.split(",")):
            if not self.trusts(address):
                break
            parsed = _parse(hop)
            if parsed is None:
                break
            address = str(parsed)
        return address


def shared(address: str) -> str:
    """What an address counts as: itself, or the network that one household or device has of the newer kind."""
    parsed = _parse(address)
    return str(IPv6Network((parsed, 64), strict=False)) if isinstance(parsed, IPv6Address) else address


def party_of(request: Request) -> Party:
    """Whoever sent a request; by its address alone where no server of ours took it."""
    found = request.environ.get(PARTY)
    return found if isinstance(found, Party) else Party(shared(request.remote_addr or ""))


def most_connections(limits: Limits, party: Party) -> int:
    """How many connections a party may have."""
    if party.is_proxy:
        return PROXY_CONNECTIONS
    return limits.known_connections if party.is_known else limits.connections


def most_unfinished(limits: Limits, party: Party) -> int:
    """How many of them may have no whole request yet."""
    return PROXY_CONNECTIONS if party.is_proxy else min(limits.unfinished, most_connections(limits, party))


def most_requests(limits: Limits, party: Party) -> int:
    """How many of its requests are answered at once."""
    return limits.known_requests if party.is_known else limits.requests


def most_streams(limits: Limits, party: Party) -> int:
    """How many streams it may have."""
    return limits.known_streams if party.is_known else limits.streams


def _parse(text: str) -> IPv4Address | IPv6Address | None:
    """The address in a text, which may have quotes, brackets or a port round it."""
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        parsed = ip_address(text)
    except ValueError:
        return None
    mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return mapped or parsed
