"""Who may see and move the pieces of a virtual table, what is refused, and that nobody reads another's hand."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games.registry import GAMES
from companion.live.room import Room
from tests.web.conftest import CODE, sit, text_of
from tests.web.world import SmallWorld
from web.app import create_app

CARD, DOWN, TOKEN = 1, 2, 3


@pytest.fixture
def world(room: Room) -> SmallWorld:
    """A 1 as Ada's bid, a face-down 3, the start token in the bowl; Ada holds a 2 and a 5, Ben a 4."""
    snapshot = room.session.snapshot()
    made = SmallWorld(snapshot.game.mat.layout(snapshot.view(None)), snapshot.game.mat.kit)
    made.put("card:1", 49.5, 194)
    made.put("card:3", 120, 100, face_up=False, angle_deg=90)
    made.put("token", 350, 80)
    made.hold(0, ("card:2", "card:5"))
    made.hold(1, ("card:4",))
    return made


@pytest.fixture
def app(room: Room, world: SmallWorld) -> Flask:
    app = create_app(room, secret_key=b"a key for tests", host_code=CODE, world=lambda: world)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    return app


def post(device: FlaskClient, path: str, **body: Any) -> tuple[int, str]:
    """Status and sentence of the answer."""
    reply = device.post(path, json=body)
    return reply.status_code, reply.get_json()["text"]


def test_a_person_in_a_seat_and_the_host_move_and_turn_pieces(app: Flask, host: FlaskClient, world: SmallWorld) -> None:
    ada = sit(app, 0)
    assert post(ada, "/seat/1/virtual/move", piece=CARD, x_mm=100.5, y_mm=200) == (200, "Done.")
    assert (world.where(CARD).x_mm, world.where(CARD).y_mm) == (100.5, 200)
    assert post(host, "/virtual/move", piece=CARD, x_mm=300, y_mm=350) == (200, "Done.")
    assert world.where(CARD).x_mm == 300
    assert [each.piece for each in world.lying()][-1] == CARD, "it lies on top"
    assert post(host, "/virtual/turn", piece=DOWN) == (200, "Done.")
    assert (world.where(DOWN).kind, world.where(DOWN).face_up) == ("card:3", True)
    assert post(ada, "/seat/1/virtual/turn", piece=DOWN) == (200, "Done.")
    assert world.where(DOWN).kind == "back"


def test_a_person_takes_a_card_and_lays_one(app: Flask, world: SmallWorld) -> None:
    ada = sit(app, 0)
    assert post(ada, "/seat/1/virtual/take", piece=DOWN) == (200, "Done.")
    assert world.held(0) == ("card:2", "card:3", "card:5")
    assert post(ada, "/seat/1/virtual/play", kind="card:5", x_mm=400, y_mm=300) == (200, "Done.")
    assert world.held(0) == ("card:2", "card:3")
    laid = world.lying()[-1]
    assert (laid.kind, laid.face_up, laid.x_mm, laid.y_mm) == ("back", False, 400, 300), "face down unless asked"
    assert post(ada, "/seat/1/virtual/play", kind="card:2", x_mm=1, y_mm=2, face_up=True) == (200, "Done.")
    assert world.lying()[-1].kind == "card:2"


@pytest.mark.parametrize("act", ["move", "turn", "take", "play"])
def test_a_guest_moves_nothing(app: Flask, client: FlaskClient, world: SmallWorld, act: str) -> None:
    before = world.lying(), world.held(0)
    sit(app, 0)
    body = {"piece": CARD, "x_mm": 1, "y_mm": 1}
    assert post(client, f"/virtual/{act}", **body) == (
        403,
        "Only the host and people in a seat move pieces. Take a seat, then open this page from your seat's page.",
    )
    assert post(client, f"/seat/1/virtual/{act}", **body) == (
        403,
        "Seat 1 is not yours on this device. Open its page to take it or to ask for it.",
    )
    assert (world.lying(), world.held(0)) == before


