"""The pairing button: one device, for which somebody at the table has pressed as often as it says, and nobody else."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.live.room import Room
from tests.web.conftest import CODE, named, sit, text_of
from web.app import create_app
from web.http.pairing import Pairing

OF_TABLE = named(b"a key for tests")


class Clock:
    """Seconds, to be set."""

    now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pairing(clock: Clock) -> Pairing:
    return Pairing(clock, lambda: 4)


@pytest.fixture
def app(room: Room, pairing: Pairing) -> Flask:
    """The pages of a table with a pairing button."""
    app = create_app(room, secret_key=b"a key for tests", host_code=CODE, pairing=pairing)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    return app


def is_host(device: FlaskClient) -> bool:
    """Whether the host's page opens on a device, and a form of the host's is taken."""
    opens = "Back and forth" in device.get("/host").get_data(as_text=True)
    taken = device.post("/host/pause", data={"do": "hold"}).status_code != 403
    assert opens == taken
    return opens


def press(pairing: Pairing, clock: Clock, times: int = 4) -> None:
    """The button is pressed so often, and then no more."""
    for _ in range(times):
        clock.now_s += 0.7
        pairing.press()
    clock.now_s += 2.1


def ask(device: FlaskClient, address: str = "127.0.0.1") -> str:
    """A device asks to be paired; what it is told."""
    place = {"REMOTE_ADDR": address}
    reply = device.post("/host/pair", headers={"Accept": "application/json"}, environ_overrides=place)
    return str(reply.get_json()["text"])


def page_of(device: FlaskClient) -> str:
    return text_of(device.get("/host").get_data(as_text=True))


# --- counting ---


def test_a_device_is_let_in_by_as_many_presses_as_it_says(pairing: Pairing, clock: Clock) -> None:
    asked = pairing.ask()
    assert asked is not None
    assert (pairing.presses(asked.token), pairing.standing(asked.token)) == (4, "asks")
    press(pairing, clock)
    assert pairing.standing(asked.token) == "paired"
    assert [pairing.claim("another"), pairing.claim(asked.token), pairing.claim(asked.token)] == [False, True, False]


@pytest.mark.parametrize("times", [1, 2, 3, 5, 8])
def test_another_count_lets_nobody_in_and_may_be_mended(pairing: Pairing, clock: Clock, times: int) -> None:
    asked = pairing.ask()
    assert asked is not None
    press(pairing, clock, times)
    assert not pairing.claim(asked.token)
    press(pairing, clock)
    assert pairing.claim(asked.token)


def test_a_count_is_over_once_no_press_follows(pairing: Pairing, clock: Clock) -> None:
    asked = pairing.ask()
    assert asked is not None
    clock.now_s += 1
    for _ in range(4):
        pairing.press()
    assert pairing.standing(asked.token) == "asks", "a fifth press may follow"
    clock.now_s += 2.1
    assert pairing.standing(asked.token) == "paired"


def test_who_asks_after_the_first_press_is_not_let_in(pairing: Pairing, clock: Clock) -> None:
    pairing.press()
    asked = pairing.ask()
    assert asked is not None
    press(pairing, clock, 3)
    assert pairing.standing(asked.token) == "asks"


def test_of_two_that_ask_neither_is_let_in(pairing: Pairing, clock: Clock) -> None:
    asked = [pairing.ask(), pairing.ask()]
    press(pairing, clock)
    for each in asked:
        assert each is not None
        assert (pairing.standing(each.token), pairing.claim(each.token)) == ("beside", False)
    alone = pairing.ask()
    press(pairing, clock)
    assert alone is not None
    assert pairing.claim(alone.token)


def test_who_presses_too_late_presses_for_nobody_else(pairing: Pairing, clock: Clock) -> None:
    late = pairing.ask()
    clock.now_s += 50
    watcher = pairing.ask()
    clock.now_s += 12
    assert late is not None
    assert watcher is not None
    assert pairing.standing(late.token) == "none"
    press(pairing, clock)
    assert not pairing.claim(watcher.token)
    assert not pairing.claim(late.token)


def test_a_minute_after_it_was_let_in_a_device_has_to_ask_anew(pairing: Pairing, clock: Clock) -> None:
    asked = pairing.ask()
    assert asked is not None
    press(pairing, clock)
    clock.now_s += 60
    assert not pairing.claim(asked.token)


def test_a_device_that_asks_again_is_one_device(pairing: Pairing, clock: Clock) -> None:
    first = pairing.ask()
    assert first is not None
    again = pairing.ask(first.token)
    assert again is not None
    press(pairing, clock)
    assert [pairing.claim(first.token), pairing.claim(again.token)] == [False, True]


def test_the_lamp_tells_of_presses_and_not_of_who_asks(pairing: Pairing, clock: Clock) -> None:
    asked = pairing.ask()
    assert asked is not None
    assert not pairing.is_open()
    pairing.press()
    assert pairing.is_open()
    clock.now_s += 3
    assert not pairing.is_open()
    press(pairing, clock)
    assert pairing.is_open()
    pairing.claim(asked.token)
    assert not pairing.is_open()


def test_numbers_are_more_than_happens_by_accident() -> None:
    drawn = [asked.presses for _ in range(200) if (asked := Pairing().ask())]
    assert set(drawn) == {3, 4, 5, 6}


def test_only_so_many_ask_at_once(pairing: Pairing, clock: Clock) -> None:
    assert [pairing.ask() is not None for _ in range(17)] == [True] * 16 + [False]
    clock.now_s += 120
    assert pairing.ask() is not None


def race(claims: list[Callable[[], bool]]) -> int:
    """How many of these claims, all at once, win."""
    barrier, won = threading.Barrier(len(claims)), list[bool]()

    def run(claim: Callable[[], bool]) -> None:
        barrier.wait()
        won.append(claim())

    threads = [threading.Thread(target=run, args=(claim,)) for claim in claims]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(won) == len(claims)
    return won.count(True)


def test_of_many_claims_at_once_one_wins(pairing: Pairing, clock: Clock) -> None:
    for _ in range(50):
        asked = pairing.ask()
        assert asked is not None
        press(pairing, clock)
        assert race([lambda token=asked.token: pairing.claim(token)] * 8) == 1  # type: ignore[misc]


# --- the page ---


def test_the_locked_page_offers_to_ask_and_then_tells_how_often_to_press(client: FlaskClient) -> None:
    page = page_of(client)
    assert "The page then says how often to press the pairing button at the table." in page
    assert " data-wait" not in page
    assert ask(client) == (
        "Press the pairing button at the table 4 times within 60 seconds, without a long pause. "
        "This page then lets you in."
    )
    page = page_of(client)
    assert "Press the pairing button 4 times</h1>" in page
    assert " data-wait" in page
    assert "Open the host page" in page, "the code can be typed as ever"
    assert client.post("/host/pair").headers["Location"] == "/host", "to ask twice changes nothing"
    assert page_of(client) == page


def test_who_watches_the_page_learns_nothing_and_wins_nothing(
    app: Flask, client: FlaskClient, pairing: Pairing, clock: Clock
) -> None:
    watcher, away = app.test_client(), "192.168.1.66"
    page_of(watcher)  # a first page tries whether the browser keeps cookies
    before = page_of(watcher)
    ask(client)
    clock.now_s += 1
    pairing.press()
    assert page_of(watcher) == before
    for _ in range(3):
        pairing.press()
    clock.now_s += 3
    assert page_of(watcher) == before
    assert ask(watcher, away).startswith("Press the pairing button"), "it is told to press, and cannot"
    assert not is_host(watcher)
    assert ask(client) == "This device is the host's now."
    assert is_host(client)


def test_a_watcher_that_always_asks_keeps_others_out_and_does_not_get_in(
    app: Flask, client: FlaskClient, pairing: Pairing, clock: Clock
) -> None:
    watcher = app.test_client()
    for _ in range(2):
        ask(watcher, "192.168.1.66")
        ask(client)
        press(pairing, clock)
        assert "Another device asked to be paired at the same time, so neither is." in page_of(client)
        ask(watcher, "192.168.1.66")
        assert not is_host(watcher)
        clock.now_s += 130
    assert client.post("/host/unlock", data={"code": CODE}).status_code == 303, "the code opens as ever"


def test_to_look_claims_nothing(client: FlaskClient, pairing: Pairing, clock: Clock) -> None:
    ask(client)
    press(pairing, clock)
    client.get("/host")
    assert client.get("/host/pair").status_code == 405
    assert "This device may come in" in page_of(client)
    assert not is_host(client)
    assert ask(client) == "This device is the host's now."


def test_without_a_button_nothing_is_shown_and_nothing_opens(room: Room) -> None:
    client = create_app(room, secret_key=b"a key for tests", host_code=CODE).test_client()
    page = client.get("/host").get_data(as_text=True)
    assert "pairing" not in page.lower()
    assert " data-wait" not in page
    reply = client.post("/host/pair", headers={"Accept": "application/json"})
    assert (reply.status_code, reply.get_json()["text"]) == (
        404,
        "This companion has no pairing button. Type the host code on the host page.",
    )
    assert not is_host(client)


# --- who gets in ---


def test_a_paired_device_is_the_hosts_by_the_same_cookie_as_a_code_gives(
    app: Flask, client: FlaskClient, pairing: Pairing, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    asked = client.post("/host/pair")
    assert (asked.status_code, asked.headers["Location"]) == (303, "/host")
    assert "Path=/host" in asked.headers["Set-Cookie"]
    press(pairing, clock)
    with caplog.at_level(logging.INFO, "companion.web"):
        paired = client.post("/host/pair")
    typed = app.test_client().post("/host/unlock", data={"code": CODE})
    assert (paired.status_code, paired.headers["Location"]) == (303, "/host")
    given, ended = paired.headers.getlist("Set-Cookie")
    assert given.split("Expires")[0] == typed.headers["Set-Cookie"].split("Expires")[0]
    assert "HttpOnly" in given
    assert "SameSite=Lax" in given
    assert ended.startswith(f"companion-pairing-{OF_TABLE}=;")
    assert is_host(client)
    assert [record.getMessage() for record in caplog.records] == ["a device was paired and is the host's now"]


def test_without_presses_nobody_is_paired(client: FlaskClient) -> None:
    assert "Set-Cookie" in client.post("/host/pair").headers
    for _ in range(9):
        assert "companion-host" not in str(client.post("/host/pair").headers)
    assert not is_host(client)


def test_of_taps_that_race_exactly_one_becomes_the_hosts(app: Flask, pairing: Pairing, clock: Clock) -> None:
    for number in range(5):
        asked = pairing.ask()
        assert asked is not None
        press(pairing, clock)
        devices = [app.test_client() for _ in range(6)]
        for device in devices:
            device.set_cookie(f"companion-pairing-{OF_TABLE}", asked.token, path="/host")

        def claims(device: FlaskClient, number: int = number) -> Callable[[], bool]:
            place = {"REMOTE_ADDR": f"192.168.1.{number}"}
            return lambda: "companion-host" in str(device.post("/host/pair", environ_overrides=place).headers)

        assert race([claims(device) for device in devices]) == 1
        assert [is_host(device) for device in devices].count(True) == 1
        clock.now_s += 130


def test_the_hosts_own_device_does_not_ask(
    host: FlaskClient, client: FlaskClient, pairing: Pairing, clock: Clock
) -> None:
    ask(client)
    assert ask(host) == "This device is the host's already."
    press(pairing, clock)
    assert ask(client) == "This device is the host's now."


def test_a_seats_cookie_does_not_become_the_hosts(app: Flask, pairing: Pairing, clock: Clock) -> None:
    ada, client = sit(app, 0), app.test_client()
    cookie = ada.get_cookie(f"companion-seat-1-{OF_TABLE}", path="/seat/1/")
    assert cookie is not None
    for name in ("companion-host", "companion-pairing"):
        ada.set_cookie(f"{name}-{OF_TABLE}", cookie.value)
    assert not is_host(ada)
    ask(client)
    press(pairing, clock)
    assert not is_host(ada), "presses for another device make nobody else the host"


def test_a_seated_device_that_is_paired_keeps_its_seat(app: Flask, pairing: Pairing, clock: Clock) -> None:
    ada = sit(app, 0)
    ask(ada)
    press(pairing, clock)
    assert ask(ada) == "This device is the host's now."
    assert is_host(ada)
    assert ada.get("/seat/1/seat.json").status_code == 200


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}],
)
def test_another_sites_page_neither_asks_nor_comes_in(
    client: FlaskClient, pairing: Pairing, clock: Clock, headers: dict[str, str]
) -> None:
    ask(client)
    press(pairing, clock)
    reply = client.post("/host/pair", headers={**headers, "Accept": "application/json"})
    assert reply.status_code == 403
    assert reply.get_json()["text"].startswith("This was sent from a page that is not the companion's.")
    assert not is_host(client)
    assert ask(client) == "This device is the host's now."


def test_who_asks_too_often_has_to_wait(app: Flask) -> None:
    for _ in range(5):
        assert app.test_client().post("/host/pair").status_code == 303
    reply = app.test_client().post("/host/pair")
    assert (reply.status_code, reply.headers["Retry-After"]) == (429, "60")
    assert "Too many tries. Wait a minute, then ask once; or type the host code." in text_of(
        reply.get_data(as_text=True)
    )
    assert ask(app.test_client(), "192.168.1.77").startswith("Press the pairing button"), "another is not held up"


def test_wrong_codes_do_not_keep_a_device_from_pairing_nor_the_other_way_round(app: Flask) -> None:
    device = app.test_client()
    for _ in range(5):
        device.post("/host/unlock", data={"code": "GUESS1"})
    assert device.post("/host/pair").status_code == 303
    place = {"REMOTE_ADDR": "192.168.1.77"}
    for _ in range(6):
        app.test_client().post("/host/pair", environ_overrides=place)
    assert app.test_client().post("/host/unlock", data={"code": CODE}, environ_overrides=place).status_code == 303
