"""Thousands of games with one playset: they are added up rightly, and a run that was stopped goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.playsets.core import Bots, Tally
from companion.simulation.trials import GAMES_A_PIECE, Cut, Kept, NotKept, Wanted, forget, try_playset
from tests.companion.simulation.trial_tools import CoinPlaysets

COIN = CoinPlaysets()
ROOT = Path(__file__).parents[3]


def wanted(random: int = 50, greedy: int = 9, seed: int = 1, **table: Any) -> Wanted:
    """So many games."""
    return Wanted(table, {"random": random, "greedy": greedy}, seed)


def whole(wish: Wanted) -> dict[Bots, Tally]:
    """What all those games show."""
    found: dict[Bots, Tally] = {}
    for bots, games in wish.games.items():
        tally = found.setdefault(bots, {"games": games})
        for seed in range(wish.seed, wish.seed + games):
            tally[f"{bots}/{seed % 3}"] = tally.get(f"{bots}/{seed % 3}", 0) + 1
    return found


class Stopped(Exception):
    """Somebody has pressed Ctrl-C."""


def stop_after(games: int) -> Callable[[int], None]:
    """Ends a run once so many games are played."""
    seen = 0

    def progress(more: int) -> None:
        nonlocal seen
        seen += more
        if seen >= games:
            raise Stopped

    return progress


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_game_is_played_once(tmp_path: Path, jobs: int) -> None:
    log = tmp_path / "log"
    wish = wanted(log=str(log))
    played = list[int]()
    assert try_playset(COIN, wish, jobs, tmp_path / "kept.games", played.append) == whole(wish)
    lines = log.read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(set(lines)) == 59
    assert sum(played) == 59


def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    log, kept = tmp_path / "log", tmp_path / "kept.games"
    wish = wanted(random=100, log=str(log))
    with pytest.raises(Stopped):
        try_playset(COIN, wish, 1, kept, stop_after(40))
    assert log.read_text(encoding="utf-8").count("\n") == 40
    played = list[int]()
    assert try_playset(COIN, wish, 1, kept, played.append) == whole(wish)
    assert played[0] == 40
    assert log.read_text(encoding="utf-8").count("\n") == 109
    again = list[int]()
    assert try_playset(COIN, wish, 1, kept, again.append) == whole(wish)
    assert again == [109]


@pytest.mark.parametrize("other", [wanted(seed=2), wanted(cards=3), wanted(random=20, greedy=4)])
def test_other_games_are_begun_anew(tmp_path: Path, other: Wanted) -> None:
    kept = tmp_path / "kept.games"
    try_playset(COIN, wanted(), 1, kept)
    played = list[int]()
    assert try_playset(COIN, other, 1, kept, played.append) == whole(other)
    assert played[0] == 0 or other.table == {}


def test_more_games_go_on_from_those_that_were_played(tmp_path: Path) -> None:
    kept, played = tmp_path / "kept.games", list[int]()
    few = wanted(random=2 * GAMES_A_PIECE["random"], greedy=GAMES_A_PIECE["greedy"])
    more = wanted(random=200, greedy=20)
    try_playset(COIN, few, 1, kept)
    assert try_playset(COIN, more, 1, kept, played.append) == whole(more)
    assert played[0] == sum(few.games.values())


@pytest.mark.parametrize("content", [b"", b"{", b'{"key": 3}', b"\xff", b"[" * 100_000])
def test_a_file_that_cannot_be_taken_up_is_written_anew(tmp_path: Path, content: bytes) -> None:
    kept = tmp_path / "kept.games"
    kept.write_bytes(content)
    assert try_playset(COIN, wanted(), 1, kept) == whole(wanted())
    assert msgspec.json.decode(kept.read_bytes(), type=Kept).tallies == whole(wanted())
    forget(kept)
    forget(kept)
    assert not kept.exists()


def test_where_nothing_can_be_kept_a_sentence_says_so(tmp_path: Path) -> None:
    with pytest.raises(NotKept, match=r"cannot be written: No such file or directory\. Name another place"):
        try_playset(COIN, wanted(), 1, tmp_path / "gone" / "kept.games")
    (tmp_path / "folder").mkdir()
    with pytest.raises(NotKept, match="cannot be taken away"):
        forget(tmp_path / "folder")


def test_a_process_that_dies_ends_the_run_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(Cut, match="type the same again"):
        try_playset(COIN, wanted(dies=True), 2, tmp_path / "kept.games")


RUN = """
import sys
from pathlib import Path
from companion.simulation.trials import Wanted, try_playset
from tests.companion.simulation.trial_tools import CoinPlaysets
if __name__ == "__main__":
    wish = Wanted({"slow": 0.02}, {"random": 400, "greedy": 8}, 1)
    try_playset(CoinPlaysets(), wish, 2, Path(sys.argv[1]))
"""


def children_of(process: int) -> list[int]:
    """The processes that a process has begun."""
    found = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    return [int(each) for each in found.split()]


def is_there(process: int) -> bool:
    """Whether a process runs still; one that has ended and was not waited for does not."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def wait_until(is_so: Callable[[], bool]) -> None:
    """Look again and again, for a minute at most."""
    for _ in range(1200):
        if is_so():
            return
        time.sleep(0.05)
    raise AssertionError("it has not come about in a minute")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="processes are looked at by /proc, which Linux has")
def test_a_run_that_was_killed_goes_on_and_leaves_no_process_behind(tmp_path: Path) -> None:
    script, kept = tmp_path / "run.py", tmp_path / "kept.games"
    script.write_text(RUN, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen([sys.executable, str(script), str(kept)], env=environment, cwd=ROOT)
    try:
        wait_until(kept.exists)
        others = children_of(process.pid)
        assert len(others) >= 2
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    wait_until(lambda: not any(map(is_there, others)))
    before = msgspec.json.decode(kept.read_bytes(), type=Kept)
    assert 0 < sum(games for _, _, games in before.done) < 408
    wish = Wanted({"slow": 0.02}, {"random": 400, "greedy": 8}, 1)
    played = list[int]()
    assert try_playset(COIN, wish, 2, kept, played.append) == whole(wish)
    assert played[0] == sum(games for _, _, games in before.done)
