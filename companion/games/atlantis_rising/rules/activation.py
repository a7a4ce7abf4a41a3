"""The action of a place: who may take it, and what it does; what effects do, one after another.

Ledger: section 4.3, A-046 to A-089, A-112, A-150 to A-154.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import PENINSULAS, Price
from companion.games.atlantis_rising.data.effects import Effect
from companion.games.atlantis_rising.rules.acts import Activate
from companion.games.atlantis_rising.rules.decisions import Repeat
from companion.games.atlantis_rising.rules.operations import OPERATIONS
from companion.games.atlantis_rising.state import ground, model, steps
from companion.games.atlantis_rising.state.changes import earn, energy, one, pushed
from companion.games.core import RuleId, Seat

KEPT_BY: Final[dict[str, RuleId]] = {"both": "A-075", "one_discard": "A-076", "one_bottom": "A-077", "all": "A-074"}
"""The rule by which cards are kept, by the icon; "all" are those of an effect."""
CARDS_DRAWN = 2
"""A-074."""
_PAIR = 2
_IDLE: Final = frozenset((model.POOL, *model.BUILD_SPACES))
"""Where nobody acts alone."""
_BEYOND: Final = ground.Space()
"""Where one stands who has no space of a tile (A-172)."""


def applied(table: model.Table, effects: Sequence[Effect], seat: Seat, title: str) -> model.Table:
    """The table after the first of these effects, the others waiting; `seat` has set them off, `title` says by what.

    What needs a choice becomes a step, and is done before the next effect, or the next player, has its turn.
    """
    todo = list[tuple[Effect, Seat]]()
    for effect in effects:
        concerned: Sequence[Seat] = (table.current,) if effect.who == "current" else (seat,)
        if effect.who == "each" and effect.op != "manual":
            concerned = table.clockwise
        todo += [(effect, each) for each in concerned]
    return followed(table, steps.Following(tuple(todo), title))


def followed(table: model.Table, rest: steps.Following) -> model.Table:
    """The table after the first of these effects, with the others waiting below what it asks for."""
    if not rest.effects:
        return table
    effect, seat = rest.effects[0]
    if len(rest.effects) > 1:
        table = pushed(table, replace(rest, effects=rest.effects[1:]))
    if effect.op == "manual":
        return pushed(table, steps.Settling(seat, rest.title, effect.text))
    does = OPERATIONS[effect.op].does
    return does(table, effect, seat) if does is not None else table


def belongs_to_one(effects: Iterable[Effect]) -> bool:
    """Whether any of these is one player's alone, so that several have to say whose."""
    return any(effect.who in ("", "leader") and OPERATIONS[effect.op].is_personal for effect in effects)


def activations(table: model.Table, only: str | None = None) -> Iterator[Activate]:
    """Every action that a piece may take now, or of those on one place; of a space for two, one for each seat there."""
    for group in _groups(table, only):
        able = [each for each in group if each.kind != "automaton"]
        if not any(each.acted for each in able):
            firsts = dict[Seat, model.Atlantean]()
            for piece in able:
                firsts.setdefault(piece.seat, piece)
            for piece in firsts.values():
                yield from [Activate(*piece.key, rollers) for rollers in _rollers(group)]


def all_acted(table: model.Table) -> bool:
    """Whether no Atlantean can act any more, whether it would have to or not."""
    return not any(activations(table)) and not any(each.place in model.BUILD_SPACES for each in table.atlanteans)


def due(table: model.Table) -> Iterator[Activate]:
    """Those of them that are not a matter of choice (A-046)."""
    return (act for act in activations(table) if is_due(table, act))


def is_due(table: model.Table, act: Activate) -> bool:
    """Whether an action is not a matter of choice (A-046), as rolls, draws and energy at the centre.

    Ore may be kept (A-085), a component need not be used (A-111), and what gives nothing needs no act.
    """
    tiles = ground.tiles_of(table, act.place)
    if tiles is None:
        return act.place == model.CENTRE
    if tiles.kind == "forges" or PENINSULAS[ground.TILES[act.place][0]] in table.forbidden:
        return False
    return tiles.kind != "libraries" or table.library.count > 0


def repeats(table: model.Table, step: steps.Repeating) -> Iterator[Repeat]:
    """Every piece of a seat that has acted and may do so once more; of a space for two all there act again (A-166)."""
    for group in _groups(table):
        for piece in dict.fromkeys(group):
            if piece.seat == step.seat and piece.acted and (piece.kind in ground.LEADERS or not step.is_leader):
                for rollers in _rollers(group):
                    yield Repeat(piece.seat, piece.kind, piece.place, piece.space, rollers)


def _groups(table: model.Table, only: str | None = None) -> Iterator[list[model.Atlantean]]:
    """Pieces that act together, as many as their space wants and with whoever has to be among them (A-168).

    Those of one space for two, else each alone; of equal ones the first.
    """
    every = ground.every_space(table.setup)
    alone, together = dict[model.Atlantean, None](), dict[tuple[str, int], list[model.Atlantean]]()
    for piece in table.atlanteans if only is None else ground.at(table, only):
        if piece.place in _IDLE:
            continue
        rooms = every.get(piece.place, ())
        room = rooms[piece.space] if piece.space < len(rooms) else _BEYOND
        if room.is_double:
            together.setdefault((piece.place, piece.space), []).append(piece)
        elif piece.kind != "automaton" and room.need in (None, piece.kind):
            alone[piece] = None
    yield from ([piece] for piece in alone)
    for (place, space), group in together.items():
        kinds = {each.kind for each in group}
        if len(group) >= _PAIR and kinds != {"automaton"} and every[place][space].need in (None, *kinds):
            yield group


