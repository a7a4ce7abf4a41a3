"""The guard and the line of the small game (B-018, B-019): what may be done, what is shown, and what is kept."""

from __future__ import annotations

import random

import msgspec
import pytest

from companion.games.errors import IllegalAction
from companion.table.expected import At, ExpectedZone, Touching
from tests.companion.referee.positions import AnyState, positions, until
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.model import LayTile, MoveGuard, Phase, SealBid, TakePrize


def zone(state: AnyState, name: str) -> ExpectedZone:
    return next(each for each in SEALED_BID.mat.expected(SEALED_BID.view(state, None)).zones if each.zone == name)


@pytest.mark.parametrize("seed", range(8))
def test_whole_games_with_guard_and_line_keep_every_law_and_find_words(seed: int) -> None:
    options = {"players": (2, 3, 4)[seed % 3], "pawn": True, "line": True, "luck": seed % 2 == 0}
    before = None
    for state in positions(seed, **options):
        view = SEALED_BID.view(state, None, ("Ana", "Ben"))
        assert SEALED_BID.violations(state) == ()
        assert msgspec.json.decode(msgspec.json.encode(state), type=SEALED_BID.state_type) == state
        assert SEALED_BID.prompt(view).text
        assert all(choice.label for choice in SEALED_BID.choices(view))
        facts = {field.key: field.value for field in SEALED_BID.facts(view)}
        assert (facts["guard"], facts["line"]) == (
            "prize" if state.table.is_guarded else "post",
            state.table.tiles_laid,
        )
        if state.table.phase is not Phase.RELEASE and before is not Phase.RELEASE:
            assert bool(state.table.is_guarded) == (state.table.phase in (Phase.SEAL, Phase.REVEAL))
        before = state.table.phase
    assert state.table.tiles_laid == state.table.round


def test_the_guard_comes_before_the_bids_and_goes_before_the_award() -> None:
    state = until(MoveGuard, pawn=True)
    assert SEALED_BID.legal_actions(state) == (MoveGuard(True),)
    with pytest.raises(IllegalAction, match="now it is: The guard"):
        SEALED_BID.apply_action(state, SealBid(0, (0,)))
    after = SEALED_BID.apply_action(state, MoveGuard(True))
    assert (zone(after, "prize").standing, zone(after, "post").standing) == (("guard",), ())
    assert (zone(state, "prize").standing, zone(state, "post").standing) == ((), ("guard",))
    with pytest.raises(IllegalAction, match="Nobody guards the prize: this game is played without the guard"):
        SEALED_BID.apply_action(until(TakePrize), MoveGuard(True))


def test_each_round_has_its_tile_and_each_tile_its_place() -> None:
    state = SEALED_BID.apply_action(until(LayTile, line=True), LayTile(1))
    assert zone(state, "line").places == (At("tile:1", 462, 414, 3.0),)
    third = next(each for each in positions(3, line=True) if each.table.tiles_laid == 3)
    assert zone(third, "line").places[1:] == (
        Touching("tile:2", "line", "tile:1", 3.0),
        Touching("tile:3", "line", "tile:2", 3.0),
    )
    with pytest.raises(IllegalAction, match="There is no line: this game is played without tiles"):
        SEALED_BID.apply_action(until(TakePrize), LayTile(1))


def test_a_game_without_them_is_written_as_it_was() -> None:
    rng = random.Random(1)
    for state in rng.sample(positions(5), 10):
        written = msgspec.to_builtins(state)["table"]
        assert not {"is_guarded", "tiles"} & written.keys()
        assert not {"pawn", "line"} & written["setup"].keys()
