"""What some rules of Sealed Bid say, and what may be tapped; each phase has its own words."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.core import Choice
from companion.games.shared.reporters import may_report
from companion.language.message import say
from tests.games.sealed_bid.course import COURSE
from tests.games.sealed_bid.model import BidAction, BidState, BidView, Draw, Wager
from tests.games.sealed_bid.phases import wagers

RULES = {
    "B-002": say("Each player is dealt three cards."),
    "B-003": say("A round begins with a prize: the top card of the deck, turned up."),
    "B-004": say("Each player seals a bid, face down: one card, or two of one number."),
    "B-006": say("The highest bid made by one player alone takes the prize."),
    "B-011": say("The lot gives the start token to a player; after a round it goes to the next."),
    "B-030": say("Whoever takes a prize takes a title too."),
    "B-020": say("Whoever takes a prize is paid its number in gold; everybody else gives one back."),
    "B-021": say("A player's prizes lie in a row, the newest on the left."),
    "B-012": say("The card of pearls says how many are laid into the bowl."),
    "B-040": say("Each player seals a guess whose bid will take the prize; a right one is a point."),
    "B-041": say("A guess may be taken back until all have guessed."),
    "B-042": say("All guesses are opened together; none is changed once another's is known."),
    "B-043": say("Each player seals one to three chips on whose bid will take the prize; each right one is a point."),
    "B-044": say("A wager is put together chip by chip, and nobody else learns of it before it is sealed."),
    "B-045": say("A wager may be taken back until all are sealed; all are opened together."),
}
"""What some rules say. The others are shown by their ids."""


# --- what may be tapped ---


def choices(view: BidView, known: BidState) -> tuple[Choice[BidAction], ...]:
    """What this view may tap: everything reportable with own cards, own choices with virtual ones."""
    legal = (action for action in COURSE.legal_actions(known) if not action.opens)  # the companion does that itself
    may_tap = (action for action in legal if may_report(view, action))
    listed = (action for action in may_tap if not (isinstance(action, Wager) and action.seat == view.seat))
    single: tuple[Choice[BidAction], ...] = (*(COURSE.choice(view, action) for action in listed), *wagers.steps(view))
    is_drawn = any(isinstance(act, Draw) for each in single for act in each.actions)
    run = _run_of_draws(known) if is_drawn else ()
    if len(run) < 2:
        return single
    return (Choice(say("All cards are drawn ({number})", number=len(run)), run, COURSE.title(view.table)), *single)


def _run_of_draws(known: BidState) -> tuple[BidAction, ...]:
    """The draws that come now, one after another, as everybody may know them."""
    state: BidState = replace(known, secrets=(None,) * len(known.secrets))
    run: list[BidAction] = []
    while state.table.phase is known.table.phase and not state.table.over:
        run.append(COURSE.legal_actions(state)[0])
        state = COURSE.apply_legal(state, run[-1])
    return tuple(run)
