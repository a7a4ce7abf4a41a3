"""Whole rounds: worked examples of the rulebook and designed scenarios of the ledger, as data.

Objects are the ledger's `data` lines (section 6), played in All vs All with four players. `-like` marks a scenario that
the ledger states for Teams or another seat count, reworked by hand here for four players with a collection each.
Expected values are the ledger's, or worked out by hand from the rule named beside them; none was read off the engine.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.waves.rules.actions import TakeElder
from companion.games.waves.state.model import Phase
from tests.companion.games.waves.positions import (
    GAME,
    from_data,
    next_action,
    parse_play,
    play_data,
    play_round,
    play_until,
    position,
    with_side,
)

Data = dict[str, Any]


def case(data: Data, *rules: str) -> Any:
    name = str(data["id"]).lower().replace("-", "")
    return pytest.param(data, id=name, marks=pytest.mark.rule(*rules))


ROUNDS = [
    # F:345-383: SCH-B; Knight on Scholar fails, Noble takes Seer, Scholar takes Seer, Knight finds no shell.
    case(
        {"id": "X-05-x06-x07-x08", "council": [1, 4, 4, 2], "token": 0, "shells": 2, "tablets": {"1": "SCH-B"},
         "plays": ["F3", "R1x2", "F5", "R3x1"],
         "expect": {"open": 4, "true": 1, "tablet": "SCH-B",
                    "steps": [[0, 3, 6, "H"], [2, 5, 4, "C"], [1, 6, 4, "C"], [3, 3, 2, "H"]],
                    "shells_start": 2, "shells_end": 0, "discard": [1], "collected": {"P1": [4], "P2": [4]},
                    "to_hand": {"0": [1], "3": [2]}, "winner": None, "next_council": [3, 1, 5, 3], "next_token": 1}},
        "W-070", "W-072", "W-073", "W-074", "W-075", "W-120",
    ),
    case(
        {"id": "S-01-like", "council": [1, 5, 1, 3], "token": 2, "shells": 3, "tablets": {"1": "SCH-B"},
         "plays": ["R1x2", "F1", "F4", "R1x1"],
         "expect": {"open": 1, "true": 1, "tablet": "SCH-B",
                    "steps": [[2, 4, 6, "H"], [1, 6, 5, "C"], [3, 6, 3, "C"], [0, 6, 6, "H"]],
                    "shells_start": 3, "shells_end": 1, "discard": [1], "collected": {"P1": [5], "P3": [3]},
                    "to_hand": {"0": [1], "2": [1]}, "winner": None, "next_council": [1, 1, 4, 1], "next_token": 3}},
        "W-120", "W-076", "W-066", "W-083",
    ),
    case(
        {"id": "S-02", "council": [2, 2, 4, 5], "token": 1, "shells": 2, "tablets": {"2": "KEE-B"},
         "plays": ["F2", "F3", "R2x1", "F5"],
         "expect": {"open": 2, "true": 2, "tablet": "KEE-B",
                    "steps": [[1, 3, 2, "H"], [3, 5, 5, "C"], [0, 2, 2, "C"], [2, 2, 4, "H"]],
                    "shells_start": 2, "shells_end": 0, "discard": [], "collected": {"P0": [2], "P3": [5]},
                    "to_hand": {"1": [2], "2": [4]}, "winner": None, "next_council": [2, 3, 2, 5], "next_token": 2}},
        "W-064", "W-072", "W-121", "I-13",
    ),
    # W-122: Rebels from the holder first (the holder followed and is skipped, W-071), then Followers.
    case(
        {"id": "S-03-like", "council": [3, 1, 3, 5], "token": 0, "shells": 2, "tablets": {"3": "KNI-B1"},
         "plays": ["F4", "R3x2", "F5", "R3x1"],
         "expect": {"open": 3, "true": 3, "tablet": "KNI-B1",
                    "steps": [[1, 3, 1, "C"], [3, 3, 5, "H"], [0, 4, 3, "C"], [2, 5, 3, "H"]],
                    "shells_start": 2, "shells_end": 0, "discard": [3], "collected": {"P0": [3], "P1": [1]},
                    "to_hand": {"2": [3], "3": [5]}, "winner": None, "next_council": [4, 3, 5, 3], "next_token": 1}},
        "W-122", "W-071", "I-06",
    ),
    # W-123: Elder powers 3, 5, 2, 3 (each printed on the Elder at slot i - 1); P0 collects a Noble as power 3.
    case(
        {"id": "S-04-like", "council": [5, 2, 3, 3], "token": 1, "shells": 2, "tablets": {"3": "KNI-B2"},
         "plays": ["F4", "F5", "R3x1", "F3"],
         "expect": {"open": 3, "true": 3, "tablet": "KNI-B2",
                    "steps": [[1, 5, 5, "H"], [3, 3, 3, "H"], [0, 4, 3, "C"], [2, 3, 2, "C"]],
                    "shells_start": 2, "shells_end": 0, "discard": [], "collected": {"P0": [5], "P2": [3]},
                    "to_hand": {"1": [2], "3": [3]}, "winner": None, "next_council": [4, 5, 3, 3], "next_token": 2}},
        "W-123", "W-118", "I-10",
    ),
    # S-06 of Head to head slot by slot: the four slots are four players here.
    case(
        {"id": "S-06-like", "council": [3, 3, 5, 1], "token": 1, "shells": 2, "tablets": {"3": "KNI-C"},
         "plays": ["F4", "R3x1", "F3", "F2"],
         "expect": {"open": 3, "true": 3, "tablet": "KNI-C",
                    "steps": [[2, 3, 5, "H"], [3, 2, 1, "C"], [0, 4, 3, "C"], [1, 3, 3, "H"]],
                    "shells_start": 2, "shells_end": 0, "discard": [], "collected": {"P0": [3], "P3": [1]},
                    "to_hand": {"1": [3], "2": [5]}, "winner": None, "next_council": [4, 3, 3, 2], "next_token": 2}},
        "W-124", "W-076", "W-071",
    ),
    case(
        {"id": "S-07-like", "council": [4, 4, 1, 2], "token": 3, "shells": 2, "tablets": {"4": "SEE-B1"},
         "plays": ["F5", "R4x1", "F3", "F5"],
         "expect": {"open": 4, "true": 4, "tablet": "SEE-B1",
                    "steps": [[3, 3, 2, "C"], [0, 3, 4, "H"], [2, 1, 1, "H"], [1, 4, 4, "H"]],
                    "shells_start": 2, "shells_end": 1, "discard": [], "collected": {"P3": [2]},
                    "to_hand": {"0": [4], "1": [4], "2": [1]}, "winner": None, "next_council": [5, 4, 3, 5],
                    "next_token": 0}},
        "W-125",
    ),
    case(
        {"id": "S-08", "council": [4, 1, 4, 5], "token": 0, "shells": 2, "tablets": {"4": "SEE-B2"},
         "plays": ["F5", "F3", "R4x1", "F2"],
         "expect": {"open": 4, "true": 4, "tablet": "SEE-B2",
                    "steps": [[0, 5, 1, "C"], [1, 3, 4, "H"], [3, 2, 4, "H"], [2, 4, 5, "H"]],
                    "shells_start": 2, "shells_end": 1, "discard": [], "collected": {"P0": [1]},
                    "to_hand": {"1": [4], "2": [5], "3": [4]}, "winner": None, "next_council": [5, 3, 4, 2],
                    "next_token": 1, "rotated": [1, 4, 5, 4]}},
        "W-126", "W-118", "I-01", "I-02",
    ),
    # W-127: from the holder (who rebelled) to the right: 1, 0, 3; clockwise 3 would have come first. The token still
    # moves clockwise (I-07).
    case(
        {"id": "S-09-like", "council": [4, 2, 4, 1], "token": 2, "shells": 2, "tablets": {"4": "SEE-B3"},
         "plays": ["F5", "F3", "R4x2", "F2"],
         "expect": {"open": 4, "true": 4, "tablet": "SEE-B3",
                    "steps": [[1, 3, 2, "C"], [0, 5, 4, "C"], [3, 2, 1, "H"], [2, 4, 4, "H"]],
                    "shells_start": 2, "shells_end": 0, "discard": [4], "collected": {"P0": [4], "P1": [2]},
                    "to_hand": {"2": [4], "3": [1]}, "winner": None, "next_council": [5, 3, 4, 2], "next_token": 3}},
        "W-127", "W-118", "I-06", "I-07",
    ),
    case(
        {"id": "S-11-like", "council": [5, 5, 2, 3], "token": 1, "shells": 2, "tablets": {"5": "NOB-B1"},
         "plays": ["R5x1", "F3", "F4", "F5"],
         "expect": {"open": 5, "true": 5, "tablet": "NOB-B1",
                    "steps": [[1, 3, 5, "H"], [2, 4, 2, "H"], [3, 5, 3, "C"], [0, 5, 5, "H"]],
                    "shells_start": 2, "shells_end": 1, "discard": [], "collected": {"P3": [3]},
                    "to_hand": {"0": [5], "1": [5], "2": [2]}, "winner": None, "next_council": [5, 3, 4, 5],
                    "next_token": 2}},
        "W-128", "I-16", "A-16",
    ),
    # W-129: P1 holds a Scholar already, so its Scholar Elder goes to hand and no shell leaves (I-17).
    case(
        {"id": "S-12-like", "council": [5, 1, 2, 5], "token": 0, "shells": 3, "tablets": {"5": "NOB-B2"},
         "plays": ["R5x1", "F2", "F3", "F5"], "collected": {"P1": [1], "P2": [1]},
         "expect": {"open": 5, "true": 5, "tablet": "NOB-B2",
                    "steps": [[1, 2, 1, "H"], [2, 3, 2, "C"], [3, 5, 5, "H"], [0, 5, 5, "H"]],
                    "shells_start": 3, "shells_end": 2, "discard": [], "collected": {"P1": [1], "P2": [1, 2]},
                    "to_hand": {"0": [5], "1": [1], "3": [5]}, "winner": None, "next_council": [5, 2, 3, 5],
                    "next_token": 1}},
        "W-129", "I-17",
    ),
    case(
        {"id": "S-13-like", "council": [5, 5, 1, 3], "token": 3, "shells": 2, "tablets": {"5": "NOB-C"},
         "plays": ["F4", "R5x1", "F2", "F5"],
         "expect": {"open": 5, "true": 5, "tablet": "NOB-C",
                    "steps": [[3, 5, 3, "C"], [0, 4, 5, "H"], [2, 2, 1, "C"], [1, 5, 5, "H"]],
                    "shells_start": 2, "shells_end": 0, "discard": [], "collected": {"P2": [1], "P3": [3]},
                    "to_hand": {"0": [5], "1": [5]}, "winner": None, "next_council": [4, 5, 2, 5], "next_token": 0}},
        "W-124", "W-078",
    ),
    # W-076 and W-078 without shells: nobody collects, everything goes to hand (as in S-16).
    case(
        {"id": "S-16-like", "council": [5, 2, 5, 1], "token": 0, "shells": 0, "tablets": {"5": "NOB-C"},
         "plays": ["R5x1", "R5x1", "R4x1", "R3x1"],
         "expect": {"open": 5, "true": 5, "tablet": "NOB-C",
                    "steps": [[0, 5, 5, "H"], [1, 5, 2, "H"], [2, 4, 5, "H"], [3, 3, 1, "H"]],
                    "shells_start": 0, "shells_end": 0, "discard": [], "collected": {},
                    "to_hand": {"0": [5], "1": [2], "2": [5], "3": [1]}, "winner": None,
                    "next_council": [5, 5, 4, 3], "next_token": 1}},
        "W-072", "W-074",
    ),
    # W-032, W-030: the fourth class wins at once; the Rebel P1 is never resolved (as in S-18).
    case(
        {"id": "S-18-like", "council": [4, 3, 3, 2], "token": 3, "shells": 4, "tablets": {"3": "KNI-C"},
         "plays": ["F5", "R3x1", "F5", "F1"], "collected": {"P0": [1, 2, 3]},
         "expect": {"open": 3, "true": 3, "tablet": "KNI-C", "steps": [[3, 1, 2, "H"], [0, 5, 4, "C"]],
                    "shells_start": 4, "shells_end": 3, "discard": [], "collected": {"P0": [1, 2, 3, 4]},
                    "to_hand": {"3": [2]}, "winner": "P0"}},
        "W-030", "W-032", "W-035",
    ),
    # The sixth Elder wins, here of two classes only (W-032, as in S-19).
    case(
        {"id": "S-19-like", "council": [2, 3, 3, 4], "token": 0, "shells": 1, "tablets": {"3": "KNI-C"},
         "plays": ["F3", "R3x1", "F5", "F1"], "collected": {"P0": [1, 1, 1, 2, 2], "P1": [1, 2, 4]},
         "expect": {"open": 3, "true": 3, "tablet": "KNI-C", "steps": [[0, 3, 2, "C"]],
                    "shells_start": 1, "shells_end": 0, "discard": [],
                    "collected": {"P0": [1, 1, 1, 2, 2, 2], "P1": [1, 2, 4]}, "to_hand": {}, "winner": "P0"}},
        "W-030", "W-032", "W-007",
    ),
    case(
        {"id": "S-21-like", "council": [4, 5, 1, 2], "token": 3, "shells": 1, "tablets": {"5": "NOB-B2"},
         "plays": ["R4x1", "F5", "R5x1", "F3"],
         "expect": {"open": 5, "true": 5, "tablet": "NOB-B2",
                    "steps": [[3, 3, 2, "C"], [1, 5, 5, "H"], [0, 4, 4, "H"], [2, 5, 1, "H"]],
                    "shells_start": 1, "shells_end": 0, "discard": [], "collected": {"P3": [2]},
                    "to_hand": {"0": [4], "1": [5], "2": [1]}, "winner": None, "next_council": [4, 5, 5, 3],
                    "next_token": 0}},
        "W-042", "W-062", "A-20",
    ),
]  # fmt: skip


@pytest.mark.parametrize("data", ROUNDS)
def test_round(data: Data) -> None:
    assert play_data(data) == data["expect"]


@pytest.mark.parametrize("data", [param.values[0] for param in ROUNDS], ids=lambda data: str(data["id"]))
def test_round_comes_out_the_same_when_hands_are_not_told(data: Data) -> None:
    assert play_data(data, told=False) == data["expect"]


BOARD: Data = {"council": [1, 4, 4, 2], "token": 0, "shells": 2, "tablets": {"1": "SCH-B"},
               "plays": ["F3", "R1x2", "F5", "R3x1"]}  # fmt: skip
"""The board of the rulebook's example, as the ledger puts it together from its captions (X-03)."""


