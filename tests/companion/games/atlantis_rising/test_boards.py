"""The boards of Atlantis Rising: whole, with what may be tapped, and saying what stands there."""

from __future__ import annotations

from itertools import combinations

import pytest
from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import Price
from companion.games.atlantis_rising.data.effects import Effect
from companion.games.atlantis_rising.game import GAME
from companion.games.atlantis_rising.host.options import new_game
from companion.games.atlantis_rising.rules.acts import Activate, Build, DrawMisfortune, Place
from companion.games.atlantis_rising.rules.course import COURSE
from companion.games.atlantis_rising.rules.decisions import ChooseFlood, GiveRecruit, PlayCard, Roll, Spend, Unflood
from companion.games.atlantis_rising.screen.boards import boards
from companion.games.atlantis_rising.state.model import AtlantisAction, AtlantisState, AtlantisView, Phase, Table
from companion.games.atlantis_rising.state.steps import Flooding, Unflooding
from companion.games.atlantis_rising.words.texts import effect_words
from companion.games.board import Board, Cell
from companion.games.core import Choice, Seat, View
from tests.companion.games.atlantis_rising.play import BLUE, FORESTS, HILLS, RED, after, follower, leader, volunteer
from tests.companion.games.atlantis_rising.positions import NAMES, deck, position
from tests.companion.games.atlantis_rising.self_play import pilot
from tests.companion.games.boards import boards_of

ACT = Phase.ACTIONS
STRIDE = 60
"""Of so many positions of a game one is drawn, and of each phase the first."""
ISLAND, OUTLOOK = "island", "outlook"


def view_of(state: AtlantisState, seat: Seat | None) -> AtlantisView:
    return View(seat, NAMES[: state.table.setup.players], state.table, None)


def choices_of(state: AtlantisState, seat: Seat | None) -> list[Choice[AtlantisAction]]:
    """A choice for each act that can be listed, with the words of its phase."""
    view = view_of(state, seat)
    labels = [(act, COURSE.acts_of(state.table, act).label(view, act)) for act in COURSE.legal_actions(state, seat)]
    return [Choice(label.text, (act,), label.group, label.piece) for act, label in labels]


def drawn(state: AtlantisState, seat: Seat | None = None) -> dict[str, Board]:
    return {board.key: board for board in boards(view_of(state, seat), choices_of(state, seat))}


def cell(board: Board, key: str) -> Cell:
    (found,) = [each for each in board.cells if each.key == key]
    return found


def words(board: Board, key: str) -> str:
    return str(cell(board, key).words)


def tapped(board: Board) -> list[AtlantisAction]:
    return [each.choice.actions[0] for each in board.cells if each.choice is not None]


def overlap(one: Cell, other: Cell) -> bool:
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return across > 0 and down > 0


def check(board: Board) -> None:
    """What the contract asks of every board, and that what is tapped is as large as a finger."""
    assert len({each.key for each in board.cells}) == len(board.cells)
    for each in board.cells:
        assert 0 <= each.x <= each.x + each.width <= board.width, each
        assert 0 <= each.y <= each.y + each.height <= board.height, each
        assert each.words is not None or not (each.mark or each.pieces or each.choice), each
        assert each.choice is None or min(each.width, each.height) >= 44, each
    assert not any(overlap(*pair) for pair in combinations(board.cells, 2))


@pytest.mark.parametrize("players", [1, 4, 7])
def test_boards_are_whole_in_a_game_that_bots_play(players: int) -> None:
    """At many moments of its first round, for everybody and for the last seat."""
    seen = set[Phase]()
    for number, state in enumerate(pilot(7).play(new_game({"players": players, "level": 3}, {}))):
        if state.table.round > 1:
            break
        if number % STRIDE and state.table.phase in seen:
            continue
        seen.add(state.table.phase)
        for seat in (None, players - 1):
            found = boards(view_of(state, seat), choices_of(state, seat))
            assert len({board.key for board in found}) == len(found)
            for board in found:
                check(board)
    assert {Phase.PLACE, Phase.MISFORTUNE, Phase.ACTIONS} <= seen


