"""The turn of the dealer and the bots at a virtual table: when they act next, and what they do then."""

from __future__ import annotations

import logging
import time
from typing import Literal

import msgspec

from companion.games.bots import Autopilot, without_bots
from companion.live.inputs import Acted
from companion.live.requests import Reply
from companion.live.timeline import Timeline
from companion.runtime.fault_log import log_fault

log = logging.getLogger(__name__)

UNSEEN_PACE = 0.15
"""What nobody sees on the table, like a draw, need not be watched: so much of the pace it takes."""
DISK_RETRY_S = 2.0
"""How long the bots hold still after the disk refused an act."""


class BotTurns:
    """An autopilot with a pace. Without an autopilot it is never due."""

    def __init__(self, autopilot: Autopilot | None, pace_s: float) -> None:
        self._autopilot = autopilot
        self._pace_s = pace_s
        self.due_s = time.monotonic() if autopilot is not None else float("inf")
        """When they act next; infinite while they wait for a person."""

    def wait(self) -> None:
        """Somebody has acted: give people time to see it."""
        if self._autopilot is not None:
            self.due_s = time.monotonic() + self._pace_s

    def act(self, timeline: Timeline, now_s: float) -> Acted | Literal["waiting", "failed"]:
        """What they do now; "waiting" where a person has to act first."""
        assert self._autopilot is not None  # else it is never due
        try:
            others = without_bots(timeline.game, timeline.state, timeline.seats)
            proposal = self._autopilot.propose(timeline.state, timeline.play_count, others)
        except Exception as error:
            log_fault(log, "the bots stopped: an act of theirs could not be found", error)
            return "failed"
        if proposal is None:
            self.due_s = float("inf")
            return "waiting"
        action, who = proposal
        action = timeline.promises.instead_of(timeline.game, timeline.state, action)
        self.due_s = now_s + self._pace_s * (UNSEEN_PACE if action.sense == "told" else 1.0)
        return Acted(who, (msgspec.to_builtins(action),))

    def heard(self, reply: Reply, now_s: float) -> bool:
        """What became of their act; False where it failed and they must not try again by themselves."""
        if reply.code == "disk":
            self.due_s = now_s + DISK_RETRY_S
            return True
        return reply.accepted
