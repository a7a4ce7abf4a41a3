"""The owner's box on its page: entries corrected, refused in words, set back and put back; its file given and taken."""

from __future__ import annotations

import html
import io
import re
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.games.registry import GAMES
from companion.live.room import Room
from companion.runtime.fsync import draft_of
from companion.storage.home import Home
from tests.web.conftest import make_app, sit

pytestmark = pytest.mark.atlantis_rising

GAME = "atlantis_rising"
BOX = f"/host/box/{GAME}"
ASSUMED = r"\d+ of \d+ entries are still assumed"
HILLS, SEAL, ENERGY = (f"{BOX}/entry/{key}" for key in ("peninsula.hills", "components.spirit_seal", "library.energy"))


@pytest.fixture
def room(boxed_room: Room) -> Room:
    return boxed_room


def words(reply: TestResponse) -> str:
    """What a page says, without its tags."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", reply.text)).split())


def form_of(host: FlaskClient, address: str) -> dict[str, str]:
    """What a browser would send of an entry's form as it stands."""
    page, form = host.get(address).text, dict[str, str]()
    form["seen"] = re.findall(r'name="seen" value="([^"]*)"', page)[0]
    for tag in re.findall(r"<input[^>]*>", page):
        name, value = re.search(r'name="(field:[^"]*)"', tag), re.search(r'value="([^"]*)"', tag)
        if name and value and ("checkbox" not in tag or " checked" in tag):
            form[name[1]] = html.unescape(value[1])
    for name, options in re.findall(r'<select[^>]*name="(field:[^"]*)"[^>]*>(.*?)</select>', page, re.DOTALL):
        form[name] = re.findall(r'<option value="([^"]*)" selected', options)[0]
    for name, text in re.findall(r'<textarea[^>]*name="(field:[^"]*)"[^>]*>(.*?)</textarea>', page, re.DOTALL):
        form[name] = html.unescape(text)
    return form


def send(host: FlaskClient, address: str, **changes: str) -> TestResponse:
    """An entry's form, with some fields changed; in their names __ stands for a dot."""
    typed = {f"field:{name.replace('__', '.')}": value for name, value in changes.items()}
    return host.post(address, data={**form_of(host, address), **typed})


def owned(room: Room) -> dict[str, Any]:
    return room.home.owner_figures(GAME)


# --- who may ---


def test_nobody_but_the_host_sees_or_changes_a_box(app: Flask, client: FlaskClient, room: Room) -> None:
    entry = "/entry/peninsula.hills"
    for device in (client, sit(app, 0)):
        for address in ("", "/file", entry):
            assert device.get(BOX + address).status_code == 403
        for address in ("/file", "/take", "/undo", "/add", "/afresh", entry, f"{entry}/shipped", f"{entry}/former"):
            assert device.post(BOX + address, data={"field:number.0": "5"}).status_code == 403
    assert owned(room) == {}


def test_a_game_without_such_a_box_has_no_page_and_no_link(host: FlaskClient) -> None:
    links = re.findall(r'href="(/host/box/[^"]*)"', host.get("/host").text)
    assert set(links) == {BOX}
    for name in ("waves", "sealed_bid", "no_such_game"):
        assert host.get(f"/host/box/{name}").status_code == 404


# --- entries ---


def test_the_page_says_how_much_is_assumed_and_where_to_begin(host: FlaskClient) -> None:
    page = host.get(BOX)
    assert "entries are still assumed." in words(page)
    assert f'href="{BOX}/entry/peninsula.mountains">Begin with Mountains' in page.text
    assert "Tiles 6 of 6 assumed" in words(page)
    assert "Spirit Seal by an example, in part assumed" in words(page)


