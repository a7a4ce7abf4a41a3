"""Every scenario file, and what the runner says about files and outcomes that are wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.games.registry import GAMES
from companion.scenarios import (
    Case,
    Result,
    ScenarioError,
    cases_of,
    check_case,
    check_files,
    differences_of,
    run_scenario,
)
from companion.scenarios.files import SUFFIXES
from tests.game_markers import game_marks

FOLDER = Path(__file__).parents[2] / "scenarios"
FILES = [path for path in sorted(FOLDER.rglob("*")) if path.suffix in SUFFIXES]
SMALL = Path(__file__).parents[2] / "games" / "sealed_bid" / "scenarios"
"""Cases of the game of the tests."""


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
            marks = [pytest.mark.rule(*case.rules), *game_marks(f"tests/scenarios/{name}")]
            found.append(pytest.param(case, id=words.replace(" ", "_"), marks=marks))
    return found


@pytest.mark.parametrize("case", every_case())
def test_scenario(case: Case) -> None:
    if case.title == "unreadable":
        cases_of(case.path)
    assert differences_of(case, GAMES) == []


def test_each_case_of_a_folder_comes_out_as_expected() -> None:
    verdicts = list(check_files([SMALL], GAMES))
    assert [(each.title, each.place) for each in verdicts] == [
        ("S-02", "line 1"),
        ("S-03", "line 2"),
        ("S-04", "line 3"),
        ("S-05", "line 4"),
        ("S-06", "line 5"),
        ("Equal bids cancel, and the lower one takes the prize and a pearl", "cards own"),
        ("Equal bids cancel, and the lower one takes the prize and a pearl", "cards virtual"),
        ("Any one to three chips are a wager, and each on the right one is a point", "cards own"),
    ]
    assert all(each.result is Result.AS_EXPECTED for each in verdicts), verdicts
    assert (verdicts[2].rules, verdicts[2].entries) == (("B-006",), ("S-03", "S-04"))
    assert (verdicts[5].rules, verdicts[5].entries) == (("B-005", "B-006", "B-007"), ("S-01",))


HEAD = 'title = "A case"\ngame = "sealed_bid"\nrules = ["B-012"]\n'
BEFORE = '[before]\nphase = "pearls"\ntoken = 0\nprize = 5\ndeck = 26\nhand.0 = 3\nhand.1 = 3\nhand.2 = 3\n'
PEARLS = 'actions = [{ type = "PlacePearls", count = 4 }]\n'


def written(folder: Path, text: str) -> Path:
    path = folder / "case.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_scenario_that_comes_out_as_expected_gives_no_difference(tmp_path: Path) -> None:
    text = HEAD + PEARLS + BEFORE + '[expect]\npearls = 4\noutcome = []\nprompt_contains = ["Seat 1", "bids"]\n'
    assert run_scenario(written(tmp_path, text), GAMES) == []


def test_every_difference_is_named(tmp_path: Path) -> None:
    text = HEAD + PEARLS + BEFORE + '[expect]\npearls = 3\nhand.1 = 2\noutcome = [1]\nprompt_contains = "Seat 9"\n'
    *facts, words = run_scenario(written(tmp_path, text), GAMES)
    assert facts == [
        "pearls: expected 3, got 4",
        "hand.1: expected 2, got 3",
        "outcome: expected winners [1], got []",
    ]
    assert words.startswith(
        "prompt: expected 'Seat 9' in 'Round 1 · Sealed bids: Still to bid: Seat 1, Seat 2, Seat 3."
    )


def test_an_action_that_is_refused_is_a_difference_and_ends_the_playing(tmp_path: Path) -> None:
    text = HEAD + 'actions = [{ type = "PlacePearls", count = 3 }]\n' + BEFORE + "[expect]\npearls = 3\n"
    assert run_scenario(written(tmp_path, text), GAMES) == [
        "Action 1, PlacePearls(count 3), was refused: "
        "The bowl gets the pearls of its prize; this card or seat does not fit. (B-012)"
    ]


def test_a_refusal_that_does_not_come_or_names_another_rule_is_a_difference(tmp_path: Path) -> None:
    refused = (
        '[[refused]]\naction = { type = "PlacePearls", count = 4 }\nrule = "B-012"\nafter = 0\n'
        '[[refused]]\naction = { type = "PlacePearls", count = 4 }\nrule = "B-003"\n'
    )
    assert run_scenario(written(tmp_path, HEAD + PEARLS + BEFORE + refused + "[expect]\n"), GAMES) == [
        "Refused 1, PlacePearls(count 4): expected a refusal by B-012, but it was accepted.",
        "Refused 2, PlacePearls(count 4): expected rule B-003, got "
        "The bowl gets the pearls of its prize; now it is: Sealed bids. (B-012)",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title = ", "This is not TOML: "),
        ('title = "A case"\n', "Object missing required field `game`. Compare with docs/scenarios.md."),
        (HEAD + "colour = 1\n[expect]\n", "Object contains unknown field `colour`. Compare with docs/scenarios.md."),
        (HEAD.replace("B-012", 'B-1", "B-2", "B-3", "B-4", "B-5", "B-6", "B-7') + "[expect]\n",
         "rules: 7 ids. Name 1 to 6, or split the scenario."),
        (HEAD.replace("sealed_bid", "chess") + "[expect]\n", "game: 'chess' is not known. Choose one of: waves"),
        (HEAD + "[options]\nplayers = 9\n[expect]\n",
         "options: Sealed Bid cannot be played with players 9. Choose one of: 3, 2, 4 (B-001)."),
        (HEAD + "[before]\nhand.7 = 1\n[expect]\n", "before: Sealed Bid has no fact 'hand.7'."),
        (HEAD + "[before]\ndeck = 35\n[expect]\n",
         "before: 35 cards are counted instead of 36 (B-009). Set facts that keep the game's laws."),
        (HEAD + "[secrets]\n3 = { hand = [0, 0, 0, 0, 0, 0] }\n[expect]\n", "secrets.3: Not a seat. Use 0 to 2."),
        (HEAD + "[secrets]\n0 = { hand = 3 }\n[expect]\n", "secrets.0: Expected `array`, got `int`"),
        (HEAD + 'actions = [{ type = "Fly" }]\n' + BEFORE + "[expect]\n",
         "actions, number 1: Fly() is not an action of Sealed Bid: Invalid value 'Fly' - at `$.type`."),
        (HEAD + 'actions = [{ count = 2 }]\n' + BEFORE + "[expect]\n",
         "actions, number 1: an action without type(count 2) is not an action of Sealed Bid: "),
        (HEAD + BEFORE + '[[refused]]\naction = { type = "Draw", seat = 1 }\nrule = "B-002"\nafter = 1\n[expect]\n',
         "refused: after = 1, but there are 0 actions."),
        (HEAD + "[expect]\nwind = 1\n", "expect.wind: Sealed Bid has no such fact."),
        (HEAD + 'entries = ["S-1"]\n[expect]\n', "entries: 'S-1' is no entry. Write it like S-23, D-03 or X-01."),
        (HEAD + '[each]\norder = "turn"\n[expect]\n',
         "each.order: 'turn' is no list of values. Write them in brackets."),
        (HEAD + '[each]\nplayers = [3]\n[options]\nplayers = 3\n[expect]\n',
         "each.players: It stands in [options] too. Keep one of the two."),
        (HEAD + "[before]\ntable = 3\n[expect]\n", "before.table: This must be a table of fields."),
        (HEAD + "[before.table]\nwind = 3\n[expect]\n", "before.table.wind: No such field. There are: why, "),
        (HEAD + "[before.table]\nhands.7 = 3\n[expect]\n",
         "before.table.hands.7: No such field. There are: 0, 1, 2."),
        (HEAD + '[before.table]\nround = "two"\n[expect]\n',
         "before.table: Expected `int`, got `str` - at `$.round`."),
        (HEAD + "[secrets]\n0 = { cards = 3 }\n[expect]\n", "secrets.0.cards: No such field. There are: hand, bid."),
        (HEAD + "[expect.table]\nsetup.wind = 1\n",
         "expect.table.setup.wind: There is no such field in this position."),
        (HEAD + "[expect.table]\nhands.9 = 1\n", "expect.table.hands.9: There is no such field in this position."),
        (HEAD + '[expect]\nlegal = "Draw"\n', "expect.legal: 'Draw' is no list of actions. Write them in brackets."),
        (HEAD + '[expect]\nlegal = ["Draw"]\n', "expect.legal, number 1: 'Draw' is not an action of Sealed Bid: "),
        (HEAD + '[expect]\nprompt_of.9 = "x"\n', "expect.prompt_of: '9' is no seat. Use 0 to 2."),
        (HEAD + "[[midway]]\nafter = 2\nexpect.pearls = 0\n[expect]\n",
         "midway: after = 2, but there are 0 actions."),
        (HEAD + "[[seen]]\nzones = { sky = [] }\nexpect = []\n[expect]\n",
         "seen, number 1: sky: No such zone. There are: "),
        (HEAD + '[[seen]]\nzones = { prize = ["stone"] }\nexpect = []\n[expect]\n',
         "seen, number 1: prize: ['stone'] is no list of pieces. Use back or one of: "),
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
    secrets = "[secrets]\n0 = { hand = [1, 1, 1, 0, 0, 0] }\n"
    bid = '{ type = "SealBid", seat = 0, cards = [%s] }'
    refused = f'[[refused]]\naction = {bid % "1, 1"}\nrule = "B-004"\n[[refused]]\naction = {bid % 0}\nrule = "B-004"\n'
    assert run_scenario(written(tmp_path, HEAD + PEARLS + BEFORE + secrets + refused + "[expect]\n"), GAMES) == []


# --- what can be said beside facts ---


def test_a_case_for_several_options_is_played_with_each_of_them(tmp_path: Path) -> None:
    each = '[each]\norder = ["any", "turn"]\nplayers = [2, 4]\n'
    path = written(tmp_path, HEAD + each + '[expect.table]\nsetup = { order = "any" }\n')
    assert [case.place for case in cases_of(path)] == [
        "order any, players 2",
        "order any, players 4",
        "order turn, players 2",
        "order turn, players 4",
    ]
    assert run_scenario(path, GAMES) == [
        "With order turn, players 2: table.setup.order: expected 'any', got 'turn'",
        "With order turn, players 4: table.setup.order: expected 'any', got 'turn'",
    ]


def test_fields_of_the_table_and_of_secrets_are_compared_as_far_as_they_are_named(tmp_path: Path) -> None:
    secrets = "[secrets]\n0 = { hand = [1, 1, 1, 0, 0, 0] }\n"
    expect = (
        "[expect.table]\nprize = 5\nhands = [3, 3, 3]\nsetup.pearls.1.value = 3\nbids.1.face = 2\n"
        "[expect.secrets]\n0.hand = [3, 0, 0, 0, 0, 0]\n1.hand = [0, 0, 0, 0, 0, 3]\n"
    )
    assert run_scenario(written(tmp_path, HEAD + PEARLS + BEFORE + secrets + expect), GAMES) == [
        "table.setup.pearls.1.value: expected 3, got 4",
        "table.bids.1: expected {'face': 2}, got nothing",
        "secrets.0.hand: expected [3, 0, 0, 0, 0, 0], got [1, 1, 1, 0, 0, 0]",
        "secrets.1: expected {'hand': [0, 0, 0, 0, 0, 3]}, got nothing",
    ]


def test_fields_that_no_fact_reaches_can_be_set_before(tmp_path: Path) -> None:
    fields = "[before.table]\nbids.0 = { face = 0, count = 1 }\nsetup.ties = 'earlier'\n"
    before = BEFORE.replace('"pearls"', '"seal"').replace("hand.0 = 3", "hand.0 = 2") + fields
    expect = "[expect]\n'bid.0.cards' = 1\ntable.setup.ties = 'earlier'\ntable.round = 1\n"
    assert run_scenario(written(tmp_path, HEAD + before + expect), GAMES) == []


def test_actions_that_must_and_must_not_be_legal(tmp_path: Path) -> None:
    four, three = '{ type = "PlacePearls", count = 4 }', '{ type = "PlacePearls", count = 3 }'
    good = f"[expect]\nlegal = [{four}]\nnot_legal = [{three}]\n"
    assert run_scenario(written(tmp_path, HEAD + BEFORE + good), GAMES) == []
    bad = f"[expect]\nlegal = [{four}, {three}]\nnot_legal = [{four}]\n"
    assert run_scenario(written(tmp_path, HEAD + BEFORE + bad), GAMES) == [
        "legal 2, PlacePearls(count 3): expected to be legal, but it is not.",
        "not_legal 1, PlacePearls(count 4): expected not to be legal, but it is.",
    ]


def test_what_must_hold_midway_is_told_with_its_moment(tmp_path: Path) -> None:
    midway = "".join(f"[[midway]]\nafter = {after}\nexpect.pearls = 4\n" for after in (0, 1))
    assert run_scenario(written(tmp_path, HEAD + PEARLS + BEFORE + midway + "[expect]\n"), GAMES) == [
        "After 0 actions, pearls: expected 4, got 0"
    ]


def test_a_game_that_must_not_be_offered(tmp_path: Path) -> None:
    not_offered = (
        '[[not_offered]]\noptions = { players = 9 }\ncontains = "B-001"\n'
        '[[not_offered]]\noptions = { players = 9 }\ncontains = "B-002"\n'
        "[[not_offered]]\noptions = { players = 4 }\n"
    )
    other, made = run_scenario(written(tmp_path, HEAD + not_offered + "[expect]\n"), GAMES)
    assert other.startswith("Not offered 2: expected 'B-002' in ")
    assert made == "Not offered 3, {'players': 4}: expected to be refused, but a game was made."


def test_words_of_the_prompt_of_all_and_of_one_seat(tmp_path: Path) -> None:
    expect = '[expect]\nprompt_lacks = ["Seat 1", "Seat 9"]\nprompt_of = { 0 = "Seal one", 1 = "Seal one" }\n'
    in_turn = '[options]\norder = "turn"\n'
    found = run_scenario(written(tmp_path, HEAD + PEARLS + in_turn + BEFORE + expect), GAMES)
    assert [each.partition(" in ")[0] for each in found] == [
        "prompt: expected no 'Seat 1'",
        "prompt of seat 1: expected 'Seal one'",
    ]


def test_the_notes_of_the_prompt_tell_assumed_figures(tmp_path: Path) -> None:
    expect = '[expect]\nnotes_contain = ["assumed", "confirmed by all"]\n'
    (found,) = run_scenario(written(tmp_path, HEAD + BEFORE + expect), GAMES)
    assert found.startswith("notes: expected 'confirmed by all' in ")


SEEN = '[[seen]]\nafter = 1\nzones = { bowl = ["pearl"], prize = ["card:5"] }\nexpect = [%s]\n[expect]\n'


@pytest.mark.parametrize(
    ("expect", "found"),
    [
        ('{ zone = "bowl", contains = ["pearl"], fix_contains = "Lay the pearl" }', []),
        ("", ["Seen 1: bowl was not expected to be named, but: The bowl seems to hold the pearl;"]),
        ('{ zone = "bowl" }, { zone = "prize" }',
         ["Seen 1: prize was expected to be named as wrong, but it was not."]),
        ('{ zone = "bowl", rule = "B-999" }', ["Seen 1, bowl: expected rule B-999, got The bowl seems to hold"]),
        ('{ zone = "bowl", contains = "shell" }', ["Seen 1, bowl: expected 'shell' in 'The bowl seems to hold"]),
        ('{ zone = "bowl", fix_contains = "shell" }',
         ["Seen 1, bowl: expected 'shell' in the remedy 'Lay the pearl"]),
    ],
    ids=["right", "not expected", "not named", "rule", "words", "remedy"],
)  # fmt: skip
def test_what_is_named_on_a_table_that_looks_otherwise(tmp_path: Path, expect: str, found: list[str]) -> None:
    told = run_scenario(written(tmp_path, HEAD + PEARLS + BEFORE + SEEN % expect), GAMES)
    assert len(told) == len(found)
    assert all(each.startswith(start) for each, start in zip(told, found, strict=True))


# --- one case a line ---

AWARD: dict[str, Any] = {"id": "S-06", "rules": ["B-006"], "bids": [[4, 1], [2, 2], [6, 1]], "winner": 2}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"bids": [[4, 1]]}, "Sealed Bid cannot be played with players 1."),
        ({"bids": [[4, 3], [1, 1]]}, "This is no award of Sealed Bid: Expected `int` <= 2"),
        ({"rules": []}, "rules: 0 ids. Name 1 to 6, or split the scenario."),
        ({"entries": ["S"]}, "entries: 'S' is no entry."),
        ({"entries": 3}, "entries: 3 is no list of ids."),
    ],
    ids=str,
)
def test_a_case_that_cannot_be_set_up_says_why(tmp_path: Path, change: dict[str, Any], problem: str) -> None:
    path = tmp_path / "awards.jsonl"
    path.write_text(json.dumps({**AWARD, **change}) + "\n", encoding="utf-8")
    verdict = check_case(cases_of(path)[0], GAMES)
    assert verdict.result.value == "cannot be played"
    assert "not foreseen" not in verdict.texts[0]
    assert problem in verdict.texts[0]
    assert f"{path}: line 1: " in verdict.texts[0]


def test_what_comes_out_otherwise_is_told(tmp_path: Path) -> None:
    path = tmp_path / "awards.jsonl"
    path.write_text(json.dumps({**AWARD, "winner": 0}) + "\n", encoding="utf-8")
    verdict = check_case(cases_of(path)[0], GAMES)
    assert (verdict.result.value, verdict.texts) == ("different", ("winner: expected 0, got 2",))


def test_objects_are_found_in_any_text(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    line = json.dumps(AWARD)
    path.write_text(f"# Notes\n\nA case: `data: {line}` and more.\n{line}\n{{ not = this }}\nNot `data:` this.\n")
    assert [(case.place, case.title) for case in cases_of(path)] == [("line 3", "S-06"), ("line 4", "S-06")]
    assert [differences_of(case, GAMES) for case in cases_of(path)] == [[], []]


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("a.jsonl", "{", "This is not JSON: "),
        ("a.jsonl", "[1]", "One JSON object must stand on each line, and nothing else."),
        ("a.jsonl", "{} {}", "One JSON object must stand on each line, and nothing else."),
        ("a.jsonl", "{" * 3 + '"a":' * 2, "This is not JSON: "),
        ("a.md", "See `data: {nothing}`.", "This is not JSON: "),
        ("a.jsonl", f'{{"a": {"9" * 5000}}}', "A number on this line is too long. Mend that line."),
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
