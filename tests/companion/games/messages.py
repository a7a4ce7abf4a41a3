"""What is wrong with the sentences of a game, in words: in its code, and in its other languages."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from companion.games.game import AnyGame, package_of
from companion.games.shared.catalogues import FIRST
from companion.language.catalogue import Catalogue, Language
from companion.language.message import BadMessage, Gap, Listing, Message, gaps, is_wordless

ROOT: Final = Path(__file__).parents[3]
OF_ENGLISH: Final = frozenset({"noun", "many", "capital"})
"""Forms that a gap may ask for in every language."""
ALONE: Final = "alone"
SPOKEN_BY: Final = "companion.language.message"
"""The module of the `say` that is looked for."""


class Said(msgspec.Struct, frozen=True):
    """One call of `say` in some code: where it stands, and its text."""

    place: str
    text: str


# --- the code ---------------------------------------------------------------------------------------------------------


def files_of(package: str) -> tuple[Path, ...]:
    """The modules of a package and of those below it."""
    return tuple(sorted((ROOT / package.replace(".", "/")).rglob("*.py")))


def read_said(source: str, name: str) -> tuple[tuple[Said, ...], tuple[str, ...]]:
    """Each text that a module says, and what is wrong with how it does, with its file and line."""
    if SPOKEN_BY not in source:  # most modules say nothing, and to read one takes its time
        return (), ()
    tree = ast.parse(source)
    if not _speaks(tree):
        return (), ()
    said, faults = list[Said](), list[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
            place = f"{name}:{node.lineno}"
            text = node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else None
            if not isinstance(text, str) or len(node.args) != 1:
                faults.append(f"{place}: the text of say() is one literal.")
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


def _faults_of_gaps(place: str, text: str, given: list[str | None]) -> Iterator[str]:
    try:
        names = _gap_names(text)
    except BadMessage as error:
        yield f"{place}: {error}"
        return
    if None in given:
        yield f"{place}: the values of gaps are named one by one."
        return
    yield from (f"{place}: nobody gives {{{name}}}." for name in sorted(names - set(given)))
    yield from (f"{place}: {name} has no gap." for name in given if name not in names)
    yield from (
        f"{place}: the gap {{{gap.name}}} asks for {form!r}, which English does not have."
        for gap in _gaps(text)
        for form in gap.forms
        if form not in OF_ENGLISH
    )
    yield from _faults_of_either(place, text)


def _faults_of_either(place: str, text: str) -> Iterator[str]:
    yield from (
        f"{place}: the gap {{{gap.name}}} needs two words, for one and for more."
        for gap in _gaps(text)
        if gap.either and len(gap.either) != 2
    )


def _gaps(text: str) -> tuple[Gap, ...]:
    return tuple(part for part in gaps(text) if isinstance(part, Gap))


def _gap_names(text: str) -> set[str]:
    return {gap.name for gap in _gaps(text)}


def taken_from(path: Path, module: str) -> frozenset[str]:
    """What a file imports from a module, by its names there."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    taken = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == module)
    return frozenset(name.name for node in taken for name in node.names)


def said_in(files: Iterable[Path]) -> tuple[tuple[Said, ...], tuple[str, ...]]:
    """The same of several modules."""
    every, faults = list[Said](), list[str]()
    for path in files:
        said, wrong = _said_by(path)
        every += said
        faults += wrong
    return tuple(every), tuple(faults)


@cache
def _said_by(path: Path) -> tuple[tuple[Said, ...], tuple[str, ...]]:
    return read_said(path.read_text(encoding="utf-8"), str(path.relative_to(ROOT)))


def nouns_in(files: Iterable[Path]) -> frozenset[str]:
    """The nouns that stand as literals in modules."""
    return frozenset(
        node.args[0].value
        for source in (path.read_text(encoding="utf-8") for path in files)
        if "Noun(" in source
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Noun"
        if node.args and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str)
    )


# --- a catalogue ------------------------------------------------------------------------------------------------------


def own_texts(game: AnyGame) -> frozenset[str]:
    """Every text that the package of a game says, and that has words."""
    said, _ = said_in(files_of(package_of(game)))
    return frozenset(each.text for each in said if not is_wordless(each.text))


