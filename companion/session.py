"""One live table: the referee thread, which alone owns the game, and the snapshots that everybody else reads.

Everything that happens passes through one queue in one order. An act is written to the journal and synced before the
snapshot that shows it is published, so nobody is ever told of something that a pulled plug could take back.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from datetime import UTC, datetime
from typing import Any

import msgspec

from companion.autopilot import Autopilot
from companion.games.core import Action, Seat
from companion.games.errors import IllegalAction
from companion.journal import Draft, Journal, JournalError, Row, RowKind
from companion.referee.taps import TapRefused, judge_tap, read_actions
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
    SeatInfo,
    TakeSeat,
    Tap,
    Undo,
)
from companion.seating import WaitingList, clean_name
from companion.snapshot import Snapshot
from companion.table.devices import DeviceHealth
from companion.timeline import Sitting, Step, Timeline, key_hash, state_hash

log = logging.getLogger(__name__)

Clock = Callable[[], datetime]
Probe = Callable[[], tuple[DeviceHealth, ...]]

REPLY_TIMEOUT_S = 20.0
PROBE_EVERY_S = 5.0
UNSEEN_PACE = 0.15
DISK_RETRY_S = 2.0
"""How long the bots hold still after the disk refused an act."""

_NO_LOOK = (DeviceHealth("devices", "failed", "They could not be looked at. Tap what they would tell."),)

_Job = tuple[Client, Request, "Future[Reply]"]


def utc_now() -> datetime:
    """The present moment, with its zone."""
    return datetime.now(UTC)


class Session:
    """One game being played. `start` it, `submit` requests from any thread, `close` it."""

    def __init__(
        self,
        timeline: Timeline,
        journal: Journal,
        *,
        autopilot: Autopilot | None = None,
        pace_s: float = 1.0,
        clock: Clock = utc_now,
        probe: Probe = tuple,
    ) -> None:
        self._timeline = timeline
        self._journal = journal
        self._autopilot = autopilot
        self._pace_s = pace_s
        self._clock = clock
        self._probe = probe
        self._waiting = WaitingList()
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._changed = threading.Condition()
        self._door = threading.Lock()
        """Held while a request is put in the queue, so that none comes in behind the last look at it."""
        self._thread = threading.Thread(target=self._referee, name="referee", daemon=True)
        # An undone act waits to be done again: the bots must not play over it.
        self._paused = bool(timeline.undone)
        self._disk = ""
        self._devices: tuple[DeviceHealth, ...] = ()
        self._devices = self._look_at_devices()
        self._next_act_s = time.monotonic()
        self._next_probe_s = time.monotonic() + PROBE_EVERY_S
        self._rewound_at = max((row.number for row in journal.opened_with if row.kind in _REWINDS), default=0)
        self._snapshot = self._take_snapshot(change=1)
        self.closed = False

    @property
    def game_id(self) -> str:
        """The game's name in the list of saved games."""
        return self._journal.path.stem

    def start(self) -> Session:
        """Start the referee thread; returns the session."""
        self._thread.start()
        return self

    def close(self) -> None:
        """Stop the referee thread and let go of the journal. Safe to call twice."""
        with self._door:
            if self.closed:
                return
            self.closed = True
            self._jobs.put(None)
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(REPLY_TIMEOUT_S)
        self._journal.close()
        with self._changed:
            self._changed.notify_all()

    # --- for every thread ---------------------------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """The newest moment."""
        return self._snapshot

    def wait(self, change: int, timeout_s: float) -> Snapshot:
        """The newest moment, as soon as its `change` is another than given, or after the timeout."""
        with self._changed:
            self._changed.wait_for(lambda: self._snapshot.change != change or self.closed, timeout_s)
            return self._snapshot

    def submit(self, client: Client, request: Request) -> Reply:
        """The answer to a request, once it is settled. Never raises for bad input."""
        reply: Future[Reply] = Future()
        with self._door:
            if self.closed:
                return self._refuse("over", "This game was closed. Reload the page.")
            self._jobs.put((client, request, reply))
        try:
            return reply.result(REPLY_TIMEOUT_S)
        except FutureTimeout:
            return self._refuse(
                "fault", "The companion did not answer in time. Reload the page to see whether it was done."
            )

    def holds(self, seat: Seat, key: str) -> bool:
        """Whether this key is the seat's present key."""
        sitting = self._timeline.seats.get(seat)
        return sitting is not None and sitting.key_hash == key_hash(key)

    def sittings(self) -> dict[Seat, Sitting]:
        """Who sits where, to carry over to the next game."""
        return dict(self._timeline.seats)

    # --- the referee thread -------------------------------------------------------------------------------------------

    def _referee(self) -> None:
        while True:
            try:
                job = self._jobs.get(timeout=self._idle_s())
            except queue.Empty:
                self._tick()
                continue
            if job is None:
                self._drain()
                return
            client, request, reply = job
            reply.set_result(self._settle(client, request))

    def _drain(self) -> None:
        """Answer what came in while the session was closing."""
        while True:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return
            if job is not None:
                job[2].set_result(self._refuse("over", "This game was closed. Reload the page."))

    def _idle_s(self) -> float:
        """Seconds until something is due without a request."""
        due = self._next_probe_s
        if self._autopilot is not None and not self._stopped():
            due = min(due, self._next_act_s)
        return max(0.0, due - time.monotonic())

    def _stopped(self) -> bool:
        return self._paused or self._snapshot.ended or self._snapshot.outcome is not None

    def _tick(self) -> None:
        now = time.monotonic()
        if now >= self._next_probe_s:
            self._next_probe_s = now + PROBE_EVERY_S
            devices = self._look_at_devices()
            if devices != self._devices:
                self._devices = devices
                self._publish()
        if self._autopilot is not None and not self._stopped() and now >= self._next_act_s:
            self._let_autopilot_act(self._autopilot, now)

    def _look_at_devices(self) -> tuple[DeviceHealth, ...]:
        try:
            return self._probe()
        except Exception:
            if self._devices != _NO_LOOK:  # once, not every few seconds
                log.exception("the devices could not be looked at")
            return _NO_LOOK

    def _let_autopilot_act(self, autopilot: Autopilot, now: float) -> None:
        timeline = self._timeline
        try:
            proposal = autopilot.propose(timeline.state, len(timeline.done), frozenset(timeline.seats))
            if proposal is None:
                self._next_act_s = float("inf")  # until a person acts
                return
            action, who = proposal
            # What nobody sees on the table, like a draw, need not be watched.
            self._next_act_s = now + self._pace_s * (UNSEEN_PACE if action.sense == "told" else 1.0)
            self._accept(who, [action], [timeline.game.apply_action(timeline.state, action)])
        except JournalError:
            self._next_act_s = now + DISK_RETRY_S
        except Exception as error:
            _log_fault("the bots stopped: an act of theirs could not be played", error)
            self._paused = True
            self._publish()

    def _settle(self, client: Client, request: Request) -> Reply:
        try:
            return _HANDLERS[type(request)](self, client, request)
        except TapRefused as refused:
            return self._refuse(refused.code, str(refused), refused.rule)
        except IllegalAction as illegal:
            return self._refuse("illegal", illegal.reason, illegal.rule)
        except JournalError as error:
            return self._refuse("disk", f"{error} Nothing was changed.")
        except Exception as error:
            _log_fault("a request could not be settled", error)
            return self._refuse(
                "fault", "The companion made a mistake and changed nothing. Try another way, and tell its makers."
            )

    def _refuse(self, code: str, text: str, rule: str = "") -> Reply:
        return Reply(False, text, code, rule, self._snapshot.revision)

    # --- requests -----------------------------------------------------------------------------------------------------

    def _tap(self, client: Client, tap: Tap) -> Reply:
        timeline = self._timeline
        if client.role == "guest":
            return self._refuse("not-yours", "Guests look on. Take a seat, or open the host page, to tap.")
        if tap.tap_id and tap.tap_id in timeline.taps:
            return Reply(True, "That was done already.", revision=timeline.revision)
        if timeline.ended:
            return self._refuse("over", "The host has ended this game. Start a new one on the host page.")
        actions = read_actions(timeline.game, tap.actions)
        since = [step.action for step in timeline.done if step.number > tap.revision and step.action is not None]
        view = self._snapshot.view(client.seat)
        states = judge_tap(timeline.game, timeline.state, view, actions, since, self._rewound_at > tap.revision)
        self._accept(_who(client), actions, states, tap.tap_id)
        return Reply(True, "Done.", revision=timeline.revision)

    def _undo(self, client: Client, undo: Undo) -> Reply:
        self._host_only(client, "undo")
        timeline = self._timeline
        if not 1 <= undo.steps <= len(timeline.done):
            return self._refuse("illegal", f"{len(timeline.done)} acts can be taken back, not {undo.steps}.", "host")
        remains = len(timeline.done) - undo.steps
        after = timeline.done[remains - 1].after if remains else timeline.start
        (row,) = self._write(_who(client), [("undo", {"steps": undo.steps}, after)])
        timeline.push_undo(row.number, undo.steps)
        self._paused, self._rewound_at = True, row.number
        return self._done("Taken back. Put the pieces back as the picture shows.")

    def _redo(self, client: Client, redo: Redo) -> Reply:
        self._host_only(client, "redo")
        timeline = self._timeline
        if not 1 <= redo.steps <= len(timeline.undone):
            return self._refuse("illegal", f"{len(timeline.undone)} acts can be done again, not {redo.steps}.", "host")
        after = timeline.undone[-redo.steps].after
        (row,) = self._write(_who(client), [("redo", {"steps": redo.steps}, after)])
        timeline.push_redo(row.number, redo.steps)
        self._rewound_at = row.number
        return self._done("Done again.")

    def _correct(self, client: Client, correct: Correct) -> Reply:
        self._host_only(client, "correct the table")
        timeline = self._timeline
        before = timeline.state
        after = timeline.game.correct(before, correct.facts)
        (row,) = self._write(_who(client), [("correct", {"facts": correct.facts}, after)])
        timeline.push_step(row.number, Step(row.number, None, correct.facts, before, after))
        self._rewound_at = row.number
        return self._done("Corrected.")

    def _take_seat(self, client: Client, take: TakeSeat) -> Reply:
        self._check_seat(take.seat)
        timeline = self._timeline
        others = [name for seat, name in enumerate(timeline.names()) if seat != take.seat]
        name = clean_name(take.name, take.seat, others)
        hashed = key_hash(take.key)
        sitting = timeline.seats.get(take.seat)
        if sitting is not None and sitting.key_hash != hashed:
            if not self._waiting.add(take.seat, name, hashed):
                return self._refuse("not-yours", "Too many wait for this seat. Ask the host to decide first.")
            self._publish()
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
        if leave.seat not in self._timeline.seats:
            return self._refuse("illegal", f"Nobody sits in seat {leave.seat + 1}.", "host")
        self._seat(_who(client), leave.seat, None)
        return self._done(f"Seat {leave.seat + 1} is free.")

    def _decide(self, client: Client, decide: Decide) -> Reply:
        self._host_only(client, "give a seat away")
        self._check_seat(decide.seat)
        asked = self._waiting.find(decide.seat, decide.asking)
        if asked is None:
            return self._refuse("stale", "That request is gone. Look at the list again.")
        name, hashed = asked
        if not decide.allow:
            self._waiting.drop(decide.seat, decide.asking)
            self._publish()
            return self._done(f"{name} does not get seat {decide.seat + 1}.")
        self._seat(_who(client), decide.seat, Sitting(name, hashed))
        return self._done(f"{name} sits in seat {decide.seat + 1} now.")

    def _end(self, client: Client, _end: End) -> Reply:
        self._host_only(client, "end the game")
        if self._timeline.ended:
            return self._refuse("over", "The game has ended already.")
        (row,) = self._write(_who(client), [("end", {}, self._timeline.state)])
        self._timeline.push_end(row.number)
        return self._done("The game is ended and saved.")

    def _pause(self, client: Client, pause: Pause) -> Reply:
        self._host_only(client, "hold the bots")
        self._paused = pause.paused
        return self._done("The bots hold still." if pause.paused else "The bots go on.")

    def _host_only(self, client: Client, act: str) -> None:
        if client.role != "host":
            raise TapRefused("not-yours", f"Only the host can {act}. Open the host page with the host code.")

    def _check_seat(self, seat: Seat) -> None:
        count = self._timeline.seat_count
        if not 0 <= seat < count:
            raise TapRefused("malformed", f"There is no seat {seat + 1} at this table. The seats are 1 to {count}.")

    # --- accepting ----------------------------------------------------------------------------------------------------

    def _accept(self, who: str, actions: Sequence[Action], states: Sequence[Any], tap_id: str = "") -> None:
        """Journal acts that were found legal, then let everybody know."""
        payloads = [
            {"action": msgspec.to_builtins(action), **({"tap": tap_id} if tap_id else {})} for action in actions
        ]
        rows = self._write(who, [("act", payload, state) for payload, state in zip(payloads, states, strict=True)])
        timeline = self._timeline
        for row, action, state in zip(rows, actions, states, strict=True):
            timeline.push_step(row.number, Step(row.number, action, {}, timeline.state, state, tap_id))
        if who not in ("dealer", "bot"):
            self._paused = False
            self._next_act_s = time.monotonic() + self._pace_s
        self._publish()

    def _seat(self, who: str, seat: Seat, sitting: Sitting | None) -> None:
        payload = {
            "seat": seat,
            "name": sitting.name if sitting else "",
            "key_hash": sitting.key_hash if sitting else None,
        }
        (row,) = self._write(who, [("seat", payload, self._timeline.state)])
        self._timeline.push_seat(row.number, seat, sitting)
        self._waiting.clear(seat)

    def _write(self, who: str, drafts: Sequence[tuple[RowKind, dict[str, Any], Any]]) -> tuple[Row, ...]:
        at = self._clock().isoformat(timespec="milliseconds")
        try:
            rows = self._journal.append(
                [Draft(at, who, kind, payload, state_hash(state)) for kind, payload, state in drafts]
            )
        except JournalError as error:
            self._set_disk(str(error))
            raise
        self._set_disk("")
        return rows

    def _set_disk(self, trouble: str) -> None:
        if trouble != self._disk:
            if trouble:  # once, not at every try: the log may be on the same full disk
                log.error("%s", trouble)
            self._disk = trouble
            self._publish()

    def _done(self, text: str) -> Reply:
        self._next_act_s = time.monotonic() + self._pace_s
        self._publish()
        return Reply(True, text, revision=self._timeline.revision)

    def _publish(self) -> None:
        with self._changed:
            self._snapshot = self._take_snapshot(self._snapshot.change + 1)
            self._changed.notify_all()

    def _take_snapshot(self, change: int) -> Snapshot:
        return Snapshot(
            self._timeline,
            game_id=self.game_id,
            change=change,
            seats=tuple(self._seat_info(seat) for seat in range(self._timeline.seat_count)),
            health=(*self._devices, self._disk_health()),
            paused=self._paused and self._autopilot is not None,
            is_virtual=self._autopilot is not None,
        )

    def _seat_info(self, seat: Seat) -> SeatInfo:
        sitting = self._timeline.seats.get(seat)
        holder = "open" if self._autopilot is None else "bot"
        name = self._timeline.names()[seat]
        return SeatInfo(seat, name, "person" if sitting else holder, self._waiting.of(seat))  # type: ignore[arg-type]

    def _disk_health(self) -> DeviceHealth:
        if self._disk:
            return DeviceHealth("disk", "failed", self._disk)
        return DeviceHealth("disk", "ok", "Every act is saved.")


_REWINDS = ("undo", "redo", "correct")

_HANDLERS: dict[type, Callable[[Session, Client, Any], Reply]] = {
    Tap: Session._tap,
    Undo: Session._undo,
    Redo: Session._redo,
    Correct: Session._correct,
    TakeSeat: Session._take_seat,
    LeaveSeat: Session._leave_seat,
    Decide: Session._decide,
    End: Session._end,
    Pause: Session._pause,
}


def _log_fault(what: str, error: Exception) -> None:
    # Where it broke and what kind of error, but not its message: that may quote what only one seat may know.
    log.error("%s: %s\n%s", what, type(error).__name__, "".join(traceback.format_tb(error.__traceback__)))


def _who(client: Client) -> str:
    """Who reported it, for the journal."""
    return f"seat {client.seat + 1}" if client.seat is not None else client.role
