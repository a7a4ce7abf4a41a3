"""What the mat of Manawave must show, in both states of the design, and which rule says so. Ledger: section 7."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from companion.games.core import RuleId, Seat, seat_name
from companion.games.manawave.acts import LETTERS
from companion.games.manawave.lines import TILE_MM, line_count, line_name, rests_mm, stoppers
from companion.games.manawave.looks import DIAL, LAYOUTS, VALUES
from companion.games.manawave.model import BOTH, PLACES, Clan, ManaView, Nexus, Phase, Table, Tribe
from companion.games.manawave.playset import NexusBoard
from companion.games.manawave.words_of import piece_noun
from companion.language.message import NOTHING, Message, say
from companion.language.values import Name
from companion.table.expected import (
    Anything,
    At,
    Content,
    ExpectedTable,
    ExpectedZone,
    InOrder,
    Pieces,
    Pile,
    Place,
    Touching,
    Worth,
)
from companion.table.layout import Layout

WITHIN_MM: Final = 5.0
"""So far from the wave, or from what stops it, a tile may lie: paper tiles are pushed by hand."""
_EMPTY: Final = Pieces(())
_ON_CLAN: Final = ("population", "mana", "attack", "shield", "sacrifice", "growth")
_ON_TRIBE: Final = ("mana", "attack", "shield", "sacrifice", "growth", "soulstain")


def layout(table: Table) -> Layout:
    """The mat of this state of the design."""
    return LAYOUTS["clans" if table.is_clans else "nexus"]


def expected_table(view: ManaView) -> ExpectedTable:
    """Every zone of the layout with what it must hold, in its order."""
    table = view.table
    content = dict(_contents(table))
    places = dict(_places(table))
    found = list[ExpectedZone]()
    for each in layout(table).zones:
        label, name = _words(view.names, piece_noun(table.setup).one, each.zone)
        zone = each.zone
        found.append(ExpectedZone(zone, content[zone], label, name=name, places=places.get(zone, ())))
    return ExpectedTable(tuple(found))


def _contents(table: Table) -> Iterator[tuple[str, Content]]:
    yield "source", Pieces(("source",))
    yield "sink", Pieces(("sink",))
    yield "round", Pieces((f"round:{min(table.round, DIAL)}",))
    number = sum(count for _, count in table.pile)
    is_made = table.phase not in (Phase.WORLD, Phase.FOUND, Phase.SURVIVE, Phase.SETTLE)
    yield "pile", Pile("back", number) if is_made else Anything()
    if table.is_clans:
        yield from _of_clans(table)
    else:
        yield from _of_nexus(table)


# --- Clans ---


def _of_clans(table: Table) -> Iterator[tuple[str, Content]]:
    world = table.clans
    shown = tuple(f"faction:{each}" for each in world.factions)
    if table.phase not in (Phase.WORLD, Phase.FOUND, Phase.SURVIVE, Phase.SETTLE):
        shown = tuple(f"family:{each}" for each in table.choices)
    for place in range(len(LETTERS)):
        yield f"choice.{place}", _one(shown, place)
    monuments = tuple(f"monument:{each}" if each else "" for each in world.monuments)
    offers = tuple(f"monument:{each}" if each else "" for each in world.offers)
    for place in range(len(PLACES)):
        yield f"monument.{place}", _one(monuments, place)
        yield f"offer.{place}", _one(offers, place)
    for seat in BOTH:
        tribe = world.tribes[seat]
        for place, clan in enumerate(tribe.clans):
            yield f"clan.{seat}.{place}", Pieces(column(seat, clan))
            yield f"tracker.{seat}.{place}", _tracker(table, clan)
            modality = sum(each.counters for each in clan.families)
            yield f"modes.{seat}.{place}", _counted(table, (("modality", modality),))
        yield f"tribe.{seat}", _tribe(table, tribe)


def column(seat: Seat, clan: Clan) -> tuple[str, ...]:
    """The kinds of the cards of a column, from its top."""
    if not clan.card:
        return ()
    own = f"clan_of_seat_{seat + 1}:{clan.card}"
    above, below = ([f"family:{each.kind}" for each in side] for side in (clan.above, clan.below))
    return (*above, own, *below)


def _tracker(table: Table, clan: Clan) -> Content:
    counters = {"population": clan.population, **{kind: clan.counters.of(kind) for kind in _ON_CLAN[1:]}}
    return _counted(table, tuple(counters.items()))


def _tribe(table: Table, tribe: Tribe) -> Content:
    counters = {kind: tribe.counters.of(kind) for kind in _ON_TRIBE[:-1]}
    return _counted(table, (*counters.items(), ("soulstain", tribe.soulstain)))


def _counted(table: Table, sums: tuple[tuple[str, int], ...]) -> Content:
    """Counters of these sums; anything where they are kept elsewhere."""
    return Worth(sums, VALUES) if table.setup.counters == "mat" else Anything()


def _one(kinds: Sequence[str], place: int) -> Content:
    kind = kinds[place] if place < len(kinds) else ""
    return Pieces((kind,)) if kind else _EMPTY


# --- the older game ---


def _of_nexus(table: Table) -> Iterator[tuple[str, Content]]:
    world, board = table.nexus, table.nexus_set.board
    nexus = sum(zone.zone.startswith("nexus.") for zone in LAYOUTS["nexus"].zones)
    for place in range(nexus):
        yield f"nexus.{place}", Pieces(("nexus",)) if place < board.nexus else _EMPTY
    shown = tuple(f"choice:{each}" for each in table.choices)
    for place in range(len(LETTERS)):
        yield f"choice.{place}", _one(shown, place)
    for seat in BOTH:
        for line in range(2 * nexus - 1):
            own = Pieces(_on_line(world, seat, line) if line < line_count(board) else ())
            yield f"lane.{seat}.{line}", own if _is_seen(board) else Anything()


def _is_seen(board: NexusBoard) -> bool:
    """Whether tiles on lines lie beside one another; else one half a step away covers another, and is told."""
    return board.geometry != "same_line"


def _on_line(world: Nexus, seat: Seat, line: int) -> tuple[str, ...]:
    """The kinds of a side's tiles on a line, from the wave outward."""
    own = sorted((each for each in world.own(seat) if each.line == line), key=lambda each: each.row)
    return tuple(f"tile_of_seat_{seat + 1}:{each.kind}" for each in own)


