"""Whole games by bots: every act and every rule of the mode is met, and planted bugs are found by the laws."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.core import Action, State
from companion.games.registry import GAMES
from companion.games.waves import apply, legal, model, tablets
from companion.games.waves.cards import CLASSES, Counts, plus
from companion.games.waves.model import WavesState
from companion.simulate import Report, play_one, simulate

WAVES = GAMES["waves"]
FOUR = {"players": 4}


def ids(first: int, last: int) -> set[str]:
    return {f"W-{number:03}" for number in range(first, last + 1)}


RULES = (
    ids(1, 10)
    | {"W-012", "W-014", "W-015", "W-019", "W-030", "W-032", "W-035", "W-058"}
    | ids(40, 44)
    | ids(50, 56)
    | ids(60, 67)
    | ids(70, 83)
    | ids(85, 88)
    | ids(115, 129)
)
"""The ledger's rules for All vs All with four players, by hand: those of other modes, seat counts and advanced sides,
hints for people (W-018, W-057, W-135, W-136) and the laws W-140..W-146 are left out."""

RARE = {"W-088", "W-129"}
"""Met in long games only."""

ACTIONS = {
    "PlaceToken",
    "Draw",
    "TurnUpElder",
    "PlaceShells",
    "PlayAgents",
    "RevealRebels",
    "ActivateTablet",
    "RotateElders",
    "DiscardExtras",
    "RevealFollower",
    "Collect",
    "TakeElder",
    "PassToken",
    "Reshuffle",
    "Discard",
    "NextRound",
}
"""Every type of action."""


def test_the_vocabulary_is_whole() -> None:
    assert {each.__name__ for each in Action.__subclasses__() if each.__module__ == model.__name__} == ACTIONS


def test_sixty_games_break_no_law_and_meet_nearly_every_rule() -> None:
    report = simulate(WAVES, 60, 1, FOUR)
    assert report.troubles == []
    assert report.games == sum(report.rounds.values()) == sum(report.winners.values()) == 60
    assert set(report.winners) == {0, 1, 2, 3}
    assert report.acts == sum(report.actions.values())
    assert report.refused > report.acts
    assert ACTIONS - set(report.actions) <= {"Reshuffle"}
    assert RULES - RARE - set(report.rules) == set()


@pytest.mark.slow
def test_a_thousand_games_break_no_law_and_meet_every_act_and_rule() -> None:
    report = simulate(WAVES, 1000, 1, FOUR)
    assert report.troubles == []
    assert report.games == sum(report.winners.values()) == 1000
    assert set(report.actions) == ACTIONS
    assert RULES - set(report.rules) == set()


def test_the_same_seed_gives_the_same_games() -> None:
    first, again = (simulate(WAVES, 3, 7, FOUR) for _ in range(2))
    assert first == again
    assert simulate(WAVES, 3, 8, FOUR) != first


def test_progress_counts_the_games_done() -> None:
    done: list[int] = []
    simulate(WAVES, 3, 1, FOUR, done.append)
    assert done == [1, 2, 3]


def test_a_game_that_does_not_end_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.simulate.MOST_ACTS", 30)
    report = Report("waves")
    play_one(WAVES, 5, FOUR, report)
    (trouble,) = report.troubles
    assert (trouble.seed, trouble.act, trouble.text) == (5, 30, "still going after 30 acts")


# --- planted bugs -----------------------------------------------------------------------------------------------------

Transition = Callable[[WavesState, Any], WavesState]
GAMES_TO_FIND_IT = 60


def spoil(state: WavesState, **changes: Any) -> WavesState:
    return State(replace(state.table, **changes), state.secrets)


def shells_stay(before: WavesState, act: Any, after: WavesState) -> WavesState:
    return spoil(after, shells=before.table.shells)


def two_shells_leave(before: WavesState, act: Any, after: WavesState) -> WavesState:
    return spoil(after, shells=max(0, before.table.shells - 2))


def elder_stays(before: WavesState, act: Any, after: WavesState) -> WavesState:
    return spoil(after, slots=before.table.slots)


def elder_is_lost(before: WavesState, act: Any, after: WavesState) -> WavesState:
    return spoil(after, collected=before.table.collected)


def elder_goes_to_the_neighbour(before: WavesState, act: Any, after: WavesState) -> WavesState:
    collected = after.table.collected
    return spoil(after, collected=(*collected[1:], collected[0]))


def hand_stays(before: WavesState, act: Any, after: WavesState) -> WavesState:
    return spoil(after, hands=before.table.hands)


def deck_stays(before: WavesState, act: Any, after: WavesState) -> WavesState:
    return spoil(after, deck=before.table.deck)


def token_goes_back(before: WavesState, act: Any, after: WavesState) -> WavesState:
    return spoil(after, token=(before.table.token - 1) % 4)


def token_stays(before: WavesState, act: Any, after: WavesState) -> WavesState:
    return spoil(after, token=before.table.token)


def tablet_stays(before: WavesState, act: Any, after: WavesState) -> WavesState:
    return spoil(after, active=before.table.active)


def council_is_mixed_up(before: WavesState, act: Any, after: WavesState) -> WavesState:
    return spoil(after, slots=(*after.table.slots[1:], after.table.slots[0]))


def elders_move_left(before: WavesState, act: Any, after: WavesState) -> WavesState:
    elders = [slot.elder for slot in before.table.slots]
    moved = elders[-1:] + elders[:-1]
    slots = tuple(replace(slot, elder=elder) for slot, elder in zip(before.table.slots, moved, strict=True))
    return spoil(after, slots=slots)


def extras_vanish(before: WavesState, act: Any, after: WavesState) -> WavesState:
    return spoil(after, discard=before.table.discard)


def all_extras_but_two_stay(before: WavesState, act: Any, after: WavesState) -> WavesState:
    return spoil(after, slots=before.table.slots, discard=before.table.discard)


def wrong_card_is_discarded(before: WavesState, act: Any, after: WavesState) -> WavesState:
    return spoil(after, discard=plus(before.table.discard, act.card % 5 + 1))


def posture_changes(before: WavesState, act: Any, after: WavesState) -> WavesState:
    slot = after.table.slots[act.slot]
    assert slot.agent is not None
    turned = replace(slot, agent=replace(slot.agent, posture="rebel"))
    return spoil(after, slots=(*after.table.slots[: act.slot], turned, *after.table.slots[act.slot + 1 :]))


def one_shell_more(before: WavesState, act: Any, after: WavesState) -> WavesState:
    return spoil(after, shells=min(5, after.table.shells + 1))


def discard_is_kept(before: WavesState, act: Any, after: WavesState) -> WavesState:
    return spoil(after, discard=before.table.discard)


@pytest.mark.parametrize(
    ("action", "bug"),
    [
        (model.Collect, shells_stay),
        (model.Collect, two_shells_leave),
        (model.Collect, elder_stays),
        (model.Collect, elder_is_lost),
        (model.Collect, elder_goes_to_the_neighbour),
        (model.TakeElder, hand_stays),
        (model.TakeElder, elder_stays),
        (model.Draw, deck_stays),
        (model.Draw, hand_stays),
        (model.TurnUpElder, deck_stays),
        (model.PassToken, token_goes_back),
        (model.PassToken, token_stays),
        (model.NextRound, tablet_stays),
        (model.NextRound, council_is_mixed_up),
        (model.RotateElders, elders_move_left),
        (model.RotateElders, elder_stays),
        (model.DiscardExtras, extras_vanish),
        (model.DiscardExtras, all_extras_but_two_stay),
        (model.Discard, wrong_card_is_discarded),
        (model.PlayAgents, hand_stays),
        (model.PlayAgents, posture_changes),
        (model.PlaceShells, one_shell_more),
        (model.Reshuffle, discard_is_kept),
    ],
)
def test_a_planted_bug_in_an_act_is_found(
    monkeypatch: pytest.MonkeyPatch, action: type, bug: Callable[[WavesState, Any, WavesState], WavesState]
) -> None:
    sound: Transition = apply._APPLY[action]
    monkeypatch.setitem(apply._APPLY, action, lambda state, act: bug(state, act, sound(state, act)))
    if action is model.Reshuffle:  # met in long games only
        monkeypatch.setattr("companion.simulate.DAWDLE", 1.0)
    assert found()


def found() -> bool:
    """Whether any of the next games shows trouble."""
    report = Report("waves")
    for number in range(GAMES_TO_FIND_IT):
        play_one(WAVES, number, FOUR, report)
        if report.troubles:
            assert "(W-" in report.troubles[0].text or "outside the legal ones" in report.troubles[0].text
            return True
    return False


def lower_class_wins_ties(counts: Counts) -> int:
    return min((cls for cls in CLASSES if counts[cls - 1] == max(counts)), default=0)


def test_a_tie_that_goes_to_the_lower_class_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(legal, "majority", lower_class_wins_ties)
    assert found()


@pytest.mark.parametrize(
    ("side", "broken"),
    [
        ("equal power collects", lambda agent, elder, check: agent == elder and check.result == "power"),
        ("nobody collects", lambda agent, elder, check: False),
        ("everybody collects", lambda agent, elder, check: True),
    ],
)
def test_a_wrong_collection_check_is_found(monkeypatch: pytest.MonkeyPatch, side: str, broken: Any) -> None:
    sound = tablets.check_slot

    def check_slot(table: model.Table, slot: int) -> tablets.Check:
        check = sound(table, slot)
        if side == "nobody collects" and check.result == "collect":
            return replace(check, result="power")
        return replace(check, result="collect") if broken(check.agent_power, check.elder_power, check) else check

    for module in (legal, apply):
        monkeypatch.setattr(module, "check_slot", check_slot)
    assert found()


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("elder_power", lambda sound: lambda table, slot: sound(table, slot) + (tablets.active_side(table) == "SCH-B")),
        ("agent_power", lambda sound: lambda table, face, posture: sound(table, face, "rebel")),
        ("agent_power", lambda sound: lambda table, face, posture: sound(table, face, "follower")),
    ],
)
def test_a_wrong_power_is_found(monkeypatch: pytest.MonkeyPatch, name: str, wrong: Any) -> None:
    monkeypatch.setattr(tablets, name, wrong(getattr(tablets, name)))
    assert found()


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("wave_postures", lambda table: ("follower", "rebel")),
        ("wave_order", lambda table: tuple((table.token + index) % 4 for index in range(4))),
    ],
)
def test_a_wrong_order_of_the_waves_is_found(monkeypatch: pytest.MonkeyPatch, name: str, wrong: Any) -> None:
    for module in (legal, apply):
        monkeypatch.setattr(module, name, wrong)
    assert found()


def test_powers_fixed_from_the_left_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = tablets.fixed_powers
    monkeypatch.setattr(apply, "fixed_powers", lambda table: tuple(reversed(sound(table))))
    assert found()


def test_the_game_that_goes_on_after_a_win_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apply, "winning_side", lambda table: -1)
    assert found()


def test_a_round_without_a_draw_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(apply._WORK, model.Phase.DRAW, lambda table: False)
    assert found()


def test_hands_that_are_not_discarded_down_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(apply._WORK, model.Phase.DISCARD, lambda table: False)
    assert found()


def test_an_act_that_should_be_refused_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def apply_action(game: Any, state: WavesState, action: Any) -> WavesState:
        return apply.transition(state, action)

    monkeypatch.setattr(type(WAVES), "apply_action", apply_action)
    assert found()
