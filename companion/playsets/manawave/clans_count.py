"""What is counted of one game with Clans: what each chose and what came of it, what fired, how each round ended.

A name in the tally is words and numbers joined by `/`; cards stand in it by their place in the playset.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from companion.games.manawave.data.effects import Effect, Gain
from companion.games.manawave.data.playset import ClansPlayset
from companion.games.manawave.rules.monuments import measure
from companion.games.manawave.rules.wave import changes
from companion.games.manawave.state.acts import Found, ManaAction, Resolve, RunWave, Settle, StartWave
from companion.games.manawave.state.model import BOTH, PLACES, Clans, ManaState, Phase
from companion.playsets.core import Tally
from companion.playsets.manawave.game import Ending, winner
from companion.playsets.manawave.marks import Marks

BEFORE_WAVE = frozenset({Phase.CHOOSE, Phase.PLACE, Phase.ATTACH})
BEFORE_MONUMENTS = BEFORE_WAVE | {Phase.WAVE, Phase.INVEST, Phase.PAY}


class Source(str):
    """The name of a counter, which remembers the effect that it came from; in all else it is that name."""

    __slots__ = ("effect",)

    effect: str


class ClansCount:
    """Watches one game, and then says what it has counted."""

    def __init__(self, playset: ClansPlayset) -> None:
        self._playset, self._traced = playset, traced(playset)
        self._family = {each.id: index for index, each in enumerate(playset.family)}
        self._clan = {each.id: index for index, each in enumerate(playset.clan)}
        self._monument = {each.id: index for index, each in enumerate(playset.monument)}
        self.tally = Counter[str]()
        self._marks = Marks()
        self._fired = Counter[str]()
        self._modes = Counter[str]()
        self._short: dict[int, int] = {}
        """By how much each Monument's threshold was missed at the least."""
        self._decided = -1
        """The Monument that has decided the game, by its place in the playset."""

    def saw(self, before: ManaState, act: ManaAction, after: ManaState) -> None:
        """An act, with the states around it."""
        match act:
            case Settle():
                self._founded(before, after)
            case StartWave() if before.table.round:
                self._round_over(before)
            case RunWave():
                self._ran(before.table.clans, act.position, before.table.round)
            case Resolve():
                self._decided = self._monument[before.table.clans.monuments[act.position - 1]]
        table = after.table
        if table.picked and not before.table.picked:
            open_, picked = ([str(self._family[each]) for each in cards] for cards in (table.choices, table.picked))
            self._marks.pick(self.tally, "family", open_, picked)
        if before.table.phase in BEFORE_WAVE and table.phase not in BEFORE_WAVE:
            for tribe in table.clans.tribes:
                self._modes.update(f"{self._family[each.kind]}/{each.mode}" for each in tribe.families)
        if before.table.phase in BEFORE_MONUMENTS and table.phase not in BEFORE_MONUMENTS:
            self._held_against(table.clans, table.round)

    def _founded(self, before: ManaState, after: ManaState) -> None:
        offers, world = before.table.clans.offers, after.table.clans
        for offer in offers:
            self.tally[f"monument/{self._monument[offer]}/offered"] += 1
        for found in before.table.opened:
            assert isinstance(found, Found)
            seat = found.seat
            self._marks.put(seat, "veto", str(self._monument[offers[found.veto - 1]]))
            names = [index for index, each in enumerate(self._playset.faction) if each.id in found.factions]
            self._marks.put(seat, "pair", "+".join(map(str, names)))
            for name in names:
                self._marks.put(seat, "faction", str(name))
            for position, clan in zip(PLACES, found.clans, strict=True):
                self._marks.put(seat, "clan", f"{self._clan[clan]}@{position}")
        for veto in {
            self._monument[offers[found.veto - 1]] for found in before.table.opened if isinstance(found, Found)
        }:
            self.tally[f"monument/{veto}/vetoed"] += 1
        for monument in world.monuments:
            self.tally[f"monument/{self._monument[monument]}/there"] += 1

    def _ran(self, world: Clans, position: int, number: int) -> None:
        found = {each.counter.effect for each, _ in changes(self._traced, world, position, number)}  # type: ignore[union-attr]  # `Source`s
        self._fired.update(found)

    def _held_against(self, world: Clans, number: int) -> None:
        """How near both sides have come to the thresholds of the Monuments that speak."""
        for position, name in zip(PLACES, world.monuments, strict=True):
            index = self._monument[name]
            resolve = self._playset.monument[index].resolve
            threshold = resolve.threshold
            if threshold is not None and number >= resolve.min_round:
                most = max(measure(world, seat, position, threshold.metric, threshold.scope) for seat in BOTH)
                short = max(0, threshold.per_round * number + threshold.add - most)
                self._short[index] = min(short, self._short.get(index, short))

    def _round_over(self, state: ManaState) -> None:
        number, world = state.table.round, state.table.clans
        for seat in BOTH:
            tribe = world.tribes[seat]
            mana = tribe.counters.mana + sum(clan.counters.mana for clan in tribe.clans)
            for name, value in (("population", tribe.population), ("mana", mana), ("soulstain", tribe.soulstain)):
                self.tally[f"course/{name}/{number}/{min(value, 999)}"] += 1

    def close(self, ending: Ending) -> Tally:
        """Everything that was counted, once the game is over."""
        state, tally = ending.state, self.tally
        self._round_over(state)
        tally["games"] += 1
        tally[f"rounds/{state.table.round}"] += 1
        how = "stuck" if ending.is_stuck else f"monument/{self._decided}" if self._decided >= 0 else "pile"
        tally[f"how/{how}"] += 1
        if self._decided >= 0:
            tally[f"monument/{self._decided}/decided"] += 1
        for index, short in self._short.items():
            tally[f"monument/{index}/short/{min(short, 999)}"] += 1
        won = winner(ending)
        tally[f"won/{won if won is not None else 'nobody'}"] += 1
        in_play = Counter(self._family[each.kind] for tribe in state.table.clans.tribes for each in tribe.families)
        for card in in_play:
            tally[f"family/{card}/in_play"] += 1
        for mode, waves in self._modes.items():
            tally[f"mode/{mode}/waves"] += waves
            tally[f"mode/{mode}/games"] += 1
        for effect, waves in self._fired.items():
            tally[f"effect/{effect}/waves"] += waves
            tally[f"effect/{effect}/games"] += 1
        if won is not None:
            self._marks.count(won, tally)
        return dict(tally)


