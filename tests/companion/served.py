"""A companion that serves a table, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def playing(
    data: Path, *arguments: str, command: str = "play"
) -> Iterator[tuple[subprocess.Popen[str], dict[str, str]]]:
    """A companion that serves a table, with what it announced by its first words; stopped at the end."""
    command_line = [sys.executable, "-m", "companion", command, "waves", "--port", "0", "--data", str(data), *arguments]
    with subprocess.Popen(command_line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said: dict[str, str] = {}
        try:
            for line in process.stdout:
                for words in ("Table page", "From phones", "Host page", "Saved as", "Stop with"):
                    if line.strip().startswith(words):
                        said[words] = line.strip().removeprefix(words).strip()
                if "Stop with" in said:
                    break
            yield process, said
        finally:
            process.kill()
