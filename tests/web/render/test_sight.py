"""What the camera makes of the table, on every page: its sentence, its fixes, and its answers."""

from __future__ import annotations

import html
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import escape
from msgspec.structs import replace

from companion.language.message import say, written
from companion.live.requests import Believe, Client, Reply, Request, Restored, SetAside
from companion.live.room import Room
from companion.referee.mismatch import Fix
from companion.referee.sight import Sight
from tests.games.sealed_bid.words import RULES
from tests.web.conftest import blocks, sit, text_of
from tests.web.sights import FIXES, SIGHTS, TOKEN, show
from web.render.sight import SIGNS, helping, sight_part

PATHS = {"table": "/", "seat": "/seat/1/", "host": "/host"}
CALM = ("unseen", "reaching", "looking", "settled", "in_progress")


def part_of(page: str) -> str:
    """The sight on a page."""
    (part,) = re.findall(r'<section [^>]*data-part="sight".*?</section>', page, re.DOTALL)
    return str(part)


@pytest.fixture
def devices(app: Flask, client: FlaskClient, host: FlaskClient) -> dict[str, FlaskClient]:
    """A guest at the table page, Ada at her seat, and the host."""
    return {"table": client, "seat": sit(app, 0), "host": host}


def parts(devices: dict[str, FlaskClient]) -> dict[str, str]:
    return {name: part_of(device.get(PATHS[name]).get_data(as_text=True)) for name, device in devices.items()}


def labels(part: str) -> list[str]:
    """The words of the answers that can be tapped."""
    return re.findall(r'name="actions".*?<span>([^<]*)</span></button>', part, re.DOTALL)


@pytest.mark.parametrize("state", [state for state in SIGHTS if state != "off"])
def test_every_page_tells_the_state_by_sign_word_and_sentence(
    devices: dict[str, FlaskClient], monkeypatch: pytest.MonkeyPatch, state: str
) -> None:
    show(monkeypatch, SIGHTS[state])
    for name, part in parts(devices).items():
        sign, word = SIGNS[SIGHTS[state].state]
        assert f'<span class="mark" aria-hidden="true">{sign}</span>' in part, name
        # A seat's page has the sentence of a calm state one tap away, or beside the word where somebody is to read it.
        told = part.index(f'<b class="state">{word}</b>')
        assert str(escape(SIGHTS[state].text)) in part[told:], name
        assert "hidden>" not in part, name


def test_nothing_is_shown_without_a_camera(devices: dict[str, FlaskClient]) -> None:
    for part in parts(devices).values():
        assert re.fullmatch(r'<section [^>]*data-part="sight"[^>]* hidden>\s*</section>', part)


def test_no_two_states_share_a_sign_or_a_word() -> None:
    assert len({sign for sign, _ in SIGNS.values()}) == len({word for _, word in SIGNS.values()}) == len(SIGNS)


@pytest.mark.parametrize("state", CALM)
def test_calm_states_are_one_line_with_nothing_to_do(
    devices: dict[str, FlaskClient], monkeypatch: pytest.MonkeyPatch, state: str
) -> None:
    show(monkeypatch, SIGHTS[state])
    for part in parts(devices).values():
        assert part.count("<p") == 1
        assert "<button" not in part
        assert "<li" not in part


