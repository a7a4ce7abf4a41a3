"""A page on which a person moves the pieces of a virtual table by mouse, finger or keyboard.

It has two addresses: `/virtual`, where the host moves pieces and everybody else looks on, and `/seat/<n>/virtual` for
the person in that seat, who has a hand too. A seat's cookie is sent to that seat's own pages only.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import NoReturn

from flask import Blueprint, Response, render_template, request
from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.dice import Roll
from companion.language.message import Text
from companion.live.lobby import NOT_BEGUN
from companion.live.requests import HOST, Client, NameRoll, Reply
from companion.live.snapshot import Snapshot
from companion.referee.buttons import NEXT, SEAT, UNDO
from companion.table.world import LyingPiece, OutOfReach, World
from web.http.forms import Move, Piece, Play, Press, Throwing, read_message
from web.http.refusals import Refused, answer, json_reply
from web.http.stream import open_stream
from web.render.dice import may_say
from web.render.look import look_part
from web.render.pages import place_of
from web.render.virtual_table import VirtualTable, card_size, draw_lying, virtual_table
from web.views.camera import glimpses
from web.views.desk import Desk, json_of, prompt_feed
from web.views.put_down import put_down
from web.views.virtual_stream import Movements, present

DONE = Reply(True, "Done.")
AT = "Companion-At"
"""The header that tells when an act was done, by the clock of `Moved.at`: what a page was told before lacks it."""


def virtual_page(desk: Desk) -> Blueprint:
    """`/virtual`, `/virtual.json` and what a hand can do, for the host and for each seat."""
    pages = Blueprint("virtual", __name__)
    _looking(pages, desk)
    _reaching(pages, desk)
    _helping(pages, desk)
    _rolling(pages, desk)
    _pressing(pages, desk)
    return pages


def _looking(pages: Blueprint, desk: Desk) -> None:
    """The page, and what it shows as JSON."""

    @pages.get("/virtual")
    @pages.get("/seat/<seat:seat>/virtual")
    def show(seat: Seat | None = None) -> str:
        table = _look(desk, seat)
        snapshot, is_host = desk.room.session.snapshot(), desk.is_host()
        view = snapshot.view(seat)
        can_move = seat is not None or is_host
        base = "/" if seat is None else f"/seat/{seat + 1}/"
        width_mm, height_mm = card_size(snapshot.game)
        layout = snapshot.game.mat.layout(view)
        return render_template(
            "virtual.html",
            title=snapshot.game.title,
            live=desk.pages.beside(snapshot, seat, is_host and seat is None),
            after=place_of(snapshot),
            mat=draw_lying(snapshot.game, view, table, can_move=can_move),
            mat_mm=(layout.width_mm, layout.height_mm),
            card_mm=(width_mm, height_mm),
            table=table,
            seat=seat,
            can_move=can_move,
            base=base,
            buttons=_buttons(desk, seat),
        )

    @pages.get("/virtual/stream")
    @pages.get("/seat/<seat:seat>/virtual/stream")
    def stream(seat: Seat | None = None) -> Response:
        _world(desk)
        if seat is not None:
            desk.check_seat(seat)
        is_host = seat is None and desk.is_host()
        table = Movements(desk.world or (lambda: None), _looker(desk, seat))
        return open_stream(desk.room, desk.streams, prompt_feed(desk, seat, is_host, (table, *glimpses(desk))), request)

    @pages.get("/virtual.json")
    @pages.get("/seat/<seat:seat>/virtual.json")
    def as_json(seat: Seat | None = None) -> Response:
        return json_of(_look(desk, seat, request.args.get("mat", "")))


def _reaching(pages: Blueprint, desk: Desk) -> None:
    """Moving and turning what lies there; taking it into the own hand, and laying a card out of it."""

    @pages.post("/virtual/move")
    @pages.post("/seat/<seat:seat>/virtual/move")
    def move(seat: Seat | None = None) -> Response:
        world = _reach(desk, seat)
        wanted = read_message(request, Move)
        lying = next((each for each in world.lying() if each.piece == wanted.piece), None)
        if lying is None:
            return _done(lambda: world.move(wanted.piece, wanted.x_mm, wanted.y_mm))
        at = replace(lying, x_mm=wanted.x_mm, y_mm=wanted.y_mm)
        put = put_down(desk.room.session.snapshot(), seat, at, world.lying(), wanted.squarely)
        return _done(lambda: world.move(wanted.piece, put.x_mm, put.y_mm), put.text)

    @pages.post("/virtual/turn")
    @pages.post("/seat/<seat:seat>/virtual/turn")
    def turn(seat: Seat | None = None) -> Response:
        world = _reach(desk, seat)
        wanted = read_message(request, Piece)
        return _done(lambda: world.turn(wanted.piece))

    @pages.post("/virtual/take")
    @pages.post("/virtual/play")
    def no_hand() -> NoReturn:
        _reach(desk, None)
        raise Refused(
            403, "Only the person in a seat has a hand here. Open this page from your seat's page.", "not-yours"
        )

    @pages.post("/seat/<seat:seat>/virtual/take")
    def take(seat: Seat) -> Response:
        world = _reach(desk, seat)
        wanted = read_message(request, Piece)
        return _done(lambda: world.take(wanted.piece, seat))

    @pages.post("/seat/<seat:seat>/virtual/play")
    def play(seat: Seat) -> Response:
        world = _reach(desk, seat)
        wanted = read_message(request, Play)
        at = LyingPiece(0, wanted.kind, wanted.face_up, wanted.x_mm, wanted.y_mm, 0.0)
        put = put_down(desk.room.session.snapshot(), seat, at, world.lying(), wanted.squarely)
        return _done(lambda: world.play(seat, wanted.kind, wanted.face_up, put.x_mm, put.y_mm), put.text)


def _helping(pages: Blueprint, desk: Desk) -> None:
    """Letting the hands at the table lay what was tapped, or put right what lies wrong."""

    @pages.post("/virtual/lay")
    @pages.post("/seat/<seat:seat>/virtual/lay")
    def lay(seat: Seat | None = None) -> Response:
        _reach(desk, seat)
        look = look_part(desk.room.session.snapshot(), seat, seat is None)
        if desk.hands is None or look.helping is None or not look.helping.button:
            raise Refused(409, "Nothing is to be laid for you now. Look at the table again.", "stale")
        desk.hands()
        back = "/virtual" if seat is None else f"/seat/{seat + 1}/virtual"
        return answer(Reply(True, look.helping.told), back)


def _rolling(pages: Blueprint, desk: Desk) -> None:
    """Throwing the dice of an open roll: a person the own and nobody's, the host any. Chance says what they show."""

    @pages.post("/virtual/roll")
    @pages.post("/seat/<seat:seat>/virtual/roll")
    def roll(seat: Seat | None = None) -> Response:
        world = _reach(desk, seat)
        key, session = read_message(request, Throwing).key, desk.room.session
        snapshot = session.snapshot()
        dice, view, rolls = snapshot.game.dice, snapshot.view(seat), _open_rolls(snapshot)
        wanted = next((each for each in rolls if each.key == key and may_say(each, seat)), None)
        if dice is None or wanted is None:
            raise Refused(409, "That roll is not yours to throw now. Look at the table again.", "illegal")
        if len(rolls) > 1:
            client = HOST if seat is None else Client("seat", seat)
            named = session.submit(client, NameRoll(key))
            if not named.accepted:
                return json_reply(named, 409)
        world.roll(dice.zone, dice.to_roll(view, wanted, secrets.SystemRandom()))
        return json_reply(DONE, 200)


