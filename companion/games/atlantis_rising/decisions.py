"""What can be done within an act: dice, cards, and what somebody has to choose before the round goes on."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from companion.games.atlantis_rising.acts import EFFECTS, OfPiece, OfSeat
from companion.games.atlantis_rising.box import HIDDEN, SHIPPED, Resource
from companion.games.core import Action, Kind, Seat, Sense

TRAY: Final = "dice_tray"


class DrawArtifact(Action, frozen=True):
    """A Scholar draws an artifact of the box (A-175)."""

    artifact: str
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("artifacts",)


class KeepArtifact(OfSeat, frozen=True):
    """A Scholar keeps one of two artifacts."""

    artifact: str
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "choice"

    def zones(self) -> tuple[str, ...]:
        return ("artifacts",)


class ChooseFlood(Action, frozen=True):
    """A peninsula is chosen that floods (A-042, A-044, A-052)."""

    peninsula: int
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "choice"
    is_joint: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return EFFECTS


class Roll(Action, frozen=True):
    """The dice of an action came to rest, in the order of their rollers (A-058, A-065)."""

    values: tuple[int, ...]
    sense: ClassVar[Sense] = "rolled"
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return (TRAY,)


class Spend(OfSeat, frozen=True):
    """A seat spends energy on its own die, counted from 0 (A-061, A-067, A-090)."""

    die: int
    energy: int
    kind: ClassVar[Kind] = "choice"
    is_optional: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return EFFECTS


class LetLie(Action, frozen=True):
    """The dice count as they lie."""

    kind: ClassVar[Kind] = "choice"
    is_joint: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return EFFECTS


class Reroll(OfSeat, frozen=True):
    """The player of a Priest has dice of a failed action rolled once more (A-171, Q-55)."""

    dice: tuple[int, ...]
    kind: ClassVar[Kind] = "choice"
    is_optional: ClassVar[bool] = True


class GiveRecruit(Action, frozen=True):
    """A seat gets the new follower (A-069)."""

    seat: Seat
    kind: ClassVar[Kind] = "choice"
    is_joint: ClassVar[bool] = True


class DrawCard(OfSeat, frozen=True):
    """A library card is drawn (A-074)."""

    card: str
    sense: ClassVar[Sense] = "felt"
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("drawn", "artifacts", *EFFECTS)


class DrawHidden(DrawCard, frozen=True):
    """The same where hands are closed: nobody else sees which it is (Q-33). Unnamed, its seat does not tell."""

    sense: ClassVar[Sense] = "told"

    def public(self) -> DrawHidden:
        return DrawHidden(self.seat, HIDDEN)


class Keep(OfSeat, frozen=True):
    """A seat keeps these of the cards that it has drawn, and pays for those beyond the icon's (A-075 to A-078)."""

    cards: tuple[str, ...]
    energy: int
    kind: ClassVar[Kind] = "choice"

    def zones(self) -> tuple[str, ...]:
        return ("drawn", "artifacts", *EFFECTS)


class KeepHidden(Keep, frozen=True):
    """The same where hands are closed; an artifact is laid open (A-084), and what is discarded all see (Q-33)."""

    discarded: tuple[str, ...] = ()
    reveals: ClassVar[bool] = True

    def public(self) -> KeepHidden:
        cards = sorted(card if card in SHIPPED.artifacts else HIDDEN for card in self.cards)
        return KeepHidden(self.seat, tuple(cards), self.energy, self.discarded)


class PlayCard(OfSeat, frozen=True):
    """A library card is played (A-083): whose it was no camera sees; on `die`, counted from 0, where it changes one."""

    card: str
    die: int = -1
    sense: ClassVar[Sense] = "told"
    kind: ClassVar[Kind] = "choice"
    is_optional: ClassVar[bool] = True
    reveals: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return EFFECTS


class DiscardCard(OfSeat, frozen=True):
    """A library card is discarded (A-082)."""

    card: str
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "choice"

    def zones(self) -> tuple[str, ...]:
        return ("artifacts", *EFFECTS)


class DiscardHidden(DiscardCard, frozen=True):
    """The same out of a closed hand: everybody sees it now (Q-33)."""

    reveals: ClassVar[bool] = True


class PlaceBarrier(Action, frozen=True):
    """A barrier is placed at a peninsula (A-098)."""

    peninsula: int
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "choice"
    is_joint: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return EFFECTS


class Unflood(Action, frozen=True):
    """The flooded tile of a peninsula nearest to the centre is turned dry (A-101)."""

    peninsula: int
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "choice"
    is_joint: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return EFFECTS


class Gain(OfSeat, frozen=True):
    """A seat takes a resource of its choice."""

    resource: Resource
    kind: ClassVar[Kind] = "choice"

    def zones(self) -> tuple[str, ...]:
        return EFFECTS


class TurnIn(OfSeat, frozen=True):
    """A seat turns in a resource for a moment (A-169)."""

    resource: Resource
    kind: ClassVar[Kind] = "choice"
    is_routine: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return EFFECTS


class Exchange(OfSeat, frozen=True):
    """A seat exchanges one resource for another."""

    given: Resource
    taken: Resource
    kind: ClassVar[Kind] = "choice"

    def zones(self) -> tuple[str, ...]:
        return EFFECTS


class Enough(OfSeat, frozen=True):
    """A seat does no more of what it may do."""

    kind: ClassVar[Kind] = "choice"
    is_routine: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return EFFECTS


class Peek(Action, frozen=True):
    """The next card of the misfortune deck is looked at by all (A-170)."""

    card: str
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True


class RemoveMisfortune(OfSeat, frozen=True):
    """A misfortune goes out of the game, from the cards looked at or from the discards (A-170)."""

    card: str
    source: Literal["top", "discards"]
    kind: ClassVar[Kind] = "choice"

    def zones(self) -> tuple[str, ...]:
        return ("misfortunes", "misfortune_discards", *EFFECTS)


class Repeat(OfPiece, frozen=True):
    """A piece that has acted acts again (A-166)."""

    rollers: tuple[Seat, ...] = ()
    """Who rolls, where three stand on a space of the Cities (Q-45)."""
    kind: ClassVar[Kind] = "choice"

    def zones(self) -> tuple[str, ...]:
        return EFFECTS


class Recall(OfPiece, frozen=True):
    """A seat takes one of its placed pieces back."""

    kind: ClassVar[Kind] = "choice"

    def zones(self) -> tuple[str, ...]:
        return EFFECTS


class GiveBenefit(Action, frozen=True):
    """A seat gets what a component gives."""

    seat: Seat
    kind: ClassVar[Kind] = "choice"
    is_joint: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return EFFECTS


class GiveUp(Action, frozen=True):
    """A follower of this seat goes out of the game (A-168)."""

    seat: Seat
    kind: ClassVar[Kind] = "choice"
    is_joint: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return EFFECTS


class Adjust(Action, frozen=True):
    """The host enters one thing that a card has changed, where no operation says it."""

    what: Literal["gold", "crystal", "ore", "atlantium", "energy", "flood", "unflood", "barrier", "wrath", "volunteer"]
    seat: Seat
    """Whose; -1 for nobody's."""
    peninsula: int
    by: Literal[1, -1]
    kind: ClassVar[Kind] = "choice"
    is_joint: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return EFFECTS


class Settled(Action, frozen=True):
    """What was to be settled by hand is."""

    kind: ClassVar[Kind] = "choice"
    is_joint: ClassVar[bool] = True
    is_routine: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return EFFECTS
