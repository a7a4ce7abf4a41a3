"""The list of saved games for the host page, made in the background: a page takes what is known and waits for nothing.

The thread `saved games` is there while files are left to be looked at. It reads no file of a game that is on the table,
because to close one would give up the locks that SQLite has on it in this process; and it holds still as long as it
works, so that the referee thread need never wait for it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from companion.games.registry import Registry
from companion.journal.time_limit import TimeLimit
from companion.live.saved_games import Found, SavedGames
from companion.live.summaries import SavedGame, unknown
from companion.runtime.fault_log import log_fault
from companion.storage.home import Home

log = logging.getLogger(__name__)

SLICE_S: Final = 0.002
"""Of the processor's time, after which the thread rests as long: Python alone would let others wait for 5 ms."""
SOON_S: Final = 0.5
"""A page that is asked for is drawn first."""
AGAIN_S: Final = 5.0
"""Between two looks for pages: to look through a folder of thousands of games takes longer than to draw a page."""
NEVER: Final = float("inf")
TELL_S: Final = 5.0
"""Between two lists while games are looked at: each replaces buttons on host pages, perhaps under a finger."""
KEEP_S: Final = 30.0
"""Between two times that it is written down what the games come to."""
END_S: Final = 10.0


class Listing(msgspec.Struct, frozen=True):
    """What is known of the saved games at one moment."""

    games: tuple[SavedGame, ...] = ()
    """The newest first; what was not looked at yet stands there by its id."""
    left: int = 0
    """How many of them are still to be looked at."""
    number: int = 0
    """Another one in each listing."""


class GivenUp(BaseException):
    """Nobody wants to know any more. No `Exception`: it says nothing of the file that was being read."""


class Shelf:
    """Owns the thread. `look` lets it look into the folder, `listing` is what it found; any thread may call."""

    def __init__(self, home: Home, registry: Registry) -> None:
        self._saved = SavedGames(home, registry)
        self._changed = threading.Condition()
        self._listing = Listing()
        self._taken = set[str]()
        """Games that are on the table, or about to be."""
        self._at = ""
        """The game whose file the thread reads."""
        self._due_s = NEVER
        """When somebody wants the folder to be looked through."""
        self._looked_s = -NEVER
        self._is_closed = False
        self._thread: threading.Thread | None = None

    @property
    def listing(self) -> Listing:
        """All saved games but those on the table, as far as they are known."""
        return self._listing

    def look(self) -> None:
        """Let the folder be looked through for what is new there; returns at once."""
        self._look_in(0.0)

    def look_soon(self) -> None:
        """The same for a page that shows the list: at once where nothing is known yet, else as soon as that is due."""
        waits_s = max(SOON_S, self._looked_s + AGAIN_S - time.monotonic())
        self._look_in(waits_s if self._listing.number else 0.0)

    def _look_in(self, waits_s: float) -> None:
        with self._changed:
            self._due_s = min(self._due_s, time.monotonic() + waits_s)
            if self._thread is None and not self._is_closed:
                self._thread = threading.Thread(target=self._run, name="saved games", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def take_out(self, game_id: str) -> None:
        """A game comes onto the table: nobody reads its file any more when this returns."""
        with self._changed:
            self._taken.add(game_id)
            games = tuple(each for each in self._listing.games if each.id != game_id)
            if len(games) < len(self._listing.games):
                self._tell(games)
            while self._at == game_id:
                self._changed.wait()

    def put_back(self, game_id: str) -> None:
        """A game has left the table, and is looked at where the others were."""
        with self._changed:
            self._taken.discard(game_id)
            was_looked_at = self._listing.number > 0
        if was_looked_at:
            self.look()

    def close(self) -> None:
        """End the thread, in some milliseconds mostly."""
        with self._changed:
            self._is_closed = True
            thread = self._thread
            self._changed.notify_all()
        if thread is not None:
            thread.join(END_S)

    # --- the thread ---------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while self._goes_on():
            try:
                self._look_through()
            except GivenUp:
                pass  # closed; what is known is kept nevertheless
            except Exception as error:
                log_fault(log, "the saved games could not be looked through", error)
            self._saved.keep()
            self._looked_s = time.monotonic()

    def _goes_on(self) -> bool:
        """Wait until somebody wants the folder to be looked through; no where nobody does."""
        with self._changed:
            while not self._is_closed and 0 < (waits_s := self._due_s - time.monotonic()) < NEVER:
                self._changed.wait(waits_s)
            goes_on = self._due_s < NEVER and not self._is_closed
            self._due_s = NEVER
            if not goes_on:
                self._thread = None
        return goes_on

    def _look_through(self) -> None:
        found = self._saved.found()
        self._list(found)
        told_s = kept_s = time.monotonic()
        for each in found:
            if self._saved.known(each) is not None:
                continue
            with self._reading(each.id) as may:
                if may:
                    self._saved.read(each, Manners(each.path, lambda: self._is_closed or self._at in self._taken))
            now_s = time.monotonic()
            if now_s - told_s >= TELL_S:
                self._list(found)
                told_s = now_s
            if now_s - kept_s >= KEEP_S:
                self._saved.keep()
                kept_s = now_s
        self._list(found)

    @contextmanager
    def _reading(self, game_id: str) -> Iterator[bool]:
        """Whether the file of that game may be read, as long as this lasts. Raises `GivenUp` where all is over."""
        with self._changed:
            if self._is_closed:
                raise GivenUp
            may = game_id not in self._taken
            self._at = game_id if may else ""
        try:
            yield may
        except GivenUp:
            if self._is_closed:
                raise
        finally:
            with self._changed:
                self._at = ""
                self._changed.notify_all()

    def _list(self, found: Sequence[Found]) -> None:
        with self._changed:
            games = list[SavedGame]()
            for each in found:
                summary = self._saved.known(each)
                game = unknown(each.id) if summary is None else summary.game
                if game is not None and each.id not in self._taken:
                    games.append(game)
            self._tell(tuple(games))

    def _tell(self, games: tuple[SavedGame, ...]) -> None:
        now = self._listing
        if now.number == 0 or games != now.games:
            left = sum(not each.is_known for each in games)
            self._listing = Listing(games, left, now.number + 1)


class Manners(TimeLimit):
    """The time that reading one file may take in the background: it rests as long as it works, and can be given up."""

    def __init__(self, path: Path, is_unwanted: Callable[[], bool]) -> None:
        super().__init__(path)
        self._is_unwanted = is_unwanted
        self._rested_s = time.thread_time()

    @property
    def is_over(self) -> bool:
        """Whether it has taken longer, or nobody wants to know any more."""
        return self._is_unwanted() or super().is_over

    def check(self) -> None:
        """Raises `GivenUp` and `JournalTooSlow`."""
        if self._is_unwanted():
            raise GivenUp
        super().check()
        worked_s = time.thread_time() - self._rested_s
        if worked_s >= SLICE_S:
            time.sleep(worked_s)
            self._rested_s = time.thread_time()
