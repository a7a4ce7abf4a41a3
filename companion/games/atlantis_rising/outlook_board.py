"""What the sea will do: the wrath track, misfortunes to be drawn, and how many of each kind are left in the deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.games.atlantis_rising.acts import DrawMisfortune, MoveWrath
from companion.games.atlantis_rising.board_cells import FOOT, GAP, TABLET, Taps, across, footnote, starred, unsure
from companion.games.atlantis_rising.box import CALM, CONTROLLED, PENINSULAS, Box
from companion.games.atlantis_rising.decisions import Peek
from companion.games.atlantis_rising.effect_words import effect_words
from companion.games.atlantis_rising.model import AtlantisView, Phase
from companion.games.atlantis_rising.outcomes import drawers
from companion.games.atlantis_rising.standees import GROUNDS
from companion.games.atlantis_rising.vocabulary import TILE_WORDS, misfortune_words
from companion.games.board import Board, Cell, Mark
from companion.language.message import Message, listing, say, sentences
from companion.language.values import Count, Noun

FLOOD, MISFORTUNE = Noun("flood"), Noun("misfortune")
HEIGHT: Final = 78.0
IN_ROW: Final = 5
STAND: Final = "#7a1f2b"
"""Of the space on which the wrath counter stands."""
SEA: Final = "#23407a"


def draw_sea(view: AtlantisView, taps: Taps) -> Board:
    """What comes next: the wrath, and how many misfortunes are drawn and left."""
    box, top = view.table.setup.box, 2 * (HEIGHT + GAP)
    is_assumed = box.wrath.status == "assumed"
    cells = (*_wrath(view, taps), *_round(view), *footnote(is_assumed, TABLET, top))
    return Board("sea", say("Wrath and misfortunes"), TABLET, top + (FOOT if is_assumed else -GAP), cells)


def draw_outlook(view: AtlantisView, taps: Taps) -> Board:
    """How many of each misfortune are left in the deck."""
    box = view.table.setup.box
    cells, top = list[Cell](), 0.0
    kinds = misfortune_kinds(box)
    for at, card in enumerate(kinds):
        place = across(0, top + (HEIGHT + GAP) * (at // IN_ROW), TABLET, HEIGHT, IN_ROW)[at % IN_ROW]
        cells.append(_kind(view, taps, card, place))
    top += (HEIGHT + GAP) * -(-len(kinds) // IN_ROW)
    is_assumed = any(_is_assumed(box, card) for card in kinds)
    cells += footnote(is_assumed, TABLET, top)
    height, title = top + (FOOT if is_assumed else -GAP), say("Misfortunes left in the deck")
    return Board("outlook", title, TABLET, height, tuple(cells), is_second=True)


def misfortune_kinds(box: Box) -> tuple[str, ...]:
    """Every misfortune by its name: basic ones, Calm Seas, Controlled Floods, special ones."""
    return (*(f"basic_{name}" for name in PENINSULAS), CALM, CONTROLLED, *box.special)


def _is_assumed(box: Box, card: str) -> bool:
    if card in box.special:
        return box.special[card].status == "assumed"
    return card.startswith("basic_") and box.basic.status == "assumed"


def _wrath(view: AtlantisView, taps: Taps) -> Iterator[Cell]:
    """The track, a cell a space: how many tiles flood there."""
    table = view.table
    track = table.setup.box.wrath
    label, *places = across(0, 0, TABLET, HEIGHT, len(track.values) + 1)
    is_assumed = track.status == "assumed"
    text = starred(say("Wrath floods"), is_assumed)
    floods = Count(table.wrath_value, FLOOD)
    words = say("The wrath stands on {floods} a round.", floods=floods)
    yield Cell("wrath", unsure(words, is_assumed), *label, text=text)
    for space, value in enumerate(track.values):
        is_here = space == table.wrath
        is_next = space == min(table.wrath + 1, len(track.values) - 1)
        tap = taps.of(MoveWrath()) if is_next else None
        words = say("Space {space} of the track: {floods}.", space=space + 1, floods=Count(value, FLOOD))
        mark: Mark = "now" if tap is not None else "ring" if is_here else ""
        if is_here:
            words = sentences(words, say("The counter stands there."))
        colour = STAND if is_here else ""
        yield Cell(f"wrath.{space}", words, *places[space], number=f"{value}", colour=colour, mark=mark, choice=tap)


def _round(view: AtlantisView) -> Iterator[Cell]:
    """How many are drawn this round and lie in the deck, and what everybody knows of its top."""
    table = view.table
    deck, many = table.misfortunes, len(drawers(table))
    drawn = many if table.phase not in (Phase.SETUP, Phase.REVEAL, Phase.PLACE, Phase.MISFORTUNE) else table.drawn
    left = 0 if table.phase in (Phase.ACTIONS, Phase.WRATH, Phase.COUNTER, Phase.END) else many - drawn
    top = HEIGHT + GAP
    places = across(0, top, TABLET, HEIGHT, 4)
    text = say("to be drawn this round")
    words = say("{many} still to be drawn this round.", many=Count(left, MISFORTUNE))
    yield Cell("to_draw", words, *places[0], number=f"{left}", text=text)
    words = say("{many} in the deck.", many=Count(deck.count, MISFORTUNE))
    yield Cell("deck", words, *places[1], number=f"{deck.count}", text=say("in the deck"))
    words = say("{many} on the discards.", many=Count(len(deck.discards), MISFORTUNE))
    yield Cell("discards", words, *places[2], number=f"{len(deck.discards)}", text=say("discarded"))
    if deck.top:
        known = listing((misfortune_words(table.setup.box, card) for card in deck.top), ",")
        yield Cell(
            "top", say("Known on top: {cards}.", cards=known), *places[3], text=say("on top: {cards}", cards=known)
        )
    else:
        yield Cell("top", say("Nobody knows the next card."), *places[3], text=say("next card unknown"))


def _kind(view: AtlantisView, taps: Taps, card: str, place: tuple[float, float, float, float]) -> Cell:
    """How many of one kind are left in the deck; tapped, it is the one that was drawn."""
    table = view.table
    box, deck = table.setup.box, table.misfortunes
    left = Counter(dict(deck.cards))[card] + deck.top.count(card) + deck.bottom.count(card)
    is_assumed = _is_assumed(box, card)
    name, colour = misfortune_words(box, card), SEA
    words = say("{name:capital}: {left} left in the deck.", name=name, left=left)
    if card.startswith("basic_"):
        peninsula = [f"basic_{each}" for each in PENINSULAS].index(card)
        name, colour = TILE_WORDS[peninsula], GROUNDS[peninsula]
        words = sentences(words, _next(view, peninsula))
    elif card in box.special:
        words = sentences(words, effect_words(box.special[card].effect))
        colour = ""
    tap = taps.of(DrawMisfortune(card), Peek(card))
    text = starred(name, is_assumed)
    return Cell(card, unsure(words, is_assumed), *place, number=f"{left}", text=text, colour=colour, choice=tap)


def _next(view: AtlantisView, peninsula: int) -> Message:
    """What such a card would do now."""
    table = view.table
    if not table.dry[peninsula]:
        return say("None of its tiles is dry: two flood elsewhere.")
    if peninsula in table.barriers:
        return say("Its barrier stops it.")
    return say("Ring {ring} floods.", ring=table.dry[peninsula])
