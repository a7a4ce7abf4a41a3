"""One live table: the referee thread, which alone owns the game, and the snapshots that everybody else reads.

Everything that happens passes through one queue in one order. An act is written to the journal and synced before the
snapshot that shows it is published, so nobody is ever told of something that a pulled plug could take back.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from datetime import UTC, datetime

import msgspec

from companion.autopilot import Autopilot
from companion.course import Clock
from companion.faults import log_fault
from companion.games.core import Seat
from companion.journal import Journal, JournalError
from companion.live import LiveGame
from companion.naming import why_no_name
from companion.photos import Album, PhotoFolder
from companion.recorder import RecordedGame, Recorder
from companion.requests import Client, Enrol, Reply, Request, SeatInfo, TakeSeat
from companion.seeds import Seed, is_guessable
from companion.snapshot import Snapshot
from companion.table.devices import DeviceHealth
from companion.table.dice import RollSighting
from companion.table.evidence import Photographer
from companion.table.felt import Feeling
from companion.table.sightings import Reading
from companion.timeline import Sitting, Timeline, key_hash
from companion.tracing import Mark, unmarked

log = logging.getLogger(__name__)

Probe = Callable[[], tuple[DeviceHealth, ...]]

REPLY_TIMEOUT_S = 20.0
PROBE_EVERY_S = 5.0
UNSEEN_PACE = 0.15
HASTY_S = 1.0
"""Whoever presses a button sooner after an act was recognised cannot have seen that it was, and may mean that act."""
BREATH_S = 0.003
"""After an act was recognised, before more is looked for: meanwhile the pages and the strip tell of it."""
DISK_RETRY_S = 2.0
"""How long the bots hold still after the disk refused an act."""

_NO_LOOK = (DeviceHealth("devices", "failed", "They could not be looked at. Tap what they would tell."),)

_GUESSABLE = DeviceHealth(
    "deal",
    "noted",
    "What is dealt follows from a number typed as --seed, or from a short one of an older companion: whoever knows it, "
    "or tries all of them, knows every card. A new game without --seed is drawn by lot.",
)

_Job = tuple[Client, Request, "Future[Reply]"] | Reading | Feeling | RollSighting


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
        seed: Seed,
        autopilot: Autopilot | None = None,
        pace_s: float = 1.0,
        clock: Clock = utc_now,
        probe: Probe = tuple,
        has_hands: bool = False,
        recorder: Recorder | None = None,
        photographer: Photographer | None = None,
        mended: str = "",
        enrolled: Sequence[Enrol] = (),
        unread: str = "",
        mark: Mark = unmarked,
    ) -> None:
        """`seed` is what the deal follows from, of the companion or of a virtual table.

        A `recorder` gets each step as the referee thread takes it, and is closed with the session.
        A `photographer` is asked, in that thread, for a photograph of each act that a camera has seen. `mended` says
        what was done to a damaged file before it was opened; it stands on the pages. `enrolled` is what the host said
        of markers in earlier games, and `unread` why not all of that could be read. `mark` is told as acts pass the
        borders of `companion.tracing`.
        """
        self.seed = seed
        """It tells every card: no page shows it."""
        self.mended = mended
        self.photos = PhotoFolder(journal.path)
        """The photographs of the acts."""
        album = Album(photographer, self.photos) if photographer is not None else None
        self._live = LiveGame(timeline, journal, clock, album)
        if recorder is not None:
            self._live = RecordedGame(timeline, journal, clock, recorder, album)
        self._live.mark = self._mark = mark
        for each in enrolled:
            # As requests, so that a recording begins with them.
            self._live.settle(Client("host"), each)
        self._unread = unread
        self._recorder = recorder
        self._timeline = timeline
        self._journal = journal
        self._autopilot = autopilot
        self._pace_s = pace_s
        self._probe = probe
        self._has_bots = autopilot is not None or has_hands
        """Bots play the free seats: told by the autopilot, or with hands of their own at a virtual table."""
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._changed = threading.Condition()
        self._door = threading.Lock()
        """Held while a request is put in the queue, so that none comes in behind the last look at it."""
        self._thread = threading.Thread(target=self._referee, name="referee", daemon=True)
        self._searching = False
        """Whether the table has yet to be judged, or the search for what was done wants another slice."""
        self._board_is_away = True
        self._devices: tuple[DeviceHealth, ...] = ()
        self._devices = self._look_at_devices()
        self._recognised_s = float("-inf")
        """When an act was last seen or felt."""
        self._refused_s = float("-inf")
        """When a press was last refused, for a reason that the pages tell."""
        self._next_act_s = time.monotonic()
        self._next_probe_s = time.monotonic() + PROBE_EVERY_S
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
        if self._recorder is not None:
            self._recorder.close()
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
        if isinstance(request, TakeSeat) and (trouble := self._why_no_name(request)):
            return self._refuse("malformed", trouble)
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

    def see(self, reading: Reading) -> None:
        """One more look of the camera, to be judged in its turn; returns at once."""
        with self._door:
            if not self.closed:
                self._jobs.put(reading)

    def feel(self, feeling: Feeling) -> None:
        """What the board felt, to be judged in its turn; returns at once."""
        with self._door:
            if not self.closed:
                self._jobs.put(feeling)

    def roll(self, roll: RollSighting) -> None:
        """Dice that came to rest in the tray, to be counted in their turn; returns at once."""
        with self._door:
            if not self.closed:
                self._jobs.put(roll)

    def holds(self, seat: Seat, key: str) -> bool:
        """Whether this key is the seat's present key."""
        sitting = self._timeline.seats.get(seat)
        return sitting is not None and sitting.key_hash == key_hash(key)

    def waits(self, seat: Seat, key: str) -> bool:
        """Whether a client with this key waits for the seat."""
        return self._live.waiting.has(seat, key_hash(key))

    def sittings(self) -> dict[Seat, Sitting]:
        """Who sits where, to carry over to the next game."""
        return dict(self._timeline.seats)

    def ended_keys(self) -> frozenset[str]:
        """Hashes of the keys of those who have lost their seat, or left it, in this game."""
        return frozenset(self._timeline.ended_keys.copy())

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
            if isinstance(job, Reading):
                self._look(job)
                continue
            if isinstance(job, Feeling):
                self._feel(job)
                continue
            if isinstance(job, RollSighting):
                self._roll(job)
                continue
            client, request, answer = job
            reply = self._live.settle(client, request)
            self._searching = True
            if reply.accepted:
                self._next_act_s = time.monotonic() + self._pace_s
            self._publish()
            answer.set_result(reply)

    def _look(self, reading: Reading) -> None:
        self._mark("taken up", reading.frame)
        try:
            self._live.see(reading)
            self._searching = True
        except Exception as error:
            log_fault(log, "a look at the table could not be used", error)
        self._judge()

    def _feel(self, feeling: Feeling) -> None:
        if feeling.is_away != self._board_is_away:
            self._board_is_away = feeling.is_away
            self._devices = self._look_at_devices()  # at once: what is pressed now is lost
        before = self._timeline.last_row
        if feeling.presses and time.monotonic() - self._recognised_s < HASTY_S:
            feeling = msgspec.structs.replace(feeling, is_hasty=True)
        if feeling.presses and time.monotonic() - self._refused_s < HASTY_S:
            feeling = msgspec.structs.replace(feeling, is_repeat=True)
        refused = self._live.refused_presses
        self._live.feel(feeling)
        if self._live.refused_presses != refused:
            self._refused_s = time.monotonic()
        self._searching = True
        if self._timeline.last_row != before:
            self._next_act_s = time.monotonic() + self._pace_s
        self._judge()

    def _roll(self, roll: RollSighting) -> None:
        try:
            self._live.roll(roll)
        except Exception as error:
            log_fault(log, "a roll could not be used", error)
        self._publish()

    def _judge(self) -> None:
        """One slice of finding out what was done, so that a tap never waits for long."""
        before = self._timeline.last_row
        try:
            self._searching = self._live.judge()
            if self._timeline.last_row != before:
                self._recognised_s = time.monotonic()
        except Exception as error:
            self._searching = False
            log_fault(log, "the table could not be judged", error)
        self._publish()

    def _drain(self) -> None:
        """Answer what came in while the session was closing."""
        while True:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return
            if isinstance(job, tuple):
                job[2].set_result(self._refuse("over", "This game was closed. Reload the page."))

    def _idle_s(self) -> float:
        """Seconds until something is due without a request."""
        if self._searching:
            return max(0.0, self._recognised_s + BREATH_S - time.monotonic())
        due = self._next_probe_s
        if self._autopilot is not None and not self._stopped():
            due = min(due, self._next_act_s)
        return max(0.0, due - time.monotonic())

    def _stopped(self) -> bool:
        return self._live.paused or self._snapshot.ended or self._snapshot.outcome is not None

    def _tick(self) -> None:
        if self._searching:
            self._judge()
            return
        now = time.monotonic()
        if now >= self._next_probe_s:
            self._next_probe_s = now + PROBE_EVERY_S
            self._devices = self._look_at_devices()
            self._live.check_file()
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
            self._live.accept(who, [action], [timeline.game.apply_action(timeline.state, action)])
        except JournalError:
            self._next_act_s = now + DISK_RETRY_S
        except Exception as error:
            log_fault(log, "the bots stopped: an act of theirs could not be played", error)
            self._live.paused = True
        self._publish()

    def _why_no_name(self, take: TakeSeat) -> str:
        """Judged here and not where a replay comes by, and not for whoever keeps a name: only new names are."""
        sitting = self._timeline.seats.get(take.seat)
        keeps = sitting is not None and sitting.name == take.name and self.holds(take.seat, take.key)
        return "" if keeps else why_no_name(take.name, take.seat)

    def _refuse(self, code: str, text: str) -> Reply:
        return Reply(False, text, code, revision=self._snapshot.revision)

    # --- telling everybody --------------------------------------------------------------------------------------------

    def _publish(self) -> None:
        """A new snapshot, where anything that it shows has changed."""
        fresh = self._take_snapshot(self._snapshot.change + 1)
        if fresh.shows_the_same_as(self._snapshot):
            return
        with self._changed:
            self._mark("published", fresh.last_row)  # before anybody can have read it
            self._snapshot = fresh
            self._changed.notify_all()

    def _take_snapshot(self, change: int) -> Snapshot:
        return Snapshot(
            self._timeline,
            game_id=self.game_id,
            change=change,
            seats=tuple(self._seat_info(seat) for seat in range(self._timeline.seat_count)),
            health=(
                *self._devices,
                *self._deal_health(),
                self._disk_health(),
                *self._marker_health(),
                *self._recording_health(),
            ),
            paused=self._live.paused and self._has_bots,
            is_virtual=self._has_bots,
            sight=self._live.sight,
            laid=self._live.laid,
            pressed=self._live.pressed,
            refused_presses=self._live.refused_presses,
            kit=self._live.watcher.kit,
            enrolled=self._live.watcher.enrolled,
            strangers=self._live.watcher.strangers,
            roll=self._live.dicing.sight,
            roll_photo=self._live.dicing.photo,
        )

    def _seat_info(self, seat: Seat) -> SeatInfo:
        sitting = self._timeline.seats.get(seat)
        holder = "bot" if self._has_bots else "open"
        name = self._timeline.names()[seat]
        return SeatInfo(seat, name, "person" if sitting else holder, self._live.waiting.of(seat))  # type: ignore[arg-type]

    def _disk_health(self) -> DeviceHealth:
        if self._live.disk:
            return DeviceHealth("disk", "failed", self._live.disk)
        if told := self._live.saved_anew or self.mended:
            return DeviceHealth("disk", "noted", told)
        return DeviceHealth("disk", "ok", "Every act is saved.")

    def _deal_health(self) -> tuple[DeviceHealth, ...]:
        return (_GUESSABLE,) if self._has_bots and is_guessable(self.seed) else ()

    def _marker_health(self) -> tuple[DeviceHealth, ...]:
        return (DeviceHealth("markers", "failed", self._unread),) if self._unread else ()

    def _recording_health(self) -> tuple[DeviceHealth, ...]:
        return (self._recorder.health(),) if self._recorder is not None else ()
