"""A round begins: the prize is turned up (B-003), and its pearls are laid into the bowl (B-012)."""

from __future__ import annotations

from companion.games.core import Memory
from companion.games.shared.phases import Asked, Label
from companion.language.message import Message, say
from companion.language.values import Count
from tests.games.sealed_bid.data.figures import PEARL_CARD
from tests.games.sealed_bid.model import UNKNOWN, BidState, BidView, Phase, PlacePearls, TurnUpPrize
from tests.games.sealed_bid.phases.part import ON_DECK, PEARL, Part, changed, possible


class Prize(Part[TurnUpPrize]):
    """The top card of the deck."""

    titles = {Phase.PRIZE: say("The prize")}
    acts = (TurnUpPrize,)
    rule = "B-003"
    law = say("One prize is turned up at the start of a round")

    def has_work(self, state: BidState) -> bool:
        return state.table.prize == UNKNOWN and state.table.deck > 0

    def left(self, state: BidState) -> BidState:
        return super().left(state) if state.table.prize != UNKNOWN else changed(state, over=True)  # no card is left

    def legal(self, state: BidState) -> tuple[TurnUpPrize, ...]:
        return tuple(TurnUpPrize(card) for card in possible(state))

    def apply(self, state: BidState, act: TurnUpPrize) -> BidState:
        return changed(state, why=("B-003",), prize=act.card, deck=state.table.deck - 1)

    def asked(self, view: BidView) -> Asked:
        return Asked((), say("Turn up the top card of the deck."), say("It is the prize of this round."), "B-003")

    def label(self, view: BidView, act: TurnUpPrize) -> Label:
        return Label(say("A {number} is turned up", number=act.card), say("The prize"), f"card:{act.card}")

    def described(self, before: BidView, act: TurnUpPrize) -> Message:
        return say("The prize is a {number}.", number=act.card)

    def memory(self, before: BidView, act: TurnUpPrize) -> Memory:
        return Memory(say("Everybody has seen the prize, a {number}.", number=act.card), ON_DECK)


class Pearls(Part[PlacePearls]):
    """As many as the card of pearls says."""

    titles = {Phase.PEARLS: say("Pearls")}
    acts = (PlacePearls,)
    rule = "B-012"
    law = say("The bowl gets the pearls of its prize")

    def has_work(self, state: BidState) -> bool:
        return state.table.prize != UNKNOWN

    def legal(self, state: BidState) -> tuple[PlacePearls, ...]:
        return (PlacePearls(state.table.setup.pearls_for(state.table.prize)),)

    def apply(self, state: BidState, act: PlacePearls) -> BidState:
        return changed(state, why=("B-012",), pearls=act.count, phase=Phase.GUARD)

    def asked(self, view: BidView) -> Asked:
        table = view.table
        count = table.setup.pearls_for(table.prize)
        text = (
            say("Lay pearls into the bowl: {count} in all, {there} lie there.", count=count, there=table.pearls)
            if table.pearls
            else say("Lay pearls into the bowl: {count} in all.", count=count)
        )
        assumed = PEARL_CARD.assumed(table.setup.pearls)
        return Asked((), text, say("They belong to the prize."), "B-012", assumed=assumed)

    def label(self, view: BidView, act: PlacePearls) -> Label:
        return Label(say("{count} in the bowl", count=act.count), say("Pearls"), "pearl")

    def described(self, before: BidView, act: PlacePearls) -> Message:
        return say("The bowl has {pearls}.", pearls=Count(act.count, PEARL))
