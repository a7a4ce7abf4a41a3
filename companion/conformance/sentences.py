"""The sentences of a game: each text in its code is one literal with all its values, and none is a finished text."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, get_args, get_type_hints

import msgspec

from companion.conformance.findings import Finding
from companion.conformance.source import text_of, tree_of
from companion.games.core import OptionField
from companion.games.shared.facts import FactField
from companion.language.message import BadMessage, Gap, Listing, Message, gaps

OF_ENGLISH: Final = frozenset({"noun", "many", "capital"})
"""Forms that a gap may ask for in every language."""
SPOKEN_BY: Final = "companion.language.message"
"""The module of the `say` that is looked for."""


class Said(msgspec.Struct, frozen=True):
    """One call of `say` in some code: where it stands, and its text."""

    place: str
    text: str


# --- the code ---------------------------------------------------------------------------------------------------------


def read_said(source: str, name: str) -> tuple[tuple[Said, ...], tuple[Finding, ...]]:
    """Each text that a module says, and what is wrong with how it does, with its file and line."""
    if SPOKEN_BY not in source:  # most modules say nothing, and to read one takes its time
        return (), ()
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):  # the latter for a NUL; it is told where the module is imported
        return (), ()
    if not _speaks(tree):
        return (), ()
    said, faults = list[Said](), list[Finding]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
            place = f"{name}:{node.lineno}"
            text = node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else None
            if not isinstance(text, str) or len(node.args) != 1:
                cure = "Write the sentence there, with a gap in braces for each value."
                faults.append(Finding(place, "The text of say() is no single literal.", cure))
                continue
            said.append(Said(place, text))
            faults += _faults_of_gaps(place, text, [keyword.arg for keyword in node.keywords])
    return tuple(said), tuple(faults)


def _speaks(tree: ast.Module) -> bool:
    """Whether `say` is that of messages there, and no other function of this name."""
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module == SPOKEN_BY
        and any(each.name == "say" and each.asname is None for each in node.names)
        for node in ast.walk(tree)
    )


def _faults_of_gaps(place: str, text: str, given: list[str | None]) -> Iterator[Finding]:
    try:
        names = gap_names(text)
    except BadMessage as error:
        yield Finding(place, str(error), "Close each gap, and double braces that are none.")
        return
    if None in given:
        yield Finding(place, "The values of gaps are not named one by one.", "Give each as name=value.")
        return
    for name in sorted(names - set(given)):
        yield Finding(place, f"Nobody fills the gap {{{name}}}.", f"Give {name}= to say(), or take the gap out.")
    for name in sorted({each for each in given if each is not None} - names):
        yield Finding(place, f"The value {name} has no gap.", f"Write {{{name}}} into the text, or leave it out.")
    for gap in gaps_of(text):
        for form in (each for each in gap.forms if each not in OF_ENGLISH):
            known = "noun, many or capital"
            yield Finding(
                place, f"The gap {{{gap.name}}} asks for {form!r}, which English does not have.", f"Ask for {known}."
            )
        if has_odd_words(gap):
            text_ = f"The gap {{{gap.name}}} needs two words, for one and for more."
            yield Finding(place, text_, "Write them as {number?one|more}.")


def has_odd_words(gap: Gap) -> bool:
    """Whether a gap chooses by its number, and not between two words."""
    return bool(gap.either) and len(gap.either) != 2


def gaps_of(text: str) -> tuple[Gap, ...]:
    """The gaps of a text. Raises `BadMessage`."""
    return tuple(part for part in gaps(text) if isinstance(part, Gap))


def gap_names(text: str) -> set[str]:
    """What the gaps of a text are called. Raises `BadMessage`."""
    return {gap.name for gap in gaps_of(text)}


def said_in(files: Iterable[Path], shown: Callable[[Path], str]) -> tuple[tuple[Said, ...], tuple[Finding, ...]]:
    """The same of several modules, each told as `shown` says."""
    every, faults = list[Said](), list[Finding]()
    for path in files:
        said, wrong = _said_by(path, shown(path))
        every += said
        faults += wrong
    return tuple(every), tuple(faults)


@cache
def _said_by(path: Path, name: str) -> tuple[tuple[Said, ...], tuple[Finding, ...]]:
    return read_said(path.read_text(encoding="utf-8", errors="replace"), name)


def nouns_in(files: Iterable[Path]) -> frozenset[str]:
    """The nouns that stand as literals in modules."""
    return frozenset(
        node.args[0].value
        for path in files
        if "Noun(" in text_of(path)
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Noun"
        if node.args and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str)
    )


# --- what is said at run time -----------------------------------------------------------------------------------------


def spoken_in(value: object) -> Iterator[Message]:
    """Every message in a record, a list or a mapping, and those in the gaps of messages."""
    match value:
        case Message():
            yield value
            for each in value.given.values():
                yield from spoken_in(each)
        case Listing():
            for one in value.values:
                yield from spoken_in(one)
        case msgspec.Struct():
            for name in value.__struct_fields__:
                yield from spoken_in(getattr(value, name))
        case tuple() | list():
            for each in value:
                yield from spoken_in(each)
        case Mapping():
            for each in value.values():
                yield from spoken_in(each)


def finished(value: object) -> Iterator[str]:
    """Every text in a record that stands where messages do, is none and is not empty."""
    match value:
        case FactField() | OptionField():
            fields = {name: getattr(value, name) for name in _said_fields(type(value))}
            for name in ("choices", "meanings"):
                fields[name] = tuple(words for _, words in fields.get(name, ()))
            yield from bare(tuple(fields.values()))
        case msgspec.Struct():
            for name in value.__struct_fields__:
                within = getattr(value, name)
                yield from bare(within) if name in _said_fields(type(value)) else finished(within)
        case tuple() | list():
            for each in value:
                yield from finished(each)
        case Mapping():
            yield from bare(tuple(value.values()))


def bare(value: object) -> Iterator[str]:
    """The same of something that stands where messages do itself."""
    match value:
        case str() if value:
            yield value
        case tuple() | list():
            for each in value:
                yield from bare(each)
        case msgspec.Struct():
            yield from finished(value)


@cache
def _said_fields(record: type[msgspec.Struct]) -> frozenset[str]:
    """The fields of a record in which messages may stand, by its types."""
    return frozenset(name for name, kind in get_type_hints(record).items() if _mentions(kind))


def _mentions(kind: object) -> bool:
    return kind is Message or any(map(_mentions, get_args(kind)))
