"""A sentence as a record: its English text with gaps, and what stands in them; and how it reads in English.

Pure code makes messages, and the edge renders them in each viewer's language (`catalogue.py`). The English text is the
key by which a catalogue finds the sentence in another language, so it stands in the code as one literal.

How a value reads in its gap is written after a colon and joined by dots: `noun`, a count without its number ("cards");
`many`, more than one of a noun ("Knights"); `capital`, with a capital letter first. A language may have more. In
"{cards?lies|lie}" the first stands where the number is one, and else the second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from string import Formatter
from typing import Final, TypeAlias

import msgspec

from companion.errors import CompanionError
from companion.language.values import Count, Joint, Name, Noun
from companion.runtime.text import shown

SIGNS: Final = (",", ";")
"""Joints that are no words."""


class BadMessage(CompanionError):
    """A message that cannot be rendered: a gap without a value, or a form that the language does not have."""


class Listing(msgspec.Struct, frozen=True):
    """Several things as one reads them in a sentence: "A, B and C"."""

    values: tuple[Value, ...]
    joined_by: Joint = "and"


class Message:
    """A text with gaps, such as "{who} draws {cards}.", and the value for each gap; equal where both are.

    No record of msgspec, on purpose: an encoder that meets one asks its `enc_hook`, which renders it.
    `str()` of it is the English sentence, for logs and terminals.
    """

    __slots__ = ("given", "text")

    def __init__(self, text: str, given: Mapping[str, Value]) -> None:
        self.text = text
        self.given = given

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.text, self.given) == (other.text, other.given)

    def __hash__(self) -> int:
        return hash((self.text, *self.given.items()))

    def __bool__(self) -> bool:
        """Whether it says anything."""
        return bool(self.text or self.given)

    def __repr__(self) -> str:
        return f"Message({str(self)!r})"

    def __str__(self) -> str:
        return ENGLISH.say(self)


Value: TypeAlias = int | Name | Noun | Count | Listing | Message
"""What may stand in a gap. No bare text: what a person reads is a message, a noun, or a name."""
Text: TypeAlias = Message | str
"""What a person reads: a message, or the companion's own words, which are English as they stand."""
Inner: TypeAlias = Callable[[Message], str]
"""How a message within another is said."""


def say(text: str, /, **given: Value) -> Message:
    """A message. `text` is a literal of English with a gap in braces for each value."""
    return Message(text, given)


NOTHING: Final = Message("", {})
"""No words at all: false where it is asked whether something is said."""


def written(text: str) -> Message:
    """A message without gaps whose text stands in a data file, and not in the code."""
    return Message(text.replace("{", "{{").replace("}", "}}"), {})


def filled(text: str, /, **given: Value) -> Message:
    """A message with gaps whose text stands in a data file, and not in the code.

    What it has no gap for is left out, so that two of them that say the same are the same.
    """
    names = {part.name for part in gaps(text) if isinstance(part, Gap)}
    return Message(text, {name: value for name, value in given.items() if name in names})


def sentences(*said: Text | None) -> Message:
    """Whole sentences one after another, those that there are."""
    spoken = [each if isinstance(each, Message) else written(each) for each in said if each]
    return spoken[0] if len(spoken) == 1 else Message("", {str(index): each for index, each in enumerate(spoken)})


def lone(value: Value) -> Message:
    """A value alone, where a message is asked for: a number, a thing, people."""
    return Message("{value}", {"value": value})


def listing(values: Iterable[Value], joined_by: Joint = "and") -> Listing:
    """Values as a sentence lists them."""
    return Listing(tuple(values), joined_by)


def names(texts: Iterable[str], joined_by: Joint = "and") -> Listing:
    """People, or other names, as a sentence lists them."""
    return Listing(tuple(Name(each) for each in texts), joined_by)


class Gap(msgspec.Struct, frozen=True):
    """One gap of a text: whose value, in which forms, or which of two words by its number."""

    name: str
    forms: tuple[str, ...] = ()
    either: tuple[str, ...] = ()


@lru_cache(maxsize=4096)
def gaps(text: str) -> tuple[str | Gap, ...]:
    """A text in its parts: what is said as it stands, and the gaps. Raises `BadMessage` for one that is no template."""
    found: list[str | Gap] = []
    try:
        for said, name, forms, _ in Formatter().parse(text):
            if said:
                found.append(said)
            if name is not None:
                name, _, either = name.partition("?")
                words = tuple(either.split("|")) if either else ()
                found.append(Gap(name, tuple(forms.split(".")) if forms else (), words))
    except ValueError as error:
        raise BadMessage(f"{text!r} cannot be read: {error}.") from error
    return tuple(found)


def is_wordless(text: str) -> bool:
    """Whether a text has nothing but gaps, digits and signs, so that it is the same in every language."""
    return not any(part.either if isinstance(part, Gap) else any(map(str.isalpha, part)) for part in gaps(text))


class Speaker:
    """Renders messages in English; a language says of a sentence, a noun and a joint what is its own."""

    code = "en"
    """As a browser names it."""

    def say(self, message: Message) -> str:
        """The sentence. Raises `BadMessage`."""
        return self._render(message, self.say)

    def _text(self, message: Message) -> str:
        return message.text

    def _declined(self, noun: Noun, is_many: bool, forms: tuple[str, ...]) -> str:
        return noun.many if is_many else noun.one

    def _counted(self, value: Count, forms: tuple[str, ...]) -> str:
        words = self._declined(value.noun, value.number != 1, forms)
        return words if "noun" in forms else f"{value.number} {words}"

    def _joint(self, joined_by: Joint) -> str:
        return joined_by

    def _render(self, message: Message, inner: Inner) -> str:
        if not message.text:
            return " ".join(inner(each) for each in message.given.values() if isinstance(each, Message))
        try:
            parts = [
                part if isinstance(part, str) else self._filled(part, message.given[part.name], inner)
                for part in gaps(self._text(message))
            ]
            return "".join(parts)
        except KeyError as error:
            raise BadMessage(f"{message.text!r} in {self.code!r}: {error.args[0]!r} is missing.") from error

    def _filled(self, gap: Gap, value: Value, inner: Inner) -> str:
        if gap.either:
            number = value.number if isinstance(value, Count) else value
            return gap.either[number != 1]
        text = self._read(value, gap.forms, inner)
        return f"{text[:1].upper()}{text[1:]}" if "capital" in gap.forms else text

    def _read(self, value: Value, forms: tuple[str, ...], inner: Inner) -> str:
        match value:
            case int():
                return str(value)
            case Name():
                return shown(value.text)
            case Message():
                return inner(value)
            case Noun():
                return self._declined(value, "many" in forms, forms)
            case Count():
                return self._counted(value, forms)
            case Listing():
                return self._listed([self._read(each, forms, inner) for each in value.values], value.joined_by)

    def _listed(self, words: list[str], joined_by: Joint) -> str:
        if len(words) < 2 or joined_by in SIGNS:
            return f"{joined_by} ".join(words)
        return f"{', '.join(words[:-1])} {self._joint(joined_by)} {words[-1]}"


ENGLISH: Final = Speaker()
