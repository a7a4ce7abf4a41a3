"""The list of moves that put a table right is ticked off as they are done, and only then."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.registry import GAMES
from companion.games.waves.actions import PlayAgents
from companion.games.waves.model import WavesState
from companion.referee.checklist import Checklist
from companion.referee.mismatch import Fix, Mismatch
from companion.referee.sight import Sight, SightState
from companion.table.expected import ExpectedTable, Pieces
from tests.companion.referee.test_watching import NAMES, Table, first

WAVES = GAMES["waves"]
SHELL = Fix("shell", "centre", "", "Take the shell away from the centre.")
TOKEN = Fix("token", "token.1", "token.0", "Move the Wave token from Ben's token place to Anna's token place.")
IN_HAND = Fix("token", "", "token.0", "Lay the Wave token at Anna's token place.")
CARD = Fix("card:2", "discard", "", "Take the Keeper away from the discard pile.")


def wrong(*fixes: Fix, state: SightState = "mismatch", zones: tuple[str, ...] = ()) -> Sight:
    return Sight(state, "", mismatches=tuple(Mismatch(zone, "W-140", "") for zone in zones), fixes=fixes)


def after(*sights: Sight) -> tuple[Fix, ...]:
    """What is ticked off after these sights."""
    checklist = Checklist()
    for sight in sights:
        checklist = checklist.next(sight)
    return checklist.done


@pytest.mark.parametrize("state", ["mismatch", "restoring"])
def test_each_move_is_ticked_off_when_it_is_asked_for_no_more(state: SightState) -> None:
    both, one = wrong(SHELL, TOKEN, state=state), wrong(TOKEN, state=state)
    assert after(both) == ()
    assert after(both, one) == (SHELL,)
    assert after(both, one, one) == (SHELL,)


def test_a_piece_in_the_air_is_not_yet_where_it_belongs() -> None:
    assert after(wrong(SHELL, TOKEN), wrong(SHELL, IN_HAND)) == ()
    assert after(wrong(SHELL, TOKEN), wrong(SHELL, IN_HAND), wrong(SHELL)) == (IN_HAND,)


def test_what_is_done_wrongly_again_is_open_again() -> None:
    assert after(wrong(SHELL, TOKEN), wrong(TOKEN), wrong(SHELL, TOKEN)) == ()


def test_a_move_whose_place_is_still_wrong_is_not_done_but_forgotten() -> None:
    turned = Fix("card:2", "discard", "discard", "Turn the Keeper at the discard pile face up.")
    assert after(wrong(SHELL, CARD), wrong(SHELL, turned)) == ()
    assert after(wrong(SHELL, CARD), wrong(SHELL, zones=("centre", "discard"))) == ()


@pytest.mark.parametrize("state", ["unseen", "reaching", "looking"])
def test_while_hands_are_at_work_the_list_stays(state: SightState) -> None:
    assert after(wrong(SHELL, TOKEN), wrong(TOKEN), Sight(state)) == (SHELL,)
    assert after(wrong(SHELL, TOKEN), Sight(state), wrong(TOKEN)) == (SHELL,)


@pytest.mark.parametrize("state", ["off", "settled", "open", "in_progress", "question"])
def test_once_the_table_is_right_the_list_is_empty(state: SightState) -> None:
    assert after(wrong(SHELL, TOKEN), wrong(TOKEN), Sight(state)) == ()
    assert after(wrong(SHELL, TOKEN), Sight(state), wrong(TOKEN)) == ()


def test_at_the_table_two_errors_are_mended_one_after_the_other() -> None:
    state, _ = first(PlayAgents)
    holder, shells = state.table.token, state.table.shells
    other = (holder + 1) % 4
    astray = {f"token.{holder}": (), f"token.{other}": ("token",)}
    table = Table(state)
    table.show_table(_with(state, {"centre": ("shell",) * (shells + 1), **astray}), 20)
    sight = table.watcher.sight
    assert (sight.state, sight.done) == ("mismatch", ())
    assert {(fix.source, fix.target) for fix in sight.fixes} == {("centre", ""), (f"token.{other}", f"token.{holder}")}
    table.show_table(_with(state, astray), 20)
    sight = table.watcher.sight
    assert [(fix.source, fix.target) for fix in sight.done] == [("centre", "")]
    assert [(fix.source, fix.target) for fix in sight.fixes] == [(f"token.{other}", f"token.{holder}")]
    assert table.show(state) == "settled"
    assert table.watcher.sight.done == ()


def _with(state: WavesState, wrong: dict[str, tuple[str, ...]]) -> ExpectedTable:
    """The expected table, but for these zones."""
    zones = WAVES.expected_table(WAVES.view(state, None, NAMES)).zones
    return ExpectedTable(
        tuple(
            msgspec.structs.replace(zone, content=Pieces(wrong[zone.zone])) if zone.zone in wrong else zone
            for zone in zones
        )
    )
