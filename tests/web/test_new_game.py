"""The host's form of a new game: every option of the game in words, and only games that there are are begun."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.games.core import AnyGame
from companion.games.option_text import fitting, option_text
from companion.games.registry import GAMES
from companion.home import Home
from companion.room import Room
from tests.games.sealed_bid.game import SealedBid
from tests.web.conftest import CODE, make_app, text_of
from web.new_game import chosen_options, new_games

WAVES = GAMES["waves"]
JSON = {"Accept": "application/json"}


def form_of(page: str, game: str = "waves") -> str:
    """The form of a new game of that name."""
    forms: list[str] = re.findall(r'<form method="post" action="/host/new".*?</form>', page, re.DOTALL)
    (form,) = (each for each in forms if f'name="game" value="{game}"' in each)
    return form


def selects(form: str) -> dict[str, list[tuple[str, str, bool]]]:
    """Every option in the form: its values as they are sent, with their words, and which is chosen already."""
    found = {}
    for key, inner in re.findall(r'<select name="(\w+)".*?>(.*?)</select>', form, re.DOTALL):
        options = re.findall(r'<option value="([^"]*)"( selected)?>([^<]*)</option>', inner)
        found[key] = [(value, unescape(words), bool(selected)) for value, selected, words in options]
    return found


def begin(host: FlaskClient, **form: str) -> tuple[int, str]:
    """The answer to a form."""
    reply = host.post("/host/new", data={"game": "waves", **form}, headers=JSON)
    return reply.status_code, reply.get_json()["text"]


def test_the_form_shows_every_option_with_its_default_chosen(host: FlaskClient) -> None:
    form = form_of(host.get("/host").text)
    shown = selects(form)
    fields = {field.key: field for field in WAVES.options()}
    assert list(shown) == list(fields)
    for key, field in fields.items():
        assert sorted(words for _, words, _ in shown[key]) == sorted(label for _, label in field.choices)
        assert [words for _, words, chosen in shown[key] if chosen] == [field.choices[0][1]]
        assert f"<span>{field.label}</span>" in unescape(form)
    assert [value for value, _, _ in shown["players"]] == ["2", "3", "4", "5", "6"]
    assert [value for value, _, _ in shown["optional_collect"]] == ["false", "true"]


def test_house_rules_are_folded_away_and_common_options_are_not(host: FlaskClient) -> None:
    open_part, _, folded = form_of(host.get("/host").text).partition("<details")
    assert "<summary>House rules</summary>" in folded
    rare = [field.key for field in WAVES.options() if field.is_rare]
    assert list(selects(folded)) == rare
    assert not set(selects(open_part)) & set(rare)


def test_the_form_says_what_goes_together_for_its_script(host: FlaskClient) -> None:
    page = host.get("/host").text
    assert '<script src="/static/new_game.js" defer></script>' in page
    form = unescape(form_of(page))
    assert '{"mode": "head_to_head", "players": "2"}' in form
    assert '{"mode": "teams", "players": "3"}' not in form
    assert 'data-needs="mode=teams"' in form
    assert 'data-needs="players=3"' in form


def test_help_is_tied_to_its_field(host: FlaskClient) -> None:
    form = form_of(host.get("/host").text)
    described = re.findall(r'aria-describedby="([^"]+)"', form)
    assert described == [f"about-waves-{field.key}" for field in WAVES.options() if field.help]
    for each in described:
        assert form.count(f'id="{each}"') == 1


@pytest.mark.rule("W-005")
def test_a_game_is_begun_with_what_was_chosen(host: FlaskClient, room: Room) -> None:
    form = {"mode": "teams", "players": "5", "seating": "XYZXY", "edition": "breakers", "tablets": "row3"}
    assert begin(host, **form, optional_collect="true")[0] == 200
    setup = room.session.snapshot().view(None).table.setup
    assert (setup.mode, setup.players, setup.edition, setup.cards) == ("teams", 5, "breakers", "own")
    assert setup.sides == (0, 1, 2, 0, 1)
    assert setup.variants.optional_collect is True


def test_house_rules_of_the_game_are_shown_on_every_page(host: FlaskClient, client: FlaskClient) -> None:
    assert "House rules:" not in client.get("/").text
    assert begin(host, leftover_shells="add")[0] == 200
    for page in (client.get("/"), host.get("/host")):
        assert '<p class="house"><b>House rules:</b> ' in page.text


def test_the_whole_form_as_it_stands_begins_the_usual_game(host: FlaskClient, room: Room) -> None:
    shown = selects(form_of(host.get("/host").text))
    sent = {key: value for key, values in shown.items() for value, _, chosen in values if chosen}
    assert begin(host, **sent)[0] == 200
    usual = WAVES.new_game({}, {}).table.setup
    assert room.session.snapshot().view(None).table.setup == usual


@pytest.mark.parametrize(
    ("form", "players"), [({"mode": "head_to_head"}, 2), ({"mode": "teams"}, 4), ({"players": "2"}, 2), ({}, 4)]
)
def test_what_is_left_out_fits_the_rest(host: FlaskClient, room: Room, form: dict[str, str], players: int) -> None:
    assert begin(host, **form)[0] == 200
    assert room.session.snapshot().view(None).table.setup.players == players


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"mode": "solo"}, "Mode (mode) cannot be 'solo'. Choose one of: all_vs_all, head_to_head, teams."),
        ({"players": "many"}, "Players (players) cannot be 'many'. Choose one of: 4, 2, 3, 5, 6."),
        ({"mode": "head_to_head", "players": "4"}, "Head to head is not played by 4."),
        ({"h2h_empty_hand": "skip"}, "it means something only with Mode (mode) “Head to head”."),
        ({"rotate_gap": "true"}, "it means something only with Players (players) “3”."),
        ({"mode": "teams", "seating": "XYXYZ"}, "The seating 'XYXYZ' does not fit 4 players."),
        ({"tablets": "SCH-B,KEE-B,KNI-C,SEE-B1,NOB-C"}, "Choose one of: first, row1, row2, row3, own."),
        ({"speed": "fast"}, "Waves has no option 'speed'. It has: mode, players, "),
        ({"optional_collect": "<b>"}, "cannot be '<b>'. Choose one of: false, true."),
    ],
)
def test_nonsense_is_refused_in_a_sentence(host: FlaskClient, room: Room, form: dict[str, str], told: str) -> None:
    before = room.session.game_id
    status, text = begin(host, **form)
    assert status == 409
    assert told in text
    assert room.session.game_id == before


def test_a_refusal_of_a_plain_form_is_escaped(host: FlaskClient) -> None:
    page = host.post("/host/new", data={"game": "waves", "mode": "<script>"}).text
    assert "<script>" not in page.partition("<body")[2]
    assert "cannot be" in text_of(page)


def test_only_the_host_begins_a_game(client: FlaskClient, room: Room) -> None:
    before = room.session.game_id
    assert client.post("/host/new", data={"game": "waves"}).status_code == 403
    assert room.session.game_id == before


@pytest.fixture
def two_games(tmp_path: Path) -> Iterator[Room]:
    games: dict[str, AnyGame] = {**GAMES, "sealed_bid": SealedBid()}
    room = Room(games, Home(tmp_path / "two").make())
    room.open_new("waves", {"cards": "own"}, seed=1)
    yield room
    room.close()


def test_each_game_has_a_form_with_its_own_options(two_games: Room) -> None:
    host = make_app(two_games).test_client()
    host.post("/host/unlock", data={"code": CODE})
    page = host.get("/host").text
    assert list(selects(form_of(page, "sealed_bid"))) == ["players", "cards"]
    assert "House rules" not in form_of(page, "sealed_bid")
    assert "Start a new game of Sealed Bid" in page
    form = {"game": "sealed_bid", "players": "3", "cards": "own"}
    assert host.post("/host/new", data=form).status_code == 303
    assert two_games.session.snapshot().game.name == "sealed_bid"
    told = host.post("/host/new", data={**form, "tablets": "first"}, headers=JSON).get_json()["text"]
    assert told == "Sealed Bid has no option 'tablets'. It has: players, cards."


def test_whatever_games_are_varied_by_can_be_chosen_on_the_form() -> None:
    for seed in range(60):
        varied = fitting(WAVES, WAVES.varied_options(random.Random(seed)))
        form = {key: option_text(value) for key, value in varied.items()}
        begun = WAVES.new_game(chosen_options(WAVES, form), {})
        assert begun.table.setup == WAVES.new_game(varied, {}).table.setup


def test_an_empty_field_has_its_default() -> None:
    assert chosen_options(WAVES, {"game": "waves", "edition": "", "mode": "head_to_head"}) == {
        "mode": "head_to_head",
        "players": 2,
    }


def test_forms_are_made_once_a_game() -> None:
    assert new_games(GAMES.values())[0] is new_games(GAMES.values())[0]
