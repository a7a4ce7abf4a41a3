"""Library cards: drawn one after another, kept as the tile says, discarded above the hand limit (A-074 to A-082)."""

from __future__ import annotations

from itertools import combinations
from typing import Final, TypeAlias

from msgspec.structs import replace

from companion.games.atlantis_rising.changes import earn, energy, popped, stepped, with_table
from companion.games.atlantis_rising.decisions import DiscardCard, DrawCard, Keep
from companion.games.atlantis_rising.decks import library_card_drawn, next_library_cards
from companion.games.atlantis_rising.model import HAND_LIMIT, AtlantisState, AtlantisView, Table
from companion.games.atlantis_rising.phases.part import Moment, step_of
from companion.games.atlantis_rising.steps import Discarding, Drawing
from companion.games.atlantis_rising.vocabulary import CARD, card_words
from companion.games.core import Memory, RuleId, Seat
from companion.games.errors import IllegalAction
from companion.games.shared.phases import Asked, Label, put
from companion.language.message import Message, listing, say
from companion.language.values import Count

Read: TypeAlias = DrawCard | Keep
KEPT_BY: Final[dict[str, RuleId]] = {"both": "A-075", "one_discard": "A-076", "one_bottom": "A-077", "all": "A-074"}
"""The rule by which cards are kept, by the icon; "all" are those of an effect."""


class Reading(Moment[Read]):
    """Which card is drawn chance says; which is kept, whoever drew it."""

    acts = (DrawCard, Keep)
    rule = "A-074"
    law = say("Each Atlantean in the Libraries draws two cards and keeps as many as the tile says")

    def legal(self, state: AtlantisState) -> tuple[Read, ...]:
        table = state.table
        step = step_of(table, Drawing)
        if step.left:
            return tuple(DrawCard(step.seat, card) for card in next_library_cards(table))
        kept, spare = free_cards(step), table.reserves[step.seat].energy
        found = list[Keep]()
        for many in range(kept, len(step.drawn) + 1):
            if many - kept <= spare:
                found += [Keep(step.seat, some, many - kept) for some in combinations(sorted(step.drawn), many)]
        return tuple(dict.fromkeys(found))

    def apply(self, state: AtlantisState, act: Read) -> AtlantisState:
        table = state.table
        step = step_of(table, Drawing)
        if isinstance(act, DrawCard):
            drawn = replace(step, left=step.left - 1, drawn=(*step.drawn, act.card))
            return with_table(state, stepped(library_card_drawn(table, act.card), drawn), "A-074")
        why = (KEPT_BY[step.icon], *(("A-078", "A-091") if act.energy else ()))
        return with_table(state, kept_of(table, step, act.cards, act.energy), *why)

    def asked(self, view: AtlantisView) -> Asked:
        step = step_of(view.table, Drawing)
        who = view.who(step.seat)
        if step.left:
            text = say("{who} draws {many} of the library.", who=who, many=Count(step.left, CARD))
            return Asked((step.seat,), text, say("Lay each face up at its place or on the reader, or tap it."), "A-074")
        text = say("{who} keeps {many} of those drawn.", who=who, many=Count(free_cards(step), CARD))
        fate = say("The other goes under the library deck.")
        if step.icon == "one_discard":
            fate = say("The other is discarded.")
        return Asked((step.seat,), text, fate, KEPT_BY[step.icon])

    def label(self, view: AtlantisView, act: Read) -> Label:
        box = view.table.setup.box
        if isinstance(act, DrawCard):
            return Label(card_words(box, act.card), say("{who} has drawn", who=view.who(act.seat)))
        cards = listing((card_words(box, card) for card in act.cards), "and")
        group = say("{who} keeps", who=view.who(act.seat))
        if act.energy:
            return Label(say("{cards}, for {energy} energy", cards=cards, energy=act.energy), group)
        return Label(say("{cards}", cards=cards), group)

    def told(self, before: AtlantisView, act: Read) -> Message:
        box, who = before.table.setup.box, before.who(act.seat)
        if isinstance(act, DrawCard):
            return say("{who} draws {card}.", who=who, card=card_words(box, act.card))
        cards = listing((card_words(box, card) for card in act.cards), "and")
        if act.energy:
            return say("{who} keeps {cards} and pays {energy} energy.", who=who, cards=cards, energy=act.energy)
        return say("{who} keeps {cards}.", who=who, cards=cards)

    def memory(self, before: AtlantisView, act: Read) -> Memory | None:
        if not isinstance(act, DrawCard):
            return None
        card = card_words(before.table.setup.box, act.card)
        return Memory(
            say("Everybody has seen the card: {card}.", card=card),
            say("Put it back on top of the library deck, face down: it will come again."),
        )

    def refusal(self, state: AtlantisState, act: Read, now: Message, is_moment: bool) -> IllegalAction:
        if is_moment and isinstance(act, Keep) and act.seat != step_of(state.table, Drawing).seat:
            return IllegalAction("A-095", say("Only whoever drew the cards keeps and pays for them. Leave it to them."))
        if is_moment and isinstance(act, Keep):
            return IllegalAction(
                "A-078", say("A further card costs 1 energy of whoever drew it. Choose what is offered.")
            )
        return super().refusal(state, act, now, is_moment)


