"""What everybody but the referee thread sees of a session: one moment of it, immutable, given out by view only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import takewhile
from typing import Any, TypeAlias

from companion.games.board import Board
from companion.games.bots import is_dealers, is_settled, settlings
from companion.games.core import Action, Choice, Outcome, Prompt, Seat, Settling, State, View
from companion.games.game import AnyGame
from companion.language.message import Message
from companion.live.chronicle import Account, accounts_of, describe, log_of, remembered
from companion.live.drafts import Drafts
from companion.live.news import MOST, News, news_of
from companion.live.requests import LogLine
from companion.live.shown import Aside, Shown
from companion.live.steps import Step, last_plays
from companion.live.timeline import History, Sitting, key_hash
from companion.referee.comparison import position_of
from companion.referee.reset_moves import Rearrangement, rearranged
from companion.referee.taps import free_views, offered

Moment: TypeAlias = tuple[int, int]
"""`Snapshot.change`, and how often the draft of the seat that looks has changed."""


class Snapshot:
    """One moment of a live table, whatever happens meanwhile. Safe to read from any thread."""

    def __init__(self, history: History, *, game_id: str, change: int, shown: Shown, aside: Aside) -> None:
        self.game: AnyGame = history.game
        self.game_id = game_id
        self.change = change
        """Grows with every change of anything shown."""
        self.revision = history.revision
        """Number of the last journal row that changed the position."""
        self.last_row = history.last_row
        self.ended = history.ended
        self.is_dealt = history.state.is_dealt
        self.can_undo = history.play_count
        self.can_redo = len(history.undone)
        self.outcome: Outcome | None = history.game.outcome(history.state)
        self.ended_keys = history.ended_keys
        """Hashes of the keys of those who have lost their seat, or left it, in this game."""
        self.sittings: Mapping[Seat, Sitting] = history.seats
        """Who sits where, with the hashes of their keys."""
        # What many pages read has a short name here; the records say what it is.
        self.seats, self.health = shown.seating.seats, shown.health
        flow, sensed = shown.flow, shown.sensed
        self.paused, self.is_virtual = flow.paused, flow.is_virtual
        self.lobby, self.attended, self.wanted = flow.lobby, flow.attended, flow.wanted
        self.sight, self.roll, self.zones = sensed.sight, sensed.roll, sensed.zones
        self.pressed, self.refused_presses = sensed.pressed, sensed.refused_presses
        self.markings = shown.markings
        self.photos = aside.photos
        self.drafts = aside.drafts
        """What seats are putting together: `view` gives each its own."""
        self.unopened = aside.unopened
        self.of_all = object()
        """The same object in moments between which nothing but drafts has changed."""
        self._shown = shown
        # What is made of this moment for a pair of eyes, by seat: once, though a page asks again and again. Threads
        # that ask at the same time may make the same twice.
        self._views = dict[Seat | None, View[Any, Any]]()
        self._prompts = dict[Seat | None, Prompt]()
        self._every = dict[Seat | None, tuple[Choice[Any], ...]]()
        self._choices = dict[Seat | None, tuple[Choice[Any], ...]]()
        self._boards = dict[Seat | None, tuple[Board, ...]]()
        self._history = history
        self._state: State[Any, Any] = history.state
        self._laid = aside.laid.state if aside.laid is not None else history.state

    def moment(self, seat: Seat | None) -> Moment:
        """What is another once something has changed that this seat may see; None is the public."""
        return self.change, self.drafts.number(seat)

    def but_for_drafts(self, before: Snapshot) -> Snapshot:
        """This moment, not yet given out, as the same as `before` to everybody who puts nothing together."""
        self.change, self.of_all = before.change, before.of_all
        return self

    def shows_the_same_as(self, other: Snapshot) -> bool:
        """Whether nothing that everybody sees differs, but for the count of changes."""
        return self.last_row == other.last_row and self._shown == other._shown

    def prompt(self, view: View[Any, Any]) -> Prompt:
        """What the table should do next, for one view of this moment."""
        if view is not self._views.get(view.seat):
            return self._prompt(view)
        if view.seat not in self._prompts:
            self._prompts[view.seat] = self._prompt(view)
        return self._prompts[view.seat]

    def _prompt(self, view: View[Any, Any]) -> Prompt:
        asked = self.game.prompt(view)
        return asked if self.unopened is None else self.unopened.prompt(asked)

    @property
    def has_begun(self) -> bool:
        """Whether anything may be done in the game: it is not in its lobby."""
        return self.lobby is None or not self.lobby.is_waiting

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to do in this game: it was ended, or it has come to its end."""
        return self.ended or self.outcome is not None

    @property
    def is_broken_off(self) -> bool:
        """Whether the host ended it before it came to its end, so that nobody is to act though the rules name some."""
        return self.ended and self.outcome is None

    @property
    def names(self) -> tuple[str, ...]:
        """What to call each seat."""
        return tuple(seat.name for seat in self.seats)

    def holds(self, seat: Seat, key: str) -> bool:
        """Whether this key is the seat's."""
        sitting = self.sittings.get(seat)
        return sitting is not None and sitting.key_hash == key_hash(key)

    def waits(self, seat: Seat, key: str) -> bool:
        """Whether a client with this key waits for the seat."""
        return (seat, key_hash(key)) in self._shown.seating.waiting

    def view(self, seat: Seat | None) -> View[Any, Any]:
        """What `seat` may know of this moment; None is the public."""
        if seat not in self._views:
            draft = self.drafts.of(self._history, seat)
            self._views[seat] = self.game.view(self._state, seat, self.names, draft)
        return self._views[seat]

    def boards(self, seat: Seat | None) -> tuple[Board, ...]:
        """The drawings beside the mat for whoever sits there; for None those of the tablet that all share."""
        if seat not in self._boards:
            self._boards[seat] = self.game.screen.boards(self.view(seat), self._all(seat))
        return self._boards[seat]

    @cached_property
    def is_left_to_dealer(self) -> bool:
        """Whether the dealer of a virtual table does what is asked for, and people look on."""
        is_played = self.is_virtual and self.has_begun and not self.is_over
        return is_played and is_dealers(self.game, self.view(None), has_hands=not self.is_dealt)

    @property
    def has_sealed_choices(self) -> bool:
        """Whether anything is ever sealed in this game."""
        return bool(self.game.sealing.facts)

    def views_by_round(self) -> tuple[View[Any, Any], ...]:
        """The table as everybody saw it at its start, at the end of each round that is over, and as it is now."""
        game, now = self.game, self._state
        ends = {game.progress(step.after.table): step.after for step in self._history.done}
        ends.pop(game.progress(now.table), None)
        states = (self._history.start, *(ends[number] for number in sorted(ends)), now)
        return tuple(game.view(state, None, self.names) for state in states)

    def choices(self, seat: Seat | None) -> tuple[Choice[Any], ...]:
        """What whoever sits there may tap; for None what the host may, who taps for those without a phone.

        A seat at a table with bots tells nothing that chance settles there, and nothing that it has told already. The
        host may, for a table at which hands have stopped.
        """
        if seat not in self._choices:
            self._choices[seat] = self._to_tap(seat)
        return self._choices[seat]

    def _to_tap(self, seat: Seat | None) -> tuple[Choice[Any], ...]:
        view = self.view(seat)
        offered = self._offered(view, self._all(seat) if self.has_begun else ())
        if seat is None or not self.is_virtual:
            return offered
        return tuple(each for each in offered if not self._is_settled(view, each))

    def _is_settled(self, view: View[Any, Any], choice: Choice[Any]) -> bool:
        acts = choice.actions
        return self.attended.has(view.seat, acts) or any(is_settled(self.game, view, act) for act in acts)

    def settlings(self, seat: Seat) -> tuple[Settling, ...]:
        """What that seat lets chance settle now, but for what hands are at; nothing where people draw their own."""
        if not self.is_virtual or self.is_over or (self.wanted is not None and self.wanted.seat == seat):
            return ()
        return settlings(self.game, self.view(seat), has_hands=not self.is_dealt)

    def has_choices(self, seat: Seat) -> bool:
        """Whether whoever sits there may tap anything, for others to tell: whatever is put together there."""
        view = self.game.view(self._state, seat, self.names, Drafts().of(self._history, seat))
        every = self.game.choices(view) if self.has_begun else ()
        return bool(self._offered(view, every)) or bool(self.settlings(seat))

    def _all(self, seat: Seat | None) -> tuple[Choice[Any], ...]:
        """All that the game has for this seat to tap, whoever may."""
        if seat not in self._every:
            self._every[seat] = self.game.choices(self.view(seat))
        return self._every[seat]

    def _offered(self, view: View[Any, Any], every: Sequence[Choice[Any]]) -> tuple[Choice[Any], ...]:
        """Those of `every` choice of this view that this client may tap, and what it may tap for others."""
        if not self.has_begun:
            return ()
        taken = [each.seat for each in self.seats if each.holder == "person"]
        free = free_views(self.game, self._state, self.names, taken)
        may_tap = offered(self.game, view, free, taken, every)
        promises = self._history.promises
        return tuple(each for each in may_tap if not promises.forbid(self.game, self._state, each, view.seat))

    def as_promised(self, action: Action) -> Action:
        """The act that whoever means to do this one has to do: what was opened before an undo is sealed as it was."""
        return self._history.promises.instead_of(self.game, self._state, action)

    def log(self, seat: Seat | None, after: int = 0) -> tuple[LogLine, ...]:
        """Log lines whose row number is above `after`, oldest first, as `seat` may read them."""
        return log_of(self._history, seat, after)

    def news(self, seat: Seat | None, most: int = MOST) -> tuple[News, ...]:
        """What just happened, as `seat` may read it, the newest first; at most so many."""
        return news_of(self._history, seat, most)

    def account(self, row: int, seat: Seat | None) -> Account | None:
        """The act of that row, as `seat` may read it, and what it was learned from; None where the row has no act."""
        return next(accounts_of(self._history, seat, row), None)

    def accounts(self) -> tuple[Account, ...]:
        """Every act so far, and what it was learned from, in public words."""
        return tuple(accounts_of(self._history, None))

    @property
    def roll_row(self) -> int | None:
        """Row of the newest roll that stands and was seen; None where it was typed, or nothing was rolled."""
        dice = self.game.dice
        if dice is None:
            return None
        rolls = (step for step in reversed(self._history.done) if step.action is not None and dice.roll_of(step.action))
        newest = next(rolls, None)
        return newest.number if newest is not None and newest.evidence is not None else None

    @property
    def newest_act(self) -> Action | None:
        """The newest act that stands, as everybody saw it; None where a correction came after it, or there is none."""
        newest = self.newest_acts(1)
        return newest[0] if newest else None

    def newest_acts(self, most: int) -> tuple[Action, ...]:
        """The newest acts that stand, at most so many, in order and as everybody saw them; none before a correction."""
        newest = takewhile(lambda step: step.action is not None, reversed(last_plays(self._history.done, most)))
        return tuple(step.action.public() for step in newest if step.action is not None)[::-1]

    @property
    def last_told(self) -> int:
        """How many of the last acts one tap told of, as “All hands are dealt” does; 0 where there is none."""
        newest = last_plays(self._history.done, 1)
        tap_id = newest[0].tap_id if newest else ""
        if not tap_id:
            return len(newest)
        plays = (step.tap_id for step in reversed(self._history.done) if not step.is_kept)
        return sum(1 for _ in takewhile(lambda each: each == tap_id, plays))

    @property
    def undone_first(self) -> int:
        """How many acts an undo offers: back to before what cannot be opened, else those that one tap told of."""
        return self.last_told if self.unopened is None else self.unopened.steps

    def undo_notice(self, steps: int = 1) -> tuple[Message, ...]:
        """What an undo of `steps` acts cannot make the table forget, a sentence each."""
        return remembered(self.game, last_plays(self._history.done, steps), self.names)

    def taken_back(self, steps: int) -> tuple[Message, ...]:
        """The acts that an undo of `steps` takes back, the newest first, in public words."""
        return self._sentences(last_plays(self._history.done, steps)[::-1])

    def done_again(self, steps: int) -> tuple[Message, ...]:
        """The acts that a redo of `steps` does again, in their order, in public words."""
        return self._sentences(self._history.undone[::-1][:steps])

    def way_back(self, steps: int) -> Rearrangement:
        """The pieces to move from where they lie for an undo of `steps` acts, of which there must be so many.

        None where the companion holds the cards.
        """
        if self.is_dealt:
            return Rearrangement()
        back_to = self._history.state_before(steps)
        now, then = (position_of(self.game, state, self.names) for state in (self._laid, back_to))
        return rearranged(now, then)

    def _sentences(self, steps: Sequence[Step]) -> tuple[Message, ...]:
        return tuple(describe(self.game, step, None, self.names) for step in steps)
