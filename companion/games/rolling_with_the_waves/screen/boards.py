"""The boards of a whole game: every Pirate Map as on paper, with what is written on it now, and mini boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from companion.games.board import Board, Cell, Mark
from companion.games.core import Choice, Seat
from companion.games.rolling_with_the_waves.data.figures import PRINTED
from companion.games.rolling_with_the_waves.mat.mini_board import COLUMNS, PLACES
from companion.games.rolling_with_the_waves.rules.volleys import loot_of
from companion.games.rolling_with_the_waves.screen import paperwork, rows
from companion.games.rolling_with_the_waves.state import charts, records
from companion.games.rolling_with_the_waves.state.model import Aim, Allocate, DiceAction, DiceView, ShowDie, Stow
from companion.games.rolling_with_the_waves.words import names
from companion.language.message import Message, filled, listing, lone, say, sentences
from companion.language.values import Count, Noun

LEAST_COLUMNS: Final = 10
"""A name, five squares and three circles: as narrow as a phone can show it with digits to read."""
CHEST_COLUMNS: Final = 3
TAP_ROWS: Final = 2
"""What is tapped has three lines of words."""
LAID = "#1f5c73"
"""Of an icon on which dice lie."""
_WIDTH, _HEIGHT, _GAP = 60.0, 66.0, 5.0


def boards(view: DiceView, choices: Sequence[Choice[DiceAction]]) -> tuple[Board, ...]:
    """All maps for everybody, and for a seat its own first, with its mini board while it allocates or says how it lay.

    Where the seat fires, the maps that it may rob come before its own.
    """
    done = paperwork.strokes_now(view)
    maps = [draw_map(view, seat, choices, done[seat]) for seat in _order(view, choices)]
    return (*(draw_mini(view, seat, choices) for seat in _minis(view)), *maps)


def _minis(view: DiceView) -> tuple[Seat, ...]:
    """The seats whose mini boards are drawn: one's own while dice are laid, and those of which is still to be told."""
    whole = view.table.played
    if view.table.over:
        return ()
    if whole.phase is records.Phase.ALLOCATE:
        return () if view.seat is None or whole.setup.by_board else (view.seat,)
    shown = whole.screened if whole.phase is records.Phase.REVEAL else ()
    return tuple(seat for seat in shown if view.seat in (None, seat))


def _order(view: DiceView, choices: Sequence[Choice[DiceAction]]) -> list[Seat]:
    acts = [choice.actions[0] for choice in choices]
    aims = {act.target for act in acts if isinstance(act, Aim) and act.seat == view.seat}
    seats = range(len(view.table.played.maps))
    return sorted(seats, key=lambda seat: (seat not in aims, seat != view.seat, seat))


# --- Pirate Maps ---


class ChestTap(msgspec.Struct, frozen=True):
    """What tapping a chest, or a line below it, does."""

    choice: Choice[DiceAction]
    short: Message
    """What stands in the cell."""
    words: Message
    """What comes of it, for who cannot see the cell."""


def draw_map(
    view: DiceView, seat: Seat, choices: Sequence[Choice[DiceAction]], strokes: Sequence[paperwork.Stroke] = ()
) -> Board:
    """The map of a seat. Its owner sees what its points are made of; `strokes` are what the pen does on it now."""
    whole = view.table.played
    chart, sheet, pen = whole.maps[seat], whole.setup.sheet, rows.Pen(strokes)
    taps = [tuple(chest_taps(view, choices, seat, chest)) for chest in records.CHESTS]
    cells = [*_head(view, seat), *_chests(whole, seat, taps, pen)]
    columns = max(LEAST_COLUMNS, 3 * _chest_columns(whole) + 1)
    at_row = 1 + _rows(whole) + max(1, TAP_ROWS * max(map(len, taps)))
    for row in ("raise", *records.TRACKS, *records.CANNONS):
        cells += rows.row_cells(row, chart, sheet, at_row, pen)
        at_row += 1
    cells += rows.infamy_cells(chart.infamy, sheet.cap, columns, at_row, pen)
    at_row += rows.infamy_rows(chart.infamy, sheet.cap, columns)
    if seat == view.seat:
        cells += _points(charts.points(whole, seat), columns, at_row)
        at_row += 1
    title = say("{who}'s Pirate Map", who=view.who(seat))
    width, height = (each * rows.STEP + rows.GAP for each in (columns, at_row))
    return Board(f"map.{seat}", title, width, height, tuple(cells))


