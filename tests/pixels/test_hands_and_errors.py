"""Through pixels: hands that stop are waited for, what is against the rules is named, and an undo is waited out."""

from __future__ import annotations

import pytest

from companion.games.waves.actions import (
    Collect,
    PlaceShells,
    PlayAgents,
    RevealRebels,
    TurnUpElder,
)
from companion.requests import Restored, Tap, Undo
from companion.table.expected import Backs, Pieces
from companion.table.sightings import Reading
from tests.companion.referee.test_watching import after, first, rebels
from tests.pixels.conftest import SetTable
from tests.pixels.table import WAVES

TEN_SECONDS = 100
"""Looks."""
TWO_SETTLED_VIEWS = 10
"""Looks: a view settles in 0.3 s, and the rim must have been free for as long."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", [TurnUpElder, PlayAgents, RevealRebels, Collect, PlaceShells])
def test_hands_that_stop_in_mid_act_for_ten_seconds_never_cause_a_mismatch(kind: type, set_table: SetTable) -> None:
    state, act = first(kind, 3)
    table = set_table(state)
    table.world.lay(WAVES.expected_table(WAVES.view(after(state, act), None)), None)
    stops = 0
    while table.world.busy():
        table.look(4)
        table.eyes.world.freeze()
        for _ in range(TEN_SECONDS // 5):
            table.eyes.clock.pause(0.4)
            table.look(1)
        table.eyes.world.go_on()
        stops += 1
    table.look()
    assert stops > 2
    assert {sight.state for sight in table.sights} <= {"settled", "reaching", "looking", "open", "in_progress"}
    assert table.acts == [act] or (table.acts == [] and table.is_in("open"))


@pytest.mark.rule("W-054")
def test_a_card_laid_at_anothers_elder_is_named_with_rule_and_fix(set_table: SetTable) -> None:
    state, act = first(PlayAgents, posture="follower")
    assert isinstance(act, PlayAgents)
    other = (act.slot + 1) % 4
    table = set_table(state)
    table.lay(state, act.seat, **{f"follower__{other}": Backs("back", 1)})
    table.look(TWO_SETTLED_VIEWS)
    assert [(each.zone, each.rule) for each in table.sight.mismatches] == [(f"follower.{other}", "W-054")]
    assert [each.text for each in table.sight.fixes] == [
        f"Take the face-down card away from Seat {other + 1}'s Follower place."
    ]
    assert table.acts == []
    table.lay(state, act.seat)
    table.look(TWO_SETTLED_VIEWS)
    assert table.is_in("settled")


@pytest.mark.rule("W-050")
def test_of_two_agents_at_once_by_two_seats_the_one_out_of_turn_is_named(set_table: SetTable) -> None:
    state, act = first(PlayAgents, posture="follower")
    assert isinstance(act, PlayAgents)
    other = (act.slot + 2) % 4
    table = set_table(state)
    # Both lie there before either hand is away.
    table.world.lay(WAVES.expected_table(WAVES.view(state, None)), None)
    both = {f"follower__{act.slot}": Backs("back", 1), f"follower__{other}": Backs("back", 1)}
    table.lay(state, None, **both)
    table.look(TWO_SETTLED_VIEWS)
    assert [(each.zone, each.rule) for each in table.sight.mismatches] in (
        [(f"follower.{other}", "W-050")],
        [(f"follower.{other}", "W-054")],
    )
    assert [each.source for each in table.sight.fixes] == [f"follower.{other}"]
    assert set(table.acts) <= {act.public()}


@pytest.mark.rule("W-043")
def test_a_shell_too_many_is_named_with_rule_and_fix(set_table: SetTable) -> None:
    state, act = first(PlaceShells)
    assert isinstance(act, PlaceShells)
    table = set_table(state)
    table.lay(state, None, centre=Pieces(("shell",) * (act.count + 1)))
    table.look(TWO_SETTLED_VIEWS)
    assert [(each.zone, each.rule) for each in table.sight.mismatches] == [("centre", "W-043")]
    assert table.acts == []
    table.lay(state, None, centre=Pieces(("shell",) * act.count))
    table.look(TWO_SETTLED_VIEWS)
    assert table.acts == [act]


@pytest.mark.slow
def test_after_an_undo_nothing_is_inferred_until_the_table_is_restored(set_table: SetTable) -> None:
    state, act = first(TurnUpElder)
    table = set_table(state)
    done = after(state, act)
    table.lay(done)
    table.look()
    assert table.acts == [act]
    assert table.ask(Undo(1, table.live.timeline.revision)).accepted
    assert {sight.state for sight in table.look(50)} == {"restoring"}
    # Another card is moved meanwhile: still nothing is inferred.
    following = next(each for each in WAVES.legal_actions(done) if isinstance(each, TurnUpElder))
    table.lay(after(done, following))
    table.look(20)
    assert table.acts == []
    assert table.is_in("restoring")
    assert len(table.sight.fixes) == 2
    table.lay(state)
    table.look()
    assert table.is_in("settled")
    table.lay(done)
    table.look()
    assert table.acts == [act]


@pytest.mark.slow
def test_the_host_may_let_a_table_count_that_was_not_restored(set_table: SetTable) -> None:
    state, act = first(TurnUpElder)
    table = set_table(state)
    table.lay(after(state, act))
    table.look()
    table.ask(Undo(1, table.live.timeline.revision))
    table.look()
    assert table.acts == []
    assert table.ask(Restored()).text == "What is seen counts from now on."
    table.look()
    assert table.acts == [act]


def test_one_rebel_after_the_other_is_one_act(set_table: SetTable) -> None:
    state, three, one = rebels(3)
    table = set_table(state)
    table.lay(after(state, one))
    table.look(TEN_SECONDS)
    assert table.is_in("open")
    assert table.acts == []
    table.lay(after(state, three))
    table.look()
    other = next(
        each
        for each in WAVES.legal_actions(after(state, three))
        if isinstance(each, PlayAgents) and each.posture == "follower"
    )
    table.lay(after(state, three, other))
    table.look()
    assert table.acts == [three, other]


def test_while_the_camera_sees_nothing_the_game_goes_on_by_taps(set_table: SetTable) -> None:
    state, act = first(TurnUpElder)
    table = set_table(state)
    blind = Reading(table.eyes.clock.now() + 0.1, unseen="The picture is black.")
    assert table.take(blind).state == "unseen"
    tap = Tap(({"type": "TurnUpElder", "slot": act.slot, "elder": act.elder},), 1, "tap")  # type: ignore[attr-defined]
    assert table.ask(tap).accepted
    assert table.acts == [act]
    table.eyes.clock.pause(1.0)
    table.look()
    assert table.is_in("in_progress")
    table.lay(after(state, act))
    table.look()
    assert table.is_in("settled")
    assert table.acts == [act]