@pytest.mark.rule("A-040")
def test_the_outermost_dry_tile_is_marked_and_flooded_ones_are_said_to_be() -> None:
    island = drawn(position(4, dry={"forests": 3}))[ISLAND]
    assert cell(island, "forests_3").mark == "ring"
    assert words(island, "forests_3").startswith("Forests 3 is dry and the next to flood there.")
    assert [cell(island, f"forests_{ring}").mark for ring in (1, 2, 4, 5, 6)] == [""] * 5
    assert words(island, "forests_4") == "Forests 4 is flooded."
    assert cell(island, "forests_4").colour != cell(island, "forests_3").colour


@pytest.mark.rule("A-044", "A-099")
def test_with_a_barrier_it_is_the_barrier_that_goes_but_not_for_a_controlled_flood() -> None:
    fenced = position(4, dry={"hills": 4}, barriers=["hills"])
    island = drawn(fenced)[ISLAND]
    assert (cell(island, "hills").mark, cell(island, "hills_4").mark) == ("ring", "")
    assert "the next flood takes the barrier" in words(island, "hills_4")
    step = Flooding(RED, 1, "controlled")
    chosen = position(4, Phase.MISFORTUNE, dry={"hills": 4}, barriers=["hills"], steps=[step], drawn=1)
    assert "its barrier goes" in words(drawn(chosen)[ISLAND], "hills_4")


@pytest.mark.rule("A-026", "A-164")
def test_a_tile_tells_its_number_its_spaces_and_who_stands_there() -> None:
    data = {"peninsula.forests.number.2": 6, "peninsula.forests.spaces.2": 3}
    state = position(4, ACT, data=data, placed={"forests_3": [leader(RED), follower(BLUE)]}, numbers=(1,))
    found = cell(drawn(state)[ISLAND], "forests_3")
    assert found.number == "7+○"
    assert set(found.pieces) == {"leader:red", "follower:blue"}
    assert "1 of 3 free." in str(found.words)
    assert "Red's Leader" in str(found.words)
    assert "Blue's follower" in str(found.words)


@pytest.mark.rule("A-042", "A-052")
def test_what_floods_is_tapped_on_the_tile_that_floods() -> None:
    state = position(4, Phase.WRATH, dry={"hills": 0, "forests": 2}, steps=[Flooding(RED, 2, "wrath")])
    island = drawn(state)[ISLAND]
    choice = cell(island, "forests_2").choice
    assert choice is not None
    assert choice.actions == (ChooseFlood(FORESTS),)
    assert ChooseFlood(HILLS) not in tapped(island)
    assert len(tapped(island)) == 5


@pytest.mark.rule("A-101")
def test_what_rises_is_tapped_on_the_flooded_tile_nearest_to_the_centre() -> None:
    state = position(4, ACT, dry={"forests": 2, "hills": 5}, steps=[Unflooding(RED, 1)])
    island = drawn(state)[ISLAND]
    assert [cell(island, key).choice is not None for key in ("forests_2", "forests_3", "forests_4")] == [0, 1, 0]
    assert set(tapped(island)) == {Unflood(FORESTS), Unflood(HILLS)}


@pytest.mark.rule("A-061", "A-066")
def test_each_who_may_act_has_the_odds_without_and_with_energy() -> None:
    """E-03 and E-04: a 6 with 3 energy; an 8 with a wrath of 1 and one energy."""
    data = {"peninsula.forests.number.2": 6, "peninsula.cities.number.2": 8, "wrath.values": (1, 1)}
    placed = {"forests_3": [follower(RED)], "cities_3": [leader(RED), follower(BLUE)]}
    reserves = {RED: Price(energy=3)}
    state = position(4, ACT, data=data, placed=placed, reserves=reserves)
    own, shared = drawn(state, RED)["standing"], drawn(state)["standing"]
    figures = {each.key: each.number for each in own.cells if each.number}
    assert figures == {"forests_3.0.1": "17 – 67%", "cities_3.0.1": "58 – 92%"}
    assert words(own, "forests_3.0.1").endswith("It needs 6 on 1 die: 17 percent. With 3 energy: 67 percent.")
    assert {each.key for each in shared.cells if each.number} == {"forests_3.0.1", "cities_3.0.1"}
    assert Activate(RED, "follower", "forests_3", 0) in tapped(own)


