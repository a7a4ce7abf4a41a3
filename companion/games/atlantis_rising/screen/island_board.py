"""The island as a board: six peninsulas from centre to tip, and the Cosmic Gate; what is flooded, and who stands where.

On the tablet tiles are hexes; on a phone, where words need the room, boxes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.atlantis_rising.data.contents import PENINSULAS, RINGS
from companion.games.atlantis_rising.mat.looks import CENTRE_GROUND, GROUNDS, WATER, standee
from companion.games.atlantis_rising.rules.decisions import ChooseFlood, PlaceBarrier, Unflood
from companion.games.atlantis_rising.screen import grid
from companion.games.atlantis_rising.state import ground, model, steps
from companion.games.atlantis_rising.words import vocabulary
from companion.games.board import Board, Cell, Mark, Shape
from companion.language.message import Message, listing, say, sentences
from companion.language.values import Name

FREE: Final = "○"
"""Stands for a free space."""
FENCED: Final = "#eef4f7"
"""Of the name of a peninsula with a barrier."""
NAME: Final = 140.0
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
MIDDLE: Final = 64.0
"""Height of the row of the centre and the build spaces."""


def draw_island(view: model.AtlantisView, taps: grid.Taps) -> Board:
    """The island, for the tablet or for a phone."""
    is_phone = view.seat is not None
    width = grid.PHONE if is_phone else grid.TABLET
    left = NEAR_NAME if is_phone else NAME
    side = (width - left) / RINGS
    high = float(int(side * 1.06))
    cells, top = [*_middle(view, width)], MIDDLE + grid.GAP
    for peninsula in range(len(PENINSULAS)):
        name = (0.0, top, left - grid.GAP, high) if is_phone else (0.0, top + 8, left - grid.GAP, high - 16)
        cells.append(_name(view.table, peninsula, name))
        for ring in range(1, RINGS + 1):
            place = (left + (ring - 1) * side, top, side - (0.5 if is_phone else 1.0), high)
            cells.append(_tile(view, taps, peninsula, ring, place))
        top += high + grid.GAP
    is_assumed = any(each.status == "assumed" for each in view.table.box.peninsula.values())
    return grid.footed("island", say("Atlantis, from the centre to the tips"), width, top, cells, is_assumed)


def _middle(view: model.AtlantisView, width: float) -> Iterator[Cell]:
    """The centre and the build spaces, side by side; the centre has room for more."""
    table = view.table
    gates = [place for place in model.BUILD_SPACES if ground.is_closed(table, place) is None]
    wide = width / (len(gates) + 1.5)
    left = 0.0
    for place in (model.CENTRE, *gates):
        share = wide * 1.5 if place == model.CENTRE else wide
        here = list(ground.at(table, place))
        box = (left, 0.0, share - grid.GAP, MIDDLE)
        text, colour = say("{place}", place=vocabulary.place_words(table.box, place)), ""
        told = say("{place:capital}.", place=text)
        if place == model.CENTRE:
            told, colour = say("The centre gives 1 energy to each who acts there."), CENTRE_GROUND
        words, pieces = sentences(told, standing_words(view, here)), tuple(standee(table, each) for each in here)
        yield Cell(place, words, *box, text=text, colour=colour, pieces=pieces, mark=_done(here))
        left += share


def _name(table: model.Table, peninsula: int, place: grid.Area) -> Cell:
    """The name of a peninsula, with its barrier, or that it is closed or has sunk."""
    tiles = table.box.tiles(peninsula)
    is_assumed = tiles.status == "assumed"
    name = grid.starred(vocabulary.TILE_WORDS[peninsula], is_assumed)
    words = say("{name}: {dry} of 6 tiles are dry.", name=vocabulary.TILE_WORDS[peninsula], dry=table.dry[peninsula])
    key, text, colour = PENINSULAS[peninsula], name, GROUNDS[peninsula]
    mark: Mark = "ring" if _holds(table, peninsula) else ""
    if peninsula in table.barriers:
        text, colour = say("{name}: barrier", name=name), FENCED
        words = sentences(words, say("A barrier stands there and stops the next flood, but no Controlled Flood."))
    elif not table.dry[peninsula]:
        text, colour = say("{name}: sunk", name=name), WATER
        words = sentences(words, say("When it is named, two tiles flood elsewhere."))
    if PENINSULAS[peninsula] in table.forbidden:
        text, mark = say("{name}: closed", name=name), "erase"
        words = sentences(words, say("Its actions give nothing this round."))
    return Cell(key, grid.unsure(words, is_assumed), *place, text=text, colour=colour, mark=mark)


def _tile(view: model.AtlantisView, taps: grid.Taps, peninsula: int, ring: int, box: grid.Area) -> Cell:
    """One tile: its figure, its free spaces, who stands there, and what becomes of it next."""
    table, place = view.table, ground.tile(peninsula, ring)
    here, dry = list(ground.at(table, place)), ground.is_dry(table, place)
    room = sum(each.room for each in ground.spaces(table.setup, place)) + ground.extra_room(table, place)
    figure = figure_of(table, place) if dry or here else "≈"
    free = max(0, room - len(here)) if dry or here else 0
    tap = None
    if ring == table.dry[peninsula]:
        tap = taps.of(ChooseFlood(peninsula), PlaceBarrier(peninsula))
    elif ring == table.dry[peninsula] + 1:
        tap = taps.of(Unflood(peninsula))
    words = _state_words(table, peninsula, ring)
    if dry:
        words = sentences(words, _figure_words(table, place), say("{free} of {all} free.", free=free, all=room))
    words = sentences(words, standing_words(view, here))
    ring_next: Mark = "ring" if ring == table.dry[peninsula] and not _holds(table, peninsula) else ""
    mark: Mark = "now" if tap is not None else _done(here) or ring_next
    shown = f"{figure}{FREE * free}" if here else figure
    text = say("{free} free", free=free) if free and not here else None
    pieces = tuple(standee(table, each) for each in here)
    shape: Shape = "hex" if view.seat is None else "box"
    return Cell(place, words, *box, shape, shown, text, mark, GROUNDS[peninsula] if dry else WATER, pieces, tap)


def _holds(table: model.Table, peninsula: int) -> bool:
    """Whether a barrier would stop the next flood there; no Controlled Flood."""
    step = table.step
    return peninsula in table.barriers and not (isinstance(step, steps.Flooding) and step.cause == "controlled")


def _done(here: list[model.Atlantean]) -> Mark:
    """Ticked where all that can act there have."""
    return "tick" if here and all(each.acted or each.kind == "automaton" for each in here) else ""


def figure_of(table: model.Table, place: str) -> str:
    """What stands on a tile, in a few signs: "5+" to reach, "1:2" of ore and Atlantium, "2" cards kept."""
    peninsula, ring = ground.TILES[place]
    tiles = table.box.tiles(peninsula)
    if tiles.kind == "libraries":
        return ICONS[tiles.icon[ring - 1]]
    every = range(len(ground.spaces(table.setup, place)))
    if tiles.kind == "forges":
        return f"1:{'/'.join(map(str, sorted({tiles.number_at(ring, space) for space in every})))}"
    # For who has no artifact that changes it.
    own = sum(n for n, what in ground.owns(table, 0, "number_minus") if tiles.kind == "wild" or not what)
    return f"{'/'.join(map(str, sorted({ground.number(table, 0, place, space) + own for space in every})))}+"


def _figure_words(table: model.Table, place: str) -> Message:
    peninsula, ring = ground.TILES[place]
    tiles = table.box.tiles(peninsula)
    if tiles.kind == "libraries":
        return ICON_WORDS[tiles.icon[ring - 1]]
    figure = Name(figure_of(table, place).removesuffix("+").removeprefix("1:"))
    if tiles.kind == "forges":
        return say("One ore becomes {n} Atlantium.", n=figure)
    if tiles.kind == "cities":
        return say("Two dice and the wrath have to reach {n}.", n=figure)
    return say("A die has to reach {n}.", n=figure)


def _state_words(table: model.Table, peninsula: int, ring: int) -> Message:
    where, dry = vocabulary.tile_words(peninsula, ring), table.dry[peninsula]
    if ring > dry:
        return say("{tile} is flooded.", tile=where)
    if ring < dry:
        return say("{tile} is dry.", tile=where)
    if _holds(table, peninsula):
        name = vocabulary.PENINSULA_WORDS[peninsula]
        return say("{tile} is dry; the next flood takes the barrier of {name}.", tile=where, name=name)
    if peninsula in table.barriers:
        return say("{tile} floods now if chosen, and its barrier goes.", tile=where)
    return say("{tile} is dry and the next to flood there.", tile=where)


def standing_words(view: model.AtlantisView, here: list[model.Atlantean]) -> Message | None:
    """Who stands there, in a sentence; None for nobody."""
    if not here:
        return None
    parts = []
    for each in here:
        piece = say("{who}'s {piece}", who=view.who(each.seat), piece=vocabulary.PIECES[each.kind])
        parts.append(say("{piece}, which has acted", piece=piece) if each.acted else piece)
    return say("There: {pieces}.", pieces=listing(parts, ";"))
