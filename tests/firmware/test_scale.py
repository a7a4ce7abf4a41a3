"""The scale of a whole board: counting, noise, half pieces, taring, faults. HX711 data sheet; docs/protocol.md."""

from __future__ import annotations

from typing import Any

import pytest

from .driven import EVERYTHING, Driven

PER_PIECE = 2150  # counts, as the virtual load cell gives them


def scale(board: Driven) -> dict[str, Any]:
    field: dict[str, Any] = board.last()["scale"]
    return field


@pytest.fixture
def weighing(board: Driven) -> Driven:
    board.join()
    board.run(1500, beat=True)
    return board


@pytest.mark.parametrize("pieces", [0, 1, 3, 24])
def test_whole_pieces_are_counted(weighing: Driven, pieces: int) -> None:
    weighing.table(load=pieces)
    weighing.run(1000, beat=True)
    field = scale(weighing)
    assert field["count"] == pieces
    assert field["load"] == pytest.approx(pieces, abs=0.05)
    assert 0.9 <= field["sure"] <= 1


def test_noise_makes_less_sure_and_at_last_not_sure_at_all(weighing: Driven) -> None:
    weighing.table(load=5, noise=PER_PIECE // 10)
    weighing.run(1000, beat=True)
    assert scale(weighing)["count"] == 5
    assert 0.5 <= scale(weighing)["sure"] < 1
    weighing.table(noise=PER_PIECE)
    weighing.run(3000, beat=True)
    states = [message["scale"] for at_ms, message in weighing.heard if message["type"] == "state" and at_ms > 4000]
    assert sum(state["count"] is None for state in states) > len(states) * 0.9


def test_half_a_piece_is_no_count(weighing: Driven) -> None:
    weighing.table(load=3.5)
    weighing.run(1500, beat=True)
    assert scale(weighing)["count"] is None
    assert scale(weighing)["load"] == pytest.approx(3.5, abs=0.05)
    assert scale(weighing)["sure"] < 0.1


def test_a_moving_load_is_no_count(weighing: Driven) -> None:
    for tenth in range(30):
        weighing.table(load=tenth)
        weighing.run(100, beat=True)
        assert tenth < 3 or scale(weighing)["count"] is None
    weighing.run(1000, beat=True)
    assert scale(weighing)["count"] == 29


def test_less_than_nothing_is_no_count(weighing: Driven) -> None:
    weighing.table(load=-2)
    weighing.run(1000, beat=True)
    assert scale(weighing)["count"] is None


def test_more_than_a_message_may_tell_is_no_count(weighing: Driven) -> None:
    weighing.table(load=255)
    weighing.run(1000, beat=True)
    assert scale(weighing)["count"] == 255
    weighing.table(load=256)
    weighing.run(1000, beat=True)
    assert scale(weighing)["count"] is None


def done(board: Driven, task: int) -> list[dict[str, Any]]:
    return [message for _, message in board.heard if message["type"] == "done" and message["id"] == task]


def test_tare_is_done_once_and_outlives_a_power_cut(weighing: Driven) -> None:
    weighing.table(load=1.3)  # another bowl
    weighing.run(1000, beat=True)
    for _ in range(5):
        weighing.say("do", id=41, what="tare")
        weighing.run(250, beat=True)
    assert {(message["ok"], message["text"]) for message in done(weighing, 41)} == {(True, "")}
    assert scale(weighing)["count"] == 0
    weighing.table(load=3.3)
    weighing.say("do", id=41, what="tare")
    weighing.run(1200, beat=True)
    assert scale(weighing)["count"] == 2
    weighing.table(power=False)
    weighing.run(500)
    weighing.table(power=True)
    weighing.join(8)
    weighing.run(1200, beat=True)
    assert scale(weighing)["count"] == 2


def test_calibrate_outlives_a_power_cut(weighing: Driven) -> None:
    weighing.table(load=2)
    weighing.run(1000, beat=True)
    weighing.say("do", id=1, what="calibrate", count=8)
    weighing.run(1500, beat=True)
    assert [message["ok"] for message in done(weighing, 1)] == [True]
    assert scale(weighing)["count"] == 8
    weighing.table(power=False)
    weighing.run(100)
    weighing.table(power=True)
    weighing.join(8)
    weighing.run(1200, beat=True)
    assert scale(weighing)["count"] == 8


def test_a_load_that_moves_cannot_be_tared(weighing: Driven) -> None:
    weighing.say("do", id=2, what="tare")
    for tenth in range(40):
        weighing.table(load=tenth % 4)
        weighing.run(100, beat=True)
    answer = done(weighing, 2)[0]
    assert not answer["ok"]
    assert answer["text"] == (
        "The load on the scale does not come to rest. Take your hands off the bowl, then do it again."
    )


def test_pieces_that_weigh_nothing_cannot_be_calibrated(weighing: Driven) -> None:
    weighing.say("do", id=3, what="calibrate", count=5)
    weighing.run(1500, beat=True)
    answer = done(weighing, 3)[0]
    assert not answer["ok"]
    assert answer["text"] == (
        "These pieces weigh too little to be counted. Lay them into the bowl, then calibrate again."
    )
    weighing.table(load=1)
    weighing.run(1000, beat=True)
    assert scale(weighing)["count"] == 1


def test_a_full_memory_keeps_the_old_calibration(weighing: Driven) -> None:
    weighing.table(**{"load": 1, "break": ["flash"]})
    weighing.say("do", id=4, what="tare")
    weighing.run(1500, beat=True)
    answer = done(weighing, 4)[0]
    assert not answer["ok"]
    assert answer["text"] == (
        "The board could not write its calibration: its memory is full or worn out. Flash it again."
    )
    assert scale(weighing)["count"] == 1


def test_a_scale_that_was_never_calibrated_says_what_to_do(board: Driven) -> None:
    board.table(files={"calibration.json": None})
    board.join()
    board.run(1000, beat=True)
    assert scale(board) == {
        "fault": "The scale is not calibrated. Tare it empty, then calibrate it with a known number of pieces."
    }
    board.say("do", id=1, what="calibrate", count=5)
    board.run(1500, beat=True)
    assert done(board, 1)[0]["text"] == "The empty scale was never tared. Empty the bowl and tare it, then calibrate."
    board.say("do", id=2, what="tare")
    board.run(1000, beat=True)
    board.table(load=5)
    board.run(800, beat=True)
    board.say("do", id=3, what="calibrate", count=5)
    board.run(1500, beat=True)
    assert scale(board)["count"] == 5


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        ("scale", "The scale's converter (HX711) does not answer. Check its power and its data and clock wires."),
        (
            "scale-stuck",
            "The scale's data line stays low. Check the data and clock wires of the converter (HX711).",
        ),
        (
            "scale-open",
            "The scale is overloaded, or a wire of its load cell is off. Take the load off and check the four wires.",
        ),
    ],
)
def test_a_broken_scale_is_told_and_recovers(weighing: Driven, broken: str, fault: str) -> None:
    weighing.table(**{"load": 2, "break": [broken]})
    weighing.run(2000, beat=True)
    assert scale(weighing) == {"fault": fault}
    assert weighing.last()["reader"] == {"card": None}
    weighing.say("do", id=5, what="tare")
    weighing.run(300, beat=True)
    assert (done(weighing, 5)[0]["ok"], done(weighing, 5)[0]["text"]) == (False, fault)
    weighing.table(**{"break": []})
    weighing.run(3000, beat=True)
    assert scale(weighing)["count"] == 2


def test_a_scale_broken_from_the_start_is_still_named(interpreter: Driven) -> None:
    interpreter.boot({"scale": EVERYTHING["scale"]})
    interpreter.table(**{"break": ["scale"]})
    assert interpreter.join()["fitted"] == {"scale": True}
    interpreter.run(1500, beat=True)
    assert "fault" in scale(interpreter)
