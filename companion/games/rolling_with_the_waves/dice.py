"""The one roll of an evening that counts dice alone: the pool, again and again."""

from __future__ import annotations

import random
from collections.abc import Sequence

from companion.games.core import Action
from companion.games.dice import Dice, Roll
from companion.games.dice_board import DiceBoard
from companion.games.rolling_with_the_waves import board, rules
from companion.games.rolling_with_the_waves.model import (
    MOST_DICE,
    TRAY,
    DiceAction,
    DiceView,
    Nothing,
    PoolRolled,
    Table,
)
from companion.language.message import Message, say

POOL = Roll("pool", say("The pool is rolled"))


class PoolDice(Dice[Table, Nothing, DiceAction]):
    """The dice of the pool (R-030)."""

    zone = TRAY
    is_all = True
    has_clear = True

    def open_rolls(self, view: DiceView) -> tuple[Roll, ...]:
        return () if view.table.over else (POOL,)

    def act(
        self, view: DiceView, roll: Roll, values: Sequence[int], colours: Sequence[str]
    ) -> tuple[DiceAction, Message | None] | None:
        if not 1 <= len(values) <= MOST_DICE:
            return None
        pool, doubt = view.table.pool, None
        if len(values) != pool:
            doubt = say(
                "{dice} {dice?die lies|dice lie} in the tray, and a roll has {pool}. "
                "Roll again, or count them as they are.",
                dice=len(values),
                pool=pool,
            )
        return PoolRolled(tuple(values), tuple(colours)), doubt

    def roll_of(self, act: Action) -> str | None:
        return POOL.key if isinstance(act, PoolRolled) else None

    def shown(self, act: Action) -> tuple[tuple[int, ...], tuple[str, ...]]:
        assert isinstance(act, PoolRolled)  # the only roll there is
        return act.values, act.colours

    def to_roll(self, view: DiceView, roll: Roll, rng: random.Random) -> tuple[str, ...]:
        return rules.rolled(view.table.players, view.table.pool, rng).colours

    def is_same(self, one: Action, other: Action) -> bool:
        # Not by their colours: whoever types a roll may leave them out.
        return (
            isinstance(one, PoolRolled) and isinstance(other, PoolRolled) and sorted(one.values) == sorted(other.values)
        )

    def board(self, view: DiceView) -> DiceBoard:
        return board.dice_board(view)
