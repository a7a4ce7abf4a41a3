"""Under which names the pages may be opened."""

from __future__ import annotations

import pytest

from companion.storage.addresses import Addresses, NotAName, name_in, own_names, plain_name


@pytest.mark.parametrize(
    "sent_to",
    [
        "127.0.0.1",
        "192.168.1.20:8000",
        "[::1]:8000",
        "[fe80::1]",
        "localhost",
        "LOCALHOST:8000",
        "localhost.",
        "tablepi",
        "tablepi.local:8000",
        "TablePi.local.",
        "spiel.example",
        "spiel.example:443",
        "xn--trme-0ra.example",
    ],
)
def test_addresses_and_own_names_are_known(sent_to: str) -> None:
    assert Addresses(["Spiel.example", "türme.example"], "tablepi").knows(sent_to)


@pytest.mark.parametrize(
    "sent_to",
    [
        "",
        ":8000",
        "evil.example",
        "evil.example:8000",
        "127.0.0.1.evil.example",
        "tablepi.evil.example",
        "x.spiel.example",
        "localhost.evil",
        "127.0.0.1, evil.example",
        "127.0.0.1@evil.example",
        "evil.example#127.0.0.1",
        "[::1",
        "::1",
        "[127.0.0.1]",
        "127.1",
        "0x7f000001",
        "127.0.0.1:port",
        "localhost:8000:8000",
        "local\x00host",
        "a" * 30_000,
    ],
)
def test_no_other_name_is(sent_to: str) -> None:
    assert not Addresses(["spiel.example"], "tablepi").knows(sent_to)


def test_a_machine_with_a_long_name_goes_by_its_short_one_too() -> None:
    assert own_names("tablepi.home.arpa") == {"localhost", "tablepi.home.arpa", "tablepi", "tablepi.local"}
    assert own_names("") == own_names("my pi") == {"localhost"}


@pytest.mark.parametrize("typed", ["", "http://spiel.example", "spiel.example:80", "*.example", "-x", "a..b", "x" * 64])
def test_what_is_no_name_is_refused(typed: str) -> None:
    with pytest.raises(NotAName):
        plain_name(typed)


def test_only_what_may_stand_in_companion_toml_is_quoted() -> None:
    assert name_in("Evil.example:81") == "evil.example"
    assert name_in('x"]\n[strip]') == name_in("a b") == name_in("\x1b[2J") == ""