@pytest.mark.rule("A-050")
def test_who_has_acted_stays_in_its_place_on_its_own_drawing() -> None:
    placed = {"hills_2": [follower(RED)], "hills_4": [leader(RED)], "libraries_5": [follower(RED)]}
    state = position(4, ACT, placed=placed)
    places = list[dict[str, tuple[float, float]]]()
    for act in (None, Activate(RED, "follower", "hills_2", 0)):
        own = drawn(replace(state, table=_acted(state.table, act)) if act else state, RED)["standing"]
        places.append({each.key: (each.x, each.y) for each in own.cells})
    assert places[0] == places[1]
    assert (cell(own, "hills_2.0.1").mark, cell(own, "hills_2.0.1").choice) == ("closed", None)
    assert cell(own, "hills_4.0.1").choice is not None


def _acted(table: Table, act: Activate) -> Table:
    """The same, where that piece has acted."""
    pieces = (replace(each, acted=each.acted or each.place == act.place) for each in table.atlanteans)
    return replace(table, atlanteans=tuple(pieces))


def test_all_at_the_centre_and_all_at_hand_are_tapped_on_the_drawing() -> None:
    state = position(4, ACT, placed={"centre": [follower(RED), follower(BLUE)], "hills_2": [leader(RED)]})
    together = cell(offered_to(state, RED)["standing"], "together").choice
    assert together is not None
    assert {(act.seat, act.place) for act in together.actions} == {(RED, "centre"), (BLUE, "centre")}
    rest = cell(offered_to(position(4), RED)["place"], "rest").choice
    assert rest is not None
    assert {(act.seat, act.place) for act in rest.actions} == {(RED, "centre")}


def offered_to(state: AtlantisState, seat: Seat) -> dict[str, Board]:
    """The boards with all that a seat is offered, several acts in one tap among them."""
    view = GAME.view(state, seat, NAMES[: state.table.setup.players])
    return {board.key: board for board in boards_of(GAME, view)}


@pytest.mark.rule("A-061", "A-062")
def test_a_roll_under_way_shows_what_is_missing_and_what_may_be_added() -> None:
    data = {"peninsula.forests.number.2": 6}
    state = position(4, ACT, data=data, placed={"forests_3": [follower(RED)]}, reserves={RED: Price(energy=3)})
    state = after(state, Activate(RED, "follower", "forests_3", 0))
    assert cell(drawn(state, RED)["attempt"], "needed").number == "6+"
    lying = drawn(after(state, Roll((3,))), RED)["attempt"]
    assert [cell(lying, key).number for key in ("die.0", "needed", "plain", "helped")] == ["3", "3", "0%", "100%"]
    assert Spend(RED, 0, 3) in tapped(lying)
    assert not [act for act in tapped(drawn(after(state, Roll((3,))), BLUE)["attempt"]) if isinstance(act, Spend)]


@pytest.mark.rule("A-023")
def test_each_piece_at_hand_is_taken_up_and_each_place_takes_those_that_may_stand_there() -> None:
    placed, data = {"forests_6": [follower(BLUE)]}, {"peninsula.forests.spaces.5": 1}
    state = position(4, placed=placed, pools=[volunteer(RED)], data=data)
    own = drawn(state, RED)["place"]
    assert {each.pick for each in own.cells} - {""} == {"follower.0", "leader.0", "volunteer.0"}
    taken = {key: choice.actions for key, choice in cell(own, "centre").takes}
    assert taken["volunteer.0"] == (Place(RED, "volunteer", "centre", 0),)
    assert all(act.seat == RED for each in own.cells for _, choice in each.takes for act in choice.actions)
    assert not cell(own, "forests_6").takes
    # The shared tablet takes up everybody's.
    assert {each.pick for each in drawn(state)["place"].cells} >= {"leader.0", "leader.1", "leader.2", "leader.3"}