@pytest.mark.parametrize("act", ["take", "play"])
def test_the_host_page_has_no_hand(host: FlaskClient, world: SmallWorld, act: str) -> None:
    assert post(host, f"/virtual/{act}", piece=CARD) == (
        403,
        "Only the person in a seat has a hand here. Open this page from your seat's page.",
    )


def test_nobody_reads_or_plays_another_seats_hand(
    app: Flask, host: FlaskClient, client: FlaskClient, world: SmallWorld
) -> None:
    ada, ben = sit(app, 0), sit(app, 1)
    own = ada.get("/seat/1/virtual.json").get_json()["hand"]
    assert [card["kind"] for card in own] == ["card:2", "card:5"]
    assert [card["kind"] for card in ben.get("/seat/2/virtual.json").get_json()["hand"]] == ["card:4"]
    for device in (ben, host, client):
        for path in ("/seat/1/virtual.json", "/seat/1/virtual"):
            assert device.get(path).status_code == 403
        public = device.get("/virtual.json").get_json()
        assert public["hand"] is None
        assert [(each["name"], each["count"]) for each in public["hands"]][:2] == [("Ada", 2), ("Ben", 1)]
        assert "Your hand" not in device.get("/virtual").text
    assert post(ben, "/seat/1/virtual/play", kind="card:2", x_mm=1, y_mm=1)[0] == 403
    assert post(ben, "/seat/2/virtual/play", kind="card:2", x_mm=1, y_mm=1) == (
        409,
        "This card is not in that hand. Look at the hand again.",
    )
    assert world.held(0) == ("card:2", "card:5")


def test_a_face_down_card_tells_nothing(app: Flask, client: FlaskClient) -> None:
    (down,) = (each for each in client.get("/virtual.json").get_json()["pieces"] if each["piece"] == DOWN)
    assert down["words"] == "face-down card"
    assert down["drawing"] == f"back-{list(GAMES['sealed_bid'].mat.kit.pieces).index('back')}"


def test_pieces_are_told_with_the_place_in_which_their_marker_lies(client: FlaskClient) -> None:
    pieces = {each["piece"]: each for each in client.get("/virtual.json").get_json()["pieces"]}
    assert (pieces[CARD]["words"], pieces[CARD]["place"]) == ("card 1, face up", "at Seat 1's bid")
    assert (pieces[TOKEN]["words"], pieces[TOKEN]["place"]) == ("start token", "at the bowl")
    # Turned clockwise by a quarter, its top left corner points to the right: to (151.25, 81.25).
    assert pieces[DOWN]["place"] == "at the prize"


def test_the_page_draws_every_piece_where_it_lies(app: Flask, client: FlaskClient) -> None:
    page = sit(app, 0).get("/seat/1/virtual").text
    places = re.findall(r'<g class="lying" data-piece="(\d)" tabindex="0"[^>]*transform="([^"]*)">', page)
    assert places == [
        ("1", "translate(49.5 194.0) rotate(0.0)"),
        ("2", "translate(120.0 100.0) rotate(90.0)"),
        ("3", "translate(350.0 80.0) rotate(0.0)"),
    ]
    assert set(re.findall(r'<use href="#([^"]*)"', page)) <= set(re.findall(r'<g id="([^"]*)"', page))
    assert page.count('class="held"') == 2
    looking_on = client.get("/virtual").text
    assert "tabindex" not in looking_on
    assert "You look on. To move pieces," in looking_on


def test_a_kind_that_the_kit_lacks_is_drawn_all_the_same(client: FlaskClient, world: SmallWorld) -> None:
    world.put("crab", 10, 10)
    assert client.get("/virtual.json").get_json()["pieces"][-1]["drawing"] == "face-unknown"
    assert 'id="face-unknown"' in client.get("/virtual").text


