"""Bodies at a real server: a body is a body however it arrives, and one that is too large is refused in words."""

from __future__ import annotations

import html
import http.client
import re
import socket
from collections.abc import Iterator, Sequence
from typing import Final

import pytest
from flask import Flask

from companion.live.room import Room
from tests.web.conftest import CODE
from tests.web.http.test_door import GET, Served

GAME: Final = "atlantis_rising"
ENTRY: Final = '[wrath]\nvalues = [0, 1, 1, 2, 2, 4]\nstatus = "owner"\n'
BLANKS: Final = "# a note\n\n" * 40 + ENTRY
"""A file with more blank lines than anybody may send requests ahead."""
EDGE: Final = "8d0a4f1c"
PATIENCE_S: Final = 20


@pytest.fixture
def room(boxed_room: Room) -> Room:
    return boxed_room


def parts(text: str, name: str = "text", file: str = "") -> bytes:
    """A form as browsers send it: lines end in CRLF, also those of a text field."""
    named = f'form-data; name="{name}"' + (f'; filename="{file}"' if file else "")
    return f"--{EDGE}\r\nContent-Disposition: {named}\r\n\r\n{text}\r\n--{EDGE}--\r\n".encode()


def post(path: str, body: bytes, cookie: str = "", *more: str, size: int | None = None) -> bytes:
    """A head for that body, as a browser would write it."""
    lines = (
        f"POST {path} HTTP/1.1",
        "Host: 127.0.0.1",
        f"Content-Type: multipart/form-data; boundary={EDGE}",
        f"Content-Length: {len(body) if size is None else size}",
        *([f"Cookie: {cookie}"] if cookie else []),
        *more,
    )
    return "\r\n".join((*lines, "", "")).encode()


class Line:
    """A connection whose answers are read one after the other."""

    def __init__(self, server: Served) -> None:
        self.socket = server.enter_context(socket.create_connection(("127.0.0.1", server.port), PATIENCE_S))

    def send(self, *pieces: bytes) -> None:
        for piece in pieces:
            self.socket.sendall(piece)

    def answer(self) -> tuple[int, str]:
        """The status and the words of the next answer."""
        found = http.client.HTTPResponse(self.socket)
        found.begin()
        page = found.read().decode()
        return found.status, " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


