"""What is wrong with a text or a name that somebody else has given, in words: the one law for files, forms and seats."""

from __future__ import annotations

import unicodedata

from companion.language.message import Message, say
from companion.language.values import Name
from companion.runtime.look_alikes import is_a_role
from companion.runtime.text import is_blank, odd_sign


def fault_in_text(text: str, has_lines: bool = True) -> Message | None:
    """Why this text cannot be shown; None where it can. An empty one can."""
    odd = odd_sign(text, has_lines)
    if odd is not None and odd.is_mark:
        return say("The sign {sign} is a mark too many on its letter, or has none. Take it out.", sign=Name(odd.name))
    if odd is not None:
        return say("The sign {sign} cannot be shown. Take it out.", sign=Name(odd.name))
    if is_blank(text):
        return say("This text is blank: nobody sees anything of it. Write something, or delete the line.")
    return None


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


def can_be_said(name: str) -> bool:
    """Whether something of a name can be read aloud: a letter, a digit, or a picture."""
    return any(unicodedata.category(char)[0] in "LN" or unicodedata.category(char) == "So" for char in name)
