"""Temporary."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.atlantis_rising.model import AtlantisView, Table
from companion.games.shared.mats import read_kit_for, read_mats
from companion.language.message import say
from companion.table.expected import Anything, ExpectedTable, ExpectedZone
from companion.table.layout import Layout
from companion.table.pieces import PieceKind

_MATS = read_mats(__package__)
KIT = read_kit_for(__package__, _MATS.values())
PIECES = {k: PieceKind(k, k.replace(":", " "), "tile", "#335577", sign="A") for k in KIT.pieces} | {
    "die:white": PieceKind("die:white", "white die", "die", "#ffffff", sign="d")
}


def mats() -> Mapping[str, Layout]:
    return _MATS


def layout(table: Table) -> Layout:
    return _MATS["island"]


def expected_table(view: AtlantisView) -> ExpectedTable:
    return ExpectedTable(tuple(ExpectedZone(z.zone, Anything(), say("place")) for z in layout(view.table).zones))