def host_cookie(server: Served) -> str:
    """The cookie of a device that typed the host code."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, PATIENCE_S)
    server.callback(line.close)
    line.request("POST", "/host/unlock", f"code={CODE}", {"Content-Type": "application/x-www-form-urlencoded"})
    answer = line.getresponse()
    answer.read()
    return str(answer.headers["Set-Cookie"]).partition(";")[0]


@pytest.fixture
def server(app: Flask) -> Iterator[Served]:
    with Served(app) as served:
        yield served


def arrivals(head: bytes, body: bytes) -> Iterator[tuple[str, Sequence[bytes]]]:
    """Ways in which a network may bring a request."""
    yield "all at once", (head + body,)
    yield "head, then body", (head, body)
    yield "cut within the body", (head + body[:9], body[9:])
    yield "byte by byte", [bytes([byte]) for byte in head + body]


def test_blank_lines_of_a_body_are_no_requests_however_they_arrive(server: Served) -> None:
    cookie = host_cookie(server)
    for text in (BLANKS, BLANKS.replace("\n", "\r\n")):
        look = parts(text, "file", "box.toml")
        for how, pieces in arrivals(post(f"/host/box/{GAME}/file", look, cookie), look):
            line = Line(server)
            line.send(*pieces)
            status, said = line.answer()
            assert (status, "1 entry changes." in said) == (200, True), how
    take = parts(BLANKS.replace("\n", "\r\n"))
    line = Line(server)
    line.send(post(f"/host/box/{GAME}/take", take, cookie) + take)
    assert line.answer()[0] == 303


def test_what_comes_behind_a_body_is_the_next_request(server: Served) -> None:
    body = parts(BLANKS, "file", "box.toml")
    line = Line(server)
    last = GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    line.send(post(f"/host/box/{GAME}/file", body, host_cookie(server)) + body + last)
    with line.socket.makefile("rb") as answers:
        assert answers.read().count(b"HTTP/1.1 200 OK\r\n") == 2


def test_blank_lines_alone_are_no_body_and_put_their_sender_out(server: Served) -> None:
    assert server.call(sent=b"\r\n\r\n" * 1000).is_out()


def test_who_asks_before_sending_a_body_is_told_to_go_on(server: Served) -> None:
    body = parts(BLANKS, "file", "box.toml")
    line = Line(server)
    line.send(post(f"/host/box/{GAME}/file", body, host_cookie(server), "Expect: 100-continue"))
    assert line.socket.recv(25) == b"HTTP/1.1 100 Continue\r\n\r\n"
    line.send(body)
    assert line.answer()[0] == 200


def test_who_asks_before_sending_no_body_is_answered(server: Served) -> None:
    line = Line(server)
    line.send(GET.removesuffix(b"\r\n") + b"Expect: 100-continue\r\n\r\n")
    assert line.answer()[0] == 200


@pytest.mark.parametrize("more", [(), ("Expect: 100-continue",)])
def test_a_strangers_body_is_refused_before_it_is_read(server: Served, more: Sequence[str]) -> None:
    line = Line(server)
    line.send(post("/tap", b"", "", *more, size=17_000))
    status, said = line.answer()
    assert (status, "16 KiB is the limit." in said) == (413, True)
    assert line.socket.recv(1) == b"", "and nothing more is taken on this connection"


def test_a_strangers_body_without_a_size_is_refused_as_it_grows(server: Served) -> None:
    line = Line(server)
    head = post("/tap", b"", "", "Transfer-Encoding: chunked", size=0).replace(b"Content-Length: 0\r\n", b"")
    line.send(head, *[b"1000\r\n" + b"x" * 0x1000 + b"\r\n"] * 5)
    assert line.answer()[0] == 413


def test_a_box_as_large_as_boxes_may_be_is_looked_at_and_taken(server: Served) -> None:
    cookie = host_cookie(server)
    note = "# What our own box says.\n\n"
    text = note * ((1_000_000 - len(ENTRY)) // len(note)) + ENTRY
    look = parts(text, "file", "box.toml")
    for path, body in (("file", look), ("take", parts(text.replace("\n", "\r\n")))):
        line = Line(server)
        line.send(post(f"/host/box/{GAME}/{path}", body, cookie) + body)
        status, said = line.answer()
        assert status == (200 if path == "file" else 303), said[:300]


@pytest.mark.parametrize("size", [1_000_100, 9_000_000])
def test_a_file_that_is_larger_is_refused_on_a_page_though_all_of_it_was_sent(server: Served, size: int) -> None:
    """Where what is left unread, the system would end the connection before the browser has read the answer."""
    body = parts("#\r\n\r\n" * (size // 5), "file", "box.toml")
    assert len(body) > size
    line = Line(server)
    line.send(post(f"/host/box/{GAME}/file", body, host_cookie(server)), body)
    status, said = line.answer()
    assert (status, "larger than any box, which has 1 MB at most" in said) == (413, True)


def test_a_large_body_is_the_hosts_and_for_a_box_alone(server: Served) -> None:
    cookie = host_cookie(server)
    for path, shown in (("/host/unlock", cookie), (f"/host/box/{GAME}/file", ""), (f"/host/box/{GAME}/file", cookie)):
        line = Line(server)
        line.send(post(path, b"", shown, size=900_000))
        if path.endswith("file") and shown:
            line.send(GET)
            line.socket.settimeout(0.0)
            with pytest.raises(BlockingIOError):
                line.socket.recv(1)
        else:
            assert line.answer()[0] == 413


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nno header\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nX: " + b"x" * 40_000 + b"\r\n\r\n", 431),
        (b"POST /tap HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
        (b"POST /tap HTTP/1.1\r\nContent-Length: " + b"9" * 5_000 + b"\r\n\r\n", 400),
        (b"GET http://[/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 400),
    ],
)
def test_a_head_that_cannot_be_read_is_answered_on_a_page_of_ours(server: Served, sent: bytes, status: int) -> None:
    line = Line(server)
    line.send(sent)
    found, said = line.answer()
    assert (found, "generated by" in said, "eload the page" in said) == (status, False, True), said
