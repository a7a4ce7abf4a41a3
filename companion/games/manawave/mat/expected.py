"""What the mat of Manawave must show, in both states of the design, and which rule says so. Ledger: section 7."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from companion.games.core import RuleId, Seat, seat_name
from companion.games.manawave.data.playset import NexusBoard
from companion.games.manawave.mat.looks import DIAL, LAYOUTS, VALUES
from companion.games.manawave.rules.tiles import TILE_MM, line_title, rests_mm, stoppers
from companion.games.manawave.state.acts import LETTERS
from companion.games.manawave.state.model import BEGINNING, BOTH, PLACES, Clan, ManaView, Table
from companion.games.shared.mats import read_zones
from companion.language.message import Message, filled
from companion.language.values import Name
from companion.table import expected
from companion.table.layout import Layout

WITHIN_MM: Final = 5.0
"""So far from the wave, or from what stops it, a tile may lie: paper tiles are pushed by hand."""


def layout(table: Table) -> Layout:
    """The mat of this state of the design."""
    return LAYOUTS["clans" if table.is_clans else "nexus"]


def expected_table(view: ManaView) -> expected.ExpectedTable:
    """Every zone of the layout with what it must hold, in its order."""
    content, places, found = dict(_contents(view.table)), dict(_places(view.table)), list[expected.ExpectedZone]()
    for zone in (each.zone for each in layout(view.table).zones):
        label, name = zone_words(zone, view.names)
        found.append(expected.ExpectedZone(zone, content[zone], label, name=name, places=places.get(zone, ())))
    return expected.ExpectedTable(tuple(found))


def _contents(table: Table) -> Iterator[tuple[str, expected.Content]]:
    yield "source", expected.Pieces(("source",))
    yield "sink", expected.Pieces(("sink",))
    yield "round", expected.Pieces((f"round:{min(table.round, DIAL)}",))
    number = sum(count for _, count in table.pile)
    yield "pile", expected.Pile("back", number) if table.phase not in BEGINNING else expected.Anything()
    yield from _of_clans(table) if table.is_clans else _of_nexus(table)


# --- Clans ---


def _of_clans(table: Table) -> Iterator[tuple[str, expected.Content]]:
    world = table.clans
    shown = [f"faction:{each}" for each in world.factions]
    if table.phase not in BEGINNING:
        shown = [f"family:{each}" for each in table.choices]
    monuments, offers = ([each and f"monument:{each}" for each in row] for row in (world.monuments, world.offers))
    for place in range(len(PLACES)):
        yield f"choice.{place}", _one(shown, place)
        yield f"monument.{place}", _one(monuments, place)
        yield f"offer.{place}", _one(offers, place)
    for seat in BOTH:
        tribe = world.tribes[seat]
        for place, clan in enumerate(tribe.clans):
            yield f"clan.{seat}.{place}", expected.Pieces(column(seat, clan))
            sums = (("population", clan.population), *clan.counters.items())
            yield f"tracker.{seat}.{place}", _counted(table, sums)
            modality = sum(each.counters for each in clan.families)
            yield f"modes.{seat}.{place}", _counted(table, (("modality", modality),))
        yield f"tribe.{seat}", _counted(table, (*tribe.counters.items(), ("soulstain", tribe.soulstain)))


def column(seat: Seat, clan: Clan) -> tuple[str, ...]:
    """The kinds of the cards of a column, from its top."""
    if not clan.card:
        return ()
    own = f"clan_of_seat_{seat + 1}:{clan.card}"
    above, below = ([f"family:{each.kind}" for each in side] for side in (clan.above, clan.below))
    return (*above, own, *below)


def _counted(table: Table, sums: tuple[tuple[str, int], ...]) -> expected.Content:
    """Counters of these sums; anything where they are kept elsewhere."""
    return expected.Worth(sums, VALUES) if table.setup.counters == "mat" else expected.Anything()


def _one(kinds: Sequence[str], place: int) -> expected.Content:
    return expected.Pieces(tuple(filter(None, kinds[place : place + 1])))


# --- the older game ---


def _of_nexus(table: Table) -> Iterator[tuple[str, expected.Content]]:
    world, board = table.nexus, table.nexus_set.board
    nexus = sum(zone.zone.startswith("nexus.") for zone in LAYOUTS["nexus"].zones)
    for place in range(nexus):
        yield f"nexus.{place}", expected.Pieces(("nexus",)) if place < board.nexus else expected.Pieces(())
    for place in range(len(LETTERS)):
        yield f"choice.{place}", _one([f"choice:{each}" for each in table.choices], place)
    for seat in BOTH:
        for line in range(2 * nexus - 1):
            own = sorted((each for each in world.own(seat) if each.line == line), key=lambda each: each.row)
            lying = expected.Pieces(tuple(f"tile_of_seat_{seat + 1}:{each.kind}" for each in own))
            yield f"lane.{seat}.{line}", lying if _is_seen(board) else expected.Anything()


def _is_seen(board: NexusBoard) -> bool:
    """Whether tiles on lines lie beside one another; else one half a step away covers another, and is told."""
    return board.geometry != "same_line"


def _places(table: Table) -> Iterator[tuple[str, tuple[expected.Place, ...]]]:
    """Where in its zone a piece lies: the order of a column, the resting place of a tile."""
    if table.is_clans:
        for seat, tribe in enumerate(table.clans.tribes):
            for place, clan in enumerate(tribe.clans):
                kinds = column(seat, clan)
                if len(kinds) > 1:
                    yield f"clan.{seat}.{place}", (expected.InOrder(kinds),)
        return
    board = table.nexus_set.board
    for seat in BOTH if _is_seen(board) else ():
        own, found = table.nexus.own(seat), dict[str, list[expected.Place]]()
        rests = rests_mm(board, own)
        for tile in own:
            kind, zone = f"tile_of_seat_{seat + 1}:{tile.kind}", f"lane.{seat}.{tile.line}"
            x_mm, y_mm = middle(seat, tile.line, rests[tile.line, tile.row])
            stops, places = stoppers(board, own, tile.line, tile.row), found.setdefault(zone, [])
            places.append(expected.At(kind, x_mm, y_mm, None if stops else WITHIN_MM))
            for stop in stops[:1]:
                other = f"tile_of_seat_{seat + 1}:{stop.kind}"
                places.append(expected.Touching(kind, f"lane.{seat}.{stop.line}", other, WITHIN_MM))
        yield from ((zone, tuple(places)) for zone, places in found.items())


def middle(seat: Seat, line: int, rest_mm: float) -> tuple[float, float]:
    """Where the middle of a tile lies on the mat, so far from the wave's edge, in mm."""
    nexus = LAYOUTS["nexus"].find("nexus.0")
    x_mm = nexus.x_mm + nexus.width_mm / 2 + line * TILE_MM / 2
    wave = nexus.y_mm + nexus.height_mm / 2
    away = TILE_MM / 2 + rest_mm
    return x_mm, wave + away if seat == 0 else wave - away


