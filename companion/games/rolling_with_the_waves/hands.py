"""Where hands at a virtual table lay dice and mini boards, so that a camera sees what was done."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from companion.games.core import Action, Seat
from companion.games.dice import Placed
from companion.games.rolling_with_the_waves import mini_board
from companion.games.rolling_with_the_waves.figures import FREE
from companion.games.rolling_with_the_waves.mat import KIT, layout
from companion.games.rolling_with_the_waves.model import TRAY, DiceView, Draft, ShowBoard
from companion.games.rolling_with_the_waves.whole import BURY_ICONS, Die, Icon, Phase
from companion.table.dice import TrueDie
from companion.table.expected import At
from companion.table.layout import Zone

FAR_SEATS: Final = (2, 3)
"""Who sits at the far side of the mat: their boards are turned round."""
ASKEW_DEG: Final = 6.0
"""So far to either side a board is turned that somebody pushes onto its place. Own choice."""
APART_MM: Final = 30.0
"""From die to die in a nest, and in a tray into which dice are put back."""
LOOSE_MM: Final = 3.0
"""So far a die lies beside the middle of its place."""
SPREAD_MM: Final = 18.0
"""From die to die on a bury icon."""


def placed(view: DiceView, act: Action | None, rng: random.Random) -> tuple[Placed, ...]:
    """What hands lay for an act, where `view` is the position after it; without one all that the position has."""
    whole = view.table.played
    if isinstance(act, Draft):
        *before, newest = (nest := _nest(view, act.seat, rng)).dice
        # A drunken die is turned on its way, and others of its colour lie beside it in the tray.
        return (Placed(nest.zone, (*before, replace(newest, was=act.value))),)
    if isinstance(act, ShowBoard):
        return (_board(view, act.seat, act.icons, rng),)
    if act is not None or whole.phase not in (Phase.DRAFT, Phase.ALLOCATE):
        return ()
    return (*(_nest(view, seat, rng) for seat in whole.seats), Placed(TRAY, tuple(_in_tray(view, rng))))


def _nest(view: DiceView, seat: Seat, rng: random.Random) -> Placed:
    zone = layout(view.table).find(f"nest.{seat}")
    dice = view.table.played.nests[seat]
    middle, y_mm = zone.x_mm + zone.width_mm / 2, zone.y_mm + zone.height_mm / 2
    places = [(middle + (place - 1) * APART_MM, y_mm) for place in range(len(dice))]
    return Placed(zone.zone, tuple(_loose(die, at, view, rng) for die, at in zip(dice, places, strict=True)))


def _in_tray(view: DiceView, rng: random.Random) -> Iterator[TrueDie]:
    """The dice of the pool in rows."""
    zone = layout(view.table).find(TRAY)
    columns = int((zone.width_mm - APART_MM) // APART_MM)
    for place, die in enumerate(view.table.played.pool):
        row, column = divmod(place, columns)
        yield _loose(die, (zone.x_mm + (column + 1) * APART_MM, zone.y_mm + (row + 1) * APART_MM), view, rng)


def _board(view: DiceView, seat: Seat, icons: Sequence[Icon], rng: random.Random) -> Placed:
    """The mini board on its place, and its dice on their icons."""
    mat = layout(view.table)
    zone, size = mat.find(f"board.{seat}"), KIT.size("mini_board")
    angle = (180.0 if seat in FAR_SEATS else 0.0) + rng.uniform(-ASKEW_DEG, ASKEW_DEG)
    piece = At("mini_board", *_middle(zone), angle_deg=angle % 360)
    dice = list[TrueDie]()
    for number, (die, icon) in enumerate(zip(view.table.played.nests[seat], icons, strict=True)):
        field = mini_board.area(icon)
        right = (number - 1) * SPREAD_MM / 2 if icon in BURY_ICONS else 0.0
        down = (number % 2 * 2 - 1) * SPREAD_MM / 2 if icon in BURY_ICONS else 0.0
        x_mm = field.x_mm + field.width_mm / 2 + right - size.width_mm / 2
        y_mm = field.y_mm + field.height_mm / 2 + down - size.height_mm / 2
        dice.append(_loose(die, mini_board.turned(x_mm, y_mm, angle, (piece.x_mm, piece.y_mm)), view, rng))
    return Placed(zone.zone, tuple(dice), piece)


def _middle(zone: Zone) -> tuple[float, float]:
    return zone.x_mm + zone.width_mm / 2, zone.y_mm + zone.height_mm / 2


def _loose(die: Die, at: tuple[float, float], view: DiceView, rng: random.Random) -> TrueDie:
    x_mm, y_mm = (each + rng.uniform(-LOOSE_MM, LOOSE_MM) for each in at)
    return TrueDie(die.value, view.table.free_look if die.colour == FREE else die.colour, x_mm, y_mm)
