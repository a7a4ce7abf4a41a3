"""What to do at the end of a round of Waves: token, draws, discards, the next Council."""

from __future__ import annotations

from companion.games.core import Seat
from companion.games.shared.phrases import counted, listing
from companion.games.waves.cards import UNKNOWN
from companion.games.waves.data import NAMES
from companion.games.waves.model import WavesView
from companion.games.waves.setup_prompts import gap_words
from companion.games.waves.tablets import active_tablet
from companion.games.waves.turns import can_reshuffle, over_limit, still_to_draw
from companion.games.waves.words import Ask, place


def pass_token(view: WavesView) -> Ask:
    """Where the Wave token goes."""
    after = (view.table.token + 1) % len(view.table.slots)
    if view.table.setup.is_head_to_head:
        text = f"Move the Wave token to the next Elder clockwise: {place(view, after)}."
        return (), text, "It moves one Elder clockwise each round.", "W-108"
    return (), f"Give the Wave token to {view.name(after)}.", "It moves clockwise every round.", "W-080"


def shuffle() -> Ask:
    """The new deck."""
    return (), "Shuffle the discard pile into a new deck.", "The deck is empty and a card is needed.", "W-088"


def draw(view: WavesView) -> Ask:
    """One card each, as far as the deck goes."""
    table, seats = view.table, still_to_draw(view.table)
    if table.deck == 0:
        return shuffle()
    now, later = seats[: table.deck], seats[table.deck :]
    if len(now) == table.setup.players:
        text = "Everyone draws 1 card, the token holder first."
    elif len(now) == 1:
        text = f"{'Draw' if view.seat == now[0] else f'{view.name(now[0])} draws'} 1 card."
    else:
        text = f"{_names(view, now)} draw 1 card each."
    if later:
        verb = "draws" if len(later) == 1 else "draw"
        then = f"shuffle the discard pile: {_names(view, later)} {verb} from that deck"
        none = f"the deck is empty: {_names(view, later)} {verb} none"
        text = f"{text} Then {then if can_reshuffle(table) else none}."
    return seats[:1], text, "One card each, however many were played.", "W-081"


def _names(view: WavesView, seats: tuple[Seat, ...]) -> str:
    return listing([view.name(seat) for seat in seats])


def discard(view: WavesView) -> Ask:
    """Who discards how many.

    One seat after the other, because a card on the pile does not show whose it was. Any order may be tapped.
    """
    table, seats = view.table, over_limit(view.table)
    over = {seat: table.hands[seat].count - table.setup.limits[seat] for seat in seats}
    first, *others = seats
    why = f"{table.setup.limits[first]} cards is the limit."
    rule = "W-107" if table.setup.is_head_to_head else "W-082"
    then = f" Then {listing([f'{view.name(seat)} ({over[seat]})' for seat in others])}." if others else ""
    if view.seat == first:
        return seats, f"Discard {over[first]} of your cards, face up.{then}", why, rule
    return seats, f"{view.name(first)} discards {counted(over[first], 'card')}, face up.{then}", why, rule


def gap(view: WavesView) -> Ask:
    """The next unassociated Elder."""
    table = view.table
    if table.gap_elder != UNKNOWN:
        text = f"Put the unassociated {NAMES[table.gap_elder]} on the discard pile, face up."
        return (), text, "It is replaced after every round.", "W-084"
    if table.deck == 0:
        return shuffle()
    return (), *gap_words(view, "It is replaced after every round."), "W-084"


def next_round(view: WavesView) -> Ask:
    """The next Council."""
    tablet = active_tablet(view.table)
    back = f" Put the tablet “{tablet.title}” back." if tablet is not None else ""
    return (), f"The Agents are the new Elders: move them into the Council.{back}", "A new round begins.", "W-083"