def shared_texts() -> frozenset[str]:
    """Every text that the companion itself says: the shared parts of games, the referee, the log, the pages."""
    said, _ = said_in(path for room in ("companion", "web") for path in files_of(room))
    return frozenset(each.text for each in said)


def data_texts(game: AnyGame) -> frozenset[str]:
    """Every text in the data files of a game but those of its languages: what it says may stand there."""
    files = (ROOT / package_of(game).replace(".", "/")).glob("data/*.toml")
    read = (tomllib.loads(path.read_text(encoding="utf-8")) for path in files if not path.name.startswith(FIRST))
    return frozenset(text for data in read for text in _texts(data))


def _texts(data: object) -> Iterator[str]:
    match data:
        case str():
            yield data
        case dict():
            yield from (text for each in data.values() for text in _texts(each))
        case list():
            yield from (text for each in data for text in _texts(each))


def own_nouns(game: AnyGame) -> frozenset[str]:
    """Every noun of a game: those in its code, and its pieces."""
    pieces = {kind.label for kind in game.mat.pieces.values()}
    return nouns_in(files_of(package_of(game))) | pieces


def faults_of(
    catalogue: Catalogue, texts: Iterable[str], nouns: Iterable[str], known: Iterable[str]
) -> tuple[str, ...]:
    """What is wrong with a language of a game.

    `texts` and `nouns` must stand in it, and besides those that the companion itself says (`known`) nothing else may.
    """
    texts, pairs = frozenset(texts), catalogue.sentences.items()
    return (
        *(f"{text!r} is not said in {catalogue.code!r}." for text in sorted(texts - catalogue.sentences.keys())),
        *(f"{text!r} is said by nobody." for text in sorted(catalogue.sentences.keys() - texts - frozenset(known))),
        *(f"The noun {noun!r} has no forms." for noun in sorted(frozenset(nouns) - catalogue.nouns.keys())),
        *(fault for english, other in pairs for fault in _faults_of_pair(catalogue, english, other)),
        *_faults_of_nouns(catalogue),
        *_faults_of_articles(catalogue),
    )


def _faults_of_pair(catalogue: Catalogue, english: str, other: str) -> Iterator[str]:
    try:
        wanted, found = _gap_names(english), _gap_names(other)
    except BadMessage as error:
        yield f"{error}"
        return
    yield from (f"{other!r} has a gap {{{name}}} that {english!r} has not." for name in sorted(found - wanted))
    yield from (f"{other!r} leaves {{{name}}} out." for name in sorted(wanted - found))
    forms = OF_ENGLISH | {ALONE} | set(catalogue.cases) | set(catalogue.articles)
    yield from (
        f"{other!r} asks for {form!r}, which {catalogue.code!r} does not have."
        for gap in _gaps(other)
        for form in gap.forms
        if form not in forms
    )
    yield from _faults_of_either(repr(other), other)


def _faults_of_nouns(catalogue: Catalogue) -> Iterator[str]:
    first = catalogue.cases[0]
    genders = {gender for article in catalogue.articles.values() for gender in article}
    for noun, forms in catalogue.nouns.items():
        if genders and forms.gender not in genders:
            yield f"The noun {noun!r} has the gender {forms.gender!r}, and no article has."
        for number, words in (("one", forms.one), ("many", forms.many)):
            if first not in words:
                yield f"The noun {noun!r} has no {first!r} of {number!r}."
            yield from (
                f"The noun {noun!r} has a case {case!r} that {catalogue.code!r} has not."
                for case in words
                if case not in catalogue.cases
            )


def _faults_of_articles(catalogue: Catalogue) -> Iterator[str]:
    genders = {forms.gender for forms in catalogue.nouns.values()}
    for name, article in catalogue.articles.items():
        yield from (f"The article {name!r} has no gender {gender!r}." for gender in sorted(genders - article.keys()))
        yield from (
            f"The article {name!r} has no {case!r} of {gender!r}."
            for gender, cases in article.items()
            for case in catalogue.cases
            if case not in cases
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


def unsaid(language: Language, messages: Iterable[Message]) -> frozenset[str]:
    """What a language cannot say of these messages, with what is missing."""
    found = set[str]()
    for message in messages:
        try:
            language.render(message)
        except BadMessage as error:
            found.add(str(error))
    return frozenset(found)
