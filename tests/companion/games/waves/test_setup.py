"""A new game: options, figures, and the way from the box to the first Council."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from companion.games.core import State
from companion.games.errors import BadOption
from companion.games.waves.cards import CLASSES, of
from companion.games.waves.data import DATA, DECK_SIZE, POWER, SHELLS
from companion.games.waves.knowledge import at_large, drawable
from companion.games.waves.legal import open_majority, shells_due
from companion.games.waves.model import ActivateTablet, Draw, Phase, PlaceToken, TurnUpElder, WavesState
from companion.table.expected import Anything, Pieces
from tests.companion.games.waves.positions import CLASS_OF, GAME, SIDES, game_of, play_round, position


def new(**options: object) -> WavesState:
    state: WavesState = GAME.new_game(options, {})
    return state


def laid_out(seed: int = 1, cards: str = "virtual") -> WavesState:
    """A game after its setup."""
    state, rng = new(cards=cards), random.Random(seed)
    while state.table.phase is not Phase.SHELLS:
        state = GAME.apply_action(state, GAME.deal(state, GAME.legal_actions(state), rng))
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
        zones = GAME.expected_table(GAME.view(state, None)).zones
        tokens = [zone.zone for zone in zones if isinstance(zone.content, Pieces) and "token" in zone.content.kinds]
        assert tokens == [f"token.{state.table.token}"]


@pytest.mark.rule("W-004", "W-008")
def test_the_mode_and_player_count_choose_the_council_card() -> None:
    owner = {"council_card": {"all_vs_all": {"4": {"noble": 4}, "5": {"noble": 0}}, "teams": {"4": {"noble": 0}}}}
    card = GAME.new_game({"mode": "all_vs_all", "players": 4}, owner).table.setup.council_card
    assert card[4].value == 4
    assert card[4].status == "owner"
    assert [figure.status for figure in card[:4]] == ["assumed", "assumed", "assumed", "example"]


@pytest.mark.rule("W-004")
@pytest.mark.parametrize("value", [6, -1, "three"])
def test_a_number_that_no_council_card_carries_is_refused(value: object) -> None:
    owner = {"council_card": {"all_vs_all": {"4": {"seer": value}}}}
    with pytest.raises(
        BadOption, match=r"number for Seers is .* in owner/waves.toml. Write a whole number from 0 to 5"
    ):
        GAME.new_game({}, owner)


@pytest.mark.rule("W-005")
def test_only_the_modes_and_seat_counts_of_this_version_are_offered() -> None:
    assert GAME.seat_counts == (4,)
    with pytest.raises(BadOption, match=r"All vs All is not played by 2\. This version plays it with: 4 \(W-005\)"):
        new(players=2)
    with pytest.raises(BadOption, match=r"Waves cannot be played with mode 'head_to_head'\. Choose one of: all_vs_all"):
        new(mode="head_to_head")


@pytest.mark.rule("W-006")
def test_the_core_round_does_not_ask_for_the_mode() -> None:
    plays = ["F4", "R2x1", "F5", "F3"]
    state = position([1, 4, 4, 2])
    other = State(replace(state.table, setup=replace(state.table.setup, mode="teams")), state.secrets)
    one, two = play_round(state, plays), play_round(other, plays)
    assert (one[0].phases, one[0].actions, one[0].steps) == (two[0].phases, two[0].actions, two[0].steps)


@pytest.mark.rule("W-009")
def test_the_lot_may_give_the_token_to_any_player() -> None:
    assert GAME.legal_actions(new()) == tuple(PlaceToken(seat) for seat in range(4))
    drawn = {GAME.deal(new(), GAME.legal_actions(new()), random.Random(seed)) for seed in range(60)}
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
    with pytest.raises(BadOption, match=r"'KNI-C' is not a tablet side of the Keepers\. Choose: KEE-B \(W-115\)"):
        new(tablets=["SCH-B", "KNI-C", "KNI-C", "SEE-B1", "NOB-C"])
    with pytest.raises(BadOption, match="five tablet sides, one a class, Scholars first"):
        new(tablets=["SCH-B", "KEE-B"])


def test_an_unknown_option_is_refused_by_name() -> None:
    with pytest.raises(
        BadOption, match=r"Waves has no option 'colour'\. It has: mode, players, tablets, cards, edition"
    ):
        new(colour="red")
    for option, value in (("cards", "paper"), ("edition", "breakers"), ("tablets", "row9")):
        with pytest.raises(BadOption, match=f"Waves cannot be played with {option} '{value}'"):
            new(**{option: value})


@pytest.mark.rule("W-015", "W-019")
def test_one_card_a_player_is_turned_up_and_forms_the_council() -> None:
    state = laid_out()
    assert all(slot.elder in CLASSES and slot.agent is None for slot in state.table.slots)
    elders = [slot.elder for slot in state.table.slots]
    zones = {zone.zone: zone.content for zone in GAME.expected_table(GAME.view(state, None)).zones}
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
    zones = {zone.zone: zone for zone in GAME.expected_table(GAME.view(laid_out(cards=cards), None)).zones}
    assert zones["supply"].content == Anything()
    assert zones["supply"].label == "Supply: 5"
    assert zones["tablets"].content == Pieces(tuple(f"tablet:{side}" for side in table.setup.tablets))


@pytest.mark.rule("W-041", "W-042", "W-043")
def test_x03_open_majority_to_the_seers() -> None:
    state = position([1, 4, 4, 2])
    shipped = GAME.new_game({}, {}).table.setup
    assert open_majority(state.table) == 4  # F:227
    assert shipped.council_card[3].value == 2
    assert shipped.council_card[3].status == "example"
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
