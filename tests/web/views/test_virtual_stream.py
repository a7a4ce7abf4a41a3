"""What a stream tells of a virtual table: all of it at first, then what lies otherwise, and nothing at rest."""

from __future__ import annotations

import msgspec
import pytest
from flask import Flask

from companion.live.room import Room
from tests.games.sealed_bid.layout import KIT, LAYOUT
from tests.web.conftest import CODE, blocks, sit
from tests.web.http.test_stream import never, parse
from tests.web.world import SmallWorld
from web.app import create_app
from web.http.stream import Feed, follow
from web.render.virtual_table import Handle, HandSize, VirtualTable, what_moved
from web.views.virtual_stream import Movements

SHELL = Handle(1, "face-0", "Shell", "Bowl", 10.0, 20.0, 0.0)
CARD = Handle(2, "face-1", "Card", "", 30.0, 20.0, 0.0)
TABLE = VirtualTable((SHELL, CARD), (HandSize(0, "Ada", 2),), None, False, "aa", "<rect/>")


@pytest.fixture
def world() -> SmallWorld:
    made = SmallWorld(LAYOUT, KIT)
    made.put("card:1", 520, 250)
    made.put("token", 300, 350)
    made.hold(0, ("card:2",))
    return made


@pytest.fixture
def app(room: Room, world: SmallWorld) -> Flask:
    return create_app(room, secret_key=b"a key for tests", host_code=CODE, world=lambda: world)


def test_a_piece_that_moved_is_told_alone() -> None:
    moved = msgspec.structs.replace(SHELL, x_mm=11.0)
    on_top = msgspec.structs.replace(TABLE, pieces=(CARD, moved))
    for now, told in (
        (msgspec.structs.replace(TABLE, pieces=(moved, CARD)), {"pieces": [msgspec.to_builtins(moved)]}),
        (on_top, {"pieces": [msgspec.to_builtins(moved)], "order": [2, 1]}),
        (msgspec.structs.replace(TABLE, pieces=(CARD,)), {"order": [2]}),
        (msgspec.structs.replace(TABLE, pieces=()), {"order": []}),
        (msgspec.structs.replace(TABLE, hands=()), {"hands": []}),
        (msgspec.structs.replace(TABLE, mat="bb"), {"mat": "bb", "ground": "<rect/>"}),
    ):
        assert msgspec.json.decode(msgspec.json.encode(what_moved(TABLE, now, 7))) == {"at": 7, **told}
    assert what_moved(TABLE, TABLE, 7) is None
    whole = what_moved(None, TABLE, 7)
    assert whole is not None
    assert (whole.is_whole, len(whole.pieces), whole.order, whole.mat) == (True, 2, (1, 2), "aa")


def test_a_stream_tells_of_pieces_as_they_move_and_nothing_while_they_rest(room: Room, world: SmallWorld) -> None:
    looked: list[int] = []

    def look() -> VirtualTable:
        looked.append(len(world.lying()))
        return TABLE if len(looked) == 1 else msgspec.structs.replace(TABLE, pieces=(SHELL,))

    extra = Movements(lambda: world, look)
    stream = follow(room, Feed(None, lambda now: "page", extras=[extra]), None, never)
    kinds: list[str] = []
    for block in stream:
        if block.startswith("retry"):
            continue
        kinds.append(parse(block)[0])
        if kinds[-1] == "moved" and kinds.count("moved") == 1:
            now = room.session.snapshot()
            assert [extra.news(now, at_once=False) for _ in range(3)] == [None] * 3, "nothing moved"
            assert looked == [2], "and nothing was drawn"
            world.move(1, 100, 100)
        elif kinds[-1] == "moved":
            assert parse(block)[2]["order"] == [1]
            break
    assert kinds.count("page") == 1


def test_each_hand_is_told_to_its_own_seat_and_an_act_says_when_it_was_done(app: Flask, world: SmallWorld) -> None:
    def told(address: str) -> dict[str, object]:
        reply = device.get(f"{address}virtual/stream", buffered=False)
        found = next(parse(each)[2] for each in blocks(reply) if each.startswith("event: moved"))
        reply.close()
        assert isinstance(found, dict)
        return found

    device = sit(app, 0)
    assert "hand" not in told("/")
    own = told("/seat/1/")
    assert [card["kind"] for card in own["hand"]] == ["card:2"]  # type: ignore[attr-defined]
    assert app.test_client().get("/seat/1/virtual/stream").status_code == 403
    reply = device.post("/seat/1/virtual/move", json={"piece": 2, "x_mm": 310, "y_mm": 350})
    done = int(reply.headers["Companion-At"])
    before, after = own["at"], told("/seat/1/")["at"]
    assert isinstance(before, int)
    assert isinstance(after, int)
    assert before <= done <= after
