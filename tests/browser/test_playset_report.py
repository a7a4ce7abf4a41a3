"""The report on a playset in the system's Chromium: by itself, on a phone, on a screen, on paper."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import NewPage, fits
from tests.companion.playsets.manawave.sets import MANAWAVE, shipped
from web.render.playset_report import draw_report


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report on a few games of a shipped set."""
    playset = MANAWAVE.read(shipped()).playset
    tally = MANAWAVE.play(playset, "random", 4)
    found = MANAWAVE.report(playset, {"random": tally, "greedy": tally})
    file = tmp_path_factory.mktemp("report") / "own-report.html"
    text = draw_report("The demonstration set", found, [(7, "It is odd.")], lambda path: 70, "--seed 1")
    file.write_text(text, encoding="utf-8")
    return file


def opened(page: Page, report: Path) -> list[str]:
    """What the page complains of, and what it asks for besides itself."""
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("request", lambda request: heard.append(request.url) if request.url != report.as_uri() else None)
    page.goto(report.as_uri())
    return [each for each in heard if each != "data:,"]


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
def test_it_opens_by_itself_and_nothing_hangs_out(new_page: NewPage, report: Path, width: int) -> None:
    page = new_page(width, 900)
    assert opened(page, report) == []
    assert fits(page, width, 900)
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.emulate_media(media="null", color_scheme="dark")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.emulate_media(color_scheme="light")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != dark
    page.emulate_media(color_scheme="null")
