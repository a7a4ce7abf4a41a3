"""What the table should do next in Waves, in words for the people who sit there."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.core import Prompt, Seat
from companion.games.shared.phrases import counted, listing, plural
from companion.games.waves import end_prompts, setup_prompts, wave_prompts
from companion.games.waves.cards import UNKNOWN
from companion.games.waves.data import DATA, HEAD_TO_HEAD_DRAW, NAMES, PLURALS
from companion.games.waves.end_prompts import shuffle
from companion.games.waves.house_rules import advice, assumed, house_rules
from companion.games.waves.legal import council, open_majority, open_table, shells_due
from companion.games.waves.model import (
    Phase,
    SlotIndex,
    Table,
    WavesView,
)
from companion.games.waves.tablets import active_side, followers
from companion.games.waves.turns import (
    can_reshuffle,
    must_keep,
    next_to_refill,
    order_rule,
    turn_to_play,
    turns_taken,
    waiting_slots,
)
from companion.games.waves.words import Ask, places, rebel, side_name, teammates, title

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
        house_rules(table),
        advice=advice(table) if table.phase in (*_SETUP, Phase.SHELLS) and table.round == 1 else (),
    )


def goal_reached(view: WavesView) -> str:
    """How the winner reached the goal, in a sentence."""
    pile = view.table.collected[view.table.winner]
    classes = sum(1 for number in pile if number)
    return f"The collection holds {counted(sum(pile), 'Elder')} of {counted(classes, 'class', 'classes')}."


def _names(view: WavesView) -> tuple[str, ...]:
    return tuple(view.name(seat) for seat in range(view.table.setup.players))


# --- the round ---


def _shells(view: WavesView) -> Ask:
    table, cls, due = view.table, open_majority(view.table), shells_due(view.table)
    stays = table.setup.variants.leftover_shells == "add"
    if cls == UNKNOWN:
        return (), _bare(table), "There is no Elder in the Council.", "W-043"
    counts = council(table)
    is_tied = counts.count(max(counts)) > 1
    most = "tie for the most Elders and have the highest power" if is_tied else "have the most Elders"
    why = f"{PLURALS[cls]} {most}: Open Majority."
    if table.shells and stays:
        return (), f"Last round's shells stay: {counted(due, 'shell')} must lie in the centre now.", why, "W-044"
    if due == 0:
        return (), _bare(table), why, "W-043"
    left = f" Take away the {table.shells} from last round first." if table.shells else ""
    return (), f"Lay {counted(due, 'shell')} in the centre.{left}", why, "W-043"


def _bare(table: Table) -> str:
    """How the centre comes to be without shells."""
    return "Take all shells out of the centre." if table.shells else "Leave the centre without shells."


def _play(view: WavesView) -> Ask:
    table, setup = view.table, view.table.setup
    refilled = next_to_refill(table)
    if refilled is not None:
        return _refill(view, refilled)
    slots = turn_to_play(table)
    seat = setup.owner(slots[0])
    why = f"Followers may collect first. {rebel(setup).many} count for the True Majority."
    if view.seat == seat:
        keep = "Keep one card for your second Elder. " if must_keep(table, seat) else ""
        return (seat,), _own_turn(view, slots), f"{keep}{why}{_silence(view)}", order_rule(setup)
    where = _at(view, slots[0])
    elder = "their own Elder"
    if len(slots) > 1:
        elder, where = "one of their Elders", f", at place {_either(slots)}"
    return (
        (seat,),
        f"{view.name(seat)} plays Agents face down at {elder}{where}.",
        f"{why}{_silence(view)}",
        order_rule(setup),
    )


def _own_turn(view: WavesView, slots: tuple[SlotIndex, ...]) -> str:
    """How Agents are laid in either posture, to the one who lays them (W-052, W-053)."""
    verb = rebel(view.table.setup).verb
    elder = f"{NAMES[view.table.slots[slots[0]].elder]}{_at(view, slots[0])}"
    if len(slots) > 1:
        elder = f"Elder at place {_either(slots)}"
    over = "fan cards of one class over it, covering the Fish"
    return (
        f"Your turn, face down. Follow: slide 1 card under your {elder}, Fish showing. "
        f"{verb[0].upper()}{verb[1:]}: {over}."
    )


def _either(slots: tuple[SlotIndex, ...]) -> str:
    return " or ".join(str(slot + 1) for slot in slots)


def _at(view: WavesView, slot: SlotIndex) -> str:
    return f" at place {slot + 1}" if view.table.setup.is_head_to_head else ""


def _silence(view: WavesView) -> str:
    """Who may not talk any more: in Teams everybody whose Agents lie, until the last player's do (W-057)."""
    if not view.table.setup.is_teams:
        return ""
    silent = silent_seats(view.table)
    if view.seat in silent:
        return " You have played: no word and no sign until everyone has."
    if view.seat is not None:
        mates = teammates(view.table.setup, view.seat)
        others = " and ".join(view.name(seat) for seat in mates if seat not in silent)
        return f" Until you play you may talk with {others}, aloud." if others else ""
    if not silent:
        return " Teams may talk, aloud, until they play."
    return f" Silent now: {listing([view.name(seat) for seat in silent])}."


def silent_seats(table: Table) -> tuple[Seat, ...]:
    """The seats that must not talk now: in Teams those whose Agents lie while others are still to play (W-057)."""
    waiting = waiting_slots(table)
    if not table.setup.is_teams or table.phase is not Phase.PLAY or not waiting:
        return ()
    return tuple(seat for seat in range(table.setup.players) if seat not in waiting)


