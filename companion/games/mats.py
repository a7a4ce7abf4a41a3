"""Kit and mats of a game as its own files have them: `kit.toml` and `layouts.toml` in its package."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from companion.table.kit import Kit
from companion.table.layout import Anchor, Layout, Zone, check_layout


def read_data(game: str, file: str) -> Any:
    """What a TOML file in that game's package says. Raises what reading and decoding it raise."""
    return tomllib.loads(resources.files(f"companion.games.{game}").joinpath(file).read_text(encoding="utf-8"))


@cache
def read_kit(game: str) -> Kit:
    """The game's kit; the same one whenever it is asked for."""
    return msgspec.convert(read_data(game, "kit.toml"), Kit)


def read_mats(game: str) -> dict[str, Layout]:
    """The game's mats, by what people type. Raises `BadLayout`."""
    mats = msgspec.convert(read_data(game, "layouts.toml")["mats"], dict[str, _MatFile])
    return {name: mat.layout() for name, mat in mats.items()}


class _Repeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A zone made several times; each step shifts it, and its name gets a number from 0."""

    count: int
    dx_mm: float = 0
    dy_mm: float = 0


class _MatFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One mat of a layouts.toml of a game without rules; zones as in `Zone`, and `repeat`."""

    name: str
    width_mm: float
    height_mm: float
    rim_mm: float
    anchor_mm: float
    anchor_side_mm: float
    zones: tuple[dict[str, Any], ...]

    def layout(self) -> Layout:
        """The mat, its zones repeated, its corner markers clockwise from the top left. Raises `BadLayout`."""
        near, right, below = self.anchor_mm, self.width_mm - self.anchor_mm, self.height_mm - self.anchor_mm
        corners = ((near, near), (right, near), (right, below), (near, below))
        anchors = (Anchor(corner, x_mm, y_mm, self.anchor_side_mm) for corner, (x_mm, y_mm) in enumerate(corners))
        zones = tuple(zone for entry in self.zones for zone in _repeated(entry))
        return check_layout(Layout(self.name, self.width_mm, self.height_mm, zones, tuple(anchors), self.rim_mm))


def _repeated(entry: Mapping[str, Any]) -> list[Zone]:
    fields = {key: value for key, value in entry.items() if key != "repeat"}
    zones = [msgspec.convert(fields, Zone)]
    for repeat in msgspec.convert(entry.get("repeat", ()), tuple[_Repeat, ...]):
        zones = [_shifted(zone, index, repeat) for zone in zones for index in range(repeat.count)]
    return zones


def _shifted(zone: Zone, index: int, by: _Repeat) -> Zone:
    dx_mm, dy_mm = by.dx_mm * index, by.dy_mm * index
    first = zone.first and msgspec.structs.replace(
        zone.first, x_mm=zone.first.x_mm + dx_mm, y_mm=zone.first.y_mm + dy_mm
    )
    return msgspec.structs.replace(
        zone, zone=f"{zone.zone}.{index}", x_mm=zone.x_mm + dx_mm, y_mm=zone.y_mm + dy_mm, first=first
    )
