"""What sensors read: the dice of an action (A-058, A-065), and a card that is laid on the reader.

What lies on the reader is a kind of piece and not one piece, so that a card which the camera has just seen and the next
one of its kind look alike: where it may be either, it is no act. Who plays a card is told, as it may be anybody's.
Ledger: section 7.1.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from companion.games.atlantis_rising.mat.looks import DICE, KIT, library
from companion.games.atlantis_rising.rules import activation, acts, course, decisions
from companion.games.atlantis_rising.rules.actions import wanted_words
from companion.games.atlantis_rising.state import changes, model, steps
from companion.games.atlantis_rising.words import texts, vocabulary
from companion.games.core import Action
from companion.games.dice import Dice, Roll
from companion.games.shared.phases import people
from companion.language.message import Message, say
from companion.language.values import Count

COLOURS: Final = tuple(kind.partition(":")[2] for kind in DICE)
"""Of the two dice of the box, in which order they are rolled; nobody has told us, and any others are read as well."""
ROLL: Final = "action"
"""The key of the one roll that is open at a time."""
_GROUPS: Final = ("library", "misfortune", "councilor")
KINDS: Final = tuple(
    kind for kind, piece in KIT.pieces.items() if kind.partition(":")[0] in _GROUPS and not piece.named
)
"""What may be laid on the reader."""
_CARDS: Final = frozenset(
    (
        *(acts.TakeCouncilor, acts.RevealCouncilor, acts.ChooseCouncilor, acts.DrawMisfortune),
        *(decisions.DrawArtifact, decisions.KeepArtifact, decisions.DrawCard, decisions.DiscardCard),
    )
)
_KEPT: Final = frozenset(activation.KEPT_BY.values())


class AttemptDice(Dice[model.Table, model.Hand, model.AtlantisAction]):
    """Whose roll it is follows from the piece that was tapped, so that one at most is open."""

    zone = decisions.TRAY

    def open_rolls(self, view: model.AtlantisView) -> tuple[Roll, ...]:
        attempt = rolled_for(view.table)
        if attempt is None:
            return ()
        where, dice = vocabulary.place_words(view.table.box, attempt.place), Count(len(attempt.rolls), vocabulary.DIE)
        label = say("{who}: {dice} for {place}", who=people(view, attempt.seats), dice=dice, place=where)
        need = wanted_words(view.table, attempt)
        ask = say("Roll {dice} for {place}: {need} or more", dice=dice, place=where, need=need)
        return (Roll(ROLL, label, attempt.seats[0] if len(attempt.seats) == 1 else None, ask=ask),)

    def act(
        self, view: model.AtlantisView, roll: Roll, values: Sequence[int], colours: Sequence[str]
    ) -> tuple[model.AtlantisAction | None, Message | None] | None:
        attempt = rolled_for(view.table)
        if attempt is None or not values:
            return None
        # Where one die stays as it lies, it may lie in the tray as well.
        rolled, many = list(values), len(attempt.rolls)
        stayed = [value for die, value in enumerate(attempt.values) if die not in attempt.rolls]
        if len(rolled) == many + len(stayed) and all(each in rolled for each in stayed):
            for each in stayed:
                rolled.remove(each)
        if len(rolled) == many:
            return decisions.Roll(tuple(rolled)), None
        lying, wanted = Count(len(values), vocabulary.DIE), Count(many, vocabulary.DIE)
        return None, say("{lying} in the tray, and this roll has {wanted}. Roll again.", lying=lying, wanted=wanted)

    def roll_of(self, act: Action) -> str | None:
        return ROLL if isinstance(act, decisions.Roll) else None

    def shown(self, act: Action) -> tuple[tuple[int, ...], tuple[str, ...]]:
        assert isinstance(act, decisions.Roll)  # the only roll there is
        return act.values, COLOURS[: len(act.values)]

    def to_roll(self, view: model.AtlantisView, roll: Roll, rng: random.Random) -> tuple[str, ...]:
        attempt = rolled_for(view.table)
        return COLOURS[: len(attempt.rolls)] if attempt is not None else ()

    def is_same(self, one: Action, other: Action) -> bool:
        # Which die is whose nobody sees, and it is the sum that counts.
        if isinstance(one, decisions.Roll) and isinstance(other, decisions.Roll):
            return sorted(one.values) == sorted(other.values)
        return False


def rolled_for(table: model.Table) -> steps.Attempt | None:
    """The action for which dice are rolled now; None where none are."""
    step = table.step
    return step if isinstance(step, steps.Attempt) and step.rolls and not table.ended else None


def felt_act(known: model.AtlantisState, kind: str) -> model.AtlantisAction | None:
    """The one act that laying a piece of this kind on the reader stands for; None where none fits, or several do."""
    table, parts = known.table, () if kind not in KINDS or known.table.ended else course.COURSE.on(known.table)
    if any(decisions.DiscardCard in part.acts for part in parts):
        # Who lays a card there that may be played may mean that.
        played = (act for part in parts if decisions.PlayCard in part.acts for act in part.legal(known))
        if kind in (library(act.card) for act in played):
            return None
    may_be = [
        act
        for part in parts
        if not _CARDS.isdisjoint(part.acts)  # all others would be asked in vain, and some list many acts
        for act in part.legal(known)
        if _kind_of(table, act) == kind and act == act.public() and not _may_be_the_last(table, act)
    ]
    return may_be[0] if len(may_be) == 1 else None


def _kind_of(table: model.Table, act: model.AtlantisAction) -> str:
    """What is laid on the reader for an act."""
    if isinstance(act, decisions.DrawArtifact | decisions.KeepArtifact):
        return library(act.artifact)
    return texts.piece_of(table, act)


def _may_be_the_last(table: model.Table, act: model.AtlantisAction) -> bool:
    """Whether what lies there may be the card of the act before, which somebody lays there though it was seen."""
    match act:
        case acts.DrawMisfortune():
            return table.misfortunes.discards[-1:] == (act.card,)
        case decisions.DrawCard():
            return act.card in changes.step_of(table, steps.Drawing).drawn
        case decisions.KeepArtifact():
            return changes.step_of(table, steps.Studying).drawn[-1:] == (act.artifact,)
        case acts.ChooseCouncilor():
            return table.revealed[-1:] == (act.councilor,)
        case decisions.DiscardCard() if not _KEPT.isdisjoint(table.why):
            return table.hands[act.seat][-1:] == (act.card,)
        case _:
            return False
