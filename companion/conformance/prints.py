"""What is printed for a game: each set finds its pieces, and each piece its set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.conformance.findings import Finding, parted
from companion.conformance.package import unread
from companion.conformance.source import Source
from companion.errors import CompanionError
from companion.games.game import AnyGame
from companion.printing.kits import PRINT, kit_by
from companion.table.kit import SIGN
from companion.table.sightings import CARD_BACK

KIT: Final = "kit.toml"


def look(game: AnyGame, source: Source) -> Iterator[Finding]:
    """What print.toml and the kit have at odds."""
    place, file = source.of_entry(PRINT, ()), source.data(PRINT)
    if not file.exists() or unread(source, file) is not None:
        return  # which is told among the files
    try:
        pieces = kit_by(game.name, source.package, game, {}).pieces
    except CompanionError as error:
        yield Finding(place, *parted(str(error)))
        return
    printed = Counter(marker for piece in pieces for marker in piece.markers)
    printed += Counter(piece.back for piece in pieces if piece.back not in (None, CARD_BACK))
    for kind, piece in game.mat.kit.pieces.items():
        at = source.of_entry(KIT, ("pieces", kind.partition(SIGN)[0]))
        if any(marker not in printed for marker in piece.markers if marker != CARD_BACK):
            yield Finding(at, f"No set of {PRINT} prints the piece {kind}.", "Name it there as a face of [[sets]].")
        if any(printed[marker] > 1 for marker in piece.markers):
            yield Finding(at, f"The piece {kind} is printed twice by {PRINT}.", "Leave it in one of the [[sets]].")
