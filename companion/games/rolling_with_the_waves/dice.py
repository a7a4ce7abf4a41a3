"""The one roll of the game: the pool, once a round, or again and again where dice alone are counted."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.core import Action
from companion.games.dice import Dice, Finding, Placed, Roll
from companion.games.dice_board import DiceBoard
from companion.games.rolling_with_the_waves import board, hands, rules, sight
from companion.games.rolling_with_the_waves.model import (
    MOST_DICE,
    TRAY,
    BagCounted,
    DiceAction,
    DiceView,
    Nothing,
    PoolRolled,
    ShowBoard,
    ShowDie,
    Table,
)
from companion.games.rolling_with_the_waves.phases import bag, stock
from companion.games.rolling_with_the_waves.phases.part import DIE
from companion.games.rolling_with_the_waves.whole import Phase, Whole
from companion.language.message import Message, say
from companion.language.values import Count
from companion.table.dice import DiceZone, LyingDice

CLOSED = (Phase.FIRST, Phase.ROLL, Phase.DRAFT, Phase.ALLOCATE)
"""Phases in which nobody may see a mini board: in all later ones everybody has called."""
POOL = Roll("pool", say("The pool is rolled"))
BAG = Roll(
    "bag",
    say("The dice for the bag"),
    has_values=False,
    hint=say("Lay the dice for the bag into the tray: they are counted by colour, whatever they show."),
)


def _of_first(whole: Whole) -> Roll:
    """The roll of the round, which is the first player's (R-030)."""
    return replace(
        POOL, seat=max(whole.first, 0), ask=say("Draw {dice} and roll them", dice=Count(bag.size(whole), DIE))
    )


class PoolDice(Dice[Table, Nothing, DiceAction]):
    """The dice of the pool (R-030)."""

    zone = TRAY
    has_clear = True

    def may_be_clear(self, view: DiceView) -> bool:
        return view.table.free is UNSET

    def is_all(self, view: DiceView) -> bool:
        return not view.table.whole

    def zones(self, view: DiceView) -> tuple[DiceZone, ...]:
        whole = view.table.whole
        if not whole or view.table.over:
            return (DiceZone(TRAY),)
        if whole.phase is Phase.DRAFT:
            # Of dice that lie in a nest already the rules know.
            nests = (DiceZone(f"nest.{seat}", counts_first=True) for seat in whole.seats)
            return (DiceZone(TRAY, tells_gone=True), *nests)
        shown = (seat for seat in whole.screened if not whole.icons[seat]) if whole.phase is Phase.REVEAL else ()
        return (DiceZone(TRAY), *(DiceZone(f"board.{seat}", counts_first=True) for seat in shown))

    def opened(self, view: DiceView) -> frozenset[str]:
        whole = view.table.whole
        if not whole or whole.phase in CLOSED:
            return frozenset()
        return frozenset(f"board.{seat}" for seat in range(len(whole.maps)))

    def found(self, view: DiceView, lying: Mapping[str, LyingDice]) -> tuple[Finding, ...]:
        return sight.found(view, lying) if view.table.whole and not view.table.over else ()

    def placed(self, view: DiceView, act: Action | None, rng: random.Random) -> tuple[Placed, ...]:
        return hands.placed(view, act, rng) if view.table.whole else ()

    def told(self, view: DiceView, act: Action) -> tuple[Action, ...]:
        return tuple(ShowDie(act.seat, icon) for icon in act.icons) if isinstance(act, ShowBoard) else (act,)

    def open_rolls(self, view: DiceView) -> tuple[Roll, ...]:
        table = view.table
        if not table.whole or table.over:
            return () if table.over else (replace(POOL, ask=say("Roll {dice}", dice=Count(table.pool, DIE))),)
        if table.whole.phase is Phase.FIRST and not table.whole.filled:
            return (BAG,)
        return (_of_first(table.whole),) if table.whole.phase is Phase.ROLL else ()

    def act(
        self, view: DiceView, roll: Roll, values: Sequence[int], colours: Sequence[str]
    ) -> tuple[DiceAction | None, Message | None] | None:
        if not 1 <= len(values) <= MOST_DICE:
            return None
        if view.table.whole and roll.key == BAG.key:
            fault = stock.fault_of(view.table.whole, colours)
            return (None, fault) if fault is not None else (BagCounted(tuple(colours)), None)
        if view.table.whole:
            rolled = PoolRolled(tuple(values), tuple(colours))
            fault = bag.fault_of(view.table.whole, rolled)
            return (None, fault) if fault is not None else (rolled, None)
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
        return BAG.key if isinstance(act, BagCounted) else POOL.key if isinstance(act, PoolRolled) else None

    def shown(self, act: Action) -> tuple[tuple[int, ...], tuple[str, ...]]:
        if isinstance(act, BagCounted):
            return tuple(1 + place % 6 for place in range(len(act.colours))), act.colours
        assert isinstance(act, PoolRolled)  # there is no other
        return act.values, act.colours

    def to_roll(self, view: DiceView, roll: Roll, rng: random.Random) -> tuple[str, ...]:
        whole = view.table.whole
        if whole and roll.key == BAG.key:
            return stock.laid(whole, view.table.free_look)
        if whole:
            return bag.drawn(whole.setup.palette, whole.bag, bag.size(whole), rng, view.table.free_look).colours
        return rules.rolled(view.table.players, view.table.pool, rng, view.table.free_look).colours

    def is_same(self, one: Action, other: Action) -> bool:
        if isinstance(one, BagCounted) and isinstance(other, BagCounted):
            return sorted(one.colours) == sorted(other.colours)
        # Not by their colours: whoever types a roll may leave them out.
        return (
            isinstance(one, PoolRolled) and isinstance(other, PoolRolled) and sorted(one.values) == sorted(other.values)
        )

    def board(self, view: DiceView) -> DiceBoard | None:
        whole = view.table.whole
        if whole and not view.table.over and whole.phase not in (Phase.ROLL, Phase.DRAFT):
            return None  # the maps are looked at then
        return board.dice_board(view)
