"""The physical world as far as it can be reached into without a camera: a table that exists in the machine only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from companion.errors import CompanionError
from companion.table.dice import TrueDie
from companion.table.expected import ExpectedTable

OFF = ""
"""The place beside the mat, for pieces that are in play and in nobody's hand."""


class OutOfReach(CompanionError, ValueError):
    """A piece that cannot be moved as asked; the text says which and what to do."""


class LyingPiece(msgspec.Struct, frozen=True):
    """One piece on the mat as anybody sees it. `x_mm`, `y_mm` is its middle; `piece` names it while it lies there."""

    piece: int
    kind: str
    face_up: bool
    x_mm: float
    y_mm: float
    angle_deg: float


class World(Protocol):
    """A virtual table: its pieces, the cards in the hands of its players, and hands that move things. Any thread."""

    def lying(self) -> tuple[LyingPiece, ...]:
        """What lies on the mat, the lowest first; of a pile the top piece."""

    def held(self, seat: int) -> tuple[str, ...]:
        """Kinds of the cards in a seat's hand, sorted. Only that seat may be told."""

    def hold(self, seat: int, kinds: tuple[str, ...]) -> None:
        """From now on the seat holds these cards."""

    def hidden(self, zone: str) -> tuple[str, ...]:
        """True kinds, sorted, of the face-down cards in a zone that came out of a hand. Only the dealer may be told."""

    def lay(self, table: ExpectedTable, seat: int | None) -> None:
        """Let hands (of that seat, if given) move pieces one after another until the mat shows this table."""

    def roll(self, zone: str, colours: tuple[str, ...], values: tuple[int, ...] | None = None) -> None:
        """Let somebody roll dice of these colours into a zone; those that lay on the mat are among them.

        With `values` they come to rest on these, one a die; else on what chance gives. Raises KeyError for a zone that
        the mat has not, and ValueError where it is too small for them.
        """

    def put_dice(self, zone: str, dice: Sequence[TrueDie], seat: int | None) -> None:
        """Let a hand (of that seat, if given) see to it that exactly these dice lie in a zone, each where it says.

        Dice that lie there as they should are left alone. For each other one a die of its colour, and of its value if
        there is one, is taken from there or from another zone, but not out of another seat's place, else out of the
        bag; what else lies in the zone goes.
        Raises KeyError for a zone that the mat has not, and ValueError for a value that no die has.
        """

    def rolled(self) -> tuple[TrueDie, ...]:
        """All dice as they truly lie, or will once they have come to rest, each with its zone.

        Only virtual people may be told of those behind a screen, and of those that still roll.
        """

    def busy(self) -> bool:
        """Whether hands are still at work, or dice still roll."""

    def move(self, piece: int, x_mm: float, y_mm: float) -> None:
        """Put a lying piece down elsewhere, on top of what lies there. Raises `OutOfReach`."""

    def turn(self, piece: int) -> None:
        """Turn a lying card over. Raises `OutOfReach`."""

    def take(self, piece: int, seat: int) -> None:
        """Take a lying card into a hand. Raises `OutOfReach`."""

    def play(self, seat: int, kind: str, face_up: bool, x_mm: float, y_mm: float) -> None:
        """Lay a card out of a hand on the mat. Raises `OutOfReach`."""