def test_a_tile_a_cost_and_an_effect_are_corrected_and_count_for_later_games(host: FlaskClient, room: Room) -> None:
    assert send(host, HILLS, number__2="4").headers["Location"] == f"{BOX}#peninsula.hills"
    assert send(host, SEAL, cost__gold="2").status_code == 303
    effect = {"effect__op": "manual", "effect__text": "Take what you like."}
    assert send(host, ENERGY, **effect).status_code == 303
    running = room.session.snapshot().view(None).table.setup.box
    assert running.peninsula["hills"].number[2] == 5
    assert running.components["spirit_seal"].cost.gold == 3
    assert running.library["energy"].effect.op == "gain_energy"
    later = room.open_new(GAME, {"players": 2}, seed=1).snapshot().view(None).table.setup.box
    assert later.peninsula["hills"].number == (6, 5, 4, 4, 4, 3)
    assert later.components["spirit_seal"].cost.gold == 2
    assert later.components["spirit_seal"].spaces.allow == ("follower",)
    assert (later.library["energy"].effect.op, later.library["energy"].effect.text) == ("manual", "Take what you like.")
    assert "Hills yours" in words(host.get(BOX))


def test_a_wrong_value_is_refused_in_words_and_nothing_typed_is_lost(host: FlaskClient, room: Room) -> None:
    reply = send(host, HILLS, number__2="twelve", spaces__0="4")
    assert reply.status_code == 409
    assert "“twelve” is wrong here. Write whole numbers from 0 to 20, with commas between." in words(reply)
    assert "Tile 3: Number to reach" in words(reply)
    assert 'value="twelve"' in reply.text
    assert 'name="field:spaces.0" value="4"' in reply.text
    assert "kept: 5" in words(reply)
    assert owned(room) == {}


def test_what_only_fits_together_is_refused_with_the_sum(host: FlaskClient, room: Room) -> None:
    reply = send(host, f"{BOX}/entry/copies.library", energy="5")
    assert (reply.status_code, "[library] comes to 23, and the box has 22." in words(reply)) == (409, True)
    assert send(host, f"{BOX}/entry/copies.library", energy="5", resource="3").status_code == 303
    assert owned(room)["library"]["energy"] == {"copies": 5}


def test_an_entry_that_was_changed_elsewhere_is_not_overwritten_unseen(host: FlaskClient, room: Room) -> None:
    stale = {**form_of(host, HILLS), "field:number.5": "2"}
    assert send(host, HILLS, number__2="4").status_code == 303
    reply = host.post(HILLS, data=stale)
    assert (reply.status_code, "was changed on another page since you opened it" in words(reply)) == (409, True)
    assert 'name="field:number.5" value="2"' in reply.text
    assert owned(room)["peninsula"]["hills"]["number"] == [6, 5, 4, 4, 4, 3]


def test_an_entry_is_put_back_and_set_back(host: FlaskClient, room: Room) -> None:
    for number in ("4", "3"):
        assert send(host, HILLS, number__2=number, number__3="3", number__4="3").status_code == 303
    assert host.post(f"{HILLS}/former").status_code == 303
    assert owned(room)["peninsula"]["hills"]["number"] == [6, 5, 4, 3, 3, 3]
    assert host.post(f"{HILLS}/former").status_code == 303
    assert owned(room)["peninsula"]["hills"]["number"] == [6, 5, 3, 3, 3, 3]
    assert host.post(f"{HILLS}/shipped").status_code == 303
    assert owned(room) == {}
    assert "Newest change: Hills" in words(host.get(BOX))
    assert host.post(f"{BOX}/undo").status_code == 303
    assert owned(room)["peninsula"]["hills"]["number"] == [6, 5, 3, 3, 3, 3]


def test_keeping_an_entry_leads_on_to_the_next_that_is_assumed(host: FlaskClient) -> None:
    form = {**form_of(host, HILLS), "do": "next"}
    assert host.post(HILLS, data=form).headers["Location"] == f"{BOX}/entry/peninsula.forests"


def test_a_card_is_added_and_taken_out_again(host: FlaskClient, room: Room) -> None:
    reply = host.post(f"{BOX}/add", data={"section": "library", "name": "Tome of Dawn"})
    assert reply.headers["Location"] == f"{BOX}/entry/library.tome_of_dawn"
    again = host.post(f"{BOX}/add", data={"section": "library", "name": "Tome of Dawn"})
    assert "There is a card Tome of Dawn already. Call this one otherwise." in words(again)
    assert host.post(f"{BOX}/add", data={"section": "tiles", "name": "Swamp"}).status_code == 409
    assert send(host, f"{BOX}/entry/library.tome_of_dawn", effect__op="unflood").status_code == 303
    assert send(host, f"{BOX}/entry/copies.library", tome_of_dawn="1", energy="3").status_code == 303
    refused = host.post(f"{BOX}/entry/library.tome_of_dawn/shipped")
    assert "[library] comes to 21" in words(refused)
    assert send(host, f"{BOX}/entry/copies.library", tome_of_dawn="0", energy="4").status_code == 303
    assert host.post(f"{BOX}/entry/library.tome_of_dawn/shipped").status_code == 303
    assert "tome_of_dawn" not in owned(room)["library"]


