"""Bots and dealer of Manawave: the odds of what comes up, and what a seat would choose, at random or to win."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from companion.games.core import Seat, State
from companion.games.manawave.data.playset import ClansPlayset
from companion.games.manawave.rules import monuments, purchases, selection, tiles
from companion.games.manawave.rules.course import COURSE
from companion.games.manawave.rules.secret import Secret
from companion.games.manawave.state import model
from companion.games.manawave.state.acts import LETTERS, Aim, Attach, Choose, DrawCard, Invest, ManaAction, Scatter

WON: Final = 1000.0
_MANA, _MODALITY, _STAIN, _FAMILY = 0.35, 0.5, -0.4, 0.6
_CHANCE: Final = 0.1
_YIELDS: Final = 0.4
"""How often a bot takes any card where equal choices are made again: two that want the same one would never end."""
_NEAR: Final = 3
"""So many rounds before a Monument speaks a bot begins to look at what it compares."""


def deal(state: model.ManaState, actions: Sequence[ManaAction], rng: random.Random) -> ManaAction:
    """One of the chance actions: of the pile by how many of each lie in it."""
    left = dict(state.table.pile)
    weights = [left.get(each.card, 0) if isinstance(each, DrawCard) else 1 for each in actions]
    return rng.choices(list(actions), weights if any(weights) else None)[0]


def suggest(
    view: model.ManaView, actions: Sequence[ManaAction], rng: random.Random, dawdle: bool, gives_way: bool = True
) -> ManaAction:
    """What a bot in that seat would choose among its acts.

    One that `gives_way` now and then takes another card where both keep choosing the same one.
    """
    table = view.table
    if dawdle or table.setup.bots == "random" or len(actions) == 1:
        return rng.choice(list(actions))
    value = _VALUES.get(type(actions[0]))
    chooses_again = table.is_clans and table.clans_set.options.same_pick == "again"
    is_again = gives_way and isinstance(actions[0], Choose) and chooses_again
    if value is None or (is_again and rng.random() < _YIELDS):
        return rng.choice(list(actions))
    # Of equals any: else two bots would always do the same.
    worth = [value(table, each) + rng.random() * _CHANCE for each in actions]
    return actions[worth.index(max(worth))]


# --- Clans ---


def _of_letter(table: model.Table, act: Choose) -> float:
    if not act.letter:
        return 0.0
    card = table.choices[LETTERS.index(act.letter)]
    if not table.is_clans:
        lines = range(tiles.line_count(table.nexus_set.board))
        return max((_of_tile(table, act.seat, card, line) for line in lines), default=0.0)
    picked = replace(table, picked=tuple(card if seat == act.seat else "" for seat in model.BOTH))
    modes = tuple(each.mode for each in table.clans.tribes[act.seat].families)
    mode = min(purchases.open_modes(table.clans_set, model.Family(card)))
    places = (Attach(act.seat, position, "bottom", mode, modes) for position in model.PLACES)
    return max(_of_attach(picked, each) for each in places)


def _of_attach(table: model.Table, act: Attach) -> float:
    if not act.position:
        return 0.0
    world = table.clans.with_tribe(act.seat, selection.attached(table, act))
    return _worth(table.clans_set, monuments.wave(table.clans_set, world, table.round), act.seat, table.round)


def _of_invest(table: model.Table, act: Invest) -> float:
    """What Monuments and conflicts make of it, where the other side keeps its mana, or spends it on attack."""
    if not act.modes and not act.assign:
        return 0.0
    playset, other = table.clans_set, 1 - act.seat
    world = table.clans.with_tribe(act.seat, purchases.paid(playset, table.clans.tribes[act.seat], act))
    total = 0.0
    for style in ("keep", "attack"):
        tribe = world.tribes[other]
        answer = purchases.plan(playset, tribe, other, style, 1)
        answered = world.with_tribe(other, purchases.paid(playset, tribe, answer))
        outlook = monuments.showdown(playset, answered, table.round)
        total += _of_end(outlook.ended, act.seat)
        if outlook.ended is None:
            total += _worth(playset, outlook.after, act.seat, table.round + 1)
    return total / 2


def _of_end(ended: model.Ended | None, seat: Seat) -> float:
    if ended is None or not monuments.WINNERS[ended]:
        return 0.0
    return WON if seat in monuments.WINNERS[ended] else -WON


def _worth(playset: ClansPlayset, world: model.Clans, seat: Seat, number: int) -> float:
    """How good a world is for a seat: what lasts, and how the Monuments compare both sides."""
    own, other = (_holdings(world, each) for each in (seat, 1 - seat))
    return own - other + sum(_leads(playset, world, seat, position, number) for position in model.PLACES)


def _holdings(world: model.Clans, seat: Seat) -> float:
    tribe = world.tribes[seat]
    worth = tribe.population + _STAIN * tribe.soulstain + _MANA * tribe.counters.mana
    for clan in tribe.clans:
        counters = clan.counters
        worth += _MANA * counters.mana + 0.5 * min(counters.growth, clan.population) - counters.sacrifice
        worth += 0.3 * counters.attack + 0.3 * counters.shield
        worth += sum(_FAMILY + _MODALITY * min(each.counters, 4) for each in clan.families)
    return worth


def _leads(playset: ClansPlayset, world: model.Clans, seat: Seat, position: int, number: int) -> float:
    """How much a Monument that will soon speak prefers a seat."""
    card = world.monuments[position - 1] if world.monuments else ""
    if not card:
        return 0.0
    resolve = playset.monuments[card].resolve
    if number < resolve.min_round - _NEAR:
        return 0.0
    for each in resolve.compare:
        one, two = (monuments.measure(world, side, position, each.metric, each.scope) for side in (seat, 1 - seat))
        if one != two:
            lead = max(-4, min(4, one - two))
            return float(lead if each.prefer == "more" else -lead)
    return 0.0


# --- the older game ---


def _of_aim(table: model.Table, act: Aim) -> float:
    return _of_tile(table, act.seat, table.picked[act.seat], act.line) if act.line >= 0 else 0.0


def _of_tile(table: model.Table, seat: Seat, card: str, line: int) -> float:
    playset = table.nexus_set
    row = tiles.next_row(playset.board, table.nexus.own(seat), line)
    if not row:
        return -WON
    tile = model.Tile(seat, line, row, card, playset.tiles[card].population)
    world = replace(table.nexus, tiles=tiles.in_order((*table.nexus.tiles, tile)))
    after, ended = monuments.whole_wave(playset, world, table.round)
    return _of_end(ended, seat) + _holds(after, seat) - _holds(after, 1 - seat)


def _of_scatter(table: model.Table, act: Scatter) -> float:
    if not act.is_told:
        return 0.0
    world = tiles.placed(table.nexus_set, table.nexus, act)
    after = tiles.harvested(table.nexus_set, world)
    return _holds(after, act.seat) - _holds(after, 1 - act.seat)


def _holds(world: model.Nexus, seat: Seat) -> float:
    pool = world.pools[seat].total
    return world.population(seat) + 0.3 * pool + _STAIN * world.stain(seat)


_VALUES: Final[Mapping[type[ManaAction], Callable[[model.Table, Any], float]]] = {
    Choose: _of_letter,
    Attach: _of_attach,
    Invest: _of_invest,
    Aim: _of_aim,
    Scatter: _of_scatter,
}
"""How good an act is, by its kind; of others a bot draws one at random."""


def determinize(state: model.ManaState, rng: random.Random) -> model.ManaState:
    """One way in which it may truly be: each sealed choice is one of those that are open to its seat."""
    table, part = state.table, COURSE.moment(state.table)
    imagined = State(table, (model.Nothing(), model.Nothing()), state.sealed)
    if not isinstance(part, Secret) or table.ended:
        return imagined
    for seat in model.BOTH:
        if any(act == act.public() for act in state.sealed_by(seat)):
            open_ = part.examples(replace(table, committed=(False, False)), seat)
            imagined = imagined.with_sealed(seat, (rng.choice(open_),))
    return imagined
