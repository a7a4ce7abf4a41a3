"""The board of both sides' Clans: columns, trackers and Monuments, with where a Family may be attached."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.board import Board, Cell
from companion.games.core import Seat
from companion.games.manawave.acts import Attach
from companion.games.manawave.board_cells import (
    GAP,
    GOOD,
    PHONE,
    PLAIN,
    SIDES,
    SMALL,
    STONE,
    TAP,
    Taps,
    across,
    counted,
    counters_row,
    from_own,
)
from companion.games.manawave.drafts import ENDS, draft_of, end_words
from companion.games.manawave.looks import looks_of
from companion.games.manawave.model import PLACES, Clan, Family, ManaView
from companion.games.manawave.monument_words import monument_text
from companion.language.message import Message, say
from companion.language.values import Name

CARD: float = 34.0
"""Height of a card of a column."""
HEAD: float = 44.0
STONES: float = 52.0
NAMES: float = 100.0
"""Width of the Monuments' names beside what they say."""


def columns_board(view: ManaView, taps: Taps, width: float) -> Board:
    """Both Tribes with their Clans in columns, the own one below, and the Monuments between them.

    While a seat attaches a Family its own is above: what it taps is in the first screen of a small phone.
    """
    top, bottom = from_own(view.seat)
    draft = draft_of(view)
    if isinstance(draft, Attach):
        top, bottom = bottom, top
    cells, y = list[Cell](), 0.0
    for seat in (top, bottom):
        if seat == bottom:
            cells += _monuments(view, y, width)
            y += STONES + GAP
        attach = draft if isinstance(draft, Attach) and seat == view.seat else None
        part, y = _side(view, taps, seat, attach, y, width)
        cells += part
    return Board("columns", say("Clans and Monuments"), width, y, tuple(cells))


def _side(
    view: ManaView, taps: Taps, seat: Seat, draft: Attach | None, y: float, width: float
) -> tuple[list[Cell], float]:
    tribe, cells = view.table.clans.tribes[seat], list[Cell]()
    lies = counted(tribe.counters, None, tribe.soulstain)
    words = say("{who}'s Tribe tracker is empty.", who=view.who(seat))
    text = say("{who}", who=view.who(seat))
    if lies.values:
        words = say("{who}'s Tribe tracker: {counters}.", who=view.who(seat), counters=lies)
        text = say("{who}: {counters}", who=view.who(seat), counters=lies)
    cells.append(Cell(f"tribe.{seat}", words, 0, y, width, 30, text=text, colour=SIDES[seat]))
    y += 30 + GAP
    columns = across(0, y, width, HEAD, len(PLACES))
    tallest = y
    for position, (left, above, wide, _) in zip(PLACES, columns, strict=True):
        clan = tribe.at(position)
        cells.append(_tracker(view, seat, position, clan, left, above, wide))
        below = above + HEAD + GAP
        if any(each.counters.total for each in tribe.clans):
            cells += counters_row(f"counters.{seat}.{position}", clan.counters, left, below, wide)
            below += SMALL + GAP
        for cell in _column(view, taps, seat, position, clan, draft, left, below, wide):
            cells.append(cell)
            below = max(below, cell.y + cell.height + GAP)
        tallest = max(tallest, below)
    return cells, tallest


def _tracker(view: ManaView, seat: Seat, position: int, clan: Clan, left: float, top: float, wide: float) -> Cell:
    who = view.who(seat)
    words = say("No Clan of {who} stands at position {position}.", who=who, position=position)
    if not clan.card:
        return Cell(f"clan.{seat}.{position}", words, left, top, wide, HEAD, text=say("no Clan"), colour=PLAIN)
    title = Name(view.table.clans_set.clans[clan.card].title)
    lies = counted(clan.counters, clan.population)
    words = say(
        "{who}'s {clan} at position {position}: {counters}.", who=who, clan=title, counters=lies, position=position
    )
    number, text = f"{clan.population}", say("population")
    return Cell(f"clan.{seat}.{position}", words, left, top, wide, HEAD, number=number, text=text, colour=PLAIN)


