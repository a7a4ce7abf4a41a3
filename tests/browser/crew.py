"""People who play Rolling with the Waves by its pages: every act is a tap, and every tap is counted."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

from playwright.sync_api import Locator, Page

from companion.games.core import Action, Choice, Seat
from companion.games.registry import GAMES
from companion.games.rolling_with_the_waves.state.model import PoolRolled
from companion.games.rolling_with_the_waves.state.records import Phase, Whole
from companion.live.session import Session
from companion.live.snapshot import Snapshot
from tests.browser.people import People

GAME = GAMES["rolling_with_the_waves"]


class Crew(People):
    """A tablet with the host's table page, and a phone a seat. `seen` is called before each act with its phase."""

    def __init__(
        self,
        session: Session,
        tablet: Page,
        phones: Sequence[Page],
        seed: int,
        seen: Callable[[Phase, Seat | None], None] = lambda phase, seat: None,
    ) -> None:
        super().__init__(session)
        self._tablet, self._phones = tablet, phones
        self._rng, self._seen = random.Random(seed), seen
        self.taps = 0
        self.taps_of_seats = Counter[Seat]()
        self.taps_of_roll = 0

    @property
    def whole(self) -> Whole:
        found: Whole = self.now.view(None).table.played
        return found

    def play_round(self) -> None:
        """Play until the anchor is dropped, or the game is over."""
        number = self.whole.round
        while self.now.outcome is None and self.whole.round == number:
            self.step()

    def step(self) -> None:
        """The next act of whoever is to act, as a bot would choose it; the last die is laid with the call."""
        now, whole = self.now, self.whole
        if whole.phase is Phase.ROLL:
            self._seen(whole.phase, None)
            self._roll(self._rng.choice(list(GAME.legal_actions(GAME.known(now.view(None))))))
            return
        seats = GAME.prompt(now.view(None)).seats
        seat = seats[0] if seats else None
        self._seen(whole.phase, seat)
        choice = self._choose(now, seat)
        before = self.taps
        self.taps += self.tap(self._tablet if seat is None else self._phones[seat], choice.actions)
        if seat is not None:
            self.taps_of_seats[seat] += self.taps - before
        self.wait(now)

    def _choose(self, now: Snapshot, seat: Seat | None) -> Choice[Action]:
        """What is tapped: the choice that carries most, of those that begin with what a bot would do."""
        choices = [each for each in now.choices(seat) if not any(act.takes_back or act.is_open for act in each.actions)]
        if seat is None:
            return choices[0]
        own = [each for each in choices if each.actions[0].actor == seat]
        first = GAME.simulation.suggest(now.view(seat), [each.actions[0] for each in own], self._rng, False)
        return max((each for each in own if each.actions[0] == first), key=lambda each: len(each.actions))

    def _roll(self, roll: PoolRolled) -> None:
        before, taps = self.now, self.taps
        form = self._tablet.locator(".telling")
        form.wait_for()
        for value, colour in zip(roll.values, roll.colours, strict=True):
            form.locator(f"button[data-colour={colour}][data-value='{value}']").click()
            self.taps += 1
        self.click(form.get_by_role("button", name="Roll"), "**/dice/type")
        self.wait(before)
        self.taps_of_roll = self.taps - taps

    def click(self, place: Locator, address: str = "**/tap") -> None:
        self.taps += 1
        super().click(place, address)