def _open_rolls(snapshot: Snapshot) -> tuple[Roll, ...]:
    """The rolls that are open in a game that goes on."""
    dice = snapshot.game.dice
    return dice.open_rolls(snapshot.view(None)) if dice is not None and not snapshot.is_over else ()


def _pressing(pages: Blueprint, desk: Desk) -> None:
    """The buttons of a virtual board: everybody presses those within reach, the host all of them."""

    @pages.post("/virtual/press")
    @pages.post("/seat/<seat:seat>/virtual/press")
    def press(seat: Seat | None = None) -> Response:
        _reach(desk, seat)
        button = read_message(request, Press).button
        offered = [name for name, _ in _buttons(desk, seat)]
        if desk.buttons is None or button not in offered:
            near = f"Press one of these: {', '.join(offered)}." if offered else "Tap what you would press."
            raise Refused(409, f"There is no button {button!r} within your reach. {near}", "illegal")
        if button not in desk.buttons.names():
            raise Refused(409, "The board is away, or has no such button. Tap what you would press.", "illegal")
        desk.buttons.press(button)
        return json_reply(DONE, 200)


def _buttons(desk: Desk, seat: Seat | None) -> tuple[tuple[str, str], ...]:
    """Name and words of each button that this client can reach: a person the own and "next", the host all."""
    if desk.buttons is None or (seat is None and not desk.is_host()):
        return ()
    seats = [f"{SEAT}{number + 1}" for number in range(len(desk.room.session.snapshot().names))]
    near = (*seats, NEXT, UNDO) if seat is None else (f"{SEAT}{seat + 1}", NEXT)
    return tuple((name, _words(name)) for name in near)


