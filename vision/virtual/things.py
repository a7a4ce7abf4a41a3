"""What lies on an imagined table: pieces that keep their hidden side, where each lies, and what is buried under it."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.table.kit import Kit, PieceSize
from companion.table.layout import Layout, Zone
from companion.table.pieces import PieceKind
from companion.table.sightings import MarkerId

LOOSE_LAYER = 99
"""Layer of what lies in no zone: on top of all that lies."""
STANDING_LAYER = 100
"""Layer of what stands: nothing lies on it."""


@dataclass(frozen=True)
class Thing:
    """One piece wherever it is. `kind` and `marker` are its face's, "" and None for a card that nobody has seen yet.

    What stands has no marker either. `back` is the kind of its back, "" for what has none.
    """

    kind: str
    marker: MarkerId | None
    back: str = ""
    face_up: bool = True

    @property
    def shows(self) -> tuple[str, bool]:
        """The kind that it shows from above, and whether that is its face."""
        return (self.kind, True) if self.face_up else (self.back, False)


@dataclass(frozen=True)
class Lying:
    """A thing on the mat, and the ones buried under it, the lowest first. `x_mm`, `y_mm` is its middle.

    `rank` orders the pieces of a layer from below; `zone` is where its marker lies, "" beside all zones.
    """

    number: int
    thing: Thing
    x_mm: float
    y_mm: float
    angle_deg: float = 0.0
    zone: str = ""
    layer: int = 0
    rank: tuple[int, float] = (0, 0.0)
    under: tuple[Thing, ...] = ()

    @property
    def things(self) -> tuple[Thing, ...]:
        """Everything here, the lowest first."""
        return (*self.under, self.thing)

    @property
    def order(self) -> tuple[int, int, float]:
        """Sorts pieces from below."""
        return (self.layer, *self.rank)

    def distance_mm(self, x_mm: float, y_mm: float) -> float:
        """How far its middle lies from there."""
        return math.hypot(self.x_mm - x_mm, self.y_mm - y_mm)


class Rules:
    """Questions about pieces and places that a layout and a kit answer."""

    def __init__(self, layout: Layout, kit: Kit, kinds: Mapping[str, PieceKind]) -> None:
        self.layout = layout
        self.kit = kit
        self.kinds = kinds
        self._backs = {piece.size: kind for kind, piece in kit.pieces.items() if piece.is_shared}
        self.zone_index = {zone.zone: index for index, zone in enumerate(layout.zones)}

    def back_of(self, kind: str) -> str:
        """The kind of a piece's back; "" for what is no card. A back is its own."""
        is_card = kind in self.kinds and self.kinds[kind].shape == "card"
        return self._backs.get(self.kit.pieces[kind].size, "") if is_card else ""

    def size(self, thing: Thing) -> PieceSize:
        """Its outline; of a card never seen that of its back."""
        return self.kit.size(thing.kind or thing.back)

    def stands(self, piece: Lying) -> bool:
        """Whether it stands there and carries no marker."""
        return piece.thing.kind in self.kit.standees

    def marker_at(self, kind: str, x_mm: float, y_mm: float, angle_deg: float) -> tuple[float, float]:
        """Where the marker of a piece with that middle lies."""
        size, turn = self.kit.size(kind), math.radians(angle_deg)
        right, down = size.marker_x_mm - size.width_mm / 2, size.marker_y_mm - size.height_mm / 2
        return (
            x_mm + right * math.cos(turn) - down * math.sin(turn),
            y_mm + right * math.sin(turn) + down * math.cos(turn),
        )

    def zone_at(self, x_mm: float, y_mm: float) -> Zone | None:
        """The zone that a point lies in."""
        for zone in self.layout.zones:
            if zone.x_mm <= x_mm < zone.x_mm + zone.width_mm and zone.y_mm <= y_mm < zone.y_mm + zone.height_mm:
                return zone
        return None

    def unseen(self, back: str) -> Thing:
        """A face-down card that nobody knows."""
        return Thing("", None, back, face_up=False)

    def marker(self, thing: Thing) -> MarkerId:
        """The marker that it shows from above."""
        if thing.face_up and thing.marker is not None:
            return thing.marker
        return self.kit.markers(thing.back)[0]

    def free_marker(self, kind: str, taken: Iterable[Thing], rng: random.Random) -> MarkerId | None:
        """Some marker of a kind that none of these carries; None where all are taken."""
        if self.kit.pieces[kind].is_shared:
            return self.kit.markers(kind)[0]
        used = {thing.marker for thing in taken}
        free = [marker for marker in self.kit.markers(kind) if marker not in used]
        return rng.choice(free) if free else None


Points = npt.NDArray[np.float32]


def is_neat(piece: Lying, others: Iterable[Lying], rules: Rules, room_mm: float) -> bool:
    """Whether no piece comes nearer than `room_mm` to the black square of another that lies lower."""
    for other in others:
        if other.distance_mm(piece.x_mm, piece.y_mm) > 160:
            continue
        upper, lower = (piece, other) if piece.order > other.order else (other, piece)
        body, square = _body(upper, rules, room_mm), _square(lower, rules)
        if cv2.intersectConvexConvex(body, square)[0] > 0.01:
            return False
    return True


def _body(piece: Lying, rules: Rules, grow_mm: float) -> Points:
    size = rules.size(piece.thing)
    return _turned(piece, size.width_mm / 2 + grow_mm, size.height_mm / 2 + grow_mm, 0, 0)


def _square(piece: Lying, rules: Rules) -> Points:
    size = rules.size(piece.thing)
    half = rules.kit.side_mm(size) / 2
    return _turned(piece, half, half, size.marker_x_mm - size.width_mm / 2, size.marker_y_mm - size.height_mm / 2)


def _turned(piece: Lying, half_x: float, half_y: float, right: float, down: float) -> Points:
    turn = math.radians(piece.angle_deg)
    cos, sin = math.cos(turn), math.sin(turn)
    corners = [(right + x * half_x, down + y * half_y) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    at = [(piece.x_mm + x * cos - y * sin, piece.y_mm + x * sin + y * cos) for x, y in corners]
    return np.array(at, np.float32)


def flat(pieces: Iterable[Lying]) -> tuple[Thing, ...]:
    """All things of some pieces, what is buried included, the lowest first."""
    ordered = sorted(pieces, key=lambda piece: piece.order)
    return tuple(thing for piece in ordered for thing in piece.things)
