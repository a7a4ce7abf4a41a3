"""People who play a game by its pages: how they tap, and wait until the tap has come."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from playwright.sync_api import Locator, Page, TimeoutError

from companion.games.core import Action
from companion.live.session import Session
from companion.live.snapshot import Snapshot
from tests.browser.conftest import PATIENCE_MS

SETTLED_MS = 380
"""A button that has just come under the finger does not count before."""
_COME_TO = """(sent) => {
    const actionsOf = (each) => each.dataset.actions || each.value;
    const places = Array.from(document.querySelectorAll("button[name=actions], [data-actions]"));
    const place = places.find((each) => actionsOf(each) === sent && !each.closest("noscript"));
    let taps = 1;
    if (place) {
        for (let fold; (fold = place.closest("details:not([open])")); taps += 1) fold.querySelector("summary").click();
        return taps;
    }
    for (const rows of document.querySelectorAll("[data-faces]")) {
        const told = Object.entries(JSON.parse(rows.dataset.faces)).find(([, actions]) => actions === sent);
        if (!told) continue;
        for (let fold; (fold = rows.closest("details:not([open])")); taps += 1) fold.querySelector("summary").click();
        const values = told[0].split(",");
        values.forEach((value, die) => rows.querySelector(`[data-die="${die}"][data-face="${value}"]`).click());
        return taps + values.length;
    }
    return 0;
}"""
"""Taps whatever hides a button, once the page has it; returns 1 and those taps."""
_UNFOLD = """(sent) => {
    for (const each of document.querySelectorAll("button[name=actions]"))
        if (each.value === sent) for (let fold; (fold = each.closest("details:not([open])")); ) fold.open = true;
}"""


def button_of(page: Page, *actions: Action) -> Locator:
    """The button that sends these acts, once the page has it; it may lie in a fold."""
    button = page.locator(f"button[name=actions][value='{_encoded(actions)}']").first
    button.wait_for(state="attached")
    return button


def _encoded(actions: Sequence[Action]) -> str:
    return msgspec.json.encode(tuple(actions)).decode()


class People:
    """Those at one table, whatever the game is."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def now(self) -> Snapshot:
        return self._session.snapshot()

    def tap(self, page: Page, actions: Sequence[Action]) -> int:
        """Tap what carries these acts, on a drawing or as a button; returns how many taps were needed to come to it.

        Before it folds are opened, and of a roll that is told die by die each die is tapped.
        """
        sent = _encoded(actions)
        before: int = page.wait_for_function(_COME_TO, arg=sent, timeout=PATIENCE_MS).json_value() - 1
        place = page.locator(f"button[name=actions][value='{sent}']:visible, [data-actions='{sent}']").first

        def move() -> None:
            page.evaluate(_UNFOLD, sent)  # a new page may have closed what was opened on the old one
            place.click(timeout=4000)

        self.send(page, move)
        return before

    def click(self, place: Locator, address: str = "**/tap") -> None:
        """One tap; done again, and counted once, only where a loaded machine moved the page under the finger."""
        self.send(place.page, lambda: place.click(timeout=4000), address)

    def send(self, page: Page, move: Callable[[], object], address: str = "**/tap") -> None:
        """Any move of a hand that sends a tap, done again as a click is."""
        for _ in range(20):
            page.wait_for_timeout(SETTLED_MS)
            try:
                with page.expect_request(address, timeout=5000):
                    move()
                return
            except TimeoutError:
                continue
        raise AssertionError(f"no tap was sent: {page.url}")

    def wait(self, before: Snapshot) -> None:
        """Until something has come after that."""
        now = self.now
        while now.revision == before.revision:
            newer = self._session.wait(now.change, 60.0)
            assert newer.change != now.change, "the tap did not arrive"
            now = newer
