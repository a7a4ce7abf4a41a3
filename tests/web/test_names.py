"""People with names that a page might take for more than text, at a real server, over a resume and a new game."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from contextlib import closing, contextmanager
from html import escape
from pathlib import Path
from urllib.parse import urlencode

import pytest

from companion.live.room import Room
from tests.companion.tables import open_room, own, tap_first
from tests.games.registered import SEALED_BID
from tests.web.conftest import make_app
from web.http.server import PageServer

NAMES = ("Tim :-}", "{:>1500000000}", "{0.__class__}", "%(a)s {{7*7}}")
PAGES = ("/", "/table.json", "/health.json", "/host", "/seat/1/", "/seat/2/")


@contextmanager
def served(folder: Path) -> Iterator[tuple[Room, PageServer]]:
    with open_room(folder) as room:
        own(room)
        server = PageServer(make_app(room), host="127.0.0.1", port=0)
        server.start()
        try:
            yield room, server
        finally:
            server.stop()


def ask(server: PageServer, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, str]:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as connection:
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html"}
        connection.request(method, path, urlencode(form) if form else None, headers)
        response = connection.getresponse()
        return response.status, response.read().decode()


def check_pages(server: PageServer, name: str) -> None:
    """Every page that anybody may open is there, and the name is a text on it."""
    for path in PAGES:
        status, text = ask(server, "GET", path)
        assert status in (200, 403), (path, status)
        assert len(text) < 500_000
    assert escape(name) in ask(server, "GET", "/")[1].replace("&#34;", "&quot;").replace("&#39;", "&#x27;")


@pytest.mark.parametrize("game", [SEALED_BID.name, pytest.param("waves", marks=pytest.mark.waves)])
def test_a_name_is_a_text_on_every_page_of_this_game_of_it_resumed_and_of_the_next(tmp_path: Path, game: str) -> None:
    with served(tmp_path) as (room, server):
        first = own(room, game).game_id
        for seat, name in enumerate(NAMES[:2], 1):
            assert ask(server, "POST", f"/seat/{seat}/take", {"name": name})[0] == 303
        check_pages(server, NAMES[0])
        assert tap_first(room.session).accepted
        own(room, game)
        check_pages(server, NAMES[1])
    with served(tmp_path) as (room, server):
        room.open_saved(first)
        for name in NAMES[:2]:
            check_pages(server, name)


def test_a_name_that_is_none_is_refused_with_the_way_out(tmp_path: Path) -> None:
    with served(tmp_path) as (room, server):
        status, page = ask(server, "POST", "/seat/1/take", {"name": "Seat 2"})
        assert status == 400
        assert "“Seat 2” is what the pages call a seat, its player, the host, the companion or everybody." in page
        assert 'href="/seat/1/"' in page
        assert ask(server, "POST", "/seat/1/take", {"name": "\u0405e\u0430t 2"})[0] == 400
        assert ask(server, "POST", "/seat/1/take", {"name": "\u3164"})[0] == 400
        assert room.session.snapshot().seats[0].holder == "open"
        for seat, name in enumerate(NAMES[2:], 1):
            assert ask(server, "POST", f"/seat/{seat}/take", {"name": name})[0] == 303
        check_pages(server, NAMES[2])
        check_pages(server, NAMES[3])
