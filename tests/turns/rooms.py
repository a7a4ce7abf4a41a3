"""Which slow suites a change touches: those of the rooms in which its files lie, and those that follow from them."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from .table import ROOT, Table, is_within

TESTS = "tests"


@dataclass(frozen=True)
class Change:
    """The files of a change, from the project's root; `words` say whose they are, or why they are not known."""

    files: Sequence[str]
    words: str


def change_since_parent(root: Path = ROOT) -> Change:
    """What the working tree changes since the commit's first parent; no files where the clone has no parent."""

    def git(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=True)

    try:
        parent = git("rev-parse", "--verify", "--short", "HEAD^1").stdout.strip()
        changed = git("diff", "--name-only", "--no-renames", "--relative", "-z", parent, "--").stdout
    except FileNotFoundError:
        return Change((), "The change is not known: git is not installed.")
    except subprocess.CalledProcessError as error:
        why = error.stderr.strip().splitlines()[:1]
        return Change((), f"The change is not known: no parent commit is in this clone ({' '.join(why)}).")
    files = tuple(sorted(filter(None, changed.split("\0"))))
    return Change(files, f"Changed since {parent}, the parent commit: {len(files)} files.")


def room_of(path: str, root: Path = ROOT) -> tuple[str, ...]:
    """The tests in the room of this file, as patterns of test modules; () where it lies in no room."""
    parts = PurePosixPath(path).parts
    if parts[0] == TESTS:
        return _room_of_tests(path, parts)
    for depth in range(len(parts) - 1, 0, -1):
        folder = "/".join(parts[:depth])
        if (root / TESTS / folder).is_dir():
            return (f"{TESTS}/{folder}/test_*.py",)
    return ()


def _room_of_tests(path: str, parts: Sequence[str]) -> tuple[str, ...]:
    if is_test_module(path):
        return (path,)
    # What lies right in tests/ serves them all: the quick tests show whether it still does.
    return ("/".join(parts[:-1]),) if len(parts) > 2 else ()


def is_test_module(path: str) -> bool:
    return PurePosixPath(path).match("test_*.py")


def touches_module(files: Iterable[str], module: str, table: Table, root: Path = ROOT) -> bool:
    """Whether one of these files is in the module's room, or in one that the module follows from."""
    sources = [source for tests, sources in table.follows.items() if is_within(module, tests) for source in sources]
    return any(
        any(is_within(module, room) for room in room_of(file, root)) or _is_within_any(file, sources) for file in files
    )


def touches_step(files: Iterable[str], name: str, table: Table) -> bool:
    """Whether one of these files is in a room that the step of `.ci/run` follows from."""
    return any(_is_within_any(file, table.steps[name].follows) for file in files)


def slow_modules(root: Path = ROOT) -> Iterator[str]:
    """The test modules that have a slow test, read from the source, so that none has to be imported."""
    for path in sorted((root / TESTS).rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if "mark.slow" in text and any(
            isinstance(node, ast.Attribute) and node.attr == "slow" for node in ast.walk(ast.parse(text))
        ):
            yield path.relative_to(root).as_posix()


def _is_within_any(path: str, patterns: Iterable[str]) -> bool:
    return any(is_within(path, pattern) for pattern in patterns)
