"""What befalls a table: cards astray, turned over, taken away, a pearl too many. And hands that follow the moves told.

Each mishap changes the looks given, and tells in words what it did; it tells nothing where the table has no piece that
it could befall. What a game calls its zones and pieces is its `Ground`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from companion.referee.mismatch import Fix
from companion.table.seen import BACK, TableView, ZoneView
from tests.games.sealed_bid.model import NUMBERS, PEARLS

Looks = dict[str, ZoneView]


class Ground(msgspec.Struct, frozen=True):
    """What mishaps know of a game. Zones are named by what stands before the dot: `bid` for `bid.0` and `bid.1`."""

    faces: tuple[str, ...]
    """Kinds of face-up cards."""
    places: tuple[str, ...]
    """Where the cards of a player lie, the same for each."""
    kept: tuple[str, ...]
    """Where further cards lie that may be too many or too few."""
    tops: tuple[str, ...]
    """Where another card than was told may show besides."""
    piles: tuple[str, ...]
    """From where else a piece may be gone."""
    swapped: str
    """Places of which two players may have exchanged theirs."""
    counted: tuple[str, str, int]
    """Zone over the scale, the kind of piece there, and how many there are."""
    apart: tuple[str, ...] = ()
    """Places that are no player's."""
    more: tuple[Mishap, ...] = ()
    """Mishaps of that game alone."""


Mishap = Callable[[Ground, Looks, random.Random], str]

SEALED: Final = Ground(
    faces=tuple(f"card:{number}" for number in NUMBERS),
    places=("bid", "won"),
    kept=("prize",),
    tops=("discard",),
    piles=("deck", "discard"),
    swapped="won",
    counted=("bowl", "pearl", PEARLS),
)


def pieces_of(look: ZoneView) -> Counter[str]:
    """The pieces that show in a zone, backs among them."""
    return Counter(look.kinds) + Counter({BACK: look.backs})


def lay(looks: Looks, zone: str, pieces: Counter[str]) -> None:
    """Let a zone show these pieces."""
    faces = Counter({kind: number for kind, number in pieces.items() if kind != BACK})
    looks[zone] = ZoneView(zone, tuple(sorted(faces.elements())), pieces[BACK])


def move(looks: Looks, piece: str, source: str, target: str) -> None:
    """A piece from a zone to a zone; empty is off the mat."""
    if source:
        lay(looks, source, pieces_of(looks[source]) - Counter([piece]))
    if target:
        lay(looks, target, pieces_of(looks[target]) + Counter([piece]))


# --- mishaps ----------------------------------------------------------------------------------------------------------


def _zones(looks: Looks, *kinds: str) -> list[str]:
    return [zone for zone in looks if zone.partition(".")[0] in kinds]


def _lying(looks: Looks, *kinds: str) -> list[tuple[str, str]]:
    return [(zone, piece) for zone in _zones(looks, *kinds) for piece in pieces_of(looks[zone])]


def _astray(ground: Ground, looks: Looks, rng: random.Random) -> str:
    """A card lies at the same place of another."""
    lying = [each for each in _lying(looks, *ground.places, *ground.kept) if each[0] not in ground.apart]
    lying = [(zone, piece) for zone, piece in lying if len(_zones(looks, zone.partition(".")[0])) > 1]
    if not lying:
        return ""
    zone, piece = rng.choice(lying)
    other = rng.choice([each for each in _zones(looks, zone.partition(".")[0]) if each != zone])
    move(looks, piece, zone, other)
    return f"{piece} from {zone} to {other}"


def _beside(ground: Ground, looks: Looks, rng: random.Random) -> str:
    """A card has slid to another place of the same player."""
    if not (lying := [each for each in _lying(looks, *ground.places) if each[0] not in ground.apart]):
        return ""
    zone, piece = rng.choice(lying)
    kind, _, slot = zone.partition(".")
    other = f"{rng.choice([each for each in ground.places if each != kind])}.{slot}"
    move(looks, piece, zone, other)
    return f"{piece} from {zone} to {other}"


