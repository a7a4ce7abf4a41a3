"""Whether a name that somebody types for themselves may be theirs. Names of saved games are not judged again."""

from __future__ import annotations

import re
import string
import unicodedata
from typing import Final

from companion.games.core import Seat
from companion.live.seats import LONGEST_NAME
from companion.runtime.text import printable

_LETTERS_AND_DIGITS: Final = "LN"
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters and marks by their category that show nothing: fillers, and joiners of no use in a name."""
_SELECTORS: Final = ("\ufe00", "\ufe0f"), ("\U000e0100", "\U000e01ef")
"""First and last of each range of variation selectors, which show nothing either."""
_CALLED: Final = re.compile(r"(the)?host|you|(seat|player)\d*")
"""What pages call the host, the reader, and whoever has no name, as `_spoken`."""
_ANOTHER: Final = "Choose another name."


def why_no_name(raw: str, seat: Seat) -> str:
    """A sentence on why nobody in this seat may be called so; empty where they may.

    A name holds letters, digits, punctuation and spaces, and a letter or digit at least. Nothing at all is a name as
    well: whoever gives none is called by the seat. What nobody sees is taken out before (`text.printable`).
    """
    name, before = printable(raw)[:LONGEST_NAME].strip(), " "
    for char in name:
        if not _may_hold(char):
            return f"A name holds letters, digits, punctuation and spaces, and no {_shown(char)}. {_ANOTHER}"
        if _is_mark(char) and not (_is_mark(before) or _is_letter_or_digit(before)):
            return f"A name has no mark without its letter, as {_shown(char)} is here. {_ANOTHER}"
        before = char
    if name and not any(map(_is_letter_or_digit, name)):
        return f"A name needs a letter or a digit. {_ANOTHER}"
    spoken = _spoken(name)
    if _CALLED.fullmatch(spoken) and spoken != f"player{seat + 1}":
        return f"“{name}” is what the pages call a seat, its player or the host. {_ANOTHER}"
    return ""


def _may_hold(char: str) -> bool:
    if char in _BLANK or any(first <= char <= last for first, last in _SELECTORS):
        return False
    return char == " " or char in string.punctuation or unicodedata.category(char)[0] in "LNPM"


def _is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] == "M"


def _is_letter_or_digit(char: str) -> bool:
    return unicodedata.category(char)[0] in _LETTERS_AND_DIGITS


def _shown(char: str) -> str:
    """A character that may show nothing, or sit on the one before it, by its number."""
    is_plain = char not in _BLANK and unicodedata.category(char)[0] == "S"
    return f"“{char}”" if is_plain else f"U+{ord(char):04X}"


def _spoken(name: str) -> str:
    """Letters and digits of a name alone, all small, and each digit as our own: in how many ways ever it is written."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(str(unicodedata.decimal(char)) if char.isdecimal() else char for char in plain if char.isalnum())
