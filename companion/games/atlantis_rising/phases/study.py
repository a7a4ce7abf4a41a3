"""A Scholar draws two artifacts out of the box and keeps one (A-175, A-176, Q-02, Q-54)."""

from __future__ import annotations

from typing import TypeAlias

from msgspec.structs import replace

from companion.games.atlantis_rising.box import ARTIFACT
from companion.games.atlantis_rising.changes import popped, stepped, with_table
from companion.games.atlantis_rising.decisions import DrawArtifact, KeepArtifact
from companion.games.atlantis_rising.model import AtlantisState, AtlantisView, Table
from companion.games.atlantis_rising.phases.part import Moment, step_of
from companion.games.atlantis_rising.steps import Studying
from companion.games.atlantis_rising.vocabulary import card_words
from companion.games.core import Memory
from companion.games.shared.phases import Asked, Label, put
from companion.language.message import NOTHING, Message, say
from companion.language.values import Count, Noun

Studied: TypeAlias = DrawArtifact | KeepArtifact
DRAWN = 2
ARTIFACTS = Noun("artifact")


class Study(Moment[Studied]):
    """A player's artifact goes into the hand; the Hologram's is back in the box at the end of the round."""

    acts = (DrawArtifact, KeepArtifact)
    rule = "A-175"
    law = say("A Scholar draws two artifacts out of the box and keeps one")

    def legal(self, state: AtlantisState) -> tuple[Studied, ...]:
        step = step_of(state.table, Studying)
        if len(step.drawn) < DRAWN and (left := in_box(state.table)):
            return tuple(DrawArtifact(each) for each in left if each not in step.drawn)
        return tuple(KeepArtifact(step.seat, each) for each in step.drawn)

    def apply(self, state: AtlantisState, act: Studied) -> AtlantisState:
        table = state.table
        step = step_of(table, Studying)
        if isinstance(act, DrawArtifact):
            unseen = tuple(each for each in table.artifacts if each != act.artifact)
            known = tuple(dict.fromkeys((*table.boxed_artifacts, act.artifact)))
            drawn = replace(step, drawn=(*step.drawn, act.artifact))
            return with_table(state, stepped(replace(table, artifacts=unseen, boxed_artifacts=known), drawn), "A-175")
        table = popped(table)
        if step.is_hologram:
            return with_table(state, replace(table, scholar_artifact=act.artifact), "A-175", "A-176")
        boxed = tuple(each for each in table.boxed_artifacts if each != act.artifact)
        hands = put(table.hands, act.seat, (*table.hands[act.seat], act.artifact))
        return with_table(state, replace(table, boxed_artifacts=boxed, hands=hands), "A-175")

    def asked(self, view: AtlantisView) -> Asked:
        step = step_of(view.table, Studying)
        who = view.who(step.seat)
        if len(step.drawn) < DRAWN:
            text = say("{who} draws {many} out of the box.", who=who, many=Count(DRAWN - len(step.drawn), ARTIFACTS))
            return Asked((step.seat,), text, say("A Scholar has an artifact."), "A-175")
        text = say("{who} chooses which artifact the Scholar has.", who=who)
        return Asked((step.seat,), text, say("The other goes back into the box."), "A-175")

    def label(self, view: AtlantisView, act: Studied) -> Label:
        card = card_words(view.table.setup.box, act.artifact)
        if isinstance(act, DrawArtifact):
            return Label(card, say("The artifact that was drawn"))
        return Label(card, say("The Scholar has"))

    def ask(self, view: AtlantisView, act: Studied) -> Message:
        return say("Draw an artifact for your Scholar") if isinstance(act, DrawArtifact) else NOTHING

    def told(self, before: AtlantisView, act: Studied) -> Message:
        card = card_words(before.table.setup.box, act.artifact)
        if isinstance(act, DrawArtifact):
            return say("{card} is drawn out of the box.", card=card)
        return say("The Scholar of {who} has {card}.", who=before.who(act.seat), card=card)

    def memory(self, before: AtlantisView, act: Studied) -> Memory | None:
        if not isinstance(act, DrawArtifact):
            return None
        card = card_words(before.table.setup.box, act.artifact)
        return Memory(say("Everybody has seen the artifact: {card}.", card=card), say("Put it back into the box."))


def in_box(table: Table) -> tuple[str, ...]:
    """The artifacts that may be drawn out of the box: those known to be there, and unseen ones not all in the deck."""
    in_deck = dict(table.library.cards).get(ARTIFACT, 0)
    unseen = table.artifacts if len(table.artifacts) > in_deck else ()
    return (*table.boxed_artifacts, *unseen)
