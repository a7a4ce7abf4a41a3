"""What markers say that the game on the table does not print: which mat lies there, and other games' pieces."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.table.sightings import MarkerId


class Prints(msgspec.Struct, frozen=True):
    """The prints of all games that the companion knows, in words."""

    mats: Mapping[MarkerId, str] = {}
    """By its mark, what goes behind “the mat of”: "Waves (all vs all 4)"."""
    pieces: Mapping[MarkerId, str] = {}
    """Each piece that a marker may stand for, with its game: "“Knight” of Waves or “Orchard” of Manawave"."""

    def mat(self, mark: MarkerId) -> str:
        """A mat in words, amid a sentence; also one that nobody knows."""
        known = self.mats.get(mark)
        return f"the mat of {known}" if known else f"a mat that is not known here (marker {mark})"

    def wrong_mat(self, seen: MarkerId, wanted: MarkerId | None) -> str:
        """Which mat lies there instead of the wanted one, and what to do, as sentences."""
        known = self.mats.get(wanted) if wanted is not None else None
        lay = f"Lay that of {known}" if known else "Lay the mat of the game that is played"
        other = ", or start the game that this one belongs to" if seen in self.mats else ""
        return f"This is {self.mat(seen)}. {lay}{other}; nothing is read until then."

    def stranger(self, marker: MarkerId) -> str:
        """Which piece of another game has this marker, as a sentence; empty where none has."""
        whose = self.pieces.get(marker)
        return f"Marker {marker} is of another game: {whose}." if whose else ""


NO_PRINTS = Prints()
