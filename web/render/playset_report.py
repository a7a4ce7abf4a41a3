"""The report on a playset as one page by itself: no script, no other file, pictures drawn in place.

It is read on a phone, on a screen and on paper. Each picture's figures stand beside it in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil
from typing import Final, TypeAlias

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from companion.playsets.core import Chart, Path, RoundChart, RoundLine, ShareChart, ShareRow, Sheet, TrialReport

LineOf: TypeAlias = Callable[[Path], int]
"""The line of the playset's file where something stands; 0 for nothing."""
WIDTH, HEIGHT = 340, 190
LEFT, RIGHT, TOP, BOTTOM = 34, 10, 10, 28
STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)
MOST_STEPS: Final = 5
MOST_MARKS: Final = 12
BAR: Final = 12
"""Height of a bar's picture; its width is 100, stretched to the room that there is."""
_POINTS: Final = ("M{x} {y}m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z", "M{x} {y}m-3-3h6v6h-6z")
_WEIGHTS: Final = {"fault": "Fault", "warning": "Worth a change", "note": "Worth knowing"}


class _Row(msgspec.Struct, frozen=True):
    """One share as the page shows it."""

    name: str
    bar: Markup
    part: str
    reach: str
    of: int
    is_flagged: bool
    line: int


class _Picture(msgspec.Struct, frozen=True):
    """A chart as the page shows it."""

    kind: str
    key: str
    title: str
    about: tuple[str, ...]
    rows: Sequence[object] = ()
    head: tuple[str, ...] = ()
    svg: Markup = Markup("")
    legend: tuple[str, ...] = ()
    figures: tuple[tuple[str, tuple[str, ...]], ...] = ()


