"""What may be told of the dice, and what is refused: R-002, R-003, R-007, R-008, R-021 and R-030 of the ledger."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from companion.games.core import State
from companion.games.deal import DEALT, OWN, with_cards
from companion.games.dice import is_dice_alone
from companion.games.errors import BadOption, IllegalAction
from companion.games.registry import GAMES
from companion.games.rolling_with_the_waves.mat.dice import POOL, PoolDice
from companion.games.rolling_with_the_waves.rules.evening import example_rolls
from companion.games.rolling_with_the_waves.state.model import (
    COLOURS,
    CREW,
    DiceAction,
    DiceState,
    DieCorrected,
    EveningEnded,
    PoolRolled,
    Rolled,
)
from tests.said import said
from vision.dice.colours import shipped_colours

GAME = GAMES["rolling_with_the_waves"]
DICE = GAME.bound(GAME.new_game({"score_only": True}, {}))
SIX = PoolRolled((1, 2, 3, 4, 5, 6), ("red", "red", "blue", "blue", "clear", "clear"))


def after(*acts: DiceAction, players: int = 2) -> DiceState:
    state: DiceState = DICE.new_game({"players": players, "score_only": True}, {})
    for act in acts:
        state = DICE.apply_action(state, act)
    return state


def refusal(state: DiceState, act: DiceAction) -> tuple[str, str]:
    with pytest.raises(IllegalAction) as refused:
        DICE.apply_action(state, act)
    return refused.value.rule, str(refused.value.reason)


@pytest.mark.rule("R-030")
@pytest.mark.parametrize(("players", "pool"), [(2, 6), (3, 9), (4, 12), (5, 15)])  # W-R01: 4 players roll 12
def test_a_roll_has_three_dice_for_each_player(players: int, pool: int) -> None:
    state = after(players=players)
    assert state.table.pool == pool
    assert f"{pool}" in str(DICE.prompt(DICE.view(state, None)).text)
    assert all(len(each.values) == pool for each in example_rolls(players, pool, 0, "clear"))


@pytest.mark.rule("R-007", "R-008", "R-011")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_dice_that_are_dealt_come_out_of_the_bag_of_the_start(players: int) -> None:
    for ply in range(20):
        for roll in example_rolls(players, 3 * players, ply, "clear"):
            counts = Counter(roll.colours)
            assert set(counts) <= {*CREW[:players], "clear"}
            assert all(counts[colour] <= 2 for colour in CREW)
            assert counts["clear"] <= players + 1


@pytest.mark.rule("R-003")
@pytest.mark.parametrize("players", [1, 6, True, "2"])
def test_two_to_five_may_play(players: object) -> None:
    with pytest.raises(BadOption) as refused:
        DICE.new_game({"players": players}, {})
    assert str(refused.value) == (
        f"Rolling with the Waves cannot be played with players {players!r}. Choose one of: 2, 3, 4, 5 (R-003)."
    )


def test_a_new_game_is_whole_unless_dice_alone_are_asked_for() -> None:
    for options in ({}, {"score_only": False}):
        whole = DICE.new_game(options, {})
        assert whole.table.whole
        assert not is_dice_alone(DICE.dice, DICE.view(whole, None))
    assert not after().table.whole
    assert is_dice_alone(DICE.dice, DICE.view(after(), None))


def test_cards_are_not_dealt_and_unknown_options_are_named() -> None:
    with pytest.raises(BadOption, match="The companion deals nothing in Rolling with the Waves: play it with"):
        with_cards(DICE, {}, DEALT)
    assert with_cards(DICE, {"players": 3}, OWN) == {"players": 3}
    with pytest.raises(
        BadOption, match=r"has no option 'mode'\. It has: players, score_only, tray, freebooters, allocation,"
    ):
        DICE.new_game({"mode": "teams"}, {})


def test_an_evening_on_a_mat_that_was_printed_before_goes_on_as_it_was() -> None:
    """Its tray lies in the middle; new ones lie at the side, where clear dice are read best."""
    side, middle = (DICE.new_game({"tray": tray, "score_only": True}, {}) for tray in ("side", "middle"))
    marks = [
        layout.mark.id for layout in (DICE.mat.layout(DICE.view(each, None)) for each in (side, middle)) if layout.mark
    ]
    assert marks == [514, 510]
    assert DICE.new_game({"score_only": True}, {}) == side
    # What was saved before says nothing of the tray, and is written as it was.
    assert b"tray" not in msgspec.json.encode(middle)


def test_a_roll_is_kept_as_it_was_told() -> None:
    assert after(SIX).table.rolls == (Rolled(SIX.values, SIX.colours),)
    assert after(SIX).table.why == ("R-030",)


def test_a_roll_of_other_dice_than_the_pool_counts_and_is_doubted() -> None:
    view, dice = DICE.view(after(), None), PoolDice()
    found = dice.act(view, POOL, (4, 4, 1, 2, 3), ("red",) * 5)
    assert found is not None
    act, doubt = found
    assert act is not None
    assert after(act).table.why == ("R-002",)
    assert said(doubt) == "5 dice lie in the tray, and a roll has 6. Roll again, or count them as they are."
    assert dice.act(view, POOL, (1,) * 6, ("red",) * 6) == (PoolRolled((1,) * 6, ("red",) * 6), None)
    assert dice.act(view, POOL, (), ()) is None


@pytest.mark.parametrize(
    "roll",
    [
        PoolRolled((), ()),
        PoolRolled((1, 2), ("red",)),
        PoolRolled((0,), ("red",)),
        PoolRolled((7,), ("red",)),
        PoolRolled((1,), ("",)),
        PoolRolled((1,), ("r" * 25,)),
        PoolRolled((1,) * 32, ("red",) * 32),  # the box has 31 dice: 25 crew, 6 clear (004:24-28)
    ],
)
def test_what_no_roll_can_be_is_refused(roll: PoolRolled) -> None:
    refusal(after(), roll)


def test_a_die_is_put_right_in_its_value_and_in_its_colour() -> None:
    state = after(SIX, DieCorrected(1, 3, 5, "blue"), DieCorrected(1, 1, 1, "green"))
    (roll,) = state.table.rolls
    assert roll == Rolled((1, 2, 5, 4, 5, 6), ("green", "red", "blue", "blue", "clear", "clear"), (1, 3))


def test_only_dice_of_the_newest_roll_are_put_right_by_a_tap() -> None:
    assert refusal(after(), DieCorrected(1, 1, 2, "red"))[1].startswith("Only the newest roll can be put right")
    assert "roll 2" in refusal(after(SIX, SIX), DieCorrected(1, 1, 2, "red"))[1]
    assert refusal(after(SIX), DieCorrected(1, 7, 2, "red"))[1] == "Roll 1 has 6 dice. Tap one of them."
    assert refusal(after(SIX), DieCorrected(1, 1, 1, "red"))[1].startswith("One tap puts one thing right")
    assert refusal(after(SIX), DieCorrected(1, 1, 2, "blue"))[1].startswith("One tap puts one thing right")
    assert refusal(after(SIX), DieCorrected(1, 1, 1, "pink"))[1].startswith("A die shows 1 to 6")


@pytest.mark.rule("R-021")
def test_the_table_ends_the_evening_when_it_likes() -> None:
    assert refusal(after(), EveningEnded())[0] == "R-021"
    ended = after(SIX, EveningEnded())
    outcome = DICE.outcome(ended)
    assert outcome is not None
    assert said(outcome.text) == "The evening ends after 1 roll."
    assert refusal(ended, SIX) == ("R-021", "The evening is over. Undo its end, or start a new game.")


def test_a_roll_may_be_typed_beside_the_choices_and_nothing_else() -> None:
    view = DICE.view(after(SIX), 1)
    dice = PoolDice()
    assert dice.may_be_told(view, SIX)
    assert not dice.may_be_told(view, EveningEnded())
    assert not dice.may_be_told(DICE.view(after(SIX, EveningEnded()), 1), SIX)


def test_the_host_sets_the_size_of_a_roll_and_is_told_of_the_rule() -> None:
    state, dice = DICE.correct(after(), {"pool": 8}), PoolDice()
    assert state.table.irregular == ("A roll has 8 dice here, and 2 players roll 6 (R-030).",)
    assert dice.act(DICE.view(state, None), POOL, (1,) * 8, ("red",) * 8) == (PoolRolled((1,) * 8, ("red",) * 8), None)


def test_the_log_says_what_was_rolled_and_put_right() -> None:
    def said(before: State, act: DiceAction) -> str:  # type: ignore[type-arg]
        return str(DICE.describe(DICE.view(before, None), DICE.view_action(act, None)))

    roll = PoolRolled((6, 1, 4, 4, 2, 3), ("red",) * 6)
    assert said(after(), roll) == "Roll 1 shows 1, 2, 3, 4, 4, 6."
    assert said(after(roll), DieCorrected(1, 1, 5, "red")) == "Die 1 of roll 1 is put right: it shows 5, not 6."
    assert said(after(roll), DieCorrected(1, 1, 6, "blue")) == "Die 1 of roll 1 is put right: it is blue, not red."


def test_the_colours_are_those_that_dice_are_read_by() -> None:
    assert {each.name for each in shipped_colours()} == set(COLOURS)


def test_what_is_legal_at_an_evening_of_dice_is_listed() -> None:
    begun = DICE.legal_actions(after())
    assert begun == example_rolls(2, 6, 0, "clear")
    assert 1 < len(begun) <= 6
    rolled = DICE.legal_actions(after(SIX))
    assert EveningEnded() in rolled
    assert example_rolls(2, 6, 1, "clear") == rolled[: len(example_rolls(2, 6, 1, "clear"))]
    # Of each die five other values, and every colour that a reader names or that was told, but its own.
    corrections = [each for each in rolled if isinstance(each, DieCorrected)]
    assert len(corrections) == len(set(corrections)) == 6 * (5 + 7)
    assert {each.roll for each in corrections} == {1}
    assert all(refused_by(after(SIX), each) == "" for each in corrections)
    assert DICE.legal_actions(after(SIX, EveningEnded())) == ()


def refused_by(state: DiceState, act: DiceAction) -> str:
    try:
        DICE.apply_action(state, act)
    except IllegalAction as refused:
        return refused.rule
    return ""


def test_a_colour_that_was_told_may_be_told_of_another_die() -> None:
    state = after(PoolRolled((1, 2, 3, 4, 5, 6), ("orange",) * 5 + ("red",)))
    assert after(PoolRolled((1, 2), ("orange", "red")), DieCorrected(1, 2, 2, "orange")).table.rolls[0].colours == (
        "orange",
        "orange",
    )
    assert DieCorrected(1, 6, 6, "orange") in DICE.legal_actions(state)


def test_one_die_may_be_a_roll_and_more_than_the_bag_holds_too() -> None:
    view, dice = DICE.view(after(), None), PoolDice()
    found = dice.act(view, POOL, (4,), ("red",))
    assert found is not None
    assert found[0] == PoolRolled((4,), ("red",))
    assert dice.act(view, POOL, (1,) * 32, ("red",) * 32) is None
    many = DICE.correct(after(), {"pool": 20})
    for roll in DICE.legal_actions(many):
        assert isinstance(roll, PoolRolled)
        assert len(roll.values) == len(roll.colours) == 20


def test_what_is_wrong_with_a_roll_is_told() -> None:
    assert refusal(after(), PoolRolled((1,), ("r" * 25,))) == (
        "R-002",
        "A colour is a word of 1 to 24 letters. Choose one of the list.",
    )
    assert refusal(after(), PoolRolled((), ())) == (
        "R-030",
        "A roll has 1 to 31 dice, each with a value and a colour.",
    )
    assert refusal(after(), DieCorrected(1, 1, 2, "red")) == (
        "R-002",
        "Only the newest roll can be put right by a tap: none yet. Look at it again.",
    )


def test_the_facts_of_an_evening_are_told_with_their_bounds() -> None:
    fields = DICE.facts(DICE.view(after(SIX), None))
    told = [(each.key, str(each.group), str(each.label), each.value, each.low, each.high) for each in fields[:3]]
    assert told == [
        ("pool", "Rolls", "Dice in a roll", 6, 1, 31),
        ("die.1", "Roll 1", "Die 1", 1, 1, 6),
        ("colour.1", "Roll 1", "Colour of die 1", "red", 0, 0),
    ]
    assert dict(fields[2].choices).keys() == {*COLOURS, "unknown"}
