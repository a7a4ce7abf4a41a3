"""Where the frames of a recording are kept as they are looked at; the picture of a still table once."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import cv2
import msgspec
import numpy as np
import numpy.typing as npt

from vision.cameras.frames import Frame, Pixels
from vision.lens import Lens
from vision.recorded import INDEX, FrameNote, FramesError, FramesExist, Line, decode, digest

log = logging.getLogger(__name__)

QUALITY = 95
"""Of a JPEG. Other machines may decode one to other pixels by a level; a PNG is the same everywhere."""

COARSER = 4
"""Pictures are compared in grey, this many times smaller in each direction."""
FINE_LEVELS, FINE_PX = 4.0, 3
COARSE_LEVELS, COARSE_PX = 1.5, 8
"""By how many of 256 levels the mean over so many small pixels squared must differ somewhere for a change.

Rendered pictures of Waves, 2304 x 1296 and 1280 x 720: a still table differs by at most 1.6 and 0.6 levels with noise
of sigma 2.5, by 2.0 and 0.8 with sigma 4; an act by at least 27 and 14, a card under another of its kind by 27 and 4, a
fingertip over the rim by 70. A card that slips by 0.5 mm changes 5.6 and 1.8 levels.
"""
RENEW_S = 30.0
"""A still table is stored again after so long: a marker that one unlucky picture does not show is looked for again."""

Floats = npt.NDArray[np.float32]


def _private(path: str, flags: int) -> int:
    """For `open`: what a camera saw is its owner's alone."""
    return os.open(path, flags, 0o600)


class FrameStore:
    """Keeps the frames of one camera. One thread uses it.

    A frame's picture is on the disk and in the index before `keep` returns, as far as the system is trusted. Where the
    disk fails, that is logged once, and frames are given back as they came, with the number 0: as if there were none.
    """

    def __init__(self, folder: Path, *, png: bool = False, renew_s: float = RENEW_S) -> None:
        """Begin in a new or empty folder. Raises `FramesExist`, or `FramesError` where the disk takes nothing."""
        self.folder = folder
        self.frames = 0
        """Frames kept."""
        self.pictures = 0
        """Pictures stored for them."""
        self.picture_bytes = 0
        self.trouble = ""
        """Why nothing is kept any more; empty where it is."""
        self._ending, self._options = (
            (".png", [cv2.IMWRITE_PNG_COMPRESSION, 1]) if png else (".jpg", [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        )
        self._renew_s = renew_s
        self._check = ""
        self._number = 0
        self._lens: Lens | None = None
        self._stored: FrameNote | None = None
        self._pixels: Pixels | None = None
        self._small: Floats | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._index = os.open(folder / INDEX, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
        except FileExistsError as error:
            text = f"{folder} has recorded frames already. Choose another folder for the recording."
            raise FramesExist(text) from error
        except OSError as error:
            raise FramesError(f"Cannot record to {folder}: {error.strerror}. Choose another folder.") from error

    def keep(self, frame: Frame, anew: bool = False, lens: Lens | None = None) -> Frame:
        """The frame as a replay will see it: with the pixels that are stored, and its time and number.

        Look at what comes back and not at the frame given. `anew` says that a fresh `Looker` looks at it, and `lens`
        by what it straightens the markers.
        """
        if self.trouble:
            return Frame(frame.pixels, frame.at_s, 0)
        try:
            return self._keep(frame, anew or not self.frames, lens)
        except OSError as error:
            self.trouble = f"Pictures are recorded no more to {self.folder}: {error.strerror}. The game goes on."
            log.error("%s", self.trouble)
            return Frame(frame.pixels, frame.at_s, 0)

    def close(self) -> None:
        """Let go of the index; nothing is kept any more. May be called twice."""
        if self._index >= 0:
            os.close(self._index)
        self._index = -1
        self.trouble = self.trouble or "The recording is closed."

    def _keep(self, frame: Frame, anew: bool, lens: Lens | None) -> Frame:
        self._number = max(frame.number, self._number + 1)
        stored = self._stored
        if stored is None or not self._is_unchanged(frame, stored):
            stored = self._store(frame)
        told = lens if anew or lens != self._lens else msgspec.UNSET
        note = FrameNote(self._number, frame.at_s, stored.file, stored.digest, anew, told)
        self._lens = lens
        encoded = msgspec.json.encode(note)
        self._check = digest(self._check.encode() + encoded)
        line = msgspec.json.encode(Line(self._check, msgspec.Raw(encoded))) + b"\n"
        while line:
            line = line[os.write(self._index, line) :]
        self.frames += 1
        assert self._pixels is not None
        return Frame(self._pixels, frame.at_s, self._number)

    def _is_unchanged(self, frame: Frame, stored: FrameNote) -> bool:
        if self._pixels is None or self._small is None or frame.pixels.shape != self._pixels.shape:
            return False
        if not 0 <= frame.at_s - stored.at_s < self._renew_s:
            return False
        return not is_changed(self._small, _smaller(frame.pixels))

    def _store(self, frame: Frame) -> FrameNote:
        done, encoded = cv2.imencode(self._ending, frame.pixels, self._options)
        if not done:
            raise OSError(0, "a picture cannot be encoded")
        content = encoded.tobytes()
        note = FrameNote(self._number, frame.at_s, f"{self._number:06}{self._ending}", digest(content))
        with open(self.folder / note.file, "wb", opener=_private) as file:
            file.write(content)
        self._stored, self._pixels = note, decode(content)
        assert self._pixels is not None
        # Of the stored pixels and not of the frame's: it is they that are looked at instead of the next ones.
        self._small = _smaller(self._pixels)
        self.pictures += 1
        self.picture_bytes += len(content)
        return note


def _smaller(pixels: Pixels) -> Floats:
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    size = max(1, grey.shape[1] // COARSER), max(1, grey.shape[0] // COARSER)
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


def is_changed(before: Floats, now: Floats) -> bool:
    """Whether two small grey pictures differ by more than the noise of a camera."""
    difference = now - before
    for levels, side_px in ((FINE_LEVELS, FINE_PX), (COARSE_LEVELS, COARSE_PX)):
        if float(np.abs(cv2.blur(difference, (side_px, side_px))).max()) > levels:
            return True
    return False
