"""What a game says of its dice: which rolls it waits for, and which act it is that dice came to rest."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic

import msgspec

from companion.games.core import A, Action, Choice, S, Seat, T, View
from companion.games.dice_board import DiceBoard
from companion.language.message import NOTHING, Message
from companion.table.dice import DiceZone, LyingDice, TrueDie
from companion.table.expected import At
from companion.table.layout import Layout


class Roll(msgspec.Struct, frozen=True):
    """One roll that the rules wait for. Several may be open at once, each for another seat or another piece."""

    key: str
    """Names it among those that are open, as long as it is."""
    label: Message
    """Whose it is, or for what, as a button says it: "Ada rolls"."""
    seat: Seat | None = None
    """Who rolls; None where anyone at the table may."""
    has_values: bool = True
    """Whether it matters what the dice show; where it does not they are counted, and only their colours are read."""
    hint: Message = NOTHING
    """What the pages say as long as no die lies there; empty for that dice are to be rolled."""
    ask: Message = NOTHING
    """What the button says by which its seat rolls where bots play or the companion deals: "Roll 2 dice for Cities 4".
    Where it is empty and somebody has to roll, the button has plain words."""


class Placed(msgspec.Struct, frozen=True):
    """What hands lay in a zone so that an act shows there: these dice, and the piece on which they lie."""

    zone: str
    dice: tuple[TrueDie, ...]
    piece: At | None = None


class Finding(msgspec.Struct, frozen=True):
    """What dice that lie still in a zone come to: an act that was done, or what is to be said and tapped."""

    zone: str
    act: Action | None = None
    """What was done, where that is sure."""
    text: Message = NOTHING
    answers: tuple[Choice[Any], ...] = ()
    """What may have been done, to tap."""
    is_proposal: bool = False
    """Whether that is one thing, which was seen and only waits to be confirmed."""
    looks_alike: bool = False
    """Whether all of it leaves the same dice in the same places, so that only whoever did it can say."""


class Dice(ABC, Generic[T, S, A]):
    """The dice of one game. Pure, like its rules; what it is told of is made from a `View`."""

    zone: ClassVar[str]
    """Zone of the mat in which dice are rolled and read."""
    has_clear: ClassVar[bool] = False
    """Whether clear dice are in its box."""

    def is_all(self, view: View[T, S]) -> bool:
        """Whether this game counts dice and nothing else: no piece of it is looked for."""
        return False

    def may_be_clear(self, view: View[T, S]) -> bool:
        """Whether clear dice are rolled here. Where none are, no die is asked about because it might be clear."""
        return self.has_clear

    @abstractmethod
    def open_rolls(self, view: View[T, S]) -> tuple[Roll, ...]:
        """The rolls that the rules wait for now; empty where a roll means nothing."""

    def zones(self, view: View[T, S]) -> tuple[DiceZone, ...]:
        """Where dice are looked at now: always where they are rolled, and elsewhere where they tell of an act."""
        return (DiceZone(self.zone),)

    def opened(self, view: View[T, S]) -> frozenset[str]:
        """The private zones of the mat that everybody may see now."""
        return frozenset()

    def found(self, view: View[T, S], lying: Mapping[str, LyingDice]) -> tuple[Finding, ...]:
        """What dice that lie still come to besides a roll, one a zone; `lying` has the zones seen so far, by name."""
        return ()

    def placed(self, view: View[T, S], act: Action | None, rng: random.Random) -> tuple[Placed, ...]:
        """What hands at a virtual table lay for an act of sense "laid", where `view` is the position after it; without
        an act the dice that lie elsewhere than in a roll in that position."""
        return ()

    def told(self, view: View[T, S], act: Action) -> tuple[Action, ...]:
        """What may be tapped in place of an act of sense "laid" that nobody has seen: it, or what comes to the same."""
        return (act,)

    @abstractmethod
    def act(
        self, view: View[T, S], roll: Roll, values: Sequence[int], colours: Sequence[str]
    ) -> tuple[A | None, Message | None] | None:
        """The act that it is where the dice of an open roll show these values (1 to 6) and colours, and a sentence on
        what speaks against it, for the table to decide (None: nothing). Without an act the sentence says why they can
        be none; None alone where nothing can be said of them."""

    @abstractmethod
    def roll_of(self, act: Action) -> str | None:
        """The key of the roll that this act is; None where it is no roll: exactly the acts of sense "rolled" are."""

    @abstractmethod
    def shown(self, act: Action) -> tuple[tuple[int, ...], tuple[str, ...]]:
        """Values and colours of the dice of an act that is a roll, for hands at a virtual table to roll them so."""

    @abstractmethod
    def to_roll(self, view: View[T, S], roll: Roll, rng: random.Random) -> tuple[str, ...]:
        """The colours of the dice that are rolled for it, as they may come."""

    def may_be_told(self, view: View[T, S], act: Action) -> bool:
        """Whether this is a roll that is open, which anybody may tell of by hand."""
        return self.roll_of(act) in {roll.key for roll in self.open_rolls(view)}

    def is_same(self, one: Action, other: Action) -> bool:
        """Whether both acts are rolls, and may well be the same one, told twice."""
        return self.roll_of(one) is not None and one == other

    def board(self, view: View[T, S]) -> DiceBoard | None:
        """The newest roll and what was rolled so far, for the pages; None where they show nothing of it."""
        return None


def is_dice_alone(dice: Dice[Any, Any, Any] | None, view: View[Any, Any]) -> bool:
    """Whether a game with these dice counts them and nothing else, as it is played in this view."""
    return dice is not None and dice.is_all(view)


def tray_on(dice: Dice[Any, Any, Any] | None, layout: Layout) -> str:
    """The zone of this mat in which dice are rolled and read; "" where the game, or this mat of it, has none."""
    return dice.zone if dice is not None and any(each.zone == dice.zone for each in layout.zones) else ""
