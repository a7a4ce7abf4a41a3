"""The wave at one position of a game with Clans, worked out a second time from the ledger: M-050 to M-053, 4.3."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.core import Seat
from companion.games.manawave.data.effects import Effect
from companion.games.manawave.data.playset import ClansPlayset
from companion.games.manawave.laws.witness import Spot, numbers
from companion.games.manawave.state.model import BOTH, PLACES, Clans, Family, Position, Table
from companion.laws.manawave.sums import amount_of, holds, poured


def after_wave(table: Table, position: Position) -> dict[Spot, int]:
    """All numbers once the wave has run through both Clans of a position, on one snapshot (M-052)."""
    adds, removes = Counter[Spot](), Counter[Spot]()
    playset, world = table.clans_set, table.clans
    for seat in BOTH:
        for index, effects in _acting(playset, world, seat, position):
            known = _known(table, seat, position, index)
            for effect in effects:
                if effect.op in ("add", "remove") and holds(effect.when, known):
                    number = amount_of(effect, known)
                    found = adds if effect.op == "add" else removes
                    found.update(dict.fromkeys(_spots(effect, seat, position), number))
    return poured(numbers(world), adds, removes)


def next_position(table: Table) -> Position | None:
    """The next position at which the wave changes a number; None where it runs on to the Sink."""
    before = numbers(table.clans)
    return next((each for each in PLACES if each > table.at and after_wave(table, each) != before), None)


def _column(world: Clans, seat: Seat, position: Position) -> list[Family | None]:
    """A column from its top; None stands for the Clan's own card."""
    clan = world.tribes[seat].clans[position - 1]
    return [*clan.above, None, *clan.below]


def _acting(
    playset: ClansPlayset, world: Clans, seat: Seat, position: Position
) -> Iterator[tuple[int, tuple[Effect, ...]]]:
    """Each card of a column by its place, with what it does (M-051)."""
    card = playset.clans.get(world.tribes[seat].clans[position - 1].card)
    for index, family in enumerate(_column(world, seat, position)):
        if family is None:
            yield index, card.effects if card is not None else ()
        else:
            modality = playset.families[family.kind].modality
            yield index, modality[family.mode].effects if 0 <= family.mode < len(modality) else ()


def _spots(effect: Effect, seat: Seat, position: Position) -> list[Spot]:
    """The trackers that an effect concerns (M-053)."""
    if effect.counter == "soulstain":
        return [(seat, (), "soulstain")]
    places = {
        "clan": [(seat, position)],
        "tribe": [(seat, 0)],
        "adjacent_clans": [(seat, each) for each in PLACES if abs(each - position) == 1],
        "all_clans": [(seat, each) for each in PLACES],
        "opposing_clan": [(1 - seat, position)],
    }
    return [(whose, (place,) if place else (), effect.counter) for whose, place in places[effect.to]]


def _known(table: Table, seat: Seat, position: Position, index: int) -> dict[str, int]:
    """What each query comes to for a card."""
    world, families = table.clans, table.clans_set.families
    tribe, other = world.tribes[seat], world.tribes[1 - seat]
    own, opposing = tribe.clans[position - 1], other.clans[position - 1]
    column = _column(world, seat, position)
    card = column[index]
    near = [column[each] for each in (index - 1, index + 1) if 0 <= each < len(column)]
    beside = [families[each.kind].faction for each in near if each is not None]
    return {
        "round": table.round,
        "clan_population": own.population,
        "opposing_population": opposing.population,
        "tribe_population": sum(clan.population for clan in tribe.clans),
        "families_in_clan": len(column) - 1,
        "families_adjacent": len(beside),
        "families_adjacent_same_faction": beside.count(families[card.kind].faction) if card is not None else 0,
        "soulstain": tribe.soulstain,
        "opposing_soulstain": other.soulstain,
        "clan_mana": own.counters.mana,
        "tribe_mana": tribe.counters.mana,
        "family_modality": card.counters if card is not None else 0,
        "opposing_attack": opposing.counters.attack,
    }
