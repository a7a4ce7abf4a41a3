"""A moment's pages in a browser, each with what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from playwright.sync_api import Page

from companion.games.core import Action, Choice, Seat
from companion.live.session import Session
from companion.live.snapshot import Snapshot
from tests.browser.accessible import barriers
from tests.browser.conftest import NewPage, Table, fits, open_host, take_seat
from tests.browser.moments.measure import faults, moved, places, sent, table_faults
from tests.browser.moments.moment import Moment
from tests.browser.moments.place import NAMES, acting_seat, expected_of, other_seat, people_of
from tests.browser.people import People

SMALL_PHONE: Final = (320, 568)
PHONE: Final = (390, 844)
TABLET: Final = (1280, 800)
PARTS: Final = "#live [data-part]"
UNFOLD: Final = """all => all.forEach((each) => {
  for (let fold = each.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
})"""


class Looked(NamedTuple):
    """One page of a moment, at one size."""

    name: str
    page: Page
    faults: list[str]


def look(moment: Moment, table: Table, new_page: NewPage, *, is_quick: bool = False) -> Iterator[Looked]:
    """Each page of the moment at each of its sizes, as it stands then; then what moves by a tap, and what axe finds.

    A quick look is at the phone of whoever acts, and at what moves on it.
    """
    session = table.room.session
    people = people_of(moment, session)
    phone, tablets = new_page(*PHONE), dict[str, Page]()
    for seat in people:
        take_seat(phone, table, seat, NAMES[seat])
    acting = acting_seat(session, people)
    for which in moment.pages if not is_quick else ("acting",):
        if which in ("table", "host"):
            tablets[which] = new_page(*TABLET)
            yield table_page(which, tablets[which], table)
        else:
            seat = acting if which == "acting" else other_seat(session, people)
            # A roll that is asked about is answered where it is asked.
            expected = expected_of(session, seat) if which == "acting" and not moment.asked else ()
            yield from _seat_page(which, phone, f"{table.url}seat/{seat + 1}/", expected)
    if not is_quick:
        for name, page in (("phone", phone), *tablets.items()):
            yield Looked(f"{name} to axe", page, [f"axe: {rule}: {place}" for rule, place in barriers(page)])
    if "acting" in moment.pages and not moment.over:
        phone.goto(f"{table.url}seat/{acting + 1}/", wait_until="domcontentloaded")
        yield from _moved_by_a_tap(table, phone, tablets.get("table"), acting)


def _seat_page(which: str, page: Page, address: str, expected: tuple[Choice[Action], ...]) -> Iterator[Looked]:
    page.goto(address, wait_until="domcontentloaded")
    page.wait_for_selector("[data-part=prompt]")
    for size in (SMALL_PHONE, PHONE):
        fits(page, *size)
        yield Looked(f"{which} {size[0]}", page, faults(page, expected))


def table_page(which: str, page: Page, table: Table) -> Looked:
    """The page of the table: for a tablet that looks on ("table"), or that knows the code ("host")."""
    if which == "host":
        open_host(page, table)
    page.goto(table.url, wait_until="domcontentloaded")
    page.wait_for_selector("[data-part=prompt]")
    fits(page, *TABLET)
    alone = table_faults(page) if which == "table" else []
    return Looked(which, page, [*faults(page, ()), *alone])


def _moved_by_a_tap(table: Table, phone: Page, tablet: Page | None, seat: Seat) -> Iterator[Looked]:
    """What moves by the first tap after which the same people do the same as before."""
    session = table.room.session
    choice = next((each for each in expected_of(session, seat) if _goes_on(session.snapshot(), each, None)), None)
    if choice is None:
        return
    goes_on = _goes_on(session.snapshot(), choice, seat)
    everywhere = phone.locator(_sends(choice))
    everywhere.evaluate_all(UNFOLD)
    place = everywhere.locator("visible=true").first
    if not place.count():
        return
    place.scroll_into_view_if_needed()
    before, wide_before = places(phone), places(tablet, PARTS) if tablet else {}
    now = session.snapshot()
    People(session).click(place)
    drafted = now.drafts.number(seat)
    while session.snapshot().revision == now.revision and session.snapshot().drafts.number(seat) == drafted:
        session.wait_for_seat(seat, session.snapshot().moment(seat), 30)
    _shown(phone, session, seat)
    if goes_on:
        yield Looked(f"acting {PHONE[0]} after a tap", phone, moved(before, places(phone)))
    then = session.snapshot()
    # With the last of sealed choices all are opened, and another phase has begun.
    is_same = then.prompt(then.view(None)).phase == now.prompt(now.view(None)).phase
    if tablet and not choice.is_draft and is_same:
        _shown(tablet, session, None)
        yield Looked("table after a tap", tablet, moved(_in_view(wide_before), _in_view(places(tablet, PARTS))))


def _in_view(parts: dict[str, list[int]]) -> dict[str, list[int]]:
    """Where those parts begin that begin in the first screen of the tablet."""
    return {name: place[:2] for name, place in parts.items() if place[1] < TABLET[1]}


def _goes_on(now: Snapshot, choice: Choice[Action], seat: Seat | None) -> bool:
    """Whether the step is still the same after that: for a seat, or (None) for the table."""
    if choice.is_draft or not choice.actions:
        return True
    game, state = now.game, now._state
    for act in choice.actions:
        state = game.apply_action(state, act)
    before, after = (game.prompt(game.view(each, seat, now.names)) for each in (now._state, state))
    if game.outcome(state) is not None or before.phase != after.phase:
        return False
    return seat is None or (seat in after.seats or before.seats == after.seats)


def _sends(choice: Choice[Action]) -> str:
    name, value = sent(choice)["name"], str(sent(choice)["value"]).replace("'", "\\'")
    return f"button[name={name}][value='{value}'], [data-{name}='{value}']"


def _shown(page: Page, session: Session, seat: Seat | None) -> None:
    """Wait until the page shows what is so now."""
    now = session.snapshot()
    page.wait_for_function(
        """([revision, drafted]) => Array.from(document.querySelectorAll("input[name=revision]")).every((each) =>
          Number(each.value) === revision) && (!drafted || document.querySelector(`[data-drafted="${drafted}"]`))""",
        arg=[now.revision, now.drafts.number(seat) if seat is not None else 0],
    )
    page.wait_for_timeout(50)
