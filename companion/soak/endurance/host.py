"""The host at work while a companion is watched: tells of faults, answers questions, begins one game after another.

Everything is asked and told over HTTP, as phones do; only the system is asked how the process does.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from companion.errors import CompanionError
from companion.games.deal import OWN, with_cards
from companion.games.game import AnyGame
from companion.games.option_text import fitting, option_text
from companion.games.registry import GAMES
from companion.journal import read_journal
from companion.live.resume import replay
from companion.live.steps import Step
from companion.simulation.drawn_options import drawn_options
from companion.soak.endurance.account import Account, hold
from companion.soak.endurance.child import Child
from companion.soak.endurance.client import Device, NotAnswered
from companion.soak.endurance.report import Outage, Sample
from companion.soak.endurance.streams import OpenPage
from companion.soak.endurance.visits import Visits
from companion.soak.endurance.vitals import read_vitals
from companion.table.fault_plans import NO_FAULTS, FaultPlan

SAMPLE_S: Final = 2.0
"""Between two looks: an hour has 1800, and each costs the companion a few milliseconds."""
STUCK_S: Final = 120.0
"""So long without an act is a table that is stuck: hands need some seconds for one, and the longest spell of a fault
comes on top."""
WELL_S: Final = 60.0
"""After all faults have stopped everything must be well by then; a board is back in two seconds, a camera in ten."""
TABLE_PAGES: Final = 8
"""Pages of the table that are open all the time, beside the host's: a phone a seat."""


