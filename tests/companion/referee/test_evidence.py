"""What an act is proved by: the zones that show it, the least sure marker there, the scale, and where to photograph."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.core import Action
from companion.referee.comparison import Position, position_of
from companion.referee.evidence import prove
from companion.referee.fuse import zone_at
from companion.referee.watcher import Watcher
from companion.table.evidence import Evidence, Proof
from companion.table.geometry import Area, lay_zone, zone_area
from companion.table.sightings import Reading
from tests.companion.referee.perfect import look_at
from tests.companion.referee.positions import GAME, NAMES, AnyState, first
from tests.games.sealed_bid.layout import LAYOUT
from tests.games.sealed_bid.model import PlacePearls, Reveal, SealBid, TakePrize, TurnUpPrize


def path(state: AnyState, *acts: Action) -> list[Position]:
    """The positions on both sides of each of these acts."""
    found = [position_of(GAME, state)]
    for act in acts:
        found.append(found[-1].after(act))
    return found


def watched(before: AnyState, after: AnyState, count: int | None = None, unsure: float = 1.0) -> tuple[Proof, ...]:
    """The proofs of what is accepted where one position comes after the other; markers are as sure as is said."""
    watcher, proofs = Watcher(GAME), list[Proof]()
    for number in range(1, 13):
        at_s = number / 10
        watcher.feel(count if number > 6 else None)
        reading = look_at(GAME, before if number <= 6 else after, at_s)
        known = tuple(replace(each, confidence=unsure) for each in reading.sightings)
        watcher.see(replace(reading, sightings=known, frame=100 + number), before)
        while (verdict := watcher.judge(before, NAMES)) is None:
            pass
        if verdict.acts:
            assert len(verdict.acts) == len(verdict.proofs)
            return verdict.proofs
        proofs += verdict.proofs
    return tuple(proofs)


def test_an_act_is_proved_by_the_look_that_was_judged() -> None:
    state, act = first(TurnUpPrize)
    (proof,) = watched(state, GAME.apply_action(state, act), unsure=0.625)
    assert proof.evidence.sensor == "camera"
    assert proof.evidence.zones == ("prize",)
    assert proof.evidence.at_s is not None
    assert proof.evidence.frame == round(100 + 10 * proof.evidence.at_s)
    assert (proof.evidence.confidence, proof.evidence.count, proof.evidence.photo) == (0.625, None, None)


def test_nothing_is_proved_where_nothing_is_accepted() -> None:
    state, _ = first(TurnUpPrize)
    assert watched(state, state) == ()


def test_what_is_photographed_holds_the_zone_and_the_pieces_before_and_after() -> None:
    state, act = first(TakePrize)
    after = GAME.apply_action(state, act)
    (proof,) = prove(path(state, act), [act], "camera", look_at(GAME, after, 1.0), None)
    assert len(proof.areas) == len(proof.evidence.zones) > 1
    for name, area in zip(proof.evidence.zones, proof.areas, strict=True):
        zone = LAYOUT.find(name)
        shown = [zone_area(zone)]
        for position in (state, after):
            table = GAME.mat.expected(GAME.view(position, None))
            content = next(each.content for each in table.zones if each.zone == name)
            shown += [piece.area for piece in lay_zone(zone, content, GAME.mat.kit)]
        assert all(area.holds(each) for each in shown)
        # And no more than that.
        assert (area.x_mm, area.y_mm) == (min(each.x_mm for each in shown), min(each.y_mm for each in shown))
        assert area.x_mm + area.width_mm == max(each.x_mm + each.width_mm for each in shown)
        assert area.y_mm + area.height_mm == max(each.y_mm + each.height_mm for each in shown)


def test_the_confidence_is_that_of_the_least_sure_marker_in_its_zones() -> None:
    state, act = first(SealBid)
    after = GAME.apply_action(state, act)
    reading = look_at(GAME, after, 1.0)
    (sure,) = prove(path(state, act), [act], "camera", reading, None)
    (zone,) = sure.evidence.zones

    def spoilt(inside: float, outside: float) -> Reading:
        seen = list(reading.sightings)
        for index, each in enumerate(seen):
            found = zone_at(LAYOUT, each.x_mm, each.y_mm)
            is_inside = found is not None and found.zone == zone
            seen[index] = replace(each, confidence=inside if is_inside else outside)
        return replace(reading, sightings=tuple(seen))

    (proof,) = prove(path(state, act), [act], "camera", spoilt(0.5, 0.1), None)
    assert proof.evidence.confidence == 0.5
    (proof,) = prove(path(state, act), [act], "camera", replace(reading, sightings=()), None)
    assert proof.evidence.confidence is None


@pytest.mark.parametrize(("count", "felt"), [(None, None), (3, 3)])
def test_the_count_is_kept_where_the_act_changes_the_zone_over_the_scale(count: int | None, felt: int | None) -> None:
    state, act = first(PlacePearls)
    after = GAME.apply_action(state, act)
    (proof,) = prove(path(state, act), [act], "camera", look_at(GAME, after, 1.0), count)
    assert "bowl" in proof.evidence.zones
    assert proof.evidence.count == felt
    other, prize = first(TurnUpPrize)
    (proof,) = prove(path(other, prize), [prize], "camera", look_at(GAME, other, 1.0), count)
    assert proof.evidence.count is None


def test_what_the_scale_alone_tells_has_its_count_and_no_time_and_no_place_to_photograph() -> None:
    state, act = first(PlacePearls)
    assert prove(path(state, act), [act], "scale", Reading(9.9, frame=12), 3) == (
        Proof(Evidence("scale", ("bowl",), count=3)),
    )


def test_each_of_several_acts_has_a_proof_of_its_own() -> None:
    state, _ = first(Reveal)
    acts, position = list[Reveal](), state
    while isinstance(act := GAME.legal_actions(position)[0], Reveal):
        acts.append(act)
        position = GAME.apply_action(position, act)
    proofs = prove(path(state, *acts), acts, "camera", look_at(GAME, position, 1.0), None)
    assert len(acts) == 3
    assert [each.evidence.zones for each in proofs] == [(f"bid.{each.seat}",) for each in acts]
    assert all(isinstance(area, Area) for each in proofs for area in each.areas)
