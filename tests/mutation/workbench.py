"""The folder in which mutmut works: copies of the tree, never the tree itself."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from tests.mutation.mutants import STATS

COPIED: Final = ("companion", "hardware", "tests", "vision", "web", "pyproject.toml")
"""What the tests of the rules may import; how mutmut is set up is in pyproject.toml."""
_NOTHING: Final = "no mutant is called so"
_LAST: Final = 2000
"""Characters of mutmut's last words that are told where it failed."""


class WorkbenchError(Exception):
    """mutmut did not do its work; the text says what it said."""


def lay_out(root: Path, folder: Path) -> None:
    """Put fresh copies of the tree at `root` into `folder`; what lay there is removed."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in COPIED:
        source = root / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
        elif source.exists():
            shutil.copy2(source, folder / name)


def make_mutants(folder: Path, jobs: int) -> None:
    """Let mutmut write every mutant and learn which tests meet which function. Raises `WorkbenchError`.

    Asked for a mutant that there is not, it stops after that, with an error: only its files tell whether it worked.
    """
    done = subprocess.run(_command(jobs, (_NOTHING,)), cwd=folder, capture_output=True, text=True, check=False)
    if _NOTHING not in done.stderr or not (folder / STATS).exists():
        raise WorkbenchError(f"mutmut could not make mutants:\n{(done.stdout + done.stderr)[-_LAST:]}")


def try_mutants(folder: Path, names: Sequence[str], jobs: int, progress: Callable[[int], None]) -> None:
    """Run the tests against each of these mutants; `progress` gets the number tried. Raises `WorkbenchError`."""
    if not names:
        return
    said = ""
    with subprocess.Popen(
        _command(jobs, names), cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:  # a carriage return ends a line as well
            tried = re.search(r"(\d+)/\d+ +🎉", line)
            if tried:
                progress(int(tried[1]))
            else:
                said = (said + line)[-_LAST:]
    if process.returncode:
        raise WorkbenchError(f"mutmut stopped with status {process.returncode}:\n{said}")


def _command(jobs: int, names: Sequence[str]) -> list[str]:
    return [sys.executable, "-m", "mutmut", "run", "--max-children", str(jobs), *names]
