"""A virtual dice tray and a camera over it in a time of their own, for soaks: the real reading on drawn frames."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from companion.table.dice import RollSighting, TrueDie
from companion.table.kit import Kit
from companion.table.layout import Layout
from companion.table.pieces import PieceKind
from vision.dice.tray_watch import Reader
from vision.virtual.hands import Manners
from vision.virtual.headless import HeadlessTable, TrayReader


class HeadlessTray:
    """One virtual table on which nothing but dice is moved, and what is read of them, frame by frame."""

    def __init__(
        self,
        layout: Layout,
        kit: Kit,
        kinds: Mapping[str, PieceKind],
        zone: str,
        read: Reader,
        seed: int,
        light: Literal["normal", "hard"] = "normal",
    ) -> None:
        self._zone = zone
        self._table = HeadlessTable(layout, kit, kinds, seed, light, manners=Manners(), dice=TrayReader(zone, read))

    def roll(self, colours: tuple[str, ...]) -> None:
        """Roll dice of these colours."""
        self._table.world.roll(self._zone, colours)

    def look(self) -> RollSighting | None:
        """The roll that came to rest with the next frame, if one did; time moves on by one frame."""
        self._table.look()
        return self._table.roll()

    @property
    def at_s(self) -> float:
        """The table's time."""
        return self._table.clock.now()

    def is_moving(self) -> bool:
        """Whether dice still roll."""
        return self._table.world.busy()

    def lying(self) -> tuple[TrueDie, ...]:
        """How the dice truly lie."""
        return self._table.world.rolled()
