"""The owner's box in a browser: three corrections that outlast a restart, and a running game that keeps its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.storage.home import Home
from tests.browser.conftest import HOST_CODE, NewPage, Table, fits, open_host, serving

pytestmark = [pytest.mark.browser, pytest.mark.atlantis_rising]

GAME = "atlantis_rising"
TABLET, PHONE = (1280, 800), (390, 844)


@pytest.fixture
def island(tmp_path: Path) -> Iterator[Table]:
    """A table with a game for two on it."""
    with serving(Table(Home(tmp_path / "home")), game=GAME, players=2) as made:
        yield made


def open_entry(page: Page, table: Table, name: str) -> None:
    page.goto(f"{table.url}host/box/{GAME}")
    page.locator("a.entry").filter(has=page.get_by_text(name, exact=True)).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def keep(page: Page) -> None:
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("entries are still assumed.")


@pytest.mark.slow
def test_a_tile_a_cost_and_an_effect_last_and_a_running_game_keeps_its_own(island: Table, new_page: NewPage) -> None:
    page = new_page(*TABLET)
    open_host(page, island, "mend")
    page.get_by_role("link", name="Your box of Atlantis Rising").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("entries are still assumed.")

    open_entry(page, island, "Hills")
    third = page.get_by_role("group", name="Tile 3").get_by_label("Number to reach")
    third.fill("twelve")
    page.get_by_role("button", name="Save").click()
    refused = "“twelve” is wrong here. Write whole numbers from 0 to 20, with commas between."
    expect(page.get_by_role("alert")).to_contain_text(refused)
    expect(third).to_have_value("twelve")
    third.fill("4")
    keep(page)

    open_entry(page, island, "Spirit Seal")
    page.get_by_role("group", name="Cost").get_by_label("Gold").fill("2")
    keep(page)

    open_entry(page, island, "Energy card")
    text = page.get_by_label("What it says; the prompt will show it")
    expect(text).to_be_hidden()  # it means nothing beside energy
    page.get_by_label("What it does").select_option("manual")
    text.fill("Take what you like.")
    assert fits(page, *PHONE)
    keep(page)
    assert fits(page, *PHONE)

    island.stop()
    island.come_back()
    page.goto(f"{island.url}host/box/{GAME}")
    expect(page.locator("[id='peninsula.hills']")).to_contain_text("6, 5, 4, 4, 4, 3")
    expect(page.locator("[id='components.spirit_seal']")).to_contain_text("2 gold, 1 crystal, 2 Atlantium")
    expect(page.locator("[id='library.energy']")).to_contain_text("Take what you like.")
    running = island.room.session.snapshot().view(None).table.setup.box
    assert running.peninsula["hills"].number[2] == 5
    assert running.components["spirit_seal"].cost.gold == 3
    assert running.library["energy"].effect.op == "gain_energy"
    later = island.room.open_new(GAME, {"players": 2}, 1).snapshot().view(None).table.setup.box
    assert later.peninsula["hills"].number[2] == 4
    assert later.components["spirit_seal"].cost.gold == 2
    assert later.library["energy"].effect.text == "Take what you like."


@pytest.mark.slow
def test_without_script_an_entry_is_corrected_all_the_same(island: Table, chromium: Browser) -> None:
    with chromium.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        context.request.post(f"{island.url}host/unlock", form={"code": HOST_CODE})
        open_entry(page, island, "Twin Wave")
        page.get_by_label("What it does").select_option("forbid")
        page.get_by_label("Which peninsula").select_option("forges")
        keep(page)
        expect(page.locator("[id='special.twin_wave']")).to_contain_text("A peninsula gives nothing this round: Forges")


@pytest.mark.slow
@pytest.mark.parametrize("size", [1_000_001, 40_000_000])
def test_a_file_that_is_too_large_is_refused_on_a_page_and_one_with_blank_lines_is_taken(
    island: Table, new_page: NewPage, tmp_path: Path, size: int
) -> None:
    page, file = new_page(*TABLET), tmp_path / "box.toml"
    open_host(page, island)
    for content, heading in (
        (b"\n" * size, "larger than any box, which has 1 MB at most."),
        (b"# a note\n\n" * 40 + b'[wrath]\nvalues = [0, 1, 2]\nstatus = "owner"\n', "1 entry changes."),
    ):
        file.write_bytes(content)
        page.goto(f"{island.url}host/box/{GAME}")
        page.get_by_label("Another owner's file").set_input_files(file)
        page.locator("form.take-file button").click()
        expect(page.locator("main")).to_contain_text(heading)
    page.get_by_role("button", name="Take it so").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("entries are still assumed.")
    assert "wrath" in island.room.home.owner_figures(GAME)
