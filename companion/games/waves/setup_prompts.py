"""What to do before the first round of Waves: lay out, give the Wave token, deal, turn up the Council."""

from __future__ import annotations

from companion.games.waves.cards import CLASSES, UNKNOWN
from companion.games.waves.data import CARD, DATA, NOUNS, SHELL, SHELLS
from companion.games.waves.legal import wants_gap_elder
from companion.games.waves.model import Setup, WavesView
from companion.games.waves.turns import next_to_deal
from companion.games.waves.words import Ask
from companion.language.message import Message, listing, say, sentences, written
from companion.language.values import Count, Name


def token(view: WavesView) -> Ask:
    """Who gets the Wave token; outside Head to head the game's first step."""
    table = view.table
    if not table.setup.is_head_to_head:
        text = sentences(_lay_out(table.setup), say("Then draw lots for the Wave token."))
        return (), text, sentences(say("A random player begins."), _tablets(table.setup)), "W-009"
    if table.first < 0:
        return (), say("Draw lots: who goes first? Tap the name."), say("A random player goes first."), "W-101"
    other, first = 1 - table.first, Name(view.name(table.first))
    one, two = (slot + 1 for slot in table.setup.own_slots(table.first))
    if view.seat == other:
        text = say(
            "Lay the Wave token at place {one} or {two}, beside an Elder of {first}.", one=one, two=two, first=first
        )
    else:
        text = say(
            "{who} lays the Wave token at place {one} or {two}, beside an Elder of {first}.",
            who=Name(view.name(other)),
            one=one,
            two=two,
            first=first,
        )
    why = say("{first} goes first. The opponent chooses at which of {first}'s Elders.", first=first)
    return (other,), text, why, "W-101"


def _lay_out(setup: Setup) -> Message:
    """What lies on the table before anything else does (W-008, W-010, W-014)."""
    mode, shells = written(DATA.modes[setup.mode].title), Count(SHELLS, SHELL)
    if setup.is_head_to_head:
        return say(
            "Lay out the {mode} Council card, {shells} in the supply and the five tablets in their row.",
            mode=mode,
            shells=shells,
        )
    return say(
        "Lay out the {mode} Council card for {players} players, {shells} in the supply "
        "and the five tablets in their row.",
        mode=mode,
        players=setup.players,
        shells=shells,
    )


def _tablets(setup: Setup) -> Message:
    sides = zip(CLASSES, setup.tablets, strict=True)
    tablets = [say("“{tablet}” ({cls:many})", tablet=DATA.tablets[side].name, cls=NOUNS[cls]) for cls, side in sides]
    return say("Tablets: {tablets}.", tablets=listing(tablets))


def deal(view: WavesView) -> Ask:
    """The hands. Nobody shuffles once the first card is dealt."""
    table, seat = view.table, next_to_deal(view.table)
    limits = table.setup.limits
    usual, most = min(limits), max(limits)
    text = say("Deal {number} to each player, face down.", number=usual)
    why, rule = say("Every hand starts with {cards}.", cards=Count(usual, CARD)), "W-012"
    if most > usual:
        solo = Name(view.name(limits.index(most)))
        text = say("Deal {number} to each player and {most} to {who}, face down.", number=usual, most=most, who=solo)
        why, rule = say("The solo player holds up to {cards} in the whole game.", cards=Count(most, CARD)), "W-013"
    elif table.setup.is_head_to_head:
        text = say("Deal {cards} from the deck to each player, face down.", cards=Count(usual, CARD))
        rule = "W-102"
    has_begun = any(hand.count for hand in table.hands)
    if not has_begun and not table.setup.is_head_to_head:
        text = sentences(say("Shuffle all cards."), text)
    return (() if seat is None else (seat,)), text, why, rule


def council(view: WavesView) -> Ask:
    """The first Elders; in Head to head the game's first step."""
    setup, elders = view.table.setup, [slot.elder for slot in view.table.slots]
    if setup.is_head_to_head:
        why = say("Each player has two Elders, across from each other.")
        if any(elder != UNKNOWN for elder in elders):
            return (), say("Turn up one card from the deck at each of the four places."), why, "W-100"
        turn_up = say("Then shuffle and turn up one card at each of the four places.")
        return (), sentences(_lay_out(setup), turn_up), sentences(why, _tablets(setup)), "W-100"
    if wants_gap_elder(view.table) and all(elders):
        return (), turn_up_gap(view), say("It is nobody's Elder, and counts for both majorities."), "W-016"
    text = say("Turn up one card from the deck in front of each player.")
    return (), text, say("These Elders are the first Council."), "W-015"


def turn_up_gap(view: WavesView) -> Message:
    """What to do for another unassociated Elder."""
    after = view.table.setup.gap_after
    return say(
        "Turn up one card from the deck between {before} and {after}: the unassociated Elder.",
        before=Name(view.name(after)),
        after=Name(view.name((after + 1) % view.table.setup.players)),
    )
