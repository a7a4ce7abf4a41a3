"""Readings that the laws share, written apart from the rules that they watch: numbers by their places, and effects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias, TypeVar

from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.manawave.effects import COUNTERS, Condition, Effect
from companion.games.manawave.model import Clans, Counters, Nexus, Phase

Place: TypeAlias = tuple[int, ...]
"""Of a Clan its position, of a tile its line and row; empty for the Tribe, and for a player with a pool."""
Spot: TypeAlias = tuple[Seat, Place, str]
"""Whose, where, and what is counted there: a kind of counter, population, or Soulstain."""
Sheet: TypeAlias = Mapping[Spot, int]
Known: TypeAlias = Mapping[str, int]
"""What each query comes to."""
W = TypeVar("W", bound=Clans | Nexus)
BEFORE_CLANS: Final = frozenset((Phase.WORLD, Phase.FOUND, Phase.SURVIVE, Phase.SETTLE))
"""Phases in which no Clan stands anywhere yet."""
BETWEEN: Final = frozenset((Phase.START, Phase.DRAW, Phase.CHOOSE, Phase.PLACE, Phase.AIM, Phase.SLIDE))
"""Phases from a Consolidation to whatever brings counters next."""
SHOWN: Final = frozenset((Phase.CHOOSE, Phase.PLACE, Phase.ATTACH, Phase.AIM, Phase.SLIDE))
"""Phases in which all three cards lie open."""
TAKEN: Final = SHOWN - {Phase.CHOOSE}
"""Those of them in which both have taken one."""


# --- numbers ---


def numbers(world: Clans | Nexus) -> dict[Spot, int]:
    """Everything that is counted, by its place."""
    found = dict[Spot, int]()
    if isinstance(world, Clans):
        for seat, tribe in enumerate(world.tribes):
            _note(found, seat, (), tribe.counters)
            found[seat, (), "soulstain"] = tribe.soulstain
            for position, clan in enumerate(tribe.clans, 1):
                _note(found, seat, (position,), clan.counters)
                found[seat, (position,), "population"] = clan.population
        return found
    for seat, pool in enumerate(world.pools):
        _note(found, seat, (), pool)
        found[seat, (), "soulstain"] = world.soulstain[seat]
    for tile in world.tiles:
        _note(found, tile.seat, (tile.line, tile.row), tile.counters)
        found[tile.seat, (tile.line, tile.row), "population"] = tile.population
    return found


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


def _note(found: dict[Spot, int], seat: Seat, place: Place, counters: Counters) -> None:
    for kind in COUNTERS:
        found[seat, place, kind] = getattr(counters, kind)


def _read(sheet: Sheet, seat: Seat, place: Place) -> Counters:
    return Counters(**{kind: sheet[seat, place, kind] for kind in COUNTERS})


# --- effects ---


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