class Discards(Moment[DiscardCard]):
    """Above the hand limit, or because a misfortune says so; a card may be played instead of the former."""

    acts = (DiscardCard,)
    rule = "A-081"
    law = say("Nobody holds more than four library cards, artifacts among them")

    def legal(self, state: AtlantisState) -> tuple[DiscardCard, ...]:
        step = step_of(state.table, Discarding)
        return tuple(DiscardCard(step.seat, card) for card in dict.fromkeys(state.table.hands[step.seat]))

    def apply(self, state: AtlantisState, act: DiscardCard) -> AtlantisState:
        step = step_of(state.table, Discarding)
        table = discarded(state.table, act.seat, act.card)
        if step.left:
            left = replace(step, left=step.left - 1)
            return with_table(state, stepped(table, left) if left.left else popped(table), "A-036")
        return with_table(state, table, "A-082")

    def asked(self, view: AtlantisView) -> Asked:
        step = step_of(view.table, Discarding)
        who = view.who(step.seat)
        if step.left:
            text = say("{who} discards {many}.", who=who, many=Count(step.left, CARD))
            return Asked((step.seat,), text, say("The misfortune says so."), "A-036")
        many = Count(len(view.table.hands[step.seat]) - HAND_LIMIT, CARD)
        text = say("{who} plays or discards {many}.", who=who, many=many)
        return Asked((step.seat,), text, say("Four library cards are the most that anybody holds."), "A-082")

    def label(self, view: AtlantisView, act: DiscardCard) -> Label:
        return Label(card_words(view.table.setup.box, act.card), say("{who} discards", who=view.who(act.seat)))

    def told(self, before: AtlantisView, act: DiscardCard) -> Message:
        card = card_words(before.table.setup.box, act.card)
        return say("{who} discards {card}.", who=before.who(act.seat), card=card)


def free_cards(step: Drawing) -> int:
    """How many of the drawn cards are kept for nothing."""
    every = len(step.drawn)
    return every if step.icon in ("both", "all") else min(every, 1 + step.free)


def kept_of(table: Table, step: Drawing, cards: tuple[str, ...], paid: int) -> Table:
    """The table after these of the drawn cards were kept, and the others went where the tile says."""
    rest = list(step.drawn)
    for card in cards:
        rest.remove(card)
    table = popped(earn(table, step.seat, energy(-paid)))
    table = replace(table, hands=put(table.hands, step.seat, (*table.hands[step.seat], *cards)))
    library = table.library
    if step.icon == "one_bottom":
        return replace(table, library=replace(library, bottom=(*library.bottom, *rest)))
    return replace(table, library=replace(library, discards=(*library.discards, *rest)))


def discarded(table: Table, seat: Seat, card: str) -> Table:
    """The table after a card left a hand for the discards (A-082, Q-33)."""
    hand = list(table.hands[seat])
    hand.remove(card)
    library = replace(table.library, discards=(*table.library.discards, card))
    return replace(table, hands=put(table.hands, seat, tuple(hand)), library=library)
