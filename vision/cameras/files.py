"""Pictures from the disk in place of a camera: a video file, or a folder of pictures."""

from __future__ import annotations

from pathlib import Path
from typing import IO, Final

import cv2
import numpy as np

from companion.runtime.decoder_noise import without_decoder_noise
from companion.runtime.text import encodable
from vision.cameras.frames import CameraEnded, CameraUnreadable, Clock, Frame, Pixels
from vision.cameras.heads import why_not
from vision.cameras.stored import PICTURES, load, pictures_in

MOST_PIXELS: Final = 36_000_000
"""Of a frame, 8K with room to spare: a decoder keeps several at once, and each is looked at beside the one before."""


class FilmOfOddSize(CameraUnreadable):
    """A film whose frames are too large, or of a shape that shows no table."""


class VideoFile:
    """A video file, once through. Raises `CameraUnreadable` where it holds no video, and `FilmOfOddSize`.

    `paced` gives each frame out no earlier than its timestamp says; without it they come as fast as they are read.
    Either way `at_s` counts the video's own time on from when it was opened.
    """

    def __init__(self, path: Path, clock: Clock, *, paced: bool = True) -> None:
        self.name = encodable(f"Video {path.name}")
        self.notes: tuple[str, ...] = ()
        self._clock = clock
        self._paced = paced
        self._number = 0
        self._file = _opened(path)
        name = f"/dev/fd/{self._file.fileno()}" if self._file else encodable(str(path))
        with without_decoder_noise():
            self._capture = cv2.VideoCapture(name, cv2.CAP_FFMPEG)
        self._check_size(path)
        self._started_s = clock.now()
        self._next = self._load()
        if self._next is None:
            self.close()
            raise CameraUnreadable(f"{path} holds no video that can be read. Give an .mp4 or .avi file with --camera.")

    def read(self, timeout_s: float) -> Frame | None:
        """The next frame; None where it is not due in that time. Raises `CameraEnded` after the last one."""
        frame = self._next
        if frame is None:
            raise CameraEnded(f"{self.name} has ended after {self._number} pictures. Tap on, or start it again.")
        wait_s = frame.at_s - self._clock.now() if self._paced else 0.0
        if wait_s > 0:
            self._clock.pause(min(wait_s, timeout_s))
        if wait_s > timeout_s:
            return None
        self._next = self._load()
        return frame

    def _check_size(self, path: Path) -> None:
        """Before the first frame is decoded; later ones come at its size."""
        width_px, height_px = (
            round(self._capture.get(each)) for each in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
        )
        wrong = why_not(width_px, height_px, MOST_PIXELS)
        if self._capture.isOpened() and wrong:
            self.close()
            raise FilmOfOddSize(f"{path} {wrong}")

    def _load(self) -> Frame | None:
        good, pixels = self._capture.read()
        if not good:
            return None
        self._number += 1
        # After a read this is the time of the frame just read, not of the next (OpenCV 4.14, FFmpeg).
        position_s = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        return Frame(np.asarray(pixels, dtype=np.uint8), self._started_s + position_s, self._number)

    def close(self) -> None:
        """Close the file."""
        self._capture.release()
        if self._file:
            self._file.close()


def _opened(path: Path) -> IO[bytes] | None:
    """The file, where its name is no UTF-8: at such a name OpenCV crashes, so it is given another of the system's."""
    try:
        return None if encodable(str(path)) == str(path) else path.open("rb")
    except OSError:  # told as a file that cannot be read
        return None


class PictureFolder:
    """The pictures of a folder in the order of their names, one every `every_s`, and again where it `loops`.

    Files that cannot be read are passed over and named in the notes with what to do. Those of more than `MOST_PIXELS`
    come at half their size. Raises `CameraUnreadable` where none can be read.
    """

    def __init__(self, folder: Path, clock: Clock, *, every_s: float = 1.0, loops: bool = True) -> None:
        self.name = encodable(f"Folder {folder.name}")
        self._folder = folder
        self._clock = clock
        self._every_s = every_s
        self._loops = loops
        self._files = pictures_in(folder)
        self._broken: dict[str, str] = {}
        self._position = 0
        self._number = 0
        self._due_s = clock.now()
        if not self._files:
            raise CameraUnreadable(
                f"Folder {folder} holds no picture ({', '.join(PICTURES)}). Put some in, or choose another."
            )

    @property
    def notes(self) -> tuple[str, ...]:
        """Which files are no pictures, as far as they have come up."""
        if not self._broken:
            return ()
        # Many files fail alike: what to do is said once for all of them.
        alike: dict[str, list[str]] = {}
        for name, why in self._broken.items():
            alike.setdefault(why, []).append(name)
        count = f"{len(self._broken)} of {len(self._files)} files cannot be read."
        return (" ".join((count, *(f"{', '.join(names)} {why}" for why, names in alike.items()))),)

    def read(self, timeout_s: float) -> Frame | None:
        """The next picture; None where it is not due in that time.

        Raises `CameraEnded` after the last one where it does not loop, `CameraUnreadable` where no file is a picture.
        """
        wait_s = self._due_s - self._clock.now()
        if wait_s > 0:
            self._clock.pause(min(wait_s, timeout_s))
        if wait_s > timeout_s:
            return None
        pixels = self._next()
        self._due_s = max(self._due_s, self._clock.now()) + self._every_s
        return Frame(pixels, self._clock.now(), self._number)

    def _next(self) -> Pixels:
        while True:
            if self._position == len(self._files):
                if len(self._broken) == len(self._files):
                    raise CameraUnreadable(f"Folder {self._folder} holds no readable picture. {self.notes[0]}")
                if not self._loops:
                    raise CameraEnded(
                        f"{self.name} has ended after {self._number} pictures. Tap on, or start it again."
                    )
                self._position = 0
            file = self._files[self._position]
            self._position += 1
            name = encodable(file.name)
            try:
                pixels: Pixels | str = load(file)
            except OSError as error:
                pixels = f"cannot be opened: {error.strerror}. See that you may read it."
            if not isinstance(pixels, str):
                self._broken.pop(name, None)
                self._number += 1
                return _bounded(pixels)
            self._broken[name] = pixels

    def close(self) -> None:
        """Nothing is held open between two pictures."""


def _bounded(pixels: Pixels) -> Pixels:
    if pixels.shape[0] * pixels.shape[1] <= MOST_PIXELS:
        return pixels
    return np.asarray(cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), dtype=np.uint8)
