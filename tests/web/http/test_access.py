"""Who may see and do what. Every refusal is a sentence, and its words are tested."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import URLSafeSerializer

from companion.games.registry import GAMES
from companion.live.room import Room
from companion.storage.home import Home
from tests.companion.tables import check_replay, own
from tests.web.conftest import CODE, everybody, make_app, named, sit, text_of
from web.app import create_app
from web.http.access import Access, Brake

TAP = {"actions": [{"type": "PlaceToken", "seat": 0}], "revision": 1, "tap_id": "t1"}


KEY = b"a key for tests"
OF_TABLE = named(KEY)


def cookie_of(device: FlaskClient, seat: int) -> str:
    """The value of a seat's cookie on a device."""
    cookie = device.get_cookie(f"companion-seat-{seat + 1}-{OF_TABLE}", path=f"/seat/{seat + 1}/")
    assert cookie is not None
    return cookie.value


def plant(device: FlaskClient, seat: int, value: str) -> None:
    device.set_cookie(f"companion-seat-{seat + 1}-{OF_TABLE}", value, path=f"/seat/{seat + 1}/")


@pytest.mark.parametrize("path", ["", "seat.json", "stream"])
def test_another_seats_page_is_refused_with_a_sentence(app: Flask, path: str) -> None:
    sit(app, 0)
    ben = sit(app, 1)
    reply = ben.get(f"/seat/1/{path}")
    assert reply.status_code == 403
    sentence = "This page is for Ada only" if not path else "Seat 1 is not yours on this device."
    assert sentence in text_of(reply.get_data(as_text=True))


def test_another_seats_tap_is_refused(app: Flask, room: Room) -> None:
    sit(app, 0)
    ben = sit(app, 1)
    reply = ben.post("/seat/1/tap", json=TAP)
    assert reply.status_code == 403
    assert reply.get_json()["code"] == "not-yours"
    assert room.session.snapshot().can_undo == 0


def test_a_guest_may_not_tap_on_the_table_page(client: FlaskClient) -> None:
    reply = client.post("/tap", json=TAP)
    assert (reply.status_code, reply.get_json()["text"]) == (
        403,
        "Only the host may do this. Open the host page and type the host code first.",
    )


