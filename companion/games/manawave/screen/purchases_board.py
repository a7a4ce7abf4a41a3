"""The board on which a seat puts its purchases together: a number a line, with a step more and one fewer.

What may be bought is grouped as it lies on the mat: the Tribe first, then Clan by Clan (M-069). Which lines there are
follows from the position and not from what is put together so far, so that nothing moves under the finger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from companion.games.board import GAP, TAP, Board, Cell, across
from companion.games.manawave.data.effects import COUNTERS, MADE, NOUNS, CounterKind, Made
from companion.games.manawave.rules.investment import Investing
from companion.games.manawave.rules.purchases import clan_cap, open_modes, plans, tribe_cap
from companion.games.manawave.screen.drafts import draft_of, so_far, with_number
from companion.games.manawave.screen.style import PLAIN, Taps, colour_of, counted, ticked
from companion.games.manawave.state.acts import Invest, Numbers, slot
from companion.games.manawave.state.model import PLACES, Clan, Counters, Family, ManaView, Tribe
from companion.games.manawave.words.card_texts import modality_words
from companion.language.message import NOTHING, Message, say
from companion.language.values import Name

_Steps: TypeAlias = tuple[Invest | None, Invest | None]
"""The drafts with one fewer and with one more; None where the rules do not allow it."""
HEADING = 36.0
NAME = 22.0
"""Height of a name above what is bought for it."""
LEAST = 108.0
"""Width that a number and what steps it need; so many of them as have that stand side by side."""
STEP = 47.0
"""Width of what takes one away; the number and its name have the rest, and a tap on them adds one."""


def purchases_board(view: ManaView, taps: Taps, width: float) -> Board | None:
    """None where nothing is to be bought, or nothing can be."""
    draft = draft_of(view)
    if not isinstance(draft, Invest):
        return None
    return _Purchases(view, taps, draft, width).board()


class _Line(NamedTuple):
    """A number that may be stepped."""

    key: str
    name: Message
    """What it is for, with cost and cap."""
    short: Message
    """The same below the number, where there is room for a few words."""
    kind: str
    """The counter whose colour the name has."""
    says: Message
    number: int
    steps: _Steps
    under: Message = NOTHING
    """The name above it and others like it, where it has one."""


class _Purchases:
    """The cells of one board, from its top down."""

    def __init__(self, view: ManaView, taps: Taps, draft: Invest, width: float) -> None:
        self._view, self._taps, self._draft, self._width = view, taps, draft, width
        self._playset = view.table.clans_set
        self._tribe: Tribe = view.table.clans.tribes[draft.seat]
        found = so_far(view.table, draft)
        assert found is not None  # else it is no draft
        self._after = found
        self._x, self._y = 0.0, 0.0

    def board(self) -> Board | None:
        """The Tribe above, and its Clans side by side below, as they lie on the mat."""
        cells, width = [*self._of_tribe()], self._width
        clans = [each for position in PLACES if (each := self._of_clan(position)) is not None]
        if not cells and not clans:
            return None
        top = bottom = self._y
        for (heading, lines), (x, _, wide, _) in zip(clans, across(0, 0, width, TAP, len(clans)), strict=True):
            self._x, self._y, self._width = x, top, wide
            cells += [heading(), *self._rows(lines)]
            bottom = max(bottom, self._y)
        self._x, self._y, self._width = 0.0, bottom, width
        cells += self._proposals()
        bottom = self._y
        title = say("Your purchases: a tap adds one, − takes it back")
        return Board("purchases", title, width, bottom - GAP, tuple(cells))

    def _proposals(self) -> Iterator[Cell]:
        """Whole decisions, of which one tap makes the draft; that which it is stays in its place."""
        for at, each in enumerate(plans(self._playset, self._tribe, self._draft.seat)):
            place, is_drafted = (0.0, self._y, self._width, TAP), each == self._draft
            words = say("all at once: {what}", what=Investing().words(self._view, each))
            tap = None if is_drafted else self._taps.of(each)  # its act is offered too: to commit it, elsewhere
            yield Cell(f"plan.{at}", words, *place, text=words, mark=ticked(is_drafted), choice=tap)
            self._y += TAP + GAP

    def _of_tribe(self) -> Iterator[Cell]:
        """What the Tribe makes of its mana, and what it has to give."""
        if any(map(self._makes, MADE)) or any(map(self._gives, COUNTERS)):
            words = say("Tribe, to give: {counters}", counters=counted(self._after.counters))
            if not self._after.counters.total:
                words = say("Tribe: nothing left to give")
            yield self._heading("tribe", words)
        yield from self._rows(list(self._made_by_tribe()))

    def _made_by_tribe(self) -> Iterator[_Line]:
        for index, kind in enumerate(MADE):
            if self._makes(kind):
                number, cap = self._draft.tribe[index], tribe_cap(self._playset, self._tribe, kind)
                says = say("The Tribe makes {number} {counter}.", number=number, counter=NOUNS[kind])
                cost = self._playset.convert.tribe.of(kind).mana
                yield _making(f"tribe.{kind}", kind, cost, cap, says, number, self._steps("tribe", index))

    def _of_clan(self, position: int) -> tuple[Callable[[], Cell], list[_Line]] | None:
        """What a Clan is given, makes of its mana, and buys for its Families, below its heading; None for nothing."""
        lines = [*self._given(position), *self._made(position), *self._of_families(position)]
        if not lines:
            return None
        clan = self._after.at(position)
        title = Name(self._playset.clans[clan.card].title)
        words = say("{position}: {clan}, {mana} mana left", position=position, clan=title, mana=clan.counters.mana)
        return partial(self._heading, f"clan.{position}", words), lines

    def _given(self, position: int) -> Iterator[_Line]:
        for index, kind in enumerate(COUNTERS):
            if self._gives(kind):
                at, counter = slot("assign", position, index), NOUNS[kind]
                number, steps, under = self._draft.assign[at], self._steps("assign", at), say("of the Tribe")
                says = say("{number} {kind} to Clan {position}.", number=number, kind=counter, position=position)
                name, short = say("{counter} of the Tribe", counter=counter), say("{counter}", counter=counter)
                yield _Line(f"assign.{kind}.{position}", name, short, kind, says, number, steps, under)

    def _made(self, position: int) -> Iterator[_Line]:
        clan = self._tribe.at(position)
        converting = replace(clan, counters=clan.counters.and_(Counters(*self._draft.given(position))))
        for index, kind in enumerate(MADE):
            cost, at = self._playset.convert.clan.of(kind).mana, slot("clan", position, index)
            if cost <= self._mana(clan):
                cap, number = clan_cap(self._playset, converting, kind, self._tribe.population), self._draft.clan[at]
                says = say("Clan {position} makes {number} {kind}.", position=position, number=number, kind=NOUNS[kind])
                yield _making(f"clan.{kind}.{position}", kind, cost, cap, says, number, self._steps("clan", at))

    def _of_families(self, position: int) -> Iterator[_Line]:
        """Modality counters and modality of each Family of a Clan."""
        first = sum(len(self._tribe.at(each).families) for each in PLACES if each < position)
        clan, cost = self._tribe.at(position), self._playset.convert.clan.modality.mana
        most = self._mana(clan) // cost if cost else 0
        for index, family in enumerate(clan.families, first):
            card, bought = self._playset.families[family.kind], self._draft.bought[index]
            title, has = Name(card.title), family.counters + bought
            under = say("{family}", family=title)
            if len(card.modality) > 1 and most:
                says = say("{has} Modality counters on {family}.", has=has, family=title)
                name = say("{family}: counters, {cost} mana each", family=title, cost=cost)
                short, steps = say("counters"), self._steps("bought", index)
                yield _Line(f"family.{index}", name, short, "modality", says, has, steps, under)
            if len(open_modes(self._playset, replace(family, counters=family.counters + most))) > 1:
                mode = self._draft.modes[index]
                says = say("{family}: {does}", family=title, does=modality_words(mode, card.modality[mode]))
                name, short = say("{family}: modality", family=title), say("modality")
                steps = self._modes(index, replace(family, counters=has))
                yield _Line(f"mode.{index}", name, short, "modality", says, mode, steps, under)

    def _makes(self, kind: Made) -> bool:
        """Whether the Tribe has the mana for one at all."""
        return self._tribe.counters.mana >= self._playset.convert.tribe.of(kind).mana

    def _gives(self, kind: CounterKind) -> bool:
        """Whether the Tribe may have one to give to a Clan."""
        if kind == "mana":
            return bool(self._tribe.counters.mana) and self._playset.options.tribe_mana_assignable
        return bool(self._tribe.counters.of(kind)) or any(each == kind and self._makes(each) for each in MADE)

    def _mana(self, clan: Clan) -> int:
        """The most mana that a Clan may have."""
        return clan.counters.mana + (self._tribe.counters.mana if self._gives("mana") else 0)

    def _steps(self, field: Numbers, index: int) -> _Steps:
        table, draft = self._view.table, self._draft
        has: int = getattr(draft, field)[index]
        fewer = with_number(table, draft, field, index, has - 1) if has else None
        return fewer, with_number(table, draft, field, index, has + 1)

    def _modes(self, index: int, family: Family) -> _Steps:
        """The drafts in which a Family is in the modality before and after that which it is in."""
        modes, mode = open_modes(self._playset, family), self._draft.modes[index]
        at = modes.index(mode) if mode in modes else 0
        fewer = self._draft.with_number("modes", index, modes[at - 1]) if at else None
        return fewer, self._draft.with_number("modes", index, modes[at + 1]) if at + 1 < len(modes) else None

    def _heading(self, key: str, words: Message) -> Cell:
        cell = Cell(key, words, self._x, self._y, self._width, HEADING, text=words)
        self._y += HEADING + GAP
        return cell

    def _rows(self, lines: Sequence[_Line]) -> Iterator[Cell]:
        """The numbers of one heading, so many beside one another."""
        abreast = max(1, int((self._width + GAP) / (LEAST + GAP)))
        for under, some in groupby(lines, key=lambda line: line.under):
            alike = list(some)
            if under != NOTHING:
                yield Cell(f"{alike[0].key}.of", None, self._x, self._y, self._width, NAME, text=under, colour=PLAIN)
                self._y += NAME + 1
            for at in range(0, len(alike), abreast):
                places = across(self._x, self._y, self._width, TAP, abreast)
                for line, (x, _, wide, _) in zip(alike[at : at + abreast], places, strict=False):
                    yield from self._cells(line, x, wide)
                self._y += TAP + GAP

    def _cells(self, line: _Line, left: float, wide: float) -> Iterator[Cell]:
        """The number with its name, which a tap makes one more; beside it one fewer."""
        fewer, more = map(self._taps.of, line.steps)
        words = say("{name}. {says}", name=line.name, says=line.says)
        number = f"{line.number} +" if more is not None else f"{line.number}"
        place = (left, self._y, wide - STEP - 1, TAP)
        key, colour = f"{line.key}.+", colour_of(line.kind)
        yield Cell(key, words, *place, number=number, text=line.short, colour=colour, choice=more)
        if fewer is not None:
            place = (left + wide - STEP, self._y, STEP, TAP)
            yield Cell(f"{line.key}.-", say("One fewer."), *place, number="−", choice=fewer, colour=PLAIN)


def _making(key: str, kind: Made, cost: int, cap: int | None, says: Message, number: int, steps: _Steps) -> _Line:
    """A line that converts mana."""
    counter = NOUNS[kind]
    name = say("makes {counter}: {cost} mana each", counter=counter, cost=cost)
    if cap is not None:
        name = say("makes {counter}: {cost} mana each, {cap} at most", counter=counter, cost=cost, cap=cap)
    return _Line(key, name, say("{counter}, {cost} mana", counter=counter, cost=cost), kind, says, number, steps)
