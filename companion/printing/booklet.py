"""A whole kit as sheets: the pieces, the mat, the calibration board, and before them the sheet that says what to do."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from companion.games.drawings import PLAIN, Drawings
from companion.printing.board import board_sheet
from companion.printing.cover import Advice, cover_sheets
from companion.printing.faces import Cell, back, called, drawn, face, label
from companion.printing.figures import MINUTES
from companion.printing.grids import sheets_of
from companion.printing.kits import GameKit, PrintedPiece
from companion.printing.mats import mat_sheets, tiling
from companion.printing.paper import Paper
from companion.printing.shapes import Sheet
from companion.table.ink import Drawing
from companion.table.sightings import BARE, CARD_BACK


class Job(msgspec.Struct, frozen=True):
    """What is to be printed."""

    game: GameKit
    paper: Paper
    mat: str = ""
    """Name of the mat; empty for none."""
    stickers: bool = False
    """Labels instead of inserts for sleeves and of whole pieces."""
    only: tuple[PrintedPiece, ...] = ()
    """These pieces and nothing else; empty for the whole kit."""


class Booklet(Advice, frozen=True, kw_only=True):
    """The sheets in order, and what the first one and the terminal say of them."""

    sheets: tuple[Sheet, ...]


def booklet(job: Job) -> Booklet:
    """The sheets of a job."""
    pieces = _wanted(job)
    sheets = _pieces(job, pieces)
    if not job.only:
        layout = job.game.mats[job.mat] if job.mat else None
        if layout is not None:
            drawn = job.game.prints.get(job.mat, PLAIN)
            sheets += mat_sheets(layout, job.game.kit, job.paper, f"{job.game.title}, mat {job.mat}", drawn)
        sheets.append(board_sheet(job.paper))
    advice = Advice(
        _counted(sheets),
        _minutes(job, pieces, len(sheets)),
        _buy(job, pieces),
        _order(job, pieces),
        _for_whom(job),
        _figures(job, pieces),
    )
    if job.only:
        return _bound(advice, sheets, advice.parts)
    first = cover_sheets(job.game, job.paper, advice)
    return _bound(advice, [*first, *sheets], (("What to do", len(first)), *advice.parts))


def _bound(advice: Advice, sheets: Sequence[Sheet], parts: tuple[tuple[str, int], ...]) -> Booklet:
    told = {**msgspec.structs.asdict(advice), "parts": parts}
    return Booklet(**told, sheets=tuple(sheets))


def _wanted(job: Job) -> Sequence[PrintedPiece]:
    """The pieces that are printed: whoever has the real ones wants labels for those alone that carry a marker.

    Those that belong to another mat are left out.
    """
    pieces = job.only or [
        each for each in job.game.pieces if not (job.mat and each.set.mats) or job.mat in each.set.mats
    ]
    return [each for each in pieces if each.markers or not job.stickers]


def _pieces(job: Job, pieces: Sequence[PrintedPiece]) -> list[Sheet]:
    title, kit = job.game.title, job.game.kit
    sheets = _whole(job, pieces)
    cards = [each for each in pieces if _is_card(each, job)]
    for size in sorted({kit.pieces[each.kind].size for each in cards}):
        same = [each for each in cards if kit.pieces[each.kind].size == size]
        fronts = sheets_of([face(each, kit) for each in same], job.paper, f"{title}, {size}s", "face")
        backed = [each for each in same if each.back is not None]
        behind = [back(each, kit) for each in backed]
        # A sheet of backs follows each sheet of faces and is its mirror image along the long edge.
        backs = sheets_of(behind, job.paper, f"{title}, {size}s", "back", mirrored=True) if behind else []
        for index, front in enumerate(fronts):
            sheets += [front, *backs[index : index + 1]]
    discs = [each for each in pieces if each.set.wear == "disc"]
    for width in sorted({kit.size(each.kind).width_mm for each in discs}):
        same = [each for each in discs if kit.size(each.kind).width_mm == width]
        sheets += sheets_of([face(each, kit) for each in same], job.paper, f"{title}, discs of {width:g} mm")
    labels = [cell for each in pieces for cell in _labels(each, job)]
    widths = sorted({cell.width_mm for cell in labels}, reverse=True)
    for width in widths:
        part = f"{title}, labels" if len(widths) == 1 else f"{title}, labels of {width:g} mm"
        sheets += sheets_of([cell for cell in labels if cell.width_mm == width], job.paper, part)
    return sheets


def _whole(job: Job, pieces: Sequence[PrintedPiece]) -> list[Sheet]:
    """The pieces that the game draws, those of one kind together."""
    kinds: dict[str, list[tuple[PrintedPiece, Drawing]]] = {}
    for each in pieces:
        if _is_whole(each, job) and each.drawing is not None:
            kinds.setdefault(each.kind, []).append((each, each.drawing))
    made = list[Sheet]()
    for same in kinds.values():
        cells = [drawn(piece, drawing, job.game.kit) for piece, drawing in same]
        kind = same[0][0].kind.partition(":")[2]
        part = f"{job.game.title}, {same[0][0].set.words}" + (f", {kind}" if kind else "")
        made += sheets_of(cells, job.paper, part)
    return made


def _is_whole(piece: PrintedPiece, job: Job) -> bool:
    """Whether it is printed whole: with the real ones at hand that alone which no label on them does instead."""
    return piece.drawing is not None and not (job.stickers and piece.marker is not None)


def _drawings(job: Job, pieces: Sequence[PrintedPiece]) -> Drawings | None:
    """What the game says of its whole pieces, where some of them are printed."""
    return job.game.drawings if any(_is_whole(each, job) for each in pieces) else None


def _figures(job: Job, pieces: Sequence[PrintedPiece]) -> tuple[str, ...]:
    found = _drawings(job, pieces)
    return tuple(map(str, found.figures)) if found else ()


def _for_whom(job: Job) -> tuple[str, ...]:
    """Who needs these sheets, of a game that can be printed whole."""
    if job.game.drawings is None:
        return ()
    if not job.game.drawings.is_sold:
        return (f"Nobody sells {job.game.title}: these sheets are all of it.",)
    if job.stickers:
        return (
            f"Who owns the box of {job.game.title}: these labels are for its own pieces.",
            f"Who does not prints the pieces whole: companion print {job.game.name}",
        )
    return (
        f"Who has no box of {job.game.title}: here are its pieces, whole.",
        "Who owns the box needs labels for its own pieces instead, and no more than these: "
        f"companion print {job.game.name} --stickers",
    )


def _is_card(piece: PrintedPiece, job: Job) -> bool:
    return piece.set.wear == "whole" or (piece.set.wear == "sleeve" and not job.stickers)


def _labels(piece: PrintedPiece, job: Job) -> list[Cell]:
    """The labels of a piece: one a side, and on a card those of bare ground on both sides."""
    kit = job.game.kit
    is_label = piece.set.wear == "label" or (job.stickers and piece.set.wear in ("sleeve", "drawn"))
    if not is_label or piece.marker is None:
        return []
    size = kit.size(piece.kind)
    cells = [label(int(piece.marker), called(piece), kit.side_mm(size), piece.set.write)]
    if piece.back is not None:
        words = "back" if piece.back == CARD_BACK else piece.back_words
        cells.append(label(int(piece.back), words, kit.side_mm(kit.size(piece.back_kind))))
    sides = 1 if piece.back is None else 2
    cells += [label(int(BARE), "bare", kit.marker_side_mm)] * (sides * len(size.bare))
    return cells


def _counted(sheets: Sequence[Sheet]) -> tuple[tuple[str, int], ...]:
    counts: dict[str, int] = {}
    for sheet in sheets:
        counts[sheet.part] = counts.get(sheet.part, 0) + 1
    return tuple(counts.items())


def _minutes(job: Job, pieces: Sequence[PrintedPiece], sheets: int) -> int:
    work = sheets * MINUTES.sheet.value
    for piece in pieces:
        if _is_whole(piece, job):
            work += MINUTES.drawn.value
            continue
        labels = len(_labels(piece, job))
        sides = 0 if labels else 1 if piece.back is None else 2
        work += labels * MINUTES.label.value + sides * MINUTES.card.value
    if not job.only:
        work += MINUTES.board.value
        if job.mat:
            tiles = tiling(job.game.mats[job.mat], job.game.kit, job.paper).tiles
            work += len(tiles) * MINUTES.mat_sheet.value
    return math.ceil(work / 5) * 5 if not job.only else math.ceil(work)


def _buy(job: Job, pieces: Sequence[PrintedPiece]) -> tuple[str, ...]:
    kit = job.game.kit
    drawings = _drawings(job, pieces)
    wanted = [str(each) for each in drawings.buy] if drawings and not job.only else []
    sleeved = [each for each in pieces if each.set.wear == "sleeve" and not job.stickers]
    if sleeved:
        size = kit.size(sleeved[0].kind)
        wanted.append(
            f"{len(sleeved)} sleeves for cards of {size.width_mm:g} × {size.height_mm:g} mm, clear in front. "
            "Where their back is opaque, the back's print is glued onto it."
        )
    whole = sum(each.set.wear == "whole" for each in pieces)
    if whole:
        wanted.append(f"Card stock of 200 g/m² or more for {whole} whole cards, or sleeves with a card in each.")
    labels = sum(len(_labels(each, job)) for each in pieces)
    if labels:
        wanted.append(f"Matt label paper for {labels} labels, or paper and a glue stick.")
    if any(each.set.wear == "disc" for each in pieces):
        discs = [each for each in pieces if each.set.wear == "disc"]
        widths = sorted({f"{kit.size(each.kind).width_mm:g} mm" for each in discs})
        wanted.append(f"{len(discs)} discs of wood or cardboard, {' and '.join(widths)} across, to glue the prints on.")
    wanted.append("Matt paper of 120 g/m² or more: gloss hides markers under a lamp.")
    if not job.only:
        wanted.append("A ruler, a knife or scissors, a glue stick; for the board something flat, as large as a sheet.")
    return tuple(wanted)


def _order(job: Job, pieces: Sequence[PrintedPiece]) -> tuple[str, ...]:
    steps = ["Print everything at 100 %, without “fit to page”, and measure the line of 100 mm on this sheet."]
    drawings = _drawings(job, pieces)
    steps += (str(each) for each in drawings.steps) if drawings else ()
    printed = {each.set.words for each in pieces}
    steps += (str(step) for words, step in drawings.by_set.items() if words in printed) if drawings else ()
    if any(_is_card(each, job) and each.back is not None for each in pieces):
        steps.append(
            "Cards: a sheet of backs follows each sheet of faces. Printed on one side, cut out both. For whole cards "
            "print these pages alone, on both sides, turned on the long edge."
        )
    if any(each.set.wear == "sleeve" for each in pieces) and not job.stickers:
        steps.append("Sleeves: the face in front of the card, the back behind it, each with its words at the bottom.")
    if any(_labels(each, job) for each in pieces):
        steps.append(f"Labels: stick each so that its marker's middle lies {_where(job, pieces)}.")
    if any(each.set.wear == "disc" for each in pieces):
        steps.append("Discs: cut along the circle and glue them on.")
    if job.mat:
        steps.append(
            "Mat: begin with A1. Cut the left edge of A2 along its marks and glue it over A1, up to the dashed marks; "
            "so on to the end of the row. Make the next row, cut its upper edge, glue it over the row before. "
            "The outer edges last."
        )
        steps.append(f"Check the mat: from corner marker to corner marker, middle to middle, it must be {_span(job)}.")
    if not job.only:
        steps.append("Calibration board: glue the sheet onto something flat, without bubbles.")
    return tuple(steps)


def _where(job: Job, pieces: Sequence[PrintedPiece]) -> str:
    kit = job.game.kit
    sizes = {kit.pieces[each.kind].size for each in pieces if _labels(each, job)}
    told = []
    for name in sorted(sizes):
        size = kit.sizes[name]
        words = (
            f"{size.marker_x_mm:g} mm from the left and {size.marker_y_mm:g} mm from the top ({name.replace('_', ' ')})"
        )
        if size.bare:
            bare = " and ".join(f"{spot.x_mm:g}, {spot.y_mm:g} mm" for spot in size.bare)
            words += f", those named bare at {bare}"
        told.append(words)
    return "; ".join(told)


def _span(job: Job) -> str:
    anchors = job.game.mats[job.mat].anchors
    wide, high = anchors[1].x_mm - anchors[0].x_mm, anchors[2].y_mm - anchors[1].y_mm
    return f"{wide:g} mm along and {high:g} mm across"
