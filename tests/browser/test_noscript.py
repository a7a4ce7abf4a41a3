"""Pages whose scripts fail, are blocked, or cannot be read: each says so, and goes on as well as it can."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from companion.live.requests import Client, TakeSeat
from companion.storage.home import Home
from tests.browser.conftest import QUIET, NewPage, Table, open_host, serving, sit_down
from tests.browser.test_lost import CHOICE, be_host, do_first, stop_clock
from tests.many import one_quick
from web.render.noscript import REST_S

pytestmark = pytest.mark.browser

STILL = (
    "The script of this page does not run, so the page does not follow the table by itself. It loads itself anew every "
    f"{REST_S} seconds. Allow scripts for this address, or use a newer browser. Load it now"
)
TYPED_IN = STILL.replace(f"It loads itself anew every {REST_S} seconds.", "Load it again to see what is new.")
FAILED = (
    "A part of this page does not work in this browser. Load the page again. If that does not help, use a newer "
    "browser."
)
NO_COOKIES = "This browser keeps no cookies"
REFRESH = "meta[http-equiv=refresh]"


BROKEN = (
    ("connection", None),  # blocked, and imported by what all depends on
    ("live", "let so = = 1;"),  # a language that the browser does not know
    ("live", "throw new Error('here')"),
    ("live", ""),  # as where a browser knows no modules
)
"""A script, and what comes in its place."""


class SeenTable(Table):
    """A companion with a camera, whose picture a page remembers to have folded away."""

    def fittings(self) -> dict[str, Any]:
        return {"picture": lambda width_px: None}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SeenTable]:
    with serving(SeenTable(Home(tmp_path / "home"))) as made:
        yield made


@contextmanager
def blocking_cookies(chromium: Browser, folder: Path) -> Iterator[Page]:
    """A browser that is told to block all cookies, and with them whatever else a page may keep."""
    blocked = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (folder / "Default").mkdir(parents=True)
    (folder / "Default" / "Preferences").write_text(json.dumps(blocked))
    launch = chromium.browser_type.launch_persistent_context
    with launch(folder, executable_path=shutil.which("chromium"), args=QUIET) as context:
        yield context.pages[0]


def sit(table: Table, name: str) -> None:
    """Somebody takes the first seat on another device."""
    assert table.room.session.submit(Client(), TakeSeat(0, name, name)).accepted


def troubles_of(page: Page) -> list[str]:
    """What goes wrong on a page from now on."""
    found = list[str]()
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


def spoil(page: Page, script: str, body: str | None) -> None:
    """This script never comes, or comes so."""

    def answer(route: Route) -> None:
        if body is None:
            route.abort()
        else:
            route.fulfill(body=body, content_type="text/javascript")

    page.route(re.compile(rf"/static/{script}\.\w+\.js"), answer)


def let_pass(page: Page, seconds: float) -> None:
    """So long passes on the page, whose clock stands still."""
    page.clock.run_for(int(1000 * seconds))


@pytest.mark.slow
def test_with_cookies_blocked_pages_follow_and_say_what_does_not_go(
    table: SeenTable, chromium: Browser, tmp_path: Path
) -> None:
    with blocking_cookies(chromium, tmp_path / "browser") as page:
        troubles = troubles_of(page)
        page.goto(table.url)
        page.locator("#camera summary").click()
        sit(table, "Ada")
        expect(page.locator("[data-part=players]")).to_contain_text("Ada")
        expect(page.locator("#still:visible, #failed:visible")).to_have_count(0)
        expect(page.locator(REFRESH)).to_have_count(0)
        page.goto(f"{table.url}seat/2/")
        expect(page.get_by_role("heading", name=NO_COOKIES)).to_be_visible()
        expect(page.get_by_label("Your name")).to_be_hidden()
        assert troubles == []
        assert table.room.session.snapshot().seats[1].holder == "open"


@pytest.mark.slow
def test_without_scripts_a_page_says_so_and_loads_itself_anew_where_nobody_types(
    table: SeenTable, chromium: Browser
) -> None:
    def hasten(route: Route) -> None:
        answer = route.fetch()
        sit(table, "Ada")  # after the page was drawn
        route.fulfill(response=answer, body=answer.text().replace(f'content="{REST_S}"', 'content="0.5"'))

    with chromium.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.route(table.url, hasten, times=1)
        page.goto(table.url)
        expect(page.locator("[data-part=players]")).to_contain_text("Ada")
        expect(page.locator("#still")).to_have_text(STILL)
        # The host's forms would lose what is typed.
        open_host(page, table)
        expect(page.locator("#still")).to_have_text(TYPED_IN)
        expect(page.locator(REFRESH)).to_have_count(0)
        # And where nothing is followed there is nothing to say.
        page.goto(f"{table.url}seat/2/")
        expect(page.locator("#still, #failed:visible")).to_have_count(0)


@pytest.mark.slow
def test_with_scripts_and_cookies_a_page_says_nothing_and_is_never_loaded_anew(
    table: SeenTable, new_page: NewPage
) -> None:
    page = new_page(390, 844)
    troubles = troubles_of(page)
    for path, field in (("", ""), ("seat/1/", "Your name"), ("host", "Host code")):
        page.context.clear_cookies()
        page.goto(table.url + path)
        page.wait_for_function("() => document.documentElement.className === ''")
        if field:
            expect(page.get_by_label(field)).to_be_visible()
            expect(page.get_by_role("heading", name=NO_COOKIES)).to_be_hidden()
        expect(page.locator("#still:visible, #failed:visible")).to_have_count(0)
        expect(page.locator(REFRESH)).to_have_count(0)
    assert troubles == []


@pytest.mark.parametrize(("script", "body"), one_quick(BROKEN))
def test_a_script_that_does_not_run_leaves_a_page_that_says_so_and_goes_on(
    table: SeenTable, new_page_with_clock: NewPage, script: str, body: str | None
) -> None:
    page = new_page_with_clock(390, 844)
    spoil(page, script, body)
    be_host(page, table.url)
    expect(page.locator("#still")).to_have_text(STILL)
    expect(page.locator("#failed")).to_be_hidden()
    stop_clock(page)
    sit(table, "Ada")
    let_pass(page, REST_S - 5)
    page.keyboard.press("Tab")  # somebody is at it
    let_pass(page, REST_S - 5)
    expect(page.locator("[data-part=players]")).not_to_contain_text("Ada")
    with page.expect_navigation():
        let_pass(page, 10)
    expect(page.locator("[data-part=players]")).to_contain_text("Ada")
    page.locator(CHOICE).first.click()
    expect(page.locator("#log")).to_contain_text("gets the start token by lot.")


@pytest.mark.slow
def test_what_is_typed_is_not_lost_by_it(table: SeenTable, new_page_with_clock: NewPage) -> None:
    page = new_page_with_clock(390, 844)
    spoil(page, "live", None)
    open_host(page, table, "mend")
    expect(page.locator("#still")).to_have_text(TYPED_IN)
    stop_clock(page)
    figure = page.locator("[data-part=card] input:not([type=hidden])").first
    figure.fill("7")
    page.locator("[data-part=card] h2").first.click()
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url))
    let_pass(page, 5 * REST_S)
    expect(figure).to_have_value("7")
    figure.fill("")
    page.locator("[data-part=card] h2").first.click()
    assert asked == []
    with page.expect_navigation():
        let_pass(page, REST_S + 2)


@pytest.mark.slow
def test_a_part_that_fails_takes_nothing_else_with_it(table: SeenTable, new_page: NewPage) -> None:
    page = new_page(390, 844)
    for script in ("camera", "consent", "roll", "strip", "telling", "new_game"):
        spoil(page, script, "throw new Error('here')")
    for script in ("camera", "new_game"):
        page.unroute_all()
        spoil(page, script, None)
    be_host(page, table.url)
    expect(page.locator("#failed")).to_have_text(FAILED)
    do_first(table)
    expect(page.locator("#log li")).to_have_count(1)
    expect(page.locator("#still")).to_be_hidden()


@pytest.mark.slow
def test_a_page_that_cannot_show_what_it_is_told_says_so(table: SeenTable, new_page: NewPage) -> None:
    page = new_page(390, 844)
    be_host(page, table.url)
    page.evaluate("document.getElementById('log-empty').remove()")  # as a translator or an extension might
    do_first(table)
    expect(page.locator("#still")).to_have_text(STILL)


@pytest.mark.slow
def test_a_stream_that_is_blocked_leaves_a_page_that_is_drawn_anew(
    table: SeenTable, new_page_with_clock: NewPage
) -> None:
    page = new_page_with_clock(390, 844)
    page.route("**/stream?*", lambda route: route.abort())
    be_host(page, table.url)
    expect(page.locator("#link")).to_be_visible()
    stop_clock(page)
    do_first(table)
    with page.expect_navigation():
        for _ in range(30):
            let_pass(page, 1)
            page.evaluate("fetch('/health.json').then((reply) => reply.text())")
    expect(page.locator("#log li")).to_have_count(1)


ODD = (
    (502, "text/html", "<html><body>Bad Gateway</body></html>"),
    (503, "text/html", ""),
    (200, "application/json", "null"),
    (200, "text/html", "<html><body>Sign in to this network</body></html>"),
)
"""What stands before the companion answers in its place: status, kind and body."""


def answering(status: int, kind: str, body: str) -> Callable[[Route], None]:
    """Something that answers so in the companion's place."""
    return lambda route: route.fulfill(status=status, content_type=kind, body=body)


