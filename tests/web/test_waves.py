"""Pages of a game of Waves: what they show that no smaller game has, and the form of its many options."""

from __future__ import annotations

import random
import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games.option_text import fitting, option_text
from companion.games.registry import GAMES
from companion.games.waves.state.model import Phase
from companion.live.room import Room
from tests.web.conftest import sit, wait_until
from tests.web.new_games import begin, form_of, selects
from tests.web.render.test_mat import check_pictures, positions
from web.render.new_game import chosen_options
from web.render.pieces import Box, face

pytestmark = pytest.mark.waves

WAVES = GAMES["waves"]
TELLS_OF_PLAY = (' marked"', ">to act<", "To act", "to act)", "The bots", "Hold the bots", "shines")
"""What pages say only while somebody is to act."""


@pytest.fixture
def form(host: FlaskClient) -> str:
    """The form of a new game of Waves."""
    return form_of(host.get("/host").text, "waves")


# --- a new game ---


def test_the_form_says_which_modes_and_numbers_of_players_go_together(form: str) -> None:
    written = unescape(form)
    assert '{"mode": "head_to_head", "players": "2"}' in written
    assert '{"mode": "teams", "players": "3"}' not in written
    assert 'data-needs="mode=teams&players=5"' in written
    assert 'data-needs="players=3"' in written


def test_rules_of_the_house_are_folded_away_and_values_stand_in_order(form: str) -> None:
    open_part, _, folded = form.partition('<details id="rules-')
    rare = [field.key for field in WAVES.options() if field.is_rare]
    assert list(selects(folded)) == rare
    assert not set(selects(open_part)) & set(rare)
    assert [value for value, _, _ in selects(form)["players"]] == ["2", "3", "4", "5", "6"]
    assert [value for value, _, _ in selects(form)["optional_collect"]] == ["false", "true"]


@pytest.mark.rule("W-136")
def test_the_form_tells_what_the_tablets_of_each_set_do(form: str) -> None:
    _, _, told = unescape(form).partition('<details class="meanings"')
    told, _, _ = told.partition("</details>")
    assert told.index("<b>first game</b>") < told.index("<li>Nobles: “Calm”. No special rule.</li>")
    assert told.index("<b>the older book's row 3</b>") < told.rindex("<li>Nobles: “First one returned”. ")


@pytest.mark.rule("W-135")
def test_advanced_tablets_are_advised_against_and_no_house_rule(host: FlaskClient) -> None:
    assert begin(host, "waves", tablets="row2")[0] == 200
    text = unescape(host.get("/").text)
    assert (
        '<p class="advice">Advanced tablets are in use: “Agents copy the right”, “A shell for each Follower”.' in text
    )
    assert "House rules:" not in text


@pytest.mark.rule("W-005")
def test_a_game_is_begun_with_what_was_chosen(host: FlaskClient, room: Room) -> None:
    form = {"mode": "teams", "players": "5", "seating": "XYZXY", "edition": "breakers", "tablets": "row3"}
    assert begin(host, "waves", **form, optional_collect="true")[0] == 200
    setup = room.session.snapshot().view(None).table.setup
    assert (setup.mode, setup.players, setup.edition, setup.cards) == ("teams", 5, "breakers", "own")
    assert setup.sides == (0, 1, 2, 0, 1)
    assert setup.variants.optional_collect is True


def test_house_rules_of_the_game_are_shown(host: FlaskClient) -> None:
    assert begin(host, "waves", leftover_shells="add")[0] == 200
    assert '<p class="house"><b>House rules:</b> ' in host.get("/").text


def test_the_form_starts_from_the_game_on_the_table(host: FlaskClient) -> None:
    for begun, is_open in (
        ({"mode": "teams", "players": "5", "seating": "XYZXY"}, False),
        ({"mode": "head_to_head", "players": "2", "leftover_shells": "add", "tablets": "row2"}, True),
    ):
        assert begin(host, "waves", **begun)[0] == 200
        form = form_of(host.get("/host").text, "waves")
        chosen = {key: [value for value, _, is_chosen in each if is_chosen] for key, each in selects(form).items()}
        usual = {field.key: option_text(field.choices[0][0]) for field in WAVES.options()}
        assert chosen == {key: [value] for key, value in {**usual, **begun}.items()}
        assert ('<details id="rules-waves" open>' in form) == is_open


def test_what_is_left_out_fits_the_rest(host: FlaskClient, room: Room) -> None:
    for form, players in (({"mode": "head_to_head"}, 2), ({"mode": "teams"}, 4), ({"players": "2"}, 2), ({}, 4)):
        assert begin(host, "waves", **form)[0] == 200
        assert room.session.snapshot().view(None).table.setup.players == players


