"""Library cards: drawn one after another, kept as the tile says, discarded above the hand limit (A-074 to A-082)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final, TypeAlias

from msgspec.structs import replace

from companion.games.atlantis_rising.box import HIDDEN
from companion.games.atlantis_rising.changes import earn, energy, popped, stepped, with_table
from companion.games.atlantis_rising.decisions import (
    DiscardCard,
    DiscardHidden,
    DrawCard,
    DrawHidden,
    Keep,
    KeepHidden,
)
from companion.games.atlantis_rising.decks import library_card_drawn, next_library_cards
from companion.games.atlantis_rising.hidden import drawable, held, named
from companion.games.atlantis_rising.hidden_moves import drawn_unseen, kept_unseen, less, seen
from companion.games.atlantis_rising.model import HAND_LIMIT, AtlantisState, AtlantisView, Table
from companion.games.atlantis_rising.phases.part import Moment, step_of
from companion.games.atlantis_rising.steps import Discarding, Drawing
from companion.games.atlantis_rising.vocabulary import CARD, card_words, cards_words
from companion.games.core import Memory, RuleId, Seat
from companion.games.errors import IllegalAction
from companion.games.shared.phases import Asked, Label, put
from companion.language.message import NOTHING, Message, say
from companion.language.values import Count

Read: TypeAlias = DrawCard | Keep
KEPT_BY: Final[dict[str, RuleId]] = {"both": "A-075", "one_discard": "A-076", "one_bottom": "A-077", "all": "A-074"}
"""The rule by which cards are kept, by the icon; "all" are those of an effect."""


class Reading(Moment[Read]):
    """Which card is drawn chance says; which is kept, whoever drew it."""

    acts = (DrawCard, DrawHidden, Keep, KeepHidden)
    rule = "A-074"
    law = say("Each Atlantean in the Libraries draws two cards and keeps as many as the tile says")

    def legal(self, state: AtlantisState) -> tuple[Read, ...]:
        table = state.table
        step = step_of(table, Drawing)
        if step.left:
            if table.setup.is_closed:
                return tuple(drawn_hidden(state, step.seat))
            return tuple(DrawCard(step.seat, card) for card in next_library_cards(table))
        if table.setup.is_closed:
            return kept_hidden(state, step)
        kept, spare = free_cards(step), table.reserves[step.seat].energy
        found = list[Keep]()
        for many in range(kept, len(step.drawn) + 1):
            if many - kept <= spare:
                found += [Keep(step.seat, some, many - kept) for some in combinations(sorted(step.drawn), many)]
        return tuple(dict.fromkeys(found))

    def apply(self, state: AtlantisState, act: Read) -> AtlantisState:
        table = state.table
        step = step_of(table, Drawing)
        if isinstance(act, DrawHidden):
            drawn = replace(step, left=step.left - 1, drawn=(*step.drawn, HIDDEN))
            after = drawn_unseen(state, act.seat, act.card)
            return with_table(after, stepped(after.table, drawn), "A-074")
        if isinstance(act, DrawCard):
            drawn = replace(step, left=step.left - 1, drawn=(*step.drawn, act.card))
            return with_table(state, stepped(library_card_drawn(table, act.card), drawn), "A-074")
        why = (KEPT_BY[step.icon], *(("A-078", "A-091") if act.energy else ()))
        if isinstance(act, KeepHidden):
            after = kept_unseen(state, act.seat, act.cards, act.discarded, step)
            return with_table(after, earn(after.table, act.seat, energy(-act.energy)), *why)
        return with_table(state, kept_of(table, step, act.cards, act.energy), *why)

    def asked(self, view: AtlantisView) -> Asked:
        step = step_of(view.table, Drawing)
        who = view.who(step.seat)
        if step.left:
            text = say("{who} draws {many} of the library.", who=who, many=Count(step.left, CARD))
            if view.table.setup.is_closed:
                return Asked((step.seat,), text, say("Nobody else looks at it; on your own phone tap which."), "A-074")
            return Asked((step.seat,), text, say("Lay each face up at its place or on the reader, or tap it."), "A-074")
        if free_cards(step) == len(step.drawn):
            text = say("{who} keeps {many}.", who=who, many=Count(len(step.drawn), CARD))
            return Asked((step.seat,), text, say("Tap it, then take them into the hand."), KEPT_BY[step.icon])
        text = say("{who} keeps {many} of those drawn.", who=who, many=Count(free_cards(step), CARD))
        fate = say("The other goes under the library deck.")
        if step.icon == "one_discard":
            fate = say("The other is discarded.")
        return Asked((step.seat,), text, fate, KEPT_BY[step.icon])

    def label(self, view: AtlantisView, act: Read) -> Label:
        box = view.table.setup.box
        if isinstance(act, DrawCard):
            return Label(card_words(box, act.card), say("{who} has drawn", who=view.who(act.seat)))
        cards = cards_words(box, act.cards)
        group = say("{who} keeps", who=view.who(act.seat))
        if isinstance(act, KeepHidden) and act.discarded:
            gone = cards_words(box, act.discarded)
            if act.energy:
                words = say("{cards}, for {energy} energy; discards {gone}", cards=cards, energy=act.energy, gone=gone)
                return Label(words, group)
            return Label(say("{cards}; discards {gone}", cards=cards, gone=gone), group)
        if act.energy:
            return Label(say("{cards}, for {energy} energy", cards=cards, energy=act.energy), group)
        return Label(say("{cards}", cards=cards), group)

    def ask(self, view: AtlantisView, act: Read) -> Message:
        return say("Draw a library card") if isinstance(act, DrawCard) else NOTHING

    def told(self, before: AtlantisView, act: Read) -> Message:
        box, who = before.table.setup.box, before.who(act.seat)
        if isinstance(act, DrawCard):
            return say("{who} draws {card}.", who=who, card=card_words(box, act.card))
        cards = cards_words(box, act.cards)
        if isinstance(act, KeepHidden) and act.discarded:
            gone = cards_words(box, act.discarded)
            if act.energy:
                return say(
                    "{who} keeps {cards}, pays {energy} energy and discards {gone}.",
                    who=who,
                    cards=cards,
                    energy=act.energy,
                    gone=gone,
                )
            return say("{who} keeps {cards} and discards {gone}.", who=who, cards=cards, gone=gone)
        if act.energy:
            return say("{who} keeps {cards} and pays {energy} energy.", who=who, cards=cards, energy=act.energy)
        return say("{who} keeps {cards}.", who=who, cards=cards)

    def memory(self, before: AtlantisView, act: Read) -> Memory | None:
        if isinstance(act, DrawHidden | KeepHidden):
            return _memory_of_hidden(before, act)
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

    acts = (DiscardCard, DiscardHidden)
    rule = "A-081"
    law = say("Nobody holds more than four library cards, artifacts among them")

    def legal(self, state: AtlantisState) -> tuple[DiscardCard, ...]:
        step = step_of(state.table, Discarding)
        kind = DiscardHidden if state.table.setup.is_closed else DiscardCard
        return tuple(kind(step.seat, card) for card in held(state, step.seat))

    def apply(self, state: AtlantisState, act: DiscardCard) -> AtlantisState:
        step = step_of(state.table, Discarding)
        state = seen(state, act.seat, act.card)
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

    def memory(self, before: AtlantisView, act: DiscardCard) -> Memory | None:
        if not isinstance(act, DiscardHidden):
            return None
        who, card = before.who(act.seat), card_words(before.table.setup.box, act.card)
        return Memory(
            say("Everybody has seen the card that {who} discarded: {card}.", who=who, card=card),
            say("It goes back to the hand."),
        )


def drawn_hidden(state: AtlantisState, seat: Seat) -> Iterator[DrawHidden]:
    """What a seat may draw that alone sees it; unnamed, where it does not tell."""
    if state.secrets[seat] is not None:
        yield from (DrawHidden(seat, card) for card in drawable(state, seat))
    yield DrawHidden(seat, HIDDEN)


def kept_hidden(state: AtlantisState, step: Drawing) -> tuple[KeepHidden, ...]:
    """What a seat may keep of cards that it alone has seen; of those it does not tell, all that they may be."""
    table, secret = state.table, state.secrets[step.seat]
    drawn = tuple(sorted(step.drawn if secret is None else secret.drawn))
    kept, spare = free_cards(step), table.reserves[step.seat].energy
    ways = dict[KeepHidden, bool]()
    for many in range(kept, min(len(drawn), kept + spare) + 1):
        for some in combinations(drawn, many):
            rest = less(drawn, some) if step.icon == "one_discard" else ()
            for cards, gone, fits in named(state, step.seat, some, rest):
                ways[KeepHidden(step.seat, cards, many - kept, gone)] = fits
    return tuple(way for way, fits in ways.items() if fits) or tuple(ways)


def _memory_of_hidden(before: AtlantisView, act: DrawHidden | KeepHidden) -> Memory:
    box, who = before.table.setup.box, before.who(act.seat)
    if isinstance(act, DrawHidden):
        back = say("Put it back on top of the library deck, face down: it will come again.")
        if before.seat == act.seat and act.card != HIDDEN:
            return Memory(say("You have seen the card: {card}.", card=card_words(box, act.card)), back)
        return Memory(say("{who} has seen the card.", who=who), back)
    is_open = (*(card for card in act.cards if card in box.artifacts), *act.discarded)
    back = say("{who} takes those drawn back, and chooses anew.", who=who)
    if not is_open:
        return Memory(say("{who} has seen the cards that were drawn.", who=who), back)
    return Memory(say("Everybody has seen {cards}.", cards=cards_words(box, is_open)), back)


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
