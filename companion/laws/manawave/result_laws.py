"""What each act leads to, worked out a second time from the ledger. Which phases follow: `phase_laws`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.manawave.laws.witness import numbers
from companion.games.manawave.state.acts import (
    COMMITS,
    LETTERS,
    Aim,
    Attach,
    Choose,
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
from companion.games.manawave.state.model import BOTH, PLACES, Clan, Clans, Phase, Table, Tribe, pile_of
from companion.laws.manawave import monument_laws, purchase_laws, tile_laws, wave_laws
from companion.laws.manawave.phase_laws import due, settled, unvetoed
from companion.laws.manawave.sums import written


def results(table: Table, action: ManaAction) -> Iterator[Table]:
    """What an act may lead to by the ledger: one position, whatever its `why` and `irregular` say.

    A Family brings less where both had indicated one card (B-02).
    """
    yield settled(_done(replace(table, hit=()), action, table.is_shared))


def _done(table: Table, action: ManaAction, is_same: bool) -> Table:
    match action:
        case LayOut():
            return replace(table, world=_laid_out(table.clans, action))
        case Survive():
            return replace(table, at=action.position)
        case Settle():
            return _founded(table)
        case StartWave():
            return replace(table, round=table.round + 1, choices=(), picked=(), phase=Phase.DRAW)
        case DrawCard():
            pile = Counter(dict(table.pile))
            pile[action.card] -= 1
            return replace(table, pile=pile_of(pile), choices=(*table.choices, action.card))
        case Open():
            return _opened(table, action)
        case TakeBack():
            return replace(table, committed=_with(table.committed, action.seat, False))
        case LayFamily() | Pay() | Slide() | LayCounters():
            return _moved(table, action, is_same)
        case RunWave():
            world = written(table.clans, wave_laws.after_wave(table, action.position))
            return replace(table, world=world, at=action.position)
        case Resolve():
            ended = monument_laws.verdict(table, action.position)
            return replace(table, at=action.position, ended=UNSET if ended is None else ended)
        case Fight():
            return _fought(table, action)
        case Consolidate():
            return replace(table, world=monument_laws.consolidation(table))
        case Process():
            world_after, ended = tile_laws.after_place(table, (action.line, action.row))
            at = tile_laws.places(table.nexus).index((action.line, action.row)) + 1
            return replace(table, world=world_after, at=at, ended=UNSET if ended is None else ended)
        case Harvest():
            return replace(table, world=tile_laws.harvest(table))
    assert isinstance(action, COMMITS)
    return replace(table, committed=_with(table.committed, action.seat, True))


def _with(pair: tuple[bool, bool], seat: Seat, value: bool) -> tuple[bool, bool]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


# --- set-up ---


def _laid_out(world: Clans, act: LayOut) -> Clans:
    field = {"faction": "factions", "default": "monuments", "playset": "offers"}[act.what]
    return replace(world, **{field: (*getattr(world, field), act.name)})


def _founded(table: Table) -> Table:
    """What was revealed is laid out, and the pile is made (M-013 to M-016)."""
    playset, world = table.clans_set, table.clans
    staying = [table.at] if table.at else unvetoed(table)
    monuments = tuple((world.offers if each in staying else world.monuments)[each - 1] for each in PLACES)
    tribes, pile = list[Tribe](), Counter[str]()
    for choice in table.opened:
        assert isinstance(choice, Found)
        begins = (purchase_laws.with_initial(Clan(card), playset.setup.clan_initial) for card in choice.clans)
        tribes.append(Tribe(choice.factions, tuple(begins)))
        for family in playset.family:
            sets = playset.setup.pile_sets_per_player_faction * choice.factions.count(family.faction)
            pile[family.id] += family.copies * sets
    world = replace(world, monuments=monuments, offers=("", "", ""), tribes=(tribes[0], tribes[1]))
    closed = replace(table, opened=(None, None), committed=(False, False), at=0)
    return replace(closed, world=world, pile=pile_of(pile), phase=Phase.START)


# --- secrets ---


def _opened(table: Table, act: Open) -> Table:
    """One choice is open; once all are, what they lead to begins."""
    opened = (act.choice, table.opened[1]) if act.seat == 0 else (table.opened[0], act.choice)
    table = replace(table, opened=opened, committed=_with(table.committed, act.seat, False))
    seats = due(table)
    if any(table.opened[seat] is None for seat in seats):
        return table
    owed = (0 in seats, 1 in seats)
    match table.phase:
        case Phase.CHOOSE:
            return _chosen(table)
        case Phase.PLACE:
            return replace(table, phase=Phase.ATTACH, owed=owed)
        case Phase.AIM:
            return replace(table, phase=Phase.SLIDE, owed=owed)
        case Phase.SCATTER:
            return replace(table, phase=Phase.LAY, owed=owed)
        case Phase.INVEST:
            return _decided(table, seats)
    return table


def _chosen(table: Table) -> Table:
    """Both have a copy of what they indicated, or choose again where it was one card (M-032, B-02)."""
    letters = [each.letter for each in table.opened if isinstance(each, Choose)]
    table = replace(table, opened=(None, None), committed=(False, False))
    if table.is_clans and table.clans_set.options.same_pick == "again" and letters[0] == letters[1]:
        return table
    picked = tuple(table.choices[LETTERS.index(each)] for each in letters)
    return replace(table, picked=picked, is_shared=letters[0] == letters[1])


def _decided(table: Table, seats: list[Seat]) -> Table:
    """Where no counter moves by a purchase, modalities are set at once."""
    owed, tribes = [False, False], list(table.clans.tribes)
    for seat in seats:
        choice = table.opened[seat]
        assert isinstance(choice, Invest)
        after = purchase_laws.purchased(table.clans_set, tribes[seat], choice)
        owed[seat] = purchase_laws.on_trackers(after) != purchase_laws.on_trackers(tribes[seat])
        if not owed[seat]:
            tribes[seat] = after
    world = replace(table.clans, tribes=(tribes[0], tribes[1]))
    return replace(table, world=world, owed=(owed[0], owed[1]), phase=Phase.PAY)


# --- on the mat ---


def _moved(table: Table, act: LayFamily | Pay | Slide | LayCounters, is_same: bool) -> Table:
    """One seat has moved what it had decided."""
    choice, world = table.opened[act.seat], table.world
    match choice:
        case Attach():
            world = table.clans.with_tribe(act.seat, purchase_laws.attached(table, choice, is_same))
        case Invest():
            own = table.clans.tribes[act.seat]
            world = table.clans.with_tribe(act.seat, purchase_laws.purchased(table.clans_set, own, choice))
        case Aim():
            world = tile_laws.slid(table, act.seat, choice.line)
        case Scatter():
            world = tile_laws.laid(table, choice)
    return replace(table, world=world, owed=_with(table.owed, act.seat, False))


def _fought(table: Table, act: Fight) -> Table:
    before, after = numbers(table.clans), monument_laws.after_fight(table.clans, act.position, act.step)
    spots = [(seat, (act.position,), "population") for seat in BOTH]
    hit = tuple(spot[0] for spot in spots if before[spot] != after[spot])
    return replace(table, world=written(table.clans, after), at=act.position, step=act.step, hit=hit)
