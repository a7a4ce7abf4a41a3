"""Serving for real, on a port of this machine: start, streams, stop, and a busy port."""

from __future__ import annotations

import errno
import http.client
import logging
import re
import socket
import struct
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


def test_requests_that_nobody_answers_any_more_are_no_news(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    server = PageServer(app, host="127.0.0.1", port=0)
    server.start()
    dispatcher = server._server.task_dispatcher
    dispatcher.set_thread_count(0)  # as a stop does first
    with dispatcher.lock:
        while dispatcher.threads:
            assert dispatcher.thread_exit_cv.wait(10)
    with socket.create_connection(("127.0.0.1", server.port), 10) as phone:
        phone.sendall(b"GET /health.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        while not dispatcher.queue:
            threading.Event().wait(0.01)
        server.stop()
        assert phone.recv(1) == b""
    assert caplog.messages == []


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


def _peer(server: PageServer, path: str = "/", times: int = 1) -> socket.socket:
    """A connection that asks for a page so often, and takes in little at a time."""
    peer = socket.socket()
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    peer.connect(("127.0.0.1", server.port))
    peer.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * times)
    return peer


def _until_gone(server: PageServer) -> None:
    """Wait until the server has let go of every connection."""
    deadline = time.monotonic() + 30
    while server._server.active_channels and time.monotonic() < deadline:
        threading.Event().wait(0.02)
    assert not server._server.active_channels


@pytest.mark.parametrize("is_reset", [False, True])
def test_a_closed_tab_is_no_line_in_the_log(app: Flask, is_reset: bool, caplog: pytest.LogCaptureFixture) -> None:
    server = PageServer(app, host="127.0.0.1", port=0)
    server.start()
    try:
        with caplog.at_level(logging.INFO):
            for path in ("/stream", "/"):
                peer = _peer(server, path)
                assert peer.recv(16)
                if is_reset:
                    peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                peer.close()
            _until_gone(server)
    finally:
        server.stop()
    assert caplog.messages == []


def test_a_peer_that_stops_reading_is_one_line_in_the_log_at_most(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("web.http.server.SILENT_PEER_MS", 300)
    server = PageServer(app, host="127.0.0.1", port=0)
    server.start()
    try:
        with caplog.at_level(logging.INFO):
            peer = _peer(server, times=100)
            _until_gone(server)
            peer.close()
    finally:
        server.stop()
    assert len(caplog.text.splitlines()) <= 1, caplog.text


def test_what_waitress_cannot_do_is_told_in_one_line(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    PageServer(app, host="127.0.0.1", port=0).stop()
    try:
        raise AttributeError("of a socket that another thread has closed")
    except AttributeError:
        logging.getLogger("waitress").exception("Unexpected exception when flushing")
    assert len(caplog.text.splitlines()) == 1
    assert caplog.messages == ["Unexpected exception when flushing: AttributeError"]


def test_a_server_that_never_started_can_be_stopped(app: Flask) -> None:
    server = PageServer(app, host="127.0.0.1", port=0)
    server.stop()
    PageServer(app, host="127.0.0.1", port=server.port).stop()


def test_the_first_address_is_this_machine_and_the_others_are_its_network() -> None:
    first, *others = page_urls(8000)
    assert first == "http://127.0.0.1:8000/"
    assert all(re.fullmatch(r"http://\d+\.\d+\.\d+\.\d+:8000/", url) for url in others)


def test_a_server_that_somebody_else_wakes_as_it_is_stopped_stops(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    server = PageServer(app, host="127.0.0.1", port=0)
    server.start()
    trigger = server._server.trigger
    pull = trigger._physical_pull

    def pulled_twice() -> None:
        """A worker's pull comes first, and the loop has time to do what stands there."""
        pull()
        server._thread.join(0.3)
        pull()

    monkeypatch.setattr(trigger, "_physical_pull", pulled_twice)
    server.stop()
    assert not server._thread.is_alive()
