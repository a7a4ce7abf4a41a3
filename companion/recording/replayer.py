"""A recorded game played again: the same steps through a real live game, and whether they lead where they led."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias, TypeGuard

import msgspec

from companion.errors import CompanionError
from companion.games.errors import IllegalAction
from companion.games.registry import Registry
from companion.journal import GENESIS, Draft, Journal, JournalNotWritable, Row, Seal, chain
from companion.live.enrolment import why_not_enrolled
from companion.live.handlers import LiveGame, by_of
from companion.live.inputs import Acted, Asked, Input, Judge, Looked
from companion.live.requests import Enrol, Forget, Tap
from companion.live.resume import replay as timeline_of
from companion.live.timeline import Timeline, key_hash, state_hash
from companion.recording.format import (
    Became,
    Judged,
    LookedAt,
    Metronome,
    Recording,
    Sealed,
    Step,
    acts_in,
    digest,
)
from companion.referee.taps import TapRefused, read_actions
from companion.table.layout import Layout
from companion.table.sightings import MarkerId, PrintedMarker, Reading

Printed: TypeAlias = Mapping[MarkerId, PrintedMarker]
Look = Callable[[int], Reading]
"""What is read of the frame of a number. Raises a `CompanionError` where the frame is damaged or not there."""


class Replayed(msgspec.Struct, frozen=True):
    """What a replay came to."""

    state_hash: str
    """Of the last position."""
    entries: int
    """How many entries were played without going astray."""
    acts: int
    """How many acts stand at the end."""
    diverged: str = ""
    """A sentence on the first entry that led elsewhere or could not be played; empty where all came out as recorded."""
    reread: str = ""
    """A sentence on the first frame of which something else was read than in the game, though it may not matter."""


class _Diverged(Exception):
    """An entry that does not come to what it came to."""


class _RefusingJournal(Journal):
    """A journal whose disk takes nothing when it took nothing in the game."""

    refuses = False

    def append(self, drafts: Sequence[Draft]) -> tuple[Row, ...]:
        """As a journal's."""
        if self.refuses:
            raise JournalNotWritable("The disk took nothing when this was recorded.")
        return super().append(drafts)


def replay(
    recording: Recording,
    registry: Registry,
    look: Look,
    *,
    clock: Metronome,
    speed: float | None = None,
    progress: Callable[[int], None] = lambda done: None,
    keys: Mapping[str, Seal] = MappingProxyType({}),
) -> Replayed:
    """The recorded game, played again on a journal that is thrown away.

    `speed` 1 waits as long between two entries as the game did, 0.5 twice as long; 0 or None does not wait. `progress`
    gets the number of entries played, after each. What was sealed and is opened in no entry is played on sealed, but
    for what `keys` open. Raises `Unplayable` where the rules are unknown or another version's.
    """
    with tempfile.TemporaryDirectory(prefix="companion-replay-") as folder:
        journal = _journal(Path(folder) / "replay.journal", recording)
        try:
            player = _Player(recording, registry, journal, look, keys)
            began_s = clock.now()
            for number, entry in enumerate(recording.entries, 1):
                if speed:
                    wait_s = began_s + entry.at_s / speed - clock.now()
                    if wait_s > 0:
                        clock.pause(wait_s)
                try:
                    player.play(number)
                except _Diverged as diverged:
                    return player.result(number - 1, f"Entry {number} of {recording.path}: {diverged}")
                progress(number)
            return player.result(len(recording.entries))
        finally:
            journal.close()


def mat_of(recording: Recording, registry: Registry) -> tuple[Layout, Mapping[MarkerId, PrintedMarker]]:
    """The mat that the camera looked for, and the markers that might lie on it at first. Raises `Unplayable`."""
    timeline = _timeline(recording, registry)
    (_, printed), *_ = markers_of(recording, registry)
    return timeline.game.mat.layout(timeline.game.view(timeline.state, None)), printed


def markers_of(recording: Recording, registry: Registry) -> tuple[tuple[int, Printed], ...]:
    """The markers that might lie on the mat, and the last frame (0: none) looked at before the host said so.

    There is one more each time that a marker was enrolled or forgotten. The eye took it up at the next frame of which
    it looked for a mat anew. Raises `Unplayable`.
    """
    game, enrolled, frame = _timeline(recording, registry).game, dict[MarkerId, str](), 0
    found: dict[int, Printed] = {0: game.mat.kit.printed}
    for entry in recording.entries:
        step = entry.step
        if isinstance(step, LookedAt):
            frame = max(frame, step.frame)
        elif isinstance(step, Asked) and step.client.role == "host":
            match step.request:
                case Enrol(marker, kind) if not why_not_enrolled(game, enrolled, marker, kind):
                    enrolled[marker] = kind
                case Forget(marker):
                    enrolled.pop(marker, None)
                case _:
                    continue
            found[frame] = game.mat.kit.with_enrolled(enrolled).printed
    return tuple(sorted(found.items()))


def _timeline(recording: Recording, registry: Registry) -> Timeline:
    """The game as it was when the recording began."""
    rows, previous = list[Row](), GENESIS
    for number, draft in enumerate(recording.head.rows, 1):
        rows.append(chain(previous, number, draft))
        previous = rows[-1].hash
    return timeline_of(registry, rows)


