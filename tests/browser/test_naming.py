"""The owner names a card that the kit cannot name: laid on the mat, seen, shown with its picture, named by a tap."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.live.inputs import Looked
from companion.live.requests import SetAside
from companion.storage.home import Home
from companion.table.blanks import in_the_box
from companion.table.geometry import Area
from tests.browser.conftest import NewPage, Table, fits, open_host, serving
from tests.companion.live.test_naming import play_to_title
from tests.companion.tables import GUEST
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.layout import KIT, layout_of
from tests.games.sealed_bid.model import TakeTitle
from vision.crops import crop
from vision.looks import Looker, Picture
from vision.virtual.hands import Manners
from vision.virtual.headless import HeadlessTable
from vision.virtual.shot import Shot

pytestmark = pytest.mark.browser

TABLET, PHONE = (1280, 800), (390, 844)


class NamedTable(Table):
    """A companion whose camera looks at a virtual table with title cards."""

    def fittings(self) -> dict[str, Any]:
        layout = layout_of(3, titles=True)
        shot = Shot(noise=1.0, width_px=960, height_px=800)
        kinds = SEALED_BID.mat.pieces
        self.eyes = HeadlessTable(layout, in_the_box(KIT), kinds, 1, manners=Manners(), shot=shot)
        self.looker = Looker(layout, KIT.printed)
        self.picture: Picture | None = None
        return {"crop": self.crop}

    def crop(self, area: Area) -> bytes:
        return crop(self.picture, (area,)) if self.picture is not None else b""

    def look(self) -> None:
        """Until the table is at rest and a few looks more."""
        rest = 0
        while rest < 6:
            self.picture = self.looker.picture(self.eyes.frame(), "Virtual camera")
            self.room.session.tell(Looked(self.picture.look.reading))
            self.room.session.submit(GUEST, SetAside(""))
            rest = 0 if self.eyes.world.busy() else rest + 1

    def lay(self, title: str) -> None:
        """Whoever took the prize lays that title down."""
        state = self.room.session._timeline.state
        after = SEALED_BID.apply_action(state, TakeTitle(state.table.titles.due, title))
        self.eyes.world.lay(SEALED_BID.mat.expected(SEALED_BID.view(after, None)), None)
        self.look()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[NamedTable]:
    with serving(NamedTable(Home(tmp_path / "home")), titles=True, players=3) as made:
        play_to_title(made.room.session)
        made.eyes.world.set_out(SEALED_BID.mat.expected(made.room.session.snapshot().view(None)))
        made.look()
        yield made


@pytest.mark.slow
def test_a_card_is_laid_down_shown_named_by_a_tap_and_taken_back(
    table: NamedTable, new_page: NewPage, tmp_path: Path
) -> None:
    page = new_page(*PHONE)
    errors = list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    open_host(page, table)
    page.goto(f"{table.url}enrol")
    named = page.locator("[data-part=named]")
    expect(named).to_contain_text("Title cards: 0 of 4 named.")
    table.lay("cup")
    expect(named).to_contain_text("Title card 2")
    expect(named.locator("legend")).to_have_text("Which card is this?")
    buttons = named.get_by_role("button")
    assert [each.get_attribute("aria-label") for each in buttons.all()] == [
        f"Title card 2 is: {name}" for name in ("Crown", "Cup", "Key", "Ring")
    ]
    picture = named.locator("img")
    picture.scroll_into_view_if_needed()
    page.wait_for_function("image => image.complete && image.naturalWidth > 50", arg=picture.element_handle())
    assert fits(page, *TABLET)
    page.screenshot(path=tmp_path / "naming-1280.png", full_page=True)
    assert fits(page, *PHONE)
    page.screenshot(path=tmp_path / "naming-390.png", full_page=True)
    table_page = new_page(*TABLET)
    table_page.goto(table.url)
    expect(table_page.locator("body")).to_contain_text("Title card 2, not named yet: it lies at")
    named.get_by_role("button", name="Title card 2 is: Cup").click()
    expect(named).to_contain_text("Title cards: 1 of 4 named.")
    table.look()
    expect(table_page.locator("body")).to_contain_text("takes the cup, worth 2.")
    table_page.screenshot(path=tmp_path / "named-table-1280.png", full_page=True)
    kept = page.locator("[data-part=kept]")
    expect(kept).to_contain_text("Title card 2, marker 81")
    page.get_by_role("button", name="Take the name of Title card 2 back").click()
    expect(named).to_contain_text("Title cards: 0 of 4 named.")
    assert errors == []
