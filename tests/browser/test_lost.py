"""A network that says nothing: the page notices, says so, and is right again as soon as it can be."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from companion.live.requests import Client, Tap
from tests.browser.conftest import HOST_CODE, NewPage, Table, tap_as_a_person

pytestmark = pytest.mark.browser

HOST = Client("host")
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
LOST = "Connection lost: this page may be out of date. Trying again …"
UNANSWERED = (
    "The companion did not answer. Check the network, and close other pages of the companion on this device. "
    "Then tap again: it counts once."
)
CHOICE = "form[data-tap] button[name=actions]"
BUSY = "form[data-tap][aria-busy=true]"


class Router:
    """Stands between a device and the companion, and can lose streams without telling anybody."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._sockets = [socket.create_server(("127.0.0.1", 0))]
        self.url = f"http://127.0.0.1:{self._sockets[0].getsockname()[1]}/"
        self._is_dead = threading.Event()
        self._streams: list[threading.Event] = []
        self._all: list[threading.Event] = []
        self._threads: list[threading.Thread] = []
        self._begin(self._accept)

    def lose_streams(self, *, later_ones_too: bool = False) -> None:
        """What is open passes nothing on any more, and nobody learns of it."""
        if later_ones_too:
            self._is_dead.set()
        for each in self._streams:
            each.set()

    def forget_everything(self) -> None:
        """Nothing that is open passes anything on any more; what is opened from now on works."""
        for each in self._all:
            each.set()

    def recover(self) -> None:
        """Streams that are opened from now on work."""
        self._is_dead.clear()

    def close(self) -> None:
        """Take nobody any more, and end what is open."""
        for each in self._sockets:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for each in self._sockets:
            each.close()

    def _begin(self, target: Callable[..., None], *args: object) -> None:
        self._threads.append(threading.Thread(target=target, args=args))
        self._threads[-1].start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                device, _ = self._sockets[0].accept()
                companion = socket.create_connection(("127.0.0.1", self._port))
                self._sockets += (device, companion)
                is_lost = threading.Event()
                self._all.append(is_lost)
                for here, there in ((device, companion), (companion, device)):
                    self._begin(self._pass_on, here, there, is_lost)

    def _pass_on(self, here: socket.socket, there: socket.socket, is_lost: threading.Event) -> None:
        with suppress(OSError):
            while data := here.recv(65536):
                if b"/stream?" in data:
                    self._streams.append(is_lost)
                    if self._is_dead.is_set():
                        is_lost.set()
                if not is_lost.is_set():
                    there.sendall(data)
            if not is_lost.is_set():
                there.shutdown(socket.SHUT_WR)


@pytest.fixture
def router(table: Table) -> Iterator[Router]:
    """A router before the table."""
    port = urlsplit(table.url).port
    assert port is not None
    made = Router(port)
    yield made
    made.close()


def be_host(page: Page, url: str) -> None:
    """The table page on a device that has sent the host code."""
    page.context.request.post(f"{url}host/unlock", form={"code": HOST_CODE})
    page.goto(url)
    expect(page.locator(CHOICE).first).to_be_visible()


def do_first(table: Table) -> None:
    """Somebody else does what is on offer first."""
    now = table.room.session.snapshot()
    acts = tuple(msgspec.to_builtins(act) for act in now.choices(None)[0].actions)
    assert table.room.session.submit(HOST, Tap(acts, now.revision, "")).accepted


