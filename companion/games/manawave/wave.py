"""The wave at one position: what both Clans' cards do, from one snapshot, added together. Ledger: M-050 to M-053."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.manawave.effects import Amount, Condition, Effect, Gain
from companion.games.manawave.model import BOTH, PLACES, Clan, Clans, Family, Position
from companion.games.manawave.playset import ClansPlayset


class Change(msgspec.Struct, frozen=True, array_like=True):
    """So many counters more (or fewer) on one tracker: of the Clan at `position`, or with 0 of the Tribe."""

    seat: Seat
    position: int
    counter: Gain
    number: int


class _Place(msgspec.Struct, frozen=True):
    """Where a card stands: whose, at which position, and where in the column."""

    seat: Seat
    position: Position
    index: int
    """In the column, from its top."""
    family: Family | None


def run(playset: ClansPlayset, world: Clans, position: Position, number: int) -> tuple[Clans, tuple[Change, ...]]:
    """The world once the wave of round `number` has run through both Clans of a position, and what it has changed."""
    adds, removes = list[Change](), list[Change]()
    for change, is_added in changes(playset, world, position, number):
        (adds if is_added else removes).append(change)
    after = world
    for change in adds:
        after = _with(after, change)
    for change in removes:
        after = _with(after, replace(change, number=-change.number))
    return after, tuple(_told(world, after))


def changes(playset: ClansPlayset, world: Clans, position: Position, number: int) -> Iterator[tuple[Change, bool]]:
    """Each thing that a card at this position does, and whether it is added or taken away (M-051, M-052)."""
    for seat in BOTH:
        for place, effects in _column(playset, world, seat, position):
            asking = _Asking(playset, world, place, number)
            for effect in effects:
                if effect.op in ("add", "remove") and effect.counter and asking.holds(effect.when):
                    amount = asking.amount(effect.amount)
                    if amount > 0:
                        yield from ((each, effect.op == "add") for each in _aimed(effect, place, amount))


def _column(
    playset: ClansPlayset, world: Clans, seat: Seat, position: Position
) -> Iterator[tuple[_Place, tuple[Effect, ...]]]:
    """The cards of a column from its top, each with what it does now."""
    clan = world.clan(seat, position)
    if not clan.card:
        return
    cards: list[Family | None] = [*clan.above, None, *clan.below]
    for index, family in enumerate(cards):
        place = _Place(seat, position, index, family)
        if family is None:
            yield place, playset.clans[clan.card].effects
        else:
            yield place, playset.families[family.kind].modality[family.mode].effects


def _aimed(effect: Effect, place: _Place, amount: int) -> Iterator[Change]:
    """The trackers that an effect concerns."""
    counter = effect.counter or "mana"
    if counter == "soulstain":
        yield Change(place.seat, 0, counter, amount)
        return
    match effect.to:
        case "clan":
            yield Change(place.seat, place.position, counter, amount)
        case "tribe":
            yield Change(place.seat, 0, counter, amount)
        case "adjacent_clans":
            near = (place.position - 1, place.position + 1)
            yield from (Change(place.seat, each, counter, amount) for each in PLACES if each in near)
        case "all_clans":
            yield from (Change(place.seat, each, counter, amount) for each in PLACES)
        case "opposing_clan":
            yield Change(1 - place.seat, place.position, counter, amount)


def _with(world: Clans, change: Change) -> Clans:
    tribe = world.tribes[change.seat]
    if change.counter == "soulstain":
        return world.with_tribe(change.seat, replace(tribe, soulstain=max(0, tribe.soulstain + change.number)))
    if not change.position:
        counters = tribe.counters.plus(change.counter, change.number)
        return world.with_tribe(change.seat, replace(tribe, counters=counters))
    clan = tribe.at(change.position)
    counters = clan.counters.plus(change.counter, change.number)
    return world.with_tribe(change.seat, tribe.with_clan(change.position, replace(clan, counters=counters)))


def _told(before: Clans, after: Clans) -> Iterator[Change]:
    """What has changed in the end, tracker by tracker."""
    for seat in BOTH:
        one, other = before.tribes[seat], after.tribes[seat]
        trackers = ((each, one.at(each).counters, other.at(each).counters) for each in PLACES)
        for position, was, now in (*trackers, (0, one.counters, other.counters)):
            if was is not now:
                for counter in now.__struct_fields__:
                    more = getattr(now, counter) - getattr(was, counter)
                    if more:
                        yield Change(seat, position, counter, more)  # type: ignore[arg-type]  # a counter's name
        if other.soulstain != one.soulstain:
            yield Change(seat, 0, "soulstain", other.soulstain - one.soulstain)


class _Asking:
    """The queries of one card, on the snapshot that was taken when the wave arrived."""

    def __init__(self, playset: ClansPlayset, world: Clans, place: _Place, number: int) -> None:
        self._playset, self._world, self._place, self._number = playset, world, place, number

    def holds(self, when: tuple[Condition, ...]) -> bool:
        """Whether all conditions hold."""
        return all(
            each.holds(self.query(each.query), self.query(each.other) if each.other else each.value or 0)
            for each in when
        )

    def amount(self, amount: int | Amount) -> int:
        """How many."""
        if isinstance(amount, int):
            return amount
        per = self.query(amount.per) if amount.per else 0
        return amount.of(per, self.query(amount.less_per) if amount.less_per else 0)

    def query(self, name: str) -> int:
        """What a query comes to."""
        seat, position = self._place.seat, self._place.position
        tribe, other = self._world.tribes[seat], self._world.tribes[1 - seat]
        match name:
            case "round":
                return self._number
            case "clan_population":
                return tribe.at(position).population
            case "opposing_population":
                return other.at(position).population
            case "tribe_population":
                return tribe.population
            case "families_in_clan":
                return len(tribe.at(position).families)
            case "families_adjacent":
                return len(self._neighbours())
            case "families_adjacent_same_faction":
                return self._of_own_faction()
            case "soulstain":
                return tribe.soulstain
            case "opposing_soulstain":
                return other.soulstain
            case "clan_mana":
                return tribe.at(position).counters.mana
            case "tribe_mana":
                return tribe.counters.mana
            case "family_modality":
                return self._place.family.counters if self._place.family is not None else 0
            case "opposing_attack":
                return other.at(position).counters.attack
        raise AssertionError(f"no query of Clans: {name}")

    def _neighbours(self) -> list[Family]:
        """The Families directly above and below the card; the Clan's card is a neighbour and no Family."""
        clan: Clan = self._world.clan(self._place.seat, self._place.position)
        cards: list[Family | None] = [*clan.above, None, *clan.below]
        near = (self._place.index - 1, self._place.index + 1)
        return [each for index, each in enumerate(cards) if index in near and each is not None]

    def _of_own_faction(self) -> int:
        own = self._place.family
        if own is None:
            return 0
        families = self._playset.families
        return sum(families[each.kind].faction == families[own.kind].faction for each in self._neighbours())
