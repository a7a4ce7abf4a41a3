"""Every action the rules of Waves allow in a position, phase by phase."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.core import Seat
from companion.games.waves.cards import CLASSES, UNKNOWN, Class, Counts, majority, of, plus
from companion.games.waves.data import HAND
from companion.games.waves.knowledge import can_be_one_class, discardable, drawable, possible_faces
from companion.games.waves.model import (
    ActivateTablet,
    Collect,
    Discard,
    DiscardExtras,
    Draw,
    NextRound,
    PassToken,
    Phase,
    PlaceShells,
    PlaceToken,
    PlayAgents,
    Reshuffle,
    RevealFollower,
    RevealRebels,
    RotateElders,
    SlotIndex,
    Table,
    TakeElder,
    TurnUpElder,
    WavesAction,
    WavesState,
)
from companion.games.waves.tablets import check_slot, side_of, wave_order, wave_postures


def legal_actions(state: WavesState, seat: Seat | None = None) -> tuple[WavesAction, ...]:
    """Every legal action; with a seat, that seat's and nobody's. Nothing once somebody has won (W-030)."""
    if state.table.winner >= 0:
        return ()
    actions = _LEGAL[state.table.phase](state)
    return actions if seat is None else tuple(action for action in actions if action.actor in (None, seat))


def council(table: Table) -> Counts:
    """The Elders in play, by class (W-019)."""
    return of(*(slot.elder for slot in table.slots))


def open_table(table: Table) -> Counts:
    """Elders and open Rebels, extras included, by class (W-061)."""
    counts = council(table)
    for slot in table.slots:
        if slot.agent is not None and slot.agent.posture == "rebel" and slot.agent.face != UNKNOWN:
            counts = plus(counts, slot.agent.face, slot.agent.count)
    return counts


def open_majority(table: Table) -> Class:
    """The class with most Elders (W-041, W-042); UNKNOWN where no Elder lies."""
    return majority(council(table))


def true_majority(table: Table) -> Class:
    """The class with most Elders and open Rebels (W-061, W-062)."""
    return majority(open_table(table))


def shells_due(table: Table) -> int:
    """Shells that the Council card puts in the centre (W-043)."""
    cls = open_majority(table)
    return table.setup.council_card[cls - 1].value if cls != UNKNOWN else 0


def next_to_play(table: Table) -> SlotIndex | None:
    """The slot whose turn it is to get Agents: clockwise from the token holder (W-050).

    An empty hand, which only a correction can bring about (W-145), is passed over.
    """
    for index in range(len(table.slots)):
        slot = (table.token + index) % len(table.slots)
        if table.slots[slot].agent is None and table.hands[slot].count > 0:
            return slot
    return None


def next_to_check(table: Table) -> SlotIndex | None:
    """The slot whose collection check comes next in the present Wave (W-070, W-071, W-075)."""
    posture = wave_postures(table)[0 if table.phase is Phase.WAVE_1 else 1]
    for slot in wave_order(table):
        place = table.slots[slot]
        if place.elder != UNKNOWN and place.agent is not None and place.agent.posture == posture:
            return slot
    return None


def next_to_deal(table: Table) -> Seat | None:
    """The seat that is dealt the next card: one card at a time, clockwise from the first seat (W-012)."""
    seat = min(range(len(table.hands)), key=lambda index: table.hands[index].count)
    return seat if table.hands[seat].count < HAND else None


def next_to_draw(table: Table) -> Seat | None:
    """The seat that draws next at the round's end: clockwise from the new token holder (W-081)."""
    count = len(table.hands)
    return (table.token + table.drawn) % count if table.drawn < count else None


def over_limit(table: Table) -> tuple[Seat, ...]:
    """The seats with too many cards, in the order in which they are asked to discard: as they drew (W-081, W-082)."""
    count = len(table.hands)
    order = ((table.token + index) % count for index in range(count))
    return tuple(seat for seat in order if table.hands[seat].count > HAND)


