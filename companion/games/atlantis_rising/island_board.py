"""The island as a board: six peninsulas from centre to tip, and the Cosmic Gate; what is flooded, and who stands where.

On the tablet tiles are hexes; on a phone, where words need the room, boxes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.atlantis_rising.board_cells import FOOT, GAP, PHONE, TABLET, Tap, Taps, footnote, starred, unsure
from companion.games.atlantis_rising.box import PENINSULAS, RINGS, Tiles
from companion.games.atlantis_rising.decisions import ChooseFlood, PlaceBarrier, Unflood
from companion.games.atlantis_rising.ground import (
    TILES,
    able,
    at,
    extra_room,
    is_closed,
    is_dry,
    number,
    owns,
    spaces,
    tile,
)
from companion.games.atlantis_rising.model import BUILD_SPACES, CENTRE, Atlantean, AtlantisView, Table
from companion.games.atlantis_rising.standees import CENTRE_GROUND, GROUNDS, WATER, standee
from companion.games.atlantis_rising.steps import Flooding
from companion.games.atlantis_rising.vocabulary import PENINSULA_WORDS, PIECES, TILE_WORDS, place_words, tile_words
from companion.games.board import Board, Cell, Mark, Shape
from companion.language.message import Message, listing, say, sentences
from companion.language.values import Name

FREE: Final = "○"
"""Stands for a free space."""
FENCED: Final = "#eef4f7"
"""Of the name of a peninsula with a barrier."""
NAME: Final = 116.0
"""Width of a name in front of its tiles on the tablet."""
NEAR_NAME: Final = 58.0
"""The same on a phone."""
ICONS: Final = {"both": "2", "one_discard": "1×", "one_bottom": "1↓"}
"""How many of two library cards are kept, and whether the other is discarded or put below."""
ICON_WORDS: Final = {
    "both": say("Two cards are drawn and kept."),
    "one_discard": say("Two cards are drawn, one is kept and the other discarded."),
    "one_bottom": say("Two cards are drawn, one is kept and the other put below the deck."),
}


def draw_island(view: AtlantisView, taps: Taps) -> Board:
    """The island, for the tablet or for a phone."""
    is_phone = view.seat is not None
    width = PHONE if is_phone else TABLET
    left = NEAR_NAME if is_phone else NAME
    side = (width - left) / RINGS
    high = float(int(side * 1.06))
    row = high + GAP
    cells, top = list[Cell](), 0.0
    cells += _middle(view, width)
    top += MIDDLE + GAP
    for peninsula in range(len(PENINSULAS)):
        name = (0.0, top, left - GAP, high) if is_phone else (0.0, top + 8, left - GAP, high - 16)
        cells.append(_name(view.table, peninsula, name))
        for ring in range(1, RINGS + 1):
            place = (left + (ring - 1) * side, top, side - (0.5 if is_phone else 1.0), high)
            cells.append(_tile(view, taps, peninsula, ring, place))
        top += row
    is_assumed = any(each.status == "assumed" for each in view.table.setup.box.peninsula.values())
    cells += footnote(is_assumed, width, top)
    top += FOOT if is_assumed else -GAP
    return Board("island", say("Atlantis, from the centre to the tips"), width, top, tuple(cells))


MIDDLE: Final = 64.0
"""Height of the row of the centre and the build spaces."""


def _middle(view: AtlantisView, width: float) -> Iterator[Cell]:
    """The centre and the build spaces, side by side; the centre has room for more."""
    table = view.table
    gates = [place for place in BUILD_SPACES if is_closed(table, place) is None]
    wide = width / (len(gates) + 1.5)
    left = 0.0
    for place in (CENTRE, *gates):
        share = wide * 1.5 if place == CENTRE else wide
        here = list(at(table, place))
        box = (left, 0.0, share - GAP, MIDDLE)
        text = say("{place}", place=place_words(table.setup.box, place))
        words = sentences(say("{place:capital}.", place=text), standing_words(view, here))
        if place == CENTRE:
            words = sentences(say("The centre gives 1 energy to each who acts there."), standing_words(view, here))
        colour, pieces = CENTRE_GROUND if place == CENTRE else "", tuple(standee(table, each) for each in here)
        yield Cell(place, words, *box, text=text, colour=colour, pieces=pieces, mark=_done(here))
        left += share


def _name(table: Table, peninsula: int, place: tuple[float, float, float, float]) -> Cell:
    """The name of a peninsula, with its barrier, or that it is closed or has sunk."""
    tiles = table.setup.box.tiles(peninsula)
    is_assumed = tiles.status == "assumed"
    name = starred(TILE_WORDS[peninsula], is_assumed)
    words = say("{name}: {dry} of 6 tiles are dry.", name=TILE_WORDS[peninsula], dry=table.dry[peninsula])
    key, text, colour = PENINSULAS[peninsula], name, GROUNDS[peninsula]
    mark: Mark = "ring" if _holds(table, peninsula) else ""
    if peninsula in table.barriers:
        text, colour = say("{name}: barrier", name=name), FENCED
        words = sentences(words, say("A barrier stands there and stops the next flood, but no Controlled Flood."))
    elif not table.dry[peninsula]:
        text, colour = say("{name}: sunk", name=name), WATER
        words = sentences(words, say("When it is named, two tiles flood elsewhere."))
    if PENINSULAS[peninsula] in table.forbidden:
        text = say("{name}: closed", name=name)
        words = sentences(words, say("Its actions give nothing this round."))
        return Cell(key, unsure(words, is_assumed), *place, text=text, colour=colour, mark="erase")
    return Cell(key, unsure(words, is_assumed), *place, text=text, colour=colour, mark=mark)


def _tile(view: AtlantisView, taps: Taps, peninsula: int, ring: int, box: tuple[float, float, float, float]) -> Cell:
    """One tile: its figure, its free spaces, who stands there, and what becomes of it next."""
    table, place = view.table, tile(peninsula, ring)
    here = list(at(table, place))
    dry = is_dry(table, place)
    figure = figure_of(table, place) if dry or here else ""
    free = _free(table, place, here) if dry or here else 0
    is_next = dry and ring == table.dry[peninsula]
    tap = _tap(table, taps, peninsula, ring)
    words = sentences(_state_words(table, peninsula, ring, dry=dry), _figure_words(table, place, dry=dry))
    if dry:
        words = sentences(words, say("{free} of {all} free.", free=free, all=_room(table, place)))
    words = sentences(words, standing_words(view, here))
    ring_next: Mark = "ring" if is_next and not _holds(table, peninsula) else ""
    mark: Mark = "now" if tap is not None else _done(here) or ring_next
    shown = f"{figure}{FREE * free}" if here else figure
    text = say("{free} free", free=free) if free and not here else None
    colour = GROUNDS[peninsula] if dry else WATER
    pieces = tuple(standee(table, each) for each in here)
    shape: Shape = "hex" if view.seat is None else "box"
    return Cell(place, words, *box, shape, shown or "≈", text, mark, colour, pieces, tap)


def _tap(table: Table, taps: Taps, peninsula: int, ring: int) -> Tap | None:
    """What tapping a tile does: its flood, its barrier, or that it rises."""
    if ring == table.dry[peninsula]:
        return taps.of(ChooseFlood(peninsula), PlaceBarrier(peninsula))
    return taps.of(Unflood(peninsula)) if ring == table.dry[peninsula] + 1 else None


def _holds(table: Table, peninsula: int) -> bool:
    """Whether a barrier would stop the next flood there; no Controlled Flood."""
    step = table.steps[-1] if table.steps else None
    return peninsula in table.barriers and not (isinstance(step, Flooding) and step.cause == "controlled")


def _room(table: Table, place: str) -> int:
    return sum(each.room for each in spaces(table.setup, place)) + extra_room(table, place)


def _free(table: Table, place: str, here: list[Atlantean]) -> int:
    return max(0, _room(table, place) - len(here))


def _done(here: list[Atlantean]) -> Mark:
    """Ticked where all that can act there have."""
    return "tick" if here and all(each.acted or each.kind == "automaton" for each in here) else ""


def figure_of(table: Table, place: str) -> str:
    """What stands on a tile, in a few signs: "5+" to reach, "1:2" of ore and Atlantium, "2" cards kept."""
    peninsula, ring = TILES[place]
    tiles = table.setup.box.tiles(peninsula)
    if tiles.kind == "libraries":
        return ICONS[tiles.icon[ring - 1]]
    found = sorted({_number(table, tiles, place, space) for space in range(len(spaces(table.setup, place)))})
    joined = "/".join(map(str, found))
    return f"1:{joined}" if tiles.kind == "forges" else f"{joined}+"


def _number(table: Table, tiles: Tiles, place: str, space: int) -> int:
    """The number of a space for who has no artifact that changes it."""
    if tiles.kind == "forges":
        return tiles.number_at(TILES[place][1], space)
    own = sum(n for n, what in owns(table, 0, "number_minus") if tiles.kind == "wild" or not what)
    return number(table, 0, place, space) + own


def _figure_words(table: Table, place: str, dry: bool) -> Message | None:
    if not dry:
        return None
    peninsula, ring = TILES[place]
    tiles = table.setup.box.tiles(peninsula)
    if tiles.kind == "libraries":
        return ICON_WORDS[tiles.icon[ring - 1]]
    figure = Name(figure_of(table, place).removesuffix("+").removeprefix("1:"))
    if tiles.kind == "forges":
        return say("One ore becomes {n} Atlantium.", n=figure)
    if tiles.kind == "cities":
        eased = sum(n for _, n in able(table, "number_minus", place))
        assert eased >= 0
        return say("Two dice and the wrath have to reach {n}.", n=figure)
    return say("A die has to reach {n}.", n=figure)


def _state_words(table: Table, peninsula: int, ring: int, dry: bool) -> Message:
    where = tile_words(peninsula, ring)
    if not dry:
        return say("{tile} is flooded.", tile=where)
    if ring != table.dry[peninsula]:
        return say("{tile} is dry.", tile=where)
    step = table.steps[-1] if table.steps else None
    if peninsula in table.barriers:
        if isinstance(step, Flooding) and step.cause == "controlled":
            return say("{tile} floods now if chosen, and its barrier goes.", tile=where)
        return say(
            "{tile} is dry; the next flood takes the barrier of {name}.", tile=where, name=PENINSULA_WORDS[peninsula]
        )
    return say("{tile} is dry and the next to flood there.", tile=where)


def standing_words(view: AtlantisView, here: list[Atlantean]) -> Message | None:
    """Who stands there, in a sentence; None for nobody."""
    if not here:
        return None
    parts = []
    for each in here:
        piece = say("{who}'s {piece}", who=view.who(each.seat), piece=PIECES[each.kind])
        parts.append(say("{piece}, which has acted", piece=piece) if each.acted else piece)
    return say("There: {pieces}.", pieces=listing(parts, ";"))
