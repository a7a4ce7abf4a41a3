"""What every act is and has, and what is said of it: texts with gaps, filled by `moments.said_of`."""

from __future__ import annotations

from typing import ClassVar, Final

from companion.games.atlantis_rising.data.contents import Key, PieceKind
from companion.games.core import Action, Kind, Seat, Sense
from companion.language.message import NOTHING, Message, say
from companion.language.values import Name

EFFECTS: Final = ("island.*", "barrier.*", "wrath.*", "library", "library_discards")
"""Zones that what a card or component says may change at once, or what waits behind an act under way."""
GAP: Final = Name("…")
"""Stands in every gap of a text that is said of an act."""
WHO: Final = say("{who}", who=GAP)
PLACE: Final = say("{place}", place=GAP)
BOARD: Final = say("{board}", board=GAP)
CARD: Final = say("{card}", card=GAP)
ARTIFACT: Final = say("{artifact}", artifact=GAP)
MISFORTUNE: Final = say("{misfortune}", misfortune=GAP)
RESOURCE: Final = say("{resource}", resource=GAP)
TAKES: Final = say("{who} takes", who=GAP)
TAKES_BACK: Final = say("{who} takes back", who=GAP)
ONCE_MORE: Final = say("{who} acts once more", who=GAP)
WRATH: Final = say("Wrath of the gods")
CHANGED: Final = say("What the card changed")
CARD_SEEN: Final = say("Everybody has seen the card: {card}.", card=GAP)


class Act(Action, frozen=True):
    """What every act has. `Acts.words` may say otherwise of it, as things stand."""

    button: ClassVar[Message] = NOTHING
    group: ClassVar[Message] = NOTHING
    """The heading above its button."""
    shows: ClassVar[str] = ""
    """The kind of piece beside its button; "{0.component}" stands for a field of the act."""
    log: ClassVar[Message] = NOTHING
    seen: ClassVar[Message] = NOTHING
    """What an undo makes nobody forget."""
    back: ClassVar[Message] = NOTHING
    """What is done by hand when it is undone."""
    settles: ClassVar[Message] = NOTHING
    """The words of the button by which a seat lets chance settle it; empty for none."""


class Drawn(Act, frozen=True):
    """What chance brings, and all see."""

    sense: ClassVar[Sense] = "seen"
    kind = "chance"
    reveals = True


class Together(Act, frozen=True):
    """What all decide together."""

    kind = "choice"
    is_joint = True


class OfSeat(Act, frozen=True):
    """What one seat decides."""

    seat: Seat
    kind: ClassVar[Kind] = "choice"

    @property
    def actor(self) -> Seat:
        return self.seat


class OfPiece(OfSeat, frozen=True):
    """What one piece of a seat does, or is done with it, on a space of a place."""

    piece: PieceKind
    place: str
    space: int

    @property
    def key(self) -> Key:
        """Whose it is, which, and where."""
        return (self.seat, self.piece, self.place, self.space)


class OfPlace(OfPiece, frozen=True):
    """A piece takes the action of its place."""

    rollers: tuple[Seat, ...] = ()
    """Who rolls, where three stand on a space of the Cities (Q-45)."""
    on = EFFECTS
    button = say("{acting}", acting=GAP)


class Deciding(OfSeat, frozen=True):
    """What one seat decides within an act; what waits behind it may follow at once."""

    on: ClassVar[tuple[str, ...]] = EFFECTS


class DecidingTogether(Together, frozen=True):
    """What all decide together within an act."""

    on: ClassVar[tuple[str, ...]] = EFFECTS


class AtPeninsula(DecidingTogether, frozen=True):
    """What is done at a peninsula."""

    peninsula: int
    sense = "seen"


class ToSeat(DecidingTogether, frozen=True):
    """What concerns one of several seats, which they say together."""

    seat: Seat
    button = WHO
