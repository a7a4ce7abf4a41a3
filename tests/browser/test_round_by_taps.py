"""A round of four without a camera, told by taps at a tablet and four phones: how many it takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.storage.home import Home
from tests.browser.conftest import NewPage, Table, open_host, serving, sit_down
from tests.browser.crew import Crew

pytestmark = [pytest.mark.browser, pytest.mark.rolling_with_the_waves, pytest.mark.timeout(540)]

NAMES = ("Anna", "Ben", "Cleo", "Dora")
MOST_OF_A_ROLL = 14
MOST_OF_A_ROUND = 70
AIM = 45
MOST_OF_A_SEAT = 8
"""What one person taps in a round on the own phone."""


@pytest.mark.slow
def test_a_round_of_four_takes_a_tap_a_decision(tmp_path: Path, new_page: NewPage) -> None:
    phones, tablet = [new_page(390, 844) for _ in NAMES], new_page(1280, 800)
    with serving(Table(Home(tmp_path / "home")), "rolling_with_the_waves", players=len(NAMES)) as table:
        for seat, (phone, name) in enumerate(zip(phones, NAMES, strict=True)):
            sit_down(phone, table, seat, name)
        open_host(tablet, table)
        tablet.goto(table.url)
        crew = Crew(table.room.session, tablet, phones, seed=5)
        for _ in range(2):  # in the second one a cannon fires, and spirits are raised
            before = crew.taps
            crew.taps_of_seats.clear()
            crew.play_round()
            assert crew.taps_of_roll <= MOST_OF_A_ROLL
            assert crew.taps - before <= AIM <= MOST_OF_A_ROUND
            assert max(crew.taps_of_seats.values()) <= MOST_OF_A_SEAT
        assert crew.whole.round == 3
