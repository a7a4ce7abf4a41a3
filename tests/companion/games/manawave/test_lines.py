"""Lines of the older game: their names, where a piece comes to rest, what stops it (M-120 to M-121, M-220 to M-225)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.manawave.data.playset import NexusBoard
from companion.games.manawave.game import GAME
from companion.games.manawave.rules.tiles import TILE_MM, line_count, line_name, rests_mm
from companion.games.manawave.state.acts import Aim, Open, Slide
from companion.games.manawave.state.model import ManaState, Phase
from companion.simulation.unseen import is_unseen
from companion.table.expected import Anything, At, Touching
from tests.companion.games.boards import boards_of
from tests.companion.games.manawave.play import (
    NAMES,
    X,
    Y,
    after,
    attach,
    both,
    clans_at,
    designed_tiles,
    done,
    line,
    line_of,
    offered,
    prompt,
    refusal,
    refused,
    settled,
    tile,
    tiles_at,
    zone,
)

CARDS = ("river_camp", "raiders", "orchard")


def to_aim(*tiles: Any, **more: Any) -> ManaState:
    """X has taken a River Camp, Y Raiders."""
    return tiles_at(Phase.AIM, *tiles, choices=CARDS, picked=("river_camp", "raiders"), **more)


def row_on(state: ManaState, where: str, seat: int = X) -> int:
    """The row in which a seat's tile comes to rest on a line."""
    side = both(state, Aim(X, line(where)), Aim(Y, 0)) if seat == X else both(state, Aim(X, 8), Aim(Y, line(where)))
    before = set(state.table.nexus.tiles)
    (new,) = [each for each in done(side, Slide).table.nexus.tiles if each not in before and each.seat == seat]
    assert new.line == line(where)
    return new.row


def dropped(*where: str, **more: Any) -> list[int]:
    """The rows of X's tiles that are laid on these lines one after another, on an empty side."""
    tiles, rows = list[Any](), list[int]()
    for name in where:
        rows.append(row_on(to_aim(*tiles, **more), name))
        tiles.append(tile(X, name, rows[-1], "river_camp"))
    return rows


@pytest.mark.rule("M-121", "M-221")
def test_w_m02_names_of_lines() -> None:
    """N0 is the leftmost slot, N1.5 the slot between the Nexus tiles 1 and 2."""
    board = NexusBoard()
    assert line_of("N0", board) == 0
    assert (line_of("N1", board), line_of("N1.5", board), line_of("N2", board)) == (2, 3, 4)
    # On the mat: N0 at the first Nexus tile, N1.5 half way between the second and the third.
    layout = GAME.mat.layout(GAME.view(to_aim(), None, NAMES))
    middles = {n: layout.find(f"nexus.{n}").x_mm + layout.find(f"nexus.{n}").width_mm / 2 for n in range(5)}
    assert _middle_of("N0") == middles[0]
    assert _middle_of("N1.5") == (middles[1] + middles[2]) / 2
    assert _middle_of("N4") == middles[4]


def _middle_of(where: str) -> float:
    """Where a tile on a line of X's side lies along the wave, in mm."""
    state = tiles_at(Phase.START, tile(X, where, 1, "river_camp"))
    table = GAME.mat.expected(GAME.view(state, None, NAMES))
    (place,) = next(each.places for each in table.zones if each.zone == f"lane.0.{line(where)}")
    assert isinstance(place, At)
    return place.x_mm


@pytest.mark.rule("M-221")
@pytest.mark.parametrize("nexus", [1, 2, 3, 4, 5])
def test_s_m28_k_nexus_tiles_have_2k_minus_1_lines(nexus: int) -> None:
    own = designed_tiles()
    own["board"] = {**own["board"], "nexus": nexus}
    state = to_aim(playset=own)
    lines = [act.line for act in offered(state, Aim) if act.seat == X]
    assert [line_name(each) for each in lines] == [f"N{each / 2:g}" for each in range(2 * nexus - 1)]
    rule, text = refused(state, Aim(X, 2 * nexus - 1))
    assert (rule, text) == ("M-221", f"There is no such line. They go from N0 to N{nexus - 1}, in halves.")
    assert zone(state, f"lane.0.{2 * nexus - 2}").kinds == ()


@pytest.mark.rule("M-221")
def test_s_m28_n4_5_and_n_minus_0_5_are_no_lines() -> None:
    board = NexusBoard()
    assert line_count(board) == 9
    assert [line_name(each) for each in range(9)] == ["N0", "N0.5", "N1", "N1.5", "N2", "N2.5", "N3", "N3.5", "N4"]
    assert (line_of("N4.5", board), line_of("N-0.5", board)) == (None, None)
    assert refusal(to_aim(), Aim(X, 9)) == "M-221"
    assert refusal(to_aim(), Aim(X, -2)) == "M-221"


