"""A recorded game without a thread, in a time of its own, and recordings played again."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from companion.games.bots import Autopilot
from companion.games.core import OFF_MAT
from companion.games.registry import GAMES
from companion.journal import Draft, Journal, JournalNotWritable, Row
from companion.live.handlers import LiveGame
from companion.live.inputs import Asked, Felt, Looked
from companion.live.resume import start_payload
from companion.live.taker import judge_all
from companion.live.timeline import Timeline, state_hash
from companion.recording.format import Recording
from companion.recording.recorder import Recorder
from companion.recording.replayer import Replayed, replay
from companion.referee.comparison import look_of
from companion.table.felt import Feeling
from companion.table.sightings import Reading
from tests.companion.referee.perfect import look_at
from tests.companion.tables import HOST, NOON, tap_of
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.model import Draw
from tests.vision.fakes import FakeClock


def no_look(number: int) -> Reading:
    raise AssertionError(f"no frame was recorded, but {number} is asked for")


def again(recording: Recording, look: Any = no_look, speed: float | None = None) -> Replayed:
    return replay(recording, GAMES, look, clock=FakeClock(), speed=speed)


class FullJournal(Journal):
    """A journal whose disk is full when it is told so."""

    is_full = False

    def append(self, drafts: Sequence[Draft]) -> tuple[Row, ...]:
        if self.is_full:
            raise JournalNotWritable("The disk is full.")
        return super().append(drafts)


class Table:
    """A recorded game without a thread, in a time of its own; perfect eyes number their frames."""

    def __init__(self, folder: Path, seed: int = 1, cards: str = "own") -> None:
        options = {"cards": cards}
        start = SEALED_BID.new_game(options, {})
        self.clock = FakeClock()
        self.journal = FullJournal(folder / "game.journal")
        payload = {**start_payload(SEALED_BID, options, start), "seed": seed}
        rows = self.journal.append([Draft(NOON.isoformat(), "host", "start", payload, state_hash(start))])
        self.recorder = Recorder(folder / "recording", rows, self.clock)
        self.timeline = Timeline(SEALED_BID, start)
        self.live = LiveGame(self.timeline, self.journal, lambda: NOON)
        self.taker = self.recorder.wrap(self.live)
        self.frames: dict[int, Reading] = {}
        self.autopilot = Autopilot(SEALED_BID, seed)
        self.truth = SEALED_BID.simulation.determinize(start, random.Random(seed))
        self.played = 0
        self.taps = 0

    @property
    def path(self) -> Path:
        return self.recorder.path

    def tap(self, *actions: Any) -> bool:
        self.clock.time_s += 0.25
        self.taps += 1
        return self.taker.take(Asked(HOST, tap_of(actions, self.timeline.revision, f"t{self.taps}"))).accepted

    def tap_first(self) -> bool:
        """Tap the first thing that the host is offered."""
        return self.tap(*SEALED_BID.choices(SEALED_BID.view(self.timeline.state, None))[0].actions)

    def look(self, frames: int = 5) -> None:
        """So many looks at the true table, ten a second, each with all the slices that it wants."""
        for _ in range(frames):
            self.clock.time_s += 0.1
            number = len(self.frames) + 1
            reading = msgspec.structs.replace(look_at(SEALED_BID, self.truth, self.clock.time_s), frame=number)
            self.frames[number] = reading
            self.taker.take(Looked(reading))
            assert judge_all(self.taker)

    def play(self, acts: int) -> None:
        """Acts of a whole game: what can be seen is looked at, everything else is tapped."""
        for _ in range(acts):
            proposal = self.autopilot.propose(self.truth, self.played, frozenset())
            assert proposal is not None
            there, act = self.truth.table.pearls, proposal[0].public()
            self.truth, self.played = SEALED_BID.apply_action(self.truth, proposal[0]), self.played + 1
            if self.truth.table.pearls != there:
                self.taker.take(Felt(Feeling(count=self.truth.table.pearls)))
            if isinstance(act, Draw) and self.timeline.game.legal_actions(self.timeline.state)[0] == act:
                self.taker.take(Felt(Feeling(count=self.truth.table.pearls, presses=(f"seat{act.seat + 1}",))))
            if act.sense not in OFF_MAT:
                self.look()
            if len(self.timeline.done) < self.played:  # it shows nothing, or could be several things
                assert self.tap(act)
        assert look_of(SEALED_BID, self.timeline.state) == look_of(SEALED_BID, self.truth)

    def close(self) -> Recording:
        self.recorder.close()
        self.journal.close()
        return Recording.open(self.path)
