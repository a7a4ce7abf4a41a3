"""Placements and purchases, worked out a second time from the ledger: what a seat may decide, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from companion.games.manawave.acts import Attach, Invest
from companion.games.manawave.effects import COUNTERS
from companion.games.manawave.model import PLACES, Clan, Counters, Family, Table, Tribe
from companion.games.manawave.playset import ClansPlayset, Initial, Rate

_MADE: Final = ("attack", "shield", "growth")
_OF_CLAN: Final = {"attack": "M-063", "shield": "M-064", "growth": "M-067"}
_OF_TRIBE: Final = {"attack": "M-065", "shield": "M-066", "growth": "M-067"}


# --- modalities ---


def families_of(tribe: Tribe) -> list[Family]:
    """All Families of a Tribe, by position, each column from its top."""
    return [each for clan in tribe.clans for each in (*clan.above, *clan.below)]


def is_covered(playset: ClansPlayset, kind: str, mode: int, counters: int) -> bool:
    """Whether a Family with so many counters may be in a modality (M-043, M-071)."""
    modality = playset.families[kind].modality if kind in playset.families else ()
    return 0 <= mode < len(modality) and modality[mode].cost <= counters


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


def _is_whole(values: Sequence[int], length: int) -> bool:
    return len(values) == length and all(type(each) is int for each in values)


# --- placement ---


def has_room(table: Table, clan: Clan) -> bool:
    """Whether a column takes one Family more (B-24)."""
    return len(clan.above) + len(clan.below) < table.clans_set.setup.max_families_per_clan


def wrong_placement(table: Table, act: Attach) -> Iterator[str]:
    """What a placement breaks."""
    tribe = table.clans.tribes[act.seat]
    if act.position not in PLACES or act.end not in ("top", "bottom"):
        yield "Attach names no end of a column (M-040)."
        return
    if not has_room(table, tribe.clans[act.position - 1]):
        yield f"Attach chose the full column {act.position} (M-040)."
    if not is_covered(table.clans_set, table.picked[act.seat], act.mode, 0):
        yield f"Attach put a fresh Family into modality {act.mode} (M-043)."
    families = families_of(tribe)
    if not _is_whole(act.modes, len(families)):
        yield f"Attach named {act.modes} for {len(families)} Families (M-044)."
    elif any(
        not is_covered(table.clans_set, each.kind, mode, each.counters)
        for each, mode in zip(families, act.modes, strict=True)
    ):
        yield f"Attach set modalities {act.modes} that counters do not cover (M-044)."


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


# --- purchases ---


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
        kinds = (*_MADE, "modality") if families_of(replace(tribe, clans=(clan,))) else _MADE
        spends.append(_may_convert(playset, playset.convert.clan, clan.counters, clan.population, everybody, kinds))
    gives = [kind for kind in COUNTERS if kind != "mana" or playset.options.tribe_mana_assignable]
    return any(spends) or any(getattr(tribe.counters, kind) for kind in gives) or any(number > 1 for number in ways)


def _may_convert(
    playset: ClansPlayset,
    rates: object,
    counters: Counters,
    here: int,
    everybody: int,
    kinds: Sequence[str] = _MADE,
) -> bool:
    """Whether mana covers one counter more, within its cap (M-062 to M-070)."""
    prices: dict[str, Rate] = {kind: getattr(rates, kind) for kind in kinds}
    return any(
        rate.mana <= counters.mana and not _is_beyond(playset, rate, 1, getattr(counters, kind, 0), here, everybody)
        for kind, rate in prices.items()
    )


def wrong_purchase(playset: ClansPlayset, tribe: Tribe, act: Invest) -> Iterator[str]:
    """What a purchase breaks (M-060 to M-073)."""
    number = len(families_of(tribe))
    given = ((act.tribe, 3), (act.assign, 15), (act.clan, 9), (act.bought, number), (act.modes, number))
    if any(not _is_whole(values, length) or any(each < 0 for each in values) for values, length in given):
        yield "Invest does not fit the Clans as they stand (M-060)."
        return
    rates, everybody = playset.convert.tribe, sum(clan.population for clan in tribe.clans)
    for kind, made in zip(_MADE, act.tribe, strict=True):
        has = getattr(tribe.counters, kind)
        if _is_beyond(playset, getattr(rates, kind), made, has, everybody, everybody):
            yield f"The Tribe converted into {made} {kind} ({_OF_TRIBE[kind]})."
    if tribe.counters.mana < _cost(rates, act.tribe):
        yield f"The Tribe converted {_cost(rates, act.tribe)} mana of {tribe.counters.mana} (M-062)."
    yield from _wrong_assignment(playset, tribe, act)
    for clan, converted, bought in _by_clan(tribe, act):
        yield from _wrong_at_clan(playset, clan, everybody, converted, bought)
    modes = zip(families_of(tribe), act.bought, act.modes, strict=True)
    if any(not is_covered(playset, each.kind, mode, each.counters + more) for each, more, mode in modes):
        yield f"Invest set modalities {act.modes} that counters do not cover (M-071)."


def _wrong_assignment(playset: ClansPlayset, tribe: Tribe, act: Invest) -> Iterator[str]:
    """Every counter of the Tribe tracker is assigned, and none that is not there (M-061, M-073)."""
    for index, kind in enumerate(COUNTERS):
        lies, assigned = _in_tracker(playset, tribe, act)[kind], sum(act.assign[index::5])
        if kind == "mana" and not playset.options.tribe_mana_assignable:
            lies = 0
        if assigned != lies:
            yield f"Invest assigned {assigned} {kind} of {lies} (M-061)."


def _wrong_at_clan(
    playset: ClansPlayset, clan: Clan, everybody: int, made: Sequence[int], bought: Sequence[int]
) -> Iterator[str]:
    rates, mana = playset.convert.clan, clan.counters.mana
    for kind, number in zip(_MADE, made, strict=True):
        has = getattr(clan.counters, kind)
        if _is_beyond(playset, getattr(rates, kind), number, has, clan.population, everybody):
            yield f"A Clan of {clan.population} converted into {number} {kind} ({_OF_CLAN[kind]})."
    if mana < _cost(rates, made):
        yield f"A Clan converted {_cost(rates, made)} mana of {mana} (M-062)."
    elif mana < _cost(rates, made) + sum(bought) * rates.modality.mana:
        yield f"A Clan bought {sum(bought)} Modality counters with {mana - _cost(rates, made)} mana (M-070)."
    if _is_beyond(playset, rates.modality, sum(bought), 0, clan.population, everybody):
        yield f"A Clan of {clan.population} bought {sum(bought)} Modality counters (M-070)."


def _is_beyond(playset: ClansPlayset, rate: Rate, made: int, has: int, here: int, everybody: int) -> bool:
    """Whether more is converted than the cap allows (M-068, B-06)."""
    if rate.cap == "none" or not made:
        return False
    cap = {"clan_population": here, "tribe_population": everybody}[rate.cap]
    return made + (has if playset.options.cap_counts_existing else 0) > cap


def _cost(rates: object, made: Sequence[int]) -> int:
    total = 0
    for kind, number in zip(_MADE, made, strict=True):
        rate: Rate = getattr(rates, kind)
        total += rate.mana * number
    return total


def _in_tracker(playset: ClansPlayset, tribe: Tribe, act: Invest) -> dict[str, int]:
    """What lies in the Tribe tracker once the Tribe has converted."""
    lies: dict[str, int] = {kind: getattr(tribe.counters, kind) for kind in COUNTERS}
    for kind, made in zip(_MADE, act.tribe, strict=True):
        lies[kind] += made
    lies["mana"] -= _cost(playset.convert.tribe, act.tribe)
    return lies


def _by_clan(tribe: Tribe, act: Invest) -> Iterator[tuple[Clan, tuple[int, ...], tuple[int, ...]]]:
    """Each Clan with what it is assigned, what it converts into, and what is bought for its Families."""
    left = list(act.bought)
    for index, clan in enumerate(tribe.clans):
        counters = {kind: getattr(clan.counters, kind) + act.assign[5 * index + k] for k, kind in enumerate(COUNTERS)}
        bought = tuple(left.pop(0) for _ in (*clan.above, *clan.below))
        yield replace(clan, counters=Counters(**counters)), act.clan[3 * index : 3 * index + 3], bought


def purchased(playset: ClansPlayset, tribe: Tribe, act: Invest) -> Tribe:
    """The Tribe after a purchase by the rules (M-069)."""
    clans = []
    for clan, made, bought in _by_clan(tribe, act):
        counters: dict[str, int] = {kind: getattr(clan.counters, kind) for kind in COUNTERS}
        for kind, number in zip(_MADE, made, strict=True):
            counters[kind] += number
        counters["mana"] -= _cost(playset.convert.clan, made) + sum(bought) * playset.convert.clan.modality.mana
        more = list(bought)
        above, below = (
            tuple(Family(each.kind, each.counters + more.pop(0), each.mode) for each in end)
            for end in (clan.above, clan.below)
        )
        clans.append(replace(clan, counters=Counters(**counters), above=above, below=below))
    stays = 0
    if not playset.options.tribe_mana_assignable:
        stays = _in_tracker(playset, tribe, act)["mana"]
    return _with_modes(replace(tribe, clans=tuple(clans), counters=Counters(mana=stays)), act.modes)


def on_trackers(tribe: Tribe) -> list[object]:
    """All counters of a Tribe: where these stay as they are, nobody has to move any."""
    return [tribe.counters, *(clan.counters for clan in tribe.clans), *(each.counters for each in families_of(tribe))]