@pytest.mark.rule("A-105", "A-106")
def test_the_blueprint_says_what_is_missing_on_a_build_space_and_what_all_lack() -> None:
    """E-07's Spirit Seal: 3 gold, 1 crystal, 2 Atlantium."""
    placed = {"build_1": [follower(RED), follower(BLUE)]}
    reserves = {RED: Price(gold=1, crystal=1), BLUE: Price(gold=1), 2: Price(gold=4, atlantium=1)}
    state = position(4, ACT, placed=placed, reserves=reserves, blueprint=["spirit_seal"])
    for seat in (None, RED):
        blueprint = drawn(state, seat)["blueprint"]
        assert (
            words(blueprint, "spirit_seal.build_1")
            == "Build space 1 lacks 1 gold, 2 Atlantium, with what Red and Blue own."
        )
    assert words(blueprint, "spirit_seal.all") == "All together lack 1 Atlantium."
    rich = position(4, ACT, placed=placed, reserves={RED: Price(3, 1, 0, 2)}, blueprint=["spirit_seal"])
    choice = cell(drawn(rich, RED)["blueprint"], "spirit_seal.build_1").choice
    assert choice is not None
    assert isinstance(choice.actions[0], Build)


def test_when_it_is_over_nobody_is_told_to_act_or_build() -> None:
    placed = {"build_1": [leader(RED)], "hills_1": [follower(BLUE)]}
    state = position(4, ACT, placed=placed, blueprint=["spirit_seal"])
    assert "standing" in drawn(state)
    over = replace(state, table=replace(state.table, ended="lost", dry=(0,) * 6))
    assert "standing" not in drawn(over)
    blueprint = drawn(over)["blueprint"]
    assert str(cell(blueprint, "spirit_seal.all").text) == "was not built"
    assert not [each for each in blueprint.cells if "build it" in str(each.text)]


def test_the_tablet_shows_a_price_once_until_somebody_stands_where_it_could_be_built() -> None:
    poor, rich = Price(gold=3), Price(gold=3, crystal=1, atlantium=2)
    shown = {}
    for owned in (poor, rich):
        blueprint = drawn(position(4, ACT, reserves={RED: owned}, blueprint=["spirit_seal"]))["blueprint"]
        assert not [each for each in blueprint.cells if each.key == "spirit_seal.all"]
        found = cell(blueprint, "spirit_seal.cost")
        assert str(found.text) == "3 gold, 1 crystal, 2 Atlantium"
        shown[owned] = str(found.words), found.mark
    assert shown == {
        poor: ("All together lack 1 crystal, 2 Atlantium.", ""),
        rich: ("All together have what it costs.", "tick"),
    }


@pytest.mark.rule("A-105", "A-106")
def test_the_tablet_tells_of_both_build_spaces_in_one_cell_and_shows_the_one_that_lacks_less() -> None:
    """What is read from a metre has large letters: there is no room for a cell a space."""
    placed = {"build_1": [follower(RED)], "build_2": [follower(BLUE)]}
    poor, near, rich = Price(), Price(gold=2, crystal=1, atlantium=2), Price(gold=3, crystal=1, atlantium=2)
    shown = {}
    for owned in (near, rich):
        state = position(4, ACT, placed=placed, reserves={RED: poor, BLUE: owned}, blueprint=["spirit_seal"])
        blueprint = drawn(state)["blueprint"]
        found = cell(blueprint, "spirit_seal.build_2")
        assert "Build space 1 lacks 3 gold, 1 crystal, 2 Atlantium, with what Red own" in str(found.words)
        assert not [each for each in blueprint.cells if each.key == "spirit_seal.build_1"]
        shown[owned] = found.number, str(found.text), found.choice is not None
    assert shown == {near: ("1", "lacks", False), rich: ("", "build it", True)}


def test_the_tablet_has_one_drawing_of_what_changes_and_the_others_are_looked_up() -> None:
    data = {"peninsula.forests.number.2": 6}
    placing = position(4, data=data, placed={"forests_3": [follower(RED)]})
    acting = position(4, ACT, data=data, placed={"forests_3": [follower(RED)], "hills_1": [follower(BLUE)]})
    rolling = after(acting, Activate(RED, "follower", "forests_3", 0))
    changing = ("attempt", "standing", "sea")
    for state, first in ((placing, "sea"), (acting, "standing"), (rolling, "attempt")):
        found = drawn(state)
        assert [key for key in changing if key in found and not found[key].is_second] == [first]


