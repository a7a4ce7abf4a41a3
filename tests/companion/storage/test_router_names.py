"""A home router's name for this machine opens the pages where the router gave it, and no stranger's name does."""

from __future__ import annotations

import threading

import pytest

from companion.storage.addresses import Addresses
from companion.storage.router_names import ASK_EVERY_S, RouterNames, search_domains


def addresses(resolver: str = "", called: str = "") -> Addresses:
    """Those of a machine called tablepi, in a network whose router says this."""
    return Addresses((), "tablepi", RouterNames("tablepi", lambda: resolver, lambda: called))


@pytest.mark.parametrize(
    ("resolver", "called", "sent_to"),
    [
        ("nameserver 192.168.178.1\nsearch fritz.box\n", "", "tablepi.fritz.box:8000"),
        ("search lan\n", "", "TablePi.LAN."),
        ("domain home.arpa\n", "", "tablepi.home.arpa"),
        ("search attic.home.arpa example.org", "", "tablepi.attic.home.arpa"),
        ("search example.org\n", "tablepi-2.fritz.box", "tablepi-2.fritz.box"),
        ("", "Tablepi.lan.", "tablepi.lan:8000"),
    ],
)
def test_what_the_router_gave_is_known(resolver: str, called: str, sent_to: str) -> None:
    assert addresses(resolver, called).knows(sent_to)


@pytest.mark.parametrize(
    ("resolver", "called", "sent_to"),
    [
        ("", "", "tablepi.fritz.box"),
        ("search lan\n", "", "tablepi.fritz.box"),
        ("search fritz.box\n", "", "other.fritz.box"),
        ("search fritz.box\n", "", "fritz.box"),
        ("search fritz.box\n", "", "tablepi.x.fritz.box"),
        ("search evil.example\n", "", "tablepi.evil.example"),
        ("search evil.example\n", "tablepi.evil.example", "tablepi.evil.example"),
        ("search box\n", "box", "tablepi.box"),
        ("search evilfritz.box\n", "", "tablepi.evilfritz.box"),
        ("search lan\nsearch example.org\n", "", "tablepi.lan"),
        ("# search lan\n;search lan\n", "", "tablepi.lan"),
        ("", "tablepi.lan", "tablepi.lan.evil.example"),
        ("", "fritz.box", "fritz.box"),
    ],
)
def test_what_it_did_not_give_is_not(resolver: str, called: str, sent_to: str) -> None:
    assert not addresses(resolver, called).knows(sent_to)


def test_the_last_line_of_the_resolver_counts() -> None:
    assert search_domains("domain lan\nsearch Fritz.Box. home.arpa\n") == ("fritz.box", "home.arpa")


def test_the_router_is_asked_now_and_then_and_one_at_a_time_waits_for_it() -> None:
    now_s, asked = 0.0, list[str]()
    is_asked, may_answer = threading.Event(), threading.Event()

    def called() -> str:
        asked.append("")
        is_asked.set()
        may_answer.wait(5)
        return "tablepi.lan" if len(asked) > 1 else ""

    router = RouterNames("tablepi", lambda: "", called, lambda: now_s)
    first = threading.Thread(target=router.knows, args=("tablepi.lan",))
    first.start()
    is_asked.wait(5)
    assert not router.knows("tablepi.lan"), "nobody else waits"
    may_answer.set()
    first.join()
    assert not router.knows("tablepi.lan")
    assert len(asked) == 1
    now_s += ASK_EVERY_S
    assert router.knows("tablepi.lan")
    now_s += 10 * ASK_EVERY_S
    assert router.knows("tablepi.lan")
    assert not router.knows("tablepi.example")
    assert len(asked) == 2, "no name beyond a home is asked about"
