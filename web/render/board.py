"""Boards as SVG: every cell with its words, those that can be tapped as buttons for finger and keyboard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import lru_cache
from math import ceil
from typing import Any, Final

import msgspec
from markupsafe import Markup

from companion.games.board import Board, Cell, Mark, Shape
from companion.games.core import Choice, Effect
from companion.table.pieces import PieceKind
from web.http.speech import lang, said
from web.render.buttons import Button, encode_actions, encode_draft, make_button
from web.render.pieces import BOLD_WIDTH, PAPER, Box, face, find_kind, ink_on, size_of

GROUND: Final = "#123247"
"""Of a cell without a colour of its own."""
LINES: Final = 5
LEADING: Final = 1.15
"""From line to line, in font sizes."""
LARGEST: Final = 0.55
"""A letter's size at most, in heights of its cell."""
NARROW, SLIM, WIDE = "ijlI.,:;'|!() ", "ftrJ-*", "mwMW%+×≈○@"
"""Letters by how wide they are; of the others capitals and digits are wider than small ones."""
FULL_WIDTH: Final = 0x1100
"""From this letter on writing may be as wide as it is high."""
EVEN: Final = 0.6
"""Of the largest words in cells of one kind: so large they stay at least, whatever others need."""
A_ROW: Final = 3
"""So many cells with words side by side are a row, whose words have one size; else those of one form have."""
LEAST_LETTER_PX: Final = 11.0
LEAST_TAP_PX: Final = 28.0
"""WCAG 2.5.8 asks for 24."""
WIDTHS: Final = (280, 320, 360, 480, 640, 800, 1000)
"""How wide a board may ask to be drawn at least, in px of a phone held upright; narrower screens move it sideways."""
CELLS_REMEMBERED: Final = 8192
"""Drawn parts of cells kept: from act to act few of them change, and each page draws them all."""


class DrawnBoard(msgspec.Struct, frozen=True):
    """A board as a page shows it."""

    key: str
    title: str
    picture: Markup
    least: int
    """The narrowest width at which it can be read and tapped, in px: one of WIDTHS."""
    buttons: tuple[Button, ...]
    """What can be tapped on it, for a browser without script."""
    is_near: bool = False
    """Whether it is looked at now, and stands with what is to be tapped: it is asked for on it, or it belongs there."""
    is_written: bool = False
    """Whether something on it is to be written or erased now."""
    is_kept: bool = False
    """Whether it stays when all on it is done, so that the step that comes then has its place already."""
    is_second: bool = False
    """Whether it is looked up now and then, and stands below the others."""


class _Line(msgspec.Struct, frozen=True):
    """A line of a cell, and where its middle stands."""

    text: str
    x: float
    y: float
    size: float
    is_bold: bool = False


def draw_boards(
    boards: Iterable[Board], kinds: dict[str, PieceKind], offered: Container[Effect]
) -> tuple[DrawnBoard, ...]:
    """The boards of one view. Cells whose choice is not among those `offered` to the page cannot be tapped.

    A board on which pieces are taken up to be put down is nothing for a page that may put none down.
    """
    return tuple(_draw(board, kinds, offered) for board in boards if _has_use(board, offered))


def tapped_on(boards: Iterable[Board]) -> frozenset[Effect]:
    """What every choice does that some cell has: they need no button beside the boards."""
    return frozenset(choice.effect for board in boards for cell in board.cells for choice in _choices(cell))


def _choices(cell: Cell) -> Iterator[Choice[Any]]:
    """Every choice that tapping a cell may make."""
    if cell.choice is not None:
        yield cell.choice
    yield from (choice for _, choice in cell.takes)


