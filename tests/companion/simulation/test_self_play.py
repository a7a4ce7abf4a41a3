"""Whole games by bots: what they showed is counted, they repeat by their seed, and what goes wrong is told."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Mapping
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from companion.games.core import Action, State, types_of
from companion.games.faults import BrokenGame
from companion.games.offers import is_offered
from companion.games.parts import Simulation
from companion.games.registry import GAMES
from companion.language.message import Message, say
from companion.laws.oracles import ORACLES, Oracle
from companion.simulation.drawn_options import drawn_options
from companion.simulation.self_play import (
    PROBES,
    Report,
    Trouble,
    combinations,
    play_one,
    simulate,
    simulate_runs,
    total,
    words_of,
)
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid import course, model
from tests.games.sealed_bid.game import SealedBid
from tests.games.sealed_bid.model import BidState, Discard, Draw, TakePrize

THREE = {"players": 3}
ACTIONS = {each.__name__ for each in types_of(SEALED_BID.action_type)}


def test_games_break_no_law_and_meet_every_act_and_rule() -> None:
    report = simulate(SEALED_BID, 20, 1, {})
    assert report.troubles == []
    assert (report.game, report.options) == ("sealed_bid", {})
    assert report.games == sum(report.rounds.values()) == sum(report.sides.values()) == 20
    assert report.rounds == {3: 20}
    assert set(report.winners) == {0, 1, 2, 3}
    assert sum(report.winners.values()) == sum(len(side) * games for side, games in report.sides.items())
    assert report.laws == dict.fromkeys(SEALED_BID.laws, report.acts)
    assert report.acts == sum(report.actions.values())
    assert report.acts < report.refused <= (PROBES + 1) * report.acts
    titled = simulate(SEALED_BID, 2, 1, {"titles": True, "luck": False, "pawn": False, "line": False})
    coined = simulate(SEALED_BID, 2, 1, {"coins": True, "luck": False, "pawn": False, "line": False})
    wagered = simulate(SEALED_BID, 6, 7, {"wager": True, "guess": False})
    assert (titled.troubles, coined.troubles, wagered.troubles) == ([], [], [])
    assert {*report.actions, *titled.actions, *coined.actions, *wagered.actions} == ACTIONS
    # Those of acts and of refusals; the others are laws, or come true in what acts there are.
    named = {f"B-{number:03}" for number in (1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 14, 15, 17, 18, 19, 40, 41, 42)}
    assert set(report.rules) == named


def test_options_that_are_chosen_are_played_with_and_told() -> None:
    report = simulate(SEALED_BID, 4, 1, {"players": 2})
    assert report.options == {"players": 2}
    assert set(report.winners) <= {0, 1}


def vary(monkeypatch: pytest.MonkeyPatch, **functions: Any) -> None:
    """Have the game play itself with these functions."""
    monkeypatch.setattr(SealedBid, "simulation", dataclasses.replace(SealedBid.simulation, **functions))


def test_what_is_chosen_wins_over_what_varies(monkeypatch: pytest.MonkeyPatch) -> None:
    varied = {"cards": "virtual", "players": 4, "order": "turn"}
    vary(monkeypatch, varied_options=lambda rng: varied)
    setup = play_one(SEALED_BID, 1, {"players": 2}, Report("sealed_bid")).table.setup
    assert (setup.players, setup.order, setup.cards) == (2, "turn", "virtual")


def test_a_host_sets_facts_between_acts_and_the_laws_are_held_against_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def one_prize_more(state: BidState, rng: object) -> dict[str, int]:
        return {"round": 2} if state.table.round == 1 else {}

    vary(monkeypatch, varied_facts=one_prize_more)
    report = simulate(SEALED_BID, 2, 1, THREE)
    assert report.troubles == []
    assert (report.corrected, report.rounds) == (2, {3: 2})
    vary(monkeypatch, varied_facts=lambda state, rng: {"deck": 0})
    (trouble,) = simulate(SEALED_BID, 1, 1, THREE).troubles
    assert (trouble.act, "(B-009)" in trouble.text) == (1, True)


def test_a_game_begins_with_what_its_owner_has_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, typed = list[Mapping[str, Any]](), {"card": {"figure": 3}}
    honest = SealedBid.new_game

    def new_game(game: SealedBid, options: Mapping[str, Any], owner: Mapping[str, Any]) -> BidState:
        begun.append(owner)
        return honest(game, options, {})

    vary(monkeypatch, varied_owner=lambda rng: typed)
    monkeypatch.setattr(SealedBid, "new_game", new_game)
    simulate(SEALED_BID, 1, 1, THREE)
    assert begun == [typed]


def test_the_same_seed_gives_the_same_games() -> None:
    first, again = (simulate(SEALED_BID, 3, 7, THREE) for _ in range(2))
    assert first == again
    assert simulate(SEALED_BID, 3, 8, THREE) != first


def test_progress_counts_the_games_done() -> None:
    done: list[int] = []
    simulate(SEALED_BID, 3, 1, THREE, done.append)
    assert done == [1, 2, 3]


@pytest.mark.slow
def test_processes_side_by_side_report_the_same_as_one() -> None:
    runs, done = (THREE, {"players": 2}), list[int]()
    alone = simulate_runs(SEALED_BID, runs, 12, 5)
    assert alone == tuple(simulate(SEALED_BID, 12, 5, options) for options in runs)
    assert simulate_runs(SEALED_BID, runs, 12, 5, shards=2, progress=done.append) == alone
    assert sorted(done) == [2, 2, 10, 10]


def test_troubles_are_told_by_seed_whoever_met_them_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.simulation.self_play.MOST_ACTS", 5)
    (report,) = simulate_runs(SEALED_BID, [THREE], 11, 3)
    assert [trouble.seed for trouble in report.troubles] == list(range(3, 14))


def test_a_report_of_several_runs_adds_them_up() -> None:
    one, other = simulate(SEALED_BID, 2, 1, THREE), simulate(SEALED_BID, 3, 9, {"players": 4})
    whole = total("sealed_bid", (one, other))
    assert (whole.games, whole.acts, whole.refused) == (5, one.acts + other.acts, one.refused + other.refused)
    for name in ("rounds", "winners", "sides"):
        assert getattr(whole, name) == getattr(one, name) + getattr(other, name)
    assert whole.actions == one.actions + other.actions
    assert whole.rules == one.rules + other.rules
    assert whole.laws == one.laws + other.laws
    assert whole.options == {}


def test_the_numbers_of_players_are_offered() -> None:
    assert combinations(SEALED_BID) == ({"players": 3}, {"players": 2}, {"players": 4})


# --- what goes wrong --------------------------------------------------------------------------------------------------


def trouble_of(seed: int = 5) -> Trouble:
    """What a game shows that is not in order; it ends there."""
    report = Report("sealed_bid")
    play_one(SEALED_BID, seed, THREE, report)
    (trouble,) = report.troubles
    assert (trouble.seed, trouble.act) == (seed, report.acts)
    return trouble


def test_a_game_that_does_not_end_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.simulation.self_play.MOST_ACTS", 30)
    assert trouble_of() == Trouble(5, 30, "still going after 30 acts")


def deck_stays(before: BidState, after: BidState) -> BidState:
    return State(replace(after.table, deck=before.table.deck), after.secrets)


def card_stays_in_hand(before: BidState, after: BidState) -> BidState:
    return State(replace(after.table, hands=before.table.hands), after.secrets)


def prize_stays(before: BidState, after: BidState) -> BidState:
    return State(replace(after.table, prize=before.table.prize), after.secrets)


@pytest.mark.parametrize(
    ("action", "bug"), [(Draw, deck_stays), (Discard, card_stays_in_hand), (TakePrize, prize_stays)]
)
def test_a_position_that_breaks_a_law_is_reported(
    monkeypatch: pytest.MonkeyPatch, action: type, bug: Callable[[BidState, BidState], BidState]
) -> None:
    phase = next(type(each) for each in course.PARTS if action in each.acts)
    sound = phase.apply

    def spoilt(self: Any, state: BidState, act: Any) -> BidState:
        return bug(state, sound(self, state, act))

    monkeypatch.setattr(phase, "apply", spoilt)
    assert "(B-0" in trouble_of().text


def test_an_act_that_breaks_a_law_of_steps_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every law that the step breaks is told, behind those that the position breaks."""

    def wrong_step(before: BidState, act: Any, after: BidState) -> tuple[str, ...]:
        assert course.COURSE.apply_action(before, act) == after
        return ("One.", "Two.") if isinstance(act, TakePrize) else ()

    def violations(game: Any, state: BidState) -> tuple[Message, ...]:
        return (say("Zero."),) if "B-006" in state.table.why else ()

    monkeypatch.setitem(ORACLES, SEALED_BID.name, Oracle((), wrong_step))
    monkeypatch.setattr(SealedBid, "violations", violations)
    assert trouble_of().text == "Zero. One. Two."


