"""Kit, looks, mats and places as a game's files have them: kit, looks, layouts and zones `.toml` in its `data`.

A layouts.toml has mats by the names that people type. Each has its size, the place of its corner markers, and zones
as in `Zone`; a zone with `repeat` comes several times, and gets a number from 0 to its name with each. A mat with
`players` comes once for each of these numbers, as NAME-2, NAME-3 and so on, and its `seats` are the zones of one seat:
each seat has them, `seat_dx_mm`, `seat_dy_mm` from those of the seat before, named by it: `bid` is `bid.0`, `bid.1`.
`mark` is the number of the marker that says which mat it is; of a mat with `players` the first has it, the next ones
the numbers after it. It stands over the lower right corner marker, or where `mark_at` has its middle.
Games whose mats are made otherwise take only `corners` from here. An entry of a zones.toml is of one place by its whole
name, or of all whose names begin so; a game fills its gaps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from companion.games.core import RuleId
from companion.games.shared.files import read_as, room_of_data
from companion.table.blanks import spread
from companion.table.kit import Kit, check_kit
from companion.table.layout import Anchor, Layout, Zone, check_layout
from companion.table.pieces import PieceKind, Shape

_KIT, _LAYOUTS, _LOOKS, _ZONES = "kit.toml", "layouts.toml", "looks.toml", "zones.toml"


def read_kit(package: str) -> Kit:
    """The kit of a package's game; the same one whenever it is asked for. Raises `BadData`."""
    return _read_kit(room_of_data(package))


@cache
def _read_kit(room: str) -> Kit:
    kit = read_as(room, _KIT, Kit)
    return msgspec.structs.replace(kit, pieces=spread(kit.pieces))


def read_looks(package: str) -> dict[str, PieceKind]:
    """How each kind of piece looks, as looks.toml says it. Raises `BadData`."""
    return {kind: each.look(kind) for kind, each in read_as(package, _LOOKS, dict[str, _Look]).items()}


def read_kit_for(package: str, layouts: Iterable[Layout]) -> Kit:
    """The game's kit, fit for all of these mats. Raises `BadData`, or `BadKit` naming what does not fit."""
    kit = read_kit(package)
    for layout in layouts:
        check_kit(kit, layout)
    return kit


def read_mats(package: str) -> dict[str, Layout]:
    """The game's mats, by what people type. Raises `BadData`, or `BadLayout` naming mat and zone."""
    mats = read_as(package, _LAYOUTS, _File).mats
    return {name: layout for key, mat in mats.items() for name, layout in mat.layouts(key)}


def corners(width_mm: float, height_mm: float, anchor_mm: float, side_mm: float) -> tuple[Anchor, ...]:
    """The corner markers of a mat, 0 to 3 clockwise from the top left, their middle `anchor_mm` from both edges."""
    near, right, below = anchor_mm, width_mm - anchor_mm, height_mm - anchor_mm
    places = ((near, near), (right, near), (right, below), (near, below))
    return tuple(Anchor(corner, x_mm, y_mm, side_mm) for corner, (x_mm, y_mm) in enumerate(places))


MARK_OVER_CORNER_MM = 40
"""So far over the lower right corner marker stands the one that says which mat it is, middle to middle."""


def mark_of(number: int, anchors: tuple[Anchor, ...], at: tuple[float, float] | None = None) -> Anchor | None:
    """The marker that says which mat it is, at its usual place or with its middle `at`; None for the number 0."""
    corner = anchors[2]
    x_mm, y_mm = at or (corner.x_mm, corner.y_mm - MARK_OVER_CORNER_MM)
    return Anchor(number, x_mm, y_mm, corner.side_mm) if number else None


class _Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of a looks.toml, as in `PieceKind`."""

    label: str
    shape: Shape
    colour: str
    number: str = ""
    sign: str = ""

    def look(self, kind: str) -> PieceKind:
        return PieceKind(kind, self.label, self.shape, self.colour, self.number, self.sign)


class _Repeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A zone made several times; each step shifts it, and its name gets a number from 0."""

    count: int
    dx_mm: float = 0
    dy_mm: float = 0


