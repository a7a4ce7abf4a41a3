"""What pages of others may send here: under a foreign name, with an Origin that is none. Against a real server."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from companion.live.room import Room
from tests.web.conftest import CODE
from web import PageServer
from web.app import create_app
from web.http.parties import BY_PROXY

Ask = Callable[..., tuple[int, dict[str, str], str]]
"""Sends one request as it is typed; gives its status, its headers and its body."""
BAD: tuple[str, ...] = (
    "http://[",
    "http://[::1",
    "//",
    "null",
    "",
    "[",
    "%",
    "\x7f",
    "\xff",
    "é" * 9,
    "x" * 3000,
    ", ,",
    "=;",
)


@pytest.fixture
def ask(room: Room) -> Iterator[Ask]:
    app = create_app(room, secret_key=b"a key for tests", host_code=CODE, names=["spiel.example"])
    server = PageServer(app, host="127.0.0.1", port=0)
    server.start()

    def send(line: str, *headers: str, host: str | None = "127.0.0.1") -> tuple[int, dict[str, str], str]:
        first = [f"Host: {host}"] if host is not None else []
        head = [f"{line} HTTP/1.{1 if first else 0}", *first, "Connection: close", *headers, "", ""]
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as peer:
            peer.sendall("\r\n".join(head).encode("latin-1"))
            with peer.makefile("rb") as read:
                told, _, body = read.read().decode("utf-8", "replace").partition("\r\n\r\n")
        status, *lines = told.split("\r\n")
        return int(status.split()[1]), dict(each.split(": ", 1) for each in lines), body

    yield send
    server.stop()


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://[v1.x]x", "http://\xff[", "http://a\uff03b"])
def test_an_origin_that_is_none_is_refused(ask: Ask, origin: str) -> None:
    status, _, body = ask("POST /host/redo", f"Origin: {origin.encode().decode('latin-1')}")
    assert status == 403
    assert "This was sent from a page that is not the companion&#39;s." in body


def test_nobody_from_nowhere_is_of_this_origin(ask: Ask) -> None:
    assert ask("POST /host/redo", "Origin: null", host=None)[0] == 403


def test_no_header_makes_a_fault(ask: Ask, caplog: pytest.LogCaptureFixture) -> None:
    names = (
        "Origin",
        "Accept",
        "Cookie",
        "Content-Type",
        "Range",
        "Sec-Fetch-Site",
        "If-Modified-Since",
        "X-Forwarded-For",
    )
    for name in names:
        for value in BAD:
            for line in ("GET /static/style.css", "POST /seat/1/tap"):
                assert ask(line, f"{name}: {value}", "Content-Length: 0")[0] < 500, (name, value, line)
    for value in BAD:
        assert ask("GET /", host=value)[0] in (400, 403), value
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.parametrize(
    "line", ["GET /", "GET /table.json", "GET /stream", "GET /static/style.css", "POST /seat/1/take"]
)
def test_a_foreign_name_is_refused_with_the_way_to_allow_it(ask: Ask, line: str) -> None:
    status, _, body = ask(line, "Content-Length: 0", host="evil.example:8000")
    assert status == 403
    told = (
        "This table does not go by the name “evil.example”. Open the address that the companion printed when it "
        'started. If the name is yours, such as a reverse proxy\'s, write names = ["evil.example"] into companion.toml '
        "and start the companion again."
    )
    assert told in body.replace("&#39;", "'").replace("&#34;", '"').replace('\\"', '"')


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1:8000", "[::1]:8000", f"{socket.gethostname()}", "spiel.example"]
)
def test_an_own_name_is_served(ask: Ask, host: str) -> None:
    assert ask("GET /", host=host)[0] == 200


def test_a_name_that_cannot_be_written_down_is_not_repeated(ask: Ask) -> None:
    status, _, body = ask("GET /", host='x"<b>')
    assert status == 403
    assert "by the name that was used." in body
    assert "<b>" not in body


@pytest.mark.parametrize("host", ["evil.example", "spiel.example:9", "127.0.0.1", 'x"\x1b'])
@pytest.mark.parametrize("path", ["/seat/1", "//seat//1", "/static//style.css", "//evil.example/seat/1"])
def test_a_redirect_names_no_host(ask: Ask, host: str, path: str) -> None:
    status, headers, _ = ask(f"GET {path}", host=host)
    assert status in (308, 400, 403, 404)
    assert "evil" not in headers.get("Location", "/")
    assert headers.get("Location", "/seat/1/").startswith(("/seat/", "/static/"))


def test_an_address_without_its_last_slash_leads_on(ask: Ask) -> None:
    status, headers, _ = ask("GET /seat/1?x=1", host="spiel.example:444")
    assert (status, headers["Location"]) == (308, "/seat/1/?x=1")


def test_a_redirect_of_a_request_without_a_name_is_a_path_too(ask: Ask) -> None:
    status, headers, _ = ask("GET /seat/1", host=None)
    assert (status, headers["Location"]) == (308, "/seat/1/")


def test_forwarded_names_are_not_believed(ask: Ask) -> None:
    status, headers, _ = ask("GET /seat/1", "X-Forwarded-Host: evil.example", "Forwarded: host=evil.example")
    assert (status, headers["Location"]) == (308, "/seat/1/")


def test_a_name_of_the_settings_that_is_none_begins_no_app(room: Room) -> None:
    with pytest.raises(ValueError, match="http"):
        create_app(room, secret_key=b"k", host_code=CODE, names=["http://x"])


def test_the_app_alone_goes_by_this_machines_names(app: Flask) -> None:
    assert app.test_client().get("/", headers={"Host": "spiel.example"}).status_code == 403


CURE = "write proxy_set_header Host $http_host; beside its proxy_pass"
"""What the refusal names."""


def test_a_tap_through_a_proxy_is_taken_or_the_refusal_names_the_line_that_is_missing(ask: Ask) -> None:
    """Whoever gets to the host's code has been let through; the Host lines are those that people give nginx."""
    origin = "Origin: http://spiel.example:8083"
    passed = ask("POST /host/redo", origin, host="spiel.example:8083")
    assert "Only the host may do this" in passed[2], "proxy_set_header Host $http_host"
    for host in ("127.0.0.1:8000", "spiel.example"):
        status, _, body = ask("POST /host/redo", origin, host=host)
        assert (status, CURE in body) == (403, True), "no line at all, and $host"
        assert (
            "Only the host may do this" in ask("POST /host/redo", origin, "Sec-Fetch-Site: same-origin", host=host)[2]
        )
        assert CURE in ask("POST /host/redo", origin, "Sec-Fetch-Site: same-site", host=host)[2]


def test_a_proxy_that_is_trusted_may_lose_the_port(room: Room) -> None:
    app = create_app(room, secret_key=b"a key for tests", host_code=CODE, names=["spiel.example"])
    told = {"Origin": "http://spiel.example:8083", "Accept": "application/json"}

    def code(host: str, trusted: bool, **more: str) -> str:
        sent = {"Host": host, **told, **{name.replace("_", "-"): value for name, value in more.items()}}
        reply = app.test_client().post("/host/redo", headers=sent, environ_overrides={BY_PROXY: trusted})
        return "refused" if CURE in reply.text else "passed"

    assert code("spiel.example", True) == "passed"
    assert code("spiel.example", False) == "refused"
    assert code("127.0.0.1:8000", True, X_Forwarded_Host="spiel.example:8083") == "passed"
    assert code("127.0.0.1:8000", False, X_Forwarded_Host="spiel.example:8083") == "refused"
    assert code("127.0.0.1:8000", True) == "refused"


def test_nginx_is_asked_not_to_buffer_a_stream(room: Room) -> None:
    reply = create_app(room, secret_key=b"a key for tests", host_code=CODE).test_client().get("/stream")
    assert reply.headers["X-Accel-Buffering"] == "no"
    reply.close()
