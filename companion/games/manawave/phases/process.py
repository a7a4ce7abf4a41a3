"""Resolve, place counters, consolidate: the older game once its tiles lie (M-230 to M-271)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.core import Seat
from companion.games.errors import IllegalAction
from companion.games.manawave.acts import Commit, Harvest, LayCounters, Open, Process, Scatter, TakeBack
from companion.games.manawave.lines import line_name, spaces
from companion.games.manawave.model import BOTH, Counters, Ended, ManaState, ManaView, Nexus, Phase, Table, Tile, count
from companion.games.manawave.monuments import WINNERS
from companion.games.manawave.phases.part import Carrying, Part, changed
from companion.games.manawave.phases.placement import view_group
from companion.games.manawave.phases.secret import NOBODY, Secret, choice_of
from companion.games.manawave.purchases import NOUNS
from companion.games.manawave.scatter_plans import examples_of
from companion.games.manawave.tiles import (
    OTHER_KINDS,
    OWN_KINDS,
    decided,
    harvested,
    must_scatter,
    placed,
    process,
    spent,
    tribes_of,
)
from companion.games.shared.phases import Asked, Label, people, put
from companion.language.message import Message, listing, say
from companion.language.values import Count, Name


class Processing(Part[Process]):
    """The wave goes line by line, each from the wave outward; it halts where tiles do something."""

    titles = {Phase.PROCESS: say("The wave runs")}
    acts = (Process,)
    rule = "M-230"
    law = say("The wave comes to the lines in their order from the Source, and on each to row after row")

    def has_work(self, table: Table) -> bool:
        return next_space(table) is not None

    def legal(self, state: ManaState) -> tuple[Process, ...]:
        found = next_space(state.table)
        return () if found is None else (Process(*found),)

    def apply(self, state: ManaState, act: Process) -> ManaState:
        table = state.table
        world, ended = _outcome(table, act.line, act.row)
        at = spaces(table.nexus.tiles).index((act.line, act.row)) + 1
        why = ("M-230", "M-231", "M-233", *(("M-234",) if ended else ()))
        over = {"ended": ended} if ended else {}
        return changed(state, why, world=world, at=at, **over)

    def asked(self, view: ManaView) -> Asked:
        line, row = next_space(view.table) or (0, 1)
        line_ = Name(line_name(line))
        world, ended = _outcome(view.table, line, row)
        gains = list(_gains(view, view.table.nexus, world)) if not ended else []
        text = say("The wave is at {line}, row {row}. Look, and agree.", line=line_, row=row)
        if gains:
            brings = listing(gains, ";")
            text = say("The wave is at {line}, row {row}. It brings {gains}.", line=line_, row=row, gains=brings)
        return Asked((), text, say("Both sides act at once at one place."), "M-230")

    def label(self, view: ManaView, act: Process) -> Label:
        group = say("Line {line}", line=Name(line_name(act.line)))
        return Label(say("Row {row}: all lies there", row=act.row), group)

    def told(self, before: ManaView, act: Process) -> Message:
        table = before.table
        world, ended = _outcome(table, act.line, act.row)
        line = Name(line_name(act.line))
        if ended:
            winners = WINNERS[ended]
            if not winners:
                return say("At {line}, row {row}, the game ends in a draw.", line=line, row=act.row)
            return say("At {line}, row {row}, {who} wins.", who=people(before, winners), line=line, row=act.row)
        gains = listing(_gains(before, table.nexus, world), ";")
        return say("At {line}, row {row}: {gains}.", gains=gains, line=line, row=act.row)


class Scattering(Secret):
    """Counters of the pool are placed, or left out, as each likes (M-250)."""

    titles = {Phase.SCATTER: say("Place counters")}
    acts = (Scatter, TakeBack, Open)
    commit = Scatter
    rule = "M-250"
    opening = "M-250"
    law = say("Each player with counters decides once where to place them")

    def due(self, table: Table) -> tuple[Seat, ...]:
        must = must_scatter(table.nexus_set, table.nexus)
        return tuple(seat for seat in BOTH if must[seat])

    def examples(self, table: Table, seat: Seat) -> tuple[Commit, ...]:
        return examples_of(table.nexus_set, table.nexus, seat)

    def check(self, table: Table, choice: Commit) -> None:
        assert isinstance(choice, Scatter)
        playset, world, seat = table.nexus_set, table.nexus, choice.seat
        own, other = tribes_of(playset, world, seat), tribes_of(playset, world, 1 - seat)
        lengths = (len(OWN_KINDS) * len(own), len(OTHER_KINDS) * len(other))
        numbers = (*choice.own, *choice.other)
        is_fit = (len(choice.own), len(choice.other)) == lengths and choice.is_told
        if not is_fit or any(type(each) is not int or each < 0 for each in numbers):
            raise IllegalAction("M-250", say("This does not fit what lies on the lines. Look, and decide anew."))
        used, pool = spent(choice.own, choice.other), world.pools[seat]
        for kind in (*OWN_KINDS, *OTHER_KINDS):
            if used.of(kind) > pool.of(kind):
                words = say("{counter:capital}: more is placed than there is.", counter=NOUNS[kind])
                raise IllegalAction("M-250", words)

    def after(self, state: ManaState) -> ManaState:
        due = self.due(state.table)
        return changed(state, ("M-250",), phase=Phase.LAY, owed=tuple(seat in due for seat in BOTH))

    def words(self, view: ManaView, choice: Commit) -> Message:
        assert isinstance(choice, Scatter)
        if not choice.is_told:
            return say("where counters are placed")
        parts = list(_parts(view, choice))
        return say("{parts}", parts=listing(parts, ";")) if parts else say("no counters")

    def task(self, view: ManaView) -> Message:
        return say("Place your counters on your phone, as many as you like.")

    def reason(self, view: ManaView) -> Message:
        return say("Shield and growth go on your own side, attack and sacrifice on the other. The rest is given up.")


class Laying(Carrying[LayCounters]):
    """Each puts them there."""

    titles = {Phase.LAY: say("Lay the counters")}
    acts = (LayCounters,)
    rule = "M-250"
    law = say("Each player lays the counters once, as was decided")
    wait = say("Wait until the other counters lie there.")
    why = say("Both decisions are open.")
    asks = "M-250"

    def apply(self, state: ManaState, act: LayCounters) -> ManaState:
        table, choice = state.table, choice_of(state.table, act.seat)
        assert isinstance(choice, Scatter)
        # Both were decided on the same tiles, and no tile comes or goes meanwhile.
        world = placed(table.nexus_set, table.nexus, act.seat, choice.own, choice.other)
        return changed(state, ("M-250",), world=world, owed=put(table.owed, act.seat, False))

    def task(self, view: ManaView, seat: Seat) -> Message:
        return say("Lay your counters as you have decided.")

    def label(self, view: ManaView, act: LayCounters) -> Label:
        return Label(say("All counters lie there"), view_group(view, act.seat))

    def told(self, before: ManaView, act: LayCounters) -> Message:
        return say("{who} has laid the counters.", who=before.who(act.seat))


class Harvesting(Part[Harvest]):
    """Counters become tokens (M-260, M-261)."""

    titles = {Phase.CONSOLIDATE: say("Consolidation")}
    acts = (Harvest,)
    rule = "M-260"
    law = say("Counters become tokens, and are cleared")

    def has_work(self, table: Table) -> bool:
        return harvested(table.nexus_set, table.nexus) != table.nexus

    def legal(self, state: ManaState) -> tuple[Harvest, ...]:
        return (Harvest(),)

    def apply(self, state: ManaState, act: Harvest) -> ManaState:
        world = harvested(state.table.nexus_set, state.table.nexus)
        return changed(state, ("M-260", "M-261"), world=world)

    def asked(self, view: ManaView) -> Asked:
        text = say("Turn counters into population, piece by piece, and take them off.")
        return Asked((), text, say("Attack beyond shield, then sacrifice, takes population; growth adds it."), "M-260")

    def label(self, view: ManaView, act: Harvest) -> Label:
        return Label(say("Population stands as shown, the counters are gone"), say("Consolidation"))

    def told(self, before: ManaView, act: Harvest) -> Message:
        after = harvested(before.table.nexus_set, before.table.nexus)
        totals = [sum(each.population for each in after.own(seat)) for seat in BOTH]
        return say(
            "Counters become population: {one} {first}, {other} {second}.",
            one=before.who(0),
            first=totals[0],
            other=before.who(1),
            second=totals[1],
        )


# --- what follows ---


def next_space(table: Table) -> tuple[int, int] | None:
    """The next place at which tiles do something, or the game ends; None where the wave runs on to the Sink."""
    world = table.nexus
    for line, row in spaces(world.tiles)[table.at :]:
        after, ended = _outcome(table, line, row)
        if ended or after != world:
            return line, row
    return None


def _outcome(table: Table, line: int, row: int) -> tuple[Nexus, Ended | None]:
    world = process(table.nexus_set, table.nexus, line, row, table.round)
    return world, decided(table.nexus_set, world, line, row, table.round)


def ending(table: Table) -> Ended | None:
    """How the game ends after Consolidation (M-271)."""
    return "draw" if count(table.pile) < table.nexus_set.setup.end_when_pile_below else None


def after_laying(state: ManaState) -> ManaState:
    """The state once all counters lie there."""
    return changed(state, state.table.why, phase=Phase.CONSOLIDATE, opened=NOBODY, at=0)


def _gains(view: ManaView, before: Nexus, after: Nexus) -> Iterator[Message]:
    """What tiles and pools have got, in words."""
    titles = view.table.setup.playset.titles()
    for was, now in zip(before.tiles, after.tiles, strict=True):
        if was.counters != now.counters:
            got = _counted(was.counters, now.counters)
            yield say("{who}'s {tile} {counters}", who=view.who(now.seat), tile=Name(titles[now.kind]), counters=got)
    for seat in BOTH:
        if before.pools[seat] != after.pools[seat]:
            yield say(
                "{who} {counters} to place",
                who=view.who(seat),
                counters=_counted(before.pools[seat], after.pools[seat]),
            )
        stain = after.soulstain[seat] - before.soulstain[seat]
        if stain:
            yield say("{who} {counters}", who=view.who(seat), counters=Count(stain, NOUNS["soulstain"]))


def _counted(was: Counters, now: Counters) -> Message:
    kinds = ((kind, getattr(now, kind) - getattr(was, kind)) for kind in now.__struct_fields__)
    return say("{counters}", counters=listing((Count(number, NOUNS[kind]) for kind, number in kinds if number), ","))


def _parts(view: ManaView, choice: Scatter) -> Iterator[Message]:
    playset, world, seat = view.table.nexus_set, view.table.nexus, choice.seat
    sides: tuple[tuple[tuple[Tile, ...], tuple[str, ...], tuple[int, ...]], ...] = (
        (tribes_of(playset, world, seat), OWN_KINDS, choice.own),
        (tribes_of(playset, world, 1 - seat), OTHER_KINDS, choice.other),
    )
    for tiles, kinds, numbers in sides:
        for index, tile in enumerate(tiles):
            here = numbers[index * len(kinds) : (index + 1) * len(kinds)]
            if any(here):
                got = listing(
                    (Count(number, NOUNS[kind]) for kind, number in zip(kinds, here, strict=False) if number), ","
                )
                yield say(
                    "{counters} on {tile} at {line}",
                    counters=got,
                    tile=Name(playset.tiles[tile.kind].title),
                    line=Name(line_name(tile.line)),
                )
