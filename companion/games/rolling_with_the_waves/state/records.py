"""A whole game's part of the table: what was settled, every Pirate Map, and where all dice are, as records."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Final, Literal, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.rolling_with_the_waves.data.bonuses import Bonuses
from companion.games.rolling_with_the_waves.data.figures import CREW_COLOURS, FREE, CannonName, Sheet
from companion.games.shared.figures import Figure
from companion.games.shared.phases import PhaseName, put

_Chest: TypeAlias = Literal["chest1", "chest2", "chest3"]
_Bury: TypeAlias = Literal["bury1", "bury2", "bury3"]
Icon: TypeAlias = Literal["raise", _Chest, _Bury, "hull", "cannon_small", "cannon_large", "ports", "crew"]
Track: TypeAlias = Literal["hull", "ports", "crew"]
UNKNOWN: Final = "unknown"
"""The colour of a die that could not be read."""
NOBODY: Final[Seat] = -1
NO_CHEST: Final = -1
CHESTS: Final = (0, 1, 2)
CHEST_ICONS: Final[tuple[Icon, ...]] = get_args(_Chest)
BURY_ICONS: Final[tuple[Icon, ...]] = get_args(_Bury)
TRACKS: Final[tuple[Track, ...]] = ("hull", "ports", "crew")
CANNONS: Final[tuple[CannonName, ...]] = ("small", "large")
ICONS: Final[tuple[Icon, ...]] = get_args(Icon)
"""From left to right on the mini board (R-062)."""
WRITING: Final[tuple[Icon, ...]] = tuple(icon for icon in ICONS if icon not in BURY_ICONS)
"""Icons from which a die is written."""
Row: TypeAlias = str
"""A row of squares of a map: `raise`, `chest.0` and so on, `hull`, `small`, `large`, `ports`, `crew`."""
CHEST_OF: Final[dict[Icon, int]] = {icon: int(icon[-1]) - 1 for icon in (*CHEST_ICONS, *BURY_ICONS)}
"""The chest that an icon fills or buries."""
ROW_OF: Final[dict[Icon, Row]] = {
    icon: f"chest.{CHEST_OF[icon]}" if icon in CHEST_OF else icon.removeprefix("cannon_") for icon in ICONS
}
"""The row that an icon is about."""
NUMERALS: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii")
"""The numbers of these steps."""
_FIELDS: Final[dict[Row, str]] = {"raise": "spirits"}
"""Rows whose field is called otherwise."""
_CHEST_ROWS: Final[dict[Row, int]] = {"chest.0": 0, "chest.1": 1, "chest.2": 2}


class Phase(PhaseName):
    """Where the round stands, in the order of play (R-020, R-062)."""

    FIRST = "first"
    ROLL = "roll"
    DRAFT = "draft"
    ALLOCATE = "allocate"
    REVEAL = "reveal"
    RAISE = "raise"
    CHESTS = "chests"
    BURY = "bury"
    HULL = "hull"
    CANNONS = "cannons"
    FIRE = "fire"
    PORTS = "ports"
    CREW = "crew"
    ANCHOR = "anchor"


STEPS: Final[dict[Phase, tuple[Icon, ...]]] = {
    Phase.RAISE: ("raise",),
    Phase.CHESTS: CHEST_ICONS,
    Phase.BURY: BURY_ICONS,
    Phase.HULL: ("hull",),
    Phase.CANNONS: ("cannon_small", "cannon_large"),
    Phase.PORTS: ("ports",),
    Phase.CREW: ("crew",),
}
"""The icons of each step of writing."""


class Setup(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What a new game settles: colours, the points that the booklet leaves open, and the figures of the map."""

    colours: tuple[str, ...]
    """The crew colour of each seat."""
    cannon_tie: Literal["left_of_first", "from_first"] = "left_of_first"
    hull_applies: Literal["volley", "cannon"] = "volley"
    ports_tie: Literal["all_positive", "all", "none"] = "all_positive"
    raise_on_raise: bool = False
    allocate_to_full: bool = False
    final_tie: Literal["shared", "seat_order"] = "shared"
    bots: Literal["greedy", "random"] = "greedy"
    by_board: Literal[True] | msgspec.UnsetType = msgspec.UNSET
    """Everybody allocates with real dice behind the screen; unset where a phone may be used as well."""
    crew: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """The crew colours, where the owner's dice have others than those assumed."""
    bonus: Bonuses | msgspec.UnsetType = msgspec.UNSET
    """The owner's further bonuses (A-26); unset where there are none."""
    figures: tuple[Figure, ...]

    @cached_property  # asked for many times an act
    def sheet(self) -> Sheet:
        """The figures by their names."""
        return Sheet(self.figures)

    @property
    def crews(self) -> tuple[str, ...]:
        """The colours that crew dice have, those of whom nobody plays among them."""
        return CREW_COLOURS if isinstance(self.crew, msgspec.UnsetType) else self.crew

    @property
    def bonuses(self) -> Bonuses:
        """The owner's further bonuses that are told whole."""
        return tuple(each for each in self.bonus or () if each.is_given)

    def role(self, colour: str) -> str:
        """The crew colour of a die, or `FREE`: whatever is no crew colour, and known, is a Freebooter."""
        return colour if colour in (*self.crews, *self.colours, UNKNOWN) else FREE

    @property
    def palette(self) -> tuple[str, ...]:
        """The colours of the dice in play: of each seat, and that of the Freebooters."""
        return (*self.colours, FREE)


