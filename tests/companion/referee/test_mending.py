"""A wrong table that is being put right is not taken for acts."""

from __future__ import annotations

from companion.games.waves.actions import PlayAgents, TakeElder
from companion.table.expected import Pieces
from tests.companion.referee.test_watching import Table, after, changed, first


def with_another_elder() -> tuple[Table, TakeElder]:
    """A table that was called wrong: another card lies at an Elder that may be taken, and a shell too many."""
    state, act = first(TakeElder)
    assert isinstance(act, TakeElder)
    table = Table(state)
    other = Pieces((f"card:{state.table.slots[act.slot].elder % 5 + 1}",))
    shells = Pieces(("shell",) * (state.table.shells + 1))
    assert table.show_table(changed(state, centre=shells, **{f"elder__{act.slot}": other})) == "mismatch"
    return table, act


def test_a_wrong_card_taken_away_is_the_first_move_of_two() -> None:
    table, act = with_another_elder()
    state = table.state
    lifted = changed(state, **{f"elder__{act.slot}": Pieces(())})
    assert table.show_table(lifted, looks=30) == "mismatch"
    assert table.acts == []
    sight = table.watcher.sight
    assert sight.text == "The table does not show the game yet. Go on putting it right, or tap what was done."
    assert [choice.actions for choice in sight.question] == [(act,)]
    assert [(fix.source, fix.target) for fix in sight.fixes] == [("", f"elder.{act.slot}")]
    assert table.show(state) == "settled"
    assert table.acts == []


def test_what_was_done_can_be_tapped_instead() -> None:
    table, act = with_another_elder()
    lifted = changed(table.state, **{f"elder__{act.slot}": Pieces(())})
    table.show_table(lifted)
    table.tap(act)
    assert table.watcher.sight.state == "settled"


def test_once_the_table_was_right_the_same_look_is_an_act() -> None:
    table, act = with_another_elder()
    state = table.state
    assert table.show(state) == "settled"
    table.show_table(changed(state, **{f"elder__{act.slot}": Pieces(())}))
    assert table.acts[0] == act


def test_an_act_elsewhere_counts_as_soon_as_the_wrong_place_is_mended() -> None:
    state, act = first(PlayAgents, posture="follower")
    table = Table(state)
    too_many = ("shell",) * (state.table.shells + 1)
    assert table.show_table(changed(state, centre=Pieces(too_many))) == "mismatch"
    assert table.show(after(state, act)) == "settled"
    assert table.acts == [act]
