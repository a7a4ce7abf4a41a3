"""Whole games that were kept are seen as they were: each day a part of one of each game, by turns all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.registered import PRODUCT_GAMES
from tests.kept.__main__ import main
from tests.kept.check import differences, shown
from tests.kept.held import NUMBERS, is_of_the_day, kept, of_the_day
from tests.kept.record import HERE, SUM, Kept, file_of, read, write


@pytest.mark.slow
@pytest.mark.parametrize("game", [pytest.param(name, marks=getattr(pytest.mark, name)) for name in PRODUCT_GAMES])
def test_what_is_seen_of_the_game_of_the_day_is_as_it_was(game: str) -> None:
    assert "\n".join(map(str, differences(of_the_day(game), is_wanted=is_of_the_day))) == ""


def test_every_game_has_its_kept_games() -> None:
    assert {path.name for path in HERE.glob("*.gz")} == {file_of(HERE, name).name for name in PRODUCT_GAMES}
    for name in PRODUCT_GAMES:
        assert [each.number for each in read(file_of(HERE, name))] == [*NUMBERS]


@pytest.fixture
def game() -> Kept:
    """The shortest game of Waves, of which the first steps alone are looked at."""
    return min((kept("waves", number) for number in NUMBERS), key=lambda each: len(each.steps))


def test_one_sentence_that_differs_is_told_with_its_game_step_and_kind(game: Kept) -> None:
    letters = game.sums["log"]
    game.sums["log"] = letters[: SUM * 5] + "?" * SUM + letters[SUM * 6 :]
    (found,) = differences(game, ("log", "prompt"), lambda number: number < 6)
    assert str(found) == f"{game.name}, after 5 steps ({game.steps[4]['type']}): log"


def test_a_step_that_may_not_be_done_any_more_is_told(game: Kept) -> None:
    twice = Kept(game.game, 0, game.options, game.owner, game.start, steps=(game.steps[0], game.steps[0]))
    (found,) = differences(twice.with_sums({"log": ["aaa"] * 3}))
    assert str(found).startswith("waves 0: it cannot be played any more: IllegalAction: ")


def test_a_position_is_shown_in_words(game: Kept) -> None:
    assert '"phase": "' in shown(game, 3, "prompt")


def test_the_command_says_what_differs(game: Kept, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game.sums["log"] = "?" * SUM + game.sums["log"][SUM:]
    write(file_of(tmp_path, "waves"), [game])
    assert main(["check", str(tmp_path), "--only", "waves", "--kinds", "log"]) == 1
    assert capsys.readouterr().out == f"{game.name}, after 0 steps (the start): log\nlog: 1\n"
