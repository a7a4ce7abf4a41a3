"""Files made to take long, sent to a real server by the host, and large bodies by strangers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from flask import Flask

from companion.bench.attack import Target
from companion.bench.uploads import Uploads, hostile_files
from companion.live.room import Room
from tests.web.conftest import CODE
from tests.web.http.test_door import Served

GAME = "atlantis_rising"


@pytest.fixture
def room(boxed_room: Room) -> Room:
    return boxed_room


FEW = ("parts of a key", "too large")


@pytest.mark.parametrize(
    "names", [FEW, pytest.param(tuple(hostile_files()), marks=pytest.mark.slow)], ids=["few", "all"]
)
def test_each_upload_is_answered_on_a_page_and_a_phone_gets_its_own(
    app: Flask, tmp_path: Path, names: Sequence[str]
) -> None:
    (tmp_path / "keys.json").write_text(json.dumps({"cookie_key": "x" * 40, "host_code": CODE}), encoding="utf-8")
    files = {name: hostile_files()[name] for name in names}
    with Served(app) as server:
        waits = list(Uploads(GAME, files, senders=2).waits(Target(server.port, tmp_path), 1, lambda: None))
    assert [(each.size, each.who) for each in waits] == [
        *((name, "host") for name in names),
        ("2 x 8 MB", "another phone"),
    ]
    assert all(each.ms is not None for each in waits), waits
