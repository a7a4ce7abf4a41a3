"""The way from the server to whoever waits for a page: a client on a plain socket, and one hop of an event alone."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, Final

from flask import Flask, Response

from companion.bench.act_traces import Follower
from companion.errors import CompanionError
from web.http.stream import parse_place

FOLLOWED: Final = "followed"
"""Query of the stream that is followed; other streams, as a browser's, are not."""
STREAM: Final = f"/stream?{FOLLOWED}"
HOP: Final = "/bench/hop"
_READ_BYTES: Final = 65536
_SLICE_S: Final = 0.5
"""Longest wait of a thread before it looks whether it is to end."""
_PATIENCE_S: Final = 20.0


class ObservedPages:
    """The application, told of each page that it gives to the followed stream."""

    def __init__(self, app: Callable[..., Iterable[bytes]], follower: Follower) -> None:
        self._app = app
        self._follower = follower

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """As WSGI has it (PEP 3333)."""
        answer = self._app(environ, start_response)
        return _Observed(answer, self._follower) if environ.get("QUERY_STRING") == FOLLOWED else answer


class _Observed:
    def __init__(self, answer: Iterable[bytes], follower: Follower) -> None:
        self._answer = answer
        self._chunks = iter(answer)
        self._follower = follower

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        chunk = next(self._chunks)
        if (row := shown_row(chunk)) is not None:
            self._follower.written(row)
        return chunk

    def close(self) -> None:
        """As PEP 3333 wants it of whoever passes an answer on."""
        if (close := getattr(self._answer, "close", None)) is not None:
            close()


def shown_row(block: bytes) -> int | None:
    """The row that an event with a prompt shows, be it alone or with its page; None for any other event."""
    lines = dict(line.split(b": ", 1) for line in block.strip().split(b"\n") if line[:1].isalpha())
    if lines.get(b"event") == b"prompt":
        where: str = json.loads(lines[b"data"])["place"]
    elif lines.get(b"event") == b"page":
        where = lines[b"id"].decode()
    else:
        return None
    place = parse_place(where)
    return place.row if place is not None else None


class _Listener:
    """A thread that holds one stream of events open, and tells of each whole event as it has come."""

    def __init__(self, port: int, path: str, came: Callable[[bytes], None]) -> None:
        self._address = ("127.0.0.1", port)
        self._path = path
        self._came = came
        self._socket: socket.socket | None = None
        self._thread = threading.Thread(target=self._run, name="client", daemon=True)

    def start(self) -> None:
        self._socket = socket.create_connection(self._address, timeout=_PATIENCE_S)
        # HTTP/1.0, so that the events come as they are and not in chunks.
        self._socket.sendall(f"GET {self._path} HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n".encode())
        self._socket.settimeout(None)
        self._thread.start()

    def stop(self) -> None:
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
            self._thread.join(_PATIENCE_S)
            self._socket.close()

    def _run(self) -> None:
        assert self._socket is not None
        rest, has_head = b"", False
        with suppress(OSError):
            while data := self._socket.recv(_READ_BYTES):
                rest += data
                if not has_head:
                    _, head_end, after = rest.partition(b"\r\n\r\n")
                    has_head, rest = bool(head_end), after if head_end else rest
                if not has_head:
                    continue
                *events, rest = rest.split(b"\n\n")
                for event in events:
                    self._came(event)


class Client:
    """A phone as the server sees it: a socket that waits for pages. `start` and `stop` from one thread."""

    def __init__(self, port: int, follower: Follower) -> None:
        self._follower = follower
        self._listener = _Listener(port, STREAM, self._take)
        self.prompt_bytes = 0
        """Length of the event that was the first to show the newest row."""
        self._row = 0

    def start(self) -> None:
        """Open the stream."""
        self._listener.start()

    def stop(self) -> None:
        """Close it."""
        self._listener.stop()

    def _take(self, event: bytes) -> None:
        if (row := shown_row(event)) is not None:
            if row != self._row:
                self._row, self.prompt_bytes = row, len(event)
            self._follower.received_prompt(row)


class Hop:
    """One event from the server to a client that waits for it, with nothing to draw and nobody to ask."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._changed = threading.Condition()
        self._wanted = b""
        self._is_over = False
        self._is_open = threading.Event()
        self._has_come = threading.Event()
        self._came_s = 0.0
        self._listener: _Listener | None = None

    def serve(self, app: Flask) -> None:
        """Add its stream to the pages; before the first request."""
        app.add_url_rule(HOP, "bench-hop", lambda: Response(self._events(), mimetype="text/event-stream"))

    def listen(self, port: int) -> None:
        """Let a client wait at it. Raises `CompanionError` where the server does not answer."""
        self._listener = _Listener(port, HOP, self._take)
        self._listener.start()
        if not self._is_open.wait(_PATIENCE_S):
            raise CompanionError("The companion's own server does not answer on 127.0.0.1. Look at its firewall.")

    def send(self, size: int) -> float:
        """Seconds from the wish to send an event of so many bytes to its last byte at the client."""
        event = b"data: " + b"x" * max(0, size - 6) + b"\n\n"
        self._has_come.clear()
        began_s = self._clock()
        with self._changed:
            self._wanted = event
            self._changed.notify_all()
        if not self._has_come.wait(_PATIENCE_S):
            raise CompanionError("An event did not come from the companion's own server. Measure again.")
        return self._came_s - began_s

    def stop(self) -> None:
        """End the stream."""
        with self._changed:
            self._is_over = True
            self._changed.notify_all()
        if self._listener is not None:
            self._listener.stop()

    def _events(self) -> Iterator[bytes]:
        yield b": open\n\n"
        while not self._is_over:
            with self._changed:
                self._changed.wait_for(lambda: self._wanted or self._is_over, _SLICE_S)
                event, self._wanted = self._wanted, b""
            if event:
                yield event

    def _take(self, event: bytes) -> None:
        came_s = self._clock()
        if event.startswith(b"data: "):
            self._came_s = came_s
            self._has_come.set()
        else:
            self._is_open.set()
