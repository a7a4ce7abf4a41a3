"""At a virtual table with hands: who may let them lay what was tapped, what pages say of it, and what bots are at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.companion.party import Party
from tests.companion.tables import open_room, person, tap_of
from tests.games.sealed_bid.model import Phase, SealBid
from tests.web.conftest import CODE, sit, text_of
from web.app import create_app


@pytest.fixture
def party(tmp_path: Path) -> Iterator[Party]:
    """Bids are sealed in turn: whoever has the token begins, and holds a pair."""
    with open_room(tmp_path / "data", has_hands=True) as room:
        party = Party(room, seed=9, order="turn")
        party.go_on(lambda: party.table.token >= 0)
        yield party


@pytest.fixture
def app(party: Party) -> Flask:
    return create_app(
        party.room,
        secret_key=b"a key for tests",
        host_code=CODE,
        picture=lambda width: None,
        world=lambda: party.world,
        hands=party.players.lay_for_me,
    )


@pytest.fixture
def host(app: Flask) -> FlaskClient:
    device = app.test_client()
    assert device.post("/host/unlock", data={"code": CODE}).status_code == 303
    return device


def sight_of(device: FlaskClient, path: str) -> str:
    page = device.get(path).get_data(as_text=True)
    (part,) = re.findall(r'<section [^>]*data-part="sight".*?</section>', page, re.DOTALL)
    return str(part)


def lay(device: FlaskClient, path: str) -> tuple[int, str]:
    """Status and sentence of the answer."""
    reply = device.post(path, headers={"Accept": "application/json"})
    return reply.status_code, reply.get_json()["text"]


def test_a_tapped_card_is_laid_for_who_tapped_it_and_others_read_who_lays_it(
    party: Party, app: Flask, host: FlaskClient
) -> None:
    seat = party.table.token
    ada, ben = sit(app, seat, "Ada"), sit(app, (seat + 1) % 3, "Ben")
    mine, others = f"/seat/{seat + 1}/", f"/seat/{(seat + 1) % 3 + 1}/"
    party.go_on(lambda: party.table.phase is Phase.SEAL)
    assert lay(ada, f"{mine}virtual/lay") == (409, "Nothing is to be laid for you now. Look at the table again.")
    act = SealBid(seat, (0,))
    assert party.session.submit(person(seat), tap_of([act], party.now.revision)).accepted
    party.rest(60)

    for path in (mine, f"{mine}virtual"):
        part = sight_of(ada, path)
        assert "Choose the card on the page “Pieces”; hands take any that fits, and else deal you others." in part
        assert f'action="{mine}virtual/lay"' in part
        assert "<button>Lay the face-down card at Ada&#39;s bid for me</button>" in part
    page = ada.get(mine).get_data(as_text=True)
    assert "Lay what you tapped first." in page
    assert "Nothing for you to do now" not in page
    part = sight_of(ben, others)
    assert "Ada lays it, on their page “Pieces”." in part
    assert "for me</button>" not in part
    assert "Ada lays it, on their page “Pieces”." in sight_of(app.test_client(), "/")
    assert 'action="/virtual/lay"' in sight_of(host, "/virtual")

    assert lay(ben, f"{others}virtual/lay")[0] == 409
    assert lay(ben, f"{mine}virtual/lay")[0] == 403
    assert lay(app.test_client(), "/virtual/lay")[0] == 403
    assert lay(ada, f"{mine}virtual/lay") == (200, "Hands do it now: Lay the face-down card at Ada's bid.")
    party.go_on(lambda: party.now.sight.state in ("settled", "open"))
    assert "for me</button>" not in sight_of(ada, mine)


def test_a_wrong_table_is_put_right_for_who_sits_there(party: Party, app: Flask) -> None:
    seat = party.table.token
    ada = sit(app, seat, "Ada")
    party.go_on(lambda: party.table.phase is Phase.SEAL)
    party.world.play_into(f"won.{seat}", seat, party.world.held(seat)[0], face_up=True)
    party.rest(10)
    part = sight_of(ada, f"/seat/{seat + 1}/")
    # Before all that is wrong: that list may be longer than a phone.
    assert part.index('<button class="primary">Put it right for me</button>') < part.index("seems to hold")
    page = ada.get(f"/seat/{seat + 1}/").get_data(as_text=True)
    assert "Nothing for you to tap now." not in page
    assert "Put it right" not in sight_of(app.test_client(), "/").replace("To put it right", "")
    assert ada.post(f"/seat/{seat + 1}/virtual/lay").status_code == 303
    party.go_on(lambda: party.now.sight.state == "settled")


def test_nobody_is_asked_of_an_act_of_a_bot_that_may_go_on(party: Party, app: Flask, host: FlaskClient) -> None:
    second = (party.table.token + 1) % 3
    sit(app, party.table.token, "Ada")
    while party.now.sight.state != "open":
        if party.table.phase is Phase.SEAL and len(party.world.held(party.table.token)) == 3:
            _lay_pair(party, party.table.token)
        party.players.step()
        party.look()
    assert [act.actor for choice in party.now.sight.question for act in choice.actions] == [second]
    for device, path in ((app.test_client(), "/"), (host, "/host")):
        part = sight_of(device, path)
        assert "Not finished" in text_of(part)
        assert "seals a bid." in text_of(part)
        assert "More to come?" not in part
        assert "If that is all" not in part
        assert 'name="actions"' not in part
    party.rest(5)
    assert SealBid(second, (0,)) in party.acts


def _lay_pair(party: Party, seat: int) -> None:
    held = party.world.held(seat)
    card = next(card for card in held if held.count(card) > 1)
    for _ in range(2):
        party.world.play_into(f"bid.{seat}", seat, card, face_up=False)


def test_what_is_to_be_laid_pushes_nothing_away_that_a_seat_can_tap(party: Party, app: Flask) -> None:
    seat = party.table.token
    after = (seat + 1) % 3
    ada, ben = sit(app, seat, "Ada"), sit(app, after, "Ben")
    party.go_on(lambda: party.table.phase is Phase.SEAL)
    assert party.session.submit(person(seat), tap_of([SealBid(seat, (0,))], party.now.revision)).accepted
    party.rest(60)
    mine, others = sight_of(ada, f"/seat/{seat + 1}/"), sight_of(ben, f"/seat/{after + 1}/")
    assert not party.now.choices(seat)
    assert " speaks" in mine, "whoever has nothing else to tap is told first"
    assert party.now.choices(after)
    assert " speaks" not in others
    assert others.index("<details") < others.index("Ada lays it, on their page “Pieces”.") < others.index("</details>")
