"""How the laws of Waves are put into words, and the little arithmetic that they share.

No law uses the rules that move the game: what the engine got wrong must not be wrong in the laws in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.games.core import RuleId
from companion.games.waves.state.model import Phase, Slot, Table
from companion.language.message import Message, listing, say
from companion.language.values import Name

SETUP: Final = (Phase.TOKEN, Phase.DEAL, Phase.COUNCIL)
PLAYED: Final = (Phase.REVEAL, Phase.TABLET, Phase.DIRECT, Phase.EXTRAS)
"""The phases in which all have played, and no Wave has come yet."""
BEFORE_WAVES: Final = (Phase.SHELLS, Phase.PLAY, *PLAYED)


def place(table: Table, slot: int) -> Message:
    """What to call a slot: by its seat, and in Head to head by its number too."""
    seat = table.setup.owner(slot) + 1
    if table.setup.is_head_to_head:
        return say("Seat {seat}, Elder {elder},", seat=seat, elder=slot + 1)
    return say("Seat {seat}", seat=seat)


def differs(what: str, found: object, wanted: object, rule: RuleId) -> Iterator[str]:
    """A sentence with the rule where the two are not the same; nothing where they are. For reports, in English."""
    if found != wanted:
        yield f"{what}: {found}, but the rules say {wanted} ({rule})."


def is_else(what: Message, found: int | Sequence[int], wanted: int | Sequence[int], rule: RuleId) -> Iterator[Message]:
    """The same of numbers, for players."""
    if found != wanted:
        given, due = (each if isinstance(each, int) else numbers(each) for each in (found, wanted))
        yield say(
            "{what}: {given}, but the rules say {due} ({rule}).", what=what, given=given, due=due, rule=Name(rule)
        )


def numbers(values: Sequence[int]) -> Message:
    """Several numbers as a law quotes them: those of a list in square brackets, others in round ones."""
    if isinstance(values, list):
        return say("[{numbers}]", numbers=listing(values, ","))
    return say("({numbers})", numbers=listing(values, ","))


def more(counts: tuple[int, ...], cls: int, by: int = 1) -> tuple[int, ...]:
    """The pile with `by` cards of a class more; nothing is changed by an unknown card."""
    return tuple(number + (by if index == cls else 0) for index, number in enumerate(counts, 1))


def fewer(counts: tuple[int, ...], cls: int, by: int) -> tuple[int, ...]:
    """The pile with up to `by` cards of a class less, never below none."""
    return tuple(max(number - by, 0) if index == cls else number for index, number in enumerate(counts, 1))


def face_down(slot: Slot) -> int:
    """How many cards lie face down as Agents of a slot."""
    return slot.agent.count if slot.agent is not None and not slot.agent.face else 0


def is_settled(table: Table, slot: int) -> bool:
    """Whether a slot has its Agents, or was passed over."""
    return table.slots[slot].agent is not None or slot in table.skipped


def can_draw(table: Table) -> bool:
    """Whether there is a card to draw, be it after a shuffle (W-088, A-03)."""
    return table.deck > 0 or (table.setup.variants.deck_empty == "reshuffle" and sum(table.discard) > 0)


def active_side(table: Table) -> str:
    """The side of the tablet in the active place, "" where none lies there."""
    return table.setup.tablets[table.active - 1] if table.active else ""
