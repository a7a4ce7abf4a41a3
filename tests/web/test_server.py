"""Serving for real, on a port of this machine: start, streams, stop, and a busy port."""

from __future__ import annotations

import errno
import http.client
import re
import threading
import time

import pytest
from flask import Flask

from companion.errors import CompanionError
from web import PageServer, PortBusy, page_urls


def test_a_busy_port_is_named_with_the_way_out(app: Flask) -> None:
    first = PageServer(app, host="127.0.0.1", port=0)
    try:
        with pytest.raises(PortBusy) as busy:
            PageServer(app, host="127.0.0.1", port=first.port)
    finally:
        first.stop()
    assert str(busy.value).endswith(
        f"Port {first.port} is in use by another program. "
        f"Stop that program, or choose another port, for example with --port {first.port + 1}."
    )
    assert isinstance(busy.value, CompanionError)
    assert isinstance(busy.value, OSError)
    assert busy.value.errno == errno.EADDRINUSE


def test_pages_are_served_and_a_stop_ends_open_streams(app: Flask) -> None:
    server = PageServer(app, host="127.0.0.1", port=0)
    server.start()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    stream = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    try:
        connection.request("GET", "/health.json")
        reply = connection.getresponse()
        assert reply.status == 200
        assert reply.headers["Server"] is None
        reply.read()
        stream.request("GET", "/stream")
        events = stream.getresponse()
        assert events.headers["Content-Type"].startswith("text/event-stream")
        assert events.readline() == b"retry: 2000\n"
        while not events.readline().startswith(b'data: {"html"'):
            pass
        assert events.readline() == b"\n"
        began = time.monotonic()
        server.stop()
        assert time.monotonic() - began < 8
        assert events.read() == b"", "the stream has ended in good order"
    finally:
        connection.close()
        stream.close()
    assert not any(thread.name == "pages" for thread in threading.enumerate())


def test_a_client_that_goes_away_gives_its_stream_back(app: Flask) -> None:
    server = PageServer(app, host="127.0.0.1", port=0)
    server.start()
    streams = app.extensions["companion-streams"]
    try:
        stream = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        stream.request("GET", "/stream")
        reply = stream.getresponse()
        reply.readline()
        assert streams.open == 1
        reply.close()
        stream.close()
        deadline = time.monotonic() + 10
        while streams.open and time.monotonic() < deadline:
            threading.Event().wait(0.05)
        assert streams.open == 0
    finally:
        server.stop()


def test_a_server_that_never_started_can_be_stopped(app: Flask) -> None:
    server = PageServer(app, host="127.0.0.1", port=0)
    server.stop()
    PageServer(app, host="127.0.0.1", port=server.port).stop()


def test_the_first_address_is_this_machine_and_the_others_are_its_network() -> None:
    first, *others = page_urls(8000)
    assert first == "http://127.0.0.1:8000/"
    assert all(re.fullmatch(r"http://\d+\.\d+\.\d+\.\d+:8000/", url) for url in others)
