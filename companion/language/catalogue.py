"""Messages in another language: the sentence looked up, and things declined by their gender, case and number.

Besides what English knows (`message.py`) a gap may ask for

- a case     of the language's `cases`: "dat"; the first of them where none is said
- an article of the language's `articles`: "the" gives "der Ritter"; of one thing it stands in place of the number
- `alone`    the article, or what else `articles` has by gender, without its noun
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

import msgspec

from companion.language.message import ENGLISH, BadMessage, Message, Speaker, is_wordless
from companion.language.values import Count, Joint, Noun

Cases: TypeAlias = Mapping[str, str]
"""A word's forms by case."""
MANY: Final = "many"
"""In place of a gender, where there are more than one."""


class Forms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A noun in a language with cases: a case left out is as the first one."""

    gender: str
    one: Cases
    many: Cases


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a file of a language holds: its sentences and nouns by their English, and its little grammar."""

    code: str
    """As a browser names it: "de"."""
    cases: tuple[str, ...] = ("",)
    articles: Mapping[str, Mapping[str, Cases]] = {}
    """By what a gap calls them, by gender or MANY, by case."""
    joined_by: Mapping[str, str] = {}
    """Its words for "and" and "or"."""
    nouns: Mapping[str, Forms] = {}
    sentences: Mapping[str, str] = {}


class Language(Speaker):
    """Renders messages by a catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.code = catalogue.code
        self.catalogue = catalogue

    def say(self, message: Message) -> str:
        """The sentence in this language. What the catalogue cannot say is said in English, sentence by sentence."""
        try:
            return self._render(message, self.say)
        except BadMessage:
            return ENGLISH._render(message, self.say)

    def render(self, message: Message) -> str:
        """The sentence in this language. Raises `BadMessage` where a sentence, a noun, a form or a value is missing."""
        return self._render(message, self.render)

    def _text(self, message: Message) -> str:
        known = self.catalogue.sentences.get(message.text)
        if known is None and is_wordless(message.text):
            return message.text
        return self.catalogue.sentences[message.text]

    def _joint(self, joined_by: Joint) -> str:
        return self.catalogue.joined_by[joined_by]

    def _counted(self, value: Count, forms: tuple[str, ...]) -> str:
        is_many = value.number != 1
        if "noun" in forms:
            return self._declined(value.noun, is_many, forms)
        article, word = self._article(value.noun, is_many, forms), self._word(value.noun, is_many, forms)
        if article and is_many:
            return f"{article} {value.number} {word}"
        return f"{article or value.number} {word}"

    def _declined(self, noun: Noun, is_many: bool, forms: tuple[str, ...]) -> str:
        article = self._article(noun, is_many, forms)
        if "alone" in forms:
            return article
        word = self._word(noun, is_many, forms)
        return f"{article} {word}" if article else word

    def _word(self, noun: Noun, is_many: bool, forms: tuple[str, ...]) -> str:
        known = self.catalogue.nouns[noun.one]
        words = known.many if is_many else known.one
        return words.get(self._case(forms), words[self.catalogue.cases[0]])

    def _article(self, noun: Noun, is_many: bool, forms: tuple[str, ...]) -> str:
        """The article that a gap asks for; empty where it asks for none, or where more than one have none ("a")."""
        articles = self.catalogue.articles
        article = next((articles[each] for each in forms if each in articles), None)
        if article is None or (is_many and MANY not in article):
            return ""
        return article[MANY if is_many else self.catalogue.nouns[noun.one].gender][self._case(forms)]

    def _case(self, forms: tuple[str, ...]) -> str:
        cases = self.catalogue.cases
        return next((each for each in forms if each in cases), cases[0])
