"""The pieces of a playset: which markers they carry, and how each looks.

The two sets that ship have their markers in kit.toml. A designer's own gets its own kit, in the order of its file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from companion.games.errors import BadOption
from companion.games.manawave.data.playset import Card, ClansPlayset, NexusPlayset, Playset
from companion.games.shared.mats import read_kit_for, read_mats
from companion.language.message import say
from companion.table.kit import Kit, MarkedPiece
from companion.table.pieces import PieceKind

LAYOUTS: Final = read_mats(__package__)
"""By what people type: one for each state of the design."""
KIT: Final = read_kit_for(__package__, LAYOUTS.values())
VALUES: Final = (5, 1)
"""What counters are worth, the largest first."""
DIAL: Final = 12
"""The largest number of the round dial."""
SEATED: Final = (1, 2)
"""Seats as pieces name them."""
_FIRST, _LAST = 5, 279
"""The markers that cards and tiles may carry: the others are of corners, backs, counters and the dial."""
_EACH_TAKES: Final = 2
"""Copies that both players need of a card at the table: one each where both have taken the same."""
_DISCS: Final = {
    "population": ("#00873e", "P"),
    "mana": ("#c5b4e3", "M"),
    "attack": ("#e10600", "A"),
    "shield": ("#ff8200", "S"),
    "growth": ("#26d07c", "G"),
    "sacrifice": ("#651c32", "X"),
    "soulstain": ("#3a3a44", "†"),
    "modality": ("#0827f5", "#"),
}
"""Counters and tokens: the colours that the design's author has named publicly, Soulstain made readable; and signs."""
COLOURS: Final = {kind: colour for kind, (colour, _) in _DISCS.items()}
SIGNS: Final = {kind: sign for kind, (_, sign) in _DISCS.items()}
_CARDS: Final = (
    *("monument", "clan_of_seat_1", "clan_of_seat_2", "faction", "family"),
    *("choice", "tile_of_seat_1", "tile_of_seat_2"),
)
"""The kinds of cards and tiles of playsets, as they begin."""
_GROUNDS: Final = ("#b9482a", "#2f7fb5", "#3f9a86", "#8a5fae", "#a08432", "#5f6f3a", "#a04a6a", "#4a5aa0")
_STONE, _PAPER, _PURPLE = "#b9b4a8", "#e9dfc8", "#9a42b4"


@lru_cache(maxsize=8)
def kit_of(playset: Playset, own: bool) -> Kit:
    """The kit of a game: that of the shipped sets, or of a designer's own. Raises `BadOption` for too many cards."""
    if not own:
        return KIT
    shared = {kind: piece for kind, piece in KIT.pieces.items() if kind.partition(":")[0] not in _CARDS}
    pieces = dict[str, MarkedPiece]()
    taken = {id for one in shared.values() for id in one.markers}
    first, needed = _FIRST, 0
    for kind, size, copies in _cards(playset):
        needed += copies
        # The markers of one kind follow one another, so a few before those of the Nexus may stay free.
        while inside := taken.intersection(range(first, first + copies)):
            first = max(inside) + 1
        pieces[kind] = MarkedPiece(size, first, copies)
        first += copies
    if first - 1 > _LAST:
        raise BadOption(
            say(
                "The playset needs {needed} markers for its cards, and about {number} are free. A Family takes four "
                "for each of its copies in a set, a tile three. Write fewer cards, or fewer copies.",
                needed=needed,
                number=_LAST - _FIRST + 1 - len([each for each in taken if _FIRST <= each <= _LAST]),
            )
        )
    return Kit(KIT.marker_side_mm, KIT.sizes, {**shared, **pieces})


def _cards(playset: Playset) -> Iterator[tuple[str, str, int]]:
    """Kind, size and number of markers of each card and tile of a playset."""
    if isinstance(playset, ClansPlayset):
        yield from ((f"monument:{each.id}", "card", 1) for each in playset.monument)
        for seat in SEATED:
            yield from ((f"clan_of_seat_{seat}:{each.id}", "card", 1) for each in playset.clan)
        yield from ((f"faction:{each.id}", "card", 1) for each in playset.faction)
        sets = playset.setup.pile_sets_per_player_faction
        for each in playset.family:
            yield f"family:{each.id}", "card", each.copies * sets * len(SEATED) * _EACH_TAKES
        return
    yield from ((f"choice:{each.id}", "card", each.copies) for each in playset.tile)
    for seat in SEATED:
        yield from ((f"tile_of_seat_{seat}:{each.id}", "tile", each.copies) for each in playset.tile)


@lru_cache(maxsize=8)
def looks_of(playsets: tuple[Playset, ...]) -> Mapping[str, PieceKind]:
    """How each kind of piece of these playsets looks, by kind."""
    found = [*_common()]
    for playset in playsets:
        found += _of_clans(playset) if isinstance(playset, ClansPlayset) else _of_nexus(playset)
    return {each.kind: each for each in found}


def _common() -> Iterator[PieceKind]:
    yield PieceKind("back", "face-down card", "card", "#20465e", sign="≈")
    yield PieceKind("source", "Source", "card", "#1a4fff", sign="~")
    yield PieceKind("sink", "Sink", "card", "#20304e", sign="=")
    yield PieceKind("nexus", "Nexus", "disc", _PURPLE, sign="N")
    for name, colour in COLOURS.items():
        words = "Soulstain" if name == "soulstain" else "Modality counter" if name == "modality" else name
        yield PieceKind(name, words, "disc", colour, sign=SIGNS[name])
        for value in VALUES:
            label = words if value == 1 else f"{words} of {value}"
            yield PieceKind(f"{name}:{value}", label, "disc", colour, f"{value}", SIGNS[name])
    for number in range(DIAL + 1):
        yield PieceKind(f"round:{number}", f"dial at {number}", "disc", _PURPLE, f"{number}")


def _of_clans(playset: ClansPlayset) -> Iterator[PieceKind]:
    for number, monument in enumerate(playset.monument, 1):
        sign = "D" if monument.default else "M"
        yield PieceKind(f"monument:{monument.id}", monument.title, "card", _STONE, str(number), sign)
    for seat in SEATED:
        for clan in playset.clan:
            kind = f"clan_of_seat_{seat}:{clan.id}"
            yield PieceKind(kind, clan.title, "card", _PAPER, str(seat), clan.title[:1].upper())
    grounds = {each.id: _GROUNDS[index % len(_GROUNDS)] for index, each in enumerate(playset.faction)}
    for faction in playset.faction:
        yield PieceKind(f"faction:{faction.id}", faction.title, "card", grounds[faction.id], sign=faction.title[:2])
    for number, family in enumerate(playset.family, 1):
        sign = _initials(family)
        yield PieceKind(f"family:{family.id}", family.title, "card", grounds[family.faction], str(number), sign)


def _initials(card: Card) -> str:
    return "".join(word[:1] for word in card.title.split())[:2].upper()


def _of_nexus(playset: NexusPlayset) -> Iterator[PieceKind]:
    grounds = {"tribe": "#b9482a", "geography": "#3f9a86", "monument": _STONE}
    for number, tile in enumerate(playset.tile, 1):
        sign = _initials(tile)
        yield PieceKind(f"choice:{tile.id}", f"card {tile.title}", "card", grounds[tile.type], str(number), sign)
        for seat in SEATED:
            kind = f"tile_of_seat_{seat}:{tile.id}"
            yield PieceKind(kind, f"{tile.title} tile", "disc", grounds[tile.type], str(seat), sign)