@pytest.mark.parametrize(
    ("act", "body", "sentence"),
    [
        ("move", {"piece": 99, "x_mm": 1, "y_mm": 1}, "This piece lies on the mat no longer. Look at the mat again."),
        ("move", {"piece": 1, "x_mm": -1, "y_mm": 1}, "That is beside the mat. Put the piece down on the mat."),
        ("turn", {"piece": TOKEN}, "Only a card can be turned. Move this piece instead."),
        ("take", {"piece": TOKEN}, "Only a card can be taken. Move this piece instead."),
    ],
)
def test_what_is_out_of_reach_is_refused_in_the_worlds_words(
    app: Flask, act: str, body: dict[str, Any], sentence: str
) -> None:
    assert post(sit(app, 0), f"/seat/1/virtual/{act}", **body) == (409, sentence)


@pytest.mark.parametrize(
    ("act", "body"),
    [
        ("move", ""),
        ("move", "[]"),
        ("move", "\xff"),
        ("move", '{"piece":1}'),
        ("move", '{"piece":"1","x_mm":1,"y_mm":1}'),
        ("move", '{"piece":1,"x_mm":1e999,"y_mm":1}'),
        ("move", '{"piece":1,"x_mm":NaN,"y_mm":1}'),
        ("move", '{"piece":1,"x_mm":1,"y_mm":1,"seat":1}'),
        ("turn", '{"piece":1.5}'),
        ("take", '{"piece":null}'),
        ("play", '{"kind":"card:2","x_mm":1,"y_mm":1,"seat":1}'),
        ("play", '{"kind":"' + "x" * 65 + '","x_mm":1,"y_mm":1}'),
        ("play", "[" * 5000),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(app: Flask, world: SmallWorld, act: str, body: str) -> None:
    before = world.lying(), world.held(0)
    reply = sit(app, 0).post(
        f"/seat/1/virtual/{act}", data=body.encode("latin-1"), headers={"Content-Type": "application/json"}
    )
    assert (reply.status_code, reply.get_json()["text"]) == (
        400,
        "This could not be read: it is not the JSON that the page sends. Reload the page and try again.",
    )
    assert (world.lying(), world.held(0)) == before


def test_a_post_from_another_site_moves_nothing(host: FlaskClient, world: SmallWorld) -> None:
    before = world.lying()
    body = {"piece": CARD, "x_mm": 1, "y_mm": 1}
    assert host.post("/virtual/move", json=body, headers={"Origin": "http://evil.example"}).status_code == 403
    assert world.lying() == before


def test_a_seat_that_is_not_there_is_refused(app: Flask) -> None:
    reply = sit(app, 0).get("/seat/9/virtual.json")
    assert (reply.status_code, reply.get_json()["text"][:31]) == (404, "There is no seat 9 at this tabl")


@pytest.mark.parametrize("path", ["/virtual", "/virtual.json", "/seat/1/virtual"])
def test_real_pieces_are_moved_by_no_page(room: Room, path: str) -> None:
    device = create_app(room, secret_key=b"k", host_code=CODE).test_client()
    reply = device.get(path)
    assert reply.status_code == 404
    assert "The pieces of this table are real: no page can move them. Move them by hand." in text_of(reply.text)
    assert "irtual" not in device.get("/").text


def test_a_table_that_is_not_laid_yet_says_so(room: Room) -> None:
    reply = create_app(room, secret_key=b"k", host_code=CODE, world=lambda: None).test_client().get("/virtual.json")
    assert reply.status_code == 503
    assert reply.get_json()["text"] == "The virtual table is not laid yet. Wait a moment, then reload."


def test_the_pages_lead_there(app: Flask, host: FlaskClient, client: FlaskClient) -> None:
    assert 'href="/virtual"' in client.get("/").text
    assert 'href="/virtual"' in host.get("/host").text
    assert 'href="/seat/1/virtual"' in sit(app, 0).get("/seat/1/").text


def test_a_game_at_a_virtual_table_is_played_with_its_own_cards(app: Flask, room: Room) -> None:
    host = app.test_client()
    host.post("/host/unlock", data={"code": CODE})
    assert "virtual cards" not in host.get("/host").text
    before = room.session.game_id
    reply = host.post(
        "/host/new", data={"game": "sealed_bid", "cards": "virtual"}, headers={"Accept": "application/json"}
    )
    assert (reply.status_code, reply.get_json()["text"]) == (
        409,
        "A virtual table has its own cards. Start the game with “our own cards”.",
    )
    assert room.session.game_id == before
    assert host.post("/host/new", data={"game": "sealed_bid"}).status_code == 303
    assert set(room.session.snapshot()._state.secrets) == {None}


def test_the_mat_is_sent_again_where_its_names_have_changed(app: Flask) -> None:
    ada = sit(app, 0)
    first = ada.get("/seat/1/virtual.json").get_json()
    assert "Seat 2: bid" in first["ground"]
    assert ada.get(f"/seat/1/virtual.json?mat={first['mat']}").get_json()["ground"] == ""
    sit(app, 1)
    again = ada.get(f"/seat/1/virtual.json?mat={first['mat']}").get_json()
    assert again["mat"] != first["mat"]
    assert "Seat 2: bid" not in again["ground"]


class Board:
    """A virtual board's buttons, and what was pressed."""

    def __init__(self) -> None:
        self.pressed: list[str] = []
        self.away = False

    def names(self) -> tuple[str, ...]:
        return () if self.away else ("seat1", "seat2", "seat5", "next", "undo")

    def press(self, button: str) -> None:
        self.pressed.append(button)


@pytest.fixture
def board() -> Board:
    return Board()


@pytest.fixture
def pressing(room: Room, world: SmallWorld, board: Board) -> Flask:
    return create_app(room, secret_key=b"a key for tests", host_code=CODE, world=lambda: world, buttons=board)


def as_host(app: Flask) -> FlaskClient:
    device = app.test_client()
    assert device.post("/host/unlock", data={"code": CODE}).status_code == 303
    return device


def test_a_person_presses_the_own_button_and_next_the_host_all(pressing: Flask, board: Board) -> None:
    ada, host = sit(pressing, 0), as_host(pressing)
    for button in ("seat1", "next"):
        assert post(ada, "/seat/1/virtual/press", button=button) == (200, "Done.")
    for button in ("seat2", "undo"):
        assert post(host, "/virtual/press", button=button) == (200, "Done.")
    assert board.pressed == ["seat1", "next", "seat2", "undo"]
    page = ada.get("/seat/1/virtual").text
    assert re.findall(r'data-press="(\w+)"', page) == ["seat1", "next"]
    assert re.findall(r'data-press="(\w+)"', host.get("/virtual").text) == [
        "seat1",
        "seat2",
        "seat3",
        "next",
        "undo",
    ]


@pytest.mark.parametrize("button", ["seat2", "undo", "seat5", "lamp", ""])
def test_a_button_out_of_reach_is_not_pressed(pressing: Flask, board: Board, button: str) -> None:
    status, text = post(sit(pressing, 0), "/seat/1/virtual/press", button=button)
    assert (status, text) == (
        409,
        f"There is no button {button!r} within your reach. Press one of these: seat1, next.",
    )
    assert board.pressed == []


def test_whoever_only_looks_on_presses_nothing(pressing: Flask, board: Board) -> None:
    guest = pressing.test_client()
    assert post(guest, "/virtual/press", button="next")[0] == 403
    assert post(guest, "/seat/1/virtual/press", button="seat1")[0] == 403
    assert "data-press" not in guest.get("/virtual").text
    assert board.pressed == []


def test_while_the_board_is_away_a_press_is_refused_in_words(pressing: Flask, board: Board) -> None:
    ada = sit(pressing, 0)
    board.away = True
    assert post(ada, "/seat/1/virtual/press", button="next") == (
        409,
        "The board is away, or has no such button. Tap what you would press.",
    )
    assert board.pressed == []
