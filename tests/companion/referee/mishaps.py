"""What befalls a table: cards astray, turned over, taken away, a shell too many. And hands that follow the moves told.

Zones are known by the mat of Waves. Each mishap changes the looks given, and tells in words what it did; it tells
nothing where the table has no piece that it could befall.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

from companion.referee.mismatch import Fix
from companion.table.seen import BACK, TableView, ZoneView

CARDS = tuple(f"card:{cls}" for cls in range(1, 6))
PLACES = ("elder", "follower", "rebel")
SHELLS = 5

Looks = dict[str, ZoneView]


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


def _astray(looks: Looks, rng: random.Random) -> str:
    """A card lies at the same place of another."""
    lying = [(zone, piece) for zone, piece in _lying(looks, *PLACES, "collection") if zone != "elder.gap"]
    if not lying:
        return ""
    zone, piece = rng.choice(lying)
    other = rng.choice([each for each in _zones(looks, zone.partition(".")[0]) if each != zone])
    move(looks, piece, zone, other)
    return f"{piece} from {zone} to {other}"


def _beside(looks: Looks, rng: random.Random) -> str:
    """A card has slid to another place of the same player."""
    if not (lying := [each for each in _lying(looks, *PLACES) if each[0] != "elder.gap"]):
        return ""
    zone, piece = rng.choice(lying)
    kind, _, slot = zone.partition(".")
    other = f"{rng.choice([each for each in PLACES if each != kind])}.{slot}"
    move(looks, piece, zone, other)
    return f"{piece} from {zone} to {other}"


def _turned(looks: Looks, rng: random.Random) -> str:
    """A card is turned over."""
    if not (lying := _lying(looks, *PLACES)):
        return ""
    zone, piece = rng.choice(lying)
    face = rng.choice(CARDS) if piece == BACK else BACK
    move(looks, piece, zone, "")
    move(looks, face, "", zone)
    return f"{piece} of {zone} turned to {face}"


def _shells(looks: Looks, rng: random.Random) -> str:
    """A shell or two too many or too few."""
    there = pieces_of(looks["centre"])["shell"]
    number = rng.choice([each for each in range(max(0, there - 2), min(SHELLS, there + 2) + 1) if each != there])
    lay(looks, "centre", Counter(shell=number))
    return f"{number} shells in the centre instead of {there}"


def _token(looks: Looks, rng: random.Random) -> str:
    """The token lies at another Elder, or nowhere."""
    source = next((zone for zone, _ in _lying(looks, "token")), "")
    target = rng.choice([each for each in (*_zones(looks, "token"), "") if each != source])
    move(looks, "token", source, target)
    return f"token from {source or 'nowhere'} to {target or 'nowhere'}"


def _missing(looks: Looks, rng: random.Random) -> str:
    """A piece is gone."""
    lying = _lying(looks, *PLACES, "collection", "tablets", "deck", "discard")
    if not lying:
        return ""
    zone, piece = rng.choice(lying)
    move(looks, piece, zone, "")
    return f"{piece} of {zone} gone"


def _extra(looks: Looks, rng: random.Random) -> str:
    """A card too many."""
    zone, piece = rng.choice(_zones(looks, *PLACES, "collection")), rng.choice((*CARDS, BACK, BACK))
    move(looks, piece, "", zone)
    return f"{piece} too many at {zone}"


def _other_card(looks: Looks, rng: random.Random) -> str:
    """Another class lies there than was told."""
    lying = [each for each in _lying(looks, *PLACES, "collection", "discard") if each[1] != BACK]
    if not lying:
        return ""
    zone, piece = rng.choice(lying)
    other = rng.choice([card for card in CARDS if card != piece])
    move(looks, piece, zone, "")
    move(looks, other, "", zone)
    return f"{other} at {zone} instead of {piece}"


def _swapped(looks: Looks, rng: random.Random) -> str:
    """Two Elders have changed places."""
    zones = [zone for zone in _zones(looks, "elder") if pieces_of(looks[zone])]
    if len(zones) < 2:
        return ""
    one, other = rng.sample(zones, 2)
    first, second = pieces_of(looks[one]), pieces_of(looks[other])
    lay(looks, one, second)
    lay(looks, other, first)
    return f"{one} and {other} swapped"


def _tablet(looks: Looks, rng: random.Random) -> str:
    """Another tablet lies in the active place than must, or one lies there, or none does."""
    resting = sorted(pieces_of(looks["tablets"]))
    active = next(iter(pieces_of(looks["tablet.active"])), "")
    other = rng.choice([*resting, ""] if active else resting) if active or resting else ""
    if active:
        move(looks, active, "tablet.active", "tablets")
    if other:
        move(looks, other, "tablets", "tablet.active")
    return f"active tablet {other or 'none'} instead of {active or 'none'}" if active or other else ""


MISHAPS: Sequence[Callable[[Looks, random.Random], str]] = (
    _astray,
    _beside,
    _turned,
    _shells,
    _token,
    _missing,
    _extra,
    _other_card,
    _swapped,
    _tablet,
)


def go_wrong(looks: Looks, number: int, rng: random.Random) -> list[str]:
    """So many mishaps, one after another, in words."""
    told: list[str] = []
    while len(told) < number:
        if what := rng.choice(MISHAPS)(looks, rng):
            told.append(what)
    return told


# --- hands that follow ------------------------------------------------------------------------------------------------


def follow(seen: TableView, moves: Sequence[Fix]) -> TableView | None:
    """The table after all these moves; None where one wants a piece that does not lie there."""
    looks = {zone.zone: zone for zone in seen.zones}
    for fix in moves:
        there = fix.kind
        if fix.source == fix.target:
            there = BACK if "face up" in fix.text else fix.kind
        if fix.source and not pieces_of(looks[fix.source])[there]:
            return None
        move(looks, there, fix.source, "")
        if fix.source == fix.target:
            move(looks, fix.kind if there == BACK else BACK, "", fix.target)
        else:
            move(looks, fix.kind, "", fix.target)
    return TableView(tuple(looks.values()))
