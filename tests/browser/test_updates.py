"""A part of the page that changes: nothing grows dim, and the keyboard stays where it was."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from companion.live.requests import HOST, Client, LeaveSeat, TakeSeat
from tests.browser.conftest import HOST_CODE, NewPage, Table, open_host
from tests.browser.test_lost import CHOICE, do_first
from web.http.parts import split_parts

pytestmark = pytest.mark.browser

WATCH = """() => {
  window.faded = [];
  window.changed = 0;
  const fades = (each) => each.effect.getKeyframes().some((frame) => "opacity" in frame);
  new MutationObserver(() => {
    window.changed += 1;
    window.faded.push(...document.getAnimations().filter(fades).map((each) => each.effect.target.className));
  }).observe(document.getElementById("live"), { childList: true });
}"""
FOCUS = """() => {
  const at = document.activeElement;
  return at.dataset.part || at.getAttribute("href") || at.name || at.textContent.trim();
}"""


def focus_of(page: Page) -> str:
    """Where the keyboard is, in a word."""
    return str(page.evaluate(FOCUS))


def test_a_change_dims_nothing_and_the_focus_stays_or_goes_to_its_part(table: Table, new_page: NewPage) -> None:
    page = new_page(1280, 800)
    page.context.request.post(f"{table.url}host/unlock", form={"code": HOST_CODE})
    page.goto(table.url)
    page.evaluate(WATCH)
    words = page.locator(".say").inner_text()

    # What was tapped is gone: the keyboard waits before what can be done now, and presses nothing unawares.
    page.wait_for_function("() => performance.now() > 500")  # a button that has just come is not meant yet
    page.locator(CHOICE).first.press("Enter")
    expect(page.locator("[data-part=choices]")).to_be_focused()
    expect(page.locator(".say")).not_to_have_text(words)
    page.keyboard.press("Tab")
    expect(page.locator(CHOICE).first).to_be_focused()
    page.locator(CHOICE).nth(1).focus()  # each card that is drawn leaves the other seats' buttons
    left = page.locator(CHOICE).nth(1).element_handle()
    do_first(table)
    page.wait_for_function("button => !button.isConnected", arg=left)
    assert page.evaluate("document.activeElement.closest('[data-part]').dataset.part") == "choices"

    # A link that has no name of its own.
    seats, link = page.locator("[data-part=sit]"), "a[href='/seat/{}/']"
    seats.locator(link.format(3)).focus()
    before = seats.element_handle()
    assert table.room.session.submit(Client(), TakeSeat(1, "Ben", "other")).accepted
    expect(seats.locator(link.format(2))).to_have_count(0)
    assert before is not None
    assert not before.evaluate("node => node.isConnected")
    expect(seats.locator(link.format(3))).to_be_focused()
    # It goes away itself.
    assert table.room.session.submit(HOST, LeaveSeat(1)).accepted
    expect(seats.locator(link.format(2))).to_have_count(1)
    assert table.room.session.submit(Client(), TakeSeat(2, "Cleo", "third")).accepted
    expect(seats).to_be_focused()
    assert page.evaluate("window.changed") > 0
    assert page.evaluate("window.faded") == []


def test_a_form_that_was_sent_keeps_the_keyboard_and_still_follows_the_table(table: Table, new_page: NewPage) -> None:
    page = new_page(1280, 800)
    for _ in range(3):
        do_first(table)
    open_host(page, table, "mend")
    facts = page.locator("[data-part=facts]")
    facts.get_by_text("Round", exact=True).first.click()
    pearls = facts.locator("input[name='fact:pearls']")
    pearls.fill("4")
    pearls.press("Enter")
    expect(page.locator("#log")).to_contain_text("The host corrects Round: Pearls in the bowl 4.")
    expect(facts.get_by_role("button", name="Set the changed values")).to_be_focused()
    page.locator("summary", has_text="Round").first.focus()
    revision = table.room.session.snapshot().revision
    do_first(table)
    assert table.room.session.snapshot().revision > revision
    expect(page.locator("#log li")).to_have_count(len(table.room.session.snapshot().log(None)))
    assert focus_of(page) == "Round"


def be_without_saved(route: Route) -> None:
    """Answer with the host page as it would be without a list of saved games."""
    answer = route.fetch()
    html = answer.text()
    shorter = html.replace(split_parts(html)["saved"], "").replace(" data-has=", " data-had=")
    route.fulfill(response=answer, body=shorter)


@pytest.mark.slow
def test_parts_that_come_and_go_leave_the_others_as_they_are(table: Table, new_page: NewPage) -> None:
    """A part more, such as the first roll of an evening, does not take what is being typed."""
    page = new_page(1280, 800)
    page.route("**/host", be_without_saved, times=1)
    held: list[Route] = []
    page.route("**/host/stream**", lambda route: held.append(route), times=1)
    with page.expect_request("**/host/stream**"):
        open_host(page, table, "mend")
    expect(page.locator("[data-part=saved]")).to_have_count(0)
    page.locator("[data-part=facts]").get_by_text("Round", exact=True).first.click()
    pearls = page.locator("input[name='fact:pearls']")
    pearls.fill("3")
    do_first(table)
    held[0].continue_()
    expect(page.locator("[data-part=saved]")).to_have_count(1)
    expect(pearls).to_have_value("3")
    expect(pearls).to_be_focused()
    order = "Array.from(document.querySelectorAll('#live > [data-part]'), part => part.dataset.part)"
    found = page.evaluate(order)
    page.reload()
    page.wait_for_selector("[data-part=facts]")
    assert found == page.evaluate(order)
