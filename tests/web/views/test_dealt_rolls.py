"""Where the companion deals and nobody reads dice, each phone says the one thing to do."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace

from companion.cli.table.eyes import NO_TRAY
from companion.games.dice import Roll
from companion.games.registry import GAMES
from companion.language.message import NOTHING
from companion.live.room import Room
from companion.storage.home import Home
from companion.table.devices import DeviceHealth
from tests.companion.tables import HOST, own, person, play_dealt_to, tap_of, virtual, wait_for
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.dice import LuckDice
from tests.games.sealed_bid.model import BidView, Phase
from tests.web.conftest import CODE, NAMES, make_app, sit, text_of

SEATS = range(3)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """No camera looks, as where the companion deals; bots and dealer take their time."""
    absent = (DeviceHealth("dice", "absent", NO_TRAY),)
    made = Room(GAMES, Home(tmp_path).make(), pace_s=0.001, patience=1e9, probe=lambda: absent)
    yield made
    made.close()


def seated(room: Room, phase: Phase, **options: bool) -> tuple[Flask, list[FlaskClient]]:
    """The pages of a dealt game in this phase, with a person in each seat, who sat there before it began."""
    own(room)
    app = make_app(room)
    devices = [sit(app, seat) for seat in SEATS]
    play_dealt_to(virtual(room, 1, SEALED_BID.name, **options), phase.value)
    return app, devices


def page_of(client: FlaskClient, address: str) -> str:
    return text_of(html.unescape(client.get(address).get_data(as_text=True)))


def buttons(page: str) -> list[str]:
    """What the page has for its seat to settle."""
    return re.findall(r'data-key="settle/[^"]+"[^>]*>([^<]+)<', page)


def be_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the game say nothing of its rolls but whose they are."""
    said = LuckDice.open_rolls

    def unsaid(dice: LuckDice, view: BidView) -> tuple[Roll, ...]:
        return tuple(replace(each, ask=NOTHING) for each in said(dice, view))

    monkeypatch.setattr(LuckDice, "open_rolls", unsaid)


def rollers(room: Room) -> tuple[int, ...]:
    now = room.session.snapshot()
    return now.prompt(now.view(None)).seats


@pytest.mark.parametrize("has_words", [True, False])
def test_whoever_rolls_has_a_button_and_no_page_speaks_of_a_tray(
    room: Room, monkeypatch: pytest.MonkeyPatch, has_words: bool
) -> None:
    if not has_words:
        be_silent(monkeypatch)
    _, devices = seated(room, Phase.LUCK, luck=True)
    asked = rollers(room)
    assert 0 < len(asked) < len(SEATS)
    for seat, device in enumerate(devices):
        page = page_of(device, f"/seat/{seat + 1}/")
        is_asked = seat in asked
        words = "Roll your die for a point" if has_words else "Roll the dice"
        assert buttons(page) == ([words] if is_asked else [])
        assert ("Tap what is yours to do, above." in page) is is_asked
        assert ("Whoever rolls taps it on their own page." in page) is not is_asked
        assert "type each roll in" not in page
        assert f"{NAMES[seat]} rolls" not in page  # there is no tray into which a named roll could fall


def test_the_host_may_type_a_roll_in_for_who_has_no_page(room: Room) -> None:
    app, _ = seated(room, Phase.LUCK, luck=True)
    host = app.test_client()
    assert host.post("/host/unlock", data={"code": CODE}).status_code == 303
    page = page_of(host, "/")
    assert "Whoever rolls taps it on their own page. For somebody without a page, type it in here." in page
    assert page.count("Count this roll") == 1


def test_a_roll_without_words_of_its_own_is_had_by_its_button(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    be_silent(monkeypatch)
    _, devices = seated(room, Phase.LUCK, luck=True)
    seat = rollers(room)[0]
    page = page_of(devices[seat], f"/seat/{seat + 1}/")
    revision = re.search(r'name="revision" value="(\d+)"', page)
    assert revision is not None
    sent = {"key": f"seat{seat}", "revision": revision[1]}
    assert devices[seat].post(f"/seat/{seat + 1}/settle", data=sent).status_code == 303
    rolled = wait_for(room.session, lambda now: bool(now.view(None).table.rolled)).view(None).table.rolled
    assert [each.seat for each in rolled] == [seat]


def test_what_people_do_beside_the_cards_is_tapped_by_them(room: Room) -> None:
    """A pawn without a marker is set by hand, though the companion deals: nobody else could tell."""
    _, devices = seated(room, Phase.GUARD, pawn=True)
    session = room.session
    for seat, device in enumerate(devices):
        assert "It stands on the prize" in page_of(device, f"/seat/{seat + 1}/")
        now = session.snapshot()
        assert session.submit(person(seat), tap_of(now.choices(seat)[0].actions, now.revision)).accepted
    assert wait_for(session, lambda now: now.view(None).table.phase is Phase.SEAL).view(None).table.is_guarded
    assert not any(act.kind == "upkeep" for each in session.snapshot().choices(HOST.seat) for act in each.actions)
