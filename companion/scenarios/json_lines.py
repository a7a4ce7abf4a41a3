"""Cases that are one JSON object a line: a `.jsonl` file, or objects written `data: {…}` in any text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from companion.scenarios.files import ScenarioError, text_of

_MARK = "data: {"
_DECODER = json.JSONDecoder()


class Line(msgspec.Struct, frozen=True):
    """One object and the line on which it stands, from 1; `problem` where that line cannot be read as one."""

    number: int
    raw: dict[str, Any] = {}
    problem: str = ""


def lines_of(path: Path) -> tuple[Line, ...]:
    """Every object of a file in order. Raises `ScenarioError` where the file cannot be read.

    In a `.jsonl` file each line that is not empty must be an object. In any other text a line counts that has an object
    after "data:", or that is one; what else stands there is prose.
    """
    strict = path.suffix == ".jsonl"
    found = []
    for number, text in enumerate(text_of(path).splitlines(), 1):
        line = _line(number, text, strict)
        if line is not None:
            found.append(line)
    return tuple(found)


def _line(number: int, text: str, strict: bool) -> Line | None:
    text = text.strip()
    marked = text.find(_MARK)
    start = marked + len(_MARK) - 1 if marked >= 0 and not text.startswith("{") else 0
    if not text or not (strict or start or text.startswith("{")):
        return None
    try:
        raw, end = _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as error:
        if not strict and not start:
            return None  # a line of prose or code that begins with a brace
        return Line(number, problem=f"This is not JSON: {error.msg} at character {error.pos + 1}. Mend that line.")
    except ValueError:  # more digits than Python reads
        return Line(number, problem="A number on this line is too long. Mend that line.")
    except RecursionError:
        return Line(number, problem="This is nested too deeply to be a case. Mend that line.")
    if not isinstance(raw, dict) or (strict and text[end:].strip()):
        return Line(number, problem="One JSON object must stand on each line, and nothing else.")
    return Line(number, raw)


def ids_of(path: Path, where: str, raw: dict[str, Any], key: str) -> tuple[str, ...]:
    """A list of ids in an object, empty where it has none. Raises `ScenarioError` where it is no list of texts."""
    value = raw.get(key, [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ScenarioError(path, f"{where}: {key}", f'{value!r} is no list of ids. Write them like ["W-043"].')
    return tuple(value)
