"""The course of one game: what the rows of its journal add up to. Pure: no clock, no file, no thread."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from companion.games.core import Action, ActionView, FactValue, Memory, Seat, State
from companion.games.game import AnyGame
from companion.referee.comparison import name_of
from companion.requests import LogLine
from companion.table.evidence import Evidence

AnyState = State[Any, Any]


class Step(msgspec.Struct, frozen=True):
    """One act or correction, and the positions on both sides of it."""

    number: int
    """Row of the journal that told of it."""
    action: Action | None
    """None for a correction."""
    facts: Mapping[str, FactValue]
    before: AnyState
    after: AnyState
    tap_id: str = ""
    at: str = ""
    """When it was told, as the row has it."""
    by: str = ""
    """Who told of it, as the row has it."""
    evidence: Evidence | None = None
    """What it was learned from, where a sensor told of it."""


class Account(msgspec.Struct, frozen=True):
    """One act, who told of it, and what it was learned from, for one seat's eyes."""

    line: LogLine
    at: str
    """When, ISO 8601 with zone."""
    by: str
    stands: bool
    """Whether it has not been taken back."""
    evidence: Evidence | None
    zones: tuple[str, ...] = ()
    """What to call the zones of the evidence in the middle of a sentence."""


class Sitting(msgspec.Struct, frozen=True):
    """Who sits in a seat: the name to show, and the hash of the key that proves it."""

    name: str
    key_hash: str


class _Line(msgspec.Struct, frozen=True):
    """What happened in one row, to be put into words for whoever reads it."""

    number: int
    kind: Literal["act", "correction", "undo", "redo", "seat", "end"]
    steps: tuple[Step, ...]
    names: tuple[str, ...]
    text: str
    recalled: Step | None = None
    """What was revealed in this act's stead before an undo, where that was something else."""


