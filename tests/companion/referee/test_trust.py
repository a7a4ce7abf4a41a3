"""A scale that lies is set aside after a while, with a sentence, and believed again once it has proved itself."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from companion.autopilot import Autopilot
from companion.games.core import Action
from companion.games.registry import GAMES
from companion.referee.trust import SET_ASIDE_AFTER_S, ScaleTrust
from companion.table.felt import MOST_PIECES
from companion.table.seen import ZoneView
from tests.companion.referee.test_watching import Table, first

WAVES = GAMES["waves"]


def shells(count: int, **more: bool) -> ZoneView:
    return ZoneView("centre", ("shell",) * count, **more)  # type: ignore[arg-type]


class Scale:
    """A camera, a scale and a game over one bowl, looked at ten times a second."""

    def __init__(self) -> None:
        self.trust, self.at_s = ScaleTrust(), 0.0

    def look(self, seen: int, felt: int, wanted: int, for_s: float, *, covered: bool = False) -> bool:
        """Whether the scale is set aside once it has been so for so long."""
        for _ in range(round(for_s * 10)):
            self.at_s += 0.1
            view = shells(seen, covered=covered)
            self.trust = self.trust.next(round(self.at_s, 1), view, shells(felt), shells(wanted))
        return self.trust.is_aside


def test_a_scale_that_contradicts_camera_and_game_is_set_aside_after_ten_seconds() -> None:
    scale = Scale()
    assert not scale.look(3, 2, 3, SET_ASIDE_AFTER_S)
    assert scale.look(3, 2, 3, 0.2)


def test_one_that_is_only_late_is_believed() -> None:
    scale = Scale()
    for _ in range(5):
        assert not scale.look(3, 2, 3, 9.0)
        assert not scale.look(3, 3, 3, 0.1)


def test_while_camera_and_game_differ_nobody_knows_who_is_right() -> None:
    scale = Scale()
    assert not scale.look(2, 3, 3, 60.0)
    assert not scale.look(2, 3, 2, 9.0)  # tapped: from now on the scale alone contradicts
    assert scale.look(2, 3, 2, 1.2)


def test_while_the_bowl_is_covered_nothing_follows() -> None:
    scale = Scale()
    assert not scale.look(0, 2, 3, 60.0, covered=True)
    assert scale.look(3, 2, 3, 11.0)
    assert scale.look(0, 3, 3, 60.0, covered=True)


def test_it_is_believed_again_once_it_has_agreed_on_two_numbers() -> None:
    scale = Scale()
    scale.look(3, 2, 3, 11.0)
    assert scale.look(2, 2, 2, 60.0)  # a stuck one agrees by chance
    assert scale.look(1, 2, 1, 5.0)
    assert scale.look(2, 2, 2, 60.0)
    assert not scale.look(1, 1, 1, 0.1)


def test_a_moment_of_delay_does_not_undo_an_agreement() -> None:
    scale = Scale()
    scale.look(3, 2, 3, 11.0)
    scale.look(2, 2, 2, 3.0)
    assert scale.look(1, 2, 1, 1.0)  # the scale takes a second to rest
    assert not scale.look(1, 1, 1, 0.1)


# --- at the table -----------------------------------------------------------------------------------------------------


def test_the_page_says_so_and_the_camera_goes_on_alone() -> None:
    state, _ = first(Action)
    while not state.table.shells:
        state = WAVES.apply_action(state, WAVES.legal_actions(state)[0])
    table = Table(state)
    table.watcher.feel(state.table.shells + 2)
    table.show(state, looks=50)
    assert "Look, then tap what is true." in table.watcher.sight.text
    assert table.watcher.sight.note == ""
    assert table.show(state, looks=70) == "settled"
    assert table.watcher.sight.note.startswith(
        f"The scale is set aside: it feels {state.table.shells + 2} at the centre, and the camera sees otherwise."
    )


LIARS: dict[str, Callable[[int, random.Random], int | None]] = {
    "stuck": lambda true, rng: 2,
    "one too many": lambda true, rng: true + 1,
    "one too few": lambda true, rng: max(0, true - 1),
    "by chance": lambda true, rng: rng.randrange(6),
    "gone now and then": lambda true, rng: None if rng.random() < 0.5 else rng.randrange(6),
    "far too many": lambda true, rng: MOST_PIECES,
}


@pytest.mark.parametrize("liar", LIARS)
def test_a_lying_scale_never_makes_a_wrong_position_and_the_game_goes_on(liar: str) -> None:
    rng, autopilot = random.Random(liar), Autopilot(WAVES, 1)
    options = WAVES.varied_options(rng)
    truth = WAVES.new_game({**options, "cards": "virtual"}, {})
    known = WAVES.new_game({**options, "cards": "own"}, {})
    table, taps, was_aside = Table(known), 0, 0
    for ply in range(80):
        proposal = autopilot.propose(truth, ply, frozenset())
        assert proposal is not None
        truth, act = WAVES.apply_action(truth, proposal[0]), proposal[0].public()
        known = WAVES.apply_action(known, act)
        table.watcher.feel(LIARS[liar](truth.table.shells, rng))
        is_aside = bool(table.watcher.sight.note)
        table.show(known, looks=12)
        if len(table.acts) + taps <= ply:
            # What cannot be seen is tapped; what can be seen needs a tap only while nobody knows which of the two lies.
            assert act.sense == "told" or not is_aside or table.watcher.sight.state == "open"
            table.tap(act)
            taps += 1
        was_aside += is_aside
        ahead = [WAVES.apply_action(known, each) for each in WAVES.legal_actions(known)[:1]]
        assert table.state in (known, *ahead)
    assert was_aside > 20
