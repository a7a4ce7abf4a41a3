"""The first sheet: how to check the printer, what there is, what to buy, and in what order to work."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.printing.figures import MINUTES
from companion.printing.kits import GameKit
from companion.printing.paper import RULER_MM, Paper, ruler, upright_ruler
from companion.printing.shapes import Item, Sheet
from companion.printing.words import wrapped
from companion.table.ink import GREY, Words
from companion.table.kit import Kit

_LEFT_MM, _TOP_MM = 20.0, 24.0
_SIZE_PT, _LEAD_MM = 9.5, 4.6


def work_words(minutes: int) -> str:
    """How long it takes, and how far that is known."""
    known = "assumed: nobody has timed it yet" if MINUTES.is_assumed else "timed"
    return f"about {minutes} minutes of work ({known})"


class Advice(msgspec.Struct, frozen=True):
    """What people who make a kit must know of it."""

    parts: tuple[tuple[str, int], ...]
    """Each part with its number of sheets, in their order."""
    minutes: int
    buy: tuple[str, ...]
    order: tuple[str, ...]
    for_whom: tuple[str, ...] = ()
    """Who needs it, where not everybody who plays does."""
    figures: tuple[str, ...] = ()
    """By which figures whole pieces are drawn, and which of them are assumed."""


def cover_sheets(game: GameKit, paper: Paper, advice: Advice) -> list[Sheet]:
    """One sheet, or more where the text is long."""
    made = list[Sheet]()
    # How many there are decides on which page the next part begins.
    for before in (1, 2, 3):
        made = _pages(game, paper, _lines(game, paper, advice, before))
        if len(made) == before:
            break
    return made


def _lines(game: GameKit, paper: Paper, advice: Advice, before: int) -> list[tuple[str, bool]]:
    """The lines, and which of them are headings; `before` is how many sheets they take."""
    count = sum(number for _, number in advice.parts)
    lines: list[tuple[str, bool]] = [("Check the printer first", True)]
    room = paper.width_mm - 2 * _LEFT_MM
    lines += _paragraph(
        "This line must be 100 mm long, and so must the one at the right edge. If they are not, print "
        "again at 100 %, without “fit to page”.",
        room - 12,
    )
    lines += [("", False)] * 4
    lines += [("What there is", True)]
    after = "this one" if before == 1 else f"these {before}"
    text = f"{count} sheets of {paper.name} after {after}; {work_words(advice.minutes)}."
    lines += _paragraph(text, room - 12)
    page = before + 1
    for part, number in advice.parts:
        pages = f"Page {page}" if number == 1 else f"Pages {page} to {page + number - 1}"
        lines.append((f"{pages}: {part}", False))
        page += number
    lines += _section("Who needs these sheets", advice.for_whom, room)
    lines += [("What to buy", True)]
    for each in advice.buy:
        lines += _paragraph(each, room - 12, "– ")
    lines += [("In this order", True)]
    for index, each in enumerate(advice.order, 1):
        lines += _paragraph(each, room, f"{index}. ")
    lines += _section("By which figures it is drawn", advice.figures, room)
    lines += [("How the companion reads it", True)]
    kit = game.kit
    lines += _paragraph(
        f"Markers are AprilTag 36h11, {kit.marker_side_mm:g} mm from black edge to black edge{_other_sides(kit)}. "
        "0 to 3 are the corners "
        "of every mat, 4 is the back of every card, and 586 means that nothing lies there. A lost piece is "
        f"printed alone: companion print {game.name} --only {game.pieces[0].key}; --list shows what can be named.",
        room,
    )
    return lines


def _other_sides(kit: Kit) -> str:
    """The sides of markers that are not the kit's, for the middle of a sentence; nothing where all are."""
    others = {
        name.replace("_", " "): kit.side_mm(size)
        for name, size in kit.sizes.items()
        if kit.side_mm(size) != kit.marker_side_mm
    }
    return "".join(f", {side:g} mm on each {name}" for name, side in others.items())


def _section(heading: str, texts: Sequence[str], room_mm: float) -> list[tuple[str, bool]]:
    """A heading and its texts; nothing where there are none."""
    lines = [line for text in texts for line in _paragraph(text, room_mm)]
    return [(heading, True), *lines] if lines else []


def _paragraph(text: str, room_mm: float, sign: str = "") -> list[tuple[str, bool]]:
    found = wrapped(text, _SIZE_PT, room_mm - 6)
    return [((sign if not index else "   ") + line, False) for index, line in enumerate(found)]


def _pages(game: GameKit, paper: Paper, lines: Sequence[tuple[str, bool]]) -> list[Sheet]:
    pages: list[list[Item]] = [[Words(_LEFT_MM, _TOP_MM, f"{game.title}: the printed kit", 20, bold=True)]]
    y_mm, seen_ruler = _TOP_MM + 11, False
    for text, is_heading in lines:
        # A heading alone would lose its text to the next page.
        if y_mm + (_LEAD_MM + 4 if is_heading else 0) > paper.height_mm - 18:
            pages.append([])
            y_mm = _TOP_MM
        if is_heading:
            y_mm += 3
        pages[-1].append(Words(_LEFT_MM, y_mm, text, 12 if is_heading else _SIZE_PT, bold=is_heading))
        y_mm += _LEAD_MM + (1.2 if is_heading else 0)
        if not text and not seen_ruler:
            seen_ruler = True
            pages[-1] += (
                *ruler(_LEFT_MM, y_mm + 3),
                Words(_LEFT_MM + RULER_MM + 3, y_mm + 3, "100 mm", 8, colour=GREY),
            )
            right = paper.width_mm - 12
            end_mm = _TOP_MM + RULER_MM + 4
            pages[-1] += (*upright_ruler(right, _TOP_MM), Words(right + 1, end_mm, "100 mm", 8, "right", GREY))
    total = len(pages)
    return [
        Sheet(paper.width_mm, paper.height_mm, "What to do", f"sheet {index} of {total}", tuple(items))
        for index, items in enumerate(pages, 1)
    ]