@lru_cache(maxsize=8)
def traced(playset: ClansPlayset) -> ClansPlayset:
    """The same playset with counters that remember which effect they come from."""

    def of(effects: tuple[Effect, ...], place: str) -> tuple[Effect, ...]:
        return tuple(
            replace(each, counter=_source(each.counter, f"{place}/{index}")) if each.counter else each
            for index, each in enumerate(effects)
        )

    return replace(
        playset,
        clan=tuple(replace(each, effects=of(each.effects, f"clan/{index}")) for index, each in enumerate(playset.clan)),
        family=tuple(
            replace(
                each,
                modality=tuple(
                    replace(mode, effects=of(mode.effects, f"family/{index}/{number}"))
                    for number, mode in enumerate(each.modality)
                ),
            )
            for index, each in enumerate(playset.family)
        ),
    )


def _source(counter: str, effect: str) -> Gain:
    source = Source(counter)
    source.effect = effect
    return source  # type: ignore[return-value]  # it is the name of a counter


@lru_cache(maxsize=256)
def without(playset: ClansPlayset, card: str) -> ClansPlayset:
    """The playset in which one card, as "family/3" or "clan/0", does nothing; all else of it stays."""
    kind, _, place = card.partition("/")
    index = int(place)
    if kind == "clan":
        clan = replace(playset.clan[index], effects=())
        return replace(playset, clan=(*playset.clan[:index], clan, *playset.clan[index + 1 :]))
    family = playset.family[index]
    blank = replace(family, modality=tuple(replace(each, effects=()) for each in family.modality))
    return replace(playset, family=(*playset.family[:index], blank, *playset.family[index + 1 :]))


def cards_in(playset: ClansPlayset, state: ManaState) -> Iterator[str]:
    """The cards with effects that lie there at the end of a game, as `without` takes them."""
    kinds = {each.kind for tribe in state.table.clans.tribes for each in tribe.families}
    yield from (f"clan/{index}" for index, each in enumerate(playset.clan) if each.effects)
    yield from (f"family/{index}" for index, each in enumerate(playset.family) if each.id in kinds)
