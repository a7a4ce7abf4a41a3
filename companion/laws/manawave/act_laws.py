"""Which acts the ledger allows in a position: each in its phase, in its order, and within its bounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.core import RuleId
from companion.games.manawave.laws.choice_laws import rule_of, wrong_choice
from companion.games.manawave.state.acts import (
    COMMITS,
    Aim,
    Attach,
    Choose,
    Commit,
    Consolidate,
    DrawCard,
    Fight,
    Found,
    Harvest,
    Invest,
    LayCounters,
    LayFamily,
    LayOut,
    ManaAction,
    Open,
    Pay,
    Process,
    Resolve,
    RunWave,
    Scatter,
    Settle,
    Slide,
    StartWave,
    Survive,
    TakeBack,
)
from companion.games.manawave.state.model import BOTH, ManaState, Phase, Table
from companion.laws.manawave import monument_laws, tile_laws, wave_laws
from companion.laws.manawave.phase_laws import due, needs_lot, unvetoed

PHASE_OF: Final[dict[type[ManaAction], Phase]] = {
    LayOut: Phase.WORLD,
    Found: Phase.FOUND,
    Survive: Phase.SURVIVE,
    Settle: Phase.SETTLE,
    StartWave: Phase.START,
    DrawCard: Phase.DRAW,
    Choose: Phase.CHOOSE,
    Attach: Phase.PLACE,
    LayFamily: Phase.ATTACH,
    RunWave: Phase.WAVE,
    Invest: Phase.INVEST,
    Pay: Phase.PAY,
    Resolve: Phase.RESOLVE,
    Fight: Phase.CONFLICT,
    Consolidate: Phase.CONSOLIDATE,
    Aim: Phase.AIM,
    Slide: Phase.SLIDE,
    Process: Phase.PROCESS,
    Scatter: Phase.SCATTER,
    LayCounters: Phase.LAY,
    Harvest: Phase.CONSOLIDATE,
}
SECRET: Final = frozenset(PHASE_OF[each] for each in COMMITS)


def wrong_act(state: ManaState, action: ManaAction) -> Iterator[str]:
    """Why an act is none that may be done here."""
    table, kind = state.table, type(action).__name__
    own = (
        table.phase
        if isinstance(action, TakeBack)
        else PHASE_OF[type(action.choice if isinstance(action, Open) else action)]
    )
    rule = rule_of(table, own)
    if table.ended:
        yield f"{kind} came after the end of the game (M-081)."
    elif table.phase is not own or (
        isinstance(action, Consolidate | Harvest) and isinstance(action, Harvest) is table.is_clans
    ):
        yield f"{kind} came in phase {table.phase.value} ({rule})."
    elif isinstance(action, (*COMMITS, TakeBack, Open)):
        yield from _wrong_secret(state, action, rule)
    elif isinstance(action, LayFamily | Pay | Slide | LayCounters):
        if not table.owed[action.seat]:
            yield f"{kind} moved pieces of seat {action.seat + 1}, which owes none ({rule})."
    else:
        yield from _wrong_chance(table, action)
        yield from _wrong_order(table, action, rule)


# --- chance ---


def _wrong_chance(table: Table, action: ManaAction) -> Iterator[str]:
    match action:
        case LayOut():
            yield from _wrong_card(table, action)
        case Survive():
            if not needs_lot(table) or action.position not in unvetoed(table):
                yield f"Survive kept the Monument of position {action.position} (M-014)."
        case DrawCard():
            known = table.setup.playset.titles()
            if action.card not in (dict(table.pile) or known):
                yield f"DrawCard drew {action.card}, which is not in the pile (M-033)."


def _wrong_card(table: Table, act: LayOut) -> Iterator[str]:
    playset, world = table.clans_set, table.clans
    number, laid = len(world.factions), (*world.monuments, *world.offers)
    match act.what:
        case "faction":
            if number > 2 or act.name not in playset.factions or act.name in world.factions:
                yield f"LayOut revealed the Faction {act.name} (M-001)."
        case "default":
            fits = act.name in playset.monuments and playset.monuments[act.name].default
            if number < 3 or len(world.monuments) > 2 or not fits or act.name in laid:
                yield f"LayOut laid the Default Monument {act.name} (M-002)."
        case "playset":
            fits = act.name in playset.monuments and not playset.monuments[act.name].default
            if len(world.monuments) < 3 or len(world.offers) > 2 or not fits or act.name in laid:
                yield f"LayOut drew the Playset Monument {act.name} (M-003)."


# --- secrets ---


def _wrong_secret(state: ManaState, action: Commit | TakeBack | Open, rule: RuleId) -> Iterator[str]:
    table, seat, kind = state.table, action.seat, type(action).__name__
    seats = due(table)
    silent = [each for each in seats if not table.committed[each] and table.opened[each] is None]
    if table.phase not in SECRET or seat not in BOTH or seat not in seats:
        yield f"{kind} came of seat {seat + 1}, which has nothing to choose ({rule})."
    elif isinstance(action, Open):
        sealed = state.sealed_by(seat)
        is_other = len(sealed) == 1 and sealed[0] != sealed[0].public() and sealed[0] != action.choice
        if silent or not table.committed[seat] or is_other or action.choice.seat != seat:
            yield f"Open opened what seat {seat + 1} has not sealed, or too early ({rule})."
        else:
            yield from wrong_choice(table, action.choice)
    elif isinstance(action, TakeBack):
        if not table.committed[seat] or not silent:
            yield f"TakeBack took back what is known, or what nobody has sealed ({rule})."
    elif table.committed[seat] or table.opened[seat] is not None:
        yield f"{kind} sealed a second choice of seat {seat + 1} ({rule})."
    elif action != action.public():
        yield from wrong_choice(table, action)


# --- what follows ---


def _wrong_order(table: Table, action: ManaAction, rule: RuleId) -> Iterator[str]:
    """Positions, Monuments and places come in their order."""
    wanted: object = None
    done: object = None
    match action:
        case RunWave():
            wanted, done = wave_laws.next_position(table), action.position
        case Resolve():
            wanted, done = (monument_laws.decision(table) or (None, None))[0], action.position
        case Fight():
            wanted, done = monument_laws.next_fight(table), (action.position, action.step)
        case Process():
            wanted, done = tile_laws.next_place(table), (action.line, action.row)
    if wanted != done:
        yield f"{type(action).__name__} came at {done} instead of {wanted} ({rule})."
