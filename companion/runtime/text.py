"""Text that somebody sent, or that the disk has as a name, made fit to be kept and shown.

What people type is cleaned (`printable`); what stands in a file is refused with its place (`odd_sign`, by
`toml_signs.py`). Both go by the same law: a sign that nobody sees, that turns the writing of what follows, or that
is one of a pile on one letter, is not shown.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

MOST_MARKS: Final = 4
"""Marks on one letter: Hebrew and Tibetan have so many, and a pile that covers other lines has more."""
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters and marks by their category that show nothing: fillers, and joiners of no use in a name."""
_JOINERS: Final = "\u200c\u200d"
_SELECTORS: Final = ("\ufe00", "\ufe0f"), ("\U000e0100", "\U000e01ef")
"""First and last of each range of variation selectors, which show nothing by themselves either."""
_TAGS: Final = ("\U000e0020", "\U000e007f")
_TAGGED_FLAG: Final = "\N{WAVING BLACK FLAG}"
"""What the tags of a region follow, as in the flag of Wales."""
_VIRAMA: Final = 9
"""The combining class of a sign that takes a letter its vowel; what joins comes after it."""
_DRAWN: Final = "\N{DOUBLE EXCLAMATION MARK}\N{EXCLAMATION QUESTION MARK}\N{WAVY DASH}"
"""Punctuation that is a picture too, as a selector says."""
_KEYCAP: Final = "\N{COMBINING ENCLOSING KEYCAP}"
_NAMES: Final = {"\n": "line break", "\r": "line break", "\t": "tab", "\x1b": "escape", "\x07": "bell"}
"""Of signs to which Unicode gives none."""


class OddSign(NamedTuple):
    """A sign that cannot be shown, and where it stands, from 0."""

    at: int
    name: str
    """As people find it: "U+202E (right-to-left override)"."""
    is_mark: bool
    """Whether it is one too many on its letter, or has none to sit on; else nobody sees it, or it acts on the rest."""


def printable(raw: str) -> str:
    """The text without what nobody sees or what acts on the writing, with single spaces and no pile of marks."""
    if raw.isascii() and raw.isprintable():
        return " ".join(raw.split())
    # Composed, so that two names that look the same are the same.
    composed = unicodedata.normalize("NFC", raw)
    kept = "".join(" " if char.isspace() else char for _, char, shows in _signs(composed) if shows)
    # Once more: a mark may have come to a letter that it makes one with.
    return " ".join(unicodedata.normalize("NFC", kept).split())


def cut(raw: str, most: int) -> str:
    """The same with so many signs at most; of a picture that is cut nothing unseen is left."""
    return printable(printable(raw)[:most])


def odd_sign(text: str, has_lines: bool = True) -> OddSign | None:
    """The first sign of a text that must not be shown; None for a sound text, which may be empty or blank.

    `has_lines`: whether line breaks and tabs may stand in it.
    """
    if text.isascii() and text.isprintable():
        return None
    for at, char, shows in _signs(text):
        if not shows or (_breaks(char) and not (has_lines and char in "\n\t")):
            is_mark = unicodedata.category(char)[0] == "M" and char not in _BLANK and not _is_selector(char)
            return OddSign(at, named(char), is_mark)
    return None


def is_blank(text: str) -> bool:
    """Whether nothing of a text can be seen, though it is not empty."""
    return bool(text) and not printable(text)


@lru_cache(maxsize=4096)
def shown(text: str) -> str:
    """The text as a page says it, whoever wrote it: without signs that must not be shown, and else as it is."""
    return text if odd_sign(text) is None else "".join(char for _, char, shows in _signs(text) if shows)


def spelled(text: str) -> str:
    """The text as one line, in which whatever a terminal would obey or not show is spelled out."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if shows and not _breaks(char) else _escape(char) for _, char, shows in _signs(text))


def named(char: str) -> str:
    """A sign by its number and its name: "U+202E (right-to-left override)"."""
    unnamed = "control sign" if unicodedata.category(char) == "Cc" else ""
    name = _NAMES.get(char) or unicodedata.name(char, unnamed).lower()
    return f"U+{ord(char):04X} ({name})" if name else f"U+{ord(char):04X}"


def encodable(text: str) -> str:
    """The text so that it can be written as UTF-8: a name that is none on the disk has its odd bytes spelled out."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode(errors="backslashreplace").decode()
    return text


def _breaks(char: str) -> bool:
    """Whether it ends a line or goes somewhere else in it; a blank of any width does not."""
    return char.isspace() and unicodedata.category(char) != "Zs"


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def _signs(text: str) -> Iterator[tuple[int, str, bool]]:
    """Each sign with its place, and whether it shows beside those that do; blanks and line breaks do."""
    before, marks, is_flag = " ", 0, False
    for at, char in enumerate(text):
        kind = unicodedata.category(char)
        after = text[at + 1 : at + 2]
        if char.isspace() or (is_flag and _TAGS[0] <= char <= _TAGS[1]):
            shows = True
        elif char in _JOINERS:
            shows = _joins(before, char, after)
        elif char in _BLANK or kind[0] in "CZ":
            shows = False
        elif _is_selector(char):
            shows = _selects(before, after)
        elif kind in ("Mn", "Me"):
            shows = marks < MOST_MARKS and _carries(before)
        else:
            shows = kind != "Mc" or _carries(before)
        if shows:
            marks = marks + 1 if kind in ("Mn", "Me") else 0
            is_flag = char == _TAGGED_FLAG or (is_flag and _TAGS[0] <= char < _TAGS[1])
            before = char
        yield at, char, shows


def _is_selector(char: str) -> bool:
    return any(first <= char <= last for first, last in _SELECTORS)


def _carries(before: str) -> bool:
    """Whether a mark may follow: it sits on a letter, a digit or a picture, or on another mark of it."""
    return unicodedata.category(before)[0] in "LNMS"


def _joins(before: str, joiner: str, after: str) -> bool:
    """Whether a joiner changes how the signs beside it look: in pictures, and in scripts whose letters join."""
    if joiner == "\u200d" and _is_picture(before) and after and _is_picture(after):
        return True
    if not after or unicodedata.category(after)[0] != "L":
        return False
    is_joined = unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL"
    return unicodedata.combining(before) == _VIRAMA or is_joined


def _is_picture(char: str) -> bool:
    return unicodedata.category(char)[0] == "S" or char == "\ufe0f"


def _selects(before: str, after: str) -> bool:
    """Whether a selector says how a picture, or a sign of Chinese and its kin, is drawn."""
    is_picture = _is_picture(before) or before in _DRAWN or after == _KEYCAP
    return is_picture or unicodedata.name(before, "").startswith("CJK UNIFIED")
