"""Fewer bytes: what is compressed, what is not sent again, what a browser may keep; and that it is the same text."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient

from companion.live.room import Room
from tests.companion.tables import own, tap_first
from tests.web.conftest import sit
from web.http.thrift import may_be_kept, packed_stream, serve_static, spare

GZIP = {"Accept-Encoding": "gzip"}


def test_text_is_compressed_for_who_reads_that_and_is_the_same_text(client: FlaskClient) -> None:
    for path in ("/", "/table.json", "/static/style.css", "/static/live.js"):
        plain, packed = client.get(path), client.get(path, headers=GZIP)
        assert "Content-Encoding" not in plain.headers
        assert packed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.data) == plain.data
        assert len(packed.data) < len(plain.data) / 2
        assert "Accept-Encoding" in packed.headers["Vary"]
    assert "Content-Encoding" not in client.get("/", headers={"Accept-Encoding": "gzip;q=0"}).headers
    assert "Content-Encoding" not in client.get("/health.json", headers=GZIP).headers, "it is short"


def test_what_a_script_has_is_not_sent_again(client: FlaskClient) -> None:
    for headers in ({}, GZIP):
        first = client.get("/table.json", headers=headers)
        again = client.get("/table.json", headers={**headers, "If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
    other = client.get("/table.json", headers={"If-None-Match": '"another"'})
    assert (other.status_code, other.headers["Cache-Control"]) == (200, "no-store")


def test_style_and_script_are_kept_under_names_that_change_with_them(client: FlaskClient) -> None:
    names = re.findall(r'/static/[^"]+', client.get("/").text)
    assert {"live", "style"} <= {name.split("/")[-1].split(".")[0] for name in names}
    for name in names:
        reply = client.get(name)
        assert (reply.status_code, reply.headers["Cache-Control"]) == (200, "public, max-age=31536000, immutable")
        plain = re.sub(r"\.[0-9a-f]{10}\.", ".", name)
        assert client.get(plain).text == re.sub(r"\.[0-9a-f]{10}\.js", ".js", reply.text)
        assert client.get(plain).headers["Cache-Control"] == "no-cache"
    assert client.get("/static/live.0123456789.js").headers["Cache-Control"] == "no-cache", "an older page's name"
    assert client.get("/static/none.0123456789.js").status_code == 404


MOST_COLD = {"/": 46_500, "/seat/1/": 45_500, "/host": 40_500}
"""Bytes of a page that is opened for the first time, with all that it links: style, and modules with their imports."""


@pytest.mark.parametrize("path", MOST_COLD)
def test_a_page_that_is_opened_for_the_first_time_is_light(app: Flask, host: FlaskClient, path: str) -> None:
    device = sit(app, 0) if "seat" in path else host
    seen, left = dict[str, int](), [path]
    while left:
        name = left.pop()
        reply = device.get(name, headers=GZIP)
        assert reply.status_code == 200, name
        text = gzip.decompress(reply.data).decode() if "Content-Encoding" in reply.headers else reply.text
        seen[name] = len(reply.data)
        linked = re.findall(r'(?:src|href)="(/static/[^"]+)"', text)
        imported = [f"/static/{each}" for each in re.findall(r'(?:from|import) "\./([^"]+)"', text)]
        left += {*linked, *imported} - {*seen, *left}
    assert len(seen) > 8
    assert sum(seen.values()) < MOST_COLD[path], sum(seen.values())


def tell_kept(reply: Response) -> Response:
    reply.headers["X-Kept"] = str(may_be_kept())
    return reply


def test_a_module_is_kept_with_the_modules_that_it_imports(tmp_path: Path) -> None:
    """A page that has one of them kept must not get another one's older or newer self with it."""
    for name, text in (
        ("main", 'import { near } from "./near.js";\nimport {\n  far,\n} from "./far.js";\n'),
        ("near", 'import { far } from "./far.js";\n'),
        ("far", 'export const far = "./none.js";\n'),
    ):
        (tmp_path / f"{name}.js").write_text(text)
    app = Flask("served", static_folder=str(tmp_path), static_url_path="/static")
    serve_static(app)
    app.after_request(spare)
    app.after_request(tell_kept)
    client, names = app.test_client(), list[str]()
    for far in ("1", "2"):
        (tmp_path / "far.js").write_text(f'export const far = "./none.js"; // {far}\n')
        first = names[-1:]
        names.append(app.jinja_env.from_string("{{ asset('main.js') }}").render())
        main = client.get(names[-1])
        assert (main.status_code, main.mimetype, main.headers["X-Kept"]) == (200, "text/javascript", "True")
        imported = re.findall(r'from "\./(.+)"', main.text)
        assert [each.split(".")[0] for each in imported] == ["near", "far"]
        for name in imported:
            reply = client.get(f"/static/{name}")
            assert (reply.status_code, reply.headers["X-Kept"]) == (200, "True"), name
        assert imported[1] in client.get(f"/static/{imported[0]}").text, "both import the same"
        assert client.get("/static/main.js").data == (tmp_path / "main.js").read_bytes()
        for older in first:
            assert (client.get(older).headers["X-Kept"], client.get(older).data) == (
                "False",
                (tmp_path / "main.js").read_bytes(),
            )
    assert len(set(names)) == 2, "it changes with what it imports"


def test_each_event_of_a_compressed_stream_can_be_read_as_it_comes(client: FlaskClient) -> None:
    events = ["retry: 2000\n\n", "event: page\ndata: " + "the mat " * 900 + "\n\n", "event: log\ndata: {}\n\n"]
    reader = zlib.decompressobj(31)
    sent = list(packed_stream(iter(events)))
    assert [reader.decompress(each).decode() for each in sent] == [*events, ""]
    assert len(sent[1]) < len(events[1]) / 20
    reply = client.get("/stream", headers=GZIP)
    assert (reply.headers["Content-Encoding"], reply.mimetype) == ("gzip", "text/event-stream")
    reader, heard = zlib.decompressobj(31), b""
    for part in reply.iter_encoded():
        heard += reader.decompress(part)
        if b"event: page" in heard:
            break
    reply.close()
    assert b'data-part=\\"prompt\\"' in heard


class Heard:
    """What a page hears of a stream, and what that costs."""

    def __init__(self, stream: Iterator[bytes], is_packed: bool) -> None:
        self._stream = stream
        self._read = zlib.decompressobj(31).decompress if is_packed else bytes

    def till_drawn(self) -> int:
        """The bytes on the line until the page has been sent anew."""
        size, told = 0, b""
        while b"event: page" not in told:
            sent = next(self._stream)
            size, told = size + len(sent), told + self._read(sent)
        return size


@pytest.mark.waves
def test_an_act_of_a_large_game_is_told_to_a_page_in_few_bytes(app: Flask, room: Room) -> None:
    session = own(room, "waves", players=4)
    reply = app.test_client().get("/stream", headers=GZIP)
    heard = Heard(reply.iter_encoded(), reply.headers.get("Content-Encoding") == "gzip")
    heard.till_drawn()
    for _ in range(6):
        assert tap_first(session).accepted
        assert 0 < heard.till_drawn() < 20_000
    reply.close()
