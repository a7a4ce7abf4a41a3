"""The dice in photographs and films: `companion read-dice`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2

from companion.cli.picture_files import PictureUnreadable, files_in, json_line, load_picture, missing, with_bar
from companion.cli.written import NotWritten, is_marked, marked_jpeg, write_own
from companion.errors import CompanionError
from companion.runtime.terminal import echo, echo_json
from companion.storage.home import Home
from vision.cameras.files import FilmOfOddSize, VideoFile
from vision.cameras.frames import CameraEnded, CameraUnreadable, Frame, Pixels, SystemClock
from vision.cameras.stored import NOT_PLAIN
from vision.dice.colours import Reference, load_colours, without_clear
from vision.dice.logos import Logo
from vision.dice.model import Model, load_model
from vision.dice.overlay import draw
from vision.dice.owners import load_own_dice
from vision.dice.reader import read_picture
from vision.dice.records import Die, Verdict
from vision.dice.video import follow

VIDEOS = (".mp4", ".avi", ".mov", ".mkv", ".webm", ".m4v")
"""Endings of the files that are taken for films, in any case."""
STATUS: dict[Verdict, int] = {"read": 0, "doubtful": 3, "failed": 1}
_CURE = "Name another folder with --draw."
QUALITY = 92
"""Of the JPEGs that are drawn."""


def tell_dice(
    images: tuple[Path, ...],
    die_mm: float,
    px_per_mm: float | None,
    as_json: bool,
    drawn: Path | None,
    colour_file: Path | None,
    has_clear: bool | None,
    model_folder: Path,
    folder: Path,
) -> None:
    """Print what dice show in pictures, and exit with the status of that.

    Raises `NoModel`, `NotOurs` and `NotWritten`.
    """
    model = load_model(model_folder)
    colours, logos = _dice(folder, colour_file, has_clear)
    asked = _Asked(model, px_per_mm, die_mm, colours, logos, as_json, drawn)
    verdicts = set[Verdict]()
    files = list[Path]()
    for image in images:
        try:
            files += files_in(image, VIDEOS)
        except PictureUnreadable as error:
            verdicts.add(asked.fail(image, error))
    with with_bar(files, "Reading") as each:
        for path in each:
            try:
                is_film = path.suffix.lower() in VIDEOS
                verdicts |= set(asked.film(path) if is_film else asked.picture(path))
            except PictureUnreadable as error:
                verdicts.add(asked.fail(path, error))
    status = {STATUS[verdict] for verdict in verdicts}
    sys.exit(1 if 1 in status else max(status, default=0))


def _dice(
    folder: Path, colour_file: Path | None, has_clear: bool | None
) -> tuple[tuple[Reference, ...], tuple[Logo, ...]]:
    """The colours of a file that was named, or else what the owner enrolled, without clear ones where there are none.

    A logo holds for its colour's name.
    """
    own = load_own_dice(Home(folder).dice)
    colours = load_colours(colour_file) if colour_file is not None else own.colours
    may_be = own.may_be_clear(by_game=True) if has_clear is None else has_clear
    return (colours if may_be else without_clear(colours)), own.logos


@dataclass
class _Asked:
    """How pictures are read and told; each method prints its lines and gives the verdict of each."""

    model: Model
    px_per_mm: float | None
    die_mm: float
    colours: tuple[Reference, ...]
    logos: tuple[Logo, ...]
    as_json: bool
    drawn: Path | None
    written: set[str] = field(default_factory=set)

    def picture(self, path: Path) -> Iterator[Verdict]:
        """One photograph. Raises `PictureUnreadable`."""
        pixels = load_picture(path)
        reading = read_picture(pixels, self.px_per_mm, self.model, self.die_mm, colours=self.colours, logos=self.logos)
        self._tell(path, reading.verdict, reading.dice, reading.sentence, None)
        self._draw(path.stem, pixels, reading.dice)
        yield reading.verdict

    def film(self, path: Path) -> Iterator[Verdict]:
        """The rolls of one film. Raises `PictureUnreadable`."""
        if not path.is_file():
            raise PictureUnreadable(f"{path} {NOT_PLAIN}" if path.exists() else missing(path))
        started_s, rolls, dice, at_s = None, 0, tuple[Die, ...](), 0.0
        seen = follow(_frames(path), self.px_per_mm, self.model, self.die_mm, self.colours, self.logos)
        for frame, rolling in seen:
            started_s = frame.at_s if started_s is None else started_s
            at_s = frame.at_s - started_s
            dice = rolling.dice() or dice
            if rolling.roll is not None:
                rolls += 1
                self._tell(path, rolling.roll.verdict, rolling.roll.dice, rolling.roll.sentence, at_s)
                self._draw(f"{path.stem}-{at_s:.1f}s", frame.pixels, rolling.roll.dice)
                yield rolling.roll.verdict
        if not rolls:
            verdict: Verdict = "doubtful" if dice else "read"
            sentence = (
                "No roll came to rest. Film on until the dice have lain still for a second." if dice else "No die."
            )
            self._tell(path, verdict, dice, sentence, at_s)
            yield verdict

    def fail(self, path: Path, error: CompanionError) -> Verdict:
        """A file or folder that cannot be read: a sentence for people, and a line for a script."""
        echo(f"companion: {error}", err=True)
        if self.as_json:
            echo_json(record(path, "failed", (), None))
        return "failed"

    def _tell(self, path: Path, verdict: Verdict, dice: Sequence[Die], sentence: str, at_s: float | None) -> None:
        if self.as_json:
            echo_json(record(path, verdict, dice, at_s))
        else:
            echo(f"{path}: {sentence}" if at_s is None else f"{path}, {at_s:.1f} s: {sentence}")

    def _draw(self, name: str, pixels: Pixels, dice: Sequence[Die]) -> None:
        if self.drawn is None:
            return
        own, number = name, 1
        while own in self.written:
            number += 1
            own = f"{name}-{number}"
        self.written.add(own)
        path = self.drawn / f"{own}.jpg"
        encoded = cv2.imencode(".jpg", draw(pixels, dice), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
        try:
            self.drawn.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise NotWritten(f"{path} cannot be written: {error.strerror}. {_CURE}") from error
        write_own(path, marked_jpeg(encoded.tobytes()), is_marked, _CURE)


def _frames(path: Path) -> Iterator[Frame]:
    try:
        video = VideoFile(path, SystemClock(), paced=False)
    except FilmOfOddSize as error:
        raise PictureUnreadable(str(error)) from None
    except CameraUnreadable:
        raise PictureUnreadable(f"{path} holds no film that can be read. Save it again as .mp4 or .avi.") from None
    try:
        while True:
            frame = video.read(0.0)
            if frame is not None:
                yield frame
    except CameraEnded:
        return
    finally:
        video.close()


def record(path: Path, verdict: Verdict, dice: Sequence[Die], at_s: float | None) -> bytes:
    """One line of JSON, without its end."""
    line: dict[str, Any] = {"image": str(path)}
    if at_s is not None:
        line["at_s"] = round(at_s, 2)
    line["verdict"] = verdict
    line["dice"] = [
        {
            "value": die.value,
            "colour": die.colour,
            "box": [round(edge, 1) for edge in die.box],
            "confidence": round(die.confidence, 4),
            "state": die.state,
        }
        for die in dice
    ]
    return json_line(line)
