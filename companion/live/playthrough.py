"""The course of a game as the referee thread holds it: acts told, seen, felt and taken back, on the disk first.

Knows no thread and no client. Its one owner tells everybody else, by a new snapshot, once a call here has returned.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, TypeAlias

import msgspec

from companion.games.core import Action
from companion.games.openings import due_openings
from companion.games.prints import known_prints
from companion.journal import Draft, Journal, JournalError, Row, RowKind, Seal
from companion.language.message import Text
from companion.live.openings import Vault
from companion.live.steps import AnyState, Step
from companion.live.timeline import Timeline, state_hash
from companion.live.tracing import Mark, unmarked
from companion.referee.reset_moves import Laid, moves_to_reset
from companion.referee.sight import Sight, SightState
from companion.referee.taps import TapRefused
from companion.referee.watcher import Watcher
from companion.runtime.fault_log import log_fault
from companion.storage.photos import Album
from companion.table.evidence import Evidence, Proof
from companion.table.sightings import Reading

log = logging.getLogger(__name__)

Clock: TypeAlias = Callable[[], datetime]


class Drafted(msgspec.Struct, frozen=True):
    """An act that was found legal, and is to become part of the game."""

    who: str
    act: Action
    state: Any
    """The position after it."""
    tap_id: str = ""
    evidence: Evidence | None = None


_Draft: TypeAlias = tuple[str, RowKind, dict[str, Any], Any]
"""Of a row: who told of it, its kind, its payload and its position."""


class Playthrough:
    """Timeline and journal in step, what the sensors tell, and whether the bots hold still."""

    def __init__(self, timeline: Timeline, journal: Journal, clock: Clock, album: Album | None = None) -> None:
        """With an `album`, acts that a camera has seen are photographed."""
        self.timeline = timeline
        self.journal = journal
        self._album = album
        self.mark: Mark = unmarked
        """Told as acts pass borders on their way."""
        self.paused = bool(timeline.undone)
        """An undone act waits to be done again: the bots must not play over it."""
        self.disk = ""
        """Why the disk took nothing the last time; empty where it did."""
        self.saved_anew = ""
        """What became of the file of the game, and where it is saved now; empty where nothing did."""
        self.vault = Vault(timeline)
        self.watcher = Watcher(timeline.game, known_prints())
        self.pressed: Text = ""
        """Why the last press of a button changed nothing; empty where it did, and once anything else was done."""
        self.refused_presses = 0
        self.laid: Laid | None = None
        """How the pieces lay before the position was set back, until somebody acts or all are seen to be right."""
        self._is_watched = False
        """Whether a camera looks on."""
        self._clock = clock
        self.rewound_at = max((row.number for row in journal.opened_with if _rewinds(row)), default=0)
        """The newest row that set the position back or forth, or corrected it; 0 where none has."""

    @property
    def sight(self) -> Sight:
        """What the camera's look at the table comes to; where none looks on, what is to be put back after an undo."""
        if self.laid is None or self._is_watched:
            return self.watcher.sight
        timeline = self.timeline
        try:
            return moves_to_reset(timeline.game, self.laid, timeline.state, timeline.names(), self.watcher.sight)
        except Exception as error:  # a position that cannot be shown takes nobody else's thread with it
            log_fault(log, "what to put back could not be told", error)
            return self.watcher.sight

    def accept(
        self,
        who: str,
        actions: Sequence[Action],
        states: Sequence[Any],
        tap_id: str = "",
        proofs: Sequence[Proof] = (),
    ) -> None:
        """Acts that were found legal become part of the game. Raises `JournalError` where the disk takes nothing.

        `proofs` has one for each act that a sensor told of, and is empty for acts that somebody tapped.
        """
        # Before the row, which has the photograph's hash; the file comes after it, so that it never costs the act.
        taken = [self._photograph(proof) for proof in proofs or (None,) * len(actions)]
        told = list(zip(actions, states, taken, strict=True))
        self.mark("photographed", len(told))
        acts, jpegs = list[Drafted](), list[bytes]()
        for act, state, (proof, jpeg) in told:
            due = self._due(state)
            acts += [Drafted(who, act, state, tap_id, proof), *due]
            jpegs += [jpeg, *(b"" for _ in due)]
        rows = self._accept(acts)
        self.pressed, self.laid = "", None
        if self._album is not None:
            for row, jpeg in zip(rows, jpegs, strict=True):
                self._album.keep(row.number, jpeg)

    def open_due(self) -> None:
        """Open what is sealed, where the rules say that it is time. Raises `JournalError`."""
        if due := self._due(self.timeline.state):
            self._accept(due)

    def open_what_is_due(self) -> None:
        """The same; where the disk takes it not, the next act does."""
        with suppress(JournalError):
            self.open_due()

    def _due(self, state: AnyState) -> list[Drafted]:
        """What the companion opens in this position, all in one: nobody sees one choice before another."""
        return [Drafted("companion", act, after) for act, after in due_openings(self.timeline.game, state)]

    def _accept(self, acts: Sequence[Drafted]) -> tuple[Row, ...]:
        """These become part of the game, all or none."""
        before, drafts, seals = self.timeline.state, list[_Draft](), list[Seal | None]()
        self.vault.begin()
        for each in acts:
            seals.append(self.vault.seal(each.act))
            besides = self.vault.in_row(each.act, seals[-1], before, each.state)
            payload = _payload(each.act, each.tap_id, each.evidence) | besides
            drafts.append((each.who, "act", payload, each.state))
            before = each.state
        self._keep_keys([seal for seal in seals if seal is not None])
        rows = self._write(drafts)
        self.mark("on disk", rows[-1].number)
        for row, each, seal in zip(rows, acts, seals, strict=True):
            at = self.timeline.state, each.state, each.tap_id, row.at, row.by, each.evidence
            step = Step(row.number, each.act, {}, *at, seal=seal.seal if seal is not None else "")
            self.timeline.push_step(row.number, step)
        return rows

    def _keep_keys(self, seals: Sequence[Seal]) -> None:
        if not seals:
            return
        try:
            self.journal.keep_keys(seals, self.timeline.game.sealing.most_bytes)
        except JournalError as error:
            self._set_disk(str(error))
            raise

    def _photograph(self, proof: Proof | None) -> tuple[Evidence | None, bytes]:
        return self.photographed(proof) if proof is not None else (None, b"")

    def photographed(self, proof: Proof) -> tuple[Evidence, bytes]:
        """The evidence with the hash of its photograph, and the JPEG; without one, the evidence as it was and b""."""
        return self._album.take(proof) if self._album is not None else (proof.evidence, b"")

    def keep_photo(self, jpeg: bytes) -> None:
        """Keep a photograph, taken before, with the act that was accepted last; b"" is none."""
        if self._album is not None:
            self._album.keep(self.timeline.last_row, jpeg)

    # --- what is seen and told ----------------------------------------------------------------------------------------

    def _see(self, reading: Reading) -> None:
        """One more look at the table. `_judge` then tells what follows from it."""
        self.mark("taken up", reading.frame)
        if self.plays_by_sight():
            self.watcher.see(reading, self.timeline.state)
            self._is_watched = not reading.unseen

    def _weigh(self, count: int | None) -> None:
        """So many pieces lie on the scale, for `_judge`; None where nobody can tell."""
        if self.plays_by_sight():
            self.watcher.feel(count)

    def accept_told(
        self,
        who: str,
        actions: Sequence[Action],
        states: Sequence[Any],
        tap_id: str = "",
        proofs: Sequence[Proof] = (),
    ) -> None:
        """Accept acts that the table may show already or only later: the camera counts none of them again."""
        befores = (self.timeline.state, *states)
        self.accept(who, actions, states, tap_id, proofs)
        self.paused = False
        try:
            for before, action, after in zip(befores, actions, states, strict=False):
                self.watcher.told(before, action, after)
        except Exception as error:  # they are done by now, whatever the camera makes of it
            log_fault(log, "what the camera is to see could not be told", error)
            self.watcher.rewind()

    def _judge(self) -> bool:
        """Accept what the table shows as far as a slice of the search finds it; whether another slice is wanted."""
        timeline = self.timeline
        if not self.plays_by_sight():
            return False
        verdict = self.watcher.judge(timeline.state, timeline.names())
        if self._is_watched and self.watcher.sight.state in _KNOWN:
            self.laid = None
        if verdict is None or not verdict.acts:
            return verdict is None
        states = timeline.states_after(verdict.acts)
        self.mark("explained", self.watcher.settled_by)
        try:
            self.accept(verdict.by, verdict.acts, states, proofs=verdict.proofs)
        except JournalError:
            self.watcher.forget()  # to be found again with the next look, when the disk may take it
            return False
        return True

    def plays_by_sight(self) -> bool:
        """Whether acts are learned from the table: the game goes on, and the companion has not dealt it itself."""
        timeline = self.timeline
        over = timeline.ended or timeline.game.outcome(timeline.state) is not None
        return not over and not timeline.state.is_dealt

    # --- back and forth -----------------------------------------------------------------------------------------------

    def take_back(self, who: str, steps: int) -> None:
        """Set the position back by so many acts, and hold the bots. Raises `JournalError`."""
        timeline = self.timeline
        before, after = timeline.state, timeline.history.state_before(steps)
        (row,) = self.write(who, [("undo", {"steps": steps}, after)])
        timeline.push_undo(row.number, steps)
        self.paused, self.rewound_at = True, row.number
        self._set_to(before)

    def do_again(self, who: str, steps: int, after: AnyState) -> None:
        """Set the position forth by so many acts that were taken back, to `after`. Raises `JournalError`."""
        timeline, before = self.timeline, self.timeline.state
        (row,) = self.write(who, [("redo", {"steps": steps}, after)])
        timeline.push_redo(row.number, steps)
        self.rewound_at = row.number
        self._set_to(before)

    def _set_to(self, before: AnyState) -> None:
        """The position was set back or forth from `before`: the pieces have to follow, where people hold any."""
        self.watcher.rewind()
        if self.timeline.state.is_dealt:
            return
        self.laid = Laid(before) if self.laid is None else Laid(self.laid.state, self.laid.times + 1)

    def check_going_on(self) -> None:
        """Raises `TapRefused` where the host has ended the game."""
        if self.timeline.ended:
            raise TapRefused("over", "The host has ended this game. Undo that, or start a new one, on the host page.")

    # --- the disk -----------------------------------------------------------------------------------------------------

    def write(self, who: str, drafts: Sequence[tuple[RowKind, dict[str, Any], Any]]) -> tuple[Row, ...]:
        """The rows that were written and synced: kind, payload and position of each. Raises `JournalError`."""
        return self._write([(who, *draft) for draft in drafts])

    def _write(self, drafts: Sequence[_Draft]) -> tuple[Row, ...]:
        at = self._clock().isoformat(timespec="milliseconds")
        try:
            rows = self.journal.append(
                [Draft(at, who, kind, payload, state_hash(state)) for who, kind, payload, state in drafts]
            )
        except JournalError as error:
            self._set_disk(str(error))
            raise
        self._set_disk("")
        self._tell_of_new_file()
        return rows

    def check_file(self) -> None:
        """See, without an act, whether the file of the game is still there. Never raises."""
        try:
            self.journal.check()
        except JournalError as error:
            self._set_disk(str(error))
        self._tell_of_new_file()

    def rest(self) -> bool:
        """Make the file whole, so that a copy of it has every act; whether it is. Never raises."""
        try:
            return self.journal.rest()
        except JournalError:  # every act is safe in the log, and the next one tells of a disk that takes nothing
            return False
        finally:
            self._tell_of_new_file()

    def _tell_of_new_file(self) -> None:
        if self.saved_anew != self.journal.saved_anew:
            self.saved_anew = self.journal.saved_anew
            log.warning("%s", self.saved_anew)

    def _set_disk(self, trouble: str) -> None:
        if trouble and trouble != self.disk:  # once, not at every try: the log may be on the same full disk
            log.error("%s", trouble)
        self.disk = trouble


_KNOWN: tuple[SightState, ...] = ("settled", "open", "in_progress", "question", "mismatch")
"""What a camera makes of a table that it has seen to be right since it was set back."""


def _rewinds(row: Row) -> bool:
    """Whether a page that was drawn before this row shows another course of the game."""
    return row.kind in ("undo", "redo") or (row.kind == "correct" and not row.read().get("kept"))


def _payload(action: Action, tap_id: str, evidence: Evidence | None) -> dict[str, Any]:
    payload = {"action": msgspec.to_builtins(action.public() if action.seals else action)}
    if tap_id:
        payload["tap"] = tap_id
    if evidence is not None:
        payload["evidence"] = msgspec.to_builtins(evidence)
    return payload
