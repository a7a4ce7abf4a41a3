"""What phases share in which cards come from the deck: draws, Elders turned up, the deck that is shuffled anew."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.games.core import Memory, RuleId, Seat
from companion.games.shared.phases import Asked, put
from companion.games.waves.data.figures import NOUNS
from companion.games.waves.rules import actions, moment
from companion.games.waves.state import hidden, turns
from companion.games.waves.state.model import NONE, UNKNOWN, Phase, Table, WavesState, WavesView
from companion.language.message import Message, say

SHUFFLE: Final = Asked(
    (), say("Shuffle the discard pile into a new deck."), say("The deck is empty and a card is needed."), "W-088"
)


class FromDeck(moment.WavesMoment[actions.WavesAction]):
    """A phase in which cards come from the deck."""

    def drawer(self, table: Table) -> Seat | None:
        """The seat that draws the next card; None where none is drawn."""
        return None

    def is_short(self, table: Table) -> bool:
        """Whether an Elder is wanted from the deck."""
        return actions.TurnUpGapElder in self.acts and wants_gap_elder(table)

    def has_work(self, state: WavesState) -> bool:
        table = state.table
        return (self.drawer(table) is not None or self.is_short(table)) and turns.has_cards(table)

    def legal(self, state: WavesState) -> tuple[actions.WavesAction, ...]:
        table, seat = state.table, self.drawer(state.table)
        if (seat is None and not self.is_short(table)) or not turns.has_cards(table):
            return ()
        return tuple(self.taken(state, seat)) if table.deck else (actions.Reshuffle(),)

    def taken(self, state: WavesState, seat: Seat | None) -> Iterable[actions.WavesAction]:
        """A card of each class the deck may hold, or one unknown card where a seat draws that is not told."""
        if seat is None:
            return map(actions.TurnUpGapElder, hidden.drawable(state)) if wants_gap_elder(state.table) else ()
        return (actions.Draw(seat, cls) for cls in (hidden.drawable(state) if state.secrets[seat] else (UNKNOWN,)))

    def apply(self, state: WavesState, act: actions.WavesAction) -> WavesState:
        table = state.table
        match act:
            case actions.Draw(seat, card):
                drawn = table.drawn if table.phase is Phase.DEAL else put(table.drawn, seat, table.drawn[seat] + 1)
                rules = self.rules_of_draw(table, seat)
                return moment.in_hand(state, seat, (card, 1), *rules, is_seen=False, deck=table.deck - 1, drawn=drawn)
            case actions.TurnUpGapElder(elder):
                return moment.because(state, "W-016", gap_elder=elder, deck=table.deck - 1)
        return moment.because(state, "W-088", deck=table.deck + sum(table.discard), discard=NONE, top=UNKNOWN)

    def rules_of_draw(self, table: Table, seat: Seat) -> tuple[RuleId, ...]:
        """Why a seat draws a card in this phase; the first is the one that says who."""
        return ("W-081",)

    def memory(self, before: WavesView, act: actions.WavesAction) -> Memory | None:
        if not isinstance(act, actions.Draw) or before.seat != act.seat:
            return super().memory(before, act)
        if act.card == UNKNOWN:
            return Memory(say("You have seen the card that you drew."), act.back)
        return Memory(say("You have seen the card that you drew: a {card}.", card=NOUNS[act.card]), act.back)

    def misfit(self, state: WavesState, act: actions.WavesAction) -> moment.Law:
        if not isinstance(act, actions.Draw):
            return super().misfit(state, act)
        if state.table.deck == 0:
            return "W-088", say("The deck is empty. Shuffle the discard pile into a new deck first.")
        return self.rules_of_draw(state.table, 0)[0], say("This card cannot be drawn by this seat now.")


def wants_gap_elder(table: Table) -> bool:
    """Whether the unassociated Elder is missing (W-016)."""
    return table.setup.gap_after >= 0 and table.gap_elder == UNKNOWN


def turn_up_gap(view: WavesView) -> Message:
    """What to do for another unassociated Elder."""
    after = view.table.setup.gap_after
    return say(
        "Turn up one card from the deck between {before} and {after}: the unassociated Elder.",
        before=view.who(after),
        after=view.who((after + 1) % view.table.setup.players),
    )
