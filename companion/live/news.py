"""What just happened, for one pair of eyes: the newest acts and what came of them, each with what to draw. Pure.

The log has a line for every row. News leaves out what nobody asks about (`Action.is_routine`, and what is sealed or
taken back), tells once of what one tap did, and says what an act led to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, islice
from typing import Any, Final, Literal

import msgspec

from companion.games.core import Action, ActionView, Seat
from companion.games.game import AnyGame
from companion.language.message import Message, Text, say, sentences
from companion.live.chronicle import line_of
from companion.live.steps import Step
from companion.live.timeline import Event, History

MOST: Final = 10
"""Pieces of news that a page has at hand."""
TOLD: Final = 2
"""Acts of one tap that are told one by one; of the others it is said how many they are."""
REMEMBERED: Final = 1024
"""Rows kept in words: a page that is drawn anew tells the same ten again."""


class News(msgspec.Struct, frozen=True):
    """What happened in one row, or in the rows that one tap made."""

    row: int
    """The number of the last of them."""
    kind: Literal["act", "correction", "undo", "redo", "seat", "end"]
    who: Seat | None
    """Who did it; None where nobody did, or all together."""
    text: Text
    """What was done, and what came of it."""
    dice: tuple[tuple[int, str], ...] = ()
    """What each die shows and its colour, where it was a roll whose values count."""
    piece: str = ""
    """The kind of piece that it is about, as `Choice.piece`; empty for none."""


class _Row:
    """An event as a key of what is remembered: the same row of the same game, whatever is in it."""

    __slots__ = ("event",)

    def __init__(self, event: Event) -> None:
        self.event = event

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Row) and other.event is self.event

    def __hash__(self) -> int:
        return id(self.event)


class _NewsRow(msgspec.Struct, frozen=True):
    """One row in words: with `outcome` where something came of it."""

    news: News
    outcome: Message | None = None


def news_of(history: History, seat: Seat | None, most: int = MOST) -> tuple[News, ...]:
    """The newest news as `seat` may read them, the newest first; at most so many."""
    taps = groupby(_numbered(history.events), lambda each: each[0])
    found = (_of_tap(history.game, [event for _, event in rows][::-1], seat) for _, rows in taps)
    return tuple(islice((each for each in found if each is not None), most))


def _numbered(events: Sequence[Event]) -> Iterator[tuple[object, Event]]:
    """The events, newest first, each with what the rows of one tap have in common."""
    for event in reversed(events):
        tap = event.steps[0].tap_id if event.kind == "act" else ""
        yield tap or event.number, event


def _of_tap(game: AnyGame, events: Sequence[Event], seat: Seat | None) -> News | None:
    """What one tap did, oldest first, as one piece of news; None where nobody asks about any of it."""
    told = [each for event in events if (each := _of_row(game, _Row(event), seat)) is not None]
    if not told:
        return None
    if len(told) > TOLD:
        # Of many acts those count of which something came.
        told = [each for each in told if each.outcome is not None] or told
    shown, left = told[:TOLD], len(told) - TOLD
    more = say("And {number} more.", number=left) if left > 0 else None
    text = sentences(*(each.news.text for each in shown), more)
    last = told[-1].news
    rolled = next((each.news for each in reversed(told) if each.news.dice), last)
    pictured = next((each.news for each in told if each.news.piece), last)
    whose = {each.news.who for each in told}
    who = last.who if len(whose) == 1 else None
    return News(last.row, last.kind, who, text, rolled.dice, pictured.piece)


@lru_cache(maxsize=REMEMBERED)
def _of_row(game: AnyGame, row: _Row, seat: Seat | None) -> _NewsRow | None:
    event = row.event
    line = line_of(game, event, seat)
    if event.kind != "act":
        return _NewsRow(News(event.number, event.kind, None, line.text))
    (step,) = event.steps
    assert step.action is not None  # a correction is no act
    before, after = (game.view(state, seat, event.names) for state in (step.before, step.after))
    act: ActionView[Any] = game.view_action(step.action, seat)
    outcome = game.came_of(before, act, after)
    if outcome is None and _is_routine(step.action):
        return None
    text = sentences(line.text, outcome) if outcome is not None else line.text
    who, dice = _rolled(game, step, event.names)
    piece = "" if dice else game.piece_of(before, act)
    return _NewsRow(News(event.number, "act", step.action.actor if who is None else who, text, dice, piece), outcome)


def _is_routine(action: Action) -> bool:
    return action.is_routine or action.seals or action.takes_back


def _rolled(game: AnyGame, step: Step, names: tuple[str, ...]) -> tuple[Seat | None, tuple[tuple[int, str], ...]]:
    """Who rolled, and what the dice show; None and no dice where it is no roll, or nobody cares what they show."""
    dice, action = game.dice, step.action
    key = dice.roll_of(action) if dice is not None and action is not None else None
    if dice is None or action is None or key is None:
        return None, ()
    rolls = (each for each in dice.open_rolls(game.view(step.before, None, names)) if each.key == key)
    roll = next(rolls, None)
    if roll is None or not roll.has_values:
        return None, ()
    values, colours = dice.shown(action)
    return roll.seat, tuple(zip(values, colours, strict=True))
