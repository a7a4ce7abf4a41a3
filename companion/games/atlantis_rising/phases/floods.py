"""Floods whose place somebody chooses: for a depleted peninsula, by a Controlled Flood, by a card, and by the wrath."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.atlantis_rising.changes import popped, stepped, with_table
from companion.games.atlantis_rising.decisions import ChooseFlood
from companion.games.atlantis_rising.model import AtlantisState, AtlantisView
from companion.games.atlantis_rising.phases.part import Moment, decider, step_of
from companion.games.atlantis_rising.steps import Flooding
from companion.games.atlantis_rising.vocabulary import PENINSULA_WORDS, TILE, tile_words
from companion.games.atlantis_rising.water import choosable, flood
from companion.games.core import RuleId
from companion.games.errors import IllegalAction
from companion.games.shared.phases import Asked, Label
from companion.language.message import Message, say
from companion.language.values import Count

_RULES: dict[str, tuple[RuleId, ...]] = {
    "depleted": ("A-042",),
    "controlled": ("A-044",),
    "wrath": ("A-051", "A-052"),
    "card": ("A-036",),
}


class Floods(Moment[ChooseFlood]):
    """One after another: each is a whole flood (Q-06)."""

    acts = (ChooseFlood,)
    rule = "A-040"
    law = say("A flood takes the dry tile of a peninsula that is farthest from the centre")

    def legal(self, state: AtlantisState) -> tuple[ChooseFlood, ...]:
        return tuple(ChooseFlood(each) for each in options(state))

    def apply(self, state: AtlantisState, act: ChooseFlood) -> AtlantisState:
        step = step_of(state.table, Flooding)
        others = (*step.others, act.peninsula) if step.cause == "card" else ()
        left = replace(step, left=step.left - 1, others=others)
        table = stepped(state.table, left) if left.left else popped(state.table)
        was_fenced = act.peninsula in table.barriers
        after, why = flood(table, act.peninsula, breaks_barrier=step.cause == "controlled")
        absorbed = ("A-057",) if was_fenced and step.cause == "wrath" else ()
        return with_table(state, after, *_RULES[step.cause], *absorbed, *why)

    def asked(self, view: AtlantisView) -> Asked:
        step = step_of(view.table, Flooding)
        who, seat = view.who(decider(view.table, step.seat)), decider(view.table, step.seat)
        many = Count(step.left, TILE)
        rule = _RULES[step.cause][-1]
        if step.cause == "wrath":
            text = say("Choose where {many} more will flood. If you disagree, {who} decides.", many=many, who=who)
            return Asked((seat,), text, say("The wrath floods as many tiles as its value."), rule)
        if step.cause == "controlled":
            text = say("{who} chooses the peninsula that floods, through its barrier too.", who=who)
            return Asked((seat,), text, say("A Controlled Flood is stronger than a barrier."), rule)
        if step.cause == "depleted":
            text = say("No tile is left there: {who} chooses where {many} will flood instead.", who=who, many=many)
            return Asked((seat,), text, say("A depleted peninsula costs two tiles elsewhere."), rule)
        text = say("{who} chooses where {many} will flood.", who=who, many=many)
        return Asked((seat,), text, say("The card says so."), rule)

    def label(self, view: AtlantisView, act: ChooseFlood) -> Label:
        fenced = act.peninsula in view.table.barriers
        ring = view.table.dry[act.peninsula]
        where = tile_words(act.peninsula, ring)
        controlled = step_of(view.table, Flooding).cause == "controlled"
        words = where if not fenced else say("the barrier of {where}", where=PENINSULA_WORDS[act.peninsula])
        if fenced and controlled:
            words = say("{tile}, and its barrier goes", tile=where)
        return Label(words, say("What floods"), f"dry:{_piece(act.peninsula, ring)}")

    def told(self, before: AtlantisView, act: ChooseFlood) -> Message:
        step, table = step_of(before.table, Flooding), before.table
        where = tile_words(act.peninsula, table.dry[act.peninsula])
        if act.peninsula in table.barriers and step.cause != "controlled":
            return say("The barrier of {where} stops a flood.", where=PENINSULA_WORDS[act.peninsula])
        if act.peninsula in table.barriers:
            return say(
                "The barrier of {where} goes, and {tile} floods.", where=PENINSULA_WORDS[act.peninsula], tile=where
            )
        return say("{tile} floods.", tile=where)

    def refusal(self, state: AtlantisState, act: ChooseFlood, now: Message, is_moment: bool) -> IllegalAction:
        if is_moment and 0 <= act.peninsula < len(state.table.dry):
            if not state.table.dry[act.peninsula]:
                rule = _RULES[step_of(state.table, Flooding).cause][-1]
                return IllegalAction(rule, say("That peninsula has no dry tile left. Choose another."))
            return IllegalAction("A-036", say("The card floods different peninsulas. Choose another."))
        return super().refusal(state, act, now, is_moment)


def options(state: AtlantisState) -> tuple[int, ...]:
    """The peninsulas that may be chosen."""
    return choosable(state.table, step_of(state.table, Flooding))


def _piece(peninsula: int, ring: int) -> str:
    words = ("mountains", "hills", "forests", "cities", "libraries", "forges")[peninsula]
    return f"{words}_{ring}"
