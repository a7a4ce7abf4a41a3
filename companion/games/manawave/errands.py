"""What is to be moved on the mat for what was decided or what the wave brings: the exact list, tracker by tracker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.core import Seat, State, ToDo
from companion.games.manawave.acts import LayFamily, Pay, Settle
from companion.games.manawave.course import apply_legal, legal_actions
from companion.games.manawave.effects import COUNTERS
from companion.games.manawave.model import BOTH, PLACES, Clans, ManaState, ManaView, Nexus, Phase, Tribe
from companion.games.manawave.purchases import NOUNS
from companion.language.message import Message, listing, say
from companion.language.values import Count, Name

_SHOWN = (
    Phase.SETTLE,
    Phase.ATTACH,
    Phase.WAVE,
    Phase.PAY,
    Phase.CONFLICT,
    Phase.PROCESS,
    Phase.LAY,
    Phase.CONSOLIDATE,
)
"""Phases in which something is moved, and nothing is to be chosen."""


def to_do(view: ManaView) -> tuple[ToDo, ...]:
    """Each tracker that changes, and what is added to it or taken off; of a phone its own side first."""
    table = view.table
    if table.phase not in _SHOWN or table.ended:
        return ()
    state: ManaState = State(table, (None, None), view.sealed)
    after = state
    for act in legal_actions(state):
        if isinstance(act, Settle | LayFamily | Pay) or after is state:
            after = apply_legal(after, act) if act in legal_actions(after) else after
    if isinstance(table.world, Clans) and isinstance(after.table.world, Clans):
        return tuple(_of_clans(view, table.world, after.table.world))
    if isinstance(table.world, Nexus) and isinstance(after.table.world, Nexus):
        return tuple(_of_nexus(view, table.world, after.table.world))
    return ()


def _order(view: ManaView) -> tuple[Seat, ...]:
    return BOTH if view.seat in (None, 0) else (1, 0)


def _of_clans(view: ManaView, before: Clans, after: Clans) -> Iterator[ToDo]:
    for seat in _order(view):
        one, other = before.tribes[seat], after.tribes[seat]
        lines = tuple(_trackers(one, other))
        if lines:
            yield ToDo(say("{who}", who=view.who(seat)), lines, (seat,) * len(lines))


def _trackers(one: Tribe, other: Tribe) -> Iterator[Message]:
    for position in PLACES:
        was, now = one.at(position), other.at(position)
        numbers: list[tuple[str, int]] = [("population", now.population - was.population)]
        numbers += [(kind, now.counters.of(kind) - was.counters.of(kind)) for kind in COUNTERS]
        modality = sum(each.counters for each in now.families) - sum(each.counters for each in was.families)
        numbers.append(("modality", modality))
        if words := _moved(numbers):
            yield say("Tracker {position}: {changes}", position=position, changes=listing(words, ","))
    shared: list[tuple[str, int]] = [(kind, other.counters.of(kind) - one.counters.of(kind)) for kind in COUNTERS]
    shared.append(("soulstain", other.soulstain - one.soulstain))
    if words := _moved(shared):
        yield say("Tribe tracker: {changes}", changes=listing(words, ","))


def _moved(numbers: Sequence[tuple[str, int]]) -> list[Message]:
    return [
        say("add {counters}", counters=Count(number, NOUNS[kind]))
        if number > 0
        else say("take off {counters}", counters=Count(-number, NOUNS[kind]))
        for kind, number in numbers
        if number
    ]


def _of_nexus(view: ManaView, before: Nexus, after: Nexus) -> Iterator[ToDo]:
    titles = view.table.setup.playset.titles()
    now = {(each.seat, each.line, each.row): each for each in after.tiles}
    for seat in _order(view):
        lines = list[Message]()
        for was in before.own(seat):
            tile = now[was.seat, was.line, was.row]
            numbers: list[tuple[str, int]] = [("population", tile.population - was.population)]
            numbers += [(kind, tile.counters.of(kind) - was.counters.of(kind)) for kind in COUNTERS]
            if words := _moved(numbers):
                lines.append(say("{tile}: {changes}", tile=Name(titles[was.kind]), changes=listing(words, ",")))
        pool: list[tuple[str, int]] = [
            (kind, after.pools[seat].of(kind) - before.pools[seat].of(kind)) for kind in COUNTERS
        ]
        pool.append(("soulstain", after.soulstain[seat] - before.soulstain[seat]))
        if words := _moved(pool):
            lines.append(say("Beside the lines: {changes}", changes=listing(words, ",")))
        if lines:
            yield ToDo(say("{who}", who=view.who(seat)), tuple(lines), (seat,) * len(lines))
