"""Why a board starts: power, watchdog, restart, and the prompt that `maintain` leaves free."""

from __future__ import annotations

from .driven import Driven


def test_a_stuck_board_is_restarted_by_its_watchdog(board: Driven) -> None:
    first = board.join()
    board.say("strip", pixels="/wAA")
    board.run(300, beat=True)
    board.table(hang=True)
    assert board.run(1900, beat=True) == []
    assert board.boots == 1
    assert board.pixels.startswith("ff0000")  # a strip keeps its colours without a board
    board.run(200)
    assert board.boots == 2
    assert set(board.pixels) == {"0"}
    second = board.join(8)
    assert second["cause"] == "watchdog"
    assert second["boot"] != first["boot"]
    assert second["board"] == first["board"]


def test_after_a_power_cut_the_board_asks_who(board: Driven) -> None:
    board.join()
    board.table(power=False)
    assert board.run(300, beat=True) == []
    assert set(board.pixels) == {"0"}
    board.table(power=True)
    assert board.run(100, beat=True) == [{"type": "who", "session": 7}]
    assert board.join(8)["cause"] == "power"
    assert board.last()["up_ms"] < 200


def test_restart_answers_first_and_tells_its_cause(board: Driven) -> None:
    board.join()
    board.say("do", id=1, what="restart")
    answers = [message for message in board.run(300) if message["type"] == "done"]
    assert [(message["id"], message["ok"]) for message in answers] == [(1, True)]
    assert board.boots == 2
    assert board.join(8)["cause"] == "reset"


def test_maintain_leaves_the_prompt_free_for_one_start(board: Driven) -> None:
    board.join()
    board.say("do", id=1, what="maintain")
    board.run(90)
    assert board.last("done")["ok"]
    board.now_ms += 5000  # longer than the watchdog would wait
    board.raw = ""
    board.table()
    assert board.boots == 2
    assert board.raw.endswith(">>> ")
    board.ask(8)
    assert board.run(500) == []
    board.table(power=False)
    board.table(power=True)
    assert board.join(9)["cause"] == "power"


def test_unknown_tasks_are_refused_in_words(board: Driven) -> None:
    board.join()
    board.say("do", id=1, what="dance")
    board.run(100)
    assert board.last("done") | {"n": 0} == {
        "type": "done",
        "session": 7,
        "n": 0,
        "id": 1,
        "ok": False,
        "text": "This board's firmware 0.1.0 does not know how to do that.",
    }
