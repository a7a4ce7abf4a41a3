"""The file of a box: given out to another owner, and another owner's taken, after it was shown what would change."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import RequestEntityTooLarge

from companion.games.errors import BadOption, BadOwner
from companion.games.owners_box import BadEntry
from companion.language.message import Text, say
from companion.runtime.plain_text import MOST_BYTES, NotUtf8, plain_text
from companion.runtime.toml_places import Places, said_place
from companion.runtime.toml_text import TooMuchToml, parse_toml
from companion.storage.home import BadOwnerFile, HomeUnusable
from web.http.refusals import TOO_LARGE, TOO_LARGE_A_BOX, Refused, see_other
from web.render.box import by_entry
from web.views.desk import Desk

Overview: TypeAlias = Callable[[str, Mapping[str, Text]], Response]
"""The page of the box of a game, with what was refused."""
WHOLE: Final = "whole"
"""How a file is taken: in place of all that was typed; else entry by entry."""


def file_pages(pages: Blueprint, desk: Desk, overview: Overview) -> None:
    """`/file` and `/take` of a box."""

    @pages.get("/file")
    def give(game: str) -> Response:
        try:
            content = desk.room.boxes.as_toml(game)
        except BadOwnerFile as error:
            return overview(game, {"": str(error)})
        named = {"Content-Disposition": f'attachment; filename="{game}.toml"'}
        return Response(content, mimetype="application/toml", headers=named)

    @pages.post("/file")
    def look_at(game: str) -> Response:
        """Another owner's file, and what would change."""
        text = ""
        try:
            text, how = _sent_text(), request.form.get("how", "")
            if not text.strip():
                return overview(game, {"": "No file was chosen, or it is empty. Choose one, and send it again."})
            found = desk.room.boxes.would_change(game, parse_toml(text), how == WHOLE)
        except _WRONG as error:
            return overview(game, _reasons(error, text))
        title, entries = desk.room.registry[game].title, by_entry(found)
        return Response(render_template("box_taken.html", title=title, game=game, entries=entries, text=text, how=how))

    @pages.post("/take")
    def take(game: str) -> Response:
        text = ""
        try:
            text = _form_text()
            desk.room.boxes.take(game, parse_toml(text), request.form.get("how", "") == WHOLE)
        except (*_WRONG, HomeUnusable) as error:
            return overview(game, _reasons(error, text))
        return see_other(f"/host/box/{game}")


_WRONG: Final = (tomllib.TOMLDecodeError, NotUtf8, BadOption, BadEntry, BadOwnerFile)


def _reasons(error: Exception, text: str) -> Mapping[str, Text]:
    """Why a file with this text was not taken."""
    match error:
        case BadEntry():
            return error.reasons
        case BadOwner() if error.is_sent:
            places = Places(text)
            place = places.key(error.path) if error.at == "key" else places.value(error.path)
            return {
                "": say(
                    "Line {line}, column {column} of the file that was sent: {fault} Put it right, and send it again.",
                    line=place.line,
                    column=place.column,
                    fault=error.fault,
                )
            }
        case BadOption():
            return {"": error.reason}
        case TooMuchToml():
            return {
                "": f"This file holds more than any box: {error}. Choose a file that was downloaded from such a page."
            }
        case tomllib.TOMLDecodeError():
            said, place = said_place(error, text)
            where = f"Line {place.line}, column {place.column} of the file that was sent"
            return {"": f"{where} is no TOML: {said}. Put it right, and send it again."}
        case NotUtf8():
            return {"": f"{error}, and send it again."}
    return {"": str(error)}


def _sent_text() -> str:
    """The text of the file that was sent; "" where none was. Raises `NotUtf8`, and `Refused` for one too large."""
    try:
        sent = request.files.get("file")
    except RequestEntityTooLarge as error:
        raise Refused(TOO_LARGE, TOO_LARGE_A_BOX) from error
    content = sent.read(MOST_BYTES + 1) if sent is not None else b""
    if len(content) > MOST_BYTES:
        raise Refused(TOO_LARGE, TOO_LARGE_A_BOX)
    return plain_text(content)


def _form_text() -> str:
    """The same of a text that the page had given out; its lines come with other ends than they were given."""
    try:
        return plain_text(request.form.get("text", "").encode())
    except RequestEntityTooLarge as error:
        raise Refused(TOO_LARGE, TOO_LARGE_A_BOX) from error
