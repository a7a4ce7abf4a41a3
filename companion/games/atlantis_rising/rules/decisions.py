"""What can be done within an act: dice, cards, and what somebody has to choose before the round goes on."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, TypeAlias

from companion.games.atlantis_rising.data.contents import HIDDEN, SHIPPED, Resource
from companion.games.atlantis_rising.rules import acts
from companion.games.atlantis_rising.rules.acts import EFFECTS
from companion.games.core import Seat, Sense

What: TypeAlias = Literal[
    "gold", "crystal", "ore", "atlantium", "energy", "flood", "unflood", "barrier", "wrath", "volunteer"
]
"""What may be changed by hand."""
TRAY: Final = "dice_tray"


class OfSeat(acts.OfSeat, frozen=True):
    """What one seat decides within an act; what waits behind it may follow at once."""

    on: ClassVar[tuple[str, ...]] = EFFECTS


class Together(acts.Together, frozen=True):
    """What all decide together within an act."""

    on: ClassVar[tuple[str, ...]] = EFFECTS


class AtPeninsula(Together, frozen=True):
    """What is done at a peninsula."""

    peninsula: int
    sense = "seen"


class ToSeat(Together, frozen=True):
    """What concerns one of several seats, which they say together."""

    seat: Seat


class DrawArtifact(acts.Drawn, frozen=True):
    """A Scholar draws an artifact of the box (A-175)."""

    artifact: str
    on = ("artifacts",)


class KeepArtifact(OfSeat, frozen=True):
    """A Scholar keeps one of two artifacts."""

    artifact: str
    sense = "seen"
    on = ("artifacts",)


class ChooseFlood(AtPeninsula, frozen=True):
    """A peninsula is chosen that floods (A-042, A-044, A-052)."""


class Roll(acts.Drawn, frozen=True):
    """The dice of an action came to rest, in the order of their rollers (A-058, A-065)."""

    values: tuple[int, ...]
    sense = "rolled"
    on = (TRAY,)


class Spend(OfSeat, frozen=True):
    """A seat spends energy on its own die, counted from 0 (A-061, A-067, A-090)."""

    die: int
    energy: int
    is_optional = True


class LetLie(Together, frozen=True):
    """The dice count as they lie."""


class Reroll(acts.OfSeat, frozen=True):
    """The player of a Priest has dice of a failed action rolled once more (A-171, Q-55)."""

    dice: tuple[int, ...]
    is_optional = True


class GiveRecruit(ToSeat, frozen=True):
    """A seat gets the new follower (A-069)."""

    on = ()


class DrawCard(OfSeat, frozen=True):
    """A library card is drawn (A-074)."""

    card: str
    sense: ClassVar[Sense] = "felt"
    kind = "chance"
    reveals = True
    on = ("drawn", "artifacts", *EFFECTS)


class DrawHidden(DrawCard, frozen=True):
    """The same where hands are closed: nobody else sees which it is (Q-33). Unnamed, its seat does not tell."""

    sense = "told"

    def public(self) -> DrawHidden:
        return DrawHidden(self.seat, HIDDEN)


class Keep(OfSeat, frozen=True):
    """A seat keeps these of the cards that it has drawn, and pays for those beyond the icon's (A-075 to A-078)."""

    cards: tuple[str, ...]
    energy: int
    on = ("drawn", "artifacts", *EFFECTS)


class KeepHidden(Keep, frozen=True):
    """The same where hands are closed; an artifact is laid open (A-084), and what is discarded all see (Q-33)."""

    discarded: tuple[str, ...] = ()
    reveals = True

    def public(self) -> KeepHidden:
        cards = sorted(card if card in SHIPPED.artifacts else HIDDEN for card in self.cards)
        return KeepHidden(self.seat, tuple(cards), self.energy, self.discarded)


class PlayCard(OfSeat, frozen=True):
    """A library card is played (A-083): whose it was no camera sees; on `die`, counted from 0, where it changes one."""

    card: str
    die: int = -1
    is_optional = True
    reveals = True


class DiscardCard(OfSeat, frozen=True):
    """A library card is discarded (A-082)."""

    card: str
    sense = "seen"
    on = ("artifacts", *EFFECTS)


class DiscardHidden(DiscardCard, frozen=True):
    """The same out of a closed hand: everybody sees it now (Q-33)."""

    reveals = True


class PlaceBarrier(AtPeninsula, frozen=True):
    """A barrier is placed at a peninsula (A-098)."""


class Unflood(AtPeninsula, frozen=True):
    """The flooded tile of a peninsula nearest to the centre is turned dry (A-101)."""


class Gain(OfSeat, frozen=True):
    """A seat takes a resource of its choice."""

    resource: Resource


class TurnIn(OfSeat, frozen=True):
    """A seat turns in a resource for a moment (A-169)."""

    resource: Resource
    is_routine = True


class Exchange(OfSeat, frozen=True):
    """A seat exchanges one resource for another."""

    given: Resource
    taken: Resource


class Enough(OfSeat, frozen=True):
    """A seat does no more of what it may do."""

    is_routine = True


class Peek(acts.Drawn, frozen=True):
    """The next card of the misfortune deck is looked at by all (A-170)."""

    card: str
    sense = "told"


class RemoveMisfortune(OfSeat, frozen=True):
    """A misfortune goes out of the game, from the cards looked at or from the discards (A-170)."""

    card: str
    source: Literal["top", "discards"]
    on = ("misfortunes", "misfortune_discards", *EFFECTS)


class Repeat(acts.OfPlace, frozen=True):
    """A piece that has acted acts again (A-166)."""


class Recall(acts.OfPiece, frozen=True):
    """A seat takes one of its placed pieces back."""

    on = EFFECTS


class GiveBenefit(ToSeat, frozen=True):
    """A seat gets what a component gives."""


class GiveUp(ToSeat, frozen=True):
    """A follower of this seat goes out of the game (A-168)."""


class Adjust(Together, frozen=True):
    """The host enters one thing that a card has changed, where no operation says it."""

    what: What
    seat: Seat
    """Whose; -1 for nobody's."""
    peninsula: int
    by: Literal[1, -1]


class Settled(Together, frozen=True):
    """What was to be settled by hand is."""

    is_routine = True


Studied: TypeAlias = DrawArtifact | KeepArtifact
Tried: TypeAlias = Roll | Spend | LetLie | Reroll
Read: TypeAlias = DrawCard | DrawHidden | Keep | KeepHidden
Spared: TypeAlias = DiscardCard | DiscardHidden
Changed: TypeAlias = Gain | TurnIn | Exchange | Enough
Foreseen: TypeAlias = Peek | RemoveMisfortune | Enough
Repeated: TypeAlias = Repeat | Enough
Mended: TypeAlias = Adjust | Settled
OfCardsAndDice: TypeAlias = Studied | Read | PlayCard | Spared | Foreseen | Tried | GiveRecruit | Repeated
OfPlacesAndGoods: TypeAlias = ChooseFlood | PlaceBarrier | Unflood | Recall | Changed | GiveBenefit | GiveUp | Mended
