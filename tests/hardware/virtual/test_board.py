"""The virtual board on its port: found and opened like a real one, here by the companion's own link."""

from __future__ import annotations

import queue
import sys
from collections.abc import Callable, Iterator

import pytest

from companion.table.felt import Feeling
from hardware.link import BoardLink
from hardware.ports import Finder, PortRefused
from hardware.virtual.board import VirtualBoard
from hardware.virtual.process import BoardProcess


class Rig:
    """A virtual board and a link to it, driven by turns of 100 ms: a link's turn waits some real time for bytes."""

    def __init__(self, process: BoardProcess) -> None:
        self.now_s = 500.0
        self.felt: list[Feeling] = []
        self.board = VirtualBoard(process, self.clock)
        self.link = BoardLink(Finder(str(self.board.path)), self.felt.append, clock=self.clock)

    def clock(self) -> float:
        return self.now_s

    def run(self, seconds: float) -> list[Feeling]:
        for _ in range(round(seconds / 0.1)):
            self.board.turn()
            self.link.step()
            self.now_s += 0.1
        felt = list(self.felt)
        self.felt.clear()
        return felt

    def close(self) -> None:
        self.link.close()
        self.board.close()


@pytest.fixture
def rig(process: BoardProcess) -> Iterator[Rig]:
    rig = Rig(process)
    yield rig
    rig.close()


def test_a_game_evening_in_short(rig: Rig) -> None:
    assert rig.run(1.5)[-1] == Feeling(count=0)
    rig.board.press("next")
    assert rig.run(0.5) == [Feeling(count=0, presses=("next",))]
    rig.link.show(b"\x10\x20\x00")
    rig.run(0.2)
    assert rig.board.pixels()[:3] == b"\x10\x20\x00"
    rig.board.unplug()
    assert rig.run(1.0) == [Feeling(is_away=True)]
    assert not rig.board.path.exists()
    rig.board.press("next")
    rig.board.plug_in()
    felt = rig.run(2.0)
    assert felt[-1] == Feeling(count=0)
    assert [button for feeling in felt for button in feeling.presses] == []
    assert "what was pressed meanwhile does not count" in rig.link.health().text


@pytest.mark.slow
def test_a_board_whose_process_died_says_so(own_process: BoardProcess) -> None:
    rig = Rig(own_process)
    assert rig.run(1.5)[-1] == Feeling(count=0)
    rig.board._process.close()
    felt = rig.run(1.0)
    assert felt[-1] == Feeling(is_away=True)
    sentence = "The virtual board was closed. Start the companion again."
    assert rig.board.trouble == sentence
    with pytest.raises(PortRefused, match="The virtual board was closed"):
        rig.board.open()
    link = BoardLink(rig.board.open, rig.felt.append, clock=rig.clock)
    link.step()
    assert (link.health().status, link.health().text) == ("failed", sentence)
    rig.close()


def test_unplugging_and_plugging_in_twice_is_nothing(rig: Rig) -> None:
    rig.board.plug_in()
    rig.board.unplug()
    rig.board.unplug()
    rig.board.plug_in()
    assert rig.run(2.0)[-1] == Feeling(count=0)


def test_a_port_that_nobody_reads_holds_nothing_up() -> None:
    told = '{"out":"%s","pixels":"","boots":1}' % ("x" * 5000)
    chatter = f"import sys\nfor _ in sys.stdin: print({told!r}, flush=True)"
    board = VirtualBoard(BoardProcess(command=[sys.executable, "-c", chatter]))
    try:
        for _ in range(100):
            board.turn()
        assert board.trouble == ""
    finally:
        board.close()


def wait_for(get: Callable[[], Feeling], wanted: Callable[[Feeling], bool]) -> None:
    while not wanted(get()):
        pass


@pytest.mark.slow
def test_threads_and_clock_as_in_a_running_companion() -> None:
    """The one test in real time."""
    felt: queue.Queue[Feeling] = queue.Queue()
    process = BoardProcess("auto")
    process.step(0.0)  # its clock begins once it is up: else, on a busy machine, its first seconds pass in silence
    board = VirtualBoard(process).start()
    link = BoardLink(board.open, felt.put).start()
    try:
        wait_for(lambda: felt.get(timeout=30), lambda feeling: not feeling.is_away)
        board.press("undo")
        wait_for(lambda: felt.get(timeout=30), lambda feeling: feeling.presses == ("undo",))
        board.unplug()
        wait_for(lambda: felt.get(timeout=30), lambda feeling: feeling.is_away)
        board.plug_in()
        wait_for(lambda: felt.get(timeout=30), lambda feeling: not feeling.is_away)
    finally:
        link.close()
        board.close()
    assert not board.path.exists()
