"""Files that are sent to the page of a box, made to take long or to be large, and how long anybody waits meanwhile."""

from __future__ import annotations

import http.client
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from companion.bench.attack import ATTACKERS, PATIENCE_S, PHONE, SERVER, Target, Wait, longest
from companion.bench.floods import Visitor, waited_ms
from companion.bench.many_games import host_cookie

NAME: Final = "uploads"
SENDERS: Final = 16
SENT_BYTES: Final = 8_000_000
_EDGE: Final = "8d0a4f1c"
_ANSWERS: Final = (200, 409, 413)
"""It was looked at, it is no box, it is too large."""


def hostile_files() -> Mapping[str, bytes]:
    """Files that a reader of TOML, or of requests, might take long over."""
    return {
        "parts of a key": b"a." * 30_000 + b"a = 1\n",
        "tables": b"[[family]]\n" * 18_000,
        "nested tables": b"".join(b"[k%d.%s]\nv = 1\n" % (number, b".".join([b"a"] * 30)) for number in range(4_900)),
        "open lists": b"a = " + b"[" * 900_000,
        "comments": b"#\n" * 499_000,
        "blank lines": b"\r\n" * 499_000,
        "too large": b"\r\n" * 2_000_000,
    }


class Uploads:
    """The host sends each of these files, once; then strangers send large bodies, and a phone asks for its page."""

    def __init__(self, game: str, files: Mapping[str, bytes], senders: int = SENDERS) -> None:
        """`game` is one whose box is corrected on a page, whatever is played."""
        self._path = f"/host/box/{game}/file"
        self._files = files
        self._senders = senders

    def steps(self, times: int) -> int:
        """Each file, and as often a phone's page."""
        return len(self._files) + times

    def prepare(self, folder: Path) -> Sequence[str]:
        """Nothing is needed."""
        return ()

    def waits(self, target: Target, times: int, progress: Callable[[], None]) -> Iterator[Wait]:
        """How long the host waited for an answer in words, and a phone for its page."""
        cookie = host_cookie(target)
        for name, content in self._files.items():
            yield Wait(NAME, name, "host", _answered_ms(target.port, self._path, content, cookie))
            progress()
        phones = list[float | None]()
        with _sending(target.port, self._path, self._senders):
            for _ in range(times):
                phones.append(waited_ms(target.port, Visitor(PHONE)))
                progress()
        yield Wait(NAME, f"{self._senders} x {SENT_BYTES // 1_000_000} MB", "another phone", longest(phones))


def _answered_ms(port: int, path: str, content: bytes, cookie: str) -> float | None:
    """How long a file waits for its page; None where the connection ends without one."""
    named = 'form-data; name="file"; filename="box.toml"'
    body = f"--{_EDGE}\r\nContent-Disposition: {named}\r\n\r\n".encode() + content + f"\r\n--{_EDGE}--\r\n".encode()
    headers = {"Cookie": cookie, "Content-Type": f"multipart/form-data; boundary={_EDGE}"}
    began = time.monotonic()
    try:
        with closing(http.client.HTTPConnection(SERVER, port, timeout=PATIENCE_S)) as connection:
            connection.request("POST", path, body, headers)
            answer = connection.getresponse()
            if answer.status not in _ANSWERS or b"<main" not in answer.read():
                return None
    except (OSError, http.client.HTTPException):
        return None
    return round((time.monotonic() - began) * 1000, 1)


@contextmanager
def _sending(port: int, path: str, senders: int) -> Iterator[None]:
    """Strangers send large bodies, again and again."""
    is_over = threading.Event()
    head = f"POST {path} HTTP/1.1\r\nHost: {SERVER}\r\nContent-Length: {SENT_BYTES}\r\n\r\n".encode()

    def send() -> None:
        while not is_over.is_set():
            with (
                suppress(OSError),
                closing(socket.create_connection((SERVER, port), PATIENCE_S, (ATTACKERS, 0))) as line,
            ):
                line.sendall(head)
                for _ in range(SENT_BYTES // 100_000):
                    if is_over.is_set():
                        return
                    line.sendall(b"\r\n" * 50_000)

    threads = [threading.Thread(target=send, name="attackers", daemon=True) for _ in range(senders)]
    for each in threads:
        each.start()
    try:
        yield
    finally:
        is_over.set()
        for each in threads:
            each.join()
