"""What the pages show, and what the forms of the host page do."""

from __future__ import annotations

import html
import json
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.live.requests import Client, End, Tap
from companion.live.room import Room
from tests.companion.tables import looked_through, play_to
from tests.games.sealed_bid.words import RULES
from tests.web.conftest import CODE, blocks, everybody, make_app, sit, text_of, wait_until
from web.render.pages import Pages

XSS = "<b id=x>\"&'"
HOST = Client("host")


def page(device: FlaskClient, path: str) -> str:
    reply = device.get(path)
    assert reply.status_code == 200, path
    return reply.get_data(as_text=True)


def tap_token(room: Room) -> None:
    assert room.session.submit(HOST, Tap(({"type": "PlaceToken", "seat": 0},), 1, "t")).accepted


def test_the_table_page_says_what_to_do_and_why(client: FlaskClient) -> None:
    text = page(client, "/")
    assert "Draw lots: lay the start token before whoever begins." in text
    assert f'The rule behind it">§</summary><div><p>{RULES["B-011"]} <span class="rule">B-011</span></p>' in text
    assert "Enter yours" not in text
    assert "Nothing yet: this game begins now." in text
    assert text.count("Take seat") == 3
    assert "data-tap" not in text, "only the host taps here"


def test_a_prompt_that_rests_on_an_assumed_figure_says_where_it_is_typed(client: FlaskClient, room: Room) -> None:
    play_to(room.session, "pearls")
    text = page(client, "/")
    assert "Pearls for a prize are assumed: a low one 2, a high one 4." in text
    assert '<a href="/host#card">Enter yours on the host page</a>' in text


def test_a_moment_is_drawn_once_for_all_phones_at_the_table_and_apart_for_the_host(app: Flask, room: Room) -> None:
    pages = Pages(app.jinja_env)
    with app.test_request_context():
        before = room.session.snapshot()
        drawn = pages.table(before, is_host=False)
        assert pages.table(before, is_host=False) is drawn
        assert "data-tap" not in drawn
        assert "data-tap" in pages.table(before, is_host=True)
        tap_token(room)
        assert pages.table(room.session.snapshot(), is_host=False) != drawn


def test_the_host_taps_on_the_table_page(host: FlaskClient) -> None:
    text = page(host, "/")
    (form,) = re.findall(r"<form[^>]*data-tap.*?</form>", text, re.DOTALL)
    assert 'action="/tap"' in form
    assert "Who gets the start token?" in form
    values = [html.unescape(value) for value in re.findall(r'name="actions" value="([^"]*)"', form)]
    assert values[2] == '[{"type":"PlaceToken","seat":2}]'
    assert host.post("/tap", data={"actions": values[2], "revision": "1"}).status_code == 303


def test_a_name_with_markup_is_shown_as_typed_on_every_page(app: Flask, host: FlaskClient) -> None:
    ada = sit(app, 0, XSS)
    tim = app.test_client()
    tim.post("/seat/1/take", data={"name": f"{XSS}2"})
    guest = app.test_client()
    pages = {"table": page(guest, "/"), "seat": page(ada, "/seat/1/"), "host": page(host, "/host")}
    pages["closed"] = tim.get("/seat/1/").get_data(as_text=True)
    for name, text in pages.items():
        assert "<b id=x>" not in text, name
        assert "&lt;b id=x&gt;&#34;&amp;&#39;" in text, name
    stream = ada.get("/seat/1/stream", buffered=False)
    sent = next(block for block in blocks(stream) if "event: page" in block)
    assert "<b id=x>" not in sent
    assert "&lt;b id=x&gt;" in sent
    stream.close()


def test_pages_hold_no_inline_script_or_style(app: Flask, host: FlaskClient) -> None:
    for text in (page(host, "/"), page(host, "/host"), page(sit(app, 0), "/seat/1/"), page(app.test_client(), "/host")):
        assert re.findall(r"<script(?![^>]*\bsrc=)", text) == []
        assert "<style" not in text
        assert re.findall(r"\s(?:style|on\w+)=", text) == []
        assert re.findall(r"(?:src|href)=\"(?!/)", text) == [], "nothing from outside"


