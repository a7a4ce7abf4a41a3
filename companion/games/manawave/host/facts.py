"""The public facts that the host may set: the round, what lies where, and what is counted on each tracker."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.core import Facts, Seat, State, seat_name
from companion.games.errors import IllegalAction
from companion.games.manawave.data.effects import COUNTERS, NOUNS
from companion.games.manawave.data.playset import Card, ClansPlayset
from companion.games.manawave.host.options import TITLE
from companion.games.manawave.laws.invariants import violations
from companion.games.manawave.rules import investment, lines, selection
from companion.games.manawave.rules.course import COURSE
from companion.games.manawave.rules.phase import NOBODY, NOTHING_SEALED, choice_of
from companion.games.manawave.rules.purchases import open_modes
from companion.games.manawave.rules.secret import Secret
from companion.games.manawave.rules.tiles import in_order, is_tribe, line_count, line_name
from companion.games.manawave.state import model
from companion.games.manawave.state.acts import LETTERS
from companion.games.shared.facts import FactField, with_facts
from companion.games.shared.irregular import mark
from companion.language.message import Message, lone, say
from companion.language.values import Name

NONE: Final = "none"
MOST: Final = 99
"""Of any counter."""
MOST_ROUNDS: Final = 30
_ROUND, _PILE, _MONUMENTS = say("Round"), say("Pile"), say("Monuments")
_DECIDED: Final[dict[model.Phase, Secret[Any]]] = {
    model.Phase.ATTACH: selection.Placing(),
    model.Phase.PAY: investment.Investing(),
    model.Phase.SLIDE: lines.Aiming(),
    model.Phase.LAY: lines.Scattering(),
}
"""Phases in which what was sealed is carried out, and the one in which it was: they are reached by play alone."""
REASON: Final = "M-101"
"""What a correction is put down to: what lies there stays."""


def fact_fields(table: model.Table, names: tuple[str, ...]) -> Iterator[FactField]:
    """Every public fact with its present value."""
    yield from _of_round(table)
    cards = tuple((card, lone(table.title(card))) for card in selection.cards_of(table))
    for letter, choice in zip(LETTERS, table.choices, strict=False):
        label = say("Choice {letter}", letter=Name(letter))
        yield FactField(f"choice.{letter}", label, _PILE, choice, choices=cards)
    if table.phase not in model.BEGINNING:
        left, gone, most = dict(table.pile), dict(table.gone), _copies(table)
        for card, words in cards:
            yield FactField(f"pile.{card}", say("In the pile: {card}", card=words), _PILE, left.get(card, 0), 0, most)
            label = say("Drawn and gone: {card}", card=words)
            yield FactField(f"gone.{card}", label, _PILE, gone.get(card, 0), 0, most)
    for seat in model.BOTH:
        yield from _of_seat(table, seat, lone(Name(seat_name(names, seat))))


def _of_round(table: model.Table) -> Iterator[FactField]:
    titles = COURSE.titles(table)
    phases = tuple((each.value, titles[each]) for each in _phases(table))
    yield FactField("phase", say("Phase"), _ROUND, table.phase.value, choices=phases)
    number = say("Round") if table.is_clans else say("Strength")
    yield FactField("round", number, _ROUND, table.round, 0, MOST_ROUNDS)
    if not table.is_clans or not table.clans.monuments:
        return
    for place, card in enumerate(table.clans.monuments):
        label, cards = say("Position {position}", position=place + 1), _titled(table.clans_set.monument)
        yield FactField(f"monument.{place}", label, _MONUMENTS, card, choices=cards)


def _titled(cards: Iterable[Card]) -> tuple[tuple[str, Message], ...]:
    """Cards to choose from."""
    return tuple((each.id, lone(Name(each.title))) for each in cards)


def _phases(table: model.Table) -> tuple[model.Phase, ...]:
    """The phases that can be set."""
    if table.phase in model.BEGINNING:  # before the first round there is no other one to set
        return (table.phase,)
    never = {*model.BEGINNING, *_DECIDED, model.Phase.RESOLVE} - {table.phase}
    return tuple(each for each in COURSE.titles(table) if each not in never)


def _copies(table: model.Table) -> int:
    """As many as one card may lie in the pile."""
    if table.is_clans:
        sets = 2 * table.clans_set.setup.pile_sets_per_player_faction
        return max(sets * each.copies for each in table.clans_set.family)
    return max(each.copies for each in table.nexus_set.tile)


def _of_seat(table: model.Table, seat: Seat, group: Message) -> Iterator[FactField]:
    if table.committed[seat]:
        label = say("Choice on the phone")
        states = ((1, say("stays locked in")), (0, say("is taken back, to choose again")))
        yield FactField(f"sealed.{seat}", label, group, 1, choices=states)
    if not table.is_clans:
        yield from tile_facts(table, seat, group)
        return
    tribe = table.clans.tribes[seat]
    yield FactField(f"soulstain.{seat}", say("Soulstain"), group, tribe.soulstain, 0, MOST)
    for kind, number in tribe.counters.items():
        label = say("Tribe: {counter}", counter=NOUNS[kind])
        yield FactField(f"tribe.{seat}.{kind}", label, group, number, 0, MOST)
    for position, clan in zip(model.PLACES, tribe.clans, strict=True):
        if clan.card:
            yield from _of_clan(table.clans_set, f"{seat}.{position}", position, clan, group)


def _of_clan(playset: ClansPlayset, key: str, position: int, clan: model.Clan, group: Message) -> Iterator[FactField]:
    label = say("Clan at {position}", position=position)
    yield FactField(f"clan.{key}", label, group, clan.card, choices=_titled(playset.clan))
    label = say("Clan {position}: population", position=position)
    yield FactField(f"population.{key}", label, group, clan.population, 0, MOST)
    for kind, number in clan.counters.items():
        label = say("Clan {position}: {counter}", counter=NOUNS[kind], position=position)
        yield FactField(f"{kind}.{key}", label, group, number, 0, MOST)
    families, most = clan.families, max(playset.setup.max_families_per_clan, len(clan.families))
    label = say("Clan {position}: Families above it", position=position)
    yield FactField(f"above.{key}", label, group, len(clan.above), 0, most)
    choices = ((NONE, say("none")), *_titled(playset.family))
    for rank, own in enumerate((*families, None)[:most], 1):
        place = f"{key}.{rank - 1}"
        label = say("Clan {position}: Family {rank}", position=position, rank=rank)
        yield FactField(f"family.{place}", label, group, own.kind if own else NONE, choices=choices)
        if own is not None:
            label = say("Clan {position}: Modality counters on Family {rank}", position=position, rank=rank)
            yield FactField(f"counters.{place}", label, group, own.counters, 0, MOST)
            label, modes = (
                say("Clan {position}: modality of Family {rank}", position=position, rank=rank),
                playset.families[own.kind].modality,
            )
            yield FactField(f"mode.{place}", label, group, own.mode, 0, len(modes) - 1)


# --- setting them ---


def correct(state: model.ManaState, facts: Facts) -> model.ManaState:
    """The state with these facts set. Raises `IllegalAction` with rule "host"."""
    fields = tuple(fact_fields(state.table, ()))
    known = with_facts(TITLE, fields, facts)
    if all(field.value == known[field.key] for field in fields):
        return mark(replace(state, table=replace(state.table, why=(REASON,))), violations)
    after = _with_table(state, known)
    for seat in model.BOTH:
        if known.get(f"sealed.{seat}") == 0:
            committed = tuple(is_so and each != seat for each, is_so in enumerate(after.table.committed))
            after = replace(after, table=replace(after.table, committed=committed)).with_sealed(seat, ())
    return mark(COURSE.settle(after), violations)


def _with_table(state: model.ManaState, known: dict[str, Any]) -> model.ManaState:
    table = state.table
    phase = model.Phase(known["phase"])
    choices = tuple(known.get(f"choice.{letter}", card) for letter, card in zip(LETTERS, table.choices, strict=False))
    cards, piles = selection.cards_of(table), dict[str, Any]()
    if table.phase not in model.BEGINNING:
        for name in ("pile", "gone"):
            piles[name] = model.pile_of({card: known.get(f"{name}.{card}", 0) for card in cards})
    world = _clans(table, known) if table.is_clans else corrected_tiles(table, known)
    after = replace(table, why=(REASON,), hit=(), round=known["round"], choices=choices, world=world, **piles)
    if phase is not table.phase:
        return _moved(state, after, phase)
    return _fitted(State(after, state.secrets, state.sealed))


def _moved(state: model.ManaState, table: model.Table, phase: model.Phase) -> model.ManaState:
    """The state in another phase: nothing sealed there, and what its phase begins with."""
    choices, picked, is_shared = tuple[str, ...](), tuple[str, ...](), False
    if phase in (model.Phase.CHOOSE, model.Phase.PLACE, model.Phase.AIM):
        choices = (*table.choices, *(selection.cards_of(table)[0],) * (len(LETTERS) - len(table.choices)))
    if phase in (model.Phase.PLACE, model.Phase.AIM):
        picked, is_shared = table.picked, table.is_shared
        if len(picked) < len(model.BOTH):
            picked, is_shared = choices[:1] * len(model.BOTH), True
    # A conflict that is set begins with the first Monument.
    nothing: dict[str, Any] = {
        "committed": NOTHING_SEALED,
        "opened": NOBODY,
        "owed": NOTHING_SEALED,
        "at": 0,
        "step": UNSET,
    }
    moved = replace(table, phase=phase, choices=choices, picked=picked, is_shared=is_shared, **nothing)
    return State(moved, state.secrets)


def _fitted(state: model.ManaState) -> model.ManaState:
    """The state without choices that may no longer fit what was corrected: they are made again.

    What is open is held against the rules; what is sealed nobody may look at, so that it is made again unless it is one
    of three cards.
    """
    table = state.table
    if table.phase in _DECIDED:
        part = _DECIDED[table.phase]
        before = replace(table, phase=next(iter(part.titles)))
        try:
            for seat in model.BOTH:
                if table.owed[seat]:
                    part.check(before, choice_of(table, seat, part.commit))
        except IllegalAction:
            return _moved(state, table, before.phase)
        return state
    if table.phase is model.Phase.CHOOSE or not any(table.committed):
        return state
    return State(replace(table, committed=(False, False), opened=NOBODY), state.secrets)


def _clans(table: model.Table, known: dict[str, Any]) -> model.Clans:
    monuments = tuple(known.get(f"monument.{place}", card) for place, card in enumerate(table.clans.monuments))
    world = replace(table.clans, monuments=monuments)
    for seat, tribe in enumerate(world.tribes):
        clans = tuple(
            _clan(table, known, f"{seat}.{position}", clan) if clan.card else clan
            for position, clan in zip(model.PLACES, tribe.clans, strict=True)
        )
        counters = model.Counters(*(known[f"tribe.{seat}.{kind}"] for kind in COUNTERS))
        fixed = replace(tribe, clans=clans, counters=counters, soulstain=known[f"soulstain.{seat}"])
        world = world.with_tribe(seat, fixed)
    return world


def _clan(table: model.Table, known: dict[str, Any], key: str, clan: model.Clan) -> model.Clan:
    families = list[model.Family]()
    for rank in range(table.clans_set.setup.max_families_per_clan + len(clan.families)):
        place, old = f"{key}.{rank}", clan.families[rank] if rank < len(clan.families) else None
        if (kind := known.get(f"family.{place}", NONE)) == NONE:
            continue
        counters = known.get(f"counters.{place}", old.counters if old else 0)
        family = model.Family(kind, counters, known.get(f"mode.{place}", 0))
        modes = open_modes(table.clans_set, family)
        if old is not None and old.kind != kind and family.mode not in modes:
            family = replace(family, mode=min(modes, default=0))
        families.append(family)
    above, below = tuple(families[: known[f"above.{key}"]]), tuple(families[known[f"above.{key}"] :])
    counters = model.Counters(*(known[f"{kind}.{key}"] for kind in COUNTERS))
    return model.Clan(known[f"clan.{key}"], known[f"population.{key}"], counters, above, below)


# --- tiles of the older game ---


def tile_facts(table: model.Table, seat: Seat, group: Message) -> Iterator[FactField]:
    """Soulstain, pool and tiles of a seat, and one place for a tile more."""
    world, playset = table.nexus, table.nexus_set
    yield FactField(f"soulstain.{seat}", say("Soulstain"), group, world.soulstain[seat], 0, MOST)
    for kind, lies in world.pools[seat].items():
        label = say("To place: {counter}", counter=NOUNS[kind])
        yield FactField(f"pool.{seat}.{kind}", label, group, lies, 0, MOST)
    kinds = ((NONE, say("none")), *_titled(playset.tile))
    lines = tuple((line, lone(Name(line_name(line)))) for line in range(line_count(playset.board)))
    for index, tile in enumerate((*world.own(seat), None)):
        key, number = f"{seat}.{index}", index + 1
        kind_, line, row = (tile.kind, tile.line, tile.row) if tile is not None else (NONE, 0, 1)
        yield FactField(f"tile.{key}", say("Piece {number}", number=number), group, kind_, choices=kinds)
        yield FactField(f"line.{key}", say("Piece {number}: line", number=number), group, line, choices=lines)
        label = say("Piece {number}: row", number=number)
        yield FactField(f"row.{key}", label, group, row, 1, playset.board.max_rows)
        if tile is not None and is_tribe(playset, tile):
            label = say("Piece {number}: population", number=number)
            yield FactField(f"population.{key}", label, group, tile.population, 0, MOST)
            for kind, lies in tile.counters.items():
                label = say("Piece {number}: {counter}", counter=NOUNS[kind], number=number)
                yield FactField(f"{kind}.{key}", label, group, lies, 0, MOST)


def corrected_tiles(table: model.Table, known: dict[str, Any]) -> model.Nexus:
    """The world with tiles, pools and Soulstain as they were set."""
    world, playset, tiles = table.nexus, table.nexus_set, list[model.Tile]()
    for seat in model.BOTH:
        for index, old in enumerate((*world.own(seat), None)):
            key = f"{seat}.{index}"
            kind = known[f"tile.{key}"]
            if kind == NONE:
                continue
            card = playset.tiles[kind]
            is_same = old is not None and old.kind == kind
            population = known.get(f"population.{key}", 0) if is_same else card.population
            lies = {each: known.get(f"{each}.{key}", 0) for each in COUNTERS if is_same}
            place = known[f"line.{key}"], known[f"row.{key}"]
            tiles.append(model.Tile(seat, *place, kind, population, model.Counters(**lies)))
    one, other = (model.Counters(*(known[f"pool.{seat}.{kind}"] for kind in COUNTERS)) for seat in model.BOTH)
    return model.Nexus(in_order(tiles), (one, other), (known["soulstain.0"], known["soulstain.1"]))
