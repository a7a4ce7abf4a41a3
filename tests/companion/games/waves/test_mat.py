"""What the mat must show, and the summary of each player."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.core import Seat
from companion.games.waves.model import Phase, RevealFollower, WavesState
from companion.table.expected import Backs, Pieces, Pile
from tests.companion.games.waves.positions import GAME, play_until, position, with_side

NAMES = ("Ann", "Ben", "Cleo", "Dan")
PLAYS = ["F4", "F2", "R5x2", "R5x1"]


def zones(state: WavesState, seat: Seat | None = None) -> dict[str, Any]:
    return {zone.zone: zone for zone in GAME.expected_table(GAME.view(state, seat, NAMES)).zones}


def at(phase: Phase) -> WavesState:
    return play_until(position([1, 5, 5, 2], tablets={5: "NOB-C"}, hands={2: [5, 5, 1, 1, 1]}), phase, PLAYS)


@pytest.mark.rule("W-052", "W-053", "W-055", "W-060")
def test_agents_are_backs_until_they_are_turned_up() -> None:
    before, after = zones(at(Phase.REVEAL)), zones(at(Phase.TABLET))
    laid = ["follower.0", "follower.1", "rebel.2", "rebel.3"]
    assert [before[zone].content for zone in laid] == [Backs("back", n) for n in (1, 1, 2, 1)]
    assert [before[zone].label for zone in laid] == ["Follower", "Follower", "Rebel", "Rebel"]
    empty = ["rebel.0", "rebel.1", "follower.2", "follower.3"]
    assert [(before[zone].content, before[zone].label) for zone in empty] == [(Pieces(()), "")] * 4
    assert after["rebel.2"].content == Pieces(("card:5", "card:5"))
    assert after["follower.0"].content == Backs("back", 1)


@pytest.mark.rule("W-063", "W-085")
def test_the_active_tablet_lies_apart_from_the_others() -> None:
    shown = zones(at(Phase.EXTRAS))
    assert shown["tablet.active"].content == Pieces(("tablet:NOB-C",))
    assert shown["tablets"].content == Pieces(("tablet:SCH-B", "tablet:KEE-B", "tablet:KNI-B1", "tablet:SEE-B1"))


@pytest.mark.rule("W-043", "W-141")
def test_shells_lie_in_the_centre_or_in_the_supply() -> None:
    shown = zones(at(Phase.PLAY))
    assert shown["centre"].content == Pieces(("shell", "shell"))
    assert shown["supply"].label == "Supply: 3"


@pytest.mark.rule("W-073", "W-079")
def test_a_collected_elder_lies_in_the_collection_and_its_agent_stays() -> None:
    state = GAME.apply_action(at(Phase.WAVE_1), RevealFollower(0, 4))
    shown = zones(GAME.apply_action(state, GAME.legal_actions(state)[0]))
    assert shown["collection.0"].content == Pieces(("card:1",))
    assert shown["elder.0"].content == Pieces(())
    assert shown["follower.0"].content == Pieces(("card:4",))


def test_the_deck_is_a_pile_of_backs() -> None:
    assert zones(at(Phase.PLAY))["deck"].content == Pile("back", 76)


@pytest.mark.rule("W-120")
def test_a_changed_power_is_written_beside_the_elder() -> None:
    state = play_until(position([1, 1, 5, 2], tablets=with_side("SCH-B")), Phase.WAVE_1, ["F2"] * 4)
    assert [zones(state)[f"elder.{seat}"].note for seat in range(4)] == ["power 6", "power 6", "", ""]


def test_the_seat_that_acts_is_noted_at_its_elder() -> None:
    assert [zones(at(Phase.PLAY))[f"elder.{seat}"].note for seat in range(4)] == ["to act", "", "", ""]


def test_what_lies_on_the_mat_is_the_same_for_every_seat() -> None:
    state = at(Phase.REVEAL)
    contents = [{name: zone.content for name, zone in zones(state, seat).items()} for seat in (None, 0, 1, 2, 3)]
    assert contents == [contents[0]] * 5


@pytest.mark.rule("W-032")
def test_panels_count_towards_the_goal() -> None:
    state = position([1, 2, 3, 4], collected={1: [1, 1, 5]}, hands={1: [2]})
    panels = GAME.panels(GAME.view(state, None, NAMES))
    assert panels[1].lines == ("2 of 4 classes, 3 of 6 Elders", "1 card in hand")
    assert panels[1].pieces == ("card:1", "card:1", "card:5")
    assert panels[0].lines == ("0 of 4 classes, 0 of 6 Elders", "5 cards in hand, Wave token")


@pytest.mark.rule("W-055")
def test_only_the_owner_has_own_pieces() -> None:
    state = position([1, 2, 3, 4], hands={0: [5, 1, 1]})
    assert GAME.own_pieces(GAME.view(state, 0)) == ("card:1", "card:1", "card:5")
    assert GAME.own_pieces(GAME.view(state, None)) == ()


def test_lights_tell_who_acts_what_lies_in_the_centre_and_who_won() -> None:
    def texts(state: WavesState) -> list[str]:
        return [glow.text for glow in GAME.lights(GAME.view(state, None, NAMES)).glows if glow.text]

    assert texts(at(Phase.PLAY)) == ["Ann plays.", "2 shells in the centre, a light for each."]
    assert texts(at(Phase.WAVE_1)) == [
        "Ann acts.",
        "The 1st Wave runs round the table, clockwise: one crest of light.",
        "2 shells in the centre, a light for each.",
    ]
    assert texts(at(Phase.WAVE_2))[1] == "The 2nd Wave runs round the table, clockwise: two crests of light."
    won = position([1, 2, 3, 4], collected={2: [1, 2, 3, 4]}, winner=2)
    assert texts(won) == ["Cleo wins: the whole ring glows, and the side before Cleo shines steadily."]
