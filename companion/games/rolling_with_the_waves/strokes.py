"""What a pen does on a Pirate Map between two moments: squares written, circles coloured, islands crossed out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from companion.games.rolling_with_the_waves.charts import level
from companion.games.rolling_with_the_waves.figures import Sheet
from companion.games.rolling_with_the_waves.whole import CANNONS, CHESTS, TRACKS, Chart
from companion.language.message import Message, listing, say

Pen: TypeAlias = Literal["write", "erase", "colour", "wipe", "cross"]
"""A value written or erased; a circle coloured or wiped blank; an island crossed out."""
Row: TypeAlias = str
"""A row of a map: `raise`, `chest.0` and so on, `hull`, `ports`, `crew`, `small`, `large`, `infamy`."""

ROW_WORDS: Final[dict[Row, Message]] = {
    "raise": say("Raise Spirits"),
    **{f"chest.{chest}": say("chest {chest}", chest=chest + 1) for chest in CHESTS},
    "hull": say("Hull"),
    "small": say("the small cannon"),
    "large": say("the large cannon"),
    "ports": say("Ports"),
    "crew": say("Crew"),
    "infamy": say("Infamy"),
}


class Stroke(msgspec.Struct, frozen=True):
    """One square or circle of a map, and what the pen does there."""

    row: Row
    place: int
    """From 0; of a circle of a track its level less one, of Infamy its number less one."""
    pen: Pen
    value: int = 0
    """What is written or erased, or the sum in the circle."""
    is_circle: bool = False


def rows_of(chart: Chart) -> Iterator[tuple[Row, tuple[int, ...]]]:
    """Every row of squares, in the order of the map."""
    for chest in CHESTS:
        yield f"chest.{chest}", chart.chests[chest]
    yield "raise", chart.spirits
    for track in TRACKS:
        yield track, chart.row(track)
    for cannon in CANNONS:
        yield cannon, chart.row(cannon)


def strokes(before: Chart, after: Chart, sheet: Sheet) -> tuple[Stroke, ...]:
    """What the pen does on a map that is as `before`, so that it is as `after`, row by row."""
    found = list[Stroke]()
    for (row, old), (_, new) in zip(rows_of(before), rows_of(after), strict=True):
        same = next(
            (place for place, (one, other) in enumerate(zip(old, new, strict=False)) if one != other),
            min(len(old), len(new)),
        )
        found += [Stroke(row, place, "erase", old[place]) for place in range(len(old) - 1, same - 1, -1)]
        found += [Stroke(row, place, "write", new[place]) for place in range(same, len(new))]
    for chest in CHESTS:
        if before.buried[chest] != after.buried[chest]:
            found.append(Stroke(f"chest.{chest}", 0, "cross" if after.buried[chest] else "wipe", is_circle=True))
    for track in TRACKS:
        was, now = level(before, sheet, track), level(after, sheet, track)
        sums = sheet.circles(track)
        found += [Stroke(track, place, "colour", sums[place], is_circle=True) for place in range(was, now)]
        found += [Stroke(track, place, "wipe", sums[place], is_circle=True) for place in range(now, was)]
    gained = range(before.infamy, after.infamy)
    spent = range(after.infamy, before.infamy)
    found += [Stroke("infamy", place, "colour", is_circle=True) for place in gained]
    found += [Stroke("infamy", place, "wipe", is_circle=True) for place in spent]
    return tuple(found)


# --- in words ---


def told(done: Sequence[Stroke], row: Row | None = None) -> tuple[Message, ...]:
    """The same in words, a few words a row and what is done there: "write 5 into square 3 of Hull".

    With a row its name is left out.
    """
    found = list[Message]()
    for name in dict.fromkeys(each.row for each in done):
        some = [each for each in done if each.row == name]
        found += _of_row(name, some, name != row)
    return tuple(found)


def _of_row(row: Row, done: Sequence[Stroke], is_named: bool) -> Iterator[Message]:
    label = ROW_WORDS[row]
    for pen in ("erase", "write"):
        some = [each for each in done if each.pen == pen and not each.is_circle]
        if not some:
            continue
        values = listing((each.value for each in some), ",")
        squares = listing((each.place + 1 for each in some), ",")
        if pen == "erase" and is_named:
            yield say("erase {values} from {row}", values=values, row=label)
        elif pen == "erase":
            yield say("erase {values}", values=values)
        elif is_named:
            yield say(
                "write {values} into {row}, {number?square|squares} {squares}",
                values=values,
                row=label,
                number=len(some),
                squares=squares,
            )
        else:
            yield say(
                "write {values} into {number?square|squares} {squares}",
                values=values,
                number=len(some),
                squares=squares,
            )
    yield from _circles(row, [each for each in done if each.is_circle])


def _circles(row: Row, done: Sequence[Stroke]) -> Iterator[Message]:
    coloured = [each for each in done if each.pen == "colour"]
    wiped = [each for each in done if each.pen == "wipe"]
    if row == "infamy":
        if coloured:
            yield say("colour {infamy} Infamy", infamy=len(coloured))
        if wiped:
            yield say("erase {infamy} Infamy", infamy=len(wiped))
        return
    if row.startswith("chest."):
        if wiped:
            yield say("take the cross off the island of {chest}", chest=ROW_WORDS[row])
        elif done:
            yield say("cross out the island of {chest}, and box the chest", chest=ROW_WORDS[row])
        return
    if coloured:
        sums = listing((each.value for each in coloured), ",")
        yield say("colour {number?circle|circles} {sums} of {row}", number=len(coloured), sums=sums, row=ROW_WORDS[row])
    if wiped:
        sums = listing((each.value for each in wiped), ",")
        yield say("erase {number?circle|circles} {sums} of {row}", number=len(wiped), sums=sums, row=ROW_WORDS[row])
