"""What to do before the first round of Waves: lay out, give the Wave token, deal, turn up the Council."""

from __future__ import annotations

from companion.games.shared.phrases import counted, listing
from companion.games.waves.cards import CLASSES, UNKNOWN
from companion.games.waves.data import DATA, PLURALS, SHELLS
from companion.games.waves.legal import wants_gap_elder
from companion.games.waves.model import Setup, WavesView
from companion.games.waves.turns import next_to_deal
from companion.games.waves.words import Ask


def token(view: WavesView) -> Ask:
    """Who gets the Wave token; outside Head to head the game's first step."""
    table = view.table
    if not table.setup.is_head_to_head:
        text = f"{_lay_out(table.setup)} Then draw lots for the Wave token."
        return (), text, f"A random player begins. {_tablets(table.setup)}", "W-009"
    if table.first < 0:
        return (), "Draw lots: who goes first? Tap the name.", "A random player goes first.", "W-101"
    other, first = 1 - table.first, view.name(table.first)
    one, two = (slot + 1 for slot in table.setup.own_slots(table.first))
    who = "Lay" if view.seat == other else f"{view.name(other)} lays"
    text = f"{who} the Wave token at place {one} or {two}, beside an Elder of {first}."
    return (other,), text, f"{first} goes first. The opponent chooses at which of {first}'s Elders.", "W-101"


def _lay_out(setup: Setup) -> str:
    """What lies on the table before anything else does (W-008, W-010, W-014)."""
    players = "" if setup.is_head_to_head else f" for {setup.players} players"
    card = f"{DATA.modes[setup.mode].title} Council card{players}"
    return f"Lay out the {card}, {counted(SHELLS, 'shell')} in the supply and the five tablets in their row."


def _tablets(setup: Setup) -> str:
    sides = zip(CLASSES, setup.tablets, strict=True)
    return f"Tablets: {listing([f'“{DATA.tablets[side].title}” ({PLURALS[cls]})' for cls, side in sides])}."


def deal(view: WavesView) -> Ask:
    """The hands. Nobody shuffles once the first card is dealt."""
    table, seat = view.table, next_to_deal(view.table)
    limits = table.setup.limits
    usual, most = min(limits), max(limits)
    has_begun = any(hand.count for hand in table.hands)
    shuffled = "" if has_begun or table.setup.is_head_to_head else "Shuffle all cards. "
    text = f"{shuffled}Deal {usual} to each player, face down."
    why, rule = f"Every hand starts with {usual} cards.", "W-012"
    if most > usual:
        solo = view.name(limits.index(most))
        text = f"{shuffled}Deal {usual} to each player and {most} to {solo}, face down."
        why, rule = f"The solo player holds up to {most} cards in the whole game.", "W-013"
    elif table.setup.is_head_to_head:
        text, rule = f"Deal {usual} cards from the deck to each player, face down.", "W-102"
    return (() if seat is None else (seat,)), text, why, rule


def council(view: WavesView) -> Ask:
    """The first Elders; in Head to head the game's first step."""
    setup, elders = view.table.setup, [slot.elder for slot in view.table.slots]
    if setup.is_head_to_head:
        why = "Each player has two Elders, across from each other."
        if any(elder != UNKNOWN for elder in elders):
            return (), "Turn up one card from the deck at each of the four places.", why, "W-100"
        text = f"{_lay_out(setup)} Then shuffle and turn up one card at each of the four places."
        return (), text, f"{why} {_tablets(setup)}", "W-100"
    if wants_gap_elder(view.table) and all(elders):
        return (), *gap_words(view, "It is nobody's Elder, and counts for both majorities."), "W-016"
    text = "Turn up one card from the deck in front of each player."
    return (), text, "These Elders are the first Council.", "W-015"


def gap_words(view: WavesView, why: str) -> tuple[str, str]:
    """What to do for another unassociated Elder, and why."""
    after = view.table.setup.gap_after
    between = f"{view.name(after)} and {view.name((after + 1) % view.table.setup.players)}"
    return f"Turn up one card from the deck between {between}: the unassociated Elder.", why