def _draw(board: Board, kinds: dict[str, PieceKind], offered: Container[Effect]) -> DrawnBoard:
    lines = _even([_lines(cell) for cell in board.cells], board.cells)
    open_cells = [_open(cell, offered) for cell in board.cells]
    picks = {key for cell in open_cells for key, _ in cell.takes}
    taps = [cell.choice is not None or bool(cell.takes) or cell.pick in picks for cell in open_cells]
    cells = Markup("").join(
        _cell(board.key, cell, shown, picks, kinds) for cell, shown in zip(open_cells, lines, strict=True)
    )
    title = said(board.title)
    words = [each for cell in board.cells for each in (cell.words, cell.text) if each is not None]
    picture = Markup(
        '<svg class="drawn" viewBox="0 0 {} {}" preserveAspectRatio="xMidYMin" role="group" aria-label="{}"{}>{}</svg>'
    ).format(_short(board.width), _short(board.height), title, lang(board.title, words), cells)
    buttons = tuple(make_button(choice, {}) for cell in open_cells for choice in _choices(cell))
    is_written = any(cell.mark in ("now", "erase") for cell in board.cells)
    asked = [each for cell in open_cells for each in _choices(cell) if not each.is_aside]
    least, is_near = _least(board, lines, taps), board.is_near or bool(asked)
    is_kept, is_second = board.is_near and bool(buttons), board.is_second and not buttons
    return DrawnBoard(board.key, title, picture, least, buttons, is_near, is_written, is_kept, is_second)


def _has_use(board: Board, offered: Container[Effect]) -> bool:
    takes = [choice for cell in board.cells for _, choice in cell.takes]
    return not takes or any(choice.effect in offered for choice in takes)


def _open(cell: Cell, offered: Container[Effect]) -> Cell:
    """The cell with those of its choices alone that are offered."""
    is_offered = cell.choice is not None and cell.choice.effect in offered
    takes = tuple((key, choice) for key, choice in cell.takes if choice.effect in offered)
    return msgspec.structs.replace(cell, choice=cell.choice if is_offered else None, takes=takes)


def _cell(board: str, cell: Cell, lines: Sequence[_Line], picks: Container[str], kinds: dict[str, PieceKind]) -> Markup:
    ground = cell.colour or GROUND
    ink = ink_on(ground) if cell.colour else PAPER
    place = Box(cell.x, cell.y, cell.width, cell.height)
    drawn = (
        _ground(place, cell.shape, ground),
        Markup("").join(_standing(cell, kinds)),
        Markup("").join(_text(line, ink) for line in lines),
        _mark(place, cell.mark, ink),
    )
    words = said(cell.words) if cell.words is not None else ""
    tap, label = _tap(cell, picks), said(cell.choice.label) if cell.choice is not None else ""
    if tap:
        return Markup(
            '<g class="cell tap{}" role="button" tabindex="0" data-key="board/{}/{}"{} aria-label="{}">{}{}{}{}</g>'
        ).format(_classes(cell), board, cell.key, tap, ". ".join(filter(None, (label, words))), *drawn)
    if not words:
        return Markup('<g class="cell{}" aria-hidden="true">{}{}{}{}</g>').format(_classes(cell), *drawn)
    return Markup('<g class="cell{}" role="img" aria-label="{}">{}{}{}{}</g>').format(_classes(cell), words, *drawn)


def _tap(cell: Cell, picks: Container[str]) -> Markup:
    """The attributes that say what tapping a cell does; empty where it does nothing."""
    tap = Markup("")
    if cell.choice is not None and cell.choice.is_draft:
        tap += Markup(' data-draft="{}"').format(encode_draft(cell.choice))
    elif cell.choice is not None:
        tap += Markup(' data-actions="{}"').format(encode_actions(cell.choice))
    if cell.pick in picks:
        tap += Markup(' data-pick="{}" aria-pressed="false"').format(cell.pick)
    if cell.takes:
        takes = {key: {"draft": each.draft} if each.is_draft else each.actions for key, each in cell.takes}
        tap += Markup(' data-takes="{}"').format(msgspec.json.encode(takes).decode())
    return tap


def _classes(cell: Cell) -> str:
    return f" is-{cell.mark}" if cell.mark else ""


@lru_cache(maxsize=CELLS_REMEMBERED)
def _ground(place: Box, shape: Shape, colour: str) -> Markup:
    x, y, width, height = place.x, place.y, place.width, place.height
    if shape == "hex":
        corners = ((0.5, 0), (1, 0.25), (1, 0.75), (0.5, 1), (0, 0.75), (0, 0.25))
        points = " ".join(f"{_short(x + width * right)},{_short(y + height * down)}" for right, down in corners)
        return Markup('<polygon class="ground" points="{}" fill="{}"/>').format(points, colour)
    round_by = min(width, height) * (0.5 if shape == "round" else 0.08)
    return Markup('<rect class="ground" x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{}"/>').format(
        _short(x), _short(y), _short(width), _short(height), _short(round_by), colour
    )


