"""The public facts that the host may set: the round, what lies where, and what is counted on each tracker."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.core import FactField, Facts, Seat, State, seat_name
from companion.games.errors import IllegalAction
from companion.games.manawave.data.effects import COUNTERS, NOUNS
from companion.games.manawave.host.options import TITLE
from companion.games.manawave.laws.invariants import violations
from companion.games.manawave.rules import investment, placement, round_start, scatter, slide
from companion.games.manawave.rules.course import COURSE
from companion.games.manawave.rules.phase import NOBODY, Secret, choice_of
from companion.games.manawave.rules.purchases import open_modes
from companion.games.manawave.rules.tiles import in_order, is_tribe, line_count, line_name
from companion.games.manawave.state import model
from companion.games.manawave.state.acts import LETTERS
from companion.games.shared.facts import with_facts
from companion.games.shared.irregular import mark
from companion.language.message import Message, lone, say
from companion.language.values import Name

NONE: Final = "none"
MOST: Final = 99
"""Of any counter."""
MOST_ROUNDS: Final = 30
_ROUND, _PILE, _MONUMENTS = say("Round"), say("Pile"), say("Monuments")
_BEGUN: Final = (model.Phase.WORLD, model.Phase.FOUND, model.Phase.SURVIVE, model.Phase.SETTLE)
"""Before the first round there is no other phase to set."""
_DECIDED: Final[dict[model.Phase, Secret[Any]]] = {
    model.Phase.ATTACH: placement.Placing(),
    model.Phase.PAY: investment.Investing(),
    model.Phase.SLIDE: slide.Aiming(),
    model.Phase.LAY: scatter.Scattering(),
}
"""Phases in which what was sealed is carried out, and the one in which it was: they are reached by play alone."""
REASON: Final = "M-101"
"""What a correction is put down to: what lies there stays."""


def fact_fields(table: model.Table, names: tuple[str, ...]) -> Iterator[FactField]:
    """Every public fact with its present value."""
    yield from _of_round(table)
    for place, letter in enumerate(LETTERS[: len(table.choices)]):
        label = say("Choice {letter}", letter=Name(letter))
        yield FactField(f"choice.{letter}", label, _PILE, table.choices[place], choices=_cards(table))
    if table.phase not in _BEGUN:
        left, gone = dict(table.pile), dict(table.gone)
        most = _copies(table)
        for card, words in _cards(table):
            yield FactField(f"pile.{card}", say("In the pile: {card}", card=words), _PILE, left.get(card, 0), 0, most)
            yield FactField(
                f"gone.{card}", say("Drawn and gone: {card}", card=words), _PILE, gone.get(card, 0), 0, most
            )
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
    world, cards = table.clans, tuple((each.id, lone(Name(each.title))) for each in table.clans_set.monument)
    for place, card in enumerate(world.monuments):
        label = say("Position {position}", position=place + 1)
        yield FactField(f"monument.{place}", label, _MONUMENTS, card, choices=cards)


def _phases(table: model.Table) -> tuple[model.Phase, ...]:
    """The phases that can be set."""
    if table.phase in _BEGUN:
        return (table.phase,)
    never = {*_BEGUN, *_DECIDED, model.Phase.RESOLVE} - {table.phase}
    return tuple(each for each in COURSE.titles(table) if each not in never)


def _cards(table: model.Table) -> tuple[tuple[str, Message], ...]:
    return tuple((card, lone(table.title(card))) for card in round_start.cards_of(table))


def _copies(table: model.Table) -> int:
    """As many as one card may lie in the pile."""
    if table.is_clans:
        return max(
            2 * each.copies * table.clans_set.setup.pile_sets_per_player_faction for each in table.clans_set.family
        )
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
    for kind in COUNTERS:
        label = say("Tribe: {counter}", counter=NOUNS[kind])
        yield FactField(f"tribe.{seat}.{kind}", label, group, tribe.counters.of(kind), 0, MOST)
    for position, clan in zip(model.PLACES, tribe.clans, strict=True):
        if clan.card:
            yield from _of_clan(table, seat, position, clan, group)


def _of_clan(table: model.Table, seat: Seat, position: int, clan: model.Clan, group: Message) -> Iterator[FactField]:
    key = f"{seat}.{position}"
    cards = tuple((each.id, lone(Name(each.title))) for each in table.clans_set.clan)
    yield FactField(f"clan.{key}", say("Clan at {position}", position=position), group, clan.card, choices=cards)
    label = say("Clan {position}: population", position=position)
    yield FactField(f"population.{key}", label, group, clan.population, 0, MOST)
    for kind in COUNTERS:
        label = say("Clan {position}: {counter}", counter=NOUNS[kind], position=position)
        yield FactField(f"{kind}.{key}", label, group, clan.counters.of(kind), 0, MOST)
    families = tuple((each.id, lone(Name(each.title))) for each in table.clans_set.family)
    most = max(table.clans_set.setup.max_families_per_clan, len(clan.families))
    label = say("Clan {position}: Families above it", position=position)
    yield FactField(f"above.{key}", label, group, len(clan.above), 0, most)
    for rank in range(min(len(clan.families) + 1, most)):
        own = clan.families[rank] if rank < len(clan.families) else None
        rank_ = rank + 1
        choices = ((NONE, say("none")), *families)
        label = say("Clan {position}: Family {rank}", position=position, rank=rank_)
        yield FactField(f"family.{key}.{rank}", label, group, own.kind if own else NONE, choices=choices)
        if own is not None:
            label = say("Clan {position}: Modality counters on Family {rank}", position=position, rank=rank_)
            yield FactField(f"counters.{key}.{rank}", label, group, own.counters, 0, MOST)
            modes = len(table.clans_set.families[own.kind].modality) - 1
            label = say("Clan {position}: modality of Family {rank}", position=position, rank=rank_)
            yield FactField(f"mode.{key}.{rank}", label, group, own.mode, 0, modes)


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
    pile = {card: known.get(f"pile.{card}", 0) for card in round_start.cards_of(table)}
    gone = {card: known.get(f"gone.{card}", 0) for card in round_start.cards_of(table)}
    is_begun = table.phase not in _BEGUN
    after = replace(
        table,
        why=(REASON,),
        hit=(),
        round=known["round"],
        choices=choices,
        pile=model.pile_of(pile) if is_begun else table.pile,
        gone=model.pile_of(gone) if is_begun else table.gone,
        world=_clans(table, known) if table.is_clans else corrected_tiles(table, known),
    )
    if phase is not table.phase:
        return _moved(state, after, phase)
    return _fitted(State(after, state.secrets, state.sealed))


def _moved(state: model.ManaState, table: model.Table, phase: model.Phase) -> model.ManaState:
    """The state in another phase: nothing sealed there, and what its phase begins with."""
    has_choices = phase in (model.Phase.CHOOSE, model.Phase.PLACE, model.Phase.AIM)
    choices = table.choices if has_choices else ()
    if has_choices and len(choices) < len(LETTERS):
        choices = (*choices, *(round_start.cards_of(table)[0],) * (len(LETTERS) - len(choices)))
    picked: tuple[str, ...] = (choices[0], choices[0]) if phase in (model.Phase.PLACE, model.Phase.AIM) else ()
    is_shared = bool(picked)
    if picked and len(table.picked) == len(model.BOTH):
        picked, is_shared = table.picked, table.is_shared
    # A conflict that is set begins with the first Monument.
    moved = replace(
        table,
        phase=phase,
        choices=choices,
        picked=picked,
        is_shared=is_shared,
        committed=(False, False),
        opened=NOBODY,
        owed=(False, False),
        at=0,
        step=UNSET,
    )
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
    world = table.clans
    monuments = tuple(known.get(f"monument.{place}", card) for place, card in enumerate(world.monuments))
    after = replace(world, monuments=monuments)
    for seat in model.BOTH:
        tribe = world.tribes[seat]
        clans = tuple(
            _clan(table, known, f"{seat}.{position}", clan) if clan.card else clan
            for position, clan in zip(model.PLACES, tribe.clans, strict=True)
        )
        counters = model.Counters(*(known[f"tribe.{seat}.{kind}"] for kind in COUNTERS))
        fixed = model.Tribe(tribe.factions, clans, counters, known[f"soulstain.{seat}"])
        after = after.with_tribe(seat, fixed)
    return after


def _clan(table: model.Table, known: dict[str, Any], key: str, clan: model.Clan) -> model.Clan:
    families = list[model.Family]()
    for rank in range(table.clans_set.setup.max_families_per_clan + len(clan.families)):
        kind = known.get(f"family.{key}.{rank}", NONE)
        if kind == NONE:
            continue
        old = clan.families[rank] if rank < len(clan.families) else None
        counters = known.get(f"counters.{key}.{rank}", old.counters if old else 0)
        family = model.Family(kind, counters, known.get(f"mode.{key}.{rank}", 0))
        if old is not None and old.kind != kind and family.mode not in open_modes(table.clans_set, family):
            family = replace(family, mode=min(open_modes(table.clans_set, family), default=0))
        families.append(family)
    above = min(known[f"above.{key}"], len(families))
    counters = model.Counters(*(known[f"{kind}.{key}"] for kind in COUNTERS))
    return model.Clan(
        known[f"clan.{key}"], known[f"population.{key}"], counters, tuple(families[:above]), tuple(families[above:])
    )


# --- tiles of the older game ---


def tile_facts(table: model.Table, seat: Seat, group: Message) -> Iterator[FactField]:
    """Soulstain, pool and tiles of a seat, and one place for a tile more."""
    world, playset = table.nexus, table.nexus_set
    yield FactField(f"soulstain.{seat}", say("Soulstain"), group, world.soulstain[seat], 0, MOST)
    for kind in COUNTERS:
        label = say("To place: {counter}", counter=NOUNS[kind])
        yield FactField(f"pool.{seat}.{kind}", label, group, world.pools[seat].of(kind), 0, MOST)
    kinds = ((NONE, say("none")), *((each.id, lone(Name(each.title))) for each in playset.tile))
    lines = tuple((line, lone(Name(line_name(line)))) for line in range(line_count(playset.board)))
    for index, tile in enumerate((*world.own(seat), None)):
        key, number = f"{seat}.{index}", index + 1
        yield FactField(
            f"tile.{key}", say("Piece {number}", number=number), group, tile.kind if tile else NONE, choices=kinds
        )
        yield FactField(
            f"line.{key}", say("Piece {number}: line", number=number), group, tile.line if tile else 0, choices=lines
        )
        label, row = say("Piece {number}: row", number=number), tile.row if tile else 1
        yield FactField(f"row.{key}", label, group, row, 1, playset.board.max_rows)
        if tile is not None and is_tribe(playset, tile):
            label = say("Piece {number}: population", number=number)
            yield FactField(f"population.{key}", label, group, tile.population, 0, MOST)
            for kind in COUNTERS:
                label = say("Piece {number}: {counter}", counter=NOUNS[kind], number=number)
                yield FactField(f"{kind}.{key}", label, group, tile.counters.of(kind), 0, MOST)


def corrected_tiles(table: model.Table, known: dict[str, Any]) -> model.Nexus:
    """The world with tiles, pools and Soulstain as they were set."""
    world, playset, tiles = table.nexus, table.nexus_set, list[model.Tile]()
    for seat in model.BOTH:
        own = world.own(seat)
        for index in range(len(own) + 1):
            key, old = f"{seat}.{index}", own[index] if index < len(own) else None
            kind = known[f"tile.{key}"]
            if kind == NONE:
                continue
            card = playset.tiles[kind]
            is_same = old is not None and old.kind == kind
            population = known.get(f"population.{key}", 0) if is_same else card.population
            lies = {each: known.get(f"{each}.{key}", 0) for each in COUNTERS if is_same}
            place = known[f"line.{key}"], known[f"row.{key}"]
            tiles.append(model.Tile(seat, *place, kind, population, model.Counters(**lies)))
    pools = tuple(model.Counters(**{kind: known[f"pool.{seat}.{kind}"] for kind in COUNTERS}) for seat in model.BOTH)
    stains = tuple(known[f"soulstain.{seat}"] for seat in model.BOTH)
    return model.Nexus(in_order(tiles), (pools[0], pools[1]), (stains[0], stains[1]))
