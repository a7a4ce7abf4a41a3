"""Nobody writes to the terminal but `companion.runtime.terminal`, which makes every line fit; read from the source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent
PACKAGES: Final = ("companion", "web", "hardware", "vision")
OWN: Final = "companion/runtime/terminal.py"
ELSEWHERE: Final = (
    "vision/training/",  # makers' commands, which serve nobody and show no text of others
    "hardware/virtual/runner.py",  # its output is the pipe to the process that began it
)
LEVELS: Final = ("debug", "info", "warning", "error", "critical", "exception", "log")
"""Of the module itself: they set up a log of their own."""
WRITERS: Final = {
    "click": {"echo", "secho", "echo_via_pager", "prompt", "confirm", "progressbar", "pause", "edit", "getchar"},
    "logging": {"basicConfig", "StreamHandler", "FileHandler", "Formatter", "lastResort", "captureWarnings", *LEVELS},
    "traceback": {"print_exc", "print_exception", "print_tb", "print_stack", "print_last"},
    "warnings": {"warn", "warn_explicit", "showwarning"},
    "sys": {"__stdout__", "__stderr__"},
}
STREAMS: Final = ("stdout", "stderr")
MAYBE: Final = re.compile(rf"\b(print|input|{'|'.join(WRITERS)})\b")
"""What a file has that may write: only such a file is read in full."""
ASKED: Final = "isatty"
"""Whether a stream is a terminal may be asked anywhere."""


def offences(root: Path) -> Iterator[str]:
    """Every place below `root` that could write to a terminal by itself, one line each."""
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            name = path.relative_to(root).as_posix()
            if name == OWN or name.startswith(ELSEWHERE):
                continue
            source = path.read_text(encoding="utf-8")
            if not MAYBE.search(source):
                continue
            nodes = [*ast.walk(ast.parse(source))]
            asked = _asked(nodes)
            for node in nodes:
                if what := _writes(node, asked):
                    yield f"{name}:{getattr(node, 'lineno', 0)} {what}: write through companion.runtime.terminal"


def _asked(nodes: Iterable[ast.AST]) -> set[ast.AST]:
    """The streams that are only asked whether they are terminals."""
    return {node.value for node in nodes if isinstance(node, ast.Attribute) and node.attr == ASKED}


def _writes(node: ast.AST, asked: set[ast.AST]) -> str:
    """What this part of a program would write with; "" where it writes nothing."""
    match node:
        case ast.Name(id="print" | "input" as name):
            return name
        case ast.Attribute(value=ast.Name(id="sys"), attr=name) if name in STREAMS and node not in asked:
            return f"sys.{name}"
        case ast.Attribute(value=ast.Name(id=module), attr=name) if name in WRITERS.get(module, ()):
            return f"{module}.{name}"
        case ast.Import(names=names):
            hidden = {alias.name for alias in names if alias.asname} & {*WRITERS, "sys"}
            return f"{min(hidden)} by another name" if hidden else ""
        case ast.ImportFrom(module=str(module), names=names):
            taken = {alias.name for alias in names} & (
                WRITERS.get(module, set()) | set(STREAMS if module == "sys" else ())
            )
            return f"{module}.{min(taken)}" if taken else ""
    return ""


def test_nobody_prints_but_through_the_one_module() -> None:
    assert list(offences(ROOT)) == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("print('x')", "print"),
        ("import click\nclick.echo(1)", "click.echo"),
        ("from click import secho", "click.secho"),
        ("import sys\nsys.stderr.write('x')", "sys.stderr"),
        ("import sys\nwrite = sys.stdout.buffer.write", "sys.stdout"),
        ("from sys import stderr", "sys.stderr"),
        ("import logging\nlogging.basicConfig()", "logging.basicConfig"),
        ("import traceback\ntraceback.print_exc()", "traceback.print_exc"),
        ("import click as c\nc.echo(1)", "click by another name"),
        ("import sys\nsys.stdout.isatty()", ""),
        ("import click\nclick.style('x')", ""),
    ],
)
def test_what_would_print_is_found(tmp_path: Path, line: str, found: str) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "bad.py").write_text(line, encoding="utf-8")
    told = list(offences(tmp_path))
    assert [each.split(" ", 1)[1].split(":")[0] for each in told] == ([found] if found else [])
