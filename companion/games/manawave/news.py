"""What came of an act: what a revealed card says, what Clans and Tribes have now, and who wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.core import ActionView
from companion.games.manawave.acts import (
    Choose,
    DrawCard,
    LayFamily,
    LayOut,
    ManaAction,
    Open,
    Resolve,
    Slide,
    Survive,
)
from companion.games.manawave.card_texts import about
from companion.games.manawave.model import BOTH, ManaView, Table
from companion.games.manawave.phases.round_start import choice_kind, choice_words
from companion.games.manawave.words import outcome_text
from companion.games.shared.gains import changed_words
from companion.language.message import Message, listing, say, sentences
from companion.language.values import Noun

SOULSTAIN: Final = Noun("Soulstain", "Soulstain")


def came_of(before: ManaView, act: ActionView[ManaAction], after: ManaView) -> Message | None:
    """What came of an act, in a short sentence or two; None where `describe` has said it all."""
    parts = [_text(before, act.action), *_taken(before, act.action, after), *_kept(before, act.action, after)]
    if after.table.ended and not before.table.ended and not isinstance(act.action, Resolve):
        parts.append(outcome_text(after))
    return sentences(*parts) or None


def piece_of(before: ManaView, act: ManaAction) -> str:
    """The kind of piece that an act is about; empty for none."""
    table = before.table
    match act:
        case DrawCard(card):
            return choice_kind(table, card)
        case LayOut(what, name):
            return f"faction:{name}" if what == "faction" else f"monument:{name}"
        case Open(_, Choose(_, letter)) if letter:
            return choice_kind(table, table.choices["ABC".index(letter)])
        case LayFamily(seat) | Slide(seat):
            return choice_kind(table, table.picked[seat])
        case Survive(position):
            return f"monument:{table.clans.offers[position - 1]}"
        case Resolve(position):
            return f"monument:{table.clans.monuments[position - 1]}"
        case _:
            return ""


def _text(before: ManaView, act: ManaAction) -> Message | None:
    """What a card says that is laid open."""
    if isinstance(act, DrawCard | LayOut):
        return about(before.table.setup.playset, piece_of(before, act)) or None
    return None


def _taken(before: ManaView, act: ManaAction, after: ManaView) -> Iterator[Message]:
    """Once the second card is open (M-032): that it is the same, or the other's too, as both are opened at once."""
    if not isinstance(act, Open) or not isinstance(act.choice, Choose):
        return
    if after.table.is_shared > before.table.is_shared:
        yield say("Both have taken the same card.")
        return
    other = 1 - act.seat
    first = before.table.opened[other]
    if isinstance(first, Choose) and first.letter:
        yield say("{who} has chosen {choice}.", who=before.who(other), choice=choice_words(before, first))


def _kept(before: ManaView, act: ManaAction, after: ManaView) -> Iterator[Message]:
    """How much Soulstain each side has now, where it is another."""
    one, other = _stains(before.table), _stains(after.table)
    changes = list(changed_words(after, SOULSTAIN, one, other))
    if changes:
        yield say("{changes}.", changes=listing(changes, ";"))


def _stains(table: Table) -> tuple[int, ...]:
    if table.is_clans:
        return tuple(table.clans.tribes[seat].soulstain for seat in BOTH)
    return table.nexus.soulstain
