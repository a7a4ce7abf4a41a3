"""A board as SVG: words for every cell, buttons where it can be tapped, letters that fit and can be read."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from companion.games.board import Board, Cell, Mark, Shape
from companion.games.core import Choice
from companion.language.message import say
from companion.language.values import Name
from companion.table.pieces import PieceKind
from tests.games.sealed_bid.model import PlacePearls, Wager
from web.render.board import LEAST_LETTER_PX, LEAST_TAP_PX, WIDTHS, DrawnBoard, draw_boards, tapped_on

KINDS = {"pawn": PieceKind("pawn", "pawn", "pawn", "#aa3322", sign="P")}
LAY = Choice(say("Lay a pearl"), (PlacePearls(1),), say("Pearls"))


def cell(key: str = "a", *, x: float = 0.0, side: float = 40.0, **more: object) -> Cell:
    given = {"words": say("A place."), **more}
    return Cell(key=key, x=x, y=0.0, width=side, height=side, **given)  # type: ignore[arg-type]


def drawn(*cells: Cell, width: float = 100.0, offered: tuple[Choice[Any], ...] = ()) -> DrawnBoard:
    board = Board("b", say("The <board>"), width, 40.0, cells)
    (made,) = draw_boards((board,), KINDS, {each.effect for each in offered})
    return made


def tree(made: DrawnBoard) -> ElementTree.Element:
    return ElementTree.fromstring(str(made.picture))


def roles(made: DrawnBoard) -> list[tuple[str | None, str | None]]:
    return [(each.get("role"), each.get("aria-label")) for each in tree(made)]


def test_each_cell_is_told_and_an_ornament_is_not() -> None:
    made = drawn(cell("a", text=say("deep")), cell("b", words=None))
    assert roles(made) == [("img", "A place."), (None, None)]
    assert [each.get("aria-hidden") for each in tree(made)] == [None, "true"]
    assert (tree(made).get("role"), tree(made).get("aria-label")) == ("group", "The <board>")


def test_what_the_page_is_offered_is_a_button_and_nothing_else_is() -> None:
    made = drawn(cell(choice=LAY), offered=(LAY,))
    (button,) = tree(made)
    assert (button.get("role"), button.get("tabindex"), button.get("data-key")) == ("button", "0", "board/b/a")
    assert button.get("aria-label") == "Lay a pearl. A place."
    assert button.get("data-actions") == '[{"type":"PlacePearls","count":1}]'
    assert [str(each.label) for each in made.buttons] == ["Lay a pearl"]
    guest = drawn(cell(choice=LAY))
    assert roles(guest) == [("img", "A place.")]
    assert guest.buttons == ()
    assert "data-actions" not in guest.picture
    assert tapped_on([Board("b", say("Board"), 1, 1, (cell(choice=LAY), cell("b")))]) == {LAY.effect}


def test_what_is_taken_up_and_where_it_may_go_is_a_button_each() -> None:
    pearl, bowl = cell("pearl", pick="pearl"), cell("bowl", x=50.0, takes=(("pearl", LAY),))
    made = drawn(pearl, bowl, offered=(LAY,))
    held, taking = tree(made)
    assert (held.get("role"), held.get("data-pick"), held.get("aria-pressed")) == ("button", "pearl", "false")
    assert (taking.get("role"), taking.get("aria-label")) == ("button", "A place.")
    assert taking.get("data-takes") == '{"pearl":[{"type":"PlacePearls","count":1}]}'
    assert [str(each.label) for each in made.buttons] == ["Lay a pearl"]
    # A page that may put nothing down is shown no board for it.
    assert draw_boards((Board("b", say("Board"), 100, 40, (pearl, bowl)),), KINDS, set()) == ()
    assert tapped_on([Board("b", say("Board"), 1, 1, (pearl, bowl))]) == {LAY.effect}


def test_what_goes_on_putting_something_together_is_a_tap_of_its_own() -> None:
    """On a cell, by what is in hand, and as a button for a browser without script."""
    step = Choice(say("A chip more"), (), say("Your wager"), draft=Wager(0, (1, 0, 0)))
    drop = Choice[Wager](say("Begin anew"), (), say("Your wager"))
    pearl, bowl = cell(pick="pearl"), cell("b", x=50, takes=(("pearl", step), ("chip", drop)))
    made = drawn(pearl, bowl, cell("c", x=100, choice=drop), width=150, offered=(step, drop))
    act = "{&#34;type&#34;:&#34;Wager&#34;,&#34;seat&#34;:0,&#34;chips&#34;:[1,0,0]}"
    assert (
        f'data-takes="{{&#34;pearl&#34;:{{&#34;draft&#34;:{act}}},&#34;chip&#34;:{{&#34;draft&#34;:null}}}}"'
        in made.picture
    )
    assert 'data-key="board/b/c" data-draft="null"' in made.picture
    assert [(each.name, each.value.replace('"', "&#34;")) for each in made.buttons] == [
        ("draft", act),
        ("draft", "null"),
        ("draft", "null"),
    ]
    assert "data-draft" not in drawn(cell("c", choice=drop), offered=(step,)).picture


def test_words_from_people_are_escaped() -> None:
    made = drawn(cell(words=say("{who}", who=Name('<b>"&')), text=say("{who}", who=Name("</svg>"))))
    assert roles(made) == [("img", '<b>"&')]
    assert "</svg>" in [each.text for each in tree(made).iter("text")]


@pytest.mark.parametrize("mark", ["cross", "tick", "ring", "now"])
def test_a_mark_is_drawn_and_not_by_colour_alone(mark: Mark) -> None:
    made = drawn(cell(mark=mark))
    assert [each.get("class") for each in tree(made).iter() if each.get("class") == "mark"] == ["mark"]
    assert f"is-{mark}" in str(made.picture)
    assert 'class="mark"' not in drawn(cell()).picture


@pytest.mark.parametrize("shape", ["box", "round", "hex"])
@pytest.mark.parametrize("text", ["7", "Raise spirits", "an exceptionallylongword among others that go on and on"])
def test_letters_stay_in_their_cell(shape: Shape, text: str) -> None:
    made = drawn(cell(shape=shape, number="12", text=say("{t}", t=Name(text)), pieces=("pawn", "pawn")))
    texts = [each for each in tree(made)[0] if each.tag == "text"]
    assert " ".join(each.text or "" for each in texts) == f"12 {text}"
    assert 2 <= len(texts) <= 4
    for each in texts:
        size = float(each.get("font-size", ""))
        assert len(each.text or "") * size * 0.5 <= 40
        assert float(each.get("y", "")) - size * 0.75 >= 0
        assert float(each.get("y", "")) <= 40


@pytest.mark.parametrize(
    ("made", "because"),
    [
        (drawn(cell(side=12.0, text=say("seven letters of text"))), LEAST_LETTER_PX),
        (drawn(cell(side=5.0, choice=LAY), offered=(LAY,)), LEAST_TAP_PX),
    ],
)
def test_a_board_asks_for_the_width_at_which_it_can_be_read_and_tapped(made: DrawnBoard, because: float) -> None:
    assert made.least in WIDTHS
    sizes = [float(each) for each in re.findall(r'font-size="([\d.]+)"', str(made.picture))] or [5.0]
    assert min(sizes) * made.least / 100 >= because
    assert made.least > WIDTHS[0]
    assert drawn(cell(side=100.0, number="7")).least == WIDTHS[0]


def test_pieces_stand_side_by_side() -> None:
    made = drawn(cell(pieces=("pawn", "pawn", "pawn")))
    assert str(made.picture).count('data-kind="pawn"') == 3
