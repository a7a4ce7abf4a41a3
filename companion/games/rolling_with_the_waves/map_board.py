"""The boards of a whole game: every Pirate Map as on paper, and the own mini board while dice are allocated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.board import Board, Cell, Mark
from companion.games.core import Choice, Seat
from companion.games.rolling_with_the_waves.board import PAINTS
from companion.games.rolling_with_the_waves.charts import CANNON_OF, level, points, reached
from companion.games.rolling_with_the_waves.figures import FREE, PRINTED
from companion.games.rolling_with_the_waves.mini_board import COLUMNS as COLUMNS_OF_MINI
from companion.games.rolling_with_the_waves.mini_board import PLACES
from companion.games.rolling_with_the_waves.model import Aim, Allocate, DiceAction, DiceView, Stow
from companion.games.rolling_with_the_waves.phases.part import colour_noun, die_words, icon_words, points_words
from companion.games.rolling_with_the_waves.phases.scribe import icon_now, writers
from companion.games.rolling_with_the_waves.whole import (
    CANNONS,
    CHEST_ICONS,
    CHESTS,
    ICONS,
    STEPS,
    TRACKS,
    Chart,
    Icon,
    Phase,
    Track,
    Whole,
)
from companion.language.message import Message, lone, say, sentences
from companion.language.values import Count, Noun

SIDE, GAP = 40.0, 5.0
STEP = SIDE + GAP
COLUMNS = 12
GOLD, SEA = "#8a6a1f", "#1f5c73"
POINT = Noun("point")
ROWS: dict[Track, Message] = {"hull": say("Hull"), "ports": say("Ports"), "crew": say("Crew")}
CANNON_NAMES: dict[str, Message] = {"small": say("Small cannon"), "large": say("Large cannon")}


def boards(view: DiceView, choices: Sequence[Choice[DiceAction]]) -> tuple[Board, ...]:
    """All maps for everybody, and for a seat its own first, with its mini board while it allocates."""
    whole = view.table.played
    seats = [*range(len(whole.maps))]
    if view.seat is None:
        return tuple(_map(view, seat, choices) for seat in seats)
    order = [view.seat, *(seat for seat in seats if seat != view.seat)]
    maps = tuple(_map(view, seat, choices) for seat in order)
    return (_mini(view, view.seat, choices), *maps) if whole.phase is Phase.ALLOCATE else maps


# --- a map ---


def _map(view: DiceView, seat: Seat, choices: Sequence[Choice[DiceAction]]) -> Board:
    """One Pirate Map: what stands on it, what is written now, and the chests that may be tapped."""
    whole, chart = view.table.played, view.table.played.maps[seat]
    cells = [*_head(view, seat), *_chests(view, seat, choices)]
    top = _chest_rows(whole) + 2
    cells += _raise(whole, seat, top)
    for row, track in enumerate(TRACKS, top + 1):
        cells += _row(whole, seat, track, row)
    for row, cannon in enumerate(CANNONS, top + 4):
        cells += _cannon(whole, seat, cannon, row)
    cells += _infamy(whole, chart, top + 6)
    height = (top + 6 + _infamy_rows(whole)) * STEP + GAP
    return Board(
        f"map.{seat}", say("{who}'s Pirate Map", who=view.who(seat)), COLUMNS * STEP + GAP, height, tuple(cells)
    )


def _at(column: float, row: float) -> tuple[float, float]:
    return GAP + column * STEP, GAP + row * STEP


def _wide(columns: float) -> float:
    return columns * STEP - GAP


def _head(view: DiceView, seat: Seat) -> Iterator[Cell]:
    """Whose map it is, the points as they stand, and the dice in the nests."""
    whole = view.table.played
    colour, worth = whole.setup.colours[seat], points(whole, seat)
    words = say("{points}: {lines}.", points=Count(worth.total, POINT), lines=points_words(whole.setup, worth))
    x, y = _at(0, 0)
    yield Cell(
        "points",
        words,
        x,
        y,
        _wide(3),
        SIDE,
        number=f"{worth.total}",
        text=say("{points:noun}", points=Count(worth.total, POINT)),
    )
    x, y = _at(3, 0)
    crew = say("{who} plays {colour}.", who=view.who(seat), colour=colour_noun(colour))
    yield Cell("crew colour", crew, x, y, _wide(3), SIDE, text=lone(colour_noun(colour)), colour=PAINTS.get(colour, ""))
    for place in range(PRINTED.draw_per_player):
        x, y = _at(6 + 2 * place, 0)
        nest = whole.nests[seat]
        if place < len(nest):
            die = nest[place]
            text = say("{colour}", colour=colour_noun(die.colour))
            words = say("Drafted: {die}.", die=die_words(die))
            yield Cell(
                f"nest.{place}",
                words,
                x,
                y,
                _wide(2),
                SIDE,
                number=f"{die.value}",
                text=text,
                colour=_paint(die.colour),
            )
        else:
            yield Cell(f"nest.{place}", say("An empty crow's nest."), x, y, _wide(2), SIDE)


def _paint(colour: str) -> str:
    return PAINTS["clear"] if colour == FREE else PAINTS.get(colour, "")


def _chest_rows(whole: Whole) -> int:
    return max(_rows_of(whole, chest) for chest in CHESTS)


def _rows_of(whole: Whole, chest: int) -> int:
    columns = whole.setup.sheet.columns(chest)
    return max(1, -(-whole.setup.sheet.room(chest) // columns))


def _chests(view: DiceView, seat: Seat, choices: Sequence[Choice[DiceAction]]) -> Iterator[Cell]:
    """Three chests side by side, each filled from its bottom right square; below each its island."""
    whole = view.table.played
    now = _now(whole)
    for chest in CHESTS:
        yield from _squares(whole, seat, chest)
        x, y = _at(4 * chest, _chest_rows(whole) + 1)
        chart, icon = whole.maps[seat], CHEST_ICONS[chest]
        is_buried, is_now = (
            chart.buried[chest],
            (icon in now or f"bury{chest + 1}" in now) and _writes(whole, seat, chest),
        )
        choice = next((each for each in choices if _robs(whole, each, seat, chest)), None)
        words = say(
            "Chest {chest} has {sum} in {values}.",
            chest=chest + 1,
            sum=sum(chart.chests[chest]),
            values=Count(len(chart.chests[chest]), Noun("value")),
        )
        if is_buried:
            words = sentences(words, say("It is buried: its island is crossed out."))
        if is_now:
            words = sentences(words, say("It is written now."))
        if choice is not None:
            words = sentences(
                words, say("Tap it: {what}.", what=choice.label if isinstance(choice.label, Message) else lone(0))
            )
        mark: Mark = "cross" if is_buried else "now" if is_now or choice is not None else ""
        yield Cell(
            f"chest.{chest}",
            words,
            x,
            y,
            _wide(4),
            SIDE,
            text=say("chest {chest}", chest=chest + 1),
            mark=mark,
            colour=GOLD,
            choice=choice,
        )


def _writes(whole: Whole, seat: Seat, chest: int) -> bool:
    icons = whole.icons[seat]
    return CHEST_ICONS[chest] in icons or f"bury{chest + 1}" in icons


def _robs(whole: Whole, choice: Choice[DiceAction], seat: Seat, chest: int) -> bool:
    """Whether this choice is about that chest: it is robbed by all that is loaded, or gets the loot."""
    act = choice.actions[0]
    if isinstance(act, Stow):
        return act.seat == seat and act.into == chest
    if not isinstance(act, Aim) or act.target != seat or act.chest != chest:
        return False
    return len(act.cannons) == len(
        [c for c in CANNONS if len(whole.maps[act.seat].row(c)) >= whole.setup.sheet.squares(c)]
    )


def _squares(whole: Whole, seat: Seat, chest: int) -> Iterator[Cell]:
    """The squares of a chest: the n-th value stands in row n // columns from the bottom, n % columns from the right."""
    sheet, values = whole.setup.sheet, whole.maps[seat].chests[chest]
    columns, bottom = sheet.columns(chest), _chest_rows(whole)
    for square in range(sheet.room(chest)):
        x, y = _at(4 * chest + columns - 1 - square % columns, bottom - square // columns)
        number = f"{values[square]}" if square < len(values) else ""
        words = (
            say("Chest {chest}, square {square}: {value}.", chest=chest + 1, square=square + 1, value=values[square])
            if number
            else say("Chest {chest}, square {square}: empty.", chest=chest + 1, square=square + 1)
        )
        yield Cell(f"chest.{chest}.{square}", words, x, y, SIDE, SIDE, number=number)


def _now(whole: Whole) -> tuple[Icon, ...]:
    """The icon that is written now, where one is."""
    icon = icon_now(whole, whole.phase) if whole.phase in STEPS else None
    return () if icon is None else (icon,)


def _raise(whole: Whole, seat: Seat, row: int) -> Iterator[Cell]:
    spirits = whole.maps[seat].spirits
    yield _name("raise", say("Raise Spirits"), row, _is_now(whole, seat, "raise"))
    for square in range(PRINTED.spirits):
        yield _square("raise", say("Raise Spirits"), spirits, square, row)


def _is_now(whole: Whole, seat: Seat, icon: Icon) -> bool:
    return icon in _now(whole) and seat in writers(whole, icon)


def _name(key: str, label: Message, row: float, is_now: bool) -> Cell:
    x, y = _at(0, row)
    words = say("{row}: it is written now.", row=label) if is_now else say("{row}.", row=label)
    return Cell(f"{key}.name", words, x, y, _wide(3), SIDE, text=label, mark="now" if is_now else "", colour=SEA)


def _square(key: str, label: Message, values: Sequence[int], square: int, row: float) -> Cell:
    x, y = _at(3 + square, row)
    if square < len(values):
        words = say("{row}, square {square}: {value}.", row=label, square=square + 1, value=values[square])
        return Cell(f"{key}.{square}", words, x, y, SIDE, SIDE, number=f"{values[square]}")
    words = say("{row}, square {square}: empty.", row=label, square=square + 1)
    return Cell(f"{key}.{square}", words, x, y, SIDE, SIDE)


def _row(whole: Whole, seat: Seat, track: Track, row: int) -> Iterator[Cell]:
    """The squares of a track, and its circles: a level that is reached is coloured."""
    chart, sheet = whole.maps[seat], whole.setup.sheet
    yield _name(track, ROWS[track], row, _is_now(whole, seat, track))
    for square in range(PRINTED.squares):
        yield _square(track, ROWS[track], chart.row(track), square, row)
    yield from _circles(track, ROWS[track], sheet.circles(track), level(chart, sheet, track), row)


def _circles(key: str, label: Message, sums: Sequence[int], got: int, row: float) -> Iterator[Cell]:
    for place, needed in enumerate(sums):
        x, y = _at(9 + place, row)
        if place < got:
            words = say("{row}, circle {needed}: reached.", row=label, needed=needed)
            yield Cell(f"{key}.circle.{place}", words, x, y, SIDE, SIDE, "round", f"{needed}", mark="tick", colour=GOLD)
        else:
            words = say("{row}, circle {needed}: not reached.", row=label, needed=needed)
            yield Cell(f"{key}.circle.{place}", words, x, y, SIDE, SIDE, "round", f"{needed}")


def _cannon(whole: Whole, seat: Seat, cannon: str, row: int) -> Iterator[Cell]:
    chart, sheet = whole.maps[seat], whole.setup.sheet
    name = "small" if cannon == "small" else "large"
    icon = next(icon for icon, each in CANNON_OF.items() if each == name)
    label = CANNON_NAMES[name]
    yield _name(name, label, row, _is_now(whole, seat, icon))
    values = chart.small if name == "small" else chart.large
    for square in range(sheet.squares("small" if name == "small" else "large")):
        yield _square(name, label, values, square, row)
    sums = sheet.shots_at("small" if name == "small" else "large")
    yield from _circles(name, label, sums, reached(values, sums), row)


def _infamy_rows(whole: Whole) -> int:
    return max(1, -(-max(whole.setup.sheet.cap, 1) // COLUMNS)) if whole.setup.sheet.cap else 1


def _infamy(whole: Whole, chart: Chart, row: int) -> Iterator[Cell]:
    """The circles of Infamy, as many filled as there are points of it; a number alone where there is no limit."""
    cap = whole.setup.sheet.cap
    if not cap:
        x, y = _at(0, row)
        words = say("{infamy} Infamy.", infamy=chart.infamy)
        yield Cell("infamy", words, x, y, _wide(3), SIDE, number=f"{chart.infamy}", text=say("Infamy"))
        return
    for circle in range(cap):
        x, y = _at(circle % COLUMNS, row + circle // COLUMNS)
        is_filled = circle < chart.infamy
        words = (
            say("Infamy {circle} of {most}: filled.", circle=circle + 1, most=cap)
            if is_filled
            else say("Infamy {circle} of {most}: empty.", circle=circle + 1, most=cap)
        )
        yield Cell(
            f"infamy.{circle}",
            words,
            x,
            y,
            SIDE,
            SIDE,
            "round",
            colour="#1d1d1d" if is_filled else "",
            mark="tick" if is_filled else "",
        )


# --- the mini board ---

_ICON_SIDE = 60.0


def _mini(view: DiceView, seat: Seat, choices: Sequence[Choice[DiceAction]]) -> Board:
    """The icons of the own mini board: where dice lie, and where the next one may."""
    taps = {act.icon: each for each in choices if isinstance(act := each.actions[0], Allocate) and act.seat == seat}
    on = [act.icon for act in view.own_sealed if isinstance(act, Allocate)]
    cells = tuple(_icon(view, seat, icon, on, taps.get(icon)) for icon in ICONS)
    width = COLUMNS_OF_MINI * (_ICON_SIDE + GAP) + GAP
    return Board("mini", say("Your mini board"), width, 3 * (_ICON_SIDE + GAP) + GAP, cells)


def _icon(view: DiceView, seat: Seat, icon: Icon, on: Sequence[Icon | None], choice: Choice[DiceAction] | None) -> Cell:
    column, row = PLACES[icon]
    x, y = GAP + column * (_ICON_SIDE + GAP), GAP + row * (_ICON_SIDE + GAP)
    dice = [die for die, lies in zip(view.table.played.nests[seat], on, strict=False) if lies == icon]
    label = icon_words(icon)
    text = say("{icon:capital}", icon=label)
    if dice:
        words = say("{icon:capital}: {die} lies here.", icon=label, die=die_words(dice[0]))
        return Cell(
            icon,
            words,
            x,
            y,
            _ICON_SIDE,
            _ICON_SIDE,
            number=f"{dice[0].value}",
            text=text,
            mark="tick",
            colour=_paint(dice[0].colour),
            choice=choice,
        )
    if choice is not None:
        words = say("{icon:capital}: tap it to lay the next die here.", icon=label)
        return Cell(icon, words, x, y, _ICON_SIDE, _ICON_SIDE, text=text, mark="now", choice=choice)
    return Cell(icon, say("{icon:capital}: closed.", icon=label), x, y, _ICON_SIDE, _ICON_SIDE, text=text, mark="cross")