ZONES: Final = read_zones(__package__)
"""By how the names of the places begin."""


@lru_cache(maxsize=1024)  # what lies on the mat is asked for many times an act, and these words stay the same
def zone_words(zone: str, known: tuple[str, ...] = ()) -> tuple[Message, Message]:
    """Heading and name of a place."""
    kind, _, rest = zone.partition(".")
    return words_of(ZONES[kind].label, rest, known), words_of(ZONES[kind].name, rest, known)


def words_of(text: str, numbers: str, known: tuple[str, ...] = ()) -> Message:
    """A text about the place of these numbers."""
    first, last = (int(each or 0) for each in (numbers.partition(".")[0], numbers.rpartition(".")[2]))
    where = {"letter": Name("".join(LETTERS[first : first + 1])), "nexus": Name(f"N{first}"), "line": line_title(last)}
    return filled(text, **where, who=Name(seat_name(known, first)), position=last + 1)


_OLDER: Final = {"M-020": "M-200", "M-030": "M-210", "M-033": "M-210", "M-050": "M-240"}
"""What stands for these rules in the older game."""


def rule_of_zone(view: ManaView, zone: str, done: Sequence[object] = ()) -> RuleId:
    """The rule that says what a zone must show now; `done` are the legal acts seen at the same time."""
    kind = zone.partition(".")[0]
    rule = ZONES[kind].rule_in(view.table.phase)
    return rule if view.table.is_clans else _OLDER.get(rule, rule)
