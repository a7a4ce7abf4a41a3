"""Agents are played, in Head to head with draws amid the plays (W-050..W-058, W-103..W-112)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.core import RuleId, Seat
from companion.games.errors import IllegalAction
from companion.games.shared.phases import Asked, Label
from companion.games.waves.data.figures import CARD, HEAD_TO_HEAD_DRAW, NOUNS
from companion.games.waves.rules import actions, deck, moment
from companion.games.waves.state import hidden, model, turns
from companion.games.waves.words.names import class_noun, place, place_of, rebel, teammates
from companion.language.message import Listing, Message, listing, names, say, sentences
from companion.language.values import Count


class Play(deck.FromDeck):
    """Each slot in turn gets its Agents, or is passed over."""

    titles = {model.Phase.PLAY: say("Playing Agents")}
    acts = (actions.PlayAgents, actions.Draw, actions.Reshuffle)

    def has_work(self, state: model.WavesState) -> bool:
        return turns.next_to_refill(state.table) is not None or bool(turns.turn_to_play(state.table))

    def settled(self, state: model.WavesState) -> model.WavesState | None:
        """A slot is passed over whose owner has its turn and nothing in hand (A-13, A-03)."""
        table, turn = state.table, turns.turn_to_play(state.table)
        if turn and turns.next_to_refill(table) is None and table.hands[table.setup.owner(turn[0])].count <= 0:
            return moment.with_table(state, skipped=(*table.skipped, turn[0]))
        return super().settled(state)

    def drawer(self, table: model.Table) -> Seat | None:
        return turns.next_to_refill(table)

    def legal(self, state: model.WavesState) -> tuple[actions.WavesAction, ...]:
        if self.drawer(state.table) is not None:
            return super().legal(state)
        return tuple(act for slot in turns.turn_to_play(state.table) for act in _plays_at(state, slot))

    def apply(self, state: model.WavesState, act: actions.WavesAction) -> model.WavesState:
        if not isinstance(act, actions.PlayAgents):
            return super().apply(state, act)
        table, count, cls = state.table, len(act.cards), act.cards[0]
        state = moment.in_hand(
            state,
            act.seat,
            (cls, -count),
            *("W-050", "W-051", "W-052" if act.posture == "follower" else "W-053", "W-055"),
            *moment.when(table.setup.is_head_to_head, "W-103", turns.order_rule(table.setup)),
            *moment.when(table.setup.is_teams, "W-057"),
            is_seen=False,
            slots=moment.slots_with(table, act.slot, agent=model.Agent(act.posture, count)),
        )
        return moment.told_agents(state, act.slot, cls)

    def rules_of_draw(self, table: model.Table, seat: Seat) -> tuple[RuleId, ...]:
        return (_refill_rule(table.setup), *moment.when(not turns.turns_taken(table, seat), "W-111"))

    def asked(self, view: model.WavesView) -> Asked:
        table, setup = view.table, view.table.setup
        refilled = turns.next_to_refill(table)
        if refilled is not None:
            return deck.SHUFFLE if table.deck == 0 else _refill(view, refilled)
        slots, order = turns.turn_to_play(table), turns.order_rule(setup)
        seat = setup.owner(slots[0])
        why = sentences(
            say("Followers may collect first. {rebels:many} count for the True Majority.", rebels=rebel(setup).noun),
            _silence(view),
        )
        if view.seat != seat:
            return Asked((seat,), _others_turn(view, slots), why, order)
        if turns.must_keep(table, seat):
            why = sentences(say("Keep one card for your second Elder."), why)
        return Asked((seat,), _own_turn(view, slots), why, order)

    def label(self, view: model.WavesView, act: actions.WavesAction) -> Label:
        if not isinstance(act, actions.PlayAgents):
            return super().label(view, act)
        setup, number, cls = view.table.setup, len(act.cards), act.cards[0]
        group = say("Follow (1 card under the Elder)") if act.posture == "follower" else rebel(setup).group
        if setup.is_head_to_head:
            group = say("Place {place}: {how}", place=act.slot + 1, how=group)
        if view.seat != act.seat:
            group = say("{who}: {how}", who=view.who(act.seat), how=group)
        if cls == model.UNKNOWN:
            return Label(say("{cards}", cards=Count(number, CARD)), group)
        cards = say("{card}", card=NOUNS[cls]) if number == 1 else say("{cards}", cards=Count(number, NOUNS[cls]))
        return Label(cards, group, f"card:{cls}")

    def described(self, before: model.WavesView, act: actions.WavesAction) -> Message:
        if not isinstance(act, actions.PlayAgents):
            return super().described(before, act)
        setup, noun = before.table.setup, rebel(before.table.setup).noun
        who, cards, cls = place(before, act.slot), Count(len(act.cards), CARD), act.cards[0]
        if act.posture == "follower":
            played = say("{who} follows with {cards}", who=who, cards=cards)
        elif setup.edition == "rebels":
            played = say("{who} rebels with {cards}", who=who, cards=cards)
        elif cards.number == 1:
            played = say("{who} plays a {breaker}", who=who, breaker=noun)
        else:
            played = say("{who} plays {breakers}", who=who, breakers=Count(cards.number, noun))
        if cls == model.UNKNOWN:
            return say("{played}.", played=played)
        return say("{played} ({card}).", played=played, card=NOUNS[cls])

    def refusal(self, state: model.WavesState, act: actions.WavesAction, now: Message, is_on: bool) -> IllegalAction:
        """A second set of Agents at the same Elder is one, whatever the phase has become."""
        table, setup = state.table, state.table.setup
        if isinstance(act, actions.PlayAgents) and _is_own(setup, act) and table.slots[act.slot].agent is not None:
            who = place_of(setup, act.slot, ())
            text = say("{who} has placed Agents in this round. One set at an Elder is allowed.", who=who)
            return IllegalAction("W-058", text)
        return super().refusal(state, act, now, is_on)

    def misfit(self, state: model.WavesState, act: actions.WavesAction) -> moment.Law:
        table, setup, refilled = state.table, state.table.setup, turns.next_to_refill(state.table)
        if isinstance(act, actions.Draw):
            return _drawn_wrongly(setup, refilled)
        if not isinstance(act, actions.PlayAgents):
            return super().misfit(state, act)
        if not _is_own(setup, act):
            return "W-054", say("Agents are played at your own Elder only. Take the cards back and lay them at yours.")
        if refilled is not None:
            text = say("Seat {seat} draws first: 2 cards each after the first play.", seat=refilled + 1)
            return _refill_rule(setup), text
        turn = turns.turn_to_play(table)
        if act.slot in turn:
            return _wrong_cards(state, act)
        if turn and setup.owner(turn[0]) == act.seat:
            return "W-104", say("The Elder at place {place} comes first. Play there now.", place=turn[0] + 1)
        plays = place_of(setup, turn[0] if turn else 0, ())
        if len(turn) > 1:
            plays = say("Seat {seat} at place {places}", seat=setup.owner(turn[0]) + 1, places=_either(turn))
        return turns.order_rule(setup), say("It is not this seat's turn. {who} plays now.", who=plays)


def _is_own(setup: model.Setup, act: actions.PlayAgents) -> bool:
    return 0 <= act.slot < setup.slot_count and setup.owner(act.slot) == act.seat


def _refill_rule(setup: model.Setup) -> RuleId:
    return "W-106" if setup.edition == "rebels" else "W-112"


def _either(slots: tuple[model.SlotIndex, ...]) -> Listing:
    return listing((slot + 1 for slot in slots), "or")


def _plays_at(state: model.WavesState, slot: model.SlotIndex) -> Iterator[actions.PlayAgents]:
    """The plays of a slot's owner there: one card as a Follower, or cards of one class as Rebels (W-052, W-053)."""
    seat = state.table.setup.owner(slot)
    secret, count = state.secrets[seat], state.table.hands[seat].count - turns.must_keep(state.table, seat)
    if secret is None:
        numbers = (number for number in range(count, 1, -1) if hidden.can_be_one_class(state, slot, number))
        most = {model.UNKNOWN: next(numbers, 1)} if count > 0 else {}
    else:
        most = {cls: min(count, secret.hand[cls - 1]) for cls in model.CLASSES if secret.hand[cls - 1]}
    for cls in most:
        yield actions.PlayAgents(seat, slot, "follower", (cls,))
    for cls, number in most.items():
        for cards in range(1, number + 1):
            yield actions.PlayAgents(seat, slot, "rebel", (cls,) * cards)


