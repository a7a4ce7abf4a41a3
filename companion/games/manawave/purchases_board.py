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

from companion.games.board import Board, Cell, Mark
from companion.games.manawave.acts import Invest
from companion.games.manawave.board_cells import GAP, PLAIN, TAP, Taps, across, colour_of, counted
from companion.games.manawave.drafts import draft_of, ledger, with_number
from companion.games.manawave.effects import COUNTERS, CounterKind
from companion.games.manawave.model import PLACES, Clan, Counters, Family, ManaView, Tribe
from companion.games.manawave.phases.investment import Investing
from companion.games.manawave.purchase_plans import plans
from companion.games.manawave.purchases import KINDS, MADE, NOUNS, Made, clan_cap, open_modes, tribe_cap
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
        found = ledger(view.table, draft)
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
            place = (0.0, self._y, self._width, TAP)
            is_drafted = each == self._draft  # then its act is offered too: to commit it, elsewhere
            mark: Mark = "tick" if is_drafted else ""
            words = say("all at once: {what}", what=Investing().words(self._view, each))
            tap = None if is_drafted else self._taps.of(each)
            yield Cell(f"plan.{at}", words, *place, text=words, mark=mark, choice=tap)
            self._y += TAP + GAP

    # --- groups ---

    def _of_tribe(self) -> Iterator[Cell]:
        """What the Tribe makes of its mana, and what it has to give."""
        if any(map(self._makes, MADE)) or any(map(self._gives, COUNTERS)):
            words = say("Tribe, to give: {counters}", counters=counted(self._after.left))
            if not self._after.left.total:
                words = say("Tribe: nothing left to give")
            yield self._heading("tribe", words)
        yield from self._rows(list(self._made_by_tribe()))

    def _made_by_tribe(self) -> Iterator[_Line]:
        for index, kind in enumerate(MADE):
            if self._makes(kind):
                number, cap = self._draft.tribe[index], tribe_cap(self._playset, self._tribe, kind)
                says = say("The Tribe makes {number} {counter}.", number=number, counter=NOUNS[kind])
                name = _making(kind, getattr(self._playset.convert.tribe, kind).mana, cap)
                short = _short(kind, getattr(self._playset.convert.tribe, kind).mana)
                yield _Line(f"tribe.{kind}", name, short, kind, says, number, self._steps("tribe", index))

    def _of_clan(self, position: int) -> tuple[Callable[[], Cell], list[_Line]] | None:
        """What a Clan is given, makes of its mana, and buys for its Families, below its heading; None for nothing."""
        lines = [*self._given(position), *self._made(position), *self._of_families(position)]
        if not lines:
            return None
        clan = self._after.tribe.at(position)
        title = Name(self._playset.clans[clan.card].title)
        words = say("{position}: {clan}, {mana} mana left", position=position, clan=title, mana=clan.counters.mana)
        return partial(self._heading, f"clan.{position}", words), lines

    def _given(self, position: int) -> Iterator[_Line]:
        for index, kind in enumerate(COUNTERS):
            if not self._gives(kind):
                continue
            at = KINDS * (position - 1) + index
            number, counter = self._draft.assign[at], NOUNS[kind]
            says = say("{number} {kind} to Clan {position}.", number=number, kind=counter, position=position)
            name = say("{counter} of the Tribe", counter=counter)
            key, steps, under = f"assign.{kind}.{position}", self._steps("assign", at), say("of the Tribe")
            yield _Line(key, name, say("{counter}", counter=counter), kind, says, number, steps, under)

    def _made(self, position: int) -> Iterator[_Line]:
        clan = self._tribe.at(position)
        given = Counters(*self._draft.assign[KINDS * (position - 1) : KINDS * position])
        converting = replace(clan, counters=clan.counters.and_(given))
        for index, kind in enumerate(MADE):
            cost: int = getattr(self._playset.convert.clan, kind).mana
            if cost > self._mana(clan):
                continue
            at, counter = len(MADE) * (position - 1) + index, NOUNS[kind]
            cap = clan_cap(self._playset, converting, kind, self._tribe.population)
            number = self._draft.clan[at]
            says = say("Clan {position} makes {number} {kind}.", position=position, number=number, kind=counter)
            name, steps = _making(kind, cost, cap), self._steps("clan", at)
            yield _Line(f"clan.{kind}.{position}", name, _short(kind, cost), kind, says, number, steps)

    def _of_families(self, position: int) -> Iterator[_Line]:
        """Modality counters and modality of each Family of a Clan."""
        first = sum(len(self._tribe.at(each).families) for each in PLACES if each < position)
        clan, cost = self._tribe.at(position), self._playset.convert.clan.modality.mana
        most = self._mana(clan) // cost if cost else 0
        for index, family in enumerate(clan.families, first):
            card, bought = self._playset.families[family.kind], self._draft.bought[index]
            title, has = Name(card.title), family.counters + bought
            if len(card.modality) > 1 and most:
                says = say("{has} Modality counters on {family}.", has=has, family=title)
                name = say("{family}: counters, {cost} mana each", family=title, cost=cost)
                key, short, steps = f"family.{index}", say("counters"), self._steps("bought", index)
                yield _Line(key, name, short, "modality", says, has, steps, say("{family}", family=title))
            if len(open_modes(self._playset, replace(family, counters=family.counters + most))) > 1:
                mode = self._draft.modes[index]
                says = say("{family} is in modality {mode}.", family=title, mode=mode)
                name = say("{family}: modality", family=title)
                steps = self._modes(index, replace(family, counters=has))
                key, short = f"mode.{index}", say("modality")
                yield _Line(key, name, short, "modality", says, mode, steps, say("{family}", family=title))

    # --- what may be ---

    def _makes(self, kind: Made) -> bool:
        """Whether the Tribe has the mana for one at all."""
        cost: int = getattr(self._playset.convert.tribe, kind).mana
        return self._tribe.counters.mana >= cost

    def _gives(self, kind: CounterKind) -> bool:
        """Whether the Tribe may have one to give to a Clan."""
        if kind == "mana":
            return bool(self._tribe.counters.mana) and self._playset.options.tribe_mana_assignable
        return bool(self._tribe.counters.of(kind)) or any(each == kind and self._makes(each) for each in MADE)

    def _mana(self, clan: Clan) -> int:
        """The most mana that a Clan may have."""
        return clan.counters.mana + (self._tribe.counters.mana if self._gives("mana") else 0)

    def _steps(self, field: str, index: int) -> _Steps:
        has: int = getattr(self._draft, field)[index]
        fewer, more = (
            with_number(self._playset, self._view.table, self._draft, field, index, number) if number >= 0 else None
            for number in (has - 1, has + 1)
        )
        return fewer, more

    def _modes(self, index: int, family: Family) -> _Steps:
        """The drafts in which a Family is in the modality before and after that which it is in."""
        modes, mode = open_modes(self._playset, family), self._draft.modes[index]
        at = modes.index(mode) if mode in modes else 0
        return (
            self._in_mode(index, modes[at - 1 : at]),
            self._in_mode(index, modes[at + 1 : at + 2]),
        )

    def _in_mode(self, index: int, modes: Sequence[int]) -> Invest | None:
        own = self._draft.modes
        return replace(self._draft, modes=(*own[:index], *modes, *own[index + 1 :])) if modes else None

    # --- cells ---

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


def _short(kind: Made, cost: int) -> Message:
    return say("{counter}, {cost} mana", counter=NOUNS[kind], cost=cost)


def _making(kind: Made, cost: int, cap: int | None) -> Message:
    """What a line is for that converts mana."""
    if cap is None:
        return say("makes {counter}: {cost} mana each", counter=NOUNS[kind], cost=cost)
    return say("makes {counter}: {cost} mana each, {cap} at most", counter=NOUNS[kind], cost=cost, cap=cap)