class Turned(Action, frozen=True):
    """An act with a word out of few, a word of any kind, and a number."""

    way: Literal["left", "right"]
    name: str
    steps: int


def test_illegal_acts_are_tried_with_the_words_that_the_act_itself_may_have() -> None:
    assert [words_of(Turned, name) for name in ("way", "name", "steps")] == [("left", "right"), (), ()]
    for action in SEALED_BID.action_type.__args__:
        assert all(words_of(action, name) == () for name in action.__struct_fields__)


@pytest.fixture
def lenient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that refuse nothing: what is not legal changes nothing."""

    def apply_action(game: Any, state: BidState, action: Any) -> BidState:
        return course.COURSE.apply_action(state, action) if action in course.COURSE.legal_actions(state) else state

    monkeypatch.setattr(SealedBid, "apply_action", apply_action)


@pytest.mark.usefixtures("lenient")
def test_an_act_that_should_be_refused_is_reported() -> None:
    assert trouble_of().text.startswith("an act outside the legal ones was accepted: ")


@pytest.mark.usefixtures("lenient")
def test_an_act_of_which_examples_alone_are_listed_may_be_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Action, "is_open", True)
    assert simulate(SEALED_BID, 1, 5, THREE).troubles == []


def test_a_game_that_stops_without_an_end_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SealedBid, "outcome", lambda game, state: None)
    assert trouble_of().text == "nothing is left to do, and the game has not ended"


def test_the_public_form_of_what_may_be_sealed_now_may_be_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the rules, which whoever is not told follows as well; the door refuses it."""
    monkeypatch.setattr("companion.simulation.self_play._bent", lambda act, rng: act.public())
    report = simulate(SEALED_BID, 1, 5, {**THREE, "guess": True, "wager": False})
    assert (report.troubles, report.actions["Guess"] > 0) == ([], True)


