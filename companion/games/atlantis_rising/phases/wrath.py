"""The wrath of the gods, and the end of the round (A-051 to A-057, A-122, A-137, A-140, A-147)."""

from __future__ import annotations

from typing import TypeAlias

from msgspec.structs import replace

from companion.games.atlantis_rising.acts import BeginWrath, MoveWrath, PassMarker
from companion.games.atlantis_rising.changes import pushed, volunteers_dismissed, with_table
from companion.games.atlantis_rising.model import TEAM, AtlantisState, AtlantisView, Phase, Table
from companion.games.atlantis_rising.phases.part import Moment
from companion.games.atlantis_rising.phases.start import next_round
from companion.games.atlantis_rising.steps import Flooding
from companion.games.atlantis_rising.vocabulary import TILE
from companion.games.shared.phases import Asked, Label
from companion.language.message import Message, say
from companion.language.values import Count

Raged: TypeAlias = BeginWrath | MoveWrath | PassMarker


class Wrath(Moment[Raged]):
    """Before the floods, and once the counter has moved, tiles may be turned dry."""

    acts = (BeginWrath, MoveWrath, PassMarker)
    rule = "A-051"
    law = say("At the end of a round as many tiles flood as the wrath counter says, and then it moves on")

    def legal(self, state: AtlantisState) -> tuple[Raged, ...]:
        phase = state.table.phase
        return (BeginWrath() if phase is Phase.WRATH else MoveWrath() if phase is Phase.COUNTER else PassMarker(),)

    def apply(self, state: AtlantisState, act: Raged) -> AtlantisState:
        table = state.table
        if isinstance(act, BeginWrath):
            begun = replace(table, phase=Phase.COUNTER)
            value = table.wrath_value
            return with_table(state, pushed(begun, Flooding(TEAM, value, "wrath")) if value else begun, "A-051")
        if isinstance(act, MoveWrath):
            last = len(table.setup.box.wrath.values) - 1
            rule = "A-055" if table.wrath == last else "A-054"
            return with_table(state, replace(table, phase=Phase.END, wrath=min(table.wrath + 1, last)), rule)
        after = next_round(dismissed(table))
        served = ("A-122",) if after.volunteers > table.volunteers else ()
        passed = ("A-137", "A-140") if table.hologram else ()
        alone = ("A-147",) if table.setup.players == 1 else ()
        return with_table(state, after, "A-056", *served, *passed, *alone)

    def asked(self, view: AtlantisView) -> Asked:
        table = view.table
        who, value = view.who(table.starter), table.wrath_value
        if table.phase is Phase.WRATH:
            text = say("The wrath of the gods: {many} will flood. Begin it.", many=Count(value, TILE))
            if not value:
                text = say("The wrath counter stands on 0: nothing floods. Go on.")
            return Asked((table.starter,), text, say("Before it, tiles may be turned dry."), "A-051")
        if table.phase is Phase.COUNTER:
            if table.wrath == len(table.setup.box.wrath.values) - 1:
                text = say("The wrath counter stays on its last space. {who} says so.", who=who)
                return Asked((table.starter,), text, say("It never leaves that space."), "A-055")
            text = say("{who} moves the wrath counter one space on.", who=who)
            return Asked((table.starter,), text, say("It moves at the end of every round."), "A-054")
        left = (table.starter + 1) % table.setup.players
        text = say("{who} passes the starting marker to {other}.", who=who, other=view.who(left))
        if left == table.starter:
            text = say("The round is over. Begin the next one.")
        return Asked((table.starter,), text, say("It goes clockwise, once a round."), "A-056")

    def label(self, view: AtlantisView, act: Raged) -> Label:
        group = say("Wrath of the gods")
        if isinstance(act, BeginWrath):
            return Label(say("Begin the wrath"), group)
        if isinstance(act, MoveWrath):
            return Label(say("The counter has moved"), group, "wrath_counter")
        return Label(say("The marker has passed on"), say("End of the round"), "starting_player")

    def told(self, before: AtlantisView, act: Raged) -> Message:
        if isinstance(act, BeginWrath):
            if not (value := before.table.wrath_value):
                return say("The wrath of the gods floods nothing.")
            return say("The wrath of the gods floods {many}.", many=Count(value, TILE))
        if isinstance(act, MoveWrath):
            return say("The wrath counter moves on.")
        left = (before.table.starter + 1) % before.table.setup.players
        return say("A new round begins with {who}.", who=before.who(left))


def dismissed(table: Table) -> Table:
    """The table with every volunteer that has served back in the supply (A-122, Q-18)."""
    served = [each for each in table.atlanteans if each.kind == "volunteer" and each.acted]
    return volunteers_dismissed(table, served)
