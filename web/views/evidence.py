"""“Show me”: what one act was learned from, with its photograph, in the words of whoever asks.

A photograph is public: it shows zones of the mat, as everybody at the table saw them. The words are a view's.
"""

from __future__ import annotations

from datetime import datetime

from flask import Blueprint, Response, render_template

from companion.games.core import Seat
from companion.language.message import Message, Text, listing, lone
from companion.live.chronicle import Account
from companion.live.evidence_export import evidence_json
from companion.live.session import Session
from companion.storage.photos import PhotoChanged, PhotoFolder, PhotoMissing
from companion.table.evidence import Evidence
from web.http.forms import parse_number
from web.http.refusals import Refused
from web.views.desk import Desk

CLEAR = ((0.8, "Very clear"), (0.5, "Clear"), (0.25, "Fair"), (0.0, "Faint"))
"""Words for a confidence of so much or more."""


def evidence_page(desk: Desk) -> Blueprint:
    """`evidence/<game>/<row>` for the table, a seat and the host, its photograph, and the host's file of all."""
    pages = Blueprint("evidence", __name__)

    @pages.get("/evidence/<game_id>/<row>")
    def table(game_id: str, row: str) -> str:
        return _page(desk, game_id, row, None, "/")

    @pages.get("/seat/<seat:seat>/evidence/<game_id>/<row>")
    def of_seat(seat: Seat, game_id: str, row: str) -> str:
        desk.require_seat(desk.check_seat(seat))
        return _page(desk, game_id, row, seat, f"/seat/{seat + 1}/")

    @pages.get("/host/evidence/<game_id>/<row>")
    def host(game_id: str, row: str) -> str:
        desk.require_host()
        return _page(desk, game_id, row, None, "/host")

    @pages.get("/evidence/<game_id>/<row>.jpg")
    def photo(game_id: str, row: str) -> Response:
        session, account, evidence = _find(desk, game_id, row, None)
        if evidence.photo is None:
            raise Refused(404, _unphotographed(evidence))
        try:
            return Response(session.photos.read(account.line.number, evidence.photo), mimetype="image/jpeg")
        except (PhotoMissing, PhotoChanged) as error:
            raise Refused(404, str(error)) from error

    @pages.get("/host/evidence.json")
    def export() -> Response:
        desk.require_host()
        session = desk.room.session
        response = Response(evidence_json(session.snapshot().accounts(), session.photos), mimetype="application/json")
        response.headers["Content-Disposition"] = f'attachment; filename="{session.game_id}-evidence.json"'
        return response

    return pages


def _find(desk: Desk, game_id: str, row: str, seat: Seat | None) -> tuple[Session, Account, Evidence]:
    """The act of that row of the game on the table; raises `Refused` (404) where there is nothing to show."""
    session, number = desk.room.session, parse_number(row)
    if game_id != session.game_id:
        raise Refused(
            404, "This act is of another game than the one on the table. Ask the host to resume that game, then look."
        )
    account = session.snapshot().account(number, seat) if number is not None else None
    if account is None:
        raise Refused(404, "There is no act of that number in this game. Choose one that says “Show me” in the log.")
    if account.evidence is None:
        raise Refused(
            404,
            f"This act was told by {_who(account.by)} and not by a sensor, so there is nothing to show. "
            "Choose one that says “Show me” in the log.",
        )
    return session, account, account.evidence


def _page(desk: Desk, game_id: str, row: str, seat: Seat | None, back: str) -> str:
    session, account, evidence = _find(desk, game_id, row, seat)
    trouble = _trouble(session.photos, account.line.number, evidence)
    return render_template(
        "evidence.html",
        title=session.snapshot().game.title,
        line=account.line,
        stands=account.stands,
        facts=_facts(account, evidence),
        places=_places(account) if account.zones else "",
        picture="" if trouble else f"/evidence/{game_id}/{account.line.number}.jpg",
        trouble=trouble,
        back=back,
    )


def _trouble(photos: PhotoFolder, row: int, evidence: Evidence) -> str:
    """Why there is no photograph to show; empty where there is one."""
    if evidence.photo is None:
        return _unphotographed(evidence)
    try:
        photos.read(row, evidence.photo)
    except (PhotoMissing, PhotoChanged) as error:
        return str(error)
    return ""


def _unphotographed(evidence: Evidence) -> str:
    if evidence.sensor == "scale":
        return "There is no photograph: no camera looked on, and the scale alone told of this act."
    if evidence.sensor == "reader":
        return "There is no photograph: a card on the reader told of this act, and no camera."
    return "There is no photograph: the camera's picture was gone when the act was understood."


def _facts(account: Account, evidence: Evidence) -> list[tuple[str, Text, str]]:
    """What is known of the act: a heading, the fact, and a word on it."""
    facts: list[tuple[str, Text, str]] = [("Told by", _who(account.by), ""), ("At", _time(account.at), "")]
    if account.zones:
        facts.append(("Where", _places(account), ""))
    if evidence.sensor == "reader":
        facts.append(("Felt", "a card on the reader", ""))
    if evidence.confidence is not None:
        percent = f"{sure_words(evidence.confidence)}, {evidence.confidence:.0%}"
        facts.append(("Read", percent, "The least sure marker there; 100% measures exactly as printed."))
    if evidence.count is not None:
        facts.append(("The scale felt", f"{evidence.count} piece{'' if evidence.count == 1 else 's'}", ""))
    if evidence.photo is not None and evidence.photo.frame != evidence.frame and evidence.at_s is not None:
        late_s = evidence.photo.at_s - evidence.at_s
        facts.append(("Photograph", f"{abs(late_s):.1f} s {'after' if late_s > 0 else 'before'} the look", ""))
    return facts


def _places(account: Account) -> Message:
    return lone(listing(account.zones))


def sure_words(confidence: float) -> str:
    """A confidence from 0 to 1 in a word or two."""
    return next((words for least, words in CLEAR if confidence >= least), CLEAR[-1][1])


def _who(by: str) -> str:
    return by if by.startswith("seat ") else f"the {by}"


def _time(at: str) -> str:
    """The time of day in this machine's zone, to the second."""
    try:
        return f"{datetime.fromisoformat(at).astimezone():%H:%M:%S}"
    except ValueError:
        return at
