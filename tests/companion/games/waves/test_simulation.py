"""Whole games of Waves by bots: every act and every rule of the mode is met, and planted bugs are found by the laws."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.core import State, types_of
from companion.games.option_text import options_text
from companion.games.registry import GAMES
from companion.games.waves.rules import actions, course, round_end
from companion.games.waves.state import model, tablets, turns
from companion.games.waves.state.model import CLASSES, Counts, WavesState, plus
from companion.laws.oracles import oracle_of
from companion.simulation.self_play import Report, combinations, play_one, simulate, simulate_runs, total
from tests.games.members import exchanged
from tests.many import many, one_quick

WAVES = GAMES["waves"]
FOUR = {"mode": "all_vs_all", "players": 4}


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
    | ids(115, 136)
)
"""The ledger's rules for All vs All with four players, by hand: those of other modes and seat counts, advice for people
(W-018) and the laws W-140..W-146 are left out."""

RULES_OF_OTHERS = {
    "head_to_head": {"W-017", "W-031"} | ids(100, 112),
    "three": {"W-016", "W-031", "W-045", "W-084"},
    "teams": {"W-011", "W-031", "W-034", "W-057"},
    "solo": {"W-013", "W-033"},
}
"""What is met in no game of All vs All with four players."""

RARE = {"W-088", "W-129", "W-111"}
"""Met in long games only, or where somebody has spent the whole hand (W-111)."""

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
"""Every type of action in All vs All with four players."""
ACTIONS_OF_OTHERS = {"NameFirst", "LayToken", "TurnUpGapElder", "DiscardGapElder"}
"""Those of two players, and of three."""


def test_the_vocabulary_is_whole() -> None:
    assert {each.__name__ for each in types_of(WAVES.action_type)} == ACTIONS | ACTIONS_OF_OTHERS


@pytest.mark.slow
def test_some_games_break_no_law_and_meet_nearly_every_rule() -> None:
    report = simulate(WAVES, 15, 1, FOUR)
    assert report.troubles == []
    assert report.games == sum(report.rounds.values()) == sum(report.winners.values()) == 15
    assert set(report.winners) == {0, 1, 2, 3}
    assert report.sides == {(seat,): number for seat, number in report.winners.items()}
    assert report.laws == dict.fromkeys((*WAVES.laws, *oracle_of(WAVES).laws), report.acts)
    assert report.refused > report.acts
    assert ACTIONS - set(report.actions) <= {"Reshuffle"}
    assert RULES - RARE - set(report.rules) == set()


@pytest.mark.rule("W-005")
@pytest.mark.parametrize("options", one_quick(combinations(WAVES), 3), ids=options_text)
def test_games_of_every_mode_break_no_law(options: dict[str, Any]) -> None:
    report = simulate(WAVES, 2, 1, options)
    assert report.troubles == []
    assert sum(report.sides.values()) == 2
    setup = WAVES.new_game(options, {}).table.setup
    assert set(report.sides) <= {setup.members(side) for side in set(setup.sides)}


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_many_games_of_every_mode_break_no_law_and_meet_every_act_and_rule() -> None:
    # Of two players more: only now and then one begins a round with nothing in hand (W-111).
    of_each, of_two, two = many(80), many(200), {"mode": "head_to_head", "players": 2}
    others = [options for options in combinations(WAVES) if options != two]
    reports = (
        *simulate_runs(WAVES, others, of_each, 1, shards=2),
        *simulate_runs(WAVES, [two], of_two, 1, shards=2),
    )
    whole = total("waves", reports)
    assert whole.troubles == []
    assert whole.games == 7 * of_each + of_two
    assert set(whole.actions) == ACTIONS | ACTIONS_OF_OTHERS
    assert RULES.union(*RULES_OF_OTHERS.values(), ids(140, 146)) - set(whole.rules) - set(whole.laws) == set()
    for report in reports:
        setup = WAVES.new_game(report.options, {}).table.setup
        assert set(report.sides) == {setup.members(side) for side in set(setup.sides)}


# --- planted bugs -----------------------------------------------------------------------------------------------------

GAMES_TO_FIND_IT = range(28, 88)
"""Seeds of the games. In the first two of them a tablet turns the Elders, and others count powers their own way."""


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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("action", "bug"),
    [
        (actions.Collect, shells_stay),
        (actions.Collect, two_shells_leave),
        (actions.Collect, elder_stays),
        (actions.Collect, elder_is_lost),
        (actions.Collect, elder_goes_to_the_neighbour),
        (actions.TakeElder, hand_stays),
        (actions.TakeElder, elder_stays),
        (actions.Draw, deck_stays),
        (actions.Draw, hand_stays),
        (actions.TurnUpElder, deck_stays),
        (actions.PassToken, token_goes_back),
        (actions.PassToken, token_stays),
        (actions.NextRound, tablet_stays),
        (actions.NextRound, council_is_mixed_up),
        (actions.RotateElders, elders_move_left),
        (actions.RotateElders, elder_stays),
        (actions.DiscardExtras, extras_vanish),
        (actions.DiscardExtras, all_extras_but_two_stay),
        (actions.Discard, wrong_card_is_discarded),
        (actions.PlayAgents, hand_stays),
        (actions.PlayAgents, posture_changes),
        (actions.PlaceShells, one_shell_more),
        (actions.Reshuffle, discard_is_kept),
    ],
)
def test_a_planted_bug_in_an_act_is_found(
    monkeypatch: pytest.MonkeyPatch, action: type, bug: Callable[[WavesState, Any, WavesState], WavesState]
) -> None:
    plant(monkeypatch, action, bug)
    if action is actions.Reshuffle:  # met in long games only
        monkeypatch.setattr(type(WAVES), *exchanged(WAVES, "simulation.dawdle_share", lambda state: 1.0))
    assert found()


def plant(
    monkeypatch: pytest.MonkeyPatch, action: type, bug: Callable[[WavesState, Any, WavesState], WavesState]
) -> None:
    """The bug in whatever applies this kind of act, in each phase that has it."""

    def with_bug(sound: Callable[[Any, WavesState, Any], WavesState]) -> Callable[[Any, WavesState, Any], WavesState]:
        def apply(moment: Any, state: WavesState, act: Any) -> WavesState:
            after = sound(moment, state, act)
            return bug(state, act, after) if type(act) is action else after

        return apply

    kinds = {type(moment) for moment in course.COURSE.moments if action in moment.acts}
    for kind, sound in [(kind, kind.apply) for kind in kinds]:
        monkeypatch.setattr(kind, "apply", with_bug(sound))


def found(options: Mapping[str, Any] = FOUR) -> bool:
    """Whether any of the next games shows trouble."""
    report = Report("waves")
    for number in GAMES_TO_FIND_IT:
        play_one(WAVES, number, options, report)
        if report.troubles:
            assert "(W-" in report.troubles[0].text or "outside the legal ones" in report.troubles[0].text
            return True
    return False


def gap_elder_stays(before: WavesState, act: Any, after: WavesState) -> WavesState:
    return spoil(after, gap_elder=before.table.gap_elder)


def other_team_gets_it(before: WavesState, act: Any, after: WavesState) -> WavesState:
    return spoil(after, collected=tuple(reversed(after.table.collected)))


def everybody_has_drawn(before: WavesState, act: Any, after: WavesState) -> WavesState:
    in_play = before.table.phase is model.Phase.PLAY
    return spoil(after, drawn=(2,) * len(after.table.drawn)) if in_play else after


def token_at_the_other_own_elder(before: WavesState, act: Any, after: WavesState) -> WavesState:
    return spoil(after, token=(before.table.token + 2) % 4)


@pytest.mark.parametrize(
    ("mode", "players", "action", "bug"),
    [
        ("all_vs_all", 3, actions.TurnUpGapElder, deck_stays),
        ("all_vs_all", 3, actions.DiscardGapElder, discard_is_kept),
        ("all_vs_all", 3, actions.DiscardGapElder, gap_elder_stays),
        ("teams", 4, actions.Collect, other_team_gets_it),
        ("teams", 5, actions.Collect, elder_goes_to_the_neighbour),
        ("head_to_head", 2, actions.Draw, everybody_has_drawn),
        ("head_to_head", 2, actions.PassToken, token_at_the_other_own_elder),
        ("head_to_head", 2, actions.LayToken, token_at_the_other_own_elder),
    ],
)
def test_a_planted_bug_in_another_mode_is_found(
    monkeypatch: pytest.MonkeyPatch,
    mode: str,
    players: int,
    action: type,
    bug: Callable[[WavesState, Any, WavesState], WavesState],
) -> None:
    plant(monkeypatch, action, bug)
    assert found({"mode": mode, "players": players})


def lower_class_wins_ties(counts: Counts) -> int:
    return min((cls for cls in CLASSES if counts[cls - 1] == max(counts)), default=0)


def test_a_tie_that_goes_to_the_lower_class_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "majority", lower_class_wins_ties)
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

    monkeypatch.setattr(tablets, "check_slot", check_slot)
    assert found()


def as_if(posture: model.Posture) -> Callable[[Any], Any]:
    """Powers of Agents as if all had been laid so."""

    def wrong(sound: Any) -> Any:
        def agent_power(table: model.Table, index: int) -> int:
            slots = tuple(
                replace(slot, agent=slot.agent and replace(slot.agent, posture=posture)) for slot in table.slots
            )
            return int(sound(replace(table, slots=slots), index))

        return agent_power

    return wrong


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("elder_power", lambda sound: lambda table, slot: sound(table, slot) + (tablets.active_side(table) == "SCH-B")),
        ("agent_power", as_if("rebel")),
        ("agent_power", as_if("follower")),
    ],
    ids=["Elders too strong", "Followers as Rebels", "Rebels as Followers"],
)
def test_a_wrong_power_is_found(monkeypatch: pytest.MonkeyPatch, name: str, wrong: Any) -> None:
    monkeypatch.setattr(tablets, name, wrong(getattr(tablets, name)))
    assert found()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("wave_postures", lambda table: ("follower", "rebel")),
        ("wave_order", lambda table: tuple((table.token + index) % 4 for index in range(4))),
    ],
)
def test_a_wrong_order_of_the_waves_is_found(monkeypatch: pytest.MonkeyPatch, name: str, wrong: Any) -> None:
    for module in (turns, tablets):
        monkeypatch.setattr(module, name, wrong)
    assert found()


def test_powers_fixed_from_the_left_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = tablets.fixed_powers
    monkeypatch.setattr(tablets, "fixed_powers", lambda table: tuple(reversed(sound(table))))
    assert found()


def test_the_game_that_goes_on_after_a_win_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "winning_side", lambda table: -1)
    assert found()


def test_a_round_without_a_draw_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(round_end.OneCardEach, "has_work", lambda moment, state: False)
    assert found()


def test_hands_that_are_not_discarded_down_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(round_end.Limit, "has_work", lambda moment, state: False)
    assert found()


def test_an_act_that_should_be_refused_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def apply_action(game: Any, state: WavesState, action: Any) -> WavesState:
        return course.COURSE.apply_legal(state, action)

    monkeypatch.setattr(type(WAVES), "apply_action", apply_action)
    assert found()
