"""The examples of a game: they stay as short as docs/games.md says, and their cases come out as expected."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from companion.games.deal import with_cards
from companion.games.game import AnyGame
from companion.live.room import Room
from companion.scenarios import Result, check_files
from companion.storage.home import Home
from tests.companion.tables import HOST, tap_of
from tests.games.harbour_market.game import GAME as HARBOUR_MARKET
from tests.games.harbour_market.model import Tide
from tests.games.last_tile.game import GAME as LAST_TILE
from tests.house import size_of

FOLDER: Final = Path(__file__).parents[2] / "games"


@pytest.mark.parametrize(("game", "most"), [(LAST_TILE, 90), (HARBOUR_MARKET, 380)], ids=["small", "middle"])
def test_an_example_is_short(game: AnyGame, most: int) -> None:
    size = size_of(FOLDER / game.name)
    assert size.code - size.imports <= most


def test_cases_of_the_middle_one_come_out_as_expected() -> None:
    verdicts = list(check_files([FOLDER / HARBOUR_MARKET.name / "scenarios"], {HARBOUR_MARKET.name: HARBOUR_MARKET}))
    assert [(each.path.stem, each.place, each.result, each.texts) for each in verdicts] == [
        ("last_berth", "", Result.AS_EXPECTED, ()),
        ("sale", "cards own", Result.AS_EXPECTED, ()),
        ("sale", "cards virtual", Result.AS_EXPECTED, ()),
    ]


def test_a_house_rule_of_the_middle_one_is_played_and_told() -> None:
    for spring, laid, told in ((False, 5, []), (True, 6, ["The tide lays two shells into the bowl."])):
        state = HARBOUR_MARKET.new_game({"spring": spring}, {})
        state = HARBOUR_MARKET.correct(state, {"phase": "tide"})
        assert HARBOUR_MARKET.legal_actions(state) == (Tide(laid),)
        prompt = HARBOUR_MARKET.prompt(HARBOUR_MARKET.view(state, None))
        assert [str(each) for each in prompt.house_rules] == told


def test_the_middle_one_is_played_to_its_end_by_taps_alone(tmp_path: Path) -> None:
    """With people's own cards, where no camera looks and the companion is told no hand."""
    room = Room({HARBOUR_MARKET.name: HARBOUR_MARKET}, Home(tmp_path).make(), pace_s=0.0)
    try:
        session = room.open_new(HARBOUR_MARKET.name, with_cards(HARBOUR_MARKET, {"players": 3}, "own"), seed=1)
        while (now := session.snapshot()).outcome is None:
            reply = session.submit(HOST, tap_of(now.choices(None)[0].actions, now.revision))
            assert reply.accepted, reply
        assert max(now.view(None).table.ships) <= 12
    finally:
        room.close()
