"""What the boards share: their units, rows of cells, what is tapped where, and how an assumed figure is marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from companion.games.atlantis_rising.model import AtlantisAction
from companion.games.board import Cell
from companion.games.core import Choice
from companion.language.message import Message, say, sentences
from companion.language.values import Name

Place: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""
Tap: TypeAlias = Choice[AtlantisAction]

PHONE: Final = 340.0
"""Units across a board for a phone: about as many pixels as a phone of 390 has for it."""
TABLET: Final = 600.0
"""Units across one for the shared tablet, where two stand side by side."""
GAP: Final = 4.0
TAP: Final = 48.0
"""The least height and width of a cell to tap."""
PLAIN: Final = "#123247"
"""Of a cell that tells something else than land, water or a player."""
GOOD: Final = "#245c3a"
"""Of what can be done, or is."""


class Taps:
    """What may be tapped, by the first act of each choice; of several with the same, the shortest."""

    def __init__(self, choices: Sequence[Tap]) -> None:
        self._all = tuple(choices)
        self._by_act = dict[AtlantisAction, Tap]()
        for choice in sorted(choices, key=lambda each: len(each.actions)):
            if choice.actions:
                self._by_act.setdefault(choice.actions[0], choice)

    def of(self, *acts: AtlantisAction) -> Tap | None:
        """The choice that begins with one of these acts, the first that there is; None for none."""
        return next((self._by_act[act] for act in acts if act in self._by_act), None)

    def whole(self) -> tuple[Tap, ...]:
        """Every choice, those among them that carry several acts."""
        return self._all

    def without(self, *kinds: type[AtlantisAction]) -> Taps:
        """The others than those that begin with such an act."""
        return Taps([choice for act, choice in self._by_act.items() if not isinstance(act, kinds)])

    def by_act(self) -> Iterator[tuple[AtlantisAction, Tap]]:
        """Every choice with its first act."""
        return iter(self._by_act.items())


def across(left: float, top: float, width: float, height: float, many: int) -> tuple[Place, ...]:
    """Places for so many cells side by side within a row, with gaps between them."""
    # In whole tenths, so that sums stay within the board.
    each = int(10 * (width - GAP * (many - 1)) / max(1, many)) / 10
    return tuple((round(left + at * (each + GAP), 1), top, each, height) for at in range(many))


def footnote(is_assumed: bool, width: float, top: float) -> Iterator[Cell]:
    """The line that says what the star behind a name means, where there is one."""
    if is_assumed:
        text = say("* assumed: compare your box")
        yield Cell("assumed", assumed_words(), 0, top, width, FOOT, text=text)


FOOT: Final = 32.0
"""Height of that line."""


def assumed_words() -> Message:
    """What to do about figures that nobody has confirmed."""
    return say("Figures with a star are assumed. Compare your box, and let the host correct them.")


def starred(text: Message, is_assumed: bool) -> Message:
    """A name, with a star where its figures are assumed."""
    return say("{name}{star}", name=text, star=Name("*")) if is_assumed else text


def unsure(words: Message, is_assumed: bool) -> Message:
    """The words of a cell, and that its figures are assumed."""
    return sentences(words, say("Its figures are assumed.")) if is_assumed else words
