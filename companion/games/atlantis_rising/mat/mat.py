"""What the mat must show, who stands on it, which rule says so, and what no act that is seen can be.

Ledger: section 7. One mat is printed for all; a game uses the places of its number of players, and as many of the wrath
track as the owner's has spaces. Whose an artifact is, and what anybody owns, no place of the mat shows: that is told.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import HIDDEN, NUMBERED, PENINSULAS
from companion.games.atlantis_rising.mat import looks
from companion.games.atlantis_rising.rules.decisions import TRAY
from companion.games.atlantis_rising.state import model, steps
from companion.games.atlantis_rising.state.changes import can_be_fenced, can_rise, floodable
from companion.games.atlantis_rising.state.ground import TILES, tile
from companion.games.atlantis_rising.words.vocabulary import PENINSULA_WORDS, card_words, tile_words
from companion.games.core import RuleId, seat_name
from companion.games.shared.mats import read_zones, spot_of
from companion.language.message import NOTHING, Message, Value, filled, listing, say
from companion.language.values import Name
from companion.table import expected
from companion.table.layout import Layout, Zone

SEATED: Final = ("", "B", "BF", "ACF", "ACEG", "ACDEG", "ABCEFG", "ABCDEFG")
"""By the number of players, the places of the mat at which the seats sit: clockwise, and as far apart as may be."""
TRACK: Final = sum(zone.zone.startswith("wrath.") for zone in looks.MAT.zones)
"""Spaces of the printed wrath track; the last of them stands for all that an owner's track has beyond it."""
_BACK: Final = "back"
_LAST_BUILD: Final = f"build.{len(model.BUILD_SPACES) - 1}"
_ZONES: Final = {where: zone for zone, where in looks.ARMS.items()}
"""The place of each tile but the centre."""
_SIDES: Final = {
    zone: tuple[expected.Content, ...](expected.Pieces((f"{side}:{tile(*where)}",)) for side in ("flooded", "dry"))
    for zone, where in looks.ARMS.items()
}
"""What each tile's place shows, flooded and dry."""


def layout(table: model.Table) -> Layout:
    """The places of the mat that this game uses: those of its seats, and of its wrath track."""
    return _layout(table.players, len(table.box.wrath.values))


@lru_cache(maxsize=64)
def _layout(players: int, track: int) -> Layout:
    zones = list[Zone]()
    for zone in looks.MAT.zones:
        kind, _, which = zone.zone.partition(".")
        if kind in ("councilor", "starting_player"):
            seat = SEATED[players].find(which)
            zones += [replace(zone, zone=f"{kind}.{seat}", seat=seat)] if seat >= 0 else []
        elif (kind != "wrath" or int(which) < track) and (zone.zone != _LAST_BUILD or players >= model.FIVE_PLUS):
            zones.append(zone)
    return replace(looks.MAT, zones=tuple(zones))


# --- what lies and stands there ---


def expected_table(view: model.AtlantisView) -> expected.ExpectedTable:
    """Every zone of the layout with what it must hold, in its order."""
    table, dry = view.table, view.table.dry
    content, standing = _contents(table), defaultdict[str, list[str]](list)
    for piece in table.atlanteans:
        if piece.place != model.POOL:
            standing[zone_of(piece.place)].append(looks.standee(table, piece))
    # What the step under way asks of a place.
    notes = {"island.centre": say("flooded")} if table.ended == "lost" else {}
    match table.step:
        case steps.Flooding():
            notes |= {zone_of(tile(each, dry[each])): say("may flood") for each in floodable(table)}
        case steps.Unflooding():
            notes |= {zone_of(tile(each, dry[each] + 1)): say("may be turned dry") for each in can_rise(table)}
        case steps.Fencing():
            fenced = (f"barrier.{PENINSULAS[each]}" for each in can_be_fenced(table))
            notes |= dict.fromkeys(fenced, say("a barrier may stand here"))
    found, players, values = list[expected.ExpectedZone](), table.players, table.box.wrath.values
    for zone in [each.zone for each in layout(table).zones]:
        label, name = _words(view.names, players, values, zone)
        note, here = notes.get(zone, NOTHING), tuple(standing.get(zone, ()))
        found.append(expected.ExpectedZone(zone, content[zone], label, note, name, here))
    return expected.ExpectedTable(tuple(found))


