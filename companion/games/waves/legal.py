"""Every action the rules of Waves allow in a position, phase by phase."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.games.core import Seat
from companion.games.waves.actions import (
    ActivateTablet,
    Collect,
    Discard,
    DiscardExtras,
    DiscardGapElder,
    Draw,
    LayToken,
    NameFirst,
    NextRound,
    PassToken,
    PlaceShells,
    PlaceToken,
    PlayAgents,
    Reshuffle,
    RevealFollower,
    RevealRebels,
    RotateElders,
    TakeElder,
    TurnUpElder,
    TurnUpGapElder,
    WavesAction,
)
from companion.games.waves.cards import CLASSES, UNKNOWN, Class, Counts, majority, of, plus
from companion.games.waves.knowledge import can_be_one_class, discardable, drawable, possible_faces
from companion.games.waves.model import (
    Phase,
    SlotIndex,
    Table,
    WavesState,
)
from companion.games.waves.tablets import active_side, check_slot, most_shells, shells_for_followers
from companion.games.waves.turns import (
    faces_needed,
    must_keep,
    next_to_check,
    next_to_deal,
    next_to_draw,
    next_to_refill,
    over_limit,
    turn_to_play,
)


def legal_actions(state: WavesState, seat: Seat | None = None) -> tuple[WavesAction, ...]:
    """Every legal action; with a seat, that seat's and nobody's. Nothing once somebody has won (W-030)."""
    if state.table.winner >= 0:
        return ()
    actions = _LEGAL[state.table.phase](state)
    return actions if seat is None else tuple(action for action in actions if action.actor in (None, seat))


def council(table: Table) -> Counts:
    """The Elders in play, by class, the unassociated one among them (W-019, W-045)."""
    return of(*(slot.elder for slot in table.slots), table.gap_elder)


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
    """Shells that must lie in the centre: by the Council card (W-043, W-044), or by the active tablet (W-134).

    Where the table leaves last round's shells there (A-01), the card's number is added to them.
    """
    if table.phase is Phase.DIRECT:
        return shells_for_followers(table)
    cls = open_majority(table)
    number = table.setup.council_card[cls - 1].value if cls != UNKNOWN else 0
    if table.setup.variants.leftover_shells == "add":
        number += table.shells
    most = most_shells(table)
    return number if most is None else min(number, most)


def _token(state: WavesState) -> tuple[WavesAction, ...]:
    table, setup = state.table, state.table.setup
    if not setup.is_head_to_head:
        return tuple(PlaceToken(slot) for slot in range(len(table.slots)))
    if table.first < 0:
        return tuple(NameFirst(seat) for seat in range(setup.players))
    return tuple(LayToken(1 - table.first, slot) for slot in setup.own_slots(table.first))


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
    bare = [index for index, slot in enumerate(state.table.slots) if slot.elder == UNKNOWN]
    elders: tuple[WavesAction, ...] = tuple(TurnUpElder(index, cls) for index in bare for cls in classes)
    return (*elders, *_gap_elder(state)) if wants_gap_elder(state.table) else elders


def wants_gap_elder(table: Table) -> bool:
    """Whether the unassociated Elder is missing (W-016)."""
    return table.setup.gap_after >= 0 and table.gap_elder == UNKNOWN


def _gap_elder(state: WavesState) -> tuple[WavesAction, ...]:
    """Three players: the next unassociated Elder, once the last one lies on the discard pile (W-084, A-34)."""
    if not wants_gap_elder(state.table):
        return (DiscardGapElder(),)
    if state.table.deck == 0:
        return (Reshuffle(),)
    return tuple(TurnUpGapElder(cls) for cls in drawable(state) or CLASSES)


def _shells(state: WavesState) -> tuple[WavesAction, ...]:
    return (PlaceShells(shells_due(state.table)),)


def _play(state: WavesState) -> tuple[WavesAction, ...]:
    table = state.table
    refilled = next_to_refill(table)
    if refilled is not None:
        return _draws(state, refilled)
    return tuple(action for slot in turn_to_play(table) for action in _plays_at(state, slot))


def _plays_at(state: WavesState, slot: SlotIndex) -> Iterator[WavesAction]:
    """The plays of a slot's owner there: one card as a Follower, or cards of one class as Rebels (W-052, W-053)."""
    seat = state.table.setup.owner(slot)
    secret, count = state.secrets[seat], state.table.hands[seat].count - must_keep(state.table, seat)
    if secret is None:
        numbers = (number for number in range(count, 1, -1) if can_be_one_class(state, slot, number))
        most = {UNKNOWN: next(numbers, 1)} if count > 0 else {}
    else:
        most = {cls: min(count, secret.hand[cls - 1]) for cls in CLASSES if secret.hand[cls - 1]}
    for cls in most:
        yield PlayAgents(seat, slot, "follower", (cls,))
    for cls, number in most.items():
        for cards in range(1, number + 1):
            yield PlayAgents(seat, slot, "rebel", (cls,) * cards)


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
    if active_side(state.table) == "SEE-B2":
        return (RotateElders(),)
    return (PlaceShells(shells_due(state.table)),)


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
    hidden = faces_needed(table, slot)
    if hidden:
        return tuple(RevealFollower(each, face) for each in hidden for face in possible_faces(state, each))
    if check_slot(table, slot).result != "collect":
        return (TakeElder(slot),)
    collect = Collect(slot, table.setup.side_at(slot))
    return (collect, TakeElder(slot)) if table.setup.variants.optional_collect else (collect,)


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
    Phase.GAP: _gap_elder,
    Phase.NEXT_ROUND: _next_round,
}
