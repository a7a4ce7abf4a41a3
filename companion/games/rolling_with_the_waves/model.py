"""Rolling with the Waves: the records of its first slice, which counts what the dice show. Ledger: R-001 to R-185.

Only the dice of the draft are here (R-030): what was rolled in an evening. Drafting, maps and scores are not.
"""

from __future__ import annotations

from typing import ClassVar, Final, Literal, TypeAlias

import msgspec

from companion.games.core import Action, Kind, PublicTable, Secret, Sense, State, View

Value: TypeAlias = int
"""What a die shows, 1 to 6."""
Colour: TypeAlias = str
"""What a die's colour is called."""

VALUES: Final[tuple[Value, ...]] = (1, 2, 3, 4, 5, 6)
CLEAR: Final[Colour] = "clear"
CREW: Final[tuple[Colour, ...]] = ("red", "blue", "green", "yellow", "purple")
"""The crew colours: the rulebook says that there are five (004:24-26), their names are assumed."""
COLOURS: Final[tuple[Colour, ...]] = (*CREW, "white", CLEAR)
"""The colours that a reader of dice may name; white dice are in no box, and on many tables."""
UNKNOWN: Final[Colour] = "unknown"
SEATS: Final = (2, 3, 4, 5)
"""R-003."""
DICE_A_PLAYER: Final = 3
"""R-030."""
CREW_IN_BAG: Final = 2
"""R-007: of each colour, at the start."""
MOST_DICE: Final = 31
"""All dice of the box: 25 crew dice and 6 clear ones (004:24-28)."""
LONGEST_COLOUR: Final = 24
"""Characters of a colour's name."""
TRAY: Final = "dice_tray"


class Rolled(msgspec.Struct, frozen=True):
    """One roll: what each die shows and its colour, in the order in which they were told of."""

    values: tuple[Value, ...]
    colours: tuple[Colour, ...]
    corrected: tuple[int, ...] = ()
    """The dice that somebody put right, from 1, in rising order."""


class Table(PublicTable, frozen=True, kw_only=True):
    """What everybody knows, which is all there is."""

    players: int
    pool: int
    """How many dice a roll has: `DICE_A_PLAYER` for each player, unless the host says otherwise."""
    rolls: tuple[Rolled, ...] = ()
    over: bool = False
    tray: Literal["side"] | msgspec.UnsetType = msgspec.UNSET
    """Where it lies on the mat: at the side, or in the middle, as on mats that were printed before; that stands in no
    saved evening, and so is not written."""


class Nothing(Secret, frozen=True):
    """Dice are open to all: there is no secret."""


DiceState: TypeAlias = State[Table, Nothing]
DiceView: TypeAlias = View[Table, Nothing]


class PoolRolled(Action, frozen=True):
    """The dice were rolled, and show this (R-030)."""

    values: tuple[Value, ...]
    colours: tuple[Colour, ...]
    sense: ClassVar[Sense] = "rolled"
    kind: ClassVar[Kind] = "chance"
    is_open: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return (TRAY,)


class DieCorrected(Action, frozen=True):
    """A die of the newest roll shows something else, or has another colour, than was told; one of the two."""

    roll: int
    """From 1; the newest."""
    die: int
    """From 1."""
    value: Value
    colour: Colour
    kind: ClassVar[Kind] = "choice"


class EveningEnded(Action, frozen=True):
    """No more rolls are counted (R-021: no number of rounds is fixed)."""


DiceAction: TypeAlias = PoolRolled | DieCorrected | EveningEnded