@pytest.mark.slow
@pytest.mark.parametrize(("status", "kind", "body"), ODD)
def test_an_answer_that_is_no_reply_is_said_and_locks_nothing(
    table: SeenTable, new_page: NewPage, status: int, kind: str, body: str
) -> None:
    page = new_page(390, 844)
    troubles = troubles_of(page)
    sit_down(page, table, 0, "Ada")
    page.wait_for_function("() => performance.now() > 500")
    page.route("**/tap", answering(status, kind, body))
    page.locator(CHOICE).first.click()
    expect(page.locator("#status")).to_have_text(
        f"Not the companion answered, but something before it, such as a proxy (status {status}). Check the "
        "network. Then tap again: it counts once."
    )
    expect(page.locator("form[data-tap]").first).not_to_have_attribute("aria-busy", "true")
    page.unroute_all()
    page.locator(CHOICE).first.click()
    expect(page.locator("#log")).to_contain_text("gets the start token by lot.")
    assert troubles == []


@pytest.mark.slow
def test_a_page_that_waits_for_the_host_goes_on_waiting_whatever_else_answers(
    table: SeenTable, new_page_with_clock: NewPage
) -> None:
    page = new_page_with_clock(390, 844)
    sit(table, "Ada")
    page.goto(f"{table.url}seat/1/")
    page.get_by_label("Your name").fill("Zoe")
    page.get_by_role("button", name="Ask for this seat").click()
    expect(page.get_by_role("heading")).to_have_text("Waiting for the host")
    stop_clock(page)
    for status, kind, body in ODD:
        page.route("**/seat/1/", answering(status, kind, body))
        with page.expect_response("**/seat/1/"):
            let_pass(page, 4)
    expect(page.get_by_role("heading")).to_have_text("Waiting for the host")
