"""Diagrams as SVG, in colours of their own and in shapes and words besides, and as tables for who cannot see them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec
from markupsafe import Markup

from companion.games.diagrams import BarDiagram, Bars, Diagram, Line, LineDiagram
from companion.language.message import Message, Text
from web.http.speech import said

WIDTH, HEIGHT = 360, 220
LEFT, RIGHT, TOP, BOTTOM = 30, 116, 12, 30
"""What is free around the lines of a diagram: for the scale, names, and marks."""
LETTERS: Final = 12
"""So many letters of a name stand beside its line; the table has all of it."""
LEADING: Final = 15
STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
MOST_STEPS: Final = 5
MOST_MARKS: Final = 12
BAR_WIDTH, BAR_HEIGHT = 168, 104
BAR_FOOT, BAR_HEAD = 16, 16
BEAM: Final = 20
POINTS: Final = (
    "M{x} {y}m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z",
    "M{x} {y}m-4.2-4.2h8.4v8.4h-8.4z",
    "M{x} {y}m0-5.4l5.2 9.2h-10.4z",
    "M{x} {y}m0-5.8l5.8 5.8l-5.8 5.8l-5.8-5.8z",
    "M{x} {y}m0 5.4l5.2-9.2h-10.4z",
    "M{x} {y}m-1.6-5h3.2v3.4h3.4v3.2h-3.4v3.4h-3.2v-3.4h-3.4v-3.2h3.4z",
)
"""The points of the lines, a shape each: disc, box, triangle, diamond, triangle on its tip, cross."""


class Picture(msgspec.Struct, frozen=True):
    """One drawing of a diagram."""

    name: Message | None
    svg: Markup
    words: Message | None


class DrawnDiagram(msgspec.Struct, frozen=True):
    """A diagram as a page shows it."""

    key: str
    title: Message
    about: tuple[Message, ...]
    pictures: tuple[Picture, ...]
    head: tuple[Text, ...]
    """Heads of the columns of its table."""
    rows: tuple[tuple[Message, tuple[Text, ...]], ...]
    """The name of each row of its table, and what stands in it."""


def draw_diagrams(diagrams: Sequence[Diagram]) -> tuple[DrawnDiagram, ...]:
    """The diagrams of one moment."""
    return tuple(_bars(each) if isinstance(each, BarDiagram) else _lines(each) for each in diagrams)


def _bars(diagram: BarDiagram) -> DrawnDiagram:
    head: tuple[Text, ...] = (*map(str, diagram.marks), "band", "")
    rows = tuple((each.name, _bar_row(each)) for each in diagram.bars)
    pictures = tuple(Picture(each.name, _bar_picture(each, diagram.marks), each.words) for each in diagram.bars)
    return DrawnDiagram(diagram.key, diagram.title, diagram.about, pictures, head, rows)


def _bar_row(bars: Bars) -> tuple[Text, ...]:
    low, high = bars.band
    return (*map(str, bars.counts), f"{low} to {high}", bars.words)


def _lines(diagram: LineDiagram) -> DrawnDiagram:
    head: tuple[Text, ...] = tuple(map(str, diagram.marks))
    rows = tuple((line.name, tuple(map(str, line.values))) for line in diagram.lines)
    picture = Picture(None, _line_picture(diagram), None)
    return DrawnDiagram(diagram.key, diagram.title, diagram.about, (picture,), head, rows)


# --- bars ---


def _bar_picture(bars: Bars, marks: Sequence[int]) -> Markup:
    low, high = bars.band
    scale = (BAR_HEIGHT - BAR_FOOT - BAR_HEAD) / max(1, high, *bars.counts)
    foot = BAR_HEIGHT - BAR_FOOT
    wide = BAR_WIDTH / len(marks)
    band = Markup('<rect class="band" x="0" y="{}" width="{}" height="{}"/>').format(
        _short(foot - high * scale), BAR_WIDTH, _short(max(1.0, (high - low) * scale))
    )
    beams = Markup("").join(
        _beam(wide * (place + 0.5), foot, count, scale, mark, low <= count <= high)
        for place, (mark, count) in enumerate(zip(marks, bars.counts, strict=True))
    )
    told = ", ".join(f"{mark}: {count}" for mark, count in zip(marks, bars.counts, strict=True))
    words = f"{said(bars.name)}. {told}. {said(bars.words)}"
    return _svg(BAR_WIDTH, BAR_HEIGHT, words, band + beams)


def _beam(middle: float, foot: float, count: int, scale: float, mark: int, is_inside: bool) -> Markup:
    top = foot - count * scale
    return Markup(
        '<rect class="beam{}" x="{}" y="{}" width="{}" height="{}"/><text x="{}" y="{}">{}{}</text>'
        '<text class="axis" x="{}" y="{}">{}</text>'
    ).format(
        "" if is_inside else " outside",
        _short(middle - BEAM / 2),
        _short(top),
        BEAM,
        _short(count * scale),
        _short(middle),
        _short(top - 4),
        count,
        "" if is_inside else "!",
        _short(middle),
        BAR_HEIGHT - 3,
        mark,
    )


# --- lines ---


def _line_picture(diagram: LineDiagram) -> Markup:
    marks, highest = len(diagram.marks), max((value for line in diagram.lines for value in line.values), default=0)
    step = next((each for each in STEPS if highest <= each * MOST_STEPS), STEPS[-1])
    top = max(step, -(-highest // step) * step)
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def across(place: int) -> float:
        return LEFT + wide * (place / max(1, marks - 1))

    def up(value: int) -> float:
        return TOP + high * (1 - value / top)

    parts = [*_scale(range(0, top + 1, step), up), *_marks(diagram, across)]
    ends = _apart([up(line.values[-1]) for line in diagram.lines])
    for place, (line, name_y) in enumerate(zip(diagram.lines, ends, strict=True)):
        spots = [(across(at), up(value)) for at, value in enumerate(line.values)]
        parts.append(_curve(line, spots, place % len(POINTS), name_y))
    told = "; ".join(f"{said(line.name)}: {', '.join(map(str, line.values))}" for line in diagram.lines)
    return _svg(WIDTH, HEIGHT, f"{said(diagram.title)}. {told}.", Markup("").join(parts))


def _scale(values: range, up: Callable[[int], float]) -> Iterator[Markup]:
    for value in values:
        yield Markup(
            '<path class="rule" d="M{} {}H{}"/><text class="axis" x="{}" y="{}" text-anchor="end">{}</text>'
        ).format(LEFT, _short(up(value)), WIDTH - RIGHT, LEFT - 8, _short(up(value) + 4), value)


def _marks(diagram: LineDiagram, across: Callable[[int], float]) -> Iterator[Markup]:
    """What is counted below the lines: every mark, or of many each second, fifth …"""
    each = next(step for step in STEPS if len(diagram.marks) <= step * MOST_MARKS)
    for place, mark in enumerate(diagram.marks):
        if place % each == 0:
            yield Markup('<text class="axis" x="{}" y="{}">{}</text>').format(
                _short(across(place)), HEIGHT - BOTTOM + 17, mark
            )
    yield Markup('<text class="axis" x="{}" y="{}" text-anchor="start">{}</text>').format(
        WIDTH - RIGHT + 12, HEIGHT - BOTTOM + 17, said(diagram.axis)
    )


def _curve(line: Line, spots: Sequence[tuple[float, float]], shape: int, name_y: float) -> Markup:
    path = "M" + "L".join(f"{_short(x)} {_short(y)}" for x, y in spots)
    points = "".join(POINTS[shape].format(x=_short(x), y=_short(y)) for x, y in spots)
    key = POINTS[shape].format(x=WIDTH - RIGHT + 15, y=_short(name_y))
    name = said(line.name)
    return Markup(
        '<path class="under" d="{0}"/><path class="line" stroke="{1}" d="{0}"/>'
        '<path class="point" fill="{1}" d="{2}{3}"/>'
        '<text x="{4}" y="{5}" text-anchor="start">{6}</text>'
    ).format(
        path,
        line.paint,
        points,
        key,
        WIDTH - RIGHT + 25,
        _short(name_y + 4),
        name if len(name) <= LETTERS else f"{name[: LETTERS - 1]}…",
    )


def _apart(heights: Sequence[float]) -> tuple[float, ...]:
    """Where the names of lines stand that end at these heights: as near as they can without touching."""
    order = sorted(range(len(heights)), key=lambda place: heights[place])
    placed: list[float] = []
    for place in order:
        placed.append(max(heights[place], placed[-1] + LEADING) if placed else heights[place])
    low = float(HEIGHT - BOTTOM)
    for at in reversed(range(len(placed))):
        placed[at] = min(placed[at], low)
        low = placed[at] - LEADING
    return tuple(y for _, y in sorted(zip(order, placed, strict=True)))


def _svg(width: int, height: int, words: str, drawn: Markup) -> Markup:
    return Markup('<svg class="diagram" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>').format(
        width, height, words, drawn
    )


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