def _contents(table: model.Table) -> dict[str, expected.Content]:
    side, begun = "flooded" if table.ended == "lost" else "dry", table.phase is not model.Phase.SETUP
    found = {zone: _SIDES[zone][ring <= table.dry[peninsula]] for zone, (peninsula, ring) in looks.ARMS.items()}
    found["island.centre"] = _lying(f"{side}:{model.CENTRE}")
    for peninsula, name in enumerate(PENINSULAS):
        found[f"barrier.{name}"] = _lying("barrier" if peninsula in table.barriers else "")
    for space in range(TRACK):
        found[f"wrath.{space}"] = _lying("wrath_counter" if space == min(table.wrath, TRACK - 1) else "")
    for seat, councilor in enumerate(table.councilors):
        found[f"councilor.{seat}"] = _lying(councilor and f"councilor:{councilor}")
        found[f"starting_player.{seat}"] = _lying("starting_player" if begun and seat == table.starter else "")
    found["hologram"] = _lying(*(each and f"councilor:{each}" for each in table.revealed or (table.hologram,)))
    # A component is turned over when it is built, and moves to the gate.
    found["blueprint"] = _lying(*(f"unbuilt:{each.component}" for each in table.blueprint if not each.round))
    found["gate"] = _lying(*(f"built:{each.component}" for each in table.blueprint if each.round))
    found.update(dict.fromkeys((TRAY, *map(zone_of, model.BUILD_SPACES)), expected.Anything()))
    for deck, zone, discards, kind_of in (
        (table.misfortunes, "misfortunes", "misfortune_discards", looks.misfortune),
        (table.library, "library", "library_discards", looks.library),
    ):
        top = kind_of(deck.discards[-1]) if deck.discards else ""
        is_known = not top or top in looks.KIT.pieces
        found[discards] = expected.Pile(_BACK, len(deck.discards), top) if is_known else expected.Anything()
        found[zone] = expected.Pile(_BACK, deck.count)
    drawn = (card for step in table.steps if isinstance(step, steps.Drawing) for card in step.drawn if card != HIDDEN)
    found["drawn"] = _lying(*map(looks.library, drawn))
    # Artifacts lie open: of players, of the Hologram, or those that a Scholar chooses from.
    lying = [card for hand in table.hands for card in hand if card in table.box.artifacts]
    lying += [table.scholar_artifact] if table.scholar_artifact else []
    lying += (card for step in table.steps if isinstance(step, steps.Studying) for card in step.drawn)
    found["artifacts"] = _lying(*map(looks.library, lying))
    return found


def _lying(*kinds: str) -> expected.Content:
    """These pieces, but for ""; anything where the owner has typed one that the kit has not."""
    there = tuple(filter(None, kinds))
    return expected.Pieces(there) if looks.KIT.pieces.keys() >= {*there} else expected.Anything()


def zone_of(place: str) -> str:
    """The zone in which pieces stand that are on a place: a tile, a build space, or a component that is built."""
    if place == model.CENTRE:
        return "island.centre"
    if place in model.BUILD_SPACES:
        return f"build.{model.BUILD_SPACES.index(place)}"
    if place in TILES:
        return _ZONES[TILES[place]]
    return "gate"


# --- words ---


_SPOTS: Final = read_zones(__package__)


@lru_cache(maxsize=1024)  # what lies on the mat is asked for many times an act, and these words stay the same
def _words(known: tuple[str, ...], players: int, values: tuple[int, ...], zone: str) -> tuple[Message, Message]:
    """Heading and name of a place."""
    spot, (kind, _, which) = spot_of(_SPOTS, zone), zone.partition(".")
    about, number = dict[str, Value](), int(which) if which.isdecimal() else 0
    if zone in looks.ARMS:
        about = {"tile": tile_words(*looks.ARMS[zone])}
    elif kind == "barrier":
        about = {"peninsula": PENINSULA_WORDS[NUMBERED[which]]}
    elif kind in ("wrath", "build"):
        about = {"space": number + 1, **({"value": values[number]} if kind == "wrath" else {})}
    elif kind in ("councilor", "starting_player"):
        about = {"who": Name(seat_name(known, number)), "place": Name(SEATED[players][number])}
    return filled(spot.label, **about), filled(spot.name, **about)


# --- rules ---


def rule_of_zone(view: model.AtlantisView, zone: str, done: Sequence[object] = ()) -> RuleId:
    """The rule that says what a zone must show now; `done` are the legal acts seen at the same time."""
    table, spot = view.table, spot_of(_SPOTS, zone)
    rule = spot.rule_in(table.phase)
    if rule == spot.rule and zone in looks.ARMS and isinstance(table.step, steps.Unflooding):
        return "A-101"
    is_last = table.wrath == len(table.box.wrath.values) - 1
    return "A-055" if rule == spot.rule and is_last and zone.startswith("wrath.") else rule


def breach(view: model.AtlantisView, zone: str, shown: Sequence[str]) -> tuple[RuleId, Message] | None:
    """A library card that somebody holds lies on the discards, and nobody has said who plays it (A-083)."""
    table = view.table
    # One that was discarded before may have come to light by taking off those above it.
    if zone != "library_discards" or not shown or shown[-1] in map(looks.library, table.library.discards):
        return None
    name = next((each for each in table.box.library if looks.library(each) == shown[-1]), "")
    holders = [view.who(seat) for seat, hand in enumerate(table.hands) if name in hand]
    if not name or not holders:
        return None
    card, who = card_words(table.box, name), listing(holders, "or")
    text = say("{card} is on the discards: {who} taps that it is played, or takes it back.", card=card, who=who)
    return "A-083", text
