"""A new game: options, figures, and the way from the box to the first Council."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.games.errors import BadOption, IllegalAction
from companion.games.waves.data.figures import DATA, DECK_SIZE, POWER, SHELLS
from companion.games.waves.rules.actions import (
    ActivateTablet,
    Draw,
    LayToken,
    NameFirst,
    PlaceToken,
    TurnUpElder,
    TurnUpGapElder,
)
from companion.games.waves.state.hidden import at_large, drawable
from companion.games.waves.state.model import CLASSES, Phase, WavesState, of
from companion.games.waves.state.tablets import open_majority, shells_due
from companion.table.expected import Anything, Pieces
from tests.companion.games.waves.positions import CLASS_OF, GAME, SIDES, game_of, play_round, position
from tests.said import said


def new(**options: object) -> WavesState:
    state: WavesState = GAME.new_game(options, {})
    return state


def laid_out(seed: int = 1, cards: str = "virtual", **options: object) -> WavesState:
    """A game after its setup."""
    state, rng = new(cards=cards, **options), random.Random(seed)
    while state.table.phase is not Phase.SHELLS:
        state = GAME.apply_action(state, GAME.simulation.deal(state, GAME.legal_actions(state), rng))
    return state


@pytest.mark.rule("W-001")
def test_the_deck_has_20_cards_of_each_of_five_classes() -> None:
    assert at_large(new(cards="virtual")) == (20, 20, 20, 20, 20)  # F:2, F:20
    assert new().table.deck == 100


@pytest.mark.rule("W-001")
@pytest.mark.parametrize("cls", CLASSES)
def test_the_21st_card_of_a_class_cannot_be_drawn(cls: int) -> None:
    other = 2 if cls == 1 else 1
    hands = dict.fromkeys(range(4), [cls] * 4)
    almost = position([cls, other, other, other], phase=Phase.DRAW, hands=hands, discard=[cls] * 2)  # 19 are placed
    assert cls in drawable(almost)
    full = GAME.apply_action(almost, Draw(0, cls))
    assert cls not in drawable(full)
    assert {action.card for action in GAME.legal_actions(full) if isinstance(action, Draw)} == {*CLASSES} - {cls}


@pytest.mark.rule("W-002")
def test_printed_power_is_the_number_of_the_class() -> None:
    names = ["Scholar", "Keeper", "Knight", "Seer", "Noble"]
    assert [(cls.name, cls.power) for cls in DATA.classes] == list(zip(names, [1, 2, 3, 4, 5], strict=True))
    assert POWER[1:] == (1, 2, 3, 4, 5)


@pytest.mark.rule("W-003")
def test_there_are_five_shells_and_one_token() -> None:
    assert SHELLS == 5
    for state in (laid_out(seed) for seed in range(4)):
        zones = GAME.mat.expected(GAME.view(state, None)).zones
        tokens = [zone.zone for zone in zones if isinstance(zone.content, Pieces) and "token" in zone.content.kinds]
        assert tokens == [f"token.{state.table.token}"]


@pytest.mark.rule("W-004", "W-008")
def test_the_mode_and_player_count_choose_the_council_card() -> None:
    owner = {"council_card": {"all_vs_all": {"4": {"noble": 4}, "5": {"noble": 0}}, "teams": {"4": {"noble": 0}}}}
    card = GAME.new_game({"mode": "all_vs_all", "players": 4}, owner).table.setup.council_card
    assert card[4].value == 4
    assert card[4].status == "owner"
    assert [figure.status for figure in card[:4]] == ["assumed"] * 4


@pytest.mark.rule("W-004")
@pytest.mark.parametrize("value", [6, -1, "three"])
def test_a_number_that_no_council_card_carries_is_refused(value: object) -> None:
    owner = {"council_card": {"all_vs_all": {"4": {"seer": value}}}}
    with pytest.raises(
        BadOption, match=r"number for Seers is .* in owner/waves.toml. Write a whole number from 0 to 5"
    ):
        GAME.new_game({}, owner)


SEATS_OF = {"head_to_head": (2,), "all_vs_all": (3, 4, 5, 6), "teams": (4, 5, 6)}
TABLES = [(mode, players) for mode, seats in SEATS_OF.items() for players in seats]
each_table = pytest.mark.parametrize(("mode", "players"), TABLES)


@pytest.mark.rule("W-005")
@pytest.mark.parametrize("mode", SEATS_OF)
def test_each_mode_is_played_by_the_ledgers_numbers_of_players_and_no_others(mode: str) -> None:
    assert GAME.seat_counts == (2, 3, 4, 5, 6)
    for players in (*range(-1, 0), *range(1, 8), "4", True):
        if type(players) is int and players in SEATS_OF[mode]:
            assert new(mode=mode, players=players).table.setup.players == players
            continue
        known = ", ".join(map(str, SEATS_OF[mode]))
        with pytest.raises(BadOption) as caught:
            new(mode=mode, players=players)
        assert f"is not played by {players!r}. It is played by: {known} (W-005)." in str(caught.value)


@pytest.mark.rule("W-005")
def test_without_a_number_of_players_as_many_play_as_is_usual() -> None:
    assert [new(mode=mode).table.setup.players for mode in SEATS_OF] == [2, 4, 4]
    assert (new().table.setup.mode, new().table.setup.players) == ("all_vs_all", 4)
    with pytest.raises(
        BadOption,
        match=r"cannot be played with mode 'solo'\. Choose one of: head_to_head, all_vs_all, teams\.",
    ):
        new(mode="solo")


@pytest.mark.rule("W-007", "W-011", "W-031", "W-032", "W-033")
@pytest.mark.parametrize(
    ("mode", "players", "sides", "goals"),
    [
        ("head_to_head", 2, (0, 1), [(5, 7)] * 2),
        ("all_vs_all", 3, (0, 1, 2), [(5, 7)] * 3),
        ("all_vs_all", 4, (0, 1, 2, 3), [(4, 6)] * 4),
        ("all_vs_all", 5, (0, 1, 2, 3, 4), [(4, 6)] * 5),
        ("all_vs_all", 6, (0, 1, 2, 3, 4, 5), [(4, 6)] * 6),
        ("teams", 4, (0, 1, 0, 1), [(5, 7)] * 2),
        ("teams", 5, (0, 1, 0, 1, 2), [(5, 7), (5, 7), (4, 6)]),
        ("teams", 6, (0, 1, 0, 1, 0, 1), [(5, 7)] * 2),
    ],
)
def test_who_wins_together_and_what_each_side_needs(
    mode: str, players: int, sides: tuple[int, ...], goals: list[tuple[int, int]]
) -> None:
    table = new(mode=mode, players=players).table
    assert table.setup.sides == sides
    assert [(goal.different, goal.total) for goal in table.setup.goals] == goals
    assert len(table.collected) == len(goals)


@pytest.mark.rule("W-012", "W-013", "W-016", "W-100")
@each_table
def test_limits_places_and_the_unassociated_elder_of_each_mode(mode: str, players: int) -> None:
    state = new(mode=mode, players=players, cards="virtual")
    setup, is_short = state.table.setup, mode == "head_to_head"
    assert setup.limits == ((5, 5, 5, 5, 6) if (mode, players) == ("teams", 5) else (5,) * players)
    assert setup.gap_after == (2 if players == 3 else -1)
    assert setup.slot_count == len(state.table.slots) == (4 if is_short else players)
    assert [setup.owner(slot) for slot in range(setup.slot_count)] == ([0, 1, 0, 1] if is_short else [*range(players)])
    assert [setup.own_slots(seat) for seat in range(players)] == (
        [(0, 2), (1, 3)] if is_short else [(seat,) for seat in range(players)]
    )
    assert all(secret is not None and len(secret.agents) == (2 if is_short else 1) for secret in state.secrets)
    assert state.table.phase is (Phase.COUNCIL if is_short else Phase.TOKEN)
    assert new(mode=mode, players=players).secrets == (None,) * players


@pytest.mark.rule("W-012", "W-013", "W-015", "W-016", "W-100", "W-102")
@pytest.mark.parametrize(
    ("mode", "players", "hands", "deck"),
    [
        ("head_to_head", 2, [5, 5], 86),
        ("all_vs_all", 3, [5] * 3, 81),
        ("all_vs_all", 4, [5] * 4, 76),
        ("all_vs_all", 5, [5] * 5, 70),
        ("all_vs_all", 6, [5] * 6, 64),
        ("teams", 4, [5] * 4, 76),
        ("teams", 5, [5, 5, 5, 5, 6], 69),
        ("teams", 6, [5] * 6, 64),
    ],
)
def test_what_is_dealt_and_what_is_left_in_the_deck(mode: str, players: int, hands: list[int], deck: int) -> None:
    for cards in ("own", "virtual"):
        table = laid_out(cards=cards, mode=mode, players=players).table
        assert [hand.count for hand in table.hands] == hands
        assert table.deck == deck
        assert all(slot.elder for slot in table.slots)
        assert bool(table.gap_elder) is (players == 3)
        assert (table.shells, table.active, table.round, table.drawn) == (0, 0, 1, (0,) * players)


@pytest.mark.rule("W-013", "A-45")
def test_who_plays_alone_gets_the_sixth_card_last() -> None:
    state, order = GAME.apply_action(new(mode="teams", players=5, seating="XZYXY"), PlaceToken(0)), []
    assert state.table.setup.limits == (5, 6, 5, 5, 5)
    while state.table.phase is Phase.DEAL:
        action = GAME.legal_actions(state)[0]
        assert isinstance(action, Draw)
        order.append(action.seat)
        state = GAME.apply_action(state, action)
    assert order == [0, 1, 2, 3, 4] * 5 + [1]


@pytest.mark.rule("W-100", "W-101", "W-102", "A-14", "A-15")
def test_x10_head_to_head_lays_the_elders_draws_the_lot_lays_the_token_and_deals() -> None:
    state, order = new(mode="head_to_head", cards="own"), list[Phase]()
    while state.table.phase is not Phase.SHELLS:
        order += [state.table.phase] if order[-1:] != [state.table.phase] else []
        if state.table.phase is Phase.TOKEN and state.table.first < 0:
            assert GAME.legal_actions(state) == (NameFirst(0), NameFirst(1))
            state = GAME.apply_action(state, NameFirst(1))
            assert state.table.token == -1
            # Seat 1 goes first, so seat 0 lays the token, at one of seat 1's Elders.
            assert GAME.legal_actions(state) == (LayToken(0, 1), LayToken(0, 3))
            for wrong in (LayToken(1, 1), LayToken(0, 0), LayToken(0, 2), PlaceToken(1), NameFirst(0)):
                with pytest.raises(IllegalAction, match=r"\(W-101\)"):
                    GAME.apply_action(state, wrong)
            state = GAME.apply_action(state, LayToken(0, 3))
            assert (state.table.token, state.table.first) == (3, 1)
        else:
            state = GAME.apply_action(state, GAME.legal_actions(state)[0])
    assert order == [Phase.COUNCIL, Phase.TOKEN, Phase.DEAL]


@pytest.mark.rule("W-011")
@pytest.mark.parametrize("seating", ["XYXYZ", "XYXZY", "XYZXY", "XZYXY", "ZXYXY", "yxyxz"])
def test_x01_teams_of_five_sit_so_that_no_neighbours_belong_together(seating: str) -> None:
    setup = new(mode="teams", players=5, seating=seating).table.setup
    assert setup.sides == tuple("XYZ".index(letter) for letter in seating.upper())
    alone = seating.upper().index("Z")
    assert list(setup.limits) == [6 if seat == alone else 5 for seat in range(5)]
    assert [goal.different for goal in setup.goals] == [5, 5, 4]


@pytest.mark.rule("W-011")
@pytest.mark.parametrize(
    ("players", "seating", "text"),
    [
        (5, "XXYYZ", "In the seating XXYYZ seats 1 and 2 sit side by side and are one team. Each player sits between "
                     "two opponents, as in XYXYZ (W-011)."),
        (5, "XYZYX", "In the seating XYZYX seats 5 and 1 sit side by side and are one team."),
        (4, "XYYX", "seats 2 and 3 sit side by side"),
        (4, "XYXYZ", "The seating 'XYXYZ' does not fit 4 players. Give a letter for each seat, clockwise, as in XYXY: "
                     "X and Y are the teams (W-011)."),
        (5, "XYXYX", "as in XYXYZ: X and Y are the teams, Z is the solo player (W-011)."),
        (6, "XYXYXZ", "does not fit 6 players"),
        (4, "XXXX", "does not fit 4 players"),
    ],
)  # fmt: skip
def test_a_seating_that_puts_a_team_side_by_side_is_refused(players: int, seating: str, text: str) -> None:
    with pytest.raises(BadOption) as caught:
        new(mode="teams", players=players, seating=seating)
    assert text in str(caught.value)


@pytest.mark.rule("W-011")
def test_only_teams_have_a_seating() -> None:
    with pytest.raises(BadOption, match=r"Only team games have a seating, not All vs All\. Leave out 'XYXY'\."):
        new(seating="XYXY")


@pytest.mark.rule("W-016", "A-07")
def test_the_unassociated_elder_lies_where_it_is_said_in_the_game_of_three_only() -> None:
    for after in range(3):
        assert new(players=3, gap_after_seat=after).table.setup.gap_after == after
    for wrong in (3, -2, "1", True):
        with pytest.raises(BadOption, match=r"gap_after_seat .*\. Choose one of: 0, 1, 2\."):
            new(players=3, gap_after_seat=wrong)
    for mode, players in TABLES:
        if players != 3:
            with pytest.raises(BadOption, match=r"Only the game of three .* Leave out gap_after_seat \(W-016\)"):
                new(mode=mode, players=players, gap_after_seat=0)


@pytest.mark.rule("W-016")
def test_the_unassociated_elder_is_turned_up_with_the_council_in_any_order() -> None:
    state = new(players=3)
    while state.table.phase is not Phase.COUNCIL:
        state = GAME.apply_action(state, GAME.legal_actions(state)[0])
    legal = GAME.legal_actions(state)
    assert {type(action) for action in legal} == {TurnUpElder, TurnUpGapElder}
    state = GAME.apply_action(state, TurnUpGapElder(4))
    assert (state.table.gap_elder, state.table.deck, state.table.phase) == (4, 84, Phase.COUNCIL)
    assert {type(action) for action in GAME.legal_actions(state)} == {TurnUpElder}


@pytest.mark.rule("W-135", "W-136")
def test_the_presets_of_the_older_book_and_what_they_are_told_by() -> None:
    rows = {
        "row1": ("SCH-B", "KEE-B", "KNI-B1", "SEE-B1", "NOB-B2"),
        "row2": ("SCH-B", "KEE-B", "KNI-A", "SEE-B2", "NOB-A"),
        "row3": ("SCH-B", "KEE-A", "KNI-B1", "SEE-B3", "NOB-B1"),
    }  # O:337-367
    for name, sides in rows.items():
        table = new(tablets=name).table
        assert table.setup.tablets == sides
        assert "W-136" in table.why
        assert ("W-135" in table.why) is (name != "row1")  # rows 2 and 3 have advanced sides
    assert "W-136" not in new().table.why
    assert "W-136" not in new(tablets=list(rows["row1"])).table.why


@pytest.mark.rule("W-115", "A-24")
def test_a_side_can_be_counted_as_of_another_class() -> None:
    classes = {"SCH-A": 4, "SEE-A": 1}
    mix = ["SEE-A", "KEE-B", "KNI-C", "SCH-A", "NOB-C"]
    assert new(tablets=mix, tablet_classes=classes).table.setup.tablets == tuple(mix)
    assert GAME.new_game({"tablets": mix}, {"tablet_classes": classes}).table.setup.tablets == tuple(mix)
    with pytest.raises(BadOption, match="'SEE-A' is not a tablet side of the Scholars"):
        new(tablets=mix)
    with pytest.raises(BadOption, match=r"'SCH-A' is not a tablet side of the Scholars\. Choose: SCH-B, SEE-A"):
        new(tablets=["SCH-A", *mix[1:]], tablet_classes=classes)
    for wrong in ({"SCH-A": 6}, {"SCH-A": 0}, {"SCH-A": "4"}, ["SCH-A"]):
        with pytest.raises(BadOption, match="Write a side and its class, 1"):
            new(tablet_classes=wrong)
    with pytest.raises(BadOption, match="'SCH-X' is no tablet side"):
        new(tablet_classes={"SCH-X": 1})


@pytest.mark.rule("W-006")
def test_the_core_round_does_not_ask_for_the_mode() -> None:
    plays = ["F4", "R2x1", "F5", "F3"]
    state = position([1, 4, 4, 2])
    one, two = play_round(state, plays), play_round(position([1, 4, 4, 2], mode="teams"), plays)
    assert (one[0].phases, one[0].actions, one[0].steps) == (two[0].phases, two[0].actions, two[0].steps)


@pytest.mark.rule("W-009")
def test_the_lot_may_give_the_token_to_any_player() -> None:
    assert GAME.legal_actions(new()) == tuple(PlaceToken(seat) for seat in range(4))
    drawn = {GAME.simulation.deal(new(), GAME.legal_actions(new()), random.Random(seed)) for seed in range(60)}
    assert drawn == {PlaceToken(seat) for seat in range(4)}


@pytest.mark.rule("W-010")
def test_no_shell_lies_in_the_centre_before_the_first_round() -> None:
    for state, _ in game_of(3):
        if state.table.phase in (Phase.PLAY,):
            break
        assert state.table.shells == 0


@pytest.mark.rule("W-012")
def test_hands_are_dealt_one_card_at_a_time_clockwise_until_all_have_five() -> None:
    state, order = GAME.apply_action(new(), PlaceToken(2)), []
    while state.table.phase is Phase.DEAL:
        action = GAME.legal_actions(state)[0]
        assert isinstance(action, Draw)
        order.append(action.seat)
        state = GAME.apply_action(state, action)
    assert order == [0, 1, 2, 3] * 5
    assert [hand.count for hand in state.table.hands] == [5, 5, 5, 5]
    assert state.table.deck == 80


@pytest.mark.rule("W-014", "W-115")
def test_five_tablets_one_a_class_lie_ready_and_none_is_active() -> None:
    table = laid_out().table
    assert [CLASS_OF[side[:3]] for side in table.setup.tablets] == [1, 2, 3, 4, 5]
    assert table.active == 0


@pytest.mark.rule("W-014")
def test_the_first_game_has_the_calm_knights_and_nobles() -> None:
    assert GAME.new_game({}, {}).table.setup.tablets == (
        "SCH-B",
        "KEE-B",
        "KNI-C",
        "SEE-B1",
        "NOB-C",
    )  # F:488-494, U-04


@pytest.mark.rule("W-115")
def test_any_mix_of_sides_is_allowed_but_one_a_class() -> None:
    by_class = {cls: [side for side in SIDES if CLASS_OF[side[:3]] == cls] for cls in CLASSES}
    for side in SIDES:
        mix = [side if cls == CLASS_OF[side[:3]] else by_class[cls][-1] for cls in CLASSES]
        assert list(new(tablets=mix).table.setup.tablets) == mix
    with pytest.raises(BadOption, match=r"'KNI-C' is not a .* side of the Keepers\. Choose: KEE-B, KEE-A \(W-115\)"):
        new(tablets=["SCH-B", "KNI-C", "KNI-C", "SEE-B1", "NOB-C"])
    with pytest.raises(BadOption, match="five tablet sides, one a class, Scholars first"):
        new(tablets=["SCH-B", "KEE-B"])


def test_an_unknown_option_is_refused_by_name() -> None:
    with pytest.raises(
        BadOption, match=r"Waves has no option 'colour'\. It has: mode, players, seating, tablets, .*, h2h_empty_hand\."
    ):
        new(colour="red")
    for option, value in (("cards", "paper"), ("edition", "third"), ("tablets", "row9"), ("shell_cap", "6")):
        with pytest.raises(BadOption, match=f"Waves cannot be played with {option} '{value}'"):
            new(**{option: value})


@pytest.mark.rule("W-015", "W-019")
def test_one_card_a_player_is_turned_up_and_forms_the_council() -> None:
    state = laid_out()
    assert all(slot.elder in CLASSES and slot.agent is None for slot in state.table.slots)
    elders = [slot.elder for slot in state.table.slots]
    zones = {zone.zone: zone.content for zone in GAME.mat.expected(GAME.view(state, None)).zones}
    assert [zones[f"elder.{seat}"] for seat in range(4)] == [Pieces((f"card:{cls}",)) for cls in elders]


@pytest.mark.rule("W-015")
def test_elders_are_turned_up_in_any_order() -> None:
    state = new()
    while state.table.phase is not Phase.COUNCIL:
        state = GAME.apply_action(state, GAME.legal_actions(state)[0])
    assert {action.slot for action in GAME.legal_actions(state) if isinstance(action, TurnUpElder)} == {0, 1, 2, 3}


@pytest.mark.rule("W-009", "W-010", "W-012", "W-014", "W-015")
@pytest.mark.parametrize("cards", ["own", "virtual"])
def test_x02_setup_for_four_players(cards: str) -> None:
    table = laid_out(cards=cards).table
    assert [hand.count for hand in table.hands] == [5, 5, 5, 5]  # F:107
    assert sum(1 for slot in table.slots if slot.elder) == 4
    assert table.deck == 76
    assert (table.shells, table.active) == (0, 0)
    assert table.token in range(4)
    zones = {zone.zone: zone for zone in GAME.mat.expected(GAME.view(laid_out(cards=cards), None)).zones}
    assert zones["supply"].content == Anything()
    assert said(zones["supply"].label) == "Supply: 5"
    assert zones["tablets"].content == Pieces(tuple(f"tablet:{side}" for side in table.setup.tablets))


@pytest.mark.rule("W-041", "W-042", "W-043")
def test_x03_open_majority_to_the_seers() -> None:
    state = position([1, 4, 4, 2])
    shipped = GAME.new_game({}, {}).table.setup
    assert open_majority(state.table) == 4  # F:227
    assert shipped.council_card[3].value == 2
    assert shipped.council_card[3].status == "assumed"  # of which card is not said
    assert shells_due(replace(state.table, setup=shipped)) == 2


@pytest.mark.rule("W-116")
def test_no_tablet_can_be_activated_in_the_setup() -> None:
    for state, _ in game_of(5):
        if state.table.phase is Phase.PLAY:
            break
        assert not any(isinstance(action, ActivateTablet) for action in GAME.legal_actions(state))


def test_cards_of_the_box_are_the_decks() -> None:
    assert DECK_SIZE == 100
    assert of(*CLASSES) == (1, 1, 1, 1, 1)


# --- what is deduced and not told ---


def assumed(options: dict[str, Any], owner: dict[str, Any] | None = None) -> tuple[str, ...]:
    state = GAME.new_game(options, owner or {})
    return tuple(map(str, GAME.prompt(GAME.view(state, None)).assumed))


@pytest.mark.rule("W-043", "A-43")
@pytest.mark.parametrize("mode", ["all_vs_all", "teams"])
def test_the_examples_shells_are_assumed_because_its_card_is_not_named(mode: str) -> None:
    figure = GAME.new_game({"mode": mode, "players": 4}, {}).table.setup.council_card[3]
    assert (figure.value, figure.status) == (2, "assumed")
    assert "Seers 2" in assumed({"mode": mode, "players": 4})[0]


FIRST_SEERS = "The Seers' side of the first game is assumed: “Followers lose two”. Compare your book's picture."


@pytest.mark.rule("W-014", "A-25")
def test_the_seers_side_of_the_first_game_is_assumed_until_the_owner_confirms_it() -> None:
    assert assumed({})[1:] == (FIRST_SEERS,)
    assert assumed({"tablets": "row1"})[1:] == ()
    confirmed = GAME.new_game({}, {"first_seers": "SEE-B1"})
    assert GAME.prompt(GAME.view(confirmed, None)).assumed[1:] == ()
    other = GAME.new_game({}, {"first_seers": "SEE-B3"})
    assert other.table.setup.tablets == ("SCH-B", "KEE-B", "KNI-C", "SEE-B3", "NOB-C")
    assert GAME.prompt(GAME.view(other, None)).assumed[1:] == ()
    for wrong in ("SCH-B", 3):
        with pytest.raises(BadOption, match=r"first_seers .* in owner/waves.toml"):
            GAME.new_game({}, {"first_seers": wrong})


@pytest.mark.rule("W-115", "A-24")
def test_deduced_classes_of_tablets_are_assumed_until_the_owner_confirms_them() -> None:
    sides = ["SCH-A", "KEE-B", "KNI-B2", "SEE-A", "NOB-C"]
    assert assumed({"tablets": sides})[1:] == (
        "The classes of these tablets are assumed: “Followers three, Rebels six” (Scholars), “Power from the right” "
        "(Knights), “Only the one of its kind” (Seers). Compare yours.",
    )
    some = assumed({"tablets": sides}, {"tablet_classes": {"SCH-A": 1, "SEE-A": 4}})
    assert some[1].startswith("The class of a tablet is assumed: “Power from the right” (Knights). ")
    assert assumed({"tablets": sides}, {"tablet_classes": {"SCH-A": 1, "SEE-A": 4, "KNI-B2": 3}})[1:] == ()


def test_a_game_that_nobody_confirmed_anything_for_is_written_as_before() -> None:
    assert b"confirmed" not in msgspec.json.encode(GAME.new_game({}, {}))
    owned = GAME.new_game({}, {"first_seers": "SEE-B1"})
    assert msgspec.json.decode(msgspec.json.encode(owned), type=GAME.state_type) == owned