def _places(table: Table) -> Iterator[tuple[str, tuple[Place, ...]]]:
    """Where in its zone a piece lies: the order of a column, the resting place of a tile."""
    if table.is_clans:
        for seat in BOTH:
            for place, clan in enumerate(table.clans.tribes[seat].clans):
                kinds = column(seat, clan)
                if len(kinds) > 1:
                    yield f"clan.{seat}.{place}", (InOrder(kinds),)
        return
    if not _is_seen(table.nexus_set.board):
        return
    for seat in BOTH:
        own, found = table.nexus.own(seat), dict[str, list[Place]]()
        rests = rests_mm(table.nexus_set.board, own)
        for tile in own:
            kind, zone = f"tile_of_seat_{seat + 1}:{tile.kind}", f"lane.{seat}.{tile.line}"
            x_mm, y_mm = middle(seat, tile.line, rests[tile.line, tile.row])
            stops = stoppers(table.nexus_set.board, own, tile.line, tile.row)
            is_free = not stops and table.nexus_set.board.geometry != "hex_lattice"
            places = found.setdefault(zone, [])
            places.append(At(kind, x_mm, y_mm, WITHIN_MM if is_free or not stops else None))
            for stop in stops[:1]:
                other = f"tile_of_seat_{seat + 1}:{stop.kind}"
                places.append(Touching(kind, f"lane.{seat}.{stop.line}", other, WITHIN_MM))
        yield from ((zone, tuple(places)) for zone, places in found.items())


