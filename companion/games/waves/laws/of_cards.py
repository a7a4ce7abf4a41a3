"""Laws of the cards of Waves: how many there are, what was told of them, and how many each hand has (W-140 and others).

Nothing of the modules that move the game is used here: what those got wrong must not be wrong here in the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.waves.data.figures import DECK_OF_CLASS, DECK_SIZE, HEAD_TO_HEAD_DRAW, NAMES, NOUNS
from companion.games.waves.laws.words import BEFORE_WAVES, SETUP, face_down, is_settled
from companion.games.waves.state.model import Phase, Table, WavesState
from companion.language.message import Message, say
from companion.language.values import Count, Name, Noun

_PLACE = Noun("place")


def wrong_cards(state: WavesState) -> Iterator[Message]:
    """The laws that the cards break, wherever they are."""
    yield from _numbers(state)
    yield from _told(state)
    yield from _hands(state.table)


def _numbers(state: WavesState) -> Iterator[Message]:
    """All cards together, and those of each class that are known."""
    table = state.table
    agents = sum(slot.agent.count for slot in table.slots if slot.agent)
    elders = sum(1 for slot in table.slots if slot.elder) + bool(table.gap_elder)
    hands = sum(hand.count for hand in table.hands)
    total = table.deck + sum(table.discard) + hands + elders + agents + sum(map(sum, table.collected))
    if total != DECK_SIZE:
        yield say("{total} cards are counted instead of {size} (W-140).", total=total, size=DECK_SIZE)
    if min(table.deck, *table.discard, *(hand.count for hand in table.hands), *map(min, table.collected)) < 0:
        yield say("A number of cards is below zero (W-140).")
    if bool(table.top) != bool(sum(table.discard)) or (table.top and not table.discard[table.top - 1]):
        top = NOUNS[table.top]
        yield say("The discard pile does not show one of its cards, but the {top} (W-140).", top=top)
    known = _known(state)
    for cls in range(1, len(NAMES)):
        if known[cls] > DECK_OF_CLASS:
            yield say(
                "{known} {cls} cards are known, but there are {all} (W-140).",
                known=known[cls],
                cls=NOUNS[cls],
                all=DECK_OF_CLASS,
            )


def _known(state: WavesState) -> Counter[int]:
    """How many cards of each class are known to be somewhere."""
    table, known = state.table, Counter({state.table.gap_elder: 1})
    for slot in table.slots:
        known[slot.elder] += 1
        if slot.agent:
            known[slot.agent.face] += slot.agent.count
    for pile in (table.discard, *table.collected):
        known.update(dict(enumerate(pile, 1)))
    for seat, secret in enumerate(state.secrets):
        known.update(dict(enumerate(table.hands[seat].seen if secret is None else secret.hand, 1)))
        if secret is not None:
            for slot_index, cls in zip(table.setup.own_slots(seat), secret.agents, strict=False):
                known[cls] += face_down(table.slots[slot_index])
    return known


def _told(state: WavesState) -> Iterator[Message]:
    """What was told of hands and face-down Agents against what all have seen of them."""
    table = state.table
    for seat, (hand, secret) in enumerate(zip(table.hands, state.secrets, strict=True)):
        own = table.setup.own_slots(seat)
        down = [face_down(table.slots[slot]) for slot in own]
        if sum(hand.seen) > hand.count + sum(down):
            yield say("Seat {seat} holds fewer cards than were seen to go to its hand (W-140).", seat=seat + 1)
        if secret is None:
            continue
        if sum(secret.hand) != hand.count:
            yield say(
                "Seat {seat} was told {told} cards but holds {held} (W-140).",
                seat=seat + 1,
                told=sum(secret.hand),
                held=hand.count,
            )
        if len(secret.agents) != len(own):
            yield say(
                "Seat {seat} was told of {places} for Agents, but has {own}: "
                "give agents for each, 0 where none lies face down (W-055).",
                seat=seat + 1,
                places=Count(len(secret.agents), _PLACE),
                own=len(own),
            )
        elif [bool(cls) for cls in secret.agents] != [bool(count) for count in down]:
            yield say("Seat {seat}'s face-down Agent does not match what was told (W-055).", seat=seat + 1)
        held = Counter(dict(enumerate(secret.hand, 1)))
        for cls, count in zip(secret.agents, down, strict=False):
            held[cls] += count
        if any(number > held[cls] for cls, number in enumerate(hand.seen, 1)):
            yield say("Seat {seat} was told other cards than were seen to go to its hand (W-140).", seat=seat + 1)


def _hands(table: Table) -> Iterator[Message]:
    """Hand limits, draws, and whether everybody has something to play."""
    setup, phase = table.setup, table.phase
    most = HEAD_TO_HEAD_DRAW if setup.is_head_to_head else 1
    for seat, (hand, drawn) in enumerate(zip(table.hands, table.drawn, strict=True)):
        if not 0 <= drawn <= most:
            yield say(
                "Seat {seat} has drawn {drawn} cards in this round, and may draw {most} ({rule}).",
                seat=seat + 1,
                drawn=drawn,
                most=most,
                rule=Name("W-106" if setup.is_head_to_head else "W-081"),
            )
        agents = [table.slots[slot].agent for slot in setup.own_slots(seat)]
        cards = hand.count + sum(agent.count for agent in agents if agent)
        limit, extra = setup.limits[seat], drawn if setup.is_head_to_head else 0
        if phase in SETUP and hand.count > limit:
            yield say(
                "Seat {seat} is dealt {cards} cards, more than {limit} (W-012).",
                seat=seat + 1,
                cards=hand.count,
                limit=limit,
            )
        if phase in BEFORE_WAVES and phase is not Phase.EXTRAS and cards > limit + extra:
            yield say(
                "Seat {seat} begins a round with {cards} cards, more than {limit} (W-082).",
                seat=seat + 1,
                cards=cards - extra,
                limit=limit,
            )
        if phase in (Phase.GAP, Phase.NEXT_ROUND) and hand.count > limit:
            yield say(
                "Seat {seat} ends a round with {cards} cards, more than {limit} (W-082).",
                seat=seat + 1,
                cards=hand.count,
                limit=limit,
            )
    if setup.is_head_to_head or setup.variants.deck_empty == "stop":
        return
    for slot in range(len(table.slots)):
        if phase in (Phase.SHELLS, Phase.PLAY) and not is_settled(table, slot) and not table.hands[slot].count:
            yield say("Seat {seat} has no card to play (W-145).", seat=slot + 1)
    short = table.drawn.count(0)
    if phase is Phase.DRAW and table.deck + sum(table.discard) < short:
        yield say(
            "Deck and discard pile hold fewer cards than the {short} that are still to be drawn (W-144).", short=short
        )
