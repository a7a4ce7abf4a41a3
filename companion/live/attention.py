"""Who at a virtual table has had what all have to have before play goes on, and for whom nobody waits any more.

Each person says so on the seat's own page, by the button with which one person would say it for all at a table without
bots. Whoever lets the time pass is away until the next tap: then the others are waited for alone. Where all are away,
each step stays the whole time, because that keeps nobody.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import takewhile
from typing import Final, TypeAlias

import msgspec

from companion.games.bots import is_for_all
from companion.games.core import Action, Seat
from companion.games.errors import IllegalAction
from companion.games.game import AnyGame
from companion.language.message import Message, say
from companion.language.message import names as listed
from companion.live.steps import AnyState, Step

Run: TypeAlias = tuple[Action, ...]
PATIENCE: Final = 60.0
"""So many paces what all have to have stays, while somebody has yet to say that they have it."""


BOT_TAP: Final = "/bot/"
"""Stands in the ids of taps that are made for who sits at no page: bots with hands."""


class Attended(msgspec.Struct, frozen=True):
    """What of it everybody may know, at one moment."""

    had: Mapping[Seat, Run] = msgspec.field(default_factory=dict)
    """What each seat has had of what is due now, and of what comes after it."""
    waits_for: frozenset[Seat] = frozenset()
    """The people who have yet to have it."""

    def has(self, seat: Seat | None, acts: Sequence[Action]) -> bool:
        """Whether a seat has said of all these acts that it has had them."""
        had = self.had.get(seat, ()) if seat is not None else ()
        return bool(had) and tuple(acts) == had[: len(acts)]

    def waiting(self, names: Sequence[str]) -> Message:
        """What whoever has it already is told: for whom it waits."""
        others = [names[each] for each in sorted(self.waits_for)]
        return say(
            "You have it. It goes on once {who} {number?has|have} it too.", who=listed(others), number=len(others)
        )


class Attention:
    """That of one game. One thread uses it."""

    def __init__(self) -> None:
        self._had: dict[Seat, Run] = {}
        self._away = set[Seat]()
        self._followed = 0
        """The newest step that was taken up."""

    def now(self, people: Collection[Seat]) -> Attended:
        """How things stand with these people."""
        return Attended(dict(self._had), frozenset(each for each in self._awake(people) if not self._had.get(each)))

    def have_all(self, people: Collection[Seat]) -> bool:
        """Whether nobody is waited for: some have said that they have it, and the others are away."""
        return bool(self._had) and not self.now(people).waits_for

    def tell(self, seat: Seat, acts: Run, people: Collection[Seat]) -> Run:
        """A seat has had these acts, each for all. Returns the first ones that all have had, which are due now."""
        self._away.discard(seat)
        self._had[seat] = acts
        shared = len(acts)
        for other in self._awake(people):
            shared = min(shared, _alike(self._had.get(other, ()), acts))
        return acts[:shared]

    def wake(self, seat: Seat | None) -> None:
        """This seat has asked for something: its person is there."""
        self._away.discard(-1 if seat is None else seat)

    def follow(self, game: AnyGame, done: Sequence[Step], people: Collection[Seat]) -> None:
        """Take up what was done meanwhile; `done` are all steps that stand."""
        newest = done[-1].number if done else 0
        fresh = list(takewhile(lambda step: step.number > self._followed, reversed(done)))[::-1]
        if newest < self._followed:
            self._had.clear()  # something was taken back: people look anew
        self._followed = newest
        for step in fresh:
            self._take_up(game, step, people)

    def _take_up(self, game: AnyGame, step: Step, people: Collection[Seat]) -> None:
        act = step.action
        if act is None:
            self._had.clear()
            return
        if not _is_persons(step) and is_for_all(game, game.view(step.before, None), act):
            had = {each for each, run in self._had.items() if run[:1] == (act,)}
            self._away |= {*people} - had
        self._had = {seat: run[1:] for seat, run in self._had.items() if run[:1] == (act,) and len(run) > 1}

    def _awake(self, people: Collection[Seat]) -> frozenset[Seat]:
        return frozenset(people) - self._away or frozenset(people)


def _is_persons(step: Step) -> bool:
    """Whether somebody has tapped it, and no time was over."""
    is_tapped = step.by == "host" or step.by.startswith("seat ")
    return is_tapped and BOT_TAP not in step.tap_id


def are_for_all(game: AnyGame, state: AnyState, acts: Sequence[Action]) -> bool:
    """Whether all of these acts, one after another, are such as all have to have."""
    for act in acts:
        try:
            if not is_for_all(game, game.view(state, None), act):
                return False
            state = game.apply_action(state, act)
        except IllegalAction:
            return False
    return bool(acts)


def _alike(one: Run, other: Run) -> int:
    """How many acts are the same from the first on."""
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))))
