"""The wave at one position: what both Clans' cards do, from one snapshot, added together. Ledger: M-050 to M-053."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.manawave.data.effects import NOUNS, Asking, Effect, Gain
from companion.games.manawave.data.playset import ClansPlayset
from companion.games.manawave.rules.phase import Gaps, Halting, changed
from companion.games.manawave.state import model
from companion.games.manawave.state.acts import RunWave
from companion.language.message import Message, listing, say
from companion.language.values import Count


class Change(msgspec.Struct, frozen=True, array_like=True):
    """So many counters more (or fewer) on one tracker: of the Clan at `position`, or with 0 of the Tribe."""

    seat: Seat
    position: int
    counter: Gain
    number: int


def run(
    playset: ClansPlayset, world: model.Clans, position: int, number: int
) -> tuple[model.Clans, tuple[Change, ...]]:
    """The world once the wave of round `number` has run through both Clans of a position, and what it has changed."""
    after = world
    for change, is_added in sorted(changes(playset, world, position, number), key=lambda each: not each[1]):
        after = _with(after, change, change.number if is_added else -change.number)
    return after, tuple(_trackers_changed(world, after))


def changes(playset: ClansPlayset, world: model.Clans, position: int, number: int) -> Iterator[tuple[Change, bool]]:
    """Each thing that a card at this position does, and whether it is added or taken away (M-051, M-052)."""
    for seat in model.BOTH:
        clan = world.clan(seat, position)
        for index, family in enumerate(clan.column if clan.card else ()):
            asking = _Asking(playset, world, seat, position, index, number)
            effects = playset.clans[clan.card].effects
            if family is not None:
                effects = playset.families[family.kind].modality[family.mode].effects
            for effect in effects:
                if (amount := asking.amount(effect)) > 0:
                    yield from ((each, effect.op == "add") for each in _aimed(effect, seat, position, amount))


def _aimed(effect: Effect, seat: Seat, here: int, amount: int) -> Iterator[Change]:
    """The trackers that an effect concerns of a card at a position."""
    counter = effect.counter or "mana"
    if counter == "soulstain":
        yield Change(seat, 0, counter, amount)
        return
    whose = 1 - seat if effect.to == "opposing_clan" else seat
    yield from (Change(whose, each, counter, amount) for each in _REACHES[effect.to](here))


_REACHES: Final[Mapping[str, Callable[[int], tuple[int, ...]]]] = {
    "clan": lambda here: (here,),
    "opposing_clan": lambda here: (here,),
    "tribe": lambda here: (0,),
    "adjacent_clans": lambda here: tuple(each for each in model.PLACES if abs(each - here) == 1),
    "all_clans": lambda here: model.PLACES,
}
"""At which positions an effect changes trackers, by its target and where its card stands; 0 is the Tribe's."""


def _with(world: model.Clans, change: Change, number: int) -> model.Clans:
    tribe = world.tribes[change.seat]
    if change.counter == "soulstain":
        return world.with_tribe(change.seat, replace(tribe, soulstain=max(0, tribe.soulstain + number)))
    if not change.position:
        counters = tribe.counters.plus(change.counter, number)
        return world.with_tribe(change.seat, replace(tribe, counters=counters))
    clan = tribe.at(change.position)
    counters = clan.counters.plus(change.counter, number)
    return world.with_tribe(change.seat, tribe.with_clan(change.position, replace(clan, counters=counters)))


def _trackers_changed(before: model.Clans, after: model.Clans) -> Iterator[Change]:
    """What has changed in the end, tracker by tracker."""
    for seat in model.BOTH:
        one, other = before.tribes[seat], after.tribes[seat]
        trackers = ((each, one.at(each).counters, other.at(each).counters) for each in model.PLACES)
        for position, was, now in (*trackers, (0, one.counters, other.counters)):
            if was is not now:
                yield from (Change(seat, position, kind, more) for kind, more in now.since(was) if more)
        if other.soulstain != one.soulstain:
            yield Change(seat, 0, "soulstain", other.soulstain - one.soulstain)


