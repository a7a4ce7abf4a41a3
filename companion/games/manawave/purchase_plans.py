"""Sensible ways to decide a purchase, as examples of what may be decided: bots choose among them, and so may people.

Each is legal as it stands; any other decision is as legal (`Invest.is_open`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.manawave.acts import Invest
from companion.games.manawave.effects import COUNTERS
from companion.games.manawave.model import NO_COUNTERS, PLACES, Clan, Family, Tribe
from companion.games.manawave.playset import ClansPlayset, Rate
from companion.games.manawave.purchases import MADE, Made, clan_cap, modality_cap, open_modes

Style: TypeAlias = Literal["keep", "attack", "shield", "growth", "both", "modality"]
STYLES: Final[tuple[Style, ...]] = ("keep", "attack", "shield", "growth", "both", "modality")
"""What a Tribe spends its mana on: nothing, one kind of counter, attack and shield, or Modality counters."""


@lru_cache(maxsize=64)  # asked for several times an act
def plans(playset: ClansPlayset, tribe: Tribe, seat: Seat) -> tuple[Invest, ...]:
    """Examples of what a seat may decide, each once, the one that spends nothing first."""
    targets = PLACES if tribe.counters.total else PLACES[:1]
    every = dict.fromkeys(plan(playset, tribe, seat, style, target) for style in STYLES for target in targets)
    if len(every) == 1:  # each Family is in its dearest modality: then the others are what there is to choose
        every |= dict.fromkeys(_in_other_modes(playset, tribe, *every))
    return tuple(every)


def _in_other_modes(playset: ClansPlayset, tribe: Tribe, act: Invest) -> Iterator[Invest]:
    """The same decision with one Family in another modality that its counters cover."""
    for index, family in enumerate(tribe.families):
        for mode in open_modes(playset, family):
            yield replace(act, modes=(*act.modes[:index], mode, *act.modes[index + 1 :]))


def plan(playset: ClansPlayset, tribe: Tribe, seat: Seat, style: Style, target: int) -> Invest:
    """The decision that gives all counters of the Tribe tracker to one Clan and spends mana in this style."""
    given = tribe.counters
    if not playset.options.tribe_mana_assignable:
        given = replace(given, mana=0)
    assign, made, bought, modes = list[int](), list[int](), list[int](), list[int]()
    for position in PLACES:
        here = given if position == target else NO_COUNTERS
        assign += [here.of(kind) for kind in COUNTERS]
        clan = tribe.at(position)
        clan = replace(clan, counters=clan.counters.and_(here))
        made += _converted(playset, clan, style, tribe.population)
        more = _bought(playset, clan, tribe.population) if style == "modality" else (0,) * len(clan.families)
        bought += more
        modes += [
            each.mode if style == "keep" else highest(playset, replace(each, counters=each.counters + number))
            for each, number in zip(clan.families, more, strict=True)
        ]
    return Invest(seat, (0,) * len(MADE), tuple(assign), tuple(made), tuple(bought), tuple(modes))


def highest(playset: ClansPlayset, family: Family) -> int:
    """The dearest modality in which a Family may be."""
    modality = playset.families[family.kind].modality
    return max(open_modes(playset, family), key=lambda mode: (modality[mode].cost, mode), default=family.mode)


def _converted(playset: ClansPlayset, clan: Clan, style: Style, tribe_population: int) -> tuple[int, ...]:
    """How much a Clan makes of each kind, as far as its mana and its caps go."""
    made, mana = dict.fromkeys(MADE, 0), clan.counters.mana
    kinds: tuple[Made, ...] = ("attack", "shield") if style == "both" else tuple(each for each in MADE if each == style)
    for index, kind in enumerate(kinds):
        rate: Rate = getattr(playset.convert.clan, kind)
        if rate.mana <= 0:
            continue
        share = mana // (len(kinds) - index)
        cap = clan_cap(playset, clan, kind, tribe_population)
        made[kind] = share // rate.mana if cap is None else min(cap, share // rate.mana)
        mana -= made[kind] * rate.mana
    return tuple(made[kind] for kind in MADE)


def _bought(playset: ClansPlayset, clan: Clan, tribe_population: int) -> tuple[int, ...]:
    """Modality counters for the one Family whose next modality is the cheapest that the Clan can pay."""
    price, mana = playset.convert.clan.modality.mana, clan.counters.mana
    lacks = [_lacking(playset, each) for each in clan.families]
    cap = modality_cap(playset, clan, tribe_population)
    payable = [each for each in lacks if each and each * price <= mana and (cap is None or each <= cap)]
    if not payable or price <= 0:
        return (0,) * len(lacks)
    first = lacks.index(min(payable))
    return tuple(number if index == first else 0 for index, number in enumerate(lacks))


def _lacking(playset: ClansPlayset, family: Family) -> int:
    """How many counters a Family lacks for its next modality; 0 where it has them all."""
    costs = [each.cost for each in playset.families[family.kind].modality if each.cost > family.counters]
    return min(costs) - family.counters if costs else 0
