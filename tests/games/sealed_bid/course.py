"""The course of a game: its phases in their order, what may be done now, and what leads from one to the next."""

from __future__ import annotations

from typing import Any, Final

from companion.games.core import ActionView, Memory, Prompt, RuleId, Seat
from companion.games.deal import DEALT
from companion.games.shared.machine import Acts, Machine
from companion.games.shared.phases import people
from companion.language.message import Message, say
from tests.games.sealed_bid.model import BidAction, BidState, BidView, Phase, Table
from tests.games.sealed_bid.options import house_rules
from tests.games.sealed_bid.phases.award import Award
from tests.games.sealed_bid.phases.bids import Sealing, TurningUp
from tests.games.sealed_bid.phases.discards import Discards
from tests.games.sealed_bid.phases.drawing import Drawing
from tests.games.sealed_bid.phases.guard import Guard
from tests.games.sealed_bid.phases.guesses import Guesses, Opening, TakingBack
from tests.games.sealed_bid.phases.line import Line
from tests.games.sealed_bid.phases.luck import Luck
from tests.games.sealed_bid.phases.part import Aside, Part
from tests.games.sealed_bid.phases.payment import Payment
from tests.games.sealed_bid.phases.prize import Pearls, Prize
from tests.games.sealed_bid.phases.title import Titling
from tests.games.sealed_bid.phases.token import Lot, Passing
from tests.games.sealed_bid.phases.wagers import OpeningWagers, TakingBackWager, Wagers

PARTS: Final[tuple[Part[Any], ...]] = (
    Lot(),
    Drawing(),
    Prize(),
    Line(),
    Pearls(),
    Guard(),
    Guesses(),
    Wagers(),
    Sealing(),
    Opening(),
    OpeningWagers(),
    TurningUp(),
    Award(),
    Payment(),
    Titling(),
    Luck(),
    Discards(),
    Passing(),
)
ASIDE: Final[dict[Phase, Aside[Any]]] = {Phase.GUESS: TakingBack(), Phase.WAGER: TakingBackWager()}
_BY_PHASE: Final = {phase: part for part in PARTS for phase in part.titles}
_BY_ACT: Final[dict[type, Acts[Any, Any, Any]]] = {act: acts for acts in (*PARTS, *ASIDE.values()) for act in acts.acts}


def title_of(phase: Phase) -> Message:
    """What people call a phase."""
    return _BY_PHASE[phase].titles[phase]


class BidMachine(Machine[BidState, BidView, BidAction]):
    """Runs the phases of Sealed Bid."""

    game_over = say("The game is over. Undo the last act or start a new game.")

    def on(self, table: Table) -> tuple[Acts[BidState, BidView, Any], ...]:
        aside = ASIDE.get(table.phase)
        return (_BY_PHASE[table.phase], *((aside,) if aside is not None else ()))

    def acts_of(self, table: Table, act: BidAction) -> Acts[BidState, BidView, Any]:
        return _BY_ACT[type(act)]

    def over_rule(self, table: Table) -> RuleId:
        return "B-008" if table.over else ""

    def title(self, table: Table) -> Message:
        return title_of(table.phase)

    def heading(self, table: Table) -> Message:
        return say("Round {round} · {phase}", round=table.round, phase=self.title(table))

    def house_rules(self, table: Table) -> tuple[Message, ...]:
        return house_rules(table.setup)

    def end(self, view: BidView) -> Prompt:
        why = say("Three rounds are played, or no card is left.")
        rules = self.house_rules(view.table)
        return Prompt(say("The game is over"), (), outcome_text(view), why, "B-008", house_rules=rules)

    def memory(self, before: BidView, act: ActionView[BidAction]) -> Memory | None:
        told = super().memory(before, act)
        if told is None or before.table.setup.cards != DEALT:
            return told
        return Memory(told.seen)  # the companion deals, and puts the cards back itself


COURSE: Final = BidMachine()


def winners(table: Table) -> tuple[Seat, ...]:
    """Seats with most points (B-008)."""
    return tuple(seat for seat, each in enumerate(table.points) if each == max(table.points))


def outcome_text(view: BidView) -> Message:
    """Who won, in a sentence."""
    return say(
        "{winners}: most points, {points}.", winners=people(view, winners(view.table)), points=max(view.table.points)
    )