def test_no_refusal_and_no_note_names_a_rule_by_its_id(host: FlaskClient, room: Room) -> None:
    for form in ({"mode": "head_to_head", "players": "4"}, {"mode": "teams", "players": "5", "seating": "XYXYZ"}):
        _, text = begin(host, "waves", **form)
        assert "(W-" not in text
    assert begin(host, "waves")[0] == 200
    host.post("/host/correct", data={"fact:deck": "99", "was:deck": "100"})
    text = host.get("/").text
    assert "99 cards are counted instead of 100." in text
    assert "(W-" not in text
    assert "(W-140)." in room.session.snapshot().view(None).table.irregular[0]  # whoever looks into a journal reads it


def test_what_fits_no_game_is_refused_in_a_sentence(host: FlaskClient, room: Room) -> None:
    before = room.session.game_id
    for form, told in (
        ({"mode": "solo"}, "Mode (mode) cannot be 'solo'. Choose one of: all_vs_all, head_to_head, teams."),
        ({"players": "many"}, "Players (players) cannot be 'many'. Choose one of: 4, 2, 3, 5, 6."),
        ({"mode": "head_to_head", "players": "4"}, "Head to head is not played by 4."),
        ({"h2h_empty_hand": "skip"}, "it means something only with Mode (mode) “Head to head”."),
        ({"rotate_gap": "true"}, "it means something only with Players (players) “3”."),
        ({"mode": "teams", "seating": "XYXYZ"}, "only with Mode (mode) “Teams” and Players (players) “5”."),
        ({"tablets": "SCH-B,KEE-B,KNI-C,SEE-B1,NOB-C"}, "Choose one of: first, row1, row2, row3, own."),
        ({"speed": "fast"}, "Waves has no option 'speed'. It has: mode, players, "),
        ({"optional_collect": "<b>"}, "cannot be '<b>'. Choose one of: false, true."),
    ):
        status, text = begin(host, "waves", **form)
        assert (status, told in text) == (409, True), text
    assert room.session.game_id == before


def test_whatever_games_are_varied_by_can_be_chosen_on_the_form() -> None:
    for seed in range(20):
        varied = fitting(WAVES, WAVES.simulation.varied_options(random.Random(seed)))
        form = {key: option_text(value) for key, value in varied.items()}
        begun = WAVES.new_game(chosen_options(WAVES, form), {})
        assert begun.table.setup == WAVES.new_game(varied, {}).table.setup


def test_an_empty_field_has_its_default_and_players_fit_the_mode() -> None:
    typed = {"game": "waves", "edition": "", "mode": "head_to_head"}
    assert chosen_options(WAVES, typed) == {"mode": "head_to_head", "players": 2}


# --- the owner's figures ---


def test_the_council_card_is_kept_for_this_game_and_later_ones(host: FlaskClient, room: Room) -> None:
    assert begin(host, "waves", tablets="first")[0] == 200
    link = ' <a href="/host#card">Enter yours on the host page</a></span>'
    notes = [note for note in re.findall(r"<span>[^\n]*</span>", host.get("/").text) if " assumed" in note]
    assert [note.endswith(link) for note in notes] == [True, True]
    text = host.get("/host").text
    keys = re.findall(r'name="fact:(council_card[^"]+)"', text)
    assert len(keys) == 5
    assert "Type the numbers of your Council card." in text
    assert "Council card" not in re.findall(r"<summary>([^<]*)</summary>", text)
    assert "Shells on the Council card are assumed" in host.get("/").text
    form = {**dict.fromkeys((f"fact:{key}" for key in keys), ""), f"fact:{keys[0]}": "4"}
    assert host.post("/host/card", data=form).headers["Location"] == "/host#card"
    assert begin(host, "waves", tablets="row1")[0] == 200
    snapshot = room.session.snapshot()
    assert {each.key: each.value for each in snapshot.game.facts(snapshot.view(None))}[keys[0]] == 4
    (words,) = snapshot.game.prompt(snapshot.view(None)).assumed
    assert "Scholars" not in str(words)
    assert "Keepers 3" in str(words)


