"""What a name looks like, whatever its letters are: by this names are equal, and one may be what the pages call a role.

Unicode knows thousands of letters that look like others. This table has those of Cyrillic, Greek, Armenian, Cherokee
and Lisu that look like one of ours in most fonts; wide, raised and mathematical letters come to ours by NFKC.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_LIKE: Final = {
    "A": "АΑᎪꓮ",
    "B": "ВвΒᏴꓐ",
    "C": "СϹᏟꓚ",
    "D": "Ꭰꓓ",
    "E": "ЕΕᎬꓰ",
    "H": "НнΗᎻꓧ",
    "J": "ЈᎫꓙ",
    "K": "КкκΚᏦꓗ",
    "L": "Ꮮꓡ",
    "M": "МмΜᎷꓟ",
    "N": "Νꓠ",
    "O": "ОΟՕꓳ0",
    "P": "РΡᏢꓑ",
    "R": "Ꮢꓣ",
    "S": "ЅՏᏚꓢ",
    "T": "ТтτΤᎢꓔ",
    "U": "Սꓴ",
    "V": "ѴᏙꓦ",
    "X": "ХΧꓫ",
    "Y": "ҮΥꓬ",
    "Z": "ΖᏃꓜ",
    "a": "аαɑ",
    "c": "сϲ",
    "d": "ԁ",
    "e": "еҽ",
    "g": "ɡց",
    "h": "һհ",
    "i": "іιıɩ",
    "j": "јϳ",
    "l": "IІΙӀӏꓲ|1",
    "n": "ոη",
    "o": "оοօσ",
    "p": "рρ",
    "q": "ԛզ",
    "r": "гᴦ",
    "s": "ѕ",
    "u": "սυʋ",
    "v": "ѵν",
    "w": "ԝω",
    "x": "хχ",
    "y": "уγүყ",
}
"""By one of our letters those that look like it. A capital i is drawn as an l; so are 1 and | in many fonts."""
_OURS: Final = str.maketrans({char: ours for ours, chars in _LIKE.items() for char in chars})
_IN_NAME: Final = re.compile(r"(?:LATIN (?:SMALL |CAPITAL )?|SYMBOL )LETTER (?:SMALL CAPITAL |SCRIPT )?([A-Z])$")
"""Small capitals, and pictures of letters, as in flags."""
_BELOW: Final = 220
"""The combining class of a mark below its letter, which a reader overlooks; one above makes another letter."""
_ROLES: Final = (
    *("host", "companion", "dealer", "bot", "bots", "you"),
    *("everyone", "everybody", "nobody", "no one", "somebody", "someone", "anybody", "anyone"),
    *("both", "all players"),
)
_SEATS: Final = ("seat", "player")


def look_of(name: str) -> str:
    """A text that is the same for two names which look alike: capitals and small letters are told apart."""
    plain = unicodedata.normalize("NFKC", name)
    return "".join(_digit(char) for char in plain).translate(_OURS)


def is_a_role(name: str) -> bool:
    """Whether a name reads as what pages call a seat, its player, the host, the companion, or all and none of them."""
    return _ROLE.fullmatch(bare_look(name)) is not None


def bare_look(name: str) -> str:
    """The same with letters and digits alone, all small: in how many ways ever it is written."""
    marked = (char for char in unicodedata.normalize("NFKD", name) if unicodedata.combining(char) != _BELOW)
    bare = unicodedata.normalize("NFKC", "".join(marked))
    return look_of("".join(_ours(char) for char in bare)).casefold()


def _ours(char: str) -> str:
    """The letter of ours of which it is a picture; else the letter or digit itself, and of all others nothing."""
    found = None if char.isascii() else _IN_NAME.search(unicodedata.name(char, ""))
    if found is not None:
        return found[1].lower()
    return char if char.isalnum() else ""


def _digit(char: str) -> str:
    return str(unicodedata.decimal(char)) if char.isdecimal() else char


def _looks_like(words: tuple[str, ...]) -> str:
    """A pattern of these words as `bare_look` has them; an l may be an i there."""
    return "|".join("".join("[il]" if char in "il" else char for char in bare_look(word)) for word in words)


_ROLE: Final = re.compile(rf"(the)?({_looks_like(_ROLES)})|({_looks_like(_SEATS)})[\dlo]*")
