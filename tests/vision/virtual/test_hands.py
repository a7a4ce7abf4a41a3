"""Hands bring every table about: by geometry at each moment, and as a camera over the mat reads it at the end."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from msgspec.structs import replace

from companion.referee.fuse import table_view
from companion.table.expected import Anything, Backs, ExpectedTable, Pieces, Pile
from companion.table.geometry import lay_zone
from companion.table.rim import rim_samples
from companion.table.seen import show
from tests.vision.fakes import FakeClock
from tests.vision.virtual.mats import KIT, LAYOUT, PIECES, lying, painter, small
from tests.vision.virtual.worlds import assert_lies, assert_once, finish, lies, table, tables_of, tabletop
from vision.cameras.frames import Pixels
from vision.marker_filter import judge_sightings
from vision.markers import MarkerFinder
from vision.mat import Mat, find_mat
from vision.virtual.ground import Ground
from vision.virtual.hands import Manners
from vision.virtual.painter import Painter
from vision.virtual.planner import Move, place_of
from vision.virtual.scene import Scene
from vision.virtual.things import Rules

SMALL = small(height_px=576)
ROUGH = Manners(sloppy_mm=3.0, sloppy_deg=4.0, pause=0.1, cover=0.3, slip=0.15)
EXACT = Manners(sloppy_mm=0, sloppy_deg=0)


def assert_read(pixels: Pixels, wanted: ExpectedTable) -> None:
    """A camera reads exactly that table, with nothing hidden."""
    markers = MarkerFinder().find(pixels)
    mat = find_mat(markers, LAYOUT)
    assert isinstance(mat, Mat), mat
    facts, rejected = judge_sightings(markers, mat, LAYOUT, KIT.printed, 0.0)
    assert rejected == ()
    seen = {zone.zone: zone for zone in table_view(facts, rejected, LAYOUT, KIT).zones}
    for zone in wanted.zones:
        if not isinstance(zone.content, Anything):
            there, right = seen[zone.zone], show(zone.zone, zone.content)
            assert (there.kinds, there.backs, there.covered) == (right.kinds, right.backs, False), zone


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "manners"),
    [pytest.param(1, Manners(), marks=pytest.mark.slow), (2, ROUGH), pytest.param(7, ROUGH, marks=pytest.mark.slow)],
)
def test_every_table_of_a_game_is_brought_about_and_read(seed: int, manners: Manners, clock: FakeClock) -> None:
    top = tabletop(clock, seed, manners)
    for count, (wanted, seat) in enumerate(tables_of(seed)):
        if not count:
            top.set_out(wanted)
        else:
            top.lay(wanted, seat)
            assert top.busy()
        for scene in finish(top, clock):
            assert_once(scene)
        assert_lies(top.scene(), wanted)
        assert_read(painter(SMALL).render(top.scene(), count), wanted)


@pytest.mark.parametrize("seed", range(8))
def test_hands_get_from_any_table_to_any_other_whatever_a_person_does_meanwhile(seed: int, clock: FakeClock) -> None:
    rng = random.Random(seed)
    tables = [wanted for wanted, _ in tables_of(seed)]
    top = tabletop(clock, seed, Manners(slip=0.1, pause=0.05))
    top.set_out(tables[0])
    for _ in range(12):
        wanted = rng.choice(tables)
        top.lay(wanted, rng.choice((None, 0, 1, 2)))
        until_s = clock.now() + 600
        while top.busy():
            if rng.random() < 0.02:
                piece = rng.choice(top.lying())
                top.move(piece.piece, rng.uniform(0, LAYOUT.width_mm), rng.uniform(0, LAYOUT.height_mm))
            clock.pause(0.3)
            assert_once(top.scene())
            assert clock.now() < until_s
        assert_lies(top.scene(), wanted)


def test_a_move_takes_about_a_second_and_speed_shortens_it(clock: FakeClock) -> None:
    for speed in (1.0, 4.0):
        for seat, move in enumerate((table(prize=Pieces(("card:3",))), table(won_1=Pieces(("card:3",))), table())):
            top = tabletop(clock, manners=EXACT, speed=speed)
            top.set_out(table(prize=Pieces(("card:3",))) if seat else table(), supply=False)
            began_s = clock.now()
            top.lay(move, seat)
            finish(top, clock, 0.01)
            assert 1.0 <= (clock.now() - began_s) * speed <= 1.5


def test_a_piece_keeps_its_marker_on_the_way_and_is_lifted(clock: FakeClock) -> None:
    top = tabletop(clock)
    top.set_out(table(prize=Pieces(("card:3",))), supply=False)
    top.lay(table(won_0=Pieces(("card:3",))), 0)
    scenes = finish(top, clock, 0.05)
    assert len({scene.pieces[0].marker for scene in scenes}) == 1
    assert all(len(scene.pieces) == 1 for scene in scenes)
    assert 20 <= max(scene.pieces[0].height_mm for scene in scenes) <= 60


def test_the_arm_comes_in_over_the_edge_of_its_seat(clock: FakeClock) -> None:
    """Where the seat's first place lies: below, on the left, above, on the right of the mat's middle."""
    seats = {"won.1": 0, "deck": 1, "discard": 2, "supply": 3}
    around = replace(LAYOUT, zones=tuple(replace(each, seat=seats.get(each.zone)) for each in LAYOUT.zones))
    for seat, fingers_deg in enumerate((0, 90, 180, 270)):
        top = tabletop(clock, layout=around)
        top.lay(table(won_1=Pieces(("card:3",))), seat)
        assert {hand.angle_deg for scene in finish(top, clock) for hand in scene.hands} == {fingers_deg}


def test_cards_that_change_places_never_lie_on_one_another(clock: FakeClock) -> None:
    top = tabletop(clock)
    top.set_out(table(won_0=Pieces(("card:1",)), won_1=Pieces(("card:2",)), won_2=Pieces(("card:3",))))
    before = {piece.marker for piece in top.scene().pieces}
    wanted = table(won_0=Pieces(("card:2",)), won_1=Pieces(("card:3",)), won_2=Pieces(("card:1",)))
    top.lay(wanted, None)
    for scene in finish(top, clock, 0.05):
        still = Scene(tuple(piece for piece in scene.pieces if piece.height_mm == 0))
        assert all(len(zone.kinds) <= 1 for zone in lies(still).zones if zone.zone.startswith("won."))
    assert_lies(top.scene(), wanted)
    assert {piece.marker for piece in top.scene().pieces} == before


def test_cards_are_turned_over_in_their_place(clock: FakeClock) -> None:
    top = tabletop(clock, manners=EXACT)
    top.set_out(table(bid_0=Backs("back", 2)), supply=False)
    places = {(piece.x_mm, piece.y_mm) for piece in top.scene().pieces}
    top.lay(table(bid_0=Pieces(("card:3",) * 2)), 0)
    finish(top, clock)
    assert {(piece.x_mm, piece.y_mm) for piece in top.scene().pieces} == places
    assert_lies(top.scene(), table(bid_0=Pieces(("card:3",) * 2)))


def test_what_is_left_of_a_fan_is_pushed_together(clock: FakeClock) -> None:
    top = tabletop(clock, manners=EXACT)
    kinds = ("card:1", "card:2", "card:3", "card:4")
    top.set_out(table(won_0=Pieces(kinds)), supply=False)
    top.lay(table(won_0=Pieces(kinds[1:])), 0)
    scenes = finish(top, clock, 0.05)
    places = [lying("card:2", "won.0", place=place).x_mm for place in range(3)]
    assert [piece.x_mm for piece in scenes[-1].pieces] == pytest.approx(places)
    pushed = [piece for scene in scenes for piece in scene.pieces if piece.kind == "card:4"]
    assert {piece.height_mm for piece in pushed} == {0}


def test_pearls_go_between_the_supply_and_the_bowl(clock: FakeClock) -> None:
    top = tabletop(clock)
    top.set_out(table(bowl=Pieces(("pearl",) * 2)))
    for count in (4, 0, 5, 1):
        top.lay(table(bowl=Pieces(("pearl",) * count)), None)
        finish(top, clock)
        there = {zone.zone: len(zone.kinds) for zone in lies(top.scene()).zones}
        assert (there["bowl"], there["supply"]) == (count, 5 - count)
        assert_once(top.scene())


def test_a_discard_pile_becomes_the_deck(clock: FakeClock) -> None:
    top = tabletop(clock)
    top.set_out(table(discard=Pile("back", 9, "card:2")), supply=False)
    top.lay(table(deck=Pile("back", 9)), None)
    scenes = finish(top, clock, 0.05)
    assert_lies(top.scene(), table(deck=Pile("back", 9)))
    assert {len(scene.pieces) for scene in scenes} == {1}, "it is carried over as one"
    for left in range(8, -1, -1):
        top.take(top.lying()[-1].piece, 0)
        assert len(top.lying()) == bool(left)


def test_a_face_comes_up_from_the_deck_where_that_grows_less(clock: FakeClock) -> None:
    top = tabletop(clock, manners=EXACT)
    top.set_out(table(deck=Pile("back", 9)), supply=False)
    wanted = table(deck=Pile("back", 8), prize=Pieces(("card:2",)))
    top.lay(wanted, None)
    scenes = finish(top, clock, 0.02)
    deck = lying("back", "deck")
    lifted = next(piece for scene in scenes for piece in scene.pieces if piece.height_mm > 2)
    assert (lifted.face_up, math.dist((lifted.x_mm, lifted.y_mm), (deck.x_mm, deck.y_mm)) < 60) == (False, True)
    assert_lies(top.scene(), wanted)


def test_a_slip_lies_beside_every_zone_with_the_hand_over_it_and_is_mended(clock: FakeClock) -> None:
    top = tabletop(clock, manners=Manners(slip=1.0))
    wanted = table(prize=Pieces(("card:2",)))
    top.lay(wanted, 0)
    scenes = finish(top, clock, 0.05)
    astray = [
        scene
        for scene in scenes
        if any(zone.zone == "" and zone.kinds for zone in lies(scene).zones)
        and scene.pieces[0].height_mm == 0
        and 0 < scene.pieces[0].y_mm < 0.9 * LAYOUT.height_mm
    ]
    assert len(astray) * 0.05 >= 0.4
    assert all(scene.hands for scene in astray)
    assert_lies(top.scene(), wanted)


def test_a_pause_holds_the_piece_over_the_mat(clock: FakeClock) -> None:
    top = tabletop(clock, manners=Manners(pause=1.0, pause_s=(5, 5)))
    top.lay(table(prize=Pieces(("card:2",))), 0)
    scenes = finish(top, clock, 0.1)
    times = [scenes.count(scene) for scene in scenes]
    still = scenes[int(np.argmax(times))]
    assert max(times) >= 49
    assert 0 < still.pieces[0].y_mm < LAYOUT.height_mm
    assert still.pieces[0].height_mm >= 20


def test_a_hand_that_covers_comes_back_and_goes(clock: FakeClock) -> None:
    top = tabletop(clock, manners=Manners(cover=1.0))
    wanted = table(prize=Pieces(("card:2",)))
    top.lay(wanted, 0)
    scenes = finish(top, clock, 0.1)
    done = [scene for scene in scenes if len(scene.pieces) == 1 and scene.pieces[0] == scenes[-1].pieces[0]]
    assert sum(bool(scene.hands) for scene in done) >= 10
    assert_lies(top.scene(), wanted)


def test_tables_asked_for_together_come_one_after_another(clock: FakeClock) -> None:
    top = tabletop(clock)
    first, second = table(bid_0=Backs("back", 1)), table(bid_0=Pieces(("card:2",)))
    top.lay(first, 0)
    top.lay(second, 0)
    scenes = finish(top, clock, 0.1)
    assert any(piece.height_mm == 0 and not piece.face_up for scene in scenes for piece in scene.pieces)
    assert_lies(top.scene(), second)


def test_frozen_hands_stay_until_they_may_go_on(clock: FakeClock) -> None:
    top = tabletop(clock)
    top.lay(table(prize=Pieces(("card:2",))), 0)
    clock.pause(0.5)
    top.freeze()
    frozen = top.scene()
    clock.pause(60)
    assert top.scene() == frozen
    assert top.busy()
    top.go_on()
    assert top.scene() == frozen
    finish(top, clock)
    assert_lies(top.scene(), table(prize=Pieces(("card:2",))))


def hidden_rim(pixels: Pixels, by: Painter) -> int:
    """How many points of the rim do not look as they are printed."""
    hidden = 0
    for sample in rim_samples(LAYOUT, 10):
        x_px, y_px, scale = by.to_px @ np.array([sample.place.x_mm, sample.place.y_mm, 1])
        there = pixels[round(y_px / scale), round(x_px / scale)].astype(float)
        # Skin is as bright as paper in the shade, but it has a colour.
        hidden += bool(there.mean() > 90 if sample.dark else there.mean() < 140 or np.ptp(there) > 40)
    return hidden


def test_a_hand_over_the_mat_hides_some_of_the_rim_and_none_is_hidden_after_work(clock: FakeClock) -> None:
    still = painter(small(noise=0))
    top = tabletop(clock)
    top.set_out(table(prize=Pieces(("card:2",)), deck=Pile("back", 20)))
    assert hidden_rim(still.render(top.scene()), still) == 0
    for seat in range(4):
        top.lay(table(prize=Pieces(("card:2",)), deck=Pile("back", 19 - seat), token_0=Pieces(("token",))), seat)
        clock.pause(0.6)
        assert hidden_rim(still.render(top.scene()), still) >= 4
        finish(top, clock)
        assert hidden_rim(still.render(top.scene()), still) == 0
    top.cover(LAYOUT.width_mm / 2, LAYOUT.height_mm / 2)
    assert not top.busy()
    assert hidden_rim(still.render(top.scene()), still) >= 4
    top.uncover()
    assert top.scene().hands == ()


def test_a_pile_with_a_face_on_top_is_covered_where_a_back_is_to_lie(clock: FakeClock) -> None:
    top = tabletop(clock, manners=EXACT)
    top.set_out(table(discard=Pile("back", 3, "card:2"), deck=Pile("back", 5)), supply=False)
    wanted = table(discard=Pile("back", 3, "card:4"), deck=Pile("back", 5))
    top.lay(wanted, 0)
    finish(top, clock)
    assert_lies(top.scene(), wanted)


def test_where_no_place_around_is_free_a_hand_lays_a_piece_exactly() -> None:
    rules, zone = Rules(LAYOUT, KIT, PIECES), LAYOUT.find("prize")
    (laid,) = lay_zone(zone, Pieces(("card:3",)), KIT)
    ground, places = Ground(rules, random.Random(1)), [place_of(laid, zone, index, rules) for index in (0, 1)]
    card, other = (ground.target(Move(1 + index, place, "card:3", True)) for index, place in enumerate(places))
    assert ground.jitter(card, table(), ROUGH) != card
    ground.add(other)
    assert ground.jitter(card, table(), ROUGH) == card
