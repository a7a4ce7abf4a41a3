"""What came of an act, in the words of the news: what a die cost, levels, safe chests, volleys, Infamy, and the end."""

from __future__ import annotations

import pytest

from companion.games.rolling_with_the_waves.state.model import Aim, Draft, DropAnchor, Stow, Write
from companion.games.rolling_with_the_waves.state.records import NO_CHEST, NOBODY, Phase
from tests.companion.games.outcomes import told
from tests.companion.games.rolling_with_the_waves.at_the_table import (
    GAME,
    after,
    boards_open,
    charts,
    dice,
    table_of,
)
from tests.companion.games.rolling_with_the_waves.test_cannons import firing


@pytest.mark.rule("R-034")
def test_who_pays_for_a_die_reads_how_much_infamy_is_left() -> None:
    state = table_of(2, Phase.DRAFT, pool=dice(("blue", 4), ("red", 1)))
    assert told(GAME, state, Draft(0, "blue", 4, "pay")) == (
        "Ada takes the blue 4 and pays 4 Infamy.",
        "Ada has 1 Infamy left.",
    )
    assert told(GAME, state, Draft(0, "red", 1, "free"))[1] == ""


@pytest.mark.rule("R-119", "R-122", "R-125")
def test_a_volley_says_what_the_hull_stopped_and_where_the_loot_went() -> None:
    state = firing(p0={"large": (4, 4, 4)}, p1={"chests": ((5, 4, 1), (), ()), "hull": (6, 6, 2)})
    state = after(state, Aim(0, ("large",), 1, 0))
    assert told(GAME, state, Stow(0, 1)) == (
        "Ada writes 1 into chest 2.",
        "Stolen from Ben's chest 1. Ben's Hull stops 2 shots. +4 Infamy (9 now).",
    )


@pytest.mark.rule("R-124")
def test_loot_without_room_is_told_as_lost() -> None:
    full = {"large": (4, 4, 4), "chests": ((1, 1, 1, 1, 1), (), ())}
    state = firing(p0=full, p1={"chests": ((5, 4, 3), (), ())})
    state = after(state, Aim(0, ("large",), 1, 0))
    assert "no room" in told(GAME, state, Stow(0, 0))[1]


@pytest.mark.rule("R-126")
def test_a_volley_at_nobody_brings_infamy_alone() -> None:
    state = firing(p0={"large": (3, 4, 5)}, p1={"buried": (True, True, True)})
    said = told(GAME, state, Aim(0, ("large",), NOBODY, NO_CHEST))
    assert said == ("Ada fires the large cannon at nobody.", "+3 Infamy (8 now).")


@pytest.mark.rule("R-102", "R-133")
def test_writing_tells_a_level_that_is_reached_and_the_infamy_of_ports() -> None:
    state = boards_open(2, {0: (6,), 1: (1,)}, {0: ("ports",), 1: ("ports",)}, maps=charts(2, p0={"ports": (4,)}))
    said = told(GAME, state, Write("ports"))[1]
    assert said.startswith("Ada: Ports reaches ")
    assert said.endswith("Infamy now: Ada 7; the greatest sum, and 1 more: Ada.")


@pytest.mark.rule("R-094")
def test_a_buried_chest_is_told_to_be_safe() -> None:
    state = boards_open(
        2, {0: (1, 2, 3)}, {0: ("bury1", "bury1", "bury1")}, maps=charts(2, p0={"chests": ((3, 4), (), ())})
    )
    assert told(GAME, state, Write("bury1")) == ("Ada buries chest 1.", "Ada: chest 1 is safe.")


@pytest.mark.rule("R-173")
def test_the_last_anchor_says_who_wins() -> None:
    state = table_of(2, Phase.ANCHOR, maps=charts(2, p0={"buried": (True, True, True), "chests": ((6,), (6,), (6,))}))
    assert told(GAME, state, DropAnchor())[1].startswith("Ada wins with ")
