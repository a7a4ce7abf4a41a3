"""What no operation can say is settled by hand: the host enters what changed, one thing after another (section 4.3)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec.structs import replace

from companion.games.atlantis_rising.box import RINGS, Price
from companion.games.atlantis_rising.changes import earn, popped, volunteers_dismissed, volunteers_joined, with_table
from companion.games.atlantis_rising.decisions import Adjust, Settled
from companion.games.atlantis_rising.model import TEAM, AtlantisState, AtlantisView, Table
from companion.games.atlantis_rising.phases.part import Moment, step_of
from companion.games.atlantis_rising.steps import Settling
from companion.games.atlantis_rising.vocabulary import PENINSULA_WORDS, RESOURCE_WORDS
from companion.games.atlantis_rising.water import ALL, drowned, fenced, flood, floodable, raised
from companion.games.errors import IllegalAction
from companion.games.shared.phases import Asked, Label
from companion.language.message import Message, say
from companion.language.values import Name

Mended: TypeAlias = Adjust | Settled
Owned: TypeAlias = Literal["gold", "crystal", "ore", "atlantium", "energy"]
_OWNED: tuple[Owned, ...] = ("gold", "crystal", "ore", "atlantium", "energy")
_NOWHERE = -1


class ByHand(Moment[Mended]):
    """Each is one of the changes that the rules know, and stands in the log as such."""

    acts = (Adjust, Settled)
    rule = "A-036"
    law = say("What the card says is entered here, one change after another")

    def legal(self, state: AtlantisState) -> tuple[Mended, ...]:
        table = state.table
        found: list[Mended] = [Settled()]
        for seat, reserve in enumerate(table.reserves):
            for name in _OWNED:
                found.append(Adjust(name, seat, _NOWHERE, 1))
                if getattr(reserve, name):
                    found.append(Adjust(name, seat, _NOWHERE, -1))
            if table.volunteers:
                found.append(Adjust("volunteer", seat, _NOWHERE, 1))
            if any(each.kind == "volunteer" and each.seat == seat for each in table.atlanteans):
                found.append(Adjust("volunteer", seat, _NOWHERE, -1))
        for each in ALL:
            if each in table.barriers:
                found.append(Adjust("barrier", TEAM, each, -1))
            elif table.dry[each]:
                found += [Adjust("flood", TEAM, each, 1), Adjust("barrier", TEAM, each, 1)]
            if table.dry[each] < RINGS:
                found.append(Adjust("unflood", TEAM, each, 1))
        if not floodable(table):
            found.append(Adjust("flood", TEAM, _NOWHERE, 1))
        last = len(table.setup.box.wrath.values) - 1
        found += [Adjust("wrath", TEAM, _NOWHERE, 1)] if table.wrath < last else []
        found += [Adjust("wrath", TEAM, _NOWHERE, -1)] if table.wrath else []
        return tuple(found)

    def apply(self, state: AtlantisState, act: Mended) -> AtlantisState:
        if isinstance(act, Settled):
            return with_table(state, popped(state.table), "A-036")
        return with_table(state, adjusted(state.table, act), "A-036")

    def asked(self, view: AtlantisView) -> Asked:
        step = step_of(view.table, Settling)
        text = say("Do what {card} says, and enter what changed.", card=Name(step.title))
        if step.text:
            text = say("{card}: “{words}” Do it, and enter what changed.", card=Name(step.title), words=Name(step.text))
        return Asked((step.seat,), text, say("The companion does not know this card's effect."), "A-036")

    def label(self, view: AtlantisView, act: Mended) -> Label:
        if isinstance(act, Settled):
            return Label(say("That is all"), say("What the card changed"))
        return Label(self._change(view, act), say("What the card changed"))

    def told(self, before: AtlantisView, act: Mended) -> Message:
        if isinstance(act, Settled):
            return say("What {card} says is done.", card=Name(step_of(before.table, Settling).title))
        return say("Entered by hand: {change}.", change=self._change(before, act))

    def refusal(self, state: AtlantisState, act: Mended, now: Message, is_moment: bool) -> IllegalAction:
        if is_moment and isinstance(act, Adjust) and act.what == "flood" and act.peninsula in state.table.barriers:
            return IllegalAction("A-099", say("A barrier stands there. Enter first that it is gone."))
        return super().refusal(state, act, now, is_moment)

    def _change(self, view: AtlantisView, act: Adjust) -> Message:
        sign = say("1 more") if act.by > 0 else say("1 less")
        if act.what in RESOURCE_WORDS:
            return say("{who}: {sign} {what}", who=view.who(act.seat), sign=sign, what=RESOURCE_WORDS[act.what])
        if act.what == "volunteer":
            return say("{who}: {sign} volunteer", who=view.who(act.seat), sign=sign)
        if act.what == "wrath":
            return say("wrath counter: {sign}", sign=sign)
        if act.peninsula == _NOWHERE:
            return say("the centre floods")
        where = PENINSULA_WORDS[act.peninsula]
        if act.what == "flood":
            return say("{where}: a tile floods", where=where)
        if act.what == "unflood":
            return say("{where}: a tile is dry again", where=where)
        return say("{where}: barrier, {sign}", where=where, sign=sign)


def adjusted(table: Table, act: Adjust) -> Table:
    """The table after one change that the host entered."""
    if act.what == "volunteer":
        if act.by > 0:
            return volunteers_joined(table, act.seat, 1)
        pieces = [each for each in table.atlanteans if each.kind == "volunteer" and each.seat == act.seat]
        return volunteers_dismissed(table, pieces[:1])
    if act.what == "wrath":
        return replace(table, wrath=table.wrath + act.by)
    if act.what == "flood":
        return drowned(table) if act.peninsula == _NOWHERE else flood(table, act.peninsula)[0]
    if act.what == "unflood":
        return raised(table, act.peninsula)
    if act.what == "barrier":
        if act.by > 0:
            return fenced(table, act.peninsula)
        return replace(table, barriers=tuple(each for each in table.barriers if each != act.peninsula))
    return earn(table, act.seat, Price(**{act.what: act.by}))
