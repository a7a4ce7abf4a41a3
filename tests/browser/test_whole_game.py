"""A whole game with a phone each and their own cards, every act a tap; then undone to its start and done again."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.games.bots import Autopilot
from companion.games.core import Action, Outcome, State
from companion.games.game import AnyGame
from companion.live.session import Session
from companion.live.snapshot import Snapshot
from companion.live.timeline import state_hash
from tests.browser.conftest import NewPage, Table, open_host, sit_down
from tests.browser.people import People, button_of
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.model import NUMBERS

GAME: AnyGame = SEALED_BID
NAMES = ("Anna", "Ben", "Cleo")
SEED = 12

pytestmark = [pytest.mark.browser, pytest.mark.timeout(540)]


class Cards:
    """What really lies on the table and in the hands: the physical world, which the companion never sees."""

    def __init__(self, seed: int) -> None:
        self._autopilot = Autopilot(GAME, seed)
        self.truth: State[Any, Any] = GAME.new_game({"cards": "virtual"}, {})
        self.acts = 0

    def next(self) -> Action | None:
        """What somebody does next, as everybody sees it; None when the game is over."""
        proposal = self._autopilot.propose(self.truth, self.acts, frozenset())
        if proposal is None:
            return None
        action, _ = proposal
        self.truth = GAME.apply_action(self.truth, action)
        self.acts += 1
        return action.public()


def play_by_taps(table: Table, phones: list[Page], cards: Cards) -> int:
    """Play to the end; returns the number of acts."""
    people = People(table.room.session)
    while (action := cards.next()) is not None:
        phone = phones[cards.acts % len(phones) if action.actor is None else action.actor]
        before = people.now
        people.tap(phone, (action,))
        people.wait(before)
    return cards.acts


@pytest.mark.slow
def test_whole_game_by_taps_then_undone_to_its_start_and_redone(table: Table, new_page: NewPage) -> None:
    phones = [new_page(390, 844) for _ in NAMES]
    for seat, (phone, name) in enumerate(zip(phones, NAMES, strict=True)):
        sit_down(phone, table, seat, name)
    session = table.room.session
    start = state_hash(GAME.new_game({"cards": "own"}, {}))

    cards = Cards(SEED)
    acts = play_by_taps(table, phones, cards)

    over = session.snapshot()
    truth = GAME.outcome(cards.truth)
    assert over.outcome is not None
    assert truth is not None
    assert over.outcome.winners == truth.winners
    for phone in phones:
        read_the_end(phone, truth)
    end = state_hash(over._state)

    host = new_page(1280, 800)
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
        read_the_end(phone, truth)


@pytest.mark.slow
def test_people_play_virtual_cards_and_see_their_own_hand_only(table: Table, new_page: NewPage) -> None:
    phones = [new_page(390, 844) for _ in NAMES]
    for seat, (phone, name) in enumerate(zip(phones, NAMES, strict=True)):
        sit_down(phone, table, seat, name)
    table.room.open_new(GAME.name, {"cards": "virtual"}, SEED)
    for phone in phones:
        phone.wait_for_selector("[data-part=hand]")
    session, rng = table.room.session, random.Random(SEED)
    people = People(session)
    while (now := people_to_act(session)).outcome is None:
        seat = next(seat for seat in range(len(NAMES)) if now.game.choices(now.view(seat)))
        view = now.view(seat)
        offered = [choice.actions[0] for choice in now.game.choices(view)]
        choice = now.game.simulation.suggest(view, offered, rng, False)
        assert view.own is not None
        button_of(phones[seat], choice)
        assert shown_hand(phones[seat]) == tuple(view.own.hand)
        people.tap(phones[seat], (choice,))
        people.wait(now)
    outcome = session.snapshot().outcome
    assert outcome is not None
    for phone in phones:
        read_the_end(phone, outcome)


def read_the_end(phone: Page, outcome: Outcome) -> None:
    """The page says who has won."""
    won = ", ".join(NAMES[seat] for seat in outcome.winners)
    phone.get_by_role("heading", name=f"{won}: most points").wait_for()


def people_to_act(session: Session) -> Snapshot:
    """The moment at which the dealer has done its part and somebody has to choose, or the game is over."""
    now = session.snapshot()
    while now.outcome is None and not any(now.game.choices(now.view(seat)) for seat in range(len(NAMES))):
        now = session.wait(now.change, 60.0)
    return now


def shown_hand(phone: Page) -> tuple[int, ...]:
    """How many cards of each number the phone shows in the hand, 1 first."""
    cards = phone.locator("[data-part=hand] li").evaluate_all(
        "cards => cards.map(card => ['.unseen', '.times'].map(part => card.querySelector(part)?.textContent))"
    )
    counts = {label: int(times[1:]) if times else 1 for label, times in cards}
    return tuple(counts.get(f"card {number}", 0) for number in NUMBERS)


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
