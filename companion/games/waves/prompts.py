"""What the table should do next in Waves, in words for the people who sit there."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.core import Prompt, RuleId, Seat
from companion.games.waves.cards import UNKNOWN
from companion.games.waves.data import DATA, HAND, NAMES, PLURALS
from companion.games.waves.legal import (
    council,
    next_to_check,
    next_to_deal,
    next_to_draw,
    next_to_play,
    open_majority,
    open_table,
    over_limit,
    shells_due,
)
from companion.games.waves.model import Phase, Table, WavesView
from companion.games.waves.refusals import TITLES
from companion.games.waves.tablets import active_tablet, check_slot

Words = tuple[tuple[Seat, ...], str, str, RuleId]
"""Who acts, what to do, why, and the rule behind it."""


def prompt(view: WavesView) -> Prompt:
    """Phase, who acts, what to do and why."""
    table = view.table
    if table.winner >= 0:
        return Prompt(
            "The game is over",
            (),
            f"{view.name(table.winner)} wins. {goal_reached(view)}",
            "The game stops at once.",
            "W-030",
        )
    seats, text, why, rule = _WORDS[table.phase](view)
    return Prompt(
        f"Round {table.round} · {TITLES[table.phase]}" if table.token >= 0 else TITLES[table.phase],
        seats,
        text,
        why,
        rule,
        assumed(table),
    )


def goal_reached(view: WavesView) -> str:
    """How the winner reached the goal, in a sentence."""
    pile = view.table.collected[view.table.winner]
    classes = sum(1 for number in pile if number)
    return f"The collection holds {sum(pile)} Elders of {classes} classes."


def assumed(table: Table) -> tuple[str, ...]:
    """The figures of this game that nobody has confirmed, in words (A-43)."""
    unsure = [index for index, figure in enumerate(table.setup.council_card) if figure.status == "assumed"]
    if not unsure:
        return ()
    numbers = ", ".join(f"{PLURALS[index + 1]} {table.setup.council_card[index].value}" for index in unsure)
    return (f"Shells on the Council card are assumed: {numbers}. Type your card's numbers on the host page.",)


def check_sentence(view: WavesView, slot: int) -> str:
    """How an Agent's check against its Elder comes out, in a sentence, with the powers that count."""
    table = view.table
    place, check = table.slots[slot], check_slot(table, slot)
    assert place.agent is not None  # only slots with an Agent are checked
    agent, elder = f"{NAMES[place.agent.face]} ({check.agent_power})", f"{NAMES[place.elder]} ({check.elder_power})"
    ends = {
        "collect": f"the {agent} collects the {elder}",
        "power": f"the {agent} does not win over the {elder}",
        "no shell": f"the {agent} wins over the {elder}, but no shell is left",
        "duplicate": f"the {agent} wins over the {elder}, but that class is in the collection already",
        "returned": f"the {agent} wins over the {elder}, but the tablet sends the first Elder back",
    }
    return ends[check.result]


def _token(view: WavesView) -> Words:
    return (), "Draw lots. Give the Wave token to the first player.", "A random player begins.", "W-009"


def _deal(view: WavesView) -> Words:
    seat = next_to_deal(view.table)
    text = f"Shuffle all cards. Deal {HAND} to each player, face down."
    return (() if seat is None else (seat,)), text, f"Every hand starts with {HAND} cards.", "W-012"


def _council(view: WavesView) -> Words:
    text = "Turn up one card from the deck in front of each player."
    return (), text, "These Elders are the first Council.", "W-015"


def _shells(view: WavesView) -> Words:
    table, cls, due = view.table, open_majority(view.table), shells_due(view.table)
    left = f" Take away the {table.shells} from last round first." if table.shells else ""
    if cls == UNKNOWN:
        return (), f"Leave the centre without shells.{left}", "There is no Elder in the Council.", "W-043"
    counts = council(table)
    tie = " and the highest power among the tied" if counts.count(max(counts)) > 1 else ""
    why = f"{PLURALS[cls]} have most Elders{tie}: Open Majority."
    return (), f"Lay {_shell_count(due)} in the centre.{left}", why, "W-043"


def _shell_count(number: int) -> str:
    return "no shell" if number == 0 else "1 shell" if number == 1 else f"{number} shells"


