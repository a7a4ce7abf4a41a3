"""The guard, a pawn without a marker: it stands on the prize while bids are made, and nobody sees what is under it."""

from __future__ import annotations

from msgspec import UNSET

from companion.games.errors import IllegalAction
from companion.games.shared.phases import Asked, Label
from companion.language.message import Message, say
from tests.games.sealed_bid.model import UNKNOWN, BidState, BidView, MoveGuard, Phase
from tests.games.sealed_bid.phases.part import Part, changed


class Guard(Part[MoveGuard]):
    """It comes after the pearls (B-018), and goes before the award."""

    titles = {Phase.GUARD: say("The guard"), Phase.RELEASE: say("The guard leaves")}
    acts = (MoveGuard,)
    rule = "B-018"
    law = say("The guard is set on the prize before the bids and leaves it after them")

    def has_work(self, state: BidState) -> bool:
        table = state.table
        comes = table.phase is Phase.GUARD
        return bool(table.setup.pawn) and table.prize != UNKNOWN and bool(table.is_guarded) != comes

    def legal(self, state: BidState) -> tuple[MoveGuard, ...]:
        return (MoveGuard(state.table.phase is Phase.GUARD),)

    def apply(self, state: BidState, act: MoveGuard) -> BidState:
        return changed(state, why=("B-018",), is_guarded=act.to_prize or UNSET)

    def asked(self, view: BidView) -> Asked:
        if view.table.phase is Phase.GUARD:
            text = say("Set the guard on the prize, then tap it here.")
            return Asked((), text, say("Nobody touches it now."), "B-018")
        return Asked((), say("Put the guard back on its post, then tap it here."), say("All bids lie open."), "B-018")

    def label(self, view: BidView, act: MoveGuard) -> Label:
        text = say("It stands on the prize") if act.to_prize else say("It is back on its post")
        return Label(text, say("The guard"), "guard")

    def described(self, before: BidView, act: MoveGuard) -> Message:
        return say("The guard is set on the prize.") if act.to_prize else say("The guard goes back to its post.")

    def refusal(self, state: BidState, act: MoveGuard, now: Message, is_on: bool) -> IllegalAction:
        table = state.table
        if not table.setup.pawn:
            return IllegalAction("B-018", say("Nobody guards the prize: this game is played without the guard."))
        return super().refusal(state, act, now, is_on)
