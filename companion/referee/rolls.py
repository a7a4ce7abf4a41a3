"""A roll that was seen: whether it counts at once, or what has to be said of it first. Pure: no clock, no disk.

Nothing counts that was not surely read: somebody says of a whole roll that it shows what is likeliest, or of a die what
it shows, and a roll of more or fewer dice than the rules have is counted only where somebody says so. A place that is
hardly a die holds no roll up that is whole without.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec

from companion.games.core import Action, View
from companion.games.dice import Roll
from companion.games.game import AnyGame
from companion.language.message import Text, sentences
from companion.table.dice import DieSighting, DieState, RollSighting
from companion.table.geometry import Area

VALUES = (1, 2, 3, 4, 5, 6)
NO_DIE = 0
"""What is said of a place where no die lies."""
HARDLY = 0.25
"""A place that was not read and is a die with at most this chance is none where the others are a whole roll: a print in
the tray, a shadow. Of 1693 dice on photographs nine seemed so little of one; and a die too many would have to lie there
besides, or one of the others be none."""
FAINT = 0.5
"""A place that was not read, and is at most so likely a die, is supposed to be none where the rules have so many."""
LAID_OUT = 2
"""Of so many dice in doubt all values are laid out on the pages; of more, those of a die only once it is tapped."""
WHOSE = "Several rolls are open. Tap whose this one is."
CLOSED = "No roll is open any more. Leave this one out."
UNREAD_WORDS: dict[DieState, str] = {
    "read": "read",
    "doubtful": "not surely read",
    "cocked": "leans",
    "hidden": "half hidden",
    "moving": "still moves",
    "small": "too small in the picture",
    "outside": "lies across the tray's edge",
}


class AskedDie(msgspec.Struct, frozen=True):
    """One die of a roll that is asked about."""

    number: int
    """From 1, as they were seen."""
    value: int | None
    """What was read or said; None where it has yet to be said."""
    colour: str
    state: DieState
    words: str
    """How it lies, or that it was said."""
    x_mm: float
    y_mm: float
    """Its middle, from the top left of the photograph."""
    answers: tuple[int, ...] = ()
    """Values to tap, the likeliest first."""
    likely: int | None = None
    """What it is likeliest to show where that has yet to be said, `NO_DIE` where likeliest none lies there; None where
    nothing is likelier than anything else."""

    @property
    def is_doubted(self) -> bool:
        """Whether it was not surely read, so that something has to be said of it, or was."""
        return self.state != "read"

    @property
    def shown(self) -> int | None:
        """What the pages show of it: what is known, else what is likeliest."""
        return self.likely if self.value is None else self.value


class RollSight(msgspec.Struct, frozen=True):
    """What the newest roll that was seen has come to. Public, as the tray is."""

    number: int = 0
    """Counts the rolls seen; 0 before the first."""
    state: Literal["none", "counted", "question", "left out"] = "none"
    text: Text = ""
    """What is to be said or done; empty where nothing is."""
    dice: tuple[AskedDie, ...] = ()
    """For "question" only."""
    photo_mm: tuple[float, float] = (0.0, 0.0)
    """How much of the mat the photograph shows, across and down."""
    photo_at_mm: tuple[float, float] = (0.0, 0.0)
    """Where its top left corner is on the mat."""
    may_count: bool = False
    """Whether all dice are known, and the question is whether to count them as they are."""
    whose: tuple[Roll, ...] = ()
    """The rolls that it may be, where several were open and nobody has said which: one of them is to be tapped."""
    named: str = ""
    """Key of the roll that somebody has said comes next, or is asked about; empty where nobody has."""
    likely: tuple[int, ...] = ()
    """What each die shows if it is all as is likeliest, `NO_DIE` where none lies; empty where that is no roll, or where
    nothing has to be said of any die."""

    @property
    def is_laid_out(self) -> bool:
        """Whether a value of each die in doubt is one tap."""
        return sum(die.is_doubted for die in self.dice) <= LAID_OUT


class Throw(msgspec.Struct, frozen=True):
    """The newest roll seen, and what was said of it since."""

    number: int
    roll: RollSighting
    said: tuple[int | None, ...]
    """One a die: its value, `NO_DIE`, or None where nothing was said."""

    @classmethod
    def of(cls, number: int, roll: RollSighting) -> Throw:
        """A roll of which nothing was said yet."""
        return cls(number, roll, (None,) * len(roll.dice))

    def say(self, die: int, value: int) -> Throw:
        """The same with one die, from 1, said to show that."""
        return msgspec.structs.replace(self, said=(*self.said[: die - 1], value, *self.said[die:]))

    def values(self) -> tuple[int | None, ...]:
        """What each die shows, said or read; `NO_DIE` where none lies, None where it is not known."""
        return tuple(
            told if told is not None else die.value for told, die in zip(self.said, self.roll.dice, strict=True)
        )

    def values_of_dice(self) -> tuple[int | None, ...]:
        """The same with `NO_DIE` for what is neither said nor read and hardly a die."""
        return tuple(
            NO_DIE if value is None and die.existence <= HARDLY else value
            for value, die in zip(self.values(), self.roll.dice, strict=True)
        )

    def places(self) -> tuple[int, ...]:
        """A value for each place where a die lies, any where none is known; `NO_DIE` for what is hardly one."""
        return tuple(VALUES[0] if value is None else value for value in self.values_of_dice())

    def likeliest(self) -> tuple[int | None, ...]:
        """What each die shows, said, read or likeliest; `NO_DIE` where none lies, None where nothing is likelier."""
        return self._with(HARDLY)

    def suppositions(self) -> Iterator[tuple[int, ...]]:
        """What the dice may show together, the likeliest first, then with fewer and more that are rather none; nothing
        where nothing is likelier of a die.
        """
        unread = [die.existence for die, value in zip(self.roll.dice, self.values(), strict=True) if value is None]
        bounds = {HARDLY, -1.0, *(each for each in unread if each <= FAINT)}
        none_by = {bound: sum(each <= bound for each in unread) for bound in bounds}
        for bound in sorted(bounds, key=lambda bound: (abs(none_by[bound] - none_by[HARDLY]), -bound)):
            values = tuple(value for value in self._with(bound) if value is not None)
            if values and len(values) == len(self.said):
                yield values

    def _with(self, hardly: float) -> tuple[int | None, ...]:
        """The same, where no die lies at a place that was not read and is one with at most that chance."""
        likely = (die.likely[0] if die.likely else None for die in self.roll.dice)
        return tuple(
            value if value is not None else NO_DIE if die.existence <= hardly else guess
            for value, die, guess in zip(self.values(), self.roll.dice, likely, strict=True)
        )

    def agree(self, values: Sequence[int]) -> Throw:
        """The same with each die said to show that, where it was not read so."""
        said = (None if die.value == value else value for value, die in zip(values, self.roll.dice, strict=True))
        return msgspec.structs.replace(self, said=tuple(said))

    def has(self, die: int) -> bool:
        """Whether there is such a die, from 1."""
        return 1 <= die <= len(self.said)


class Ruling(msgspec.Struct, frozen=True):
    """What a roll comes to: an act where its dice and whose it is are known, and what speaks against counting it."""

    act: Action | None
    doubt: Text
    """A sentence; empty where it counts at once."""
    whose: tuple[Roll, ...] = ()
    """The open rolls that it may be, where they are several and none is named."""
    likely: tuple[int, ...] = ()
    """What each die shows if it is all as is likeliest, where that makes a roll and has yet to be said."""


def judge_roll(game: AnyGame, view: View[Any, Any], throw: Throw, named: str = "") -> Ruling:
    """What a roll and what was said of it come to in this position; `named` is the key of the roll that was tapped.

    Where that is not yet known, the dice without the places that are hardly one count if the rules have so many.
    """
    open_rolls = game.dice.open_rolls(view) if game.dice is not None else ()
    may_be = tuple(roll for roll in open_rolls if roll.key == named) or open_rolls
    if not may_be:
        return Ruling(None, CLOSED)
    if len(may_be) > 1:
        if None not in throw.values_of_dice():
            return Ruling(None, WHOSE, may_be)
        return Ruling(None, throw.roll.text, may_be, next(throw.suppositions(), ()))
    if not may_be[0].has_values:
        return _ruling(game, view, throw, may_be[0], throw.places())
    ruling = _ruling(game, view, throw, may_be[0], throw.values())
    if ruling.act is None:
        whole = _ruling(game, view, throw, may_be[0], throw.values_of_dice())
        if whole.act is not None and not whole.doubt:
            return whole
    return _supposed(game, view, throw, may_be[0]) if None in throw.values() else ruling


def _supposed(game: AnyGame, view: View[Any, Any], throw: Throw, roll: Roll) -> Ruling:
    """What is asked of a roll of which not all is known: whether it is all as is likeliest, and what speaks against
    counting it then. Of what is rather no die so much is taken for none as the rules would have it.
    """
    best = Ruling(None, throw.roll.text)
    for values in throw.suppositions():
        ruling = _ruling(game, view, throw, roll, values)
        if ruling.act is not None and (not ruling.doubt or not best.likely):
            text = sentences(throw.roll.text, ruling.doubt) if ruling.doubt else throw.roll.text
            best = Ruling(None, text, likely=values)
        if ruling.act is not None and not ruling.doubt:
            break
    return best


def _ruling(game: AnyGame, view: View[Any, Any], throw: Throw, roll: Roll, values: Sequence[int | None]) -> Ruling:
    if any(value is None for value in values) or not values:
        return Ruling(None, throw.roll.text)
    there = [(value, die.colour) for value, die in zip(values, throw.roll.dice, strict=True) if value]
    assert game.dice is not None  # a roll is open
    found = game.dice.act(view, roll, [value for value, _ in there if value], [colour for _, colour in there])
    if found is None:
        return Ruling(None, "")
    act, doubt = found
    return Ruling(act, doubt or "")


def sight_of(throw: Throw, ruling: Ruling, photographed: Area, named: str = "") -> RollSight:
    """The question of a roll that does not count at once; its photograph shows that part of the mat."""
    size, corner = (photographed.width_mm, photographed.height_mm), (photographed.x_mm, photographed.y_mm)
    likely = ruling.likely or throw.likeliest()
    dice = tuple(
        _asked(number, die, said, guess, photographed)
        for number, (die, said, guess) in enumerate(zip(throw.roll.dice, throw.said, likely, strict=True), 1)
    )
    may_count = ruling.act is not None
    return RollSight(
        throw.number, "question", ruling.doubt, dice, size, corner, may_count, ruling.whose, named, ruling.likely
    )


def _asked(number: int, die: DieSighting, said: int | None, guess: int | None, photographed: Area) -> AskedDie:
    x_mm, y_mm = die.x_mm - photographed.x_mm, die.y_mm - photographed.y_mm
    answers = tuple(dict.fromkeys((*die.likely, *VALUES)))
    words = UNREAD_WORDS[die.state] if said is None else "no die" if said == NO_DIE else "said by hand"
    value = die.value if said is None else said
    likely = guess if value is None else None
    return AskedDie(number, value, die.colour, die.state, words, x_mm, y_mm, answers, likely)


def least_sure(roll: RollSighting) -> float | None:
    """The confidence of the die that was read least surely; None where none was read."""
    return min((die.confidence for die in roll.dice if die.value is not None), default=None)
