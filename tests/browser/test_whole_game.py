"""A whole game with four phones and their own cards, every act a tap; then undone to its start and done again."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import BrowserContext, Locator, Page

from companion.autopilot import Autopilot
from companion.games.core import Action, State
from companion.games.registry import GAMES
from companion.games.waves.data import DATA
from companion.session import Session
from companion.snapshot import Snapshot
from companion.timeline import state_hash
from tests.browser.conftest import Table, open_host, sit_down, tap_as_a_person

WAVES = GAMES["waves"]
NAMES = ("Anna", "Ben", "Cleo", "Dan")
SEED = 12  # a short game: 99 acts, 4 rounds

pytestmark = [pytest.mark.browser, pytest.mark.timeout(540)]


class Cards:
    """What really lies on the table and in the hands: the physical world, which the companion never sees."""

    def __init__(self, seed: int) -> None:
        self._autopilot = Autopilot(WAVES, seed)
        self.truth: State[Any, Any] = WAVES.new_game({"cards": "virtual"}, {})
        self.acts = 0

    def next(self) -> Action | None:
        """What somebody does next, as everybody sees it; None when the game is over."""
        proposal = self._autopilot.propose(self.truth, self.acts, frozenset())
        if proposal is None:
            return None
        action, _ = proposal
        self.truth = WAVES.apply_action(self.truth, action)
        self.acts += 1
        return action.public()


def wait_for_button(page: Page, action: Action) -> Locator:
    """The button that stands for this act, once it is there."""
    button = page.locator(f"button[name=actions][value='{msgspec.json.encode((action,)).decode()}']").first
    button.wait_for()
    return button


def tap(page: Page, action: Action) -> None:
    """Tap the button that stands for this act, once it is there; again where the page moved under the finger."""
    button = wait_for_button(page, action)
    tap_as_a_person(page, button)


def play_by_taps(table: Table, phones: list[Page], cards: Cards) -> int:
    """Play to the end; returns the number of acts."""
    session = table.room.session
    while (action := cards.next()) is not None:
        phone = phones[cards.acts % len(phones) if action.actor is None else action.actor]
        revision = session.snapshot().revision
        tap(phone, action)
        wait_for_act(session, revision)
    return cards.acts


@pytest.mark.slow
def test_whole_game_by_taps_then_undone_to_its_start_and_redone(
    serve: Callable[..., Table], new_context: Callable[[int, int], BrowserContext]
) -> None:
    table = serve(cards="own", tablets="row1")
    phones = [new_context(390, 844).new_page() for _ in NAMES]
    for seat, (phone, name) in enumerate(zip(phones, NAMES, strict=True)):
        sit_down(phone, table, seat, name)
    session = table.room.session
    start = state_hash(WAVES.new_game({"cards": "own", "tablets": "row1"}, {}))

    cards = Cards(SEED)
    cards.truth = WAVES.new_game({"cards": "virtual", "tablets": "row1"}, {})
    acts = play_by_taps(table, phones, cards)

    over = session.snapshot()
    truth = WAVES.outcome(cards.truth)
    assert over.outcome is not None
    assert truth is not None
    assert over.outcome == truth
    winner = NAMES[truth.winners[0]]
    for phone in phones:
        phone.get_by_role("heading", name=f"{winner} wins.").wait_for()
    end = state_hash(over._state)

    host = new_context(1280, 800).new_page()
    open_host(host, table)
    undo(host, 1)
    assert session.snapshot().can_redo == 1
    undo(host, acts - 1)
    assert session.snapshot().can_undo == 0
    assert state_hash(session.snapshot()._state) == start
    phones[2].get_by_role("heading", name="Draw lots").wait_for()

    redo(host, 1)
    redo(host, acts - 1)
    assert session.snapshot().can_redo == 0
    assert state_hash(session.snapshot()._state) == end
    for phone in phones:
        phone.get_by_role("heading", name=f"{winner} wins.").wait_for()


@pytest.mark.slow
def test_four_people_play_virtual_cards_and_see_their_own_hand_only(
    serve: Callable[..., Table], new_context: Callable[[int, int], BrowserContext]
) -> None:
    table = serve(cards="own")
    phones = [new_context(390, 844).new_page() for _ in NAMES]
    for seat, (phone, name) in enumerate(zip(phones, NAMES, strict=True)):
        sit_down(phone, table, seat, name)
    table.room.open_new("waves", {"cards": "virtual", "tablets": "row1"}, SEED)
    for phone in phones:
        phone.wait_for_selector("[data-part=hand]")
    session, rng = table.room.session, random.Random(SEED)
    while (now := people_to_act(session)).outcome is None:
        seat = next(seat for seat in range(len(NAMES)) if now.game.choices(now.view(seat)))
        view = now.view(seat)
        offered = [choice.actions[0] for choice in now.game.choices(view)]
        choice = now.game.suggest(view, offered, rng)
        wait_for_button(phones[seat], choice)
        assert view.own is not None
        assert shown_hand(phones[seat]) == tuple(view.own.hand)
        tap(phones[seat], choice)
        wait_for_act(session, now.revision)
    winner = NAMES[session.snapshot().outcome.winners[0]]  # type: ignore[union-attr]  # the game is over
    for phone in phones:
        phone.get_by_role("heading", name=f"{winner} wins.").wait_for()


def wait_for_act(session: Session, revision: int) -> None:
    """Wait until the position is another one; a snapshot may also tell of a seat or a device."""
    now = session.snapshot()
    while now.revision == revision:
        newer = session.wait(now.change, 60.0)
        assert newer.change != now.change, "the tap did not arrive"
        now = newer


def people_to_act(session: Session) -> Snapshot:
    """The moment at which the dealer has done its part and somebody has to choose, or the game is over."""
    now = session.snapshot()
    while now.outcome is None and not any(now.game.choices(now.view(seat)) for seat in range(len(NAMES))):
        now = session.wait(now.change, 60.0)
    return now


def shown_hand(phone: Page) -> tuple[int, ...]:
    """How many cards of each class the phone shows in the hand, Scholar first."""
    cards = phone.locator("[data-part=hand] li").evaluate_all(
        "cards => cards.map(card => ['.unseen', '.times'].map(part => card.querySelector(part)?.textContent))"
    )
    counts = {label: int(times[1:]) if times else 1 for label, times in cards}
    return tuple(counts.get(cls.name, 0) for cls in DATA.classes)


def undo(host: Page, steps: int) -> None:
    """Undo by the host page: say how many, read what cannot be unseen, confirm."""
    host.fill("#steps", str(steps))
    host.get_by_role("button", name="Undo").click()
    host.get_by_role("button", name="Yes, undo").click()
    host.wait_for_selector("[data-part=course]")


def redo(host: Page, steps: int) -> None:
    """Redo by the host page."""
    host.fill("#again", str(steps))
    with host.expect_response(lambda response: response.url.endswith("/host/redo") and response.ok):
        host.get_by_role("button", name="Redo").click()