class Die(msgspec.Struct, frozen=True, array_like=True):
    """One die that was rolled: a crew colour or `FREE`, and what it shows."""

    colour: str
    value: int


class Chart(msgspec.Struct, frozen=True, kw_only=True):
    """One player's Pirate Map. A row of values stands in the order in which they were written."""

    infamy: int
    spirits: tuple[int, ...] = ()
    chests: tuple[tuple[int, ...], ...] = ((), (), ())
    """Bottom first: the last of them is stolen first."""
    buried: tuple[bool, ...] = (False, False, False)
    hull: tuple[int, ...] = ()
    small: tuple[int, ...] = ()
    large: tuple[int, ...] = ()
    ports: tuple[int, ...] = ()
    crew: tuple[int, ...] = ()

    def row(self, row: Row) -> tuple[int, ...]:
        """The values of a row."""
        chest = _CHEST_ROWS.get(row)
        if chest is not None:
            return self.chests[chest]
        found: tuple[int, ...] = getattr(self, _FIELDS.get(row, row))
        return found

    def with_row(self, row: Row, values: tuple[int, ...]) -> Chart:
        """The map with other values in a row."""
        if row in _CHEST_ROWS:
            return replace(self, chests=put(self.chests, _CHEST_ROWS[row], values))
        return replace(self, **{_FIELDS.get(row, row): values})

    @property
    def unburied(self) -> tuple[int, ...]:
        """The chests that are not buried, from 0."""
        return tuple(chest for chest in CHESTS if not self.buried[chest])


class Aimed(msgspec.Struct, frozen=True):
    """A volley whose loot has yet to be stowed (R-122)."""

    cannons: tuple[CannonName, ...]
    target: Seat
    chest: int


class Fired(msgspec.Struct, frozen=True):
    """The newest volley of the round, and what it came to on the maps."""

    shooter: Seat
    cannons: tuple[CannonName, ...]
    target: Seat
    """`NOBODY` where nobody could be robbed."""
    chest: int
    blocked: int
    """Shots that the Hull stopped."""
    loot: tuple[int, ...]
    """What was stolen, in the order in which it was taken."""
    into: int
    """The shooter's chest into which it went; `NO_CHEST` where nothing was stolen."""
    lost: int
    """How many values had no room in that chest."""
    gained: int
    """Infamy of the shooter."""

    @property
    def kept(self) -> tuple[int, ...]:
        """What of the loot had room in that chest, in the order in which it was written."""
        return self.loot[: len(self.loot) - self.lost] if self.into in CHESTS else ()


