"""The page of the table: what is read from a metre stands in its first screen, and nothing of it jumps."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage, take_seat
from tests.browser.moments.look import TABLET, look, table_page
from tests.browser.moments.measure import table_faults
from tests.browser.moments.moment import Moment, load
from tests.browser.moments.place import NAMES, at_moment

pytestmark = pytest.mark.browser
MOMENTS = {each.key: each for each in load().moments}


@pytest.mark.slow
@pytest.mark.rolling_with_the_waves
def test_while_maps_are_written_all_are_in_view_and_who_is_waited_for(tmp_path: Path, new_page: NewPage) -> None:
    with at_moment(MOMENTS["rolling-stow"], tmp_path / "home") as table:
        page = new_page(*TABLET)
        for seat in range(3):
            take_seat(page, table, seat, NAMES[seat])
        table_page("table", page, table)
        expect(page.locator("[data-part=boards] .drawn")).to_have_count(3)
        assert table_faults(page) == []
        expect(page.locator(".waits li")).to_have_text(["1 Anna", "2 waiting for Ben", "3 Cleo"], use_inner_text=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    "moment",
    [
        pytest.param(MOMENTS["rolling-draft"], marks=pytest.mark.rolling_with_the_waves),
        pytest.param(MOMENTS["rolling-write-chests"], marks=pytest.mark.rolling_with_the_waves),
        pytest.param(MOMENTS["atlantis-components"], marks=pytest.mark.atlantis_rising),
    ],
    ids=lambda moment: moment.key,
)
def test_nothing_jumps_when_a_die_is_taken_or_a_line_is_ticked(
    moment: Moment, tmp_path: Path, new_page: NewPage
) -> None:
    with at_moment(moment, tmp_path / "home") as table:
        seen = {each.name: each.faults for each in look(moment, table, new_page)}
        assert seen["table after a tap"] == []
