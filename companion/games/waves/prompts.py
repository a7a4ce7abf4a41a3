"""What the table should do next in Waves, in words for the people who sit there."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.core import Prompt, RuleId, Seat
from companion.games.shared.phrases import counted, listing
from companion.games.waves.cards import UNKNOWN
from companion.games.waves.data import DATA, HEAD_TO_HEAD_DRAW, NAMES, PLURALS
from companion.games.waves.house_rules import assumed, house_rules, warnings
from companion.games.waves.legal import council, open_majority, open_table, shells_due, wants_gap_elder
from companion.games.waves.model import (
    Phase,
    SlotIndex,
    Table,
    WavesView,
)
from companion.games.waves.tablets import active_side, active_tablet, check_slot
from companion.games.waves.turns import (
    faces_needed,
    must_keep,
    next_to_check,
    next_to_deal,
    next_to_draw,
    next_to_refill,
    order_rule,
    over_limit,
    turn_to_play,
    turns_taken,
    waiting_slots,
)
from companion.games.waves.words import place, rebel, side_name, teammates, title

Words = tuple[tuple[Seat, ...], str, str, RuleId]
"""Who acts, what to do, why, and the rule behind it."""


_SETUP = (Phase.TOKEN, Phase.DEAL, Phase.COUNCIL)


def prompt(view: WavesView) -> Prompt:
    """Phase, who acts, what to do and why."""
    table = view.table
    if table.winner >= 0:
        winner = side_name(table.setup, table.winner, _names(view))
        return Prompt(
            "The game is over", (), f"{winner} wins. {goal_reached(view)}", "The game stops at once.", "W-030"
        )
    seats, text, why, rule = _WORDS[table.phase](view)
    phase = title(table.setup, table.phase)
    return Prompt(
        phase if table.phase in _SETUP else f"Round {table.round} · {phase}",
        seats,
        text,
        why,
        rule,
        assumed(table),
        (
            *house_rules(table),
            *(warnings(table) if table.phase in (*_SETUP, Phase.SHELLS) and table.round == 1 else ()),
        ),
    )


def goal_reached(view: WavesView) -> str:
    """How the winner reached the goal, in a sentence."""
    pile = view.table.collected[view.table.winner]
    classes = sum(1 for number in pile if number)
    return f"The collection holds {sum(pile)} Elders of {classes} classes."


def check_sentence(view: WavesView, slot: SlotIndex) -> str:
    """How an Agent's check against its Elder comes out, in a sentence, with the powers that count."""
    table = view.table
    here, check = table.slots[slot], check_slot(table, slot)
    assert here.agent is not None  # only slots with an Agent are checked
    agent, elder = f"{NAMES[here.agent.face]} ({check.agent_power})", f"{NAMES[here.elder]} ({check.elder_power})"
    ends = {
        "collect": f"the {agent} collects the {elder}",
        "power": f"the {agent} does not win over the {elder}",
        "no shell": f"the {agent} wins over the {elder}, but no shell is left",
        "duplicate": f"the {agent} wins over the {elder}, but that class is in the collection already",
        "not unique": f"the {agent} wins over the {elder}, but another {NAMES[here.elder]} was in the Council",
        "returned": f"the {agent} wins over the {elder}, but the tablet sends the first Elder back",
    }
    return ends[check.result]


def _names(view: WavesView) -> tuple[str, ...]:
    return tuple(view.name(seat) for seat in range(view.table.setup.players))


def _shell_count(number: int) -> str:
    return "no shell" if number == 0 else counted(number, "shell")


# --- setup ---


def _token(view: WavesView) -> Words:
    table = view.table
    if not table.setup.is_head_to_head:
        return (), "Draw lots. Give the Wave token to the first player.", "A random player begins.", "W-009"
    if table.first < 0:
        return (), "Draw lots: who goes first? Tap the name.", "A random player goes first.", "W-101"
    other = 1 - table.first
    one, two = (slot + 1 for slot in table.setup.own_slots(table.first))
    who = "Lay" if view.seat == other else f"{view.name(other)} lays"
    text = f"{who} the Wave token at place {one} or {two}, beside an Elder of {view.name(table.first)}."
    return (other,), text, f"{view.name(table.first)} goes first. The other one says at which Elder.", "W-101"


