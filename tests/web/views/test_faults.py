"""Faults on purpose: the host's section, and pages that are refused, late or cut."""

from __future__ import annotations

from html import unescape

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.live.room import Room
from companion.table.fault_plans import FAILURES, NO_FAULTS, BoardRates, FaultPlan, LineRates, PageRates
from tests.web.conftest import CODE, blocks, text_of
from web.app import create_app
from web.views.faults import REFUSED, spoil_pages


class Noted:
    """A spoiler that notes what it is told."""

    def __init__(self) -> None:
        self.plan = NO_FAULTS
        self.failed: list[str] = []
        self.counts = dict[str, int]()

    def told(self) -> dict[str, int]:
        return self.counts

    def follow(self, plan: FaultPlan) -> None:
        self.plan = plan

    def fail(self, what: str) -> None:
        self.failed.append(what)


@pytest.fixture
def spoiler() -> Noted:
    return Noted()


@pytest.fixture
def app(room: Room, spoiler: Noted) -> Flask:
    app = create_app(room, secret_key=b"a key for tests", host_code=CODE, spoiler=spoiler)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    return app


def test_the_host_page_has_the_section_where_devices_are_virtual(host: FlaskClient) -> None:
    page = unescape(host.get("/host").get_data(as_text=True))
    assert "Faults on purpose" in page
    for words in FAILURES.values():
        assert words in page


def test_there_is_no_such_section_at_a_real_table(room: Room) -> None:
    app = create_app(room, secret_key=b"a key for tests", host_code=CODE)
    device = app.test_client()
    device.post("/host/unlock", data={"code": CODE})
    assert "Faults on purpose" not in device.get("/host").get_data(as_text=True)
    assert device.post("/host/faults/now", data={"what": "hang"}).status_code == 404


def test_rates_are_typed_in_percent_and_shown_again(host: FlaskClient, spoiler: Noted) -> None:
    reply = host.post("/host/faults", data={"line.lost": "10", "camera.late": "0.5", "pages.cut": ""})
    assert (reply.status_code, reply.headers["Location"]) == (303, "/host#faults")
    assert spoiler.plan.to_board == spoiler.plan.to_host == LineRates(lost=0.1)
    assert spoiler.plan.camera.late == 0.005
    assert 'name="line.lost" min="0" max="100" step="any" placeholder="0" value="10"' in host.get("/host").text
    host.post("/host/faults", data={"do": "stop"})
    assert spoiler.plan == NO_FAULTS


@pytest.mark.parametrize("typed", ["101", "-1", "nan", "1e3", "ten", "1" * 500])
def test_what_is_no_share_is_refused_and_changes_nothing(host: FlaskClient, spoiler: Noted, typed: str) -> None:
    reply = host.post("/host/faults", data={"line.lost": typed})
    assert reply.status_code == 400
    page = text_of(unescape(reply.get_data(as_text=True)))
    assert f"{typed[:20]!r} is no share in percent. Type a number from 0 to 100, such as 0.5." in page
    assert spoiler.plan == NO_FAULTS


def test_something_fails_at_once(host: FlaskClient, spoiler: Noted) -> None:
    assert host.post("/host/faults/now", data={"what": "unplug"}).status_code == 303
    assert spoiler.failed == ["unplug"]
    reply = host.post("/host/faults/now", data={"what": "explode"})
    assert reply.status_code == 400
    assert "Nothing here is called 'explode'" in unescape(reply.get_data(as_text=True))


def test_only_the_host_lets_things_fail(client: FlaskClient, spoiler: Noted) -> None:
    assert client.post("/host/faults/now", data={"what": "unplug"}).status_code == 403
    assert client.post("/host/faults", data={"line.lost": "10"}).status_code == 403
    assert (spoiler.failed, spoiler.plan) == ([], NO_FAULTS)


def test_refused_pages_say_so_and_the_host_page_is_spared(host: FlaskClient, spoiler: Noted) -> None:
    spoiler.plan = FaultPlan(pages=PageRates(refused=1.0))
    reply = host.get("/")
    assert reply.status_code == 503
    assert REFUSED in reply.get_data(as_text=True)
    assert host.get("/host").status_code == 200


def test_late_pages_wait_no_longer_than_planned(spoiler: Noted) -> None:
    app, waited = Flask("late"), list[float]()
    app.add_url_rule("/", view_func=lambda: "here")
    spoiler.plan = FaultPlan(pages=PageRates(late=0.5, late_s=2.0))
    spoil_pages(app, spoiler, waited.append)
    device = app.test_client()
    assert all(device.get("/").text == "here" for _ in range(100))
    assert 20 < len(waited) < 80
    assert 0 < max(waited) <= 2.0


def test_a_stream_is_cut(client: FlaskClient, spoiler: Noted) -> None:
    spoiler.plan = FaultPlan(pages=PageRates(cut=1.0))
    assert list(blocks(client.get("/stream"))) == []
    spoiler.plan = NO_FAULTS
    assert next(blocks(client.get("/stream"))).startswith("retry:")


def test_a_script_sends_a_whole_plan_and_reads_how_often_each_fault_happened(
    app: Flask, host: FlaskClient, spoiler: Noted
) -> None:
    plan = FaultPlan(seed=4, board=BoardRates(hang_every_s=60), pages=PageRates(refused=1))
    assert host.post("/host/faults", data={"plan": msgspec.json.encode(plan).decode()}).status_code == 303
    assert spoiler.plan == plan
    spoiler.counts = {"board.hang": 2}
    assert [app.test_client().get("/table.json").status_code for _ in range(3)] == [503] * 3
    told = host.get("/host/faults/told.json").get_json()
    assert told == {
        "plan": {"seed": 4, "board": {"hang_every_s": 60}, "pages": {"refused": 1}},
        "told": {"board.hang": 2, "pages.refused": 3},
    }


@pytest.mark.parametrize("text", ["", "[]", '{"board": {"hang_every_s": -1}}', '{"bord": {}}'])
def test_what_is_no_plan_is_refused_and_changes_nothing(host: FlaskClient, spoiler: Noted, text: str) -> None:
    reply = host.post("/host/faults", data={"plan": text})
    assert reply.status_code == 400
    assert "This is no plan of faults: " in text_of(unescape(reply.get_data(as_text=True)))
    assert spoiler.plan == NO_FAULTS


def test_how_often_faults_happened_is_for_the_host_alone(app: Flask) -> None:
    assert app.test_client().get("/host/faults/told.json").status_code == 403