@pytest.mark.rule("W-060", "W-061", "W-063")
def test_x04_the_scholars_get_the_true_majority_from_the_seers() -> None:
    before = play_until(from_data(BOARD), Phase.TABLET, BOARD["plays"]).table
    assert [slot.agent.face for slot in before.slots if slot.agent] == [
        0,
        1,
        0,
        3,
    ]  # Rebels lie open, Followers do not (F:285-286)
    assert before.open_majority == 4
    assert before.true_majority == 1
    after = play_until(from_data(BOARD), Phase.EXTRAS, BOARD["plays"]).table
    assert after.setup.tablets[after.active - 1] == "SCH-B"


@pytest.mark.rule("W-071")
@pytest.mark.parametrize("side", ["KNI-C", "NOB-C"])
def test_x13_a_token_holder_who_rebelled_is_skipped_in_the_first_wave(side: str) -> None:
    cls = 3 if side == "KNI-C" else 5
    state = position([cls] * 4, token=2, tablets=with_side(side), hands=dict.fromkeys(range(4), (cls,) * 5))
    record, _ = play_round(state, [f"F{cls}", f"F{cls}", f"R{cls}x1", f"F{cls}"])
    assert [step[0] for step in record.steps] == [3, 0, 1, 2]
    assert "W-071" in record.why


