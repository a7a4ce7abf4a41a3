"""The mats of Waves: layouts.toml, expanded to the zones of each mode and number of players."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec
from msgspec.structs import replace

from companion.games.shared.files import read_as
from companion.games.shared.mats import corners, mark_of
from companion.table.layout import Fan, Layout, Spot, Zone, check_layout

_Point = tuple[float, float]
_USUAL_REBELS = 5
"""So many Rebels the zone of a slot, as the file has it, is wide."""


class _Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A zone as the file has it, from some corner: x, y, width and height; the first piece; which fan; the words."""

    area: tuple[float, float, float, float]
    first: _Point | None = None
    fan: str = ""
    layer: int = 0
    label: _Point | None = None
    lays: str = "card"
    weighs: str = ""
    bare: int = 1


class _At(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where on a mat one of the places begins, and its words, size and fan where they are other than usual."""

    at: _Point
    label: _Point | None = None
    size: _Point | None = None
    fan: str = ""


class _Ground(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What several mats share: size, the Elder of each slot, the places, where the unassociated Elder may lie."""

    width_mm: float
    height_mm: float
    slots: tuple[_Point, ...]
    places: dict[str, _At]
    gaps: tuple[_Point, ...] = ()


class _Mat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One mat: its ground, and what is its own."""

    ground: str
    marks: tuple[int, ...]
    """Numbers of the markers that say which mat it is; where there are gaps one for the gap after each seat."""
    collections: tuple[_Place, ...]
    rebels: int = _USUAL_REBELS


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """layouts.toml."""

    rim_mm: float
    anchor_mm: float
    anchor_side_mm: float
    fan_mm: float
    slot: dict[str, _Place]
    places: dict[str, _Place]
    fans: dict[str, Fan]
    grounds: dict[str, _Ground]
    mats: dict[str, dict[str, _Mat]]


_FILE = read_as(__package__, "layouts.toml", _File)
_GAP = _Place((-8, -4, 71, 44), (0, 0))
"""The unassociated Elder's place, from the top left corner of its card: no Agents lie there."""


@cache
def layout_of(mode: str, players: int, gap_after: int = -1) -> Layout:
    """The mat for so many players in a mode, checked.

    With three players it has the unassociated Elder's place after that seat, clockwise; -1 is after the last (W-016).
    Raises KeyError for a mode or number of players without a mat, IndexError for a seat that the mat lacks.
    """
    mat = _FILE.mats[mode][str(players)]
    ground = _FILE.grounds[mat.ground]
    name = f"waves-{mode.replace('_', '-')}-{players}"
    if ground.gaps and gap_after not in (-1, players - 1):
        name += f"-gap-{gap_after}"
    zones = [*_at_slots(mat, mode, players)]
    if ground.gaps:
        zones.append(_zone("elder.gap", _GAP, ground.gaps[gap_after]))
    for each, place in _FILE.places.items():  # those that every mat has once
        here = ground.places[each]
        area = (*place.area[:2], *(here.size or place.area[2:]))
        zone = _zone(each, replace(place, area=area, fan=here.fan or place.fan), here.at)
        zones.append(replace(zone, label=_spot(here.label, (0, 0))))
    anchors = corners(ground.width_mm, ground.height_mm, _FILE.anchor_mm, _FILE.anchor_side_mm)
    mark = mark_of(mat.marks[gap_after], anchors)
    return check_layout(Layout(name, ground.width_mm, ground.height_mm, tuple(zones), anchors, _FILE.rim_mm, mark))


def _at_slots(mat: _Mat, mode: str, players: int) -> Iterator[Zone]:
    """The zones of the slots, and each side's collection after the slot of the same number."""
    for slot, at in enumerate(_FILE.grounds[mat.ground].slots):
        for kind, place in _FILE.slot.items():
            if kind == "rebel":
                x_mm, y_mm, width_mm, height_mm = place.area
                wider_mm = (mat.rebels - _USUAL_REBELS) * _FILE.fan_mm
                place = replace(place, area=(x_mm, y_mm, width_mm + wider_mm, height_mm))
            yield _zone(f"{kind}.{slot}", place, at, slot % players)
        if slot < len(mat.collections):
            # Where sides are teams, the seats that share a collection are settled by the seating, not by the mat.
            yield _zone(f"collection.{slot}", mat.collections[slot], seat=None if mode == "teams" else slot)


def _zone(name: str, place: _Place, at: _Point = (0, 0), seat: int | None = None) -> Zone:
    """A place as a zone of the mat; `at` is the corner from which it is given."""
    x_mm, y_mm, width_mm, height_mm = place.area
    return Zone(
        name,
        at[0] + x_mm,
        at[1] + y_mm,
        width_mm,
        height_mm,
        first=_spot(place.first, at),
        fan=_FILE.fans[place.fan] if place.fan else Fan(),
        layer=place.layer,
        label=_spot(place.label, at),
        lays=place.lays,
        weighs=place.weighs,
        bare=place.bare,
        seat=seat,
    )


def _spot(point: _Point | None, at: _Point) -> Spot | None:
    return None if point is None else Spot(at[0] + point[0], at[1] + point[1])


LAYOUTS = {(mode, int(players)): layout_of(mode, int(players)) for mode, mats in _FILE.mats.items() for players in mats}
"""The mat of every mode and number of players, of three with the gap before the first seat."""


def mats() -> dict[str, Layout]:
    """The mats that can be printed, by what people type; of three players also those with the gap elsewhere."""
    every = (*LAYOUTS.values(), layout_of("all_vs_all", 3, 0), layout_of("all_vs_all", 3, 1))
    return {each.name.removeprefix("waves-"): each for each in every}