def draw_report(title: str, report: TrialReport, warnings: Sequence[tuple[int, str]], line: LineOf, played: str) -> str:
    """The whole page. `warnings`: what reading alone has shown, each with its line; `played`: how to play it again."""
    environment = Environment(
        loader=PackageLoader("web"), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    sections = [
        (str(each.title), [str(text) for text in each.about], [_picture(chart, line) for chart in each.charts])
        for each in report.sections
    ]
    return environment.get_template("playset_report.html").render(
        title=title,
        lead=_unbroken(str(report.lead)),
        findings=[
            (each.weight, _WEIGHTS[each.weight], _unbroken(str(each.text)), line(each.path)) for each in report.findings
        ],
        warnings=warnings,
        sections=sections,
        method=[str(each) for each in report.method],
        played=played,
    )


def _unbroken(text: str) -> str:
    """The text, in which no line ends between a figure and its sign."""
    return text.replace(" %", "\u00a0%")


def _picture(chart: Chart, line: LineOf) -> _Picture:
    about = tuple(map(str, chart.about))
    match chart:
        case ShareChart():
            rows = [_share_row(each, chart.fair, line) for each in chart.rows]
            return _Picture("shares", chart.key, str(chart.title), about, rows)
        case RoundChart():
            figures = tuple((str(each.name), tuple(map(_short, each.means))) for each in chart.lines)
            legend = tuple(str(each.name) for each in chart.lines)
            head = tuple(map(str, chart.marks))
            svg = _round_chart(chart)
            return _Picture("course", chart.key, str(chart.title), about, (), head, svg, legend, figures)
        case Sheet():
            lines = [line(path) for path in chart.paths] or [0] * len(chart.rows)
            cells = [(tuple(map(str, row)), number) for row, number in zip(chart.rows, lines, strict=True)]
            return _Picture("sheet", chart.key, str(chart.title), about, cells, tuple(map(str, chart.head)))


# --- shares ---


def _share_row(row: ShareRow, fair: float | None, line: LineOf) -> _Row:
    share = row.share
    reach = f"{100 * share.low:.1f}–{100 * share.high:.1f}" if share.of else ""
    part = f"{100 * share.part:.1f} %" if share.of else "–"
    return _Row(str(row.name), _bar(row, fair), part, reach, share.of, row.is_flagged, line(row.path))


def _bar(row: ShareRow, fair: float | None) -> Markup:
    """A bar with its interval. It is stretched, so it has no letters and no round shapes."""
    share = row.share
    part, low, high = (round(100 * each, 2) for each in (share.part, share.low, share.high))
    parts = [Markup('<rect class="ground" width="100" height="{}"/>').format(BAR)]
    parts.append(
        Markup('<rect class="beam{}" y="2" width="{}" height="{}"/>').format(
            " flagged" if row.is_flagged else "", part if share.of else 0, BAR - 4
        )
    )
    if share.of:
        parts.append(
            Markup('<path class="reach" d="M{low} 6H{high}M{low} 3V9M{high} 3V9"/>').format(low=low, high=high)
        )
    if fair is not None:
        parts.append(Markup('<path class="fair" d="M{0} 0V{1}"/>').format(100 * fair, BAR))
    return Markup('<svg viewBox="0 0 100 {}" preserveAspectRatio="none" aria-hidden="true">{}</svg>').format(
        BAR, Markup("").join(parts)
    )


# --- courses ---


def _round_chart(chart: RoundChart) -> Markup:
    highest = max(
        (max(*each.means, *(high for _, high in each.bands)) for each in chart.lines if each.means), default=0
    )
    step = next((each for each in STEPS if highest <= each * MOST_STEPS), STEPS[-1])
    top = max(step, ceil(highest / step) * step)
    wide, high, rounds = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM, len(chart.marks)

    def across(place: int) -> float:
        return LEFT + wide * (place + 0.5) / max(1, rounds)

    def up(value: float) -> float:
        return TOP + high * (1 - value / top)

    parts = [*_scale(range(0, top + 1, step), up), *_marks(chart, across)]
    parts += [_band(each, number, across, up) for number, each in enumerate(chart.lines) if each.means]
    parts += [_curve(each, number, across, up) for number, each in enumerate(chart.lines) if each.means]
    told = "; ".join(f"{each.name}: {', '.join(map(_short, each.means))}" for each in chart.lines)
    return Markup('<svg viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>').format(
        WIDTH, HEIGHT, f"{chart.title}. {told}.", Markup("").join(parts)
    )


def _scale(values: range, up: Callable[[float], float]) -> Iterator[Markup]:
    for value in values:
        yield Markup('<path class="rule" d="M{} {}H{}"/><text x="{}" y="{}" text-anchor="end">{}</text>').format(
            LEFT, _short(up(value)), WIDTH - RIGHT, LEFT - 6, _short(up(value) + 4), value
        )


def _marks(chart: RoundChart, across: Callable[[int], float]) -> Iterator[Markup]:
    each = next((step for step in STEPS if len(chart.marks) <= step * MOST_MARKS), STEPS[-1])
    for place, mark in enumerate(chart.marks):
        if place % each == 0:
            text = f"{chart.axis} {mark}" if place == 0 else str(mark)
            yield Markup('<text x="{}" y="{}" text-anchor="middle">{}</text>').format(
                _short(across(place)), HEIGHT - BOTTOM + 18, text
            )


def _band(line: RoundLine, number: int, across: Callable[[int], float], up: Callable[[float], float]) -> Markup:
    over = [f"{_short(across(at))} {_short(up(high))}" for at, (_, high) in enumerate(line.bands)]
    under = [f"{_short(across(at))} {_short(up(low))}" for at, (low, _) in reversed([*enumerate(line.bands)])]
    return Markup('<path class="band of-{}" d="M{}Z"/>').format(number, "L".join([*over, *under]))


def _curve(line: RoundLine, number: int, across: Callable[[int], float], up: Callable[[float], float]) -> Markup:
    spots = [(_short(across(at)), _short(up(value))) for at, value in enumerate(line.means)]
    path = "M" + "L".join(f"{x} {y}" for x, y in spots)
    points = "".join(_POINTS[number % len(_POINTS)].format(x=x, y=y) for x, y in spots)
    return Markup('<path class="line of-{0}" d="{1}"/><path class="point of-{0}" d="{2}"/>').format(
        number, path, points
    )


def _short(number: float) -> str:
    return f"{number:.1f}".rstrip("0").rstrip(".") if number else "0"
