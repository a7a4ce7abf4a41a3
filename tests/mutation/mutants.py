"""The mutants that mutmut made, read from the files it leaves, and a sample of them by a seed."""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from difflib import unified_diff
from itertools import zip_longest
from pathlib import Path
from typing import Final

import msgspec

MADE: Final = "mutants"
"""Folder in which mutmut keeps its copies and results, below the one in which it runs."""
STATS: Final = f"{MADE}/mutmut-stats.json"
_METHOD: Final = "ǁ"
"""What mutmut puts between the name of a class and that of its method."""


class Mutant(msgspec.Struct, frozen=True):
    """One change of one function."""

    name: str
    """What mutmut calls it."""
    file: str
    function: str
    """Its class in front, where it is a method."""
    line: int
    """The first changed line of the file, from 1."""
    original: str
    """The lines that were changed, without the space around them."""
    mutated: str
    """What they were changed to; empty where they were taken out."""
    diff: str
    """The change with some lines around it."""
    number: int = 0
    """0 for the first change of a function that reads so, 1 for the next."""
    is_tested: bool = True
    """Whether any test meets the function."""

    @property
    def key(self) -> str:
        """What stays the same when lines move or other functions change."""
        return "\n".join((self.file, self.function, self.original, self.mutated, str(self.number)))


class _Results(msgspec.Struct):
    """What mutmut keeps beside a mutated file; the rest is not looked at."""

    exit_code_by_key: dict[str, int | None]


class _Spans(msgspec.Struct):
    """The lines, from 1, of each function in a mutated file."""

    version: int
    spans: dict[str, tuple[int, int]]


class _Stats(msgspec.Struct):
    """What mutmut learned of the tests; the rest is not looked at."""

    tests_by_mangled_function_name: dict[str, list[str]]


def made_in(folder: Path) -> tuple[Mutant, ...]:
    """Every mutant that mutmut made there, file by file. Raises `OSError` or `msgspec.MsgspecError` where it did not.

    Of each text only one mutant is kept, the one with other letters in it: mutmut also writes it in capitals and in
    small letters, which asks the tests the same once more.
    """
    tests = msgspec.json.decode((folder / STATS).read_bytes(), type=_Stats).tests_by_mangled_function_name
    tested = {name for name, each in tests.items() if each}
    return tuple(
        mutant
        for path in sorted((folder / MADE).rglob("*.py.meta"))
        for mutant in _numbered(_made_of(folder, path, tested))
        if mutant.original.casefold() != mutant.mutated.casefold()
    )


def exit_codes(folder: Path) -> dict[str, int | None]:
    """How the tests ended for each mutant, by its name; None where it was not tried."""
    codes: dict[str, int | None] = {}
    for path in (folder / MADE).rglob("*.py.meta"):
        codes.update(msgspec.json.decode(path.read_bytes(), type=_Results).exit_code_by_key)
    return codes


def sample(mutants: Iterable[Mutant], number: int, seed: int) -> tuple[Mutant, ...]:
    """So many of the mutants, by file and line. The same seed chooses the same ones, even when others come or go."""

    def lot(mutant: Mutant) -> bytes:
        return hashlib.sha256(f"{seed}\n{mutant.key}".encode()).digest()

    return tuple(sorted(sorted(mutants, key=lot)[:number], key=lambda each: (each.file, each.line, each.name)))


def _made_of(folder: Path, meta: Path, tested: set[str]) -> Iterator[Mutant]:
    names = msgspec.json.decode(meta.read_bytes(), type=_Results).exit_code_by_key
    if not names:
        return
    mutated = meta.with_suffix("")
    file = mutated.relative_to(folder / MADE).as_posix()
    index = msgspec.json.decode(mutated.with_suffix(".py.spans").read_bytes(), type=_Spans)
    if index.version != 1:
        raise msgspec.ValidationError(f"{mutated}.spans: version {index.version} is not known")
    lines = mutated.read_text(encoding="utf-8").splitlines()
    begins = _begins(ast.parse((folder / file).read_text(encoding="utf-8")))
    for name in names:
        mangled = name.rpartition(".")[2].rpartition("__mutmut_")[0]
        function = mangled.removeprefix("x_").removeprefix(f"x{_METHOD}").replace(_METHOD, ".")
        codes = [
            _function(lines, index.spans, made, function.rpartition(".")[2])
            for made in (f"{mangled}__mutmut_orig", name.rpartition(".")[2])
        ]
        is_tested = name.rpartition("__mutmut_")[0] in tested
        yield _compared(name, file, function, begins[function], codes[0], codes[1], is_tested)


def _begins(tree: ast.Module) -> dict[str, int]:
    """The line of each function's `def`; a method's class is named in front."""
    begins: dict[str, int] = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            methods = (each for each in node.body if isinstance(each, ast.FunctionDef))
            begins.update({f"{node.name}.{each.name}": each.lineno for each in methods})
        elif isinstance(node, ast.FunctionDef):
            begins[node.name] = node.lineno
    return begins


def _function(lines: list[str], spans: Mapping[str, tuple[int, int]], made: str, name: str) -> list[str]:
    """The lines of one made function from its `def` on, under its own name."""
    first, last = spans[made]
    code = lines[first - 1 : last]
    begin = next(number for number, line in enumerate(code) if line.lstrip().startswith(f"def {made}("))
    return [code[begin].replace(f"def {made}(", f"def {name}(", 1), *code[begin + 1 :]]


def _compared(
    name: str, file: str, function: str, begin: int, before: list[str], after: list[str], is_tested: bool
) -> Mutant:
    diff = list(unified_diff(before, after, lineterm="", n=1))[2:]
    taken = [line[1:].strip() for line in diff if line.startswith("-")]
    put = [line[1:].strip() for line in diff if line.startswith("+")]
    first = next(number for number, (was, became) in enumerate(zip_longest(before, after)) if was != became)
    return Mutant(
        name=name,
        file=file,
        function=function,
        line=begin + first,
        original="\n".join(taken),
        mutated="\n".join(put),
        diff="\n".join(line for line in diff if not line.startswith("@@")),
        is_tested=is_tested,
    )


def _numbered(mutants: Iterable[Mutant]) -> Iterator[Mutant]:
    """The same, numbered where several read alike."""
    met: Counter[str] = Counter()
    for mutant in mutants:
        yield msgspec.structs.replace(mutant, number=met[mutant.key])
        met[mutant.key] += 1
