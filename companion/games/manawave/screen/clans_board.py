"""The board of both sides' Clans: columns, trackers and Monuments, with where a Family may be attached."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from msgspec.structs import replace

from companion.games.board import GAP, PHONE, TAP, Area, Board, Cell, across
from companion.games.core import Seat
from companion.games.manawave.mat.looks import looks_of
from companion.games.manawave.screen import style
from companion.games.manawave.screen.drafts import draft_of, end_words, swapped, with_faction
from companion.games.manawave.state.acts import Attach, End, Found
from companion.games.manawave.state.model import PLACES, Clan, Family, ManaView
from companion.games.manawave.words.card_texts import about, monument_text
from companion.language.message import Message, say, sentences
from companion.language.values import Name

CARD: float = 34.0
"""Height of a card of a column."""
HEAD: float = 44.0
STONES: float = 52.0
SAYS: float = 60.0
"""Height of what a Monument says on the tablet: three lines that are read from a metre."""
NAMES: float = 100.0
"""Width of the Monuments' names beside what they say."""


def columns_board(view: ManaView, taps: style.Taps, width: float) -> Board:
    """Both Tribes with their Clans in columns, the own one below, and the Monuments between them.

    While a seat attaches a Family its own is above: what it taps is in the first screen of a small phone.
    """
    top, bottom = style.from_own(view.seat)
    draft = draft_of(view)
    attach = draft if isinstance(draft, Attach) else None
    if attach is not None:
        top, bottom = bottom, top
    columns = _Columns(view, taps, attach, width)
    cells = (*columns.side(top), *columns.monuments(), *columns.side(bottom))
    return Board("columns", say("Clans and Monuments"), width, columns.y, cells)


