"""Where the pieces at hand may go, tapped or dragged, and which Atlanteans have yet to act, with the odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, TypeAlias

from companion.games.atlantis_rising.data.contents import PENINSULAS, RINGS, PieceKind
from companion.games.atlantis_rising.mat.looks import CENTRE_GROUND, GROUNDS, WATER, standee
from companion.games.atlantis_rising.rules import activation, acts, decisions
from companion.games.atlantis_rising.rules.odds import attempt_of, odds_of, percent
from companion.games.atlantis_rising.screen import grid, island_board
from companion.games.atlantis_rising.screen.prospects import NEEDS_TWO, Prospect, outcome, prospects
from companion.games.atlantis_rising.state.changes import exchanged, find
from companion.games.atlantis_rising.state.ground import TILES, is_dry, tile
from companion.games.atlantis_rising.state.model import CENTRE, POOL, Atlantean, AtlantisView, Table
from companion.games.atlantis_rising.words.vocabulary import PIECES, TILE_WORDS, piece_words, place_words
from companion.games.board import GAP, PHONE, TAP, Area, Board, Cell, Mark, across
from companion.games.core import Seat
from companion.language.message import Message, listing, lone, say, sentences
from companion.language.values import Name

NAME: Final = 61.0
"""Width of a name in front of its tiles."""
WITHOUT_ROLL: Final = {"wild": say("sure"), "cities": say("pair"), "libraries": say("cards"), "forges": say("ore")}
"""What stands on a tile where the piece would roll nothing by itself."""
KINDS: Final[tuple[PieceKind, ...]] = ("follower", "volunteer", "leader", "hologram", "automaton")
"""In which order they are in hand: there are most followers, and the Automaton stands beside others."""
ABREAST, BESIDE = 5, 4
"""So many cells of pieces, and of the places beside the tiles, stand in a row."""
HIGH: Final = 52.0
"""Height of a cell of pieces: a number, a name and the piece can be read in it on a phone."""
_Offers: TypeAlias = dict[str, grid.Tap]
"""By piece, what places it."""
LOW: Final = 52.0
"""Of a row on the tablet: three lines, or a figure and one."""
FEW, MOST = 4, 9
"""So many have names and two columns on the tablet, more have three; there is room for so many."""
LETTERS: Final = 7
NEAR: Final = 58.0
"""Height of a row on a phone, and above two pieces two stand in it."""
STANDEE, NEAR_SIDE = 28.0, 38.0
"""Width of a piece without a name on the tablet, and on a phone, where whose they are needs no words."""


def draw_places(view: AtlantisView, taps: grid.Taps) -> Board | None:
    """The pieces at hand above, and every place below: a seat's own, or for the public everybody's; None for none."""
    offers, first, found = dict[str, _Offers](), dict[str, acts.Place](), set[tuple[Seat, PieceKind]]()
    for act, tap in taps.each(acts.Place):
        found.add((act.seat, act.piece))
        first.setdefault(act.place, act)
        offers.setdefault(act.place, {}).setdefault(f"{act.piece}.{act.seat}", tap)
    if not offers:
        return None
    pieces = sorted(found, key=lambda each: (each[0], KINDS.index(each[1])))
    # A cell is as wide for two kinds as for four, so that none moves under a finger when one has run out.
    rest = [tap for tap in taps.whole if _several(tap, acts.Place)] if view.seat is not None else []
    many = len(pieces) + len(rest)
    abreast = ABREAST - 1 if many < ABREAST else ABREAST
    boxes, top = grid.rows(0.0, PHONE, HIGH, abreast, many)
    in_hand, cells = list[Cell](), list[Cell]()
    for (seat, kind), box in zip(pieces, boxes, strict=False):
        count = sum((each.seat, each.kind, each.place) == (seat, kind, POOL) for each in view.table.atlanteans)
        text = say("{piece}", piece=PIECES[kind]) if view.seat is not None else lone(view.who(seat))
        words = say("{piece}: {many} at hand.", piece=piece_words(view, seat, kind), many=count)
        stands, key, hue = (standee(view.table, Atlantean(seat, kind)),), f"{kind}.{seat}", grid.PLAIN
        in_hand.append(Cell(key, words, *box, number=f"{count}", text=text, colour=hue, pieces=stands, pick=key))
    for tap in rest:
        box = across(0, top - HIGH - GAP, PHONE, HIGH, abreast)[-1]
        text, words = say("all to the centre"), say("All at hand go to the centre.")
        cells.append(Cell("rest", words, *box, text=text, colour=CENTRE_GROUND, choice=tap))
    others = [place for place in offers if place not in TILES]
    boxes, top = grid.rows(top, PHONE, TAP, min(BESIDE, max(3, len(others))), len(others))
    for place, box in zip(others, boxes, strict=True):
        text = say("{place:capital}", place=place_words(view.table.box, place))
        colour, takes = CENTRE_GROUND if place == CENTRE else grid.GOOD, tuple(offers[place].items())
        cells.append(Cell(place, say("{place}.", place=text), *box, text=text, colour=colour, takes=takes))
    side = (PHONE - NAME) / RINGS
    for arm, name in enumerate(PENINSULAS):
        cells.append(Cell(name, None, 0, top, NAME - 2, TAP, text=TILE_WORDS[arm], colour=GROUNDS[arm]))
        for ring in range(1, RINGS + 1):
            place, box = tile(arm, ring), (NAME + (ring - 1) * side, top, side, TAP)
            cells.append(_tile(view.table, place, first.get(place), offers.get(place, {}), box))
        top += TAP + 2
    # What is dragged lies over all that it is dragged across.
    title = say("Take a piece, then tap its place; or drag it")
    return Board("place", title, PHONE, top, (*cells, *in_hand))


def _several(tap: grid.Tap, kind: type[acts.Place] | type[acts.Activate]) -> bool:
    """Whether several are placed by it at once, or act at the centre."""
    return len(tap.actions) > 1 and all(isinstance(act, kind) and act.place == CENTRE for act in tap.actions)


def _tile(table: Table, place: str, first: acts.Place | None, offers: _Offers, box: Area) -> Cell:
    dry, peninsula, where = is_dry(table, place), TILES[place][0], place_words(table.box, place)
    if first is None:
        words = say("{tile}: no space is free.", tile=where) if dry else say("{tile} is flooded.", tile=where)
        return Cell(place, words, *box, number="" if dry else "≈", colour="" if dry else WATER)
    text, hope = _hope(table, first)
    text, said = text or WITHOUT_ROLL[table.box.tiles(peninsula).kind], sentences(say("{tile}.", tile=where), hope)
    (figure, _), colour = island_board.figure_of(table, place), GROUNDS[peninsula] if dry else WATER
    return Cell(place, said, *box, number=figure, text=text, colour=colour, takes=tuple(offers.items()))


def _hope(table: Table, act: acts.Place) -> tuple[Message | None, Message | None]:
    """How likely the action would succeed if the piece were placed so now: in percent, and in words."""
    pooled = find(table, act.seat, act.piece)
    if pooled is None:
        return None, None
    placed = exchanged(table, pooled, Atlantean(*act.key))
    for each in activation.activations(placed):
        if (each.seat, each.place, each.space) == (act.seat, act.place, act.space):
            attempt = attempt_of(placed, each)
            likely = say("{percent}%", percent=percent(odds_of(placed, attempt).plain)) if attempt is not None else None
            return likely, outcome(placed, each)[-1]
    return None, NEEDS_TWO


def draw_standing(view: AtlantisView, taps: grid.Taps) -> Board | None:
    """Who may still act, for a seat its own pieces alone; None where there is nobody, or the game is over."""
    if view.table.ended:
        return None
    if view.seat is None:
        # What somebody places, they take back on their own phone.
        taps = taps.without(acts.TakeUp)
    found = [*prospects(view.table, view.seat)]
    for act, _ in taps.each(decisions.Repeat):
        # A piece that has acted and may do so once more.
        if view.seat in (None, act.seat):
            told = outcome(view.table, acts.Activate(*act.key, act.rollers))
            found.append(Prospect(act.seat, act.place, (Atlantean(*act.key),), None, *told))
    if not found or view.seat is not None:
        return _draw_own(view, taps, found) if found else None
    columns, more = (2 if len(found) <= FEW else 3), len(found) - MOST + 1
    rows = -(-min(len(found), MOST) // columns)
    # One column after the other.
    lanes = zip(*(across(0, (LOW + GAP) * row, grid.SIDE, LOW, columns) for row in range(rows)), strict=True)
    places: list[Area] = [place for lane in lanes for place in lane]
    cells = _rows(view, taps, found[: MOST - 1] if more > 1 else found, places)
    if more > 1:
        words = say("{more} more have yet to act: they stand on the island.", more=more)
        cells.append(Cell("more", words, *places[MOST - 1], text=say("and {more} more", more=more)))
    title = say("Who has yet to act, and the odds")
    return Board("standing", title, grid.SIDE, rows * (LOW + GAP) - GAP, tuple(cells))


def _draw_own(view: AtlantisView, taps: grid.Taps, found: list[Prospect]) -> Board:
    """A seat's own pieces: who has acted stays in its place, so that no other moves under a finger."""
    shown = {_place_of(each) for each in found}
    for piece in view.table.atlanteans:
        # One that has acted for a space, or for a place that holds any number.
        done = Prospect(piece.seat, piece.place, (piece,), None, "", say("has acted"), say("It has acted."))
        if piece.seat == view.seat and piece.acted and piece.place != POOL and _place_of(done) not in shown:
            shown.add(_place_of(done))
            found.append(done)
    found.sort(key=_place_of)
    together = next((tap for tap in taps.whole if _several(tap, acts.Activate)), None)
    many = len(found) + (together is not None or any(each.place == CENTRE for each in found))
    places, height = grid.rows(0.0, PHONE, NEAR, 1 if many <= 2 else 2, many)
    cells = _rows(view, taps, found, places)
    if together is not None:
        words, text, place = say("{what}.", what=together.label), together.label, places[len(found)]
        cells.append(Cell("together", words, *place, text=text, colour=CENTRE_GROUND, choice=together))
    title = say("Your Atlanteans: the odds, and with all spent")
    if any(taps.each(acts.TakeUp)) or any(taps.each(decisions.Recall)):
        title = say("Your Atlanteans: tap one to take it back")
    return Board("standing", title, PHONE, height - GAP, tuple(cells))


