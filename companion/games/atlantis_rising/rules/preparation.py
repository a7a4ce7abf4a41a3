"""Set-up, and what is laid out for a round: colours, boards, the Blueprint, the Hologram's board, a Scholar's artifact.

Ledger: A-010 to A-018, A-128 to A-149, A-160, A-175, A-176, Q-02, Q-28, Q-29, Q-54.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import ARTIFACT, POWER_CORE
from companion.games.atlantis_rising.rules import acts
from companion.games.atlantis_rising.rules.decisions import DrawArtifact, KeepArtifact, Studied
from companion.games.atlantis_rising.rules.moments import PhaseMoment, StepMoment
from companion.games.atlantis_rising.state import changes, model
from companion.games.atlantis_rising.state.steps import Studying
from companion.games.atlantis_rising.words.vocabulary import refused
from companion.games.core import RuleId, Seat
from companion.games.errors import IllegalAction
from companion.games.shared.phases import put
from companion.language.message import say

WITH_HOLOGRAM = 2
"""Up to so many players have the Hologram (A-133, A-146)."""
FEW_PLAYERS = 3
"""Up to so many have more followers, and three colours to choose from."""
_BEGUN_BY: Final[dict[int, tuple[RuleId, ...]]] = {
    1: ("A-136", "A-144", "A-146", "A-147"),
    2: ("A-131", "A-133", "A-136"),
    3: ("A-128",),
}
"""The rules of set-up by the number of players, where they are few."""


def followers(players: int) -> tuple[int, int]:
    """How many followers each begins with, and how many more lie in the supply (A-012, A-015, A-128, A-131, A-144)."""
    return {1: (4, 3), 2: (4, 3), 3: (3, 3)}.get(players, (2, 2))


class Preparing(PhaseMoment[acts.Prepared]):
    """Colours, councilors, the Blueprint, and who begins, one after another."""

    titles = {model.Phase.SETUP: say("Set-up")}

    def legal(self, state: model.AtlantisState) -> tuple[acts.Prepared, ...]:
        table = state.table
        seats = range(table.players)
        if "" in table.colours:
            ways = product((each for each in seats if not table.colours[each]), colours(table.setup))
            return tuple(acts.TakeColour(seat, each) for seat, each in ways if each not in table.colours)
        if "" in table.councilors:
            ways = product((each for each in seats if not table.councilors[each]), table.box.councilors)
            return tuple(acts.TakeCouncilor(seat, each) for seat, each in ways if each not in table.councilors)
        if missing := changes.lacking(table):
            return tuple(acts.LayComponent(each) for each in missing)
        return tuple(acts.TakeMarker(seat) for seat in seats)

    def apply(self, state: model.AtlantisState, act: acts.Prepared) -> model.AtlantisState:
        table = state.table
        if isinstance(act, acts.TakeColour):
            taken = replace(table, colours=put(table.colours, act.seat, act.colour))
            few = ("A-135",) if table.players <= FEW_PLAYERS else ()
            return changes.with_table(state, taken, "A-012", "A-013", *few)
        if isinstance(act, acts.TakeCouncilor):
            taken = replace(table, councilors=put(table.councilors, act.seat, act.councilor))
            return changes.with_table(state, taken, "A-011")
        if isinstance(act, acts.LayComponent):
            names = [*(each for each in table.box.components if each != POWER_CORE), POWER_CORE]
            laid = sorted((*table.blueprint, model.Built(act.component)), key=lambda each: names.index(each.component))
            return changes.with_table(state, replace(table, blueprint=tuple(laid)), "A-010", "A-160")
        rules = _BEGUN_BY.get(table.players, ("A-012", "A-015", "A-127"))
        return changes.with_table(state, _begun(replace(table, starter=act.seat)), "A-018", *rules)

    def asks(self, table: model.Table) -> str:
        if "" in table.colours:
            return "colours"
        if "" in table.councilors:
            return "councilors"
        return "component" if changes.lacking(table) else "marker"

    def askers(self, table: model.Table) -> tuple[Seat, ...]:
        taken = table.colours if "" in table.colours else table.councilors
        return tuple(seat for seat, each in enumerate(taken) if not each)

    def fault(self, state: model.AtlantisState, act: acts.Prepared) -> IllegalAction | None:
        if isinstance(act, acts.TakeColour) and act.colour not in colours(state.table.setup):
            return refused("few_colours")
        is_one = isinstance(act, acts.TakeColour | acts.TakeCouncilor)
        return refused("has_one") if is_one else None


def colours(setup: model.Setup) -> tuple[str, ...]:
    """The colours that can be chosen (A-135)."""
    return model.FEW_COLOURS if setup.players <= FEW_PLAYERS else model.COLOURS


def _begun(table: model.Table) -> model.Table:
    """The table as the first round begins, once a Scholar has chosen an artifact (Q-54)."""
    setup = table.setup
    at_hand, more = followers(setup.players)
    pieces = [model.Atlantean(seat, "leader") for seat in range(setup.players)]
    pieces += [model.Atlantean(seat, "follower") for seat in range(setup.players) for _ in range(at_hand)]
    stack: tuple[str, ...] = ()
    if setup.players <= WITH_HOLOGRAM:
        pieces.append(model.Atlantean(table.starter, "hologram"))
        stack = tuple(name for name in setup.box.councilors if name not in table.councilors)
    if setup.players == 1 or (setup.players == WITH_HOLOGRAM and setup.two_player_automaton):
        pieces.append(model.Atlantean(table.starter, "automaton"))
    table = replace(table, atlanteans=changes.in_order(pieces), supply=(more,) * setup.players, stack=stack, round=1)
    effects = [table.box.councilors[name].effect for name in table.councilors]
    scholars = (Studying(seat, False) for seat, effect in enumerate(effects) if effect.op == "artifact")
    return changes.pushed(opened(table), *scholars)


def opened(table: model.Table) -> model.Table:
    """The table with the first phase of a round; alone one takes 1 energy (A-147)."""
    if table.players == 1:
        table = changes.earn(table, 0, changes.energy(1))
    return replace(table, phase=model.Phase.REVEAL if table.players <= WITH_HOLOGRAM else model.Phase.PLACE)


class Revealing(PhaseMoment[acts.Shown]):
    """Each round the starting player turns two boards up and gives one to the Hologram (A-139, Q-28, Q-29)."""

    titles = {model.Phase.REVEAL: say("Hologram")}

    def legal(self, state: model.AtlantisState) -> tuple[acts.Shown, ...]:
        table = state.table
        if len(table.revealed) < model.DRAWN:
            return tuple(acts.RevealCouncilor(each) for each in table.stack or table.stack_discards)
        return tuple(acts.ChooseCouncilor(table.starter, each) for each in table.revealed)

    def apply(self, state: model.AtlantisState, act: acts.Shown) -> model.AtlantisState:
        table = state.table
        if isinstance(act, acts.RevealCouncilor):
            stack, discards = (table.stack, table.stack_discards) if table.stack else (table.stack_discards, ())
            left = tuple(each for each in stack if each != act.councilor)
            shown = replace(table, stack=left, stack_discards=discards, revealed=(*table.revealed, act.councilor))
            return changes.with_table(state, shown, "A-139", *(() if table.stack else ("A-141",)))
        (other,) = (each for each in table.revealed if each != act.councilor)
        discards = (*table.stack_discards, other)
        table = replace(table, revealed=(), hologram=act.councilor, stack_discards=discards, phase=model.Phase.PLACE)
        if table.box.councilors[act.councilor].effect.op == "artifact":
            table = changes.pushed(table, Studying(table.starter, True))
            return changes.with_table(state, table, "A-139", "A-142", "A-175")
        return changes.with_table(state, table, "A-139", "A-142")

    def asks(self, table: model.Table) -> str:
        return "reveal" if len(table.revealed) < model.DRAWN else "reveal_choice"


class Study(StepMoment[Studying, Studied]):
    """A player's artifact goes into the hand; the Hologram's is back in the box at the end of the round."""

    def legal(self, state: model.AtlantisState) -> tuple[Studied, ...]:
        table, step = state.table, self.step(state.table)
        # Of those unseen some are in the box where not all of them are in the deck.
        unseen = table.artifacts if len(table.artifacts) > dict(table.library.cards).get(ARTIFACT, 0) else ()
        left = (*table.boxed_artifacts, *unseen)
        if len(step.drawn) < model.DRAWN and left:
            return tuple(DrawArtifact(each) for each in left if each not in step.drawn)
        return tuple(KeepArtifact(step.seat, each) for each in step.drawn)

    def apply(self, state: model.AtlantisState, act: Studied) -> model.AtlantisState:
        table = state.table
        step = self.step(table)
        if isinstance(act, DrawArtifact):
            unseen = tuple(each for each in table.artifacts if each != act.artifact)
            known = tuple(dict.fromkeys((*table.boxed_artifacts, act.artifact)))
            drawn = replace(step, drawn=(*step.drawn, act.artifact))
            after = changes.stepped(replace(table, artifacts=unseen, boxed_artifacts=known), drawn)
            return changes.with_table(state, after, "A-175")
        table = changes.popped(table)
        if step.is_hologram:
            return changes.with_table(state, replace(table, scholar_artifact=act.artifact), "A-175", "A-176")
        boxed = tuple(each for each in table.boxed_artifacts if each != act.artifact)
        hands = put(table.hands, act.seat, (*table.hands[act.seat], act.artifact))
        return changes.with_table(state, replace(table, boxed_artifacts=boxed, hands=hands), "A-175")

    def asks(self, table: model.Table) -> str:
        return "Studying" if len(self.step(table).drawn) < model.DRAWN else "Studying_choice"
