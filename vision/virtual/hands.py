"""How a hand moves: in from beyond the mat, to a piece, with it to another place, and out again, as timed legs."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from companion.table.layout import Layout, Spot
from vision.virtual.scene import Hand

REACH_MM = 75.0
"""From the middle of the palm to where the fingers hold a piece."""
BEYOND_MM = 170.0
"""How far beyond the edge of the mat a palm waits: neither a finger nor a card in it is over the mat."""
IN_S, GRIP_S, FETCH_S, CARRY_S, LAY_S, OUT_S = 0.35, 0.12, 0.3, 0.45, 0.14, 0.3
"""How long the parts of a move take at speed 1: 1 to 1.4 s in all, as people at a table do it."""
LIFT_MM = (20.0, 60.0)
COVER_S = (1.0, 12.0)
SLIP_S = (0.5, 3.0)

Event = Literal["", "grip", "turn", "release"]


@dataclass(frozen=True)
class Manners:
    """How carefully hands work. `pause`, `cover` and `slip` are probabilities, the first and last for each move.

    A hand that pauses stays in the middle of a move; one that covers comes back after its work and rests on the mat;
    one that slips first puts a piece down beside every zone. These rests last as long at any speed.
    """

    sloppy_mm: float = 2.0
    sloppy_deg: float = 2.5
    pause: float = 0.0
    pause_s: tuple[float, float] = (1.0, 10.0)
    cover: float = 0.0
    slip: float = 0.0


@dataclass(frozen=True)
class Leg:
    """A straight stretch of a hand's way. `event` happens at its end; heights are those of the hand and its piece."""

    duration_s: float
    start: Spot
    end: Spot
    start_mm: float = 0.0
    end_mm: float = 0.0
    event: Event = ""

    def at(self, since_s: float) -> tuple[Spot, float]:
        """Where the palm is so long after the leg's beginning, and how high."""
        share = min(1.0, max(0.0, since_s / self.duration_s)) if self.duration_s > 0 else 1.0
        # Hands start and stop softly.
        share = share * share * (3 - 2 * share)
        x_mm = self.start.x_mm + (self.end.x_mm - self.start.x_mm) * share
        y_mm = self.start.y_mm + (self.end.y_mm - self.start.y_mm) * share
        return Spot(x_mm, y_mm), self.start_mm + (self.end_mm - self.start_mm) * share


_FINGERS_DEG = (0.0, 90.0, 180.0, 270.0)
_OUTWARDS = ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))


@dataclass(frozen=True)
class Arm:
    """An arm that reaches in over one edge of a mat: 0 below, 1 left, 2 above, 3 right."""

    edge: int
    layout: Layout

    def palm_for(self, spot: Spot) -> Spot:
        """Where the palm is while the fingers hold something there."""
        right, down = _OUTWARDS[self.edge]
        return Spot(spot.x_mm + right * REACH_MM, spot.y_mm + down * REACH_MM)

    def held_at(self, palm: Spot) -> Spot:
        """Where the middle of what it holds is."""
        right, down = _OUTWARDS[self.edge]
        return Spot(palm.x_mm - right * REACH_MM, palm.y_mm - down * REACH_MM)

    def beyond(self, palm: Spot) -> Spot:
        """The place beyond the edge from where the palm comes straight in."""
        width, height = self.layout.width_mm, self.layout.height_mm
        return (
            Spot(palm.x_mm, height + BEYOND_MM),
            Spot(-BEYOND_MM, palm.y_mm),
            Spot(palm.x_mm, -BEYOND_MM),
            Spot(width + BEYOND_MM, palm.y_mm),
        )[self.edge]

    def hand(self, palm: Spot, height_mm: float = 0.0) -> Hand:
        """The hand as the camera sees it."""
        return Hand(palm.x_mm, palm.y_mm, _FINGERS_DEG[self.edge], height_mm)