def _words(button: str) -> str:
    return f"Seat {button.removeprefix(SEAT)}" if button.startswith(SEAT) else button.capitalize()


def _look(desk: Desk, seat: Seat | None, has_mat: str = "") -> VirtualTable:
    """What this client may see; raises `Refused` where these are not its eyes, or the pieces are real."""
    _world(desk)
    if seat is not None:
        desk.require_seat(desk.check_seat(seat))
    return _looker(desk, seat)(has_mat)


def _looker(desk: Desk, seat: Seat | None) -> Callable[..., VirtualTable]:
    """Gives what this client sees, whom to ask is over; it raises `Refused` where the pieces are not laid."""
    may_throw = seat is not None or desk.is_host()

    def look(has_mat: str = "") -> VirtualTable:
        snapshot = desk.room.session.snapshot()
        rolls = tuple(each for each in _open_rolls(snapshot) if may_throw and may_say(each, seat))
        return virtual_table(snapshot.game, snapshot.view(seat), _world(desk), has_mat, rolls)

    return look


def _reach(desk: Desk, seat: Seat | None) -> World:
    """The table for a hand in it; raises `Refused` for whoever is neither the host nor the person in this seat."""
    world = _world(desk)
    if not desk.room.session.snapshot().has_begun:
        raise Refused(409, NOT_BEGUN, "illegal")
    if seat is not None:
        desk.require_seat(desk.check_seat(seat))
    elif not desk.is_host():
        raise Refused(
            403,
            "Only the host and people in a seat move pieces. Take a seat, then open this page from your seat's page.",
            "not-yours",
        )
    return world


def _world(desk: Desk) -> World:
    """The virtual table; raises `Refused` where the pieces are real (404) or not laid yet (503)."""
    if desk.world is None:
        raise Refused(404, "The pieces of this table are real: no page can move them. Move them by hand.")
    world = desk.world()
    if world is None:
        raise Refused(503, "The virtual table is not laid yet. Wait a moment, then reload.", "busy")
    return world


def _done(act: Callable[[], None], text: Text = "") -> Response:
    """The answer once it is done, with a word on it if there is one; raises `Refused` for what cannot be reached."""
    try:
        act()
    except OutOfReach as error:
        raise Refused(409, str(error), "illegal") from error
    response = json_reply(Reply(True, text) if text else DONE, 200)
    response.headers[AT] = str(present())
    return response