def _token(state: WavesState) -> tuple[WavesAction, ...]:
    return tuple(PlaceToken(slot) for slot in range(len(state.table.slots)))


def _deal(state: WavesState) -> tuple[WavesAction, ...]:
    seat = next_to_deal(state.table)
    return () if seat is None else _draws(state, seat)


def _draws(state: WavesState, seat: Seat) -> tuple[WavesAction, ...]:
    """The draws of one seat: a card of each class the deck may hold, or one unknown card where the seat is not told."""
    if state.table.deck == 0:
        return (Reshuffle(),)
    if state.secrets[seat] is None:
        return (Draw(seat),)
    return tuple(Draw(seat, cls) for cls in drawable(state) or CLASSES)


def _council(state: WavesState) -> tuple[WavesAction, ...]:
    if state.table.deck == 0:
        return (Reshuffle(),)
    classes = drawable(state) or CLASSES
    return tuple(
        TurnUpElder(index, cls)
        for index, slot in enumerate(state.table.slots)
        if slot.elder == UNKNOWN
        for cls in classes
    )


def _shells(state: WavesState) -> tuple[WavesAction, ...]:
    return (PlaceShells(shells_due(state.table)),)


def _play(state: WavesState) -> tuple[WavesAction, ...]:
    slot = next_to_play(state.table)
    if slot is None:
        return ()
    count, secret = state.table.hands[slot].count, state.secrets[slot]
    if secret is None:
        most = {
            UNKNOWN: max((number for number in range(1, count + 1) if can_be_one_class(state, slot, number)), default=1)
        }
    else:
        most = {cls: secret.hand[cls - 1] for cls in CLASSES if secret.hand[cls - 1]}
    followers = tuple(PlayAgents(slot, slot, "follower", (cls,)) for cls in most)
    rebels = tuple(
        PlayAgents(slot, slot, "rebel", (cls,) * number) for cls in most for number in range(1, most[cls] + 1)
    )
    return followers + rebels


def _reveal(state: WavesState) -> tuple[WavesAction, ...]:
    return tuple(
        RevealRebels(index, face)
        for index, slot in enumerate(state.table.slots)
        if slot.agent is not None and slot.agent.posture == "rebel" and slot.agent.face == UNKNOWN
        for face in possible_faces(state, index)
    )


def _tablet(state: WavesState) -> tuple[WavesAction, ...]:
    return (ActivateTablet(state.table.true_majority),)


def _direct(state: WavesState) -> tuple[WavesAction, ...]:
    return (RotateElders(),)


def _extras(state: WavesState) -> tuple[WavesAction, ...]:
    return tuple(
        DiscardExtras(index)
        for index, slot in enumerate(state.table.slots)
        if slot.agent is not None and slot.agent.count > 1
    )


def _wave(state: WavesState) -> tuple[WavesAction, ...]:
    table = state.table
    slot = next_to_check(table)
    if slot is None:
        return ()
    agent = table.slots[slot].agent
    assert agent is not None  # next_to_check names slots with an Agent
    if agent.face == UNKNOWN:
        return tuple(RevealFollower(slot, face) for face in possible_faces(state, slot))
    collects = check_slot(table, slot).result == "collect"
    return (Collect(slot, side_of(slot)) if collects else TakeElder(slot),)


def _pass_token(state: WavesState) -> tuple[WavesAction, ...]:
    return (PassToken((state.table.token + 1) % len(state.table.slots)),)


def _draw(state: WavesState) -> tuple[WavesAction, ...]:
    seat = next_to_draw(state.table)
    return () if seat is None else _draws(state, seat)


def _discard(state: WavesState) -> tuple[WavesAction, ...]:
    return tuple(Discard(seat, cls) for seat in over_limit(state.table) for cls in discardable(state, seat))


def _next_round(state: WavesState) -> tuple[WavesAction, ...]:
    return (NextRound(),)


_LEGAL: dict[Phase, Callable[[WavesState], tuple[WavesAction, ...]]] = {
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