def _chest_columns(whole: records.Whole) -> int:
    return max(CHEST_COLUMNS, *(whole.setup.sheet.columns(chest) for chest in records.CHESTS))


def _rows(whole: records.Whole) -> int:
    """Rows of squares of the highest chest; a host may make a chest smaller than what lies in it."""
    sheet = whole.setup.sheet
    most = [
        max(sheet.squares(f"chest.{chest}"), *(len(chart.chests[chest]) for chart in whole.maps))
        for chest in records.CHESTS
    ]
    return max(1, *(-(-most[chest] // sheet.columns(chest)) for chest in records.CHESTS))


def _head(view: DiceView, seat: Seat) -> Iterator[Cell]:
    """The points as they stand, the colour, and the dice in the nests."""
    whole, worth = view.table.played, charts.points(view.table.played, seat)
    colour, total, nest = whole.setup.colours[seat], Count(worth.total, names.POINT), whole.nests[seat]
    words = say("{points}: {lines}.", points=total, lines=names.points_words(whole.setup, worth))
    yield Cell("points", words, *rows.place_of(0, 0, 3), text=say("{points}", points=total), colour=rows.GOLD)
    name = names.colour_noun(colour)
    words = say("{who} plays {colour}.", who=view.who(seat), colour=name)
    yield Cell("crew colour", words, *rows.place_of(3, 0, 2.5), text=lone(name), colour=rows.paint_of(colour))
    for at in range(PRINTED.draw_per_player):
        key, place = f"nest.{at}", rows.place_of(5.5 + 1.5 * at, 0, 1.5)
        if at < len(nest):
            words = say("Drafted: {die}.", die=names.die_words(nest[at]))
            yield Cell(key, words, *place, pieces=(names.die_kind(nest[at]),))
        else:
            yield Cell(key, say("An empty crow's nest."), *place)


def _chests(whole: records.Whole, seat: Seat, taps: Sequence[Sequence[ChestTap]], pen: rows.Pen) -> Iterator[Cell]:
    """Three chests side by side, each filled from its bottom right square; below each its island, and what to tap."""
    sheet, wide, bottom = whole.setup.sheet, _chest_columns(whole), _rows(whole)
    for chest in records.CHESTS:
        left, columns = chest * (wide + 0.5), sheet.columns(chest)
        values, label = whole.maps[seat].chests[chest], say("Chest {chest}", chest=chest + 1)
        inset = (wide - columns) / 2
        if whole.maps[seat].buried[chest]:
            # Behind what it holds, and a little larger.
            x, y, width, height = rows.place_of(left, 1, wide, bottom + 1)
            place = x - rows.GAP, y - rows.GAP, width + 2 * rows.GAP, height + rows.GAP
            yield Cell(f"chest.{chest}.box", None, *place, colour=rows.SAFE)
        for square in range(max(sheet.squares(f"chest.{chest}"), len(values))):
            # The n-th value: row n // columns from the bottom, column n % columns from the right.
            place = rows.place_of(left + inset + columns - 1 - square % columns, bottom - square // columns)
            yield rows.square_cell(f"chest.{chest}", label, values, square, place, pen)
        yield from _island(whole, seat, chest, taps[chest], pen, left)


def _island(
    whole: records.Whole, seat: Seat, chest: int, taps: Sequence[ChestTap], pen: rows.Pen, left: float
) -> Iterator[Cell]:
    values, is_buried = whole.maps[seat].chests[chest], whole.maps[seat].buried[chest]
    at_row, wide, key, number = _rows(whole) + 1, _chest_columns(whole), f"chest.{chest}", chest + 1
    count = Count(len(values), Noun("value"))
    words = say("Chest {chest} has {sum} in {values}.", chest=number, sum=sum(values), values=count)
    is_now = pen.at(key, 0, is_circle=True) is not None
    if is_now:
        words = sentences(words, say("Cross out its island now, and box the chest."))
    elif is_buried:
        words = sentences(words, say("It is buried, with a box round it: nobody can rob it."))
    for line, tap in enumerate(taps):
        place = rows.place_of(left, at_row + TAP_ROWS * line, wide, TAP_ROWS)
        named, told = f"{key}.tap.{line}" if line else key, sentences(words, tap.words)
        yield Cell(named, told, *place, text=tap.short, mark="now", colour=rows.GOLD, choice=tap.choice)
    if taps:
        return
    mark: Mark = "now" if is_now else "tick" if is_buried else ""
    text = say("bury it") if is_now else say("chest {chest}", chest=number)
    if is_buried:
        text = say("chest {chest}: buried", chest=number)
    place, colour = rows.place_of(left, at_row, wide), rows.SAFE if is_buried else rows.GOLD
    yield Cell(key, words, *place, text=text, mark=mark, colour=colour)


def _points(worth: charts.Points, columns: int, at_row: int) -> Iterator[Cell]:
    """What the points are made of, side by side (R-170 to R-172); the owner's bonuses in one."""
    lines = [
        ("treasure", say("treasure {points}", points=worth.treasure)),
        ("buried", say("buried {points}", points=worth.buried)),
        ("tracks", say("tracks {points}", points=worth.tracks)),
        ("infamy", say("Infamy {points}", points=worth.infamy)),
    ]
    if worth.bonuses:
        lines.append(("bonuses", say("bonuses {points}", points=sum(worth.bonuses))))
    wide = columns / len(lines)
    for at, (key, text) in enumerate(lines):
        words = say("Points: {text}.", text=text)
        yield Cell(f"points.{key}", words, *rows.place_of(at * wide, at_row, wide), text=text)


def chest_taps(view: DiceView, choices: Sequence[Choice[DiceAction]], seat: Seat, chest: int) -> Iterator[ChestTap]:
    """What may be tapped of one chest: all cannons first, then each alone where two may fire at two players.

    Whoever fires has buttons for it on the own phone, where the maps of all others are no screen.
    """
    whole = view.table.played
    for choice in choices if view.seat in (None, seat) else ():
        act = choice.actions[0]
        if isinstance(act, Stow) and (act.seat, act.into) == (seat, chest):
            yield ChestTap(choice, say("loot here"), _stowed(whole, act))
        elif isinstance(act, Aim) and (act.target, act.chest) == (seat, chest):
            yield ChestTap(choice, _short(whole, act), volley_words(whole, act))


def _short(whole: records.Whole, act: Aim) -> Message:
    taken, (_, blocked) = len(loot_of(whole, act)), charts.shots(whole, act.seat, act.cannons, act.target)
    if len(charts.loaded(whole.maps[act.seat], whole.setup.sheet)) < 2:
        return say("steal {taken}, Hull blocks {blocked}", taken=taken, blocked=blocked)
    if len(act.cannons) > 1:
        return say("both steal {taken}, Hull blocks {blocked}", taken=taken, blocked=blocked)
    if act.cannons == ("small",):
        return say("small steals {taken}, blocked {blocked}", taken=taken, blocked=blocked)
    return say("large steals {taken}, blocked {blocked}", taken=taken, blocked=blocked)


def volley_words(whole: records.Whole, act: Aim) -> Message:
    """What a volley would come to: its shots, those that the Hull blocks, and what is stolen (R-120)."""
    shots, blocked = charts.shots(whole, act.seat, act.cannons, act.target)
    numbers = {"shots": shots, "blocked": blocked, "stolen": len(loot_of(whole, act))}
    text = (
        "{cannons:capital}: {shots} {shots?shot|shots}, the Hull blocks {blocked}, "
        "{stolen} {stolen?value is|values are} stolen."
    )
    return filled(text, cannons=names.cannons_words(act.cannons), **numbers)


def _stowed(whole: records.Whole, act: Stow) -> Message:
    chest, loot = names.CHEST_WORDS[act.into], loot_of(whole, act)
    room = whole.setup.sheet.squares(f"chest.{act.into}") - len(whole.maps[act.seat].chests[act.into])
    told = listing(loot, ",")
    if room < len(loot):
        room = max(0, room)
        return say("{chest:capital} takes {room} of {loot}: the rest is lost.", chest=chest, room=room, loot=told)
    return say("{chest:capital} takes {loot}.", chest=chest, loot=told)


# --- mini boards ---


def draw_mini(view: DiceView, seat: Seat, choices: Sequence[Choice[DiceAction]]) -> Board:
    """The mini board of a seat: an icon is tapped to lay the next die there, unseen, or to say that it lies there."""
    taps = {
        act.icon: each
        for each in choices
        if len(each.actions) == 1 and isinstance(act := each.actions[0], Allocate | ShowDie) and act.seat == seat
    }
    laid = [act.icon for act in view.own_sealed if isinstance(act, Allocate)] if seat == view.seat else []
    whole, is_own = view.table.played, seat == view.seat
    nest, on = whole.nests[seat], laid or whole.icons[seat]
    lying = {icon: [die for die, lies in zip(nest, on, strict=False) if lies == icon] for icon in records.ICONS}
    cells = [_icon(icon, dice, taps.get(icon)) for icon, dice in lying.items()]
    is_laid = is_own and whole.phase is records.Phase.ALLOCATE and not whole.called[seat]
    if is_laid and (left := nest[len(on) :]):  # the next one first, where the board has its marker
        words = say("Yet to be laid: {dice}.", dice=listing(map(names.die_words, left)))
        cells.append(Cell("left", words, _GAP, _GAP, _WIDTH, _HEIGHT, pieces=tuple(map(names.die_kind, left))))
    key = "mini" if is_own else f"mini.{seat}"
    title = say("Your mini board") if is_own else say("{who}'s mini board", who=view.who(seat))
    return Board(key, title, COLUMNS * (_WIDTH + _GAP) + _GAP, 3 * (_HEIGHT + _GAP) + _GAP, tuple(cells), is_laid)


def _icon(icon: records.Icon, dice: Sequence[records.Die], choice: Choice[DiceAction] | None) -> Cell:
    column, row = PLACES[icon]
    place = (_GAP + column * (_WIDTH + _GAP), _GAP + row * (_HEIGHT + _GAP), _WIDTH, _HEIGHT)
    label, text = names.icon_words(icon), names.icon_title(icon)
    if dice:
        lying = listing(map(names.die_words, dice))
        words = say("{icon:capital}: {dice} {number?lies|lie} here.", icon=label, dice=lying, number=len(dice))
        pieces = tuple(map(names.die_kind, dice))
        return Cell(icon, words, *place, text=text, colour=LAID, pieces=pieces, choice=choice)
    if choice is None:
        return Cell(icon, say("{icon:capital}: closed.", icon=label), *place, text=text, mark="closed")
    words = say("{icon:capital}: tap it to lay the next die here.", icon=label)
    if isinstance(choice.actions[0], ShowDie):
        words = say("{icon:capital}: tap it if the next die lies here.", icon=label)
    return Cell(icon, words, *place, text=text, mark="now", choice=choice)
