"""Whether clear dice may be rolled at the table of `companion play`: what the owner said of the box, or the game."""

from __future__ import annotations

from collections.abc import Callable

from companion.cli.seeing.enrol_dice import clear_words
from companion.errors import CompanionError
from companion.storage.home import Home
from companion.table.dice import ClearDice
from vision.dice.owners import OwnDice, load_own_dice


class DiceBox:
    """The owner's box, as its file has it. Any thread may call."""

    def __init__(self, home: Home, by_game: Callable[[], bool | None], changed: Callable[[], None]) -> None:
        """`by_game` says whether the present game's own box has clear dice, None where it has no dice at all; `changed`
        is told once the owner has said otherwise than before."""
        self._home = home
        self._by_game = by_game
        self._changed = changed

    def now(self) -> ClearDice | None:
        """What is known; None where the game has no dice, or the file is damaged, which another line tells."""
        by_game, own = self._by_game(), self._own()
        if by_game is None or own is None:
            return None
        return ClearDice(own.may_be_clear(by_game), own.has_clear, by_game)

    def say(self, has_clear: bool | None) -> str:
        """Keep it, None for as the game has it; what to answer. Raises `CompanionError` with why it is not kept."""
        own = load_own_dice(self._home.dice)
        said = own.with_clear(has_clear)
        if said != own:
            self._home.keep_dice(said.tables())
            self._changed()
        return clear_words(said)

    def _own(self) -> OwnDice | None:
        try:
            return load_own_dice(self._home.dice)
        except CompanionError:
            return None
