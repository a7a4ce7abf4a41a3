"""The figures of a map: what the owner may type of each, within which bounds, and what is refused."""

from __future__ import annotations

import random

import pytest

from companion.games.errors import BadOption
from companion.games.rolling_with_the_waves.data.figures import FIGURES, SHIPPED, _cannon, _chests, _levels
from companion.language.message import say
from tests.companion.games.rolling_with_the_waves.at_the_table import GAME, charts, table_of

CHESTS = [
    (f"chest{chest}_{name}", f"chest{chest}.{name}", f"Chest {chest}, {name}", f"{name} of chest {chest}", 1, 4)
    for chest in (1, 2, 3)
    for name in ("rows", "columns")
]
HULL = [
    (f"hull_{level}", f"hull.circle.{level}", f"Hull, circle {level}", f"circle {level} of the Hull", 1, 35)
    for level in (1, 2, 3)
]
LARGE = [
    ("large_squares", "large.squares", "Large, squares", "squares of the large one", 1, 5),
    *(
        (f"large_{shot}", f"large.shot.{shot}", f"Large, sum for shot {shot}", f"shot {shot} of the large one", 0, 35)
        for shot in (1, 2, 3)
    ),
]


def test_each_figure_has_its_key_its_words_and_its_bounds() -> None:
    made = (
        *_chests(),
        *_levels("hull", say("Hull"), say("the Hull")),
        *_cannon("large", 3, say("Large"), say("the large one")),
    )
    told = [(each.name, each.key, str(each.label), str(each.words), each.low, each.high) for each in made]
    assert told == [*CHESTS, *HULL, *LARGE]
    assert [each.name for each in FIGURES] == list(SHIPPED)


def test_simulations_meet_each_figure_from_its_least_to_its_greatest() -> None:
    met: dict[str, set[int]] = {each.name: set() for each in FIGURES}
    typed = [GAME.simulation.varied_owner(random.Random(seed)) for seed in range(1000)]
    for name, value in (pair for owner in typed for pair in owner.get("map", {}).items()):
        met[name].add(value)
    assert 400 < sum("map" not in owner for owner in typed) < 600
    for each in FIGURES:
        if each.high < 30:
            assert met[each.name] == set(range(each.low, each.high + 1))
        assert each.low <= min(met[each.name]) < max(met[each.name]) <= each.high  # of sums that rise few are extreme
    assert not met["infamy_cap"] & {1, 2, 3, 4}  # five circles are filled at the start
    for owner in typed:
        GAME.new_game({}, owner)  # none of them is refused


def test_simulations_meet_each_value_of_each_option() -> None:
    met = {pair for seed in range(200) for pair in GAME.simulation.varied_options(random.Random(seed)).items()}
    every = {(field.key, value) for field in GAME.options() for value, _ in field.choices}
    mat_and_dice = {pair for pair in every if pair[0] in ("tray", "freebooters")}  # they change no rule
    assert every - met == {*mat_and_dice, ("score_only", True)}


@pytest.mark.rule("R-006")
@pytest.mark.parametrize("cap", [1, 4])
def test_a_map_has_room_for_the_infamy_of_the_start(cap: int) -> None:
    with pytest.raises(BadOption) as refused:
        GAME.new_game({}, {"map": {"infamy_cap": cap}})
    assert str(refused.value) == (
        f"The Pirate Map has {cap} circles of Infamy, and 5 are filled at the start. "
        "Write at least 5, or 0 for no limit, into owner/rolling_with_the_waves.toml."
    )


@pytest.mark.rule("R-006")
@pytest.mark.parametrize("cap", [0, 5, 36])
def test_five_circles_and_no_limit_are_right(cap: int) -> None:
    assert GAME.new_game({}, {"map": {"infamy_cap": cap}}).table.played.setup.sheet.cap == cap


def test_circles_that_fall_are_told_with_what_to_do() -> None:
    with pytest.raises(BadOption) as refused:
        GAME.new_game({}, {"map": {"large_3": 1}})
    assert str(refused.value) == (
        "The circles of a track, or the shots of a cannon, fall. "
        "Each needs at least the sum of the one before: put them right in owner/rolling_with_the_waves.toml."
    )


def test_what_the_host_types_of_the_map_is_kept_for_the_next_game() -> None:
    state = table_of(2, maps=charts(2))
    kept = GAME.box.kept(GAME.view(state, None), {"hull.circle.2": 12, "infamy.0": 3})
    assert kept == {"map": {"hull_2": 12}}
    assert GAME.new_game({}, kept).table.played.setup.sheet.sums("hull") == (7, 12, 21)
    evening = GAME.new_game({"score_only": True}, {})
    assert GAME.bound(evening).box.kept(GAME.view(evening, None), {"pool": 8}) == {}
