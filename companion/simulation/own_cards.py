"""What people at a virtual table hold, for their own pages: where the dealer stands, and the card that somebody chose.

The companion is told nothing of it. It learns of the act by looking at the table, once hands have done it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games.core import Action, PublicTable, Seat, State, View
from companion.games.game import AnyGame
from companion.simulation.dealer import MOST_BEHIND, Dealer


class _Stood(msgspec.Struct, frozen=True):
    """One of the newest positions."""

    table: PublicTable
    """As a companion knows it that has learned of every act before it."""
    truth: State[Any, Any]
    """With all that is hidden."""
    at_it: frozenset[Seat | None]
    """Who has acted since."""


class OwnCards:
    """The thread of the players tells where they stand, and does what was chosen. Any other thread asks and chooses."""

    def __init__(self) -> None:
        self._stood: tuple[_Stood, ...] = ()
        self._chosen = dict[Seat, Action]()
        """What hands have yet to do for each seat."""

    def stand_at(self, table: PublicTable) -> bool:
        """Whether people are at this table, or have been there a moment ago."""
        return self._found(table) is not None

    def view(self, game: AnyGame, table: PublicTable, seat: Seat, names: tuple[str, ...]) -> View[Any, Any] | None:
        """What that seat sees, its own cards among it; None where people do not stand at this table."""
        found = self._found(table)
        return game.view(found.truth, seat, names) if found is not None else None

    def is_at_it(self, table: PublicTable, seat: Seat) -> bool:
        """Whether hands do an act of that seat of which a companion at this table has yet to learn."""
        found = self._found(table)
        return seat in self._chosen or (found is not None and seat in found.at_it)

    def choose(self, seat: Seat, act: Action) -> None:
        """Let hands do this act for that seat, as soon as they are free and as long as the rules let them."""
        self._chosen[seat] = act

    def _found(self, table: PublicTable) -> _Stood | None:
        return next((each for each in self._stood if each.table == table), None)

    # --- the thread of the players ------------------------------------------------------------------------------------

    def follow(self, dealer: Dealer | None) -> None:
        """Tell where people stand now; nowhere where there is no dealer."""
        if dealer is None:
            self._stood = ()
            self.forget()
            return
        done = len(dealer.done)
        self._stood = tuple(
            _Stood(
                dealer.known(number).table,
                dealer.truth_at(number),
                frozenset(each.act.actor for each in dealer.done[number:]),
            )
            for number in range(done, max(-1, done - MOST_BEHIND - 1), -1)
        )

    def chosen(self, dealer: Dealer) -> Action | None:
        """The act that hands are to do now; None for none. It is told once: what cannot be done now is dropped."""
        for seat in tuple(self._chosen):
            act = self._chosen.pop(seat)
            if act in dealer.game.legal_actions(dealer.truth):
                return act
        return None

    def forget(self) -> None:
        """Drop what was chosen: the table was set back, or is another."""
        self._chosen.clear()
