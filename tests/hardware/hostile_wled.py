"""Whoever sits at the address of a WLED and means harm: raw bytes to each question, as slowly as it likes."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any, Final

INFO: Final[dict[str, Any]] = {"leds": {"count": 60, "fps": 42}, "name": "Table", "ver": "0.14.1", "mac": "a1"}
STATE: Final[dict[str, Any]] = {"on": False, "bri": 128, "lor": 0}
HEAD: Final = b"HTTP/1.1 200 OK\r\n"


def answer(body: bytes, head: bytes = HEAD) -> bytes:
    """The body with a head that says its length."""
    return head + b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def as_json(content: Any) -> bytes:
    """An answer as a WLED gives it."""
    return answer(json.dumps(content).encode())


class HostileWled:
    """Says to each question what `says` gives out for its path, piece by piece, until the other side hangs up."""

    def __init__(self, says: Callable[[str], Iterator[bytes]], gap_s: float = 0.0) -> None:
        self.asked: list[str] = []
        self._says, self._gap_s = says, gap_s
        self._closing = threading.Event()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.host = f"127.0.0.1:{self._door.getsockname()[1]}"
        threading.Thread(target=self._run, daemon=True).start()

    def close(self) -> None:
        """Say no more."""
        self._closing.set()
        with contextlib.suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                line, _ = self._door.accept()
            except OSError:
                return
            threading.Thread(target=self._talk, args=(line,), daemon=True).start()

    def _talk(self, line: socket.socket) -> None:
        with line, contextlib.suppress(OSError, IndexError):
            self.asked.append(path := line.recv(65_536).split()[1].decode())
            for piece in self._says(path):
                line.sendall(piece)
                if self._gap_s and self._closing.wait(self._gap_s):
                    return
