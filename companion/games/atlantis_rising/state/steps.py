"""What is under way within a round, as records: each waits for dice, for a card, or for a choice."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from companion.games.atlantis_rising.data.contents import Resource
from companion.games.atlantis_rising.data.effects import Effect
from companion.games.core import Seat


class Counted(msgspec.Struct, frozen=True, tag=True):
    """What one seat has to do, or may, as often as is left."""

    seat: Seat
    left: int


class Divided(msgspec.Struct, frozen=True, tag=True):
    """What one of several seats gets or gives, which say together whose it is."""

    seats: tuple[Seat, ...]


class Flooding(Counted, frozen=True):
    """Tiles are to be flooded where somebody chooses (A-042, A-044, A-052)."""

    cause: Literal["depleted", "controlled", "wrath", "card"]
    others: tuple[int, ...] = ()
    """Peninsulas that were chosen before, where they have to differ."""


class Attempt(msgspec.Struct, frozen=True, tag=True):
    """An action that is rolled for: who rolls which die, and, once they lie there, what they show (A-058, A-065)."""

    place: str
    space: int
    rollers: tuple[Seat, ...]
    """Whose each die is."""
    bonus: tuple[int, ...]
    """What is added to each die, by the Automaton or by a card."""
    values: tuple[int, ...] = ()
    """Empty until they are rolled."""
    energy: tuple[int, ...] = ()
    """Spent on each."""
    rolls: tuple[int, ...] = ()
    """The dice that are rolled now, counted from 0; empty once all lie there."""
    is_rerolled: bool = False

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who rolls now."""
        return tuple(dict.fromkeys(self.rollers[die] for die in self.rolls))

    @property
    def is_double(self) -> bool:
        """Whether two dice are rolled for it, as in the Cities."""
        return len(self.rollers) > 1


class Recruiting(Divided, frozen=True):
    """Who gets the new follower (A-069, A-070)."""


class Drawing(Counted, frozen=True):
    """Library cards are drawn, one after another; `icon` says what is kept of them (A-074 to A-077)."""

    icon: Literal["both", "one_discard", "one_bottom", "all"]
    drawn: tuple[str, ...] = ()
    free: int = 0
    """So many more are kept for nothing."""
    paid: int = 0

    @property
    def kept(self) -> int:
        """How many of the drawn cards are kept for nothing."""
        every = len(self.drawn)
        return every if self.icon in ("both", "all") else min(every, 1 + self.free)


class Discarding(Counted, frozen=True):
    """A seat discards cards: so many, or down to the hand limit where `left` is 0 (A-082)."""


class Fencing(Counted, frozen=True):
    """Barriers are to be placed (A-097, A-098)."""


class Unflooding(Counted, frozen=True):
    """Tiles are to be turned dry (A-101)."""


class Gaining(Counted, frozen=True):
    """A seat takes resources of its choice."""

    kinds: tuple[Resource, ...]


class Amplifying(Counted, frozen=True):
    """A seat turns in resources, gets them back, and one more of a kind that it turned in (A-169)."""

    given: tuple[Resource, ...] = ()


class Exchanging(Counted, frozen=True):
    """A seat exchanges resources, one for one."""


class Peeking(Counted, frozen=True):
    """Misfortunes are taken out of the game, from the top of their deck or from the discards (A-170)."""


class Repeating(msgspec.Struct, frozen=True, tag=True):
    """One of a seat's own pieces that has acted acts again (A-166)."""

    seat: Seat
    is_leader: bool = False
    """Whether only its Leader may, or the Hologram."""


class Recalling(Counted, frozen=True):
    """A seat takes so many of its placed pieces back into its pool."""


class Sharing(Divided, frozen=True):
    """Two seats have activated a component together and say whose it is, what it gives (section 4.3)."""

    component: str


class Sacrificing(Divided, frozen=True):
    """One of these seats' followers on this space goes out of the game (A-168, Q-52)."""

    place: str
    space: int


class Endowing(Divided, frozen=True):
    """Whoever contributed says who gets what a new component gives at once."""

    component: str


class Studying(msgspec.Struct, frozen=True, tag=True):
    """A Scholar draws two artifacts of the box and keeps one (A-175, Q-54)."""

    seat: Seat
    is_hologram: bool
    drawn: tuple[str, ...] = ()


class Settling(msgspec.Struct, frozen=True, tag=True):
    """What no operation can say is settled by hand: the host enters what changed, and says when that is all."""

    seat: Seat
    title: str
    text: str = ""
    """What the card says, where the owner has typed it."""


class Following(msgspec.Struct, frozen=True, tag=True):
    """Effects that wait until all is done that the one before them asks for, each with the seat that it concerns."""

    effects: tuple[tuple[Effect, Seat], ...]
    title: str


_OfCards: TypeAlias = Drawing | Discarding | Peeking | Studying
_OfIsland: TypeAlias = Flooding | Fencing | Unflooding | Attempt | Recruiting | Repeating | Recalling
_OfGoods: TypeAlias = Gaining | Amplifying | Exchanging | Sharing | Sacrificing | Endowing
Step: TypeAlias = _OfCards | _OfIsland | _OfGoods | Settling | Following
