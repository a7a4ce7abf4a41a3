"""A virtual table in plain Python: pieces with true kinds, hands, and the moves a hand can make. No camera, no game."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from msgspec.structs import replace

from companion.table.dice import TrueDie
from companion.table.expected import ExpectedTable
from companion.table.kit import Kit
from companion.table.layout import Layout
from companion.table.world import LyingPiece, OutOfReach

BACK = "back"


class SmallWorld:
    """A `World` of the pieces laid into it. What lies face down is `BACK` to everybody."""

    def __init__(self, layout: Layout, kit: Kit) -> None:
        self._layout, self._kit = layout, kit
        self._lock = threading.RLock()
        self._pieces: dict[int, tuple[LyingPiece, str]] = {}
        self._hands: dict[int, list[str]] = {}
        self._next = 1

    def put(self, kind: str, x_mm: float, y_mm: float, *, face_up: bool = True, angle_deg: float = 0) -> int:
        """Lay a new piece on the mat; returns its number."""
        with self._lock:
            number, self._next = self._next, self._next + 1
            shown = kind if face_up else BACK
            self._pieces[number] = (LyingPiece(number, shown, face_up, x_mm, y_mm, angle_deg), kind)
            return number

    def where(self, piece: int) -> LyingPiece:
        """A lying piece; raises KeyError."""
        with self._lock:
            return self._pieces[piece][0]

    # --- what every world does ---

    def lying(self) -> tuple[LyingPiece, ...]:
        with self._lock:
            return tuple(piece for piece, _ in self._pieces.values())

    def held(self, seat: int) -> tuple[str, ...]:
        with self._lock:
            return tuple(sorted(self._hands.get(seat, ())))

    def hold(self, seat: int, kinds: tuple[str, ...]) -> None:
        with self._lock:
            self._hands[seat] = list(kinds)

    def hidden(self, zone: str) -> tuple[str, ...]:
        return ()

    def lay(self, table: ExpectedTable, seat: int | None) -> None:
        raise AssertionError("no page lets hands lay a whole table")

    def put_dice(self, zone: str, dice: Sequence[TrueDie], seat: int | None) -> None:
        raise AssertionError("no page lets hands put dice anywhere")

    def rolled(self) -> tuple[TrueDie, ...]:
        return ()

    def busy(self) -> bool:
        return False

    def roll(self, zone: str, colours: tuple[str, ...], values: tuple[int, ...] | None = None) -> None:
        raise KeyError(zone)  # this table has no tray

    def move(self, piece: int, x_mm: float, y_mm: float) -> None:
        with self._lock:
            lying, kind = self._find(piece)
            self._check(x_mm, y_mm)
            del self._pieces[piece]  # so that it comes to lie on top
            self._pieces[piece] = (replace(lying, x_mm=x_mm, y_mm=y_mm), kind)

    def turn(self, piece: int) -> None:
        with self._lock:
            lying, kind = self._find(piece, "turned")
            shown = BACK if lying.face_up else kind
            self._pieces[piece] = (replace(lying, face_up=not lying.face_up, kind=shown), kind)

    def take(self, piece: int, seat: int) -> None:
        with self._lock:
            _, kind = self._find(piece, "taken")
            del self._pieces[piece]
            self._hands.setdefault(seat, []).append(kind)

    def play(self, seat: int, kind: str, face_up: bool, x_mm: float, y_mm: float) -> None:
        with self._lock:
            if kind not in self._hands.get(seat, ()):
                raise OutOfReach("This card is not in that hand. Look at the hand again.")
            self._check(x_mm, y_mm)
            self._hands[seat].remove(kind)
            self.put(kind, x_mm, y_mm, face_up=face_up)

    def _find(self, piece: int, done: str = "") -> tuple[LyingPiece, str]:
        if piece not in self._pieces:
            raise OutOfReach("This piece lies on the mat no longer. Look at the mat again.")
        lying, kind = self._pieces[piece]
        if done and self._kit.pieces[kind].size != "card":
            raise OutOfReach(f"Only a card can be {done}. Move this piece instead.")
        return lying, kind

    def _check(self, x_mm: float, y_mm: float) -> None:
        if not (0 <= x_mm <= self._layout.width_mm and 0 <= y_mm <= self._layout.height_mm):
            raise OutOfReach("That is beside the mat. Put the piece down on the mat.")
