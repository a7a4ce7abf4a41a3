"""The printed kit of a game as a PDF: `companion print`."""

from __future__ import annotations

import os
from pathlib import Path

import click

from companion.cli.columns import in_columns
from companion.cli.playset_file import own_playset
from companion.errors import CompanionError
from companion.games.game import with_playset
from companion.games.registry import GAMES
from companion.printing.booklet import Booklet, Job, booklet
from companion.printing.cover import work_words
from companion.printing.kits import KITS, GameKit, PrintedPiece
from companion.printing.paper import PAPERS
from companion.printing.pdf import draw_pdf
from companion.runtime.terminal import echo, progress
from companion.storage.home import Home
from companion.table.sightings import CARD_BACK


class KitNotWritten(CompanionError, OSError):
    """The PDF could not be written; the message names the file."""


def write_kit(
    game: str,
    output: Path | None,
    paper: str,
    mat: str | None,
    stickers: bool,
    marker_mm: float | None,
    only: tuple[str, ...],
    listed: bool,
    playset: Path | None,
    force: bool,
    folder: Path,
) -> None:
    """Write the PDF, or list the pieces.

    Raises `click.UsageError`, `KitNotWritten`, `UnknownPiece`, `BadKit`, and for the owner's figures `BadOwnerFile` and
    `BadOption`; for a playset `BadPlayset`.
    """
    kit = _kit(game, playset, folder)
    if marker_mm is not None:
        kit = kit.with_markers(marker_mm)
    if listed:
        _list(kit)
        return
    if output is None:
        raise click.UsageError("Which file is to be written? Add -o kit.pdf.")
    if output.exists() and not force:
        raise KitNotWritten(f"{output} is there already. Choose another file, or write over it with --force.")
    pieces = tuple(dict.fromkeys(piece for asked in only for piece in kit.find(asked)))
    chosen = "" if mat == "none" or only else mat or kit.default_mat
    if chosen:
        kit.mat(chosen)
    made = booklet(Job(kit, PAPERS[paper], chosen, stickers, pieces))
    with progress(len(made.sheets), "Drawing") as bar:
        data = draw_pdf(made.sheets, f"{kit.title}: the printed kit", bar.update)
    _write(output, data)
    _tell(output, made, PAPERS[paper].name, kit, game)


def _kit(game: str, playset: Path | None, folder: Path) -> GameKit:
    """What is printed of a game, by the owner's figures, and where one was named by a playset."""
    kit = KITS[game]
    if playset is not None:
        rules = GAMES[game]
        return kit.by_figures(with_playset(rules, Home(folder).owner_figures(game), own_playset(rules, playset)))
    return kit if kit.drawings is None else kit.by_figures(Home(folder).owner_figures(game))


def _write(path: Path, data: bytes) -> None:
    """The file, whole or not at all."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(data)
        os.replace(part, path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise KitNotWritten(f"{path} cannot be written: {error.strerror}. Choose another file.") from error


def _tell(path: Path, made: Booklet, paper: str, kit: GameKit, game: str) -> None:
    sheets = f"{len(made.sheets)} sheet{'s' if len(made.sheets) > 1 else ''}"
    echo(f"{path}: {sheets} of {paper}, {work_words(made.minutes)}.")
    for part, number in made.parts:
        echo(f"  {number:3} × {part}")
    echo("To buy:")
    for each in made.buy:
        echo(f"  – {each}")
    echo("In this order:")
    for index, each in enumerate(made.order, 1):
        echo(f"  {index}. {each}")
    for each in made.figures:
        echo(each)
    if kit.kit.marker_side_mm != KITS[game].kit.marker_side_mm:
        echo(
            f"These markers are {kit.kit.marker_side_mm:g} mm, and the companion expects "
            f"{KITS[game].kit.marker_side_mm:g}: write marker_side_mm = {kit.kit.marker_side_mm:g} into "
            f"{kit.package.replace('.', '/')}/kit.toml before you play with them."
        )


def _list(kit: GameKit) -> None:
    echo(f"Mats of {kit.title}: {', '.join(kit.mats)}.")
    echo("Pieces: key, marker (and that of the other side), name.")
    echo(*in_columns([("", piece.key, _markers(piece), piece.title) for piece in kit.pieces], right=(2,)))


def _markers(piece: PrintedPiece) -> str:
    if piece.marker is None:
        return "–"
    return f"{piece.marker}" if piece.back in (None, CARD_BACK) else f"{piece.marker}, {piece.back}"
