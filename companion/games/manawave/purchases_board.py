"""The board on which a seat puts its purchases together: a number each, with a step more and one fewer."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.board import Board, Cell
from companion.games.manawave.acts import Invest
from companion.games.manawave.board_cells import GAP, PLAIN, TAP, Taps, across, colour_of
from companion.games.manawave.drafts import draft_of, ledger, with_number
from companion.games.manawave.effects import COUNTERS
from companion.games.manawave.model import PLACES, ManaView
from companion.games.manawave.purchases import KINDS, MADE, NOUNS, Ledger, clan_cap, open_modes, tribe_cap
from companion.language.message import Message, say
from companion.language.values import Name, Noun

ROW: float = TAP
NAMES: float = 76.0
"""Width of the row's names."""


def purchases_board(view: ManaView, taps: Taps, width: float) -> Board | None:
    """None where nothing is to be bought."""
    draft = draft_of(view)
    if not isinstance(draft, Invest):
        return None
    found = ledger(view.table, draft)
    assert found is not None  # else it is no draft
    cells, y = list[Cell](), 0.0
    for row in (
        *_tribe_rows(view, taps, draft, found),
        *_assign_rows(view, taps, draft, found),
        *_clan_rows(view, taps, draft, found),
        *_family_rows(view, taps, draft),
    ):
        cells += row.cells(y, width)
        y += ROW + GAP
    return Board("purchases", say("Your purchases: tap + and −"), width, max(y, ROW), tuple(cells))


class _Row:
    """A name, and a number with a step more and one fewer for each of some places."""

    def __init__(self, key: str, name: Message, colour: str = "") -> None:
        self.key, self.name, self.colour = key, name, colour
        self.places = list[tuple[str, Message, str, Invest | None, Invest | None, Taps]]()

    def add(self, key: str, words: Message, number: str, more: Invest | None, fewer: Invest | None, taps: Taps) -> None:
        """One place: what it says, its number, and the drafts of a step."""
        self.places.append((key, words, number, more, fewer, taps))

    def cells(self, y: float, width: float) -> Iterator[Cell]:
        """The row as cells."""
        yield Cell(f"{self.key}", self.name, 0, y, NAMES, ROW, text=self.name, colour=self.colour or PLAIN)
        if not self.places:
            return
        left = NAMES + GAP
        for (key, words, number, more, fewer, taps), (x, top, wide, high) in zip(
            self.places, across(left, y, width - left, ROW, len(self.places)), strict=True
        ):
            steps = (("-", fewer, say("One fewer.")), ("=", None, words), ("+", more, say("One more.")))
            for (sign, draft, says), (x_, top_, wide_, high_) in zip(steps, across(x, top, wide, high, 3), strict=True):
                choice = taps.of(draft)
                shown = number if sign == "=" else ("+" if sign == "+" else "−")
                if sign != "=" and choice is None:
                    continue
                yield Cell(f"{self.key}.{key}.{sign}", says, x_, top_, wide_, high_, number=shown, choice=choice)


def _tribe_rows(view: ManaView, taps: Taps, draft: Invest, found: Ledger) -> Iterator[_Row]:
    tribe = view.table.clans.tribes[draft.seat]
    if not tribe.counters.mana:
        return
    for index, kind in enumerate(MADE):
        cap = tribe_cap(view.table.clans_set, tribe, kind)
        rate = getattr(view.table.clans_set.convert.tribe, kind).mana
        row = _Row(f"tribe.{kind}", say("Tribe makes {kind}", kind=NOUNS[kind]), colour_of(kind))
        number = draft.tribe[index]
        words = say("{number} {kind} for {rate} mana each.", number=number, kind=NOUNS[kind], rate=rate)
        if cap is not None:
            words = say(
                "{number} {kind} for {rate} mana each, at most {cap}.",
                number=number,
                kind=NOUNS[kind],
                rate=rate,
                cap=cap,
            )
        row.add("n", words, f"{number}", *_both(view, draft, "tribe", index), taps)
        yield row