# --- the file ---


def upload(host: FlaskClient, text: str, how: str = "") -> TestResponse:
    file = (io.BytesIO(text.encode()), "box.toml")
    return host.post(f"{BOX}/file", data={"file": file, "how": how}, content_type="multipart/form-data")


def test_a_box_is_given_to_another_owner_and_taken_after_a_look(host: FlaskClient, room: Room, tmp_path: Path) -> None:
    assert send(host, HILLS, number__2="4").status_code == 303
    assert send(host, SEAL, cost__gold="2").status_code == 303
    given = host.get(f"{BOX}/file")
    assert 'filename="atlantis_rising.toml"' in given.headers["Content-Disposition"]
    other = Room(GAMES, Home(tmp_path / "other").make())
    other.open_new(GAME, {"players": 3}, seed=2)
    with make_app(other).test_client() as theirs:
        theirs.post("/host/unlock", data={"code": "PEARL7"})
        assert send(theirs, f"{BOX}/entry/wrath", values="0, 1, 2").status_code == 303
        shown = upload(theirs, given.text)
        assert "2 entries change." in words(shown)
        assert "Tile 3: Number to reach : 5 → 4" in words(shown)
        assert "wrath" in owned(other)
        assert "peninsula" not in owned(other)
        text = html.unescape(re.findall(r"<textarea[^>]*>\n(.*?)</textarea>", shown.text, re.DOTALL)[0])
        assert theirs.post(f"{BOX}/take", data={"text": text}).status_code == 303
        assert owned(other) == {**owned(room), "wrath": {"values": [0, 1, 2], "status": "owner"}}
        assert theirs.post(f"{BOX}/undo").status_code == 303
        assert list(owned(other)) == ["wrath"]
        assert theirs.post(f"{BOX}/take", data={"text": text, "how": "whole"}).status_code == 303
        assert owned(other) == owned(room) == tomllib.loads(given.text)
    other.close()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "No file was chosen, or it is empty."),
        ("[peninsula", "Line 1, column 11 of the file that was sent is no TOML: "),
        ("[basic]\nhills = ７", "Line 2, column 9 of the file that was sent is no TOML: The sign ７, U+FF17"),
        (
            '[library.energy]\nname = "Tide\u202e"',
            "Line 2, column 13 of the file that was sent is no TOML: The sign",
        ),
        ("[islands]\nhills = 3", "Line 1, column 1 of the file that was sent: “islands” is no key here. Leave it out."),
        (
            "[peninsula.hills]\nnumber = 'six'",
            'Line 2, column 10 of the file that was sent: Here stands a text in "quotes", and it should be a list',
        ),
        (
            '[basic]\nhills = 6\nmountains = "6"',
            'Line 3, column 13 of the file that was sent: Here stands a text in "quotes", and it should be a whole',
        ),
        ('[library]\n"a.b".name = "x"', "of the file that was sent: "),
        ("[wrath.values]\nx = 1", "Line 2, column 1 of the file that was sent: The box has no such entry."),
        ("[library.tome]\ncopies = 1", "Line 1, column 1 of the file that was sent: “name” is missing. Write it."),
        ('[library.energy]\nname = " "', "[library.energy]: This text is blank: nobody sees anything of it."),
        ("[components.spirit_seal]\ncost = { ore = 2 }", "[components.spirit_seal] costs ore"),
    ],
)
def test_a_file_that_is_no_box_is_refused_in_words(host: FlaskClient, room: Room, text: str, told: str) -> None:
    reply = upload(host, text)
    assert (reply.status_code, told in words(reply)) == (409, True), words(reply)
    assert not {"owner/", "`", "$."}.intersection(re.findall(r"owner/|`|\$\.", words(reply)))
    assert host.post(f"{BOX}/take", data={"text": text}).status_code == (409 if text else 303)
    assert owned(room) == {}


