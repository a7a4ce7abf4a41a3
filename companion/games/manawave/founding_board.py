"""The board on which a seat founds its Tribe: the Monument it vetoes, the Factions it selects, where its Clans stand.

What is chosen is ticked where it stands, so that nothing moves under a finger.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from msgspec.structs import replace

from companion.games.board import Board, Cell, Mark
from companion.games.manawave.acts import Found
from companion.games.manawave.board_cells import GAP, GOOD, PLAIN, STONE, TAP, Taps, across
from companion.games.manawave.card_texts import about
from companion.games.manawave.drafts import draft_of, swapped, with_faction
from companion.games.manawave.looks import looks_of
from companion.games.manawave.model import PLACES, ManaView
from companion.language.message import Message, say, sentences
from companion.language.values import Name

HEADING: Final = 24.0
CLAN: Final = 34.0
NAMES: Final = 78.0
"""Width of a card's name beside what it says."""
RIM: Final = 3.0
"""Of the cell that is tapped, around both."""


def founding_board(view: ManaView, taps: Taps, width: float) -> Board | None:
    """None where this seat founds nothing now."""
    draft = draft_of(view)
    return _Founding(view, taps, draft, width).board() if isinstance(draft, Found) else None


class _Founding:
    """The cells of one board, from its top down."""

    def __init__(self, view: ManaView, taps: Taps, draft: Found, width: float) -> None:
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
        for (one, other), place in zip(pairs, across(0, self._y, self._width, TAP, len(pairs)), strict=True):
            tap = self._taps.of(swapped(self._draft, one, clans[other]))
            text = say("swap {one} and {other}", one=PLACES[one], other=PLACES[other])
            words = say("Swap the Clans at {one} and {other}.", one=PLACES[one], other=PLACES[other])
            yield Cell(f"swap.{one}.{other}", words, *place, text=text, choice=tap)
        self._y += TAP + GAP

    def _heading(self, key: str, words: Message) -> Cell:
        cell = Cell(key, words, 0, self._y, self._width, HEADING, text=words, colour=PLAIN)
        self._y += HEADING + GAP
        return cell

    def _card(self, kind: str, name: Message, act: Found, *, is_chosen: bool) -> Iterator[Cell]:
        """A card that may be chosen: its name, and beside it what it says."""
        says, tap = about(self._playset, kind), None if is_chosen else self._taps.of(act)
        colour, mark = GOOD if is_chosen else STONE, _ticked(is_chosen)
        words, top, high = sentences(say("{name}.", name=name), says), self._y + RIM, TAP - 2 * RIM
        yield Cell(kind, words, 0, self._y, self._width, TAP, colour=colour, choice=tap)
        yield Cell(f"{kind}.name", None, RIM, top, NAMES, high, text=name, colour=colour)
        left, chosen = RIM + NAMES + 1, say("This is your choice.") if is_chosen else None
        yield Cell(f"{kind}.says", chosen, left, top, self._width - left - RIM, high, text=says, mark=mark)
        self._y += TAP + GAP


def _ticked(is_chosen: bool) -> Mark:
    return "tick" if is_chosen else ""
