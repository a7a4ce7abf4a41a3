"""What to do at the end of a round of Waves: token, draws, discards, the next Council."""

from __future__ import annotations

from companion.games.core import Seat
from companion.games.waves.cards import UNKNOWN
from companion.games.waves.data import CARD, NOUNS
from companion.games.waves.model import WavesView
from companion.games.waves.setup_prompts import turn_up_gap
from companion.games.waves.tablets import active_tablet
from companion.games.waves.turns import can_reshuffle, over_limit, still_to_draw
from companion.games.waves.words import Ask, place
from companion.language.message import Listing, listing, names, say, sentences
from companion.language.values import Count, Name


def pass_token(view: WavesView) -> Ask:
    """Where the Wave token goes."""
    after = (view.table.token + 1) % len(view.table.slots)
    if view.table.setup.is_head_to_head:
        text = say("Move the Wave token to the next Elder clockwise: {place}.", place=place(view, after))
        return (), text, say("It moves one Elder clockwise each round."), "W-108"
    text = say("Give the Wave token to {who}.", who=Name(view.name(after)))
    return (), text, say("It moves clockwise every round."), "W-080"


def shuffle() -> Ask:
    """The new deck."""
    text = say("Shuffle the discard pile into a new deck.")
    return (), text, say("The deck is empty and a card is needed."), "W-088"


def draw(view: WavesView) -> Ask:
    """One card each, as far as the deck goes."""
    table, seats = view.table, still_to_draw(view.table)
    if table.deck == 0:
        return shuffle()
    now, later = seats[: table.deck], seats[table.deck :]
    if len(now) == table.setup.players:
        text = say("Everyone draws 1 card, the token holder first.")
    elif len(now) > 1:
        text = say("{players} draw 1 card each.", players=_names(view, now))
    elif view.seat == now[0]:
        text = say("Draw 1 card.")
    else:
        text = say("{who} draws 1 card.", who=Name(view.name(now[0])))
    if later and can_reshuffle(table):
        then = say(
            "Then shuffle the discard pile: {players} {number?draws|draw} from that deck.",
            players=_names(view, later),
            number=len(later),
        )
        text = sentences(text, then)
    elif later:
        then = say(
            "Then the deck is empty: {players} {number?draws|draw} none.",
            players=_names(view, later),
            number=len(later),
        )
        text = sentences(text, then)
    return seats[:1], text, say("One card each, however many were played."), "W-081"


def _names(view: WavesView, seats: tuple[Seat, ...]) -> Listing:
    return names(view.name(seat) for seat in seats)


def discard(view: WavesView) -> Ask:
    """Who discards how many.

    One seat after the other, because a card on the pile does not show whose it was. Any order may be tapped.
    """
    table, seats = view.table, over_limit(view.table)
    over = {seat: table.hands[seat].count - table.setup.limits[seat] for seat in seats}
    first, *others = seats
    why = say("{cards} is the limit.", cards=Count(table.setup.limits[first], CARD))
    rule = "W-107" if table.setup.is_head_to_head else "W-082"
    if view.seat == first:
        text = say("Discard {number} of your cards, face up.", number=over[first])
    else:
        cards = Count(over[first], CARD)
        text = say("{who} discards {cards}, face up.", who=Name(view.name(first)), cards=cards)
    if others:
        players = [say("{who} ({number})", who=Name(view.name(seat)), number=over[seat]) for seat in others]
        text = sentences(text, say("Then {players}.", players=listing(players)))
    return seats, text, why, rule


def gap(view: WavesView) -> Ask:
    """The next unassociated Elder."""
    table, why = view.table, say("It is replaced after every round.")
    if table.gap_elder != UNKNOWN:
        elder = NOUNS[table.gap_elder]
        return (), say("Put the unassociated {elder} on the discard pile, face up.", elder=elder), why, "W-084"
    if table.deck == 0:
        return shuffle()
    return (), turn_up_gap(view), why, "W-084"


def next_round(view: WavesView) -> Ask:
    """The next Council."""
    tablet = active_tablet(view.table)
    text = say("The Agents are the new Elders: move them into the Council.")
    if tablet is not None:
        text = sentences(text, say("Put the tablet “{tablet}” back.", tablet=tablet.name))
    return (), text, say("A new round begins."), "W-083"
