"""One live table: the referee thread, which alone owns the game, and the snapshots that everybody else reads.

Everything that happens passes through one queue in one order. An act is written to the journal and synced before the
snapshot that shows it is published, so nobody is ever told of something that a pulled plug could take back.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from datetime import UTC, datetime
from typing import Protocol

import msgspec

from companion.games.bots import Autopilot
from companion.games.core import Seat
from companion.games.seeds import Seed, is_guessable
from companion.journal import Journal
from companion.live.among_bots import AmongBots
from companion.live.attention import PATIENCE
from companion.live.bot_turns import BotTurns
from companion.live.handlers import LiveGame
from companion.live.health import Health, Noted, Probe
from companion.live.inbox import Inbox, Letter
from companion.live.inputs import Asked, Drafting, Felt, Input, Judge, Looked, Tumbled
from companion.live.lobby import Lobby, Starting, start_reply, still, why_refused
from companion.live.names import why_no_name
from companion.live.playthrough import Clock
from companion.live.requests import (
    HOST,
    Client,
    DraftTap,
    Enrol,
    NameTag,
    Reply,
    Request,
    SeatInfo,
    Start,
    TakeSeat,
)
from companion.live.rest import Rest
from companion.live.snapshot import Moment, Snapshot
from companion.live.timeline import Timeline
from companion.live.tracing import Mark, unmarked
from companion.live.unopened import unopened
from companion.storage.photos import Album, PhotoFolder
from companion.table.devices import DeviceHealth
from companion.table.evidence import Photographer
from companion.table.felt import Feeling

REPLY_TIMEOUT_S = 20.0
HASTY_S = 1.0
"""Whoever presses a button sooner after an act was recognised cannot have seen that it was, and may mean that act."""
BREATH_S = 0.003
"""After an act was recognised, before more is looked for: meanwhile the pages and the strip tell of it."""


def utc_now() -> datetime:
    """The present moment, with its zone."""
    return datetime.now(UTC)


class GameRecorder(Protocol):
    """Writes a game down as it is played."""

    def live_game(self, timeline: Timeline, journal: Journal, clock: Clock, album: Album | None) -> LiveGame:
        """A live game that has each of its steps written down."""

    def health(self) -> DeviceHealth:
        """The recording's line on the status page. Any thread may ask."""

    def close(self) -> None:
        """Write what is left. May be called twice."""


