"""The host's form of a new game: every option of the game in words, and only games that there are are begun."""

from __future__ import annotations

import random
import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from companion.games.option_text import fitting, option_text
from companion.games.registry import GAMES
from companion.live.room import Room
from tests.companion.tables import tap_first
from tests.games.registered import SEALED_BID
from tests.said import said
from tests.web.conftest import text_of
from tests.web.new_games import begin, form_of, selects
from web.render.new_game import chosen_options, new_games

NAME = SEALED_BID.name
EVERY_OPTION = ", ".join(each.key for each in SEALED_BID.options())


@pytest.mark.parametrize("name", GAMES)
def test_the_form_shows_every_option_with_its_default_chosen(host: FlaskClient, name: str) -> None:
    form = form_of(host.get("/host").text, name)
    shown = selects(form)
    fields = {field.key: field for field in GAMES[name].options()}
    assert list(shown) == list(fields)
    for key, field in fields.items():
        assert sorted(words for _, words, _ in shown[key]) == sorted(str(label) for _, label in field.choices)
        assert said([words for _, words, chosen in shown[key] if chosen]) == [str(field.choices[0][1])]
        assert f"<span>{field.label}</span>" in unescape(form)


def test_numbers_stand_in_their_order_and_words_in_the_games(host: FlaskClient) -> None:
    shown = selects(form_of(host.get("/host").text, NAME))
    assert [value for value, _, _ in shown["players"]] == ["2", "3", "4"]
    assert [value for value, _, _ in shown["cards"]] == ["own", "virtual"]


def test_house_rules_are_folded_away_and_common_options_are_not(host: FlaskClient) -> None:
    open_part, _, folded = form_of(host.get("/host").text, NAME).partition('<details id="rules-')
    assert "<summary>House rules</summary>" in folded
    assert list(selects(folded)) == [each.key for each in SEALED_BID.options() if each.is_rare]
    assert list(selects(open_part)) == ["players", "cards"]


@pytest.mark.rolling_with_the_waves
def test_a_game_asks_for_players_and_for_dice_alone_before_its_house_rules(host: FlaskClient) -> None:
    form = form_of(host.get("/host").text, "rolling_with_the_waves")
    open_part, _, folded = form.partition('<details id="rules-')
    assert list(selects(open_part)) == ["players", "score_only", "tray", "freebooters", "allocation"]
    rare = [field.key for field in GAMES["rolling_with_the_waves"].options() if field.is_rare]
    assert list(selects(folded)) == rare
    assert "Start a new game of Rolling with the Waves" in form


def test_the_form_says_what_goes_together_for_its_script(host: FlaskClient) -> None:
    page = host.get("/host").text
    assert re.search(r'<script src="/static/new_game\.[0-9a-f]{10}\.js" defer></script>', page)
    form = unescape(form_of(page, NAME))
    assert """data-offers='[{"players": "3"}, {"players": "2"}, {"players": "4"}]'""" in form
    assert re.findall('data-needs="([^"]*)"', form) == [
        "&".join(f"{key}={str(value).lower()}" for key, value in each.needs)
        for each in SEALED_BID.options()
        if each.needs
    ]


@pytest.mark.parametrize("name", GAMES)
def test_help_is_tied_to_its_field(host: FlaskClient, name: str) -> None:
    form = form_of(host.get("/host").text, name)
    described = re.findall(r'aria-describedby="([^"]+)"', form)
    assert described == [f"about-{name}-{field.key}" for field in GAMES[name].options() if field.help]
    for each in described:
        assert form.count(f'id="{each}"') == 1


def test_a_game_is_begun_with_what_was_chosen(host: FlaskClient, room: Room) -> None:
    assert begin(host, NAME, players="4", cards="own", order="turn", ties="earlier")[0] == 200
    setup = room.session.snapshot().view(None).table.setup
    assert (setup.players, setup.cards, setup.order, setup.ties) == (4, "own", "turn", "earlier")


def test_house_rules_of_the_game_are_shown_on_every_page(host: FlaskClient, client: FlaskClient) -> None:
    assert "House rules:" not in client.get("/").text
    assert begin(host, NAME, order="turn")[0] == 200
    for page in (client.get("/"), host.get("/host")):
        assert '<p class="house"><b>House rules:</b> ' in page.text


