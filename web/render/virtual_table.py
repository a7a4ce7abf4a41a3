"""The virtual table as a picture with handles: the mat to scale and each piece where it lies; and as JSON."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

import msgspec
from markupsafe import Markup

from companion.games.core import Seat
from companion.games.dice import Roll
from companion.games.game import AnyGame
from companion.language.message import lone, say
from companion.referee.fuse import zone_at
from companion.referee.placement import marker_of
from companion.table.kit import Kit
from companion.table.layout import Layout, Spot
from companion.table.pieces import PieceKind
from companion.table.world import LyingPiece, World
from web.http.speech import said
from web.render.dice import UNPAINTED
from web.render.die import SIDE, die_picture
from web.render.mat import AnyView, draw_ground, standee_box, view_box
from web.render.pieces import SIZES, Box, back, face, find_kind

DIE_MM = 16.0
"""Edge of a die."""
TICK_MM = 14.0
"""Radius of the sign on a piece that is picked up: seen on a phone, where a millimetre is a third of a pixel."""
STANDS = "stands-"
"""How the drawings of pieces without a marker begin."""
UNKNOWN = "unknown"
"""The drawing of a kind that the game's kit does not list."""


class Handle(msgspec.Struct, frozen=True):
    """One lying piece: where its middle is, what it is in words, and the name of its drawing on the page."""

    piece: int
    drawing: str
    words: str
    place: str
    """Where its marker lies, as in "at Anna's bid"; empty where that is in no place with a name."""
    x_mm: float
    y_mm: float
    angle_deg: float


class Card(msgspec.Struct, frozen=True):
    """One card of a hand."""

    kind: str
    drawing: str
    words: str


class HandSize(msgspec.Struct, frozen=True):
    """How many cards a seat holds."""

    seat: Seat
    name: str
    count: int


class VirtualTable(msgspec.Struct, frozen=True):
    """The virtual table for one pair of eyes."""

    pieces: tuple[Handle, ...]
    """The lowest first."""
    hands: tuple[HandSize, ...]
    """None in a game without cards: nobody holds anything of it."""
    hand: tuple[Card, ...] | None
    """The own hand; None for eyes that belong to no seat, and in a game without cards."""
    is_busy: bool
    """The companion's own hands are moving pieces, or dice roll."""
    mat: str
    """Changes whenever the names of the zones do."""
    ground: str = ""
    """The mat without pieces, as SVG elements; empty where the page has this one already."""
    rolls: tuple[Roll, ...] = ()
    """The open rolls whose dice these hands may throw now."""


