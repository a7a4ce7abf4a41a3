"""Whole games without a camera: the bowl and the buttons of a real board tell what they can, taps the rest."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.core import Action
from companion.games.registry import GAMES
from companion.journal import Draft, Journal, read_journal
from companion.live.handlers import LiveGame
from companion.live.inputs import Asked, Felt, Looked
from companion.live.resume import replay, start_payload
from companion.live.taker import judge_all
from companion.live.timeline import Timeline, state_hash
from hardware.virtual.headless import HeadlessBoard
from hardware.virtual.process import BoardProcess
from tests.board.evening import BIDS, QUIET_S, TICK_S, WAVES, AnyState, Evening, Played
from tests.companion.referee.perfect import look_at
from tests.companion.referee.positions import first
from tests.companion.tables import HOST, NOON, tap_of
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.model import PlacePearls, TakePrize

GAMES_PLAYED = [
    (BIDS, 1),
    *(pytest.param(BIDS, seed, marks=pytest.mark.slow) for seed in (2, 3)),
    pytest.param(WAVES, 1, marks=(pytest.mark.slow, pytest.mark.waves)),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("played", "seed"), GAMES_PLAYED, ids=lambda each: each.game.name if isinstance(each, Played) else None
)
def test_a_whole_game_by_board_and_taps(process: BoardProcess, tmp_path: Path, played: Played, seed: int) -> None:
    evening, game = Evening(HeadlessBoard(process), tmp_path, seed, played), played.game
    evening.begin()
    evening.play()
    evening.run(QUIET_S)
    assert game.outcome(evening.timeline.state) == game.outcome(evening.truth) is not None
    presses = evening.check_presses(lambda press: "kept")
    evening.end()
    assert presses["kept"] == evening.tally["presses"]
    assert set(evening.tally) >= {"scale", "board", "host", "hands"}
    assert evening.tally["scale"] + evening.tally["board"] + evening.tally["host"] == len(evening.done)
    assert evening.tally["scale"] > evening.tally["moved"] / 2 >= 1


class Table:
    """One position at which board, camera and a page look; the time is its own."""

    def __init__(self, process: BoardProcess, folder: Path, state: AnyState) -> None:
        self.board = HeadlessBoard(process, slice_s=2 * TICK_S)
        self.shown = state
        """What lies on the mat before the camera."""
        self.now_s = 0.0
        self.path = folder / "game.journal"
        self.journal = Journal(self.path)
        payload = {**start_payload(SEALED_BID, {"cards": "own"}, state), "seed": 1}
        self.journal.append([Draft(NOON.isoformat(), "host", "start", payload, state_hash(state))])
        self.timeline = Timeline(SEALED_BID, state)
        self.live = LiveGame(self.timeline, self.journal, lambda: NOON)
        self.revision = self.timeline.revision
        """Of the page on which it is tapped: nobody has reloaded it."""
        self.board.set_load(state.table.pearls)
        self.run(1.5)
        assert self.live.sight.state == "settled"

    def run(self, seconds: float) -> None:
        """Board and camera tell as they do, ten looks a second."""
        until_s = self.now_s + seconds
        while self.now_s < until_s:
            self.now_s = round(self.now_s + 2 * TICK_S, 3)
            for feeling in self.board.step(self.now_s):
                self.live.take(Felt(feeling))
                self._judge()
            self.live.take(Looked(look_at(SEALED_BID, self.shown, self.now_s)))
            self._judge()

    def _judge(self) -> None:
        assert judge_all(self.live)

    def by_scale(self, act: Action, then: AnyState) -> None:
        self.board.set_load(then.table.pearls)

    def by_camera(self, act: Action, then: AnyState) -> None:
        self.shown = then

    def by_tap(self, act: Action, then: AnyState) -> None:
        self.live.take(Asked(HOST, tap_of((act,), self.revision)))
        self._judge()


TELLERS = (Table.by_scale, Table.by_camera, Table.by_tap)


@pytest.mark.parametrize("pause_s", [0.1, pytest.param(1.5, marks=pytest.mark.slow)])
@pytest.mark.parametrize("order", list(itertools.permutations(TELLERS)))
@pytest.mark.parametrize("kind", [PlacePearls, TakePrize])
def test_whoever_tells_first_it_is_one_act_in_the_journal(
    process: BoardProcess, tmp_path: Path, kind: type[PlacePearls | TakePrize], order: Any, pause_s: float
) -> None:
    state, act = first(kind)
    then = SEALED_BID.apply_action(state, act)
    assert then.table.pearls != state.table.pearls
    table = Table(process, tmp_path, state)
    for tell in order:
        tell(table, act, then)
        table.run(pause_s)
    table.run(1.5)
    table.journal.close()
    rows = read_journal(table.path)
    assert [msgspec.convert(row.read()["action"], SEALED_BID.action_type) for row in rows[1:]] == [act]
    assert table.timeline.state == then == replay(GAMES, rows).state
    assert table.live.sight.state == "settled"
