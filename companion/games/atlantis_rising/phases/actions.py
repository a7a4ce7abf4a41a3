"""Actions: the team chooses in which order all who stand on the island act (A-046 to A-050)."""

from __future__ import annotations

from typing import TypeAlias

from msgspec.structs import replace

from companion.games.atlantis_rising.activation import activate, activations, due
from companion.games.atlantis_rising.acts import Activate, EndActions
from companion.games.atlantis_rising.changes import find, returned, with_table
from companion.games.atlantis_rising.ground import TILES, at
from companion.games.atlantis_rising.model import BUILD_SPACES, POOL, AtlantisState, AtlantisView, Phase
from companion.games.atlantis_rising.phases.part import Moment
from companion.games.atlantis_rising.vocabulary import acting_words, piece_words, place_words
from companion.games.errors import IllegalAction
from companion.games.shared.phases import Asked, Label
from companion.language.message import Message, listing, say

Acted: TypeAlias = Activate | EndActions
"""So many places are named in a prompt; of more their number is."""


class Acting(Moment[Acted]):
    """Whoever acts is tapped; whose roll it is follows from that."""

    acts = (Activate, EndActions)
    rule = "A-046"
    law = say("Every Atlantean that stands on a space takes the action of its place, once")

    def legal(self, state: AtlantisState) -> tuple[Acted, ...]:
        table = state.table
        return (*activations(table), *(() if any(due(table)) else (EndActions(),)))

    def allows(self, state: AtlantisState, act: Acted) -> bool:
        if isinstance(act, EndActions):
            return not any(due(state.table))
        return act in activations(state.table, act.place)

    def apply(self, state: AtlantisState, act: Acted) -> AtlantisState:
        table = state.table
        if isinstance(act, EndActions):
            placed = [each for each in table.atlanteans if each.place != POOL]
            return with_table(state, replace(returned(table, placed), phase=Phase.WRATH), "A-050")
        after, why = activate(table, act)
        return with_table(state, after, "A-047", *why)

    def asked(self, view: AtlantisView) -> Asked:
        table = view.table
        acts = list(activations(table))
        left = dict.fromkeys((act.place, act.space) for act in acts)
        building = dict.fromkeys(each.place for each in table.atlanteans if each.place in BUILD_SPACES)
        if left or building:
            text = say("Choose together who acts next.")
            why = say("Any order is allowed. If you disagree, {who} decides.", who=view.who(table.starter))
            builders = (each.seat for each in table.atlanteans if each.place in BUILD_SPACES)
            seats = tuple(dict.fromkeys(act.seat for act in acts)) or tuple(dict.fromkeys(builders))
            return Asked(seats, text, why, "A-047", any_order=True)
        text = say("All have acted. Take every Atlantean back to its owner.")
        return Asked((table.starter,), text, say("Then the wrath of the gods begins."), "A-050")

    def label(self, view: AtlantisView, act: Acted) -> Label:
        if isinstance(act, EndActions):
            return Label(say("All have acted"), say("Actions"))
        return Label(acting_words(view, act.piece, act.place, act.rollers), say("{who} acts", who=view.who(act.seat)))

    def told(self, before: AtlantisView, act: Acted) -> Message:
        if isinstance(act, EndActions):
            return say("All have acted, and every Atlantean returns.")
        where = place_words(before.table.setup.box, act.place)
        return say("{piece} acts on {place}.", piece=piece_words(before, act.seat, act.piece), place=where)

    def refusal(self, state: AtlantisState, act: Acted, now: Message, is_moment: bool) -> IllegalAction:
        if not is_moment:
            return super().refusal(state, act, now, is_moment)
        if isinstance(act, EndActions):
            places = dict.fromkeys(each.place for each in due(state.table))
            where = listing((place_words(state.table.setup.box, place) for place in places), ",")
            return IllegalAction("A-046", say("Atlanteans have yet to act: {places}. Tap them first.", places=where))
        if act.piece == "automaton":
            return IllegalAction("A-151", say("The Automaton takes no action. Tap the Atlantean beside it."))
        piece = find(state.table, act.seat, act.piece, act.place, act.space)
        if piece is None:
            return IllegalAction("A-046", say("No such piece stands there. Tap one that does."))
        if piece.acted:
            return IllegalAction("A-046", say("It has acted this round. Tap another."))
        if act.place in BUILD_SPACES:
            return IllegalAction("A-103", say("Building is done by all on that space together. Choose what to build."))
        together = [each for each in activations(state.table) if (each.place, each.space) == (act.place, act.space)]
        if any((each.seat, each.rollers) == (act.seat, act.rollers) for each in together):
            rule = "A-064" if act.place in TILES else "A-112"
            return IllegalAction(rule, say("The two there act as one. Choose the action that is offered."))
        many = len(list(at(state.table, act.place, act.space)))
        if act.place in TILES and many > 1:
            return IllegalAction("A-172", say("Two dice are rolled there. Choose which two of them roll."))
        if many > 1:
            return IllegalAction("A-168", say("None of the two is a follower, so they do nothing. Tap another."))
        if act.place in TILES:
            return IllegalAction("A-064", say("That space needs two Atlanteans. Tap another."))
        return IllegalAction("A-112", say("That space needs two Atlanteans, and the right ones. Tap another."))
