"""Island and sea as boards: what is flooded, and who stands where; the wrath, and the misfortunes that may come.

The island has six peninsulas from centre to tip, and the Cosmic Gate. On the tablet tiles are hexes; on a phone, where
words need the room, boxes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import BASIC, CALM, CONTROLLED, PENINSULAS, RINGS, Box
from companion.games.atlantis_rising.mat.looks import CENTRE_GROUND, GROUNDS, WATER, standee
from companion.games.atlantis_rising.rules import acts, decisions
from companion.games.atlantis_rising.screen import grid
from companion.games.atlantis_rising.state import ground, model, steps
from companion.games.atlantis_rising.words import texts, vocabulary
from companion.games.board import GAP, PHONE, TAP, Area, Board, Cell, Mark, Shape, across
from companion.language.message import NOTHING, Message, listing, say, sentences
from companion.language.values import Count, Name

FREE: Final = "○"
"""Stands for a free space."""
FENCED: Final = "#eef4f7"
"""Of the name of a peninsula with a barrier."""
NAME: Final = 140.0
"""Width of a name in front of its tiles on the tablet."""
NEAR_NAME: Final = 58.0
"""The same on a phone."""
ICONS: Final = {
    "both": ("2", say("Two cards are drawn and kept.")),
    "one_discard": ("1×", say("Two cards are drawn, one is kept and the other discarded.")),
    "one_bottom": ("1↓", say("Two cards are drawn, one is kept and the other put below the deck.")),
}
"""How many of two library cards are kept, and whether the other is discarded or put below."""
MIDDLE: Final = 64.0
"""Height of the row of the centre and the build spaces."""
HEIGHT: Final = 78.0
COUNTS: Final = 56.0
LABEL: Final = 74.0
"""Height of the counts of misfortunes, and width of the name in front of the track."""
IN_ROW: Final = 5
STAND: Final = "#7a1f2b"
"""Of the space on which the wrath counter stands."""
SEA: Final = "#23407a"


def draw_island(view: model.AtlantisView, taps: grid.Taps) -> Board:
    """The island, for the tablet or for a phone."""
    is_phone = view.seat is not None
    width, left = (PHONE, NEAR_NAME) if is_phone else (grid.TABLET, NAME)
    side, gap, inset = (width - left) / RINGS, 0.5 if is_phone else 1.0, 0 if is_phone else 8
    high = float(int(side * 1.06))
    cells, top = [*_middle(view, width)], MIDDLE + GAP
    for peninsula in range(len(PENINSULAS)):
        cells.append(_name(view.table, peninsula, (0.0, top + inset, left - GAP, high - 2 * inset)))
        for ring in range(1, RINGS + 1):
            cells.append(_tile(view, taps, peninsula, ring, (left + (ring - 1) * side, top, side - gap, high)))
        top += high + GAP
    is_assumed = any(each.status == "assumed" for each in view.table.box.peninsula.values())
    return grid.footed("island", say("Atlantis, from the centre to the tips"), width, top, cells, is_assumed)


def _middle(view: model.AtlantisView, width: float) -> Iterator[Cell]:
    """The centre and the build spaces, side by side; the centre has room for more."""
    table = view.table
    gates = [place for place in model.BUILD_SPACES if ground.is_closed(table, place) is None]
    wide, left = width / (len(gates) + 1.5), 0.0
    for place in (model.CENTRE, *gates):
        share = wide * 1.5 if place == model.CENTRE else wide
        here, box = list(ground.at(table, place)), (left, 0.0, share - GAP, MIDDLE)
        text, colour = say("{place}", place=vocabulary.place_words(table.box, place)), ""
        told = say("{place:capital}.", place=text)
        if place == model.CENTRE:
            told, colour = say("The centre gives 1 energy to each who acts there."), CENTRE_GROUND
        words, pieces = sentences(told, standing_words(view, here)), tuple(standee(table, each) for each in here)
        yield Cell(place, words, *box, text=text, colour=colour, pieces=pieces, mark=_done(here))
        left += share


def _name(table: model.Table, peninsula: int, place: Area) -> Cell:
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


def _tile(view: model.AtlantisView, taps: grid.Taps, peninsula: int, ring: int, box: Area) -> Cell:
    """One tile: its figure, its free spaces, who stands there, and what becomes of it next."""
    table, place, coast = view.table, ground.tile(peninsula, ring), view.table.dry[peninsula]
    here, dry = list(ground.at(table, place)), ring <= coast
    room = sum(each.room for each in ground.spaces(table.setup, place)) + ground.extra_room(table, place)
    figure, told, free = "≈", NOTHING, 0
    if dry or here:
        (figure, told), free = figure_of(table, place), max(0, room - len(here))
    tap = taps.of(decisions.ChooseFlood(peninsula), decisions.PlaceBarrier(peninsula)) if ring == coast else None
    if ring == coast + 1:
        tap = taps.of(decisions.Unflood(peninsula))
    words = _state_words(table, peninsula, ring)
    if dry:
        words = sentences(words, told, say("{free} of {all} free.", free=free, all=room))
    words = sentences(words, standing_words(view, here))
    ring_next: Mark = "ring" if ring == coast and not _holds(table, peninsula) else ""
    mark = grid.now(tap) or _done(here) or ring_next
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


def figure_of(table: model.Table, place: str) -> tuple[str, Message]:
    """What stands on a tile, in a few signs: "5+" to reach, "1:2" of ore and Atlantium, "2" cards kept; and told."""
    peninsula, ring = ground.TILES[place]
    tiles, every = table.box.tiles(peninsula), range(len(ground.spaces(table.setup, place)))
    if tiles.kind == "libraries":
        return ICONS[tiles.icon[ring - 1]]
    if tiles.kind == "forges":
        rate = "/".join(map(str, sorted({tiles.number_at(ring, space) for space in every})))
        return f"1:{rate}", say("One ore becomes {n} Atlantium.", n=Name(rate))
    # For who has no artifact that changes it.
    own = sum(n for n, what in ground.owns(table, 0, "number_minus") if tiles.kind == "wild" or not what)
    figure = "/".join(map(str, sorted({ground.number(table, 0, place, space) + own for space in every})))
    if tiles.kind == "cities":
        return f"{figure}+", say("Two dice and the wrath have to reach {n}.", n=Name(figure))
    return f"{figure}+", say("A die has to reach {n}.", n=Name(figure))


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


# --- the sea ---


def draw_sea(view: model.AtlantisView, taps: grid.Taps) -> Board:
    """What comes next: the wrath, and how many misfortunes are drawn and left."""
    title = grid.titled(say("Wrath and misfortunes"), view.table.box.wrath.status == "assumed")
    return Board("sea", title, grid.SIDE, TAP + GAP + COUNTS, (*_wrath(view, taps), *_round(view)))


def draw_outlook(view: model.AtlantisView, taps: grid.Taps) -> Board:
    """How many of each misfortune are left in the deck."""
    box = view.table.box
    kinds = (*BASIC, CALM, CONTROLLED, *box.special)
    places, top = grid.rows(0.0, grid.TABLET, HEIGHT, IN_ROW, len(kinds))
    cells = [_kind(view, taps, card, place) for card, place in zip(kinds, places, strict=True)]
    is_assumed = any(_is_assumed(box, card) for card in kinds)
    board = grid.footed("outlook", say("Misfortunes left in the deck"), grid.TABLET, top, cells, is_assumed)
    return replace(board, is_second=True)


def _is_assumed(box: Box, card: str) -> bool:
    row = box.basic if card in BASIC else box.special.get(card)
    return row is not None and row.status == "assumed"


def _wrath(view: model.AtlantisView, taps: grid.Taps) -> Iterator[Cell]:
    """The track, a cell a space: how many tiles flood there."""
    table, track = view.table, view.table.box.wrath
    is_assumed, floods = track.status == "assumed", Count(table.wrath_value, vocabulary.FLOOD)
    words = grid.unsure(say("The wrath stands on {floods} a round.", floods=floods), is_assumed)
    text = grid.starred(say("Wrath floods"), is_assumed)
    yield Cell("wrath", words, 0, 0, LABEL - GAP, TAP, text=text)
    following = min(table.wrath + 1, len(track.values) - 1)
    places = across(LABEL, 0, grid.SIDE - LABEL, TAP, len(track.values))
    for space, (value, place) in enumerate(zip(track.values, places, strict=True)):
        tap = taps.of(acts.MoveWrath()) if space == following else None
        words = say("Space {space} of the track: {floods}.", space=space + 1, floods=Count(value, vocabulary.FLOOD))
        mark, colour = grid.now(tap), ""
        if space == table.wrath:
            words, mark, colour = sentences(words, say("The counter stands there.")), mark or "ring", STAND
        yield Cell(f"wrath.{space}", words, *place, number=f"{value}", colour=colour, mark=mark, choice=tap)


def _round(view: model.AtlantisView) -> Iterator[Cell]:
    """How many are drawn this round and lie in the deck, and what everybody knows of its top."""
    table, deck, phase = view.table, view.table.misfortunes, model.Phase
    is_before = table.phase in (phase.SETUP, phase.REVEAL, phase.PLACE, phase.MISFORTUNE)
    left = Count(len(table.drawers) - table.drawn if is_before else 0, vocabulary.MISFORTUNE)
    lying, gone = Count(deck.count, vocabulary.MISFORTUNE), Count(len(deck.discards), vocabulary.MISFORTUNE)
    told = (
        ("to_draw", left, say("{many} still to be drawn this round.", many=left), say("to draw")),
        ("deck", lying, say("{many} in the deck.", many=lying), say("in the deck")),
        ("discards", gone, say("{many} on the discards.", many=gone), say("discarded")),
    )
    *places, last = across(0, TAP + GAP, grid.SIDE, COUNTS, 4)
    for (key, many, words, text), place in zip(told, places, strict=True):
        yield Cell(key, words, *place, number=f"{many.number}", text=text)
    words, text = say("Nobody knows the next card."), say("next card unknown")
    if deck.top:
        known = listing((vocabulary.misfortune_words(table.box, card) for card in deck.top), ",")
        words, text = say("Known on top: {cards}.", cards=known), say("on top: {cards}", cards=known)
    yield Cell("top", words, *last, text=text)


def _kind(view: model.AtlantisView, taps: grid.Taps, card: str, place: Area) -> Cell:
    """How many of one kind are left in the deck; tapped, it is the one that was drawn."""
    box, deck = view.table.box, view.table.misfortunes
    left = Counter(dict(deck.cards))[card] + deck.top.count(card) + deck.bottom.count(card)
    name, colour, is_assumed = vocabulary.misfortune_words(box, card), SEA, _is_assumed(box, card)
    words = say("{name:capital}: {left} left in the deck.", name=name, left=left)
    if (peninsula := BASIC.get(card)) is not None:
        name, colour, dry = vocabulary.TILE_WORDS[peninsula], GROUNDS[peninsula], view.table.dry[peninsula]
        does = say("Ring {ring} floods.", ring=dry) if dry else say("None of its tiles is dry: two flood elsewhere.")
        if dry and peninsula in view.table.barriers:
            does = say("Its barrier stops it.")
        words = sentences(words, does)
    elif card in box.special:
        words, colour = sentences(words, texts.effect_words(box.special[card].effect)), ""
    tap, text = taps.of(acts.DrawMisfortune(card), decisions.Peek(card)), grid.starred(name, is_assumed)
    return Cell(card, grid.unsure(words, is_assumed), *place, number=f"{left}", text=text, colour=colour, choice=tap)
