"""The markers in photographs: `companion read-markers`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import click
import cv2
import msgspec
import numpy as np

from companion.cli.group import cli
from companion.errors import CompanionError
from vision.files import PICTURES
from vision.frames import Pixels
from vision.markers import MarkerFinder, Markers

FEW = 3
"""So many pictures are read before anybody asks how long it takes."""


class PictureUnreadable(CompanionError):
    """A file that holds no picture, or a folder without any."""


@cli.command(name="read-markers")
@click.argument("images", metavar="IMAGE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a picture and line.")
def read_markers(images: tuple[Path, ...], as_json: bool) -> None:
    """Tell which AprilTag 36h11 markers are in pictures.

    IMAGE is a photograph (.jpg, .png and others), or a folder, whose pictures are read in the order of their names.
    What is found at which size and blur stands in docs/markers.md.

    With --json each line is {"image": NAME, "markers": [{"id": 3, "corners": [[x, y], ...]}]}: the corners of the black
    square in pixels, from the printed top left on clockwise, (0, 0) in the middle of the top left pixel; or {"image":
    NAME, "error": SENTENCE} for a picture that cannot be read.

    Exit status 1 where a picture cannot be read; the others are still read. A picture without markers is no error.
    """
    finder = MarkerFinder()
    pictures, unread = _pictures(images)
    for path, sentence in unread:
        _tell_error(path, sentence, as_json)
    with _progress(pictures) as each:
        for path in each:
            try:
                markers = finder.find(_load(path))
            except PictureUnreadable as error:
                unread.append((path, str(error)))
                _tell_error(path, str(error), as_json)
                continue
            click.echo(_record(path, markers) if as_json else f"{path}: {_told(markers)}")
    if unread:
        sys.exit(1)


def _progress(pictures: Sequence[Path]) -> AbstractContextManager[Iterable[Path]]:
    """The pictures one by one, with a bar where it helps: lines that are on screen themselves tell enough."""
    if len(pictures) > FEW and sys.stderr.isatty() and not sys.stdout.isatty():
        return click.progressbar(pictures, label="Reading", file=sys.stderr)
    return nullcontext(pictures)


def _pictures(images: Sequence[Path]) -> tuple[list[Path], list[tuple[Path, str]]]:
    """The files to read, and the folders in which there is none, each with a sentence."""
    files, empty = list[Path](), list[tuple[Path, str]]()
    for image in images:
        if not image.is_dir():
            files.append(image)
            continue
        try:
            inside = sorted(each for each in image.iterdir() if each.suffix.lower() in PICTURES and each.is_file())
        except OSError as error:
            empty.append((image, _closed(image, error)))
            continue
        if not inside:
            ends = ", ".join(PICTURES)
            empty.append((image, f"{image} holds no picture. Put pictures into it ({ends}), or name another folder."))
        files += inside
    return files, empty


def _closed(path: Path, error: OSError) -> str:
    reason = error.strerror or type(error).__name__
    return f"{path} cannot be read: {reason}. See that you may read it, then try again."


def _load(path: Path) -> Pixels:
    """A picture, BGR. Raises `PictureUnreadable`."""
    try:
        content = np.fromfile(path, dtype=np.uint8)
    except FileNotFoundError:
        raise PictureUnreadable(
            f"There is no file {path}. See that its name is written as it is on the disk."
        ) from None
    except OSError as error:
        raise PictureUnreadable(_closed(path, error)) from None
    # Decoded from memory: OpenCV would write a warning of its own about a file that it cannot open.
    try:
        pixels = cv2.imdecode(content, cv2.IMREAD_COLOR) if len(content) else None
    except cv2.error:
        pixels = None
    if pixels is None:
        raise PictureUnreadable(f"{path} holds no picture that can be read. Save it again as .jpg or .png.")
    return np.asarray(pixels, dtype=np.uint8)


def _tell_error(path: Path, sentence: str, as_json: bool) -> None:
    """A sentence for people, and a line of its own for a script."""
    click.echo(f"companion: {sentence}", err=True)
    if as_json:
        click.echo(msgspec.json.encode({"image": str(path), "error": sentence}))


def _told(markers: Markers) -> str:
    """How many there are, and which: "3 markers: 0, 7 ×2"."""
    if len(markers) == 0:
        return "no marker"
    each = ", ".join(f"{marker} ×{count}" if count > 1 else f"{marker}" for marker, count in markers.count().items())
    return f"{len(markers)} marker{'s' if len(markers) > 1 else ''}: {each}"


def _record(path: Path, markers: Markers) -> bytes:
    found = [
        {"id": marker, "corners": [[round(x, 2), round(y, 2)] for x, y in corners]}
        for marker, corners in zip(markers.ids.tolist(), markers.corners_px.tolist(), strict=True)
    ]
    return msgspec.json.encode({"image": str(path), "markers": found})