def test_a_mismatch_tells_each_zone_with_its_rule_and_how_to_put_it_right(
    devices: dict[str, FlaskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    show(monkeypatch, SIGHTS["mismatch"])
    for part in parts(devices).values():
        text = text_of(part)
        assert "<li>Ada&#39;s bid seems to hold the card 1; it should be empty. <details" in text
        assert f'<p>{RULES["B-004"]} <span class="rule">B-004</span></p>' in text
        assert "To put it right" in text
        for fix in FIXES:
            assert f"<li>{escape(fix.text)}</li>" in text


def test_only_the_host_may_say_that_the_table_is_right_again(
    devices: dict[str, FlaskClient], monkeypatch: pytest.MonkeyPatch, room: Room
) -> None:
    show(monkeypatch, SIGHTS["restoring"])
    shown = parts(devices)
    assert all("Take the card 1 away from Ada&#39;s bid." in part for part in shown.values())
    assert [name for name, part in shown.items() if "The table is right</button>" in part] == ["host"]
    asked: list[tuple[Client, Request]] = []

    def submit(client: Client, request: Request) -> Reply:
        asked.append((client, request))
        return Reply(True, "Done.")

    monkeypatch.setattr(room.session, "submit", submit)
    for name in ("table", "seat"):
        assert devices[name].post("/host/restored").status_code == 403
    assert asked == []
    assert devices["host"].post("/host/restored").headers["Location"] == "/host"
    assert asked == [(Client("host"), Restored())]


def test_only_the_host_may_say_that_the_camera_misreads_a_place_and_take_it_back(
    devices: dict[str, FlaskClient], monkeypatch: pytest.MonkeyPatch, room: Room
) -> None:
    asked: list[tuple[Client, Request]] = []

    def submit(client: Client, request: Request) -> Reply:
        asked.append((client, request))
        return Reply(True, "Done.")

    monkeypatch.setattr(room.session, "submit", submit)
    show(monkeypatch, SIGHTS["mismatch"])
    button = "The table is right, the camera misreads this place</button>"
    shown = parts(devices)
    assert {name: part.count(button) for name, part in shown.items()} == {"table": 0, "seat": 0, "host": 2}
    assert (
        'value="bid.0" aria-label="The table is right, the camera misreads this place: Ada&#39;s bid' in shown["host"]
    )
    show(monkeypatch, replace(SIGHTS["settled"], note="The card read as card 1 is set aside.", has_misread=True))
    shown = parts(devices)
    assert all("The card read as card 1 is set aside." in part for part in shown.values())
    assert [name for name, part in shown.items() if "Let all markers count again</button>" in part] == ["host"]
    for name in ("table", "seat"):
        assert devices[name].post("/host/misread", data={"zone": "bid.0"}).status_code == 403
    assert asked == []
    for data in ({"zone": "bid.0"}, {}):
        assert devices["host"].post("/host/misread", data=data).headers["Location"] == "/host"
    assert asked == [(Client("host"), SetAside("bid.0")), (Client("host"), Believe())]


def test_a_seat_is_offered_its_own_answers_and_those_of_nobody(
    app: Flask, devices: dict[str, FlaskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    show(monkeypatch, SIGHTS["question"])
    both = ["Seat 3 gets the start token", "Ada drew a card"]
    shown = parts(devices)
    assert labels(shown["host"]) == labels(shown["seat"]) == both
    assert labels(shown["table"]) == []
    assert "Others answer this:</span> Seat 3 gets the start token · Ada drew a card" in shown["table"]
    ben = part_of(sit(app, 1).get("/seat/2/").get_data(as_text=True))
    assert labels(ben) == both[:1]
    assert "Others may answer:</span> Ada drew a card" in ben


def test_the_host_answers_on_the_table_page_too(host: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    show(monkeypatch, SIGHTS["open"])
    assert labels(part_of(host.get("/").get_data(as_text=True))) == ["Seat 3 gets the start token"]


def test_an_answer_is_a_tap_like_any_other(
    devices: dict[str, FlaskClient], monkeypatch: pytest.MonkeyPatch, room: Room
) -> None:
    show(monkeypatch, SIGHTS["question"])
    part = parts(devices)["seat"]
    assert 'action="/seat/1/tap" data-tap' in part
    (revision,) = re.findall(r'name="revision" value="(\d+)"', part)
    actions = html.unescape(re.findall(r'name="actions" value="([^"]*)"', part)[0])
    reply = devices["seat"].post("/seat/1/tap", data={"actions": actions, "revision": revision})
    assert (reply.status_code, reply.headers["Location"]) == (303, "/seat/1/")
    assert room.session.snapshot().view(None).table.token == 2


def test_nothing_is_asked_in_a_game_that_is_over() -> None:
    part = sight_part(SIGHTS["question"], {}, None, True, True)
    assert (part.answers, part.others) == ((), ())


def test_a_screen_reader_hears_of_what_has_to_be_done_only() -> None:
    spoken = {state for state, sight in SIGHTS.items() if sight_part(sight, {}, 0, False, False).spoken}
    assert spoken == {"unseen", "question", "mismatch", "restoring"}


def test_words_of_a_sight_are_text_and_never_markup(
    devices: dict[str, FlaskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    evil = "<b id=x>"
    show(monkeypatch, Sight("question", evil, (replace(TOKEN, label=written(evil)),), covered=(written(evil),)))
    for part in parts(devices).values():
        assert evil not in part
        assert escape(evil) in part


def test_the_sight_is_in_the_public_json_and_in_a_seats_and_in_the_stream(
    devices: dict[str, FlaskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    show(monkeypatch, SIGHTS["mismatch"])
    public = devices["table"].get("/table.json").get_json()["sight"]
    assert public == devices["seat"].get("/seat/1/seat.json").get_json()["sight"]
    assert (public["state"], public["fixes"][0]["text"]) == ("mismatch", "Take the card 1 away from Ada's bid.")
    reply = devices["table"].get("/stream")
    page = next(block for block in blocks(reply) if "event: page" in block)
    reply.close()
    assert "No legal act leads to this table." in page


@pytest.mark.parametrize("state", ["mismatch", "restoring"])
def test_moves_that_are_done_are_ticked_off_above_those_that_remain(
    devices: dict[str, FlaskClient], monkeypatch: pytest.MonkeyPatch, state: str
) -> None:
    show(monkeypatch, replace(SIGHTS[state], fixes=FIXES[1:], done=FIXES[:1]))
    for name, part in parts(devices).items():
        done, remains = re.findall(r"<li[^>]*>(?:(?!</li>).)*(?:Ada&#39;s bid|start token)(?:(?!</li>).)*</li>", part)[
            -2:
        ]
        assert 'class="done"' in done, name
        assert "Done." in done
        assert 'class="done"' not in remains


def test_nothing_is_ticked_off_where_nothing_is_asked_for() -> None:
    assert sight_part(replace(SIGHTS["settled"], done=FIXES), {}, None, False, False).done == ()


def test_what_nobody_in_particular_lays_hands_lay_by_themselves() -> None:
    fixes = (Fix("pearl", "", "bowl", say("Lay the pearl at the bowl.")),)
    sight = Sight("in_progress", "Still to do.", fixes=fixes, is_told=True)
    found = helping(sight, None, 0, False)
    assert found is not None
    assert (found.button, found.text) == ("", "The hands at the table do it in a moment.")
    found = helping(sight, None, 0, False, hold_still=True)
    assert found is not None
    assert found.button == "Lay the pearl at the bowl for me"


def test_what_hands_lay_is_named_with_piece_and_place_and_how_often() -> None:
    def offered(*fixes: Fix) -> tuple[str, str, str]:
        sight = Sight("in_progress", "Still to do.", fixes=fixes, is_told=True)
        found = helping(sight, (0, "Ada"), 0, False)
        assert found is not None
        return found.button, found.text, found.told

    pearl, card = (
        Fix("pearl", "", "bowl", say("Lay the pearl at the bowl.")),
        Fix("back", "", "bid.0", say("Lay the card there.")),
    )
    own = "Lay it on the page “Pieces”, or let it be laid."
    assert offered(pearl) == ("Lay the pearl at the bowl for me", own, "Hands do it now: Lay the pearl at the bowl.")
    assert offered(pearl, pearl)[0] == "Lay the pearl at the bowl for me, 2 times"
    button, text, _ = offered(pearl, card, card)
    assert button == "Do these 3 moves for me"
    assert text == (
        "Then: lay the card there, 2 times. "
        "Choose the card on the page “Pieces”; hands take any that fits, and else deal you others."
    )


def test_only_who_tapped_it_has_laid_something_to_lay() -> None:
    laid = Fix("pearl", "", "bowl", say("Lay the pearl at the bowl.")), Fix("", "bowl", "", say("Take the card away."))
    sight = Sight("in_progress", "Still to do.", fixes=laid, is_told=True)
    owners = [found.is_own for actor in ((0, "Ada"), None) if (found := helping(sight, actor, 0, False)) is not None]
    assert owners == [True, False], "what nobody in particular has tapped, this seat has not"