def test_what_is_merely_odd_in_a_file_is_taken_and_named(host: FlaskClient) -> None:
    odd = "[basic]\nhills = 7"
    assert "1 entry changes." in words(upload(host, odd))
    assert host.post(f"{BOX}/take", data={"text": odd}).status_code == 303
    assert "[basic] comes to 37, and the box has 36." in words(host.get(BOX))


def test_a_file_that_is_larger_than_any_box_is_refused(host: FlaskClient) -> None:
    for size, status in ((1_000_000, 200), (1_000_001, 413)):
        # By hand: the client would keep so much in a file, and leave it open.
        named = b'--x\r\nContent-Disposition: form-data; name="file"; filename="box.toml"\r\n\r\n'
        body = named + b"#" * size + b"\r\n--x--\r\n"
        reply = host.post(f"{BOX}/file", data=body, content_type="multipart/form-data; boundary=x")
        assert reply.status_code == status
    assert (reply.status_code, "larger than any box" in words(reply)) == (413, True)


def test_who_broke_the_file_by_hand_reads_it_and_may_begin_afresh(
    host: FlaskClient, room: Room, tmp_path: Path
) -> None:
    path = tmp_path / "owner" / f"{GAME}.toml"
    path.write_text("[islands]\nhills = 3\n", encoding="utf-8")
    told = "owner/atlantis_rising.toml, islands: “islands” is no key here. Leave it out."
    assert told in words(host.get(BOX))
    assert told in words(upload(host, "[basic]\nhills = 7")), "the own file is not taken for the one that was sent"
    assert host.get(HILLS).status_code == 409
    assert host.post(f"{BOX}/afresh").status_code == 303
    assert "entries are still assumed." in words(host.get(BOX))
    assert (tmp_path / "owner" / f"{GAME}.aside.toml").read_text(encoding="utf-8") == "[islands]\nhills = 3\n"


def test_where_nothing_is_typed_there_is_nothing_to_set_aside(host: FlaskClient, room: Room, tmp_path: Path) -> None:
    reply = host.post(f"{BOX}/afresh")
    assert reply.status_code == 409
    assert "You have typed nothing yet. Your box says what is shipped, so nothing is set aside." in words(reply)
    assert str(tmp_path) not in reply.text
    assert list((tmp_path / "owner").iterdir()) == []


def test_what_is_assumed_in_a_file_is_not_known_by_taking_it(host: FlaskClient, room: Room) -> None:
    shipped = resources.files("companion.games.atlantis_rising.data").joinpath("data.toml").read_text(encoding="utf-8")
    before = re.findall(ASSUMED, words(host.get(BOX)))
    assert "This file changes nothing" in words(upload(host, shipped))
    assert host.post(f"{BOX}/take", data={"text": shipped, "how": "whole"}).status_code == 303
    page = words(host.get(BOX))
    assert ("yours" in page, re.findall(ASSUMED, page)) == (False, before)


def test_an_error_that_was_typed_by_hand_is_mended_one_entry_at_a_time(host: FlaskClient, room: Room) -> None:
    room.home.keep_owner_figures(GAME, {"library": {"energy": {"copies": 5}}, "wrath": {"values": [11]}})
    assert "No game can begin with it." in words(host.get(BOX))
    assert send(host, f"{BOX}/entry/wrath", values="0 1 2 3").status_code == 303
    assert "[library] comes to 23" in words(host.get(BOX))
    assert send(host, f"{BOX}/entry/copies.library", energy="4").status_code == 303
    assert "No game can begin with it." not in words(host.get(BOX))


def test_where_the_disk_takes_nothing_the_form_stays_as_it_was_typed(
    host: FlaskClient, room: Room, tmp_path: Path
) -> None:
    form = {**form_of(host, HILLS), "field:number.2": "4"}
    draft_of(tmp_path / "owner" / f"{GAME}.before.toml").mkdir()
    reply = host.post(HILLS, data=form)
    assert (reply.status_code, "Nothing was changed" in words(reply)) == (503, True)
    assert 'name="field:number.2" value="4"' in reply.text
