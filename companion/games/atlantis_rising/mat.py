"""What the mat of Atlantis Rising must show, who stands on it, and which rule says so. Ledger: section 7.

One mat is printed for all; a game uses the places of its number of players, and as many of the wrath track as the
owner's has spaces. Whose an artifact is, and what anybody owns, no place of the mat shows: that is told.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from companion.games.atlantis_rising.box import HIDDEN, PENINSULAS, RINGS
from companion.games.atlantis_rising.decisions import TRAY
from companion.games.atlantis_rising.ground import TILES, tile
from companion.games.atlantis_rising.looks import ARMS, KIT, LAYOUTS, MAT, PIECES, library, misfortune
from companion.games.atlantis_rising.model import (
    BUILD_SPACES,
    CENTRE,
    FIVE_PLUS,
    POOL,
    AtlantisView,
    Phase,
    Table,
)
from companion.games.atlantis_rising.standees import standee
from companion.games.atlantis_rising.steps import Drawing, Fencing, Flooding, Studying, Unflooding
from companion.games.atlantis_rising.vocabulary import PENINSULA_WORDS, tile_words
from companion.games.atlantis_rising.water import can_be_fenced, can_rise, floodable
from companion.games.core import RuleId, seat_name
from companion.language.message import NOTHING, Message, say
from companion.language.values import Name
from companion.table.expected import Anything, Content, ExpectedTable, ExpectedZone, Pieces, Pile
from companion.table.layout import Layout, Zone

__all__ = ["KIT", "PIECES", "expected_table", "layout", "mats", "rule_of_zone"]

SEATED: Final = ("", "B", "BF", "ACF", "ACEG", "ACDEG", "ABCEFG", "ABCDEFG")
"""By the number of players, the places of the mat at which the seats sit: clockwise, and as far apart as may be."""
TRACK: Final = sum(zone.zone.startswith("wrath.") for zone in MAT.zones)
"""Spaces of the printed wrath track; the last of them stands for all that an owner's track has beyond it."""
_EMPTY: Final = Pieces(())
_BACK: Final = "back"
_LAST_BUILD: Final = f"build.{len(BUILD_SPACES) - 1}"
_SIDES: Final = {
    zone: (Pieces((f"flooded:{tile(*where)}",)), Pieces((f"dry:{tile(*where)}",))) for zone, where in ARMS.items()
}
"""What each tile's place shows, flooded and dry."""


def mats() -> Mapping[str, Layout]:
    """The mats that can be printed, by what people type."""
    return LAYOUTS


def layout(table: Table) -> Layout:
    """The places of the mat that this game uses: those of its seats, and of its wrath track."""
    return _layout(table.setup.players, len(table.setup.box.wrath.values))


@lru_cache(maxsize=64)
def _layout(players: int, track: int) -> Layout:
    used = (_used(zone, players, track) for zone in MAT.zones)
    return replace(MAT, zones=tuple(zone for zone in used if zone is not None))


def _used(zone: Zone, players: int, track: int) -> Zone | None:
    """The zone as a game uses it; None where it does not."""
    kind, _, which = zone.zone.partition(".")
    if kind in ("councilor", "starting_player"):
        seat = SEATED[players].find(which)
        return None if seat < 0 else replace(zone, zone=f"{kind}.{seat}", seat=seat)
    if (kind == "wrath" and int(which) >= track) or (zone.zone == _LAST_BUILD and players < FIVE_PLUS):
        return None
    return zone


# --- what lies and stands there ---


def expected_table(view: AtlantisView) -> ExpectedTable:
    """Every zone of the layout with what it must hold, in its order."""
    table = view.table
    content, standing, notes = dict(_contents(table)), _standing(table), dict(_notes(table))
    values = table.setup.box.wrath.values
    found = list[ExpectedZone]()
    for each in layout(table).zones:
        zone = each.zone
        label, name = _words(view.names, table.setup.players, values, zone)
        here = standing.get(zone, ())
        found.append(ExpectedZone(zone, content[zone], label, notes.get(zone, NOTHING), name, here))
    return ExpectedTable(tuple(found))