@pytest.mark.usefixtures("lenient")
def test_the_public_form_of_what_may_not_be_sealed_now_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.simulation.self_play._bent", lambda act, rng: model.Guess(0, model.HIDDEN))
    assert trouble_of().text == "an act outside the legal ones was accepted: Guess(seat=0, guess=-2)"


# --- what somebody has left out of a game ---


def test_an_act_that_the_laws_of_acts_do_not_know_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    known = dict[type, tuple[str, ...]]()
    monkeypatch.setitem(ORACLES, SEALED_BID.name, Oracle((), lambda before, act, after: known[type(act)]))
    text = trouble_of().text
    assert text.startswith("The laws of acts do not know PlaceToken (tests/companion/simulation/test_self_play.py:")
    assert text.endswith("). Say there what it may change.")


def test_laws_of_acts_that_break_off_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def odd(before: BidState, act: Any, after: BidState) -> tuple[str, ...]:
        raise ZeroDivisionError

    monkeypatch.setitem(ORACLES, SEALED_BID.name, Oracle((), odd))
    text = trouble_of().text
    assert text.startswith("The laws of acts break off at PlaceToken with ZeroDivisionError (tests/companion/")
    assert text.endswith("). Put that right.")


def test_an_act_that_no_phase_names_is_reported_and_the_other_games_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(course._BY_ACT, Draw)
    report = simulate(SEALED_BID, 2, 5, THREE)
    assert [trouble.seed for trouble in report.troubles] == [5, 6]
    assert report.games == 2
    words = "It breaks off here with KeyError: <class 'tests.games.sealed_bid.model.Draw'>. Put that right. ("
    assert all(trouble.text.startswith(words) for trouble in report.troubles)
    assert all("sealed_bid/course.py:" in trouble.text for trouble in report.troubles)


def test_an_act_that_is_legal_and_refused_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = next(type(each) for each in course.PARTS if Draw in each.acts)
    monkeypatch.setattr(drawing, "allows", lambda part, state, act: False)
    assert trouble_of().text.startswith("an act that is listed as legal was refused: ")


def test_a_game_that_cannot_be_begun_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def new_game(game: SealedBid, options: Any, owner: Any) -> BidState:
        raise KeyError("no such thing")

    monkeypatch.setattr(SealedBid, "new_game", new_game)
    with pytest.raises(BrokenGame, match=r"^Sealed Bid cannot be played: It breaks off here with KeyError: "):
        simulate(SEALED_BID, 1, 5, THREE)


# --- what is drawn ---


def test_players_and_options_that_nobody_has_chosen_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    vary(monkeypatch, varied_options=Simulation.varied_options)
    drawn = [drawn_options(SEALED_BID, random.Random(seed), {"luck": True}) for seed in range(40)]
    assert {each["players"] for each in drawn} == {2, 3, 4}
    assert {each["order"] for each in drawn} == {"any", "turn"}
    assert all(each["luck"] is True and is_offered(SEALED_BID, each) for each in drawn)
    assert drawn[3] == drawn_options(SEALED_BID, random.Random(3), {"luck": True})


def test_players_are_drawn_that_the_chosen_mode_has() -> None:
    waves = GAMES["waves"]
    drawn = [drawn_options(waves, random.Random(seed), {"mode": "teams"}) for seed in range(30)]
    assert {(each["mode"], each["players"]) for each in drawn} == {("teams", 4), ("teams", 5), ("teams", 6)}
    modes = {drawn_options(waves, random.Random(seed), {})["mode"] for seed in range(30)}
    assert modes == {"head_to_head", "all_vs_all", "teams"}
