"""What the companion remembers of a volley, or of dice behind a screen, once the host corrects what it rests on."""

from __future__ import annotations

import pytest

from companion.games.rolling_with_the_waves.screen.paperwork import Stroke, strokes_now
from companion.games.rolling_with_the_waves.state.model import (
    Aim,
    Allocate,
    BagCounted,
    DiceState,
    DropAnchor,
    LayBehindScreen,
    OpenBoard,
    ShowDie,
    Stow,
)
from companion.games.rolling_with_the_waves.state.records import NO_CHEST, Phase
from tests.companion.games.boards import boards_of
from tests.companion.games.rolling_with_the_waves.at_the_table import GAME, after, charts, clear, table_of

NAMES = ("Ada", "Ben")
FULL = {"large": (3, 3, 3)}
FIRED = after(
    table_of(2, Phase.FIRE, maps=charts(2, p0=FULL, p1={"chests": ((5, 4), (), ())})),
    Aim(0, ("large",), 1, 0),
    Stow(0, 0),
)
"""Ada has stolen 4 and 5 from Ben, and written them into her first chest."""


def steps(state: DiceState) -> str:
    """What everybody is told to do on paper."""
    return " ".join(str(line) for each in GAME.prompt(GAME.view(state, None, NAMES)).to_do for line in each.lines)


def test_loot_goes_into_the_chest_that_the_host_says() -> None:
    assert "Ada: write 4, 5 into chest 1, in this order." in steps(FIRED)
    into_2 = {"chest1.0.1": 0, "chest1.0.2": 0, "chest2.0.1": 4, "chest2.0.2": 5}
    state = GAME.correct(FIRED, into_2)
    for seat in (None, 0, 1):
        assert boards_of(GAME, GAME.view(state, seat, NAMES))
    assert (steps(state), strokes_now(GAME.view(state, None))) == ("", ((), ()))
    assert GAME.legal_actions(state) == GAME.legal_actions(FIRED)


@pytest.mark.parametrize(
    "facts",
    [{"infamy.0": 1}, {"large.0.1": 3}, {"chest1.0.2": 0}, {"chest1.0.1": 6}],
    ids=["less Infamy than it gained", "not erased", "less loot", "another loot"],
)
def test_a_volley_that_the_map_does_not_bear_out_is_told_no_more(facts: dict[str, int]) -> None:
    assert "volley" not in str(GAME.prompt(GAME.view(GAME.correct(FIRED, facts), None, NAMES)).to_do)
    assert steps(GAME.correct(FIRED, {"hull.1.1": 2})) == steps(FIRED)


def test_what_is_stolen_by_whoever_has_buried_all_chests_is_erased_alone() -> None:
    shooter = {**FULL, "chests": ((1,), (1,), (1,)), "buried": (True, True, True)}
    before = table_of(2, Phase.FIRE, maps=charts(2, p0=shooter, p1={"chests": ((5, 4), (), ())}))
    (act,) = (each for each in GAME.legal_actions(before) if isinstance(each, Aim) and each.chest == 0)
    state = after(before, act)
    volley = state.table.played.volley
    assert volley is not None
    assert volley.into == NO_CHEST
    assert "Ben: erase 4, 5 from chest 1." in steps(state)
    assert "write" not in steps(state)
    own, robbed = strokes_now(GAME.view(state, None))
    assert {each.pen for each in own if not each.is_circle} == {"erase"}
    assert robbed == (Stroke("chest.0", 1, "erase", 4), Stroke("chest.0", 0, "erase", 5))


def test_a_board_that_no_rule_allows_any_more_is_opened_all_the_same() -> None:
    chest = {"chests": ((), (4,), ())}
    dealt = table_of(2, Phase.ALLOCATE, nests=(clear(1, 2, 3), ()), maps=charts(2, p0=chest))
    sealed = after(dealt, Allocate(0, "bury2"))
    state = GAME.correct(sealed, {"buried2.0": 1, "icon.0.2": "sealed", "called.0": 1, "phase": "reveal"})
    (act, *others) = GAME.legal_actions(state)
    assert isinstance(act, OpenBoard)
    assert act.icons[0] == "bury2"
    assert len({act, *others}) == 9
    assert GAME.legal_actions(after(state, act))


def test_the_bag_of_two_players_of_one_colour_is_counted_together() -> None:
    state = GAME.correct(GAME.new_game({"players": 3}, {}), {"colour.1": "red"})
    (act,) = (each for each in GAME.legal_actions(state) if isinstance(each, BagCounted))
    assert act.colours.count("red") == 4
    assert after(state, act).table.played.filled


def test_where_all_have_left_nobody_rolls_and_the_anchor_ends_the_game() -> None:
    left = {"seat.0": "closed", "seat.1": "closed", "phase": "first"}
    state = GAME.correct(table_of(2, Phase.ANCHOR), left)
    assert GAME.legal_actions(state) == (DropAnchor(),)
    ended = GAME.outcome(after(state, DropAnchor()))
    assert ended is not None
    assert (ended.winners, str(ended.text)) == ((), "Nobody wins: all players have left.")
    assert str(GAME.prompt(GAME.view(state, None)).why) == "All players have left."


def test_a_seat_of_whose_dice_all_are_told_is_asked_for_none() -> None:
    dealt = table_of(2, Phase.ALLOCATE, nests=(clear(1, 2, 3), clear(4, 5, 6)), maps=charts(2))
    state = after(dealt, LayBehindScreen(0), LayBehindScreen(1), ShowDie(0, "hull"), ShowDie(0, "crew"))
    fewer = GAME.correct(state, {"nest.0.3": 0})
    assert fewer.table.played.screened == (1,)
    assert GAME.prompt(GAME.view(fewer, None, NAMES)).seats == (1,)
    assert {act.seat for act in GAME.legal_actions(fewer)} == {1}
