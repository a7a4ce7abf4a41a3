"""A board on the pages of a table, also for a browser that runs no script."""

from __future__ import annotations

import html
import re

from flask.testing import FlaskClient

from companion.live.room import Room
from tests.companion.tables import own, play_to
from tests.web.conftest import make_app, sit


def taps(page: str) -> list[str]:
    """What the buttons below a board send, for who has no script."""
    found = re.findall(r"<noscript>(.*?)</noscript>", page, re.S)
    return [html.unescape(each) for each in re.findall(r'name="actions" value="([^"]*)"', "".join(found))]


def page_of(device: FlaskClient, address: str) -> str:
    return device.get(address).get_data(as_text=True)


def test_without_script_a_cell_is_a_button_below_the_board_and_a_plain_form_taps_it(room: Room) -> None:
    session = own(room, players=2, board=True)
    app = make_app(room)
    ada = sit(app, 0)
    play_to(session, "seal")
    page = page_of(ada, "/seat/1/")
    assert page.count('role="button"') == len(taps(page)) == 2
    assert taps(page_of(app.test_client(), "/")) == [], "nobody is the host there"
    revision = session.snapshot().revision
    form = {"actions": taps(page)[0], "revision": str(revision)}
    assert ada.post("/seat/1/tap", data=form).status_code == 303
    assert session.snapshot().revision > revision
    assert taps(page_of(ada, "/seat/1/")) == []
