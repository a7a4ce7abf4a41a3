"""The door of a real server: who is put out, who is not, and how often each address is answered at once."""

from __future__ import annotations

import http.client
import os
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, request

from companion.bench.attack import ATTACKERS, PHONE, Target
from companion.bench.floods import Floods, floods
from companion.storage.limits import Limits
from web.http.door import Server
from web.http.parties import PARTY, Proxies
from web.http.server import PageServer

GET = b"GET /health.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
PATIENCE_S = 20
LARGE = 900_000
"""Bytes; the system keeps some answers of that size for a peer that does not read, but not 14 of them."""


class Served(ExitStack):
    """A real server, and those who call it, who hang up at the end."""

    def __init__(self, app: Flask, **more: Any) -> None:
        super().__init__()
        server = PageServer(app, host="127.0.0.1", port=0, **more)
        self.callback(server.stop)
        server.start()
        self.port = server.port
        self._server: Any = server

    def channels(self) -> list[Any]:
        """The connections as the server has them."""
        return list(self._server._server.active_channels.values())

    def call(self, address: str = ATTACKERS, sent: bytes = b"") -> Caller:
        """A connection from an address of this machine, on which that is sent at once."""
        line = self.enter_context(socket.create_connection(("127.0.0.1", self.port), PATIENCE_S, (address, 0)))
        line.sendall(sent)
        return Caller(line)

    def ask_for(self, page: str, address: str, headers: Mapping[str, str]) -> http.client.HTTPConnection:
        """A connection on which a page was asked for."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, PATIENCE_S, (address, 0))
        self.callback(line.close)
        line.request("GET", page, headers=headers)
        return line


class Caller:
    """One connection."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line

    def ask(self, sent: bytes = GET) -> int:
        """The status of an answer, or 0 where the connection was closed instead."""
        try:
            self.line.sendall(sent)
            answer = http.client.HTTPResponse(self.line)
            answer.begin()
            answer.read()
            return answer.status
        except (OSError, http.client.HTTPException):
            return 0

    def is_out(self) -> bool:
        """Wait until the server closes the connection."""
        try:
            return self.line.recv(1) == b""
        except ConnectionError:
            return True


def test_nobody_is_shut_out_by_one_client(app: Flask, tmp_path: Path) -> None:
    with Served(app) as server:
        waits = list(Floods(floods()).waits(Target(server.port, tmp_path), 2, lambda: None))
    assert [(each.attack, each.size, each.who) for each in waits] == [
        (flood.name, f"{flood.connections} connections", who)  # all came in at first
        for flood in floods()
        for who in ("another phone", "seated phone")
    ]
    for each in waits:
        assert each.ms is not None, f"{each.attack}: {each.who} gets its page"


def test_one_unfinished_request_more_than_an_address_may_have_closes_its_oldest(app: Flask) -> None:
    with Served(app, limits=Limits(unfinished=2)) as server:
        other = server.call(PHONE, GET[:9])
        first, second, third = (server.call(sent=GET[:9]) for _ in range(3))
        assert first.is_out()
        assert second.ask(GET[9:]) == third.ask(GET[9:]) == 200
        assert other.ask(GET[9:]) == 200, "what one address does is nothing to another"


def test_a_request_that_begins_late_on_a_connection_counts_as_well(app: Flask) -> None:
    with Served(app, limits=Limits(unfinished=1)) as server:
        first, second = server.call(), server.call()
        assert first.is_out()
        third = server.call()
        assert second.is_out()
        assert third.ask() == 200
        fourth = server.call()
        assert fourth.ask() == 200
        fourth.line.sendall(GET[:9])
        assert server.call(PHONE).ask() == 200, "by now it is known"
        third.line.sendall(GET[:9])
        assert fourth.is_out()


def test_one_connection_more_than_an_address_may_have_closes_the_longest_idle(app: Flask) -> None:
    with Served(app, limits=Limits(connections=2)) as server:
        first, second = server.call(), server.call()
        assert first.ask() == 200
        third = server.call()
        assert second.is_out()
        assert first.ask() == third.ask() == 200


def test_a_connection_is_kept_for_seconds_between_two_requests_and_a_proxys_until_the_proxy_closes_it(
    app: Flask,
) -> None:
    with Served(app, proxies=Proxies([ATTACKERS])) as server:
        assert server.call(ATTACKERS).ask() == server.call(PHONE).ask() == 200
        while any(channel.begun_at is not None or channel.requests for channel in server.channels()):
            pass  # what was answered has yet to be counted off
        late = {
            (channel.address, after_s): channel.is_late(channel.last_activity + after_s)
            for channel in server.channels()
            for after_s in (4, 6, 61)
        }
    assert {key for key, is_late in late.items() if is_late} == {(PHONE, 6), (PHONE, 61)}


def test_a_request_may_pause_in_its_middle_but_has_to_come_to_its_end(app: Flask) -> None:
    with Served(app) as server:
        server.call(PHONE, GET[:9])
        while not any(channel.begun_at is not None and channel.request is not None for channel in server.channels()):
            pass
        (channel,) = server.channels()
        assert [channel.is_late(channel.begun_at + after_s) for after_s in (6, 9, 11)] == [False, False, True]


