"""Whole games of bots and people who take their time, on a clock that is handed in: who did each act, and when.

Whose an act is stands here once more, apart from what the games say of themselves.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, Final

import msgspec

from companion.games.bots import Autopilot, doers_of, is_settled, settlings
from companion.games.core import Action, Seat, State, types_of
from companion.games.game import AnyGame
from companion.live.attention import Attention, are_for_all
from companion.live.bot_turns import BotTurns
from companion.live.steps import Step
from companion.live.timeline import Sitting, Timeline

PACE_S, PATIENCE = 1.0, 60.0
MOST_STEPS = 20_000

DEALERS: Final[dict[str, str]] = {
    "waves": "PlaceToken NameFirst Draw TurnUpElder TurnUpGapElder DiscardGapElder PlaceShells ActivateTablet"
    " RotateElders PassToken Reshuffle NextRound",
    "rolling_with_the_waves": "BagFilled BagCounted OpenBoard DropAnchor",
    "atlantis_rising": "LayComponent",
    "manawave": "LayOut Survive Settle StartWave DrawCard Open Consolidate",
    "sealed_bid": "PlaceToken Draw TurnUpPrize LayTile PlacePearls OpenGuess OpenWager Reveal TakePrize PayGold"
    " PassToken",
}
"""What nobody at the table has to do himself, nor to have had before play goes on."""
EVERYBODYS: Final[dict[str, str]] = {
    "waves": "",
    "rolling_with_the_waves": "TakeBag Write DropAnchor",
    "atlantis_rising": "TakeMarker",
    "manawave": "RunWave Resolve Fight Process Harvest",
    "sealed_bid": "MoveGuard",
}
"""What all do together, or have to have had."""


def dealers(game: AnyGame) -> frozenset[str]:
    """The acts of a game that are the dealer's; of one that nobody has listed here, those that say so themselves."""
    if game.name in DEALERS:
        return frozenset(DEALERS[game.name].split())
    return frozenset(each.__name__ for each in types_of(game.action_type) if each.of_dealer or each.opens)


def everybodys(game: AnyGame) -> frozenset[str]:
    """The acts of a game that are everybody's, as they are listed here."""
    return frozenset(EVERYBODYS.get(game.name, "").split())


def whose(game: AnyGame, state: State[Any, Any], act: Action) -> tuple[Seat, ...]:
    """The seats of an act that is neither the dealer's nor everybody's."""
    if act.actor is not None:
        return (act.actor,)
    table: Any = state.table
    name = type(act).__name__
    if game.name == "waves":
        return (act.slot % table.setup.players,)  # type: ignore[attr-defined]  # all others of Waves are the dealer's
    if name == "PoolRolled":
        return (max(table.whole.first, 0),)
    if name == "Roll":
        attempt = table.steps[-1]
        return tuple({attempt.rollers[die] for die in attempt.rolls})
    return game.prompt(game.view(state, None)).seats