class Session:
    """One game being played. `start` it, `submit` requests and `tell` what sensors tell from any thread, `close` it."""

    def __init__(
        self,
        timeline: Timeline,
        journal: Journal,
        *,
        seed: Seed,
        autopilot: Autopilot | None = None,
        pace_s: float = 1.0,
        patience: float = PATIENCE,
        clock: Clock = utc_now,
        probe: Probe = tuple,
        has_hands: bool = False,
        recorder: GameRecorder | None = None,
        photographer: Photographer | None = None,
        mended: str = "",
        enrolled: Sequence[Enrol | NameTag] = (),
        unread: str = "",
        mark: Mark = unmarked,
        lobby: Lobby | None = None,
    ) -> None:
        """`seed` is what the deal follows from, of the companion or of a virtual table. `pace_s` lies between two acts
        of bots; what all have to have stays `patience` times as long, unless all say that they have it.

        A `recorder` gets each step as the referee thread takes it, and is closed with the session.
        A `photographer` is asked, in that thread, for a photograph of each act that a camera has seen. `mended` says
        what was done to a damaged file before it was opened; it stands on the pages. `enrolled` is what the host said
        of markers and tags in earlier games, and `unread` why not all of that could be read. `mark` is told as acts
        pass the borders of `companion.live.tracing`. With a `lobby` that waits nothing is done until it ends.
        """
        self.seed = seed
        """It tells every card: no page shows it."""
        self._mended = mended
        self._lobby = lobby
        self.photos = PhotoFolder(journal.path)
        """The photographs of the acts."""
        album = Album(photographer, self.photos) if photographer is not None else None
        make = LiveGame if recorder is None else recorder.live_game
        self._live = make(timeline, journal, clock, album)
        self._live.mark = self._mark = mark
        for each in enrolled:
            # As requests, so that a recording begins with them.
            self._live.take(Asked(HOST, each))
        self._recorder = recorder
        self._timeline = timeline
        self._journal = journal
        self._has_bots = autopilot is not None or has_hands
        """Bots play the free seats: told by the autopilot, or with hands of their own at a virtual table."""
        self._bots = BotTurns(autopilot, pace_s, patience)
        self._among = AmongBots(self._live, self._bots, has_bots=self._has_bots, deals=autopilot is not None)
        noted = Noted(self._has_bots and is_guessable(seed), mended, unread)
        self._health = Health(probe, noted, recorder.health if recorder is not None else None)
        self._rest = Rest(timeline.last_row, time.monotonic())
        self._inbox = Inbox()
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._referee, name="referee", daemon=True)
        self._board_is_away = True
        self._recognised_s = float("-inf")
        """When an act was last seen or felt."""
        self._refused_s = float("-inf")
        """When a press was last refused, for a reason that the pages tell."""
        self._snapshot = self._take_snapshot(change=1)

    @property
    def closed(self) -> bool:
        """Whether the session was closed."""
        return self._inbox.is_closed

    @property
    def told_first(self) -> str:
        """What whoever opens this game has to know: what was done to its file, and what in it cannot be opened."""
        trouble = self._snapshot.unopened
        return " ".join(filter(None, (self._mended, str(trouble.text) if trouble else "")))

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
        if not self._inbox.close():
            return
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

    def wait_for_seat(self, seat: Seat | None, moment: Moment, timeout_s: float) -> Snapshot:
        """The same for whoever looks with the eyes of a seat: as soon as its `moment` is another, its draft included.

        Nobody else wakes where a draft alone has changed.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._snapshot.moment(seat) != moment or self.closed, timeout_s)
            return self._snapshot

    def submit(self, client: Client, request: Request | DraftTap | Start) -> Reply:
        """The answer to a request, once it is settled. Never raises for bad input."""
        if isinstance(request, TakeSeat) and (trouble := self._why_no_name(request)):
            return self._refuse("malformed", trouble)
        answer: Future[Reply] = Future()
        if not self._inbox.put(Letter(_told(client, request), answer)):
            return self._over()
        try:
            return answer.result(REPLY_TIMEOUT_S)
        except FutureTimeout:
            return self._refuse(
                "fault", "The companion did not answer in time. Reload the page to see whether it was done."
            )

    def tell(self, told: Looked | Felt | Tumbled) -> None:
        """What a sensor tells, to be judged in its turn; returns at once."""
        self._inbox.put(Letter(told))

    def holds(self, seat: Seat, key: str) -> bool:
        """Whether this key is the seat's present key."""
        return self._snapshot.holds(seat, key)

    # --- the referee thread -------------------------------------------------------------------------------------------

    def _referee(self) -> None:
        while True:
            try:
                letter = self._inbox.next(self._idle_s())
            except queue.Empty:
                self._tick()
                continue
            if letter is None:
                self._inbox.refuse_rest(self._over())
                return
            self._take(letter)

    def _take(self, letter: Letter) -> None:
        told = letter.told
        early = self._start(told.client) if isinstance(told, Starting) else self._refused_before(told)
        if early is not None:
            if letter.answer is not None:
                letter.answer.set_result(early)
            return
        assert not isinstance(told, Starting)
        if isinstance(told, Felt):
            told = Felt(self._timed(told.feeling))
        before, refused = self._timeline.last_row, self._live.refused_presses
        reply = self._among.take(told)
        if self._live.refused_presses != refused:
            self._refused_s = time.monotonic()
        has_acted = self._timeline.last_row != before
        if has_acted or (letter.answer is not None and reply.accepted and not isinstance(told, Drafting)):
            self._bots.wait()
        if has_acted and isinstance(told, Felt) and not told.feeling.presses:
            self._recognised_s = time.monotonic()  # a card on the reader
        if isinstance(told, (Looked, Felt)):
            self._judge()
        else:
            self._publish()
        if letter.answer is not None:
            letter.answer.set_result(reply)

    def _refused_before(self, told: Input) -> Reply | None:
        """The refusal of what is asked before the game has begun; the game, and its recording, never hear of it."""
        if not isinstance(told, Asked | Drafting):
            return None
        asked = told.request if isinstance(told, Asked) else told.tap
        zones = (choice for zone in self._live.dice_zones.sights for choice in zone.answers)
        refusal = why_refused(self._lobby, asked, (*self._live.sight.question, *zones))
        return self._at_revision(refusal) if refusal is not None else None

    def _start(self, client: Client) -> Reply:
        """End the lobby, where this client may."""
        reply = start_reply(self._lobby, client)
        if reply.accepted and self._lobby is not None:
            self._lobby = None
            self._bots.wait()
            self._publish()
        return self._at_revision(reply)

    def _at_revision(self, reply: Reply) -> Reply:
        return msgspec.structs.replace(reply, revision=self._snapshot.revision)

    def _timed(self, feeling: Feeling) -> Feeling:
        """What was felt, with a word on how soon after other things; and the devices are looked at if need be."""
        if feeling.is_away != self._board_is_away:
            self._board_is_away = feeling.is_away
            self._health.look()  # at once: what is pressed now is lost
        if not feeling.presses:
            return feeling
        now_s = time.monotonic()
        return msgspec.structs.replace(
            feeling,
            is_hasty=feeling.is_hasty or now_s - self._recognised_s < HASTY_S,
            is_repeat=feeling.is_repeat or now_s - self._refused_s < HASTY_S,
        )

    def _judge(self) -> None:
        """One slice of finding out what was done, so that a tap never waits for long."""
        before = self._timeline.last_row
        self._among.take(Judge())
        if self._timeline.last_row != before:
            self._recognised_s = time.monotonic()
        self._publish()

    def _idle_s(self) -> float:
        """Seconds until something is due without a request."""
        if self._live.is_searching:
            return max(0.0, self._recognised_s + BREATH_S - time.monotonic())
        now_s = time.monotonic()
        self._rest.saw(self._timeline.last_row, now_s)
        due_s = min(self._health.due_s, self._rest.due_s)
        return max(0.0, (due_s if self._stopped() else min(due_s, self._bots.due_s)) - now_s)

    def _stopped(self) -> bool:
        holds = self._lobby is not None and self._lobby.is_waiting
        return holds or self._live.paused or self._snapshot.is_over

    def _tick(self) -> None:
        if self._live.is_searching:
            self._judge()
            return
        if self._health.is_due():
            self._health.look()
            self._live.check_file()
            self._publish()
        now_s = time.monotonic()
        if now_s >= self._rest.due_s:
            self._rest.done(self._live.rest(), now_s)
        if not self._stopped() and now_s >= self._bots.due_s:
            self._let_bots_act(now_s)

    def _let_bots_act(self, now_s: float) -> None:
        acted = self._bots.act(self._timeline, now_s, self._among.attention)
        if acted == "waiting":
            return
        if acted == "failed" or not self._bots.heard(self._among.take(acted), now_s):
            self._live.paused = True
        self._publish()

    def _why_no_name(self, take: TakeSeat) -> str:
        """Judged here and not where a replay comes by, and not for whoever keeps a name: only new names are."""
        now = self._snapshot
        keeps = now.holds(take.seat, take.key) and now.sittings[take.seat].name == take.name
        return "" if keeps else why_no_name(take.name, take.seat)

    def _refuse(self, code: str, text: str) -> Reply:
        return Reply(False, text, code, revision=self._snapshot.revision)

    def _over(self) -> Reply:
        return self._refuse("over", "This game was closed. Reload the page.")

    # --- telling everybody --------------------------------------------------------------------------------------------

    def _publish(self) -> None:
        """A new snapshot, where anything that it shows has changed; where a draft alone has, only its seat is told."""
        now = self._snapshot
        fresh = self._take_snapshot(now.change + 1)
        if fresh.shows_the_same_as(now):
            if fresh.drafts != now.drafts:
                self._snapshot = fresh.but_for_drafts(now)
                with self._changed:
                    self._changed.notify_all()
            return
        with self._changed:
            self._mark("published", fresh.last_row)  # before anybody can have read it
            self._snapshot = fresh
            self._changed.notify_all()

    def _take_snapshot(self, change: int) -> Snapshot:
        history = self._timeline.history
        self._lobby = still(self._lobby, self._timeline)
        trouble = unopened(history, self._timeline.names(), f"{self.game_id}.keys")
        return Snapshot(
            history,
            game_id=self.game_id,
            change=change,
            seats=tuple(self._seat_info(seat) for seat in range(self._timeline.seat_count)),
            health=self._health.lines(self._live.disk, self._live.saved_anew, trouble.text if trouble else ""),
            paused=self._live.paused and self._has_bots,
            is_virtual=self._has_bots,
            sight=self._live.sight,
            laid=self._live.laid,
            pressed=self._live.pressed,
            refused_presses=self._live.refused_presses,
            kit=self._live.watcher.kit,
            enrolled=self._live.watcher.enrolled,
            strangers=self._live.watcher.strangers,
            unnamed=self._live.watcher.unnamed,
            tags=self._live.board.tags,
            unknown_tag=self._live.board.unknown_tag,
            roll=self._live.rolls.sight,
            roll_photo=self._live.rolls.photo,
            zones=self._live.dice_zones.sights,
            zone_photos=self._live.dice_zones.photos(),
            waiting=self._live.seats.waiting.keys(),
            drafts=self._live.drafts.now,
            unopened=trouble,
            lobby=self._lobby,
            attended=self._among.attended,
            wanted=self._among.wanted,
        )

    def _seat_info(self, seat: Seat) -> SeatInfo:
        sitting = self._timeline.seats.get(seat)
        holder = "bot" if self._has_bots and self._timeline.game.free_seat == "bot" else "open"
        return SeatInfo(
            seat,
            self._timeline.names()[seat],
            "person" if sitting else holder,  # type: ignore[arg-type]
            self._live.seats.waiting.of(seat),
            self._timeline.hides_choice(seat),
        )


def _told(client: Client, request: Request | DraftTap | Start) -> Input | Starting:
    """What a client asks, as it lies in the queue."""
    match request:
        case Start():
            return Starting(client)
        case DraftTap():
            return Drafting(client, request)
        case _:
            return Asked(client, request)
