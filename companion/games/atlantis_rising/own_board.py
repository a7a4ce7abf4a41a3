"""What a seat owns, for its phone: resources, councilor, cards with what they do, pieces at hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.games.atlantis_rising.board_cells import (
    FOOT,
    GAP,
    GOOD,
    PHONE,
    Place,
    Tap,
    Taps,
    footnote,
    starred,
    unsure,
)
from companion.games.atlantis_rising.box import RESOURCES
from companion.games.atlantis_rising.decisions import DiscardCard, Gain, KeepArtifact, PlayCard, TurnIn
from companion.games.atlantis_rising.effect_words import card_effect, effect_words
from companion.games.atlantis_rising.hidden import shown
from companion.games.atlantis_rising.model import HAND_LIMIT, POOL, AtlantisView
from companion.games.atlantis_rising.reserves_board import FOLLOWER, INKS
from companion.games.atlantis_rising.standees import paint_of, standee
from companion.games.atlantis_rising.vocabulary import PIECES, RESOURCE_WORDS, card_words
from companion.games.board import Board, Cell, Mark
from companion.games.core import Seat
from companion.language.message import Message, listing, say, sentences
from companion.language.values import Count, Name

HEIGHT: Final = 62.0
COLUMNS: Final = (("gold", 62.0), ("crystal", 72.0), ("ore", 54.0), ("atlantium", 88.0), ("energy", 64.0 + GAP))
"""What is owned, and the width of each, by its name."""


def draw_own(view: AtlantisView, taps: Taps) -> Board | None:
    """The own things of a seat; None for the public."""
    if view.seat is None:
        return None
    table, seat = view.table, view.seat
    cells = [*_reserve(view, taps, seat), *_pool(view, seat)]
    top = 2 * (HEIGHT + GAP)
    is_assumed = False
    for key, name in _councilors(view, seat):
        councilor = table.setup.box.councilors[name]
        doubt = councilor.status == "assumed"
        told = effect_words(councilor.effect)
        text = say("{name}: {effect}", name=starred(say("{name}", name=Name(councilor.name)), doubt), effect=told)
        cells.append(Cell(key, unsure(text, doubt), 0, top, PHONE, HEIGHT, text=text, colour=paint_of(table, seat)))
        top, is_assumed = top + HEIGHT + GAP, is_assumed or doubt
    for number, card in enumerate(_cards(view, seat)):
        cells.append(_card(view, taps, seat, card, number, (0, top, PHONE, HEIGHT)))
        top += HEIGHT + GAP
        is_assumed = is_assumed or table.setup.box.card(card).status == "assumed"
    cells += footnote(is_assumed, PHONE, top)
    title = say("{who}: {cards} of {most} cards", who=view.who(seat), cards=len(table.hands[seat]), most=HAND_LIMIT)
    return Board("own", title, PHONE, top + (FOOT if is_assumed else -GAP), tuple(cells))


def _reserve(view: AtlantisView, taps: Taps, seat: Seat) -> Iterator[Cell]:
    """Each resource, and energy; tapped where one is to be chosen."""
    reserve = view.table.reserves[seat]
    left = 0.0
    for name, width in COLUMNS:
        place = (left, 0.0, width - GAP, HEIGHT)
        left += width
        many = Count(getattr(reserve, name), RESOURCE_WORDS[name])
        tap = None
        for resource in RESOURCES:
            if resource == name:
                tap = taps.of(Gain(seat, resource), TurnIn(seat, resource))
        mark: Mark = "now" if tap is not None else ""
        text = say("{many:noun}", many=many)
        words = say("You own {many}.", many=many)
        yield Cell(name, words, *place, number=f"{many.number}", text=text, mark=mark, colour=INKS[name], choice=tap)


def _pool(view: AtlantisView, seat: Seat) -> Iterator[Cell]:
    """The pieces at hand, and how many followers can still be recruited."""
    table = view.table
    top = HEIGHT + GAP
    pool = [each for each in table.atlanteans if each.seat == seat and each.place == POOL]
    wide = PHONE * 0.64
    if pool:
        counts = Counter(each.kind for each in pool)
        parts = listing((say("{many} {piece}", many=many, piece=PIECES[kind]) for kind, many in counts.items()), ",")
        words = say("At hand: {pieces}.", pieces=parts)
    else:
        words = say("None of your Atlanteans is at hand.")
    pieces = tuple(standee(table, each) for each in pool)
    text = say("{many} at hand", many=len(pool))
    yield Cell("pool", words, 0, top, wide, HEIGHT, text=text, pieces=pieces)
    left = table.supply[seat]
    words = say("{many} can still be recruited.", many=Count(left, FOLLOWER))
    place = (wide + GAP, top, PHONE - wide - GAP, HEIGHT)
    yield Cell("recruits", words, *place, number=f"{left}", text=say("to recruit"))


def _councilors(view: AtlantisView, seat: Seat) -> Iterator[tuple[str, str]]:
    """The own councilor, and the Hologram's where this seat has it."""
    table = view.table
    if table.councilors[seat]:
        yield "councilor", table.councilors[seat]
    if table.hologram and seat == table.starter:
        yield "hologram", table.hologram


def _cards(view: AtlantisView, seat: Seat) -> tuple[str, ...]:
    hologram = view.table.scholar_artifact if seat == view.table.starter else ""
    return (*shown(view, seat), *((hologram,) if hologram else ()))


def _card(view: AtlantisView, taps: Taps, seat: Seat, card: str, number: int, place: Place) -> Cell:
    """A card and what it does; of two alike only the first can be tapped."""
    box = view.table.setup.box
    doubt = box.card(card).status == "assumed"
    text = say("{card}: {effect}", card=starred(card_words(box, card), doubt), effect=card_effect(box, card))
    is_first = card not in _cards(view, seat)[:number]
    tap = taps.of(DiscardCard(seat, card), PlayCard(seat, card), KeepArtifact(seat, card)) if is_first else None
    words = sentences(unsure(text, doubt), _tapped(tap, seat, card))
    mark: Mark = "now" if tap is not None and isinstance(tap.actions[0], DiscardCard) else ""
    return Cell(f"card.{number}", words, *place, text=text, mark=mark, colour=GOOD if tap else "", choice=tap)


def _tapped(tap: Tap | None, seat: Seat, card: str) -> Message | None:
    if tap is None:
        return None
    return say("Tap it to discard it.") if isinstance(tap.actions[0], DiscardCard) else say("Tap it to play it.")