def _deal(view: WavesView) -> Words:
    table, seat = view.table, next_to_deal(view.table)
    limits = table.setup.limits
    usual, most = min(limits), max(limits)
    text = f"Shuffle all cards. Deal {usual} to each player, face down."
    why, rule = f"Every hand starts with {usual} cards.", "W-012"
    if most > usual:
        text = (
            f"Shuffle all cards. Deal {usual} to each player and {most} to {view.name(limits.index(most))}, face down."
        )
        why, rule = f"Who plays alone holds up to {most} cards in the whole game.", "W-013"
    elif table.setup.is_head_to_head:
        text, rule = f"Deal {usual} cards from the deck to each player, face down.", "W-102"
    return (() if seat is None else (seat,)), text, why, rule


def _council(view: WavesView) -> Words:
    setup = view.table.setup
    if setup.is_head_to_head:
        text = "Shuffle all cards. Turn up one card from the deck at each of the four places."
        return (), text, "Each player has two Elders, across from each other.", "W-100"
    if wants_gap_elder(view.table) and all(slot.elder for slot in view.table.slots):
        return (), *_gap_words(view, "It is nobody's Elder, and counts for both majorities."), "W-016"
    text = "Turn up one card from the deck in front of each player."
    return (), text, "These Elders are the first Council.", "W-015"


def _gap_words(view: WavesView, why: str) -> tuple[str, str]:
    after = view.table.setup.gap_after
    between = f"{view.name(after)} and {view.name((after + 1) % view.table.setup.players)}"
    return f"Turn up one card from the deck between {between}: the unassociated Elder.", why


# --- the round ---


def _shells(view: WavesView) -> Words:
    table, cls, due = view.table, open_majority(view.table), shells_due(view.table)
    stays = table.setup.variants.leftover_shells == "add"
    left = f" Take away the {table.shells} from last round first." if table.shells and not stays else ""
    if cls == UNKNOWN:
        return (), f"Leave the centre without shells.{left}", "There is no Elder in the Council.", "W-043"
    counts = council(table)
    tie = " and the highest power among the tied" if counts.count(max(counts)) > 1 else ""
    why = f"{PLURALS[cls]} have most Elders{tie}: Open Majority."
    if table.shells and stays:
        return (), f"Last round's shells stay: {_shell_count(due)} must lie in the centre now.", why, "W-044"
    return (), f"Lay {_shell_count(due)} in the centre.{left}", why, "W-043"


def _play(view: WavesView) -> Words:
    table, setup = view.table, view.table.setup
    refilled = next_to_refill(table)
    if refilled is not None:
        return _refill(view, refilled)
    slots, words = turn_to_play(table), rebel(setup)
    seat = setup.owner(slots[0])
    why = f"Followers may collect first. {words.many} count for the True Majority."
    if view.seat == seat:
        elder = " or ".join(f"{NAMES[table.slots[slot].elder]}{_at(view, slot)}" for slot in slots)
        over = f"lay cards of one class over it to {words.verb}"
        keep = " Keep one card for your second Elder." if must_keep(table, seat) else ""
        text = f"Your turn. Slide 1 card under your {elder} to follow, or {over}.{keep}"
        return (seat,), text, f"{why}{_silence(view)}", order_rule(setup)
    where = _at(view, slots[0]) if len(slots) == 1 else ""
    elder = "their own Elder" if len(slots) == 1 else "one of their Elders"
    return (
        (seat,),
        f"{view.name(seat)} plays Agents face down at {elder}{where}.",
        f"{why}{_silence(view)}",
        order_rule(setup),
    )


def _at(view: WavesView, slot: SlotIndex) -> str:
    return f" at place {slot + 1}" if view.table.setup.is_head_to_head else ""


