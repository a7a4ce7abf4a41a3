"""Whether a browser keeps cookies, found out before somebody types a name or a code into it.

A page with such a form sets a cookie, and asks for a style that tells by itself whether the cookie came along. The form
says that it is from such a page (`PROVES`): where it comes without any cookie, the browser keeps none. Whoever sends no
such field has loaded no page, as scripts do, and is taken at its word.
"""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, request

from web.http.access import MONTH_S
from web.http.refusals import refusal

TRIED: Final = "companion-cookies"
"""Says nothing, and is any table's on this machine: where it comes back, cookies are kept."""
PROVES: Final = "cookies"
_STYLE: Final = ".no-cookies[hidden] { display: block !important; }\n.with-cookies { display: none !important; }\n"


def is_untried() -> bool:
    """Whether the browser of this request has sent no cookie: it keeps none, or has been given none yet."""
    return not request.cookies


def try_cookies(response: Response) -> Response:
    """The same, with a cookie for a browser that has sent none."""
    if is_untried():
        response.set_cookie(TRIED, "kept", max_age=MONTH_S, path="/", httponly=True, samesite="Lax")
    return response


def refuse_cookieless(unharmed: str) -> Response | None:
    """The refusal of a form from one of our pages that came without the cookie set there; None where there is no doubt.

    `unharmed` says what is as it was. The refusal sets the cookie too: who keeps it may send the form again.
    """
    if PROVES not in request.form or not is_untried():
        return None
    return try_cookies(
        refusal(
            403,
            "This browser sent no cookie back, and the companion knows a device by one. So nothing was done: "
            f"{unharmed}. Allow cookies for this address in the browser's settings, load the page again, and send it "
            "once more.",
            "no-cookies",
        )
    )


def cookie_page() -> Blueprint:
    """`/cookies.css`: of the two that a page with a form has, it shows a browser without cookies the words."""
    pages = Blueprint("cookies", __name__)

    @pages.get("/cookies.css")
    def style() -> Response:
        return Response(_STYLE if is_untried() else "", mimetype="text/css")

    return pages
