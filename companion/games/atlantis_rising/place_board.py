"""Where the pieces at hand may go: a piece is taken in hand, and a place takes it; tapped, or dragged."""

from __future__ import annotations

from typing import Final, TypeAlias

from companion.games.atlantis_rising.activation import activations
from companion.games.atlantis_rising.acts import Place
from companion.games.atlantis_rising.board_cells import GAP, GOOD, PHONE, PLAIN, TAP, Tap, Taps, across
from companion.games.atlantis_rising.box import PENINSULAS, RINGS, PieceKind
from companion.games.atlantis_rising.changes import exchanged, find
from companion.games.atlantis_rising.ground import TILES, tile
from companion.games.atlantis_rising.island_board import figure_of
from companion.games.atlantis_rising.model import POOL, Atlantean, AtlantisView, Table
from companion.games.atlantis_rising.odds import attempt_of, odds_of, percent
from companion.games.atlantis_rising.prospects import outcome
from companion.games.atlantis_rising.standees import CENTRE_GROUND, GROUNDS, WATER, standee
from companion.games.atlantis_rising.vocabulary import PIECES, TILE_WORDS, piece_words, place_words
from companion.games.board import Board, Cell
from companion.games.core import Seat
from companion.language.message import Message, lone, say, sentences

NAME: Final = 61.0
"""Width of a name in front of its tiles."""
WITHOUT_ROLL: Final = {"wild": say("sure"), "cities": say("pair"), "libraries": say("cards"), "forges": say("ore")}
"""What stands on a tile where the piece would roll nothing by itself."""
KINDS: Final[tuple[PieceKind, ...]] = ("follower", "volunteer", "leader", "hologram", "automaton")
"""In which order they are in hand: there are most followers, and the Automaton stands beside others."""
ABREAST: Final = 5
"""So many cells of pieces stand side by side."""
HIGH: Final = 52.0
"""Height of such a cell: a number, a name and the piece can be read in it on a phone."""
BESIDE: Final = 4
"""So many of the places beside the tiles stand in a row."""
_Offers: TypeAlias = dict[str, dict[str, tuple[Place, Tap]]]
"""By place, and there by piece: the act and its tap."""


def draw_places(view: AtlantisView, taps: Taps) -> Board | None:
    """The pieces at hand above, and every place below: a seat's own, or for the public everybody's; None for none."""
    offers, found = _Offers(), list[tuple[Seat, PieceKind]]()
    for act, tap in taps.by_act():
        if isinstance(act, Place):
            found.append((act.seat, act.piece))
            offers.setdefault(act.place, {}).setdefault(_pick(act.seat, act.piece), (act, tap))
    if not offers:
        return None
    pieces = sorted(dict.fromkeys(found), key=lambda each: (each[0], KINDS.index(each[1])))
    cells, top = list[Cell](), 0.0
    # A cell is as wide for two kinds as for four, so that none moves under a finger when one has run out.
    rest = [tap for tap in taps.whole() if _is_rest(tap)] if view.seat is not None else []
    many = ABREAST - 1 if len(pieces) + len(rest) < ABREAST else ABREAST
    for at, (seat, kind) in enumerate(pieces):
        box = across(0, top + (HIGH + GAP) * (at // many), PHONE, HIGH, many)[at % many]
        cells.append(_piece(view, seat, kind, box))
    top += (HIGH + GAP) * -(-(len(pieces) + len(rest)) // many)
    for tap in rest:
        box = across(0, top - HIGH - GAP, PHONE, HIGH, many)[-1]
        text, words = say("all to the centre"), say("All at hand go to the centre.")
        cells.append(Cell("rest", words, *box, text=text, colour=CENTRE_GROUND, choice=tap))
    others = [place for place in offers if place not in TILES]
    abreast = min(BESIDE, max(3, len(others)))
    for at, place in enumerate(others):
        box = across(0, top + (TAP + GAP) * (at // abreast), PHONE, TAP, abreast)[at % abreast]
        cells.append(_other(view.table, place, offers[place], box))
    top += (TAP + GAP) * -(-len(others) // abreast)
    side = (PHONE - NAME) / RINGS
    for peninsula, name in enumerate(PENINSULAS):
        words = TILE_WORDS[peninsula]
        cells.append(Cell(name, None, 0, top, NAME - 2, TAP, text=words, colour=GROUNDS[peninsula]))
        for ring in range(1, RINGS + 1):
            box = (NAME + (ring - 1) * side, top, side, TAP)
            cells.append(_tile(view.table, peninsula, ring, offers.get(tile(peninsula, ring), {}), box))
        top += TAP + 2
    # What is dragged lies over all that it is dragged across.
    title = say("Take a piece, then tap its place; or drag it")
    return Board("place", title, PHONE, top, (*cells[len(pieces) :], *cells[: len(pieces)]))


def _is_rest(tap: Tap) -> bool:
    """Whether it places several at once."""
    return len(tap.actions) > 1 and all(isinstance(each, Place) for each in tap.actions)


def _pick(seat: Seat, kind: PieceKind) -> str:
    return f"{kind}.{seat}"


def _piece(view: AtlantisView, seat: Seat, kind: PieceKind, box: tuple[float, float, float, float]) -> Cell:
    table = view.table
    many = sum((each.seat, each.kind, each.place) == (seat, kind, POOL) for each in table.atlanteans)
    text = say("{piece}", piece=PIECES[kind]) if view.seat is not None else lone(view.who(seat))
    words = say("{piece}: {many} at hand.", piece=piece_words(view, seat, kind), many=many)
    pieces = (standee(table, Atlantean(seat, kind)),)
    key = _pick(seat, kind)
    return Cell(key, words, *box, number=f"{many}", text=text, colour=PLAIN, pieces=pieces, pick=key)


def _takes(offers: dict[str, tuple[Place, Tap]]) -> tuple[tuple[str, Tap], ...]:
    return tuple((key, tap) for key, (_, tap) in offers.items())


def _other(
    table: Table, place: str, offers: dict[str, tuple[Place, Tap]], box: tuple[float, float, float, float]
) -> Cell:
    text = say("{place:capital}", place=place_words(table.setup.box, place))
    colour = CENTRE_GROUND if place == "centre" else GOOD
    return Cell(place, say("{place}.", place=text), *box, text=text, colour=colour, takes=_takes(offers))


def _tile(
    table: Table,
    peninsula: int,
    ring: int,
    offers: dict[str, tuple[Place, Tap]],
    box: tuple[float, float, float, float],
) -> Cell:
    place = tile(peninsula, ring)
    dry = ring <= table.dry[peninsula]
    where = place_words(table.setup.box, place)
    figure = figure_of(table, place) if dry or offers else "≈"
    if not offers:
        words = say("{tile}: no space is free.", tile=where) if dry else say("{tile} is flooded.", tile=where)
        return Cell(place, words, *box, number="" if dry else figure, colour="" if dry else WATER)
    text, hope = _hope(table, next(iter(offers.values()))[0])
    text = text or WITHOUT_ROLL[table.setup.box.tiles(peninsula).kind]
    said = sentences(say("{tile}.", tile=where), hope)
    colour = GROUNDS[peninsula] if dry else WATER
    return Cell(place, said, *box, number=figure, text=text, colour=colour, takes=_takes(offers))


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