def _refill(view: WavesView, seat: Seat) -> Ask:
    """Head to head: the draws amid the plays."""
    table = view.table
    if table.deck == 0:
        return shuffle()
    left = HEAD_TO_HEAD_DRAW - table.drawn[seat]
    now, name = min(left, table.deck), view.name(seat)
    text = f"{'Draw' if view.seat == seat else f'{name} draws'} {counted(now, 'card')} from the deck."
    if now < left:
        more = f"shuffle the discard pile: {name} draws {left - now} more"
        text = f"{text} Then {more if can_reshuffle(table) else 'the deck is empty'}."
    each = f"Each player draws {HEAD_TO_HEAD_DRAW} cards a round"
    if not turns_taken(table, seat):
        return (seat,), text, "There is nothing in hand, so the cards are drawn before playing.", "W-111"
    if table.setup.edition == "rebels":
        return (seat,), text, f"{each}, after playing at their first Elder.", "W-106"
    return (seat,), text, f"{each}, when both have played once.", "W-112"


def _reveal(view: WavesView) -> Ask:
    hidden = {
        index: slot.agent.count
        for index, slot in enumerate(view.table.slots)
        if slot.agent is not None and slot.agent.posture == "rebel" and slot.agent.face == UNKNOWN
    }
    text = f"{_turn_up(view, hidden)} Followers stay face down."
    return _owners(view, tuple(hidden)), text, "Everyone has played.", "W-060"


def _turn_up(view: WavesView, hidden: dict[SlotIndex, int]) -> str:
    """Who turns up how many, and with two places each, at which."""
    setup, words = view.table.setup, rebel(view.table.setup)
    if not setup.is_head_to_head:
        whose = words.one if sum(hidden.values()) == 1 else words.many
        return f"{listing([str(name) for name in places(view, tuple(hidden))])}: turn your {whose} face up."
    said = []
    for seat in _owners(view, tuple(hidden)):
        own = [slot for slot in hidden if setup.owner(slot) == seat]
        whose = words.one if sum(hidden[slot] for slot in own) == 1 else words.many
        where = f"{plural(len(own), 'place')} {listing([str(slot + 1) for slot in own])}"
        said.append(f"{view.name(seat)}: turn your {whose} at {where} face up.")
    return " ".join(said)


def _owners(view: WavesView, slots: tuple[SlotIndex, ...]) -> tuple[Seat, ...]:
    return tuple(dict.fromkeys(view.table.setup.owner(slot) for slot in slots))


def _tablet(view: WavesView) -> Ask:
    table = view.table
    cls, counts = table.true_majority, open_table(view.table)
    name = DATA.tablets[table.setup.tablets[cls - 1]].title
    is_tied, number = counts.count(max(counts)) > 1, counts[cls - 1]
    most = f"tie for the most open cards, {number}, and have the highest power"
    why = f"{PLURALS[cls]} {most if is_tied else f'have the most open cards, {number}'}: True Majority."
    return (), f"Lay the {PLURALS[cls]}' tablet “{name}” beside the Council.", why, "W-063"


def _direct(view: WavesView) -> Ask:
    table, why = view.table, "The active tablet acts at once."
    if active_side(table) == "NOB-A":
        return (), _for_followers(table), why if followers(table) else f"{why} {rebel(table.setup).everyone}", "W-134"
    stays = " The unassociated Elder stays." if table.setup.gap_after >= 0 else ""
    if table.setup.variants.rotate_gap and stays:
        stays = " The unassociated Elder moves with them."
    return (), f"Move every Elder to the player on its right, all at once. Agents stay.{stays}", why, "W-126"


def _for_followers(table: Table) -> str:
    """How as many shells as there are Followers come to lie in the centre; there may be more Followers than shells."""
    due, wanted = shells_due(table), followers(table)
    if due == 0:
        return _bare(table)
    reason = f" ({wanted} Followers, but only {due} exist)" if wanted > due else ", one for each Follower"
    change = due - table.shells
    if change == 0:
        return f"Leave {counted(due, 'shell')} in the centre{reason}."
    if change < 0:
        return f"Leave {counted(due, 'shell')} in the centre{reason}: take {-change} out."
    return f"Put {counted(due, 'shell')} in the centre{reason}: add {change}."


def _extras(view: WavesView) -> Ask:
    slots = tuple(
        index for index, slot in enumerate(view.table.slots) if slot.agent is not None and slot.agent.count > 1
    )
    words, named = rebel(view.table.setup), places(view, slots)
    names = listing([str(name) for name in named])
    fish = "the Fish" if len(named) == len(slots) else "each Fish"
    text = f"{names}: keep one {words.one} over {fish}, discard the others face up."
    return _owners(view, slots), text, f"Extra {words.many} count for the True Majority only.", "W-066"


_WORDS: dict[Phase, Callable[[WavesView], Ask]] = {
    Phase.TOKEN: setup_prompts.token,
    Phase.DEAL: setup_prompts.deal,
    Phase.COUNCIL: setup_prompts.council,
    Phase.SHELLS: _shells,
    Phase.PLAY: _play,
    Phase.REVEAL: _reveal,
    Phase.TABLET: _tablet,
    Phase.DIRECT: _direct,
    Phase.EXTRAS: _extras,
    Phase.WAVE_1: wave_prompts.wave,
    Phase.WAVE_2: wave_prompts.wave,
    Phase.PASS_TOKEN: end_prompts.pass_token,
    Phase.DRAW: end_prompts.draw,
    Phase.DISCARD: end_prompts.discard,
    Phase.GAP: end_prompts.gap,
    Phase.NEXT_ROUND: end_prompts.next_round,
}