def edge_of(seat: int, layout: Layout) -> int:
    """The edge of the mat at which a seat's people sit: where the first place of theirs lies, from the mat's middle."""
    place = next((zone for zone in layout.zones if zone.seat == seat), None)
    if place is None:
        return seat % len(_OUTWARDS)
    right = (place.x_mm + place.width_mm / 2) / layout.width_mm - 0.5
    down = (place.y_mm + place.height_mm / 2) / layout.height_mm - 0.5
    if abs(right) > abs(down):
        return 3 if right > 0 else 1
    return 0 if down > 0 else 2


def arm_for(seat: int | None, spot: Spot, layout: Layout) -> Arm:
    """A seat's arm; where nobody's is asked for, the one from the edge nearest to the spot."""
    if seat is not None:
        return Arm(edge_of(seat, layout), layout)
    edges = (layout.height_mm - spot.y_mm, spot.x_mm, spot.y_mm, layout.width_mm - spot.x_mm)
    return Arm(edges.index(min(edges)), layout)


@dataclass(frozen=True)
class Carry:
    """What one move asks of a hand. `source`, `target`: the middle of the piece, None beyond the mat.

    `wrong` is where a piece is put down first by mistake, `pause_s` how long the hand holds still half way.
    """

    source: Spot | None
    target: Spot | None
    turn: bool = False
    push: bool = False
    wrong: Spot | None = None
    wrong_s: float = 0.0
    pause_s: float = 0.0


def carry_legs(arm: Arm, carry: Carry, palm: Spot | None, speed: float, rng: random.Random) -> Iterator[Leg]:
    """The way of one move, from where the palm is (None: beyond the mat) until the piece lies or has left the mat."""
    source = arm.palm_for(carry.source) if carry.source is not None else None
    target = arm.palm_for(carry.target) if carry.target is not None else None
    if source is None:
        assert target is not None
        if palm is not None:
            yield from out_legs(arm, palm, speed)
        source = arm.beyond(target)
        yield Leg(FETCH_S / speed, source, source, event="grip")
    else:
        yield Leg(IN_S / speed, palm or arm.beyond(source), source)
        yield Leg(GRIP_S / speed, source, source, event="grip")
    end = target or arm.beyond(source)
    height_mm = 0.0 if carry.push else rng.uniform(*LIFT_MM)
    at, at_mm = source, 0.0
    if carry.wrong is not None:
        wrong = arm.palm_for(carry.wrong)
        yield Leg(CARRY_S / speed, at, wrong, at_mm, height_mm)
        yield Leg(LAY_S / speed, wrong, wrong, height_mm, 0.0)
        yield Leg(carry.wrong_s, wrong, wrong)
        at = wrong
    # Half way over the mat, also where the way begins or ends beyond it.
    share = 0.75 if carry.source is None and carry.wrong is None else 0.25 if target is None else 0.5
    half = Spot(at.x_mm + (end.x_mm - at.x_mm) * share, at.y_mm + (end.y_mm - at.y_mm) * share)
    yield Leg(CARRY_S * share / speed, at, half, at_mm, height_mm, "turn" if carry.turn else "")
    if carry.pause_s:
        yield Leg(carry.pause_s, half, half, height_mm, height_mm)
    yield Leg(CARRY_S * (1 - share) / speed, half, end, height_mm, height_mm)
    yield Leg(LAY_S / speed, end, end, height_mm, 0.0, "release")


def out_legs(arm: Arm, palm: Spot, speed: float) -> Iterator[Leg]:
    """Straight out over its edge."""
    if math.dist((palm.x_mm, palm.y_mm), _pair(arm.beyond(palm))) > 1:
        yield Leg(OUT_S / speed, palm, arm.beyond(palm))


def rest_legs(arm: Arm, spot: Spot, rest_s: float, speed: float) -> Iterator[Leg]:
    """In, a rest with the fingers at a spot, and out."""
    palm = arm.palm_for(spot)
    yield Leg(IN_S / speed, arm.beyond(palm), palm)
    yield Leg(rest_s, palm, palm)
    yield from out_legs(arm, palm, speed)


def _pair(spot: Spot) -> tuple[float, float]:
    return spot.x_mm, spot.y_mm
