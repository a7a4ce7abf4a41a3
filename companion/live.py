"""The game as the referee thread holds it: settles one request at a time, on the disk first, then in the timeline.

Knows no thread. Its one owner tells everybody else, by a new snapshot, once a call here has returned.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeAlias

import msgspec

from companion.faults import log_fault
from companion.games.core import Action, Seat
from companion.games.errors import IllegalAction
from companion.journal import Draft, Journal, JournalError, Row, RowKind
from companion.referee.presses import UNDO, PressRefused, label_of, pressed
from companion.referee.sight import Sight
from companion.referee.taps import TapRefused, judge_tap, read_actions
from companion.referee.watching import Watcher
from companion.requests import (
    Client,
    Correct,
    Decide,
    End,
    LeaveSeat,
    Pause,
    Redo,
    Reply,
    Request,
    Restored,
    TakeSeat,
    Tap,
    Undo,
)
from companion.seating import WaitingList, clean_name
from companion.table.felt import Feeling
from companion.table.sightings import Reading
from companion.timeline import Sitting, Step, Timeline, key_hash, state_hash

log = logging.getLogger(__name__)

Clock: TypeAlias = Callable[[], datetime]


class LiveGame:
    """Timeline and journal in step, who waits for a seat, and whether the bots hold still."""

    def __init__(self, timeline: Timeline, journal: Journal, clock: Clock) -> None:
        self.timeline = timeline
        self.journal = journal
        self.waiting = WaitingList()
        self.paused = bool(timeline.undone)
        """An undone act waits to be done again: the bots must not play over it."""
        self.disk = ""
        """Why the disk took nothing the last time; empty where it did."""
        self.watcher = Watcher(timeline.game)
        self.pressed = ""
        """Why the last press of a button changed nothing; empty where it did, and once anything else was done."""
        self.refused_presses = 0
        self._clock = clock
        self._rewound_at = max((row.number for row in journal.opened_with if row.kind in _REWINDS), default=0)

    @property
    def sight(self) -> Sight:
        """What the camera's look at the table comes to."""
        return self.watcher.sight

    def settle(self, client: Client, request: Request) -> Reply:
        """The answer to a request that is done or refused by now. Never raises."""
        try:
            reply = _HANDLERS[type(request)](self, client, request)
            if reply.accepted:
                self.pressed = ""
            return reply
        except TapRefused as refused:
            return self._refuse(refused.code, str(refused), refused.rule)
        except IllegalAction as illegal:
            return self._refuse("illegal", illegal.reason, illegal.rule)
        except JournalError as error:
            return self._refuse("disk", f"{error} Nothing was changed.")
        except Exception as error:
            log_fault(log, "a request could not be settled", error)
            return self._refuse(
                "fault", "The companion made a mistake and changed nothing. Try another way, and tell its makers."
            )

    def accept(self, who: str, actions: Sequence[Action], states: Sequence[Any], tap_id: str = "") -> None:
        """Acts that were found legal become part of the game. Raises `JournalError` where the disk takes nothing."""
        payloads = [
            {"action": msgspec.to_builtins(action), **({"tap": tap_id} if tap_id else {})} for action in actions
        ]
        rows = self._write(who, [("act", payload, state) for payload, state in zip(payloads, states, strict=True)])
        for row, action, state in zip(rows, actions, states, strict=True):
            self.timeline.push_step(row.number, Step(row.number, action, {}, self.timeline.state, state, tap_id))
        self.pressed = ""

    # --- what is seen and felt ----------------------------------------------------------------------------------------

    def see(self, reading: Reading) -> None:
        """One more look at the table. `judge` then tells what follows from it."""
        if self._plays_by_sight():
            self.watcher.see(reading, self.timeline.state)

    def feel(self, feeling: Feeling) -> None:
        """What the board felt: a count for `judge`, and presses, which are settled at once. Never raises."""
        if self._plays_by_sight():
            self.watcher.feel(feeling.count)
        for button in feeling.presses:
            if trouble := self._settle_press(button, feeling.is_hasty):
                self.pressed, self.refused_presses = trouble, self.refused_presses + 1

    def _settle_press(self, button: str, is_hasty: bool) -> str:
        """Do what a press stands for; the sentence that says why not, or "" where it was done."""
        if is_hasty and button != UNDO:
            return f"{label_of(button)}: an act was recognised just now. If you mean the next one, press again."
        try:
            self._press(button)
        except (PressRefused, TapRefused) as refused:
            return str(refused)
        except IllegalAction as illegal:  # what was offered when the table was looked at has been overtaken
            return f"{label_of(button)}: {illegal.reason}"
        except JournalError as error:
            return f"{label_of(button)}: {error} Nothing was changed."
        except Exception as error:
            log_fault(log, "a press could not be settled", error)
            return f"{label_of(button)}: the companion made a mistake and changed nothing. Tap instead."
        return ""

    def _press(self, button: str) -> None:
        timeline = self.timeline
        self._check_going_on()
        if button == UNDO:
            if not timeline.done:
                raise PressRefused(f"{label_of(button)}: nothing has been done yet that could be taken back.")
            self._take_back(BOARD, 1)
            self.pressed = ""
            return
        choice = pressed(timeline.game, timeline.state, button, self.sight, timeline.names())
        states = [timeline.state]
        for act in choice.actions:
            states.append(timeline.game.apply_action(states[-1], act))
        self._told(BOARD, choice.actions, states[1:])

    def _told(self, who: str, actions: Sequence[Action], states: Sequence[Any], tap_id: str = "") -> None:
        """Accept acts that somebody told of, which the table may show already or only later."""
        befores = (self.timeline.state, *states)
        self.accept(who, actions, states, tap_id)
        for before, action, after in zip(befores, actions, states, strict=False):
            self.watcher.told(before, action, after)
        self.paused = False

    def judge(self) -> bool:
        """Accept what the table shows as far as a slice of the search finds it; whether another slice is wanted."""
        timeline = self.timeline
        if not self._plays_by_sight():
            return False
        verdict = self.watcher.judge(timeline.state, timeline.names())
        if verdict is None or not verdict.acts:
            return verdict is None
        states = [timeline.state]
        for act in verdict.acts:
            states.append(timeline.game.apply_action(states[-1], act))
        try:
            self.accept(verdict.by, verdict.acts, states[1:])
        except JournalError:
            self.watcher.forget()  # to be found again with the next look, when the disk may take it
            return False
        return True

    def _plays_by_sight(self) -> bool:
        """Whether acts are learned from the table: the game goes on, and the companion has not dealt it itself."""
        timeline = self.timeline
        over = timeline.ended or timeline.game.outcome(timeline.state) is not None
        return not over and not timeline.state.is_dealt

    # --- requests -----------------------------------------------------------------------------------------------------

    def _tap(self, client: Client, tap: Tap) -> Reply:
        timeline = self.timeline
        if client.role == "guest":
            return self._refuse("not-yours", "Guests look on. Take a seat, or open the host page, to tap.")
        if tap.tap_id and tap.tap_id in timeline.taps:
            return Reply(True, "That was done already.", revision=timeline.revision)
        self._check_going_on()
        actions = read_actions(timeline.game, tap.actions)
        since = [step.action for step in timeline.done if step.number > tap.revision and step.action is not None]
        view = timeline.game.view(timeline.state, client.seat, timeline.names())
        states = judge_tap(timeline.game, timeline.state, view, actions, since, self._rewound_at > tap.revision)
        self._told(_who(client), actions, states, tap.tap_id)
        return Reply(True, "Done.", revision=timeline.revision)

    def _undo(self, client: Client, undo: Undo) -> Reply:
        self._host_only(client, "undo")
        timeline = self.timeline
        if timeline.ended:
            return self._take_end_back(client)
        if not 1 <= undo.steps <= len(timeline.done):
            return self._refuse("illegal", f"{len(timeline.done)} acts can be taken back, not {undo.steps}.", "host")
        self._take_back(_who(client), undo.steps)
        return self._done("Taken back. Put the pieces back as the picture shows.")

    def _take_back(self, who: str, steps: int) -> None:
        timeline = self.timeline
        remains = len(timeline.done) - steps
        after = timeline.done[remains - 1].after if remains else timeline.start
        (row,) = self._write(who, [("undo", {"steps": steps}, after)])
        timeline.push_undo(row.number, steps)
        self.paused, self._rewound_at = True, row.number
        self.watcher.rewind()

    def _take_end_back(self, client: Client) -> Reply:
        """The host ended the game by mistake: an undo of no act, and it goes on."""
        (row,) = self._write(_who(client), [("undo", {"steps": 0}, self.timeline.state)])
        self.timeline.push_undo(row.number, 0)
        self.paused = True
        self.watcher.rewind()
        return self._done("The game goes on.")

    def _redo(self, client: Client, redo: Redo) -> Reply:
        self._host_only(client, "redo")
        self._check_going_on()
        timeline = self.timeline
        if not 1 <= redo.steps <= len(timeline.undone):
            return self._refuse("illegal", f"{len(timeline.undone)} acts can be done again, not {redo.steps}.", "host")
        after = timeline.undone[-redo.steps].after
        (row,) = self._write(_who(client), [("redo", {"steps": redo.steps}, after)])
        timeline.push_redo(row.number, redo.steps)
        self._rewound_at = row.number
        self.watcher.rewind()
        return self._done("Done again.")

    def _correct(self, client: Client, correct: Correct) -> Reply:
        self._host_only(client, "correct the table")
        self._check_going_on()
        timeline = self.timeline
        before = timeline.state
        after = timeline.game.correct(before, correct.facts)
        (row,) = self._write(_who(client), [("correct", {"facts": correct.facts}, after)])
        timeline.push_step(row.number, Step(row.number, None, correct.facts, before, after))
        self._rewound_at = row.number
        self.watcher.rewind()
        return self._done("Corrected.")

    def _restored(self, client: Client, _restored: Restored) -> Reply:
        self._host_only(client, "say that the table is right")
        self.watcher.restored()
        return self._done("What is seen counts from now on.")

    def _take_seat(self, client: Client, take: TakeSeat) -> Reply:
        self._check_seat(take.seat)
        timeline = self.timeline
        others = [name for seat, name in enumerate(timeline.names()) if seat != take.seat]
        name = clean_name(take.name, take.seat, others)
        hashed = key_hash(take.key)
        sitting = timeline.seats.get(take.seat)
        if sitting is not None and sitting.key_hash != hashed:
            if not self.waiting.add(take.seat, name, hashed):
                return self._refuse("not-yours", "Too many wait for this seat. Ask the host to decide first.")
            return self._refuse(
                "waiting",
                f"{sitting.name} sits in seat {take.seat + 1}. The host must agree: ask them to look at the host page.",
            )
        self._seat(_who(client), take.seat, Sitting(name, hashed))
        return self._done(f"Seat {take.seat + 1} is yours, {name}.")

    def _leave_seat(self, client: Client, leave: LeaveSeat) -> Reply:
        self._check_seat(leave.seat)
        if client.role != "host" and client.seat != leave.seat:
            return self._refuse("not-yours", "Only the person in the seat or the host can free it.")
        if leave.seat not in self.timeline.seats:
            return self._refuse("illegal", f"Nobody sits in seat {leave.seat + 1}.", "host")
        self._seat(_who(client), leave.seat, None)
        return self._done(f"Seat {leave.seat + 1} is free.")

    def _decide(self, client: Client, decide: Decide) -> Reply:
        self._host_only(client, "give a seat away")
        self._check_seat(decide.seat)
        asked = self.waiting.find(decide.seat, decide.asking)
        if asked is None:
            return self._refuse("stale", "That request is gone. Look at the list again.")
        name, hashed = asked
        if not decide.allow:
            self.waiting.drop(decide.seat, decide.asking)
            return self._done(f"{name} does not get seat {decide.seat + 1}.")
        self._seat(_who(client), decide.seat, Sitting(name, hashed))
        return self._done(f"{name} sits in seat {decide.seat + 1} now.")

    def _end(self, client: Client, _end: End) -> Reply:
        self._host_only(client, "end the game")
        if self.timeline.ended:
            return self._refuse("over", "The game has ended already.")
        (row,) = self._write(_who(client), [("end", {}, self.timeline.state)])
        self.timeline.push_end(row.number)
        return self._done("The game is ended and saved.")

    def _pause(self, client: Client, pause: Pause) -> Reply:
        self._host_only(client, "hold the bots")
        self.paused = pause.paused
        return self._done("The bots hold still." if pause.paused else "The bots go on.")

    def _host_only(self, client: Client, act: str) -> None:
        if client.role != "host":
            raise TapRefused("not-yours", f"Only the host can {act}. Open the host page with the host code.")

    def _check_going_on(self) -> None:
        if self.timeline.ended:
            raise TapRefused("over", "The host has ended this game. Undo that, or start a new one, on the host page.")

    def _check_seat(self, seat: Seat) -> None:
        count = self.timeline.seat_count
        if not 0 <= seat < count:
            raise TapRefused("malformed", f"There is no seat {seat + 1} at this table. The seats are 1 to {count}.")

    # --- small helpers ------------------------------------------------------------------------------------------------

    def _refuse(self, code: str, text: str, rule: str = "") -> Reply:
        return Reply(False, text, code, rule, self.timeline.revision)

    def _done(self, text: str) -> Reply:
        return Reply(True, text, revision=self.timeline.revision)

    def _seat(self, who: str, seat: Seat, sitting: Sitting | None) -> None:
        payload = {
            "seat": seat,
            "name": sitting.name if sitting else "",
            "key_hash": sitting.key_hash if sitting else None,
        }
        (row,) = self._write(who, [("seat", payload, self.timeline.state)])
        self.timeline.push_seat(row.number, seat, sitting)
        self.waiting.clear(seat)

    def _write(self, who: str, drafts: Sequence[tuple[RowKind, dict[str, Any], Any]]) -> tuple[Row, ...]:
        at = self._clock().isoformat(timespec="milliseconds")
        try:
            rows = self.journal.append(
                [Draft(at, who, kind, payload, state_hash(state)) for kind, payload, state in drafts]
            )
        except JournalError as error:
            self._set_disk(str(error))
            raise
        self._set_disk("")
        return rows

    def _set_disk(self, trouble: str) -> None:
        if trouble and trouble != self.disk:  # once, not at every try: the log may be on the same full disk
            log.error("%s", trouble)
        self.disk = trouble


BOARD = "board"
"""Who presses a button, for the journal."""
_REWINDS = ("undo", "redo", "correct")

_HANDLERS: dict[type, Callable[[LiveGame, Client, Any], Reply]] = {
    Tap: LiveGame._tap,
    Undo: LiveGame._undo,
    Redo: LiveGame._redo,
    Correct: LiveGame._correct,
    Restored: LiveGame._restored,
    TakeSeat: LiveGame._take_seat,
    LeaveSeat: LiveGame._leave_seat,
    Decide: LiveGame._decide,
    End: LiveGame._end,
    Pause: LiveGame._pause,
}


def _who(client: Client) -> str:
    """Who reported it, for the journal."""
    return f"seat {client.seat + 1}" if client.seat is not None else client.role