def _play(view: WavesView) -> Words:
    seat = next_to_play(view.table)
    assert seat is not None  # the phase ends with the last play
    elder = NAMES[view.table.slots[seat].elder]
    if view.seat == seat:
        text = f"Your turn. Slide 1 card under your {elder} to follow, or lay cards of one class over it to rebel."
    else:
        text = f"{view.name(seat)} plays Agents face down at their own {elder}."
    return (seat,), text, "Followers may collect first. Rebels count for the True Majority.", "W-050"


def _reveal(view: WavesView) -> Words:
    slots = tuple(
        index
        for index, slot in enumerate(view.table.slots)
        if slot.agent is not None and slot.agent.posture == "rebel" and slot.agent.face == UNKNOWN
    )
    names = _listing([view.name(slot) for slot in slots])
    return slots, f"Turn up the Rebels of {names}. Followers stay face down.", "Everyone has played.", "W-060"


def _tablet(view: WavesView) -> Words:
    table = view.table
    cls, counts = table.true_majority, open_table(view.table)
    title = DATA.tablets[table.setup.tablets[cls - 1]].title
    tie = ", the highest power among the tied" if counts.count(max(counts)) > 1 else ""
    why = f"{PLURALS[cls]} have the True Majority with {counts[cls - 1]} open cards{tie}."
    return (), f"Lay the {PLURALS[cls]}' tablet “{title}” beside the Council.", why, "W-063"


def _direct(view: WavesView) -> Words:
    text = "Move every Elder to the player on its right, all at once. Agents stay."
    return (), text, "The active tablet acts at once.", "W-126"


def _extras(view: WavesView) -> Words:
    slots = tuple(
        index for index, slot in enumerate(view.table.slots) if slot.agent is not None and slot.agent.count > 1
    )
    names = _listing([view.name(slot) for slot in slots])
    return (
        slots,
        f"{names}: discard all your Rebels but one, face up.",
        "Extra Rebels count for the True Majority only.",
        "W-066",
    )


def _wave(view: WavesView) -> Words:
    table, slot = view.table, next_to_check(view.table)
    assert slot is not None  # the Wave ends with the last check
    place = table.slots[slot]
    assert place.agent is not None
    name, tablet = view.name(slot), active_tablet(table)
    rule = f"Active tablet: {tablet.text}" if tablet is not None else "No tablet is active."
    if place.agent.face == UNKNOWN:
        return (slot,), f"{name}: turn up your Follower.", rule, "W-070"
    sentence = check_sentence(view, slot)
    if check_slot(table, slot).result == "collect":
        act = f"{name}: take the {NAMES[place.elder]} to your collection and take 1 shell out of the centre."
        return (slot,), act, f"{sentence[0].upper()}{sentence[1:]}. {rule}", "W-073"
    act = f"{name}: take the {NAMES[place.elder]} into your hand."
    return (slot,), act, f"{sentence[0].upper()}{sentence[1:]}. {rule}", "W-074"


def _pass_token(view: WavesView) -> Words:
    after = (view.table.token + 1) % len(view.table.slots)
    return (), f"Give the Wave token to {view.name(after)}.", "It moves clockwise every round.", "W-080"


def _draw(view: WavesView) -> Words:
    seat = next_to_draw(view.table)
    if view.table.deck == 0:
        return (), "Shuffle the discard pile into a new deck.", "The deck is empty and a card is needed.", "W-088"
    text = "Everyone draws 1 card, the token holder first."
    return (() if seat is None else (seat,)), text, "One card each, however many were played.", "W-081"


def _discard(view: WavesView) -> Words:
    # One seat after the other, because a card on the pile does not show whose it was. Any order may be tapped.
    seats = over_limit(view.table)
    first, *others = seats
    over, why = view.table.hands[first].count - HAND, f"{HAND} cards is the limit."
    counts = [f"{view.name(seat)} ({view.table.hands[seat].count - HAND})" for seat in others]
    then = f" Then {_listing(counts)}." if counts else ""
    if view.seat == first:
        return seats, f"Discard {over} of your cards, face up.{then}", why, "W-082"
    cards = "1 card" if over == 1 else f"{over} cards"
    return seats, f"{view.name(first)} discards {cards}, face up.{then}", why, "W-082"


def _next_round(view: WavesView) -> Words:
    tablet = active_tablet(view.table)
    back = f" Put the tablet “{tablet.title}” back." if tablet is not None else ""
    return (), f"The Agents are the new Elders: move them into the Council.{back}", "A new round begins.", "W-083"


def _listing(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


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
    Phase.NEXT_ROUND: _next_round,
}
