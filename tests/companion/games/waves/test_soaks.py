"""Rounds of Waves in a soak without pictures: the mat of every mode is understood by eyes made for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games.option_text import options_text
from companion.soak.runner import Soak, play_unit
from tests.companion.instant import perfect_eyes
from tests.many import one_quick


@pytest.mark.slow
@pytest.mark.rule("W-005", "W-011", "W-100")
@pytest.mark.parametrize(
    "options",
    one_quick(
        [
            {"mode": "teams", "players": 5},
            {"mode": "all_vs_all", "players": 4},
            {"mode": "head_to_head", "players": 2},
            {"mode": "all_vs_all", "players": 3},
            {"mode": "all_vs_all", "players": 6},
        ]
    ),
    ids=options_text,
)
def test_every_mat_is_understood_by_eyes_made_for_it(tmp_path: Path, options: dict[str, Any]) -> None:
    unit = play_unit(Soak("waves", 1, 3, "normal", tmp_path, options=options), 0, 1, perfect_eyes)
    assert (unit.wrong, unit.questions, unit.mismatches) == ((), 0, 0)
    assert unit.rounds == 1
