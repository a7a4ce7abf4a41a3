"""At a virtual table a seat's page names the cards that the seat holds, and hands lay the one that is tapped."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.live.requests import Pause
from tests.companion.party import Party
from tests.companion.tables import HOST, open_room, person, tap_of
from tests.games.sealed_bid.model import Phase, Reveal, SealBid
from tests.web.conftest import CODE, sit, text_of
from web.app import create_app
from web.render.own_cards import own_mark

UNKNOWN = 0
BY_HAND = "The hands at the table do it now. Watch the table."


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
        holders=party.own_cards,
    )


@pytest.fixture
def seat(party: Party) -> int:
    token: int = party.table.token
    return token


@pytest.fixture
def ada(party: Party, app: Flask, seat: int) -> FlaskClient:
    ada = sit(app, seat, "Ada")
    party.go_on(lambda: party.table.phase is Phase.SEAL and party.now.sight.state == "settled")
    return ada


def bids_on(device: FlaskClient, path: str) -> set[tuple[int, ...]]:
    """The cards of each bid that a page may send."""
    sent = re.findall(r'name="actions" value="([^"]*)"', device.get(path).get_data(as_text=True))
    acts = [act for each in sent for act in json.loads(unescape(each))]
    return {tuple(act["cards"]) for act in acts if act["type"] == "SealBid"}


def send(device: FlaskClient, seat: int, act: Any, party: Party, tap_id: str = "one") -> tuple[int, str]:
    tap = tap_of([act], party.now.revision)
    sent = {"actions": tap.actions, "revision": tap.revision, "tap_id": tap_id}
    reply = device.post(f"/seat/{seat + 1}/tap", json=sent, headers={"Accept": "application/json"})
    return reply.status_code, reply.get_json()["text"]


def in_hand(party: Party, seat: int) -> list[int]:
    return sorted(int(card.removeprefix("card:")) for card in party.world.held(seat))


def test_the_page_of_a_seat_offers_each_card_that_it_holds_and_no_other(
    party: Party, ada: FlaskClient, seat: int
) -> None:
    held = in_hand(party, seat)
    pair = next(card for card in held if held.count(card) > 1)
    assert bids_on(ada, f"/seat/{seat + 1}/") == {*((card,) for card in held), (pair, pair)}


def test_nobody_else_is_shown_a_card_of_it(party: Party, app: Flask, ada: FlaskClient, seat: int) -> None:
    other = (seat + 1) % 3
    ben, host = sit(app, other, "Ben"), app.test_client()
    host.post("/host/unlock", data={"code": CODE})
    for device, path in ((ben, f"/seat/{other + 1}/"), (host, "/"), (host, "/host"), (app.test_client(), "/")):
        assert bids_on(device, path) <= {(UNKNOWN,), (UNKNOWN, UNKNOWN)}
    assert ben.get(f"/seat/{seat + 1}/").status_code == 403


def test_hands_lay_the_card_that_was_tapped_and_the_companion_learns_of_it_by_looking(
    party: Party, ada: FlaskClient, seat: int
) -> None:
    before = in_hand(party, seat)
    card = before[-1]
    assert send(ada, seat, SealBid(seat, (card,)), party) == (200, BY_HAND)
    page = ada.get(f"/seat/{seat + 1}/").get_data(as_text=True)
    assert BY_HAND in text_of(page)
    assert bids_on(ada, f"/seat/{seat + 1}/") == set()
    party.go_on(lambda: SealBid(seat, (UNKNOWN,)) in party.acts)
    assert BY_HAND not in text_of(ada.get(f"/seat/{seat + 1}/").get_data(as_text=True))
    before.remove(card)
    assert in_hand(party, seat) == before
    party.go_on(lambda: any(isinstance(act, Reveal) and act.seat == seat for act in party.acts))
    assert [act.card for act in party.acts if isinstance(act, Reveal) and act.seat == seat] == [card]


def test_what_is_chosen_twice_is_laid_once(party: Party, ada: FlaskClient, seat: int) -> None:
    card = in_hand(party, seat)[0]
    for tap_id in ("one", "two"):
        assert send(ada, seat, SealBid(seat, (card,)), party, tap_id)[0] in (200, 409)
        party.players.step()
    party.go_on(lambda: party.table.phase is not Phase.SEAL)
    assert len([act for act in party.acts if isinstance(act, SealBid) and act.seat == seat]) == 1


def test_a_card_that_is_not_in_the_hand_is_not_laid(party: Party, ada: FlaskClient, seat: int) -> None:
    held = in_hand(party, seat)
    missing = next(card for card in range(1, 7) if card not in held)
    status, _ = send(ada, seat, SealBid(seat, (missing,)), party)
    assert status != 200
    party.rest(40)
    assert in_hand(party, seat) == held
    assert not any(isinstance(act, SealBid) and act.seat == seat for act in party.acts)


def test_while_hands_hold_still_the_page_offers_what_the_companion_knows(
    party: Party, ada: FlaskClient, seat: int
) -> None:
    """Nobody would lay the card then; what is tapped is told, and laid once they go on."""
    assert party.session.submit(HOST, Pause(True)).accepted
    assert bids_on(ada, f"/seat/{seat + 1}/") == {(UNKNOWN,), (UNKNOWN, UNKNOWN)}


def test_a_stream_is_told_once_the_cards_are_known(party: Party, ada: FlaskClient, seat: int) -> None:
    """People take up what was done a moment after the companion, whose snapshot is the same before and after."""
    assert party.session.submit(person(seat), tap_of([SealBid(seat, (UNKNOWN,))], party.now.revision)).accepted
    assert own_mark(party.now, seat, party.own_cards) == 0, "which card it was nobody has said yet"
    party.players.lay_for_me()
    party.go_on(lambda: own_mark(party.now, seat, party.own_cards) != 0)
    assert party.now.newest_act == SealBid(seat, (UNKNOWN,))


def test_what_is_chosen_while_others_act_is_laid_once_hands_are_free(party: Party, ada: FlaskClient, seat: int) -> None:
    card = in_hand(party, seat)[0]
    party.own_cards.choose((seat + 1) % 3, SealBid((seat + 1) % 3, (99,)))  # nothing that can be done
    party.players.step()
    assert not party.own_cards.is_at_it(party.table, (seat + 1) % 3), "what cannot be done is dropped"
    assert send(ada, seat, SealBid(seat, (card,)), party)[0] == 200
    assert send(ada, seat, SealBid(seat, (card,)), party, "again") == (200, BY_HAND)
    party.go_on(lambda: SealBid(seat, (UNKNOWN,)) in party.acts)


def test_a_table_that_is_set_back_drops_what_was_chosen(party: Party, ada: FlaskClient, seat: int) -> None:
    held = in_hand(party, seat)
    assert send(ada, seat, SealBid(seat, (held[0],)), party)[0] == 200
    assert party.session.submit(HOST, Pause(True)).accepted
    party.rest(10)
    assert party.session.submit(HOST, Pause(False)).accepted
    party.rest(40)
    assert in_hand(party, seat) == held


def test_of_two_who_choose_at_the_same_time_each_has_the_own_card_laid(tmp_path: Path) -> None:
    with open_room(tmp_path / "more", has_hands=True) as room:
        party = Party(room, seed=9)
        app = create_app(room, secret_key=b"a key", host_code=CODE, holders=party.own_cards)
        devices = [sit(app, seat, name) for seat, name in enumerate(("Ada", "Ben"))]
        party.go_on(lambda: party.table.phase is Phase.SEAL and party.now.sight.state == "settled")
        chosen = [in_hand(party, seat)[-1] for seat in (0, 1)]
        for seat, device in enumerate(devices):
            assert send(device, seat, SealBid(seat, (chosen[seat],)), party, f"of {seat}") == (200, BY_HAND)
        party.go_on(lambda: party.table.phase is not Phase.SEAL)
        party.go_on(lambda: len([act for act in party.acts if isinstance(act, Reveal)]) >= 3)
        shown = {act.seat: act.card for act in party.acts if isinstance(act, Reveal)}
        assert [shown[0], shown[1]] == chosen
