"""What cards and components give where somebody has to choose: each step is one small decision after the other."""

from __future__ import annotations

from itertools import product
from typing import TypeAlias

from msgspec.structs import replace

from companion.games.atlantis_rising.box import RESOURCES
from companion.games.atlantis_rising.changes import earn, one, popped, pushed, stepped, with_table
from companion.games.atlantis_rising.decisions import Enough, Exchange, Gain, PlaceBarrier, TurnIn, Unflood
from companion.games.atlantis_rising.model import AtlantisState, AtlantisView
from companion.games.atlantis_rising.phases.part import Moment, decider, step_of
from companion.games.atlantis_rising.steps import Amplifying, Exchanging, Fencing, Gaining, Unflooding
from companion.games.atlantis_rising.vocabulary import (
    BARRIER,
    PENINSULA_WORDS,
    RESOURCE,
    RESOURCE_WORDS,
    TILE,
    tile_words,
)
from companion.games.atlantis_rising.water import can_be_fenced, can_rise, fenced, raised
from companion.games.shared.phases import Asked, Label
from companion.language.message import Message, say
from companion.language.values import Count, Noun

_Changed: TypeAlias = Gain | TurnIn | Exchange | Enough


class Fences(Moment[PlaceBarrier]):
    """A barrier that was gained is placed at once."""

    acts = (PlaceBarrier,)
    rule = "A-098"
    law = say("A barrier goes to a peninsula with a dry tile and no barrier, and at once")

    def legal(self, state: AtlantisState) -> tuple[PlaceBarrier, ...]:
        return tuple(PlaceBarrier(each) for each in can_be_fenced(state.table))

    def apply(self, state: AtlantisState, act: PlaceBarrier) -> AtlantisState:
        step = step_of(state.table, Fencing)
        table = stepped(state.table, replace(step, left=step.left - 1)) if step.left > 1 else popped(state.table)
        return with_table(state, fenced(table, act.peninsula), "A-097", "A-098")

    def asked(self, view: AtlantisView) -> Asked:
        step = step_of(view.table, Fencing)
        seat = decider(view.table, step.seat)
        text = say("{who} places {many}.", who=view.who(seat), many=Count(step.left, BARRIER))
        return Asked((seat,), text, say("It stops the next flood there."), "A-098")

    def label(self, view: AtlantisView, act: PlaceBarrier) -> Label:
        return Label(say("{where}", where=PENINSULA_WORDS[act.peninsula]), say("A barrier at"), "barrier")

    def told(self, before: AtlantisView, act: PlaceBarrier) -> Message:
        return say("A barrier protects {where}.", where=PENINSULA_WORDS[act.peninsula])


class Rises(Moment[Unflood]):
    """Of a peninsula the flooded tile nearest to the centre."""

    acts = (Unflood,)
    rule = "A-101"
    law = say("Of a peninsula the flooded tile nearest to the centre is turned dry")

    def legal(self, state: AtlantisState) -> tuple[Unflood, ...]:
        return tuple(Unflood(each) for each in can_rise(state.table))

    def apply(self, state: AtlantisState, act: Unflood) -> AtlantisState:
        step = step_of(state.table, Unflooding)
        table = stepped(state.table, replace(step, left=step.left - 1)) if step.left > 1 else popped(state.table)
        return with_table(state, raised(table, act.peninsula), "A-101")

    def asked(self, view: AtlantisView) -> Asked:
        step = step_of(view.table, Unflooding)
        seat = decider(view.table, step.seat)
        text = say("{who} turns {many} dry.", who=view.who(seat), many=Count(step.left, TILE))
        return Asked((seat,), text, say("Of a peninsula it is the flooded tile nearest to the centre."), "A-101")

    def label(self, view: AtlantisView, act: Unflood) -> Label:
        return Label(tile_words(act.peninsula, view.table.dry[act.peninsula] + 1), say("Turn dry"))

    def told(self, before: AtlantisView, act: Unflood) -> Message:
        return say("{tile} is dry again.", tile=tile_words(act.peninsula, before.table.dry[act.peninsula] + 1))