def _silence(view: WavesView) -> str:
    """Who may not talk any more: in Teams everybody whose Agents lie, until the last player's do (W-057)."""
    if not view.table.setup.is_teams:
        return ""
    silent = silent_seats(view.table)
    if view.seat in silent:
        return " You have played: no word and no sign until everyone has (W-057)."
    if view.seat is not None:
        mates = teammates(view.table.setup, view.seat)
        others = " and ".join(view.name(seat) for seat in mates if seat not in silent)
        return f" Until you play you may talk with {others}, aloud (W-057)." if others else ""
    if not silent:
        return " Teams may talk, aloud, until they play (W-057)."
    return f" Silent now: {listing([view.name(seat) for seat in silent])} (W-057)."


def silent_seats(table: Table) -> tuple[Seat, ...]:
    """The seats that must not talk now: in Teams those whose Agents lie while others are still to play (W-057)."""
    waiting = waiting_slots(table)
    if not table.setup.is_teams or table.phase is not Phase.PLAY or not waiting:
        return ()
    return tuple(seat for seat in range(table.setup.players) if seat not in waiting)


def _refill(view: WavesView, seat: Seat) -> Words:
    """Head to head: the draws amid the plays."""
    if view.table.deck == 0:
        return _shuffle()
    left = HEAD_TO_HEAD_DRAW - view.table.drawn[seat]
    text = f"{'Draw' if view.seat == seat else f'{view.name(seat)} draws'} {counted(left, 'card')} from the deck."
    each = f"Each player draws {HEAD_TO_HEAD_DRAW} cards a round"
    if not turns_taken(view.table, seat):
        return (seat,), text, "There is nothing in hand, so the cards are drawn before playing.", "W-111"
    if view.table.setup.edition == "rebels":
        return (seat,), text, f"{each}, after the own first Elder.", "W-106"
    return (seat,), text, f"{each}, when both have played once.", "W-112"


def _reveal(view: WavesView) -> Words:
    hidden = tuple(
        index
        for index, slot in enumerate(view.table.slots)
        if slot.agent is not None and slot.agent.posture == "rebel" and slot.agent.face == UNKNOWN
    )
    names = listing([place(view, slot) for slot in hidden])
    many = rebel(view.table.setup).many
    text = f"Turn up the {many} of {names}. Followers stay face down."
    return _owners(view, hidden), text, "Everyone has played.", "W-060"


def _owners(view: WavesView, slots: tuple[SlotIndex, ...]) -> tuple[Seat, ...]:
    return tuple(dict.fromkeys(view.table.setup.owner(slot) for slot in slots))


def _tablet(view: WavesView) -> Words:
    table = view.table
    cls, counts = table.true_majority, open_table(view.table)
    name = DATA.tablets[table.setup.tablets[cls - 1]].title
    tie = ", the highest power among the tied" if counts.count(max(counts)) > 1 else ""
    why = f"{PLURALS[cls]} have the True Majority with {counts[cls - 1]} open cards{tie}."
    return (), f"Lay the {PLURALS[cls]}' tablet “{name}” beside the Council.", why, "W-063"


def _direct(view: WavesView) -> Words:
    table, why = view.table, "The active tablet acts at once."
    if active_side(table) == "NOB-A":
        due = shells_due(table)
        text = f"Make it {_shell_count(due)} in the centre, as many as there are Followers; {table.shells} lie there."
        return (), text, why, "W-134"
    stays = " The unassociated Elder stays." if table.setup.gap_after >= 0 else ""
    if table.setup.variants.rotate_gap and stays:
        stays = " The unassociated Elder moves with them."
    return (), f"Move every Elder to the player on its right, all at once. Agents stay.{stays}", why, "W-126"


def _extras(view: WavesView) -> Words:
    slots = tuple(
        index for index, slot in enumerate(view.table.slots) if slot.agent is not None and slot.agent.count > 1
    )
    names, many = listing([place(view, slot) for slot in slots]), rebel(view.table.setup).many
    why = f"Extra {many} count for the True Majority only."
    return _owners(view, slots), f"{names}: discard all your {many} but one, face up.", why, "W-066"