def test_what_the_owners_tablets_show_is_chosen_on_the_host_page_and_kept(host: FlaskClient, room: Room) -> None:
    assert begin(host, "waves", tablets="first")[0] == 200
    text = host.get("/host").text
    (field,) = re.findall(r'<select name="fact:first_seers".*?</select>', text, re.DOTALL)
    assert re.findall(r'<option value="([^"]*)"', field)[:3] == ["", "SEE-B1", "SEE-B2"]
    assert "selected" not in field  # nothing is confirmed by sending the form as it stands
    assert "now “Followers lose two”" in field
    assert "Nothing was chosen or typed." in host.post("/host/card", data={"fact:first_seers": ""}).text
    refused = host.post("/host/card", data={"fact:first_seers": "SCH-A"})
    assert (refused.status_code, "Choose one from its list." in refused.text) == (400, True)
    assert host.post("/host/card", data={"fact:first_seers": "SEE-B3"}).headers["Location"] == "/host#card"
    for _ in range(2):  # in this game, and in the next
        snapshot = room.session.snapshot()
        assert snapshot.view(None).table.setup.tablets[3] == "SEE-B3"
        assert not [
            note for note in map(str, snapshot.game.prompt(snapshot.view(None)).assumed) if "Seers&#39;" in note
        ]
        assert begin(host, "waves", tablets="first")[0] == 200
    (field,) = re.findall(r'<select name="fact:first_seers".*?</select>', host.get("/host").text, re.DOTALL)
    assert '<option value="SEE-B3" selected>' in field


def test_the_class_of_a_tablet_is_chosen_on_the_host_page_and_kept(host: FlaskClient, room: Room) -> None:
    options = {"tablets": "own", "scholars": "SCH-A", "keepers": "KEE-B", "knights": "KNI-C", "seers": "SEE-B1"}
    assert begin(host, "waves", **options, nobles="NOB-C")[0] == 200
    assert "The class of a tablet is assumed: “Followers three, Rebels six” (Scholars)." in host.get("/").text
    assert host.post("/host/card", data={"fact:tablet_class.SCH-A": "1"}).status_code == 303
    assert "The class of a tablet is assumed" not in host.get("/").text
    assert room.home.owner_figures("waves") == {"tablet_classes": {"SCH-A": 1}}
    numbers = {f"fact:council_card.{cls}": "2" for cls in range(1, 6)}
    assert host.post("/host/card", data=numbers).status_code == 303
    confirmed, typed = room.session.snapshot().log(None)[-2:]
    assert str(confirmed.text) == (
        "The host types in Rule Tablets: Class of the tablet “Followers three, Rebels six” Scholars."
    )
    told = "The host types in Council card: Scholars 2, Keepers 2, Knights 2, Seers 2, Nobles 2."
    assert (str(typed.text), typed.rules) == (told, ())
    assert host.post("/host/card", data={"fact:tablet_class.SCH-A": "5"}).status_code == 303
    assert "The tablet “Followers three, Rebels six” counts as one of the Scholars." in host.get("/").text
    assert "is not a tablet side of the Scholars" in begin(host, "waves", **options, nobles="NOB-C")[1]


# --- the end ---


def test_an_ended_game_reads_as_ended_on_every_page(app: Flask, host: FlaskClient, room: Room) -> None:
    people = [sit(app, seat) for seat in range(3)]  # nobody plays but they
    assert begin(host, "waves", cards="virtual", players="3")[0] == 200
    wait_until(room, lambda now: now.view(None).table.phase is Phase.PLAY)
    for is_over in (False, True):
        pages = {address: host.get(address).text for address in ("/", "/host")}
        pages |= {str(seat): device.get(f"/seat/{seat + 1}/").text for seat, device in enumerate(people)}
        told = {address: [words for words in TELLS_OF_PLAY if words in text] for address, text in pages.items()}
        assert [not words for words in told.values()] == [is_over] * 5, told
        assert all(("The host ended this game" in text) == is_over for text in pages.values())
        if not is_over:
            host.post("/host/end")
    assert host.get("/table.json").get_json()["lights"] == {"glows": []}


# --- the mat ---


def test_every_expected_piece_appears_in_its_zone_all_through_a_game() -> None:
    states = positions(WAVES)
    check_pictures(WAVES, states[:: len(states) // 20])


def test_every_card_is_told_by_number_sign_and_name_besides_its_colour() -> None:
    for kind in WAVES.mat.pieces.values():
        if kind.number:
            words = re.findall(r">([^<>]+)</text>", face(kind, Box(0, 0, 63, 88)))
            assert words == [kind.number, kind.sign, kind.sign, kind.label]


# --- unknown cards ---


def test_the_command_for_a_lost_insert_is_named(host: FlaskClient) -> None:
    assert begin(host, "waves")[0] == 200
    listed = host.get("/enrol").text
    assert "<code>companion print waves --only 20 -o lost.pdf</code>" in listed
    assert "in place of 20, here that of “Scholar 1”" in listed
    assert "<code>companion print waves --list</code>" in listed
