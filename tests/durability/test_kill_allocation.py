"""Kill -9 between allocation and reveal: real pages, real phones; what was sealed stays so, and opens as it was."""

from __future__ import annotations

import http.client
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.journal import read_keys
from tests.durability.phones import Played, Sitting, Told

GAME = "rolling_with_the_waves"
PLAYERS = (0, 1, 2)
LAID = {0: ("hull", "ports", "crew"), 1: ("bury1", "bury1", "bury1"), 2: ("chest2", "raise", "cannon_large")}
"""Where each player lays the dice; the second one has a chest that can be buried."""
ROLL = {
    "type": "PoolRolled",
    "values": (1, 2, 3, 4, 5, 6, 1, 2, 3),
    "colours": ("red", "red", "blue", "blue", "green", "green", "clear", "clear", "clear"),
}
pytestmark = [pytest.mark.slow, pytest.mark.rolling_with_the_waves]


def whole(port: int) -> Any:
    """The whole game as the public reads it."""
    status, body = Sitting(None, Told(), 0).ask(port, "GET", "/table.json")
    assert status == 200
    return msgspec.json.decode(body)["view"]["table"]["whole"]


def lay(person: Sitting, port: int) -> None:
    """Lay all dice as `LAID` says, and do not call."""
    for icon in LAID[person.seat or 0]:
        person.tap(port, {"type": "Allocate", "seat": person.seat, "icon": icon})


def call(person: Sitting, port: int) -> None:
    person.tap(port, {"type": "Yarrr", "seat": person.seat})


def own_sealed(person: Sitting, port: int) -> list[str]:
    return [each["icon"] for each in person.seen(port)["view"]["sealed"][person.seat or 0]]


def to_allocation(table: Played, people: list[Sitting]) -> None:
    """Everybody sits down and drafts, and Bo has a chest to bury."""
    for person in people:
        person.sit(table.port)
    people[0].tap(table.port, {"type": "TakeBag", "seat": 0})
    roll(people[0], table.port)
    while whole(table.port)["phase"] == "draft":  # a tap carries with it what nobody has to decide
        next(each for each in people if each.seen(table.port)["choices"]).tap(table.port)
    host = Sitting(None, Told(), 0)
    assert host.ask(table.port, "POST", "/host/unlock", f"code={table.code}", "form")[0] in (200, 303)
    status, body = host.ask(table.port, "POST", "/host/correct", "fact:chest1.1.1=4", "form")
    assert status in (200, 303), body
    assert whole(table.port)["phase"] == "allocate"


def roll(person: Sitting, port: int) -> None:
    """Tell of the roll: it is open, and so not among the choices."""
    person.tell(port, [ROLL])


def check_untold(folder: Path, people: list[Sitting], port: int) -> None:
    """No file but the keys', and no page of anybody else, tells on which icon a die lies."""
    for file in (each for each in folder.rglob("*") if each.is_file() and each.suffix != ".keys"):
        assert not re.search(rb'"icons?":\s*\[?"', file.read_bytes()), file
    for person in people:
        sealed = person.seen(port)["view"]["sealed"]
        assert all(act["icon"] is None for seat in PLAYERS if seat != person.seat for act in sealed[seat])
    for path in ("/", "/table.json", "/health.json"):
        _, body = Sitting(None, Told(), 0).ask(port, "GET", path)
        assert not re.search(rb'"icons?":\s*\[?"', body), path


@pytest.mark.parametrize("dies", ["", "before", "after"])
def test_dice_that_were_sealed_are_kept_and_open_as_they_were(dies: str, tmp_path: Path) -> None:
    people = [Sitting(seat, Told(), seat) for seat in PLAYERS]
    program = ("tests.durability.dies_opening", dies, "play") if dies else ("companion", "play")
    table = Played(GAME, tmp_path, "--players", "3", program=program)
    to_allocation(table, people)
    for person in people:
        lay(person, table.port)
    for person in people[:2]:
        call(person, table.port)
    check_untold(tmp_path / "data", people, table.port)
    if not dies:
        table.kill()  # after two of three have called
    else:
        with pytest.raises((OSError, http.client.HTTPException)):
            call(people[2], table.port)  # the last call: nobody is told that it counted
        table.gone()
    kept = [seal.choice for seal in read_keys(tmp_path / "data" / "games" / f"{table.game}.journal").values()]
    assert kept == [{"type": "Allocate", "seat": seat, "icon": icon} for seat in PLAYERS for icon in LAID[seat]]

    table = Played(GAME, tmp_path, "--resume", table.game)
    now = whole(table.port)
    if dies == "after":
        assert now["icons"] == [[*LAID[seat]] for seat in PLAYERS]  # nobody has to do anything
    else:
        assert (now["phase"], now["placed"], now["called"]) == ("allocate", [3, 3, 3], [True, True, False])
        assert [own_sealed(person, table.port) for person in people] == [[*LAID[seat]] for seat in PLAYERS]
        check_untold(tmp_path / "data", people, table.port)
        call(people[2], table.port)
        assert whole(table.port)["icons"] == [[*LAID[seat]] for seat in PLAYERS]
    table.kill()
