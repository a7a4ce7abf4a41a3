"""What the sea will do: the wrath track, misfortunes to be drawn, and how many of each kind are left in the deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import BASIC, CALM, CONTROLLED, Box
from companion.games.atlantis_rising.mat.looks import GROUNDS
from companion.games.atlantis_rising.rules import acts, decisions
from companion.games.atlantis_rising.screen import grid
from companion.games.atlantis_rising.state.model import AtlantisView, Phase
from companion.games.atlantis_rising.words import texts, vocabulary
from companion.games.board import Board, Cell, Mark
from companion.language.message import Message, listing, say, sentences
from companion.language.values import Count

HEIGHT: Final = 78.0
COUNTS: Final = 56.0
LABEL: Final = 74.0
"""Height of the counts of misfortunes, and width of the name in front of the track."""
IN_ROW: Final = 5
STAND: Final = "#7a1f2b"
"""Of the space on which the wrath counter stands."""
SEA: Final = "#23407a"


def draw_sea(view: AtlantisView, taps: grid.Taps) -> Board:
    """What comes next: the wrath, and how many misfortunes are drawn and left."""
    is_assumed = view.table.box.wrath.status == "assumed"
    title = grid.titled(say("Wrath and misfortunes"), is_assumed)
    return Board("sea", title, grid.SIDE, grid.TAP + grid.GAP + COUNTS, (*_wrath(view, taps), *_round(view)))


def draw_outlook(view: AtlantisView, taps: grid.Taps) -> Board:
    """How many of each misfortune are left in the deck."""
    box = view.table.box
    kinds = (*BASIC, CALM, CONTROLLED, *box.special)
    places = grid.rows(0.0, grid.TABLET, HEIGHT, IN_ROW, len(kinds))
    cells = [_kind(view, taps, card, place) for card, place in zip(kinds, places, strict=True)]
    top = grid.below(0.0, HEIGHT, IN_ROW, len(kinds))
    is_assumed = any(_is_assumed(box, card) for card in kinds)
    board = grid.footed("outlook", say("Misfortunes left in the deck"), grid.TABLET, top, cells, is_assumed)
    return replace(board, is_second=True)


def _is_assumed(box: Box, card: str) -> bool:
    if card in box.special:
        return box.special[card].status == "assumed"
    return card in BASIC and box.basic.status == "assumed"


def _wrath(view: AtlantisView, taps: grid.Taps) -> Iterator[Cell]:
    """The track, a cell a space: how many tiles flood there."""
    table, track = view.table, view.table.box.wrath
    places = grid.across(LABEL, 0, grid.SIDE - LABEL, grid.TAP, len(track.values))
    is_assumed = track.status == "assumed"
    text = grid.starred(say("Wrath floods"), is_assumed)
    floods = Count(table.wrath_value, vocabulary.FLOOD)
    words = say("The wrath stands on {floods} a round.", floods=floods)
    yield Cell("wrath", grid.unsure(words, is_assumed), 0, 0, LABEL - grid.GAP, grid.TAP, text=text)
    following = min(table.wrath + 1, len(track.values) - 1)
    for space, value in enumerate(track.values):
        tap = taps.of(acts.MoveWrath()) if space == following else None
        words = say("Space {space} of the track: {floods}.", space=space + 1, floods=Count(value, vocabulary.FLOOD))
        mark: Mark = "now" if tap is not None else ""
        colour = ""
        if space == table.wrath:
            words, mark, colour = sentences(words, say("The counter stands there.")), mark or "ring", STAND
        yield Cell(f"wrath.{space}", words, *places[space], number=f"{value}", colour=colour, mark=mark, choice=tap)


def _round(view: AtlantisView) -> Iterator[Cell]:
    """How many are drawn this round and lie in the deck, and what everybody knows of its top."""
    table = view.table
    deck, many = table.misfortunes, len(table.drawers)
    drawn = many if table.phase not in (Phase.SETUP, Phase.REVEAL, Phase.PLACE, Phase.MISFORTUNE) else table.drawn
    left = 0 if table.phase in (Phase.ACTIONS, Phase.WRATH, Phase.COUNTER, Phase.END) else many - drawn
    places = grid.across(0, grid.TAP + grid.GAP, grid.SIDE, COUNTS, 4)
    words = say("{many} still to be drawn this round.", many=Count(left, vocabulary.MISFORTUNE))
    yield Cell("to_draw", words, *places[0], number=f"{left}", text=say("to draw"))
    words = say("{many} in the deck.", many=Count(deck.count, vocabulary.MISFORTUNE))
    yield Cell("deck", words, *places[1], number=f"{deck.count}", text=say("in the deck"))
    words = say("{many} on the discards.", many=Count(len(deck.discards), vocabulary.MISFORTUNE))
    yield Cell("discards", words, *places[2], number=f"{len(deck.discards)}", text=say("discarded"))
    words, text = say("Nobody knows the next card."), say("next card unknown")
    if deck.top:
        known = listing((vocabulary.misfortune_words(table.box, card) for card in deck.top), ",")
        words, text = say("Known on top: {cards}.", cards=known), say("on top: {cards}", cards=known)
    yield Cell("top", words, *places[3], text=text)


def _kind(view: AtlantisView, taps: grid.Taps, card: str, place: grid.Area) -> Cell:
    """How many of one kind are left in the deck; tapped, it is the one that was drawn."""
    table = view.table
    box, deck = table.box, table.misfortunes
    left = Counter(dict(deck.cards))[card] + deck.top.count(card) + deck.bottom.count(card)
    is_assumed = _is_assumed(box, card)
    name, colour = vocabulary.misfortune_words(box, card), SEA
    words = say("{name:capital}: {left} left in the deck.", name=name, left=left)
    if (peninsula := BASIC.get(card)) is not None:
        name, colour = vocabulary.TILE_WORDS[peninsula], GROUNDS[peninsula]
        words = sentences(words, _next(view, peninsula))
    elif card in box.special:
        words = sentences(words, texts.effect_words(box.special[card].effect))
        colour = ""
    tap = taps.of(acts.DrawMisfortune(card), decisions.Peek(card))
    text = grid.starred(name, is_assumed)
    return Cell(card, grid.unsure(words, is_assumed), *place, number=f"{left}", text=text, colour=colour, choice=tap)


def _next(view: AtlantisView, peninsula: int) -> Message:
    """What such a card would do now."""
    table = view.table
    if not table.dry[peninsula]:
        return say("None of its tiles is dry: two flood elsewhere.")
    if peninsula in table.barriers:
        return say("Its barrier stops it.")
    return say("Ring {ring} floods.", ring=table.dry[peninsula])
