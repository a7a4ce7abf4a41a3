"""What the table should do next in Waves, in words for the people who sit there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.games.core import Prompt, Seat
from companion.games.waves import end_prompts, setup_prompts, wave_prompts
from companion.games.waves.cards import UNKNOWN, Class
from companion.games.waves.data import CARD, CLASS, DATA, ELDER, HEAD_TO_HEAD_DRAW, NOUNS, SHELL
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
from companion.language.message import Listing, Message, listing, names, say, sentences
from companion.language.values import Count, Name

_SETUP = (Phase.TOKEN, Phase.DEAL, Phase.COUNCIL)


def prompt(view: WavesView) -> Prompt:
    """Phase, who acts, what to do and why."""
    table = view.table
    if table.winner >= 0:
        return _over(view)
    seats, text, why, rule = _WORDS[table.phase](view)
    phase = title(table.setup, table.phase)
    return Prompt(
        phase if table.phase in _SETUP else say("Round {round} · {phase}", round=table.round, phase=phase),
        seats,
        text,
        why,
        rule,
        assumed(table),
        house_rules(table),
        advice=advice(table) if table.phase in (*_SETUP, Phase.SHELLS) and table.round == 1 else (),
    )


def _over(view: WavesView) -> Prompt:
    table = view.table
    wins = say("{winner} wins.", winner=side_name(table.setup, table.winner, view.names))
    text, why = sentences(wins, goal_reached(view)), say("The game stops at once.")
    return Prompt(say("The game is over"), (), text, why, "W-030")


def goal_reached(view: WavesView) -> Message:
    """How the winner reached the goal, in a sentence."""
    pile = view.table.collected[view.table.winner]
    classes = sum(1 for number in pile if number)
    return say(
        "The collection holds {elders} of {classes}.", elders=Count(sum(pile), ELDER), classes=Count(classes, CLASS)
    )


# --- the round ---


def _shells(view: WavesView) -> Ask:
    table, cls, due = view.table, open_majority(view.table), Count(shells_due(view.table), SHELL)
    if cls == UNKNOWN:
        return (), _bare(table), say("There is no Elder in the Council."), "W-043"
    why = _most_elders(table, cls)
    if table.shells and table.setup.variants.leftover_shells == "add":
        text = say("Last round's shells stay: {shells} must lie in the centre now.", shells=due)
        return (), text, why, "W-044"
    if due.number == 0:
        return (), _bare(table), why, "W-043"
    text = say("Lay {shells} in the centre.", shells=due)
    if table.shells:
        text = sentences(text, say("Take away the {number} from last round first.", number=table.shells))
    return (), text, why, "W-043"


def _most_elders(table: Table, cls: Class) -> Message:
    counts = council(table)
    if counts.count(max(counts)) > 1:
        return say("{cls:many} tie for the most Elders and have the highest power: Open Majority.", cls=NOUNS[cls])
    return say("{cls:many} have the most Elders: Open Majority.", cls=NOUNS[cls])


def _bare(table: Table) -> Message:
    """How the centre comes to be without shells."""
    return say("Take all shells out of the centre.") if table.shells else say("Leave the centre without shells.")


def _play(view: WavesView) -> Ask:
    table, setup = view.table, view.table.setup
    refilled = next_to_refill(table)
    if refilled is not None:
        return _refill(view, refilled)
    slots = turn_to_play(table)
    seat = setup.owner(slots[0])
    why = sentences(
        say("Followers may collect first. {rebels:many} count for the True Majority.", rebels=rebel(setup).noun),
        _silence(view),
    )
    if view.seat != seat:
        return (seat,), _others_turn(view, slots), why, order_rule(setup)
    if must_keep(table, seat):
        why = sentences(say("Keep one card for your second Elder."), why)
    return (seat,), _own_turn(view, slots), why, order_rule(setup)


def _own_turn(view: WavesView, slots: tuple[SlotIndex, ...]) -> Message:
    """How Agents are laid in either posture, to the one who lays them (W-052, W-053)."""
    setup, elder = view.table.setup, NOUNS[view.table.slots[slots[0]].elder]
    if len(slots) > 1:
        under = say(
            "Your turn, face down. Follow: slide 1 card under your Elder at place {places}, Fish showing.",
            places=_either(slots),
        )
    elif setup.is_head_to_head:
        under = say(
            "Your turn, face down. Follow: slide 1 card under your {elder} at place {place}, Fish showing.",
            elder=elder,
            place=slots[0] + 1,
        )
    else:
        under = say("Your turn, face down. Follow: slide 1 card under your {elder}, Fish showing.", elder=elder)
    return sentences(under, rebel(setup).over)


def _others_turn(view: WavesView, slots: tuple[SlotIndex, ...]) -> Message:
    setup = view.table.setup
    who = Name(view.name(setup.owner(slots[0])))
    if len(slots) > 1:
        return say(
            "{who} plays Agents face down at one of their Elders, at place {places}.", who=who, places=_either(slots)
        )
    if setup.is_head_to_head:
        return say("{who} plays Agents face down at their own Elder at place {place}.", who=who, place=slots[0] + 1)
    return say("{who} plays Agents face down at their own Elder.", who=who)


def _either(slots: tuple[SlotIndex, ...]) -> Listing:
    return listing((slot + 1 for slot in slots), "or")


def _silence(view: WavesView) -> Message | None:
    """Who may not talk any more: in Teams everybody whose Agents lie, until the last player's do (W-057)."""
    if not view.table.setup.is_teams:
        return None
    silent = silent_seats(view.table)
    if view.seat in silent:
        return say("You have played: no word and no sign until everyone has.")
    if view.seat is not None:
        mates = [view.name(seat) for seat in teammates(view.table.setup, view.seat) if seat not in silent]
        return say("Until you play you may talk with {mates}, aloud.", mates=names(mates)) if mates else None
    if not silent:
        return say("Teams may talk, aloud, until they play.")
    return say("Silent now: {players}.", players=names(view.name(seat) for seat in silent))


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
    now, who = min(left, table.deck), Name(view.name(seat))
    if view.seat == seat:
        text = say("Draw {cards} from the deck.", cards=Count(now, CARD))
    else:
        text = say("{who} draws {cards} from the deck.", who=who, cards=Count(now, CARD))
    if now < left and can_reshuffle(table):
        more = say("Then shuffle the discard pile: {who} draws {number} more.", who=who, number=left - now)
        text = sentences(text, more)
    elif now < left:
        text = sentences(text, say("Then the deck is empty."))
    each = Count(HEAD_TO_HEAD_DRAW, CARD)
    if not turns_taken(table, seat):
        return (seat,), text, say("There is nothing in hand, so the cards are drawn before playing."), "W-111"
    if table.setup.edition == "rebels":
        why = say("Each player draws {cards} a round, after playing at their first Elder.", cards=each)
        return (seat,), text, why, "W-106"
    return (seat,), text, say("Each player draws {cards} a round, when both have played once.", cards=each), "W-112"


