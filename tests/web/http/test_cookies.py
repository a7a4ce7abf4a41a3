"""A device that keeps no cookies, at a real server: it is told so before and after, and loses nothing by it."""

from __future__ import annotations

import re
from collections.abc import Callable

from companion.live.room import Room
from tests.web.conftest import CODE, text_of
from tests.web.http.test_devices import Device, Reply, device, now_s, pairing
from web.http.access import WRONG_CODES

__all__ = ("device", "now_s", "pairing")
SEAT = (
    "This browser sent no cookie back, and the companion knows a device by one. So nothing was done: the seat is as it "
    "was. Allow cookies for this address in the browser's settings, load the page again, and send it once more."
)
CODE_OR_BUTTON = SEAT.replace("the seat is as it was", "nobody was let in, and no try was counted")
NEWCOMER = "This browser keeps no cookies"
FORM = {"cookies": "asked"}
"""What our own forms say: a cookie was set with them."""


class Cookieless(Device):
    """A browser that keeps no cookies."""

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Reply:
        self.cookies.clear()
        return super()._ask(method, path, body, headers)


def test_who_keeps_no_cookies_neither_takes_the_seat_nor_uses_up_tries(
    device: Callable[..., Device], room: Room
) -> None:
    phone = device(kind=Cookieless)
    assert FORM.items() <= hidden(phone.get("/seat/1/").text).items()
    rows = room.session.snapshot().last_row
    refused = phone.post("/seat/1/take", {"name": "Ada", **FORM})
    assert (refused.status, SEAT in words(refused.text)) == (403, True)
    assert (room.session.snapshot().last_row, room.session.snapshot().seats[0].holder) == (rows, "open")

    for page in ("/host", "/host?then=table"):
        assert FORM.items() <= hidden(phone.get(page).text).items()
    for code in ["WRONG1"] * (WRONG_CODES + 1) + [CODE]:
        refused = phone.post("/host/unlock", {"code": code, **FORM})
        assert (refused.status, CODE_OR_BUTTON in words(refused.text)) == (403, True)
    assert CODE_OR_BUTTON in words(phone.post("/host/pair", FORM).text)
    assert device().post("/host/unlock", {"code": CODE}).status == 303, "no try was counted"


def test_who_keeps_cookies_sits_down_with_the_first_one(device: Callable[..., Device], room: Room) -> None:
    phone = device()
    page = phone.get("/seat/1/")
    assert page.headers["Set-Cookie"].startswith("companion-cookies=")
    assert phone.post("/seat/1/take", {"name": "Ada", **FORM}).status == 303
    assert "Set-Cookie" not in phone.get("/host").headers, "it has shown that it keeps them"
    assert room.session.snapshot().names[0] == "Ada"


def test_a_refused_browser_that_keeps_cookies_after_all_is_let_in_the_second_time(
    device: Callable[..., Device], room: Room
) -> None:
    """Its page lies there from before an hour in which cookies were forgotten, or off."""
    phone = device()
    assert phone.post("/seat/1/take", {"name": "Ada", **FORM}).status == 403
    assert phone.post("/seat/1/take", {"name": "Ada", **FORM}).status == 303


def test_a_script_that_never_loaded_the_page_is_taken_at_its_word(device: Callable[..., Device]) -> None:
    assert device().post("/seat/1/take", {"name": "Ada"}).status == 303
    assert device().post("/host/unlock", {"code": CODE}).status == 303


def test_the_page_says_it_before_anything_is_typed(device: Callable[..., Device]) -> None:
    """Its style, asked for with the page, tells which of the two a browser shows: the words, or the form."""
    shy, usual = device(kind=Cookieless), device()
    for phone, path in ((shy, "/seat/1/"), (shy, "/host"), (usual, "/host")):
        page = phone.get(path).text
        assert '<link rel="stylesheet" href="/cookies.css">' in page
        assert NEWCOMER in page
    told = shy.get("/cookies.css")
    assert (told.headers["Content-Type"], told.headers["Cache-Control"]) == ("text/css; charset=utf-8", "no-store")
    assert ".no-cookies" in told.text
    assert usual.get("/cookies.css").text == ""
    for path in ("/seat/1/", "/host"):
        assert NEWCOMER not in usual.get(path).text, "and nothing of it on later pages"
        assert "/cookies.css" not in usual.get(path).text


def hidden(page: str) -> dict[str, str]:
    """The hidden fields of a page."""
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="(\w*)">', page))


def words(page: str) -> str:
    """A page's words, its apostrophes as they are read."""
    return text_of(page).replace("&#39;", "'")