def _wave(view: WavesView) -> Words:
    table, slot = view.table, next_to_check(view.table)
    assert slot is not None  # the Wave ends with the last check
    here, seat, name = table.slots[slot], table.setup.owner(slot), place(view, slot)
    tablet = active_tablet(table)
    rule = f"Active tablet: {tablet.text}" if tablet is not None else "No tablet is active."
    hidden = faces_needed(table, slot)
    if hidden and hidden[0] == slot:
        return (seat,), f"{name}: turn up your Follower.", rule, "W-070"
    if hidden:
        early = place(view, hidden[0])
        text = f"{early}: turn up your Follower now; {name} copies its power. It acts at its own turn."
        return (table.setup.owner(hidden[0]),), text, rule, "W-131"
    sentence = check_sentence(view, slot)
    why = f"{sentence[0].upper()}{sentence[1:]}. {rule}"
    elder = NAMES[here.elder]
    if check_slot(table, slot).result == "collect":
        whose = (
            "your collection" if len(table.setup.members(table.setup.side_at(slot))) == 1 else "your team's collection"
        )
        act = f"{name}: take the {elder} to {whose} and take 1 shell out of the centre."
        if table.setup.variants.optional_collect:
            return (seat,), f"{act} Or take the Elder into your hand.", why, "W-073"
        return (seat,), act, why, "W-073"
    return (seat,), f"{name}: take the {elder} into your hand.", why, "W-074"


# --- the round's end ---


def _pass_token(view: WavesView) -> Words:
    after = (view.table.token + 1) % len(view.table.slots)
    if view.table.setup.is_head_to_head:
        text = f"Move the Wave token to the next Elder clockwise: {place(view, after)}."
        return (), text, "It goes from Elder to Elder, every round one on.", "W-108"
    return (), f"Give the Wave token to {view.name(after)}.", "It moves clockwise every round.", "W-080"


def _shuffle() -> Words:
    return (), "Shuffle the discard pile into a new deck.", "The deck is empty and a card is needed.", "W-088"


def _draw(view: WavesView) -> Words:
    seat = next_to_draw(view.table)
    if view.table.deck == 0:
        return _shuffle()
    text = "Everyone draws 1 card, the token holder first."
    return (() if seat is None else (seat,)), text, "One card each, however many were played.", "W-081"


def _discard(view: WavesView) -> Words:
    # One seat after the other, because a card on the pile does not show whose it was. Any order may be tapped.
    table, seats = view.table, over_limit(view.table)
    over = {seat: table.hands[seat].count - table.setup.limits[seat] for seat in seats}
    first, *others = seats
    why = f"{table.setup.limits[first]} cards is the limit."
    rule = "W-107" if table.setup.is_head_to_head else "W-082"
    then = f" Then {listing([f'{view.name(seat)} ({over[seat]})' for seat in others])}." if others else ""
    if view.seat == first:
        return seats, f"Discard {over[first]} of your cards, face up.{then}", why, rule
    return seats, f"{view.name(first)} discards {counted(over[first], 'card')}, face up.{then}", why, rule


def _gap(view: WavesView) -> Words:
    table = view.table
    if table.gap_elder != UNKNOWN:
        text = f"Put the unassociated {NAMES[table.gap_elder]} on the discard pile, face up."
        return (), text, "It is replaced after every round.", "W-084"
    if table.deck == 0:
        return _shuffle()
    return (), *_gap_words(view, "It is replaced after every round."), "W-084"


def _next_round(view: WavesView) -> Words:
    tablet = active_tablet(view.table)
    back = f" Put the tablet “{tablet.title}” back." if tablet is not None else ""
    return (), f"The Agents are the new Elders: move them into the Council.{back}", "A new round begins.", "W-083"


_WORDS: dict[Phase, Callable[[WavesView], Words]] = {
    Phase.TOKEN: _token,
    Phase.DEAL: _deal,
    Phase.COUNCIL: _council,
    Phase.SHELLS: _shells,
    Phase.PLAY: _play,
    Phase.REVEAL: _reveal,
    Phase.TABLET: _tablet,
    Phase.DIRECT: _direct,
    Phase.EXTRAS: _extras,
    Phase.WAVE_1: _wave,
    Phase.WAVE_2: _wave,
    Phase.PASS_TOKEN: _pass_token,
    Phase.DRAW: _draw,
    Phase.DISCARD: _discard,
    Phase.GAP: _gap,
    Phase.NEXT_ROUND: _next_round,
}
