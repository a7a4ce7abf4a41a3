"""Manawave Execution: the wave runs from Source to Sink, and halts where it does something (M-050 to M-053)."""

from __future__ import annotations

from companion.games.core import Seat
from companion.games.manawave.acts import RunWave
from companion.games.manawave.model import BOTH, PLACES, ManaState, ManaView, Phase, Table
from companion.games.manawave.phases.part import Part, changed
from companion.games.manawave.purchases import NOUNS
from companion.games.manawave.wave import Change, run
from companion.games.shared.phases import Asked, Label
from companion.language.message import Message, listing, say
from companion.language.values import Count


class Running(Part[RunWave]):
    """Where cards do something at a position the wave waits until it is done; elsewhere it runs on."""

    titles = {Phase.WAVE: say("The wave runs")}
    acts = (RunWave,)
    rule = "M-050"
    law = say("The wave runs through the positions in their order, once a round")

    def has_work(self, table: Table) -> bool:
        return next_stop(table) is not None

    def legal(self, state: ManaState) -> tuple[RunWave, ...]:
        position = next_stop(state.table)
        return () if position is None else (RunWave(position),)

    def apply(self, state: ManaState, act: RunWave) -> ManaState:
        table = state.table
        world, _ = run(table.clans_set, table.clans, act.position, table.round)
        return changed(state, ("M-050", "M-051", "M-052", "M-053"), world=world, at=act.position)

    def asked(self, view: ManaView) -> Asked:
        position = next_stop(view.table) or 0
        number = sum(1 for _ in self._changes(view.table, position))
        text = say(
            "The wave is at position {position}. Lay its counters: {number} trackers change.",
            position=position,
            number=number,
        )
        if number == 1:
            text = say("The wave is at position {position}. Lay its counters: one tracker changes.", position=position)
        return Asked((), text, say("Both Clans there act at once, with all their Families."), "M-050")

    def label(self, view: ManaView, act: RunWave) -> Label:
        return Label(say("Position {position}: all lies there", position=act.position), say("The wave"))

    def told(self, before: ManaView, act: RunWave) -> Message:
        changes = run(before.table.clans_set, before.table.clans, act.position, before.table.round)[1]
        gains = [gain_words(before, seat, changes) for seat in BOTH if any(each.seat == seat for each in changes)]
        if not gains:
            return say("The wave passes position {position}.", position=act.position)
        return say("At position {position}: {gains}.", position=act.position, gains=listing(gains, ";"))

    def _changes(self, table: Table, position: int) -> set[tuple[Seat, int]]:
        changes = run(table.clans_set, table.clans, position, table.round)[1]
        return {(each.seat, each.position) for each in changes}


def next_stop(table: Table) -> int | None:
    """The next position at which the wave changes anything; None where it runs on to the Sink."""
    for position in PLACES:
        if position > table.at and run(table.clans_set, table.clans, position, table.round)[1]:
            return position
    return None


def gain_words(view: ManaView, seat: Seat, changes: tuple[Change, ...]) -> Message:
    """What one seat's trackers get, in a few words: the sums of each kind."""
    sums = dict[str, int]()
    for each in changes:
        if each.seat == seat:
            sums[each.counter] = sums.get(each.counter, 0) + each.number
    gains = listing((Count(number, NOUNS[kind]) for kind, number in sums.items()), ",")
    return say("{who} {gains}", who=view.who(seat), gains=gains)
