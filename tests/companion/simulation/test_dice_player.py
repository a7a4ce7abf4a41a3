"""Who rolls the dice at a virtual table: after the last roll was counted, and again where it was not; and answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.live.requests import AgreeRoll, Pause, TakeSeat
from companion.live.room import Room
from companion.simulation.dice_player import DicePlayer
from companion.simulation.last_throw import ANSWERED_AFTER_S, NEXT_AFTER_S, PATIENCE_S, START_S
from companion.simulation.players import Players
from companion.table.dice import TrueDie
from tests.companion.live.test_rolls import dice_game, doubted, read, see
from tests.companion.tables import HOST, open_room, person
from tests.web.world import SmallWorld

pytestmark = pytest.mark.rolling_with_the_waves


class TrayWorld(SmallWorld):
    """A world with a tray, which notes what is rolled."""

    def __init__(self, room: Room) -> None:
        now = room.session.snapshot()
        super().__init__(now.game.mat.layout(now.view(None)), now.game.mat.kit)
        self.thrown: list[tuple[str, tuple[str, ...]]] = []
        self.truth: tuple[TrueDie, ...] = ()

    def roll(self, zone: str, colours: tuple[str, ...], values: tuple[int, ...] | None = None) -> None:
        self.thrown.append((zone, colours))

    def rolled(self) -> tuple[TrueDie, ...]:
        return self.truth


def test_the_next_roll_waits_for_the_last_to_be_counted(tmp_path: Path) -> None:
    with open_room(tmp_path, has_hands=True) as room:
        session = dice_game(room)
        world, thrower = TrayWorld(room), DicePlayer(1)

        def wait(seconds: float) -> int:
            thrower.step(world, session.snapshot(), seconds, 2.0)
            return len(world.thrown)

        assert wait(START_S - 0.1) == 0
        assert wait(0.2) == 1
        ((zone, colours),) = world.thrown
        assert (zone, len(colours)) == ("dice_tray", 6)
        assert wait(3.0) == 1  # not seen yet
        see(session, read(1, 2, 3, 4, 5, 6))
        assert wait(0.1) == 2  # more than the pause has passed since
        see(session, doubted(at_s=9.0))
        assert wait(PATIENCE_S - 1) == 2  # somebody may answer
        assert wait(2.0) == 3


def test_where_nobody_sits_the_dice_that_are_asked_about_are_said(tmp_path: Path) -> None:
    with open_room(tmp_path, has_hands=True) as room:
        session = dice_game(room)
        world, thrower = TrayWorld(room), DicePlayer(1)
        world.truth = (TrueDie(6, "blue", 500.0, 300.0),) * 6  # where `doubted` sees all its dice
        thrower.step(world, session.snapshot(), START_S, 1.0)
        see(session, doubted())
        assert thrower.step(world, session.snapshot(), ANSWERED_AFTER_S - 0.1, 1.0) is None
        said = thrower.step(world, session.snapshot(), 0.2, 1.0)
        assert said == AgreeRoll(1, (1, 2, 3, 4, 5, 6))
        assert thrower.step(world, session.snapshot(), NEXT_AFTER_S - 0.1, 1.0) is None
        assert session.submit(HOST, said).text == "Counted."
        assert thrower.step(world, session.snapshot(), NEXT_AFTER_S, 1.0) is None
        assert len(world.thrown) == 2


def test_where_somebody_sits_they_are_left_to_answer(tmp_path: Path) -> None:
    with open_room(tmp_path, has_hands=True) as room:
        session = dice_game(room)
        session.submit(person(1), TakeSeat(1, "Ada", "k" * 22))
        world, thrower = TrayWorld(room), DicePlayer(1)
        thrower.step(world, session.snapshot(), START_S, 1.0)
        see(session, doubted())
        told = [thrower.step(world, session.snapshot(), 1.0, 1.0) for _ in range(round(PATIENCE_S) - 1)]
        assert set(told) == {None}


def test_nothing_is_rolled_while_the_host_holds_the_bots(tmp_path: Path) -> None:
    with open_room(tmp_path, has_hands=True) as room:
        session = dice_game(room)
        world, thrower = TrayWorld(room), DicePlayer(1)
        session.submit(HOST, Pause(True))
        thrower.step(world, session.snapshot(), 60.0, 1.0)
        assert world.thrown == []
        session.submit(HOST, Pause(False))
        thrower.step(world, session.snapshot(), 60.0, 1.0)
        assert len(world.thrown) == 1


def test_the_players_of_a_dice_game_roll(tmp_path: Path) -> None:
    with open_room(tmp_path, has_hands=True) as room:
        dice_game(room)
        world = TrayWorld(room)
        players = Players(lambda: room.session, lambda game, view: world, pace_s=0.0)
        for _ in range(round(START_S / 0.1) + 2):
            players.step()
        assert len(world.thrown) == 1
        assert players.world is world
