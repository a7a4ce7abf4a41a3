"""The line that mends itself, over real pseudo-terminals with a paper board at the other end."""

from __future__ import annotations

import contextlib
import itertools
import os
import queue
import threading
import tty
from collections.abc import Callable, Iterator

import pytest

from companion.table.felt import Feeling
from hardware.commands import Answer
from hardware.link import LOOK_EVERY_S, BoardLink
from hardware.ports import Port, PortGone, PortRefused, open_port
from tests.hardware.paper_board import PaperBoard

AWAY = Feeling(is_away=True)
NOTHING = Feeling(count=0)


class Cable:
    """A pseudo-terminal with a paper board, and a link at its other end in a time of its own."""

    def __init__(self) -> None:
        self.now_s = 50.0
        self.board = PaperBoard()
        self.end: int | None = None
        self.name = ""
        self.refusal = ""
        self.felt: list[Feeling] = []
        numbers = itertools.count(7)
        self.link = BoardLink(
            self.open, self.felt.append, clock=lambda: self.now_s, session_numbers=lambda: next(numbers)
        )

    def open(self) -> Port | None:
        if self.refusal:
            raise PortRefused(self.refusal)
        return open_port(self.name) if self.end is not None else None

    def plug_in(self) -> None:
        self.end, host = os.openpty()
        tty.setraw(host)
        self.name = os.ttyname(host)
        os.close(host)
        os.set_blocking(self.end, False)
        self.board.restart()

    def unplug(self) -> None:
        assert self.end is not None
        os.close(self.end)
        self.end = None

    def hear(self) -> None:
        """The board takes what came, and answers."""
        assert self.end is not None
        # The system says EIO while nobody has the other end open.
        with contextlib.suppress(BlockingIOError, OSError):
            self.board.hear(os.read(self.end, 65536))
        self.write(self.board.take())

    def write(self, data: bytes) -> None:
        assert self.end is not None
        os.write(self.end, data)

    def turn(self) -> None:
        """20 ms of both sides."""
        self.link.step()
        if self.end is not None:
            self.hear()
            self.board.tell()
            self.write(self.board.take())
        self.now_s += 0.02

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.02)):
            self.turn()

    def take(self) -> list[Feeling]:
        felt = list(self.felt)
        self.felt.clear()
        return felt


@pytest.fixture
def cable() -> Iterator[Cable]:
    cable = Cable()
    yield cable
    cable.link.close()
    if cable.end is not None:
        cable.unplug()


@pytest.fixture
def plugged(cable: Cable) -> Cable:
    """The same with the board in touch."""
    cable.plug_in()
    cable.run(0.2)
    assert cable.take() == [NOTHING]
    return cable


def test_without_a_board_the_link_looks_for_one_now_and_then(cable: Cable) -> None:
    assert cable.link.step() == LOOK_EVERY_S
    cable.now_s += LOOK_EVERY_S / 2
    assert cable.link.step() == pytest.approx(LOOK_EVERY_S / 2)
    assert cable.link.health().text == "No board on USB. Tap what the scale and the buttons would tell."
    assert cable.take() == []


def test_a_board_that_is_plugged_in_is_found(cable: Cable) -> None:
    cable.run(0.1)
    cable.plug_in()
    cable.run(LOOK_EVERY_S + 0.2)
    assert cable.take() == [NOTHING]
    assert cable.link.health().status == "ok"
    hello, state = cable.link.hello(), cable.link.state()
    assert hello is not None
    assert hello.firmware == "paper"
    assert state is not None
    assert state.scale is not None
    assert state.scale.count == 0


def test_presses_and_levels_are_told_in_order(plugged: Cable) -> None:
    plugged.board.press("next")
    plugged.run(0.1)
    plugged.board.scale = {"count": 2, "load": 2.0, "sure": 1.0}
    plugged.run(0.1)
    plugged.board.press("seat1")
    plugged.run(0.1)
    assert plugged.take() == [
        Feeling(count=0, presses=("next",)),
        Feeling(count=2),
        Feeling(count=2, presses=("seat1",)),
    ]


def test_unplugged_and_plugged_in_again(plugged: Cable) -> None:
    plugged.board.press("next")
    plugged.unplug()
    plugged.run(1.0)
    assert plugged.take() == [AWAY]
    assert plugged.link.health().text.startswith("The board has been away for ")
    plugged.plug_in()
    plugged.board.press("seat1")
    plugged.run(1.0)
    assert plugged.take() == [NOTHING]
    assert "what was pressed meanwhile does not count" in plugged.link.health().text
    plugged.board.press("next")
    plugged.run(0.1)
    assert plugged.take() == [Feeling(count=0, presses=("next",))]


def test_a_board_that_falls_silent_is_away_and_comes_back(plugged: Cable) -> None:
    for _ in range(20):  # each waits some real time for bytes
        plugged.link.step()
        plugged.now_s += 0.1
    assert plugged.take() == [AWAY]
    plugged.board.press("next")
    plugged.run(0.5)
    assert plugged.take() == [NOTHING]


def test_a_board_that_restarts_begins_a_new_session(plugged: Cable) -> None:
    plugged.board.restart()
    plugged.run(0.5)
    assert plugged.take() == [AWAY, NOTHING]


