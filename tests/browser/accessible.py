"""What axe finds on a page that keeps people out of it."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def barriers(page: Page) -> list[tuple[str, str]]:
    """What axe calls serious or critical on this page: the rule, and the first place that breaks it."""
    found = Axe().run(page).response["violations"]
    return [(each["id"], each["nodes"][0]["html"][:200]) for each in found if each["impact"] in ("serious", "critical")]
