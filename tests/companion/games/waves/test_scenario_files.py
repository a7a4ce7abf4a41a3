"""The scenario files of Waves: which cases of the ledger they cover, and rounds that are written on one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.games.registry import GAMES
from companion.scenarios import cases_of, check_case, run_scenario
from companion.scenarios.files import SUFFIXES, ScenarioError

FOLDER = Path(__file__).parents[3] / "scenarios" / "waves"
FILES = [path for path in sorted(FOLDER.rglob("*")) if path.suffix in SUFFIXES]
ROUNDS = FOLDER / "one_round.jsonl"


def test_every_case_of_the_ledger_is_there() -> None:
    covered = {entry for path in FILES for case in cases_of(path) for entry in case.entries}
    wanted = {
        f"{kind}-{number:02}" for kind, last in (("X", 17), ("S", 29), ("D", 19)) for number in range(1, last + 1)
    }
    assert wanted - covered == set()


def test_every_one_round_object_names_its_rules_and_entries() -> None:
    cases = cases_of(ROUNDS)
    assert len(cases) == 23
    assert all(1 <= len(case.rules) <= 6 and case.entries for case in cases)


# --- one round a line ---

S_08: dict[str, Any] = json.loads(next(line for line in ROUNDS.read_text().splitlines() if '"id":"S-08"' in line))


def checked(raw: dict[str, Any]) -> list[str]:
    """What the games say about one object."""
    return list(GAMES["waves"].check_line(raw) or ())


def with_expect(key: str, value: object) -> dict[str, Any]:
    return {**S_08, "expect": {**S_08["expect"], key: value}}


@pytest.mark.parametrize(
    ("key", "value", "found"),
    [
        ("open", 5, "open: expected 5, got 4"),
        ("true", 5, "true: expected 5, got 4"),
        ("tablet", "SEE-B1", "tablet: expected SEE-B1, got SEE-B2"),
        ("shells_start", 3, "shells_start: expected 3, got 2"),
        ("shells_end", 0, "shells_end: expected 0, got 1"),
        ("discard", [4], "discard: expected [4], got nothing"),
        ("collected", {"P1": [1]}, "collected: expected {'P1': [1]}, got {'P0': [1]}"),
        ("to_hand", {}, "to_hand: expected nothing, got {'1': [4], '3': [4], '2': [5]}"),
        ("winner", "P0", "winner: expected P0, got nothing"),
        ("next_council", [5, 3, 4, 1], "next_council: expected [5, 3, 4, 1], got [5, 3, 4, 2]"),
        ("next_token", 3, "next_token: expected 3, got 1"),
        ("rotated", [4, 1, 4, 5], "rotated: expected [4, 1, 4, 5], got [1, 4, 5, 4]"),
    ],
)
def test_every_key_of_a_round_is_compared(key: str, value: object, found: str) -> None:
    assert checked(S_08) == []
    assert checked(with_expect(key, value)) == [found]


def test_steps_that_differ_are_told_one_by_one() -> None:
    steps = [[0, 5, 1, "H"], *S_08["expect"]["steps"][1:3]]
    assert checked(with_expect("steps", steps)) == [
        "step 1: expected slot 0, 5 against 1, to hand, got slot 0, 5 against 1, collected",
        "step 4: expected no step, got slot 2, 4 against 5, to hand",
    ]


def test_six_cards_are_played_in_head_to_head_with_those_drawn_between() -> None:
    raw = {
        "mode": "h2h", "players": 2, "council": [3, 3, 5, 1], "token": 0, "shells": 2, "tablets": {"3": "KNI-C"},
        "plays": ["R2x3", "F3", "R3x3", "F4"],
        "expect": {"true": 3, "discard": [2, 2, 3, 3], "next_council": [2, 3, 3, 4], "collected": {"B": [1]}},
    }  # fmt: skip
    assert checked(raw) == []


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"plays": ["F9", "F3", "R4x1", "F2"]}, "'F9' is no play. Write F and a class, or R, a class, x and a number"),
        ({"plays": ["F5"]}, "4 players need 4 Elders and 4 plays, one a slot."),
        ({"plays": ["R1x6", "F3", "R4x1", "F2"]}, "Seat 0 plays 6 cards, more than the 5 in its hand."),
        ({"council": [4, 1, 4, 7]}, "This is no round of Waves: Expected `int` <= 5"),
        ({"players": 9}, "All vs All is not played by 9."),
        ({"mode": "solitaire"}, "Waves cannot be played with mode 'solitaire'."),
        ({"wind": 1}, "This is no round of Waves: Object contains unknown field `wind`."),
        ({"collected": {"X": [1]}}, "'X' is no side of this game. The sides are: P0, P1, P2, P3."),
        ({"tablets": {"9": "SCH-B"}}, "'9' is no class of a tablet. Use 1 to 5."),
        ({"shells": 9}, "Shells for Scholars cannot be 9."),
        ({"token": 7}, "Wave token cannot be 7."),
        ({"expect": {"wind": 1}}, "A round has no 'wind' to expect. It has: open, true, tablet, steps,"),
        ({"expect": {"steps": 1}}, "steps are 1. Write a list of"),
        ({"collected": {"P0": [1] * 20, "P1": [1]}}, "(W-140). Mend the round's numbers."),
    ],
    ids=str,
)
def test_a_round_that_cannot_be_set_up_says_why(tmp_path: Path, change: dict[str, Any], problem: str) -> None:
    path = tmp_path / "rounds.jsonl"
    path.write_text(json.dumps({**S_08, **change}) + "\n", encoding="utf-8")
    verdict = check_case(cases_of(path)[0], GAMES)
    assert verdict.result.value == "cannot be played"
    assert "not foreseen" not in verdict.texts[0]
    assert problem in verdict.texts[0]
    assert f"{path}: line 1: " in verdict.texts[0]


@pytest.mark.rule("W-106", "W-001")
def test_two_players_draw_what_is_most_plentiful_where_a_round_names_no_card() -> None:
    """The second player still has to draw the last two Scholars of the deck."""
    raw = {
        "mode": "h2h", "players": 2, "council": [1, 1, 1, 1], "token": 0, "shells": 0, "tablets": {"3": "KNI-C"},
        "collected": {"A": [1] * 6, "B": [1] * 6}, "plays": ["R3x2", "R3x4", "F4", "R1x3"],
        "expect": {"true": 1, "next_council": [3, 3, 4, 1]},
    }  # fmt: skip
    assert checked(raw) == []


@pytest.mark.rule("W-055", "W-100")
@pytest.mark.parametrize(
    ("mode", "slots", "before", "secret", "says"),
    [
        ("head_to_head", 4, "", "hand = [1, 1, 1, 1, 1]",
         "Seat 1 was told of 1 place for Agents, but has 2: give agents for each, 0 where none lies face down (W-055). "
         "[secrets] 0 has no agents: [0] was taken."),
        ("all_vs_all", 4, "agent.0.posture = 'follower'\nagent.0.count = 1", "hand = [1, 1, 1, 1, 0]",
         "Seat 1's face-down Agent does not match what was told (W-055). [secrets] 0 has no agents: [0] was taken."),
    ],
)  # fmt: skip
def test_secrets_without_agents_are_told_of(
    tmp_path: Path, mode: str, slots: int, before: str, secret: str, says: str
) -> None:
    seats = 2 if mode == "head_to_head" else 4
    lines = [f"elder.{slot} = {slot + 1}" for slot in range(slots)]
    lines += [f"hand.{seat} = {4 if before and seat == 0 else 5}" for seat in range(seats)]
    deck = 100 - slots - 5 * seats
    path = tmp_path / "case.toml"
    path.write_text(
        'title = "Hands that were told"\ngame = "waves"\nrules = ["W-055"]\n'
        f'[options]\nmode = "{mode}"\ncards = "virtual"\n[before]\nphase = "play"\ntoken = 0\ndeck = {deck}\n'
        f"{before}\n" + "\n".join(lines) + f"\n[secrets]\n0 = {{ {secret} }}\n[expect]\n"
    )
    with pytest.raises(ScenarioError) as caught:
        run_scenario(path, GAMES)
    assert f"before: {says} Set facts that keep the game's laws." in str(caught.value)
