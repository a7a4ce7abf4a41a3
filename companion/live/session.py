"""One live table: the referee thread, which alone owns the game, and the snapshots that everybody else reads.

Everything that happens passes through one queue in one order. An act is written to the journal and synced before the
snapshot that shows it is published, so nobody is ever told of something that a pulled plug could take back.
"""

from __future__ import annotations

import queue
import threading
import time
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout

import msgspec

from companion.games.core import Seat
from companion.games.seeds import is_guessable
from companion.journal import Journal
from companion.live.among_bots import AmongBots
from companion.live.bot_turns import BotTurns
from companion.live.handlers import LiveGame
from companion.live.health import Health, Noted
from companion.live.inbox import Inbox, Letter
from companion.live.inputs import Asked, Drafting, Felt, Input, Judge, Looked, Tumbled
from companion.live.lobby import Starting, start_reply, still, why_refused
from companion.live.moments import Moments
from companion.live.names import why_no_name
from companion.live.newest import Newest
from companion.live.presses import Presses
from companion.live.requests import (
    HOST,
    Client,
    DraftTap,
    Reply,
    Request,
    Start,
    TakeSeat,
)
from companion.live.rest import Rest
from companion.live.session_config import Company, Opened, Wiring
from companion.live.snapshot import Moment, Snapshot
from companion.live.taker import Taker
from companion.live.timeline import Timeline
from companion.storage.photos import Album, PhotoFolder

REPLY_TIMEOUT_S = 20.0
BREATH_S = 0.003
"""After an act was recognised, before more is looked for: meanwhile the pages and the strip tell of it."""

_ALONE = Wiring()
"""No device looks on."""
_PLAIN = Opened()
"""Nothing is known from earlier games."""


class Session:
    """One game being played. `start` it, `submit` requests and `tell` what sensors tell from any thread, `close` it."""

    def __init__(
        self,
        timeline: Timeline,
        journal: Journal,
        company: Company,
        wiring: Wiring = _ALONE,
        opened: Opened = _PLAIN,
    ) -> None:
        self.seed = company.seed
        """It tells every card: no page shows it."""
        self.photos = PhotoFolder(journal.path)
        """The photographs of the acts."""
        self._timeline = timeline
        self._journal = journal
        self._lobby = opened.lobby
        self._mended = opened.mended
        self._recorder = recorder = opened.recorder
        photographer = wiring.photographer
        album = Album(photographer, self.photos) if photographer is not None else None
        self._live = LiveGame(timeline, journal, wiring.clock, album)
        self._live.mark = wiring.mark
        taker: Taker = self._live if recorder is None else recorder.wrap(self._live)
        for each in opened.enrolled:
            # As requests, so that a recording begins with them.
            taker.take(Asked(HOST, each))
        self._bots = BotTurns(company.autopilot, company.pace_s, company.patience)
        deals = company.autopilot is not None
        self._among = AmongBots(self._live, taker, self._bots, has_bots=company.has_bots, deals=deals)
        noted = Noted(company.has_bots and is_guessable(company.seed), opened.mended, opened.unread)
        self._health = Health(wiring.probe, noted, recorder.health if recorder is not None else None)
        self._rest = Rest(timeline.last_row, time.monotonic())
        self._inbox = Inbox()
        self._presses = Presses()
        self._moments = Moments(self._live, self._among, self._health, has_bots=company.has_bots)
        self._newest = Newest(self._moment(change=1), wiring.mark, lambda: self._inbox.is_closed)
        self._thread = threading.Thread(target=self._referee, name="referee", daemon=True)

    @property
    def closed(self) -> bool:
        """Whether the session was closed."""
        return self._inbox.is_closed

    @property
    def opening_words(self) -> str:
        """What whoever opens this game has to know: what was done to its file, and what in it cannot be opened."""
        trouble = self.snapshot().unopened
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
        self._newest.wake()

    # --- for every thread ---------------------------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """The newest moment."""
        return self._newest.now

    def wait(self, change: int, timeout_s: float) -> Snapshot:
        """The newest moment, as soon as its `change` is another than given, or after the timeout."""
        return self._newest.wait(change, timeout_s)

    def wait_for_seat(self, seat: Seat | None, moment: Moment, timeout_s: float) -> Snapshot:
        """The same for whoever looks with the eyes of a seat: as soon as its `moment` is another, its draft included.

        Nobody else wakes where a draft alone has changed.
        """
        return self._newest.wait_for_seat(seat, moment, timeout_s)

    def submit(self, client: Client, request: Request | DraftTap | Start) -> Reply:
        """The answer to a request, once it is settled. Never raises for bad input."""
        if isinstance(request, TakeSeat) and (trouble := self._why_no_name(request)):
            return self._refuse("malformed", trouble)
        answer: Future[Reply] = Future()
        if not self._inbox.put(Letter(_input_of(client, request), answer)):
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
        return self.snapshot().holds(seat, key)

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
            if self._presses.board_turned(told.feeling):
                self._health.look()  # at once: what is pressed now is lost
            told = Felt(self._presses.timed(told.feeling))
        before, refused = self._timeline.last_row, self._live.refused_presses
        reply = self._among.take(told)
        if self._live.refused_presses != refused:
            self._presses.refuse()
        has_acted = self._timeline.last_row != before
        if has_acted or (letter.answer is not None and reply.accepted and not isinstance(told, Drafting)):
            self._bots.wait()
        if has_acted and isinstance(told, Felt) and not told.feeling.presses:
            self._presses.recognise()  # a card on the reader
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
        return msgspec.structs.replace(reply, revision=self.snapshot().revision)

    def _judge(self) -> None:
        """One slice of finding out what was done, so that a tap never waits for long."""
        before = self._timeline.last_row
        self._among.take(Judge())
        if self._timeline.last_row != before:
            self._presses.recognise()
        self._publish()

    def _idle_s(self) -> float:
        """Seconds until something is due without a request."""
        if self._live.is_searching:
            return max(0.0, self._presses.recognised_s + BREATH_S - time.monotonic())
        now_s = time.monotonic()
        self._rest.saw(self._timeline.last_row, now_s)
        due_s = min(self._health.due_s, self._rest.due_s)
        return max(0.0, (due_s if self._stopped() else min(due_s, self._bots.due_s)) - now_s)

    def _stopped(self) -> bool:
        holds = self._lobby is not None and self._lobby.is_waiting
        return holds or self._live.paused or self.snapshot().is_over

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
        now = self.snapshot()
        keeps = now.holds(take.seat, take.key) and now.sittings[take.seat].name == take.name
        return "" if keeps else why_no_name(take.name, take.seat)

    def _refuse(self, code: str, text: str) -> Reply:
        return Reply(False, text, code, revision=self.snapshot().revision)

    def _over(self) -> Reply:
        return self._refuse("over", "This game was closed. Reload the page.")

    # --- telling everybody --------------------------------------------------------------------------------------------

    def _publish(self) -> None:
        """A new snapshot, where anything that it shows has changed."""
        self._newest.publish(self._moment(self.snapshot().change + 1))

    def _moment(self, change: int) -> Snapshot:
        self._lobby = still(self._lobby, self._timeline)
        return self._moments.take(self.game_id, change, self._lobby)


def _input_of(client: Client, request: Request | DraftTap | Start) -> Input | Starting:
    """What a client asks, as it lies in the queue."""
    match request:
        case Start():
            return Starting(client)
        case DraftTap():
            return Drafting(client, request)
        case _:
            return Asked(client, request)
