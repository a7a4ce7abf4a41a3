"""Where the pieces at hand may go, a board for each kind of them on a phone: every place is one tap."""

from __future__ import annotations

from typing import Final

from companion.games.atlantis_rising.activation import activations
from companion.games.atlantis_rising.acts import Place
from companion.games.atlantis_rising.board_cells import GAP, GOOD, PHONE, TAP, Tap, Taps, across
from companion.games.atlantis_rising.box import PENINSULAS, RINGS, PieceKind
from companion.games.atlantis_rising.changes import exchanged, find
from companion.games.atlantis_rising.ground import TILES, tile
from companion.games.atlantis_rising.island_board import NAMES, figure_of
from companion.games.atlantis_rising.model import POOL, Atlantean, AtlantisView, Table
from companion.games.atlantis_rising.odds import attempt_of, odds_of, percent
from companion.games.atlantis_rising.prospects import outcome
from companion.games.atlantis_rising.standees import CENTRE_GROUND, GROUNDS, WATER
from companion.games.atlantis_rising.vocabulary import PIECES, place_words
from companion.games.board import Board, Cell
from companion.games.core import Seat
from companion.language.message import Message, say, sentences

NAME: Final = 76.0
"""Width of a name in front of its tiles."""
WITHOUT_ROLL: Final = {"wild": say("sure"), "cities": say("pair"), "libraries": say("cards"), "forges": say("ore")}
"""What stands on a tile where the piece would roll nothing by itself."""
KINDS: Final[tuple[PieceKind, ...]] = ("leader", "hologram", "follower", "volunteer", "automaton")


def draw_places(view: AtlantisView, taps: Taps) -> tuple[Board, ...]:
    """A board for each kind of piece that this seat may place now; none for the public."""
    if view.seat is None:
        return ()
    found = dict[PieceKind, dict[str, tuple[Place, Tap]]]()
    for act, tap in taps.by_act():
        if isinstance(act, Place) and act.seat == view.seat:
            found.setdefault(act.piece, {}).setdefault(act.place, (act, tap))
    return tuple(_board(view, view.seat, kind, found[kind]) for kind in KINDS if kind in found)


def _board(view: AtlantisView, seat: Seat, kind: PieceKind, offered: dict[str, tuple[Place, Tap]]) -> Board:
    table = view.table
    many = sum((each.seat, each.kind, each.place) == (seat, kind, POOL) for each in table.atlanteans)
    side = (PHONE - NAME) / RINGS
    others = [place for place in offered if place not in TILES]
    cells, top = list[Cell](), 0.0
    for at, place in enumerate(others):
        box = across(0, top + (TAP + GAP) * (at // 3), PHONE, TAP, 3)[at % 3]
        cells.append(_other(table, place, offered[place][1], box))
    top += (TAP + GAP) * -(-len(others) // 3)
    for peninsula in range(len(PENINSULAS)):
        name = NAMES[peninsula]
        cells.append(Cell(PENINSULAS[peninsula], None, 0, top, NAME - 2, TAP, text=name, colour=GROUNDS[peninsula]))
        for ring in range(1, RINGS + 1):
            box = (NAME + (ring - 1) * side, top, side, TAP)
            cells.append(_tile(table, kind, seat, peninsula, ring, offered.get(tile(peninsula, ring)), box))
        top += TAP + 2
    title = say("Place your {piece}: {many} at hand", piece=PIECES[kind], many=many)
    return Board(f"place.{kind}", title, PHONE, top, tuple(cells))


def _other(table: Table, place: str, tap: Tap, box: tuple[float, float, float, float]) -> Cell:
    text = say("{place:capital}", place=place_words(table.setup.box, place))
    colour = CENTRE_GROUND if place == "centre" else GOOD
    return Cell(place, say("{place}.", place=text), *box, text=text, colour=colour, choice=tap)


def _tile(
    table: Table,
    kind: PieceKind,
    seat: Seat,
    peninsula: int,
    ring: int,
    offer: tuple[Place, Tap] | None,
    box: tuple[float, float, float, float],
) -> Cell:
    place = tile(peninsula, ring)
    dry = ring <= table.dry[peninsula]
    where = place_words(table.setup.box, place)
    figure = figure_of(table, place) if dry or offer else "≈"
    if offer is None:
        words = say("{tile}: no space is free.", tile=where) if dry else say("{tile} is flooded.", tile=where)
        return Cell(place, words, *box, number="" if dry else figure, colour="" if dry else WATER)
    text, words = _hope(table, offer[0])
    text = text or WITHOUT_ROLL[table.setup.box.tiles(peninsula).kind]
    said = sentences(say("{tile}.", tile=where), words)
    colour = GROUNDS[peninsula] if dry else WATER
    return Cell(place, said, *box, number=figure, text=text, colour=colour, choice=offer[1])


def _hope(table: Table, act: Place) -> tuple[Message | None, Message | None]:
    """How likely the action would succeed if the piece were placed so now: in percent, and in words."""
    pooled = find(table, act.seat, act.piece, POOL, 0)
    if pooled is None:
        return None, None
    placed = exchanged(table, pooled, Atlantean(act.seat, act.piece, act.place, act.space))
    for each in activations(placed):
        if (each.seat, each.place, each.space) == (act.seat, act.place, act.space):
            attempt = attempt_of(placed, each)
            likely = percent(odds_of(placed, attempt).plain) if attempt is not None else 0
            _, _, words = outcome(placed, each)
            return (say("{percent}%", percent=likely) if attempt is not None else None), words
    return None, say("That space acts with two only.")
