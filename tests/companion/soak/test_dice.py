"""The soak of rolls: what counts as right, asked, wrong and untold, by eyes that are told what to see."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import msgspec
import pytest

from companion.cli.checks.soak_dice import headless_tray
from companion.games.game import AnyGame
from companion.games.registry import GAMES
from companion.soak.checkpoint import forget
from companion.soak.dice import Light, RollSoak, RollUnit, SoakedTray, play_rolls, rolls_summary, soak_rolls
from companion.table.dice import DieSighting, RollSighting, TrueDie
from companion.table.layout import Layout
from vision.dice.model import MODELS

pytestmark = pytest.mark.rolling_with_the_waves

GAME = GAMES["rolling_with_the_waves"]
VALUES = (1, 2, 3, 4, 5, 6)


class ToldEyes:
    """A tray in which the same dice lie after each roll; `tells` has what is seen of them."""

    def __init__(self, *tells: RollSighting | None) -> None:
        self.at_s = 0.0
        self._tells: Iterator[RollSighting | None] = iter(tells)
        self._next: RollSighting | None = None
        self._colours: tuple[str, ...] = ()

    def roll(self, colours: tuple[str, ...]) -> None:
        self._colours, self._next = colours, next(self._tells)

    def look(self) -> RollSighting | None:
        self.at_s += 0.1
        told, self._next = self._next, None
        return told

    def is_moving(self) -> bool:
        return False

    def lying(self) -> tuple[TrueDie, ...]:
        return tuple(TrueDie(value, "red", 440.0 + 30 * value, 300.0) for value in VALUES)


def seen(*values: int | None, colour: str = "red", places: tuple[int, ...] = VALUES) -> RollSighting:
    """Dice that are read so, at the places where the dice of these values lie."""
    dice = tuple(
        DieSighting(value, (value or 1,), colour, 441.0 + 30 * place, 300.0, 0.9, "read" if value else "doubtful")
        for value, place in zip(values, places, strict=True)
    )
    return RollSighting(1.0, 1, "read" if all(values) else "doubtful", dice, "It is in doubt.")


def soaked(tmp_path: Path, *tells: RollSighting | None) -> RollUnit:
    """What rolls come to of which that is told."""

    def eyes(game: AnyGame, layout: Layout, seed: int, light: Light) -> ToldEyes:
        return ToldEyes(*tells)

    options = {"players": 2, "score_only": True}
    table = SoakedTray(GAME, options, 1, eyes, tmp_path / "soak.journal", "normal")
    total = RollUnit()
    for _ in tells:
        total += table.roll()
    table.close()
    return total


def test_a_roll_that_is_read_as_it_lies_is_right(tmp_path: Path) -> None:
    found = soaked(tmp_path, seen(*VALUES), seen(*VALUES))
    assert (found.rolls, found.unasked, found.questions, found.wrong, found.dice) == (2, 2, 0, (), 12)


def test_a_question_is_answered_by_the_truth(tmp_path: Path) -> None:
    found = soaked(tmp_path, seen(1, 2, None, 4, 5, 6))
    assert (found.unasked, found.answered, found.questions, found.wrong) == (0, 1, 1, ())


def test_taps_are_counted_as_people_make_them(tmp_path: Path) -> None:
    """`seen` has a 1 likeliest of what is not read: right of the first die, wrong of the others."""
    found = soaked(tmp_path, seen(None, 2, 3, 4, 5, 6))
    assert (found.questions, found.one_tap, found.taps) == (1, 1, 1)
    found = soaked(tmp_path, seen(None, 2, None, 4, 5, 6), seen(None, None, None, 4, 5, 6))
    # The values of two dice in doubt are laid out: one of them, then "all right". Those of three are opened first.
    assert (found.questions, found.one_tap, found.taps, found.answered) == (2, 0, 2 + 5, 2)
    found = soaked(tmp_path, seen(1, 2, 3, 4, 5, places=VALUES[:5]))
    assert (found.left_out, found.one_tap, found.taps) == (1, 1, 1)


def test_a_wrong_value_is_wrong_unasked_and_within_a_question(tmp_path: Path) -> None:
    found = soaked(tmp_path, seen(1, 2, 3, 4, 5, 5), seen(6, None, 3, 4, 5, 6))
    assert found.wrong[0].endswith("1, 2, 3, 4, 5, 6 lay there, and 1, 2, 3, 4, 5, 5 was counted")
    assert len(found.wrong) == 2


def test_values_that_are_only_exchanged_are_wrong_too(tmp_path: Path) -> None:
    (text,) = soaked(tmp_path, seen(2, 1, 3, 4, 5, 6)).wrong
    assert text.endswith("dice were read where they do not lie: [2, 1]")


def test_a_roll_with_a_die_missing_is_asked_about_and_left_out(tmp_path: Path) -> None:
    found = soaked(tmp_path, seen(1, 2, 3, 4, 5, places=VALUES[:5]))
    assert (found.rolls, found.questions, found.unasked, found.answered, found.wrong) == (1, 1, 0, 0, ())


def test_colours_are_told_apart_from_values(tmp_path: Path) -> None:
    found = soaked(tmp_path, seen(*VALUES, colour="blue"), seen(*VALUES, colour="unknown"))
    assert (found.unasked, found.unknown, found.dice, found.wrong) == (2, 6, 12, ())
    (text,) = found.miscoloured
    assert text.count("red was called blue") == 6


def test_a_roll_of_which_nothing_is_told_is_named(tmp_path: Path) -> None:
    found = soaked(tmp_path, None)
    assert (found.rolls, len(found.untold)) == (1, 1)
    assert found.untold[0].endswith("nothing was told of 1, 2, 3, 4, 5, 6")


def test_the_report_says_how_many_were_wrong_and_asked(tmp_path: Path) -> None:
    total = RollUnit(10, 7, 2, 3, 1, 54, ("seed 1: it was wrong",), (), (), ("seed 1: asked",), 100, 10.0, 2, 0, 4)
    report = rolls_summary(RollSoak(GAME.name, 10, 1, "normal", tmp_path, {"score_only": True}), total, 12.0)
    assert "counted unasked: 7; after a question: 2" in report
    assert "questions: 3; by one tap: 2; by more: 1; 4 taps; rolls left out: 0\n  seed 1: asked" in report
    assert "silently wrong rolls: 1\n  seed 1: it was wrong" in report


def test_a_soak_is_shared_out_in_units(tmp_path: Path) -> None:
    assert [count for _, count in RollSoak(GAME.name, 60, 1, "normal", tmp_path, {"score_only": True}).units()] == [
        25,
        25,
        10,
    ]


def playing(tmp_path: Path, *tells: RollSighting | None) -> tuple[RollSoak, RollUnit]:
    """A soak of which one unit was played, with that to see."""

    def eyes(game: AnyGame, layout: Layout, seed: int, light: Light) -> ToldEyes:
        return ToldEyes(*tells)

    task = RollSoak(GAME.name, len(tells), 3, "normal", tmp_path, {"players": 2, "score_only": True}, "a1b2")
    ((seed, count),) = task.units()
    return task, play_rolls(task, seed, count, eyes)


def never(game: AnyGame, layout: Layout, seed: int, light: Light) -> ToldEyes:
    """Eyes that are not to be asked for."""
    raise AssertionError("a finished unit was played again")


def test_a_soak_goes_on_with_the_units_that_are_missing(tmp_path: Path) -> None:
    task, played = playing(tmp_path, seen(*VALUES), seen(1, 2, None, 4, 5, 6))
    heard = list[int]()
    assert soak_rolls(task, never, 1, heard.append) == played
    assert heard == [2]
    assert played.rolls == 2


def test_what_another_model_read_is_nothing_to_go_on_with(tmp_path: Path) -> None:
    task, _ = playing(tmp_path, seen(*VALUES))
    ((seed, count),) = task.units()
    assert task.file(seed, count).is_file()
    assert not msgspec.structs.replace(task, model="c3d4").file(seed, count).exists()
    forget(task.file(*unit) for unit in task.units())
    assert not task.file(seed, count).exists()


def test_a_unit_with_a_fault_is_played_again(tmp_path: Path) -> None:
    task, played = playing(tmp_path, seen(1, 2, 3, 4, 5, 5))
    ((seed, count),) = task.units()
    assert played.is_faulty
    assert not task.file(seed, count).exists()


@pytest.mark.slow
@pytest.mark.skipif(not (MODELS / "model.toml").is_file(), reason="the dice model is not there")
def test_a_few_rolls_through_pixels_are_never_wrong_in_silence(tmp_path: Path) -> None:
    task = RollSoak(GAME.name, 4, 7, "normal", tmp_path, {"players": 2, "score_only": True})
    found = play_rolls(task, 7, 4, partial(headless_tray, MODELS))
    assert (found.rolls, found.wrong, found.untold) == (4, (), ())