@pytest.mark.rule("W-040")
def test_x17_a_round_passes_its_phases_in_the_order_of_the_overview() -> None:
    record, after = play_round(from_data(BOARD), BOARD["plays"])
    assert record.phases == [
        Phase.SHELLS, Phase.PLAY, Phase.REVEAL, Phase.TABLET, Phase.EXTRAS, Phase.WAVE_1, Phase.WAVE_2,
        Phase.PASS_TOKEN, Phase.DRAW, Phase.DISCARD, Phase.NEXT_ROUND,
    ]  # fmt: skip
    assert after.table.phase is Phase.SHELLS
    assert after.table.round == 2


@pytest.mark.rule("W-065", "I-18", "W-119")
def test_a_direct_effect_comes_before_the_extras_and_does_not_move_the_true_majority() -> None:
    data: Data = {"council": [4, 1, 4, 5], "token": 0, "shells": 2, "tablets": {"4": "SEE-B2"},
            "plays": ["R4x2", "F3", "R1x1", "F2"]}  # fmt: skip
    record, _ = play_round(from_data(data), data["plays"])
    assert record.phases[2:6] == [Phase.REVEAL, Phase.TABLET, Phase.DIRECT, Phase.EXTRAS]
    assert (record.true, record.tablet) == (4, "SEE-B2")