def _own_turn(view: model.WavesView, slots: tuple[model.SlotIndex, ...]) -> Message:
    """How Agents are laid in either posture, to the one who lays them (W-052, W-053)."""
    setup, elder = view.table.setup, say("{elder}", elder=NOUNS[view.table.slots[slots[0]].elder])
    if len(slots) > 1:
        elder = say("Elder at place {places}", places=_either(slots))
    elif setup.is_head_to_head:
        elder = say("{elder} at place {place}", elder=elder, place=slots[0] + 1)
    under = say("Play Agents face down. Follow: slide 1 card under your {elder}, Fish showing.", elder=elder)
    return sentences(under, rebel(setup).over)


def _others_turn(view: model.WavesView, slots: tuple[model.SlotIndex, ...]) -> Message:
    setup, where = view.table.setup, say("their own Elder")
    if len(slots) > 1:
        where = say("one of their Elders, at place {places}", places=_either(slots))
    elif setup.is_head_to_head:
        where = say("{elder} at place {place}", elder=where, place=slots[0] + 1)
    return say("{who} plays Agents face down at {where}.", who=view.who(setup.owner(slots[0])), where=where)


def _silence(view: model.WavesView) -> Message | None:
    """Who may not talk any more: in Teams everybody whose Agents lie, until the last player's do (W-057)."""
    if not view.table.setup.is_teams:
        return None
    silent = turns.silent_seats(view.table)
    if view.seat in silent:
        return say("You have played: no word and no sign until everyone has.")
    if view.seat is not None:
        mates = [view.name(seat) for seat in teammates(view.table.setup, view.seat) if seat not in silent]
        return say("Until you play you may talk with {mates}, aloud.", mates=names(mates)) if mates else None
    if not silent:
        return say("Teams may talk, aloud, until they play.")
    return say("Silent now: {players}.", players=names(view.name(seat) for seat in silent))