def _contents(table: Table) -> Iterator[tuple[str, Content]]:
    yield "island.centre", Pieces((f"flooded:{CENTRE}" if table.ended == "lost" else f"dry:{CENTRE}",))
    for zone, (peninsula, ring) in ARMS.items():
        yield zone, _SIDES[zone][ring <= table.dry[peninsula]]
    for peninsula, name in enumerate(PENINSULAS):
        yield f"barrier.{name}", Pieces(("barrier",)) if peninsula in table.barriers else _EMPTY
    counter = min(table.wrath, TRACK - 1)
    for space in range(TRACK):
        yield f"wrath.{space}", Pieces(("wrath_counter",)) if space == counter else _EMPTY
    begun = table.phase is not Phase.SETUP
    for seat, councilor in enumerate(table.councilors):
        yield f"councilor.{seat}", _lying((f"councilor:{councilor}",) if councilor else ())
        holds = begun and seat == table.starter
        yield f"starting_player.{seat}", Pieces(("starting_player",)) if holds else _EMPTY
    shown = table.revealed or ((table.hologram,) if table.hologram else ())
    yield "hologram", _lying(tuple(f"councilor:{each}" for each in shown))
    yield from _gate(table)
    yield from _piles(table)
    drawn = (card for step in table.steps if isinstance(step, Drawing) for card in step.drawn if card != HIDDEN)
    yield "drawn", _lying(tuple(map(library, drawn)))
    yield "artifacts", _lying(tuple(map(library, _artifacts(table))))
    yield TRAY, Anything()


def _gate(table: Table) -> Iterator[tuple[str, Content]]:
    """A component is turned over when it is built, and moves to the gate (A-109)."""
    yield "blueprint", _lying(tuple(f"unbuilt:{each.component}" for each in table.blueprint if not each.round))
    yield "gate", _lying(tuple(f"built:{each.component}" for each in table.blueprint if each.round))
    for number in range(len(BUILD_SPACES)):
        yield f"build.{number}", Anything()


def _piles(table: Table) -> Iterator[tuple[str, Content]]:
    for zone, deck, kind_of in (("misfortune", table.misfortunes, misfortune), ("library", table.library, library)):
        top = kind_of(deck.discards[-1]) if deck.discards else ""
        is_known = not top or top in KIT.pieces
        yield f"{zone}_discards", Pile(_BACK, len(deck.discards), top) if is_known else Anything()
        yield "misfortunes" if zone == "misfortune" else zone, Pile(_BACK, deck.count)


def _artifacts(table: Table) -> Iterator[str]:
    """Those that lie open: that somebody owns, that the Hologram has, or that a Scholar chooses from (A-084, A-175)."""
    box = table.setup.box
    yield from (card for hand in table.hands for card in hand if card in box.artifacts)
    if table.scholar_artifact:
        yield table.scholar_artifact
    yield from (card for step in table.steps if isinstance(step, Studying) for card in step.drawn)


def _lying(kinds: tuple[str, ...]) -> Content:
    """These pieces; anything where the owner has typed one that the kit has not."""
    return Pieces(kinds) if all(kind in KIT.pieces for kind in kinds) else Anything()


def zone_of(place: str) -> str:
    """The zone in which pieces stand that are on a place: a tile, a build space, or a component that is built."""
    if place == CENTRE:
        return "island.centre"
    if place in BUILD_SPACES:
        return f"build.{BUILD_SPACES.index(place)}"
    if place in TILES:
        peninsula, ring = TILES[place]
        return f"island.{PENINSULAS[peninsula]}.{ring - 1}"
    return "gate"


def _standing(table: Table) -> dict[str, tuple[str, ...]]:
    found = defaultdict[str, list[str]](list)
    for piece in table.atlanteans:
        if piece.place != POOL:
            found[zone_of(piece.place)].append(standee(table, piece))
    return {zone: tuple(kinds) for zone, kinds in found.items()}


# --- words ---

