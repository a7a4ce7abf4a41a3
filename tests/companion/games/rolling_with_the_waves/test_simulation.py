"""Whole games by bots: every option, figure, act and rule is met, and planted bugs are found by the laws."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from companion.games.core import State
from companion.games.rolling_with_the_waves.host import facts
from companion.games.rolling_with_the_waves.rules import scribe, volleys
from companion.games.rolling_with_the_waves.rules.allocation import Allocating, Opening
from companion.games.rolling_with_the_waves.rules.course import PARTS
from companion.games.rolling_with_the_waves.rules.draft import Drafting
from companion.games.rolling_with_the_waves.rules.rounds import Anchor
from companion.games.rolling_with_the_waves.state import charts, model
from companion.games.rolling_with_the_waves.state.model import DiceState
from companion.games.rolling_with_the_waves.state.records import Phase, Whole
from companion.laws.oracles import oracle_of
from companion.simulation.self_play import Report, combinations, play_one, simulate, simulate_runs, total
from tests.companion.games.rolling_with_the_waves.at_the_table import GAME
from tests.many import many

ACTIONS = {each.__name__ for each in get_args(model.DiceAction)} - {
    "EveningEnded",  # of dice alone
    "DieCorrected",  # of people: `test_opening.py`
}


def ids(first: int, last: int) -> set[str]:
    return {f"R-{number:03}" for number in range(first, last + 1)}


RULES = (
    {"R-004", "R-006", "R-007", "R-008", "R-009", "R-010", "R-011", "R-030", "R-063", "R-082", "R-101", "R-111"}
    | ids(31, 39)
    | {"R-050", "R-051", "R-054", "R-055", "R-056", "R-057", "R-060", "R-061"}
    | {"R-071", "R-072", "R-073", "R-074", "R-075", "R-090", "R-091", "R-092", "R-094"}
    | {"R-113", "R-114", "R-116", "R-117", "R-119", "R-120"}
    | ids(122, 126)
    | {"R-131", "R-132", "R-133", "R-141", "R-142", "R-150", "R-151", "R-152", "R-161", "R-162"}
)
"""The ledger's rules that an act of a whole game applies, or refuses, by hand."""
OF_OTHERS = {"R-002", "R-003", "R-021"}
"""What refuses acts in no game of bots: dice alone (`test_rules.py`), options (`test_opening.py`), and what is done
after the end, or to end a whole game (`test_anchor.py`)."""


def rules_in(code: Any) -> set[str]:
    """The ids in the constants of a function and of those inside it."""
    found = {each for each in code.co_consts if isinstance(each, str)}
    found |= {each for const in code.co_consts if isinstance(const, tuple) for each in const if isinstance(each, str)}
    inner = (const for const in code.co_consts if hasattr(const, "co_consts"))
    return {each for each in found if each.startswith("R-") and len(each) == 5}.union(*map(rules_in, inner))


def functions() -> Iterator[Callable[..., Any]]:
    """The functions of the phases that apply and refuse."""
    for part in PARTS:
        yield from (type(part).apply, getattr(type(part), "fault", type(part).refusal))
    yield from (volleys.fired, volleys.refused_aim, scribe.wrote, Allocating.fault)


def test_the_rules_by_hand_are_those_that_the_code_names() -> None:
    named = set().union(*(rules_in(each.__code__) for each in functions()))
    named |= {part.rule for part in PARTS} | {step.rule for step in scribe.STEPS.values()}
    assert named <= RULES | OF_OTHERS
    assert RULES - named <= {"R-004", "R-006", "R-007", "R-008", "R-009", "R-161", "R-162"} | {
        *("R-051", "R-054", "R-056", "R-057", "R-092", "R-094"),  # of `refused_icon`
    }


def test_players_who_leave_for_good_break_no_law(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "_LEAVES", 0.3)
    report = simulate(GAME, 3, 1, {"players": 5})
    assert report.troubles == []
    assert report.corrected > 3


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("bots", ["greedy", "random"])
def test_games_break_no_law(players: int, bots: str) -> None:
    report = simulate(GAME, 1, 11, {"players": players, "bots": bots})
    assert report.troubles == []
    assert report.games == 1
    assert report.refused > report.acts
    assert report.laws == dict.fromkeys((*GAME.laws, *oracle_of(GAME).laws), report.acts)


