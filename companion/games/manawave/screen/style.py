"""What the boards of Manawave share: their units, the colours of counters, and counters in a few words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from companion.games.board import Cell, Mark, across
from companion.games.core import Action, Choice, Seat
from companion.games.manawave.data.effects import COUNTERS, NOUNS, in_words
from companion.games.manawave.mat.looks import COLOURS, SIGNS
from companion.games.manawave.state.acts import ManaAction
from companion.games.manawave.state.model import Counters
from companion.language.message import Listing, Message, listing, say
from companion.language.values import Count, Name

Tap: TypeAlias = Choice[ManaAction]
TABLET: Final = 640.0
SMALL: Final = 26.0
"""Height of a cell for a counter."""
_ABREAST: Final = 3
PLAIN, GOOD, DIM = "#123247", "#245c3a", "#0e2230"
SIDES: Final = ("#7a3b1e", "#1e4a7a")
"""The ground of each side's names."""
STONE: Final = "#5c574d"
MUTED: Final = 0.55
"""How much of a printed colour a cell keeps."""
DEEP: Final = (18, 50, 71)
"""What it is mixed with: the ground of cells."""


class Taps:
    """What may be tapped: by the draft that it makes, or by its first act."""

    def __init__(self, choices: Sequence[Tap]) -> None:
        self._by = dict[Action, Tap]()
        for choice in sorted(choices, key=lambda each: len(each.actions)):
            first = choice.draft if choice.draft is not None else choice.actions[0] if choice.actions else None
            if first is not None:
                self._by.setdefault(first, choice)

    def of(self, act: Action | None) -> Tap | None:
        """The choice that makes this draft, or begins with this act; None where there is none."""
        return self._by.get(act) if act is not None else None


def counted(counters: Counters, population: int | None = None, soulstain: int = 0) -> Listing:
    """What lies on a tracker, in words, but for what is not there."""
    head = () if population is None else (Count(population, NOUNS["population"]),)
    return listing((*head, *in_words((*counters.items(), ("soulstain", soulstain))).values), ",")


def in_signs(counters: Counters) -> Message | None:
    """Counters by the signs of their discs, as “A2 G1”; None where there are none."""
    signs = " ".join(f"{SIGNS[kind]}{number}" for kind, number in counters.items() if number)
    return say("{signs}", signs=Name(signs)) if signs else None


def counters_row(key: str, counters: Counters, left: float, top: float, width: float) -> Iterator[Cell]:
    """A small cell for each kind that lies there, with the sign of its discs; words for all stand in the cell above."""
    lying = [kind for kind in COUNTERS if counters.of(kind)]
    for kind, (x, y, wide, high) in zip(
        lying, across(left, top, width, SMALL, max(_ABREAST, len(lying))), strict=False
    ):
        number = f"{SIGNS[kind]}{counters.of(kind)}"
        yield Cell(f"{key}.{kind}", None, x, y, wide, high, number=number, colour=colour_of(kind))


def colour_of(kind: str) -> str:
    """The colour of a counter, as quiet as the page around it."""
    red, green, blue = (int(COLOURS[kind][at : at + 2], 16) for at in (1, 3, 5))
    mixed = (round(MUTED * of + (1 - MUTED) * ground) for of, ground in zip((red, green, blue), DEEP, strict=True))
    return "#" + "".join(f"{each:02x}" for each in mixed)


def ticked(is_chosen: bool) -> Mark:
    """The mark of what is chosen by now."""
    return "tick" if is_chosen else ""


def from_own(seat: Seat | None) -> tuple[Seat, Seat]:
    """The seats from the top of a board to its bottom: one's own at the bottom."""
    return (1, 0) if seat in (None, 0) else (0, 1)
