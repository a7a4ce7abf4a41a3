"""Counters of the older game: placed in secret, laid, and turned into tokens (M-250 to M-271)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.core import Seat
from companion.games.errors import IllegalAction
from companion.games.manawave.data.effects import NOUNS, in_words
from companion.games.manawave.rules import tiles
from companion.games.manawave.rules.phase import Carrying, Gaps, Halting, Secret, changed, choice_of
from companion.games.manawave.rules.showdown import next_round
from companion.games.manawave.state.acts import Harvest, LayCounters, Scatter
from companion.games.manawave.state.model import BOTH, ManaState, ManaView, Nexus, Phase, Table, count
from companion.language.message import Message, listing, say


class Scattering(Secret[Scatter]):
    """Counters of the pool are placed, or left out, as each likes (M-250)."""

    titles = {Phase.SCATTER: say("Place counters")}
    following = Phase.LAY
    commit = Scatter
    rule = "M-250"
    opening = "M-250"
    law = say("Each player with counters decides once where to place them")
    task = say("Place your counters, as many as you like.")
    why = say("Shield and growth go on your own side, attack and sacrifice on the other. The rest is given up.")

    def due(self, table: Table) -> tuple[Seat, ...]:
        places = ((seat, side) for seat in BOTH for side in _sides(table, Scatter(seat)))
        found = ((seat, kind) for seat, (lying, kinds, _) in places if lying for kind in kinds)
        return tuple(dict.fromkeys(seat for seat, kind in found if table.nexus.pools[seat].of(kind)))

    def examples(self, table: Table, seat: Seat) -> tuple[Scatter, ...]:
        """Ways to place the counters of a pool: none at all; and all on one tile of each side, for each tile."""
        sides, pool = _sides(table, Scatter(seat)), table.nexus.pools[seat]
        found = list[Scatter]()
        for first in (None, *range(max(len(lying) for lying, _, _ in sides))):
            own, other = (
                tuple(
                    pool.of(kind) if first is not None and index == first % len(lying) else 0
                    for index in range(len(lying))
                    for kind in kinds
                )
                for lying, kinds, _ in sides
            )
            found.append(Scatter(seat, own, other, is_told=True))
        return tuple(dict.fromkeys(found))

    def check(self, table: Table, choice: Scatter) -> None:
        pool, used = table.nexus.pools[choice.seat], tiles.spent(choice)
        is_fit = choice.is_told and all(
            len(numbers) == len(lying) * len(kinds) and all(type(each) is int and each >= 0 for each in numbers)
            for lying, kinds, numbers in _sides(table, choice)
        )
        if not is_fit:
            raise IllegalAction("M-250", say("This does not fit what lies on the lines. Look, and decide anew."))
        for kind in (*tiles.OWN_KINDS, *tiles.OTHER_KINDS):
            if used.of(kind) > pool.of(kind):
                words = say("{counter:capital}: more is placed than there is.", counter=NOUNS[kind])
                raise IllegalAction("M-250", words)

    def words(self, view: ManaView, choice: Scatter) -> Message:
        if not choice.is_told:
            return say("where counters are placed")
        parts = list(_parts(view, choice))
        return say("{parts}", parts=listing(parts, ";")) if parts else say("no counters")


class Laying(Carrying[LayCounters]):
    """Each puts them there."""

    titles = {Phase.LAY: say("Lay the counters")}
    following = Phase.CONSOLIDATE
    acts = (LayCounters,)
    rule = "M-250"
    law = say("Each player lays the counters once, as was decided")
    wait = say("Wait until the other counters lie there.")
    task = say("Lay your counters as you have decided.")
    button = say("All counters lie there")
    log = say("{who} has laid the counters.")
    why = say("Both decisions are open.")
    done_by = ("M-250",)

    def carried_out(self, table: Table, seat: Seat) -> Nexus:
        # Both were decided on the same tiles, and no tile comes or goes meanwhile.
        return tiles.placed(table.nexus_set, table.nexus, choice_of(table, seat, Scatter))


class Harvesting(Halting[Harvest]):
    """Counters become tokens (M-260, M-261)."""

    titles = {Phase.CONSOLIDATE: say("Consolidation")}
    acts = (Harvest,)
    rule = "M-260"
    law = say("Counters become tokens, and are cleared")
    task = say("Turn counters into population, piece by piece, and take them off.")
    why = say("Attack beyond shield, then sacrifice, takes population; growth adds it.")
    button, group = say("Population stands as shown, the counters are gone"), say("Consolidation")
    log = say("Counters become population: {one} {first}, {other} {second}.")

    def halt(self, table: Table) -> tuple[()] | None:
        return () if tiles.harvested(table.nexus_set, table.nexus) != table.nexus else None

    def apply(self, state: ManaState, act: Harvest) -> ManaState:
        world = tiles.harvested(state.table.nexus_set, state.table.nexus)
        return changed(state, ("M-260", "M-261"), world=world)

    def left(self, state: ManaState) -> ManaState:
        is_short = count(state.table.pile) < state.table.nexus_set.setup.end_when_pile_below
        return next_round(state, "draw" if is_short else None, "M-270", "M-271")

    def gaps(self, view: ManaView, act: Harvest) -> Gaps:
        first, second = map(tiles.harvested(view.table.nexus_set, view.table.nexus).population, BOTH)
        return {"one": view.who(0), "first": first, "other": view.who(1), "second": second}


def _parts(view: ManaView, choice: Scatter) -> Iterator[Message]:
    for lying, kinds, numbers in _sides(view.table, choice):
        for index, tile in enumerate(lying):
            here = numbers[index * len(kinds) : (index + 1) * len(kinds)]
            if any(here):
                counters, title = in_words(zip(kinds, here, strict=False)), view.table.title(tile.kind)
                line = tiles.line_title(tile.line)
                yield say("{counters} on {tile} at {line}", counters=counters, tile=title, line=line)


def _sides(table: Table, choice: Scatter) -> tuple[tiles.Side, tiles.Side]:
    return tiles.sides(table.nexus_set, table.nexus, choice)