def test_the_first_page_and_the_stream_draw_the_same_fragment(client: FlaskClient) -> None:
    text = page(client, "/")
    stream = client.get("/stream", buffered=False)
    sent = next(block for block in blocks(stream) if "event: page" in block)
    fragment = json.loads(sent.partition("data: ")[2])["html"]
    assert fragment in text
    stream.close()


def test_a_seat_page_shows_its_own_cards_as_choices_and_hand(room: Room) -> None:
    _, devices = everybody(room)
    snapshot = room.session.snapshot()
    (acting,) = snapshot.game.prompt(snapshot.view(None)).seats
    text = page(devices[acting], f"/seat/{acting + 1}/")
    assert "<b>Your turn</b>" in text
    assert "Seal one of your cards as your bid" in text
    assert 'class="part hero turn mine"' in text
    hand = text[text.index('data-part="hand"') :]
    for kind in set(snapshot.game.screen.own_pieces(snapshot.view(acting))):
        assert f'data-kind="{kind}"' in hand
    other = (acting + 1) % 3
    text = page(devices[other], f"/seat/{other + 1}/")
    assert "Nothing for you to tap now." in text
    assert f'class="part hero turn others seat-{acting + 1}"' in text
    assert f"<b>{snapshot.names[acting]} acts</b>" in text


def test_a_seat_whose_cards_the_companion_was_not_told_says_so(app: Flask) -> None:
    assert "Your hand is the one of seat 1. The companion knows no card of your hand." in page(sit(app, 0), "/seat/1/")


def test_a_free_seat_offers_itself(client: FlaskClient) -> None:
    text = page(client, "/seat/2/")
    assert "Seat 2 is free" in text
    assert "Until then the host taps for it on the" in text
    assert "What this seat has becomes yours: 0 points; 0 cards in hand." in text
    assert "Take this seat" in text


def test_undo_is_confirmed_with_what_it_cannot_make_unseen(host: FlaskClient, room: Room) -> None:
    tap_token(room)
    reply = room.session.submit(HOST, Tap(({"type": "Draw", "seat": 0},), 2, "d"))
    assert reply.accepted
    text = page(host, "/host/undo?steps=1")
    assert "Undo the last act?" in text
    assert "<li>Seat 1 draws a card.</li>" in text
    assert "This cannot be unseen" in text
    assert re.search(r"<p>The deck holds \d+ cards then, 1 more than before\.</p>", text)
    for notice in room.session.snapshot().undo_notice(1):
        assert html.escape(str(notice)) in text
    assert host.post("/host/undo", data={"steps": "1", "revision": "2"}).status_code == 409
    assert room.session.snapshot().can_undo == 2, "the table had moved on since the question"
    blind = host.post("/host/undo", data={"steps": "1"})
    assert (blind.status_code, room.session.snapshot().can_undo) == (409, 2), "nobody was told what was seen"
    assert "Seat 1 has seen the card drawn from the deck." in blind.get_data(as_text=True)
    assert host.post("/host/undo", data={"steps": "2", "revision": "3"}).status_code == 303
    assert (room.session.snapshot().can_undo, room.session.snapshot().can_redo) == (0, 2)
    assert host.post("/host/redo", data={"steps": "1"}).status_code == 303
    assert room.session.snapshot().can_redo == 1


def test_many_acts_are_folded_and_their_moves_are_one_list(host: FlaskClient, room: Room) -> None:
    play_to(room.session, "pearls")
    text = page(host, "/host/undo?steps=11")
    assert "Undo the last 11 acts?" in text
    assert "<summary>6 more</summary>" in text
    (moves,) = re.findall(r'<ul class="fixes">(.*?)</ul>', text, re.DOTALL)
    assert [move.split(" ")[0] for move in re.findall(r"<li>(.*?)</li>", moves)] == 2 * ["Take"]
    assert "10 more than before." in text


