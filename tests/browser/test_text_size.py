"""A reader who has set a larger text in the browser gets it, and nothing is cut for that."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import QUIET, Table, open_host, take_seat
from tests.browser.legible import illegible

pytestmark = pytest.mark.browser

USUAL_PX, LARGE_PX = 16, 32
SIZES = ((1280, 800), (390, 844))
TEXTS = ".say", ".whose", ".player p", ".choice span"
FONT_PX = "names => names.map(name => parseFloat(getComputedStyle(document.querySelector(name)).fontSize))"


@pytest.fixture
def large(chromium: Browser) -> Iterator[Page]:
    """A page of a browser whose text is set to twice the usual size."""
    size = f"--blink-settings=defaultFontSize={LARGE_PX}"
    browser = chromium.browser_type.launch(executable_path=shutil.which("chromium"), args=[*QUIET, size])
    yield browser.new_page()
    browser.close()


@pytest.mark.slow
def test_text_is_as_large_as_the_reader_has_set_it_and_nothing_is_cut(large: Page, table: Table) -> None:
    seat = take_seat(large, table, 0, "Anna")
    large.goto(seat, wait_until="domcontentloaded")
    large.set_viewport_size({"width": 390, "height": 844})
    shown = large.evaluate(FONT_PX, TEXTS)
    large.evaluate("px => { document.documentElement.style.fontSize = `${px}px`; }", USUAL_PX)
    usual = large.evaluate(FONT_PX, TEXTS)
    assert all(now >= 1.9 * then for now, then in zip(shown[1:], usual[1:], strict=True)), (shown, usual)
    assert shown[0] >= 1.5 * usual[0], "the prompt grows less: it is large already"
    open_host(large, table)
    for address in (seat, f"{table.url}host", table.url):
        large.goto(address, wait_until="domcontentloaded")
        for width, height in SIZES:
            large.set_viewport_size({"width": width, "height": height})
            assert illegible(large) == [], (address, width)
