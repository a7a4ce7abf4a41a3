"""Rolling with the Waves: the public table, and everything that can be done. Ledger: R-001 to R-185.

A game that counts an evening's dice alone has rolls and nothing else. A whole game has a `Whole` besides
(`records.py`), which is left out of the encoding where there is none: so older evenings keep their hashes.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.games.core import Action, Kind, Nothing, PublicTable, RuleId, Seat, Sense, State, View
from companion.games.rolling_with_the_waves.data.figures import CREW_COLOURS, CannonName
from companion.games.rolling_with_the_waves.state.records import Die, Icon, Whole
from companion.games.shared import seats

Value: TypeAlias = int
"""What a die shows, 1 to 6."""
Colour: TypeAlias = str
"""What a die's colour is called."""
VALUES: Final[tuple[Value, ...]] = (1, 2, 3, 4, 5, 6)
CLEAR: Final[Colour] = "clear"
CREW: Final[tuple[Colour, ...]] = CREW_COLOURS
"""The crew colours: the rulebook says that there are five (004:24-26), their names are assumed."""
COLOURS: Final[tuple[Colour, ...]] = (*CREW, "white", CLEAR)
"""The colours that a reader of dice may name; white dice are in no box, and on many tables."""
SEATS: Final = (2, 3, 4, 5)
"""R-003."""
DICE_A_PLAYER: Final = 3
"""R-030."""
MOST_DICE: Final = 31
"""All dice of the box: 25 crew dice and 6 clear ones (004:24-28)."""
TRAY: Final = "dice_tray"
DraftMode: TypeAlias = Literal["free", "pay", "drunken"]


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
    free: Literal["white", "own"] | msgspec.UnsetType = msgspec.UNSET
    """What the Freebooters look like: white, or as the owner's do; unset where they are clear, as in the box."""
    whole: Whole | msgspec.UnsetType = msgspec.UNSET
    """The maps and all else of a whole game; unset where the dice alone are counted."""

    @property
    def free_look(self) -> Colour:
        """The colour of the Freebooters that hands at a virtual table roll."""
        return CLEAR if isinstance(self.free, msgspec.UnsetType) else "white"

    def role(self, colour: Colour) -> Colour:
        """Whose crew a die is of that has this look, or a Freebooter; of dice alone its colour is all there is."""
        return self.whole.setup.role(colour) if self.whole else colour

    def dice_of(self, rolled: Rolled) -> tuple[Die, ...]:
        """The dice of a roll by their roles."""
        return tuple(Die(self.role(colour), value) for colour, value in zip(rolled.colours, rolled.values, strict=True))

    @property
    def played(self) -> Whole:
        """The same where it is known that the game is a whole one."""
        assert isinstance(self.whole, Whole)  # nobody asks for it at an evening of dice alone
        return self.whole


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


class OfSeat(seats.OfSeat, frozen=True):
    """What a seat chooses for itself."""

    kind: ClassVar[Kind] = "choice"


class Draft(OfSeat, frozen=True):
    """A seat takes a die of the pool into its nest: free, paid for, or as a drunken sailor (R-031 to R-042)."""

    colour: Colour
    value: Value
    mode: DraftMode
    sense: ClassVar[Sense] = "laid"
    reveals: ClassVar[bool] = True

    @property
    def die(self) -> Die:
        """The die as it lies in the pool."""
        return Die(self.colour, self.value)

    def zones(self) -> tuple[str, ...]:
        return (TRAY, f"nest.{self.seat}")


class Allocate(OfSeat, frozen=True):
    """A seat lays its next die, in the order of its nest, on an icon of its mini board, unseen (R-050 to R-057)."""

    icon: Icon | None
    """None for whoever is not told."""
    seals: ClassVar[bool] = True

    def public(self) -> Allocate:
        return Allocate(self.seat, None)


class TakeBack(OfSeat, frozen=True):
    """A seat takes all its dice up again, its call with them (A-22)."""

    takes_back: ClassVar[bool] = True


class Yarrr(OfSeat, frozen=True):
    """A seat has allocated and calls out (R-055)."""


class LayBehindScreen(OfSeat, frozen=True):
    """A seat has laid its dice on the mini board itself, behind its screen, and calls out (R-050, R-055)."""


class ShowDie(OfSeat, frozen=True):
    """The next die of a mini board that lay behind the screen, in the order of the nest, lies on this icon (R-060)."""

    icon: Icon
    reveals: ClassVar[bool] = True


class ShowBoard(OfSeat, frozen=True):
    """All dice of such a mini board lie so, in the order of the nest, as was seen on the mat (R-060)."""

    icons: tuple[Icon, ...]
    sense: ClassVar[Sense] = "laid"
    reveals: ClassVar[bool] = True
    is_open: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return (f"board.{self.seat}",)


class OpenBoard(Action, frozen=True):
    """The mini board of a seat is open to all: where each die lies, in the order of the nest (R-060)."""

    seat: Seat
    icons: tuple[Icon, ...]
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True
    opens: ClassVar[bool] = True


class RaiseSpirits(OfSeat, frozen=True):
    """A seat says whether the die that is written now becomes a 7 (R-073, A-16)."""

    use: bool


class Write(Action, frozen=True):
    """Everybody has written what lies on this icon, and its triggers are done (R-061)."""

    icon: Icon


class Aim(OfSeat, frozen=True):
    """A seat fires these cannons at a chest of another seat; at `NOBODY` where none can be robbed (R-116 to R-118)."""

    cannons: tuple[CannonName, ...]
    target: Seat
    chest: int
    """From 0."""


class Stow(OfSeat, frozen=True):
    """A seat writes what it has stolen into this chest of its own (R-122)."""

    into: int


class DropAnchor(Action, frozen=True):
    """The round is closed: the game ends, or the dice go into the bag and the bag to the left (R-150 to R-163)."""


Told: TypeAlias = PoolRolled | DieCorrected | EveningEnded
"""All that an evening of dice alone has."""
Bagging: TypeAlias = BagFilled | BagCounted | TakeBag
Unseen: TypeAlias = Allocate | TakeBack | Yarrr | LayBehindScreen
Shown: TypeAlias = OpenBoard | ShowDie | ShowBoard
Scribed: TypeAlias = RaiseSpirits | Write
Shot: TypeAlias = Aim | Stow
DiceAction: TypeAlias = Told | Bagging | Draft | Unseen | Shown | Scribed | Shot | DropAnchor


# --- small steps ---


def changed(state: DiceState, why: tuple[RuleId, ...], **changes: Any) -> DiceState:
    """The state after an act by these rules, with fields of its whole game changed."""
    table = replace(state.table, why=why, whole=replace(state.table.played, **changes))
    return State(table, state.secrets, state.sealed)


def known_to_all(view: DiceView) -> DiceState:
    """The position as everybody knows it, whoever has this view."""
    return State(view.table, (None,) * len(view.table.played.maps), view.sealed)


def cleared(seats: int) -> dict[str, Any]:
    """The fields of a table on whose nests and mini boards no dice lie."""
    each = {"nests": (), "placed": 0, "called": False, "icons": (), "raised": None}
    return {field: (value,) * seats for field, value in each.items()}
