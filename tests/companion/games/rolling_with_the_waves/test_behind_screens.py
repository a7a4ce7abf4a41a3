"""Dice behind screens: called, taken back, shown die by die or all at once (R-050, R-055, R-060)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.openings import due_openings
from companion.games.rolling_with_the_waves.rules.icon_rules import examples
from companion.games.rolling_with_the_waves.state.model import (
    Allocate,
    DiceState,
    LayBehindScreen,
    OpenBoard,
    ShowBoard,
    ShowDie,
    TakeBack,
    Yarrr,
)
from companion.games.rolling_with_the_waves.state.records import Icon, Phase
from companion.games.rolling_with_the_waves.words.names import die_words
from tests.companion.games.boards import boards_of
from tests.companion.games.rolling_with_the_waves.at_the_table import (
    GAME,
    after,
    allocating,
    charts,
    clear,
    refusal,
    table_of,
)
from tests.said import said

WAY: tuple[Icon, ...] = ("hull", "ports", "crew")


def at_allocation(**more: Any) -> DiceState:
    return table_of(2, Phase.ALLOCATE, nests=(clear(1, 2, 3), clear(4, 5, 6)), maps=charts(2), **more)


def behind(*seats: int) -> DiceState:
    return after(at_allocation(), *map(LayBehindScreen, seats))


@pytest.mark.rule("R-050", "R-055")
def test_whoever_allocates_behind_the_screen_calls_and_may_take_the_dice_back() -> None:
    state = behind(0)
    whole = state.table.played
    assert (whole.called, whole.screened, state.sealed) == ((True, False), (0,), ())
    assert whole.phase is Phase.ALLOCATE
    assert refusal(state, Allocate(0, "hull")) == refusal(state, LayBehindScreen(0)) == "R-050"
    back = after(state, TakeBack(0))
    assert (back.table.played.called, back.table.played.screened) == ((False, False), ())
    assert allocating(back, 0, *WAY)[1] == ""
    assert refusal(after(back, Allocate(0, "hull")), LayBehindScreen(0)) == "R-050"


@pytest.mark.rule("R-060")
def test_boards_behind_screens_are_shown_in_any_order_once_all_have_called() -> None:
    assert refusal(behind(0), ShowDie(0, "hull")) == "R-060"
    state = behind(1, 0)
    assert state.table.played.phase is Phase.REVEAL
    assert refusal(state, TakeBack(0)) == "R-050"
    state = after(state, ShowBoard(1, WAY), ShowDie(0, "chest1"), ShowDie(0, "chest2"))
    assert state.table.played.phase is Phase.REVEAL
    assert refusal(state, ShowDie(0, "chest2")) == "R-051"
    state = after(state, ShowDie(0, "raise"))
    assert state.table.played.icons == (("chest1", "chest2", "raise"), WAY)
    assert state.table.played.screened == ()
    assert state.table.played.phase is Phase.RAISE


@pytest.mark.rule("R-051", "R-054", "R-056", "R-057", "R-092")
@pytest.mark.parametrize(
    ("icons", "rule"),
    [
        (("hull", "hull", "crew"), "R-051"),
        (("bury1", "bury1", "hull"), "R-054"),
        (("bury2", "bury2", "bury2"), "R-092"),
        (("chest3", "hull", "crew"), "R-056"),
        (("ports", "hull", "crew"), "R-057"),
        (("hull", "crew"), "R-050"),
        (("bury1", "bury1", "bury1"), ""),
        ((*WAY[:1], "raise", "crew"), ""),
    ],
)
def test_a_board_that_no_rule_allows_is_refused(icons: tuple[Icon, ...], rule: str) -> None:
    chart = {"chests": ((4,), (), (2,)), "buried": (False, False, True), "ports": (1,) * 5}
    state = after(behind(0, 1))
    state = table_of(
        2,
        Phase.REVEAL,
        nests=state.table.played.nests,
        maps=charts(2, p0=chart),
        called=(True, True),
        behind=(0, 1),
    )
    assert refusal(state, ShowBoard(0, icons)) == rule


@pytest.mark.rule("R-060")
def test_what_is_sealed_on_a_phone_opens_by_itself_before_boards_are_shown() -> None:
    state, _ = allocating(after(at_allocation(), LayBehindScreen(1)), 0, *WAY)
    assert [act for act, _ in due_openings(GAME, state)] == [OpenBoard(0, WAY)]
    assert refusal(state, ShowBoard(1, WAY)) == "R-060"
    assert refusal(after(state, OpenBoard(0, WAY)), ShowBoard(1, WAY)) == ""


@pytest.mark.rule("R-050")
def test_a_table_with_screens_alone_uses_no_phone() -> None:
    state = at_allocation(allocation="board")
    assert set(GAME.legal_actions(state)) == {LayBehindScreen(0), LayBehindScreen(1)}
    assert refusal(state, Allocate(0, "hull")) == "R-050"


@pytest.mark.rule("R-050")
def test_the_host_may_call_for_a_seat_without_a_phone_and_lays_no_die_for_it() -> None:
    offered = [act for choice in GAME.choices(GAME.view(at_allocation(), None)) for act in choice.actions]
    assert set(offered) == {LayBehindScreen(0), LayBehindScreen(1)}


def test_a_seats_button_calls_whether_on_a_phone_or_behind_the_screen() -> None:
    def pressed(state: DiceState) -> list[object]:
        choices = GAME.choices(GAME.view(state, 0))
        return [choice.actions[0] for choice in choices if choice.is_pressed]

    assert pressed(at_allocation()) == [LayBehindScreen(0)]
    assert pressed(after(at_allocation(), Allocate(0, "hull"))) == []
    laid = after(at_allocation(), *(Allocate(0, icon) for icon in WAY))
    assert pressed(laid) == [Yarrr(0)]
    assert [each.actions for each in GAME.choices(GAME.view(behind(0), 0))] == [(TakeBack(0),)]


def test_of_hundreds_of_ways_some_are_listed_the_same_ones_again() -> None:
    state = behind(0, 1)
    listed = [act for act in GAME.legal_actions(state) if isinstance(act, ShowBoard)]
    assert len(listed) == 24
    examples.cache_clear()
    assert [act for act in GAME.legal_actions(state) if isinstance(act, ShowBoard)] == listed


def test_where_no_camera_looks_a_board_is_told_on_its_drawing_die_by_die() -> None:
    state = after(behind(0, 1), ShowDie(0, "chest1"))
    for seat, drawn in ((None, ["mini.0", "mini.1"]), (0, ["mini"]), (1, ["mini"])):
        boards = boards_of(GAME, GAME.view(state, seat))
        assert [board.key for board in boards if board.key.startswith("mini")] == drawn
    (mini,) = (board for board in boards_of(GAME, GAME.view(state, 0)) if board.key == "mini")
    taps = {cell.key: cell.choice.actions for cell in mini.cells if cell.choice is not None}
    assert taps["hull"] == (ShowDie(0, "hull"),)
    assert "chest1" not in taps
    (first,) = (cell for cell in mini.cells if cell.key == "chest1")
    assert len(first.pieces) == 1
    text = said(GAME.prompt(GAME.view(state, None, ("Ada", "Bo"))).text)
    assert text.endswith("Say where each die lies. Next: Ada's Freebooter 2, Bo's Freebooter 4.")


def test_the_own_dice_that_lie_nowhere_yet_stand_on_the_own_board() -> None:
    def left(state: DiceState, seat: int) -> list[str]:
        boards = [board for board in boards_of(GAME, GAME.view(state, seat)) if board.key == "mini"]
        return [said(cell.words) for board in boards for cell in board.cells if cell.key == "left" and cell.words]

    state = behind()
    dice = [said(die_words(die)) for die in state.table.played.nests[0]]
    assert left(state, 0) == [f"Yet to be laid: {dice[0]}, {dice[1]} and {dice[2]}."]
    state = after(state, Allocate(0, "hull"))
    assert left(state, 0) == [f"Yet to be laid: {dice[1]} and {dice[2]}."]
    state = after(state, Allocate(0, "crew"), Allocate(0, "ports"))
    assert left(state, 0) == []


def test_a_correction_says_how_a_board_behind_the_screen_lies() -> None:
    state = behind(0, 1)
    facts = {f"icon.0.{die}": icon for die, icon in enumerate(WAY, 1)}
    right = GAME.correct(state, facts)
    assert (right.table.played.icons[0], right.table.played.screened) == (WAY, (1,))
    assert right.table.irregular == ()
    undone = GAME.correct(state, {"called.1": 0, "phase": "allocate"})
    assert undone.table.played.screened == (0,)
    assert not undone.table.irregular


@pytest.mark.rule("R-055")
def test_a_call_for_dice_behind_the_screen_is_folded_where_a_phone_may_take_them() -> None:
    def seldom(state: DiceState) -> list[bool]:
        offered = GAME.choices(GAME.view(state, 0))
        return [each.is_seldom for each in offered if each.actions and isinstance(each.actions[-1], LayBehindScreen)]

    assert seldom(at_allocation()) == [True]
    assert seldom(at_allocation(allocation="board")) == [False]