class Whole(msgspec.Struct, frozen=True, kw_only=True):
    """Everything of a whole game that everybody knows, besides the rolls."""

    setup: Setup
    phase: Phase = Phase.FIRST
    round: int = 1
    first: Seat = NOBODY
    """The first player, who has the bag."""
    filled: Literal[True] | msgspec.UnsetType = msgspec.UNSET
    """Whether the bag was seen to be filled, or somebody has said so; unset before, and where nobody cared."""
    bag: tuple[int, ...]
    """How many dice of each colour of `Setup.palette` are in it."""
    supply: tuple[int, ...]
    """The same of those that lie beside the table."""
    pool: tuple[Die, ...] = ()
    maps: tuple[Chart, ...]
    nests: tuple[tuple[Die, ...], ...]
    """The drafted dice of each seat, until the anchor is dropped."""
    placed: tuple[int, ...]
    """How many dice each seat has on its mini board, and nobody has seen."""
    called: tuple[bool, ...]
    icons: tuple[tuple[Icon, ...], ...]
    """Where the dice of each open mini board lie."""
    written: tuple[Icon, ...] = ()
    """Icons of the present step that are done."""
    raised: tuple[bool | None, ...]
    """Who raises the die that is written now; None for who was not asked, or has not said."""
    aimed: Aimed | msgspec.UnsetType = msgspec.UNSET
    shot: tuple[Seat, Seat] | msgspec.UnsetType = msgspec.UNSET
    """Who has fired one of two full cannons, and at whom."""
    fired: Fired | msgspec.UnsetType = msgspec.UNSET
    """What `volley` makes sure of."""
    behind: tuple[Seat, ...] | msgspec.UnsetType = msgspec.UNSET
    """Seats that have called, and whose dice lie on the mini board behind the screen: nobody has told the companion
    where. Once all have called they are shown, and `icons` says of how many dice that is known."""
    gained: tuple[int, ...] = ()
    """Infamy that each seat has got from its Ports in this round."""
    closed: tuple[bool, ...]
    """Seats whose players have left for good (A-31)."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that play."""
        return _playing(self.closed)

    @property
    def clockwise(self) -> tuple[Seat, ...]:
        """The seats that play, the first player in front."""
        seats, first = self.seats, max(self.first, 0)
        return (*(seat for seat in seats if seat >= first), *(seat for seat in seats if seat < first))

    @property
    def screened(self) -> tuple[Seat, ...]:
        """The seats of `behind` of whose dice some are not told; none where it is unset.

        A host who takes drafted dice away may leave nothing to tell of a seat.
        """
        behind = () if isinstance(self.behind, msgspec.UnsetType) else self.behind
        return tuple(seat for seat in behind if len(self.icons[seat]) < len(self.nests[seat]))

    @property
    def volley(self) -> Fired | None:
        """The newest volley of the round; None where there is none, or the shooter's map is otherwise by now.

        So it is once the host has corrected that map.
        """
        fired = self.fired
        if not isinstance(fired, Fired):
            return None
        chart = self.maps[fired.shooter]
        is_erased = not any(chart.row(cannon) for cannon in fired.cannons)
        is_stowed = not fired.kept or chart.chests[fired.into][-len(fired.kept) :] == fired.kept
        return fired if is_erased and is_stowed and chart.infamy >= fired.gained else None

    def die_on(self, seat: Seat, icon: Icon) -> Die | None:
        """The die that lies on an icon of an open mini board; None where none does."""
        if icon not in self.icons[seat]:
            return None
        return self.nests[seat][self.icons[seat].index(icon)]


@lru_cache(maxsize=64)
def _playing(closed: tuple[bool, ...]) -> tuple[Seat, ...]:
    return tuple(seat for seat, is_closed in enumerate(closed) if not is_closed)