_COMMON: Final = {
    "island.centre": (say("Mystic Power Source"), say("the centre")),
    "misfortunes": (say("Misfortunes"), say("the misfortune deck")),
    "misfortune_discards": (say("Misfortunes drawn"), say("the misfortune discards")),
    "library": (say("Library"), say("the library deck")),
    "library_discards": (say("Library discards"), say("the library discards")),
    "blueprint": (say("Blueprint"), say("the Blueprint")),
    "gate": (say("Cosmic Gate"), say("the Cosmic Gate")),
    "drawn": (say("Library cards drawn"), say("the place of drawn cards")),
    "artifacts": (say("Artifacts"), say("the row of artifacts")),
    "hologram": (say("Hologram's councilor"), say("the Hologram's place")),
    TRAY: (say("Dice tray"), say("the dice tray")),
}
"""The heading of each place of which there is one, and what to call it in the middle of a sentence."""


@lru_cache(maxsize=1024)  # what lies on the mat is asked for many times an act, and these words stay the same
def _words(known: tuple[str, ...], players: int, values: tuple[int, ...], zone: str) -> tuple[Message, Message]:
    """Heading and name of a place."""
    if zone in _COMMON:
        return _COMMON[zone]
    kind, _, which = zone.partition(".")
    if zone in ARMS:
        where = tile_words(*ARMS[zone])
        return where, say("the place of {tile}", tile=where)
    if kind == "barrier":
        where = PENINSULA_WORDS[[*PENINSULAS].index(which)]  # type: ignore[arg-type]  # a name of the mat
        return say("Barrier"), say("the barrier's place at {peninsula}", peninsula=where)
    number = int(which)
    if kind == "wrath":
        label = say("Wrath {value}", value=values[number])
        return label, say("space {space} of the wrath track", space=number + 1)
    if kind == "build":
        return say("Build {space}", space=number + 1), say("build space {number}", number=number + 1)
    who, place = Name(seat_name(known, number)), Name(SEATED[players][number])
    if kind == "councilor":
        return say("{who} ({place}): councilor", who=who, place=place), say("{who}'s councilor place", who=who)
    return say("{who} ({place}): first", who=who, place=place), say("{who}'s place for the starting marker", who=who)


def _notes(table: Table) -> Iterator[tuple[str, Message]]:
    """What the step under way asks of a place."""
    step = table.steps[-1] if table.steps else None
    if isinstance(step, Flooding):
        yield from ((_tile_zone(each, table.dry[each]), say("may flood")) for each in floodable(table))
    elif isinstance(step, Unflooding):
        yield from ((_tile_zone(each, table.dry[each] + 1), say("may be turned dry")) for each in can_rise(table))
    elif isinstance(step, Fencing):
        yield from ((f"barrier.{PENINSULAS[each]}", say("a barrier may stand here")) for each in can_be_fenced(table))
    if table.ended == "lost":
        yield "island.centre", say("flooded")


def _tile_zone(peninsula: int, ring: int) -> str:
    assert 1 <= ring <= RINGS
    return f"island.{PENINSULAS[peninsula]}.{ring - 1}"


# --- rules ---

_RULES: Final[dict[str, RuleId]] = {
    "barrier": "A-098",
    "wrath": "A-054",
    "starting_player": "A-056",
    "councilor": "A-011",
    "hologram": "A-139",
    "blueprint": "A-109",
    "gate": "A-109",
    "build": "A-102",
    "misfortunes": "A-034",
    "misfortune_discards": "A-034",
    "library": "A-074",
    "library_discards": "A-082",
    "drawn": "A-074",
    "artifacts": "A-084",
    TRAY: "A-058",
}
"""What each kind of place must show."""
_SET_UP: Final[dict[str, RuleId]] = {
    "island": "A-002",
    "wrath": "A-008",
    "starting_player": "A-018",
    "blueprint": "A-010",
    "misfortunes": "A-006",
    "library": "A-005",
}
"""The same while the table is laid out."""


def rule_of_zone(view: AtlantisView, zone: str, done: Sequence[object] = ()) -> RuleId:
    """The rule that says what a zone must show now; `done` are the legal acts seen at the same time."""
    table, kind = view.table, zone.partition(".")[0]
    if table.phase is Phase.SETUP and kind in _SET_UP:
        return _SET_UP[kind]
    if kind == "island":
        if zone == "island.centre":
            return "A-043"
        return "A-101" if table.steps and isinstance(table.steps[-1], Unflooding) else "A-040"
    if kind == "wrath" and table.wrath == len(table.setup.box.wrath.values) - 1:
        return "A-055"
    return _RULES[kind]
