"""The `companion` command in this process: what is typed, what it writes, and how it ends."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import cli, main
from companion.errors import CompanionError


@dataclass(frozen=True)
class Ended:
    """A command that has come to its end."""

    status: int
    out: str
    errors: str


class Written(io.TextIOWrapper):
    """What a command writes, on a terminal or not."""

    def __init__(self, terminal: bool = False, encoding: str = "utf-8") -> None:
        self._bytes = io.BytesIO()
        self._is_terminal = terminal
        super().__init__(self._bytes, encoding=encoding, newline="", write_through=True)

    def isatty(self) -> bool:
        return self._is_terminal

    def text(self) -> str:
        """All of it so far."""
        self.flush()
        return self._bytes.getvalue().decode(self.encoding)


def run(*arguments: str | Path, data: Path | None = None, **environment: str) -> Ended:
    """The whole command, as a process has it: errors as sentences, and the exit status."""
    typed = [*map(str, arguments), *(["--data", str(data)] if data else [])]
    return run_into(Written(), Written(), *typed, **environment)


def run_into(out: Written, errors: Written, *arguments: str | Path, **environment: str) -> Ended:
    """The same with streams that may be looked at meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["companion", *map(str, arguments)])
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", errors)
        for name, value in environment.items():
            patch.setenv(name, value)
        with pytest.raises(SystemExit) as ended:
            main()
    status = ended.value.code
    assert status is None or isinstance(status, int)
    return Ended(status or 0, out.text(), errors.text())


def call(*arguments: str | Path) -> Result:
    """The command with its errors as they were raised."""
    return CliRunner().invoke(cli, list(map(str, arguments)), prog_name="companion")


def refused(*arguments: str | Path) -> str:
    """The error of a command."""
    result = call(*arguments)
    assert isinstance(result.exception, CompanionError), result.output
    return str(result.exception)


def sentence(ended: Ended) -> str:
    """The one line of an error: no traceback, exit status 1."""
    assert ended.status == 1, ended
    assert "Traceback" not in ended.errors
    last = ended.errors.strip().splitlines()[-1]
    assert last.startswith("companion: ")
    return last.removeprefix("companion: ")
