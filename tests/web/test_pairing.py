"""The pairing button: one device a press, for a minute, and nobody else."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.room import Room
from tests.web.conftest import CODE, sit, text_of
from web.app import create_app
from web.pairing import Pairing

HOW = "press the pairing button at the table"
CLOSED = (
    "Pairing is not open: it closes after one device, and after 60 seconds. "
    "Press the pairing button at the table, then tap here."
)


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
    return Pairing(clock)


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


# --- the window ---


def test_a_window_is_open_for_a_minute(pairing: Pairing, clock: Clock) -> None:
    assert not pairing.is_open()
    pairing.open()
    for after_s, is_open in ((0, True), (59.9, True), (60, False), (1e6, False)):
        clock.now_s = 1000 + after_s
        assert pairing.is_open() == is_open


def test_a_window_is_claimed_once(pairing: Pairing) -> None:
    assert not pairing.claim()
    pairing.open()
    assert [pairing.claim(), pairing.claim(), pairing.is_open()] == [True, False, False]
    pairing.open()
    assert pairing.claim()


def test_a_window_that_has_closed_is_claimed_by_nobody(pairing: Pairing, clock: Clock) -> None:
    pairing.open()
    clock.now_s += 60
    assert not pairing.claim()


def test_a_second_press_begins_the_minute_anew_and_admits_one_device_still(pairing: Pairing, clock: Clock) -> None:
    pairing.open()
    clock.now_s += 50
    pairing.open()
    clock.now_s += 50
    assert [pairing.claim(), pairing.claim()] == [True, False]


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


def test_of_many_claims_at_once_one_wins(pairing: Pairing) -> None:
    for _ in range(50):
        pairing.open()
        assert race([pairing.claim] * 8) == 1


# --- the page ---


def test_the_locked_page_tells_how_to_pair_and_looks_again(client: FlaskClient) -> None:
    page = text_of(client.get("/host").get_data(as_text=True))
    assert HOW in page
    assert " data-wait" in page
    assert "Pair this device" not in page


def test_the_locked_page_offers_to_pair_while_the_window_is_open(
    client: FlaskClient, pairing: Pairing, clock: Clock
) -> None:
    pairing.open()
    page = text_of(client.get("/host").get_data(as_text=True))
    assert '<form method="post" action="/host/pair" data-send><button class="primary">Pair this device</button>' in page
    assert " data-wait" not in page
    assert "Open the host page" in page, "the code can be typed as ever"
    clock.now_s += 60
    assert "Pair this device" not in client.get("/host").get_data(as_text=True)


def test_to_look_claims_nothing(client: FlaskClient, pairing: Pairing) -> None:
    pairing.open()
    client.get("/host")
    assert client.get("/host/pair").status_code == 405
    assert pairing.is_open()


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
    app: Flask, client: FlaskClient, pairing: Pairing, caplog: pytest.LogCaptureFixture
) -> None:
    pairing.open()
    with caplog.at_level(logging.INFO, "companion.web"):
        paired = client.post("/host/pair")
    typed = app.test_client().post("/host/unlock", data={"code": CODE})
    assert (paired.status_code, paired.headers["Location"]) == (303, "/host")
    assert paired.headers["Set-Cookie"].split("Expires")[0] == typed.headers["Set-Cookie"].split("Expires")[0]
    assert "HttpOnly" in paired.headers["Set-Cookie"]
    assert "SameSite=Strict" in paired.headers["Set-Cookie"]
    assert is_host(client)
    assert [record.getMessage() for record in caplog.records] == ["a device was paired and is the host's now"]


def test_a_script_is_answered_in_words(client: FlaskClient, pairing: Pairing) -> None:
    pairing.open()
    reply = client.post("/host/pair", headers={"Accept": "application/json"})
    assert (reply.status_code, reply.get_json()["text"]) == (200, "This device is the host's now.")


def test_while_it_is_not_open_nobody_is_paired(client: FlaskClient) -> None:
    reply = client.post("/host/pair")
    assert reply.status_code == 403
    assert CLOSED in text_of(reply.get_data(as_text=True))
    assert "Set-Cookie" not in reply.headers
    assert not is_host(client)


def test_after_a_minute_it_is_closed(client: FlaskClient, pairing: Pairing, clock: Clock) -> None:
    pairing.open()
    clock.now_s += 60
    assert client.post("/host/pair").status_code == 403
    assert not is_host(client)


def test_the_second_device_is_refused(app: Flask, client: FlaskClient, pairing: Pairing) -> None:
    pairing.open()
    other = app.test_client()
    assert client.post("/host/pair").status_code == 303
    reply = other.post("/host/pair", headers={"Accept": "application/json"})
    assert (reply.status_code, reply.get_json()["text"], reply.get_json()["code"]) == (403, CLOSED, "not-yours")
    assert is_host(client)
    assert not is_host(other)


def test_of_devices_that_race_exactly_one_becomes_the_hosts(app: Flask, pairing: Pairing) -> None:
    for _ in range(5):
        devices = [app.test_client() for _ in range(6)]
        pairing.open()

        def claims(number: int, device: FlaskClient) -> Callable[[], bool]:
            place = {"REMOTE_ADDR": f"192.168.1.{number}"}
            return lambda: device.post("/host/pair", environ_overrides=place).status_code == 303

        assert race([claims(number, device) for number, device in enumerate(devices)]) == 1
        assert [is_host(device) for device in devices].count(True) == 1


def test_the_hosts_own_device_leaves_the_window_to_another(app: Flask, host: FlaskClient, pairing: Pairing) -> None:
    pairing.open()
    reply = host.post("/host/pair", headers={"Accept": "application/json"})
    assert reply.get_json()["text"] == "This device is the host's already."
    assert app.test_client().post("/host/pair").status_code == 303


def test_a_seats_cookie_does_not_become_the_hosts(app: Flask, pairing: Pairing) -> None:
    ada = sit(app, 0)
    assert ada.post("/host/pair").status_code == 403
    cookie = ada.get_cookie("companion-seat-1", path="/seat/1/")
    assert cookie is not None
    ada.set_cookie("companion-host", cookie.value)
    assert not is_host(ada)
    assert ada.post("/host/pair").status_code == 403
    pairing.open()
    assert not is_host(ada), "an open window alone makes nobody the host"


def test_a_seated_device_that_is_paired_keeps_its_seat(app: Flask, pairing: Pairing) -> None:
    ada = sit(app, 0)
    pairing.open()
    assert ada.post("/host/pair").status_code == 303
    assert is_host(ada)
    assert ada.get("/seat/1/seat.json").status_code == 200


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}],
)
def test_another_sites_page_neither_pairs_nor_closes_the_window(
    client: FlaskClient, pairing: Pairing, headers: dict[str, str]
) -> None:
    pairing.open()
    reply = client.post("/host/pair", headers={**headers, "Accept": "application/json"})
    assert reply.status_code == 403
    assert reply.get_json()["text"].startswith("This was sent from a page that is not the companion's.")
    assert not is_host(client)
    assert pairing.is_open()


def test_who_tries_too_often_has_to_wait_and_is_not_paired_meanwhile(app: Flask, pairing: Pairing) -> None:
    pusher = app.test_client()
    for _ in range(5):
        assert pusher.post("/host/pair").status_code == 403
    pairing.open()
    reply = pusher.post("/host/pair")
    assert (reply.status_code, reply.headers["Retry-After"]) == (429, "60")
    assert text_of(reply.get_data(as_text=True)).count(
        "Too many tries. Wait a minute, press the pairing button at the table, then tap once; or type the code."
    )
    assert pairing.is_open()
    elsewhere = app.test_client().post("/host/pair", environ_overrides={"REMOTE_ADDR": "192.168.1.77"})
    assert elsewhere.status_code == 303, "another device is not held up"


def test_wrong_codes_do_not_keep_a_device_from_pairing_nor_the_other_way_round(app: Flask, pairing: Pairing) -> None:
    device = app.test_client()
    for _ in range(5):
        device.post("/host/unlock", data={"code": "GUESS1"})
    pairing.open()
    assert device.post("/host/pair").status_code == 303
    early, place = app.test_client(), {"REMOTE_ADDR": "192.168.1.77"}
    for _ in range(6):
        early.post("/host/pair", environ_overrides=place)
    assert early.post("/host/unlock", data={"code": CODE}, environ_overrides=place).status_code == 303
