"""Where a piece comes to lie that a person puts down on the page of a virtual table, and what to say of it.

A finger covers 10 mm of a mat and hides what it points at, so a place that is tapped takes the piece squarely. A piece
that is dropped beside the places comes to the one place within a card's width that wants it. Between two of them nobody
guesses: it lies where it was dropped, and the page names both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from companion.games.core import Seat
from companion.language.message import Text, listing, say
from companion.language.values import Name
from companion.live.snapshot import Snapshot
from companion.referee.comparison import name_of
from companion.referee.explain import touches
from companion.referee.fuse import zone_at
from companion.referee.placement import marker_from_middle, marker_of, nearest, squarely, wanted_zones
from companion.table.expected import Place
from companion.table.layout import Layout, Spot, Zone
from companion.table.world import LyingPiece
from web.render.virtual_table import card_size


class PutDown(msgspec.Struct, frozen=True):
    """Where the middle of a piece comes to lie, in mm; and a word on it, empty where it lies as it was put."""

    x_mm: float
    y_mm: float
    text: Text = ""


def put_down(
    snapshot: Snapshot, seat: Seat | None, piece: LyingPiece, lying: Sequence[LyingPiece], is_pointed: bool
) -> PutDown:
    """Where a piece comes to lie that is put where it says; `is_pointed` where that is a place and no very point.

    `lying` is all that lies on the mat.
    """
    view, game = snapshot.view(seat), snapshot.game
    kit, layout = game.mat.kit, game.mat.layout(view)
    as_it_is = PutDown(piece.x_mm, piece.y_mm)
    if piece.kind not in kit.pieces and piece.kind not in kit.standees:
        return as_it_is
    at = marker_of(piece, kit)
    under = zone_at(layout, at.x_mm, at.y_mm)
    names = {zone.zone: name_of(zone) for zone in game.mat.expected(view).zones}
    found = (under,) if under is not None else _near(snapshot, seat, piece, at, layout)
    if not found or (under is not None and not is_pointed):
        return as_it_is
    if len(found) > 1:
        places = listing((names.get(zone.zone, Name(zone.zone)) for zone in found), "or")
        text = say("It lies between the places. Lay it squarely at {places}.", places=places)
        return PutDown(piece.x_mm, piece.y_mm, text)
    (zone,) = found
    others = [other for other in lying if other.piece != piece.piece]
    to = squarely(zone, piece.kind, others, layout, kit, _asked(snapshot, seat, zone))
    right, down = marker_from_middle(piece.kind, piece.angle_deg, kit)
    text = say("Laid squarely at {place}.", place=names.get(zone.zone, Name(zone.zone)))
    return PutDown(to.x_mm - right, to.y_mm - down, "" if under is not None else text)


def _asked(snapshot: Snapshot, seat: Seat | None, zone: Zone) -> Iterator[Place]:
    """The places that are asked for in a zone now, or once one of the acts on offer is done there."""
    game, view = snapshot.game, snapshot.view(seat)
    views, state = [view], game.known(view)
    for act in (choice.actions[0] for choice in snapshot.choices(seat) if choice.actions):
        if touches(act, frozenset([zone.zone])):
            views.append(game.view(game.apply_legal(state, act), seat))
    for each in views:
        yield from (
            place for there in game.mat.expected(each).zones if there.zone == zone.zone for place in there.places
        )


def _near(snapshot: Snapshot, seat: Seat | None, piece: LyingPiece, at: Spot, layout: Layout) -> tuple[Zone, ...]:
    """The places within a card's width of its marker that want this piece."""
    reach_mm, _ = card_size(snapshot.game)
    acts = [act for choice in snapshot.choices(seat) for act in choice.actions]
    wanted = wanted_zones(snapshot.sight, acts, piece.kind, piece.face_up, layout)
    kit = snapshot.game.mat.kit
    if piece.kind in kit.standees:
        return ()
    lays = kit.pieces[piece.kind].size
    return nearest((zone for zone in wanted if zone.lays == lays), at, reach_mm)
