"""The setup page: every verdict with its sign and word, who may measure, and what is said where nothing is there."""

from __future__ import annotations

import re

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.live.room import Room
from companion.table.dice import ClearDice
from companion.table.fitness import Check, Fitness, StripMeasure, sum_up
from tests.web.conftest import CODE, sit, text_of
from web.app import create_app

CHECKS = (
    Check("mat", "The mat in the picture", "fit", "4 of 4 corner markers read", "The whole mat is in view."),
    Check("glare", "Glare", "unfit", "1 place", "A lamp washes out the print at <corner marker 2>. Move the lamp."),
    Check("tilt", "Tilt of the camera", "barely", "about 31°", "The camera leans rather far."),
    Check("print", "Scale of the print", "unknown", "", "It cannot be told."),
)
RUNNING = StripMeasure("dark", "Step 1 of 2: the strip is dark.")
DONE = StripMeasure("done", "", Check("strip", "The strip's light", "fit", "3 grey levels", "It does not disturb."))


class Told:
    """A setup that says what it is told to, and remembers what it was asked."""

    def __init__(self) -> None:
        self.fit: Fitness | None = sum_up(CHECKS, 7)
        self.strip = StripMeasure("idle", "The strip's light was not measured yet.")
        self.refusal = ""
        self.dice: ClearDice | None = None
        self.asked = 0

    def fitness(self) -> Fitness | None:
        return self.fit

    def measuring(self) -> StripMeasure:
        return self.strip

    def measure(self) -> str:
        self.asked += 1
        return self.refusal

    def clear_dice(self) -> ClearDice | None:
        return self.dice

    def say_clear(self, has_clear: bool | None) -> tuple[bool, str]:
        self.asked += 1
        if not self.refusal:
            self.dice = ClearDice(has_clear is not False, has_clear, True)
        return not self.refusal, self.refusal or "Noted."


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def lit(room: Room, told: Told) -> Flask:
    """The pages of a table with a camera and a setup."""
    app = create_app(
        room, secret_key=b"a key for tests", host_code=CODE, picture=lambda width_px: (1, b"JPEG"), setup=told
    )
    app.config["PROPAGATE_EXCEPTIONS"] = False
    return app


@pytest.fixture
def guest(lit: Flask) -> FlaskClient:
    return lit.test_client()


@pytest.fixture
def owner(lit: Flask) -> FlaskClient:
    device = lit.test_client()
    assert device.post("/host/unlock", data={"code": CODE}).status_code == 303
    return device


@pytest.mark.parametrize("path", ["/setup", "/setup/part"])
def test_every_check_has_a_sign_a_word_and_its_cure_and_the_worst_comes_first(guest: FlaskClient, path: str) -> None:
    page = text_of(guest.get(path).text)
    assert '<h1 class="say">One thing to mend: glare.</h1>' in page
    found = [
        page.index(
            f'<span class="mark" aria-hidden="true">{sign}</span> <div> <h2>{title} <b class="verdict">{word}</b>'
        )
        for sign, title, word in (
            ("!", "Glare", "unfit"),
            ("~", "Tilt of the camera", "just enough"),
            ("?", "Scale of the print", "not known"),
            ("✓", "The mat in the picture", "fit"),
        )
    ]
    assert found == sorted(found)
    assert "A lamp washes out the print at &lt;corner marker 2&gt;. Move the lamp." in page
    assert '<p class="label">about 31°</p>' in page


def test_the_verdict_counts_what_is_to_be_mended() -> None:
    assert sum_up(CHECKS[:1]).text == "The table can be read."
    assert sum_up(CHECKS[2:3]).text == "The table can be read. One thing could be better: tilt of the camera."
    two = (*CHECKS[:2], msgspec.structs.replace(CHECKS[0], verdict="unfit"))
    assert sum_up(two).text == "Two things to mend: glare and the mat in the picture."
    assert sum_up(CHECKS[3:]) == Fitness("unknown", "Nothing can be told yet.", CHECKS[3:])
    with pytest.raises(ValueError, match="without a check"):
        sum_up(())


def test_before_the_first_picture_it_waits(guest: FlaskClient, told: Told) -> None:
    told.fit = None
    assert "The camera has not sent a picture yet. Wait a moment." in guest.get("/setup").text


def test_the_json_has_the_same(guest: FlaskClient, told: Told) -> None:
    told.strip = DONE
    reply = guest.get("/setup.json")
    assert reply.json is not None
    assert msgspec.convert(reply.json["fitness"], Fitness) == told.fit
    assert msgspec.convert(reply.json["strip"], StripMeasure) == DONE


