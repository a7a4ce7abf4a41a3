"""The course of a game: its phases in their order, what may be done now, and what leads from one to the next."""

from __future__ import annotations

from typing import Any, Final

from companion.games.core import Seat
from companion.games.errors import IllegalAction
from companion.language.message import Message, say
from tests.games.sealed_bid.model import ROUNDS, UNKNOWN, BidAction, BidState, Phase, Table
from tests.games.sealed_bid.phases.award import Award
from tests.games.sealed_bid.phases.bids import Sealing, TurningUp
from tests.games.sealed_bid.phases.discards import Discards
from tests.games.sealed_bid.phases.drawing import Drawing
from tests.games.sealed_bid.phases.guard import Guard
from tests.games.sealed_bid.phases.guesses import Guesses, Opening, TakingBack
from tests.games.sealed_bid.phases.line import Line
from tests.games.sealed_bid.phases.luck import Luck
from tests.games.sealed_bid.phases.part import Part, changed
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
    TakingBack(),
    Wagers(),
    TakingBackWager(),
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
_BY_PHASE: Final = {phase: part for part in PARTS for phase in part.titles}
_BY_ACT: Final = {part.act: part for part in PARTS}


def part_of(table: Table) -> Part[Any]:
    """The part that says what the present phase is."""
    return _BY_PHASE[table.phase]


def part_for(action: BidAction) -> Part[Any]:
    """The part to which an act belongs."""
    return _BY_ACT[type(action)]


def title_of(phase: Phase) -> Message:
    """What people call a phase."""
    return _BY_PHASE[phase].titles[phase]


def legal_actions(state: BidState, seat: Seat | None = None) -> tuple[BidAction, ...]:
    """Every legal action; with a seat, that seat's and nobody's."""
    legal = () if state.table.over else part_of(state.table).legal(state)
    return tuple(action for action in legal if seat is None or action.actor in (None, seat))


def apply_action(state: BidState, action: BidAction) -> BidState:
    """The next state. Raises `IllegalAction`."""
    if not (action in legal_actions(state) or _is_untold(state, action) or _is_admitted(state, action)):
        raise refusal(state.table, action)
    return settle(_transition(state, action))


def _is_untold(state: BidState, action: BidAction) -> bool:
    """Whether it is a legal act whose sealed choice is not told."""
    return action.seals and any(action == each.public() for each in legal_actions(state))


def _is_admitted(state: BidState, action: BidAction) -> bool:
    """Whether it is a legal act of those of which only examples are listed."""
    return action.is_open and not state.table.over and part_for(action).admits(state, action)


def _transition(state: BidState, action: BidAction) -> BidState:
    return part_for(action).apply(state, action)


def refusal(table: Table, action: BidAction) -> IllegalAction:
    """The error for an action that is not legal, from public knowledge alone."""
    if table.over:
        return IllegalAction("B-008", say("The game is over. Undo the last act or start a new game."))
    return part_for(action).refusal(table, action, title_of(table.phase))


def settle(state: BidState) -> BidState:
    """The state moved on to the first phase in which something is to be done, or to its end (B-008)."""
    phases = list(Phase)
    while not state.table.over and not part_of(state.table).has_work(state.table):
        table = state.table
        if table.phase is Phase.PRIZE and table.prize == UNKNOWN:
            state = changed(state, over=True)  # no card is left to turn up
        elif table.phase is _last_phase(table) and table.round >= ROUNDS:
            state = changed(state, over=True)
        else:
            state = changed(state, phase=phases[phases.index(table.phase) + 1])
    return state


def _last_phase(table: Table) -> Phase:
    """The phase with which the last round ends."""
    setup = table.setup
    return Phase.LUCK if setup.luck else Phase.TITLE if setup.titles else Phase.PAY if setup.coins else Phase.AWARD