@pytest.mark.rule("M-220")
def test_lines_are_chosen_in_secret_and_revealed_together() -> None:
    state = to_aim()
    one = after(state, Aim(X, 3))
    assert one.table.opened == (None, None)
    assert refusal(one, Open(X, Aim(X, 3))) == "M-220"
    assert refusal(one, Slide(X)) == "M-223"
    two = after(one, Aim(Y, 5))
    assert offered(two) == [Open(X, Aim(X, 3))]
    whole = after(two, *offered(two))
    whole = after(whole, *offered(whole))
    assert offered(whole) == [Slide(X), Slide(Y)]
    assert "M-220" in whole.table.why


@pytest.mark.rule("M-222")
def test_s_m30_tiles_of_the_other_side_are_never_in_the_way() -> None:
    theirs = [tile(X, "N1", 1, "river_camp"), tile(X, "N1.5", 2, "river_camp"), tile(X, "N1", 3, "river_camp")]
    assert row_on(to_aim(*theirs), "N1", Y) == 1


@pytest.mark.rule("M-223")
def test_a_tile_slides_until_the_wave_or_another_tile_stops_it() -> None:
    state = both(to_aim(tile(X, "N1", 1, "raiders")), Aim(X, line("N1.5")), Aim(Y, line("N1.5")))
    assert prompt(state, X).text == "Xenia: slide River Camp along N1.5 until it meets Raiders."
    assert prompt(state, Y).text == "Yuri: slide Raiders along N1.5 up to the wave."
    assert zone(state, "lane.0.3").kinds == ()
    state = after(state, Slide(X))
    assert zone(state, "lane.0.3").kinds == ("tile_of_seat_1:river_camp",)
    assert offered(state) == [Slide(Y)]
    assert refusal(state, Slide(X)) == "M-223"


@pytest.mark.rule("M-223", "M-224")
def test_where_a_tile_rests_on_the_mat() -> None:
    """At the wave half a tile off it; half a step aside as far as two round tiles come to each other."""
    own = [tile(X, "N1", 1, "river_camp"), tile(X, "N1.5", 2, "raiders"), tile(X, "N1", 3, "palisade")]
    rests = rests_mm(NexusBoard(), own)
    near = (60**2 - 30**2) ** 0.5
    assert rests == pytest.approx({(2, 1): 30.0, (3, 2): 30.0 + near, (2, 3): 30.0 + 2 * near})
    table = GAME.mat.expected(GAME.view(tiles_at(Phase.START, *own), None, NAMES))
    places = {each.zone: each.places for each in table.zones if each.places}
    touching = [each for each in places["lane.0.3"] if isinstance(each, Touching)]
    assert [(each.kind, each.zone, each.other) for each in touching] == [
        ("tile_of_seat_1:raiders", "lane.0.2", "tile_of_seat_1:river_camp")
    ]


@pytest.mark.rule("M-223", "M-224")
def test_the_drawing_shows_where_each_tile_comes_to_rest_until_it_lies_there() -> None:
    state = both(to_aim(tile(X, "N2", 1, "orchard")), Aim(X, line("N2.5")), Aim(Y, line("N2.5")))

    def shown() -> dict[str, str]:
        boards = {each.key: each for each in boards_of(GAME, GAME.view(state, X, NAMES))}
        return {cell.key: str(cell.words) for cell in boards["lines"].cells if cell.key.startswith("rest.")}

    assert shown() == {
        "rest.0": "Xenia slides River Camp here: N2.5, row 2.",
        "rest.1": "Yuri slides Raiders here: N2.5, row 1.",
    }
    state = after(state, Slide(X))
    assert [*shown()] == ["rest.1"]


@pytest.mark.rule("M-224")
def test_s_m29_a_tile_is_stopped_on_its_line_and_half_a_step_beside_it() -> None:
    assert dropped("N1", "N1.5", "N2", "N3") == [1, 2, 3, 1]
    assert dropped("N1", "N1", "N1.5", "N1") == [1, 2, 3, 4]
    assert dropped("N0", "N1", "N2") == [1, 1, 1]
    assert dropped("N1", "N2", "N1.5") == [1, 1, 2]


@pytest.mark.rule("M-224")
def test_a_line_whose_next_row_would_be_beyond_the_last_is_not_offered() -> None:
    """B-25 with the five rows of the demonstration set."""
    full = [tile(X, "N1", row, "river_camp") for row in (1, 2, 3, 4, 5)]
    state = to_aim(*full)
    assert {act.line for act in offered(state, Aim) if act.seat == X} == {0, 4, 5, 6, 7, 8}
    assert {act.line for act in offered(state, Aim) if act.seat == Y} == set(range(9))
    assert refused(state, Aim(X, line("N1.5"))) == ("M-224", "That line is full. Choose another one.")
    assert refusal(state, Aim(X, line("N2"))) == ""


@pytest.mark.rule("M-224")
def test_where_no_line_takes_a_tile_nobody_chooses_one() -> None:
    own = designed_tiles()
    own["board"] = {"nexus": 1, "max_rows": 1}
    state = to_aim(tile(X, "N0", 1, "river_camp"), playset=own)
    assert {act.seat for act in offered(state, Aim)} == {Y}
    over = settled(to_aim(tile(X, "N0", 1, "orchard"), tile(Y, "N0", 1, "orchard"), playset=own))
    assert over.table.choices == ()
    assert dict(over.table.gone) == dict.fromkeys(CARDS, 1)


