"""A table without a camera: every page says so at once, and what to do instead of each device that is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.table.devices import DeviceHealth
from tests.companion.tables import open_room, own, virtual
from tests.web.conftest import CODE, make_app, sit
from web.app import create_app

NONE = "No camera: tap what is done."
ABSENT = (
    DeviceHealth("camera", "absent", NONE),
    DeviceHealth("board", "absent", "No board on USB. Tap what the scale would tell."),
)


def test_each_page_says_that_there_is_no_camera_and_never_that_one_starts(tmp_path: Path) -> None:
    with open_room(tmp_path, probe=lambda: ABSENT) as room:
        own(room)
        app = create_app(room, secret_key=b"a key for tests", host_code=CODE, picture=lambda width: None)
        host, anna = app.test_client(), sit(app, 0, "Anna")
        host.post("/host/unlock", data={"code": CODE})
        for device, address in ((app.test_client(), "/"), (anna, "/seat/1/"), (host, "/host"), (host, "/camera")):
            page = device.get(address).get_data(as_text=True)
            assert NONE in page.partition('data-part="sight"')[2].partition("</section>")[0], address
            assert "starting" not in page
        table = app.test_client().get("/").get_data(as_text=True)
        assert "Not there: camera, sensor board" in table
        assert "Tap what the scale would tell." in table


@pytest.mark.parametrize("health", [(), (DeviceHealth("camera", "ok", "There."),)])
def test_a_camera_that_looks_and_none_at_all_say_nothing_of_it(
    tmp_path: Path, health: tuple[DeviceHealth, ...]
) -> None:
    with open_room(tmp_path, probe=lambda: health) as room:
        own(room)
        assert "By taps" not in make_app(room).test_client().get("/").get_data(as_text=True)


def test_cards_that_the_companion_dealt_are_tapped_anyway(tmp_path: Path) -> None:
    with open_room(tmp_path, pace_s=60.0, probe=lambda: ABSENT) as room:
        virtual(room)
        assert "By taps" not in make_app(room).test_client().get("/").get_data(as_text=True)