class _Zone(Zone, frozen=True, forbid_unknown_fields=True):
    """A zone as the file has it."""

    repeat: tuple[_Repeat, ...] = ()

    def zones(self) -> list[Zone]:
        """The zone, or all into which it is repeated."""
        made = [Zone(**{field: getattr(self, field) for field in Zone.__struct_fields__})]
        for step in self.repeat:
            made = [_shifted(zone, index, step.dx_mm, step.dy_mm) for zone in made for index in range(step.count)]
        return made


class _Mat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One mat of a layouts.toml, or one for each number of players."""

    name: str
    width_mm: float
    height_mm: float
    rim_mm: float
    anchor_mm: float
    anchor_side_mm: float
    zones: tuple[_Zone, ...]
    players: tuple[int, ...] = ()
    seats: tuple[_Zone, ...] = ()
    seat_dx_mm: float = 0
    seat_dy_mm: float = 0
    mark: int = 0
    mark_at: tuple[float, float] | None = None

    def layouts(self, key: str) -> Iterator[tuple[str, Layout]]:
        """What this entry comes to, by what people type. Raises `BadLayout`."""
        if not self.players:
            yield key, self._layout(self.name, 0, self.mark)
        for index, players in enumerate(self.players):
            mark = self.mark + index if self.mark else 0
            yield f"{key}-{players}", self._layout(f"{self.name}-{players}", players, mark)

    def _layout(self, name: str, players: int, mark: int) -> Layout:
        shared = (zone for each in self.zones for zone in each.zones())
        own = (
            msgspec.structs.replace(_shifted(zone, seat, self.seat_dx_mm, self.seat_dy_mm), seat=seat)
            for seat in range(players)
            for each in self.seats
            for zone in each.zones()
        )
        anchors = corners(self.width_mm, self.height_mm, self.anchor_mm, self.anchor_side_mm)
        zones, marked = (*shared, *own), mark_of(mark, anchors, self.mark_at)
        return check_layout(Layout(name, self.width_mm, self.height_mm, zones, anchors, self.rim_mm, marked))


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """layouts.toml."""

    mats: dict[str, _Mat]


def _shifted(zone: Zone, index: int, dx_mm: float, dy_mm: float) -> Zone:
    """The zone so many steps on, and the number of the steps after its name."""
    dx_mm, dy_mm = dx_mm * index, dy_mm * index
    first = zone.first and msgspec.structs.replace(
        zone.first, x_mm=zone.first.x_mm + dx_mm, y_mm=zone.first.y_mm + dy_mm
    )
    return msgspec.structs.replace(
        zone, zone=f"{zone.zone}.{index}", x_mm=zone.x_mm + dx_mm, y_mm=zone.y_mm + dy_mm, first=first
    )


class Spot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said of a place, or of places whose names begin alike; texts with gaps."""

    name: str
    """What to call it in the middle of a sentence."""
    rule: RuleId
    """The rule of what it must show."""
    label: str = ""
    """Its heading on a page."""
    printed: str = ""
    """What is printed there, where it is something else."""
    lies: str = ""
    """What lies there, where that is printed too."""
    rules: dict[str, RuleId] = {}
    """By phase, where it is another rule."""

    def rule_in(self, phase: Any) -> RuleId:
        """The rule of what it must show in a phase."""
        return self.rules.get(phase.value, self.rule)


def read_zones(package: str) -> dict[str, Spot]:
    """The entries of a game's zones.toml. Raises `BadData`."""
    return read_as(package, _ZONES, dict[str, Spot])


def spot_of(spots: Mapping[str, Spot], zone: str) -> Spot:
    """What is said of a zone: its own entry, else that of how its name begins."""
    return spots.get(zone) or spots[zone.partition(".")[0]]
