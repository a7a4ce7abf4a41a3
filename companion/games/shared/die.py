"""Dice of a game in which one roll is open at a time: its act, the moment that waits for it, and the part `dice`.

class Wind(Rolling[ShipState, ShipView]): ...      # says who rolls, and what comes of it
dice = OneRoll(COURSE, WIND, LOOKS, lambda table: table.rolled)
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, combinations_with_replacement
from typing import Any, ClassVar, Final, TypeAlias

from companion.games.core import Action, Kind, Seat, Sense, View
from companion.games.dice import Dice, Roll
from companion.games.dice_board import DiceBoard, DiceCount, ShownDie
from companion.games.errors import IllegalAction
from companion.games.shared.machine import Machine, Moment, S, V
from companion.games.shared.phases import Label
from companion.games.shared.seats import OfSeat
from companion.language.message import Message, listing, lone, say
from companion.table.pieces import PieceKind

FACES: Final = (1, 2, 3, 4, 5, 6)
Values: TypeAlias = tuple[int, ...]
"""What the dice of a roll show, the lowest first."""


class RollDice(OfSeat, frozen=True):
    """A seat has rolled the dice."""

    values: Values
    sense: ClassVar[Sense] = "rolled"
    kind: ClassVar[Kind] = "chance"
    on: ClassVar[tuple[str, ...]] = ("tray",)


class Rolling(Moment[S, V, RollDice]):
    """A moment in which one seat rolls."""

    acts: ClassVar[tuple[type[RollDice], ...]] = (RollDice,)
    """One class; a game's own where a roll changes pieces on the mat, and so more zones."""
    law = say("Whose turn it is rolls the dice")
    colours: ClassVar[tuple[str, ...]] = ("white",)
    """Of the dice that are rolled; each has a look of the kind `die:COLOUR`."""

    @abstractmethod
    def roller(self, table: Any) -> Seat:
        """Who rolls; asked only while this is the moment."""

    def legal(self, state: S) -> tuple[RollDice, ...]:
        (made,), seat = self.acts, self.roller(state.table)
        return tuple(made(seat, values) for values in combinations_with_replacement(FACES, len(self.colours)))

    def label(self, view: V, act: RollDice) -> Label:
        text = say("{who} rolls {values}", who=view.who(act.seat), values=_in_words(act.values))
        return Label(text, say("Dice of {who}", who=view.who(act.seat)), f"die:{self.colours[0]}", act.values)

    def ask(self, view: V, act: RollDice) -> Message:
        return say("Roll the die") if len(self.colours) == 1 else say("Roll {number} dice", number=len(self.colours))

    def described(self, before: V, act: RollDice) -> Message:
        return say("{who} rolls {values}.", who=before.who(act.seat), values=_in_words(act.values))

    def refusal(self, state: S, act: RollDice, now: Message, is_on: bool) -> IllegalAction:
        if is_on and not set(act.values) <= set(FACES):
            return IllegalAction(self.rule, say("A die shows 1 to 6. Look at it again."))
        if is_on and len(act.values) != len(self.colours):
            return IllegalAction(self.rule, _wrong_number(len(self.colours), len(act.values)))
        return super().refusal(state, act, now, is_on)


def _in_words(values: Values) -> Message:
    return say("{values}", values=listing(map(lone, values)))


def _wrong_number(wanted: int, there: int) -> Message:
    return say(
        "{wanted} {wanted?die is|dice are} rolled, and {there} {there?lies|lie} there. Roll again.",
        wanted=wanted,
        there=there,
    )


class OneRoll(Dice[Any, Any, Any]):
    """The part `dice` of such a game, made from its machine and that moment."""

    zone = "tray"
    KEY: Final = "roll"
    """Of the one roll that is open."""

    def __init__(
        self,
        course: Machine[Any, Any, Any],
        rolling: Rolling[Any, Any],
        looks: Mapping[str, PieceKind],
        rolled: Callable[[Any], Sequence[Values]],
    ) -> None:
        """`looks` has those of the dice, as `die:white`; `rolled` gives all rolls of a table, the newest last."""
        self._course, self._rolling, self._rolled = course, rolling, rolled
        self._paints: Final = tuple(looks[f"die:{colour}"].colour for colour in rolling.colours)

    def open_rolls(self, view: View[Any, Any]) -> tuple[Roll, ...]:
        table = view.table
        if self._course.over_rule(table) or self._course.moment(table) is not self._rolling:
            return ()
        seat = self._rolling.roller(table)
        return (Roll(self.KEY, say("{who} rolls", who=view.who(seat)), seat),)

    def act(
        self, view: View[Any, Any], roll: Roll, values: Sequence[int], colours: Sequence[str]
    ) -> tuple[RollDice | None, Message | None] | None:
        own = self._rolling.colours
        if not values or roll.seat is None:
            return None
        fitting = [value for value, colour in zip(values, colours, strict=True) if colour in own]
        counted = values if len(values) == len(own) else fitting if len(fitting) == len(own) else values[: len(own)]
        if len(counted) < len(own):
            return None, _wrong_number(len(own), len(values))
        doubt = _wrong_number(len(own), len(values)) if len(values) > len(own) else None
        return self._rolling.acts[0](roll.seat, tuple(sorted(counted))), doubt

    def roll_of(self, act: Action) -> str | None:
        return self.KEY if isinstance(act, RollDice) else None

    def shown(self, act: Action) -> tuple[Values, tuple[str, ...]]:
        assert isinstance(act, RollDice)  # the only roll there is
        return act.values, self._rolling.colours

    def to_roll(self, view: View[Any, Any], roll: Roll, rng: random.Random) -> tuple[str, ...]:
        return self._rolling.colours

    def board(self, view: View[Any, Any]) -> DiceBoard:
        rolls, colours = self._rolled(view.table), self._rolling.colours
        newest = zip(rolls[-1], colours, self._paints, strict=True) if rolls else ()
        dice = tuple(ShownDie(at, value, name, paint, False) for at, (value, name, paint) in enumerate(newest, 1))
        return DiceBoard(len(rolls), dice, len(colours), tuple(dict.fromkeys(colours)), (), self._counts(rolls))

    def _counts(self, rolls: Sequence[Values]) -> tuple[DiceCount, ...]:
        every = list(chain.from_iterable(rolls))
        if not every:
            return ()
        counts = tuple(every.count(value) for value in FACES)
        return (DiceCount(say("All dice"), counts, f"{sum(every) / len(every):.2f}"),)
