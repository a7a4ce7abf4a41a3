"""The rules of Sealed Bid, put together as the companion asks for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.core import Facts, OptionField, Outcome, Seat, State
from companion.games.game import Rules
from companion.games.shared.irregular import mark_again
from companion.language.message import Message
from tests.games.sealed_bid import correction, course, invariants, lines, options, words
from tests.games.sealed_bid.layout import SEATS
from tests.games.sealed_bid.model import (
    NUMBERS,
    BidAction,
    BidState,
    BidView,
    Hidden,
    Phase,
    Reveal,
    Table,
    TurnUpPrize,
)


class BidRules(Rules[Table, Hidden, BidAction]):
    """What may be done, what it changes, and who has won."""

    name = "sealed_bid"
    title = "Sealed Bid"
    rules_version = "sealed_bid 2"
    seat_counts = SEATS
    laws = invariants.LAWS
    sealed_rule = "B-042"
    sealed_facts = ("guess.{seat}", "wager.{seat}")
    sealed_bytes = 64
    state_type = State[Table, Hidden]
    action_type = BidAction

    def options(self) -> tuple[OptionField, ...]:
        return options.OPTIONS

    def new_game(self, options_: Mapping[str, Any], owner: Mapping[str, Any]) -> BidState:
        return options.new_game(options_, owner)

    def seat_count(self, table: Table) -> int:
        return table.setup.players

    def legal_actions(self, state: BidState, seat: Seat | None = None) -> tuple[BidAction, ...]:
        return course.legal_actions(state, seat)

    def apply_action(self, state: BidState, action: BidAction) -> BidState:
        return mark_again(course.apply_action(state, action), invariants.violations)

    def correct(self, state: BidState, facts: Facts) -> BidState:
        return correction.correct(state, facts)

    def outcome(self, state: BidState) -> Outcome | None:
        seen = self.view(state, None)
        return Outcome(words.winners(seen.table), words.outcome_text(seen), "B-008") if state.table.over else None

    def progress(self, table: Table) -> int:
        return table.round

    def violations(self, state: BidState) -> tuple[Message, ...]:
        return invariants.violations(state)

    def wrong_step(self, before: BidState, action: BidAction, after: BidState) -> tuple[str, ...]:
        return invariants.wrong_step(before, action, after)

    def check_line(self, raw: Mapping[str, Any]) -> tuple[str, ...] | None:
        return lines.check_line(raw)

    def felt_act(self, view: BidView, kind: str) -> BidAction | None:
        """A card laid on the reader is the prize, or the bid that is turned up where it can be one seat's only."""
        may_be = [
            act
            for act in course.legal_actions(self.known(view))
            if view.table.phase in (Phase.PRIZE, Phase.REVEAL)
            and isinstance(act, TurnUpPrize | Reveal)
            and kind == f"card:{act.card}"
        ]
        return may_be[0] if len(may_be) == 1 else None

    def felt_kinds(self) -> tuple[str, ...]:
        return tuple(f"card:{number}" for number in NUMBERS)
