"""What is said, in the language of whoever asks: messages become text at this edge, and nowhere before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, overload

import msgspec
from flask import Flask, Request, request
from markupsafe import Markup

from companion.games.game import AnyGame, package_of
from companion.games.shared.catalogues import merged, read_catalogues
from companion.language.catalogue import Language
from companion.language.message import ENGLISH, BadMessage, Message, Speaker, Text

_SPOKEN: ContextVar[Speaker] = ContextVar("spoken", default=ENGLISH)
"""The language of the answer that is being made in this thread."""


class Speech:
    """The languages that the games of a table can speak, and which of them a browser asks for."""

    def __init__(self, games: Iterable[AnyGame]) -> None:
        self._languages: Final[Mapping[str, Language]] = merged(read_catalogues(package_of(game)) for game in games)

    def asked_for(self, asked: Request) -> Speaker:
        """The language that this request's browser would rather read; English where the games speak none of its own."""
        codes = (ENGLISH.code, *self._languages)
        code = asked.accept_languages.best_match(codes, ENGLISH.code)
        return self._languages.get(code, ENGLISH) if code is not None else ENGLISH


@contextmanager
def speaking(language: Speaker) -> Iterator[None]:
    """What is rendered within is said in this language."""
    token = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(token)


def spoken() -> Speaker:
    """The language in which things are said now."""
    return _SPOKEN.get()


@overload
def said(value: Text) -> str: ...


@overload
def said(value: object) -> Any: ...


def said(value: object) -> Any:
    """A message as text, several of them as a list of texts, and anything else as it is."""
    if isinstance(value, Message):
        return _SPOKEN.get().say(value)
    return [said(each) for each in value] if isinstance(value, list | tuple) else value


def foreign(*values: object) -> str:
    """The code of the language in which these messages are said, where all are said so and it is not the page's own.

    Empty where they are said in English: because that is asked for, or because the language lacks a sentence.
    """
    language = _SPOKEN.get()
    if not isinstance(language, Language):
        return ""
    messages = [each for value in values for each in (value if isinstance(value, list | tuple) else (value,)) if each]
    return language.code if messages and all(_is_said(language, each) for each in messages) else ""


def _is_said(language: Language, value: object) -> bool:
    if not isinstance(value, Message):
        return False
    try:
        language.render(value)
    except BadMessage:
        return False
    return True


def lang(*values: object) -> Markup:
    """The attribute that names the language of messages, where it is not the page's own (WCAG 3.1.2)."""
    code = foreign(*values)
    return Markup(' lang="{}"').format(code) if code else Markup("")


def told(value: object) -> Any:
    """A message within other words of a page; in another language than these it is marked."""
    if not isinstance(value, Message):
        return value
    mark = lang(value)
    return Markup("<span{}>{}</span>").format(mark, said(value)) if mark else said(value)


def encode(value: Any) -> bytes:
    """A record as JSON, with each message in it as text."""
    return msgspec.json.encode(value, enc_hook=_encoded)


def _encoded(value: Any) -> Any:
    if isinstance(value, Message):
        return _SPOKEN.get().say(value)
    raise TypeError(f"A page cannot be sent a {type(value).__name__}.")


def speak(app: Flask, games: Iterable[AnyGame]) -> None:
    """Let the app's templates say messages in the language of each request."""
    speech = Speech(games)

    @app.before_request
    def listen() -> None:
        _SPOKEN.set(speech.asked_for(request))

    app.jinja_env.finalize = lambda value: said(value) if isinstance(value, Message) else value
    app.jinja_env.filters["said"] = said
    app.jinja_env.filters["told"] = told
    app.jinja_env.globals["lang"] = lang
