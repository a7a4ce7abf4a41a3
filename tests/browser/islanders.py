"""People who play Atlantis Rising by its pages: every act is a tap, and every tap is counted."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec
from playwright.sync_api import Page

from companion.games.atlantis_rising.rules.acts import Activate, AllPlaced, EndActions, EndMisfortunes, MoveWrath, Place
from companion.games.atlantis_rising.rules.decisions import Roll
from companion.games.atlantis_rising.state.model import CENTRE, AtlantisAction, Phase, Table
from companion.games.core import Action, Choice
from companion.games.registry import GAMES
from companion.live.session import Session
from companion.live.snapshot import Snapshot
from tests.browser.conftest import PATIENCE_MS
from tests.browser.people import People

GAME = GAMES["atlantis_rising"]
_CARRIES_ON = (AllPlaced, EndMisfortunes, EndActions, MoveWrath)
"""Acts that are told together with the next one."""
_CELL = """([piece, act]) => {
    const takes = (cell) => JSON.stringify(JSON.parse(cell.dataset.takes)[piece]) === act;
    const cell = Array.from(document.querySelectorAll("[data-takes]")).find(takes);
    return cell ? cell.dataset.key : document.querySelector(`button[value='${act}']`) && "none";
}"""
"""The cell that takes a piece for an act, once the page shows one; "none" where a button does it."""


class Islanders(People):
    """A tablet with the host's table page, and a phone a seat. `seen` is called before each act with the table."""

    def __init__(
        self,
        session: Session,
        tablet: Page,
        phones: Sequence[Page],
        seed: int,
        seen: Callable[[Table], None] = lambda table: None,
    ) -> None:
        super().__init__(session)
        self._tablet, self._phones = tablet, phones
        self._rng, self._seen = random.Random(seed), seen
        self.taps = Counter[int]()
        """By round, those that tell of rolls left out."""

    @property
    def table(self) -> Table:
        found: Table = self.now.view(None).table
        return found

    def play(self, rounds: int) -> None:
        """Play until so many rounds are over, or the game is."""
        while self.now.outcome is None and self.table.round <= rounds:
            self.step()

    def step(self) -> None:
        """What a bot would do next, told by one tap, and by another where a piece is taken up first."""
        self._seen(self.table)
        now = self.now
        act = self._next(now)
        page = self._page(act)
        if not isinstance(act, Roll):
            self.taps[self.table.round] += 1
        if isinstance(act, Place):
            self._put(page, act)
        else:
            more = self.tap(page, self._choice(now, act).actions)
            self.taps[self.table.round] += 0 if isinstance(act, Roll) else more
        self.wait(now)

    def _next(self, now: Snapshot) -> AtlantisAction:
        state = GAME.known(now.view(None))
        legal: list[AtlantisAction] = [act for act in GAME.legal_actions(state) if not act.takes_back]
        chance = [act for act in legal if act.kind == "chance"]
        if chance:
            return _in_order(GAME.simulation.deal(state, chance, self._rng))
        upkeep = [act for act in legal if act.kind == "upkeep"]
        if upkeep:
            return upkeep[0]
        offered = {choice.actions[0] for choice in now.choices(None)}
        found: AtlantisAction = GAME.simulation.suggest(
            now.view(None), [act for act in legal if act in offered], self._rng, False
        )
        return next((act for act in (found,) if act in offered), legal[0])

    def _page(self, act: Action) -> Page:
        return self._tablet if act.actor is None or not self._phones else self._phones[act.actor]

    def _choice(self, now: Snapshot, act: AtlantisAction) -> Choice[Action]:
        """The choice that begins with it: of what carries on the one that does, and all at the centre at once."""
        seat = act.actor if self._phones else None
        choices = [each for each in now.choices(seat) if each.actions[0] == act]
        longer = [each for each in choices if len(each.actions) > 1]
        is_more = isinstance(act, _CARRIES_ON) or (isinstance(act, Activate) and act.place == CENTRE)
        return self._rng.choice(longer) if longer and (is_more or len(longer) == len(choices)) else choices[0]

    def _put(self, page: Page, act: Place) -> None:
        """Take the piece up, unless it is in hand, and tap its place."""
        key = f"{act.piece}.{act.seat}"
        sent = msgspec.json.encode((act,)).decode()
        cell = page.wait_for_function(_CELL, arg=[key, sent], timeout=PATIENCE_MS).json_value()
        if cell == "none":
            self.taps[self.table.round] += self.tap(page, (act,))  # another space of a tile is a button
            return
        piece = page.locator(f"[data-pick='{key}']")
        if piece.get_attribute("aria-pressed") != "true":
            piece.click()
            self.taps[self.table.round] += 1
        self.click(page.locator(f"[data-key='{cell}']"))


def _in_order(act: AtlantisAction) -> AtlantisAction:
    """A roll as it is offered: of dice that nobody tells apart the lower one first."""
    return Roll(tuple(sorted(act.values))) if isinstance(act, Roll) else act


def phase_of(table: Table) -> str:
    """What is shown at the moment, for who looks at every kind of it once."""
    step = type(table.steps[-1]).__name__ if table.steps else ""
    phase: Phase = table.phase
    return f"{phase.value}{'-' + step if step else ''}"