def _column(
    view: ManaView,
    taps: Taps,
    seat: Seat,
    position: int,
    clan: Clan,
    draft: Attach | None,
    left: float,
    top: float,
    wide: float,
) -> Iterator[Cell]:
    """The cards of a column, and the two ends at which a Family may be attached."""
    y = top
    cards: list[Family | None] = [*clan.above, None, *clan.below] if clan.card else []
    ends = dict.fromkeys(ENDS, False)
    if draft is not None:
        ends = {end: taps.of(replace(draft, position=position, end=end)) is not None for end in ENDS}
    chosen = draft.end if draft is not None and draft.position == position else ""
    if draft is not None and (ends["top"] or chosen == "top"):
        yield _end(view, taps, draft, position, "top", left, y, wide)
        y += TAP + GAP
    rank = 0
    for card in cards:
        if card is None:
            title = say("{clan}", clan=Name(view.table.clans_set.clans[clan.card].title))
            kind = f"clan_of_seat_{seat + 1}:{clan.card}"
            colour = looks_of((view.table.setup.playset,))[kind].colour
            yield Cell(f"card.{seat}.{position}", title, left, y, wide, CARD, text=title, colour=colour)
        else:
            rank += 1
            yield _family(view, seat, position, rank, card, left, y, wide)
        y += CARD + GAP
    if draft is not None and (ends["bottom"] or chosen == "bottom"):
        yield _end(view, taps, draft, position, "bottom", left, y, wide)


def _end(
    view: ManaView, taps: Taps, draft: Attach, position: int, end: str, left: float, top: float, wide: float
) -> Cell:
    there = replace(draft, position=position, end="top" if end == "top" else "bottom")
    card = Name(view.table.clans_set.families[view.table.picked[draft.seat]].title)
    words = end_words(there.end, position)
    if there == draft:
        here = say("{family} goes here: {place}.", family=card, place=words)
        return Cell(
            f"end.{position}.{end}",
            here,
            left,
            top,
            wide,
            TAP,
            text=say("{family}", family=card),
            mark="tick",
            colour=GOOD,
        )
    text = say("to the top") if end == "top" else say("to the bottom")
    return Cell(f"end.{position}.{end}", words, left, top, wide, TAP, text=text, choice=taps.of(there))


def _family(
    view: ManaView, seat: Seat, position: int, rank: int, family: Family, left: float, top: float, wide: float
) -> Cell:
    card = view.table.clans_set.families[family.kind]
    colour = looks_of((view.table.setup.playset,))[f"family:{family.kind}"].colour
    title = Name(card.title)
    words = say(
        "{family}, modality {mode}, {counters} Modality counters.",
        family=title,
        mode=family.mode,
        counters=family.counters,
    )
    text = say("{family}", family=title)
    if family.mode or family.counters:
        text = say("{family} M{mode} ({counters})", family=title, mode=family.mode, counters=family.counters)
    return Cell(f"family.{seat}.{position}.{rank}", words, left, top, wide, CARD, text=text, colour=colour)


def _monuments(view: ManaView, y: float, width: float) -> list[Cell]:
    """The Monument of each position, and what may replace it."""
    world, titles = view.table.clans, view.table.setup.playset.titles()
    cells = []
    for position, (left, top, wide, high) in zip(PLACES, across(0, y, width, STONES, len(PLACES)), strict=True):
        index = position - 1
        card = world.monuments[index] if index < len(world.monuments) else ""
        offer = world.offers[index] if index < len(world.offers) else ""
        words: Message = say("Position {position}: no Monument yet.", position=position)
        text = say("no Monument")
        if card and offer:
            one, other = Name(titles[card]), Name(titles[offer])
            words = say(
                "Position {position}: {one}, which {other} may replace.", position=position, one=one, other=other
            )
            text = say("{one} or {other}", one=one, other=other)
        elif card:
            words = say("Position {position}: {monument}.", position=position, monument=Name(titles[card]))
            text = say("{monument}", monument=Name(titles[card]))
        cells.append(Cell(f"monument.{position}", words, left, top, wide, high, text=text, colour=STONE))
    return cells


def monuments_board(view: ManaView, width: float) -> Board | None:
    """What the Monuments that lie there say, each in a line; None before there are any."""
    world, cards = view.table.clans, view.table.clans_set.monuments
    lying = [(place, each) for row in (world.monuments, world.offers) for place, each in enumerate(row, 1) if each]
    cells, y = list[Cell](), 0.0
    for index, (position, card) in enumerate(lying):
        title, says = Name(cards[card].title), monument_text(cards[card])
        words = say("{monument}, at position {position}. {says}", monument=title, position=position, says=says)
        name = say("{position}: {monument}", position=position, monument=title)
        if width <= PHONE:  # beside its name a sentence would be too small there
            cells.append(Cell(f"name.{index}", None, 0, y, width, CARD, text=name, colour=STONE))
            y, left = y + CARD + GAP, 0.0
        else:
            cells.append(Cell(f"name.{index}", None, 0, y, NAMES, TAP, text=name, colour=STONE))
            left = NAMES + GAP
        cells.append(Cell(f"says.{index}", words, left, y, width - left, TAP, text=says, colour=PLAIN))
        y += TAP + GAP
    return Board("monuments", say("What the Monuments say"), width, y, tuple(cells)) if cells else None
