"""What Sealed Bid says: prompts, choices, the log, and what an undo cannot make unseen."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.core import ActionView, Choice, Memory, Prompt
from tests.games.sealed_bid.model import (
    DIE_COLOURS,
    LUCKY,
    NOBODY,
    UNKNOWN,
    BidAction,
    BidState,
    BidView,
    Discard,
    Draw,
    PassToken,
    Phase,
    PlacePearls,
    PlaceToken,
    Reveal,
    RollLuck,
    SealBid,
    Setup,
    Table,
    TakePrize,
    TurnUpPrize,
)
from tests.games.sealed_bid.rules import (
    TITLES,
    apply_action,
    best_bid,
    face_down,
    legal_actions,
    may_seal,
    next_to_draw,
    owing,
    points,
    rolling,
)


def assumed(table: Table) -> tuple[str, ...]:
    """The figures of this game that nobody has confirmed, in words."""
    low, high = table.setup.pearls
    if "assumed" not in (low.status, high.status):
        return ()
    return (f"Pearls for a prize are assumed: {low.value} or {high.value}. Type your card's on the host page.",)


def house_rules(setup: Setup) -> tuple[str, ...]:
    """The options of this game that are off their default, in words."""
    told = (
        ("Bids are sealed in turn.", setup.order == "turn"),
        ("Of equal bids the one sealed first wins.", setup.ties == "earlier"),
        ("Whoever takes no prize rolls a die for luck.", setup.luck),
    )
    return tuple(text for text, is_played in told if is_played)


def prompt(view: BidView) -> Prompt:
    """Phase, who acts, what to do and why."""
    table = view.table
    rules = house_rules(table.setup)
    if table.over:
        why = "Three rounds are played, or no card is left."
        return Prompt("The game is over", (), outcome_text(view), why, "B-008", house_rules=rules)
    seats, text, why, rule = _asked(view)
    title = f"Round {table.round} · {TITLES[table.phase]}"
    told = assumed(table) if table.phase is Phase.PEARLS else ()
    return Prompt(title, seats, text, why, rule, told, rules)


def _asked(view: BidView) -> tuple[tuple[int, ...], str, str, str]:
    """Who is asked, for what, why, by which rule."""
    table = view.table
    match table.phase:
        case Phase.TOKEN:
            return (), "Draw lots: lay the start token before whoever begins.", "Chance begins.", "B-011"
        case Phase.DEAL:
            return _drawer(table), "Deal three cards to each player.", "Hands are secret.", "B-002"
        case Phase.PRIZE:
            return (), "Turn up the top card of the deck.", "It is the prize of this round.", "B-003"
        case Phase.PEARLS:
            count = table.setup.pearls_for(table.prize)
            lies = f", {table.pearls} lie there" if table.pearls else ""
            return (), f"Lay pearls into the bowl: {count} in all{lies}.", "They belong to the prize.", "B-012"
        case Phase.SEAL:
            seats = may_seal(table)
            text = "Seal one of your cards as your bid, or two of one number."
            asked = text if view.seat in seats else f"Still to bid: {names(view, seats)}."
            return seats, asked, f"The prize is worth {table.prize}.", "B-004"
        case Phase.REVEAL:
            seats = face_down(table)
            return seats, f"Turn up the bids of {names(view, seats)}.", "All have bid.", "B-005"
        case Phase.AWARD:
            winner = best_bid(table)
            if winner == NOBODY:
                return (), "Nobody takes the prize: discard it and all bids.", "Equal bids cancel.", "B-006"
            text = f"{view.name(winner)} takes the prize and a pearl. Discard all bids."
            return (winner,), text, "The highest bid wins.", "B-006"
        case Phase.LUCK:
            seats = rolling(table)
            return seats, f"Roll a die each: {names(view, seats)}.", f"A {LUCKY} is one more point.", "B-017"
        case Phase.DISCARD:
            seats = owing(table)
            return seats, f"Still to discard a card: {names(view, seats)}.", "They did not win.", "B-013"
        case Phase.DRAW:
            return _drawer(table), "Draw up to three cards.", "Hands are filled again.", "B-014"
        case Phase.PASS:
            following = view.name((max(table.token, 0) + 1) % table.setup.players)
            return (), f"Pass the start token to {following}.", "The round is over.", "B-011"


def _drawer(table: Table) -> tuple[int, ...]:
    seat = next_to_draw(table)
    return () if seat is None else (seat,)


def names(view: BidView, seats: tuple[int, ...]) -> str:
    """Names of seats, as a list."""
    return ", ".join(view.name(seat) for seat in seats)


def winners(view: BidView) -> tuple[int, ...]:
    """Seats with most points (B-008)."""
    score = points(view.table)
    return tuple(seat for seat, each in enumerate(score) if each == max(score))


def outcome_text(view: BidView) -> str:
    """Who won, in a sentence."""
    return f"{names(view, winners(view))}: most points, {max(points(view.table))}."


# --- what may be tapped ---


def choices(view: BidView, known: BidState) -> tuple[Choice[BidAction], ...]:
    """What this view may tap: everything reportable with own cards, own choices with virtual ones."""
    single = tuple(_choice(view, action) for action in legal_actions(known) if _may_report(view, action))
    run = _run_of_draws(known) if single and isinstance(single[0].actions[0], Draw) else ()
    if len(run) < 2:
        return single
    return (Choice(f"All cards are drawn ({len(run)})", run, TITLES[view.table.phase]), *single)


def _may_report(view: BidView, action: BidAction) -> bool:
    if view.table.setup.cards == "virtual":
        return action.kind == "choice" and action.actor == view.seat
    return action.kind != "choice" or view.seat is None or action.actor == view.seat


def _run_of_draws(known: BidState) -> tuple[BidAction, ...]:
    """The draws that come now, one after another, as everybody may know them."""
    state: BidState = replace(known, secrets=(None,) * len(known.secrets))
    run: list[BidAction] = []
    while state.table.phase is known.table.phase and not state.table.over:
        run.append(legal_actions(state)[0])
        state = apply_action(state, run[-1])
    return tuple(run)


def _choice(view: BidView, action: BidAction) -> Choice[BidAction]:
    label, group, piece = _label(view, action)
    return Choice(label, (action,), group, piece)


def _label(view: BidView, action: BidAction) -> tuple[str, str, str]:
    """The button's words, its group's heading, and the kind of piece to draw beside it."""
    match action:
        case PlaceToken(seat):
            return view.name(seat), "Who gets the start token?", "token"
        case Draw(seat):
            return f"{view.name(seat)} has drawn", "One by one", ""
        case TurnUpPrize(card):
            return f"A {card} is turned up", "The prize", f"card:{card}"
        case PlacePearls(count):
            return f"{count} in the bowl", "Pearls", "pearl"
        case SealBid(seat, cards) if cards[0] == UNKNOWN:
            return ("one card", "two cards")[len(cards) - 1], f"Bid of {view.name(seat)}", "back"
        case SealBid(_, cards):
            return f"{'a pair of ' if len(cards) > 1 else ''}{cards[0]}", "Your bid", f"card:{cards[0]}"
        case Reveal(seat, card):
            return f"A {card}", f"Bid of {view.name(seat)}", f"card:{card}"
        case TakePrize(seat):
            text = "Nobody takes the prize" if seat == NOBODY else f"{view.name(seat)} has taken the prize"
            return text, "The award", ""
        case RollLuck(seat, value):
            return f"{view.name(seat)} rolls a {value}", f"Die of {view.name(seat)}", f"die:{DIE_COLOURS[seat]}"
        case Discard(seat, card):
            return f"A {card}", f"Discard of {view.name(seat)}", f"card:{card}"
        case PassToken(seat):
            return f"{view.name(seat)} has the start token", "The token", "token"


# --- what was done ---


def describe(before: BidView, act: ActionView[BidAction]) -> str:
    """One sentence for the log."""
    match act.action:
        case PlaceToken(seat):
            return f"{before.name(seat)} gets the start token by lot."
        case Draw(seat, card):
            return f"{before.name(seat)} draws {f'a {card}' if card else 'a card'}."
        case TurnUpPrize(card):
            return f"The prize is a {card}."
        case PlacePearls(count):
            return f"The bowl has {count} pearl{'s' if count != 1 else ''}."
        case SealBid(seat, cards):
            what = "a bid" if len(cards) == 1 else "a bid of two cards"
            return f"{before.name(seat)} seals {what}{f' ({cards[0]})' if cards[0] else ''}."
        case Reveal(seat, card):
            bid = before.table.bids[seat]
            return f"{before.name(seat)} has bid {'two of ' if bid and bid.count > 1 else ''}{card}."
        case TakePrize(seat):
            return "Nobody takes the prize." if seat == NOBODY else f"{before.name(seat)} takes the prize."
        case RollLuck(seat, value):
            won = " and gets a point" if value == LUCKY else ""
            return f"{before.name(seat)} rolls a {value}{won}."
        case Discard(seat, card):
            return f"{before.name(seat)} discards a {card}."
        case PassToken(seat):
            return f"The start token goes to {before.name(seat)}."


_ON_DECK = "It goes face down on top of the deck again."


def memory(before: BidView, act: ActionView[BidAction]) -> Memory | None:
    """What cannot be unseen, as this seat may read it; None where the act reveals nothing."""
    told = _memory(before, act)
    if told is None or before.table.setup.cards == "own":
        return told
    return Memory(told.seen)  # the companion deals, and puts the cards back itself


def _memory(before: BidView, act: ActionView[BidAction]) -> Memory | None:
    match act.action:
        case Draw(seat, card) if before.seat == seat:
            return Memory(f"You have seen the card that you drew{f': a {card}' if card else ''}.", _ON_DECK)
        case Draw(seat):
            return Memory(f"{before.name(seat)} has seen the card drawn from the deck.", _ON_DECK)
        case TurnUpPrize(card):
            return Memory(f"Everybody has seen the prize, a {card}.", _ON_DECK)
        case Reveal(seat, card):
            seen = f"Everybody has seen the bid of {before.name(seat)}: {card}."
            return Memory(seen, "Turn it face down again and play on with it.")
        case Discard(seat, card):
            seen = f"Everybody has seen the {card} that {before.name(seat)} discarded."
            return Memory(seen, "It goes back to the hand.")
        case _:
            return None
