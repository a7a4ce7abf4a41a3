"""The saved games on the host's pages: however many there are, and while they are still being looked at."""

from __future__ import annotations

import re
import threading

import pytest
from flask.testing import FlaskClient

from companion.live.room import Room
from companion.live.shelf import Listing
from companion.live.summaries import SavedGame
from tests.companion.tables import held_summaries, looked_through, own
from web.http.stream import Feed, follow
from web.render.saved import FEW, MANY

LEFT = re.compile(r"(\d+ of \d+ saved games? (?:is|are) still being looked at)")


def page(device: FlaskClient, path: str = "/host") -> str:
    reply = device.get(path)
    assert reply.status_code == 200
    return reply.get_data(as_text=True)


def offered(html: str) -> list[str]:
    return re.findall(r'name="game_id" value="([^"]+)"', html)


def keep_to(room: Room, listing: Listing) -> None:
    """From now on the room knows these games, whatever lies in its folder."""
    looked_through(room)
    room.saved.close()
    room.saved._listing = listing


def many(count: int) -> Listing:
    games = (SavedGame(f"game-{number}", "Sealed Bid", "", 3, "going on", "sealed_bid") for number in range(count))
    return Listing(tuple(games), 0, 10**6)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """No game is played through before this is set."""
    return held_summaries(monkeypatch)


def test_the_host_page_waits_for_no_game_and_says_what_is_still_looked_at(
    host: FlaskClient, room: Room, gate: threading.Event
) -> None:
    first = room.session.game_id
    own(room)
    html = page(host)
    assert "The saved games are being looked for." in html or LEFT.search(html)
    while room.saved.listing.number == 0:
        page(host)
    html = page(host)
    assert LEFT.findall(html) == ["1 of 1 saved games is still being looked at"]
    assert "is being looked at" in html
    assert offered(html) == [first], "it can be resumed meanwhile"
    gate.set()
    looked_through(room)
    html = page(host)
    assert "looked at" not in html
    assert "0 acts · going on" in html


def test_a_host_page_that_stands_open_is_told_as_soon_as_a_game_was_looked_at(
    room: Room, gate: threading.Event
) -> None:
    own(room)
    room.saved.look()
    drawn: list[int] = []

    def draw(snapshot: object) -> str:
        drawn.append(room.saved.listing.left)
        return f'<section data-part="saved">{room.saved.listing.left}</section>'

    feed = Feed(None, draw, besides=lambda: room.saved.listing.number)
    is_over = threading.Event()
    pages = (block for block in follow(room, feed, None, is_over.is_set) if "event: page" in block)
    next(pages)
    gate.set()
    looked_through(room)
    while drawn[-1]:
        next(pages)
    is_over.set()


@pytest.mark.parametrize("count", [0, 1, FEW, FEW + 1, 2000])
def test_the_host_page_lists_the_newest_and_leads_to_all(host: FlaskClient, room: Room, count: int) -> None:
    keep_to(room, many(count))
    html = page(host)
    assert offered(html) == [f"game-{number}" for number in range(min(count, FEW))]
    assert (f"All {count} saved games" in html) == (count > FEW)


def test_the_host_page_weighs_as_much_with_two_thousand_saved_games_as_with_a_few(
    host: FlaskClient, room: Room
) -> None:
    keep_to(room, many(FEW))
    few = len(page(host))
    keep_to(room, many(2000))
    assert len(page(host)) - few < 500


def test_all_games_are_listed_a_page_at_a_time(host: FlaskClient, room: Room) -> None:
    keep_to(room, many(2 * MANY + 1))
    pages = [page(host, f"/host/games?page={number}") for number in (1, 2, 3)]
    assert [game for html in pages for game in offered(html)] == [f"game-{number}" for number in range(2 * MANY + 1)]
    assert "1 to 50 of 101, the newest first" in pages[0]
    assert "101 to 101 of 101, the newest first" in pages[2]
    assert "Newer games" not in pages[0]
    assert "Older games" not in pages[2]
    assert 'href="/host/games?page=3"' in pages[1]
    assert 'href="/host/games?page=1"' in pages[1]
    assert page(host, "/host/games") == pages[0]


def test_the_list_is_the_hosts_alone_and_takes_no_odd_page(client: FlaskClient, host: FlaskClient) -> None:
    assert client.get("/host/games").status_code == 403
    for odd in ("0", "-1", "x", "", "9" * 30):
        assert host.get(f"/host/games?page={odd}").status_code == 400


def test_a_game_is_resumed_from_the_list_and_the_host_page_comes_next(host: FlaskClient, room: Room) -> None:
    first = room.session.game_id
    own(room)
    looked_through(room)
    html = page(host, "/host/games")
    assert offered(html) == [first]
    assert 'data-then="/host"' in html
    reply = host.post("/host/resume", data={"game_id": first})
    assert (reply.status_code, reply.headers["Location"]) == (303, "/host")
    assert room.session.game_id == first


def test_names_from_a_file_are_shown_as_text(host: FlaskClient, room: Room) -> None:
    keep_to(room, Listing((SavedGame("a", "Sealed Bid", "", 1, "won by <b>", who=("<i>Ana",)),), 0, 10**6))
    html = page(host)
    assert "&lt;i&gt;Ana · 1 act · won by &lt;b&gt;" in html
