"""Diagrams as drawings: figures in their places, words for who cannot see them, names that do not touch."""

from __future__ import annotations

import re
from itertools import pairwise

from msgspec.structs import replace

from companion.games.diagrams import BarDiagram, Bars, Line, LineDiagram
from companion.language.message import lone, say
from companion.language.values import Name
from web.render.diagrams import BOTTOM, HEIGHT, LEADING, LEFT, RIGHT, TOP, WIDTH, draw_diagrams

BARS = BarDiagram(
    "faces",
    say("Faces"),
    (say("How often each was seen."),),
    (1, 2, 3),
    (Bars(say("red"), (4, 0, 9), (0, 6), say("odd")), Bars(say("blue"), (1, 1, 1), (0, 6), say("nothing"))),
)


def lines(*values: tuple[int, ...]) -> LineDiagram:
    named = tuple(Line(lone(Name(f"Player {at}")), each, "#b5202b") for at, each in enumerate(values))
    return LineDiagram("points", say("Points"), say("Round"), tuple(range(len(values[0]))), named)


def test_bars_stand_on_their_foot_and_those_out_of_the_band_are_marked() -> None:
    (drawn,) = draw_diagrams((BARS,))
    red, blue = (str(each.svg) for each in drawn.pictures)
    heights = [
        float(each) for each in re.findall(r'class="beam[^"]*" x="[^"]*" y="[^"]*" width="20" height="([^"]+)"', red)
    ]
    assert heights[1] == 0
    assert heights[2] / heights[0] == 9 / 4
    assert red.count("beam outside") == 1
    assert ">9!<" in red
    assert "outside" not in blue
    assert 'aria-label="red. 1: 4, 2: 0, 3: 9. odd"' in red


def test_sentences_introduce_bars_and_lines() -> None:
    told = replace(lines((5, 7)), about=(say("What was won."), say("All together 7.")))
    faces, plain, points = draw_diagrams((BARS, lines((5, 7)), told))
    assert [str(each) for each in faces.about] == ["How often each was seen."]
    assert (plain.about, [str(each) for each in points.about]) == ((), ["What was won.", "All together 7."])


def test_the_figures_stand_in_a_table_too() -> None:
    faces, points = draw_diagrams((BARS, lines((5, 7), (5, 3))))
    assert faces.head == ("1", "2", "3", "band", "")
    assert [(str(name), tuple(map(str, row))) for name, row in faces.rows] == [
        ("red", ("4", "0", "9", "0 to 6", "odd")),
        ("blue", ("1", "1", "1", "0 to 6", "nothing")),
    ]
    assert points.head == ("0", "1")
    assert [(str(name), row) for name, row in points.rows] == [("Player 0", ("5", "7")), ("Player 1", ("5", "3"))]


def test_a_line_goes_from_the_first_mark_to_the_last_at_its_figures() -> None:
    (drawn,) = draw_diagrams((lines((0, 10), (5, 0)),))
    svg = str(drawn.pictures[0].svg)
    first, second = re.findall(r'class="line" stroke="#b5202b" d="([^"]+)"', svg)
    assert first == f"M{LEFT} {HEIGHT - BOTTOM}L{WIDTH - RIGHT} {TOP}"
    assert second == f"M{LEFT} {(TOP + HEIGHT - BOTTOM) / 2:g}L{WIDTH - RIGHT} {HEIGHT - BOTTOM}"
    assert 'aria-label="Points. Player 0: 0, 10; Player 1: 5, 0."' in svg


def test_names_of_lines_that_end_together_do_not_touch_and_stay_within() -> None:
    (drawn,) = draw_diagrams((lines(*((0, 0),) * 5),))
    svg = str(drawn.pictures[0].svg)
    heights = sorted(float(y) for y in re.findall(r'y="([^"]+)" text-anchor="start">Player', svg))
    assert len(heights) == 5
    assert all(lower - upper >= LEADING for upper, lower in pairwise(heights))
    assert heights[-1] <= HEIGHT


def test_what_a_name_brings_is_text() -> None:
    evil = Line(lone(Name("<script>")), (1,), "#b5202b")
    (drawn,) = draw_diagrams((LineDiagram("points", say("Points"), say("Round"), (0,), (evil,)),))
    assert "<script>" not in str(drawn.pictures[0].svg)


def test_of_many_rounds_some_are_named() -> None:
    (drawn,) = draw_diagrams((lines(tuple(range(40))),))
    named = [int(each) for each in re.findall(r'class="axis" x="[^"]+" y="207">(\d+)<', str(drawn.pictures[0].svg))]
    assert named == list(range(0, 40, 5))