def _rollers(group: list[model.Atlantean]) -> tuple[tuple[Seat, ...], ...]:
    """Who may roll: nothing to say but where three stand in the Cities (Q-45)."""
    owners = [each.seat for each in group if each.kind != "automaton"]
    if group[0].place not in ground.TILES or len(owners) <= _PAIR:
        return ((),)
    return tuple(dict.fromkeys(tuple(sorted(pair)) for pair in combinations(owners, _PAIR)))


def does(table: model.Table, act: Activate) -> tuple[model.Table, tuple[RuleId, ...]]:
    """What the action of a place does, whoever has acted before."""
    tiles = ground.tiles_of(table, act.place)
    if act.place == model.CENTRE:
        return _at_centre(table, act.seat)
    if tiles is None:
        return _component(table, act)
    if PENINSULAS[ground.TILES[act.place][0]] in table.forbidden:
        return table, ("A-036", "A-046")
    ring = ground.TILES[act.place][1]
    if tiles.kind in ("wild", "cities"):
        return _rolled_for(table, act, is_double=tiles.kind == "cities")
    if tiles.kind == "libraries":
        free = sum(n for _, n in ground.able(table, "keep_extra_card", act.place))
        free += sum(n for n, _ in ground.owns(table, act.seat, "keep_extra_card"))
        icon = tiles.icon[ring - 1]
        return pushed(table, steps.Drawing(act.seat, CARDS_DRAWN, icon, free=free)), ("A-074", KEPT_BY[icon])
    if not table.reserves[act.seat].ore:
        return table, ("A-086",)
    gained = earn(table, act.seat, Price(ore=-1, atlantium=tiles.number_at(ring, act.space)))
    return gained, ("A-085",)


def _at_centre(table: model.Table, seat: Seat) -> tuple[model.Table, tuple[RuleId, ...]]:
    gained, used = 1, table.used
    for piece, more in ground.able(table, "extra_energy_at_centre", model.CENTRE):
        if piece.seat != seat:
            continue
        if table.box.councilors[ground.councilor_of(table, piece)].effect.per == "atlantean":
            gained += more
        elif (token := _token(piece)) not in used:
            gained, used = gained + more, (*used, token)
    why: tuple[RuleId, ...] = ("A-089", "A-049") if gained > 1 else ("A-089",)
    return replace(earn(table, seat, energy(gained)), used=used), why


def _token(piece: model.Atlantean) -> Seat:
    """Who has done what is done once a round."""
    return model.TEAM if piece.kind == "hologram" else piece.seat


def _rolled_for(table: model.Table, act: Activate, is_double: bool) -> tuple[model.Table, tuple[RuleId, ...]]:
    """The table once dice are to be rolled, or after a success that needs none (A-165)."""
    group = list(ground.at(table, act.place, act.space if is_double else None))
    if ground.number(table, act.seat, act.place, act.space) < 1:
        if is_double:
            return recruited(table, act.place, act.space), ("A-165", "A-068")
        after, why = found(table, act.place, act.seat)
        return after, ("A-165", *why)
    owners = [each.seat for each in group if each.kind != "automaton"]
    helped = ground.AUTOMATON_BONUS if len(owners) < len(group) else 0
    if not is_double:
        attempt = steps.Attempt(act.place, act.space, (act.seat,), (helped,), rolls=(0,))
        return pushed(table, attempt), ("A-058", *(("A-152",) if helped else ()))
    rollers = act.rollers or tuple(owners * _PAIR if len(owners) == 1 else owners)
    # The die that is rolled in the Automaton's place gets nothing; with an Emissary both may have owners.
    bonus = (helped, helped if len(owners) > 1 else 0)
    attempt = steps.Attempt(act.place, act.space, rollers, bonus, rolls=(0, 1))
    return pushed(table, attempt), ("A-064", "A-065", *(("A-154",) if helped else ()))


def found(table: model.Table, place: str, roller: Seat) -> tuple[model.Table, tuple[RuleId, ...]]:
    """The table after a success on a wild tile: one resource (A-060), once a round more where a councilor gives it."""
    tiles = ground.tiles_of(table, place)
    assert tiles is not None
    assert tiles.resource is not None
    gained, used = 1, table.used
    for piece, more in ground.able(table, "extra_resource", place):
        if (token := _token(piece)) not in used:
            gained, used = gained + more, (*used, token)
    after = earn(table, roller, one(tiles.resource), gained)
    return replace(after, used=used), ("A-059", "A-060", *(("A-049",) if gained > 1 else ()))


def recruited(table: model.Table, place: str, space: int) -> model.Table:
    """The table after a success in the Cities: somebody there gets a follower (A-068, Q-17)."""
    seats = tuple(dict.fromkeys(each.seat for each in ground.at(table, place, space)))
    return pushed(table, steps.Recruiting(seats))


def _component(table: model.Table, act: Activate) -> tuple[model.Table, tuple[RuleId, ...]]:
    component = table.box.components[act.place]
    assert component.spaces is not None
    group = list(ground.at(table, act.place, act.space)) if component.spaces.kind == "double" else []
    seats = tuple(dict.fromkeys(each.seat for each in group if each.kind != "automaton")) or (act.seat,)
    why: tuple[RuleId, ...] = ("A-112",) if component.spaces.kind == "double" else ("A-111",)
    if len(seats) > 1 and belongs_to_one(component.on_activate):
        table = pushed(table, steps.Sharing(seats, act.place))
    else:
        table = applied(table, component.on_activate, act.seat, component.name)
    if component.spaces.removes:
        givers = tuple(dict.fromkeys(each.seat for each in group if each.kind == component.spaces.need))
        table, why = pushed(table, steps.Sacrificing(givers, act.place, act.space)), (*why, "A-168")
    return table, why