def _reveal(view: WavesView) -> Ask:
    hidden = {
        index: slot.agent.count
        for index, slot in enumerate(view.table.slots)
        if slot.agent is not None and slot.agent.posture == "rebel" and slot.agent.face == UNKNOWN
    }
    text = sentences(*_turn_up(view, hidden), say("Followers stay face down."))
    return _owners(view, tuple(hidden)), text, say("Everyone has played."), "W-060"


def _turn_up(view: WavesView, hidden: dict[SlotIndex, int]) -> Iterator[Message]:
    """Who turns up how many, and with two places each, at which."""
    setup, noun = view.table.setup, rebel(view.table.setup).noun
    owners = _owners(view, tuple(hidden))
    if not setup.is_head_to_head:
        players, number = names(view.name(seat) for seat in owners), sum(hidden.values())
        yield say("{players}: turn your {rebels:noun} face up.", players=players, rebels=Count(number, noun))
        return
    for seat in owners:
        own = [slot for slot in hidden if setup.owner(slot) == seat]
        yield say(
            "{who}: turn your {rebels:noun} at {number?place|places} {places} face up.",
            who=Name(view.name(seat)),
            rebels=Count(sum(hidden[slot] for slot in own), noun),
            number=len(own),
            places=listing(slot + 1 for slot in own),
        )


