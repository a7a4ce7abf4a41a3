"""Placing Atlanteans: all at once, in any order, and taken back until the phase ends (A-023 to A-033)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from msgspec.structs import replace

from companion.games.atlantis_rising.acts import AllPlaced, Place, TakeUp
from companion.games.atlantis_rising.box import PieceKind
from companion.games.atlantis_rising.changes import exchanged, find, with_table
from companion.games.atlantis_rising.effects import Op
from companion.games.atlantis_rising.ground import (
    LEADERS,
    TILES,
    able,
    at,
    barred,
    councilor_of,
    every_place,
    flooded_tiles,
    free_spaces,
    holds_any,
    is_closed,
    is_dry,
    marked_spaces,
    spaces,
    unsound,
    vacant_spaces,
)
from companion.games.atlantis_rising.model import POOL, Atlantean, AtlantisState, AtlantisView, Phase, Table
from companion.games.atlantis_rising.phases.part import Moment
from companion.games.atlantis_rising.vocabulary import PIECES, piece_words, place_words
from companion.games.core import Seat
from companion.games.errors import IllegalAction
from companion.games.shared.phases import Asked, Label
from companion.language.message import Message, say

Placed: TypeAlias = Place | TakeUp | AllPlaced


class Placing(Moment[Placed]):
    """Nothing hangs on the order, so each seat's acts stand beside the others'."""

    acts = (Place, TakeUp, AllPlaced)
    rule = "A-023"
    law = say("Every Atlantean is placed on a free space of the island or of the Cosmic Gate")

    def legal(self, state: AtlantisState) -> tuple[Placed, ...]:
        table = state.table
        pools = at_hand(table)
        found: list[Placed] = [*_places(table, pools), *_beside_others(table, pools), *_on_water(table, pools)]
        placed = dict.fromkeys(
            (each.seat, each.kind, each.place, each.space) for each in table.atlanteans if each.place != POOL
        )
        found += [act for key in placed if may_leave(table, act := TakeUp(*key))]
        return tuple(found) if pools else (*found, AllPlaced())

    def allows(self, state: AtlantisState, act: Placed) -> bool:
        table = state.table
        if isinstance(act, AllPlaced):
            return not at_hand(table)
        if isinstance(act, TakeUp):
            return act.place != POOL and may_leave(table, act)
        is_at_hand = find(table, act.seat, act.piece, POOL, 0) is not None
        return is_at_hand and act.space in open_spaces(table, act.seat, act.piece, act.place)

    def apply(self, state: AtlantisState, act: Placed) -> AtlantisState:
        table = state.table
        if isinstance(act, AllPlaced):
            return with_table(state, replace(table, phase=Phase.MISFORTUNE, drawn=0), "A-023")
        if isinstance(act, TakeUp):
            piece = find(table, act.seat, act.piece, act.place, act.space)
            assert piece is not None
            return with_table(state, exchanged(table, piece, Atlantean(act.seat, act.piece)), "A-024")
        pooled = find(table, act.seat, act.piece, POOL, 0)
        assert pooled is not None
        why = "A-028" if holds_any(act.place) and act.place not in TILES else "A-026" if act.place in TILES else "A-030"
        moved = exchanged(table, pooled, Atlantean(act.seat, act.piece, act.place, act.space))
        return with_table(state, moved, "A-023", "A-029" if act.place.startswith("build_") else why)

    def asked(self, view: AtlantisView) -> Asked:
        waiting = tuple(dict.fromkeys(seat for seat, _ in at_hand(view.table)))
        why = say(
            "Each space holds one Atlantean; the centre and the build spaces hold any number. "
            "If you disagree, {who} decides.",
            who=view.who(view.table.starter),
        )
        if waiting:
            text = say("Place all Atlanteans: a piece, then its place.")
            if len(waiting) == 1:
                text = say("{who} still has Atlanteans at hand: place them.", who=view.who(waiting[0]))
            return Asked(waiting, text, why, "A-023", any_order=True)
        text = say("All Atlanteans are placed. {who} ends the phase.", who=view.who(view.table.starter))
        return Asked((view.table.starter,), text, why, "A-023")

    def label(self, view: AtlantisView, act: Placed) -> Label:
        if isinstance(act, AllPlaced):
            return Label(say("All are placed"), say("Place Atlanteans"))
        box = view.table.setup.box
        where = place_words(box, act.place)
        if isinstance(act, TakeUp):
            group = say("{who} takes back", who=view.who(act.seat))
            return Label(say("Back from {place}: {piece}", piece=PIECES[act.piece], place=where), group)
        group = say("{who} places", who=view.who(act.seat))
        rooms = spaces(view.table.setup, act.place)
        if len(set(rooms)) > 1 and act.space < len(rooms):
            under = rooms[act.space].number
            words = say("{piece} on {place}, above the {number}", piece=PIECES[act.piece], place=where, number=under)
            return Label(words, group)
        return Label(say("{piece} on {place}", piece=PIECES[act.piece], place=where), group)

    def told(self, before: AtlantisView, act: Placed) -> Message:
        if isinstance(act, AllPlaced):
            return say("All Atlanteans are placed.")
        piece = piece_words(before, act.seat, act.piece)
        where = place_words(before.table.setup.box, act.place)
        if isinstance(act, TakeUp):
            return say("{piece} leaves {place} again.", piece=piece, place=where)
        return say("{piece} is placed on {place}.", piece=piece, place=where)

    def refusal(self, state: AtlantisState, act: Placed, now: Message, is_moment: bool) -> IllegalAction:
        table = state.table
        if not is_moment:
            return super().refusal(state, act, now, is_moment)
        if isinstance(act, AllPlaced):
            return IllegalAction("A-023", say("Atlanteans are left at hand. Place every one of them first."))
        if not 0 <= act.seat < table.setup.players:
            return super().refusal(state, act, now, is_moment)
        if isinstance(act, TakeUp):
            if find(table, act.seat, act.piece, act.place, act.space) is None:
                return IllegalAction("A-024", say("No such piece stands there. Tap one that does."))
            return IllegalAction("A-024", say("Others may stand there only beside it. Take those back first."))
        if find(table, act.seat, act.piece, POOL, 0) is None:
            return IllegalAction("A-023", say("No such piece is at hand. Take one back first, or choose another."))
        return self._no_space(table, act)

    def _no_space(self, table: Table, act: Place) -> IllegalAction:
        closed = is_closed(table, act.place) if is_known(table, act.place) else "A-030"
        if closed == "A-031":
            return IllegalAction("A-031", say("That space is for five players and more. Choose another."))
        if closed == "A-032":
            return IllegalAction("A-032", say("That tile is flooded and has no spaces. Choose a dry one."))
        if closed == "A-111":
            return IllegalAction("A-111", say("Its spaces open in the round after it was built. Choose another."))
        if closed:
            return IllegalAction("A-030", say("There is no such space. Choose one that is offered."))
        if act.piece == "automaton" and not any(at(table, act.place)):
            return IllegalAction(
                "A-153", say("The Automaton may not stand alone. Place another Atlantean there first.")
            )
        barring = barred(table, act.piece, act.place, act.space)
        if barring == "A-168":
            return IllegalAction("A-168", say("A follower has to be one of the two there. Place one."))
        if barring:
            return IllegalAction("A-167", say("Only followers may stand there. Choose another piece."))
        if act.space in marked_spaces(table.setup, act.place):
            return IllegalAction("A-031", say("That space is for five players and more. Choose another."))
        if act.place in TILES and not free_spaces(table, act.place):
            return IllegalAction("A-026", say("Every space of that tile is taken. Choose another place."))
        return IllegalAction("A-033", say("That space is taken. Choose another open space."))


def at_hand(table: Table) -> tuple[tuple[Seat, PieceKind], ...]:
    """Whose pieces are in the pools, each kind once."""
    return tuple(dict.fromkeys((each.seat, each.kind) for each in table.atlanteans if each.place == POOL))


def is_known(table: Table, place: str) -> bool:
    """Whether there is such a place in this game at all."""
    return (
        place in TILES
        or holds_any(place)
        or (
            any(each.component == place for each in table.blueprint)
            and table.setup.box.components[place].spaces is not None
        )
    )


def open_spaces(table: Table, seat: Seat, kind: PieceKind, place: str) -> tuple[int, ...]:
    """The spaces of one place to which this piece of a seat may come, of those alike the first."""
    if kind == "automaton" and not any(at(table, place)):
        return ()
    if place in TILES and not is_dry(table, place):
        sails = _able(table, ((seat, kind),), "may_use_flooded_tile") or any(able(table, "may_use_flooded_tile", place))
        return free_spaces(table, place) if sails else ()
    if not is_known(table, place) or is_closed(table, place):
        return ()
    free = free_spaces(table, place)
    if not free and place in TILES and _able(table, ((seat, kind),), "extra_atlantean"):
        return free_spaces(table, place, more=1)
    return tuple(space for space in free if barred(table, kind, place, space) is None)


def _places(table: Table, pools: tuple[tuple[Seat, PieceKind], ...]) -> list[Place]:
    """The same for every piece at hand and every place together, but for what a councilor allows.

    Most places are empty, and most spaces open to all kinds alike.
    """
    by_kind: dict[PieceKind, list[tuple[str, int]]] = {kind: [] for _, kind in pools}
    standing = {each.place for each in table.atlanteans}
    for place in every_place(table):
        free = free_spaces(table, place) if place in standing else vacant_spaces(table.setup, place)
        spots = [(place, space) for space in free]
        for kind, found in by_kind.items():
            if kind == "automaton" and place not in standing:
                continue
            if place in TILES:
                found += spots
            else:
                found += [spot for spot in spots if barred(table, kind, *spot) is None]
    return [Place(seat, kind, place, space) for seat, kind in pools for place, space in by_kind[kind]]


def _beside_others(table: Table, pools: tuple[tuple[Seat, PieceKind], ...]) -> Iterator[Place]:
    """Tiles without room to which an Emissary may come, being one more itself (A-172): in any order it is the same."""
    for seat, kind in _able(table, pools, "extra_atlantean"):
        for place in every_place(table):
            if place in TILES and not free_spaces(table, place):
                yield from (Place(seat, kind, place, space) for space in free_spaces(table, place, more=1))


def _on_water(table: Table, pools: tuple[tuple[Seat, PieceKind], ...]) -> Iterator[Place]:
    """Flooded tiles that a Seafarer may use, and others beside it."""
    sailors = _able(table, pools, "may_use_flooded_tile")
    is_afloat = any(each.place in TILES and not is_dry(table, each.place) for each in table.atlanteans)
    if not sailors and not is_afloat:
        return
    for place in flooded_tiles(table):
        free = free_spaces(table, place)
        held = any(able(table, "may_use_flooded_tile", place))
        for seat, kind in pools if held else sailors:
            if kind != "automaton" or any(at(table, place)):
                yield from (Place(seat, kind, place, space) for space in free)


def _able(table: Table, pools: tuple[tuple[Seat, PieceKind], ...], op: Op) -> list[tuple[Seat, PieceKind]]:
    """The Leaders at hand whose councilor does this."""
    return [
        (seat, kind)
        for seat, kind in pools
        if kind in LEADERS
        and (name := councilor_of(table, Atlantean(seat, kind)))
        and table.setup.box.councilors[name].effect.op == op
    ]


def may_leave(table: Table, act: TakeUp) -> bool:
    """Whether a placed piece may go without leaving others where they may not stand alone."""
    piece = find(table, act.seat, act.piece, act.place, act.space)
    if piece is None:
        return False
    is_alone = sum(1 for _ in at(table, act.place)) == 1
    return is_alone or unsound(exchanged(table, piece), act.place) is None
