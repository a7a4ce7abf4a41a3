"""What the mat must show, and the summary of each player."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.core import Seat
from companion.games.waves.rules.actions import RevealFollower, RotateElders
from companion.games.waves.state.model import Phase, WavesState
from companion.language.message import NOTHING
from companion.table.expected import Anything, Backs, Pieces, Pile
from tests.companion.games.waves.positions import GAME, play_until, position, with_side
from tests.said import said

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fitz")
PLAYS = ["F4", "F2", "R5x2", "R5x1"]


def zones(state: WavesState, seat: Seat | None = None) -> dict[str, Any]:
    return {zone.zone: zone for zone in GAME.mat.expected(GAME.view(state, seat, NAMES)).zones}


def at(phase: Phase) -> WavesState:
    return play_until(position([1, 5, 5, 2], tablets={5: "NOB-C"}, hands={2: [5, 5, 1, 1, 1]}), phase, PLAYS)


@pytest.mark.rule("W-052", "W-053", "W-055", "W-060")
def test_agents_are_backs_until_they_are_turned_up() -> None:
    before, after = zones(at(Phase.REVEAL)), zones(at(Phase.TABLET))
    laid = ["follower.0", "follower.1", "rebel.2", "rebel.3"]
    assert [before[zone].content for zone in laid] == [Backs("back", n) for n in (1, 1, 2, 1)]
    assert said([before[zone].label for zone in laid]) == ["Follower", "Follower", "Rebel", "Rebel"]
    empty = ["rebel.0", "rebel.1", "follower.2", "follower.3"]
    assert [(before[zone].content, before[zone].label) for zone in empty] == [(Pieces(()), NOTHING)] * 4
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
    assert said(shown["supply"].label) == "Supply: 3"


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
    assert said([zones(state)[f"elder.{seat}"].note for seat in range(4)]) == ["power 6", "power 6", "", ""]


def test_the_seat_that_acts_is_noted_at_its_elder() -> None:
    assert said([zones(at(Phase.PLAY))[f"elder.{seat}"].note for seat in range(4)]) == ["to act", "", "", ""]


def test_what_lies_on_the_mat_is_the_same_for_every_seat() -> None:
    state = at(Phase.REVEAL)
    contents = [{name: zone.content for name, zone in zones(state, seat).items()} for seat in (None, 0, 1, 2, 3)]
    assert contents == [contents[0]] * 5


@pytest.mark.rule("W-032")
def test_panels_count_towards_the_goal() -> None:
    state = position([1, 2, 3, 4], collected={1: [1, 1, 5]}, hands={1: [2]})
    panels = GAME.screen.panels(GAME.view(state, None, NAMES))
    assert said(panels[1].lines) == ("2 of 4 classes, 3 of 6 Elders", "1 card in hand")
    assert panels[1].pieces == ("card:1", "card:1", "card:5")
    assert said(panels[0].lines) == ("0 of 4 classes, 0 of 6 Elders", "5 cards in hand, Wave token")


@pytest.mark.rule("W-055")
def test_only_the_owner_has_own_pieces() -> None:
    state = position([1, 2, 3, 4], hands={0: [5, 1, 1]})
    assert GAME.screen.own_pieces(GAME.view(state, 0)) == ("card:1", "card:1", "card:5")
    assert GAME.screen.own_pieces(GAME.view(state, None)) == ()


def test_lights_tell_who_acts_what_lies_in_the_centre_and_who_won() -> None:
    def texts(state: WavesState) -> list[str]:
        return [str(glow.text) for glow in GAME.light.scene(GAME.view(state, None, NAMES)).glows if glow.text]

    assert texts(at(Phase.PLAY)) == ["Ann plays.", "2 shells in the centre, a light for each."]
    assert texts(at(Phase.WAVE_1)) == [
        "Ann acts.",
        "The 1st Wave runs round the table, clockwise: one crest of light.",
        "2 shells in the centre, a light for each.",
    ]
    assert texts(at(Phase.WAVE_2))[1] == "The 2nd Wave runs round the table, clockwise: two crests of light."
    won = position([1, 2, 3, 4], collected={2: [1, 2, 3, 4]}, winner=2)
    assert texts(won) == ["Cleo wins: the whole ring glows, and the side before Cleo shines steadily."]


# --- the mat of each mode ---


@pytest.mark.rule("W-016", "W-034", "W-100")
@pytest.mark.parametrize(
    ("mode", "players", "slots", "sides"),
    [
        ("head_to_head", 2, 4, 2),
        ("all_vs_all", 3, 3, 3),
        ("all_vs_all", 4, 4, 4),
        ("all_vs_all", 5, 5, 5),
        ("all_vs_all", 6, 6, 6),
        ("teams", 4, 4, 2),
        ("teams", 5, 5, 3),
        ("teams", 6, 6, 2),
    ],
)
def test_each_mode_has_a_place_for_each_slot_and_a_collection_for_each_side(
    mode: str, players: int, slots: int, sides: int
) -> None:
    shown = zones(GAME.new_game({"mode": mode, "players": players}, {}))
    expected = {f"{kind}.{slot}" for kind in ("elder", "follower", "rebel", "token") for slot in range(slots)}
    expected |= {f"collection.{side}" for side in range(sides)}
    expected |= {"centre", "supply", "tablet.active", "tablets", "deck", "discard"}
    expected |= {"elder.gap"} if players == 3 else set()
    assert set(shown) == expected
    assert all(zone.name for zone in shown.values())
    assert shown["deck"].content == Pile("back", 100)


@pytest.mark.rule("W-100", "W-101", "W-103")
def test_head_to_head_shows_four_places_of_two_players() -> None:
    state = position([1, 5, 5, 2], mode="head_to_head", token=2, tablets={5: "NOB-C"}, told=False)
    shown = zones(state)
    assert said([shown[f"elder.{slot}"].label for slot in range(4)]) == [
        "Ann, place 1: Elder", "Ben, place 2: Elder", "Ann, place 3: Elder", "Ben, place 4: Elder",
    ]  # fmt: skip
    assert [shown[f"elder.{slot}"].content for slot in range(4)] == [Pieces((f"card:{cls}",)) for cls in (1, 5, 5, 2)]
    assert [slot for slot in range(4) if shown[f"token.{slot}"].content == Pieces(("token",))] == [2]
    laid = zones(play_until(state, Phase.REVEAL, ["F2", "R5x1"] * 2))
    assert [laid[f"{posture}.{slot}"].content for posture, slot in
            (("follower", 0), ("rebel", 1), ("follower", 2), ("rebel", 3))] == [Backs("back", 1)] * 4  # fmt: skip


@pytest.mark.rule("W-034")
def test_a_team_has_one_collection_and_each_member_a_panel_with_it() -> None:
    state = position([1, 2, 3, 4, 5], mode="teams", collected={0: [1, 3], 2: [4]}, hands={4: [1] * 6}, token=4)
    shown = zones(state)
    assert shown["collection.0"].content == Pieces(("card:1", "card:3"))
    assert said(shown["collection.0"].label) == "Team X: collected"
    assert said(shown["collection.0"].name) == "the collection of Team X (Ann and Cleo)"
    assert said((shown["collection.2"].label, shown["collection.2"].name)) == ("Eve: collected", "Eve's collection")
    panels = GAME.screen.panels(GAME.view(state, None, NAMES))
    assert said([panel.lines for panel in panels]) == [
        ("Team X with Cleo", "2 of 5 classes, 2 of 7 Elders", "5 cards in hand"),
        ("Team Y with Dan", "0 of 5 classes, 0 of 7 Elders", "5 cards in hand"),
        ("Team X with Ann", "2 of 5 classes, 2 of 7 Elders", "5 cards in hand"),
        ("Team Y with Ben", "0 of 5 classes, 0 of 7 Elders", "5 cards in hand"),
        ("The solo player", "1 of 4 classes, 1 of 6 Elders", "6 cards in hand, Wave token"),
    ]
    assert [panel.pieces for panel in panels][::2] == [("card:1", "card:3"), ("card:1", "card:3"), ("card:4",)]


@pytest.mark.rule("W-031", "W-101")
def test_the_panels_of_head_to_head_and_of_three_name_the_longer_goal() -> None:
    panels = GAME.screen.panels(GAME.view(position([1, 2, 3, 4], mode="head_to_head", token=3), None, NAMES))
    assert said([panel.lines for panel in panels]) == [
        ("0 of 5 classes, 0 of 7 Elders", "5 cards in hand"),
        ("0 of 5 classes, 0 of 7 Elders", "5 cards in hand, Wave token at place 4"),
    ]
    panels = GAME.screen.panels(GAME.view(position([1, 2, 3], gap_elder=4), None, NAMES))
    assert said(panels[2].lines) == ("0 of 5 classes, 0 of 7 Elders", "5 cards in hand")


@pytest.mark.rule("W-016", "W-126", "A-08")
def test_the_unassociated_elder_lies_in_its_own_place_and_never_in_a_collection() -> None:
    state = position([4, 1, 4], gap_elder=5, tablets=with_side("SEE-B2"))
    before = zones(state)
    assert said((before["elder.gap"].content, before["elder.gap"].label)) == (Pieces(("card:5",)), "Unassociated Elder")
    state = play_until(state, Phase.DIRECT, ["F2"] * 3)
    after = zones(GAME.apply_action(state, RotateElders()))
    assert after["elder.gap"].content == Pieces(("card:5",))
    assert [after[f"elder.{slot}"].content for slot in range(3)] == [Pieces((f"card:{cls}",)) for cls in (1, 4, 4)]
    assert zones(position([4, 1, 4]))["elder.gap"].content == Pieces(())


@pytest.mark.rule("W-084")
def test_the_unassociated_elder_goes_to_the_discard_pile_at_the_end_of_the_round() -> None:
    state = play_until(position([5, 5, 5], gap_elder=4, card_shells=0), Phase.GAP, ["F1"] * 3)
    state = GAME.apply_action(state, GAME.legal_actions(state)[0])
    shown = zones(state)
    assert shown["elder.gap"].content == Pieces(())
    content = shown["discard"].content
    assert isinstance(content, Pile)
    assert content.top == "card:4"


@pytest.mark.rule("W-141", "A-02")
@pytest.mark.parametrize("shells", range(8))
def test_more_shells_than_the_box_has_are_for_people_to_count(shells: int) -> None:
    shown = zones(position([1, 2, 3, 4, 5, 5], shells=shells, options={"shell_cap": "none"}))
    assert shown["centre"].content == (Pieces(("shell",) * shells) if shells <= 5 else Anything())
    assert said(shown["supply"].label) == f"Supply: {max(0, 5 - shells)}"


@pytest.mark.rule("W-130", "W-133", "W-123")
@pytest.mark.parametrize(
    ("side", "council", "notes"),
    [
        ("KEE-A", [2, 2, 5, 1], ["power 6", "power 6", "", ""]),  # 2 shells: 2 + 4
        ("SCH-A", [1, 1, 5, 2], ["to act", "", "", ""]),  # Agents only
        ("KNI-B2", [3, 3, 5, 1], ["power 1", "", "power 3", "power 5"]),
    ],
)
def test_powers_that_a_tablet_changes_are_written_beside_their_elders(
    side: str, council: list[int], notes: list[str]
) -> None:
    state = play_until(position(council, tablets=with_side(side)), Phase.WAVE_1, ["F4"] * 4)
    assert said([zones(state)[f"elder.{seat}"].note for seat in range(4)]) == notes


def texts(state: WavesState) -> list[str]:
    return [str(glow.text) for glow in GAME.light.scene(GAME.view(state, None, NAMES)).glows if glow.text]


@pytest.mark.rule("W-057", "D-12")
def test_in_teams_whoever_has_played_is_shown_to_be_silent_until_the_last_has_played() -> None:
    state = play_until(position([1, 2, 3, 5], mode="teams", token=1), Phase.PLAY, ["F2"] * 4)
    assert "Ben is silent." not in texts(state)
    order = ["Ben", "Cleo", "Dan", "Ann"]
    for played in range(1, 4):
        state = GAME.apply_action(state, GAME.legal_actions(state)[0])
        assert [text for text in texts(state) if "silent" in text] == sorted(
            f"{name} is silent." for name in order[:played]
        )
        panels = GAME.screen.panels(GAME.view(state, None, NAMES))
        silent = [NAMES[panel.seat] for panel in panels if "Silent until everyone has played" in map(str, panel.lines)]
        assert silent == sorted(order[:played])
    state = GAME.apply_action(state, GAME.legal_actions(state)[0])
    assert state.table.phase is not Phase.PLAY
    assert not any("silent" in text for text in texts(state))
    alone = play_until(position([1, 2, 3, 5]), Phase.PLAY, ["F2"] * 4)
    alone = GAME.apply_action(alone, GAME.legal_actions(alone)[0])
    assert not any("silent" in text for text in texts(alone))


@pytest.mark.rule("W-007")
def test_every_player_of_the_winning_team_shines() -> None:
    won = position([1, 2, 3, 4, 5, 5], mode="teams", collected={1: [1, 2, 3, 4, 5]}, winner=1)
    scene = GAME.light.scene(GAME.view(won, None, NAMES))
    assert said([glow.text for glow in scene.glows if glow.text]) == [
        "Team Y (Ben, Dan and Fitz) wins: the whole ring glows, and the sides before its players shine steadily."
    ]
    assert [(round(glow.start * 6), round(glow.length * 6)) for glow in scene.glows] == [(0, 6), (1, 1), (3, 1), (5, 1)]
    assert all(glow.motion == "steady" for glow in scene.glows[1:])


@pytest.mark.parametrize(("mode", "players"), [("head_to_head", 2), ("all_vs_all", 3), ("all_vs_all", 5), ("teams", 6)])
def test_the_light_of_each_seat_lies_on_its_own_share_of_the_ring(mode: str, players: int) -> None:
    council = [1, 2, 3, 4, 5, 5][: 4 if players == 2 else players]
    more: dict[str, Any] = {"gap_elder": 4} if players == 3 else {}
    for seat in range(players):
        state = play_until(position(council, mode=mode, token=seat, **more), Phase.PLAY, ["F2"] * players)
        acting = [
            glow for glow in GAME.light.scene(GAME.view(state, None, NAMES)).glows if str(glow.text).endswith(" plays.")
        ]
        assert said([glow.text for glow in acting]) == [f"{NAMES[seat]} plays."]
        assert seat / players < acting[0].start < acting[0].start + acting[0].length < (seat + 1) / players


@pytest.mark.rule("W-127")
def test_the_light_of_a_wave_runs_the_way_the_wave_goes() -> None:
    state = play_until(position([4, 2, 4, 1], tablets=with_side("SEE-B3")), Phase.WAVE_1, ["F5", "F3", "R4x1", "F2"])
    assert "The 1st Wave runs round the table, anticlockwise: one crest of light." in texts(state)


@pytest.mark.rule("W-142", "W-073", "W-043", "W-063", "W-082", "W-080")
def test_every_kind_of_zone_names_the_rule_behind_it() -> None:
    view = GAME.view(at(Phase.PLAY), None)
    asked = ("elder.0", "elder.gap", "collection.1", "token.2", "centre", "tablet.active", "tablets", "deck", "discard")
    found = {zone: GAME.mat.rule_of_zone(view, zone, ()) for zone in asked}
    assert found == {
        "elder.0": "W-142", "elder.gap": "W-142", "collection.1": "W-073", "token.2": "W-080", "centre": "W-043",
        "tablet.active": "W-063", "tablets": "W-085", "deck": "W-140", "discard": "W-082",
    }  # fmt: skip


@pytest.mark.rule("W-058", "W-054", "W-050", "W-060")
def test_agents_where_none_may_lie_name_the_rule_that_they_break() -> None:
    state = at(Phase.PLAY)
    played = GAME.legal_actions(state)[0]
    view = GAME.view(state, None)
    assert GAME.mat.rule_of_zone(view, "follower.1", ()) == "W-054"  # at another's Elder
    assert GAME.mat.rule_of_zone(view, "rebel.1", (played,)) == "W-050"  # the one before has just played: too early
    after = GAME.view(GAME.apply_action(state, played), None)
    assert GAME.mat.rule_of_zone(after, "rebel.0", ()) == "W-058"  # a second set
    turned = GAME.view(at(Phase.REVEAL), None)
    assert GAME.mat.rule_of_zone(turned, "follower.0", ()) == "W-060"
