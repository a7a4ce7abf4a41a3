"""Random bytes and mutated lines into the companion's end: nothing escapes, nothing grows, the next line is understood.

The corpus holds inputs that a fuzzer guided by coverage found (fuzz_host.py); each is a case of its own here.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tracemalloc
from importlib.util import find_spec
from pathlib import Path

import pytest

from companion.table.felt import MOST_PIECES
from hardware.endpoint import HostEndpoint
from hardware.lines import LineReader
from hardware.messages import BUTTONS, parse_message
from tests.hardware.good_lines import GOOD, good_lines
from tests.hardware.mutation import Torment
from tests.hardware.paper_board import FITTED, line

CORPUS = Path(__file__).parent / "corpus"
CHUNK = 64
"""Random bytes of one round."""
MANY = 1_000_000
GUIDED = 100_000
"""Runs of the fuzzer: it follows each line of code, and so takes twenty times as long for one."""
LIMIT_S = 1800
"""Real time for a million; they take some minutes on a quiet machine."""
HELLO = {"protocol": 1, "firmware": "1", "board": "0", "boot": 1, "cause": "power", "fitted": FITTED}


class Victim:
    """The companion's end, fed round after round."""

    def __init__(self) -> None:
        self.lines = LineReader()
        self.host = HostEndpoint(lambda: 7, "0.1.0")
        self.now_s = 0.0
        self.felt = 0

    def feed(self, bad: bytes) -> None:
        """A round: these bytes, an LF, and a good line that has to be understood."""
        bodies = self.lines.feed(bad + b"\n" + GOOD)
        assert bodies[-1:] == [GOOD[:-10]], bad
        for body in bodies:
            parse_message(body)
        self.now_s += 0.01
        self.host.receive(bad + b"\n", self.now_s)
        self.host.outgoing(self.now_s)
        assert self.host.health(self.now_s).text, bad
        self.host.answers()
        for feeling in self.host.take():
            self.felt += 1
            assert feeling.count is None or 0 <= feeling.count <= MOST_PIECES, bad
            assert set(feeling.presses) <= BUTTONS, bad

    def meet_a_good_board(self) -> None:
        """Whatever came before: a board that answers is understood."""
        self.host.closed(self.now_s)
        self.host.opened(self.now_s)
        self.host.take()
        self.host.receive(line(type="hello", session=7, **HELLO), self.now_s)
        state = {"up_ms": 1, "events": [[1, "press", "next"]], "held": [], "shown": 0, "bad": 0}
        scale = {"count": 3, "load": 3.0, "sure": 1.0}
        self.host.receive(line(type="state", session=7, n=1, scale=scale, **state), self.now_s)
        (feeling,) = self.host.take()
        assert (feeling.count, feeling.presses) == (3, ("next",))


def torment(junk_bytes: int, mutants: int, used: object = None) -> tuple[int, int]:
    """Memory in use after a tenth of it and at the end, as `used` tells."""
    made, victim, settled = Torment(1, good_lines()), Victim(), 0
    rounds = [True] * (junk_bytes // CHUNK) + [False] * mutants
    assert callable(used)
    for number, is_junk in enumerate(rounds):
        if number % 100 == 0:
            victim.meet_a_good_board()
        if number == len(rounds) // 10:
            settled = used()
        victim.feed(made.junk(CHUNK) if is_junk else made.mutant())
    assert victim.felt, "no mutant got as far as to be felt"
    return settled, used()


def resident() -> int:
    """Bytes of this process in memory (proc(5), statm)."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.slow
def test_ten_thousand_bytes_and_mutants_do_no_harm() -> None:
    torment(10_000, 10_000, resident)


@pytest.mark.slow
def test_memory_does_not_grow() -> None:
    tracemalloc.start()
    try:
        settled, end = torment(10_000, 3_000, lambda: tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    # A reader holds one line; caches of the interpreter take some kilobytes. A leak of a byte a round would show.
    assert end - settled < 32_768


@pytest.mark.slow
@pytest.mark.timeout(LIMIT_S)
def test_a_million_bytes_and_mutants_do_no_harm() -> None:
    settled, end = torment(MANY, MANY, resident)
    assert end - settled < 8 * 1024 * 1024, "less than ten bytes a round"


@pytest.mark.parametrize("file", sorted(CORPUS.iterdir()), ids=lambda file: file.name[:12])
def test_what_a_fuzzer_found_does_no_harm(file: Path) -> None:
    victim = Victim()
    victim.meet_a_good_board()
    for part in file.read_bytes().split(b"\n"):
        victim.feed(part)
    victim.meet_a_good_board()


@pytest.mark.slow
@pytest.mark.timeout(LIMIT_S)
def test_a_fuzzer_guided_by_coverage_finds_nothing(tmp_path: Path) -> None:
    if find_spec("atheris") is None:
        pytest.skip("atheris has no wheel for this machine")
    command = [sys.executable, "-m", "tests.hardware.fuzz_host", f"-runs={GUIDED}", "-seed=1", "-max_len=2048"]
    done = subprocess.run([*command, str(tmp_path), str(CORPUS)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    assert f"Done {GUIDED} " in done.stderr
