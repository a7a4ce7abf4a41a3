"""The course of one game: what the rows of its journal add up to. Pure: no clock, no file, no thread.

A `History` never changes: whoever holds one has one moment, whatever happens meanwhile. `live.chronicle` tells it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from companion.games.core import Action, Seat
from companion.games.game import AnyGame
from companion.games.openings import opened
from companion.journal import Seal
from companion.live.promises import NOTHING, Promises, seen_before
from companion.live.seat_lines import hides_choice, left, may_choose_anew, sat
from companion.live.steps import AnyState, Step, last_plays, once_more, without_last


class Sitting(msgspec.Struct, frozen=True):
    """Who sits in a seat: the name to show, and the hash of the key that proves it."""

    name: str
    key_hash: str


class Event(msgspec.Struct, frozen=True):
    """What happened in one row, to be put into words for whoever reads it."""

    number: int
    kind: Literal["act", "correction", "undo", "redo", "seat", "end"]
    steps: tuple[Step, ...]
    names: tuple[str, ...]
    text: str
    recalled: Step | None = None
    """What was revealed in this act's stead before an undo, where that was something else."""
    freed: tuple[Seat, ...] = ()
    """Seats that had to seal again what everybody has seen, and since then have not."""


class History(msgspec.Struct, frozen=True):
    """One moment of the course of a game: all that has happened until then."""

    game: AnyGame
    start: AnyState
    events: tuple[Event, ...]
    """What happened in each row but the first, oldest first."""
    done: tuple[Step, ...]
    """Acts and corrections that stand, oldest first."""
    undone: tuple[Step, ...]
    """Steps taken back, the next to be done again last."""
    seats: Mapping[Seat, Sitting]
    ended_keys: frozenset[str]
    """Hashes of the keys of those who sat in a seat and do no more."""
    ended: bool
    revision: int
    """Number of the last row that changed the position."""
    last_row: int
    play_count: int
    """How many plays stand: an undo reaches back so far."""
    promises: Promises = NOTHING
    """What seats sealed and everybody has seen before an undo: they seal the same again."""

    @property
    def state(self) -> AnyState:
        """The position then."""
        return self.done[-1].after if self.done else self.start

    def state_before(self, plays: int) -> AnyState:
        """The position that an undo of so many leads to, of which there must be so many."""
        stays = without_last(self.game, self.done, plays)
        return stays[-1].after if stays else self.start


