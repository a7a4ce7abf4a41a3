"""Fewer bytes: what is compressed, what is not sent again, what a browser may keep; and that it is the same text."""

from __future__ import annotations

import gzip
import re
import zlib

from flask.testing import FlaskClient

from web.http.thrift import packed_stream

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
        assert client.get(plain).data == reply.data
        assert client.get(plain).headers["Cache-Control"] == "no-cache"
    assert client.get("/static/live.0123456789.js").headers["Cache-Control"] == "no-cache", "an older page's name"
    assert client.get("/static/none.0123456789.js").status_code == 404


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
