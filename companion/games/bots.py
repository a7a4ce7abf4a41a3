"""The virtual side of a table: the dealer who settles chance and upkeep, and the bots in the empty seats."""

from __future__ import annotations

import itertools
import random
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from companion.games.core import Action, Seat, State
from companion.games.game import AnyGame
from companion.games.seeds import Seed


def without_bots(game: AnyGame, state: State[Any, Any], taken: Collection[Seat]) -> frozenset[Seat]:
    """The seats that no bot plays: those that people have taken, and all where the game leaves free ones to others."""
    return frozenset(taken if game.free_seat == "bot" else range(game.seat_count(state.table)))


class Autopilot:
    """Plays what no person has to decide. The same seed and position give the same act: an undo re-rolls nothing."""

    def __init__(self, game: AnyGame, seed: Seed, *, dawdle: bool = False, has_tray: bool = False) -> None:
        """Bots that `dawdle` avoid winning: their games last and meet rules that good play hardly ever needs.

        With `has_tray` dice are rolled by hand: then people roll their own.
        """
        self._game = game
        self._seed = seed
        self._dawdle = dawdle
        self._has_tray = has_tray

    def propose(self, state: State[Any, Any], ply: int, people: frozenset[Seat]) -> tuple[Action, str] | None:
        """The next act and who does it ("dealer" or "bot"); None where a person has to decide or the game is over.

        `ply` is the number of acts done so far. The dealer looks at the state, because it knows the hidden cards; a bot
        is given its own view only, and waits for people who are asked before it to act in the same place: a card on a
        pile does not show whose it was. Where the order does not matter nobody is before it. What anybody may choose
        for all a bot does only where no person is asked, and what is optional not while people play.
        """
        legal = tuple(each for each in self._game.legal_actions(state) if not each.takes_back)
        # Of text Python hashes all (SHA-512): what is seen of the chance in one act tells nothing of that in another.
        rng = random.Random(f"{self._seed}/{ply}")
        theirs = self._rolls_of(state, people)
        settled: list[Action] = [each for each in legal if each.kind != "choice" and self._key_of(each) not in theirs]
        if settled:
            return self._game.deal(state, settled, rng), "dealer"
        shared, asked = self._of_all(state, legal, people)
        for seat in dict.fromkeys((*asked, *(action.actor for action in legal))):
            if seat is None or seat in people or self._must_wait(state, legal, seat, people):
                continue
            own = [action for action in legal if action.actor == seat or (action in shared and seat in asked)]
            if not all(action.is_optional for action in own):
                return self._game.suggest(self._game.view(state, seat), own, rng, self._dawdle), "bot"
        return None

    def play(self, state: State[Any, Any]) -> Iterator[State[Any, Any]]:
        """The positions after each act of a game without people, from this start to its end."""
        for ply in itertools.count():
            proposal = self.propose(state, ply, frozenset())
            if proposal is None:
                return
            state = self._game.apply_action(state, proposal[0])
            yield state

    def _of_all(
        self, state: State[Any, Any], legal: Sequence[Action], people: frozenset[Seat]
    ) -> tuple[Sequence[Action], Sequence[Seat]]:
        """The choices of all together that are left to bots now, and the seats that are asked for them."""
        shared = [action for action in legal if action.is_joint]
        if not shared:
            return (), ()
        asked = self._game.prompt(self._game.view(state, None)).seats
        if not people:
            return shared, asked or range(self._game.seat_count(state.table))
        if not asked or people.intersection(asked):
            return (), asked
        return [action for action in shared if not action.is_optional], asked

    def _rolls_of(self, state: State[Any, Any], people: frozenset[Seat]) -> frozenset[str]:
        """The keys of the rolls that these seats make by hand now."""
        dice = self._game.dice
        if dice is None or not self._has_tray or not people:
            return frozenset()
        return frozenset(roll.key for roll in dice.open_rolls(self._game.view(state, None)) if roll.seat in people)

    def _key_of(self, action: Action) -> str | None:
        return self._game.dice.roll_of(action) if self._game.dice is not None else None

    def _must_wait(self, state: State[Any, Any], legal: Sequence[Action], seat: Seat, people: frozenset[Seat]) -> bool:
        if not people:
            return False
        prompt = self._game.prompt(self._game.view(state, None))
        asked = () if prompt.any_order else prompt.seats
        before = people.intersection(asked[: asked.index(seat)] if seat in asked else ())
        own = {zone for action in legal if action.actor == seat for zone in action.zones()}
        return any(action.actor in before and not own.isdisjoint(action.zones()) for action in legal)
