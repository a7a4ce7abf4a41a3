"""Whether a name that somebody types for themselves may be theirs. Names of saved games are not judged again."""

from __future__ import annotations

from companion.games.core import Seat
from companion.games.shared.called import can_be_said, fault_in_name
from companion.live.seats import LONGEST_NAME
from companion.runtime.look_alikes import bare_look
from companion.runtime.text import cut


def why_no_name(raw: str, seat: Seat) -> str:
    """A sentence on why nobody in this seat may be called so; empty where they may.

    What nobody sees is taken out before (`text.cut`). Nothing at all is a name as well: whoever gives none is called by
    the seat, and may call themselves so.
    """
    name = cut(raw, LONGEST_NAME)
    if not name or bare_look(name) == bare_look(f"Player {seat + 1}"):
        return ""
    if not can_be_said(name):
        return "A name needs a letter, a digit or an emoji. Choose another name."
    fault = fault_in_name(name)
    return "" if fault is None else str(fault)