@pytest.mark.rule("M-225")
def test_n0_lies_at_the_source_for_both() -> None:
    """B-14: both sides' N0 are at the same end, beside the Source."""
    layout = GAME.mat.layout(GAME.view(to_aim(), None, NAMES))
    source = layout.find("source").x_mm
    for seat in (X, Y):
        ends = [layout.find(f"lane.{seat}.{each}").x_mm for each in range(9)]
        assert ends == sorted(ends)
        assert abs(ends[0] - source) < abs(ends[8] - source)
    assert layout.find("lane.0.0").x_mm == layout.find("lane.1.0").x_mm


@pytest.mark.rule("M-223")
def test_s_m36_on_the_places_of_a_honeycomb() -> None:
    """B-13: half lines own the odd rows, whole lines the even ones."""
    option = {"options": {"geometry": "hex_lattice"}}
    assert dropped("N1.5", "N1", "N1.5", **option) == [1, 2, 3]
    assert dropped("N1", "N1", "N2", "N1.5", **option) == [2, 4, 2, 5]
    assert dropped("N0", "N0.5", "N1", **option) == [2, 3, 4]
    full = [tile(X, "N1", 2, "river_camp"), tile(X, "N1", 4, "river_camp")]
    lines = {act.line for act in offered(to_aim(*full, **option), Aim) if act.seat == X}
    assert line("N1") not in lines  # its next place would be in row 6
    assert line("N1.5") in lines


@pytest.mark.rule("M-223")
def test_rows_of_a_honeycomb_lie_as_close_as_round_tiles_do() -> None:
    own = [tile(X, "N1", row, "river_camp") for row in (2, 4)]
    rests = rests_mm(NexusBoard(geometry="hex_lattice"), own)
    assert rests[line("N1"), 2] == pytest.approx(TILE_MM * (0.5 + 0.8660254))
    assert rests[line("N1"), 4] == pytest.approx(TILE_MM * (0.5 + 3 * 0.8660254))


@pytest.mark.rule("M-223")
def test_stopped_by_tiles_of_the_same_line_alone() -> None:
    """B-13, the third way."""
    option = {"options": {"geometry": "same_line"}}
    assert dropped("N1", "N1.5", "N1", "N1.5", **option) == [1, 1, 2, 2]


@pytest.mark.parametrize("geometry", ["half_step_drop", "hex_lattice", "same_line"])
def test_a_slide_is_told_where_a_tile_may_cover_another(geometry: str) -> None:
    state = both(to_aim(options={"geometry": geometry}), Aim(X, line("N1")), Aim(Y, line("N1")))
    slid = after(state, Slide(X))
    is_told = geometry == "same_line"
    assert is_unseen(GAME, Slide(X), state, slid) == is_told
    assert (zone(slid, f"lane.0.{line('N1')}") == Anything()) == is_told


# --- the block between both states ---

FAMILIES = {"options": {"pieces": "families"}}


@pytest.mark.rule("M-120")
def test_a_family_slides_as_a_tile_does() -> None:
    """M-122: it is the same action, with another word for the piece."""
    assert dropped("N1", "N1.5", "N2", "N3", **FAMILIES) == [1, 2, 3, 1]
    state = to_aim(**FAMILIES)
    assert "A Family slides until the wave or another Family stops it." in prompt(state, X).why
    assert "Pieces of the lines are called Families." in prompt(state).house_rules


@pytest.mark.rule("M-120")
def test_a_family_ends_at_the_middle_of_a_nexus_or_midway_between_two() -> None:
    state = to_aim(**FAMILIES)
    assert [line_name(act.line) for act in offered(state, Aim) if act.seat == X] == [f"N{n / 2:g}" for n in range(9)]


@pytest.mark.rule("M-121")
def test_the_line_of_a_family_is_chosen_in_secret_and_revealed_together() -> None:
    one = after(to_aim(**FAMILIES), Aim(X, line("N1.5")))
    for seat in (Y, None):
        view = GAME.view(one, seat, NAMES)
        assert view.sealed[X] == (Aim(X),)
    whole = both(to_aim(**FAMILIES), Aim(X, line("N1.5")), Aim(Y, line("N0")))
    assert [each.line for each in whole.table.opened if isinstance(each, Aim)] == [3, 0]


def test_acts_of_the_other_state_are_refused() -> None:
    """M-122: in the game with Clans a Family is attached, in the older one it slides."""
    clans = clans_at(Phase.PLACE, choices=("cinder_spears",) * 3, picked=("cinder_spears", "cinder_spears"))
    assert refused(clans, Aim(X, 0)) == (
        "M-122",
        "There are no lines and tiles in this game: Families are attached to Clans.",
    )
    assert refused(to_aim(), attach(clans, X, 1)) == (
        "M-122",
        "There are no Clans in this game: pieces are slid along lines.",
    )
