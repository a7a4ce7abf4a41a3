"""A check that was killed and typed again writes the very page that one writes which was left alone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.companion.playsets.manawave.sets import SETS

ROOT = Path(__file__).parents[4]
CHECK = """
import sys
from pathlib import Path
from companion.cli.checks.check_playset import check_playset
from tests.companion.playsets.manawave.sets import MANAWAVE
if __name__ == "__main__":
    check_playset(Path(sys.argv[1]), 240, 8, 1, 2, Path(sys.argv[2]), False, playsets=MANAWAVE)
"""


@pytest.mark.slow
def test_a_check_that_was_killed_comes_to_the_same_report(tmp_path: Path) -> None:
    script = tmp_path / "check.py"
    script.write_text(CHECK, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}

    def begin(page: Path) -> subprocess.Popen[bytes]:
        typed = [sys.executable, str(script), str(SETS / "never.toml"), str(page)]
        return subprocess.Popen(typed, env=environment, cwd=tmp_path, stdout=subprocess.DEVNULL)

    whole, cut = tmp_path / "whole.html", tmp_path / "cut.html"
    assert begin(whole).wait() == 0
    killed, kept = begin(cut), tmp_path / "cut.html.games"
    while not kept.exists():
        assert killed.poll() is None
        time.sleep(0.05)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    assert not cut.exists()
    assert begin(cut).wait() == 0
    assert cut.read_bytes() == whole.read_bytes()
    assert not kept.exists()
