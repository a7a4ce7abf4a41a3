"""What everybody does on paper now: what the pen does on each Pirate Map, step by step and in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from companion.games.core import Seat, ToDo
from companion.games.rolling_with_the_waves.data.figures import Sheet
from companion.games.rolling_with_the_waves.rules import course, scribe
from companion.games.rolling_with_the_waves.state import charts, model, records
from companion.games.rolling_with_the_waves.words.names import DIE, ROW_WORDS, icon_words
from companion.language.message import Message, filled, listing, say
from companion.language.values import Count

Pen: TypeAlias = Literal["write", "erase", "colour", "wipe", "cross"]
"""A value written or erased; a circle coloured or wiped blank; an island crossed out."""
_CHESTS: Final = tuple(f"chest.{chest}" for chest in records.CHESTS)
ROWS: Final[tuple[records.Row, ...]] = (*_CHESTS, "raise", *records.TRACKS, *records.CANNONS)
"""Every row of squares, in the order of the map."""


class Stroke(msgspec.Struct, frozen=True):
    """One square or circle of a map, and what the pen does there."""

    row: records.Row
    place: int
    """From 0; of a circle of a track its level less one, of Infamy its number less one."""
    pen: Pen
    value: int = 0
    """What is written or erased, or the sum in the circle."""
    is_circle: bool = False


def strokes(before: records.Chart, after: records.Chart, sheet: Sheet) -> tuple[Stroke, ...]:
    """What the pen does on a map that is as `before`, so that it is as `after`, row by row."""
    found = list[Stroke]()
    for row in ROWS:
        old, new = before.row(row), after.row(row)
        alike = takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False))
        same = sum(1 for _ in alike)
        found += [Stroke(row, place, "erase", old[place]) for place in range(len(old) - 1, same - 1, -1)]
        found += [Stroke(row, place, "write", new[place]) for place in range(same, len(new))]
    for chest in records.CHESTS:
        if before.buried[chest] != after.buried[chest]:
            found.append(Stroke(f"chest.{chest}", 0, "cross" if after.buried[chest] else "wipe", is_circle=True))
    for track in records.TRACKS:
        was, now = (charts.level(chart, sheet, track) for chart in (before, after))
        found += _circles(track, was, now, sheet.sums(track))
    return (*found, *_circles("infamy", before.infamy, after.infamy))


def _circles(row: records.Row, was: int, now: int, sums: Sequence[int] = ()) -> Iterator[Stroke]:
    """The circles of a row that are coloured or wiped blank, where so many were coloured and so many are now."""
    for place in range(min(was, now), max(was, now)):
        pen: Pen = "colour" if was < now else "wipe"
        yield Stroke(row, place, pen, sums[place] if sums else 0, is_circle=True)


# --- in words ---


def in_words(done: Sequence[Stroke], row: records.Row | None = None) -> tuple[Message, ...]:
    """The same in words, a few words a row and what is done there: "write 5 into square 3 of Hull".

    With a row its name is left out.
    """
    rows = dict.fromkeys(each.row for each in done)
    return tuple(words for name in rows for words in _of_row(name, done, name != row))


def _of_row(row: records.Row, done: Sequence[Stroke], is_named: bool) -> Iterator[Message]:
    by_pen = {pen: [each for each in done if (each.row, each.pen) == (row, pen)] for pen in get_args(Pen)}
    label = ROW_WORDS[row]
    if some := by_pen["erase"]:
        values = listing((each.value for each in some), ",")
        named = say("erase {values} from {row}", values=values, row=label)
        yield named if is_named else say("erase {values}", values=values)
    if some := by_pen["write"]:
        places, values = (
            listing(each, ",") for each in zip(*((one.place + 1, one.value) for one in some), strict=True)
        )
        into = say("{number?square|squares} {squares}", number=len(some), squares=places)
        named = say("write {values} into {row}, {squares}", values=values, row=label, squares=into)
        yield named if is_named else say("write {values} into {squares}", values=values, squares=into)
    if by_pen["cross"]:
        yield say("cross out the island of {chest}, and box the chest", chest=label)
    for pen in ("colour", "wipe"):
        some = by_pen[pen]
        if not some:
            continue
        if row == "infamy" and pen == "colour":
            yield say("colour {infamy} Infamy", infamy=len(some))
        elif row == "infamy":
            yield say("erase {infamy} Infamy", infamy=len(some))
        elif row.startswith("chest."):
            yield say("take the cross off the island of {chest}", chest=label)
        else:
            values = listing((each.value for each in some), ",")
            sums = say("{number?circle|circles} {sums} of {row}", number=len(some), sums=values, row=label)
            yield say("colour {circles}", circles=sums) if pen == "colour" else say("erase {circles}", circles=sums)


# --- what is written now ---


class Written(msgspec.Struct, frozen=True):
    """One icon that is written now, and the game before and after it."""

    act: model.Write
    before: records.Whole
    after: records.Whole


def run(known: model.DiceState) -> tuple[Written, ...]:
    """What is written now, icon after icon, until somebody has to be asked; empty where nothing is."""
    found, state = list[Written](), known
    while not state.table.over:
        legal = course.COURSE.legal_actions(state)
        if len(legal) != 1 or not isinstance(legal[0], model.Write):
            break
        after = course.COURSE.apply_legal(state, legal[0])
        found.append(Written(legal[0], state.table.played, after.table.played))
        state = after
    return tuple(found)


def steps_of(written: Sequence[Written]) -> list[Message]:
    """What the steps of these icons are called, in their order."""
    icons = {each.act.icon for each in written}
    return [step.words for phase, step in scribe.STEPS.items() if icons & {*records.STEPS[phase]}]


def own_steps(view: model.DiceView, written: Sequence[Written]) -> tuple[Written, ...]:
    """Those of these steps in which this seat has something to do; none of a view without a seat."""
    return tuple(each for each in written if view.seat in _written(view, each).seats)


def run_now(view: model.DiceView) -> tuple[Written, ...]:
    """What is written now as everybody knows it; empty in phases in which nothing is written, and after the end."""
    table = view.table
    return () if table.over or table.played.phase not in records.STEPS else run(model.known_to_all(view))


def strokes_now(view: model.DiceView) -> tuple[tuple[Stroke, ...], ...]:
    """What the pen does on each map by the newest volley, and by what is written now; nothing while nothing is."""
    whole = view.table.played
    if view.table.over:
        return ((),) * len(whole.maps)
    written = run_now(view)
    last = written[-1].after.maps if written else whole.maps
    return tuple(
        (*_of_volley(whole, seat), *strokes(now, then, whole.setup.sheet))
        for seat, (now, then) in enumerate(zip(whole.maps, last, strict=True))
    )


def _of_volley(whole: records.Whole, seat: Seat) -> Iterator[Stroke]:
    """What the newest volley has the pen do on this map, which is drawn as it is after it."""
    fired, chart = whole.volley, whole.maps[seat]
    if fired is None:
        return
    if seat == fired.target:
        top = len(chart.chests[fired.chest]) + len(fired.loot) - 1
        for taken, value in enumerate(fired.loot):
            yield Stroke(f"chest.{fired.chest}", top - taken, "erase", value)
    if seat == fired.shooter:
        if fired.kept:
            first = len(chart.chests[fired.into]) - len(fired.kept)
            for place, value in enumerate(fired.kept, first):
                yield Stroke(f"chest.{fired.into}", place, "write", value)
        for cannon in fired.cannons:
            for square in range(whole.setup.sheet.squares(cannon)):
                yield Stroke(cannon, square, "erase")
        yield from _circles("infamy", chart.infamy - fired.gained, chart.infamy)


# --- step by step ---


def to_do(view: model.DiceView) -> tuple[ToDo, ...]:
    """The steps on paper, in their order: of the newest volley, and of what is written now."""
    whole = view.table.played
    if view.table.over:
        return ()
    volley = (_volley(view, whole.volley),) if whole.volley is not None else ()
    return (*volley, *(_written(view, each) for each in run_now(view)))


def _written(view: model.DiceView, step: Written) -> ToDo:
    """Whoever writes from that icon, or gains by it: a line each."""
    icon, before, after = step.act.icon, step.before, step.after
    lines, whose = list[Message](), list[Seat]()
    for seat in before.seats:
        done = [*in_words(strokes(before.maps[seat], after.maps[seat], before.setup.sheet), records.ROW_OF[icon])]
        more = after.bag[seat] - before.bag[seat]  # the palette begins with the colours of the seats
        if more > 0:  # by a new level of Crew
            done.append(say("put {dice} of your colour into the bag", dice=Count(more, DIE)))
        if done:
            lines.append(say("{who}: {done}.", who=view.who(seat), done=listing(done, ";")))
        elif icon in before.icons[seat]:
            lines.append(say("{who}: nothing, for no square is empty.", who=view.who(seat)))
        whose += [seat] * (len(lines) - len(whose))
    return ToDo(say("{icon:capital}", icon=icon_words(icon)), tuple(lines), tuple(whose))


def _volley(view: model.DiceView, fired: records.Fired) -> ToDo:
    """What the newest volley came to: shots, blocked ones, and what both write and erase (R-119 to R-126)."""
    who, lines = view.who(fired.shooter), list[tuple[Message, Seat | None]]()
    if fired.target != records.NOBODY:
        target = view.who(fired.target)
        sums = {"blocked": fired.blocked, "stolen": len(fired.loot)}
        text = "{target}'s Hull blocked {blocked}, and {stolen} {stolen?value was|values were} stolen."
        lines.append((filled(text, target=target, **sums), None))
        if fired.loot:
            loot, chest = listing(fired.loot, ","), ROW_WORDS[f"chest.{fired.chest}"]
            erased = say("{target}: erase {loot} from {chest}.", target=target, loot=loot, chest=chest)
            lines.append((erased, fired.target))
    if fired.kept:
        written, chest = listing(fired.kept, ","), ROW_WORDS[f"chest.{fired.into}"]
        stowed = say("{who}: write {values} into {chest}", who=who, values=written, chest=chest)
        is_row = len(fired.kept) > 1
        words = say("{stowed}, in this order.", stowed=stowed) if is_row else say("{stowed}.", stowed=stowed)
        lines.append((words, fired.shooter))
    cannons = listing(ROW_WORDS[cannon] for cannon in fired.cannons)
    words = say("{who}: colour {infamy} Infamy; erase all of {cannons}.", who=who, infamy=fired.gained, cannons=cannons)
    lines.append((words, fired.shooter))
    texts, seats = zip(*lines, strict=True)
    return ToDo(say("{who}'s volley", who=who), texts, seats)
