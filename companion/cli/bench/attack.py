"""How long phones wait while one client tries to shut everyone out, of a companion started for that."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec

from companion.bench.attack import MOST_S, AttackReport, Wait, attacks, measure_attacks
from companion.errors import CompanionError
from companion.runtime.terminal import echo_json, echo_lines, progress

START_S: Final = 120.0
END_S: Final = 30.0
PLAIN: Final = ["--cards", "own", "--camera", "none", "--board", "none", "--address", "127.0.0.1", "--port", "0"]
_PORT: Final = re.compile(r"Table page +http://[^/]*:(\d+)/")


def time_attacks(game: str, times: int, as_json: bool) -> None:
    """Print how long phones waited during each attack; exit status 1 where one waited for too long."""
    report = _attacked(game, times)
    if as_json:
        echo_json(msgspec.json.format(msgspec.json.encode(report), indent=2))
    else:
        echo_lines(attack_text(report))
    if report.too_long:
        sys.exit(1)


def _attacked(game: str, times: int) -> AttackReport:
    chosen = attacks()
    with (
        TemporaryDirectory(prefix="companion-attack-") as folder,
        serving(game, Path(folder)) as port,
        progress(len(chosen) * times, "Attacking") as bar,
    ):
        return measure_attacks(port, chosen, times, progress=lambda: bar.update(1))


@contextmanager
def serving(game: str, folder: Path) -> Iterator[int]:
    """A companion in a process of its own, on this machine alone, and its port. Raises `CompanionError`."""
    command = [sys.executable, "-m", "companion", "play", game, *PLAIN, "--data", str(folder)]
    log = folder / "attack.log"
    with (
        log.open("wb") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as process,
    ):
        late = threading.Timer(START_S, process.kill)
        late.start()
        try:
            yield _read_port(process, log)
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
    lines = [f"each phone asked {often} during each attack; {report.machine}; the longest wait, ms", "", _HEAD]
    lines += map(_row, report.waits)
    long = ", ".join(report.too_long)
    verdict = f"Too long, over {MOST_S:g} s: {long}." if long else f"Nobody waited longer than {MOST_S:g} s."
    return "\n".join([*lines, "", verdict])


_HEAD: Final = f"  {'':16}{'connections':>12}{'another phone':>16}{'seated phone':>16}"


def _row(wait: Wait) -> str:
    waited = "".join(f" {'no page' if each is None else f'{each:.1f}':>15}" for each in (wait.phone_ms, wait.seated_ms))
    return f"  {wait.attack:16} {wait.connections:>11}{waited}"
