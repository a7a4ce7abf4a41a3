"""Small decisions within an act: which misfortune goes, who acts again, who comes back, and whose it is."""

from __future__ import annotations

from typing import TypeAlias

from msgspec.structs import replace

from companion.games.atlantis_rising.activation import does, repeats
from companion.games.atlantis_rising.acts import Activate
from companion.games.atlantis_rising.box import PieceKind
from companion.games.atlantis_rising.changes import exchanged, find, popped, returned, stepped, with_table
from companion.games.atlantis_rising.decisions import (
    Enough,
    GiveBenefit,
    GiveUp,
    Peek,
    Recall,
    RemoveMisfortune,
    Repeat,
)
from companion.games.atlantis_rising.decks import without
from companion.games.atlantis_rising.model import POOL, AtlantisState, AtlantisView, Deck, Table
from companion.games.atlantis_rising.outcomes import applied
from companion.games.atlantis_rising.phases.part import Moment, step_of
from companion.games.atlantis_rising.steps import Endowing, Peeking, Recalling, Repeating, Sacrificing, Sharing
from companion.games.atlantis_rising.vocabulary import (
    ATLANTEAN,
    CARD,
    PIECES,
    acting_words,
    misfortune_words,
    piece_words,
    place_words,
)
from companion.games.core import Memory, Seat
from companion.games.shared.phases import Asked, Label, people, put
from companion.language.message import NOTHING, Message, say
from companion.language.values import Count, Name

SEEN_CARDS = 3
"""Of the misfortune deck that are looked at (section 4.3)."""
Key: TypeAlias = tuple[Seat, PieceKind, str, int]
"""A piece by seat, kind, place and space."""
_Foreseen: TypeAlias = Peek | RemoveMisfortune | Enough
_Again: TypeAlias = Repeat | Enough


class Foresight(Moment[_Foreseen]):
    """The next three misfortunes are looked at, then one of them goes out of the game; or one of the discards."""

    acts = (Peek, RemoveMisfortune, Enough)
    rule = "A-170"
    law = say("A misfortune may be taken out of the deck or out of the discards")

    def legal(self, state: AtlantisState) -> tuple[_Foreseen, ...]:
        deck, step = state.table.misfortunes, step_of(state.table, Peeking)
        done = [RemoveMisfortune(step.seat, card, "discards") for card in dict.fromkeys(deck.discards)]
        if len(deck.top) < min(SEEN_CARDS, deck.count):
            return (*(Peek(card) for card in _unseen(deck)), *done, Enough(step.seat))
        seen = [RemoveMisfortune(step.seat, card, "top") for card in dict.fromkeys(deck.top[:SEEN_CARDS])]
        return (*seen, *done, Enough(step.seat))

    def apply(self, state: AtlantisState, act: _Foreseen) -> AtlantisState:
        table = state.table
        step, deck = step_of(table, Peeking), table.misfortunes
        if isinstance(act, Peek):
            below = without(replace(deck, top=()), act.card)
            return with_table(state, replace(table, misfortunes=replace(below, top=(*deck.top, act.card))), "A-170")
        if isinstance(act, Enough):
            return with_table(state, popped(table), "A-170")
        table = stepped(table, replace(step, left=step.left - 1)) if step.left > 1 else popped(table)
        removed = (*deck.removed, act.card)
        if act.source == "top":
            top = list(deck.top)
            top.remove(act.card)
            deck = replace(deck, top=tuple(top), removed=removed)
        else:
            discards = list(deck.discards)
            discards.remove(act.card)
            deck = replace(deck, discards=tuple(discards), removed=removed)
        return with_table(state, replace(table, misfortunes=deck), "A-170")

    def asked(self, view: AtlantisView) -> Asked:
        deck, step = view.table.misfortunes, step_of(view.table, Peeking)
        who = view.who(step.seat)
        if len(deck.top) < min(SEEN_CARDS, deck.count):
            left = Count(min(SEEN_CARDS, deck.count) - len(deck.top), CARD)
            text = say("Look at the next {many} of the misfortune deck, the top one first.", many=left)
            return Asked((step.seat,), text, say("They go back in the same order."), "A-170")
        text = say("{who} takes {many} out of the game.", who=who, many=Count(step.left, CARD))
        return Asked((step.seat,), text, say("Out of those looked at, or of the discards."), "A-170")

    def label(self, view: AtlantisView, act: _Foreseen) -> Label:
        box = view.table.setup.box
        if isinstance(act, Peek):
            return Label(misfortune_words(box, act.card), say("The next misfortune"))
        if isinstance(act, Enough):
            return Label(say("None"), say("{who} takes out", who=view.who(act.seat)))
        card, group = misfortune_words(box, act.card), say("{who} takes out", who=view.who(act.seat))
        if act.source == "discards":
            return Label(say("{card}, of the discards", card=card), group)
        return Label(card, group)

    def ask(self, view: AtlantisView, act: _Foreseen) -> Message:
        return say("Look at the next misfortune") if isinstance(act, Peek) else NOTHING

    def told(self, before: AtlantisView, act: _Foreseen) -> Message:
        box = before.table.setup.box
        if isinstance(act, Peek):
            return say("One of the next misfortunes is {card}.", card=misfortune_words(box, act.card))
        if isinstance(act, Enough):
            return say("{who} takes none out of the game.", who=before.who(act.seat))
        return say("{card:capital} goes out of the game.", card=misfortune_words(box, act.card))

    def memory(self, before: AtlantisView, act: _Foreseen) -> Memory | None:
        if not isinstance(act, Peek):
            return None
        card = misfortune_words(before.table.setup.box, act.card)
        return Memory(say("Everybody has seen a coming misfortune: {card}.", card=card))