def test_garbage_and_half_lines_do_no_harm(plugged: Cable) -> None:
    plugged.board.press("next")
    plugged.board.tell()
    text = plugged.board.take()
    plugged.write(b"\x00\xff{]\n" + text[:10])
    plugged.link.step()
    assert plugged.take() == []
    plugged.write(text[10:])
    plugged.link.step()
    assert plugged.take() == [Feeling(count=0, presses=("next",))]


def test_old_lines_in_the_buffer_are_nothing(cable: Cable) -> None:
    cable.plug_in()
    host = os.open(cable.name, os.O_RDWR | os.O_NOCTTY)
    cable.write(b'{"type":"who"}*679987da\n{"half a li')
    cable.link.step()
    os.close(host)
    assert not [logged for logged in cable.link.log() if logged.way == "in"]
    cable.run(0.2)
    assert cable.take() == [NOTHING]


def test_a_port_that_is_gone_at_once_is_looked_for_again(cable: Cable) -> None:
    class Gone:
        name, note, closed = "/dev/ttyACM0", "", 0

        def read(self, timeout_s: float) -> bytes:
            return b""

        def write(self, data: bytes) -> None:
            raise PortGone("/dev/ttyACM0 takes no bytes: Write timeout. It is looked for again.")

        def discard(self) -> None:
            pass

        def close(self) -> None:
            Gone.closed += 1

    opened = 0

    def opener() -> Port:
        nonlocal opened
        opened += 1
        return Gone()

    link = BoardLink(opener, cable.felt.append, clock=lambda: cable.now_s)
    for _ in range(100):
        link.step()
        cable.now_s += 0.02
    assert opened == Gone.closed == 4
    assert cable.take() == []


@pytest.mark.parametrize("text", ["You may not open /dev/ttyACM0.", "Another program holds /dev/ttyACM0."])
def test_a_port_that_is_refused_is_told_until_it_opens(cable: Cable, text: str) -> None:
    cable.plug_in()
    cable.refusal = text
    cable.run(0.1)
    health = cable.link.health()
    assert (health.status, health.text) == ("failed", text)
    cable.refusal = ""
    cable.run(LOOK_EVERY_S + 0.2)
    assert cable.link.health().status == "ok"


def test_how_the_board_was_chosen_is_told(cable: Cable) -> None:
    def opener() -> Port | None:
        return open_port(cable.name, "2 boards are on USB.")

    cable.link = BoardLink(opener, cable.felt.append, clock=lambda: cable.now_s)
    cable.plug_in()
    cable.run(0.2)
    assert cable.link.health().text == "Scale, 3 buttons, 4 lights and card reader. 2 boards are on USB."


def test_the_strip_and_things_to_do(plugged: Cable) -> None:
    plugged.link.show(b"\x01\x02\x03")
    answer = plugged.link.do("tare")
    assert not answer.done()
    plugged.run(0.3)
    assert plugged.board.strips == ["AQID"]
    assert plugged.board.did == ["tare"]
    assert answer.result(timeout=0) == Answer(1, True, "")


def test_without_a_board_the_answer_is_there_at_once(cable: Cable) -> None:
    answer = cable.link.do("tare").result(timeout=0)
    assert answer == Answer(1, False, "No board is connected. Plug it in and do it again.")


def test_what_is_still_to_do_when_the_link_is_closed_is_answered(plugged: Cable) -> None:
    answer = plugged.link.do("tare")
    plugged.link.close()
    assert not answer.result(timeout=0).ok


def test_the_log_has_the_lines_of_both(plugged: Cable) -> None:
    plugged.write(b"Traceback: \xff\n")
    plugged.run(0.1)
    log = plugged.link.log()
    assert [logged.way for logged in log[:2]] == ["out", "in"]
    assert log[0].text.startswith('{"type": "ask"'.replace(" ", ""))
    assert "Traceback: \\xff" in [logged.text for logged in log if logged.way == "in"]
    plugged.run(3.0)
    assert len(plugged.link.log()) == 200


def wait_for(get: Callable[[], Feeling], wanted: Feeling) -> None:
    while get() != wanted:
        pass


def test_the_thread_keeps_in_touch_by_itself() -> None:
    """The one test in real time: thread, terminal and clock as in a running companion."""
    felt: queue.Queue[Feeling] = queue.Queue()
    cable, stop = Cable(), threading.Event()
    cable.plug_in()

    def failing(feeling: Feeling) -> None:
        felt.put(feeling)
        if feeling.presses == ("seat1",):
            raise RuntimeError("whoever listens failed")

    def serve() -> None:
        while not stop.wait(0.01):
            cable.hear()
            cable.board.tell()
            cable.write(cable.board.take())

    link = BoardLink(cable.open, failing).start()
    server = threading.Thread(target=serve)
    server.start()
    try:
        wait_for(lambda: felt.get(timeout=20), NOTHING)
        cable.board.press("next")
        wait_for(lambda: felt.get(timeout=20), Feeling(count=0, presses=("next",)))
        assert link.do("tare").result(timeout=20).ok
        cable.board.press("seat1")
        wait_for(lambda: felt.get(timeout=20), Feeling(count=0, presses=("seat1",)))
        wait_for(lambda: felt.get(timeout=20), NOTHING)
    finally:
        stop.set()
        server.join()
        link.close()
        cable.unplug()
    assert "board" not in [thread.name for thread in threading.enumerate()]
