"""Which act it is that a card, an artifact or a councilor is laid on the card reader. Ledger: section 7.1.

What lies there is a kind of piece and not one piece, so that a card which the camera has just seen and the next one of
its kind look alike: where it may be either, it is no act. Who plays a card is told, as it may be anybody's.
"""

from __future__ import annotations

from typing import Final

from companion.games.atlantis_rising.acts import ChooseCouncilor, DrawMisfortune, RevealCouncilor, TakeCouncilor
from companion.games.atlantis_rising.course import parts_of
from companion.games.atlantis_rising.decisions import DiscardCard, DrawArtifact, DrawCard, KeepArtifact, PlayCard
from companion.games.atlantis_rising.looks import KIT, library, misfortune
from companion.games.atlantis_rising.model import AtlantisAction, AtlantisState, Table
from companion.games.atlantis_rising.phases.library import KEPT_BY
from companion.games.atlantis_rising.phases.part import step_of
from companion.games.atlantis_rising.steps import Drawing, Studying

_GROUPS: Final = ("library", "misfortune", "councilor")
KINDS: Final = tuple(
    kind for kind, piece in KIT.pieces.items() if kind.partition(":")[0] in _GROUPS and not piece.named
)
"""What may be laid on the reader."""
_CARDS: Final = frozenset(
    (
        TakeCouncilor,
        RevealCouncilor,
        ChooseCouncilor,
        DrawMisfortune,
        DrawArtifact,
        KeepArtifact,
        DrawCard,
        DiscardCard,
    )
)


_KEPT: Final = frozenset(KEPT_BY.values())


def felt_act(known: AtlantisState, kind: str) -> AtlantisAction | None:
    """The one act that laying a piece of this kind on the reader stands for; None where none fits, or several do."""
    if kind not in KINDS or known.table.ended:
        return None
    if kind in _playable(known):
        return None  # who lays a card there that may be played may mean that
    may_be = [
        act
        for part in parts_of(known.table)
        if not _CARDS.isdisjoint(part.acts)  # all others would be asked in vain, and some list many acts
        for act in part.legal(known)
        if _kind_of(act) == kind and act == act.public() and not _may_be_the_last(known.table, act)
    ]
    return may_be[0] if len(may_be) == 1 else None


def _playable(known: AtlantisState) -> set[str]:
    """The cards that somebody could play where others are discarded."""
    parts = parts_of(known.table)
    if not any(DiscardCard in part.acts for part in parts):
        return set()
    return {library(act.card) for part in parts if PlayCard in part.acts for act in part.legal(known)}


def _kind_of(act: AtlantisAction) -> str:
    """What is laid on the reader for an act; empty where nothing is."""
    match act:
        case DrawCard() | DiscardCard():
            return library(act.card)
        case DrawArtifact() | KeepArtifact():
            return library(act.artifact)
        case DrawMisfortune():
            return misfortune(act.card)
        case TakeCouncilor() | RevealCouncilor() | ChooseCouncilor():
            return f"councilor:{act.councilor}"
        case _:
            return ""


def _may_be_the_last(table: Table, act: AtlantisAction) -> bool:
    """Whether what lies there may be the card of the act before, which somebody lays there though it was seen."""
    match act:
        case DrawMisfortune():
            return table.misfortunes.discards[-1:] == (act.card,)
        case DrawCard():
            return act.card in step_of(table, Drawing).drawn
        case KeepArtifact():
            return step_of(table, Studying).drawn[-1:] == (act.artifact,)
        case ChooseCouncilor():
            return table.revealed[-1:] == (act.councilor,)
        case DiscardCard() if not _KEPT.isdisjoint(table.why):
            return table.hands[act.seat][-1:] == (act.card,)
        case _:
            return False
