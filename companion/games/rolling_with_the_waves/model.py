"""Rolling with the Waves: the public table, and everything that can be done. Ledger: R-001 to R-185.

A game that counts an evening's dice alone has rolls and nothing else. A whole game has a `Whole` besides
(`whole.py`), which is left out of the encoding where there is none: so older evenings keep their hashes.
"""

from __future__ import annotations

from typing import ClassVar, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from companion.games.core import Action, Kind, PublicTable, Seat, Secret, Sense, State, View
from companion.games.rolling_with_the_waves.figures import CannonName
from companion.games.rolling_with_the_waves.whole import Icon, Whole

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
    tray: Literal["side"] | UnsetType = UNSET
    """Where it lies on the mat: at the side, or in the middle, as on mats that were printed before; that stands in no
    saved evening, and so is not written."""
    free: Literal["white", "own"] | UnsetType = UNSET
    """What the Freebooters look like: white, or as the owner's do; unset where they are clear, as in the box."""
    whole: Whole | UnsetType = UNSET
    """The maps and all else of a whole game; unset where the dice alone are counted."""

    @property
    def free_look(self) -> Colour:
        """The colour of the Freebooters that hands at a virtual table roll."""
        return CLEAR if isinstance(self.free, UnsetType) else "white"

    @property
    def played(self) -> Whole:
        """The same where it is known that the game is a whole one."""
        assert isinstance(self.whole, Whole)  # nobody asks for it at an evening of dice alone
        return self.whole


class Nothing(Secret, frozen=True):
    """Dice are open to all, and what is allocated in secret is sealed: there is nothing else to keep."""


DiceState: TypeAlias = State[Table, Nothing]
DiceView: TypeAlias = View[Table, Nothing]


class PoolRolled(Action, frozen=True):
    """The dice were rolled, and show this (R-030)."""

    values: tuple[Value, ...]
    colours: tuple[Colour, ...]
    sense: ClassVar[Sense] = "rolled"
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True
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
    is_open: ClassVar[bool] = True


class EveningEnded(Action, frozen=True):
    """No more rolls are counted (R-021: no number of rounds is fixed)."""

    is_optional: ClassVar[bool] = True


DraftMode: TypeAlias = Literal["free", "pay", "drunken"]


class BagFilled(Action, frozen=True):
    """Somebody says that the bag is filled (R-007 to R-011)."""

    of_dealer: ClassVar[bool] = True
    is_routine: ClassVar[bool] = True


class BagCounted(Action, frozen=True):
    """The dice for the bag were seen in the tray, and are right; what they show is no matter (R-007 to R-011)."""

    colours: tuple[Colour, ...]
    sense: ClassVar[Sense] = "rolled"
    is_open: ClassVar[bool] = True
    of_dealer: ClassVar[bool] = True
    is_routine: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return (TRAY,)


class TakeBag(Action, frozen=True):
    """Whoever was on a boat last takes the bag (R-010)."""

    seat: Seat
    kind: ClassVar[Kind] = "chance"


class Draft(Action, frozen=True):
    """A seat takes a die of the pool into its nest: free, paid for, or as a drunken sailor (R-031 to R-042)."""

    seat: Seat
    colour: Colour
    value: Value
    mode: DraftMode
    sense: ClassVar[Sense] = "laid"
    kind: ClassVar[Kind] = "choice"
    reveals: ClassVar[bool] = True

    @property
    def actor(self) -> Seat:
        return self.seat

    def zones(self) -> tuple[str, ...]:
        return (TRAY, f"nest.{self.seat}")


class Allocate(Action, frozen=True):
    """A seat lays its next die, in the order of its nest, on an icon of its mini board, unseen (R-050 to R-057)."""

    seat: Seat
    icon: Icon | None
    """None for whoever is not told."""
    kind: ClassVar[Kind] = "choice"
    seals: ClassVar[bool] = True

    @property
    def actor(self) -> Seat:
        return self.seat

    def public(self) -> Allocate:
        return Allocate(self.seat, None)


class TakeBack(Action, frozen=True):
    """A seat takes all its dice up again, its call with them (A-22)."""

    seat: Seat
    kind: ClassVar[Kind] = "choice"
    takes_back: ClassVar[bool] = True

    @property
    def actor(self) -> Seat:
        return self.seat


class Yarrr(Action, frozen=True):
    """A seat has allocated and calls out (R-055)."""

    seat: Seat
    kind: ClassVar[Kind] = "choice"

    @property
    def actor(self) -> Seat:
        return self.seat


class LayBehindScreen(Action, frozen=True):
    """A seat has laid its dice on the mini board itself, behind its screen, and calls out (R-050, R-055)."""

    seat: Seat
    kind: ClassVar[Kind] = "choice"

    @property
    def actor(self) -> Seat:
        return self.seat


class ShowDie(Action, frozen=True):
    """The next die of a mini board that lay behind the screen, in the order of the nest, lies on this icon (R-060)."""

    seat: Seat
    icon: Icon
    kind: ClassVar[Kind] = "choice"
    reveals: ClassVar[bool] = True

    @property
    def actor(self) -> Seat:
        return self.seat


class ShowBoard(Action, frozen=True):
    """All dice of such a mini board lie so, in the order of the nest, as was seen on the mat (R-060)."""

    seat: Seat
    icons: tuple[Icon, ...]
    sense: ClassVar[Sense] = "laid"
    kind: ClassVar[Kind] = "choice"
    reveals: ClassVar[bool] = True
    is_open: ClassVar[bool] = True

    @property
    def actor(self) -> Seat:
        return self.seat

    def zones(self) -> tuple[str, ...]:
        return (f"board.{self.seat}",)


class OpenBoard(Action, frozen=True):
    """The mini board of a seat is open to all: where each die lies, in the order of the nest (R-060)."""

    seat: Seat
    icons: tuple[Icon, ...]
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True
    opens: ClassVar[bool] = True


class RaiseSpirits(Action, frozen=True):
    """A seat says whether the die that is written now becomes a 7 (R-073, A-16)."""

    seat: Seat
    use: bool
    kind: ClassVar[Kind] = "choice"

    @property
    def actor(self) -> Seat:
        return self.seat


class Write(Action, frozen=True):
    """Everybody has written what lies on this icon, and its triggers are done (R-061)."""

    icon: Icon


class Aim(Action, frozen=True):
    """A seat fires these cannons at a chest of another seat; at `NOBODY` where none can be robbed (R-116 to R-118)."""

    seat: Seat
    cannons: tuple[CannonName, ...]
    target: Seat
    chest: int
    """From 0."""
    kind: ClassVar[Kind] = "choice"

    @property
    def actor(self) -> Seat:
        return self.seat


class Stow(Action, frozen=True):
    """A seat writes what it has stolen into this chest of its own (R-122)."""

    seat: Seat
    into: int
    kind: ClassVar[Kind] = "choice"

    @property
    def actor(self) -> Seat:
        return self.seat


class DropAnchor(Action, frozen=True):
    """The round is closed: the game ends, or the dice go into the bag and the bag to the left (R-150 to R-163)."""


DiceAction: TypeAlias = (
    PoolRolled
    | DieCorrected
    | EveningEnded
    | BagFilled
    | BagCounted
    | TakeBag
    | Draft
    | Allocate
    | TakeBack
    | Yarrr
    | LayBehindScreen
    | OpenBoard
    | ShowDie
    | ShowBoard
    | RaiseSpirits
    | Write
    | Aim
    | Stow
    | DropAnchor
)
