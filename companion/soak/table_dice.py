"""The dice of a soaked game: thrown, counted, laid elsewhere, and answered for as by people who look."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.core import Action
from companion.live.handlers import LiveGame
from companion.live.inputs import Asked, Input, Tumbled
from companion.live.requests import HOST
from companion.referee.dice_zones import ZoneSight
from companion.simulation.dealer import Dealer
from companion.simulation.last_throw import LastThrow
from companion.simulation.onlooker import answer
from companion.soak.unit import Play
from companion.table.dice import RollSighting
from companion.table.world import World

TOLD_AFTER_S = 8.0
"""So long after the hands have left them dice that nobody understands are told of by taps."""


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


class SoakedZones:
    """The dice that hands lay elsewhere than where they rolled, and what the companion asks of them."""

    def __init__(self, dealer: Dealer, live: LiveGame, play: Play, tap: Callable[..., bool]) -> None:
        """`tap` tells of acts, and says whether they were taken."""
        self._dealer = dealer
        self._live = live
        self._play = play
        self._tap = tap
        self._answered: dict[str, int] = {}
        """The look of each zone by which it was answered last."""

    def look(self, rested_s: float) -> None:
        """Answer what is asked, as whoever laid the dice does; tell of them where they are not understood for long."""
        done = self._dealer.done[-1].act if self._dealer.done else None
        if done is None or done.sense != "laid" or len(self._live.timeline.done) >= len(self._dealer.done):
            return
        for each in self._live.dice_zones.sights:
            if self._answered.get(each.zone) != each.number and self._answer(each, done):
                self._answered[each.zone] = each.number
                return
        if rested_s > TOLD_AFTER_S:
            texts = "; ".join(str(each.text) for each in self._live.dice_zones.sights)
            self._ask(f"told by hand: {done!r}, as was said: {texts or 'nothing'}")
            self._tell(done)

    def _answer(self, sight: ZoneSight, done: Action) -> bool:
        """Whether that is about what was done, and was answered."""
        if not any(choice.actions == (done,) for choice in sight.answers):
            return False
        if sight.is_proposal or sight.looks_alike:
            self._play.tally["confirmed" if sight.is_proposal else "looks alike"] += 1
        else:
            self._ask(f"asked of {sight.zone}: {sight.text}")
        if not self._tap(done):
            self._play.fail(f"the answer {done!r} was refused")
        return True

    def _ask(self, text: str) -> None:
        self._play.questions += 1
        self._play.note(text)

    def _tell(self, done: Action) -> None:
        """Tap the act, or the single ones that come to it."""
        game, known = self._live.timeline.game, self._dealer.known(len(self._dealer.done) - 1)
        assert game.dice is not None  # nothing is laid without
        acts = game.dice.told(game.view(known, None), done)
        self._dealer.told_instead(acts)
        for act in acts:
            if not self._tap(act):
                self._play.fail(f"{act!r} was refused")