def _owners(view: WavesView, slots: tuple[SlotIndex, ...]) -> tuple[Seat, ...]:
    return tuple(dict.fromkeys(view.table.setup.owner(slot) for slot in slots))


def _tablet(view: WavesView) -> Ask:
    table = view.table
    cls, counts = table.true_majority, open_table(view.table)
    noun, number = NOUNS[cls], counts[cls - 1]
    if counts.count(max(counts)) > 1:
        why = say(
            "{cls:many} tie for the most open cards, {number}, and have the highest power: True Majority.",
            cls=noun,
            number=number,
        )
    else:
        why = say("{cls:many} have the most open cards, {number}: True Majority.", cls=noun, number=number)
    tablet = DATA.tablets[table.setup.tablets[cls - 1]].name
    text = say("Lay the {cls:many}' tablet “{tablet}” beside the Council.", cls=noun, tablet=tablet)
    return (), text, why, "W-063"


def _direct(view: WavesView) -> Ask:
    table, why = view.table, say("The active tablet acts at once.")
    if active_side(table) == "NOB-A":
        why = why if followers(table) else sentences(why, rebel(table.setup).everyone)
        return (), _for_followers(table), why, "W-134"
    text = say("Move every Elder to the player on its right, all at once. Agents stay.")
    if table.setup.gap_after >= 0 and table.setup.variants.rotate_gap:
        text = sentences(text, say("The unassociated Elder moves with them."))
    elif table.setup.gap_after >= 0:
        text = sentences(text, say("The unassociated Elder stays."))
    return (), text, why, "W-126"


def _for_followers(table: Table) -> Message:
    """How as many shells as there are Followers come to lie in the centre; there may be more Followers than shells."""
    due, wanted = shells_due(table), followers(table)
    if due == 0:
        return _bare(table)
    shells = Count(due, SHELL)
    if due > table.shells:
        if wanted > due:
            lay = say(
                "Put {shells} in the centre ({wanted} Followers, but only {due} exist)",
                shells=shells,
                wanted=wanted,
                due=due,
            )
        else:
            lay = say("Put {shells} in the centre, one for each Follower", shells=shells)
        return say("{lay}: add {number}.", lay=lay, number=due - table.shells)
    if wanted > due:
        leave = say(
            "Leave {shells} in the centre ({wanted} Followers, but only {due} exist)",
            shells=shells,
            wanted=wanted,
            due=due,
        )
    else:
        leave = say("Leave {shells} in the centre, one for each Follower", shells=shells)
    if due < table.shells:
        return say("{leave}: take {number} out.", leave=leave, number=table.shells - due)
    return say("{leave}.", leave=leave)


def _extras(view: WavesView) -> Ask:
    slots = tuple(
        index for index, slot in enumerate(view.table.slots) if slot.agent is not None and slot.agent.count > 1
    )
    noun, whose = rebel(view.table.setup).noun, places(view, slots)
    if len(whose) == len(slots):
        text = say(
            "{players}: keep one {rebel} over the Fish, discard the others face up.",
            players=listing(whose),
            rebel=noun,
        )
    else:
        text = say(
            "{players}: keep one {rebel} over each Fish, discard the others face up.",
            players=listing(whose),
            rebel=noun,
        )
    why = say("Extra {rebels:many} count for the True Majority only.", rebels=noun)
    return _owners(view, slots), text, why, "W-066"


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
