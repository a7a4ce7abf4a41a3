"""The phases in their order, worked out a second time from the ledger: who chooses in them, and which are passed by."""

from __future__ import annotations

from collections import Counter

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.manawave.data.playset import OFFERED
from companion.games.manawave.laws import choice_laws, row_laws
from companion.games.manawave.state.acts import Found
from companion.games.manawave.state.model import BOTH, PLACES, Phase, Table, pile_of
from companion.laws.manawave import monument_laws, purchase_laws, tile_laws, wave_laws


def unvetoed(table: Table) -> list[int]:
    """The positions whose Playset Monument nobody has vetoed (M-014, B-01)."""
    vetoes = [each.veto for each in table.opened if isinstance(each, Found)]
    return [each for each in PLACES if each not in vetoes]


def needs_lot(table: Table) -> bool:
    """Whether the lot has to say which of several Monuments stays (B-01)."""
    return table.clans_set.options.veto == "one_at_random" and len(unvetoed(table)) > 1 and table.at == 0


def due(table: Table) -> list[Seat]:
    """The seats that have something to choose in a secret phase."""
    match table.phase:
        case Phase.PLACE:
            return [s for s in BOTH if any(choice_laws.has_room(table, clan) for clan in table.clans.tribes[s].clans)]
        case Phase.INVEST:
            return [s for s in BOTH if purchase_laws.may_decide(table.clans_set, table.clans.tribes[s])]
        case Phase.AIM:
            return [s for s in BOTH if row_laws.open_lines(table, s)]
        case Phase.SCATTER:
            return [s for s in BOTH if tile_laws.may_scatter(table, s)]
    return list(BOTH)


def settled(table: Table) -> Table:
    """The position moved on through every phase in which nothing is to be done."""
    while not table.ended and (following := _after(table)) is not None:
        table = following
    return table


def _after(table: Table) -> Table | None:
    """The position in the phase after one in which nothing is to be done; None where something is."""
    is_clans, phase = table.is_clans, table.phase
    if _is_busy(table):
        return None
    match phase:
        case Phase.PLACE | Phase.ATTACH | Phase.AIM | Phase.SLIDE:
            gone = Counter(dict(table.gone)) + Counter(table.choices)
            following = Phase.WAVE if is_clans else Phase.PROCESS
            closed = replace(table, opened=(None, None), choices=(), picked=(), is_shared=False, at=0)
            return replace(closed, gone=pile_of(gone), phase=following)
        case Phase.CONSOLIDATE:
            ended = monument_laws.end_of_pile(table)
            return replace(table, phase=Phase.START, at=0) if ended is None else replace(table, ended=ended)
        case Phase.SURVIVE:
            return replace(table, phase=Phase.SETTLE)
    is_last = is_clans and table.clans_set.options.phase_order == "conflict_first"
    following = {
        Phase.WORLD: Phase.FOUND,
        Phase.FOUND: Phase.SURVIVE,
        Phase.DRAW: Phase.CHOOSE,
        Phase.CHOOSE: Phase.PLACE if is_clans else Phase.AIM,
        Phase.WAVE: Phase.INVEST,
        Phase.INVEST: Phase.PAY,
        Phase.PAY: Phase.CONFLICT if is_last else Phase.RESOLVE,
        Phase.RESOLVE: Phase.CONSOLIDATE if is_last else Phase.CONFLICT,
        Phase.CONFLICT: Phase.RESOLVE if is_last else Phase.CONSOLIDATE,
        Phase.PROCESS: Phase.SCATTER,
        Phase.SCATTER: Phase.LAY,
        Phase.LAY: Phase.CONSOLIDATE,
    }[phase]
    after = replace(table, phase=following, at=0, step=UNSET)
    return replace(after, opened=(None, None)) if phase in (Phase.PAY, Phase.LAY) else after


def _is_busy(table: Table) -> bool:
    """Whether anything is to be done in a phase."""
    match table.phase:
        case Phase.WORLD:
            return len(table.clans.offers) < len(PLACES)
        case Phase.FOUND:
            return None in table.opened
        case Phase.SURVIVE:
            return needs_lot(table)
        case Phase.DRAW:
            return len(table.choices) < OFFERED
        case Phase.CHOOSE:
            return not table.picked
        case Phase.PLACE | Phase.INVEST | Phase.AIM | Phase.SCATTER:
            return bool(due(table))
        case Phase.ATTACH | Phase.PAY | Phase.SLIDE | Phase.LAY:
            return any(table.owed)
        case Phase.WAVE:
            return wave_laws.next_position(table) is not None
        case Phase.RESOLVE:
            return monument_laws.decision(table) is not None
        case Phase.CONFLICT:
            return monument_laws.next_fight(table) is not None
        case Phase.CONSOLIDATE if table.is_clans:
            return monument_laws.consolidation(table) != table.world
        case Phase.CONSOLIDATE:
            return tile_laws.harvest(table) != table.world
        case Phase.PROCESS:
            return tile_laws.next_place(table) is not None
    return True
