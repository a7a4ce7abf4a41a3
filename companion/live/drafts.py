"""What people put together before they seal it: each seat's act as it stands so far, in memory and nowhere else.

It is no act: no journal, recording or log has it, it changes no revision, and nobody but its seat is shown it.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from types import MappingProxyType
from typing import Final

import msgspec

from companion.games.core import Action, Seat
from companion.live.playthrough import Playthrough
from companion.live.requests import Client, DraftTap
from companion.live.timeline import Event, History
from companion.referee.taps import TapRefused, read_actions

_ENDING: Final = ("undo", "redo", "correction", "end")
"""After such a row nobody goes on with what was put together before it."""


class Drafts(msgspec.Struct, frozen=True):
    """What is put together at one moment, by seat, and how often that has changed."""

    acts: Mapping[Seat, Action] = MappingProxyType({})
    changes: Mapping[Seat, int] = MappingProxyType({})

    def number(self, seat: Seat | None) -> int:
        """How often what this seat puts together has changed; 0 where it never has, and for the public."""
        return 0 if seat is None else self.changes.get(seat, 0)

    def of(self, history: History, seat: Seat | None) -> Action | None:
        """What this seat is putting together, for its view; None where it is nothing.

        What it has to seal again after an undo, as everybody has seen it, is put together already.
        """
        if seat is None:
            return None
        game, state = history.game, history.state
        due = history.promises.due_of(game, state, seat)
        if due is not None and due != due.public() and game.drafts.is_fit(game.view(state, seat, (), due)):
            return due
        return self.acts.get(seat)

    def with_act(self, seat: Seat, act: Action | None) -> Drafts:
        """The same, in which this seat puts that together, or (None) nothing."""
        acts = {each: kept for each, kept in self.acts.items() if each != seat}
        if act is not None:
            acts[seat] = act
        return Drafts(acts, {**self.changes, seat: self.number(seat) + 1})


class DraftHandlers:
    """The drafts of one game. Used by the referee thread."""

    def __init__(self, playthrough: Playthrough) -> None:
        self.now = Drafts()
        self._playthrough = playthrough
        self._keys: dict[Seat, str] = {}
        """Of each seat that puts something together: the hash of the key of whoever sits there."""
        self._row = 0
        """The last row that was looked at for what ends a draft."""

    def of(self, seat: Seat | None) -> Action | None:
        """What this seat is putting together, for its view; None where it is nothing."""
        return self.now.of(self._playthrough.timeline.history, seat)

    def take(self, client: Client, tap: DraftTap) -> int:
        """Take what the person in a seat has tapped; how often that seat's draft has changed. Raises `TapRefused`."""
        timeline, seat = self._playthrough.timeline, client.seat
        if client.role != "seat" or seat is None or seat not in timeline.seats:
            raise TapRefused("not-yours", "Only whoever sits in a seat puts its choice together. Take the seat first.")
        self._playthrough.check_going_on()
        if timeline.game.outcome(timeline.state) is not None:
            raise TapRefused("over", "The game is over: nothing is left to choose.")
        if self._playthrough.rewound_at > tap.revision:
            raise TapRefused("stale", "The table was set back or corrected meanwhile. Look at the page, then tap.")
        act = None if tap.act is None else read_actions(timeline.game, [tap.act])[0]
        if act != self.of(seat):  # what was sent twice is done once
            if not self._is_offered(seat, act):
                raise TapRefused("stale", "Your choice stands otherwise by now. Look at the page again, then tap.")
            self._set(seat, act)
            self._keys[seat], self._row = timeline.seats[seat].key_hash, timeline.last_row
        return self.now.number(seat)

    def review(self) -> None:
        """Drop what nobody can go on with, after whatever has happened."""
        timeline = self._playthrough.timeline
        if not self.now.acts or timeline.last_row == self._row:
            return
        history = timeline.history
        new = tuple(takewhile(lambda event: event.number > self._row, reversed(history.events)))
        self._row = history.last_row
        is_over = history.game.outcome(history.state) is not None
        for seat, act in tuple(self.now.acts.items()):
            if is_over or self._is_ended(seat, new) or not self._is_fit(history, seat, act):
                self._set(seat, None)

    def forget(self) -> None:
        """Drop all."""
        for seat in tuple(self.now.acts):
            self._set(seat, None)

    def _is_offered(self, seat: Seat, act: Action | None) -> bool:
        timeline = self._playthrough.timeline
        game, state = timeline.game, timeline.state
        steps = game.drafts.steps(game.view(state, seat, timeline.names(), self.of(seat)))
        drafted = (each for each in steps if each.is_draft and each.draft == act)
        return any(not timeline.promises.forbid(game, state, each, seat) for each in drafted)

    def _is_ended(self, seat: Seat, new: tuple[Event, ...]) -> bool:
        """Whether one of these events ends a draft of this seat: a way back, its act sealed, or another person."""
        sits = self._playthrough.timeline.seats.get(seat)
        if sits is None or sits.key_hash != self._keys[seat] or any(event.kind in _ENDING for event in new):
            return True
        acts = [step.action for event in new for step in event.steps if step.action is not None]
        return any(act.seals and act.actor == seat for act in acts)

    def _is_fit(self, history: History, seat: Seat, act: Action) -> bool:
        names = self._playthrough.timeline.names()
        return history.game.drafts.is_fit(history.game.view(history.state, seat, names, act))

    def _set(self, seat: Seat, act: Action | None) -> None:
        self.now = self.now.with_act(seat, act)
