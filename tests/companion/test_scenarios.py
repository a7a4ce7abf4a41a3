"""Every scenario file, and what the runner says about files and outcomes that are wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games.registry import GAMES
from companion.scenarios import ScenarioError, load_scenario, run_scenario

FOLDER = Path(__file__).parents[1] / "scenarios"


def scenario(path: Path) -> Any:
    """A file as a test case that shows its rules. A file that cannot be read fails in the test, by its own words."""
    try:
        rules = load_scenario(path).rules
    except ScenarioError:
        rules = ()
    return pytest.param(path, id=path.relative_to(FOLDER).with_suffix("").as_posix(), marks=pytest.mark.rule(*rules))


@pytest.mark.parametrize("path", [scenario(path) for path in sorted(FOLDER.rglob("*.toml"))])
def test_scenario(path: Path) -> None:
    assert run_scenario(path, GAMES) == []


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
    assert run_scenario(written(tmp_path, text), GAMES) == [
        "shells: expected 3, got 2",
        "elder.1: expected 5, got 4",
        "outcome: expected winners [1], got []",
        "prompt: expected 'Seat 2' in 'Seat 1 plays Agents face down at their own Scholar.'",
    ]


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
