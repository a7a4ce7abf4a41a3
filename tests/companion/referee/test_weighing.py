"""The scale beside the camera, and alone: one act whoever tells first, and whoever is contradicted is not believed."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from companion.autopilot import Autopilot
from companion.games.core import Action, State
from companion.games.registry import GAMES
from companion.games.waves.actions import Collect, PlaceShells
from companion.referee.watching import Watcher
from companion.referee.weighing import DOUBTED_AFTER_S, weighed
from companion.table.layout import Spot
from companion.table.seen import TableView, ZoneView
from companion.table.sightings import Reading
from tests.companion.games.waves.mats import LAYOUT
from tests.companion.referee.test_watching import NAMES, Table, after, first

WAVES = GAMES["waves"]
AnyState = State[Any, Any]
SHELLS = ("shell", "shell", "shell")


class Scale:
    """A table without a camera: what the scale feels, and the game as the companion has it."""

    def __init__(self, state: AnyState) -> None:
        self.state, self.acts = state, list[Action]()
        self.watcher = Watcher(WAVES)
        self.feel(state.table.shells)

    def feel(self, count: int | None) -> str:
        """What is made of so many shells in the bowl."""
        self.watcher.feel(count)
        self._judge()
        return self.watcher.sight.state

    def tap(self, act: Action) -> str:
        """What is made of a tap."""
        before, self.state = self.state, WAVES.apply_action(self.state, act)
        self.watcher.told(before, act, self.state)
        self._judge()
        return self.watcher.sight.state

    def _judge(self) -> None:
        while (verdict := self.watcher.judge(self.state, NAMES)) is None or verdict.acts:
            for act in verdict.acts if verdict else ():
                assert verdict is not None
                assert verdict.by == "scale"
                self.state = WAVES.apply_action(self.state, act)
                self.acts.append(act)


def table_with(**zone: Any) -> TableView:
    """A table of which only the centre is told."""
    return TableView((ZoneView("deck", backs=1), ZoneView("centre", **zone)))


def centre(seen: TableView, count: int | None) -> tuple[ZoneView, str]:
    """The centre as camera and scale have it, and the doubt."""
    found = weighed(seen, LAYOUT, count)
    assert found.table.zones[0] == seen.zones[0]
    return found.table.zones[1], found.doubt


@pytest.mark.parametrize(
    ("seen", "count", "expected", "doubt"),
    [
        ({"kinds": SHELLS}, None, ZoneView("centre", SHELLS), ""),
        ({"kinds": SHELLS}, 3, ZoneView("centre", SHELLS), ""),
        ({"kinds": SHELLS}, 2, ZoneView("centre", covered=True), "centre"),
        ({"covered": True}, 2, ZoneView("centre", ("shell", "shell")), ""),
        ({"covered": True, "kinds": ("shell",)}, 2, ZoneView("centre", ("shell", "shell")), ""),
        ({"covered": True, "kinds": SHELLS}, 2, ZoneView("centre", covered=True), "centre"),
        ({"covered": True, "kinds": ("token",)}, 2, ZoneView("centre", covered=True), "centre"),
        ({"covered": True, "backs": 1}, 2, ZoneView("centre", covered=True), "centre"),
        ({"covered": True}, 0, ZoneView("centre"), ""),
    ],
)
def test_the_scale_tells_of_what_is_hidden_and_is_held_against_what_is_seen(
    seen: dict[str, Any], count: int | None, expected: ZoneView, doubt: str
) -> None:
    assert centre(table_with(**seen), count) == (expected, doubt)


@pytest.mark.rule("W-043", "W-044")
def test_shells_laid_out_are_an_act_by_the_scale_alone() -> None:
    state, act = first(PlaceShells, seed=3)
    assert isinstance(act, PlaceShells)
    assert act.count > 1
    scale = Scale(state)
    assert scale.watcher.sight.text == "No camera looks on. The scale agrees with the game."
    assert scale.feel(1) == "in_progress"
    assert scale.acts == []
    assert scale.feel(act.count) == "settled"
    assert scale.acts == [act]


@pytest.mark.rule("W-073")
def test_a_shell_lifted_is_a_collected_elder_by_the_scale_alone() -> None:
    state, act = first(Collect)
    scale = Scale(state)
    scale.feel(state.table.shells - 1)
    assert scale.acts == [act]


def test_a_load_that_nobody_can_count_changes_nothing() -> None:
    state, _ = first(Collect)
    scale = Scale(state)
    scale.feel(None)
    assert scale.acts == []
    assert scale.watcher.sight.state == "off"


def test_a_load_that_no_act_explains_is_named_with_its_rule_and_mended() -> None:
    state, _ = first(Collect)
    scale = Scale(state)
    assert scale.feel(state.table.shells + 1) == "mismatch"
    assert scale.acts == []
    (wrong,) = scale.watcher.sight.mismatches
    assert wrong.zone == "centre"
    assert wrong.text.startswith("The centre shows ")
    assert [fix.text for fix in scale.watcher.sight.fixes] == ["Take the shell away from the centre."]
    assert scale.feel(state.table.shells) == "settled"


def test_a_tap_that_came_before_the_shell_is_waited_for() -> None:
    state, act = first(Collect)
    scale = Scale(state)
    assert scale.tap(act) == "in_progress"
    assert scale.watcher.sight.text == "Still to do: Take the shell away from the centre."
    assert scale.feel(scale.state.table.shells) == "settled"
    assert scale.acts == []


def test_after_an_undo_the_scale_waits_for_the_old_load() -> None:
    state, act = first(Collect)
    scale = Scale(state)
    scale.tap(act)
    scale.feel(scale.state.table.shells)
    scale.state = state
    scale.watcher.rewind()
    assert scale.feel(state.table.shells - 1) == "restoring"
    assert scale.acts == []
    assert scale.feel(state.table.shells) == "settled"
    scale.feel(state.table.shells - 1)
    assert scale.acts == [act]


def _by_scale(table: Table, act: Action, then: AnyState) -> None:
    table.watcher.feel(then.table.shells)
    table.judge()


def _by_camera(table: Table, act: Action, then: AnyState) -> None:
    table.show(then)


def _by_tap(table: Table, act: Action, then: AnyState) -> None:
    if act in WAVES.legal_actions(table.state):  # else the page tells that it was done already
        table.acts.append(act)
        table.tap(act)


@pytest.mark.parametrize("order", list(itertools.permutations([_by_scale, _by_camera, _by_tap])))
@pytest.mark.parametrize("kind", [PlaceShells, Collect])
def test_whoever_tells_first_it_is_one_act(kind: type, order: Any) -> None:
    state, act = first(kind)
    then = after(state, act)
    table = Table(state)
    table.watcher.feel(state.table.shells)
    table.show(state)
    for tell in order:
        tell(table, act, then)
    assert table.acts == [act]
    assert table.state == then
    assert table.watcher.sight.state == "settled"


@pytest.mark.parametrize("tell", [_by_scale, _by_camera])
def test_one_sensor_that_contradicts_the_other_is_not_believed_and_is_told(tell: Any) -> None:
    state, act = first(PlaceShells)
    then = after(state, act)
    table = Table(state)
    table.watcher.feel(state.table.shells)
    table.show(state)
    stays = state if tell is _by_scale else then
    tell(table, act, then)
    table.show(stays, looks=int(DOUBTED_AFTER_S * 10) + 5)
    assert table.acts == []
    assert table.watcher.sight.state == "looking"
    felt = then.table.shells if tell is _by_scale else state.table.shells
    assert table.watcher.sight.text == (
        f"The scale feels {felt} at the centre, the camera sees something else. Look, then tap what is true."
    )


def test_a_hand_over_the_bowl_is_waited_for_though_the_scale_is_sure() -> None:
    state, act = first(PlaceShells)
    then = after(state, act)
    table = Table(state)
    table.show(state, looks=1, reaching=(Spot(450, 600),))
    table.watcher.feel(then.table.shells)
    assert table.show(state, looks=8, reaching=(Spot(450, 600),)) == "reaching"
    assert table.acts == []
    table.show(then)
    assert table.acts == [act]


def test_the_scale_goes_on_where_the_camera_has_lost_the_mat() -> None:
    state, act = first(PlaceShells)
    table = Table(state)
    table.watcher.feel(state.table.shells)
    table.look(Reading(table.at_s + 0.1, unseen="The mat is not in view. Put it under the camera."))
    assert table.watcher.sight.state == "unseen"
    table.watcher.feel(after(state, act).table.shells)
    table.judge()
    assert table.acts == [act]
    assert table.watcher.sight.text == "The mat is not in view. Put it under the camera."


@pytest.mark.parametrize("count", [-1, 256, 10**12])
def test_a_count_that_cannot_be_is_none(count: int) -> None:
    state, _ = first(Collect)
    scale = Scale(state)
    assert scale.feel(count) == "off"
    assert scale.acts == []


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_by_scale_and_taps_never_misleads(seed: int) -> None:
    rng, autopilot = random.Random(seed), Autopilot(WAVES, seed)
    options = WAVES.varied_options(rng)
    truth = WAVES.new_game({**options, "cards": "virtual"}, {})
    scale, done, felt = Scale(WAVES.new_game({**options, "cards": "own"}, {})), list[Action](), 0
    known = scale.state
    while (proposal := autopilot.propose(truth, len(done), frozenset())) is not None:
        truth, act = WAVES.apply_action(truth, proposal[0]), proposal[0].public()
        known = WAVES.apply_action(known, act)
        done.append(act)
        # Shells that lie there already are told of before anybody lays them: the rules leave nothing else.
        before = len(scale.acts)
        scale.feel(truth.table.shells)
        if len(scale.acts) == before and scale.state != known:
            scale.tap(act)
        elif len(scale.acts) > before:
            felt += 1
            assert scale.acts[before] == act
        assert scale.state in (known, *(WAVES.apply_action(known, each) for each in WAVES.legal_actions(known)[:1]))
    assert felt >= 3
    assert WAVES.outcome(scale.state) == WAVES.outcome(truth)