def _place_of(each: Prospect) -> tuple[bool, str, int]:
    return each.place in TILES, each.place, each.pieces[0].space if each.place in TILES else 0


def _rows(view: AtlantisView, taps: grid.Taps, found: list[Prospect], places: Sequence[Area]) -> list[Cell]:
    """Each in its place; of several by one seat there, or for a seat on one space, each has a number."""
    cells, keys, is_phone = list[Cell](), Counter[str](), view.seat is not None
    for each, (left, top, width, height) in zip(found, places, strict=False):
        key = f"{each.place}.{each.pieces[0].space if is_phone else each.seat}"
        keys[key] += 1
        key = f"{key}.{keys[key]}"
        is_named = not is_phone and width > grid.SIDE / 3
        side = width * 0.36 if is_named else NEAR_SIDE if is_phone else STANDEE
        whose = listing((piece_words(view, piece.seat, piece.kind) for piece in each.pieces), "and")
        pieces, text = tuple(standee(view.table, piece) for piece in each.pieces), None
        if is_named:
            # A name is cut where a narrow cell has no room for it.
            name = view.name(each.seat)
            text = say("{who}", who=Name(name if len(name) <= LETTERS else f"{name[: LETTERS - 1]}."))
            if len({piece.seat for piece in each.pieces}) > 1:
                text = say("both")
        tap, what = _tap(taps, each)
        is_over = tap is None and each.act is None and all(piece.acted for piece in each.pieces)
        mark: Mark = "closed" if is_over else ""
        words, place = say("{pieces}.", pieces=whose), (left, top, side, height)
        cells.append(Cell(f"{key}.who", words, *place, text=text, mark=mark, pieces=pieces))
        spot = place_words(view.table.box, each.place)
        words = sentences(say("{who} on {place}.", who=view.who(each.seat), place=spot), each.words)
        # Beside a figure on the tablet there is room for the place alone.
        text = spot if not is_phone and each.number else say("{place}: {what}", place=spot, what=what)
        paint = CENTRE_GROUND if each.place == CENTRE else GROUNDS[TILES[each.place][0]] if each.place in TILES else ""
        place = (left + side + 1, top, width - side - 1, height)
        cells.append(Cell(key, words, *place, number=each.number, text=text, mark=mark, colour=paint, choice=tap))
    return cells


def _tap(taps: grid.Taps, each: Prospect) -> tuple[grid.Tap | None, Message]:
    """What tapping a piece does, and what is written there."""
    first = each.pieces[0]
    if each.act is not None and (tap := taps.of(each.act)):
        return tap, each.text
    again = next((tap for act, tap in taps.each(decisions.Repeat) if act.key == first.key), None)
    if again is not None:
        return again, say("once more, {what}", what=each.text)
    return taps.of(acts.TakeUp(*first.key), decisions.Recall(*first.key)), each.text
