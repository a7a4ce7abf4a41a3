"""A page of the companion in a real browser, which tells when its prompt was changed and painted."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from companion.bench.act_traces import Painted
from companion.errors import CompanionError
from web.http.stream import parse_place

CHROMIUMS: Final = ("chromium", "chromium-browser", "google-chrome")
ROUNDS: Final = 25
"""Questions for the browser's time; the quickest answer tells best how the clocks stand to each other."""
PATIENCE_MS: Final = 60_000
FLAGS: Final = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
"""As a browser needs that has no screen and may be run by root, in containers."""

_OBSERVE: Final = """
(() => {
  const told = window.__painted = [];
  const now = () => performance.timeOrigin + performance.now();
  let place = "";
  window.EventSource = class extends EventSource {
    constructor(...how) {
      super(...how);
      this.addEventListener("prompt", (event) => { place = JSON.parse(event.data).place; });
      this.addEventListener("page", (event) => { place = event.lastEventId; });
    }
  };
  document.addEventListener("DOMContentLoaded", () => {
    const live = document.getElementById("live");
    if (!live) return;
    new MutationObserver(() => {
      const changed = now(), shown = place;
      requestAnimationFrame(() => {
        const painted = new MessageChannel();
        // A task that was put in line while the frame was made comes after it was painted.
        painted.port1.onmessage = () => told.push([shown, changed, now()]);
        painted.port2.postMessage(0);
      });
    }).observe(live, { childList: true, subtree: true, characterData: true, attributes: true });
  });
})();
"""


class NoBrowser(CompanionError, FileNotFoundError):
    """No browser can be driven here; the message says what is missing."""


@contextmanager
def open_browser(url: str) -> Iterator[Callable[[], Sequence[Painted]]]:
    """The page at that address in the system's Chromium; gives what asks it for all that it painted so far.

    Raises `NoBrowser`. To be asked by the thread that opened it.
    """
    try:
        from playwright.sync_api import sync_playwright  # for measuring and tests only
    except ImportError as error:
        raise NoBrowser(
            "playwright is not installed, and without it no browser can be asked. Install it with: "
            ".venv/bin/python -m pip install 'playwright>=1.45', or measure without --browser."
        ) from error
    found = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if found is None:
        raise NoBrowser(
            "Chromium is not installed. Install it (Debian: apt install chromium), or measure without --browser."
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        try:
            page = browser.new_page()
            page.set_default_timeout(PATIENCE_MS)
            page.add_init_script(_OBSERVE)
            page.goto(url)
            page.wait_for_selector("#live")
            yield lambda: _painted(page)
        finally:
            browser.close()


def _painted(page: Any) -> tuple[Painted, ...]:
    ahead_s = min(_ahead(page) for _ in range(ROUNDS))[1]
    told: list[tuple[str, float, float]] = page.evaluate("window.__painted")
    pages = [
        (parse_place(shown), changed / 1000 - ahead_s, painted / 1000 - ahead_s) for shown, changed, painted in told
    ]
    return tuple(Painted(place.row, changed_s, painted_s) for place, changed_s, painted_s in pages if place is not None)


def _ahead(page: Any) -> tuple[float, float]:
    """How long the question took, and by how much the browser's clock is ahead of ours; in seconds."""
    asked_s = time.monotonic()
    its_s = float(page.evaluate("performance.timeOrigin + performance.now()")) / 1000
    answered_s = time.monotonic()
    return answered_s - asked_s, its_s - (asked_s + answered_s) / 2