class Watch:
    """One companion, watched. One thread uses it: `begin`, `look` again and again, `end`."""

    def __init__(
        self,
        child: Child,
        game: AnyGame,
        plan: FaultPlan,
        seed: int,
        *,
        chosen: Mapping[str, Any],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`chosen`: the options of each further game; where none are, each has others."""
        self.samples: list[Sample] = []
        self.outages: list[Outage] = []
        self.accounts: list[Account] = []
        self.troubles: list[str] = []
        self.questions = self.mismatches = 0
        self._child, self._game, self._plan, self._chosen = child, game, plan, chosen
        self._now, self._began_s = now, now()
        self._rng = random.Random(f"endure/{seed}")
        self._host, self._tablet = Device(child.port), Device(child.port)
        self._pages: list[OpenPage] = []
        self.visits = Visits(child.port, game, self._rng)
        self._game_id, self._row = "", 0
        self._deeds, self._deed_s = -1, now()
        self._away: dict[str, float] = {}
        self._state = self._roll_state = ""

    @property
    def at_s(self) -> float:
        """Seconds since it began."""
        return self._now() - self._began_s

    @property
    def pages(self) -> tuple[OpenPage, ...]:
        """All pages that were held open, visitors' included."""
        return (*self._pages, *self.visits.pages)

    def begin(self) -> None:
        """Become the host, open the pages, and let things go wrong. Raises `CompanionError`."""
        if not self._host.post("/host/unlock", {"code": self._child.host_code}).is_done:
            raise CompanionError("The host page does not open with its own code. Try again with another --keep.")
        self._pages = [OpenPage(self._child.port, "/stream").start() for _ in range(TABLE_PAGES)]
        self._pages.append(OpenPage(self._child.port, "/host/stream", self._host).start())
        self._follow(self._plan)

    def look(self) -> None:
        """One look at process and table, and what a host does then."""
        if self._child.has_ended():
            raise CompanionError("The companion ended by itself. See its log.")
        try:
            told = self._host.get("/host/faults/told.json").read()["told"]
            table = self._tablet.get("/table.json").read()
        except NotAnswered as error:
            self.troubles.append(f"{self.at_s:.0f} s: {error}")
            return
        self.samples.append(Sample(self.at_s, read_vitals(self._child.pid), told))
        self._note_health(table["health"])
        self._note_sight(table)
        if table["over"] or self._is_stuck(table):
            self._settle()
            self._next_game()
        elif table["sight"]["state"] == "question":
            self._answer(table)
        else:
            self.visits.step(table, self.at_s)

    def end(self) -> None:
        """Stop all faults, wait until all is well again, and settle the last game's account."""
        if not self._child.has_ended():
            self.visits.end()
            self._follow(NO_FAULTS)
            self._wait_until_well()
        self._settle()
        for page in self._pages:
            page.leave()
        for page in self._pages:
            page.close()

    def _follow(self, plan: FaultPlan) -> None:
        fields = {"plan": msgspec.json.encode(plan).decode()} if plan != NO_FAULTS else {"do": "stop"}
        self._host.post("/host/faults", fields)

    def _wait_until_well(self) -> None:
        until_s, failed = self._now() + WELL_S, ["nothing was looked at"]
        while failed and self._now() < until_s:
            time.sleep(SAMPLE_S / 2)
            table = self._tablet.get("/table.json").read()
            self._note_health(table["health"])
            failed = [f"{each['device']}: {each['text']}" for each in table["health"] if each["status"] == "failed"]
        self.troubles += [f"{WELL_S:.0f} s after the last fault: {each}" for each in failed]

    # --- what is seen -------------------------------------------------------------------------------------------------

    def _note_health(self, health: list[dict[str, Any]]) -> None:
        failed = {each["device"] for each in health if each["status"] == "failed"}
        for name in failed - set(self._away):
            self._away[name] = self.at_s
        for name in set(self._away) - failed:
            self.outages.append(Outage(name, self._away[name], self.at_s - self._away.pop(name)))

    def _note_sight(self, table: Mapping[str, Any]) -> None:
        state, before = table["sight"]["state"], self._state
        self._state = state
        self.questions += state == "question" and before != "question"
        self.mismatches += state == "mismatch" and before != "mismatch"
        roll, roll_before = table["roll"]["state"], self._roll_state
        self._roll_state = roll
        # The players answer it themselves, as they look into the tray.
        self.questions += roll == "question" and roll_before != "question"
        # Rows are no progress: who sits down and leaves has one too.
        deeds = len(self._child.deeds(table["game_id"]))
        if (table["game_id"], deeds) != (self._game_id, self._deeds):
            self._deed_s = self._now()
        self._game_id, self._row, self._deeds = table["game_id"], table["last_row"], deeds

    def _is_stuck(self, table: Mapping[str, Any]) -> bool:
        camera, board = self._plan.camera, self._plan.board
        most_s = STUCK_S + max(camera.vanish_for_s, camera.freeze_for_s, board.unplug_for_s)
        if self._now() - self._deed_s < most_s:
            return False
        sight = table["sight"]
        self.troubles.append(
            f"{self.at_s:.0f} s: {self._game_id}, row {self._row}: nothing happened for {most_s:.0f} s. The sight of "
            f"the table is “{sight['state']}”: {sight['text']}"
        )
        return True

    # --- what a host does ---------------------------------------------------------------------------------------------

    def _steps(self) -> tuple[Step, ...]:
        return tuple(replay(GAMES, read_journal(self._child.home.journal(self._game_id))).done)

    def _account(self) -> Account:
        return hold(self._game, self._steps(), self._child.deeds(self._game_id))

    def _settle(self) -> None:
        """The account of the game on the table, which ends here."""
        if self._game_id:
            account = self._account()
            self.accounts.append(account)
            self.troubles += [f"{self._game_id}: wrong inference, {each}" for each in account.wrong]

    def _next_game(self) -> None:
        self.visits.end()
        varied = self._chosen or drawn_options(self._game, self._rng, {})
        # A form leaves out what means nothing beside the rest, and so do these.
        options = with_cards(self._game, fitting(self._game, varied), OWN)
        fields = {key: option_text(value) for key, value in options.items()}
        answer = self._host.post("/host/new", {"game": self._game.name, **fields})
        if not answer.is_done:
            raise CompanionError(f"No further game began: {answer.read()['text']}")
        self._game_id = ""

    def _answer(self, table: Mapping[str, Any]) -> None:
        """Tap what was done, as a person does who is asked."""
        missing = list(self._account().missing)
        answers = [choice["actions"] for choice in table["sight"]["question"]]
        answer = next((acts for acts in answers if acts == missing[: len(acts)]), None)
        if answer is not None:
            self._host.tap("/tap", answer, table["revision"], f"endure-{self._rng.getrandbits(48):x}")