class _Columns:
    """The cells of one board, from its top down."""

    def __init__(self, view: ManaView, taps: style.Taps, draft: Attach | None, width: float) -> None:
        self._view, self._taps, self._draft, self._width = view, taps, draft, width
        self._world, self._playset = view.table.clans, view.table.clans_set
        self._looks = looks_of((self._playset,))
        self.y = 0.0
        """How far down it goes by now."""

    def monuments(self) -> Iterator[Cell]:
        """The Monument of each position, and what may replace it."""
        titles = self._playset.titles()
        nothing, places = ("",) * len(PLACES), across(0, self.y, self._width, STONES, len(PLACES))
        laid, offered = (*self._world.monuments, *nothing), (*self._world.offers, *nothing)
        for position, card, offer, place in zip(PLACES, laid, offered, places, strict=False):
            words, text = say("Position {position}: no Monument yet.", position=position), say("no Monument")
            if card:
                one = Name(titles[card])
                words = say("Position {position}: {monument}.", position=position, monument=one)
                text = say("{monument}", monument=one)
            if card and offer:
                other = Name(titles[offer])
                words = say(
                    "Position {position}: {one}, which {other} may replace.", position=position, one=one, other=other
                )
                text = say("{one} or {other}", one=one, other=other)
            yield Cell(f"monument.{position}", words, *place, text=text, colour=style.STONE)
        self.y += STONES + GAP

    def side(self, seat: Seat) -> Iterator[Cell]:
        """A Tribe: its own tracker, and below it each Clan's with the column."""
        tribe, who = self._world.tribes[seat], self._view.who(seat)
        lies = style.counted(tribe.counters, None, tribe.soulstain)
        words, text = say("{who}'s Tribe tracker is empty.", who=who), say("{who}", who=who)
        if lies.values:
            words = say("{who}'s Tribe tracker: {counters}.", who=who, counters=lies)
            text = say("{who}: {counters}", who=who, counters=lies)
        yield Cell(f"tribe.{seat}", words, 0, self.y, self._width, 30, text=text, colour=style.SIDES[seat])
        top = tallest = self.y + 30 + GAP
        has_counters = any(each.counters.total for each in tribe.clans)
        for position, place in zip(PLACES, across(0, top, self._width, HEAD, len(PLACES)), strict=True):
            clan, (left, _, wide, _) = tribe.at(position), place
            yield self._tracker(seat, position, clan, place)
            below = top + HEAD + GAP
            if has_counters:
                yield from style.counters_row(f"counters.{seat}.{position}", clan.counters, left, below, wide)
                below += style.SMALL + GAP
            for cell in self._column(seat, position, clan):
                yield replace(cell, x=left, y=below, width=wide)
                below += cell.height + GAP
            tallest = max(tallest, below)
        self.y = tallest

    def _tracker(self, seat: Seat, position: int, clan: Clan, place: Area) -> Cell:
        key, who = f"clan.{seat}.{position}", self._view.who(seat)
        if not clan.card:
            words = say("No Clan of {who} stands at position {position}.", who=who, position=position)
            return Cell(key, words, *place, text=say("no Clan"), colour=style.PLAIN)
        title, lies = Name(self._playset.clans[clan.card].title), style.counted(clan.counters, clan.population)
        words = say(
            "{who}'s {clan} at position {position}: {counters}.", who=who, position=position, clan=title, counters=lies
        )
        return Cell(key, words, *place, number=f"{clan.population}", text=say("population"), colour=style.PLAIN)

    def _column(self, seat: Seat, position: int, clan: Clan) -> Iterator[Cell]:
        """The cards of a column from its top, and the two ends at which a Family may be attached, not placed yet."""
        attaches = self._draft is not None and seat == self._view.seat
        if attaches:
            yield from self._end(position, "top")
        rank = 0
        for card in clan.column if clan.card else ():
            if card is not None:
                rank += 1
                yield self._family(f"family.{seat}.{position}.{rank}", card)
                continue
            title = say("{clan}", clan=Name(self._playset.clans[clan.card].title))
            colour = self._looks[f"clan_of_seat_{seat + 1}:{clan.card}"].colour
            yield Cell(f"card.{seat}.{position}", title, 0, 0, 0, CARD, text=title, colour=colour)
        if attaches:
            yield from self._end(position, "bottom")

    def _end(self, position: int, end: End) -> Iterator[Cell]:
        """An end of a column, where the draft may be, or is, attached."""
        assert self._draft is not None
        there, words = replace(self._draft, position=position, end=end), end_words(end, position)
        tap = self._taps.of(there)
        if there == self._draft:
            family = Name(self._playset.families[self._view.table.picked[there.seat]].title)
            here, text = say("{family} goes here: {place}.", family=family, place=words), say("{family}", family=family)
            yield Cell(f"end.{position}.{end}", here, 0, 0, 0, TAP, text=text, mark="tick", colour=style.GOOD)
        elif tap is not None:
            text = say("to the top") if end == "top" else say("to the bottom")
            yield Cell(f"end.{position}.{end}", words, 0, 0, 0, TAP, text=text, choice=tap)

    def _family(self, key: str, family: Family) -> Cell:
        title, colour = Name(self._playset.families[family.kind].title), self._looks[f"family:{family.kind}"].colour
        mode, lie = family.mode, family.counters
        words = say("{family}, modality {mode}, {counters} Modality counters.", family=title, mode=mode, counters=lie)
        text = say("{family}", family=title)
        if mode or lie:
            text = say("{family} M{mode} ({counters})", family=title, mode=mode, counters=lie)
        return Cell(key, words, 0, 0, 0, CARD, text=text, colour=colour)


def monuments_board(view: ManaView, width: float) -> Board | None:
    """What the Monuments that lie there say, each in a line; None before there are any."""
    world, cards = view.table.clans, view.table.clans_set.monuments
    lying = [(place, each) for row in (world.monuments, world.offers) for place, each in enumerate(row, 1) if each]
    cells, y = list[Cell](), 0.0
    for index, (position, card) in enumerate(lying):
        title, says = Name(cards[card].title), monument_text(cards[card])
        words = say("{monument}, at position {position}. {says}", monument=title, position=position, says=says)
        name = say("{position}: {monument}", position=position, monument=title)
        is_small = width <= PHONE  # beside its name a sentence would be too small there
        wide, name_high, high = (width, CARD, TAP) if is_small else (NAMES, SAYS, SAYS)
        cells.append(Cell(f"name.{index}", None, 0, y, wide, name_high, text=name, colour=style.STONE))
        y, left = (y + CARD + GAP, 0.0) if is_small else (y, NAMES + GAP)
        cells.append(Cell(f"says.{index}", words, left, y, width - left, high, text=says, colour=style.PLAIN))
        y += high + GAP
    return Board("monuments", say("What the Monuments say"), width, y, tuple(cells)) if cells else None


# --- what a seat founds ---


HEADING: Final = 24.0
CLAN: Final = 34.0
TITLE: Final = 78.0
"""Width of a card's name beside what it says."""
RIM: Final = 3.0
"""Of the cell that is tapped, around both."""
LETTER, LINE = 8.0, 14.8
"""Room for a letter of what a card says, and for a line of it: 11 px high on a phone of 320."""


