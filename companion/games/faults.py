"""What is wrong in the code of a game, as a sentence with its place: for errors that nobody meant to raise.

Whoever writes a game forgets a method, a file or a phase. Python says so from deep inside, and this says it by the
file and line of their package, and what to do.
"""

from __future__ import annotations

import linecache
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import msgspec

from companion.errors import CompanionError
from companion.games.errors import GameError
from companion.games.shared.machine import BadCourse
from companion.games.shared.phrases import listing

_ABSTRACT: Final = re.compile(r"Can't instantiate abstract class (\w+) .*abstract methods? (.+)$")
_FILE: Final = re.compile(r"^([\w./-]+\.toml)\b")


class Fault(msgspec.Struct, frozen=True):
    """What is wrong, and what to do about it, in English; and where."""

    file: str
    """The module that says it, or the data file; empty where none is known."""
    line: int
    """From 1; 0 where none is known."""
    text: str

    def __str__(self) -> str:
        """All of it in one line."""
        return f"{self.text} ({self.place(short)})" if self.file else self.text

    def place(self, shown: Callable[[str], str] = str) -> str:
        """The file, as `shown` writes it, and the line behind a colon where it is known."""
        return f"{shown(self.file)}:{self.line}" if self.line else shown(self.file)


class BrokenGame(GameError):
    """A game whose own code breaks; the text names the game, what is wrong, where, and what to do."""

    def __init__(self, title: str, fault: Fault) -> None:
        super().__init__(title, fault)
        self.title = title
        self.fault = fault

    def __str__(self) -> str:
        where = f" ({self.fault.place(short)})" if self.fault.file else ""
        return f"{self.title} cannot be played{where}: {self.fault.text}"


def fault_of(error: BaseException, package: str) -> Fault:
    """What an error that came out of the code of a game means for whoever writes that package."""
    if isinstance(error, SyntaxError):
        return Fault(error.filename or "", error.lineno or 0, f"This is no Python: {error.msg}. Put that line right.")
    frames = [*_frames(error, package)]
    file, line = frames[-1] if frames else ("", 0)
    if isinstance(error, CompanionError):
        named = _FILE.match(str(error))
        return Fault(named[1], 0, str(error)) if named else Fault(file, line, str(error))
    if isinstance(error, ImportError):
        return Fault(file, line, f"It cannot be imported: {error}. Put that import right.")
    name, text = _named(error)
    for each in (*(each for each, _ in reversed(frames)), _module_of(error)) if name else ():
        if at := line_of_class(each, name):
            return Fault(each, at, text)
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return Fault(file, line, text or f"It breaks off here with {said}. Put that right.")


@contextmanager
def faults_named(title: str, package: str) -> Iterator[None]:
    """What is done here with a game: whatever its code breaks off with comes out as `BrokenGame`, with a sentence.

    What a person can mend, as an option that the game has not, comes out as it is.
    """
    try:
        yield
    except CompanionError:
        raise
    except Exception as error:  # whatever somebody has written there
        raise BrokenGame(title, fault_of(error, package)) from error


def short(file: str) -> str:
    """A file by its last four steps: enough to find it in a package of games."""
    return "/".join(file.replace("\\", "/").split("/")[-4:])


def line_of_class(file: str, name: str) -> int:
    """The line on which a class begins in a file of Python, from 1; 0 where it has none of that name."""
    begins = re.compile(rf"class {re.escape(name)}\b")
    lines = linecache.getlines(file)
    return next((number for number, line in enumerate(lines, 1) if begins.match(line)), 0)


def _frames(error: BaseException, package: str) -> Iterator[tuple[str, int]]:
    """The places in the package through which an error came, the innermost last."""
    within = f"/{package.replace('.', '/')}/"
    for frame, line in traceback.walk_tb(error.__traceback__):
        file = frame.f_code.co_filename
        if within in file.replace("\\", "/"):
            yield file, line


def _named(error: BaseException) -> tuple[str, str]:
    """The class that lacks something, and what it lacks in a sentence; both empty after other errors."""
    if isinstance(error, TypeError) and (match := _ABSTRACT.match(str(error))):
        names = listing([f"`{each}`" for each in re.findall(r"\w+", match[2])])
        return match[1], f"{match[1]} does not have {names}, which its base leaves to it. Write that there."
    if isinstance(error, AttributeError) and error.obj is not None:
        owner = error.obj if isinstance(error.obj, type) else type(error.obj)
        return owner.__name__, f"{owner.__name__} has no `{error.name}`. Write it there."
    if isinstance(error, BadCourse):
        return error.act.__name__ if error.act is not None else "", str(error)
    return "", ""


def _module_of(error: BaseException) -> str:
    """The file of the class that lacks an attribute; empty after other errors."""
    owner = error.obj if isinstance(error, AttributeError) else None
    kind = owner if isinstance(owner, type) else type(owner)
    return getattr(sys.modules.get(kind.__module__), "__file__", None) or ""
