"""Lines of the log with the rules behind them, in words where the game has some."""

from __future__ import annotations

import html
import re

from flask.testing import FlaskClient

from companion.live.requests import Client, LogLine, Tap
from companion.live.room import Room
from tests.games.sealed_bid.words import RULES
from web.http.lines import LineRule, shown_lines

WITHOUT_WORDS = "B-017"


def test_a_rule_is_told_in_the_games_words_or_by_its_id_where_it_has_none(room: Room) -> None:
    line = LogLine(7, "Ada did two things.", ("B-003", WITHOUT_WORDS), "act", True)
    assert WITHOUT_WORDS not in RULES
    (shown,) = shown_lines(room.session.snapshot(), [line])
    assert shown.rules == (LineRule("B-003", RULES["B-003"]), LineRule(WITHOUT_WORDS, ""))
    assert (shown.number, shown.text, shown.kind, shown.has_evidence) == (7, "Ada did two things.", "act", True)


def test_a_line_has_one_sign_that_opens_its_rules(room: Room, client: FlaskClient) -> None:
    assert room.session.submit(Client("host"), Tap(({"type": "PlaceToken", "seat": 0},), 1, "t")).accepted
    page = html.unescape(client.get("/").get_data(as_text=True))
    (line,) = re.findall(r'<li class="act".*?</li>', page, re.DOTALL)
    assert line.count("<summary") == 1
    closed, opened = line.split("</summary>")
    assert "B-011" not in closed, "no id stands in the line itself"
    assert f'<p>{RULES["B-011"]} <span class="rule">B-011</span></p>' in opened
