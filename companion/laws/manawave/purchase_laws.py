"""What placements and purchases come to, worked out a second time from the ledger: M-040 to M-073."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.games.manawave.data.effects import COUNTERS
from companion.games.manawave.data.playset import ClansPlayset, Initial, Rate
from companion.games.manawave.laws.choice_laws import (
    MADE,
    by_clan,
    cost_of,
    families_of,
    in_tracker,
    is_beyond,
    is_covered,
)
from companion.games.manawave.state.acts import Attach, Invest
from companion.games.manawave.state.model import Clan, Counters, Family, Table, Tribe


def _with_modes(tribe: Tribe, modes: Sequence[int]) -> Tribe:
    left = list(modes)
    clans = tuple(
        replace(
            clan,
            above=tuple(Family(each.kind, each.counters, left.pop(0)) for each in clan.above),
            below=tuple(Family(each.kind, each.counters, left.pop(0)) for each in clan.below),
        )
        for clan in tribe.clans
    )
    return replace(tribe, clans=clans)


def with_initial(clan: Clan, initial: Initial) -> Clan:
    """A Clan with what it begins with, or what a Family brings (M-016, M-041)."""
    counters = {kind: getattr(clan.counters, kind) + getattr(initial, kind) for kind in COUNTERS}
    return replace(clan, population=clan.population + initial.population, counters=Counters(**counters))


def attached(table: Table, act: Attach, is_same: bool) -> Tribe:
    """The Tribe with its Family attached; `is_same` says that both had indicated one card (M-040 to M-044, B-02)."""
    playset, kind = table.clans_set, table.picked[act.seat]
    tribe = _with_modes(table.clans.tribes[act.seat], act.modes)
    clans, family = list(tribe.clans), Family(kind, 0, act.mode)
    clan = clans[act.position - 1]
    if act.end == "top":
        clan = replace(clan, above=(family, *clan.above))
    else:
        clan = replace(clan, below=(*clan.below, family))
    brings = playset.families[kind].initial or playset.setup.family_initial
    if is_same:
        brings = playset.setup.family_initial_same_pick
    clans[act.position - 1] = with_initial(clan, brings)
    return replace(tribe, clans=tuple(clans))


def may_decide(playset: ClansPlayset, tribe: Tribe) -> bool:
    """Whether a Tribe has a counter to assign, mana to convert, or a Family that may change its modality (M-060)."""
    ways = (
        sum(
            is_covered(playset, each.kind, mode, each.counters)
            for mode in range(len(playset.families[each.kind].modality))
        )
        for each in families_of(tribe)
        if each.kind in playset.families
    )
    everybody = sum(clan.population for clan in tribe.clans)
    spends = [_may_convert(playset, playset.convert.tribe, tribe.counters, everybody, everybody)]
    for clan in tribe.clans:
        kinds = (*MADE, "modality") if families_of(replace(tribe, clans=(clan,))) else MADE
        spends.append(_may_convert(playset, playset.convert.clan, clan.counters, clan.population, everybody, kinds))
    gives = [kind for kind in COUNTERS if kind != "mana" or playset.options.tribe_mana_assignable]
    return any(spends) or any(getattr(tribe.counters, kind) for kind in gives) or any(number > 1 for number in ways)


def _may_convert(
    playset: ClansPlayset,
    rates: object,
    counters: Counters,
    here: int,
    everybody: int,
    kinds: Sequence[str] = MADE,
) -> bool:
    """Whether mana covers one counter more, within its cap (M-062 to M-070)."""
    prices: dict[str, Rate] = {kind: getattr(rates, kind) for kind in kinds}
    return any(
        rate.mana <= counters.mana and not is_beyond(playset, rate, 1, getattr(counters, kind, 0), here, everybody)
        for kind, rate in prices.items()
    )


def purchased(playset: ClansPlayset, tribe: Tribe, act: Invest) -> Tribe:
    """The Tribe after a purchase by the rules (M-069)."""
    clans = []
    for clan, made, bought in by_clan(tribe, act):
        counters: dict[str, int] = {kind: getattr(clan.counters, kind) for kind in COUNTERS}
        for kind, number in zip(MADE, made, strict=True):
            counters[kind] += number
        counters["mana"] -= cost_of(playset.convert.clan, made) + sum(bought) * playset.convert.clan.modality.mana
        more = list(bought)
        above, below = (
            tuple(Family(each.kind, each.counters + more.pop(0), each.mode) for each in end)
            for end in (clan.above, clan.below)
        )
        clans.append(replace(clan, counters=Counters(**counters), above=above, below=below))
    stays = 0
    if not playset.options.tribe_mana_assignable:
        stays = in_tracker(playset, tribe, act)["mana"]
    return _with_modes(replace(tribe, clans=tuple(clans), counters=Counters(mana=stays)), act.modes)


def on_trackers(tribe: Tribe) -> list[object]:
    """All counters of a Tribe: where these stay as they are, nobody has to move any."""
    return [tribe.counters, *(clan.counters for clan in tribe.clans), *(each.counters for each in families_of(tribe))]