def middle(seat: Seat, line: int, rest_mm: float) -> tuple[float, float]:
    """Where the middle of a tile lies on the mat, so far from the wave's edge, in mm."""
    nexus = LAYOUTS["nexus"].find("nexus.0")
    x_mm = nexus.x_mm + nexus.width_mm / 2 + line * TILE_MM / 2
    wave = nexus.y_mm + nexus.height_mm / 2
    away = TILE_MM / 2 + rest_mm
    return x_mm, wave + away if seat == 0 else wave - away


# --- words ---

_COMMON: Final = {
    "source": (say("Source"), say("the Source")),
    "sink": (say("Sink"), say("the Sink")),
    "round": (say("Round dial"), say("the round dial's place")),
    "pile": (say("Pile"), say("the pile")),
}


@lru_cache(maxsize=1024)  # what lies on the mat is asked for many times an act, and these words stay the same
def _words(known: tuple[str, ...], piece: str, zone: str) -> tuple[Message, Message]:
    """Heading and name of a place."""
    if zone in _COMMON:
        return _COMMON[zone]
    kind, _, rest = zone.partition(".")
    numbers = [int(each) for each in rest.split(".")]
    if kind == "choice":
        letter = Name(LETTERS[numbers[0]])
        return say("Choice {letter}", letter=letter), say("the place of Choice {letter}", letter=letter)
    if kind == "monument":
        position = numbers[0] + 1
        return say("Monument {position}", position=position), say("position {position}", position=position)
    if kind == "offer":
        position = numbers[0] + 1
        return say("Playset {position}", position=position), say(
            "the place beside position {position}", position=position
        )
    if kind == "nexus":
        name = Name(f"N{numbers[0]}")
        return say("{name}", name=name), say("the place of {name}", name=name)
    who = Name(seat_name(known, numbers[0]))
    if kind == "tribe":
        return say("{who}: Tribe tracker", who=who), say("{who}'s Tribe tracker", who=who)
    if kind == "lane":
        line = Name(line_name(numbers[1]))
        return say("{line}", line=line), say("{who}'s line {line}", who=who, line=line)
    position = numbers[1] + 1
    if kind == "clan":
        label = say("{who}: column {position}", who=who, position=position)
        return label, say("{who}'s column {position}", who=who, position=position)
    if kind == "tracker":
        label = say("{who}: tracker {position}", who=who, position=position)
        return label, say("{who}'s tracker {position}", who=who, position=position)
    return NOTHING, say("the Families of {who}'s column {position}", who=who, position=position)


# --- rules ---

_RULES: Final[Mapping[str, RuleId]] = {
    "source": "M-050",
    "sink": "M-050",
    "round": "M-020",
    "pile": "M-033",
    "choice": "M-030",
    "monument": "M-014",
    "offer": "M-014",
    "clan": "M-040",
    "tracker": "M-053",
    "tribe": "M-061",
    "modes": "M-070",
    "nexus": "M-221",
    "lane": "M-223",
}
_BY_PHASE: Final[Mapping[tuple[str, Phase], RuleId]] = {
    ("tracker", Phase.SETTLE): "M-016",
    ("tracker", Phase.ATTACH): "M-041",
    ("tracker", Phase.PAY): "M-061",
    ("tracker", Phase.CONFLICT): "M-091",
    ("tracker", Phase.CONSOLIDATE): "M-100",
    ("tribe", Phase.WAVE): "M-053",
    ("choice", Phase.WORLD): "M-001",
    ("monument", Phase.WORLD): "M-002",
    ("offer", Phase.WORLD): "M-003",
    ("clan", Phase.SETTLE): "M-012",
}


def rule_of_zone(view: ManaView, zone: str, done: Sequence[object] = ()) -> RuleId:
    """The rule that says what a zone must show now; `done` are the legal acts seen at the same time."""
    kind = zone.partition(".")[0]
    rule = _BY_PHASE.get((kind, view.table.phase), _RULES[kind])
    older = {"M-020": "M-200", "M-030": "M-210", "M-033": "M-210", "M-050": "M-240"}
    return rule if view.table.is_clans else older.get(rule, rule)
