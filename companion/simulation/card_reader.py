"""Cards that people at a virtual table hold over the reader of the board, on their way to where they go."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from companion.games.core import Action, View
from companion.games.game import AnyGame
from companion.table.felt import CardReader
from companion.table.tags import box_tags

AnyView: TypeAlias = View[Any, Any]
HELD_S: Final = 0.6
"""So long a card lies there: the board looks for one ten times a second."""


class ShownCards:
    """The card on a reader, which is lifted again in time. One thread uses it."""

    def __init__(self, reader: CardReader, game: AnyGame) -> None:
        self._reader, self._game = reader, game
        self._tags = box_tags(game.mat.kit, game.reader.kinds)
        self._since_s: float | None = None
        """Since when a card lies there; None where none does."""

    def show(self, view: AnyView, act: Action, at_s: float) -> bool:
        """Lay the card there by which this act is felt; whether there is one.

        `view` is the public's before the act. What hands do on the mat is seen, and laid nowhere before.
        """
        if act.sense != "felt":
            return False
        known = self._game.known(view)
        kind = next((each for each in self._tags if self._game.reader.act(known, each) == act), None)
        if kind is None:
            return False
        self._reader.lay_card(self._tags[kind])
        self._since_s = at_s
        return True

    def look(self, at_s: float) -> None:
        """Time has passed: lift a card that has lain there for long enough."""
        if self._since_s is not None and at_s - self._since_s >= HELD_S:
            self.lift()

    def lift(self) -> None:
        """Take the card away, if there is one."""
        if self._since_s is not None:
            self._reader.lay_card(None)
        self._since_s = None

    @property
    def is_shown(self) -> bool:
        """Whether a card lies there."""
        return self._since_s is not None