class _Asking(Asking):
    """The queries of one card, on the snapshot that was taken when the wave arrived."""

    def __init__(
        self, playset: ClansPlayset, world: model.Clans, seat: Seat, position: int, index: int, number: int
    ) -> None:
        self.playset, self.index, self.number = playset, index, number
        self.tribe, self.other = world.tribes[seat], world.tribes[1 - seat]
        self.clan, self.opposite = self.tribe.at(position), self.other.at(position)
        self.family = self.clan.column[index]

    def query(self, name: str) -> int:
        return _QUERIES[name](self)

    @property
    def neighbours(self) -> list[model.Family]:
        """The Families directly above and below the card; the Clan's card is a neighbour and no Family."""
        near = (self.index - 1, self.index + 1)
        return [each for index, each in enumerate(self.clan.column) if index in near and each is not None]

    def factions_alike(self) -> int:
        """How many of these are of its own Faction."""
        own, families = self.family, self.playset.families
        if own is None:
            return 0
        return sum(families[each.kind].faction == families[own.kind].faction for each in self.neighbours)


_QUERIES: Final[Mapping[str, Callable[[_Asking], int]]] = {
    "round": lambda card: card.number,
    "clan_population": lambda card: card.clan.population,
    "opposing_population": lambda card: card.opposite.population,
    "tribe_population": lambda card: card.tribe.population,
    "families_in_clan": lambda card: len(card.clan.families),
    "families_adjacent": lambda card: len(card.neighbours),
    "families_adjacent_same_faction": _Asking.factions_alike,
    "soulstain": lambda card: card.tribe.soulstain,
    "opposing_soulstain": lambda card: card.other.soulstain,
    "clan_mana": lambda card: card.clan.counters.mana,
    "tribe_mana": lambda card: card.tribe.counters.mana,
    "family_modality": lambda card: card.family.counters if card.family is not None else 0,
    "opposing_attack": lambda card: card.opposite.counters.attack,
}
"""What each query comes to, by its name."""


class Running(Halting[RunWave], phase=model.Phase.WAVE):
    """Where cards do something at a position the wave waits until it is done; elsewhere it runs on."""

    following = model.Phase.INVEST

    def halt(self, table: model.Table) -> tuple[int] | None:
        ahead = (position for position in model.PLACES if position > table.at)
        return next(((position,) for position in ahead if changed_at(table, position)), None)

    def apply(self, state: model.ManaState, act: RunWave) -> model.ManaState:
        table = state.table
        world, _ = run(table.clans_set, table.clans, act.position, table.round)
        return changed(state, ("M-050", "M-051", "M-052", "M-053"), world=world, at=act.position)

    def gaps(self, view: model.ManaView, act: RunWave) -> Gaps:
        changes = changed_at(view.table, act.position)
        gains = [gain_words(view, seat, changes) for seat in model.BOTH if any(each.seat == seat for each in changes)]
        number = len({(each.seat, each.position) for each in changes})
        return {"position": act.position, "number": number, "gains": listing(gains, ";")}

    def variant(self, view: model.ManaView, act: RunWave) -> str:
        return "one" if len({(each.seat, each.position) for each in changed_at(view.table, act.position)}) == 1 else ""


def changed_at(table: model.Table, position: int) -> tuple[Change, ...]:
    """What the wave changes at a position."""
    return run(table.clans_set, table.clans, position, table.round)[1]


def gain_words(view: model.ManaView, seat: Seat, changes: tuple[Change, ...]) -> Message:
    """What one seat's trackers get, in a few words: the sums of each kind."""
    sums = dict[str, int]()
    for each in changes:
        if each.seat == seat:
            sums[each.counter] = sums.get(each.counter, 0) + each.number
    gains = listing((Count(number, NOUNS[kind]) for kind, number in sums.items()), ",")
    return say("{who} {gains}", who=view.who(seat), gains=gains)
