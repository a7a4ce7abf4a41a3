"""Sums that the laws of acts share: a world with other numbers, and what an effect brings (ledger 4.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeAlias, TypeVar

from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.manawave.data.effects import COUNTERS, Condition, Effect
from companion.games.manawave.laws.witness import Place, Sheet, Spot
from companion.games.manawave.state.model import Clans, Counters, Nexus

Known: TypeAlias = Mapping[str, int]
"""What each query comes to."""
W = TypeVar("W", bound=Clans | Nexus)


def written(world: W, sheet: Sheet) -> W:
    """The same world with these numbers."""
    if isinstance(world, Clans):
        tribes = tuple(
            replace(
                tribe,
                counters=_read(sheet, seat, ()),
                soulstain=sheet[seat, (), "soulstain"],
                clans=tuple(
                    replace(
                        clan,
                        population=sheet[seat, (position,), "population"],
                        counters=_read(sheet, seat, (position,)),
                    )
                    for position, clan in enumerate(tribe.clans, 1)
                ),
            )
            for seat, tribe in enumerate(world.tribes)
        )
        return replace(world, tribes=tribes)
    assert isinstance(world, Nexus)
    tiles = tuple(
        replace(
            tile,
            population=sheet[tile.seat, (tile.line, tile.row), "population"],
            counters=_read(sheet, tile.seat, (tile.line, tile.row)),
        )
        for tile in world.tiles
    )
    pools = tuple(_read(sheet, seat, ()) for seat in range(len(world.pools)))
    stains = tuple(sheet[seat, (), "soulstain"] for seat in range(len(world.soulstain)))
    return replace(world, tiles=tiles, pools=pools, soulstain=stains)


def poured(sheet: Sheet, adds: Counter[Spot], removes: Counter[Spot]) -> dict[Spot, int]:
    """The numbers after everything is added, and then everything taken away that is there (ledger 4.3)."""
    return {spot: max(0, number + adds[spot] - removes[spot]) for spot, number in sheet.items()}


def _read(sheet: Sheet, seat: Seat, place: Place) -> Counters:
    return Counters(**{kind: sheet[seat, place, kind] for kind in COUNTERS})


def holds(when: Iterable[Condition], known: Known) -> bool:
    """Whether all conditions hold where the queries come to these."""
    for each in when:
        one, other = known[each.query], known[each.other] if each.other else each.value or 0
        is_met = {">=": one >= other, "<=": one <= other, "==": one == other, ">": one > other, "<": one < other}
        if not is_met[each.cmp]:
            return False
    return True


def amount_of(effect: Effect, known: Known) -> int:
    """How many an effect brings (ledger 4.3)."""
    what = effect.amount
    if isinstance(what, int):
        return what
    whole, rest = divmod(known[what.per] if what.per else 0, what.div)
    value = what.base + what.times * (whole + (1 if rest and what.round == "up" else 0))
    value -= what.less_times * (known[what.less_per] if what.less_per else 0)
    if value < what.min:
        return what.min
    return value if what.max is None or value < what.max else what.max