def test_after_an_undo_without_a_camera_every_page_lists_the_moves_until_the_host_says_so(
    app: Flask, host: FlaskClient, room: Room
) -> None:
    seat = sit(app, 0)
    play_to(room.session, "pearls")
    revision = str(room.session.snapshot().revision)
    assert host.post("/host/undo", data={"steps": "1", "revision": revision}).status_code == 303
    move = "<li>Take the card 1 away from the prize.</li>"
    for device, path in ((app.test_client(), "/"), (seat, "/seat/1/"), (host, "/host")):
        assert move in page(device, path), path
    again = page(host, "/host")
    assert '<ol class="again"' in again
    assert "<li>The prize is a 1.</li>" in again
    assert "The table is right" in again
    assert host.post("/host/restored").status_code == 303
    assert move not in page(app.test_client(), "/")


def test_an_end_is_taken_back_without_an_act(host: FlaskClient, room: Room) -> None:
    room.session.submit(HOST, End())
    assert "You ended it. Undo takes that back; every act stays done." in page(host, "/host/undo")
    assert host.post("/host/undo", data={"steps": "0", "revision": "1"}).status_code == 303
    assert not room.session.snapshot().ended


@pytest.mark.parametrize("steps", ["0", "2", "-1", "many", ""])
def test_an_impossible_number_of_undos_is_refused(host: FlaskClient, room: Room, steps: str) -> None:
    tap_token(room)
    reply = host.get(f"/host/undo?steps={steps}")
    assert reply.status_code == 400
    assert "Give a whole number from 1 to 1." in reply.get_data(as_text=True)


def test_undo_at_the_start_is_refused(host: FlaskClient) -> None:
    reply = host.get("/host/undo?steps=1")
    assert "There is no act to undo: this is the start of the game." in reply.get_data(as_text=True)


def test_the_host_corrects_only_what_was_changed(host: FlaskClient, room: Room) -> None:
    text = page(host, "/host")
    names = re.findall(r'name="fact:([^"]+)"', text)
    assert {"pearls", "phase", "deck"} <= set(names)
    assert "Pearls" not in re.findall(r"<summary>([^<]*)</summary>", text)
    form = {"fact:pearls": "3", "was:pearls": "0", "fact:deck": "36", "was:deck": "36"}
    assert host.post("/host/correct", data=form).status_code == 303
    snapshot = room.session.snapshot()
    (line,) = snapshot.log(None)
    assert line.kind == "correction"
    facts = {field.key: field.value for field in snapshot.game.facts(snapshot.view(None))}
    assert facts["pearls"] == 3
    nothing = host.post("/host/correct", data={"fact:pearls": "3", "was:pearls": "3"})
    assert "Nothing was changed, so nothing was corrected." in nothing.get_data(as_text=True)


def test_the_owners_figures_are_kept_for_this_game_and_later_ones(host: FlaskClient, room: Room) -> None:
    text = page(host, "/host")
    keys = re.findall(r'name="fact:(pearls\.[^"]+)"', text)
    assert keys == ["pearls.low", "pearls.high"]
    form = dict.fromkeys((f"fact:{key}" for key in keys), "")
    reply = host.post("/host/card", data=form)
    assert "Nothing was chosen or typed." in reply.get_data(as_text=True)
    assert host.post("/host/card", data={**form, f"fact:{keys[0]}": "4"}).headers["Location"] == "/host#card"
    host.post("/host/new", data={"game": "sealed_bid", "cards": "own"})
    snapshot = room.session.snapshot()
    kept = {each.key: (each.value, each.status) for each in snapshot.game.facts(snapshot.view(None))}
    assert [kept[key] for key in keys] == [(4, "owner"), (4, "assumed")]


