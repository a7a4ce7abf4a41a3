"""Whether a tap counts, judged by what the client may know."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.bots import Autopilot
from companion.games.core import Action, Choice, State
from companion.language.message import say
from companion.referee.taps import MOST_ACTIONS, TapRefused, judge_tap, read_actions
from tests.companion.referee.positions import GAME, legal
from tests.games.sealed_bid.model import NUMBERS, PlacePearls, PlaceToken, Reveal, SealBid


def position(phase: str) -> State[Any, Any]:
    """The first position of a virtual game that stands in this phase."""
    state, pilot, ply = GAME.new_game({"cards": "virtual"}, {}), Autopilot(GAME, 1), 0
    while state.table.phase.value != phase:
        proposal = pilot.propose(state, ply, frozenset())
        assert proposal is not None
        state, ply = GAME.apply_action(state, proposal[0]), ply + 1
    return state


def judge(state: Any, seat: int | None, *actions: Action, since: tuple[Action, ...] = (), rewound: bool = False) -> Any:
    told = [(act, "seat 3") for act in since]
    return judge_tap(GAME, state, GAME.view(state, seat, ("Ana", "Ben", "Cleo", "Dan")), actions, told, rewound)


def refusal(*args: Any, **more: Any) -> tuple[str, str, str]:
    with pytest.raises(TapRefused) as refused:
        judge(*args, **more)
    return refused.value.code, str(refused.value), refused.value.rule


# --- reading ----------------------------------------------------------------------------------------------------------


def test_actions_are_read_as_the_games_own() -> None:
    sent = [{"type": "PlaceToken", "seat": 1}, {"type": "PlacePearls", "count": 2}]
    assert read_actions(GAME, sent) == (PlaceToken(1), PlacePearls(2))


@pytest.mark.parametrize("count", [0, MOST_ACTIONS + 1])
def test_a_tap_without_or_with_too_many_acts_is_malformed(count: int) -> None:
    with pytest.raises(TapRefused) as refused:
        read_actions(GAME, [{"type": "PlaceToken", "seat": 0}] * count)
    assert (refused.value.code, str(refused.value)) == (
        "malformed",
        f"A tap carries 1 to 100 acts, not {count}. Reload the page and tap again.",
    )
    assert len(read_actions(GAME, [{"type": "PlaceToken", "seat": 0}] * MOST_ACTIONS)) == MOST_ACTIONS


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"type": "Fly"}, "Invalid value 'Fly' - at `$.type`"),
        ({"seat": 1}, "missing required field `type`"),
        ({"type": "PlaceToken"}, "missing required field `seat`"),
        ({"type": "PlaceToken", "seat": None}, "Expected `int`, got `null` - at `$.seat`"),
        ({"type": ["PlaceToken"], "seat": 1}, "Expected `str`"),
    ],
)
def test_what_is_no_act_of_the_game_is_malformed(sent: dict[str, Any], told: str) -> None:
    with pytest.raises(TapRefused) as refused:
        read_actions(GAME, [sent])
    assert refused.value.code == "malformed"
    assert str(refused.value).startswith("The tap is no act of Sealed Bid (")
    assert told in str(refused.value)
    assert str(refused.value).endswith("). Reload the page and tap again.")


# --- judging ----------------------------------------------------------------------------------------------------------


def test_what_is_offered_leads_to_one_state_an_act() -> None:
    state = position("seal")
    seat = GAME.prompt(GAME.view(state, None)).seats[0]
    choice = GAME.choices(GAME.view(state, seat))[0]
    assert judge(state, seat, *choice.actions) == (GAME.apply_action(state, choice.actions[0]),)


def test_an_answer_to_what_the_table_asks_may_be_several_acts() -> None:
    state = GAME.new_game({"cards": "own"}, {})
    first = GAME.legal_actions(state)[0]
    acts = (first, GAME.legal_actions(GAME.apply_action(state, first))[0])
    view, answer = GAME.view(state, None), Choice(say("Both."), acts, say("What was done?"))
    with pytest.raises(TapRefused):
        judge_tap(GAME, state, view, acts, (), False)
    one, both = judge_tap(GAME, state, view, acts, (), False, [answer])
    assert both == GAME.apply_action(one, acts[1])


def test_a_card_that_is_not_in_the_hand_is_refused_by_its_rule() -> None:
    state = position("seal")
    seat = GAME.prompt(GAME.view(state, None)).seats[0]
    secret = state.secrets[seat]
    assert secret is not None
    absent = next(number for number in NUMBERS if not secret.hand[number - 1])
    code, text, rule = refusal(state, seat, SealBid(seat, (absent,)))
    assert (code, rule) == ("illegal", "B-004")
    assert text.endswith("; this card or seat does not fit.")


def test_a_guess_at_the_cards_of_another_seat_is_not_answered() -> None:
    state = position("seal")
    turn = GAME.prompt(GAME.view(state, None)).seats[0]
    answers = {
        refusal(state, seat, SealBid(turn, (number,) * count))
        for seat in (None, (turn + 1) % 3)
        for number in NUMBERS
        for count in (1, 2)
    }
    assert len(answers) == 1


def test_a_guess_at_what_another_seat_has_just_played_is_not_answered() -> None:
    state = position("seal")
    turn = GAME.prompt(GAME.view(state, None)).seats[0]
    other = (turn + 1) % 3
    played = next(act for act in legal(state, SealBid) if act.seat == turn and len(act.cards) == 1)
    after = GAME.apply_action(state, played)
    answers = {refusal(after, other, SealBid(turn, (number,)), since=(played,)) for number in NUMBERS}
    assert len(answers) == 1


def test_a_guess_at_a_face_down_bid_is_not_answered() -> None:
    state = position("reveal")
    acts = legal(state, Reveal)
    assert len(acts) == 3  # of each seat one: the engine knows it; a seat must not learn it by asking
    seat = acts[0].seat
    other = (seat + 1) % 3
    answers = {refusal(state, other, Reveal(seat, number)) for number in NUMBERS}
    assert answers == {
        ("not-yours", "The companion does that itself at this table. Wait for the prompt to change.", "")
    }


def test_another_persons_choice_is_theirs() -> None:
    state = GAME.apply_action(GAME.new_game({"cards": "own"}, {}), PlaceToken(2))
    while state.table.phase.value != "seal":
        state = GAME.apply_action(state, GAME.legal_actions(state)[0])
    act = SealBid(2, (0,))
    assert refusal(state, 0, act) == ("not-yours", "Only Cleo can tap that. Ask them, or take the seat first.", "")
    assert len(judge(state, 2, act)) == 1
    assert len(judge(state, None, act)) == 1


def test_a_page_from_before_the_table_was_set_back_is_stale() -> None:
    state = GAME.new_game({"cards": "own"}, {})
    code, text, rule = refusal(state, None, PlaceToken(0), rewound=True)
    assert (code, rule) == ("stale", "")
    assert text == "The table was set back or corrected meanwhile. Look at the page again, then tap."


def test_what_was_just_done_is_not_done_twice() -> None:
    before = GAME.new_game({"cards": "own"}, {})
    after = GAME.apply_action(before, PlaceToken(0))
    assert refusal(after, None, PlaceToken(0), since=(PlaceToken(0),)) == (
        "stale",
        "Somebody else has just tapped that. Nothing was done twice.",
        "",
    )
    code, text, _ = refusal(after, None, PlaceToken(1), since=(PlaceToken(0),))
    assert code == "stale"
    assert text.startswith("The table has moved on since this page was drawn. ")


@pytest.mark.parametrize(
    ("doer", "words"),
    [
        ("seat 1", "You have tapped that already."),
        ("seat 2", "Somebody else has just tapped that."),
        ("host", "The host has tapped that already."),
        ("camera", "The camera has already seen that."),
        ("board", "A button at the table has already told that."),
    ],
)
def test_what_was_just_done_is_said_of_whoever_did_it(doer: str, words: str) -> None:
    before = GAME.new_game({"cards": "own"}, {})
    after, view = GAME.apply_action(before, PlaceToken(0)), GAME.view(before, 0, ())
    with pytest.raises(TapRefused) as refused:
        judge_tap(GAME, after, view, [PlaceToken(0)], [(PlaceToken(0), doer)], False)
    assert str(refused.value) == f"{words} Nothing was done twice."


def test_an_act_in_the_middle_that_does_not_fit_refuses_all() -> None:
    state = GAME.new_game({"cards": "own"}, {})
    code, _, rule = refusal(state, None, PlaceToken(0), PlacePearls(1))
    assert (code, rule) == ("illegal", "B-012")