class Again(Moment[_Again]):
    """Of pieces that have acted one acts once more; a space for two is activated once more (A-166)."""

    acts = (Repeat, Enough)
    rule = "A-166"
    law = say("An own Atlantean that has acted acts once more, but not on a build space")

    def legal(self, state: AtlantisState) -> tuple[_Again, ...]:
        step = step_of(state.table, Repeating)
        return (*repeats(state.table, step), Enough(step.seat))

    def apply(self, state: AtlantisState, act: _Again) -> AtlantisState:
        table = popped(state.table)
        if isinstance(act, Enough):
            return with_table(state, table, "A-166")
        after, why = does(table, Activate(act.seat, act.piece, act.place, act.space, act.rollers))
        return with_table(state, after, "A-166", *why)

    def asked(self, view: AtlantisView) -> Asked:
        seat = step_of(view.table, Repeating).seat
        text = say("{who} chooses who acts once more.", who=view.who(seat))
        return Asked((seat,), text, say("It takes the action of its place again."), "A-166")

    def label(self, view: AtlantisView, act: _Again) -> Label:
        group = say("{who} acts once more", who=view.who(act.seat))
        if isinstance(act, Enough):
            return Label(say("Nobody"), group)
        return Label(acting_words(view, act.piece, act.place, act.rollers), group)

    def told(self, before: AtlantisView, act: _Again) -> Message:
        if isinstance(act, Enough):
            return say("No piece of {who} acts once more.", who=before.who(act.seat))
        where = place_words(before.table.setup.box, act.place)
        return say("{piece} on {place} acts once more.", piece=piece_words(before, act.seat, act.piece), place=where)


class Recalls(Moment[Recall]):
    """Pieces that were placed go back into the pool and do not act."""

    acts = (Recall,)
    rule = "A-036"
    law = say("The misfortune brings placed Atlanteans back")

    def legal(self, state: AtlantisState) -> tuple[Recall, ...]:
        seat = step_of(state.table, Recalling).seat
        return tuple(Recall(*key) for key in placed_of(state.table, seat))

    def apply(self, state: AtlantisState, act: Recall) -> AtlantisState:
        step = step_of(state.table, Recalling)
        piece = find(state.table, act.seat, act.piece, act.place, act.space)
        assert piece is not None
        table = returned(state.table, (piece,))
        left = replace(step, left=step.left - 1)
        return with_table(state, stepped(table, left) if left.left else popped(table), "A-036")

    def asked(self, view: AtlantisView) -> Asked:
        step = step_of(view.table, Recalling)
        text = say("{who} takes back {many}.", who=view.who(step.seat), many=Count(step.left, ATLANTEAN))
        return Asked((step.seat,), text, say("The misfortune says so; it does not act this round."), "A-036")

    def label(self, view: AtlantisView, act: Recall) -> Label:
        where = place_words(view.table.setup.box, act.place)
        words = say("{piece} from {place}", piece=PIECES[act.piece], place=where)
        return Label(words, say("{who} takes back", who=view.who(act.seat)))

    def told(self, before: AtlantisView, act: Recall) -> Message:
        where = place_words(before.table.setup.box, act.place)
        return say("{piece} comes back from {place}.", piece=piece_words(before, act.seat, act.piece), place=where)