class Riches(Moment[_Changed]):
    """Resources of one's choice, and such as are exchanged or come back doubled."""

    acts = (Gain, TurnIn, Exchange, Enough)
    rule = "A-125"
    law = say("A resource is gold, crystal, ore or Atlantium, and energy is none")

    def legal(self, state: AtlantisState) -> tuple[_Changed, ...]:
        table = state.table
        step = table.steps[-1]
        if isinstance(step, Gaining):
            return tuple(Gain(step.seat, each) for each in step.kinds)
        if isinstance(step, Amplifying):
            owned = table.reserves[step.seat]
            give = [TurnIn(step.seat, each) for each in RESOURCES if getattr(owned, each) > step.given.count(each)]
            return (*give, Enough(step.seat))
        exchange = step_of(table, Exchanging)
        held = table.reserves[exchange.seat]
        pairs = [
            Exchange(exchange.seat, given, taken)
            for given, taken in product(RESOURCES, RESOURCES)
            if given != taken and getattr(held, given)
        ]
        return (*pairs, Enough(exchange.seat))

    def apply(self, state: AtlantisState, act: _Changed) -> AtlantisState:
        table = state.table
        step = table.steps[-1]
        if isinstance(step, Gaining) and isinstance(act, Gain):
            table = stepped(table, replace(step, left=step.left - 1)) if step.left > 1 else popped(table)
            return with_table(state, earn(table, act.seat, one(act.resource)), "A-125")
        if isinstance(step, Amplifying):
            given = (*step.given, act.resource) if isinstance(act, TurnIn) else step.given
            if isinstance(act, TurnIn) and len(given) < step.left:
                return with_table(state, stepped(table, replace(step, given=given)), "A-169")
            kinds = tuple(each for each in RESOURCES if each in given)
            after = popped(table)
            return with_table(state, pushed(after, Gaining(step.seat, 1, kinds)) if kinds else after, "A-169")
        if isinstance(step, Exchanging) and isinstance(act, Exchange):
            table = earn(earn(table, act.seat, one(act.given), -1), act.seat, one(act.taken))
            table = stepped(table, replace(step, left=step.left - 1)) if step.left > 1 else popped(table)
            return with_table(state, table, "A-125")
        return with_table(state, popped(table), "A-125")

    def asked(self, view: AtlantisView) -> Asked:
        step = view.table.steps[-1]
        assert isinstance(step, Gaining | Amplifying | Exchanging)
        who = view.who(step.seat)
        if isinstance(step, Gaining):
            text = say("{who} takes {many}.", who=who, many=Count(step.left, RESOURCE))
            return Asked((step.seat,), text, say("Choose which."), "A-125")
        many = Count(step.left - len(step.given) if isinstance(step, Amplifying) else step.left, RESOURCE)
        if isinstance(step, Amplifying):
            text = say("{who} turns in up to {many}.", who=who, many=many)
            return Asked((step.seat,), text, say("They come back, and one more of a kind turned in."), "A-169")
        text = say("{who} exchanges up to {many}.", who=who, many=many)
        return Asked((step.seat,), text, say("One for one."), "A-125")

    def label(self, view: AtlantisView, act: _Changed) -> Label:
        who = view.who(act.seat)
        if isinstance(act, Gain):
            return Label(say("{what}", what=Noun(act.resource)), say("{who} takes", who=who))
        if isinstance(act, TurnIn):
            return Label(say("{what}", what=Noun(act.resource)), say("{who} turns in", who=who))
        if isinstance(act, Exchange):
            words = say("{given} for {taken}", given=Noun(act.given), taken=Noun(act.taken))
            return Label(words, say("{who} exchanges", who=who))
        return Label(say("No more"), say("{who}", who=who))

    def told(self, before: AtlantisView, act: _Changed) -> Message:
        who = before.who(act.seat)
        if isinstance(act, Gain):
            return say("{who} takes {many}.", who=who, many=Count(1, RESOURCE_WORDS[act.resource]))
        if isinstance(act, TurnIn):
            return say("{who} turns in {many}.", who=who, many=Count(1, RESOURCE_WORDS[act.resource]))
        if isinstance(act, Exchange):
            given, taken = Count(1, RESOURCE_WORDS[act.given]), Count(1, RESOURCE_WORDS[act.taken])
            return say("{who} exchanges {given} for {taken}.", who=who, given=given, taken=taken)
        return say("{who} leaves it at that.", who=who)
