"""Whom a request counts for: its address, the one that a trusted proxy gives, or the seat whose cookie it shows."""

from __future__ import annotations

import pytest

from web.http.parties import Proxies, shared

PROXY = "127.0.0.1"
TRUSTED = Proxies(["127.0.0.1", "10.1.0.0/16"])


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("192.168.1.7", "192.168.1.9", "192.168.1.7"),  # nobody trusts this one
        (PROXY, "192.168.1.9", "192.168.1.9"),
        (PROXY, "", PROXY),
        (PROXY, "6.6.6.6, 192.168.1.9", "192.168.1.9"),  # the phone made up what stands before
        (PROXY, "6.6.6.6, 192.168.1.9, 10.1.2.3", "192.168.1.9"),  # through two proxies of ours
        (PROXY, "unknown", PROXY),
        (PROXY, "unknown, 10.1.2.3", "10.1.2.3"),
        (PROXY, "192.168.1.9:50123", "192.168.1.9"),
        (PROXY, '"[2001:db8::7]:50123"', "2001:db8::7"),
        (PROXY, "::ffff:192.168.1.9", "192.168.1.9"),
    ],
)
def test_only_trusted_proxies_say_for_whom_they_speak(peer: str, forwarded: str, client: str) -> None:
    assert TRUSTED.client(peer, forwarded) == client


def test_a_network_that_one_household_has_counts_as_one() -> None:
    assert shared("2001:db8:0:1::7") == shared("2001:db8:0:1:ffff::8") != shared("2001:db8:0:2::7")
    assert shared("192.168.1.7") == "192.168.1.7"
    assert shared("unknown") == "unknown"