def test_a_seat_cookie_opens_its_own_page_only_and_is_bound_to_its_path(app: Flask) -> None:
    device = app.test_client()
    header = device.post("/seat/3/take", data={"name": "Cleo"}).headers["Set-Cookie"]
    cookie = SimpleCookie(header)[f"companion-seat-3-{OF_TABLE}"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/seat/3/", True, "Lax")
    assert device.get("/seat/3/").status_code == 200


def test_a_cookie_moved_to_another_seat_is_no_cookie(app: Flask) -> None:
    ada, thief = sit(app, 0), app.test_client()
    sit(app, 1)
    plant(thief, 1, cookie_of(ada, 0))
    assert thief.get("/seat/2/").status_code == 403
    plant(thief, 0, cookie_of(ada, 0))
    assert thief.get("/seat/1/").status_code == 200, "the same cookie at its own seat is Ada's"


@pytest.mark.parametrize("value", ["", "x", "a.b", "e30.x", "\x7f", "W10.invalid", "." * 400])
def test_a_garbled_cookie_is_no_cookie(app: Flask, value: str) -> None:
    sit(app, 0)
    device = app.test_client()
    plant(device, 0, value)
    assert device.get("/seat/1/").status_code == 403


def test_a_cookie_signed_with_another_key_is_no_cookie(app: Flask) -> None:
    ada, device = sit(app, 0), app.test_client()
    payload = URLSafeSerializer(b"a key for tests", salt="companion-seat").loads(cookie_of(ada, 0))
    plant(device, 0, str(URLSafeSerializer(b"another key", salt="companion-seat").dumps(payload)))
    assert device.get("/seat/1/").status_code == 403
    device.set_cookie(
        f"companion-host-{OF_TABLE}", str(URLSafeSerializer(b"another key", salt="x").dumps({"host": True}))
    )
    assert "Type the host code" in device.get("/host").get_data(as_text=True)


def test_a_cookie_of_the_right_key_with_the_wrong_content_is_no_cookie(app: Flask) -> None:
    sit(app, 0)
    signer = URLSafeSerializer(b"a key for tests", salt="companion-seat")
    for payload in ([1], {"seat": 0}, {"seat": 0, "key": 5}, {"key": "k"}, "text", None):
        device = app.test_client()
        plant(device, 0, str(signer.dumps(payload)))
        assert device.get("/seat/1/").status_code == 403


def test_whoever_stood_up_has_lost_the_seat(app: Flask) -> None:
    ada = sit(app, 0)
    value = cookie_of(ada, 0)
    assert ada.post("/seat/1/leave").headers["Location"] == "/"
    sit(app, 0, "Eve")
    plant(ada, 0, value)
    assert ada.get("/seat/1/seat.json").status_code == 403


def test_a_freed_seats_old_cookie_is_dead(app: Flask, room: Room, host: FlaskClient) -> None:
    ada, eve = sit(app, 0), app.test_client()
    stolen = cookie_of(ada, 0)
    plant(eve, 0, stolen)
    assert eve.get("/seat/1/").status_code == 200, "as long as Ada sits there, it is Ada's"
    first = room.session.game_id
    own(room)
    assert host.post("/host/seat", data={"seat": "1", "do": "free"}).status_code == 303
    assert ada.post("/seat/1/take", data={"name": "Ada"}).status_code == 303
    assert cookie_of(ada, 0) != stolen, "who sits down again gets another key"
    assert eve.get("/seat/1/").status_code == 403
    assert host.post("/host/resume", data={"game_id": first}).status_code == 303
    assert eve.get("/seat/1/seat.json").status_code == 403, "nor does a saved game bring it back"
    assert room.session.snapshot().log(None)[-1].text == "Ada has left seat 1."
    check_replay(room)


def test_a_seat_given_away_is_asked_for_with_another_key(app: Flask, room: Room, host: FlaskClient) -> None:
    ada, ben = sit(app, 0), app.test_client()
    stolen = cookie_of(ada, 0)
    ben.post("/seat/1/take", data={"name": "Ben"})
    asked = cookie_of(ben, 0)
    host.post("/host/seat", data={"seat": "1", "asking": room.session.snapshot().seats[0].asking[0].id, "do": "allow"})
    assert "Ben sits here" in ada.get("/seat/1/").get_data(as_text=True)
    ada.post("/seat/1/take", data={"name": "Ada"})
    assert cookie_of(ada, 0) != stolen
    assert "Waiting for the host" in ada.get("/seat/1/").get_data(as_text=True)
    assert cookie_of(ben, 0) == asked


def test_who_renames_too_often_has_to_wait_and_keeps_the_seat(app: Flask, room: Room) -> None:
    ada, names = sit(app, 0), [f"Ada {number}" for number in range(9)]
    rows = room.session.snapshot().last_row
    replies = [ada.post("/seat/1/take", data={"name": name}) for name in names]
    assert [reply.status_code for reply in replies] == [303] * 6 + [429] * 3
    assert replies[-1].headers["Retry-After"] == "60"
    assert "renamed too often from this device. Wait a minute" in text_of(replies[-1].get_data(as_text=True))
    assert room.session.snapshot().last_row == rows + 6
    assert ada.get("/seat/1/seat.json").status_code == 200
    assert room.session.snapshot().names[0] == "Ada 5"
    ben = app.test_client().post("/seat/2/take", data={"name": "Ben"})
    assert ben.status_code == 303, "who sits down beside Ada is not held up"


def test_who_asks_too_often_for_a_seat_has_to_wait(app: Flask, room: Room, host: FlaskClient) -> None:
    sit(app, 0)
    place, found = {"REMOTE_ADDR": "192.168.1.77"}, []
    for _ in range(8):
        reply = app.test_client().post("/seat/1/take", data={"name": "Tim"}, environ_overrides=place)
        found.append(reply.status_code)
        for asking in room.session.snapshot().seats[0].asking:
            host.post("/host/seat", data={"seat": "1", "asking": asking.id, "do": "refuse"})
    assert found == [303] * 6 + [429] * 2
    assert app.test_client().post("/seat/1/take", data={"name": "Tim"}).status_code == 303, "another device may ask"


def test_who_takes_and_leaves_a_seat_too_often_has_to_wait(app: Flask) -> None:
    device, found = app.test_client(), []
    for _ in range(26):
        found.append(device.post("/seat/1/take", data={"name": "Tim"}).status_code)
        device.post("/seat/1/leave")
    assert found == [303] * 24 + [429] * 2


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:81", "https://localhost.evil"])
def test_a_post_from_another_origin_is_refused(host: FlaskClient, room: Room, origin: str) -> None:
    reply = host.post("/tap", json=TAP, headers={"Origin": origin})
    assert reply.status_code == 403
    assert reply.get_json()["text"].startswith("This was sent from a page that is not the companion's.")
    assert room.session.snapshot().can_undo == 0


def test_a_post_that_the_browser_calls_cross_site_is_refused(host: FlaskClient) -> None:
    assert host.post("/host/redo", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_a_post_from_our_own_origin_is_taken(host: FlaskClient) -> None:
    reply = host.post("/tap", json=TAP, headers={"Origin": "http://localhost"})
    assert reply.get_json() == {"accepted": True, "text": "Done.", "code": "", "rule": "", "revision": 2}


def test_a_wrong_host_code_is_refused_and_the_sixth_in_a_minute_has_to_wait(app: Flask) -> None:
    device = app.test_client()
    for _ in range(5):
        reply = device.post("/host/unlock", data={"code": "GUESS1"})
        assert reply.status_code == 403
        page = reply.get_data(as_text=True)
        assert "This is not the host code." in page[page.index('id="code"') :], "beside its field"
        assert 'value="GUESS1"' in page
    for code in ("GUESS2", CODE):
        reply = device.post("/host/unlock", data={"code": code})
        assert reply.status_code == 429
        assert reply.headers["Retry-After"] == "60"
        assert "Too many wrong host codes. Wait a minute" in reply.get_data(as_text=True)
    script = device.post("/host/unlock", data={"code": CODE}, headers={"Accept": "application/json"})
    assert (script.status_code, script.get_json()["code"]) == (429, "busy")
    elsewhere = app.test_client().post(
        "/host/unlock", data={"code": CODE}, environ_overrides={"REMOTE_ADDR": "192.168.1.77"}
    )
    assert elsewhere.status_code == 303, "another device is not held up"


def test_wrong_codes_are_forgotten_after_a_minute() -> None:
    now = [0.0]
    wrong = Brake(lambda: now[0])
    assert [wrong.admit("phone") for _ in range(6)] == [True] * 5 + [False]
    now[0] = 61.0
    assert wrong.admit("phone")


def test_many_wrong_codes_at_once_are_no_more_tries() -> None:
    access, together = Access(b"a key for tests", CODE), threading.Barrier(16)

    def guess(_: int) -> bool | None:
        together.wait()
        return access.check_code("phone", "GUESS1")

    with ThreadPoolExecutor(16) as pool:
        assert sorted(map(str, pool.map(guess, range(16)))) == ["False"] * 5 + ["None"] * 11


def test_right_codes_are_not_counted(app: Flask) -> None:
    for _ in range(8):
        assert app.test_client().post("/host/unlock", data={"code": CODE}).status_code == 303


@pytest.mark.parametrize(
    "typed",
    [
        "pearl7",
        " PEARL7\n",
        "PEA RL7",
        "PEA-RL7",
        "P E A R L 7",
        "PEA\u2013RL7",
        "PEARL\u00a07",
        "ＰＥＡＲＬ７",
        "PEA\u200bRL7",
    ],
)
def test_a_code_is_right_however_it_is_parted_and_written(app: Flask, typed: str) -> None:
    assert app.test_client().post("/host/unlock", data={"code": typed}).status_code == 303


@pytest.mark.parametrize(
    ("typed", "sign"),
    [
        ("P\u0415ARL7", "U+0415 (cyrillic capital letter ie)"),
        ("“PEARL7”", "U+201C (left double quotation mark)"),
        ("PEARL\u2079\u00d7", "U+00D7 (multiplication sign)"),
    ],
)
def test_a_sign_that_only_looks_right_in_a_code_is_named(client: FlaskClient, typed: str, sign: str) -> None:
    reply = client.post("/host/unlock", data={"code": typed})
    told = f"This is not the host code. It holds the sign {sign}, which is in no host code. It was printed when"
    assert (reply.status_code, told in text_of(reply.text)) == (403, True)


def test_a_code_with_gaps_of_its_own_is_typed_with_them() -> None:
    access = Access(KEY, "a-b-c-d")
    assert [access.check_code("phone", typed) for typed in ("A-B-C-D", "ABCD", "A B C D")] == [True, False, False]
    dashes = Access(KEY, "------")
    assert [dashes.check_code("phone", typed) for typed in ("------", "", "-----")] == [True, False, False]


@pytest.mark.parametrize(("key", "code"), [(b"", CODE), (b"  ", CODE), (b"a key", ""), (b"a key", " \t")])
def test_an_empty_key_or_code_opens_nothing(key: bytes, code: str) -> None:
    with pytest.raises(ValueError, match="may be empty"):
        Access(key, code)


@pytest.mark.parametrize("site", ["cross-site", "same-site", "same-origin", "none", ""])
def test_a_code_in_an_address_is_not_judged_and_does_not_stay_there(
    client: FlaskClient, host: FlaskClient, site: str
) -> None:
    headers = {"Sec-Fetch-Site": site} if site else {}
    for code in (CODE, *["GUESS1"] * 9):
        for device in (client, host):
            reply = device.get(f"/host?code={code}", headers=headers)
            assert (reply.status_code, reply.headers["Location"]) == (303, "/host")
            assert "Set-Cookie" not in reply.headers
    assert "Type the host code" in client.get("/host").get_data(as_text=True)
    assert client.post("/host/unlock", data={"code": CODE}).status_code == 303, "no wrong code was counted"


def test_the_host_code_may_be_typed_in_small_letters(client: FlaskClient) -> None:
    reply = client.post("/host/unlock", data={"code": CODE.lower()})
    assert (reply.status_code, reply.headers["Location"]) == (303, "/host")
    assert "HttpOnly" in reply.headers["Set-Cookie"]
    assert "SameSite=Lax" in reply.headers["Set-Cookie"]
    assert "Back and forth" in client.get("/host").get_data(as_text=True)


def test_a_new_host_code_ends_the_old_host_cookie(room: Room, host: FlaskClient) -> None:
    cookie = host.get_cookie(f"companion-host-{OF_TABLE}")
    assert cookie is not None
    after = Access(b"a key for tests", "NEWCODE")
    app = make_app(room)
    with app.test_request_context(headers={"Cookie": f"companion-host-{OF_TABLE}={cookie.value}"}):
        from flask import request

        assert not after.is_host(request)
        assert Access(b"a key for tests", CODE).is_host(request)


@pytest.mark.parametrize("path", ["undo", "redo", "correct", "seat", "end", "new", "resume", "card", "pause"])
def test_host_forms_need_the_host_cookie(client: FlaskClient, path: str) -> None:
    reply = client.post(f"/host/{path}", data={"seat": "1", "steps": "1"})
    assert reply.status_code == 403
    assert "Only the host may do this." in reply.get_data(as_text=True)


@pytest.mark.parametrize("path", ["/host/stream", "/host/undo?steps=1", "/host/end"])
def test_host_pages_need_the_host_cookie(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 403


def test_a_seat_that_a_person_holds_is_asked_for_and_opens_once_the_host_agrees(
    app: Flask, room: Room, host: FlaskClient
) -> None:
    ada, tim = sit(app, 0), app.test_client()
    reply = tim.post("/seat/1/take", data={"name": "Tim"})
    assert (reply.status_code, reply.headers["Location"]) == (303, "/seat/1/")
    page = tim.get("/seat/1/")
    assert page.status_code == 403
    assert "The host must agree. Ask them to look at the host page" in page.get_data(as_text=True)
    assert "Tim</b> asks for the seat of Ada." in text_of(host.get("/host").get_data(as_text=True))
    (asking,) = room.session.snapshot().seats[0].asking
    assert host.post("/host/seat", data={"seat": "1", "asking": asking.id, "do": "allow"}).status_code == 303
    assert tim.get("/seat/1/").status_code == 200
    assert ada.get("/seat/1/").status_code == 403


def test_asking_twice_is_one_request(app: Flask, room: Room) -> None:
    sit(app, 0)
    tim = app.test_client()
    for _ in range(2):
        reply = tim.post("/seat/1/take", data={"name": "Tim"}, headers={"Accept": "application/json"})
        assert (reply.status_code, reply.get_json()["code"]) == (202, "waiting")
    assert len(room.session.snapshot().seats[0].asking) == 1


def test_each_seat_reads_its_own_cards_and_no_page_reads_anothers(room: Room) -> None:
    app, devices = everybody(room)
    snapshot = room.session.snapshot()
    for seat, device in enumerate(devices):
        reply = device.get(f"/seat/{seat + 1}/seat.json").get_json()
        assert reply["own_pieces"] == list(snapshot.game.screen.own_pieces(snapshot.view(seat)))
        assert len(reply["own_pieces"]) == 3
        assert reply["view"]["seat"] == seat
        assert "secrets" not in reply["view"]
    public = app.test_client().get("/table.json").get_json()
    assert public["view"]["own"] is None
    assert "own_pieces" not in public


def test_two_tables_on_one_machine_keep_their_cookies_apart(app: Flask, tmp_path: Path) -> None:
    other_room = Room(GAMES, Home(tmp_path / "other").make(), pace_s=0.0)
    own(other_room)
    other = create_app(other_room, secret_key=b"of another table", host_code="OTHER7")
    browser, there = app.test_client(), other.test_client()
    there._cookies = browser._cookies  # a browser keeps them by host, whatever the port
    for client, code in ((browser, CODE), (there, "OTHER7")):
        assert client.post("/host/unlock", data={"code": code}).status_code == 303
        assert client.post("/seat/1/take", data={"name": "Ada"}).status_code == 303
    for client in (browser, there):
        assert "Back and forth" in client.get("/host").text
        assert client.get("/seat/1/seat.json").status_code == 200
    assert there.post("/seat/1/leave").status_code == 303
    assert browser.get("/seat/1/seat.json").status_code == 200, "to leave at one table is not to leave at the other"
    other_room.close()


def test_a_cookie_of_an_earlier_version_is_taken_and_gets_this_tables_name(app: Flask, host: FlaskClient) -> None:
    ada, phone = sit(app, 0), app.test_client()
    phone.set_cookie("companion-seat-1", cookie_of(ada, 0), path="/seat/1/")
    found = host.get_cookie(f"companion-host-{OF_TABLE}")
    assert found is not None
    phone.set_cookie("companion-host", found.value)
    assert "Back and forth" in phone.get("/host").text
    assert phone.get("/seat/1/").status_code == 200
    assert cookie_of(phone, 0) == cookie_of(ada, 0)
    assert phone.get_cookie("companion-seat-1", path="/seat/1/") is None
    assert phone.get_cookie("companion-host") is None
    assert phone.get("/seat/1/seat.json").status_code == 200
    assert "Back and forth" in phone.get("/host").text


def test_an_earlier_cookie_of_another_table_is_left_alone(app: Flask) -> None:
    phone = app.test_client()
    phone.set_cookie("companion-host", str(URLSafeSerializer(b"another key", salt="x").dumps({"host": True})))
    assert "Type the host code" in phone.get("/host").text
    assert phone.get_cookie("companion-host") is not None, "it may be that other table's"