def _refill(view: model.WavesView, seat: Seat) -> Asked:
    """Head to head: the draws amid the plays."""
    table = view.table
    left = HEAD_TO_HEAD_DRAW - table.drawn[seat]
    now, who = min(left, table.deck), view.who(seat)
    cards, each = Count(now, CARD), Count(HEAD_TO_HEAD_DRAW, CARD)
    text = say("{who} draws {cards} from the deck.", who=who, cards=cards)
    if view.seat == seat:
        text = say("Draw {cards} from the deck.", cards=cards)
    if now < left and turns.can_reshuffle(table):
        more = say("Then shuffle the discard pile: {who} draws {number} more.", who=who, number=left - now)
        text = sentences(text, more)
    elif now < left:
        text = sentences(text, say("Then the deck is empty."))
    rule, why = "W-112", say("Each player draws {cards} a round, when both have played once.", cards=each)
    if not turns.turns_taken(table, seat):
        rule, why = "W-111", say("There is nothing in hand, so the cards are drawn before playing.")
    elif table.setup.edition == "rebels":
        rule, why = "W-106", say("Each player draws {cards} a round, after playing at their first Elder.", cards=each)
    return Asked((seat,), text, why, rule)


def _wrong_cards(state: model.WavesState, act: actions.PlayAgents) -> moment.Law:
    """What is wrong with the cards of a play that is in its turn and at its place."""
    seat, number, rebels = act.seat, len(act.cards), rebel(state.table.setup).noun
    hand, secret = state.table.hands[seat].count, state.secrets[seat]
    if not act.cards:
        return "W-051", say("At least one card has to be played. Choose a card from the hand.")
    if act.posture == "follower" and number != 1:
        return "W-052", say("A Follower is exactly one card, not {number}. Take the others back.", number=number)
    if len(set(act.cards)) != 1:
        return "W-053", say("{rebels:many} played together must be of one class. Take the others back.", rebels=rebels)
    if number > hand:
        return "W-051", say("The hand holds {hand} cards, fewer than {number}.", hand=hand, number=number)
    if number > hand - turns.must_keep(state.table, seat):
        return "W-111", say("Keep one card for your second Elder: nothing is drawn before it.")
    if secret is not None and act.cards[0] == model.UNKNOWN:
        return "W-051", say("Say which card is played: the companion holds this hand.")
    if secret is None and act.cards[0] != model.UNKNOWN:
        return "W-055", say("Agents lie face down: tell their number only, not their class.")
    if secret is None:
        return "W-053", say("This hand cannot hold {number} cards of one class. Count them again.", number=number)
    return "W-051", say("The hand does not hold {number} {card} cards.", number=number, card=class_noun(act.cards[0]))


def _drawn_wrongly(setup: model.Setup, refilled: Seat | None) -> moment.Law:
    """Why a card is not drawn now, while Agents are played."""
    rule, when = "W-081", say("cards are drawn at the end of a round")
    if setup.is_head_to_head:
        rule, when = _refill_rule(setup), say("2 cards are drawn when both have played once")
        if setup.edition == "rebels":
            when = say("2 cards are drawn right after playing at the first Elder")
    if refilled is None:
        return rule, say("Nobody draws now: {when}.", when=when)
    return rule, say("Only seat {seat} draws now: {when}.", seat=refilled + 1, when=when)
