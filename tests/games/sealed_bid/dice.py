"""The dice of Sealed Bid: each seat that took no prize rolls one of its own colour, all at once (B-017)."""

from __future__ import annotations

import random
from collections.abc import Sequence

from companion.games.core import Action
from companion.games.dice import Dice, Roll
from companion.games.dice_board import DiceBoard, DiceCount, ShownDie
from companion.language.message import Message, lone, say
from companion.language.values import Noun
from tests.games.sealed_bid.data.figures import PAINTS
from tests.games.sealed_bid.model import (
    DIE,
    DIE_COLOURS,
    LUCKY,
    TRAY,
    BidAction,
    BidView,
    Hidden,
    Phase,
    Rolled,
    RollLuck,
    Table,
)
from tests.games.sealed_bid.phases.luck import rolling


class LuckDice(Dice[Table, Hidden, BidAction]):
    """One die a seat, of its colour; several rolls are open at once."""

    zone = TRAY

    def open_rolls(self, view: BidView) -> tuple[Roll, ...]:
        table = view.table
        if table.over or table.phase is not Phase.LUCK:
            return ()
        return tuple(
            Roll(f"seat{seat}", say("{who} rolls", who=view.who(seat)), seat, ask=say("Roll your die for a point"))
            for seat in rolling(table)
        )

    def act(
        self, view: BidView, roll: Roll, values: Sequence[int], colours: Sequence[str]
    ) -> tuple[BidAction, Message | None] | None:
        if not values or roll.seat is None:
            return None
        seat, own = roll.seat, DIE_COLOURS[roll.seat]
        value = next((value for value, colour in zip(values, colours, strict=True) if colour == own), values[0])
        return RollLuck(seat, value), self._doubt(view, seat, value, colours)

    def _doubt(self, view: BidView, seat: int, value: int, colours: Sequence[str]) -> Message | None:
        """What speaks against counting these dice as the roll of that seat; None where nothing does."""
        who, own = view.who(seat), DIE_COLOURS[seat]
        if len(colours) > 1:
            return say(
                "{dice} dice lie in the tray, and {who} rolls one, the {own} one (B-017). "
                "Roll again, or count the {value}.",
                dice=len(colours),
                who=who,
                own=Noun(own),
                value=value,
            )
        others = DIE_COLOURS[: view.table.setup.players]
        if colours[0] == own or colours[0] not in others:
            return None
        return say(
            "The {other} die is {whose}'s, and {who} rolls the {own} one (B-017). Roll again, or count it.",
            other=Noun(colours[0]),
            whose=view.who(others.index(colours[0])),
            who=who,
            own=Noun(own),
        )

    def roll_of(self, act: Action) -> str | None:
        return f"seat{act.seat}" if isinstance(act, RollLuck) else None

    def shown(self, act: Action) -> tuple[tuple[int, ...], tuple[str, ...]]:
        assert isinstance(act, RollLuck)  # the only roll there is
        return (act.value,), (DIE_COLOURS[act.seat],)

    def to_roll(self, view: BidView, roll: Roll, rng: random.Random) -> tuple[str, ...]:
        assert roll.seat is not None  # each roll is a seat's
        return (DIE_COLOURS[roll.seat],)

    def board(self, view: BidView) -> DiceBoard | None:
        table = view.table
        if not table.setup.luck:
            return None
        newest = table.rolled[-1:]
        dice = tuple(ShownDie(1, each.value, DIE_COLOURS[each.seat], PAINTS[each.seat], False) for each in newest)
        sixes = sum(each.value == LUCKY for each in table.rolled)
        summary = _summary(sixes, len(table.rolled)) if table.rolled else ()
        colours = DIE_COLOURS[: table.setup.players]
        return DiceBoard(len(table.rolled), dice, 1, colours, summary, self._counts(view))

    def _counts(self, view: BidView) -> tuple[DiceCount, ...]:
        """Of all dice, then of each seat that has rolled."""
        rolled, seats = view.table.rolled, range(view.table.setup.players)
        of_seats = [(lone(view.who(seat)), [each for each in rolled if each.seat == seat]) for seat in seats]
        return tuple(_count(name, each) for name, each in ((say("All dice"), rolled), *of_seats) if each)


def _summary(sixes: int, dice: int) -> tuple[Message, ...]:
    return (say("{sixes} of {dice} dice showed a {number}.", sixes=sixes, dice=dice, number=LUCKY),)


def _count(name: Message, rolled: Sequence[Rolled]) -> DiceCount:
    values = [each.value for each in rolled]
    return DiceCount(name, tuple(values.count(value) for value in DIE), f"{sum(values) / len(values):.2f}")
