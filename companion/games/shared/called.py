"""What is wrong with a text or a name of somebody else, in words: one law for files, forms and seats."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from companion.language.message import Message, say, sentences
from companion.language.values import Name
from companion.runtime.look_alikes import is_a_role
from companion.runtime.text import is_blank, odd_sign, printable


def oddity(text: str, has_lines: bool = True) -> Message | None:
    """What in this text cannot be shown, a sentence; None where all can. An empty text can.

    `has_lines`: whether it may have several lines.
    """
    odd = odd_sign(text, has_lines)
    if odd is not None and odd.is_mark:
        return say("The sign {sign} is a mark too many on its letter, or has none.", sign=Name(odd.name))
    if odd is not None:
        return say("The sign {sign} cannot be shown.", sign=Name(odd.name))
    if is_blank(text):
        return say("This text is blank: nobody sees anything of it.")
    return None


def fault_in_text(text: str, has_lines: bool = True) -> Message | None:
    """The same with what to do about it."""
    found = oddity(text, has_lines)
    return None if found is None else sentences(found, say("Take it out."))


def fault_in_name(name: str) -> Message | None:
    """Why nothing and nobody may be called so; None where it may. An empty name is none, and no fault."""
    if (fault := fault_in_text(name, has_lines=False)) is not None:
        return fault
    if is_a_role(name):
        return say(
            "“{name}” is what the pages call a seat, its player, the host, the companion or everybody. "
            "Choose another name.",
            name=Name(name),
        )
    return None


def cleaned(value: Any) -> Any:
    """The content of a file with every text of it as it can be shown, its keys as they are."""
    if isinstance(value, dict):
        return {key: cleaned(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [cleaned(inner) for inner in value]
    return printable(value) if isinstance(value, str) and oddity(value) is not None else value


def texts_in(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Each text in the content of a file with its place: keys, and numbers from 0."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from texts_in(inner, (*path, key))
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            yield from texts_in(inner, (*path, number))
    elif isinstance(value, str):
        yield path, value


def can_be_said(name: str) -> bool:
    """Whether something of a name can be read aloud: a letter, a digit, or a picture."""
    return any(unicodedata.category(char)[0] in "LN" or unicodedata.category(char) == "So" for char in name)