def _journal(path: Path, recording: Recording) -> _RefusingJournal:
    """A journal with the rows that the game's had when the recording began."""
    fresh = Journal(path)
    try:
        fresh.append([_twice_hashed(row) for row in recording.head.rows])
    finally:
        fresh.close()
    return _RefusingJournal(path)


def _twice_hashed(row: Draft) -> Draft:
    """The row with the hash of a key taken for the key, as it is in recorded requests: so they fit one another."""
    hashed = row.payload.get("key_hash")
    if row.kind != "seat" or hashed is None:
        return row
    return msgspec.structs.replace(row, payload={**row.payload, "key_hash": key_hash(hashed)})


class _Player:
    """A live game and the steps that are still to be taken."""

    def __init__(
        self,
        recording: Recording,
        registry: Registry,
        journal: _RefusingJournal,
        look: Look,
        keys: Mapping[str, Seal],
    ) -> None:
        self._entries = recording.entries
        became = (entry.step for entry in self._entries if isinstance(entry.step, Became))
        self._keys = {**keys, **{seal.seal: seal for each in became for seal in each.opened if seal.is_sound}}
        self._look = look
        self._journal = journal
        self._reread = ""
        began = datetime.fromisoformat(recording.head.rows[0].at)
        timeline = timeline_of(registry, journal.opened_with, keys=self._keys)
        self._live = LiveGame(timeline, journal, lambda: began)

    def play(self, number: int) -> None:
        """Take step `number`, counted from 1. Raises `_Diverged`."""
        step = self._entries[number - 1].step
        timeline = self._live.timeline
        if isinstance(step, Became):
            self._compare(step)
            return
        following = self._entries[number].step if number < len(self._entries) else None
        row = timeline.last_row
        self._journal.refuses = isinstance(following, Became) and following.refused
        told = self._unsealed(step) if isinstance(step, Sealed) else step
        if not self._lacks_choice(told):
            self._take(number, told)
        elif isinstance(following, Became) and not following.refused:
            self._take_accepted(told)
        if timeline.last_row != row and following is not None and not isinstance(following, Became):
            raise _Diverged(f"it changed nothing in the game, and now leads to row {timeline.last_row}.{self._hint()}")

    def result(self, entries: int, diverged: str = "") -> Replayed:
        """What it came to."""
        timeline = self._live.timeline
        return Replayed(state_hash(timeline.state), entries, len(timeline.done), diverged, self._reread)

    def _take(self, number: int, step: Step) -> None:
        for told in self._inputs_of(number, step):
            reply = self._live.take(told)
            # Without a sentence on it, which may quote what only one seat may know.
            if isinstance(told, Acted) and reply.code not in ("", "disk"):
                raise _Diverged(f"the {told.who} cannot act as in the game.{self._hint()}")

    def _unsealed(self, step: Sealed) -> Asked | Acted:
        """What was told, with each choice in it that is known."""
        pairs = zip(step.actions, step.seals, strict=True)
        return step.with_actions(tuple(self._keys[seal].choice if seal in self._keys else act for act, seal in pairs))

    def _lacks_choice(self, told: Step) -> TypeGuard[Asked | Acted]:
        """Whether an act in it seals what is not known: it is not open yet, or nothing was sealed once."""
        if not isinstance(told, Asked | Acted):
            return False
        with suppress(TapRefused):
            return any(act.is_redacted for act in read_actions(self._live.timeline.game, acts_in(told)))
        return False

    def _take_accepted(self, told: Asked | Acted) -> None:
        """Take choices that are not known: that they were accepted is."""
        live = self._live
        actions = read_actions(live.timeline.game, acts_in(told))
        try:
            states = live.timeline.states_after(actions)
        except IllegalAction as illegal:
            raise _Diverged(f"a sealed choice is against a rule now.{self._hint()}") from illegal
        if isinstance(told, Acted):
            live.accept(told.who, actions, states)
            return
        assert isinstance(told.request, Tap)  # nothing else carries acts
        live.is_searching = True
        live.accept_told(by_of(told.client), actions, states, told.request.tap_id)

    def _inputs_of(self, number: int, step: Step) -> Iterator[Input]:
        """What the step told the game, one after another."""
        match step:
            case LookedAt():
                yield Looked(self._reading(number, step))
            case Judged(slices):
                yield from (Judge() for _ in range(slices))
            case Became() | Sealed():
                return
            case _:
                yield step

    def _reading(self, number: int, step: LookedAt) -> Reading:
        if step.reading is not None:
            return step.reading
        try:
            reading = self._look(step.frame)
        except CompanionError as error:
            raise _Diverged(f"frame {step.frame} cannot be looked at. {error}") from error
        if digest(reading) != step.digest and not self._reread:
            self._reread = f"Of frame {step.frame} (entry {number}) something else is read than in the game."
        return reading

    def _compare(self, became: Became) -> None:
        timeline = self._live.timeline
        if (state_hash(timeline.state), timeline.last_row) != (became.state, became.row):
            raise _Diverged(
                f"the game came to position {became.state[:8]} at row {became.row}, the replay to "
                f"{state_hash(timeline.state)[:8]} at row {timeline.last_row}.{self._hint()}"
            )

    def _hint(self) -> str:
        return f" {self._reread}" if self._reread else " Replay it with the version that recorded it."