@pytest.mark.parametrize("name", GAMES)
def test_the_whole_form_as_it_stands_begins_the_usual_game(host: FlaskClient, room: Room, name: str) -> None:
    shown = selects(form_of(host.get("/host").text, name))
    sent = {key: value for key, values in shown.items() for value, _, chosen in values if chosen}
    assert begin(host, name, **sent)[0] == 200
    assert room.session.snapshot().view(None).table == GAMES[name].new_game({}, {}).table


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"players": "many"}, "Players (players) cannot be 'many'. Choose one of: 3, 2, 4."),
        ({"ties": "earlier"}, "it means something only with Who seals a bid (order) “in turn”."),
        ({"speed": "fast"}, f"Sealed Bid has no option 'speed'. It has: {EVERY_OPTION}."),
        ({"cards": "<b>"}, "cannot be '<b>'. Choose one of: own, virtual."),
    ],
)
def test_nonsense_is_refused_in_a_sentence(host: FlaskClient, room: Room, form: dict[str, str], told: str) -> None:
    before = room.session.game_id
    status, text = begin(host, NAME, **form)
    assert status == 409
    assert told in said(text)
    assert room.session.game_id == before


def test_a_refusal_of_a_plain_form_is_escaped(host: FlaskClient) -> None:
    page = host.post("/host/new", data={"game": NAME, "cards": "<script>"}).text
    assert "<script>" not in page.partition("<body")[2]
    assert "cannot be" in text_of(page)


def test_only_the_host_begins_a_game(client: FlaskClient, room: Room) -> None:
    before = room.session.game_id
    assert client.post("/host/new", data={"game": NAME}).status_code == 403
    assert room.session.game_id == before


@pytest.mark.rolling_with_the_waves
def test_each_game_is_begun_from_a_form_of_its_own(host: FlaskClient, room: Room) -> None:
    page = host.get("/host").text
    assert "Start a new game of Sealed Bid" in page
    assert begin(host, "rolling_with_the_waves")[0] == 200
    assert room.session.snapshot().game.name == "rolling_with_the_waves"
    assert begin(host, NAME, players="3", cards="own")[0] == 200
    assert room.session.snapshot().game.name == NAME
    told = begin(host, NAME, tablets="first")[1]
    assert told == f"Sealed Bid has no option 'tablets'. It has: {EVERY_OPTION}."


def test_whatever_games_are_varied_by_can_be_chosen_on_the_form() -> None:
    for seed in range(20):
        varied = fitting(SEALED_BID, SEALED_BID.simulation.varied_options(random.Random(seed)))
        form = {key: option_text(value) for key, value in varied.items()}
        begun = SEALED_BID.new_game(chosen_options(SEALED_BID, form), {})
        assert begun.table.setup == SEALED_BID.new_game(varied, {}).table.setup


def test_a_first_game_is_as_the_rulebook_has_it_whatever_else_stands_in_the_form() -> None:
    form = {"game": NAME, "players": "4", "cards": "own", "order": "turn", "ask": "1"}
    assert chosen_options(SEALED_BID, form) == {"players": 4, "cards": "own", "order": "turn"}
    assert chosen_options(SEALED_BID, {**form, "usual": "1"}) == {"players": 4, "cards": "own"}


def test_a_form_asks_before_a_running_game_is_left_and_what_was_chosen_is_kept(host: FlaskClient, room: Room) -> None:
    asked = {"game": NAME, "players": "4", "ask": "1"}
    before = room.session.game_id
    assert host.post("/host/new", data=asked).status_code == 303, "nothing has been done in it"
    began = room.session.game_id
    assert began != before
    assert tap_first(room.session).accepted
    page = host.post("/host/new", data=asked)
    assert page.status_code == 200
    assert "Leave this game for Sealed Bid?" in page.text
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="(\w+)">', page.text))
    assert fields == {"game": NAME, "players": "4"}
    assert room.session.game_id == began
    assert host.post("/host/new", data=fields).status_code == 303
    assert room.session.game_id != began


def test_an_empty_field_has_its_default() -> None:
    form = {"game": NAME, "cards": "", "players": "2"}
    assert chosen_options(SEALED_BID, form) == {"players": 2}


def test_forms_are_made_once_a_game() -> None:
    assert new_games(GAMES.values())[0] is new_games(GAMES.values())[0]


def test_an_option_with_long_values_has_the_whole_width(host: FlaskClient) -> None:
    """Half of it cut "Clans and Monuments, the newest"."""
    form = form_of(host.get("/host").text, "manawave")
    (mode,) = re.findall(r'<div class="option( long)?"[^>]*>\s*<label>[^/]*</span>\s*<select name="mode"', form)
    (players,) = re.findall(r'<div class="option( long)?"[^>]*>\s*<label>[^/]*</span>\s*<select name="players"', form)
    assert (mode, players) == (" long", "")
