"""Every shape that a piece may have is drawn in its colour, inside its box, with what tells it apart."""

from __future__ import annotations

import re
import typing

import pytest

from companion.table.pieces import PieceKind, Shape
from web.render.pieces import SIZES, Box, face, icon

each_shape = pytest.mark.parametrize("shape", typing.get_args(Shape))


@each_shape
def test_a_piece_of_each_shape_has_its_colour_and_its_sign(shape: Shape) -> None:
    drawn = str(face(PieceKind("some", "some piece", shape, "#b5202b", sign="x"), Box(0, 0, *SIZES[shape])))
    assert 'fill="#b5202b"' in drawn
    assert ">x</text>" in drawn
    assert f"icon-{shape}" in icon(PieceKind("some", "some piece", shape, "#b5202b", sign="x"))


@pytest.mark.parametrize("shape", ["hex", "pawn", "die"])
def test_a_piece_stays_inside_its_box(shape: Shape) -> None:
    width, height = SIZES[shape]
    drawn = str(face(PieceKind("some", "some", shape, "#b5202b", sign="x"), Box(0, 0, width, height)))
    if shape == "hex":
        (points,) = re.findall(r'points="([^"]+)"', drawn)
        corners = [tuple(map(float, each.split(","))) for each in points.split()]
        assert len(corners) == 6
        assert all(0 <= x <= width and 0 <= y <= height for x, y in corners)
    elif shape == "pawn":
        ((x, y, radius),) = re.findall(r'cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', drawn)
        assert float(radius) <= min(float(x), float(y), width - float(x))
    else:
        assert re.search(rf'<rect class="edge" x="0" y="0" width="{width:g}" height="{height:g}"', drawn)


def test_dice_of_two_colours_are_two_pictures() -> None:
    red, blue = (PieceKind("die", "die", "die", paint, sign="d") for paint in ("#b5202b", "#1f4fa3"))
    assert face(red, Box(0, 0, 24, 24)) != face(blue, Box(0, 0, 24, 24))
