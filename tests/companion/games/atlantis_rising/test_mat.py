"""The mat of Atlantis Rising: what lies and stands where, in whole games and on the tracks of other boxes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from companion.conformance.acts import covers
from companion.games.atlantis_rising.data.contents import ARTIFACTS, NON_ARTIFACTS, PENINSULAS, POWER_CORE, RINGS, Price
from companion.games.atlantis_rising.host.options import new_game
from companion.games.atlantis_rising.mat.looks import KIT, LAYOUTS, PIECES, standee
from companion.games.atlantis_rising.mat.mat import SEATED, TRACK, expected_table, layout, rule_of_zone, zone_of
from companion.games.atlantis_rising.rules.acts import (
    Build,
    ChooseCouncilor,
    DrawMisfortune,
    LayComponent,
    RevealCouncilor,
    TakeColour,
    TakeCouncilor,
    TakeMarker,
)
from companion.games.atlantis_rising.rules.course import COURSE
from companion.games.atlantis_rising.rules.decisions import DrawArtifact, KeepArtifact
from companion.games.atlantis_rising.state.changes import lacking
from companion.games.atlantis_rising.state.model import (
    POOL,
    SEATS,
    Atlantean,
    AtlantisAction,
    AtlantisState,
    AtlantisView,
    Built,
    Deck,
    Phase,
    Table,
)
from companion.games.atlantis_rising.state.steps import Fencing, Flooding, Unflooding
from companion.games.core import View
from companion.language.message import NOTHING
from companion.table.blanks import groups, in_the_box
from companion.table.expected import Anything, Content, ExpectedZone, Pieces, Pile
from companion.table.geometry import astray, hidden, lay_table
from companion.table.kit import check_kit
from companion.table.layout import check_layout
from tests.companion.games.atlantis_rising.tables import table_of

SHORT, LONG = (0, 1, 2, 3), (0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3)


def view_of(table: Table) -> AtlantisView:
    return View(None, ("Ada", "Bo"), table, None)


def shown(table: Table) -> dict[str, ExpectedZone]:
    return {each.zone: each for each in expected_table(view_of(table)).zones}


def lies(table: Table, zone: str) -> Content:
    return shown(table)[zone].content


@cache
def games() -> tuple[tuple[AtlantisState, AtlantisAction | None], ...]:
    """Positions of a game for one, four and seven, each with the act that led to it."""
    found = list[tuple[AtlantisState, AtlantisAction | None]]()
    for players, level in ((1, 3), (4, 1), (7, 5)):
        found += whole({"players": players, "level": level}, players)
    return tuple(found)


def whole(options: dict[str, Any], seed: int) -> Iterator[tuple[AtlantisState, AtlantisAction | None]]:
    """A game of legal acts drawn at random, until its end or for so many."""
    rng, state = random.Random(seed), new_game(options, {})
    yield state, None
    for _ in range(160):
        legal = COURSE.legal_actions(state)
        if not legal:
            return
        kinds = sorted({type(each).__name__ for each in legal if not each.takes_back})
        kind = rng.choice(kinds)
        act = rng.choice([each for each in legal if type(each).__name__ == kind])
        state = COURSE.apply_action(state, act)
        yield state, act


def tables() -> Iterator[Table]:
    return (state.table for state, _ in games())


# --- kit and layout ---


def test_every_piece_of_the_kit_and_every_standee_has_a_look_and_the_two_dice_are_of_two_colours() -> None:
    known = {kind for kind, piece in PIECES.items() if piece.shape != "die"}
    assert {*KIT.pieces, *KIT.standees} == known
    assert all(piece.number or piece.sign for piece in PIECES.values())
    assert len({piece.colour for piece in PIECES.values() if piece.shape == "die"}) == 2


def test_cards_and_councilors_that_no_source_names_are_named_by_the_owner() -> None:
    # Ledger, section 2: 13 special misfortunes, 22 library cards and 11 artifacts, 10 councilors.
    assert groups(KIT) == {
        "misfortune:special": 13,
        "library:card": NON_ARTIFACTS,
        "library:artifact": ARTIFACTS,
        "councilor": 10,
    }
    assert not [kind for kind, piece in in_the_box(KIT).pieces.items() if piece.named and piece.count]


def test_the_pieces_that_stand_there_are_as_many_as_the_box_has() -> None:
    # Ledger, section 2: 7 Leaders, 37 followers, 8 volunteers, one Hologram and one Automaton.
    counts = dict.fromkeys(("leader", "follower", "volunteer", "hologram", "automaton"), 0)
    for kind, each in KIT.standees.items():
        counts[kind.partition(":")[0]] += each.count
    assert counts == {"leader": 7, "follower": 37, "volunteer": 8, "hologram": 1, "automaton": 1}


@pytest.mark.parametrize("players", SEATS)
def test_every_number_of_players_has_places_clockwise_on_a_mat_that_is_right(players: int) -> None:
    table = new_game({"players": players}, {}).table
    used = layout(table)
    assert check_layout(used) is used
    assert check_kit(KIT, used) is KIT
    for zone in ("councilor", "starting_player"):
        assert [each.seat for each in used.zones if each.zone.startswith(f"{zone}.")] == list(range(players))
    assert [*SEATED[players]] == sorted(SEATED[players])
    middle = (used.width_mm / 2, used.height_mm / 2)
    places = [used.find(f"councilor.{seat}") for seat in range(players)]
    for before, after in pairwise(places):
        # From the middle each lies to the right of the one before, as y goes down.
        one = (before.x_mm - middle[0], before.y_mm - middle[1])
        two = (after.x_mm - middle[0], after.y_mm - middle[1])
        assert one[0] * two[1] - one[1] * two[0] > -1e-6 or players == 2
    assert ("build.2" in {each.zone for each in used.zones}) == (players >= 5)


@pytest.mark.parametrize("values", [SHORT, (0, 1, 1, 2, 2, 3), LONG])
def test_the_wrath_track_is_as_long_as_the_owners(values: tuple[int, ...]) -> None:
    table = new_game({"players": 3}, {"wrath": {"values": list(values)}}).table
    used = layout(table)
    track = [each.zone for each in used.zones if each.zone.startswith("wrath.")]
    assert track == [f"wrath.{space}" for space in range(len(values))]
    last = replace(table, wrath=len(values) - 1, phase=Phase.WRATH)
    assert [zone for zone in track if lies(last, zone) == Pieces(("wrath_counter",))] == [track[-1]]
    assert str(shown(last)[track[-1]].label) == "Wrath 3"
    assert rule_of_zone(view_of(last), track[-1]) == "A-055"
    assert rule_of_zone(view_of(replace(last, wrath=1)), "wrath.1") == "A-054"


def test_a_longer_track_than_is_printed_ends_on_the_last_printed_space() -> None:
    table = new_game({}, {"wrath": {"values": [0] * (TRACK + 3)}}).table
    assert lies(replace(table, wrath=TRACK + 2), f"wrath.{TRACK - 1}") == Pieces(("wrath_counter",))


def test_places_that_were_printed_before_are_where_they_were() -> None:
    # Whoever has printed the mat may go on with it.
    mat = LAYOUTS["island"]
    assert mat.mark is not None
    assert mat.mark.id == 511
    where = {zone: (mat.find(zone).x_mm, mat.find(zone).y_mm) for zone in ("misfortunes", "library", "wrath.5", "gate")}
    assert where == {"misfortunes": (40, 60), "library": (40, 210), "wrath.5": (240, 560), "gate": (930, 440)}
    assert mat.find("island.forges.5").y_mm == pytest.approx(267.7 - 5 * 43.3)


# --- whole games ---


def test_what_a_game_expects_has_a_place_on_its_mat_and_a_piece_in_the_kit() -> None:
    known = {*KIT.pieces, *KIT.standees} & {*PIECES}
    for table in tables():
        zones = expected_table(view_of(table)).zones
        assert [each.zone for each in zones] == [each.zone for each in layout(table).zones]
        for each in zones:
            assert each.label != NOTHING
            assert each.name != NOTHING
            kinds = [*each.standing]
            if isinstance(each.content, Pieces):
                kinds += each.content.kinds
            if isinstance(each.content, Pile) and each.content.top:
                kinds.append(each.content.top)
            assert {*kinds} <= known
            assert rule_of_zone(view_of(table), each.zone).startswith("A-")


def test_no_piece_hides_anothers_marker_or_leaves_its_place() -> None:
    for table in list(tables())[::5]:
        laid = lay_table(expected_table(view_of(table)), layout(table), KIT)
        assert hidden(laid) == ()
        assert astray(laid, layout(table)) == ()


@pytest.mark.rule("A-043", "A-118")
def test_at_the_end_by_water_the_centre_lies_flooded() -> None:
    table = replace(table_of(dry=dict.fromkeys(range(6), 0)).table, ended="lost")
    assert lies(table, "island.centre") == Pieces(("flooded:centre",))
    assert str(shown(table)["island.centre"].note) == "flooded"


@pytest.mark.rule("A-001", "A-040")
def test_tiles_lie_as_the_water_stands() -> None:
    for table in tables():
        zones = shown(table)
        for number, name in enumerate(PENINSULAS):
            sides = [zones[f"island.{name}.{ring}"].content for ring in range(RINGS)]
            dry = [Pieces((f"dry:{name}_{ring + 1}",)) for ring in range(table.dry[number])]
            wet = [Pieces((f"flooded:{name}_{ring + 1}",)) for ring in range(table.dry[number], RINGS)]
            assert sides == [*dry, *wet]
        centre = "flooded:centre" if table.ended == "lost" else "dry:centre"
        assert zones["island.centre"].content == Pieces((centre,))


def test_pieces_stand_where_they_were_placed() -> None:
    for table in tables():
        placed = [each for each in table.atlanteans if each.place != POOL]
        stand = {(zone, kind) for zone, each in shown(table).items() for kind in each.standing}
        assert stand == {(zone_of(each.place), standee(table, each)) for each in placed}
        assert sum(len(each.standing) for each in shown(table).values()) == len(placed)


def test_acts_name_every_place_that_they_change_and_none_that_no_mat_has() -> None:
    met = set[type]()
    for (before, _), (after, act) in pairwise(games()):
        if act is None:
            continue
        met.add(type(act))
        was, now = shown(before.table), shown(after.table)
        changed = [zone for zone in was if was[zone].content != now[zone].content]
        assert [zone for zone in changed if not covers(act.zones(), zone)] == [], act
        assert all(any(covers((zone,), each) for each in was) for zone in act.zones()), act
        assert act.zones() or act.sense == "told", act
    assert len(met) > 20


# --- one thing after another ---


def with_colours(state: AtlantisState, *colours: str) -> AtlantisState:
    for seat, colour in enumerate(colours):
        state = COURSE.apply_action(state, TakeColour(seat, colour))
    return state


@pytest.mark.rule("A-010", "A-011", "A-018", "A-160")
def test_set_up_shows_one_act_after_another() -> None:
    state = with_colours(new_game({"players": 3, "level": 2}, {}), "red", "blue", "yellow")
    assert [lies(state.table, f"councilor.{seat}") for seat in range(3)] == [Pieces(())] * 3
    for seat, name in enumerate(("artificer", "priest", "explorer")):
        state = COURSE.apply_action(state, TakeCouncilor(seat, name))
    assert lies(state.table, "councilor.1") == Pieces(("councilor:priest",))
    while missing := lacking(state.table):
        before = lies(state.table, "blueprint")
        state = COURSE.apply_action(state, LayComponent(missing[-1]))
        after = lies(state.table, "blueprint")
        assert isinstance(before, Pieces)
        assert isinstance(after, Pieces)
        assert sorted(after.kinds) == sorted((*before.kinds, f"unbuilt:{missing[-1]}"))
    assert [lies(state.table, f"starting_player.{seat}") for seat in range(3)] == [Pieces(())] * 3
    assert rule_of_zone(view_of(state.table), "starting_player.2") == "A-018"
    state = COURSE.apply_action(state, TakeMarker(2))
    places = [lies(state.table, f"starting_player.{seat}") for seat in range(3)]
    assert places == [Pieces(()), Pieces(()), Pieces(("starting_player",))]
    assert rule_of_zone(view_of(state.table), "starting_player.2") == "A-056"


@pytest.mark.rule("A-139", "A-175")
def test_the_holograms_boards_and_its_scholars_artifacts_lie_open_until_one_is_chosen() -> None:
    state = table_of(2, Phase.REVEAL, stack=("scholar", "priest", "explorer"), starter=1)
    state = COURSE.apply_action(state, RevealCouncilor("priest"))
    state = COURSE.apply_action(state, RevealCouncilor("scholar"))
    assert lies(state.table, "hologram") == Pieces(("councilor:priest", "councilor:scholar"))
    state = COURSE.apply_action(state, ChooseCouncilor(1, "scholar"))
    assert lies(state.table, "hologram") == Pieces(("councilor:scholar",))
    one, two = state.table.artifacts[:2]
    state = COURSE.apply_action(COURSE.apply_action(state, DrawArtifact(one)), DrawArtifact(two))
    assert lies(state.table, "artifacts") == Pieces((f"library:{one}", f"library:{two}"))
    state = COURSE.apply_action(state, KeepArtifact(1, two))
    assert lies(state.table, "artifacts") == Pieces((f"library:{two}",))


@pytest.mark.rule("A-107", "A-109")
def test_a_component_that_is_built_is_turned_over_at_the_gate() -> None:
    state = table_of(
        components={"solar_matrix": 0, "spirit_seal": 2},
        pieces=[Atlantean(0, "follower", "build_1"), Atlantean(1, "follower", "spirit_seal")],
        owned={0: Price(crystal=2)},
    )
    built = {Built("solar_matrix"), Built("spirit_seal", 2)}
    assert built < {*state.table.blueprint}
    assert lies(state.table, "gate") == Pieces(("built:spirit_seal",))
    colours = state.table.colours
    assert shown(state.table)["build.0"].standing == (f"follower:{colours[0]}",)
    assert shown(state.table)["gate"].standing == (f"follower:{colours[1]}",)
    paid = (Price(crystal=2), *(Price(),) * 3)
    state = COURSE.apply_action(state, Build("build_1", "solar_matrix", paid))
    assert isinstance(gate := lies(state.table, "gate"), Pieces)
    assert {*gate.kinds} == {"built:spirit_seal", "built:solar_matrix"}
    assert lies(state.table, "blueprint") == Pieces((f"unbuilt:{POWER_CORE}",))
    assert shown(state.table)["build.0"].standing == ()


@pytest.mark.rule("A-034", "A-039")
def test_a_misfortune_lies_on_its_discards_and_its_tile_is_turned() -> None:
    state = table_of(4, Phase.MISFORTUNE, misfortunes=Deck((("basic_hills", 2), ("calm_seas", 1))))
    act = DrawMisfortune("basic_hills")
    after = COURSE.apply_action(state, act).table
    assert lies(after, "misfortune_discards") == Pile("back", 1, "misfortune:hills")
    assert lies(after, "misfortunes") == Pile("back", 2)
    assert lies(after, "island.hills.5") == Pieces(("flooded:hills_6",))
    changed = [zone for zone, each in shown(after).items() if each.content != lies(state.table, zone)]
    assert changed == ["island.hills.5", "misfortunes", "misfortune_discards"]


@pytest.mark.rule("A-084")
def test_artifacts_lie_open_and_other_cards_do_not() -> None:
    state = table_of(hands={0: ("ancient_atlas", "energy"), 2: ("artifact_3",)})
    assert lies(state.table, "artifacts") == Pieces(("library:ancient_atlas", "library:artifact_3"))


def test_what_the_owner_has_typed_beside_the_kit_may_look_like_anything() -> None:
    state = table_of(misfortunes=Deck((), discards=("tidal_bore",)))
    assert lies(state.table, "misfortune_discards") == Anything()


def test_the_step_under_way_marks_the_places_that_it_may_change() -> None:
    table = table_of(dry={0: 3, 1: 0}, barriers=(0,)).table

    def marked(*steps: Any) -> dict[str, str]:
        zones = shown(replace(table, steps=steps)).values()
        return {each.zone: str(each.note) for each in zones if each.note != NOTHING}

    assert marked() == {}
    flooding = marked(Flooding(0, 1, "card"))
    assert flooding["island.mountains.2"] == "may flood"
    assert "island.hills.0" not in flooding
    assert len(flooding) == 5
    assert marked(Unflooding(0, 1)) == dict.fromkeys(("island.mountains.3", "island.hills.0"), "may be turned dry")
    assert sorted(marked(Fencing(0, 1))) == [f"barrier.{name}" for name in ("cities", "forests", "forges", "libraries")]


def test_rules_say_what_the_water_asks() -> None:
    table = table_of().table
    assert rule_of_zone(view_of(table), "island.forests.5") == "A-040"
    assert rule_of_zone(view_of(replace(table, steps=(Unflooding(0, 1),))), "island.forests.5") == "A-101"
    assert rule_of_zone(view_of(replace(table, phase=Phase.SETUP)), "island.forests.5") == "A-002"
    assert rule_of_zone(view_of(table), "barrier.forests") == "A-098"
