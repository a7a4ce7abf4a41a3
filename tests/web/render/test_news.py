"""What just happened, as the pages draw it: names set off, dice with pips, the piece, and what came before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from markupsafe import Markup

from companion.games.rolling_with_the_waves.state.model import Draft, PoolRolled, TakeBag
from companion.live.requests import Client, TakeSeat
from companion.live.room import Room
from companion.live.session import Session
from tests.companion.tables import GUEST, open_room, own, tap_of
from tests.web.conftest import make_app
from web.render.news import news_part, with_names

HOST = Client("host")


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Ana and Seat 2 of a game with dice, of which one roll is on the table."""
    with open_room(tmp_path) as room:
        yield started(room)


def started(room: Room) -> Session:
    session = own(room, "rolling_with_the_waves", players=2)
    session.submit(GUEST, TakeSeat(0, "Ana", "a"))
    for act in (TakeBag(0), PoolRolled((1, 2, 3, 4, 5, 6), ("red", "blue", "clear", "clear", "red", "blue"))):
        assert session.submit(HOST, tap_of([act], session.snapshot().revision)).accepted
    return session


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with open_room(tmp_path / "pages") as room:
        yield make_app(room)


def test_a_roll_is_drawn_as_dice_in_their_colours(session: Session, app: Flask) -> None:
    with app.test_request_context():
        part = news_part(session.snapshot(), None)
    assert [die.count("<circle") for die in part.dice] == [1, 2, 3, 4, 5, 6]
    assert [re.findall(r'rx="8" fill="(#\w+)"', die) for die in part.dice[:2]] == [["#b5202b"], ["#1f4fa3"]]
    assert part.has_many
    assert part.piece == ""


def test_a_drafted_die_is_drawn_with_its_pips_and_the_roll_stays_below(session: Session, app: Flask) -> None:
    session.submit(HOST, tap_of([Draft(0, "red", 5, "free")], session.snapshot().revision))
    with app.test_request_context():
        part = news_part(session.snapshot(), 1)
    assert (part.dice, part.piece.count("<circle")) == ((), 5)
    assert [line.spoken for line in part.lines][:2] == ["Ana takes the red 5.", "Roll 1 shows 1, 2, 3, 4, 5, 6."]
    assert part.lines[0].seat == 1
    assert part.lines[0].text == Markup('<b class="name seat-1">Ana</b> takes the red 5.')


@pytest.mark.parametrize(
    ("words", "names", "shown"),
    [
        ("Anna robs An.", ("An", "Anna"), "<b2>Anna</b> robs <b1>An</b>."),
        ("A <b> wins.", ("<b>",), "A <b1>&lt;b&gt;</b> wins."),
        ("Annabel waits & sees.", ("Anna",), "Annabel waits &amp; sees."),
        ("Nobody.", (), "Nobody."),
    ],
)
def test_names_are_set_off_whole_and_everything_is_escaped(words: str, names: tuple[str, ...], shown: str) -> None:
    marked = str(with_names(words, names))
    assert re.sub(r'<b class="name seat-(\d)">', r"<b\1>", marked) == shown


def test_every_page_has_the_part_right_after_the_prompt(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        started(room)
        page = make_app(room).test_client().get("/").get_data(as_text=True)
    parts = re.findall(r'data-part="(\w+)"', page)
    assert parts[parts.index("prompt") + 1] == "news"
    assert "Roll 1 shows 1, 2, 3, 4, 5, 6." in page
