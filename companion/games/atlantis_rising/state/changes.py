"""Small steps that many acts share: pieces, reserves and steps under way; face-down decks; floods and barriers.

Ledger: A-039 to A-044, A-079, A-080, A-097 to A-101, A-118, Q-02, Q-09, Q-34.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final, TypeVar

from msgspec.structs import astuple, replace

from companion.games.atlantis_rising.data import contents
from companion.games.atlantis_rising.state import ground, model
from companion.games.atlantis_rising.state.steps import Flooding, Step
from companion.games.core import RuleId, Seat
from companion.games.shared.phases import put

_ORDER: Final = attrgetter(*model.Atlantean.__struct_fields__)
ALL: tuple[int, ...] = tuple(range(len(contents.PENINSULAS)))
P = TypeVar("P", bound=Step)


def counted(cards: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """How many there are of each, by name, without those of which there are none."""
    return tuple(sorted((name, number) for name, number in cards.items() if number))


def misfortune_deck(box: contents.Box, level: contents.Level) -> model.Deck:
    """The misfortune deck of a level, shuffled (A-006)."""
    cards = {f"basic_{name}": getattr(box.basic, name) for name in contents.PENINSULAS}
    cards |= {name: card.copies for name, card in box.special.items()}
    return model.Deck(counted(cards | {contents.CALM: level.calm_seas, contents.CONTROLLED: level.controlled_floods}))


def library_deck(box: contents.Box) -> model.Deck:
    """The library deck with four artifacts that nobody has seen (A-004, A-005)."""
    cards = {name: card.copies for name, card in box.library.items()}
    return model.Deck(counted(cards | {contents.ARTIFACT: contents.ARTIFACTS_IN_DECK}))


def next_cards(deck: model.Deck) -> tuple[str, ...]:
    """The names that the next card may have; empty where none is left."""
    if deck.top:
        return deck.top[:1]
    return tuple(name for name, _ in deck.cards) or deck.bottom[:1]


def without(deck: model.Deck, name: str) -> model.Deck:
    """The deck after this card was drawn, which is one of `next_cards`."""
    if deck.top:
        return replace(deck, top=deck.top[1:])
    if not deck.cards:
        return replace(deck, bottom=deck.bottom[1:])
    return replace(deck, cards=counted(dict(deck.cards) | {name: dict(deck.cards)[name] - 1}))


def renewed(deck: model.Deck) -> model.Deck:
    """The deck with its discards shuffled into it: nothing is known of its order any more."""
    below = [card for card in deck.bottom if not card.startswith(contents.HIDDEN)]
    every = Counter(dict(deck.cards)) + Counter((*deck.top, *below, *deck.discards))
    hidden = deck.hidden - (len(deck.bottom) - len(below))
    return replace(deck, cards=counted(every), top=(), bottom=(), discards=(), hidden=hidden)


def next_library_cards(table: model.Table) -> tuple[str, ...]:
    """The library cards that may be drawn next; an artifact by its name."""
    return with_artifacts(table, next_cards(table.library))


def with_artifacts(table: model.Table, names: Sequence[str]) -> tuple[str, ...]:
    """The same names, those of all unseen artifacts in the place of the one that stands for them."""
    unseen = table.artifacts if contents.ARTIFACT in names else ()
    return (*(name for name in names if name != contents.ARTIFACT), *unseen)


def library_card_drawn(table: model.Table, card: str) -> model.Table:
    """The table after this library card was drawn."""
    is_new = card in table.artifacts
    left = tuple(each for each in table.artifacts if each != card)
    return replace(table, library=without(table.library, contents.ARTIFACT if is_new else card), artifacts=left)


def next_misfortunes(table: model.Table) -> tuple[str, ...]:
    """The misfortunes that may be drawn next; where the deck is empty it is made anew at once (Q-09)."""
    deck = table.misfortunes
    return next_cards(deck) or next_cards(renewed(deck))


def misfortune_drawn(table: model.Table, card: str) -> model.Table:
    """The table after this misfortune was drawn: it lies on the discards."""
    deck = table.misfortunes if table.misfortunes.count else renewed(table.misfortunes)
    deck = without(deck, card)
    return replace(table, misfortunes=replace(deck, discards=(*deck.discards, card)))


def with_table(state: model.AtlantisState, table: model.Table, *why: RuleId) -> model.AtlantisState:
    """The state with another table, reached by these rules."""
    return replace(state, table=replace(table, why=why))


def in_order(pieces: Iterable[model.Atlantean]) -> tuple[model.Atlantean, ...]:
    """Pieces in rising order, so that equal positions are equal."""
    return tuple(sorted(pieces, key=_ORDER))


def exchanged(table: model.Table, old: model.Atlantean, *new: model.Atlantean) -> model.Table:
    """The table with one piece replaced; with none in its place, taken away."""
    return replace(table, atlanteans=in_order((*_others(table, (old,)), *new)))


def _others(table: model.Table, gone: Iterable[model.Atlantean]) -> list[model.Atlantean]:
    stay = list(table.atlanteans)
    for each in gone:
        stay.remove(each)
    return stay


def returned(table: model.Table, pieces: Collection[model.Atlantean]) -> model.Table:
    """The table with these pieces back in their pools (A-041, A-107); volunteers among them have served (Q-18)."""
    back = (model.Atlantean(each.seat, each.kind, acted=each.kind == "volunteer") for each in pieces)
    return replace(table, atlanteans=in_order((*_others(table, pieces), *back)))


def find(
    table: model.Table, seat: Seat, kind: contents.PieceKind, place: str = model.POOL, space: int = 0
) -> model.Atlantean | None:
    """A piece of that seat and kind on a space; None where none stands there."""
    key = (seat, kind, place, space)
    return next((each for each in table.atlanteans if each.key == key), None)


def earn(table: model.Table, seat: Seat, price: contents.Price, times: int = 1) -> model.Table:
    """The table after a seat gained that; stocks never run out (A-126). Of a loss nobody goes below 0."""
    reserve = table.reserves[seat].plus(price, times)
    floor = contents.Price(*[max(0, each) for each in astuple(reserve)])
    return replace(table, reserves=put(table.reserves, seat, floor))


def one(resource: contents.Resource) -> contents.Price:
    """One of a resource."""
    return contents.Price(**{resource: 1})


def energy(number: int) -> contents.Price:
    """So much energy."""
    return contents.Price(energy=number)


def pushed(table: model.Table, *steps: Step) -> model.Table:
    """The table with these steps before all others, the first of them first."""
    return replace(table, steps=(*table.steps, *reversed(steps)))


def popped(table: model.Table) -> model.Table:
    """The table without the step that is dealt with now."""
    return replace(table, steps=table.steps[:-1])


def stepped(table: model.Table, step: Step) -> model.Table:
    """The table with the present step in another state."""
    return replace(table, steps=(*table.steps[:-1], step))


def one_less(table: model.Table, **changed: Any) -> model.Table:
    """The table with one less left to be done of the present step, which is gone once nothing is."""
    step: Any = table.steps[-1]
    return stepped(table, replace(step, left=step.left - 1, **changed)) if step.left > 1 else popped(table)


def volunteers_joined(table: model.Table, seat: Seat, number: int) -> model.Table:
    """The table after a seat gained volunteers, as far as the supply has any (A-121, Q-18)."""
    got = min(number, table.volunteers)
    pieces = in_order((*table.atlanteans, *(model.Atlantean(seat, "volunteer"),) * got))
    return replace(table, atlanteans=pieces, volunteers=table.volunteers - got)


def volunteers_dismissed(table: model.Table, pieces: Collection[model.Atlantean]) -> model.Table:
    """The table with these volunteers back in the supply (A-122)."""
    assert table.volunteers + len(pieces) <= model.VOLUNTEERS
    return replace(table, atlanteans=tuple(_others(table, pieces)), volunteers=table.volunteers + len(pieces))


def lacking(table: model.Table) -> tuple[str, ...]:
    """The components that may come into the Blueprint next: those of the first letter of which some are missing."""
    box, there = table.box, [each.component for each in table.blueprint]
    wanted = box.levels[table.setup.level - 1].components
    for letter in contents.LETTERS:
        of_letter = [name for name, each in box.components.items() if each.letter == letter]
        if sum(name in there for name in of_letter) < wanted[letter]:
            return tuple(name for name in of_letter if name not in there)
    return ()


def floodable(table: model.Table) -> tuple[int, ...]:
    """The peninsulas with a dry tile: those that a free flood may take (Q-07)."""
    return tuple(each for each in ALL if table.dry[each])


def choosable(table: model.Table, step: Flooding) -> tuple[int, ...]:
    """The peninsulas that may be chosen: with a dry tile, and different ones where a card says so and there are any."""
    free = floodable(table)
    return tuple(each for each in free if each not in step.others) or free


def can_be_fenced(table: model.Table) -> tuple[int, ...]:
    """The peninsulas at which a barrier may be placed (A-098)."""
    return tuple(each for each in floodable(table) if each not in table.barriers)


def can_rise(table: model.Table) -> tuple[int, ...]:
    """The peninsulas with a flooded tile (A-101)."""
    return tuple(each for each in ALL if table.dry[each] < contents.RINGS)


def flood(table: model.Table, peninsula: int, breaks_barrier: bool = False) -> tuple[model.Table, tuple[RuleId, ...]]:
    """The table after a flood of a peninsula with a dry tile, and the rules that were used.

    A barrier stops it (A-099); a Controlled Flood goes through it (A-044).
    """
    why: tuple[RuleId, ...] = ()
    if peninsula in table.barriers:
        table = replace(table, barriers=tuple(each for each in table.barriers if each != peninsula))
        if not breaks_barrier:
            return replace(table, stopped=put(table.stopped, peninsula, table.stopped[peninsula] + 1)), ("A-099",)
        why = ("A-044", "A-100")
    ring = table.dry[peninsula]
    place = ground.tile(peninsula, ring)
    swept = [] if any(ground.able(table, "act_although_flooded", place)) else list(ground.at(table, place))
    hit = [piece for other in _seafarers_hit(table, peninsula, place) for piece in ground.at(table, other)]
    table = replace(table, dry=put(table.dry, peninsula, ring - 1))
    hits: tuple[RuleId, ...] = ("A-174",) if hit else ()
    return returned(table, (*swept, *hit)), (*why, "A-040", *(("A-041",) if swept else ()), *hits)


def _seafarers_hit(table: model.Table, peninsula: int, flooding: str) -> tuple[str, ...]:
    """The tiles there with a Seafarer's Leader, which count as flooded too (A-174), so that a Champion holds them."""
    found = dict[str, None]()
    for piece, _ in ground.able_of(table, "may_use_flooded_tile", table.atlanteans):
        place = piece.place
        if place == flooding or ground.TILES.get(place, (None, 0))[0] != peninsula:
            continue
        is_hit = not ground.is_dry(table, place) or table.setup.seafarer_hit_on_dry
        if is_hit and not any(ground.able(table, "act_although_flooded", place)):
            found[place] = None
    return tuple(found)