def _turned(ground: Ground, looks: Looks, rng: random.Random) -> str:
    """A card is turned over."""
    if not (lying := _lying(looks, *ground.places)):
        return ""
    zone, piece = rng.choice(lying)
    face = rng.choice(ground.faces) if piece == BACK else BACK
    move(looks, piece, zone, "")
    move(looks, face, "", zone)
    return f"{piece} of {zone} turned to {face}"


def _miscounted(ground: Ground, looks: Looks, rng: random.Random) -> str:
    """A piece or two too many or too few over the scale."""
    zone, kind, most = ground.counted
    there = pieces_of(looks[zone])[kind]
    number = rng.choice([each for each in range(max(0, there - 2), min(most, there + 2) + 1) if each != there])
    lay(looks, zone, Counter({kind: number}))
    return f"{number} × {kind} at {zone} instead of {there}"


def _token(ground: Ground, looks: Looks, rng: random.Random) -> str:
    """The token lies at another place, or nowhere."""
    source = next((zone for zone, _ in _lying(looks, "token")), "")
    target = rng.choice([each for each in (*_zones(looks, "token"), "") if each != source])
    move(looks, "token", source, target)
    return f"token from {source or 'nowhere'} to {target or 'nowhere'}"


def _missing(ground: Ground, looks: Looks, rng: random.Random) -> str:
    """A piece is gone."""
    lying = _lying(looks, *ground.places, *ground.kept, *ground.piles)
    if not lying:
        return ""
    zone, piece = rng.choice(lying)
    move(looks, piece, zone, "")
    return f"{piece} of {zone} gone"


def _extra(ground: Ground, looks: Looks, rng: random.Random) -> str:
    """A card too many."""
    zone = rng.choice(_zones(looks, *ground.places, *ground.kept))
    piece = rng.choice((*ground.faces, BACK, BACK))
    move(looks, piece, "", zone)
    return f"{piece} too many at {zone}"


def _other_card(ground: Ground, looks: Looks, rng: random.Random) -> str:
    """Another card lies there than was told."""
    lying = [each for each in _lying(looks, *ground.places, *ground.kept, *ground.tops) if each[1] != BACK]
    if not lying:
        return ""
    zone, piece = rng.choice(lying)
    other = rng.choice([card for card in ground.faces if card != piece])
    move(looks, piece, zone, "")
    move(looks, other, "", zone)
    return f"{other} at {zone} instead of {piece}"


def _swapped(ground: Ground, looks: Looks, rng: random.Random) -> str:
    """What lies before two players has changed places."""
    zones = [zone for zone in _zones(looks, ground.swapped) if pieces_of(looks[zone])]
    if len(zones) < 2:
        return ""
    one, other = rng.sample(zones, 2)
    first, second = pieces_of(looks[one]), pieces_of(looks[other])
    lay(looks, one, second)
    lay(looks, other, first)
    return f"{one} and {other} swapped"


MISHAPS: Sequence[Mishap] = (
    _astray,
    _beside,
    _turned,
    _miscounted,
    _token,
    _missing,
    _extra,
    _other_card,
    _swapped,
)


def go_wrong(ground: Ground, looks: Looks, number: int, rng: random.Random) -> list[str]:
    """So many mishaps, one after another, in words."""
    told: list[str] = []
    while len(told) < number:
        if what := rng.choice((*MISHAPS, *ground.more))(ground, looks, rng):
            told.append(what)
    return told


# --- hands that follow ------------------------------------------------------------------------------------------------


def follow(seen: TableView, moves: Sequence[Fix]) -> TableView | None:
    """The table after all these moves; None where one wants a piece that does not lie there."""
    looks = {zone.zone: zone for zone in seen.zones}
    for fix in moves:
        there = fix.kind
        if fix.source == fix.target:
            there = BACK if "face up" in str(fix.text) else fix.kind
        if fix.source and not pieces_of(looks[fix.source])[there]:
            return None
        move(looks, there, fix.source, "")
        if fix.source == fix.target:
            move(looks, fix.kind if there == BACK else BACK, "", fix.target)
        else:
            move(looks, fix.kind, "", fix.target)
    return TableView(tuple(looks.values()))