class Evening:
    """One game from its start to its end; `people` act each after a time of their own, by what their pages offer."""

    def __init__(self, game: AnyGame, options: dict[str, Any], people: frozenset[Seat], seed: int) -> None:
        self.rng = random.Random(f"{game.name}/{sorted(options)}/{seed}")
        start = game.new_game(options, {})
        self.has_hands = not start.is_dealt
        if self.has_hands:
            start = game.simulation.determinize(start, self.rng)
        self.timeline = Timeline(game, start)
        self.game = self.timeline.game
        self.timeline.seats = {seat: Sitting(f"P{seat}", f"key {seat}") for seat in people}
        self.people = people
        self.pilot = Autopilot(self.game, seed, has_hands=self.has_hands)
        self.turns = BotTurns(self.pilot, PACE_S, PATIENCE)
        self.turns.due_s = 0.0
        self.attention = Attention()
        self.now_s = self.since_s = 0.0
        self.acts_at_s: dict[Seat, float] = dict.fromkeys(people, 0.0)
        """When each person acts next; infinite for who has nothing to do."""
        self.done = Counter[str]()
        """How many acts of dealer and bots, of people, and of everybody that bots did once patience was at its end."""

    def play(self) -> Evening:
        """Until the game is over; raises `AssertionError` where somebody is waited for in vain, or not waited for."""
        for _ in range(MOST_STEPS):
            if self.game.outcome(self.timeline.state) is not None:
                return self
            self._step()
        raise AssertionError(f"no end comes: {self.timeline.state.table}")

    def _step(self) -> None:
        next_s = min(self.turns.due_s, *self.acts_at_s.values())
        assert next_s < float("inf"), f"all wait: {self.game.prompt(self.game.view(self.timeline.state, None))}"
        self.now_s = max(self.now_s, next_s)
        seat = next((each for each, at_s in self.acts_at_s.items() if at_s <= next_s), None)
        if seat is not None:
            self.acts_at_s[seat] = float("inf")
            self._let_act(seat)
            return
        acted = self.turns.act(self.timeline, self.now_s, self.attention)
        assert acted != "failed"
        if acted != "waiting":
            act = msgspec.convert(acted.actions[0], self.game.action_type)
            self._hold_of_bots(act)
            self._push(act, acted.who)

    def _push(self, act: Action, who: str) -> None:
        before, number = self.timeline.state, self.timeline.last_row + 1
        after = self.game.apply_action(before, act)
        self.timeline.push_step(number, Step(number, act, {}, before, after, by=who))
        self.attention.follow(self.game, self.timeline.done, self.people)
        self.since_s = self.now_s
        for seat in self.people:
            self.acts_at_s[seat] = self.now_s + self._lateness_s()

    def _lateness_s(self) -> float:
        """Mostly some seconds, now and then beyond all patience."""
        return self.rng.choice((0.0, 3.0, 20.0, 200.0)) * self.rng.random()

    # --- bots ---------------------------------------------------------------------------------------------------------

    def _hold_of_bots(self, act: Action) -> None:
        """Nothing of a person is done by bots, and nothing of everybody before its time."""
        name, state = type(act).__name__, self.timeline.state
        seats: tuple[Seat, ...] = ()
        if act.is_joint:
            seats = self.game.prompt(self.game.view(state, None)).seats
        elif act.kind == "choice":
            seats = () if act.actor is None else (act.actor,)
        elif name in everybodys(self.game) and not self._is_tidied(act):
            assert self._may_go_on(), f"{act} came after {self.now_s - self.since_s} s, before all had it"
            self.done["late"] += 1
        elif name not in dealers(self.game) and not self._is_dealt(act):
            seats = whose(self.game, state, act)
        assert self.people.isdisjoint(seats), f"a bot did {act} of seats {seats}"
        self.done["bots"] += 1

    def _may_go_on(self) -> bool:
        return self.now_s - self.since_s >= PACE_S * PATIENCE or self.attention.have_all(self.people)

    def _is_tidied(self, act: Action) -> bool:
        """Of Rolling with the Waves: whether nothing is to be written or read as the anchor is dropped."""
        if type(act).__name__ != "DropAnchor":
            return False
        after = self.game.apply_action(self.timeline.state, act)
        return (
            self.game.outcome(after) is None and not self.game.prompt(self.game.view(self.timeline.state, None)).to_do
        )

    def _is_dealt(self, act: Action) -> bool:
        """Whether the companion's own dealer moves what nobody has in hand, and nobody could move otherwise."""
        if self.has_hands or act.sense not in ("seen", "felt"):
            return False
        # Of Waves with `optional_collect`: an Elder that may be collected may be taken to hand as well.
        names = {type(each).__name__ for each in self.game.legal_actions(self.timeline.state)}
        return not {"Collect", "TakeElder"} <= names

    # --- people -------------------------------------------------------------------------------------------------------

    def _let_act(self, seat: Seat) -> None:
        """A person does what the seat's page has for them; nothing where it has nothing that is theirs."""
        state, ply = self.timeline.state, self.timeline.play_count
        view = self.game.view(state, seat)
        act = self._chosen(seat)
        buttons = settlings(self.game, view, has_hands=self.has_hands)
        if act is None and buttons:
            act = self.pilot.settle(state, ply, seat, self.rng.choice(buttons).key)
            assert act is not None
            self.done["settled"] += 1
        if act is None:
            act = self._told(seat)
        if act is not None:
            self.done["people"] += 1
            self._push(act, f"seat {seat + 1}")
            self.turns.due_s = self.now_s + PACE_S

    def _chosen(self, seat: Seat) -> Action | None:
        """What the person wants, where a choice is theirs to make."""
        state = self.timeline.state
        asked = self.game.prompt(self.game.view(state, None)).seats
        legal = [act for act in self.game.legal_actions(state) if act.kind == "choice" and not act.takes_back]
        own = [act for act in legal if act.actor == seat or (act.is_joint and seat in asked)]
        if not own or all(act.is_optional for act in own):
            return None
        chosen: Action = self.game.simulation.suggest(self.game.view(state, seat), own, self.rng, False)
        return chosen

    def _told(self, seat: Seat) -> Action | None:
        """What the person says by a tap of what is no choice: their own, or what all have to have."""
        state = self.timeline.state
        view = self.game.view(state, seat)
        offered = [each.actions for each in self.game.choices(view) if each.actions]
        for acts in self.rng.sample(offered, len(offered)):
            act: Action = acts[0]
            if act.kind == "choice" or is_settled(self.game, view, act):
                continue
            if are_for_all(self.game, state, acts):
                return next(iter(self.attention.tell(seat, acts, self.people)), None)
            doers = doers_of(self.game, view, self.game.legal_actions(state), act, has_hands=self.has_hands)
            if doers == "all" or (doers != "dealer" and seat in doers):
                return act
        return None
