"""The host page: undo, corrections, seats, games, the owner's figures. Public facts only: the host plays too."""

from __future__ import annotations

import logging
from typing import Any

from flask import Blueprint, Response, render_template, request

from companion.games.deal import CARDS, DEALT, OWN, with_cards
from companion.games.errors import BadOption
from companion.games.game import AnyGame
from companion.live.requests import (
    Believe,
    Correct,
    Decide,
    End,
    LeaveSeat,
    Pause,
    Redo,
    Reply,
    Restored,
    SetAside,
    Undo,
)
from companion.referee.reset_moves import Rearrangement
from companion.runtime.text import printable
from companion.table.fault_plans import FAILURES
from web.http.cookies import refuse_cookieless, try_cookies
from web.http.forms import card_figures, changed_facts, read_number
from web.http.net import UNTOLD
from web.http.pairing import WINDOW_S, Pairing
from web.http.refusals import Refused, answer, see_other, wants_json
from web.http.stream import Feed, open_stream
from web.render.new_game import ASK, chosen_options
from web.render.pages import card_fields, place_of
from web.views.desk import Desk
from web.views.faults import FIELDS, shown_rates

BACK = "/host"
UNHARMED = "nobody was let in, and no try was counted"
ENTRIES = {"table": "/"}
"""Pages that a device comes back to once the code was typed or acts were undone, by the name that their links give."""
MOST_ROWS = 10**9

log = logging.getLogger("companion.web")


def host_page(desk: Desk, pairing: Pairing | None = None) -> Blueprint:
    """`/host` and the forms on it; `pairing` lets a device in without the code."""
    pages = Blueprint("host", __name__, url_prefix="/host")
    _entry(pages, desk, pairing)
    _undo_and_end(pages, desk)
    _sensor_forms(pages, desk)
    _table_forms(pages, desk)
    _game_forms(pages, desk)
    return pages


def _entry(pages: Blueprint, desk: Desk, pairing: Pairing | None) -> None:
    """The page itself, its locks and its stream."""

    @pages.get("")
    def show() -> Response:
        if "code" in request.args:
            return see_other(BACK)  # a code is judged where it is typed; in an address it would stay in histories
        if not desk.is_host():
            return try_cookies(Response(_locked(desk, pairing)))
        return Response(_page(desk))

    @pages.post("/unlock")
    def unlock() -> Response:
        then = ENTRIES.get(request.form.get("then", ""), BACK)
        return refuse_cookieless(UNHARMED) or _unlock(desk, pairing, request.form.get("code", ""), then)

    @pages.post("/pair")
    def pair() -> Response:
        return refuse_cookieless(UNHARMED) or _pair(desk, pairing)

    @pages.get("/stream")
    def stream() -> Response:
        desk.require_host()
        feed = Feed(
            None,
            lambda snapshot: desk.pages.host(desk.room, snapshot),
            besides=lambda: desk.room.saved.listing.number,
        )
        return open_stream(desk.room, desk.streams, feed, request)


def _undo_and_end(pages: Blueprint, desk: Desk) -> None:
    """Going back and forth, and ending the game; what cannot be taken lightly is confirmed first."""

    @pages.get("/undo")
    def confirm_undo() -> str:
        desk.require_host()
        snapshot, then, net = desk.room.session.snapshot(), request.args.get("then", ""), desk.pages.net
        page = {
            "title": snapshot.game.title,
            "revision": snapshot.revision,
            "then": then if then in ENTRIES else "",
            "back": ENTRIES.get(then, BACK),
        }
        if snapshot.ended:
            return render_template("confirm_undo.html", steps=0, **page)
        if not snapshot.can_undo:
            raise Refused(409, "There is no act to undo: this is the start of the game.", "illegal")
        steps = snapshot.undone_first
        if "steps" in request.args:
            steps = read_number(request, "steps", "The number of acts to undo", 1, snapshot.can_undo)
        return render_template(
            "confirm_undo.html",
            **page,
            steps=steps,
            acts=net.catch("What is taken back", lambda: snapshot.taken_back(steps), lambda: (UNTOLD,)),
            notices=net.catch("What cannot be unseen", lambda: snapshot.undo_notice(steps), lambda: (UNTOLD,)),
            way=net.catch("A way back", lambda: snapshot.way_back(steps), lambda: Rearrangement(piles=(UNTOLD,))),
            is_dealt=snapshot.is_dealt,
        )

    @pages.post("/undo")
    def undo() -> Response:
        client, snapshot = desk.require_host(), desk.room.session.snapshot()
        most = max(1, snapshot.can_undo)
        steps = 1 if snapshot.ended else read_number(request, "steps", "The number of acts to undo", 1, most)
        told_at = 0  # a form that nobody was shown tells of nothing
        if "revision" in request.form:
            told_at = read_number(request, "revision", "The revision of the page", 1, MOST_ROWS)
        back = ENTRIES.get(request.form.get("then", ""), BACK)
        return answer(desk.room.session.submit(client, Undo(steps, told_at)), back)

    @pages.post("/redo")
    def redo() -> Response:
        client, snapshot = desk.require_host(), desk.room.session.snapshot()
        steps = read_number(request, "steps", "The number of acts to redo", 1, max(1, snapshot.can_redo))
        return answer(desk.room.session.submit(client, Redo(steps)), BACK)

    @pages.post("/pause")
    def pause() -> Response:
        return answer(desk.room.session.submit(desk.require_host(), Pause(request.form.get("do") != "go")), BACK)

    @pages.get("/end")
    def confirm_end() -> str:
        desk.require_host()
        return render_template("confirm_end.html", title=desk.room.session.snapshot().game.title)

    @pages.post("/end")
    def end() -> Response:
        return answer(desk.room.session.submit(desk.require_host(), End()), BACK)