def _assign_rows(view: ManaView, taps: Taps, draft: Invest, found: Ledger) -> Iterator[_Row]:
    """What of the Tribe tracker goes to which Clan."""
    for index, kind in enumerate(COUNTERS):
        given = [draft.assign[KINDS * place + index] for place in range(len(PLACES))]
        left = found.left.of(kind)
        if not left and not any(given):
            continue
        if kind == "mana" and not view.table.clans_set.options.tribe_mana_assignable:
            continue
        name = say("{kind}: {left} left", kind=NOUNS[kind], left=left)
        row = _Row(f"assign.{kind}", name, colour_of(kind))
        for place, number in enumerate(given):
            words = say("{number} {kind} to Clan {position}.", number=number, kind=NOUNS[kind], position=place + 1)
            row.add(f"{place}", words, f"{number}", *_both(view, draft, "assign", KINDS * place + index), taps)
        yield row


def _clan_rows(view: ManaView, taps: Taps, draft: Invest, found: Ledger) -> Iterator[_Row]:
    """What each Clan makes of its mana."""
    tribe = view.table.clans.tribes[draft.seat]
    clans = found.tribe.clans
    spent = [sum(draft.clan[len(MADE) * place : len(MADE) * (place + 1)]) for place in range(len(PLACES))]
    if not any(clan.counters.mana for clan in clans) and not any(spent):
        return
    row = _Row("mana", say("Clans 1 to 3: mana left"), colour_of("mana"))
    for place, clan in enumerate(clans):
        words = say("Clan {position} has {mana} mana left.", position=place + 1, mana=clan.counters.mana)
        row.add(f"{place}", words, f"{clan.counters.mana}", None, None, taps)
    yield row
    for index, kind in enumerate(MADE):
        row = _Row(f"clan.{kind}", say("makes {kind}", kind=NOUNS[kind]), colour_of(kind))
        for place in range(len(PLACES)):
            at = len(MADE) * place + index
            number, cap = (
                draft.clan[at],
                clan_cap(view.table.clans_set, tribe.at(place + 1), kind, tribe.population),
            )
            position = place + 1
            kind_ = NOUNS[kind]
            words = say("Clan {position} makes {number} {kind}.", position=position, number=number, kind=kind_)
            if cap is not None:
                words = say(
                    "Clan {position} makes {number} {kind}, at most {cap}.",
                    cap=cap,
                    position=position,
                    number=number,
                    kind=kind_,
                )
            row.add(f"{place}", words, f"{number}", *_both(view, draft, "clan", at), taps)
        yield row


def _family_rows(view: ManaView, taps: Taps, draft: Invest) -> Iterator[_Row]:
    """Modality counters and modality of each Family."""
    playset, index = view.table.clans_set, 0
    for position, clan in zip(PLACES, view.table.clans.tribes[draft.seat].clans, strict=True):
        for family in clan.families:
            card = playset.families[family.kind]
            if len(card.modality) > 1:
                name = say("{position}: {family}", position=position, family=Name(card.title))
                row = _Row(f"family.{index}", name, colour_of("modality"))
                has = family.counters + draft.bought[index]
                noun = Noun("Modality counter")
                words = say("{has} × {noun} on {family}.", has=has, noun=noun, family=Name(card.title))
                row.add("n", words, f"#{has}", *_both(view, draft, "bought", index), taps)
                now = replace(family, counters=has)
                modes = open_modes(playset, now)
                mode = draft.modes[index]
                at = modes.index(mode) if mode in modes else 0
                up = _mode(draft, index, modes[at + 1]) if at + 1 < len(modes) else None
                down = _mode(draft, index, modes[at - 1]) if at else None
                words = say("{family} is in modality {mode}.", family=Name(card.title), mode=mode)
                row.add("m", words, f"M{mode}", up, down, taps)
                yield row
            index += 1


def _both(view: ManaView, draft: Invest, field: str, index: int) -> tuple[Invest | None, Invest | None]:
    """The drafts with one more and with one fewer there, where the rules allow them."""
    has: int = getattr(draft, field)[index]
    playset = view.table.clans_set
    more = with_number(playset, view.table, draft, field, index, has + 1)
    return more, with_number(playset, view.table, draft, field, index, has - 1) if has else None


def _mode(draft: Invest, index: int, mode: int) -> Invest:
    return replace(draft, modes=(*draft.modes[:index], mode, *draft.modes[index + 1 :]))
