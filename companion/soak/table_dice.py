"""The dice of a soaked game, which lie beside its cards: thrown, counted, and answered for as by people who look."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.core import Action
from companion.live.handlers import LiveGame
from companion.live.inputs import Asked, Input, Tumbled
from companion.simulation.dealer import Dealer
from companion.simulation.last_throw import LastThrow
from companion.simulation.onlooker import answer
from companion.soak.unit import HOST, Play
from companion.table.dice import RollSighting
from companion.table.world import World


class SoakedRolls:
    """The rolls of one game of a unit."""

    def __init__(self, dealer: Dealer, live: LiveGame, world: World, play: Play, give: Callable[[Input], bool]) -> None:
        """`give` tells the companion, and says whether it was done."""
        self._dealer = dealer
        self._live = live
        self._world = world
        self._play = play
        self._give = give
        self._throw = LastThrow()

    def rest(self, since_s: float) -> None:
        """So long the hands have been away."""
        self._throw.since_s = since_s

    def throw(self, act: Action) -> None:
        """Say whose roll comes next, where several are open, and roll; once more where this is the newest act."""
        naming = self._dealer.naming(act)
        if naming is not None and not self._give(Asked(HOST, naming)):
            self._play.fail(f"{naming!r} was refused")
            return
        self._play.tally["rolls"] += 1
        if act is self._dealer.thrown:
            self._play.tally["rolls again"] += 1
        self._dealer.throw(act)
        self._throw.begin(self._live.rolls.sight)

    def look(self, roll: RollSighting) -> None:
        """Let the companion count the dice that came to rest, and say what it asks of them, as people do who look."""
        rolls, dealer, timeline = self._live.rolls, self._dealer, self._live.timeline
        self._give(Tumbled(roll))
        if rolls.sight.state == "question":
            self._play.questions += 1
            self._play.note(f"asked of a roll: {rolls.sight.text}")
        while said := answer(rolls.sight, self._world.rolled(), dealer.thrown_key):
            if not self._give(Asked(HOST, said)):
                self._play.fail(f"the answer {said!r} was refused")
                return
        if timeline.done:
            dealer.recount(timeline.state.table, timeline.done[-1].action)

    def is_done(self) -> bool:
        """Whether the companion has counted what was thrown last, or left it out."""
        return self._throw.is_done(self._live.rolls.sight)

    def is_waited_for(self) -> bool:
        """Whether the companion may yet count what was thrown last."""
        return self._throw.is_waited_for(self._live.rolls.sight)