def test_whoever_comes_as_another_is_closed_is_let_in(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    came = list[Caller]()
    with Served(app) as server:
        first = server.call()
        assert first.ask() == 200
        tidy = Server.maintenance

        def come(self: Any, now: float) -> None:
            if not came:
                (channel,) = self.active_channels.values()
                came.append(server.call(PHONE))
                while (number := os.open(os.devnull, os.O_RDONLY)) < channel.socket.fileno():
                    server.callback(os.close, number)  # the lowest that is free is what the next one gets
                os.close(number)
                now += 6
            tidy(self, now)

        monkeypatch.setattr(Server, "maintenance", come)
        assert first.is_out()
        assert came[0].ask() == 200


def test_a_request_that_does_not_become_whole_is_given_up(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.http.door.WHOLE_WITHIN_S", 0.0)
    with Served(app) as server:
        assert server.call(sent=GET[:9]).is_out()


def test_a_peer_that_reads_nothing_is_given_up_and_holds_no_thread(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    is_free = threading.Event()

    def endless() -> Iterator[bytes]:
        try:
            while True:
                yield b"." * 65536
        finally:
            is_free.set()

    app.add_url_rule("/endless", view_func=endless)
    monkeypatch.setattr("web.http.door.READ_WITHIN_S", 0.1)
    with Served(app) as server:
        server.call(sent=GET.replace(b"/health.json", b"/endless"))
        assert is_free.wait(PATIENCE_S)


def test_a_request_waits_without_a_thread_until_the_last_answer_is_read(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.http.server.THREADS", 1)
    begun = list[int]()

    def large() -> bytes:
        begun.append(len(begun))
        return b"." * LARGE

    app.add_url_rule("/large", view_func=large)
    with Served(app) as server:
        caller, phone = server.call(sent=GET.replace(b"/health.json", b"/large") * 14), server.call(PHONE)
        # A request of the caller's comes before the phone's each time, until none goes on for want of a reader.
        before, rounds = -1, 0
        while rounds < 3:
            assert phone.ask() == 200
            before, rounds = len(begun), rounds + 1 if len(begun) == before > 0 else 0
        assert len(begun) < 14
        with caller.line.makefile("rb") as answers:
            for _ in range(14):
                while answers.readline() != b"\r\n":
                    pass
                assert len(answers.read(LARGE)) == LARGE


def test_a_peer_that_sends_far_ahead_is_put_out(app: Flask) -> None:
    with Served(app) as server:
        assert server.call(sent=GET * 17).is_out()


def holding(app: Flask) -> tuple[list[str], threading.Semaphore, Callable[[], None]]:
    """A page that is answered when it is let go, and who asks for it now."""
    inside, come, go = list[str](), threading.Semaphore(0), threading.Event()

    def hold() -> str:
        inside.append(request.environ[PARTY].name)
        come.release()
        assert go.wait(PATIENCE_S)
        return str(request.remote_addr)

    app.add_url_rule("/hold", view_func=hold)
    return inside, come, go.set


def test_an_address_is_answered_so_often_at_once_and_the_others_in_their_turn(app: Flask) -> None:
    inside, come, let_go = holding(app)
    with Served(app, limits=Limits(requests=2)) as server:
        lines = [server.ask_for("/hold", ATTACKERS, {}) for _ in range(5)]
        lines.append(server.ask_for("/hold", PHONE, {}))
        for _ in range(3):
            assert come.acquire(timeout=PATIENCE_S)
        assert server.call(PHONE).ask() == 200
        assert sorted(inside) == [ATTACKERS, ATTACKERS, PHONE]
        let_go()
        assert [line.getresponse().status for line in lines] == [200] * 6


def test_behind_a_trusted_proxy_each_forwarded_address_has_its_own(app: Flask) -> None:
    inside, come, let_go = holding(app)
    proxies = Proxies([ATTACKERS])
    with Served(app, limits=Limits(requests=1, connections=2), proxies=proxies) as server:
        lines = [
            server.ask_for("/hold", ATTACKERS, {"X-Forwarded-For": f"6.6.6.6, 192.168.1.{last}"})
            for last in (7, 7, 8, 9)
        ]
        for _ in range(3):
            assert come.acquire(timeout=PATIENCE_S)
        assert sorted(inside) == ["192.168.1.7", "192.168.1.8", "192.168.1.9"]
        let_go()
        assert [line.getresponse().read().decode() for line in lines] == [f"192.168.1.{last}" for last in (7, 7, 8, 9)]


def test_an_address_that_nobody_trusts_speaks_for_itself(app: Flask) -> None:
    inside, come, let_go = holding(app)
    with Served(app, proxies=Proxies([PHONE])) as server:
        line = server.ask_for("/hold", ATTACKERS, {"X-Forwarded-For": "192.168.1.7"})
        assert come.acquire(timeout=PATIENCE_S)
        let_go()
        assert line.getresponse().read().decode() == ATTACKERS
    assert inside == [ATTACKERS]


def test_a_seated_phone_counts_for_its_seat_on_all_it_asks_for_over_the_same_connection(app: Flask) -> None:
    inside, _, let_go = holding(app)
    let_go()
    with Served(app) as server:
        line = http.client.HTTPConnection("127.0.0.1", server.port, PATIENCE_S)
        server.callback(line.close)
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        line.request("POST", "/seat/2/take", "name=Ada", form)
        taken = line.getresponse()
        taken.read()
        cookie = str(taken.headers["Set-Cookie"]).partition(";")[0]
        for headers in ({}, {"Cookie": cookie}, {}, {"Cookie": f"{cookie}x"}):
            line.request("GET", "/hold", headers=headers)
            line.getresponse().read()
        server.ask_for("/hold", PHONE, {"Cookie": f"{cookie}x"}).getresponse().read()
    assert inside == ["127.0.0.1", "seat 2", "seat 2", "seat 2", PHONE]


def test_where_all_have_too_many_whoever_has_the_most_loses_one(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.http.door.MOST_CONNECTIONS", 3)
    with Served(app) as server:
        many = [server.call() for _ in range(3)]
        other = server.call(PHONE)
        assert many[0].is_out()
        assert other.ask() == many[1].ask() == many[2].ask() == 200