def founding_board(view: ManaView, taps: style.Taps, width: float) -> Board | None:
    """None where this seat founds nothing now."""
    draft = draft_of(view)
    return _Founding(view, taps, draft, width).board() if isinstance(draft, Found) else None


class _Founding:
    """The cells of one board, from its top down."""

    def __init__(self, view: ManaView, taps: style.Taps, draft: Found, width: float) -> None:
        self._view, self._taps, self._draft, self._width = view, taps, draft, width
        self._playset = view.table.setup.playset
        self._titles = self._playset.titles()
        self._y = 0.0

    def board(self) -> Board:
        """Vetoes and Factions a row each, and the Clans side by side as they lie on the mat."""
        cells = (*self._vetoes(), *self._factions(), *self._clans())
        return Board("founding", say("Your Tribe: tap what you choose"), self._width, self._y - GAP, cells)

    def _vetoes(self) -> Iterator[Cell]:
        yield self._heading("veto", say("Veto one Monument"))
        for position, offer in zip(PLACES, self._view.table.clans.offers, strict=True):
            name = say("{position}: {monument}", position=position, monument=Name(self._titles[offer]))
            act = replace(self._draft, veto=position)
            yield from self._card(f"monument:{offer}", name, act, is_chosen=position == self._draft.veto)

    def _factions(self) -> Iterator[Cell]:
        yield self._heading("factions", say("Select two Factions"))
        for faction in self._view.table.clans.factions:
            name, act = say("{faction}", faction=Name(self._titles[faction])), with_faction(self._draft, faction)
            yield from self._card(f"faction:{faction}", name, act, is_chosen=faction in self._draft.factions)

    def _clans(self) -> Iterator[Cell]:
        yield self._heading("clans", say("Where your Clans stand"))
        seat, clans = self._draft.seat, self._draft.clans
        looks = looks_of((self._playset,))
        for position, clan, place in zip(
            PLACES, clans, across(0, self._y, self._width, CLAN, len(PLACES)), strict=True
        ):
            text = say("{position}: {clan}", position=position, clan=Name(self._titles[clan]))
            colour = looks[f"clan_of_seat_{seat + 1}:{clan}"].colour
            yield Cell(f"clan.{position}", text, *place, text=text, colour=colour)
        self._y += CLAN + GAP
        pairs = list(combinations(range(len(PLACES)), 2))
        places = across(0, self._y, self._width, TAP, len(pairs))
        for (one, other), place in zip(pairs, places, strict=True):
            tap = self._taps.of(swapped(self._draft, one, clans[other]))
            text = say("swap {one} and {other}", one=PLACES[one], other=PLACES[other])
            words = say("Swap the Clans at {one} and {other}.", one=PLACES[one], other=PLACES[other])
            yield Cell(f"swap.{one}.{other}", words, *place, text=text, choice=tap)
        self._y += TAP + GAP

    def _heading(self, key: str, words: Message) -> Cell:
        cell = Cell(key, words, 0, self._y, self._width, HEADING, text=words, colour=style.PLAIN)
        self._y += HEADING + GAP
        return cell

    def _card(self, kind: str, name: Message, act: Found, *, is_chosen: bool) -> Iterator[Cell]:
        """A card that may be chosen: its name, and beside it what it says."""
        says, tap = about(self._playset, kind), None if is_chosen else self._taps.of(act)
        colour, mark = style.GOOD if is_chosen else style.STONE, style.ticked(is_chosen)
        words, top, high = sentences(say("{name}.", name=name), says), self._y + RIM, self._height(f"{says}")
        yield Cell(kind, words, 0, self._y, self._width, high + 2 * RIM, colour=colour, choice=tap)
        yield Cell(f"{kind}.name", None, RIM, top, TITLE, high, text=name, colour=colour)
        left, chosen = RIM + TITLE + 1, say("This is your choice.") if is_chosen else None
        yield Cell(f"{kind}.says", chosen, left, top, self._width - left - RIM, high, text=says, mark=mark)
        self._y += high + 2 * RIM + GAP

    def _height(self, says: str) -> float:
        """Of a card: three lines, or as many more as it needs in letters that a small phone shows to be read."""
        in_line = int((self._width - TITLE - 3 * RIM) / LETTER)
        return LINE * max(3, -(-len(says) // in_line))