def _sensor_forms(pages: Blueprint, desk: Desk) -> None:
    """What the host knows better than the camera."""

    @pages.post("/restored")
    def restored() -> Response:
        return answer(desk.room.session.submit(desk.require_host(), Restored()), BACK)

    @pages.post("/misread")
    def misread() -> Response:
        """The camera misreads a place, or (without one) what was set aside counts again."""
        zone = request.form.get("zone", "")
        asked = SetAside(zone) if zone else Believe()
        return answer(desk.room.session.submit(desk.require_host(), asked), BACK)


def _table_forms(pages: Blueprint, desk: Desk) -> None:
    """Facts and seats."""

    @pages.post("/correct")
    def correct() -> Response:
        client, snapshot = desk.require_host(), desk.room.session.snapshot()
        facts = changed_facts(request.form, snapshot.game.facts(snapshot.view(None)))
        if not facts:
            raise Refused(400, "Nothing was changed, so nothing was corrected. Change a value first.", "malformed")
        return answer(desk.room.session.submit(client, Correct(facts)), BACK)

    @pages.post("/seat")
    def seat() -> Response:
        client = desk.require_host()
        number = desk.check_seat(read_number(request, "seat", "The seat", 1, 99) - 1)
        match request.form.get("do"):
            case "free":
                return answer(desk.room.session.submit(client, LeaveSeat(number)), BACK)
            case "allow" | "refuse" as decision:
                decide = Decide(number, request.form.get("asking", ""), decision == "allow")
                return answer(desk.room.session.submit(client, decide), BACK)
        raise Refused(400, "This form does not say what to do with the seat. Reload the host page and use its buttons.")


def _game_forms(pages: Blueprint, desk: Desk) -> None:
    """New games, saved games, and the owner's figures."""

    @pages.post("/new")
    def new() -> Response:
        client, name = desk.require_host(), request.form.get("game", "")
        game = desk.room.registry.get(name)
        # A game that is not there is refused by the room, which names those that are.
        options = _options(desk, game) if game is not None else {}
        if game is not None and request.form.get(ASK) and _is_played(desk):
            return Response(_question(desk, game))
        return answer(desk.room.new_game(client, name, options), BACK)

    @pages.post("/start")
    def start() -> Response:
        return answer(desk.room.start(desk.require_host()), BACK)

    @pages.post("/again")
    def again() -> Response:
        return answer(desk.room.play_again(desk.require_host()), BACK)

    @pages.post("/resume")
    def resume() -> Response:
        return answer(desk.room.resume(desk.require_host(), request.form.get("game_id", "")), BACK)

    @pages.post("/card")
    def card() -> Response:
        client = desk.require_host()
        figures = card_figures(request.form, card_fields(desk.room.session.snapshot()))
        if not figures:
            raise Refused(400, "Nothing was chosen or typed. Fill in at least one field from your box.", "malformed")
        return answer(desk.room.set_owner_figures(client, figures), f"{BACK}#card")


