"""Heads and bodies as they arrive: a body ends where its head says, and one that is too large is not read.

Waitress takes what stands behind a refused head for further requests, lets a peer send what it has just refused where
that peer asked first (`Expect: 100-continue`), and waits for ever for the body of a head that has none.
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import IO, Any, Final, TypeAlias

from flask import Request
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.utilities import RequestEntityTooLarge

from companion.runtime.plain_text import MOST_BYTES as MOST_OF_A_FILE

MOST_BYTES: Final = 16 * 1024
"""Of a body, whoever sends it."""
MOST_OF_A_BOX: Final = 2 * MOST_OF_A_FILE + MOST_BYTES
"""Of a body with a box's file: a browser sends the end of each line as two bytes."""
BOXES: Final = "/host/box/"
UNREAD: Final = "companion.unread"
"""Where a request's environment has the status with which it was refused before all of it was read."""
MostBody: TypeAlias = Callable[[str, str], int]
"""How many bytes a body may have, by the path that it was sent to and the `Cookie` header."""


class InMemory(Request):
    """A request whose files stay in memory: they are bounded, and a full disk takes none."""

    def _get_file_stream(
        self,
        total_content_length: int | None,
        content_type: str | None,
        filename: str | None = None,
        content_length: int | None = None,
    ) -> IO[bytes]:
        return BytesIO()


_Parser: Any = HTTPRequestParser  # the stubs give some of it other types than it has


def most_body(path: str, is_host: Callable[[], bool]) -> int:
    """How many bytes a body may have: a box's file comes from the host alone."""
    return MOST_OF_A_BOX if path.startswith(BOXES) and is_host() else MOST_BYTES


class Parser(_Parser):  # type: ignore[misc]
    """Reads one request. What is refused takes all that has arrived, and has neither body nor length."""

    path: str
    headers: dict[str, str]
    content_length: int
    body_bytes_received: int
    expect_continue: bool
    error: Any

    def __init__(self, adj: Any, most: MostBody, refused: Callable[[], None], *, drops: bool = False) -> None:
        """`refused` is called as soon as it is clear that there will be no whole request.

        One that `drops` takes whatever comes for nothing.
        """
        super().__init__(adj)
        self._most_body, self._refused, self._drops = most, refused, drops
        self._most: int | None = None

    def received(self, data: bytes) -> int:
        """As waitress has it."""
        if self._drops:
            self.empty = self.completed = True
            return len(data)
        taken = int(super().received(data))
        if self.error is None and self._is_too_large():
            self.error = RequestEntityTooLarge("")
        if self.error is not None:
            self._refuse()
            return len(data)
        if self.body_rcv is None:
            self.expect_continue = False
        return taken

    def parse_header(self, header_plus: bytes) -> None:
        """As waitress has it; what Python makes nothing of is a bad head as well, and no fault of ours."""
        try:
            super().parse_header(header_plus)
        except ValueError as error:  # a length of thousands of digits, an address with half a pair of brackets
            raise ParsingError("The head cannot be read") from error

    def _is_too_large(self) -> bool:
        size = max(self.content_length, self.body_bytes_received)
        if size <= MOST_BYTES:
            return False
        if self._most is None:
            self._most = self._most_body(self.path, self.headers.get("COOKIE", ""))
        return size > self._most

    def _refuse(self) -> None:
        self._refused()
        self.close()
        self.body_rcv, self.completed, self.expect_continue = None, True, False
        if not hasattr(self, "path"):  # the head was not read so far
            self.headers = {}
            self.parse_header(b"GET / HTTP/1.0\r\n")
        self.headers.pop("CONTENT_LENGTH", None)
        self.headers["CONNECTION"] = "close"