def test_of_many_who_have_yet_to_act_the_tablet_says_how_many_more_there_are() -> None:
    rings = [
        (f"{name}_{ring}", seat) for seat, name in enumerate(("hills", "forests", "mountains")) for ring in range(1, 5)
    ]
    placed = {place: [follower(seat)] for place, seat in rings}
    standing = drawn(position(4, ACT, placed=placed))["standing"]
    told = [each for each in standing.cells if each.key.endswith(".1")]
    assert len(rings) == 12
    assert len(told) == 8
    assert (str(cell(standing, "more").text), words(standing, "more")) == (
        "and 4 more",
        "4 more have yet to act: they stand on the island.",
    )


@pytest.mark.rule("A-034", "A-051")
def test_the_outlook_counts_what_is_left_and_the_drawn_card_is_tapped() -> None:
    lies = deck("calm_seas", unordered={"basic_hills": 2, "earthquake": 1}, discards=["basic_hills"])
    found = drawn(position(4, Phase.MISFORTUNE, misfortunes=lies, drawn=1, wrath=2))
    outlook, sea = found[OUTLOOK], found["sea"]
    kinds = ("basic_hills", "earthquake", "calm_seas", "panic")
    assert [cell(outlook, key).number for key in kinds] == ["2", "1", "1", "0"]
    assert [cell(sea, key).number for key in ("deck", "to_draw")] == ["4", "3"]
    assert words(sea, "top") == "Known on top: Calm Seas."
    assert tapped(outlook) == [DrawMisfortune("calm_seas")]
    assert [cell(sea, f"wrath.{space}").mark for space in range(4)] == ["", "", "ring", ""]


def test_reserves_tell_what_each_owns_and_all_together() -> None:
    state = position(4, reserves={RED: Price(gold=2, energy=1), BLUE: Price(gold=1, ore=3)}, hands={BLUE: ["energy"]})
    board = drawn(state)["reserves"]
    assert words(board, "0").startswith("Red owns 2 gold, 1 energy, and 0 cards; 2 followers can be recruited.")
    assert [cell(board, f"all.{key}").number for key in ("gold", "ore", "cards")] == ["3", "3", "1"]


@pytest.mark.rule("A-069", "A-070")
def test_who_gets_a_recruit_is_tapped_among_the_players() -> None:
    data = {"peninsula.cities.number.2": 2, "wrath.values": (0, 0)}
    state = position(4, ACT, data=data, placed={"cities_3": [leader(RED), follower(BLUE)]})
    state = after(state, Activate(RED, "leader", "cities_3", 0), Roll((3, 4)))
    assert tapped(drawn(state)["reserves"]) == [GiveRecruit(RED), GiveRecruit(BLUE)]


def test_the_own_board_has_councilor_and_cards_with_what_they_do() -> None:
    state = position(4, ACT, hands={RED: ["energy", "energy", "ancient_atlas"]}, councilors={RED: "priest"})
    own = drawn(state, RED)["own"]
    assert words(own, "councilor") == "Priest: A failed roll beside the Leader may be rolled once more."
    assert "Take 3 energy." in words(own, "card.0")
    assert "Its figures are assumed." in words(own, "card.0")
    assert tapped(own) == [PlayCard(RED, "energy")]
    assert "own" not in drawn(state)


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        (Effect("gain_energy", 2, who="each"), "Everybody takes 2 energy."),
        (Effect("wrath_step", -1), "The wrath counter goes back by 1 space."),
        (Effect("flood_peninsula", 1, what="hills"), "1 tile of the Hills floods."),
        (Effect("forbid", what="cities"), "Actions of the Cities give nothing this round."),
        (Effect("number_minus", what="wild"), "Numbers of Mountains, Hills and Forests are 1 lower for you."),
    ],
)
def test_an_effect_is_said_in_a_sentence(effect: Effect, said: str) -> None:
    assert str(effect_words(effect)) == said
