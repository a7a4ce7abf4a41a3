"""Every scenario file, and what the runner says about files and outcomes that are wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.games.registry import GAMES
from companion.scenarios import (
    Case,
    ScenarioError,
    cases_of,
    check_case,
    differences_of,
    run_scenario,
)
from companion.scenarios.reading import SUFFIXES

FOLDER = Path(__file__).parents[1] / "scenarios"
FILES = [path for path in sorted(FOLDER.rglob("*")) if path.suffix in SUFFIXES]
ROUNDS = FOLDER / "waves" / "one_round.jsonl"


def every_case() -> list[Any]:
    """Each case of each file as a test that shows its rules. A file that cannot be read fails in a test of its own."""
    found = []
    for path in FILES:
        name = path.relative_to(FOLDER).with_suffix("").as_posix()
        try:
            cases = cases_of(path)
        except ScenarioError:
            cases = (Case(path, "", "unreadable"),)
        for case in cases:
            words = f"{name}-{case.place}-{case.title if case.line.number else ''}".rstrip("-")
            found.append(pytest.param(case, id=words.replace(" ", "_"), marks=pytest.mark.rule(*case.rules)))
    return found


@pytest.mark.parametrize("case", every_case())
def test_scenario(case: Case) -> None:
    if case.title == "unreadable":
        cases_of(case.path)
    assert differences_of(case, GAMES) == []


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


HEAD = 'title = "A case"\ngame = "waves"\nrules = ["W-043"]\n'
BEFORE = (
    '[before]\nphase = "shells"\ntoken = 0\ndeck = 76\nelder.0 = 1\nelder.1 = 4\nelder.2 = 4\nelder.3 = 2\n'
    "hand.0 = 5\nhand.1 = 5\nhand.2 = 5\nhand.3 = 5\n"
)
SHELLS = 'actions = [{ type = "PlaceShells", count = 2 }]\n'


def written(folder: Path, text: str) -> Path:
    path = folder / "case.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_scenario_that_comes_out_as_expected_gives_no_difference(tmp_path: Path) -> None:
    text = HEAD + SHELLS + BEFORE + '[expect]\nshells = 2\noutcome = []\nprompt_contains = ["Seat 1", "Agents"]\n'
    assert run_scenario(written(tmp_path, text), GAMES) == []


def test_every_difference_is_named(tmp_path: Path) -> None:
    text = HEAD + SHELLS + BEFORE + '[expect]\nshells = 3\nelder.1 = 5\noutcome = [1]\nprompt_contains = "Seat 2"\n'
    *facts, words = run_scenario(written(tmp_path, text), GAMES)
    assert facts == [
        "shells: expected 3, got 2",
        "elder.1: expected 5, got 4",
        "outcome: expected winners [1], got []",
    ]
    assert words.startswith("prompt: expected 'Seat 2' in 'Round 1 · Playing Agents: Seat 1 plays Agents")


def test_an_action_that_is_refused_is_a_difference_and_ends_the_playing(tmp_path: Path) -> None:
    text = HEAD + 'actions = [{ type = "PlaceShells", count = 3 }]\n' + BEFORE + "[expect]\nshells = 3\n"
    assert run_scenario(written(tmp_path, text), GAMES) == [
        "Action 1, PlaceShells(count 3), was refused: The Council card asks for 2 shells in the centre, not 3. (W-043)"
    ]


def test_a_refusal_that_does_not_come_or_names_another_rule_is_a_difference(tmp_path: Path) -> None:
    refused = (
        '[[refused]]\naction = { type = "PlaceShells", count = 2 }\nrule = "W-043"\nafter = 0\n'
        '[[refused]]\naction = { type = "PlaceShells", count = 2 }\nrule = "W-044"\n'
    )
    assert run_scenario(written(tmp_path, HEAD + SHELLS + BEFORE + refused + "[expect]\n"), GAMES) == [
        "Refused 1, PlaceShells(count 2): expected a refusal by W-043, but it was accepted.",
        "Refused 2, PlaceShells(count 2): expected rule W-044, got "
        "Shells are placed at the start of a round. Now it is: Playing Agents. (W-043)",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title = ", "This is not TOML: "),
        ('title = "A case"\n', "Object missing required field `game`. Compare with docs/scenarios.md."),
        (HEAD + "colour = 1\n[expect]\n", "Object contains unknown field `colour`. Compare with docs/scenarios.md."),
        (HEAD.replace("W-043", 'W-1", "W-2", "W-3", "W-4", "W-5", "W-6", "W-7') + "[expect]\n",
         "rules: 7 ids. Name 1 to 6, or split the scenario."),
        (HEAD.replace("waves", "chess") + "[expect]\n", "game: 'chess' is not known. Choose one of: waves"),
        (HEAD + "[options]\nplayers = 9\n[expect]\n", "options: All vs All is not played by 9."),
        (HEAD + "[before]\nelder.7 = 1\n[expect]\n", "before: Waves has no fact 'elder.7'."),
        (HEAD + "[before]\ndeck = 99\n[expect]\n",
         "before: 99 cards are counted instead of 100 (W-140). Set facts that keep the game's laws."),
        (HEAD + "[secrets]\n4 = { hand = [0, 0, 0, 0, 0] }\n[expect]\n", "secrets.4: Not a seat. Use 0 to 3."),
        (HEAD + "[secrets]\n0 = { hand = 3 }\n[expect]\n", "secrets.0: Expected `array`, got `int`"),
        (HEAD + 'actions = [{ type = "Fly" }]\n' + BEFORE + "[expect]\n",
         "actions, number 1: Fly() is not an action of Waves: Invalid value 'Fly' - at `$.type`."),
        (HEAD + 'actions = [{ count = 2 }]\n' + BEFORE + "[expect]\n",
         "actions, number 1: an action without type(count 2) is not an action of Waves: "),
        (HEAD + BEFORE + '[[refused]]\naction = { type = "NextRound" }\nrule = "W-040"\nafter = 1\n[expect]\n',
         "refused: after = 1, but there are 0 actions."),
        (HEAD + "[expect]\nwind = 1\n", "expect.wind: Waves has no such fact."),
        (HEAD + 'entries = ["S-1"]\n[expect]\n', "entries: 'S-1' is no entry. Write it like S-23, D-03 or X-01."),
        (HEAD + '[each]\nedition = "rebels"\n[expect]\n',
         "each.edition: 'rebels' is no list of values. Write them in brackets."),
        (HEAD + '[each]\nplayers = [4]\n[options]\nplayers = 4\n[expect]\n',
         "each.players: It stands in [options] too. Keep one of the two."),
        (HEAD + "[before]\ntable = 3\n[expect]\n", "before.table: This must be a table of fields."),
        (HEAD + "[before.table]\nwind = 3\n[expect]\n", "before.table.wind: No such field. There are: why, "),
        (HEAD + "[before.table]\nhands.7.count = 3\n[expect]\n",
         "before.table.hands.7: No such field. There are: 0, 1, 2, 3."),
        (HEAD + '[before.table]\nround = "two"\n[expect]\n',
         "before.table: Expected `int`, got `str` - at `$.round`."),
        (HEAD + "[secrets]\n0 = { cards = 3 }\n[expect]\n", "secrets.0.cards: No such field. There are: hand, agents."),
        (HEAD + "[expect.table]\nsetup.wind = 1\n",
         "expect.table.setup.wind: There is no such field in this position."),
        (HEAD + "[expect.table]\nhands.9 = 1\n", "expect.table.hands.9: There is no such field in this position."),
        (HEAD + '[expect]\nlegal = "Draw"\n', "expect.legal: 'Draw' is no list of actions. Write them in brackets."),
        (HEAD + '[expect]\nlegal = ["Draw"]\n', "expect.legal, number 1: 'Draw' is not an action of Waves: "),
        (HEAD + '[expect]\nprompt_of.9 = "x"\n', "expect.prompt_of: '9' is no seat. Use 0 to 3."),
        (HEAD + "[[midway]]\nafter = 2\nexpect.shells = 0\n[expect]\n",
         "midway: after = 2, but there are 0 actions."),
        (HEAD + "[[seen]]\nzones = { sky = [] }\nexpect = []\n[expect]\n",
         "seen, number 1: sky: No such zone. There are: "),
        (HEAD + '[[seen]]\nzones = { centre = ["stone"] }\nexpect = []\n[expect]\n',
         "seen, number 1: centre: ['stone'] is no list of pieces. Use back or one of: "),
        (HEAD + '[[seen]]\nzones = {}\nexpect = [{ zone = "sky" }]\n[expect]\n',
         "seen, number 1: expect: 'sky' is no zone. There are: "),
    ],
    ids=lambda value: "" if "\n" in value else value[:24],
)  # fmt: skip
def test_a_malformed_file_is_named_with_its_key_and_what_to_do(tmp_path: Path, text: str, message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ScenarioError) as caught:
        run_scenario(path, GAMES)
    assert str(caught.value).startswith(f"{path}: {message}")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "nowhere.toml"
    with pytest.raises(ScenarioError) as caught:
        run_scenario(path, GAMES)
    assert str(caught.value) == f"{path}: The file cannot be read (No such file or directory). Check the path."


def test_secrets_are_told_to_their_seat_only(tmp_path: Path) -> None:
    secrets = "[secrets]\n0 = { hand = [1, 1, 1, 1, 1] }\n"
    play = '{ type = "PlayAgents", seat = 0, slot = 0, posture = "rebel", cards = [%s] }'
    refused = (
        f'[[refused]]\naction = {play % "1, 1"}\nrule = "W-051"\n[[refused]]\naction = {play % 0}\nrule = "W-051"\n'
    )
    assert run_scenario(written(tmp_path, HEAD + SHELLS + BEFORE + secrets + refused + "[expect]\n"), GAMES) == []


# --- what can be said beside facts ---


def test_a_case_for_several_options_is_played_with_each_of_them(tmp_path: Path) -> None:
    each = '[each]\nedition = ["rebels", "breakers"]\ntablets = ["row1", "row2"]\n'
    path = written(tmp_path, HEAD + each + '[expect.table]\nsetup = { edition = "rebels" }\n')
    assert [case.place for case in cases_of(path)] == [
        "edition rebels, tablets row1",
        "edition rebels, tablets row2",
        "edition breakers, tablets row1",
        "edition breakers, tablets row2",
    ]
    assert run_scenario(path, GAMES) == [
        "With edition breakers, tablets row1: table.setup.edition: expected 'rebels', got 'breakers'",
        "With edition breakers, tablets row2: table.setup.edition: expected 'rebels', got 'breakers'",
    ]


def test_fields_of_the_table_and_of_secrets_are_compared_as_far_as_they_are_named(tmp_path: Path) -> None:
    secrets = "[secrets]\n0 = { hand = [1, 1, 1, 1, 1] }\n"
    expect = (
        "[expect.table]\nopen_majority = 4\ncouncil = [1, 1, 0, 2, 0]\nslots.1.elder = 3\nslots.1.agent.face = 2\n"
        "[expect.secrets]\n0.hand = [5, 0, 0, 0, 0]\n1.hand = [0, 0, 0, 0, 5]\n"
    )
    assert run_scenario(written(tmp_path, HEAD + SHELLS + BEFORE + secrets + expect), GAMES) == [
        "table.slots.1.elder: expected 3, got 4",
        "table.slots.1.agent: expected {'face': 2}, got nothing",
        "secrets.0.hand: expected [5, 0, 0, 0, 0], got [1, 1, 1, 1, 1]",
        "secrets.1: expected {'hand': [0, 0, 0, 0, 5]}, got nothing",
    ]


def test_fields_that_no_fact_reaches_can_be_set_before(tmp_path: Path) -> None:
    fields = "[before.table]\ndrawn = [1, 0, 0, 0]\nslots.0.agent = { posture = 'rebel', count = 1 }\n"
    before = BEFORE.replace('"shells"', '"play"').replace("hand.0 = 5", "hand.0 = 4") + fields
    expect = "[expect]\nagent.0.count = 1\ntable.drawn = [1, 0, 0, 0]\ntable.round = 1\n"
    assert run_scenario(written(tmp_path, HEAD + before + expect), GAMES) == []


def test_actions_that_must_and_must_not_be_legal(tmp_path: Path) -> None:
    two, three = '{ type = "PlaceShells", count = 2 }', '{ type = "PlaceShells", count = 3 }'
    good = f"[expect]\nlegal = [{two}]\nnot_legal = [{three}]\n"
    assert run_scenario(written(tmp_path, HEAD + BEFORE + good), GAMES) == []
    bad = f"[expect]\nlegal = [{two}, {three}]\nnot_legal = [{two}]\n"
    assert run_scenario(written(tmp_path, HEAD + BEFORE + bad), GAMES) == [
        "legal 2, PlaceShells(count 3): expected to be legal, but it is not.",
        "not_legal 1, PlaceShells(count 2): expected not to be legal, but it is.",
    ]


def test_what_must_hold_midway_is_told_with_its_moment(tmp_path: Path) -> None:
    midway = "".join(f"[[midway]]\nafter = {after}\nexpect.shells = 2\n" for after in (0, 1))
    assert run_scenario(written(tmp_path, HEAD + SHELLS + BEFORE + midway + "[expect]\n"), GAMES) == [
        "After 0 actions, shells: expected 2, got 0"
    ]


def test_a_game_that_must_not_be_offered(tmp_path: Path) -> None:
    not_offered = (
        '[[not_offered]]\noptions = { players = 9 }\ncontains = "W-005"\n'
        '[[not_offered]]\noptions = { players = 9 }\ncontains = "W-011"\n'
        "[[not_offered]]\noptions = { players = 5 }\n"
    )
    other, made = run_scenario(written(tmp_path, HEAD + not_offered + "[expect]\n"), GAMES)
    assert other.startswith("Not offered 2: expected 'W-011' in ")
    assert made == "Not offered 3, {'players': 5}: expected to be refused, but a game was made."


def test_words_of_the_prompt_of_all_and_of_one_seat(tmp_path: Path) -> None:
    expect = '[expect]\nprompt_lacks = ["Seat 1", "Seat 9"]\nprompt_of = { 0 = "Your turn", 1 = "Your turn" }\n'
    found = run_scenario(written(tmp_path, HEAD + SHELLS + BEFORE + expect), GAMES)
    assert [each.partition(" in ")[0] for each in found] == [
        "prompt: expected no 'Seat 1'",
        "prompt of seat 1: expected 'Your turn'",
    ]


def test_the_notes_of_the_prompt_tell_assumed_figures(tmp_path: Path) -> None:
    expect = '[expect]\nnotes_contain = ["assumed", "confirmed by all"]\n'
    (found,) = run_scenario(written(tmp_path, HEAD + SHELLS + BEFORE + expect), GAMES)
    assert found.startswith("notes: expected 'confirmed by all' in ")


SEEN = '[[seen]]\nafter = 1\nzones = { centre = ["shell"], "elder.0" = ["card:1"] }\nexpect = [%s]\n[expect]\n'


@pytest.mark.parametrize(
    ("expect", "found"),
    [
        ('{ zone = "centre", contains = ["shell"], fix_contains = "Lay the shell" }', []),
        ("", ["Seen 1: centre was not expected to be named, but: The centre shows shell;"]),
        ('{ zone = "centre" }, { zone = "elder.1" }',
         ["Seen 1: elder.1 was expected to be named as wrong, but it was not."]),
        ('{ zone = "centre", rule = "W-999" }', ["Seen 1, centre: expected rule W-999, got The centre shows shell;"]),
        ('{ zone = "centre", contains = "pearl" }', ["Seen 1, centre: expected 'pearl' in 'The centre shows shell;"]),
        ('{ zone = "centre", fix_contains = "pearl" }',
         ["Seen 1, centre: expected 'pearl' in the remedy 'Lay the shell"]),
    ],
    ids=["right", "not expected", "not named", "rule", "words", "remedy"],
)  # fmt: skip
def test_what_is_named_on_a_table_that_looks_otherwise(tmp_path: Path, expect: str, found: list[str]) -> None:
    told = run_scenario(written(tmp_path, HEAD + SHELLS + BEFORE + SEEN % expect), GAMES)
    assert len(told) == len(found)
    assert all(each.startswith(start) for each, start in zip(told, found, strict=True))


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
        ({"rules": []}, "rules: 0 ids. Name 1 to 6, or split the scenario."),
        ({"entries": ["S"]}, "entries: 'S' is no entry."),
        ({"entries": 3}, "entries: 3 is no list of ids."),
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


def test_objects_are_found_in_any_text(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    line = json.dumps(S_08)
    path.write_text(f"# Notes\n\nA case: `data: {line}` and more.\n{line}\n{{ not = this }}\nNot `data:` this.\n")
    assert [(case.place, case.title) for case in cases_of(path)] == [("line 3", "S-08"), ("line 4", "S-08")]
    assert [differences_of(case, GAMES) for case in cases_of(path)] == [[], []]


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("a.jsonl", "{", "This is not JSON: "),
        ("a.jsonl", "[1]", "One JSON object must stand on each line, and nothing else."),
        ("a.jsonl", "{} {}", "One JSON object must stand on each line, and nothing else."),
        ("a.jsonl", "{" * 3 + '"a":' * 2, "This is not JSON: "),
        ("a.md", "See `data: {nothing}`.", "This is not JSON: "),
        ("a.jsonl", '{"a":' * 100_000, "This is nested too deeply to be a case."),
    ],
)
def test_a_line_that_is_no_object_is_told(tmp_path: Path, name: str, text: str, problem: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    verdict = check_case(cases_of(path)[0], GAMES)
    assert verdict.result.value == "cannot be played"
    assert verdict.texts[0].startswith(f"{path}: line 1: {problem}")


def test_an_object_of_another_game_is_of_an_unknown_kind(tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text('{"id": "Q-1", "ships": 3}\n', encoding="utf-8")
    assert differences_of(cases_of(path)[0], GAMES) is None
