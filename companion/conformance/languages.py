"""The sentences of a game in its other languages: what a catalogue lacks, has too much, or says in odd forms."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from companion.conformance.findings import Finding, finding_of
from companion.conformance.package import unread
from companion.conformance.sentences import OF_ENGLISH, gap_names, gaps_of, has_odd_words, nouns_in, said_in
from companion.conformance.source import Source, text_of
from companion.errors import CompanionError
from companion.games.faults import fault_of
from companion.games.game import AnyGame
from companion.games.registry import PLAYED
from companion.games.shared.catalogues import FIRST, LAST, read_catalogues
from companion.games.shared.files import ROOM
from companion.language.catalogue import Catalogue, Language
from companion.language.message import BadMessage, Message, is_wordless
from companion.runtime.toml_text import parse_toml

ROOT: Final = Path(__file__).parents[2]
ALONE: Final = "alone"
SPEAKERS: Final = ("companion", "web")
"""What speaks for games: the shared parts, the referee, the log, the pages."""


def look(game: AnyGame, source: Source) -> Iterator[Finding]:
    """What is wrong with the files `words.<code>.toml` of a game."""
    files = tuple((source.folder / ROOM).glob(f"{FIRST}*{LAST}"))
    if not files or any(unread(source, file) is not None for file in files):
        return  # the latter is told among the files
    try:
        languages = read_catalogues(source.package)
    except CompanionError as error:
        yield finding_of(fault_of(error, source.package), source)
        return
    texts, nouns = own_texts(source.modules), own_nouns(game, source.modules)
    known = shared_texts() | data_texts(source.folder)
    for code, language in languages.items():
        place = source.place(source.data(f"{FIRST}{code}{LAST}"))
        for fault in faults_of(language.catalogue, texts, nouns, known):
            yield Finding(place, fault, "Put that entry right.")


def own_texts(modules: Iterable[Path]) -> frozenset[str]:
    """Every text that these modules say, and that has words."""
    said, _ = said_in(modules, str)
    return frozenset(each.text for each in said if not is_wordless(each.text))


@cache
def shared_texts() -> frozenset[str]:
    """Every text that the companion itself says, and no game: shared parts, the referee, the log, the pages."""
    games = [ROOT / package.replace(".", "/") for package in PLAYED]
    paths = (path for room in SPEAKERS for path in sorted((ROOT / room).rglob("*.py")))
    said, _ = said_in((path for path in paths if not any(path.is_relative_to(game) for game in games)), str)
    return frozenset(each.text for each in said)


def data_texts(package: Path) -> frozenset[str]:
    """Every text in the data files of a game but those of its languages: what it says may stand there."""
    files = (path for path in (package / ROOM).glob("*.toml") if not path.name.startswith(FIRST))
    return frozenset(text for path in files for text in _texts(_data_of(path)))


def _data_of(path: Path) -> dict[str, Any]:
    """A data file as it is read; nothing where it cannot be, which is told among the files."""
    try:
        return parse_toml(text_of(path))
    except tomllib.TOMLDecodeError:
        return {}


def _texts(data: object) -> Iterator[str]:
    match data:
        case str():
            yield data
        case dict():
            yield from (text for each in data.values() for text in _texts(each))
        case list():
            yield from (text for each in data for text in _texts(each))


def own_nouns(game: AnyGame, modules: Iterable[Path]) -> frozenset[str]:
    """Every noun of a game: those in its code, and its pieces."""
    pieces = {kind.label for kind in game.mat.pieces.values()}
    return nouns_in(modules) | pieces


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
        wanted, found = gap_names(english), gap_names(other)
    except BadMessage as error:
        yield f"{error}"
        return
    yield from (f"{other!r} has a gap {{{name}}} that {english!r} has not." for name in sorted(found - wanted))
    yield from (f"{other!r} leaves {{{name}}} out." for name in sorted(wanted - found))
    forms = OF_ENGLISH | {ALONE} | set(catalogue.cases) | set(catalogue.articles)
    yield from (
        f"{other!r} asks for {form!r}, which {catalogue.code!r} does not have."
        for gap in gaps_of(other)
        for form in gap.forms
        if form not in forms
    )
    yield from (
        f"{other!r}: the gap {{{gap.name}}} needs two words, for one and for more."
        for gap in gaps_of(other)
        if has_odd_words(gap)
    )


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


def unsaid(language: Language, messages: Iterable[Message]) -> frozenset[str]:
    """What a language cannot say of these messages, with what is missing."""
    found = set[str]()
    for message in messages:
        try:
            language.render(message)
        except BadMessage as error:
            found.add(str(error))
    return frozenset(found)