def _standing(cell: Cell, kinds: dict[str, PieceKind]) -> Iterable[Markup]:
    """The pieces of a cell, side by side in its lower part, or in all of it where nothing else stands there."""
    if not cell.pieces:
        return
    share = 0.42 if cell.number or cell.text is not None else 0.8
    room = Box(
        cell.x + cell.width * 0.06, cell.y + cell.height * (0.96 - share), cell.width * 0.88, cell.height * share
    )
    each = room.width / len(cell.pieces)
    for place, piece in enumerate(cell.pieces):
        kind = find_kind(kinds, piece)
        width, height = size_of(kind)
        scale = min(each * 0.94 / width, room.height / height)
        middle = room.x + each * (place + 0.5)
        top = room.y + (room.height - height * scale) / 2
        yield face(kind, Box(middle - width * scale / 2, top, width * scale, height * scale))


@lru_cache(maxsize=CELLS_REMEMBERED)
def _mark(place: Box, mark: Mark, ink: str) -> Markup:
    """The sign of a mark; what is to be done now has its edge by the style."""
    x, y, width, height = place.x, place.y, place.width, place.height
    size = min(width, height)
    left, top = x + width - size * 0.36, y + size * 0.08
    paths = {
        "cross": f"M{_short(x + width * 0.12)} {_short(y + height * 0.12)}L{_short(x + width * 0.88)} "
        f"{_short(y + height * 0.88)}M{_short(x + width * 0.88)} {_short(y + height * 0.12)}"
        f"L{_short(x + width * 0.12)} {_short(y + height * 0.88)}",
        "erase": f"M{_short(x + width * 0.12)} {_short(y + height * 0.88)}L{_short(x + width * 0.88)} "
        f"{_short(y + height * 0.12)}",
        "tick": f"M{_short(left)} {_short(top + size * 0.13)}l{_short(size * 0.09)} {_short(size * 0.09)}"
        f"l{_short(size * 0.17)} {_short(-size * 0.2)}",
        "now": f"M{_short(x + width * 0.5)} {_short(y + size * 0.14)}l{_short(-size * 0.08)} {_short(-size * 0.12)}"
        f"h{_short(size * 0.16)}z",
    }
    if mark == "ring":
        return Markup('<ellipse class="mark" cx="{}" cy="{}" rx="{}" ry="{}" stroke="{}"/>').format(
            _short(x + width / 2), _short(y + height / 2), _short(width * 0.44), _short(height * 0.44), ink
        )
    if mark not in paths:
        return Markup("")
    return Markup('<path class="mark" d="{}" stroke="{}"/>').format(paths[mark], ink)


# --- words in a cell ---


def _lines(cell: Cell) -> tuple[_Line, ...]:
    """The number and the text of a cell, as large as they fit beside its pieces."""
    height = cell.height * (0.5 if cell.pieces else 0.92)
    width = cell.width * (0.72 if cell.shape in ("round", "hex") else 0.9)
    # A hex is as wide as it can be where the words below its number stand.
    below = cell.width * 0.82 if cell.shape == "hex" and cell.number else width
    middle, top = cell.x + cell.width / 2, cell.y + cell.height * 0.04
    text = said(cell.text) if cell.text is not None else ""
    upper = height * (0.55 if text else 1.0) if cell.number else 0.0
    found: list[_Line] = []
    if cell.number:
        size = min(upper * 0.82, width / (len(cell.number) * BOLD_WIDTH))
        found.append(_Line(cell.number, middle, top + upper / 2, size, is_bold=True))
    if text:
        rows, size = _wrapped(text, below, height - upper, cell.height * LARGEST)
        first = top + upper + (height - upper) / 2 - (len(rows) - 1) * size * LEADING / 2
        found += [_Line(row, middle, first + at * size * LEADING, size) for at, row in enumerate(rows)]
    return tuple(found)