class Timeline:
    """Acts done, acts undone, seats taken, in the order of the rows. Grows only; owned by one thread.

    What it holds is replaced and never changed, so that a `History` shares it.
    """

    def __init__(self, game: AnyGame, start: AnyState) -> None:
        self.game: AnyGame = game.bound(start)
        """As this playthrough has it; whoever holds a timeline takes it from here, never from the registry."""
        self.start = start
        self.done: tuple[Step, ...] = ()
        self.undone: tuple[Step, ...] = ()
        """Steps taken back, the next to be done again last."""
        self._recalled: dict[int, Step] = {}
        """Reveals that were taken back, by the number of acts before them."""
        self.seats: Mapping[Seat, Sitting] = {}
        self.ended_keys: frozenset[str] = frozenset()
        """Hashes of the keys of those who sat in a seat and do no more."""
        self._sat_down: dict[Seat, tuple[int, AnyState]] = {}
        """For each who sits: how many rows had been told, and the position, as they sat down."""
        self.ended = False
        self._kept = 0
        """How many of the steps that stand are of figures that the owner typed."""
        self.promises = NOTHING
        """What seats sealed and everybody has seen before an undo: they seal the same again."""
        self._promised: dict[int, Promises] = {}
        """What bound seats before each play that stands, by the number of plays before it."""
        self.revision = 1
        """Number of the last row that changed the position."""
        self.last_row = 1
        self.seals: dict[str, Seal] = {}
        """What opens the sealed choices of this game, by seal, as far as it is known."""
        self.taps: dict[str, int] = {}
        """Taps that were accepted, with the row of the last of their acts."""
        self._events: tuple[Event, ...] = ()

    @property
    def state(self) -> AnyState:
        """The present position."""
        return self.done[-1].after if self.done else self.start

    @property
    def play_count(self) -> int:
        """How many acts and corrections stand that an undo can take back."""
        return len(self.done) - self._kept

    @property
    def history(self) -> History:
        """All that has happened until now."""
        return History(
            self.game,
            self.start,
            self._events,
            self.done,
            self.undone,
            self.seats,
            self.ended_keys,
            self.ended,
            self.revision,
            self.last_row,
            self.play_count,
            self.promises,
        )

    @property
    def seat_count(self) -> int:
        """How many seats play."""
        return self.game.seat_count(self.start.table)

    def names(self) -> tuple[str, ...]:
        """What to call each seat."""
        return tuple(
            self.seats[seat].name if seat in self.seats else f"Seat {seat + 1}" for seat in range(self.seat_count)
        )

    def hides_choice(self, seat: Seat) -> bool:
        """Whether something is sealed there that nobody has seen but whoever sits in the seat."""
        return hides_choice(self.state, self.promises, seat)

    def states_after(self, actions: Sequence[Action]) -> list[AnyState]:
        """The positions that these acts lead to from the present one, one each. Raises `IllegalAction`."""
        states = [self.state]
        for action in actions:
            before = opened(self.game, states[-1])
            self.promises.check(self.game, before, action, self.names())
            states.append(self.game.apply_action(before, action))
        return states[1:]

    # --- what rows do -------------------------------------------------------------------------------------------------

    def push_step(self, number: int, step: Step) -> None:
        """An act or correction was accepted as row `number`; what was undone can be done again after figures alone."""
        kind: Literal["act", "correction"] = "act" if step.action is not None else "correction"
        recalled = None if step.is_kept else self._recalled.pop(self.play_count, None)
        freed = self._promise(self._promises_after(step))
        self._add(number, kind, (step,), recalled=recalled if _is_another(recalled, step) else None, freed=freed)
        self.done, self.undone = (*self.done, step), self.undone if step.is_kept else ()
        self._kept += step.is_kept
        self.revision = number
        if step.tap_id:
            self.taps[step.tap_id] = number

    def push_undo(self, number: int, steps: int) -> None:
        """The last `steps` plays were taken back; with none, the end of the game was."""
        stays, taken = without_last(self.game, self.done, steps), last_plays(self.done, steps)
        left = self.play_count - steps
        freed = self._promise(self._promises_at(left, self._promised[left] if steps else self.promises))
        self.ended = False
        self._add(number, "undo", taken, freed=freed)
        self.done, self.undone = stays, (*self.undone, *reversed(taken))
        reveals = {ply: step for ply, step in enumerate(taken, self.play_count) if step.action and step.action.reveals}
        self._recalled.update(reveals)
        self.revision = number

    def push_redo(self, number: int, steps: int) -> None:
        """The last `steps` undone acts were done again. Raises `IllegalAction` where the rules no more allow one."""
        again, before = self.next_again(steps), self.promises
        for step in again:
            self.promises = self._promises_after(step)
            self.done, self.undone = (*self.done, step), self.undone[:-1]
            if self.undone:  # else what bound seats here would be forgotten, where the opening was undone before that
                self.promises = self.promises.with_seats(self._promised[self.play_count])
        for ply in range(self.play_count - steps, self.play_count):
            self._recalled.pop(ply, None)
        self.promises = self._promises_at(self.play_count, self.promises)
        self._add(number, "redo", again, freed=before.freed(self.promises))
        self.revision = number

    def _promises_after(self, step: Step) -> Promises:
        """What binds seats once this step is done, which is to be pushed next."""
        if not step.is_kept:
            self._promised[self.play_count] = self.promises
        return self.promises.after(self.game, step)

    def _promises_at(self, left: int, known: Promises) -> Promises:
        """What binds seats where so many plays stand and all others are seen; `known` is what else does."""
        plays = [step for step in (*self.done, *reversed(self.undone)) if not step.is_kept]
        first, seen = seen_before(plays, left)
        for ply in range(first, left):  # else another undo would free them
            self._promised[ply] = self._promised[ply].with_seats(seen)
        return known.with_seats(seen)

    def _promise(self, promises: Promises) -> tuple[Seat, ...]:
        """Let these bind seats from now on; the seats that are free by it."""
        before, self.promises = self.promises, promises
        return before.freed(promises)

    def next_again(self, steps: int) -> tuple[Step, ...]:
        """What a redo of so many does, in its order. Raises `IllegalAction` where the rules no more allow one."""
        return once_more(self.game, self.state, self.undone[len(self.undone) - steps :][::-1])

    def push_seat(self, number: int, seat: Seat, sitting: Sitting | None) -> None:
        """Somebody sat down, or (None) stood up."""
        before = self.seats.get(seat)
        if sitting is not None and before is not None and sitting.key_hash == before.key_hash:
            self.seats = {**self.seats, seat: sitting}
            self._add(number, "seat", (), f"{before.name} is called {sitting.name} now.")
            return
        knows_hand = before is not None and self._has_seen_hand(seat)
        hides = self.hides_choice(seat)
        anew = hides and may_choose_anew(self.game, self.state, seat)
        if before is not None:
            self.ended_keys |= {before.key_hash}
        if sitting is None:
            text = left(self.names()[seat], seat, knows_hand, hides, anew)
            self.seats = {each: who for each, who in self.seats.items() if each != seat}
        else:
            self.seats = {**self.seats, seat: sitting}
            self.ended_keys -= {sitting.key_hash}
            self._sat_down[seat] = len(self._events), self.state
            text = sat(sitting.name, seat, before.name if before is not None else "", knows_hand, hides, anew)
        self._add(number, "seat", (), text)

    def _has_seen_hand(self, seat: Seat) -> bool:
        """Whether the page of a seat has shown a hand since somebody sat down there."""
        told, first = self._sat_down[seat]
        since = (step.after for event in self._events[told:] for step in event.steps)
        positions = (self.state, first, *since)
        return any(self.game.screen.own_pieces(self.game.view(each, seat, self.names())) for each in positions)

    def push_end(self, number: int) -> None:
        """The host ended the game without a winner."""
        self.ended = True
        self._add(number, "end", (), "The host ends the game.")

    def _add(
        self,
        number: int,
        kind: Any,
        steps: tuple[Step, ...],
        text: str = "",
        recalled: Step | None = None,
        freed: tuple[Seat, ...] = (),
    ) -> None:
        self._events = (*self._events, Event(number, kind, steps, self.names(), text, recalled, freed))
        self.last_row = number


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
    """The same text for the same position, on every machine, whatever is sealed in it.

    Of a sealed choice there is its public form alone: else whoever reads a hash could try all choices out.
    """
    return hashlib.sha256(msgspec.json.encode(state.without_choices())).hexdigest()


def key_hash(key: str) -> str:
    """What the journal keeps of a seat's key."""
    return hashlib.sha256(key.encode()).hexdigest()