def test_a_new_game_replaces_the_present_one_which_can_be_resumed(host: FlaskClient, room: Room) -> None:
    tap_token(room)
    before = room.session.game_id
    looked_through(room)
    assert "No saved game yet." in page(host, "/host")
    reply = host.post("/host/new", data={"game": "sealed_bid", "cards": "virtual", "order": "turn"})
    assert (reply.status_code, reply.headers["Location"]) == (303, "/host")
    assert room.session.game_id != before
    looked_through(room)
    assert f'value="{before}"' in page(host, "/host")
    assert host.post("/host/resume", data={"game_id": before}).status_code == 303
    assert room.session.game_id == before
    assert room.session.snapshot().can_undo == 1


@pytest.mark.parametrize("form", [{"game": "chess"}, {"game": "sealed_bid", "order": "dice"}, {}])
def test_a_game_that_cannot_be_had_is_refused_in_words(host: FlaskClient, form: dict[str, str]) -> None:
    reply = host.post("/host/new", data=form, headers={"Accept": "application/json"})
    assert reply.status_code == 409
    assert "Choose one of:" in reply.get_json()["text"]


def test_a_saved_game_that_is_not_there_is_refused(host: FlaskClient) -> None:
    for game_id in ("", "nothing", "../../etc/passwd"):
        reply = host.post("/host/resume", data={"game_id": game_id})
        assert reply.status_code == 409
        assert "There is no saved game" in reply.get_data(as_text=True)


def test_the_host_frees_a_seat(app: Flask, host: FlaskClient, room: Room) -> None:
    sit(app, 1)
    assert "Free seat 2" in page(host, "/host")
    assert host.post("/host/seat", data={"seat": "2", "do": "free"}).status_code == 303
    assert room.session.snapshot().seats[1].holder == "open"
    for form, status in (({"seat": "7", "do": "free"}, 404), ({"seat": "x"}, 400), ({"seat": "1", "do": "sing"}, 400)):
        assert host.post("/host/seat", data=form).status_code == status


def test_ending_the_game_is_confirmed_and_shown(host: FlaskClient, client: FlaskClient, room: Room) -> None:
    assert "End this game without a winner?" in page(host, "/host/end")
    assert host.post("/host/end").status_code == 303
    text = text_of(page(client, "/"))
    assert "The host ended this game" in text
    assert "The game is saved as it stands. The host can start or resume a game." in text
    assert "To act" not in text


def test_a_won_game_says_who_won_and_offers_no_tap(virtual_room: Room) -> None:
    wait_until(virtual_room, lambda now: now.outcome is not None)
    app = make_app(virtual_room)
    device = app.test_client()
    device.post("/host/unlock", data={"code": CODE})
    text = page(device, "/")
    assert "The game is over" in text
    assert ": most points, " in text
    assert "The game is over: nothing is left to do." in text


def test_the_host_holds_the_bots_and_lets_them_go(virtual_room: Room) -> None:
    device = make_app(virtual_room).test_client()
    device.post("/host/unlock", data={"code": CODE})
    assert device.post("/host/pause", data={"do": "hold"}).status_code == 303
    assert virtual_room.session.snapshot().paused
    assert "Let them go on" in page(device, "/host")
    device.post("/host/pause", data={"do": "go"})
    assert not virtual_room.session.snapshot().paused


def test_health_is_public(client: FlaskClient) -> None:
    reply = client.get("/health.json").get_json()
    assert (reply["status"], reply["game"], reply["streams"]) == ("ok", "sealed_bid", 0)
    assert {"device", "status", "text"} == set(reply["devices"][0])


def test_the_public_table_is_json(client: FlaskClient, room: Room) -> None:
    reply = client.get("/table.json").get_json()
    assert reply["prompt"]["rule"] == "B-011"
    assert reply["view"]["seat"] is None
    assert len(reply["expected_table"]["zones"]) == len(
        room.registry["sealed_bid"].mat.layout(room.session.snapshot().view(None)).zones
    )
