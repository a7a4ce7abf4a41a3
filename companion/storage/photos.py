"""The photographs of one game's acts: taken before the row of the act is written, kept in a folder beside the journal.

games/ID.photos/ROW.jpg   what the camera saw where the act of that row was done

The row has the SHA-256 of its photograph. The file follows the row and is not synced: a power cut may lose a
photograph and never an act, and what it left torn is known by its hash.

CompanionError
├── PhotoMissing (FileNotFoundError)   the file is not there, or cannot be read
└── PhotoChanged (ValueError)          the file is not what was taken
"""

from __future__ import annotations

import hashlib
import logging
import os
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.errors import CompanionError
from companion.runtime.fault_log import log_fault
from companion.runtime.fsync import PRIVATE_FOLDER, opener
from companion.runtime.plain_file import read_plain
from companion.table.evidence import Evidence, Photo, Photographer, Proof

MOST_BYTES = 8_000_000
"""Of a photograph; a whole mat has less than one million."""
log = logging.getLogger(__name__)


class PhotoMissing(CompanionError, FileNotFoundError):
    """A photograph that was taken and is not there."""


class PhotoChanged(CompanionError, ValueError):
    """A photograph that is not the one that was taken."""


class PhotoFolder:
    """The photographs beside one journal. Any thread may read; one writes."""

    def __init__(self, journal: Path) -> None:
        """The folder is made with the first photograph."""
        self.folder = journal.with_suffix(".photos")

    def path(self, row: int) -> Path:
        """Where the photograph of that row is, if there is one."""
        return self.folder / f"{row}.jpg"

    def keep(self, row: int, jpeg: bytes) -> None:
        """Write the whole photograph, or none. Raises OSError."""
        self.folder.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
        new = self.path(row).with_suffix(".new")
        try:
            with open(new, "wb", opener=opener) as file:
                file.write(jpeg)
            os.replace(new, self.path(row))
        except OSError:
            with suppress(OSError):
                new.unlink()
            raise

    def read(self, row: int, photo: Photo) -> bytes:
        """The JPEG that was taken for that row. Raises `PhotoMissing` and `PhotoChanged`."""
        try:
            jpeg = read_plain(self.path(row), MOST_BYTES)
        except OSError as error:
            raise PhotoMissing(
                f"The photograph of row {row} is missing: there is no file {row}.jpg in {self.folder.name} that can be "
                "read. The act stands. Copy that folder together with the game."
            ) from error
        if hashlib.sha256(jpeg).hexdigest() != photo.sha256:
            raise PhotoChanged(
                f"The file {row}.jpg in {self.folder.name} is not the photograph that was taken: a power cut tore "
                "it, or somebody changed it. The act stands. Take the file from a copy of the game, if there is one."
            )
        return jpeg


class Album:
    """Takes photographs of acts and keeps them. What fails is told in the log once, and the act stands without."""

    def __init__(self, photographer: Photographer, folder: PhotoFolder) -> None:
        self._photographer = photographer
        self._folder = folder
        self._is_blind = self._is_full = False
        """Whether the camera, or the disk, failed the last time."""

    def take(self, proof: Proof) -> tuple[Evidence, bytes]:
        """The evidence with its photograph, and the JPEG to keep; the bare evidence and b"" where there is none."""
        evidence = proof.evidence
        if evidence.at_s is None or not evidence.frame or not proof.areas:
            return evidence, b""
        try:
            crop = self._photographer.photo(evidence.at_s, evidence.frame, proof.areas)
        except Exception as error:
            if not self._is_blind:
                log_fault(log, "an act could not be photographed", error)
            self._is_blind = True
            return evidence, b""
        self._is_blind = False
        if crop is None:
            return evidence, b""
        photo = Photo(hashlib.sha256(crop.jpeg).hexdigest(), crop.frame, crop.at_s)
        return msgspec.structs.replace(evidence, photo=photo), crop.jpeg

    def keep(self, row: int, jpeg: bytes) -> None:
        """Keep the photograph of the act that was written as that row; b"" is none."""
        if not jpeg:
            return
        try:
            self._folder.keep(row, jpeg)
        except OSError as error:
            if not self._is_full:  # once, not at every act: the log may be on the same full disk
                log.error(
                    "Photographs of acts cannot be kept in %s: %s. The game goes on without them.",
                    self._folder.folder,
                    error.strerror,
                )
            self._is_full = True
        else:
            self._is_full = False
