"""What a whole game's pictures show: the course by round, whatever was taken back meanwhile."""

from __future__ import annotations

import random
from pathlib import Path

from companion.games.diagrams import BarDiagram, LineDiagram
from companion.games.rolling_with_the_waves.screen.statistics import band
from companion.live.session import Session
from tests.companion.games.rolling_with_the_waves.at_the_table import GAME
from tests.companion.games.rolling_with_the_waves.test_live_table import sit, table, tap
from tests.companion.tables import HOST, open_room, undo


def lines_of(session: Session) -> dict[str, dict[str, tuple[int, ...]]]:
    drawn = GAME.screen.diagrams(session.snapshot().views_by_round())
    return {
        each.key: {str(line.name): line.values for line in each.lines}
        for each in drawn
        if isinstance(each, LineDiagram)
    }


def test_infamy_and_points_by_round_follow_the_game_and_its_undo(tmp_path: Path) -> None:
    rng = random.Random(6)
    with open_room(tmp_path) as room:
        session = sit(room)
        assert lines_of(session)["infamy"] == {"Ada": (5, 5), "Bo": (5, 5)}, "the start, and now"
        while table(session).played.round == 1:
            tap(session, rng)
        ended = tuple(chart.infamy for chart in table(session).played.maps)
        assert lines_of(session)["infamy"] == {"Ada": (5, ended[0], ended[0]), "Bo": (5, ended[1], ended[1])}
        while table(session).played.round == 2:
            tap(session, rng)
        assert all(len(each) == 4 for figures in lines_of(session).values() for each in figures.values())
        while table(session).played.round > 1:
            assert session.submit(HOST, undo(session)).accepted
        assert all(len(each) == 2 for figures in lines_of(session).values() for each in figures.values())


def test_the_bars_are_the_rolls_in_the_band_of_fair_dice(tmp_path: Path) -> None:
    rng = random.Random(7)
    with open_room(tmp_path) as room:
        session = sit(room)
        assert not [
            each for each in GAME.screen.diagrams(session.snapshot().views_by_round()) if isinstance(each, BarDiagram)
        ]
        while not table(session).rolls:
            tap(session, rng)
        faces, *_ = GAME.screen.diagrams(session.snapshot().views_by_round())
        assert isinstance(faces, BarDiagram)
        every = faces.bars[0]
        assert (str(every.name), sum(every.counts), every.band) == ("all dice", 6, band(6, 4))
        assert [str(each.words) for each in faces.bars] == ["nothing odd so far"] * len(faces.bars)
