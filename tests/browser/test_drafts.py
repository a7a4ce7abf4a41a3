"""A wager in the browser: put together chip by chip on a phone, seen on no page but the seat's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.storage.home import Home
from tests.browser.conftest import NewPage, Table, serving, sit_down, tap_as_a_person
from tests.companion.tables import play_to
from tests.games.sealed_bid.model import Wager

LEFT = "Put chips on whose bid will take the prize, and seal them: {} left."


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A table at which two are to wager."""
    with serving(Table(Home(tmp_path / "home")), players=2, wager=True) as made:
        yield made


@pytest.fixture
def drawn(tmp_path: Path) -> Iterator[Table]:
    """The same with a drawing of the chips."""
    with serving(Table(Home(tmp_path / "home")), players=2, wager=True, board=True) as made:
        yield made


def phones(table: Table, new_page: NewPage) -> tuple[Page, Page]:
    ada, bo = new_page(390, 844), new_page(390, 844)
    for seat, (page, name) in enumerate(((ada, "Ada"), (bo, "Bo"))):
        sit_down(page, table, seat, name)
    play_to(table.room.session, "wager")
    expect(ada.get_by_role("heading", name=LEFT.format("3 chips"))).to_be_visible()
    return ada, bo


def button(page: Page, key: str) -> Locator:
    return page.locator(f"[data-key='{key}']")


def draft(table: Table, seat: int) -> object:
    return table.room.session.snapshot().view(seat).draft


@pytest.mark.slow
def test_two_phones_put_wagers_together_and_nobody_else_sees_anything(table: Table, new_page: NewPage) -> None:
    ada, bo = phones(table, new_page)
    public = new_page(1280, 800)
    public.goto(table.url)
    expect(public.get_by_text("Still to wager: Ada, Bo.").first).to_be_visible()
    expect(button(bo, "Your wager/on.1")).to_be_visible()
    for page in (bo, public):
        page.evaluate(
            """() => {
                window.changes = 0;
                new MutationObserver(() => { window.changes += 1; }).observe(
                    document.getElementById("live"), {childList: true, subtree: true});
            }"""
        )
    seen = bo.locator("#live").inner_text(), public.locator("#live").inner_text()
    tap_as_a_person(ada, button(ada, "Your wager/on.1"))
    tap_as_a_person(ada, button(ada, "Your wager/on.1"))
    expect(ada.get_by_role("heading", name=LEFT.format("1 chip"))).to_be_visible()
    expect(button(ada, "Your wager/on.1")).to_have_text("A chip on Bo (2 there)")

    ada.reload()
    expect(ada.get_by_role("heading", name=LEFT.format("1 chip"))).to_be_visible()
    other = ada.context.new_page()
    other.goto(ada.url)
    expect(button(other, "Your wager/on.1")).to_have_text("A chip on Bo (2 there)")
    tap_as_a_person(other, button(other, "Your wager/off.1"))
    expect(button(ada, "Your wager/on.1")).to_have_text("A chip on Bo (1 there)")
    other.close()

    assert (bo.locator("#live").inner_text(), public.locator("#live").inner_text()) == seen
    assert [page.evaluate("window.changes") for page in (bo, public)] == [0, 0]

    tap_as_a_person(ada, button(ada, "Your wager/Seal this wager"))
    expect(ada.get_by_role("heading", name="Your wager: 1 on Bo. You may take it back.")).to_be_visible()
    for page in (bo, public):
        expect(page.get_by_text("Ada seals a wager.").first).to_be_attached()
        assert "1 on Bo" not in page.content()
    tap_as_a_person(bo, button(bo, "Your wager/on.-1"))
    expect(button(bo, "Your wager/Seal this wager")).to_be_visible()
    tap_as_a_person(bo, button(bo, "Your wager/Seal this wager"))
    expect(public.get_by_text("Bo seals a wager.").first).to_be_attached()
    play_to(table.room.session, "reveal")
    for page in (ada, bo, public):
        expect(page.get_by_text("Ada has wagered: 1 on Bo.").first).to_be_attached()
        expect(page.get_by_text("Bo has wagered: 1 on nobody.").first).to_be_attached()


@pytest.mark.slow
def test_taps_that_follow_one_another_at_once_all_count(table: Table, new_page: NewPage) -> None:
    """Five on the same button, of which three chips are all that there is; then a key held under the finger."""
    ada, _ = phones(table, new_page)
    expect(button(ada, "Your wager/on.0")).to_be_visible()
    ada.evaluate(
        """() => {
            for (let tap = 0; tap < 5; tap += 1) document.querySelector("[data-key='Your wager/on.0']").click();
        }"""
    )
    expect(ada.get_by_role("heading", name=LEFT.format("0 chips"))).to_be_visible()
    assert draft(table, 0) == Wager(0, (3, 0, 0))
    off = button(ada, "Your wager/off.0")
    off.focus()
    for _ in range(2):
        ada.keyboard.press("Enter")
    expect(ada.get_by_role("heading", name=LEFT.format("2 chips"))).to_be_visible()
    expect(off).to_be_focused()
    assert draft(table, 0) == Wager(0, (1, 0, 0))


@pytest.mark.slow
def test_an_act_that_has_just_come_under_the_finger_is_not_sealed(table: Table, new_page: NewPage) -> None:
    ada, _ = phones(table, new_page)
    ada.evaluate(
        """() => {
            const live = document.getElementById("live");
            const key = (name) => live.querySelector("[data-key='Your wager/" + name + "']");
            new MutationObserver(() => key("Seal this wager")?.click()).observe(live, {childList: true});
            key("on.0").click();
        }"""
    )
    expect(ada.get_by_text("The page has just changed. Look, then tap again.").first).to_be_visible()
    assert draft(table, 0) == Wager(0, (1, 0, 0))
    tap_as_a_person(ada, button(ada, "Your wager/Seal this wager"))
    expect(ada.get_by_role("heading", name="Your wager: 1 on Ada.")).to_be_visible()


@pytest.mark.slow
def test_chips_are_laid_on_a_drawing_by_finger_and_by_key(drawn: Table, new_page: NewPage) -> None:
    ada, _ = phones(drawn, new_page)
    lay = button(ada, "board/wager/on.1")
    for _ in range(2):
        lay.click()
    expect(ada.get_by_role("heading", name=LEFT.format("1 chip"))).to_be_visible()
    lay.focus()
    ada.keyboard.press("Enter")
    expect(ada.get_by_role("heading", name=LEFT.format("0 chips"))).to_be_visible()
    assert draft(drawn, 0) == Wager(0, (0, 3, 0))
    take = button(ada, "board/wager/off.1")
    take.focus()
    ada.keyboard.press(" ")
    expect(ada.get_by_role("heading", name=LEFT.format("1 chip"))).to_be_visible()
    expect(take).to_be_focused()