class Moved(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is other than in the `VirtualTable` that a page has; what is None is as it was."""

    at: int
    """When it was looked at: an answer to an act tells the same clock's time."""
    is_whole: bool = False
    """The page has nothing: these are all the pieces."""
    pieces: tuple[Handle, ...] = ()
    """Those that are new, or lie otherwise."""
    order: tuple[int, ...] | None = None
    """All pieces, the lowest first; others have gone."""
    hands: tuple[HandSize, ...] | None = None
    hand: tuple[Card, ...] | None = None
    mat: str | None = None
    ground: str | None = None
    rolls: tuple[Roll, ...] | None = None


def what_moved(before: VirtualTable | None, now: VirtualTable, at: int) -> Moved | None:
    """What a page that shows `before` (None: nothing) lacks of `now`; None where it shows all of it."""
    had = {each.piece: each for each in before.pieces} if before else {}
    order = tuple(each.piece for each in now.pieces)
    changed: dict[str, Any] = {
        name: getattr(now, name)
        for name in ("hands", "hand", "rolls", "mat")
        if before is None or getattr(before, name) != getattr(now, name)
    }
    if "mat" in changed:
        changed["ground"] = now.ground
    moved = Moved(
        at,
        before is None,
        tuple(each for each in now.pieces if had.get(each.piece) != each),
        order if order != tuple(had) else None,
        **changed,
    )
    return moved if moved != Moved(at) else None


def virtual_table(
    game: AnyGame, view: AnyView, world: World, has_mat: str = "", rolls: tuple[Roll, ...] = ()
) -> VirtualTable:
    """What the seat of this view (or the public) may see of a virtual table, and the rolls that it may throw.

    `has_mat`: which mat its page shows.
    """
    kit, kinds = game.mat.kit, dict(game.mat.pieces)
    names = {each.zone: said(each.name or each.label) for each in game.mat.expected(view).zones}
    layout = game.mat.layout(view)
    handles = tuple(
        Handle(
            each.piece,
            _drawing(kit, each.kind, each.face_up),
            _words(find_kind(kinds, each.kind), each.face_up),
            _place(each, layout, kit, names),
            each.x_mm,
            each.y_mm,
            each.angle_deg,
        )
        for each in world.lying()
    )
    has_cards = any(kind.shape == "card" for kind in kinds.values())
    seats = range(game.seat_count(view.table) if has_cards else 0)
    sizes = tuple(HandSize(seat, view.name(seat), len(world.held(seat))) for seat in seats)
    own = None
    if view.seat is not None and has_cards:
        held = world.held(view.seat)
        own = tuple(Card(kind, _drawing(kit, kind, True), _words(find_kind(kinds, kind), False)) for kind in held)
    ground = draw_ground(game, view) + _dice(game, view, world, layout)
    mat = f"{zlib.crc32(ground.encode()):08x}"
    return VirtualTable(handles, sizes, own, world.busy(), mat, "" if mat == has_mat else str(ground), rolls)


def _dice(game: AnyGame, view: AnyView, world: World, layout: Layout) -> Markup:
    """The dice that everybody sees, as they lie: none behind a screen, and none that still roll. No hand moves them."""
    if game.dice is None or (world.busy() and game.dice.open_rolls(view)):
        return Markup("")
    kinds = game.mat.pieces
    hidden = {zone.zone for zone in layout.zones if zone.private} - game.dice.opened(view)
    drawn = []
    for die in world.rolled():
        under = zone_at(layout, die.x_mm, die.y_mm)
        if die.zone in hidden or (under is not None and under.zone in hidden):
            continue
        kind = kinds.get(f"die:{die.colour}")
        left, top = die.x_mm - DIE_MM / 2, die.y_mm - DIE_MM / 2
        drawn.append(
            Markup('<g class="lying-die" transform="translate({} {}) scale({})">{}</g>').format(
                f"{left:.1f}", f"{top:.1f}", DIE_MM / SIDE, die_picture(die.value, kind.colour if kind else UNPAINTED)
            )
        )
    return Markup("").join(drawn)


def draw_lying(game: AnyGame, view: AnyView, table: VirtualTable, *, can_move: bool) -> Markup:
    """The mat with every lying piece as one SVG; pieces can be focused where they can be moved."""
    return Markup(
        '<svg class="mat lying-mat" id="mat" viewBox="{}" role="{}" aria-label="{}"><defs>{}</defs>'
        '<g id="ground" data-mat="{}">{}</g><g id="lying">{}</g><rect class="target" id="target" rx="5"/></svg>'
    ).format(
        view_box(game.mat.layout(view)),
        "group" if can_move else "img",
        f"The mat of {game.title}, {len(table.pieces)} pieces",
        _drawings(game),
        table.mat,
        Markup(table.ground),  # drawn by this module, which has escaped everything in it
        Markup("").join(_handle(each, can_move) for each in table.pieces),
    )


def card_size(game: AnyGame) -> tuple[float, float]:
    """Width and height, in millimetres, of the largest card that a hand may hold."""
    kit = game.mat.kit
    sizes = [kit.size(name) for name, kind in game.mat.pieces.items() if kind.shape == "card" and name in kit.pieces]
    return max(((size.width_mm, size.height_mm) for size in sizes), default=SIZES["card"])


def _handle(each: Handle, can_move: bool) -> Markup:
    focus = (
        Markup(' tabindex="0" role="button" aria-label="{}" aria-describedby="keys"').format(spoken(each))
        if can_move
        else ""
    )
    return Markup('<g class="lying" data-piece="{}"{} transform="{}"><use href="#{}"/></g>').format(
        each.piece, focus, f"translate({each.x_mm:.1f} {each.y_mm:.1f}) rotate({each.angle_deg:.1f})", each.drawing
    )


def spoken(each: Handle) -> str:
    """A piece and its place, in words."""
    return f"{each.words}, {each.place or 'on the mat'}"


def _drawings(game: AnyGame) -> Markup:
    """Every kind of piece once, front and back, around its middle; the pieces refer to these by name."""
    kit, kinds = game.mat.kit, dict(game.mat.pieces)
    drawn = []
    for index, name in enumerate(kit.pieces):
        size, box = kit.size(name), _middle(kit, name)
        marker = (box.x + size.marker_x_mm, box.y + size.marker_y_mm)
        drawn.append(_both(f"{index}", find_kind(kinds, name), box, marker))
    for index, name in enumerate(kit.standees):
        drawn.append(_both(f"{STANDS}{index}", find_kind(kinds, name), standee_box(kit, name, Spot(0, 0)), (0, 0)))
    width, height = SIZES["card"]
    drawn.append(_both(UNKNOWN, find_kind({}, UNKNOWN), Box(-width / 2, -height / 2, width, height), (0, 0)))
    return Markup("").join(drawn)


def _both(name: str, kind: PieceKind, box: Box, marker: tuple[float, float]) -> Markup:
    """Both sides; `marker` is its middle from that of the piece: what the camera goes by."""
    at = f"{marker[0]:g} {marker[1]:g}"
    return Markup('<g id="face-{}" data-marker-mm="{}">{}{}</g><g id="back-{}" data-marker-mm="{}">{}{}</g>').format(
        name, at, face(kind, box), _tick(box), name, at, back(kind, box), _tick(box)
    )


def _tick(box: Box) -> Markup:
    """The sign on a piece that is picked up, at its upper right corner; the page's style shows it."""
    x, y = box.x + box.width - TICK_MM, box.y + TICK_MM
    return Markup(
        '<g class="tick"><circle cx="{0:g}" cy="{1:g}" r="{2:g}"/><path d="M{3:g} {4:g}l4 5l8 -9"/></g>'
    ).format(x, y, TICK_MM, x - 6, y)


def _middle(kit: Kit, kind: str) -> Box:
    size = kit.size(kind)
    return Box(-size.width_mm / 2, -size.height_mm / 2, size.width_mm, size.height_mm)


def _drawing(kit: Kit, kind: str, face_up: bool) -> str:
    name = str(list(kit.pieces).index(kind)) if kind in kit.pieces else UNKNOWN
    if kind in kit.standees:
        name = f"{STANDS}{list(kit.standees).index(kind)}"
    return f"{'face' if face_up else 'back'}-{name}"


def _words(kind: PieceKind, face_up: bool) -> str:
    piece = kind.noun
    return said(say("{piece}, face up", piece=piece) if face_up and kind.shape == "card" else lone(piece))


def _place(piece: LyingPiece, layout: Layout, kit: Kit, names: Mapping[str, str]) -> str:
    """In which place the piece's marker lies, in words."""
    if piece.kind not in kit.pieces and piece.kind not in kit.standees:
        return ""
    at = marker_of(piece, kit)
    zone = zone_at(layout, at.x_mm, at.y_mm)
    name = names.get(zone.zone, "") if zone is not None else ""
    return f"at {name}" if name else ""