def test_the_progress_and_the_result_of_the_measuring_are_told(guest: FlaskClient, told: Told) -> None:
    told.strip = RUNNING
    assert "Step 1 of 2: the strip is dark." in guest.get("/setup/part").text
    assert "being measured" in guest.get("/setup/part").text
    told.strip = DONE
    page = text_of(guest.get("/setup/part").text)
    assert 'The strip\'s light <b class="verdict">fit</b>' in page.replace("&#39;", "'")
    assert "It does not disturb." in page
    told.strip = StripMeasure("failed", "The measuring was given up.")
    assert "not measured" in guest.get("/setup/part").text


def test_the_host_measures(owner: FlaskClient, told: Told) -> None:
    assert "Measure the strip's light</button>" in owner.get("/setup").text
    reply = owner.post("/setup/strip")
    assert (reply.status_code, reply.headers["Location"], told.asked) == (303, "/setup", 1)
    reply = owner.post("/setup/strip", headers={"Accept": "application/json"})
    assert reply.json is not None
    assert reply.json["accepted"] is True


def test_nobody_else_may_measure(lit: Flask, guest: FlaskClient, told: Told) -> None:
    for device in (guest, sit(lit, 0)):
        assert "<form" not in device.get("/setup").text
        reply = device.post("/setup/strip")
        assert reply.status_code == 403
        assert "Only the host may do this. Open the host page and type the host code first." in reply.text
    assert told.asked == 0


def test_another_site_s_page_may_not_measure_for_the_host(owner: FlaskClient, told: Told) -> None:
    assert owner.post("/setup/strip", headers={"Origin": "http://elsewhere.example"}).status_code == 403
    assert owner.get("/setup/strip").status_code == 405
    assert told.asked == 0


def test_why_it_cannot_be_measured_is_told(owner: FlaskClient, told: Told) -> None:
    told.refusal = "No strip is fitted to the board, so there is no light to be measured."
    reply = owner.post("/setup/strip")
    assert reply.status_code == 409
    assert told.refusal in reply.text
    script = owner.post("/setup/strip", headers={"Accept": "application/json"}).get_json()
    assert (script["text"], script["code"]) == (told.refusal, "illegal")


@pytest.mark.parametrize("path", ["/setup", "/setup/part", "/setup.json"])
def test_without_a_camera_there_is_no_page(client: FlaskClient, path: str) -> None:
    reply = client.get(path)
    assert reply.status_code == 404
    text = "No camera looks at this table, so there is nothing to set up. Plug one in, then start again."
    assert text in reply.text


def test_without_a_camera_the_host_cannot_measure_either(host: FlaskClient) -> None:
    assert host.post("/setup/strip").status_code == 404


def test_host_page_and_camera_page_lead_to_it(owner: FlaskClient, guest: FlaskClient, host: FlaskClient) -> None:
    assert '<a href="/setup">Setup</a>' in owner.get("/host").text
    assert '<a href="/setup">Setup</a>' in guest.get("/camera").text
    assert "/setup" not in host.get("/host").text


def test_a_fault_inside_ends_as_a_sentence(guest: FlaskClient, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Fitness:
        raise RuntimeError("frame of 12 px at /dev/video0")

    monkeypatch.setattr(told, "fitness", broken)
    reply = guest.get("/setup")
    assert reply.status_code == 500
    assert "Something went wrong inside the companion." in reply.text
    assert "video0" not in reply.text


def test_the_host_says_whether_the_box_has_clear_dice(owner: FlaskClient, guest: FlaskClient, told: Told) -> None:
    assert "clear dice" not in guest.get("/setup").text  # a game without dice
    told.dice = ClearDice(True, None, True)
    assert "A die may be a clear one here." in text_of(guest.get("/setup").text)
    assert re.findall(r'value="(\w+)"[^>]*aria-pressed="true"', owner.get("/setup").text) == ["game"]
    assert owner.post("/setup/dice", data={"clear": "no"}).status_code == 303
    assert told.dice == ClearDice(False, False, True)
    assert re.findall(r'value="(\w+)"[^>]*aria-pressed="true"', owner.get("/setup").text) == ["no"]
    assert "There are no clear dice in this box." in text_of(guest.get("/setup").text)
    assert owner.post("/setup/dice", data={"clear": "some"}).status_code == 400
    told.refusal = "glass was enrolled as clear dice."
    answer = owner.post("/setup/dice", data={"clear": "no"}, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json and answer.json["text"]) == (409, told.refusal)


def test_nobody_else_says_it(guest: FlaskClient, told: Told) -> None:
    told.dice = ClearDice(True, None, True)
    assert guest.post("/setup/dice", data={"clear": "no"}).status_code == 403
    assert told.asked == 0
