"""What can be done in Manawave: chance, what both choose in secret, and what follows from it on the mat."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, TypeAlias

from companion.games.core import Action, Kind, Seat, Sense

What = Literal["faction", "default", "playset"]
Letter = Literal["", "A", "B", "C"]
End = Literal["", "top", "bottom"]
LETTERS: Final[tuple[Letter, ...]] = ("A", "B", "C")
HIDDEN: Final = -1
"""A number that is not told."""


class _OfSeat(Action, frozen=True, tag=False):
    """An act of one seat."""

    seat: Seat

    @property
    def actor(self) -> Seat:
        return self.seat


class LayOut(Action, frozen=True, tag=True):
    """A card of the world is laid open: a Faction, a Default Monument, or a Playset Monument (M-001 to M-003)."""

    what: What
    name: str
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True
    of_dealer: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("choice.*",) if self.what == "faction" else ("monument.*",) if self.what == "default" else ("offer.*",)


class Survive(Action, frozen=True, tag=True):
    """Of the Playset Monuments that nobody has vetoed this one stays, by lot (B-01)."""

    position: int
    sense: ClassVar[Sense] = "told"
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True
    of_dealer: ClassVar[bool] = True


class Settle(Action, frozen=True, tag=True):
    """The Monuments that stay, the Clans and their first population are laid out, and the pile is shuffled."""

    sense: ClassVar[Sense] = "seen"
    empties: ClassVar[bool] = True
    of_dealer: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("monument.*", "offer.*", "choice.*", "clan.*", "tracker.*", "pile")


class StartWave(Action, frozen=True, tag=True):
    """One Round counter, or one of strength, is added (M-020, M-200)."""

    sense: ClassVar[Sense] = "seen"
    of_dealer: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("round",)


class DrawCard(Action, frozen=True, tag=True):
    """The next of the cards A, B, C is revealed (M-030, M-210)."""

    card: str
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True
    of_dealer: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("choice.*", "pile")


# --- what is sealed ---


class Found(_OfSeat, frozen=True, tag=True):
    """A seat vetoes the Monument of a position, selects two Factions, and places its Clans (M-010 to M-012)."""

    veto: int = 0
    factions: tuple[str, ...] = ()
    clans: tuple[str, ...] = ()
    """By position."""
    kind: ClassVar[Kind] = "choice"
    seals: ClassVar[bool] = True

    def public(self) -> Found:
        return Found(self.seat)


class Choose(_OfSeat, frozen=True, tag=True):
    """A seat indicates one of the three cards (M-031, M-211)."""

    letter: Letter = ""
    kind: ClassVar[Kind] = "choice"
    seals: ClassVar[bool] = True

    def public(self) -> Choose:
        return Choose(self.seat)


class Attach(_OfSeat, frozen=True, tag=True):
    """A seat places its Family at one of its Clans, in a modality, and may change that of others (M-040 to M-044)."""

    position: int = 0
    end: End = ""
    mode: int = 0
    modes: tuple[int, ...] = ()
    """Of the Families that it has already, by position, each column from its top."""
    kind: ClassVar[Kind] = "choice"
    seals: ClassVar[bool] = True
    is_open: ClassVar[bool] = True

    def public(self) -> Attach:
        return Attach(self.seat)


class Invest(_OfSeat, frozen=True, tag=True):
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
    kind: ClassVar[Kind] = "choice"
    seals: ClassVar[bool] = True
    is_open: ClassVar[bool] = True

    def public(self) -> Invest:
        return Invest(self.seat)


class Aim(_OfSeat, frozen=True, tag=True):
    """A seat chooses a line, in half steps from N0 (M-220)."""

    line: int = HIDDEN
    kind: ClassVar[Kind] = "choice"
    seals: ClassVar[bool] = True

    def public(self) -> Aim:
        return Aim(self.seat)


class Scatter(_OfSeat, frozen=True, tag=True):
    """A seat places the counters of its pool (M-250)."""

    own: tuple[int, ...] = ()
    """On each own tribe tile in turn: shield, growth."""
    other: tuple[int, ...] = ()
    """On each opposing tribe tile in turn: attack, sacrifice."""
    is_told: bool = False
    """Whether it says what is placed: it may be nothing at all."""
    kind: ClassVar[Kind] = "choice"
    seals: ClassVar[bool] = True
    is_open: ClassVar[bool] = True

    def public(self) -> Scatter:
        return Scatter(self.seat)


Commit: TypeAlias = Found | Choose | Attach | Invest | Aim | Scatter
"""What is committed in secret, and opened together."""
COMMITS: Final = (Found, Choose, Attach, Invest, Aim, Scatter)


class TakeBack(_OfSeat, frozen=True, tag=True):
    """A seat takes back what it has sealed, while the other has yet to seal."""

    kind: ClassVar[Kind] = "choice"
    takes_back: ClassVar[bool] = True


class Open(_OfSeat, frozen=True, tag=True):
    """What a seat has sealed is opened (M-013, M-031, M-045, M-074)."""

    choice: Commit
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True
    opens: ClassVar[bool] = True
    is_open: ClassVar[bool] = True

    @property
    def actor(self) -> None:  # type: ignore[override]  # nobody opens it
        return None


# --- what follows on the mat ---


class LayFamily(_OfSeat, frozen=True, tag=True):
    """A seat lays its Family at the Clan, with what it brings; the last of both takes the choices away (M-040)."""

    sense: ClassVar[Sense] = "seen"
    is_routine: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        seat = self.seat
        return (f"clan.{seat}.*", f"tracker.{seat}.*", f"modes.{seat}.*", f"tribe.{seat}", "choice.*")


class RunWave(Action, frozen=True, tag=True):
    """The wave runs through both Clans of a position, and the counters that it brings are laid (M-050 to M-053)."""

    position: int
    sense: ClassVar[Sense] = "seen"

    def zones(self) -> tuple[str, ...]:
        return ("tracker.*", "tribe.*")


class Pay(_OfSeat, frozen=True, tag=True):
    """A seat moves its counters as it has decided (M-061 to M-070)."""

    sense: ClassVar[Sense] = "seen"
    is_routine: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return (f"tracker.{self.seat}.*", f"tribe.{self.seat}", f"modes.{self.seat}.*")


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

    def zones(self) -> tuple[str, ...]:
        return ("tracker.*", "tribe.*")


class Slide(_OfSeat, frozen=True, tag=True):
    """A seat slides its tile along its line until something stops it (M-223)."""

    sense: ClassVar[Sense] = "seen"

    def zones(self) -> tuple[str, ...]:
        return (f"lane.{self.seat}.*", "choice.*")


class Process(Action, frozen=True, tag=True):
    """The tiles at one place of a line, on both sides, do what they say (M-230 to M-234)."""

    line: int
    row: int


class LayCounters(_OfSeat, frozen=True, tag=True):
    """A seat puts the counters of its pool on tiles as it has decided (M-250)."""

    is_routine: ClassVar[bool] = True


class Harvest(Action, frozen=True, tag=True):
    """Counters on tiles become tokens, and are cleared (M-260, M-261)."""


ManaAction: TypeAlias = (
    LayOut
    | Survive
    | Settle
    | StartWave
    | DrawCard
    | Found
    | Choose
    | Attach
    | Invest
    | Aim
    | Scatter
    | TakeBack
    | Open
    | LayFamily
    | RunWave
    | Pay
    | Resolve
    | Fight
    | Consolidate
    | Slide
    | Process
    | LayCounters
    | Harvest
)
