"""The pieces and the mat as the files have them, how each kind of piece looks, and the colours of players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.atlantis_rising.data import contents
from companion.games.atlantis_rising.state.ground import TILES
from companion.games.atlantis_rising.state.model import CENTRE, COLOURS, Atlantean, AtlantisView, Table
from companion.games.core import Seat
from companion.games.shared.blanks import with_blanks
from companion.games.shared.mats import read_kit_for, read_mats
from companion.table.pieces import PieceKind

PIECE_PAINTS: Final = dict(
    zip(COLOURS, ("#c0392b", "#2a6fb5", "#e2b714", "#2f8f4e", "#e07b24", "#7a4aa8", "#1d2f5c"), strict=True)
)
"""Of the players' pieces."""
NO_PAINT: Final = "#4a5d68"
"""Of a player who has not taken a colour yet."""
COLOURED: Final = frozenset(("leader", "follower"))
"""Pieces that are of a player's colour; the others look alike, whoever has them."""
GROUNDS: Final = ("#8a5a3c", "#866a1a", "#2f7a45", "#1f8079", "#76549f", "#a0455c")
"""Of dry tiles, by peninsula in table order."""
LETTERS: Final = "MHFCLG"
"""Of the peninsulas in that order; the Forges have another than the Forests."""
WATER: Final = "#1746a8"
CENTRE_GROUND: Final = "#b9c7cf"


def standee(table: Table, piece: Atlantean) -> str:
    """The kind of piece that an Atlantean is drawn as: "leader:red", "follower:navy", "volunteer", "hologram"."""
    return f"{piece.kind}:{table.colours[piece.seat]}" if piece.kind in COLOURED else piece.kind


def paint_of(table: Table, seat: Seat) -> str:
    """The colour of a player's pieces, as `#rrggbb`."""
    return PIECE_PAINTS.get(table.colours[seat], NO_PAINT)


LAYOUTS: Final = read_mats(__package__)
"""By what people type."""
MAT: Final = LAYOUTS["island"]
"""Every place that any game may need: each is played on a part of them."""
KIT: Final = read_kit_for(__package__, LAYOUTS.values())
DICE: Final = ("die:white", "die:blue")
"""The two dice, told apart by their colour."""
DICE_PAINTS: Final = dict(zip(DICE, ("#f4f4ee", "#1f4fa3"), strict=True))
"""How each die is painted."""
_PARCHMENT, _BUILT, _PAPER, _STONE = "#e3d3a6", "#2f6fb5", "#e9dfc8", "#b9b4a8"


def misfortune(card: str) -> str:
    """The kind of piece that a misfortune is, by its name in the deck."""
    return f"misfortune:{card.removeprefix('basic_')}"


def library(card: str) -> str:
    """The kind of piece that a library card or an artifact is, by its name in the deck; of one untold its back."""
    return f"library:{card}" if card != contents.HIDDEN else "back"


def _kinds() -> Iterator[PieceKind]:
    yield PieceKind("back", "face-down card", "card", "#20465e", sign="≈")
    yield PieceKind("wrath_counter", "wrath counter", "disc", "#b5202b", sign="!")
    yield PieceKind("starting_player", "starting marker", "disc", "#f3cd86", sign="1")
    yield PieceKind("barrier", "barrier", "disc", "#e8f4f8", sign="#")
    yield PieceKind(f"dry:{CENTRE}", "Mystic Power Source", "disc", "#f3cd86", sign="*")
    yield PieceKind(f"flooded:{CENTRE}", "flooded Mystic Power Source", "disc", WATER, sign="≈*")
    for tile, (peninsula, ring) in TILES.items():
        words, sign = f"{contents.PENINSULAS[peninsula].capitalize()} {ring}", LETTERS[peninsula]
        yield PieceKind(f"dry:{tile}", words, "disc", GROUNDS[peninsula], str(ring), sign)
        yield PieceKind(f"flooded:{tile}", f"flooded {words}", "disc", WATER, str(ring), f"≈{sign}")
    for name, each in contents.SHIPPED.components.items():
        sign = each.letter if len(each.letter) == 1 else "◆"
        yield PieceKind(f"unbuilt:{name}", each.name, "tile", _PARCHMENT, sign=sign)
        yield PieceKind(f"built:{name}", f"built {each.name}", "tile", _BUILT, sign=sign)
    for name, ground, letter in zip(contents.PENINSULAS, GROUNDS, LETTERS, strict=True):
        yield PieceKind(misfortune(f"basic_{name}"), f"{name.capitalize()} misfortune", "card", ground, sign=letter)
    yield PieceKind(misfortune(contents.CALM), "Calm Seas", "card", "#7fb7c9", sign="~")
    yield PieceKind(misfortune(contents.CONTROLLED), "Controlled Flood", "card", WATER, sign="≈")
    for cards, kind_of, rest, words, ground, letter in (
        (contents.SHIPPED.special, misfortune, "misfortune:special", "special misfortune", _STONE, "!"),
        (contents.SHIPPED.library, library, "library:card", "library card", _PAPER, "L"),
        (contents.SHIPPED.artifacts, library, "library:artifact", "artifact", _STONE, "A"),
    ):
        yield from (PieceKind(kind_of(key), each.name, "card", ground, sign=letter) for key, each in cards.items())
        yield PieceKind(rest, words, "card", ground, sign="?")
    for number, (name, board) in enumerate(contents.SHIPPED.councilors.items(), 1):
        yield PieceKind(f"councilor:{name}", board.name, "disc", _PAPER, str(number))
    yield PieceKind("councilor", "councilor", "disc", _PAPER, sign="?")
    for colour, paint in PIECE_PAINTS.items():
        yield PieceKind(f"leader:{colour}", f"{colour} Leader", "pawn", paint, sign="L")
        yield PieceKind(f"follower:{colour}", f"{colour} follower", "pawn", paint, sign="f")
    yield PieceKind("volunteer", "volunteer", "pawn", "#d8d4c8", sign="v")
    yield PieceKind("hologram", "Hologram", "pawn", "#8fd6e8", sign="H")
    yield PieceKind("automaton", "Automaton", "pawn", "#8c8c94", sign="A")
    for kind, paint in DICE_PAINTS.items():
        yield PieceKind(kind, f"{kind.partition(':')[2]} die", "die", paint, sign="d")


PIECES: Final = with_blanks({each.kind: each for each in _kinds()}, KIT)
"""By kind: every one of the kit, those that stand on the mat, and the dice."""
ARMS: Final = {
    f"island.{name}.{ring - 1}": (peninsula, ring)
    for peninsula, name in enumerate(contents.PENINSULAS)
    for ring in range(1, contents.RINGS + 1)
}
"""The zone of each tile but the centre: its peninsula, from 0, and its ring."""


def own_pieces(view: AtlantisView) -> tuple[str, ...]:
    """Kinds of the library cards that this seat holds in secret, as far as the companion was told."""
    own = view.own
    return tuple(map(library, (*own.cards, *own.drawn))) if own is not None else ()