def stop_clock(page: Page) -> None:
    """From here on no time passes on the page, until a test says so."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)


def test_a_stream_that_falls_silent_is_noticed_said_and_opened_again(
    table: Table, router: Router, new_page_with_clock: NewPage
) -> None:
    page = new_page_with_clock(390, 844)
    be_host(page, router.url)
    link, log = page.locator("#link"), page.locator("#log")
    stop_clock(page)
    router.lose_streams(later_ones_too=True)
    do_first(table)
    page.clock.run_for(9_000)
    expect(link).to_be_hidden()
    page.clock.run_for(2_000)  # 2.5 heartbeats
    expect(link).to_be_visible()
    expect(link).to_have_text(LOST)
    router.recover()
    page.clock.run_for(10_000)
    expect(link).to_be_hidden()
    expect(log).to_contain_text("Seat 1 gets the start token by lot.")

    # In a pocket it lets go; out of it, it says at once that it may be old.
    with page.expect_event("requestfailed", lambda request: "/stream?" in request.url):
        page.evaluate(HIDE, True)
    router.lose_streams(later_ones_too=True)
    do_first(table)
    page.clock.fast_forward(60_000)
    expect(link).to_be_hidden()
    page.evaluate(HIDE, False)
    expect(link).to_be_visible()
    router.recover()
    page.clock.run_for(10_000)
    expect(link).to_be_hidden()
    expect(page.locator("#log li")).to_have_count(len(table.room.session.snapshot().log(None)))


@pytest.mark.slow
def test_a_tap_that_was_accepted_and_does_not_show_draws_the_page_anew(
    table: Table, router: Router, new_page_with_clock: NewPage
) -> None:
    page = new_page_with_clock(390, 844)
    be_host(page, router.url)
    stop_clock(page)
    router.lose_streams()
    with page.expect_navigation():
        with page.expect_response("**/tap") as answer:
            page.locator(CHOICE).first.click()
        answer.value.finished()
        while page.locator(BUSY).count():  # until 1.5 s after the page has taken the answer: it may be later than here
            page.clock.run_for(100)
        page.clock.run_for(4_500)
    expect(page.locator("#log")).to_contain_text("Seat 1 gets the start token by lot.")


@pytest.mark.slow
def test_a_tap_without_an_answer_is_sent_again_then_said_and_counts_once(
    table: Table, new_page_with_clock: NewPage
) -> None:
    page = new_page_with_clock(390, 844)
    be_host(page, table.url)
    stop_clock(page)
    page.clock.run_for(1_000)
    sent: list[Any] = []
    status, choice = page.locator("#status"), page.locator(CHOICE).first

    def keep(route: Route) -> None:
        sent.append(route.request.post_data_json)

    page.route("**/tap", keep)
    with page.expect_request("**/tap"):
        choice.press("Enter")
    expect(choice).to_be_focused()
    with page.expect_request("**/tap"):
        page.clock.run_for(5_100)
    expect(status).to_have_text("No answer yet. The tap is sent once more …")
    page.clock.run_for(5_100)
    expect(status).to_have_text(UNANSWERED)
    page.unroute("**/tap", keep)
    with page.expect_request("**/tap") as again:
        choice.press("Enter")
    assert sent[0] == sent[1] == again.value.post_data_json
    expect(page.locator("#log li")).to_have_count(1)


def keep_connections(page: Page) -> None:
    """The browser has all the connections that it may have, and between two requests keeps them."""
    page.evaluate("Promise.all(Array.from('12345', number => fetch('/health.json?' + number, {cache: 'no-store'})))")


@pytest.mark.slow
def test_connections_that_are_dead_are_not_tried_one_after_the_other(
    table: Table, router: Router, new_page_with_clock: NewPage
) -> None:
    page = new_page_with_clock(390, 844)
    be_host(page, router.url)
    link, log = page.locator("#link"), page.locator("#log")
    stop_clock(page)
    page.clock.run_for(1_000)

    # A tap at once: it is sent on a dead one, and the second time on one that works.
    keep_connections(page)
    router.forget_everything()
    with page.expect_request("**/tap"):
        page.locator(CHOICE).first.press("Enter")
    with page.expect_request("**/health.json"):
        page.clock.run_for(2_100)
    with page.expect_response("**/tap"):
        page.clock.run_for(3_100)
    # The stream, which is as dead: as soon as that is noticed it is opened on one that works.
    page.clock.run_for(5_500)
    expect(link).to_be_hidden()
    expect(log).to_contain_text("Seat 1 gets the start token by lot.")

    # A tap while the stream is later than it should be: it is not even sent on a dead one.
    page.clock.run_for(1_000)
    keep_connections(page)
    router.forget_everything()
    page.clock.run_for(6_000)
    rows = table.room.session.snapshot().last_row
    with page.expect_request("**/health.json"):
        page.locator(CHOICE).first.press("Enter")
    with page.expect_response("**/tap"):
        page.clock.run_for(2_000)
    assert table.room.session.snapshot().last_row > rows


@pytest.mark.slow
def test_seven_pages_of_one_browser_all_live_and_taps_are_answered(table: Table, chromium: Browser) -> None:
    with chromium.new_context() as browser:
        pages = [browser.new_page() for _ in range(7)]  # six connections is what a browser has
        for page in pages:
            be_host(page, table.url)
        tap_as_a_person(pages[0], pages[0].locator(CHOICE).first)
        for page in pages:
            expect(page.locator("#log")).to_contain_text("Seat 1 gets the start token by lot.")
            expect(page.locator("#link")).to_be_hidden()
