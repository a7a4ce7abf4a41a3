"""Maps, mini boards and screens as they are printed: all of the ledger's squares and circles, with room for a digit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

import pytest

from companion.games.errors import BadOption
from companion.games.rolling_with_the_waves.data.bonuses import MOST as MOST_BONUSES
from companion.games.rolling_with_the_waves.data.bonuses import WHEN
from companion.games.rolling_with_the_waves.data.figures import FIGURES, SHIPPED, Sheet, read_figures
from companion.games.rolling_with_the_waves.mat import mini_board as board_print
from companion.games.rolling_with_the_waves.mat import pirate_map, ship_screen
from companion.games.rolling_with_the_waves.mat.mini_board import WIDTH_MM, area
from companion.games.rolling_with_the_waves.state.records import ICONS
from companion.printing.shapes import Tag, tag_area
from companion.printing.words import length_mm
from companion.table.geometry import Area
from companion.table.ink import Drawing, Field, Line, Words
from tests.companion.games.boards import boards_of
from tests.companion.games.rolling_with_the_waves.at_the_table import GAME, table_of

MOST = {each.name: each.high for each in FIGURES}
"""The largest map that an owner may type."""
LEAST = {each.name: each.low for each in FIGURES}
ODD = {"infamy_cap": 20, "chest1_rows": 4, "chest1_columns": 3, "chest3_rows": 1, "small_squares": 5, "hull_3": 30}
OWNERS: tuple[Mapping[str, int], ...] = ({}, MOST, LEAST, ODD)
ALL = {each.name: SHIPPED[each.name].value for each in FIGURES}
"""Every figure as it is assumed, typed by an owner who has looked."""
each_owner = pytest.mark.parametrize("typed", OWNERS, ids=["shipped", "most", "least", "odd"])


def the_map(typed: Mapping[str, int]) -> Drawing:
    return pirate_map.draw(read_figures({"map": typed}), (), "blue", 2)


def all_drawn(typed: Mapping[str, int]) -> tuple[Drawing, ...]:
    # Of what may be added, the longest words.
    added = [{"points": 30, "when": when} for when in sorted(WHEN, key=lambda key: -len(str(WHEN[key])))[:MOST_BONUSES]]
    found = GAME.mat.drawings({"map": typed, "bonus": added if typed is MOST else []})
    assert found is not None
    return found.pieces


def places_of(typed: Mapping[str, int]) -> dict[str, Area]:
    return pirate_map.places(Sheet(read_figures({"map": typed})))


def text_of(drawing: Drawing) -> str:
    return " | ".join(each.text for each in drawing.ink if isinstance(each, Words))


def test_there_is_a_map_a_mini_board_and_a_screen_of_two_halves_for_each_of_five() -> None:
    kinds = Counter(each.kind for each in all_drawn({}))
    assert kinds == {"map": 5, "mini_board": 5, "ship_screen:left": 5, "ship_screen:right": 5}
    for each in all_drawn({}):
        if each.kind in GAME.mat.kit.pieces:
            size = GAME.mat.kit.size(each.kind)
            assert (each.width_mm, each.height_mm) == (size.width_mm, size.height_mm)


@pytest.mark.rule("R-006", "R-103", "R-135", "R-143")
def test_a_map_has_as_many_squares_and_circles_of_each_kind_as_the_ledger_says() -> None:
    """Ledger, section 4: chests of 6, Hull, Ports and Crew of 5 with 3 circles, cannons of 2 and 3, 18 of Infamy."""
    counts = Counter(key.rpartition(".")[0] for key in places_of({}))
    chests = {f"chest.{chest}": 6 for chest in range(3)}
    tracks = {key: count for track in ("hull", "ports", "crew") for key, count in _row(track, 5, 3)}
    assert counts == {
        **chests,
        **tracks,
        "raise": 2,
        **dict(_row("small", 2, 2)),
        **dict(_row("large", 3, 3)),
        "infamy": 18,
    }
    drawn = the_map({}).ink
    assert sum(isinstance(each, Field) and each.fill == "#d6d6d6" for each in drawn) == 5
    badges = Counter(each.text for each in drawn if isinstance(each, Words) and each.text.startswith("+"))
    assert badges == {"+2": 3, "+5": 3}
    nests = [each for each in drawn if isinstance(each, Field) and (each.area.width_mm, each.area.y_mm) == (20, 4)]
    assert len(nests) == 3


def _row(name: str, squares: int, circles: int) -> Iterator[tuple[str, int]]:
    yield name, squares
    yield f"{name}.circle", circles


@each_owner
def test_a_map_has_the_squares_and_circles_that_the_pages_show(typed: Mapping[str, int]) -> None:
    state = table_of(2, owner={"map": typed})
    (page, *_) = boards_of(GAME, GAME.view(state, 0))
    others = {"points", "crew colour", "infamy"}
    shown = {each.key for each in page.cells if each.key not in others and not each.key.endswith(".name")}
    shown = {key for key in shown if not key.startswith(("nest.", "points.")) and key.count(".")}
    islands = {key for key in shown if key.startswith("chest.") and key.count(".") == 1}
    assert shown - islands == set(places_of(typed))


@each_owner
def test_every_place_is_drawn_large_enough_and_over_no_other(typed: Mapping[str, int]) -> None:
    drawn, found = the_map(typed), places_of(typed)
    fields = {(each.area, each.is_round) for each in drawn.ink if isinstance(each, Field)}
    size = GAME.mat.kit.size("map")
    tag = tag_area(Tag(0, size.marker_x_mm, size.marker_y_mm, GAME.mat.kit.marker_side_mm))
    whole = Area(0, 0, drawn.width_mm, drawn.height_mm)
    for key, place in found.items():
        is_round = "circle" in key or "infamy" in key
        assert (place, is_round) in fields, key
        assert min(place.width_mm, place.height_mm) >= (5 if "infamy" in key else 9), key
        assert whole.holds(place)
        assert not place.overlaps(tag)
    for one, other in combinations(found.items(), 2):
        assert not _smaller(one[1]).overlaps(other[1]), (one, other)


def _smaller(place: Area) -> Area:
    """A hair within it: sums of tenths do not end where the next begins."""
    return Area(place.x_mm + 1e-6, place.y_mm + 1e-6, place.width_mm - 2e-6, place.height_mm - 2e-6)


@each_owner
def test_no_words_are_wider_than_their_room_or_leave_the_piece_or_lie_over_its_marker(typed: Mapping[str, int]) -> None:
    kit = GAME.mat.kit
    for drawn in all_drawn(typed):
        taken = []
        if drawn.kind in kit.pieces:
            size = kit.size(drawn.kind)
            taken = [tag_area(Tag(0, size.marker_x_mm, size.marker_y_mm, kit.marker_side_mm))]
        for each in drawn.ink:
            if isinstance(each, Words):
                long = length_mm(each.text, each.size_pt, each.bold)
                assert not each.room_mm or long <= each.room_mm, (drawn.title, each.text, long, each.room_mm)
                box = _box(each, long)
                assert Area(0, 0, drawn.width_mm, drawn.height_mm).holds(box), (drawn.title, each.text)
                assert not any(box.overlaps(tag) for tag in taken), each.text


def _box(words: Words, long: float) -> Area:
    high = words.size_pt * 0.26
    left = {"left": words.x_mm, "middle": words.x_mm - long / 2, "right": words.x_mm - long}[words.anchor]
    if words.upside_down:
        return Area(2 * words.x_mm - left - long, words.y_mm, long, high)
    return Area(left, words.y_mm - high, long, high)


@each_owner
def test_no_words_of_a_piece_lie_over_others(typed: Mapping[str, int]) -> None:
    for drawn in all_drawn(typed):
        boxes = [
            (each.text, _box(each, length_mm(each.text, each.size_pt, each.bold)))
            for each in drawn.ink
            if isinstance(each, Words) and each.text.strip()
        ]
        for (one, box), (other, over) in combinations(boxes, 2):
            assert not box.overlaps(over), (drawn.title, one, other)


@pytest.mark.rule("R-081")
def test_a_chest_is_filled_from_the_bottom_right_and_says_so() -> None:
    found, drawn = places_of({}), the_map({})
    assert found["chest.0.0"].x_mm > found["chest.0.1"].x_mm
    assert found["chest.0.0"].y_mm == found["chest.0.1"].y_mm > found["chest.0.2"].y_mm
    for index in range(6):
        place = found[f"chest.0.{index}"]
        within = [each.text for each in drawn.ink if isinstance(each, Words) and _in(each, place)]
        assert within == [f"{index + 1}"]


def _in(words: Words, place: Area) -> bool:
    return place.holds(Area(words.x_mm, words.y_mm, 0, 0))


def test_an_assumed_figure_has_a_sign_and_a_typed_one_has_none() -> None:
    text = text_of(the_map({}))
    assert "7*" in text
    assert "Chest 1*" in text
    assert "Infamy*" in text
    assert "* assumed: the booklet" in text
    assert "small: 2* squares, shots at sums of 2*, 8*" in text_of(all_drawn({})[-1])
    one = text_of(the_map({"hull_1": 8}))
    assert "| 8 |" in one
    assert "7*" not in one
    assert "14*" in one
    for drawn in all_drawn(ALL):
        assert "*" not in text_of(drawn), drawn.title


def test_what_the_owner_typed_changes_map_and_screen() -> None:
    drawn = {each.title: text_of(each) for each in all_drawn({"hull_2": 15, "drunken": 6, "infamy_cap": 20})}
    assert "| 15 |" in drawn["Pirate Map, red"]
    assert "iv  Hull: sums of 7*, 15, 21*" in drawn["Ship Screen, green, right half"]
    assert "take any die free, turned to 6." in drawn["Ship Screen, yellow, left half"]
    assert "Infamy: 5 at the start, at most 20" in drawn["Ship Screen, red, right half"]
    assert sum(key.startswith("infamy.") for key in places_of({"infamy_cap": 20})) == 20


@pytest.mark.rule("R-171")
def test_the_owners_further_bonuses_stand_on_map_and_screen_and_are_told() -> None:
    found = GAME.mat.drawings(
        {"bonus": [{"points": 4, "when": "hull_2", "name": "Fleet"}, {"points": 1, "when": "infamy_5"}]}
    )
    assert found is not None
    drawn = {each.title: text_of(each) for each in found.pieces}
    assert "+4 | Hull has reached circle 2 | +1 | for each 5 Infamy" in drawn["Pirate Map, red"]
    assert "By the owner of the game: | +4 Hull has reached circle 2 | +1" in drawn["Ship Screen, red, right half"]
    assert [*map(str, found.figures)][1:] == [
        "The owner's bonus: 4 points, Hull has reached circle 2.",
        "The owner's bonus: 1 point, for each 5 Infamy.",
    ]
    assert "By the owner" not in text_of(all_drawn({})[-1])


@pytest.mark.rule("R-006")
def test_without_a_limit_of_infamy_there_is_a_field_for_the_number() -> None:
    text = text_of(the_map({"infamy_cap": 0}))
    assert "no limit: write the number" in text
    assert "5 at the start" in text
    assert not any(key.startswith("infamy") for key in places_of({"infamy_cap": 0}))


def test_by_which_figures_it_was_drawn_is_told() -> None:
    found = GAME.mat.drawings({"map": {"hull_2": 15}})
    assert found is not None
    typed, assumed = map(str, found.figures)
    assert typed == "Typed by the owner: circle 2 of Hull 15."
    assert assumed.startswith("Figures of the Pirate Map are assumed: circles of Infamy 18, a drunken sailor shows 1,")
    assert "circle 2 of Hull" not in assumed
    every = GAME.mat.drawings({"map": ALL})
    assert every is not None
    assert [str(each)[:18] for each in every.figures] == ["Typed by the owner"]


@pytest.mark.parametrize("owner", [{"map": {"hull_1": 99}}, {"map": {"hull_1": 30}}, {"map": {"sails": 2}}])
def test_what_may_not_stand_in_the_owners_file_is_refused(owner: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        GAME.mat.drawings(owner)


@pytest.mark.rule("R-062")
def test_a_mini_board_has_a_thin_line_around_each_field_and_its_name_and_step() -> None:
    drawn = board_print.draw("red", 1)
    fields = [each for each in drawn.ink if isinstance(each, Field)]
    assert {each.area for each in fields} == {area(icon) for icon in ICONS}
    steps = []
    for icon in ICONS:
        field = area(icon)
        names = [each for each in drawn.ink if isinstance(each, Words) and _in(each, field)]
        assert names[0].y_mm - field.y_mm < 3
        steps.append(names[0].text.split()[0])
    assert steps == ["i", *["ii"] * 3, *["iii"] * 3, "iv", "v", "v", "vi", "vii"]


def test_nothing_on_a_mini_board_looks_like_a_die() -> None:
    for each in board_print.draw("red", 1).ink:
        if isinstance(each, Field):
            assert not each.fill
            assert each.line_mm < 0.2
        else:
            assert isinstance(each, Words)
            assert each.colour == "#777777"
            assert each.size_pt < 10


def test_a_screen_hides_a_mini_board_from_before_and_from_the_sides() -> None:
    assert 2 * ship_screen.FRONT_MM > WIDTH_MM
    lowest = max(area(icon).y_mm + area(icon).height_mm for icon in ICONS)
    assert lowest < ship_screen.WING_MM


@pytest.mark.parametrize("side", ship_screen.SIDES)
def test_the_outside_of_a_screen_is_upside_down_over_the_fold(side: Any) -> None:
    drawn = ship_screen.draw(read_figures({}), (), "red", 1, side)
    words = [each for each in drawn.ink if isinstance(each, Words)]
    outside = [each for each in words if each.upside_down]
    assert [each.text for each in outside] == ["The ship of", "Red"]
    assert all(each.y_mm < ship_screen.HIGH_MM for each in outside)
    assert all(each.y_mm > ship_screen.HIGH_MM for each in words if not each.upside_down)
    # Turned by half a turn, what is to be read first lies nearer to the fold.
    assert outside[0].y_mm > outside[1].y_mm
    folds = [each for each in drawn.ink if isinstance(each, Line) and each.dash_mm]
    assert any(each.y1_mm == each.y2_mm == ship_screen.HIGH_MM for each in folds)
    assert len(folds) == (3 if side == "left" else 2)
