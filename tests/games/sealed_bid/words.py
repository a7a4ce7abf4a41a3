"""What Sealed Bid says: prompts, choices, the log, and what no undo makes unseen; each phase has its own words."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.core import ActionView, Choice, Memory, Prompt, Seat
from companion.games.deal import DEALT
from companion.games.shared.phases import people
from companion.games.shared.reporters import may_report
from companion.language.message import Message, say
from tests.games.sealed_bid.course import apply_action, legal_actions, part_for, part_of, title_of
from tests.games.sealed_bid.model import BidAction, BidState, BidView, Draw, Table, Wager
from tests.games.sealed_bid.options import house_rules
from tests.games.sealed_bid.phases import wagers


def prompt(view: BidView) -> Prompt:
    """Phase, who acts, what to do and why."""
    table, rules = view.table, house_rules(view.table.setup)
    if table.over:
        why = say("Three rounds are played, or no card is left.")
        return Prompt(say("The game is over"), (), outcome_text(view), why, "B-008", house_rules=rules)
    phase = say("Round {round} · {phase}", round=table.round, phase=title_of(table.phase))
    return part_of(table).asked(view).prompt(phase, rules)


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


def winners(table: Table) -> tuple[Seat, ...]:
    """Seats with most points (B-008)."""
    return tuple(seat for seat, each in enumerate(table.points) if each == max(table.points))


def outcome_text(view: BidView) -> Message:
    """Who won, in a sentence."""
    return say(
        "{winners}: most points, {points}.", winners=people(view, winners(view.table)), points=max(view.table.points)
    )


# --- what may be tapped ---


def choices(view: BidView, known: BidState) -> tuple[Choice[BidAction], ...]:
    """What this view may tap: everything reportable with own cards, own choices with virtual ones."""
    is_dealt = view.table.setup.cards == DEALT
    legal = (action for action in legal_actions(known) if not action.opens)  # the companion does that itself
    may_tap = (action for action in legal if may_report(view, action, is_dealt=is_dealt))
    listed = (action for action in may_tap if not (isinstance(action, Wager) and action.seat == view.seat))
    single: tuple[Choice[BidAction], ...] = (*(_choice(view, action) for action in listed), *wagers.choices(view))
    is_drawn = any(isinstance(act, Draw) for each in single for act in each.actions)
    run = _run_of_draws(known) if is_drawn else ()
    if len(run) < 2:
        return single
    return (Choice(say("All cards are drawn ({number})", number=len(run)), run, title_of(view.table.phase)), *single)


def _run_of_draws(known: BidState) -> tuple[BidAction, ...]:
    """The draws that come now, one after another, as everybody may know them."""
    state: BidState = replace(known, secrets=(None,) * len(known.secrets))
    run: list[BidAction] = []
    while state.table.phase is known.table.phase and not state.table.over:
        run.append(legal_actions(state)[0])
        state = apply_action(state, run[-1])
    return tuple(run)


def _choice(view: BidView, action: BidAction) -> Choice[BidAction]:
    label = part_for(action).label(view, action)
    return Choice(label.text, (action,), label.group, label.piece)


# --- what was done ---


def describe(before: BidView, act: ActionView[BidAction]) -> Message:
    """One sentence for the log."""
    return part_for(act.action).told(before, act.action)


def memory(before: BidView, act: ActionView[BidAction]) -> Memory | None:
    """What cannot be unseen, as this seat may read it; None where the act reveals nothing."""
    told = part_for(act.action).memory(before, act.action)
    if told is None or before.table.setup.cards != DEALT:
        return told
    return Memory(told.seen)  # the companion deals, and puts the cards back itself
