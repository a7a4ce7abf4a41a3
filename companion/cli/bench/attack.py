"""How long people wait, and how much memory a companion takes, while it is attacked. It is started for that."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from companion.bench.attack import MOST_MB, MOST_S, Attack, AttackReport, Target, Wait, measure_attacks
from companion.bench.floods import Floods, floods
from companion.bench.many_games import ManyGames
from companion.bench.picture_bombs import PictureBombs
from companion.bench.uploads import Uploads, hostile_files
from companion.errors import CompanionError
from companion.games.registry import GAMES
from companion.runtime.terminal import echo_json, echo_lines, progress

START_S: Final = 120.0
END_S: Final = 30.0
PLAIN: Final = ["--cards", "own", "--camera", "none", "--board", "none", "--address", "127.0.0.1", "--port", "0"]
_PORT: Final = re.compile(r"Table page +http://[^/]*:(\d+)/")


def time_attacks(game: str, times: int, as_json: bool) -> None:
    """Print what each attack came to; exit status 1 where somebody waited for too long, or it took too much memory."""
    report = _attacked(game, times)
    if as_json:
        echo_json(msgspec.json.format(msgspec.json.encode(report), indent=2))
    else:
        echo_lines(attack_text(report))
    if report.too_long or report.too_large:
        sys.exit(1)


def attacks(game: str) -> tuple[Attack, ...]:
    """All of them, in the order in which they are tried."""
    boxed = next((each.name for each in GAMES.values() if each.box.page is not None), None)
    return (
        Floods(floods()),
        ManyGames(GAMES[game]),
        *([Uploads(boxed, hostile_files())] if boxed else ()),
        PictureBombs([sys.executable, "-m", "companion", "read-markers"]),
    )


def _attacked(game: str, times: int) -> AttackReport:
    chosen = attacks(game)
    with progress(sum(each.steps(times) for each in chosen), "Attacking") as bar:
        return measure_attacks(chosen, times, partial(serving, game), progress=lambda: bar.update(1))


@contextmanager
def serving(game: str, folder: Path, words: Sequence[str] = ()) -> Iterator[Target]:
    """A companion in a process of its own, on this machine alone, told these words besides. Raises `CompanionError`."""
    command = [sys.executable, "-m", "companion", "play", game, *PLAIN, *words, "--data", str(folder)]
    log = folder / "attack.log"
    with (
        log.open("wb") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as process,
    ):
        late = threading.Timer(START_S, process.kill)
        late.start()
        try:
            yield Target(_read_port(process, log), folder, process.pid)
        finally:
            late.cancel()
            process.terminate()
            try:
                process.wait(END_S)
            except subprocess.TimeoutExpired:
                process.kill()


def _read_port(process: subprocess.Popen[str], log: Path) -> int:
    port = 0
    assert process.stdout is not None
    for line in process.stdout:
        if found := _PORT.search(line):
            port = int(found[1])
        if port and "Stop with" in line:
            return port
    said = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()[-1:] or ["nothing"]
    raise CompanionError(f"The companion that was to be attacked did not start. It said: {said[0]}")


def attack_text(report: AttackReport) -> str:
    """The report as people read it."""
    often = "once" if report.times == 1 else f"{report.times} times"
    lines = [f"each asked {often} during each attack; {report.machine}; the longest wait, the most memory", "", _HEAD]
    lines += map(_row, report.waits)
    long, large = ", ".join(report.too_long), ", ".join(report.too_large)
    waited = f"Too long, over {MOST_S:g} s: {long}." if long else f"Nobody waited longer than {MOST_S:g} s."
    grown = f"Too large, over {MOST_MB:g} MB: {large}." if large else f"Nothing took more than {MOST_MB:g} MB."
    return "\n".join([*lines, "", waited, grown])


_HEAD: Final = f"  {'':16}{'':18}{'':16}{'ms':>10}{'MB':>10}"


def _row(wait: Wait) -> str:
    waited = "no answer" if wait.ms is None else f"{wait.ms:.1f}"
    memory = "unknown" if wait.memory_mb is None else f"{wait.memory_mb:.0f}"
    return f"  {wait.attack:15} {wait.size:17} {wait.who:15} {waited:>10} {memory:>9}"
