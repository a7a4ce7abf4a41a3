"""The turn of the dealer and the bots at a virtual table: when they act next, and what they do then."""

from __future__ import annotations

import logging
import time
from typing import Literal

import msgspec

from companion.games.bots import Autopilot, without_bots
from companion.games.core import Action, Seat
from companion.live.attention import PATIENCE, Attention
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
    """An autopilot with a pace, and with patience for people. Without an autopilot it is never due."""

    def __init__(self, autopilot: Autopilot | None, pace_s: float, patience: float = PATIENCE) -> None:
        """What all have to have stays `patience` paces, unless all say sooner that they have it."""
        self._autopilot = autopilot
        self._pace_s = pace_s
        self._patience_s = pace_s * patience
        self._since = 0, 0.0
        """The revision that was met last, and when that was."""
        self.due_s = time.monotonic() if autopilot is not None else float("inf")
        """When they act next; infinite while they wait for a person."""

    def wait(self) -> None:
        """Somebody has acted: give people time to see it."""
        if self._autopilot is not None:
            self.due_s = time.monotonic() + self._pace_s

    def act(self, timeline: Timeline, now_s: float, attention: Attention) -> Acted | Literal["waiting", "failed"]:
        """What they do now; "waiting" where a person has to act first, or all have to have what is due."""
        assert self._autopilot is not None  # else it is never due
        if self._since[0] != timeline.revision:
            self._since = timeline.revision, now_s
        try:
            proposal = self._propose(self._autopilot, timeline, now_s, attention)
        except Exception as error:
            log_fault(log, "the bots stopped: an act of theirs could not be found", error)
            return "failed"
        if proposal is None:
            return "waiting"
        action, who = proposal
        self.due_s = now_s + self._pace_s * (UNSEEN_PACE if action.sense == "told" else 1.0)
        return _acted(timeline, action, who)

    def _propose(
        self, autopilot: Autopilot, timeline: Timeline, now_s: float, attention: Attention
    ) -> tuple[Action, str] | None:
        """The next act and whose it is; None where they wait, and then `due_s` says how long."""
        state, ply = timeline.state, timeline.play_count
        others = without_bots(timeline.game, state, timeline.seats)
        proposal = autopilot.propose(state, ply, others, unhurried=True)
        if proposal is None and others:
            late = autopilot.propose(state, ply, others)
            until_s = self._since[1] + self._patience_s
            self.due_s = float("inf") if late is None else until_s
            is_due = now_s >= until_s or attention.have_all(timeline.seats)
            return late if is_due else None
        if proposal is None:
            self.due_s = float("inf")
        return proposal

    def settle(self, timeline: Timeline, seat: Seat, key: str) -> Acted | None:
        """What chance says of an act that a person lets it settle; None where that is not open to this seat."""
        assert self._autopilot is not None  # else nobody asks it
        action = self._autopilot.settle(timeline.state, timeline.play_count, seat, key)
        return _acted(timeline, action, f"seat {seat + 1}") if action is not None else None

    def heard(self, reply: Reply, now_s: float) -> bool:
        """What became of their act; False where it failed and they must not try again by themselves."""
        if reply.code == "disk":
            self.due_s = now_s + DISK_RETRY_S
            return True
        return reply.accepted


def _acted(timeline: Timeline, action: Action, who: str) -> Acted:
    action = timeline.promises.instead_of(timeline.game, timeline.state, action)
    return Acted(who, (msgspec.to_builtins(action),))