def with_tide(before: model.Table, after: model.Table) -> model.Table:
    """The table after an act, with what came over the island by it: pages and the strip know no acts."""
    if after.dry is before.dry and after.barriers is before.barriers and not after.tide and not after.broken:
        return after
    tide = tuple(new - old for old, new in zip(before.dry, after.dry, strict=True))
    broken = tuple(each for each in before.barriers if each not in after.barriers)
    return replace(after, tide=tide if any(tide) else (), broken=broken)


def named(table: model.Table, peninsula: int, seat: Seat) -> tuple[model.Table, tuple[RuleId, ...]]:
    """The table after a card has named a peninsula that floods; a depleted one floods two others (A-042)."""
    if table.dry[peninsula]:
        after, why = flood(table, peninsula)
        return after, ("A-039", *why)
    return pushed(table, Flooding(seat, 2, "depleted")), ("A-042",)


def drowned(table: model.Table) -> model.Table:
    """The table after the centre has flooded: all have lost (A-043, A-118)."""
    return replace(table, steps=(), ended="lost")


def raised(table: model.Table, peninsula: int) -> model.Table:
    """The table with the flooded tile nearest to the centre turned dry (A-101)."""
    return replace(table, dry=put(table.dry, peninsula, table.dry[peninsula] + 1))


def fenced(table: model.Table, peninsula: int) -> model.Table:
    """The table with a barrier at a peninsula (A-098)."""
    return replace(table, barriers=tuple(sorted((*table.barriers, peninsula))))


def step_of(table: model.Table, kind: type[P]) -> P:
    """The step that is dealt with now, which is of this kind."""
    step = table.steps[-1]
    assert isinstance(step, kind)
    return step


def decider(table: model.Table, seat: Seat) -> Seat:
    """Whose word counts: that seat's, and where all do it together the starting player's (A-025, A-047, A-053)."""
    return table.starter if seat == model.TEAM else seat
