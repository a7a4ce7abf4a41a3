"""Placing Atlanteans: all at once, in any order, and taken back until the phase ends (A-023 to A-033)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import Key, PieceKind
from companion.games.atlantis_rising.data.effects import Op
from companion.games.atlantis_rising.rules.acts import AllPlaced, Place, Placed, TakeUp
from companion.games.atlantis_rising.rules.moments import PhaseMoment
from companion.games.atlantis_rising.state import ground, model
from companion.games.atlantis_rising.state.changes import exchanged, find, with_table
from companion.games.atlantis_rising.words.vocabulary import refused
from companion.games.core import Seat
from companion.games.errors import IllegalAction
from companion.language.message import Message, say

Pools: TypeAlias = tuple[tuple[Seat, PieceKind], ...]
Standing: TypeAlias = Mapping[str, list[model.Atlantean]]


class Placing(PhaseMoment[Placed]):
    """Nothing hangs on the order, so each seat's acts stand beside the others'."""

    titles = {model.Phase.PLACE: say("Place Atlanteans")}

    def legal(self, state: model.AtlantisState) -> tuple[Placed, ...]:
        table = state.table
        pools, on = at_hand(table), ground.standing(table)
        found: list[Placed] = [*offered(table, pools, on)]
        placed = dict.fromkeys(each.key for each in table.atlanteans if each.place != model.POOL)
        found += [TakeUp(*key) for key in placed if may_leave(table, key, on[key[2]])]
        return tuple(found) if pools else (*found, AllPlaced())

    def allows(self, state: model.AtlantisState, act: Placed) -> bool:
        return self._fault(state.table, act) is None

    def apply(self, state: model.AtlantisState, act: Placed) -> model.AtlantisState:
        table = state.table
        if isinstance(act, AllPlaced):
            return with_table(state, replace(table, phase=model.Phase.MISFORTUNE, drawn=0), "A-023")
        piece = find(table, *act.key) if isinstance(act, TakeUp) else find(table, act.seat, act.piece)
        assert piece is not None
        if isinstance(act, TakeUp):
            return with_table(state, exchanged(table, piece, model.Atlantean(act.seat, act.piece)), "A-024")
        why = "A-026" if act.place in ground.TILES else "A-030"
        if ground.holds_any(act.place):
            why = "A-028" if act.place == model.CENTRE else "A-029"
        return with_table(state, exchanged(table, piece, model.Atlantean(*act.key)), "A-023", why)

    def asks(self, table: model.Table) -> str:
        waiting = {seat for seat, _ in at_hand(table)}
        return {0: "place_done", 1: "place_one"}.get(len(waiting), "place")

    def askers(self, table: model.Table) -> tuple[Seat, ...]:
        return tuple(dict.fromkeys(seat for seat, _ in at_hand(table))) or super().askers(table)

    def called(self, view: model.AtlantisView, act: Placed) -> str:
        rooms = ground.spaces(view.table.setup, act.place) if isinstance(act, Place) else ()
        has_number = isinstance(act, Place) and len(set(rooms)) > 1 and act.space < len(rooms)
        return "Place_number" if has_number else super().called(view, act)

    def refusal(self, state: model.AtlantisState, act: Placed, now: Message, is_on: bool) -> IllegalAction:
        is_seat = isinstance(act, AllPlaced) or 0 <= act.seat < state.table.players
        found = self._fault(state.table, act) if is_on and is_seat else None
        return found or super().refusal(state, act, now, is_on)

    def _fault(self, table: model.Table, act: Placed) -> IllegalAction | None:
        if isinstance(act, AllPlaced):
            return refused("left_at_hand") if at_hand(table) else None
        if isinstance(act, TakeUp):
            if find(table, *act.key) is None:
                return refused("no_piece_leaves")
            is_free = act.place != model.POOL and may_leave(table, act.key, list(ground.at(table, act.place)))
            return None if is_free else refused("beside")
        if find(table, act.seat, act.piece) is None:
            return refused("not_at_hand")
        is_open = act in offered(table, ((act.seat, act.piece),), ground.standing(table), act.place)
        return None if is_open else self._no_space(table, act)

    def _no_space(self, table: model.Table, act: Place) -> IllegalAction:
        closed = ground.is_closed(table, act.place) if is_known(table, act.place) else "A-030"
        if closed:
            return refused(f"closed_{closed}")
        if act.piece == "automaton" and not any(ground.at(table, act.place)):
            return refused("automaton_alone")
        barring = ground.barred(table, act.piece, act.place, act.space)
        found = table.box.components[act.place].spaces if act.place in table.box.components else None
        if not barring and found and table.players < model.FIVE_PLUS and 0 <= act.space - found.n < found.n5:
            barring = "A-031"
        if barring:
            return refused(f"closed_{barring}")
        is_full = act.place in ground.TILES and not ground.free_spaces(table, act.place)
        return refused("tile_full" if is_full else "taken")


def at_hand(table: model.Table) -> Pools:
    """Whose pieces are in the pools, each kind once."""
    return tuple(dict.fromkeys((each.seat, each.kind) for each in table.atlanteans if each.place == model.POOL))


def is_known(table: model.Table, place: str) -> bool:
    """Whether there is such a place in this game at all."""
    if any(each.component == place for each in table.blueprint):
        return table.box.components[place].spaces is not None
    return place in ground.TILES or ground.holds_any(place)


def offered(table: model.Table, pools: Pools, on: Standing, only: str | None = None) -> Iterator[Place]:
    """Where these pieces at hand may come to, or where on one place, by those that stand there.

    Most places are empty, and most spaces open to all kinds alike: they are the same for every piece of a kind.
    """
    vacant, free = ground.vacant(table.setup), dict[str, tuple[int, ...]]()
    for place in ground.every_place(table) if only is None else {only}.intersection(ground.every_place(table)):
        free[place] = ground.free_spaces(table, place, pieces=on[place]) if place in on else vacant.get(place, ())
    spots = [(place, space) for place, found in free.items() for space in found]
    limited = [spot for spot in spots if spot[0] in table.box.components]
    by_kind = dict[PieceKind, list[tuple[str, int]]]()
    for kind in {kind for _, kind in pools}:
        barred = [spot for spot in limited if ground.barred(table, kind, *spot)]
        if kind == "automaton":
            barred += [spot for spot in spots if spot[0] not in on]
        by_kind[kind] = [spot for spot in spots if spot not in barred] if barred else spots
    for seat, kind in pools:
        yield from [Place(seat, kind, place, space) for place, space in by_kind[kind]]
    full = [place for place, found in free.items() if not found and place in ground.TILES]
    # An Emissary is one more itself, so that it comes in any order.
    for seat, kind in _able(table, pools, "extra_atlantean"):
        for place in full:
            more = ground.free_spaces(table, place, 1, on.get(place, ()))
            yield from (Place(seat, kind, place, space) for space in more)
    yield from _on_water(table, pools, on, only)


def _on_water(table: model.Table, pools: Pools, on: Standing, only: str | None) -> Iterator[Place]:
    """Flooded tiles that a Seafarer may use, and others beside it."""
    sailors = _able(table, pools, "may_use_flooded_tile")
    if not sailors and not any(place in ground.TILES and not ground.is_dry(table, place) for place in on):
        return
    for place in ground.flooded_tiles(table):
        if only in (None, place):
            there = on.get(place, ())
            held = any(ground.able_of(table, "may_use_flooded_tile", there))
            free = ground.free_spaces(table, place, pieces=there)
            for seat, kind in pools if held else sailors:
                if kind != "automaton" or there:
                    yield from (Place(seat, kind, place, space) for space in free)


def _able(table: model.Table, pools: Pools, op: Op) -> list[tuple[Seat, PieceKind]]:
    """The Leaders at hand whose councilor does this."""
    at_hand = (model.Atlantean(seat, kind) for seat, kind in pools if kind in ground.LEADERS)
    return [(each.seat, each.kind) for each, _ in ground.able_of(table, op, at_hand)]


def may_leave(table: model.Table, key: Key, there: list[model.Atlantean]) -> bool:
    """Whether a piece may go without leaving others of that place where they may not stand alone."""
    if len(there) == 1:
        return True
    gone = next(number for number, each in enumerate(there) if each.key == key)
    return ground.unsound(table, key[2], [*there[:gone], *there[gone + 1 :]]) is None