@pytest.mark.rule("W-030", "W-035", "A-41")
def test_a_win_ends_the_game_with_the_other_followers_still_face_down() -> None:
    data: Data = {"council": [4, 3, 3, 2], "token": 0, "shells": 4, "tablets": {"3": "KNI-C"},
            "plays": ["F5", "R3x1", "F5", "F1"], "collected": {"P0": [1, 2, 3]}}  # fmt: skip
    record, after = play_round(from_data(data), data["plays"])
    assert record.steps == [[0, 5, 4, "C"]]
    assert [slot.agent.face for slot in after.table.slots if slot.agent] == [5, 3, 0, 0]
    assert after.table.round == 1


@pytest.mark.rule("A-17", "W-128")
def test_the_first_one_returned_does_not_win() -> None:
    data: Data = {"council": [4, 5, 5, 2], "token": 0, "shells": 4, "tablets": {"5": "NOB-B1"},
            "plays": ["F5", "R5x1", "F4", "F1"], "collected": {"P0": [1, 2, 3]}}  # fmt: skip
    record, after = play_round(from_data(data), data["plays"])
    assert record.steps[0] == [0, 5, 4, "H"]
    assert after.table.winner == -1
    assert record.shells_end == 4


@pytest.mark.rule("A-16", "W-128")
def test_the_return_is_not_used_up_while_no_shell_is_there() -> None:
    data: Data = {"council": [5, 5, 2, 3], "token": 0, "shells": 0, "tablets": {"5": "NOB-B1"},
            "plays": ["R5x1", "F3", "F4", "F5"]}  # fmt: skip
    record, _ = play_round(from_data(data), data["plays"])
    assert "W-128" not in record.why


@pytest.mark.rule("W-071")
def test_the_reason_names_the_skip_at_the_slot_that_comes_instead_of_the_holder_and_nowhere_else() -> None:
    def skips(token: int) -> list[int]:
        state = position([5] * 4, token=token, card_shells=0, hands=dict.fromkeys(range(4), [5] * 5))
        slots = []
        while state.table.phase is not Phase.PASS_TOKEN:
            action = next_action(state, [parse_play(text) for text in ("F5", "F5", "R5x1", "R5x1")], {})
            state = GAME.apply_action(state, action)
            if "W-071" in state.table.why and isinstance(action, TakeElder):
                slots.append(action.slot)
        return slots

    # P2 and P3 rebelled: with the token at P2 or P3 the 1st Wave begins at P0; at P0 or P1 the 2nd begins at P2.
    assert [skips(token) for token in range(4)] == [[2], [2], [0], [0]]