def test_a_few_games_meet_every_act() -> None:
    report = simulate(GAME, 2, 1, {"players": 3})
    assert report.troubles == []
    rare = {"Stow", "TakeBack", "ShowBoard", "ShowDie", "LayBehindScreen", "BagFilled", "BagCounted"}
    assert ACTIONS - rare <= set(report.actions) <= ACTIONS


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_many_games_break_no_law_and_meet_every_act_and_rule() -> None:
    reports = simulate_runs(GAME, [{"players": each["players"]} for each in combinations(GAME)], many(60), 1, shards=2)
    whole = total(GAME.name, reports)
    assert whole.troubles == []
    assert whole.games == 4 * many(60)
    assert set(whole.actions) == ACTIONS
    assert RULES - set(whole.rules) == set()
    for report in reports:
        assert set(report.winners) == set(range(report.options["players"]))


# --- planted bugs -----------------------------------------------------------------------------------------------------


def spoil(state: DiceState, **changes: Any) -> DiceState:
    return State(replace(state.table, whole=replace(state.table.played, **changes)), state.secrets, state.sealed)


def found(games: range = range(1, 13), **options: Any) -> str:
    """The first trouble of some games; "" where there is none."""
    for seed in games:
        report = Report(GAME.name)
        play_one(GAME, seed, {"players": 3, **options}, report)
        if report.troubles:
            return report.troubles[0].text
    return ""


def pool_stays(before: Whole, after: DiceState) -> DiceState:
    return spoil(after, pool=before.pool)


def nobody_pays(before: Whole, after: DiceState) -> DiceState:
    whole = after.table.played
    return spoil(after, maps=tuple(replace(chart, infamy=max(5, chart.infamy)) for chart in whole.maps))


def bag_stays(before: Whole, after: DiceState) -> DiceState:
    return spoil(after, first=before.first)


def a_die_rolls_off(before: Whole, after: DiceState) -> DiceState:
    bag = after.table.played.bag
    return spoil(after, bag=(max(0, bag[0] - 1), *bag[1:]))


def boards_open_alone(before: Whole, after: DiceState) -> DiceState:
    return spoil(after, called=(True,) * len(before.maps))


def icons_are_swapped(before: Whole, after: DiceState) -> DiceState:
    icons = after.table.played.icons
    return spoil(after, icons=tuple(("hull",) * len(each) if each else each for each in icons))


@pytest.mark.rule("R-009", "R-036", "R-119")
@pytest.mark.parametrize(
    ("part", "bug", "rule"),
    [
        (Drafting, pool_stays, "R-031"),
        (Drafting, nobody_pays, "R-034"),
        (Allocating, boards_open_alone, "R-050"),
        (Opening, icons_are_swapped, "R-051"),
        (Anchor, bag_stays, "R-152"),
        (Anchor, a_die_rolls_off, "R-009"),
    ],
)
def test_a_planted_bug_is_found(
    monkeypatch: pytest.MonkeyPatch, part: Any, bug: Callable[[Whole, DiceState], DiceState], rule: str
) -> None:
    sound = part.apply
    monkeypatch.setattr(part, "apply", lambda self, state, act: bug(state.table.played, sound(self, state, act)))
    assert rule in found()


def none_by_volleys(sound: Any) -> Any:
    return lambda whole, infamy, more: sound(whole, infamy, 0 if whole.phase is Phase.FIRE else more)


def from_the_bottom(sound: Any) -> Any:
    def robbed(whole: Whole, *volley: Any) -> tuple[int, ...]:
        stack = whole.maps[volley[2]].chests[volley[3]] if volley[2] >= 0 else ()
        return stack[: len(sound(whole, *volley))]

    return robbed


@pytest.mark.rule("R-119", "R-120", "R-125", "R-132", "R-142")
@pytest.mark.parametrize(
    ("module", "name", "wrong", "rule"),
    [
        (charts, "robbed", from_the_bottom, "R-123"),
        (charts, "shots", lambda sound: lambda *volley: (sound(*volley)[0] + 1, sound(*volley)[1]), "R-120"),
        (charts, "gain", none_by_volleys, "R-125"),
        (charts, "income", lambda sound: lambda whole: (0,) * len(whole.maps), "R-132"),
        (scribe, "hired", lambda sound: lambda before, after: after, "R-142"),
        (scribe, "value_of", lambda sound: lambda *die: 1, "R-"),
    ],
)
def test_a_wrong_rule_is_found(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, wrong: Any, rule: str) -> None:
    monkeypatch.setattr(module, name, wrong(getattr(module, name)))
    assert rule in found()


def test_infamy_beyond_the_circles_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    simulation = dataclasses.replace(GAME.simulation, varied_owner=lambda rng: {"map": {"infamy_cap": 5}})
    monkeypatch.setattr(type(GAME), "simulation", simulation)
    monkeypatch.setattr(charts, "gain", lambda whole, infamy, more: infamy + more)
    assert "R-036" in found()