class Shares(Moment[GiveBenefit]):
    """Who gets what a component gives: of those who share its space, or who have paid for it."""

    acts = (GiveBenefit,)
    rule = "A-110"
    law = say("Those who share a component say whose it is, what it gives")

    def legal(self, state: AtlantisState) -> tuple[GiveBenefit, ...]:
        step = state.table.steps[-1]
        assert isinstance(step, Sharing | Endowing)
        return tuple(GiveBenefit(seat) for seat in step.seats)

    def apply(self, state: AtlantisState, act: GiveBenefit) -> AtlantisState:
        table = state.table
        step = table.steps[-1]
        assert isinstance(step, Sharing | Endowing)
        component = table.setup.box.components[step.component]
        effects = component.on_activate if isinstance(step, Sharing) else component.on_build
        rule = "A-112" if isinstance(step, Sharing) else "A-110"
        return with_table(state, applied(popped(table), effects, act.seat, component.name), rule)

    def asked(self, view: AtlantisView) -> Asked:
        step = view.table.steps[-1]
        assert isinstance(step, Sharing | Endowing)
        name = Name(view.table.setup.box.components[step.component].name)
        text = say("Decide who gets what {component} gives: {who}.", component=name, who=people(view, step.seats))
        return Asked(
            step.seats, text, say("If you disagree, {who} decides.", who=view.who(view.table.starter)), "A-110"
        )

    def label(self, view: AtlantisView, act: GiveBenefit) -> Label:
        return Label(say("{who}", who=view.who(act.seat)), say("It goes to"))

    def told(self, before: AtlantisView, act: GiveBenefit) -> Message:
        return say("{who} gets what it gives.", who=before.who(act.seat))


class Sacrifices(Moment[GiveUp]):
    """A follower goes out of the game; of two players' they say whose (Q-52)."""

    acts = (GiveUp,)
    rule = "A-168"
    law = say("A follower that stands there goes out of the game")

    def legal(self, state: AtlantisState) -> tuple[GiveUp, ...]:
        return tuple(GiveUp(seat) for seat in step_of(state.table, Sacrificing).seats)

    def apply(self, state: AtlantisState, act: GiveUp) -> AtlantisState:
        step = step_of(state.table, Sacrificing)
        return with_table(state, given_up(popped(state.table), act.seat, step), "A-168")

    def asked(self, view: AtlantisView) -> Asked:
        seats = step_of(view.table, Sacrificing).seats
        text = say("Decide whose follower goes out of the game: {who}.", who=people(view, seats))
        return Asked(seats, text, say("If you disagree, {who} decides.", who=view.who(view.table.starter)), "A-168")

    def label(self, view: AtlantisView, act: GiveUp) -> Label:
        return Label(say("{who}", who=view.who(act.seat)), say("The follower of"))

    def told(self, before: AtlantisView, act: GiveUp) -> Message:
        return say("A follower of {who} goes out of the game.", who=before.who(act.seat))


def given_up(table: Table, seat: Seat, step: Sacrificing) -> Table:
    """The table without a follower of that seat on that space (Q-38)."""
    piece = find(table, seat, "follower", step.place, step.space)
    assert piece is not None
    return replace(exchanged(table, piece), boxed=put(table.boxed, seat, table.boxed[seat] + 1))


def placed_of(table: Table, seat: Seat) -> tuple[Key, ...]:
    """The placed pieces of a seat."""
    return tuple(
        dict.fromkeys(
            (each.seat, each.kind, each.place, each.space)
            for each in table.atlanteans
            if each.seat == seat and each.place != POOL
        )
    )


def _unseen(deck: Deck) -> tuple[str, ...]:
    """What the next card below those that were looked at may be; nothing is ever put below misfortunes."""
    return tuple(name for name, _ in deck.cards)
