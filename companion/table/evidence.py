"""What an act rests on that nobody tapped: which sensor told of it, when, how surely, and its photograph."""

from __future__ import annotations

from typing import Literal, Protocol

import msgspec

from companion.table.geometry import Area

Sensor = Literal["camera", "scale", "reader"]

PHOTO_MARGIN_MM = 6.0
"""So much of the mat around an area a photograph shows; it ends at the mat's edge."""


class Photo(msgspec.Struct, frozen=True):
    """A photograph that was kept. Its file is named by the row of the act and by nothing else."""

    sha256: str
    """Of the JPEG, in hexadecimal digits."""
    frame: int
    """Number of the camera's frame that it was cut from; another than the evidence's where that one was gone."""
    at_s: float
    """When that frame was taken, by the camera's clock."""


class Evidence(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one act was learned from. Public: it tells of zones that everybody sees."""

    sensor: Sensor
    zones: tuple[str, ...] = ()
    """Zones in which the act was seen or felt, in the layout's order."""
    at_s: float | None = None
    """Time of the look by the camera's clock; None where no camera told: scale and reader have no clock."""
    frame: int = 0
    """Number of the camera's frame; 0 where there was none."""
    confidence: float | None = None
    """Of the least sure marker in these zones, as `Sighting.confidence`; None where no marker was read there."""
    count: int | None = None
    """Pieces that the scale felt in one of these zones; None where it stands under none of them, or told nothing."""
    photo: Photo | None = None


class Proof(msgspec.Struct, frozen=True):
    """Evidence without a photograph yet, and where on the mat to take one."""

    evidence: Evidence
    areas: tuple[Area, ...] = ()
    """What the zones and the pieces in them cover, before and after the act."""


class Crop(msgspec.Struct, frozen=True):
    """A part of one of the camera's frames, as a JPEG."""

    jpeg: bytes
    frame: int
    at_s: float


class Photographer(Protocol):
    """Whoever has the camera's last frames. Asked by the referee thread, so it must not wait for anything."""

    def photo(self, at_s: float, frame: int, areas: tuple[Area, ...]) -> Crop | None:
        """These areas of the mat, cut out of the frame of that time and number, or of the nearest one there still is.

        None where there is none of that time.
        """
