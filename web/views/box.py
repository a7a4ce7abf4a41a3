"""The owner corrects what the box of a game says, one entry after another. For the host alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from flask import Blueprint, Response, render_template, request

from companion.errors import CompanionError
from companion.games.errors import BadOption
from companion.games.owners_box import STATUS_WORDS, BadEntry
from companion.language.message import Text
from companion.live.boxes import BoxLook
from companion.runtime.text import printable
from companion.storage.home import BadOwnerFile, HomeUnusable
from web.http.bodies import MOST_OF_A_BOX
from web.http.refusals import Refused, see_other
from web.render.box import assumed_counts, assumed_entries, field_groups, is_assumed, next_assumed
from web.views.box_file import file_pages
from web.views.desk import Desk

PREFIX: Final = "field:"
"""Names of a form's fields begin with it."""
REFUSED, NO_DISK = 409, 503


def box_page(desk: Desk) -> Blueprint:
    """`/host/box/GAME`: the box, its entries, its file."""
    pages = Blueprint("box", __name__, url_prefix="/host/box/<game>")

    @pages.before_request
    def enter() -> None:
        desk.require_host()
        request.max_content_length = request.max_form_memory_size = MOST_OF_A_BOX
        if (request.view_args or {}).get("game") not in desk.room.boxes.names():
            raise Refused(404, "This game has no box that is corrected here. Go back to the host page.")

    @pages.get("")
    def show(game: str) -> Response:
        return overview(desk, game)

    _entry_pages(pages, desk)
    _box_forms(pages, desk)
    file_pages(pages, desk, lambda game, reasons: overview(desk, game, reasons, REFUSED))
    return pages


def _entry_pages(pages: Blueprint, desk: Desk) -> None:
    """One entry: its form; and what it said before, or says as shipped."""

    @pages.get("/entry/<key>")
    def show_entry(game: str, key: str) -> Response:
        return _entry(desk, game, key)

    @pages.post("/entry/<key>")
    def keep(game: str, key: str) -> Response:
        form = request.form
        typed = {name.removeprefix(PREFIX): printable(form[name]) for name in form if name.startswith(PREFIX)}
        _known(desk, game, key)
        refused = _tried(lambda: desk.room.boxes.correct(game, key, typed, form.get("seen", "")))
        if refused is not None:
            return _entry(desk, game, key, typed, *refused)
        after = next_assumed(desk.room.boxes.look(game), key) if form.get("do") == "next" else None
        return see_other(f"/host/box/{game}/entry/{after.key}" if after else f"/host/box/{game}#{key}")

    @pages.post("/entry/<key>/shipped")
    def set_back(game: str, key: str) -> Response:
        _known(desk, game, key)
        refused = _tried(lambda: desk.room.boxes.set_back(game, key))
        return _entry(desk, game, key, None, *refused) if refused else see_other(f"/host/box/{game}#{key}")

    @pages.post("/entry/<key>/former")
    def put_back(game: str, key: str) -> Response:
        if key not in _known(desk, game, key).former:
            raise Refused(REFUSED, "This entry said nothing else before. Go back to the box.", "illegal")
        refused = _tried(lambda: desk.room.boxes.put_back(game, (key,)))
        return _entry(desk, game, key, None, *refused) if refused else see_other(f"/host/box/{game}#{key}")


def _box_forms(pages: Blueprint, desk: Desk) -> None:
    """What concerns several entries."""

    @pages.post("/undo")
    def undo(game: str) -> Response:
        newest = _look(desk, game).newest
        if not newest:
            raise Refused(REFUSED, "There is no change of this box to take back.", "illegal")
        refused = _tried(lambda: desk.room.boxes.put_back(game, newest))
        return overview(desk, game, *refused) if refused else see_other(f"/host/box/{game}")

    @pages.post("/add")
    def add(game: str) -> Response:
        section, name, keys = request.form.get("section", ""), printable(request.form.get("name", "")), list[str]()
        refused = _tried(lambda: keys.append(desk.room.boxes.add(game, section, name)))
        if refused:
            return overview(desk, game, *refused, named={section: name})
        return see_other(f"/host/box/{game}/entry/{keys[0]}")

    @pages.post("/afresh")
    def begin_afresh(game: str) -> Response:
        refused = _tried(lambda: desk.room.boxes.set_aside(game))
        return overview(desk, game, *refused) if refused else see_other(f"/host/box/{game}")


# --- what is shown ----------------------------------------------------------------------------------------------------


def overview(
    desk: Desk,
    game: str,
    reasons: Mapping[str, Text] | None = None,
    status: int = 200,
    named: Mapping[str, str] | None = None,
) -> Response:
    """The whole box, entry by entry; with what was refused, or with what makes its file unfit to be read."""
    try:
        look = desk.room.boxes.look(game)
    except (BadOption, BadOwnerFile) as error:
        look, reasons = None, {"": error.reason if isinstance(error, BadOption) else str(error)}
    page = render_template(
        "box.html",
        title=desk.room.registry[game].title,
        game=game,
        look=look,
        assumed=assumed_entries(look) if look is not None else (),
        counts=assumed_counts(look) if look is not None else {},
        is_assumed=is_assumed,
        newest=[look.entries[key].title for key in look.newest if key in look.entries] if look is not None else (),
        words=STATUS_WORDS,
        reasons=list((reasons or {}).values()),
        named=named or {},
    )
    return Response(page, status)


def _entry(
    desk: Desk,
    game: str,
    key: str,
    typed: Mapping[str, str] | None = None,
    reasons: Mapping[str, Text] | None = None,
    status: int = 200,
) -> Response:
    look = _known(desk, game, key)
    entry, told = look.entries[key], reasons or {}
    groups = field_groups(entry, typed, told)
    page = render_template(
        "box_entry.html",
        title=desk.room.registry[game].title,
        game=game,
        entry=entry,
        groups=groups,
        seen=look.stamps[key],
        can_put_back=key in look.former,
        is_typed=key in look.typed,
        after=next_assumed(look, key),
        words=STATUS_WORDS,
        prefix=PREFIX,
        reasons=[told[each] for each in told if each not in {field.key for field in entry.fields}],
        wrong=sum(each.reason is not None for group in groups for each in group.fields),
    )
    return Response(page, status)


def _tried(change: Callable[[], object]) -> tuple[Mapping[str, Text], int] | None:
    """Makes a change; why it was refused, and the HTTP status for that, or None."""
    try:
        change()
    except BadEntry as error:
        return error.reasons, REFUSED
    except HomeUnusable as error:
        return {"": str(error)}, NO_DISK
    except (BadOption, LookupError, CompanionError) as error:
        return {"": error.reason if isinstance(error, BadOption) else str(error)}, REFUSED
    return None


def _look(desk: Desk, game: str) -> BoxLook:
    """The box. Raises `Refused` where its file cannot be read."""
    try:
        return desk.room.boxes.look(game)
    except (BadOption, BadOwnerFile) as error:
        text = error.reason if isinstance(error, BadOption) else str(error)
        raise Refused(REFUSED, text, "illegal") from error


def _known(desk: Desk, game: str, key: str) -> BoxLook:
    """The box. Raises `Refused` where it has no such entry."""
    look = _look(desk, game)
    if key not in look.entries:
        raise Refused(404, "This box has no such entry. Go back to the host page, and open the box anew.")
    return look