def _options(desk: Desk, game: AnyGame) -> dict[str, Any]:
    """The options in the form of a new game. Raises `Refused` where the game, or the table, cannot have them."""
    try:
        options = chosen_options(game, request.form)
    except BadOption as error:
        raise Refused(409, error.reason, "illegal") from error
    cards = options.get(CARDS.key, OWN)
    if cards == DEALT and desk.world is not None:
        raise Refused(409, "A virtual table has its own cards. Start the game with “our own cards”.", "illegal")
    return with_cards(game, options, cards)


def _is_played(desk: Desk) -> bool:
    """Whether a game is on that somebody would miss: it has begun, has acts, and is no demonstration."""
    snapshot = desk.room.session.snapshot()
    return snapshot.lobby is None and snapshot.can_undo > 0 and not snapshot.is_over


def _question(desk: Desk, game: AnyGame) -> str:
    """Whether the game that is on is to be left for another, which begins with what was chosen."""
    fields = tuple((key, text) for key, text in request.form.items() if key != ASK)
    return render_template(
        "confirm_new.html", title=desk.room.session.snapshot().game.title, other=game.title, fields=fields
    )


def _page(desk: Desk) -> str:
    desk.room.saved.look_soon()
    snapshot = desk.room.session.snapshot()
    return render_template(
        "host.html",
        title=snapshot.game.title,
        live=desk.pages.host(desk.room, snapshot),
        lines=desk.pages.lines(snapshot, None),
        after=place_of(snapshot),
        fault_fields=FIELDS if desk.spoiler else (),
        fault_rates=shown_rates(desk.spoiler.plan) if desk.spoiler else {},
        failures=FAILURES,
    )


def _locked(desk: Desk, pairing: Pairing | None, wrong: str = "", typed: str = "") -> str:
    token, then = desk.access.pairing_token(request), request.values.get("then", "")
    return render_template(
        "host_locked.html",
        title=desk.room.session.snapshot().game.title,
        then=then if then in ENTRIES else "",
        after=ENTRIES.get(then, BACK),
        standing=pairing.standing(token) if pairing is not None else "",
        presses=pairing.presses(token) if pairing is not None else 0,
        wrong=wrong,
        typed=printable(typed)[:40],
    )


def _pair(desk: Desk, pairing: Pairing | None) -> Response:
    """A device asks to be paired, or comes in for which the button was pressed."""
    if pairing is None:
        raise Refused(404, "This companion has no pairing button. Type the host code on the host page.")
    if desk.is_host():
        return answer(Reply(True, "This device is the host's already."), BACK)
    token = desk.access.pairing_token(request)
    if pairing.claim(token):
        log.info("a device was paired and is the host's now")
        response = answer(Reply(True, "This device is the host's now."), BACK)
        desk.access.give_host(response)
        desk.access.end_pairing(response)
        return response
    if pairing.standing(token) == "asks":
        return answer(Reply(True, _how_to_press(pairing.presses(token))), BACK)
    asked = pairing.ask(token) if desk.access.may_ask_to_pair(request.remote_addr or "") else None
    if asked is None:
        raise Refused(429, "Too many tries. Wait a minute, then ask once; or type the host code.", "busy")
    response = answer(Reply(True, _how_to_press(asked.presses)), BACK)
    desk.access.give_pairing(response, asked.token)
    return response


def _how_to_press(presses: int) -> str:
    return (
        f"Press the pairing button at the table {presses} times within {WINDOW_S:.0f} seconds, without a long pause. "
        "This page then lets you in."
    )


def _unlock(desk: Desk, pairing: Pairing | None, typed: str, then: str) -> Response:
    """Let the host in; what is wrong with a code is said beside its field."""
    try:
        _check_code(desk, typed)
    except Refused as refused:
        if wants_json():
            raise
        page = Response(_locked(desk, pairing, str(refused.text), typed), refused.status)
        if refused.code == "busy":
            page.headers["Retry-After"] = "60"
        return try_cookies(page)
    response = answer(Reply(True, "This device is the host's now."), then)
    desk.access.give_host(response)
    return response


def _check_code(desk: Desk, typed: str) -> None:
    """Raises `Refused` for a code that is not the host's, or that may not be tried now."""
    right = desk.access.check_code(request.remote_addr or "", typed)
    if right is None:
        raise Refused(
            429,
            "Too many wrong host codes. Wait a minute, then type the code that the companion printed at its start.",
            "busy",
        )
    if not right:
        odd = desk.access.odd_in_code(typed)
        why = f"It holds the sign {odd}, which is in no host code. " if odd else ""
        raise Refused(
            403,
            f"This is not the host code. {why}It was printed when the companion started. Look there and type it again.",
            "not-yours",
        )
