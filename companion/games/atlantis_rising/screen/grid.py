"""What the boards share: their units, rows of cells, what is tapped where, and how an assumed figure is marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, TypeAlias, TypeVar

from companion.games.atlantis_rising.state.model import AtlantisAction
from companion.games.board import GAP, Area, Board, Cell, Mark, across
from companion.games.core import Action, Choice
from companion.language.message import Message, say, sentences
from companion.language.values import Name

Tap: TypeAlias = Choice[AtlantisAction]
Act = TypeVar("Act", bound=Action)
TABLET: Final = 600.0
"""Units across one for the shared tablet, where two stand side by side."""
SIDE: Final = 380.0
"""Units across one that stands beside two others there: about as many pixels as it has, so that letters of 14 are read
from a metre."""
PLAIN: Final = "#123247"
"""Of a cell that tells something else than land, water or a player."""
GOOD: Final = "#245c3a"
"""Of what can be done, or is."""
FOOT: Final = 40.0
"""Height of the line that says what a star means."""


class Taps:
    """What may be tapped, by the first act of each choice; of several with the same, the shortest."""

    def __init__(self, choices: Sequence[Tap]) -> None:
        self.whole = tuple(choices)
        """Every choice, those among them that carry several acts."""
        self._by_act = dict[AtlantisAction, Tap]()
        for choice in sorted(choices, key=lambda each: len(each.actions)):
            if choice.actions:
                self._by_act.setdefault(choice.actions[0], choice)

    def of(self, *acts: AtlantisAction) -> Tap | None:
        """The choice that begins with one of these acts, the first that there is; None for none."""
        return next((self._by_act[act] for act in acts if act in self._by_act), None)

    def without(self, *kinds: type[AtlantisAction]) -> Taps:
        """The others than those that begin with such an act."""
        return Taps([choice for act, choice in self._by_act.items() if not isinstance(act, kinds)])

    def each(self, kind: type[Act]) -> Iterator[tuple[Act, Tap]]:
        """Every choice that begins with such an act, with that act."""
        return ((act, tap) for act, tap in self._by_act.items() if isinstance(act, kind))


def now(is_so: object) -> Mark:
    """The mark of what is to be done now, where it is."""
    return "now" if is_so else ""


def rows(top: float, width: float, height: float, abreast: int, many: int) -> tuple[tuple[Area, ...], float]:
    """Places for so many cells, so many of them side by side in each row, and where whatever comes below begins."""
    lines = -(-many // abreast)
    found = (across(0, top + (height + GAP) * row, width, height, abreast) for row in range(lines))
    return tuple(chain.from_iterable(found))[:many], top + (height + GAP) * lines


def footed(
    key: str, title: Message, width: float, top: float, cells: Sequence[Cell], is_assumed: bool, gap: float = GAP
) -> Board:
    """A board of rows that are each followed by a gap; below them what the star behind a name means, where one is."""
    if not is_assumed:
        return Board(key, title, width, top - gap, tuple(cells))
    text = say("* assumed: compare your box")
    words = say("Figures with a star are assumed. Compare your box, and let the host correct them.")
    foot = Cell("assumed", words, 0, top, width, FOOT, text=text)
    return Board(key, title, width, top + FOOT, (*cells, foot))


def titled(title: Message, is_assumed: bool) -> Message:
    """The title of a drawing without such a line: what a star in it means."""
    return say("{title}, * assumed", title=title) if is_assumed else title


def starred(text: Message, is_assumed: bool) -> Message:
    """A name, with a star where its figures are assumed."""
    return say("{name}{star}", name=text, star=Name("*")) if is_assumed else text


def unsure(words: Message, is_assumed: bool) -> Message:
    """The words of a cell, and that its figures are assumed."""
    return sentences(words, say("Its figures are assumed.")) if is_assumed else words
