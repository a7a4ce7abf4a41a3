"""What of a page a person at the table would stumble over, in a moment: each fault in a line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page

from companion.games.core import Action, Choice
from tests.browser.legible import illegible
from web.render.buttons import encode_actions, encode_draft

LEAST_TARGET_PX: Final = 44
STILL_PX: Final = 2
"""How far something may move that nobody calls moved."""
MOST_NAMED: Final = 2
LEAST_USED: Final = 0.7
"""Share of the table's first screen that something stands on."""
SCRIPT: Final = Path(__file__).with_name("measure.js").read_text(encoding="utf-8")


def sent(choice: Choice[Action]) -> dict[str, Any]:
    """A choice as the measure knows it: what a tap on it sends."""
    name, value = ("draft", encode_draft(choice)) if choice.is_draft else ("actions", encode_actions(choice))
    return {"name": name, "value": value, "label": str(choice.label), "main": choice.is_main}


def faults(page: Page, expected: Sequence[Choice[Action]]) -> list[str]:
    """What is wrong with the page as it stands, for somebody of whom this is expected."""
    found: list[str] = page.evaluate(SCRIPT, ["find", [sent(each) for each in expected], LEAST_TARGET_PX])
    return [*found, *illegible(page)]


def table_faults(page: Page) -> list[str]:
    """What of the table's page cannot be read from a metre, without a hand on it."""
    found: list[str] = page.evaluate(SCRIPT, ["table", LEAST_USED])
    return found


def places(page: Page, selector: str = "#live [data-key]") -> dict[str, list[int]]:
    """Where each control of the live part stands on the page, by its key: left, top, width, height in px.

    With another selector each part, by its name.
    """
    found: dict[str, list[int]] = page.evaluate(SCRIPT, ["places", selector])
    return found


def moved(before: dict[str, list[int]], after: dict[str, list[int]]) -> list[str]:
    """The controls that stayed and stand elsewhere, the first of them named."""
    gone = [
        f"moves under the finger: {key} from {before[key][:2]} to {after[key][:2]}"
        for key in before
        if key in after and max(abs(old - new) for old, new in zip(before[key], after[key], strict=True)) > STILL_PX
    ]
    more = len(gone) - MOST_NAMED
    return [*gone[:MOST_NAMED], *([f"and {more} more move"] if more > 0 else [])]
