"""What may be wrong with a virtual table's camera and markers, for a while and on purpose."""

from __future__ import annotations

import msgspec

from companion.table.sightings import MarkerId


class Sheet(msgspec.Struct, frozen=True):
    """A grey sheet before the lens, in shares of the picture from its top left."""

    left: float = 0.0
    top: float = 0.0
    width: float = 1.0
    height: float = 1.0


class Faults(msgspec.Struct, frozen=True):
    """Everything that is wrong at one moment; without anything all is well."""

    sheet: Sheet | None = None
    is_frozen: bool = False
    """The camera gives its last picture again and again, with new times."""
    exchanged: tuple[tuple[MarkerId, MarkerId], ...] = ()
    """Pairs of cards with each other's marker, as when inserts are put into the wrong sleeves."""


HEALTHY = Faults()
