"""The markers in photographs: `companion read-markers`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.cli.picture_files import PictureUnreadable, files_in, json_line, load_picture, with_bar
from companion.runtime.terminal import echo, echo_json, one_line
from vision.markers import MarkerFinder, Markers
from vision.mirror import MIRRORED, is_mirrored


def tell_markers(images: tuple[Path, ...], as_json: bool) -> None:
    """Print which markers are in pictures; exit status 1 where one cannot be read."""
    finder = MarkerFinder()
    pictures, unread = _pictures(images)
    for path, sentence in unread:
        _tell_error(path, sentence, as_json)
    with with_bar(pictures, "Reading") as each:
        for path in each:
            try:
                markers = _found(path, finder)
            except PictureUnreadable as error:
                unread.append((path, str(error)))
                _tell_error(path, str(error), as_json)
                continue
            if as_json:
                echo_json(_record(path, markers))
            else:
                echo(f"{path}: {_markers_words(markers)}")
    if unread:
        sys.exit(1)


def _found(path: Path, finder: MarkerFinder) -> Markers:
    """The markers in a picture. Raises `PictureUnreadable`."""
    grey = np.asarray(cv2.cvtColor(load_picture(path), cv2.COLOR_BGR2GRAY), np.uint8)  # a third of its memory
    markers = finder.find(grey)
    if len(markers) == 0 and is_mirrored(grey, finder):
        raise PictureUnreadable(f"{path}: {MIRRORED}")
    return markers


def _pictures(images: Sequence[Path]) -> tuple[list[Path], list[tuple[Path, str]]]:
    """The files to read, and the folders in which there is none, each with a sentence."""
    files, empty = list[Path](), list[tuple[Path, str]]()
    for image in images:
        try:
            files += files_in(image)
        except PictureUnreadable as error:
            empty.append((image, str(error)))
    return files, empty


def _tell_error(path: Path, sentence: str, as_json: bool) -> None:
    """A sentence for people, and a line of its own for a script."""
    echo(f"companion: {sentence}", err=True)
    if as_json:
        echo_json(json_line({"image": str(path), "error": one_line(sentence)}))


def _markers_words(markers: Markers) -> str:
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
    return json_line({"image": str(path), "markers": found})
