"""Library cards that are played: between acts, and a few of them while a die lies there (A-083, Q-12, Q-13)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.atlantis_rising.changes import stepped, with_table
from companion.games.atlantis_rising.decisions import PlayCard
from companion.games.atlantis_rising.effects import AT_ONCE
from companion.games.atlantis_rising.hidden import held
from companion.games.atlantis_rising.hidden_moves import seen
from companion.games.atlantis_rising.model import AtlantisState, AtlantisView, Table
from companion.games.atlantis_rising.outcomes import applied
from companion.games.atlantis_rising.phases.attempts import judged
from companion.games.atlantis_rising.phases.library import discarded
from companion.games.atlantis_rising.phases.part import Part
from companion.games.atlantis_rising.steps import Attempt, Discarding
from companion.games.atlantis_rising.vocabulary import card_words
from companion.games.core import Memory
from companion.games.errors import IllegalAction
from companion.games.shared.phases import Label, put
from companion.language.message import Message, say


class Plays(Part[PlayCard]):
    """A card that is played goes onto the discards once it has done what it says."""

    acts = (PlayCard,)
    rule = "A-083"
    law = say("Library cards are played between other acts, never within one")

    def legal(self, state: AtlantisState) -> tuple[PlayCard, ...]:
        table = state.table
        step = table.steps[-1] if table.steps else None
        if isinstance(step, Attempt):
            return () if step.rolls else tuple(_on_dice(state, step))
        if isinstance(step, Discarding) and step.left:
            return ()
        seats = (step.seat,) if isinstance(step, Discarding) else range(table.setup.players)
        return tuple(
            PlayCard(seat, card)
            for seat in seats
            for card in held(state, seat)
            if card in table.setup.box.library and table.setup.box.library[card].effect.op in AT_ONCE
        )

    def apply(self, state: AtlantisState, act: PlayCard) -> AtlantisState:
        state = seen(state, act.seat, act.card)
        table = state.table
        card = table.setup.box.library[act.card]
        if card.effect.op == "die_plus":
            step = table.steps[-1]
            assert isinstance(step, Attempt)
            raised = replace(step, bonus=put(step.bonus, act.die, step.bonus[act.die] + card.effect.n))
            return judged(state, stepped(discarded(table, act.seat, act.card), raised), ("A-083",))
        after = applied(_without(table, act), (card.effect,), act.seat, card.name)
        library = replace(after.library, discards=(*after.library.discards, act.card))
        renews = ("A-080",) if card.effect.op == "new_library_deck" else ()
        return with_table(state, replace(after, library=library), "A-083", *renews)

    def label(self, view: AtlantisView, act: PlayCard) -> Label:
        card = card_words(view.table.setup.box, act.card)
        group = say("{who} plays", who=view.who(act.seat))
        if act.die >= 0:
            return Label(say("{card} on die {die}", card=card, die=act.die + 1), group)
        return Label(card, group)

    def told(self, before: AtlantisView, act: PlayCard) -> Message:
        card = card_words(before.table.setup.box, act.card)
        return say("{who} plays {card}.", who=before.who(act.seat), card=card)

    def memory(self, before: AtlantisView, act: PlayCard) -> Memory:
        card = card_words(before.table.setup.box, act.card)
        who = before.who(act.seat)
        return Memory(
            say("Everybody has seen the card: {card}.", card=card), say("{who} takes it back into the hand.", who=who)
        )

    def refusal(self, state: AtlantisState, act: PlayCard, now: Message, is_moment: bool) -> IllegalAction:
        table = state.table
        is_held = 0 <= act.seat < table.setup.players and act.card in held(state, act.seat)
        if not is_held:
            return IllegalAction("A-083", say("Nobody there holds that card. Choose one that is offered."))
        if act.card in table.setup.box.artifacts:
            return IllegalAction("A-084", say("An artifact works while it lies there, and is not played."))
        return IllegalAction("A-083", say("Not within another act: play it once this one is done."))


def _without(table: Table, act: PlayCard) -> Table:
    hand = list(table.hands[act.seat])
    hand.remove(act.card)
    return replace(table, hands=put(table.hands, act.seat, tuple(hand)))


def _on_dice(state: AtlantisState, attempt: Attempt) -> Iterator[PlayCard]:
    for die, seat in enumerate(attempt.rollers):
        for name in held(state, seat):
            card = state.table.setup.box.library.get(name)
            if card is not None and card.effect.op == "die_plus":
                yield PlayCard(seat, name, die)
