"""Actions in an order that the team chooses, who acts once more, and whose it is (A-046 to A-050, A-112, A-166)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.atlantis_rising.rules import activation
from companion.games.atlantis_rising.rules.acts import Acted, Activate, EndActions
from companion.games.atlantis_rising.rules.decisions import Enough, GiveBenefit, GiveUp, Repeated
from companion.games.atlantis_rising.rules.moments import Division, PhaseMoment, StepMoment
from companion.games.atlantis_rising.state import changes, model
from companion.games.atlantis_rising.state.ground import TILES, at, spaces
from companion.games.atlantis_rising.state.steps import Endowing, Repeating, Sacrificing, Sharing
from companion.games.atlantis_rising.words.vocabulary import place_words
from companion.games.core import Seat
from companion.games.errors import IllegalAction
from companion.games.shared.phases import put
from companion.language.message import listing, say


class Acting(PhaseMoment[Acted]):
    """Whoever acts is tapped; whose roll it is follows from that."""

    titles = {model.Phase.ACTIONS: say("Actions")}

    def legal(self, state: model.AtlantisState) -> tuple[Acted, ...]:
        table = state.table
        found = tuple(activation.activations(table))
        return found if any(activation.is_due(table, each) for each in found) else (*found, EndActions())

    def allows(self, state: model.AtlantisState, act: Acted) -> bool:
        if isinstance(act, EndActions):
            return not any(activation.due(state.table))
        return act in activation.activations(state.table, act.place)

    def apply(self, state: model.AtlantisState, act: Acted) -> model.AtlantisState:
        table = state.table
        if isinstance(act, EndActions):
            placed = [each for each in table.atlanteans if each.place != model.POOL]
            return changes.with_table(state, replace(changes.returned(table, placed), phase=model.Phase.WRATH), "A-050")
        group, rooms = [model.Atlantean(*act.key)], spaces(table.setup, act.place)
        if act.space < len(rooms) and rooms[act.space].is_double:
            group = list(at(table, act.place, act.space))
        for each in group:
            if each.kind != "automaton" and not each.acted:
                table = changes.exchanged(table, each, replace(each, acted=True))
        after, why = activation.does(table, act)
        return changes.with_table(state, after, "A-047", *why)

    def asks(self, table: model.Table) -> str:
        return "actions_done" if activation.all_acted(table) else "actions"

    def askers(self, table: model.Table) -> tuple[Seat, ...]:
        builders = [each.seat for each in table.atlanteans if each.place in model.BUILD_SPACES]
        seats = [act.seat for act in activation.activations(table)] or builders
        return tuple(dict.fromkeys(seats)) or super().askers(table)

    def called(self, view: model.AtlantisView, act: Acted) -> str:
        # Nobody has to act on a build space, or alone where two are needed.
        is_rest = isinstance(act, EndActions) and not activation.all_acted(view.table)
        return "EndActions_rest" if is_rest else super().called(view, act)

    def fault(self, state: model.AtlantisState, act: Acted) -> IllegalAction | None:
        if isinstance(act, EndActions):
            places = dict.fromkeys(each.place for each in activation.due(state.table))
            where = listing((place_words(state.table.box, place) for place in places), ",")
            return IllegalAction("A-046", say("Atlanteans have yet to act: {places}. Tap them first.", places=where))
        if act.piece == "automaton":
            return IllegalAction("A-151", say("The Automaton takes no action. Tap the Atlantean beside it."))
        piece = changes.find(state.table, *act.key)
        if piece is None:
            return IllegalAction("A-046", say("No such piece stands there. Tap one that does."))
        if piece.acted:
            return IllegalAction("A-046", say("It has acted this round. Tap another."))
        if act.place in model.BUILD_SPACES:
            return IllegalAction("A-103", say("Building is done by all on that space together. Choose what to build."))
        is_tile = act.place in TILES
        there = [each for each in activation.activations(state.table, act.place) if each.space == act.space]
        if any((each.seat, each.rollers) == (act.seat, act.rollers) for each in there):
            words = say("The two there act as one. Choose the action that is offered.")
            return IllegalAction("A-064" if is_tile else "A-112", words)
        is_many = len(list(at(state.table, act.place, act.space))) > 1
        if is_tile and is_many:
            return IllegalAction("A-172", say("Two dice are rolled there. Choose which two of them roll."))
        if is_many:
            return IllegalAction("A-168", say("None of the two is a follower, so they do nothing. Tap another."))
        if is_tile:
            return IllegalAction("A-064", say("That space needs two Atlanteans. Tap another."))
        return IllegalAction("A-112", say("That space needs two Atlanteans, and the right ones. Tap another."))


class Again(StepMoment[Repeating, Repeated]):
    """Of pieces that have acted one acts once more; a space for two is activated once more (A-166)."""

    def has_work(self, state: model.AtlantisState) -> bool:
        return any(activation.repeats(state.table, self.step(state.table)))

    def legal(self, state: model.AtlantisState) -> tuple[Repeated, ...]:
        step = self.step(state.table)
        return (*activation.repeats(state.table, step), Enough(step.seat))

    def apply(self, state: model.AtlantisState, act: Repeated) -> model.AtlantisState:
        table = changes.popped(state.table)
        if isinstance(act, Enough):
            return changes.with_table(state, table, "A-166")
        after, why = activation.does(table, Activate(*act.key, act.rollers))
        return changes.with_table(state, after, "A-166", *why)


class Shares(Division[Sharing | Endowing, GiveBenefit]):
    """Who gets what a component gives: of those who share its space, or who have paid for it."""

    one_is_done = False

    def apply(self, state: model.AtlantisState, act: GiveBenefit) -> model.AtlantisState:
        step = self.step(state.table)
        component = state.table.box.components[step.component]
        is_shared = isinstance(step, Sharing)
        effects = component.on_activate if is_shared else component.on_build
        after = activation.applied(changes.popped(state.table), effects, act.seat, component.name)
        return changes.with_table(state, after, "A-112" if is_shared else "A-110")


class Sacrifices(Division[Sacrificing, GiveUp]):
    """A follower goes out of the game; of two players' they say whose (Q-52)."""

    def apply(self, state: model.AtlantisState, act: GiveUp) -> model.AtlantisState:
        step = self.step(state.table)
        piece = changes.find(state.table, act.seat, "follower", step.place, step.space)
        assert piece is not None
        table = changes.exchanged(changes.popped(state.table), piece)
        boxed = put(table.boxed, act.seat, table.boxed[act.seat] + 1)
        return changes.with_table(state, replace(table, boxed=boxed), "A-168")
