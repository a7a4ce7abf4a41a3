"""Every refusal as a sentence: JSON for a page's script, a page of its own for a plain form."""

from __future__ import annotations

import logging
from typing import Final

from flask import Flask, Request, Response, render_template, request
from werkzeug.exceptions import HTTPException

from companion.errors import CompanionError
from companion.games.shared.phrases import without_rules
from companion.language.message import Text
from companion.live.requests import Reply
from companion.runtime.fault_log import log_fault
from companion.runtime.text import encodable
from web.http.bodies import MOST_BYTES, UNREAD, MostBody
from web.http.speech import encode, foreign, said

log = logging.getLogger("companion.web")
TOO_LARGE: Final = 413

_STATUS: Final = {
    "illegal": 409,
    "stale": 409,
    "not-yours": 403,
    "malformed": 400,
    "disk": 503,
    "over": 409,
    "waiting": 202,
    "fault": 500,
}
_TITLES: Final = {
    202: "Please wait",
    400: "That could not be read",
    403: "Not for this device",
    404: "There is no such page",
    409: "Not now",
    429: "Too many tries",
    503: "Not possible at the moment",
}
_TITLES_BY_CODE: Final = {"not-here": "Not an address of this table", "no-cookies": "This browser keeps no cookies"}
_SENTENCES: Final = {
    400: "This request could not be read. Reload the page and try again.",
    404: "There is no page at this address. Go to the table page and choose from there.",
    405: "This address cannot be used that way. Go back to the table page and use its buttons.",
    413: "That is too much to send at once: 16 KiB is the limit. Shorten it and send it again.",
    415: "This kind of content is not read here. Reload the page and try again.",
    431: "This browser sent too many cookies. Delete those of this address, then reload the page.",
    501: "This request was sent in a way that is not read here. Reload the page and try again.",
}
TOO_LARGE_A_BOX: Final = (
    "This file is larger than any box, which has 1 MB at most. Choose the file that was downloaded from such a page."
)


class Refused(CompanionError):
    """A request that the pages themselves refuse, before the session is asked."""

    def __init__(self, status: int, text: Text, code: str = "malformed", rule: str = "") -> None:
        super().__init__(str(text))
        self.status, self.text, self.code, self.rule = status, text, code, rule


def wants_json() -> bool:
    """Whether the client is a script and not a person's browser window."""
    if request.is_json or request.path.endswith(".json"):
        return True
    best = request.accept_mimetypes.best_match(["text/html", "application/json"], default="text/html")
    return best == "application/json"


def refusal(status: int, text: Text, code: str, rule: str = "") -> Response:
    """The answer that says no, as JSON or as a page."""
    code_of_words = foreign(text)
    text = without_rules(encodable(said(text)))  # it may quote a file's name
    if wants_json():
        response = json_reply(Reply(False, text, code, rule), status)
    else:
        title = _TITLES_BY_CODE.get(code) or _TITLES.get(status, "That did not work")
        response = Response(
            render_template(
                "refusal.html", title=title, text=text, lang_code=code_of_words, rule=rule, back=_way_back()
            ),
            status,
            mimetype="text/html",
        )
    if status == 429:
        response.headers["Retry-After"] = "60"
    return response


def _way_back() -> str:
    """The page that the refused request belongs to."""
    parts = request.path.split("/")
    if parts[1:2] == ["seat"] and len(parts) > 3:
        return f"/seat/{parts[2]}/"
    return f"/{parts[1]}" if parts[1] in ("host", "enrol", "setup") else "/"


def answer(reply: Reply, back: str) -> Response:
    """What the session said: JSON for a script; for a form, back to its page or a page with the refusal."""
    if not reply.accepted:
        return refusal(status_of(reply), reply.text, reply.code, reply.rule)
    if wants_json():
        return json_reply(reply, 200)
    return see_other(back)


def see_other(address: str) -> Response:
    """Back to a page of ours after a form was done."""
    return Response(status=303, headers={"Location": address})


def status_of(reply: Reply) -> int:
    """The HTTP status that goes with a reply."""
    return 200 if reply.accepted else _STATUS.get(reply.code, 409)


def json_reply(reply: Reply, status: int) -> Response:
    """A reply as JSON."""
    return Response(encode(reply), status, mimetype="application/json")


def register(app: Flask) -> None:
    """Teach the app to refuse in words."""
    app.register_error_handler(Refused, lambda error: refusal(error.status, error.text, error.code, error.rule))
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _bug)


def refuse_unread(request: Request, most_body: MostBody) -> None:
    """Raise for a request that was refused at the door, before it was read to its end."""
    status = request.environ.get(UNREAD)
    if status == TOO_LARGE and most_body(request.path, request.headers.get("Cookie", "")) > MOST_BYTES:
        raise Refused(TOO_LARGE, TOO_LARGE_A_BOX)
    if status is not None:
        raise Refused(status, _SENTENCES[status])


def _http_error(error: HTTPException) -> Response:
    status = error.code or 500
    given = error.get_response()
    if 300 <= status < 400:
        return Response(status=status, headers={"Location": given.headers.get("Location", "/")})
    text = _SENTENCES.get(status, "This did not work. Go back, reload the page and try again.")
    response = refusal(status, text, "malformed")
    if status == 405:
        response.headers["Allow"] = given.headers.get("Allow", "GET")
    return response


def _bug(error: Exception) -> Response:
    log_fault(log, f"{request.method} {request.path} could not be answered", error)
    text = "Something went wrong inside the companion. The game itself is safe. Reload the page and try again."
    return refusal(500, text, "bug")
