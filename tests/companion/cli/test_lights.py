"""`companion lights`: every phase and every call is on the sheet, and what cannot be written is said."""

from __future__ import annotations

from pathlib import Path

import click
import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from companion.cli.group import cli
from companion.cli.paper.sheet import PAPER, TITLE_PX, WORDS_PX, draw_sheet
from companion.cli.paper.showcase import Row, phases, rows_of
from companion.cli.written import NotWritten
from companion.games.parts import NAMES
from companion.language.message import NOTHING, written
from companion.lights.lamp import gamma_table
from companion.lights.render import render
from companion.lights.scene import Glow, Scene
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.layout import LAYOUT
from tests.games.sealed_bid.model import Phase

RARE = {Phase.TITLE, Phase.WAGER, Phase.OPEN_WAGERS, Phase.PAY}
"""Of options that simulations never choose."""


@pytest.fixture(scope="module")
def rows() -> tuple[Row, ...]:
    return rows_of(SEALED_BID, seed=1)


def call(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, ["lights", *map(str, arguments)], prog_name="companion")


def test_the_command_is_there() -> None:
    lights = cli.get_command(click.Context(cli), "lights")
    assert lights is not None
    assert all(parameter.help for parameter in lights.params if isinstance(parameter, click.Option))


def test_every_phase_of_the_game_is_met() -> None:
    met = phases(SEALED_BID, seed=1).values()
    assert {state.table.phase for state in met} == set(Phase) - RARE
    assert any(state.table.over for state in met)


def test_every_call_for_attention_is_shown(rows: tuple[Row, ...]) -> None:
    calls = [row for row in rows if "Dashes" in str(row.scene.text()) or "Marks" in str(row.scene.text())]
    seats = range(1, len(calls))  # of whichever of the games that were played lies fullest
    assert len(seats) >= 2
    assert [row.title for row in calls] == [*(f"Wrong at seat {seat}" for seat in seats), "Wrong at nobody's place"]
    assert [row.title for row in rows[-2:]] == ["The companion asks what was done", "After an undo: put it back"]
    assert [row.title for row in rows if "Two " in str(row.scene.text())] == [
        "A piece is yet to be laid at seat 1",
        "A piece is yet to be laid at nobody's place",
        "After an undo: put it back",
    ]
    for seat, row in enumerate(calls[:-1]):
        assert f"Dashes before {NAMES[seat]}: look there." in str(row.scene.text())


def test_every_light_that_is_told_gives_light(rows: tuple[Row, ...]) -> None:
    """A call for attention covers the game's own light where it needs the place; the call itself is never covered."""
    calls = ("Dashes", "Marks", "Two dashes", "Two marks", "Dots", "A light runs back")
    table = gamma_table(2.8, 0.5)
    for row in rows:
        told = [glow for glow in row.scene.glows if glow.text]
        called = [glow for glow in told if str(glow.text).startswith(calls)]
        for glow in called or told:
            middle = int((glow.start + glow.length / 2) % 1.0 * 60)
            assert max(table[value] for value in render(row.scene, 60)[middle]) >= 10, (row.title, glow.text)


@pytest.mark.slow
def test_the_sheet_is_written_as_a_picture(rows: tuple[Row, ...], tmp_path: Path) -> None:
    path = tmp_path / "lights.png"
    result = call("sealed_bid", "--sheet", path, "--pixels", "60")
    assert (result.exit_code, result.output) == (0, f"{len(rows)} lights are drawn in {path}.\n")
    picture = cv2.imread(str(path))
    assert picture is not None
    assert path.stat().st_size < 400_000
    assert picture.shape[0] > 1000


def test_a_lamp_is_drawn_where_its_pixel_lies_and_in_its_colour() -> None:
    """One lit pixel of four seats: the middle of the first seat's side is drawn below the middle of the mat."""
    row = Row("One", Scene((Glow(0.125 - 1 / 120, 1 / 60, "#ff8000", NOTHING),)), LAYOUT, NAMES[:4])
    image = draw_sheet([row], 60)
    places = np.argwhere((image == (0, 128, 255)).all(axis=2))
    assert len(places) > 10
    mat = np.argwhere((image == (44, 30, 16)).all(axis=2))
    (top, left), (bottom, right) = mat.min(axis=0), mat.max(axis=0)
    assert places[:, 0].min() > bottom
    assert abs(places[:, 1].mean() - (left + right) / 2) < 8, "a lamp's breadth"
    assert top < bottom


@pytest.mark.parametrize("words", [1, 4, 5, 6, 9])
def test_the_last_line_of_the_last_row_stands_on_the_sheet_with_its_tails(words: int) -> None:
    """However many lines a row has: below the tail of the lowest letter there is paper, and no line is missing."""
    lines = [" ".join(["gypsy"] * 5)] * words
    row = Row("Tails", Scene((Glow(0.0, 1.0, "#ff8000", written(" ".join(lines))),)), LAYOUT, NAMES[:4])
    image = draw_sheet([row], 60)
    inked = (image[:, :WORDS_PX] != PAPER).any(axis=(1, 2))
    assert not inked[-3:].any(), "the tails end above the lower edge"
    title_and_words = inked[TITLE_PX:]
    began = np.flatnonzero(np.diff(title_and_words.astype(np.int8)) == 1)
    assert len(began) == 1 + words, "a line of ink each, with paper between"


def test_a_sheet_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "lights.png"
    result = call("sealed_bid", "--sheet", path)
    assert isinstance(result.exception, NotWritten)
    assert (
        str(result.exception)
        == f"{path} cannot be written: there is no folder {path.parent}. Name another file with --sheet."
    )
