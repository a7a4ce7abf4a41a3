"""The board on which a seat puts its purchases together: a number a line, with a step more and one fewer.

What may be bought is grouped as it lies on the mat: the Tribe first, then Clan by Clan (M-069). Which lines there are
follows from the position and not from what is put together so far, so that nothing moves under the finger.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from companion.games.board import Board, Cell
from companion.games.manawave.acts import Invest
from companion.games.manawave.board_cells import GAP, PLAIN, TAP, Taps, across, colour_of, counted
from companion.games.manawave.drafts import draft_of, ledger, with_number
from companion.games.manawave.effects import COUNTERS, CounterKind
from companion.games.manawave.model import PLACES, Clan, Counters, Family, ManaView, Tribe
from companion.games.manawave.purchases import KINDS, MADE, NOUNS, Made, clan_cap, open_modes, tribe_cap
from companion.language.message import Message, say
from companion.language.values import Name

_Steps: TypeAlias = tuple[Invest | None, Invest | None]
"""The drafts with one fewer and with one more; None where the rules do not allow it."""
HEADING = 26.0
ABREAST = 2
"""So many numbers stand side by side: on a phone all of a Tribe's are then one screen."""
STEP = 47.0
"""Width of what steps a number; the number and its name have the room between."""


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


class _Purchases:
    """The cells of one board, from its top down."""

    def __init__(self, view: ManaView, taps: Taps, draft: Invest, width: float) -> None:
        self._view, self._taps, self._draft, self._width = view, taps, draft, width
        self._playset = view.table.clans_set
        self._tribe: Tribe = view.table.clans.tribes[draft.seat]
        found = ledger(view.table, draft)
        assert found is not None  # else it is no draft
        self._after = found
        self._y = 0.0

    def board(self) -> Board | None:
        cells = [*self._of_tribe(), *(cell for position in PLACES for cell in self._of_clan(position))]
        if not cells:
            return None
        return Board("purchases", say("Your purchases: tap + and −"), self._width, self._y, tuple(cells))

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

    def _of_clan(self, position: int) -> Iterator[Cell]:
        """What a Clan is given, makes of its mana, and buys for its Families."""
        lines = [*self._given(position), *self._made(position), *self._of_families(position)]
        if not lines:
            return
        clan = self._after.tribe.at(position)
        title = Name(self._playset.clans[clan.card].title)
        words = say("{position}: {clan}, {mana} mana left", position=position, clan=title, mana=clan.counters.mana)
        yield self._heading(f"clan.{position}", words)
        yield from self._rows(lines)

    def _given(self, position: int) -> Iterator[_Line]:
        for index, kind in enumerate(COUNTERS):
            if not self._gives(kind):
                continue
            at = KINDS * (position - 1) + index
            number, counter = self._draft.assign[at], NOUNS[kind]
            says = say("{number} {kind} to Clan {position}.", number=number, kind=counter, position=position)
            name = say("{counter} of the Tribe", counter=counter)
            yield _Line(f"assign.{kind}.{position}", name, name, kind, says, number, self._steps("assign", at))

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
                short = say("{family}: counters", family=title)
                yield _Line(f"family.{index}", name, short, "modality", says, has, self._steps("bought", index))
            if len(open_modes(self._playset, replace(family, counters=family.counters + most))) > 1:
                mode = self._draft.modes[index]
                says = say("{family} is in modality {mode}.", family=title, mode=mode)
                name = say("{family}: modality", family=title)
                steps = self._modes(index, replace(family, counters=has))
                yield _Line(f"mode.{index}", name, name, "modality", says, mode, steps)

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
        cell = Cell(key, words, 0, self._y, self._width, HEADING, text=words)
        self._y += HEADING + GAP
        return cell

    def _rows(self, lines: Sequence[_Line]) -> Iterator[Cell]:
        """The numbers of one heading, so many beside one another."""
        # The name of a Family needs all of the width.
        short, long = ([each for each in lines if (each.kind == "modality") is is_long] for is_long in (False, True))
        rows = [*(short[at : at + ABREAST] for at in range(0, len(short), ABREAST)), *([each] for each in long)]
        for row in rows:
            places = across(0, self._y, self._width, TAP, 1 if row[0] in long else ABREAST)
            for line, (x, _, wide, _) in zip(row, places, strict=False):
                yield from self._cells(line, x, wide)
            self._y += TAP + GAP

    def _cells(self, line: _Line, left: float, wide: float) -> Iterator[Cell]:
        """One fewer, the number with its name, one more."""
        fewer, more = map(self._taps.of, line.steps)
        words = say("{name}. {says}", name=line.name, says=line.says)
        yield Cell(
            f"{line.key}.=",
            words,
            left + STEP + 1,
            self._y,
            wide - 2 * STEP - 2,
            TAP,
            number=f"{line.number}",
            text=line.short,
            colour=colour_of(line.kind),
        )
        for sign, does, shown, choice, x in (
            ("-", say("One fewer."), "−", fewer, left),
            ("+", say("One more."), "+", more, left + wide - STEP),
        ):
            if choice is not None:
                key = f"{line.key}.{sign}"
                yield Cell(key, does, x, self._y, STEP, TAP, number=shown, choice=choice, colour=PLAIN)


def _short(kind: Made, cost: int) -> Message:
    return say("{counter}, {cost} mana", counter=NOUNS[kind], cost=cost)


def _making(kind: Made, cost: int, cap: int | None) -> Message:
    """What a line is for that converts mana."""
    if cap is None:
        return say("makes {counter}: {cost} mana each", counter=NOUNS[kind], cost=cost)
    return say("makes {counter}: {cost} mana each, {cap} at most", counter=NOUNS[kind], cost=cost, cap=cap)