def _even(lines: Sequence[tuple[_Line, ...]], cells: Sequence[Cell]) -> list[tuple[_Line, ...]]:
    """The same with words of one size in cells of one kind: nobody looks for a meaning in larger ones.

    Where a few cells alone have many words, these stay smaller, and do not shrink the others beyond EVEN.
    """
    rows = Counter(_row(cell) for cell in cells if cell.text is not None)
    kinds = [_row(cell) if rows[_row(cell)] >= A_ROW else _form(cell) for cell in cells]
    sizes = dict[tuple[object, ...], list[float]]()
    for each, kind in zip(lines, kinds, strict=True):
        sizes.setdefault(kind, []).extend(line.size for line in each if not line.is_bold)
    common = {kind: max(min(found), EVEN * max(found)) for kind, found in sizes.items() if found}
    return [_at_most(each, common[kind]) if kind in common else each for each, kind in zip(lines, kinds, strict=True)]


def _row(cell: Cell) -> tuple[object, ...]:
    return "row", cell.y, cell.height, bool(cell.number), bool(cell.pieces)


def _form(cell: Cell) -> tuple[object, ...]:
    return "form", cell.width, cell.height, bool(cell.number), bool(cell.pieces)


def _at_most(lines: tuple[_Line, ...], size: float) -> tuple[_Line, ...]:
    """The same lines with smaller words, if they are larger, as close to one another as their size asks."""
    words = [line for line in lines if not line.is_bold]
    if not words or words[0].size <= size:
        return lines
    middle, share = sum(line.y for line in words) / len(words), size / words[0].size
    return tuple(
        line if line.is_bold else _Line(line.text, line.x, middle + (line.y - middle) * share, size) for line in lines
    )


@lru_cache(maxsize=CELLS_REMEMBERED)
def _wrapped(text: str, width: float, height: float, largest: float) -> tuple[tuple[str, ...], float]:
    """The text in the number of lines, up to LINES, in which its letters are largest, and their size."""
    ways = [_broken(text, count) for count in range(1, LINES + 1)]

    def size_of_letters(rows: tuple[str, ...]) -> float:
        return min(width / max(map(_ems, rows)), height / (len(rows) * LEADING), largest)

    best = max(ways, key=size_of_letters)
    return best, size_of_letters(best)


def _ems(text: str) -> float:
    """How wide a line is, in font sizes: as in the widest of the usual fonts."""
    return sum(_em(each) for each in text)


def _em(letter: str) -> float:
    if letter in NARROW:
        return 0.34
    if letter in SLIM:
        return 0.43
    if letter in WIDE or ord(letter) >= FULL_WIDTH:
        return 0.95
    return 0.68 if letter.isupper() or letter.isdigit() else 0.61


def _broken(text: str, count: int) -> tuple[str, ...]:
    """The text in so many lines at most, broken between words so that the widest is narrow."""
    words = text.split()
    for most in range(max(map(len, words), default=0), len(text) + 1):
        rows: list[str] = []
        for word in words:
            if rows and len(rows[-1]) + 1 + len(word) <= most:
                rows[-1] = f"{rows[-1]} {word}"
            else:
                rows.append(word)
        if len(rows) <= count:
            return tuple(rows)
    return (text,)


@lru_cache(maxsize=CELLS_REMEMBERED)
def _text(line: _Line, ink: str) -> Markup:
    bold = Markup(' font-weight="700"') if line.is_bold else ""
    return Markup('<text x="{}" y="{}" font-size="{}" fill="{}" text-anchor="middle"{}>{}</text>').format(
        _short(line.x), _short(line.y + line.size * 0.35), _short(line.size), ink, bold, line.text
    )


def _least(board: Board, lines: Sequence[Sequence[_Line]], taps: Sequence[bool]) -> int:
    """The least of WIDTHS at which every letter and every cell to tap is large enough, or the largest."""
    letters = [LEAST_LETTER_PX / line.size for each in lines for line in each]
    fingers = [
        LEAST_TAP_PX / min(cell.width, cell.height) for cell, can_tap in zip(board.cells, taps, strict=True) if can_tap
    ]
    wanted = ceil(board.width * max((*letters, *fingers), default=0.0))
    return next((each for each in WIDTHS if wanted <= each), WIDTHS[-1])


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
