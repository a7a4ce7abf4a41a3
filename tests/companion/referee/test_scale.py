"""The scale beside the camera, and alone: one act whoever tells first, and whoever is contradicted is not believed."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from companion.games.core import Action
from companion.referee.scale import DOUBTED_AFTER_S, weighed
from companion.table.layout import Spot
from companion.table.seen import TableView, ZoneView
from companion.table.sightings import Reading
from tests.companion.referee.positions import GAME, AnyState, after, first, legal, where
from tests.companion.referee.table import Scale, Table, weigh_a_game
from tests.games.sealed_bid.layout import LAYOUT
from tests.games.sealed_bid.model import NOBODY, PlacePearls, TakePrize
from tests.said import said

PEARLS = ("pearl", "pearl", "pearl")
HAND = Spot(300, 400)


def table_with(**zone: Any) -> TableView:
    """A table of which only the bowl is told."""
    return TableView((ZoneView("deck", backs=1), ZoneView("bowl", **zone)))


def bowl(seen: TableView, count: int | None) -> tuple[ZoneView, str]:
    """The bowl as camera and scale have it, and the doubt."""
    found = weighed(seen, LAYOUT, count)
    assert found.table.zones[0] == seen.zones[0]
    return found.table.zones[1], found.doubt


@pytest.mark.parametrize(
    ("seen", "count", "expected", "doubt"),
    [
        ({"kinds": PEARLS}, None, ZoneView("bowl", PEARLS), ""),
        ({"kinds": PEARLS}, 3, ZoneView("bowl", PEARLS), ""),
        ({"kinds": PEARLS}, 2, ZoneView("bowl", covered=True), "bowl"),
        ({"covered": True}, 2, ZoneView("bowl", ("pearl", "pearl")), ""),
        ({"covered": True, "kinds": ("pearl",)}, 2, ZoneView("bowl", ("pearl", "pearl")), ""),
        ({"covered": True, "kinds": PEARLS}, 2, ZoneView("bowl", covered=True), "bowl"),
        ({"covered": True, "kinds": ("token",)}, 2, ZoneView("bowl", covered=True), "bowl"),
        ({"covered": True, "backs": 1}, 2, ZoneView("bowl", covered=True), "bowl"),
        ({"covered": True}, 0, ZoneView("bowl"), ""),
    ],
)
def test_the_scale_tells_of_what_is_hidden_and_is_held_against_what_is_seen(
    seen: dict[str, Any], count: int | None, expected: ZoneView, doubt: str
) -> None:
    assert bowl(table_with(**seen), count) == (expected, doubt)


def to_award() -> tuple[AnyState, TakePrize]:
    """A position in which somebody is to take the prize and a pearl, and that act."""
    state, act = next(found for seed in range(9) if (found := first(TakePrize, seed))[1].seat != NOBODY)
    assert state.table.pearls > 1
    return state, act


def test_pearls_laid_out_are_an_act_by_the_scale_alone() -> None:
    state, act = first(PlacePearls)
    assert act.count > 1
    scale = Scale(state)
    assert scale.watcher.sight.text == "No camera looks on. The scale agrees with the game."
    assert scale.feel(1) == "in_progress"
    assert scale.acts == []
    assert scale.feel(act.count) == "settled"
    assert scale.acts == [act]


def test_a_pearl_lifted_is_a_prize_taken_by_the_scale_alone() -> None:
    state, act = to_award()
    scale = Scale(state)
    scale.feel(state.table.pearls - 1)
    assert scale.acts == [act]


def test_a_load_that_nobody_can_count_changes_nothing() -> None:
    state, _ = to_award()
    scale = Scale(state)
    scale.feel(None)
    assert scale.acts == []
    assert scale.watcher.sight.state == "off"


def test_a_load_that_no_act_explains_is_named_with_its_rule_and_mended() -> None:
    state, _ = to_award()
    scale, pearls = Scale(state), state.table.pearls
    assert scale.feel(pearls + 1) == "mismatch"
    assert scale.acts == []
    (wrong,) = scale.watcher.sight.mismatches
    assert (wrong.zone, wrong.rule) == ("bowl", "B-012")
    assert said(wrong.text) == f"The bowl seems to hold {pearls + 1} × pearl; {pearls} × pearl should lie there."
    assert said([fix.text for fix in scale.watcher.sight.fixes]) == ["Take the pearl away from the bowl."]
    assert scale.feel(pearls) == "settled"


def test_a_tap_that_came_before_the_pearl_is_waited_for() -> None:
    state, act = to_award()
    scale = Scale(state)
    assert scale.tap(act) == "in_progress"
    assert said(scale.watcher.sight.text) == "Still to do: Take the pearl away from the bowl."
    assert scale.feel(scale.state.table.pearls) == "settled"
    assert scale.acts == []


def test_pearls_left_over_may_be_taken_away_before_those_that_were_tapped_are_laid() -> None:
    state = next(where(lambda each: each.table.pearls and PlacePearls(4) in legal(each, PlacePearls)))
    scale = Scale(state)
    assert scale.tap(PlacePearls(4)) == "in_progress"
    assert scale.feel(0) == "in_progress"
    assert said(scale.watcher.sight.text) == "Still to do: Lay the pearl at the bowl. And 3 more."
    assert scale.feel(4) == "settled"
    assert scale.acts == []


def test_after_an_undo_the_scale_waits_for_the_old_load() -> None:
    state, act = to_award()
    scale = Scale(state)
    scale.tap(act)
    scale.feel(scale.state.table.pearls)
    scale.state = state
    scale.watcher.rewind()
    assert scale.feel(state.table.pearls - 1) == "restoring"
    assert scale.acts == []
    assert scale.feel(state.table.pearls) == "settled"
    scale.feel(state.table.pearls - 1)
    assert scale.acts == [act]


def _by_scale(table: Table, act: Action, then: AnyState) -> None:
    table.watcher.feel(then.table.pearls)
    table.judge()


def _by_camera(table: Table, act: Action, then: AnyState) -> None:
    table.show(then)


def _by_tap(table: Table, act: Action, then: AnyState) -> None:
    if act in GAME.legal_actions(table.state):  # else the page tells that it was done already
        table.acts.append(act)
        table.tap(act)


@pytest.mark.parametrize("order", list(itertools.permutations([_by_scale, _by_camera, _by_tap])))
@pytest.mark.parametrize("position", [lambda: first(PlacePearls), to_award], ids=["PlacePearls", "TakePrize"])
def test_whoever_tells_first_it_is_one_act(position: Any, order: Any) -> None:
    state, act = position()
    then = after(state, act)
    table = Table(state)
    table.watcher.feel(state.table.pearls)
    table.show(state)
    for tell in order:
        tell(table, act, then)
    assert table.acts == [act]
    assert table.state == then
    assert table.watcher.sight.state == "settled"


@pytest.mark.parametrize("tell", [_by_scale, _by_camera])
def test_one_sensor_that_contradicts_the_other_is_not_believed_and_is_told(tell: Any) -> None:
    state, act = first(PlacePearls)
    then = after(state, act)
    table = Table(state)
    table.watcher.feel(state.table.pearls)
    table.show(state)
    stays = state if tell is _by_scale else then
    tell(table, act, then)
    table.show(stays, looks=int(DOUBTED_AFTER_S * 10) + 5)
    assert table.acts == []
    assert table.watcher.sight.state == "looking"
    felt = then.table.pearls if tell is _by_scale else state.table.pearls
    assert said(table.watcher.sight.text) == (
        f"The scale feels {felt} at the bowl, the camera sees something else. Look, then tap what is true."
    )


def test_a_hand_over_the_bowl_is_waited_for_though_the_scale_is_sure() -> None:
    state, act = first(PlacePearls)
    then = after(state, act)
    table = Table(state)
    table.show(state, looks=1, reaching=(HAND,))
    table.watcher.feel(then.table.pearls)
    assert table.show(state, looks=8, reaching=(HAND,)) == "reaching"
    assert table.acts == []
    table.show(then)
    assert table.acts == [act]


def test_the_scale_goes_on_where_the_camera_has_lost_the_mat() -> None:
    state, act = first(PlacePearls)
    table = Table(state)
    table.watcher.feel(state.table.pearls)
    table.look(Reading(table.at_s + 0.1, unseen="The mat is not in view. Put it under the camera."))
    assert table.watcher.sight.state == "unseen"
    table.watcher.feel(after(state, act).table.pearls)
    table.judge()
    assert table.acts == [act]
    assert table.watcher.sight.text == "The mat is not in view. Put it under the camera."


@pytest.mark.parametrize("count", [-1, 256, 10**12])
def test_a_count_that_cannot_be_is_none(count: int) -> None:
    state, _ = to_award()
    scale = Scale(state)
    assert scale.feel(count) == "off"
    assert scale.acts == []


@pytest.mark.parametrize("seed", range(6))
def test_a_whole_game_by_scale_and_taps_never_misleads(seed: int) -> None:
    weigh_a_game(GAME, seed, "pearls")
