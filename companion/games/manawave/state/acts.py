"""What can be done in Manawave: chance, what both choose in secret, and what follows from it on the mat."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, Self, TypeAlias

from msgspec.structs import replace

from companion.games.core import Action, Kind, Seat, Sense
from companion.games.manawave.data.effects import COUNTERS, MADE
from companion.games.shared.phases import put
from companion.games.shared.seats import OfSeat

What = Literal["faction", "default", "playset"]
Letter = Literal["", "A", "B", "C"]
End = Literal["", "top", "bottom"]
LETTERS: Final[tuple[Letter, ...]] = ("A", "B", "C")
Numbers: TypeAlias = Literal["tribe", "assign", "clan", "bought", "modes"]
"""What an `Invest` says in numbers."""
HIDDEN: Final = -1
"""A number that is not told."""


class _Sealed(OfSeat, frozen=True, tag=False):
    """What a seat chooses in secret: the public knows whose choice it is."""

    kind: ClassVar[Kind] = "choice"
    seals: ClassVar[bool] = True

    def public(self) -> Self:
        return type(self)(self.seat)


class _Revealed(Action, frozen=True, tag=False):
    """What chance brings, and all see."""

    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True
    of_dealer: ClassVar[bool] = True


class LayOut(_Revealed, frozen=True, tag=True):
    """A card of the world is laid open: a Faction, a Default Monument, or a Playset Monument (M-001 to M-003)."""

    what: What
    name: str
    sense: ClassVar[Sense] = "seen"

    def zones(self) -> tuple[str, ...]:
        return ("choice.*",) if self.what == "faction" else ("monument.*",) if self.what == "default" else ("offer.*",)


class Survive(_Revealed, frozen=True, tag=True):
    """Of the Playset Monuments that nobody has vetoed this one stays, by lot (B-01)."""

    position: int


class Settle(Action, frozen=True, tag=True):
    """The Monuments that stay, the Clans and their first population are laid out, and the pile is shuffled."""

    sense: ClassVar[Sense] = "seen"
    empties: ClassVar[bool] = True
    of_dealer: ClassVar[bool] = True
    on = ("monument.*", "offer.*", "choice.*", "clan.*", "tracker.*", "pile")


class StartWave(Action, frozen=True, tag=True):
    """One Round counter, or one of strength, is added (M-020, M-200)."""

    sense: ClassVar[Sense] = "seen"
    of_dealer: ClassVar[bool] = True
    on = ("round",)


class DrawCard(_Revealed, frozen=True, tag=True):
    """The next of the cards A, B, C is revealed (M-030, M-210)."""

    card: str
    sense: ClassVar[Sense] = "seen"
    on = ("choice.*", "pile")


# --- what is sealed ---


class Found(_Sealed, frozen=True, tag=True):
    """A seat vetoes the Monument of a position, selects two Factions, and places its Clans (M-010 to M-012)."""

    veto: int = 0
    factions: tuple[str, ...] = ()
    clans: tuple[str, ...] = ()
    """By position."""


class Choose(_Sealed, frozen=True, tag=True):
    """A seat indicates one of the three cards (M-031, M-211)."""

    letter: Letter = ""


class Attach(_Sealed, frozen=True, tag=True):
    """A seat places its Family at one of its Clans, in a modality, and may change that of others (M-040 to M-044)."""

    position: int = 0
    end: End = ""
    mode: int = 0
    modes: tuple[int, ...] = ()
    """Of the Families that it has already, by position, each column from its top."""
    is_open: ClassVar[bool] = True


class Invest(_Sealed, frozen=True, tag=True):
    """A seat converts mana, assigns the Tribe's counters, buys Modality counters and sets modalities (M-060 to M-071).

    Numbers say what is produced, and not what it costs.
    """

    tribe: tuple[int, ...] = ()
    """Attack, shield and growth that the Tribe converts."""
    assign: tuple[int, ...] = ()
    """To each Clan in turn: mana, attack, shield, sacrifice, growth."""
    clan: tuple[int, ...] = ()
    """Of each Clan in turn: attack, shield and growth that it converts."""
    bought: tuple[int, ...] = ()
    """Modality counters for each Family, by position, each column from its top."""
    modes: tuple[int, ...] = ()
    """The modality of each Family from now on."""
    is_open: ClassVar[bool] = True

    def given(self, position: int) -> tuple[int, ...]:
        """What the Clan at a position is assigned, a number for each kind of counter."""
        return self.assign[slot("assign", position) : slot("assign", position + 1)]

    def made(self, position: int) -> tuple[int, ...]:
        """What the Clan at a position converts."""
        return self.clan[slot("clan", position) : slot("clan", position + 1)]

    def with_number(self, field: Numbers, index: int, number: int) -> Invest:
        """The same with another number in one place."""
        return replace(self, **{field: put(getattr(self, field), index, number)})


def slot(field: Numbers, position: int, index: int = 0) -> int:
    """Where in these numbers those of the Clan at a position begin, or one of them is."""
    return len(COUNTERS if field == "assign" else MADE) * (position - 1) + index


class Aim(_Sealed, frozen=True, tag=True):
    """A seat chooses a line, in half steps from N0 (M-220)."""

    line: int = HIDDEN


class Scatter(_Sealed, frozen=True, tag=True):
    """A seat places the counters of its pool (M-250)."""

    own: tuple[int, ...] = ()
    """On each own tribe tile in turn: shield, growth."""
    other: tuple[int, ...] = ()
    """On each opposing tribe tile in turn: attack, sacrifice."""
    is_told: bool = False
    """Whether it says what is placed: it may be nothing at all."""
    is_open: ClassVar[bool] = True


Commit: TypeAlias = Found | Choose | Attach | Invest | Aim | Scatter
"""What is committed in secret, and opened together."""
COMMITS: Final = (Found, Choose, Attach, Invest, Aim, Scatter)


class TakeBack(OfSeat, frozen=True, tag=True):
    """A seat takes back what it has sealed, while the other has yet to seal."""

    kind: ClassVar[Kind] = "choice"
    takes_back: ClassVar[bool] = True


class Open(_Revealed, frozen=True, tag=True):
    """What a seat has sealed is opened, by nobody (M-013, M-031, M-045, M-074)."""

    seat: Seat
    choice: Commit
    of_dealer: ClassVar[bool] = False
    opens: ClassVar[bool] = True
    is_open: ClassVar[bool] = True


# --- what follows on the mat ---


class LayFamily(OfSeat, frozen=True, tag=True):
    """A seat lays its Family at the Clan, with what it brings; the last of both takes the choices away (M-040)."""

    sense: ClassVar[Sense] = "seen"
    is_routine: ClassVar[bool] = True
    on = ("clan.:seat.*", "tracker.:seat.*", "modes.:seat.*", "tribe.:seat", "choice.*")


class RunWave(Action, frozen=True, tag=True):
    """The wave runs through both Clans of a position, and the counters that it brings are laid (M-050 to M-053)."""

    position: int
    sense: ClassVar[Sense] = "seen"
    on = ("tracker.*", "tribe.*")


class Pay(OfSeat, frozen=True, tag=True):
    """A seat moves its counters as it has decided (M-061 to M-070)."""

    sense: ClassVar[Sense] = "seen"
    is_routine: ClassVar[bool] = True
    on = ("tracker.:seat.*", "tribe.:seat", "modes.:seat.*")


class Resolve(Action, frozen=True, tag=True):
    """A Monument decides the game, and people agree (M-081)."""

    position: int


class Fight(Action, frozen=True, tag=True):
    """One step of the conflict at a Monument: population is lost, sacrificed or gained (M-091 to M-094)."""

    position: int
    step: Literal["war", "sacrifice", "growth"]
    sense: ClassVar[Sense] = "seen"

    def zones(self) -> tuple[str, ...]:
        place = self.position - 1
        return (f"tracker.0.{place}", f"tracker.1.{place}")


class Consolidate(Action, frozen=True, tag=True):
    """All attack, shield, sacrifice and growth counters are taken away (M-100, M-260)."""

    sense: ClassVar[Sense] = "seen"
    of_dealer: ClassVar[bool] = True
    is_routine: ClassVar[bool] = True
    on = ("tracker.*", "tribe.*")


class Slide(OfSeat, frozen=True, tag=True):
    """A seat slides its tile along its line until something stops it (M-223)."""

    sense: ClassVar[Sense] = "seen"
    on = ("lane.:seat.*", "choice.*")


class Process(Action, frozen=True, tag=True):
    """The tiles at one place of a line, on both sides, do what they say (M-230 to M-234)."""

    line: int
    row: int


class LayCounters(OfSeat, frozen=True, tag=True):
    """A seat puts the counters of its pool on tiles as it has decided (M-250)."""

    is_routine: ClassVar[bool] = True


class Harvest(Action, frozen=True, tag=True):
    """Counters on tiles become tokens, and are cleared (M-260, M-261)."""


Chance: TypeAlias = LayOut | Survive | DrawCard | Open
OnMat: TypeAlias = Settle | StartWave | LayFamily | RunWave | Pay | Resolve | Fight | Consolidate
OnLines: TypeAlias = Slide | Process | LayCounters | Harvest
ManaAction: TypeAlias = Chance | Commit | TakeBack | OnMat | OnLines
