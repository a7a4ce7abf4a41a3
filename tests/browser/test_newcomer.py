"""Somebody new at a table without a camera: what to tap, how to stand up and how to end are found at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.games.registry import GAMES
from companion.live.room import Room
from companion.storage.home import Home
from companion.table.devices import DeviceHealth
from tests.browser.conftest import HOST_CODE, NewPage, Table, serving, sit_down_by_hand, tap_as_a_person
from web.app import create_app
from web.http.server import PageServer

pytestmark = pytest.mark.browser

ABSENT = (DeviceHealth("camera", "absent", "No camera: tap what is done."),)
CHOICE = "[data-part=choices] button.choice"


class Eyeless(Table):
    """A companion that says that it has no camera."""

    def _open(self, port: int) -> None:
        self.room = Room(GAMES, self._home, pace_s=0.0, probe=lambda: ABSENT)
        app = create_app(self.room, secret_key=b"key", host_code=HOST_CODE)
        self._server = PageServer(app, host="127.0.0.1", port=port)
        self.url = f"http://127.0.0.1:{self._server.port}/"


@pytest.fixture
def eyeless(tmp_path: Path) -> Iterator[Table]:
    with serving(Eyeless(Home(tmp_path / "home"))) as made:
        yield made


@pytest.mark.slow
def test_links_lead_to_what_is_tapped_and_out_again(eyeless: Table, new_page: NewPage) -> None:
    tablet, phone = new_page(1280, 800), new_page(390, 844)
    tablet.goto(eyeless.url)
    expect(tablet.locator(CHOICE)).to_have_count(0)
    tablet.get_by_role("link", name="type the host code").click()
    tablet.get_by_label("Host code").fill(HOST_CODE)
    tablet.get_by_role("button", name="Open the table page").click()
    expect(tablet.locator(CHOICE).first).to_be_in_viewport()
    assert tablet.url == eyeless.url
    sit_down_by_hand(phone, eyeless.url, 0, "Anna")
    tap_as_a_person(phone, phone.locator(CHOICE).first)
    tablet.goto(f"{eyeless.url}host")
    expect(tablet.locator(".where")).to_have_text("Tap it on the table page, or let Anna do it on their own page.")
    expect(tablet.get_by_role("heading", name="End of the game")).to_be_visible()
    tablet.locator(".where").get_by_role("link", name="table page").click()
    expect(tablet.locator(CHOICE).first).to_be_in_viewport()
    expect(phone.get_by_text("Stand up", exact=True)).to_be_in_viewport()
    phone.get_by_text("Stand up", exact=True).click()
    phone.get_by_role("button", name="Leave seat 1 to others").click()
    phone.wait_for_url(eyeless.url)
    expect(phone.get_by_role("link", name="Take seat 1")).to_have_count(1)
