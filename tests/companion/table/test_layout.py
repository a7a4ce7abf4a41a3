"""Layouts are data; one whose zones leave the mat, overlap or share a name is refused by name."""

from __future__ import annotations

import pytest

from companion.games.registry import GAMES
from companion.table.layout import Anchor, BadLayout, Fan, Layout, Zone, check_layout


def mat(*zones: Zone) -> Layout:
    return Layout("test", 100, 60, zones)


def zone(name: str, x: float = 0, y: float = 0, width: float = 10, height: float = 10) -> Zone:
    return Zone(name, x, y, width, height)


def test_zones_may_touch_each_other_and_the_edge() -> None:
    layout = mat(zone("a", width=50, height=60), zone("b", x=50, width=50, height=60))
    assert check_layout(layout) is layout


@pytest.mark.parametrize(
    "bad", [zone("deck", x=-1), zone("deck", y=-0.5), zone("deck", x=90.5), zone("deck", y=51), zone("deck", width=101)]
)
def test_a_zone_that_leaves_the_mat_is_named(bad: Zone) -> None:
    with pytest.raises(BadLayout) as refused:
        check_layout(mat(zone("other", x=50), bad))
    assert str(refused.value) == "Zone 'deck' of layout 'test' leaves the mat. Move or shrink it."


@pytest.mark.parametrize(
    "other", [zone("deck", x=25, y=25), zone("deck", x=15, y=15, width=30, height=30), zone("deck", x=29, y=29)]
)
def test_zones_that_overlap_are_both_named(other: Zone) -> None:
    with pytest.raises(BadLayout) as refused:
        check_layout(mat(zone("centre", x=20, y=20), other))
    assert str(refused.value) == "Zones 'centre' and 'deck' of layout 'test' overlap. Move one."


def test_a_name_is_given_once() -> None:
    with pytest.raises(BadLayout) as refused:
        check_layout(mat(zone("deck"), zone("centre", x=20), zone("deck", x=40)))
    assert str(refused.value) == "Layout 'test' names zone 'deck' twice. Rename one."
    assert isinstance(refused.value, ValueError)


def test_a_zone_is_found_by_name() -> None:
    layout = mat(zone("deck"), zone("centre", x=20))
    assert layout.find("centre").x_mm == 20
    with pytest.raises(KeyError, match="lunch"):
        layout.find("lunch")


@pytest.mark.parametrize("name", GAMES)
def test_every_games_mat_is_sound(name: str) -> None:
    game = GAMES[name]
    view = game.view(game.new_game({}, {}), None)
    layout = check_layout(game.mat.layout(view))
    assert [expected.zone for expected in game.mat.expected(view).zones] == [each.zone for each in layout.zones]


def test_a_zone_or_mat_without_a_size_is_refused() -> None:
    for bad in (zone("deck", width=0), zone("deck", height=-3)):
        with pytest.raises(BadLayout) as refused:
            check_layout(mat(bad))
        assert str(refused.value) == ("Zone 'deck' of layout 'test' has no size. Give it a width and a height over 0.")
    with pytest.raises(BadLayout, match=r"Anchor '7' of layout 'test' has no size\."):
        check_layout(Layout("test", 100, 60, (), (Anchor(7, 50, 30, 0),)))
    with pytest.raises(BadLayout, match=r"The mat of layout 'test' has no size\."):
        check_layout(Layout("test", 100, 0, ()))


def test_a_fan_runs_to_the_right_and_down() -> None:
    with pytest.raises(BadLayout, match=r"The fan of zone 'deck' of layout 'test' runs backwards\. Use 0 or more\."):
        check_layout(mat(Zone("deck", 0, 0, 10, 10, fan=Fan(dx_mm=-1))))
