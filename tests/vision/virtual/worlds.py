"""What the tests of the virtual hands share: tables of whole games, a tabletop by a fake clock, what lies on it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from functools import cache

from companion.games.bots import Autopilot
from companion.table.expected import Anything, Content, ExpectedTable, ExpectedZone, Pieces
from companion.table.layout import Layout
from companion.table.seen import TableView, ZoneView, show
from tests.vision.fakes import FakeClock
from tests.vision.virtual.mats import GAME, KIT, LAYOUT, PIECES
from tests.vision.virtual.tables import zone_at
from vision.virtual.hands import Manners
from vision.virtual.scene import PhysicalPiece, Scene
from vision.virtual.tabletop import Tabletop

TICK_S = 0.2
LONGEST_S = 600.0


@cache
def tables_of(seed: int) -> tuple[tuple[ExpectedTable, int | None], ...]:
    """The tables of a game of bots, each after an act, and whose act it was; tables that stay are left out."""
    return tuple(_tables_of(seed))


def _tables_of(seed: int) -> Iterator[tuple[ExpectedTable, int | None]]:
    autopilot, state, ply = Autopilot(GAME, seed), GAME.new_game({"cards": "virtual"}, {}), 0
    before = GAME.mat.expected(GAME.view(state, None))
    yield before, None
    while (proposal := autopilot.propose(state, ply, frozenset())) is not None:
        state, ply = GAME.apply_action(state, proposal[0]), ply + 1
        table = GAME.mat.expected(GAME.view(state, None))
        if [each.content for each in table.zones] != [each.content for each in before.zones]:
            yield table, proposal[0].actor
        before = table


def tabletop(
    clock: FakeClock, seed: int = 1, manners: Manners | None = None, speed: float = 1.0, layout: Layout = LAYOUT
) -> Tabletop:
    return Tabletop(layout, KIT, PIECES, clock, seed=seed, manners=manners, speed=speed)


def table(**content: Content) -> ExpectedTable:
    """A table with these zones (`_` for a dot); nothing lies in the others."""
    named = {zone.replace("_", "."): each for zone, each in content.items()}
    empty: dict[str, Content] = {"supply": Anything()}
    return ExpectedTable(
        tuple(ExpectedZone(zone.zone, named.get(zone.zone, empty.get(zone.zone, Pieces(())))) for zone in LAYOUT.zones)
    )


def finish(top: Tabletop, clock: FakeClock, tick_s: float = TICK_S) -> list[Scene]:
    """Let the hands work until they are done; the scenes on the way and the last one."""
    scenes = [top.scene()]
    until_s = clock.now() + LONGEST_S
    while top.busy():
        clock.pause(tick_s)
        scenes.append(top.scene())
        assert clock.now() < until_s, "the hands do not come to an end"
    return scenes


def marker_of(piece: PhysicalPiece) -> tuple[float, float]:
    """Where a piece's marker lies."""
    size, turn = KIT.size(piece.kind), math.radians(piece.angle_deg)
    right, down = size.marker_x_mm - size.width_mm / 2, size.marker_y_mm - size.height_mm / 2
    return (
        piece.x_mm + right * math.cos(turn) - down * math.sin(turn),
        piece.y_mm + right * math.sin(turn) + down * math.cos(turn),
    )


def lies(scene: Scene) -> TableView:
    """What lies in each zone, by geometry alone; a piece beside all zones is in the zone ""."""
    faces: dict[str, list[str]] = {zone: [] for zone in (*(each.zone for each in LAYOUT.zones), "")}
    backs = Counter[str]()
    for piece in scene.pieces:
        zone = zone_at(*marker_of(piece))
        if piece.face_up:
            faces[zone].append(piece.kind)
        else:
            backs[zone] += 1
    return TableView(tuple(ZoneView(zone, tuple(sorted(each)), backs[zone]) for zone, each in faces.items()))


def assert_lies(scene: Scene, wanted: ExpectedTable) -> None:
    """The scene shows that table, no hand is over it, and no marker is there twice."""
    there = {zone.zone: zone for zone in lies(scene).zones}
    wrong = [
        (there[zone.zone], show(zone.zone, zone.content))
        for zone in wanted.zones
        if not isinstance(zone.content, Anything) and there[zone.zone] != show(zone.zone, zone.content)
    ]
    assert wrong == []
    assert there[""] == ZoneView("")
    assert scene.hands == ()
    assert_once(scene)


def assert_once(scene: Scene) -> None:
    """No marker that only one piece carries is there twice."""
    faces = Counter(piece.marker for piece in scene.pieces if piece.face_up)
    assert [marker for marker, times in faces.items() if times > 1] == []