class Timeline:
    """Acts done, acts undone, seats taken, in the order of the rows. Grows only; owned by one thread."""

    def __init__(self, game: AnyGame, start: AnyState) -> None:
        self.game = game
        self.start = start
        self.done: list[Step] = []
        self.undone: list[Step] = []
        """Steps taken back, the next to be done again last."""
        self._recalled: dict[int, Step] = {}
        """Reveals that were taken back, by the number of acts before them."""
        self.seats: dict[Seat, Sitting] = {}
        self.ended_keys: set[str] = set()
        """Hashes of the keys of those who sat in a seat and do no more."""
        self._sat_down: dict[Seat, tuple[int, AnyState]] = {}
        """For each who sits: how many lines the log had, and the position, as they sat down."""
        self.ended = False
        self.revision = 1
        """Number of the last row that changed the position."""
        self.last_row = 1
        self.taps: dict[str, int] = {}
        """Taps that were accepted, with the row of the last of their acts."""
        self._lines: list[_Line] = []

    @property
    def state(self) -> AnyState:
        """The present position."""
        return self.done[-1].after if self.done else self.start

    @property
    def seat_count(self) -> int:
        """How many seats play."""
        return self.game.seat_count(self.start.table)

    def names(self) -> tuple[str, ...]:
        """What to call each seat."""
        return tuple(
            self.seats[seat].name if seat in self.seats else f"Seat {seat + 1}" for seat in range(self.seat_count)
        )

    # --- what rows do -------------------------------------------------------------------------------------------------

    def push_step(self, number: int, step: Step) -> None:
        """An act or correction was accepted as row `number`."""
        kind: Literal["act", "correction"] = "act" if step.action is not None else "correction"
        recalled = self._recalled.pop(len(self.done), None)
        self._add(number, kind, (step,), recalled=recalled if _is_another(recalled, step) else None)
        self.done.append(step)
        self.undone.clear()
        self.revision = number
        if step.tap_id:
            self.taps[step.tap_id] = number

    def push_undo(self, number: int, steps: int) -> None:
        """The last `steps` acts were taken back; with none, the end of the game was."""
        self.ended = False
        taken = tuple(self.done[len(self.done) - steps :])
        self._add(number, "undo", taken)
        del self.done[len(self.done) - steps :]
        self.undone.extend(reversed(taken))
        reveals = {ply: step for ply, step in enumerate(taken, len(self.done)) if step.action and step.action.reveals}
        self._recalled.update(reveals)
        self.revision = number

    def push_redo(self, number: int, steps: int) -> None:
        """The last `steps` undone acts were done again."""
        again = tuple(reversed(self.undone[len(self.undone) - steps :]))
        self._add(number, "redo", again)
        del self.undone[len(self.undone) - steps :]
        self.done.extend(again)
        for ply in range(len(self.done) - steps, len(self.done)):
            self._recalled.pop(ply, None)
        self.revision = number

    def push_seat(self, number: int, seat: Seat, sitting: Sitting | None) -> None:
        """Somebody sat down, or (None) stood up."""
        before, place = self.seats.get(seat), f"seat {seat + 1}"
        if sitting is not None and before is not None and sitting.key_hash == before.key_hash:
            self.seats[seat] = sitting
            self._add(number, "seat", (), f"{before.name} is called {sitting.name} now.")
            return
        has_seen = before is not None and self._has_seen_hand(seat)
        if before is not None:
            self.ended_keys.add(before.key_hash)
        if sitting is None:
            text = f"{self.names()[seat]} has left {place}{' and has seen its hand' if has_seen else ''}."
            self.seats.pop(seat, None)
        else:
            self.seats[seat] = sitting
            self.ended_keys.discard(sitting.key_hash)
            self._sat_down[seat] = self.line_count(), self.state
            text = f"{sitting.name} sits in {place}."
            if before is not None and has_seen:
                text += f" {before.name}, who sat there, has seen its hand."
        self._add(number, "seat", (), text)

    def _has_seen_hand(self, seat: Seat) -> bool:
        """Whether the page of a seat has shown a hand since somebody sat down there."""
        lines, first = self._sat_down[seat]
        since = (step.after for line in self._lines[lines:] for step in line.steps)
        positions = (self.state, first, *since)
        return any(self.game.own_pieces(self.game.view(each, seat, self.names())) for each in positions)

    def push_end(self, number: int) -> None:
        """The host ended the game without a winner."""
        self.ended = True
        self._add(number, "end", (), "The host ends the game.")

    def _add(
        self, number: int, kind: Any, steps: tuple[Step, ...], text: str = "", recalled: Step | None = None
    ) -> None:
        self._lines.append(_Line(number, kind, steps, self.names(), text, recalled))
        self.last_row = number

    # --- in words -----------------------------------------------------------------------------------------------------

    def line_count(self) -> int:
        """How many lines the log has; lines are only ever added."""
        return len(self._lines)

    def lines(self, seat: Seat | None, after: int, count: int) -> list[LogLine]:
        """Lines of the first `count` whose row number is above `after`, as `seat` may read them."""
        found = []
        for index in range(count - 1, -1, -1):
            if self._lines[index].number <= after:
                break
            found.append(self._words(self._lines[index], seat))
        return found[::-1]

    def accounts(self, seat: Seat | None, count: int, row: int | None = None) -> list[Account]:
        """The acts among the first `count` lines, or the one of that row; none where that row has no act."""
        standing = {step.number for step in self.done[:]}
        return [
            self._account(line, seat, line.number in standing)
            for line in self._lines[:count]
            if line.kind == "act" and row in (None, line.number)
        ]

    def _account(self, line: _Line, seat: Seat | None, stands: bool) -> Account:
        (step,) = line.steps
        zones: tuple[str, ...] = ()
        if step.evidence is not None:
            table = self.game.expected_table(self.game.view(step.after, None, line.names))
            zones = tuple(name_of(zone) for zone in table.zones if zone.zone in step.evidence.zones)
        return Account(self._words(line, seat), step.at, step.by, stands, step.evidence, zones)

    def _words(self, line: _Line, seat: Seat | None) -> LogLine:
        if line.kind in ("seat", "end"):
            return LogLine(line.number, line.text, (), line.kind)
        if line.kind == "undo" and not line.steps:
            return LogLine(line.number, "The end of the game is taken back.", (), line.kind)
        if line.kind in ("undo", "redo"):
            acts = "1 act is" if len(line.steps) == 1 else f"{len(line.steps)} acts are"
            done = "taken back" if line.kind == "undo" else "done again"
            first = self.describe(line.steps[0], seat, line.names)
            more = "" if len(line.steps) == 1 else ", from"
            seen = (
                ()
                if line.kind == "redo"
                else counted([each.seen for each in self._memories(line.steps, seat, line.names)])
            )
            return LogLine(line.number, " ".join((f"{acts} {done}{more}: {first}", *seen)), (), line.kind)
        (step,) = line.steps
        text, proven = self.describe(step, seat, line.names), step.evidence is not None
        if line.recalled is not None:
            (memory,) = self._memories([line.recalled], seat, line.names)
            text = f"{text} It was another before the undo. {memory.seen}"
        return LogLine(line.number, text, step.after.table.why, line.kind, proven)

    def describe(self, step: Step, seat: Seat | None, names: tuple[str, ...]) -> str:
        """A step in words, from what `seat` may know of it."""
        before = self.game.view(step.before, seat, names)
        if step.action is None:
            labels = {field.key: field for field in self.game.facts(before)}
            parts = [f"{labels[key].group}, {labels[key].label}: {value}" for key, value in step.facts.items()]
            return f"The host corrects {'; '.join(parts)}."
        seen: ActionView[Any] = self.game.view_action(step.action, seat)
        return self.game.describe(before, seen)

    def unseen(self, steps: Sequence[Step]) -> tuple[str, ...]:
        """What taking these steps back cannot make the table forget, in public words, each sentence once.

        What to do with the piece is told of a single act only: of several, the later ones decide where it goes.
        """
        memories = self._memories(steps, None, self.names())
        return counted([memory.text if len(steps) == 1 else memory.seen for memory in memories])

    def _memories(self, steps: Sequence[Step], seat: Seat | None, names: tuple[str, ...]) -> list[Memory]:
        found = (
            self.game.memory(self.game.view(step.before, seat, names), self.game.view_action(step.action, seat))
            for step in steps
            if step.action is not None
        )
        return [memory for memory in found if memory is not None]


def counted(sentences: Sequence[str]) -> tuple[str, ...]:
    """Each sentence once, in the order of the first, with how often it was there where that was more than once."""
    return tuple(text if number == 1 else f"{number} × {text}" for text, number in Counter(sentences).items())


def _is_another(recalled: Step | None, step: Step) -> bool:
    """Whether both are the same reveal by chance, and what everybody saw differs."""
    if (
        recalled is None
        or recalled.action is None
        or step.action is None
        or type(step.action) is not type(recalled.action)
    ):
        return False
    one, other = recalled.action, step.action
    return one.kind == "chance" and one.zones() == other.zones() and one.public() != other.public()


def state_hash(state: AnyState) -> str:
    """The same text for the same position, on every machine."""
    return hashlib.sha256(msgspec.json.encode(state)).hexdigest()


def key_hash(key: str) -> str:
    """What the journal keeps of a seat's key."""
    return hashlib.sha256(key.encode()).hexdigest()
