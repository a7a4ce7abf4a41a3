"""What people say of dice: what one shows that could not be read, whether a roll counts, and rolls that are typed."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import msgspec
from flask import Blueprint, Response, request

from companion.games.core import Seat
from companion.games.dice import Roll
from companion.live.requests import AgreeRoll, Client, CountRoll, DropRoll, NameRoll, Request, SayDie, Tap
from web.http.forms import parse_number, read_number
from web.http.refusals import Refused, answer
from web.render.dice import may_say
from web.views.desk import Desk

MOST_TYPED = 31
"""More dice than any box of the four games holds."""
MOST_SHOWN = 100
"""More places than a tray has room for dice."""
KNOWN_VALUES = tuple("0123456")
MOST = 2**31 - 1


def dice_page(desk: Desk) -> Blueprint:
    """`/dice/…` for the host, `/seat/<n>/dice/…` for a seat, and the photograph of the roll that is asked about."""
    pages = Blueprint("dice", __name__)

    @pages.get("/dice/<game_id>/<number>.jpg")
    def photo(game_id: str, number: str) -> Response:
        snapshot = desk.room.session.snapshot()
        if (game_id, parse_number(number)) != (snapshot.game_id, snapshot.roll.number) or not snapshot.photos.roll:
            raise Refused(404, "There is no photograph of that roll any more. Look at the page again.")
        return Response(snapshot.photos.roll, mimetype="image/jpeg")

    @pages.get("/dice/<game_id>/zone/<zone>-<number>.jpg")
    def zone_photo(game_id: str, zone: str, number: str) -> Response:
        snapshot = desk.room.session.snapshot()
        is_shown = any((each.zone, each.number) == (zone, parse_number(number)) for each in snapshot.zones)
        photo = snapshot.photos.zones.get(zone, b"") if game_id == snapshot.game_id and is_shown else b""
        if not photo:
            raise Refused(404, "There is no photograph of these dice any more. Look at the page again.")
        return Response(photo, mimetype="image/jpeg")

    @pages.post("/dice/say")
    def say() -> Response:
        return _submit(desk, desk.require_host(), _said(), "/")

    @pages.post("/seat/<seat:seat>/dice/say")
    def say_of_seat(seat: Seat) -> Response:
        return _submit(desk, desk.require_seat(desk.check_seat(seat)), _said(), f"/seat/{seat + 1}/")

    @pages.post("/dice/type")
    def typed() -> Response:
        client = desk.require_host()
        return _submit(desk, client, _typed(desk, client), "/")

    @pages.post("/seat/<seat:seat>/dice/type")
    def typed_of_seat(seat: Seat) -> Response:
        client = desk.require_seat(desk.check_seat(seat))
        return _submit(desk, client, _typed(desk, client), f"/seat/{seat + 1}/")

    return pages


def _submit(desk: Desk, client: Client, asked: Request, back: str) -> Response:
    return answer(desk.room.session.submit(client, asked), back)


def _said() -> Request:
    """What a form says of the roll that is asked about, or of which comes next. Raises `Refused`."""
    if request.form.get("do") == "name":
        return NameRoll(request.form.get("key", ""), read_number(request, "roll", "The roll's number", 0, MOST))
    roll = read_number(request, "roll", "The roll's number", 1, MOST)
    match request.form.get("do", "say"):
        case "agree":
            return AgreeRoll(roll, _values(), request.form.get("key", ""))
        case "count":
            return CountRoll(roll)
        case "drop":
            return DropRoll(roll)
        case "say":
            die = read_number(request, "die", "The die's number", 1, MOST)
            return SayDie(roll, die, read_number(request, "value", "What the die shows", 0, 6))
        case _:
            raise Refused(400, "This could not be read. Reload the page and tap again.", "malformed")


def _values() -> tuple[int, ...]:
    """What each die was shown to show, as the button has it. Raises `Refused`."""
    told = request.form.get("values", "").split(",")
    values = tuple(int(each) for each in told if each in KNOWN_VALUES)
    if not len(values) == len(told) <= MOST_SHOWN:
        raise Refused(400, "This could not be read. Reload the page and tap again.", "malformed")
    return values


def _typed(desk: Desk, client: Client) -> Tap:
    """The roll in a form: which it is, and each die with a value. Raises `Refused`."""
    snapshot = desk.room.session.snapshot()
    view = snapshot.view(client.seat)
    dice = snapshot.game.dice
    board = dice.board(view) if dice is not None else None
    if dice is None or board is None:
        raise Refused(400, "No roll is typed at this game. Roll the dice into the tray, or tap what they come to.")
    places = [place for place in range(1, MOST_TYPED + 1) if request.form.get(f"value.{place}", "").strip()]
    values = [read_number(request, f"value.{place}", f"Die {place}", 1, 6) for place in places]
    colours = [request.form.get(f"colour.{place}", "") for place in places]
    if any(colour not in board.colours for colour in colours):
        raise Refused(400, "A die of this roll has a colour that the list has not. Reload the page, then choose again.")
    roll = _which([each for each in dice.open_rolls(view) if may_say(each, client.seat)])
    found = dice.act(view, roll, values, colours) if roll is not None and values else None
    if found is None:
        raise Refused(400, "Nothing was typed, or nothing can be rolled now. Choose what at least one die shows.")
    act, doubt = found
    if act is None:
        raise Refused(400, doubt or "These dice cannot be the roll. Look at them again.")
    # Whoever types a roll of other dice than usual means it.
    return Tap((msgspec.to_builtins(act),), snapshot.revision, secrets.token_urlsafe(9))


def _which(rolls: Sequence[Roll]) -> Roll | None:
    """The open roll that the form names, or the only one there is; None where it is open no more. Raises `Refused`."""
    named = request.form.get("roll_of", "")
    if not named and len(rolls) > 1:
        raise Refused(400, "Several rolls are open. Choose first which of them this one is.")
    return next((each for each in rolls if each.key == named or not named), None)
