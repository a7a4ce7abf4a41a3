"""A whole game that the companion follows by looking: every act that can be seen is understood from pictures alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.autopilot import Autopilot
from companion.games.core import Action, State
from companion.games.registry import GAMES
from companion.games.waves.mat import KIT, LAYOUT
from companion.referee.explain import explain, look_of
from companion.referee.fuse import Settling, table_view
from companion.table.seen import TableView, fits
from vision.eye import Looker
from vision.frames import Frame
from vision.virtual.painter import Painter
from vision.virtual.scene import lay_out
from vision.virtual.shot import CameraPose, Shot

WAVES = GAMES["waves"]
AnyState = State[Any, Any]


class Eyes:
    """A camera over a virtual table, and what is read of its pictures."""

    def __init__(self, tilt_deg: float) -> None:
        self._painter = Painter(LAYOUT, KIT, WAVES.piece_kinds(), Shot(pose=CameraPose(tilt_deg=tilt_deg)))
        self._looker = Looker(LAYOUT, KIT.printed)
        self._frames = 0

    def see(self, truth: AnyState) -> TableView:
        """What pictures of the true table show, ten a second, once they have settled."""
        scene = lay_out(WAVES.expected_table(WAVES.view(truth, None)), LAYOUT, KIT)
        settling, at_s = Settling(), 0.0
        while (settled := settling.settled(at_s)) is None:
            self._frames += 1
            at_s = self._frames / 10
            look = self._looker.look(Frame(self._painter.render(scene, self._frames), at_s, self._frames), "virtual")
            assert look.state == "in view", look.verdict
            settling = settling.next(table_view(look.sightings, look.rejected, LAYOUT, KIT), at_s)
        return settled


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("seed", "tilt_deg"), [(12, 0.0), (56, 20.0)])
def test_every_act_of_a_game_is_understood_from_its_picture(seed: int, tilt_deg: float) -> None:
    eyes, autopilot = Eyes(tilt_deg), Autopilot(WAVES, seed)
    truth = WAVES.new_game({"cards": "virtual", "tablets": "row1"}, {})
    followed = WAVES.new_game({"cards": "own", "tablets": "row1"}, {})
    verdicts, acts = Counter[str](), 0
    while (proposal := autopilot.propose(truth, acts, frozenset())) is not None:
        truth, acts = WAVES.apply_action(truth, proposal[0]), acts + 1
        public = proposal[0].public()
        if public.sense == "told":
            followed = WAVES.apply_action(followed, public)
            continue
        seen = eyes.see(truth)
        assert_shows(seen, truth)
        found = explain(WAVES, followed, seen)
        verdicts[found.verdict] += 1
        followed = answer(followed, found.verdict, found.acts, public)
        assert look_of(WAVES, followed) == look_of(WAVES, truth)
    assert WAVES.outcome(followed) == WAVES.outcome(truth)
    # Where two seats may discard, only they can say who did; shells that need not change are told as well.
    assert set(verdicts) <= {"legal", "several", "unchanged"}
    assert verdicts["legal"] > 0.85 * verdicts.total(), verdicts


def assert_shows(seen: TableView, truth: AnyState) -> None:
    """The picture shows what the truth has, no more and no less."""
    content = look_of(WAVES, truth)
    assert [zone for zone in seen.zones if not fits(content[zone.zone], zone)] == []


def answer(state: AnyState, verdict: str, acts: tuple[Action, ...], public: Action) -> AnyState:
    """The state after what was understood; a question, or an act that shows nothing, is answered by the table."""
    if verdict == "legal":
        for act in acts:
            state = WAVES.apply_action(state, act)
        return state
    assert verdict == "unchanged" or public in acts
    return WAVES.apply_action(state, public)
