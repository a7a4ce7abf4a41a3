"""Misfortunes: each player draws one and deals with it before the next is drawn (A-034 to A-045)."""

from __future__ import annotations

from typing import TypeAlias

from msgspec.structs import replace

from companion.games.atlantis_rising.acts import DrawMisfortune, EndMisfortunes
from companion.games.atlantis_rising.box import CALM, CONTROLLED, PENINSULAS
from companion.games.atlantis_rising.changes import pushed, with_table
from companion.games.atlantis_rising.decks import misfortune_drawn, next_misfortunes
from companion.games.atlantis_rising.fortune import warned
from companion.games.atlantis_rising.model import AtlantisState, AtlantisView, Phase, Table
from companion.games.atlantis_rising.outcomes import applied, current, drawers
from companion.games.atlantis_rising.phases.part import Moment
from companion.games.atlantis_rising.steps import Flooding
from companion.games.atlantis_rising.vocabulary import misfortune_words
from companion.games.atlantis_rising.water import named
from companion.games.core import Memory, RuleId
from companion.games.errors import IllegalAction
from companion.games.shared.phases import Asked, Label
from companion.language.message import NOTHING, Message, say

Drawn: TypeAlias = DrawMisfortune | EndMisfortunes


class Misfortunes(Moment[Drawn]):
    """Between two cards tiles may be turned dry and library cards played."""

    acts = (DrawMisfortune, EndMisfortunes)
    rule = "A-034"
    law = say("From the starting player on each player draws one misfortune")

    def legal(self, state: AtlantisState) -> tuple[Drawn, ...]:
        table = state.table
        if table.drawn == len(drawers(table)):
            return (EndMisfortunes(),)
        return tuple(DrawMisfortune(card) for card in next_misfortunes(table))

    def apply(self, state: AtlantisState, act: Drawn) -> AtlantisState:
        table = state.table
        if isinstance(act, EndMisfortunes):
            return with_table(state, replace(table, phase=Phase.ACTIONS), "A-045", "A-046")
        drawn = misfortune_drawn(warned(table, act.card), act.card)
        return self._suffer(state, replace(drawn, drawn=table.drawn + 1), act.card)

    def _suffer(self, state: AtlantisState, table: Table, card: str) -> AtlantisState:
        seat, order = current(table), _order_rule(table)
        if card == CALM:
            return with_table(state, table, *order, "A-038")
        if card == CONTROLLED:
            return with_table(state, pushed(table, Flooding(seat, 1, "controlled")), *order, "A-044")
        if card.startswith("basic_"):
            names: tuple[str, ...] = PENINSULAS
            after, why = named(table, names.index(card.removeprefix("basic_")), seat)
            return with_table(state, after, *order, *why)
        special = table.setup.box.special[card]
        return with_table(state, applied(table, (special.effect,), seat, special.name), *order, "A-036")

    def asked(self, view: AtlantisView) -> Asked:
        table = view.table
        many = len(drawers(table))
        if table.drawn == many:
            text = say("All misfortunes of this round are over. Begin the actions.")
            return Asked((table.starter,), text, say("{many} were drawn.", many=many), "A-045")
        who = view.who(drawers(table)[table.drawn])
        text = say("{who} draws misfortune {number} of {many}.", who=who, number=table.drawn + 1, many=many)
        why = say("Each is dealt with before the next is drawn.")
        return Asked((drawers(table)[table.drawn],), text, why, "A-034")

    def label(self, view: AtlantisView, act: Drawn) -> Label:
        if isinstance(act, EndMisfortunes):
            return Label(say("Begin the actions"), say("Misfortunes"))
        return Label(misfortune_words(view.table.setup.box, act.card), say("The card that was drawn"))

    def ask(self, view: AtlantisView, act: Drawn) -> Message:
        return say("Draw a misfortune") if isinstance(act, DrawMisfortune) else NOTHING

    def told(self, before: AtlantisView, act: Drawn) -> Message:
        if isinstance(act, EndMisfortunes):
            return say("The misfortunes of this round are over.")
        who = before.who(drawers(before.table)[before.table.drawn])
        return say("{who} draws: {card}.", who=who, card=misfortune_words(before.table.setup.box, act.card))

    def memory(self, before: AtlantisView, act: Drawn) -> Memory | None:
        if isinstance(act, EndMisfortunes):
            return None
        card = misfortune_words(before.table.setup.box, act.card)
        return Memory(
            say("Everybody has seen the misfortune: {card}.", card=card),
            say("Put that card back on top of the misfortune deck, face down: it will come again."),
        )

    def refusal(self, state: AtlantisState, act: Drawn, now: Message, is_moment: bool) -> IllegalAction:
        if is_moment and isinstance(act, DrawMisfortune) and state.table.drawn < len(drawers(state.table)):
            return IllegalAction("A-034", say("No such card can come out of the misfortune deck. Look at it again."))
        if is_moment:
            return IllegalAction("A-045", say("This round has another number of misfortunes. Do what is asked."))
        if isinstance(act, DrawMisfortune) and state.table.phase is Phase.MISFORTUNE:
            words = say("What is under way is dealt with before the next card is drawn. Do what is asked first.")
            return IllegalAction("A-035", words)
        return super().refusal(state, act, now, is_moment)


def _order_rule(table: Table) -> tuple[RuleId, ...]:
    """The rules that say who has drawn."""
    return {1: ("A-149",), 2: ("A-134",), 3: ("A-034", "A-130")}.get(table.setup.players, ("A-034",))
