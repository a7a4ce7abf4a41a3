"""`--score-only` on the command line: how the dice's slice is started, and what is said where it is not there."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.cli.chosen import chosen_options, typed_options
from companion.games.errors import BadOption
from companion.games.registry import GAMES
from vision.dice.model import NoModel

DICE = GAMES["rolling_with_the_waves"]


def test_without_score_only_the_whole_game_is_played() -> None:
    assert DICE.new_game(chosen_options(DICE, typed_options({}, ())), {}).table.whole


def test_score_only_starts_the_dice_for_so_many_players() -> None:
    chosen = chosen_options(DICE, typed_options({"players": "4", "score_only": "true"}, ()))
    assert {key: chosen[key] for key in ("players", "score_only")} == {"players": 4, "score_only": True}
    assert DICE.new_game(chosen, {}).table.pool == 12  # W-R01 of the ledger


def test_a_game_that_is_there_whole_has_no_such_option() -> None:
    with pytest.raises(BadOption, match="Waves has no option 'score_only'"):
        chosen_options(GAMES["waves"], typed_options({"score_only": "true"}, ()))


def test_a_soak_without_a_model_says_which_file_is_missing(tmp_path: Path) -> None:
    asked = ["soak", "rolling_with_the_waves", "--score-only", "--rolls", "1", "--dice-model", str(tmp_path)]
    told = CliRunner().invoke(cli, asked)
    assert isinstance(told.exception, NoModel)
    assert str(tmp_path / "detector.onnx") in str(told.exception)
