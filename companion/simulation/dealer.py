"""The dealer of a virtual table: knows what is hidden, lets hands do each act, and taps what only a tap can tell.

The companion is not told what the dealer knows: it learns of every act that can be seen by looking. The dealer only
watches how far the companion has come, as people at a table do who wait for the prompt.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import msgspec

from companion.games.bots import Autopilot
from companion.games.core import Action, PublicTable, Seat, State
from companion.games.dice import Placed
from companion.games.errors import IllegalAction
from companion.games.game import AnyGame
from companion.games.seeds import Seed
from companion.live.requests import NameRoll
from companion.simulation.unseen import is_unseen, looks
from companion.table.expected import At, Content, ExpectedTable, Pieces
from companion.table.world import World

AnyState: TypeAlias = State[Any, Any]
TapAct: TypeAlias = Callable[[Action], bool]
"""Taps an act that cannot be seen; whether it was accepted."""

MOST_BEHIND = 2
"""Acts that players may be ahead of the companion: one may still be open, and one is being looked at."""


class Dealt(msgspec.Struct, frozen=True):
    """One act at the virtual table, and the position after it: with its secrets, and as the companion may know it."""

    act: Action
    truth: AnyState
    known: AnyState


class Dealer:
    """Truth and hands of one virtual table. One thread uses it."""

    def __init__(self, game: AnyGame, known: AnyState, seed: Seed, world: World) -> None:
        """`known` is where the companion stands that looks on; what it cannot know is imagined."""
        self.game = game
        self.done: list[Dealt] = []
        self._seed = seed
        self._begun = 1
        """How often the hands have begun, the first time included."""
        self._autopilot = Autopilot(game, seed, has_hands=True)
        self._rng = random.Random(f"hidden/{seed}")
        """Chance of what is hidden alone; what shows of the pieces is the world's."""
        self._world = world
        self._known_start, self._start = known, game.simulation.determinize(known, self._rng)
        self._is_owed = False
        """Whether hands have yet to lay what follows from the roll that was thrown last."""

    @property
    def truth(self) -> AnyState:
        """The position with everything that is hidden."""
        return self.truth_at(len(self.done))

    def begin_anew(self, known: AnyState) -> None:
        """Go on from elsewhere, as after a correction: hidden cards are imagined, and hands put the table so."""
        self.done.clear()
        self._begun += 1
        # Acts are counted from 0 again, and what was dealt at the first ones has been seen.
        self._autopilot = Autopilot(self.game, f"{self._seed}/{self._begun}", has_hands=True)
        self._known_start, self._start = known, self.game.simulation.determinize(known, self._rng)
        self.set_out()

    def truth_at(self, number: int) -> AnyState:
        """The position after so many acts, with everything that is hidden."""
        return self.done[number - 1].truth if number else self._start

    def known(self, number: int | None = None) -> AnyState:
        """The position after so many acts (all of them), as a companion knows it that has learned of each."""
        number = len(self.done) if number is None else number
        return self.done[number - 1].known if number else self._known_start

    @property
    def acts(self) -> list[Action]:
        """What was done, as everybody saw it."""
        return [each.act.public() for each in self.done]

    def behind(self, table: PublicTable) -> int | None:
        """How many acts the companion has yet to learn of; None where it is elsewhere."""
        for missing in range(min(len(self.done), MOST_BEHIND) + 1):
            if self.known(len(self.done) - missing).table == table:
                return missing
        return None

    def is_unseen(self, known: AnyState) -> bool:
        """Whether all that a companion which stands there has yet to learn is one act that no camera sees."""
        return self.behind(known.table) == 1 and is_unseen(self.game, self.done[-1].act, known, self.known())

    # --- acts ---------------------------------------------------------------------------------------------------------

    def next(self, people: frozenset[Seat], *, unhurried: bool = False) -> Action | None:
        """What is to be done next by anybody but `people`; None where one of them is to act or the game is over.

        Where `unhurried`, what all have to have is left for later.
        """
        proposal = self._autopilot.propose(self.truth, len(self.done), people, unhurried=unhurried)
        return proposal[0] if proposal else None

    def settled(self, seat: Seat, key: str) -> Action | None:
        """What chance says of an act that a person lets it settle; None where that is not open to this seat."""
        return self._autopilot.settle(self.truth, len(self.done), seat, key)

    def carry_out(self, act: Action, tap: TapAct) -> None:
        """Let hands do an act, or tap it where it cannot be seen; hands need their time, `World.busy` tells.

        What follows on the mat from an act that is told is moved once it is. Of a roll the dice are thrown and no more:
        what follows from it is laid once it is counted, by `lay_owed`.
        """
        if act.opens:
            self._done(act)  # the companion does it itself
        elif act.sense == "rolled":
            self.throw(act)
        elif act.sense == "laid":
            self._done(act)
            self._place(act)
        elif act.sense != "told":
            self._done(act)
            self._lay(act.actor)
        elif tap(act if act.seals else act.public()):
            before = self._picture()
            self._done(act)
            after = self._picture()
            if _standing(before) != _standing(after) or looks(before.zones) != looks(after.zones):
                self._lay(act.actor)

    def set_out(self) -> None:
        """Let hands put the table as it is in truth, and give the seats their cards."""
        self._lay(None)
        self._place(None)
        self._hold()

    def _lay(self, seat: Seat | None) -> None:
        self._is_owed = False
        self._world.lay(self._picture(), seat)

    def _place(self, act: Action | None) -> None:
        """Let hands lay the dice that show an act, or without one all that lie elsewhere than where they rolled."""
        dice = self.game.dice
        if dice is None:
            return
        # What shows of it is no chance of what is hidden.
        rng = random.Random(f"laid/{self._seed}/{len(self.done)}")
        for each in dice.placed(self.game.view(self.truth, None), act, rng):
            if act is None and self._has_dice(each):
                continue
            seat = act.actor if act is not None else None
            if each.piece is not None:
                self._world.lay(_with_piece(self._picture(), each.zone, each.piece), seat)
            self._world.put_dice(each.zone, each.dice, seat)

    def _has_dice(self, placed: Placed) -> bool:
        """Whether such dice lie in that zone already, wherever in it."""
        there = Counter((die.colour, die.value) for die in self._world.rolled() if die.zone == placed.zone)
        return there == Counter((die.colour, die.value) for die in placed.dice)

    def _picture(self) -> ExpectedTable:
        return self.game.mat.expected(self.game.view(self.truth, None))

    def _done(self, act: Action) -> None:
        truth = self.game.apply_action(self.truth, act)
        known = self.game.apply_action(self.known(), act.public())
        self.done.append(Dealt(act, truth, known))
        self._hold()

    def _hold(self) -> None:
        for seat in range(self.game.seat_count(self.truth.table)):
            self._world.hold(seat, self.game.screen.own_pieces(self.game.view(self.truth, seat)))

    def told_instead(self, acts: Sequence[Action]) -> None:
        """The newest act is told by these, which come to the same, as by people whose dice are not seen."""
        self.done.pop()
        for act in acts:
            self._done(act)

    # --- rolls --------------------------------------------------------------------------------------------------------

    def key_of(self, act: Action) -> str:
        """The key of the roll that an act is; empty where it is none."""
        return (self.game.dice.roll_of(act) or "") if self.game.dice is not None else ""

    @property
    def thrown(self) -> Action | None:
        """The newest act where that is a roll; None else."""
        return self.done[-1].act if self.thrown_key else None

    @property
    def thrown_key(self) -> str:
        """The key of the newest act where that is a roll; empty else."""
        return self.key_of(self.done[-1].act) if self.done else ""

    def uncounted(self, table: PublicTable) -> Action | None:
        """The roll thrown last, where it is all that the companion has yet to learn of; None else."""
        return self.thrown if self.thrown_key and self.behind(table) == 1 else None

    def naming(self, act: Action) -> NameRoll | None:
        """What is to be tapped before this act is thrown: whose roll it is, where several were open before it."""
        dice, key = self.game.dice, self.key_of(act)
        if dice is None or not key:
            return None
        before = self.known(len(self.done) - (self.thrown is act))
        is_one_of_several = len(dice.open_rolls(self.game.view(before, None))) > 1
        return NameRoll(key) if is_one_of_several else None

    def throw(self, act: Action) -> None:
        """Roll the dice of an act: of the newest once more, as it was left out or not understood; of any other anew."""
        dice = self.game.dice
        assert dice is not None  # else no act is a roll
        if act is not self.thrown:
            before = _pieces(self._picture())
            self._done(act)
            self._is_owed = _pieces(self._picture()) != before
        values, colours = dice.shown(act)
        self._world.roll(dice.zone, colours, values)

    def lay_owed(self) -> bool:
        """Let hands lay what follows from a roll that was counted by now; whether anything did."""
        is_owed = self._is_owed
        if is_owed:
            self._lay(self.done[-1].act.actor)
        return is_owed

    def recount(self, table: PublicTable, counted: Action | None) -> bool:
        """Whether the companion, which stands elsewhere, has counted the roll thrown last otherwise than it was dealt.

        Its dice may have come in another order, and that is the truth from now on.
        """
        dice, thrown = self.game.dice, self.thrown
        if dice is None or thrown is None or counted is None or not dice.is_same(thrown, counted):
            return False
        if not self._leads(self.known(len(self.done) - 1), counted, table):
            return False
        self.done.pop()
        self._done(counted)
        return True

    def stands_otherwise(self, table: ExpectedTable) -> bool:
        """Whether what stands there and carries no marker is to stand otherwise than in truth it does."""
        return _standing(table) != _standing(self._picture())

    # --- when the companion is elsewhere ------------------------------------------------------------------------------

    def adopt(self, table: PublicTable, learned: Sequence[Action], choosers: frozenset[Seat] = frozenset()) -> bool:
        """Make what people did, and the companion has learned of, part of the truth; whether that was possible.

        `learned` is what it learned last, as everybody saw it; the newest of these that lead to this table are
        adopted. Of acts that look alike to everybody, the one is true that leaves in each hand the cards that it holds.
        Nothing is adopted while one of `choosers` has yet to choose a card for it, which nobody else sees.
        """
        led = self._led_to(table, learned)
        if led is None and not choosers and self._is_put_in_order(table, learned):
            return True
        found = self._true_ones(led)
        if found is None or self._is_unchosen(found, choosers):
            return False
        for act in found:
            self._done(act)
            if act.sense == "laid":
                self._place(act)
        return True

    def is_lost(self, table: PublicTable, learned: Sequence[Action]) -> bool:
        """Whether nothing of what the companion learned last leads from where people are to this table."""
        return self.behind(table) is None and self._true_ones(self._led_to(table, learned)) is None

    def _is_put_in_order(self, table: PublicTable, learned: Sequence[Action]) -> bool:
        """Take up what was done in the order in which the companion learned of it; whether all of it was learned."""
        for late in range(1, min(len(self.done), MOST_BEHIND) + 1):
            done = self.done[-late:]
            del self.done[-late:]
            led = self._led_to(table, learned)
            if led is not None and all(each.act.public() in led for each in done) and self.adopt(table, learned):
                return True
            self.done.extend(done)
        return False

    def _is_unchosen(self, acts: Sequence[Action], choosers: frozenset[Seat]) -> bool:
        """Whether one of these acts is of a card that one of `choosers` has yet to take out of the hand."""
        truth = self.truth
        for act in acts:
            alike = [each for each in self.game.legal_actions(truth) if each.public() == act.public()]
            if act.actor in choosers and len(alike) > 1 and self._held_after(truth, act) != self._held(act):
                return True
            truth = self.game.apply_action(truth, act)
        return False

    def _held(self, act: Action) -> tuple[str, ...]:
        """What the hand of who acts holds now."""
        return self._world.held(act.actor) if act.actor is not None else ()

    def _held_after(self, truth: AnyState, act: Action) -> tuple[str, ...]:
        """What it holds by the rules once that was done."""
        if act.actor is None:
            return ()
        return tuple(sorted(self.game.screen.own_pieces(self.game.view(self.game.apply_action(truth, act), act.actor))))

    def _leads(self, known: AnyState, act: Action, table: PublicTable) -> bool:
        """Whether this act leads from there to that table."""
        try:
            return bool(self.game.apply_action(known, act).table == table)
        except IllegalAction:
            return False

    def _led_to(self, table: PublicTable, learned: Sequence[Action]) -> Sequence[Action] | None:
        """The newest of these acts that lead from where the companion was to that table; None where none do."""
        for first in range(len(learned), -1, -1):
            known = self.known()
            try:
                for act in learned[first:]:
                    known = self.game.apply_action(known, act)
            except IllegalAction:
                continue
            if known.table == table:
                return learned[first:]
        return None

    def _true_ones(self, acts: Sequence[Action] | None) -> tuple[Action, ...] | None:
        """The same acts with what nobody else sees; None where one cannot have been done in truth."""
        if acts is None:
            return None
        truth, found = self.truth, list[Action]()
        for public in acts:
            alike = [act for act in self.game.legal_actions(truth) if act.public() == public]
            act = self._true_one(truth, alike) if alike else public  # of rolls there may be more than can be listed
            try:
                truth = self.game.apply_action(truth, act)
            except IllegalAction:
                return None
            found.append(act)
        return tuple(found)

    def _true_one(self, truth: AnyState, alike: Sequence[Action]) -> Action:
        first = alike[0]
        if first.seals:
            return first.public()  # nobody knows it here, and what is imagined would not be what is opened
        if first.actor is None or len(alike) == 1:
            return first
        held = self._held(first)
        for act in alike:
            if self._held_after(truth, act) == held:
                return act
        if first.kind == "chance":
            dealt: Action = self.game.simulation.deal(truth, alike, self._rng)
            return dealt
        # Cards of it that lie there already are chosen: they are in the hand no more, and what is to come is.
        still = [act for act in alike if not Counter(self._held_after(truth, act)) - Counter(held)]
        return self._rng.choice(still) if still else first

    def rewind(self, table: PublicTable) -> bool:
        """Go back to where the companion was set back to, and let hands put the table so; whether it was there once."""
        for number in range(len(self.done), -1, -1):
            if self.known(number).table == table:
                del self.done[number:]
                self.set_out()
                return True
        return False


def _with_piece(table: ExpectedTable, zone: str, piece: At) -> ExpectedTable:
    """The table with that piece in a zone, and nothing else there."""
    return ExpectedTable(
        tuple(
            msgspec.structs.replace(each, content=Pieces((piece.kind,)), places=(piece,)) if each.zone == zone else each
            for each in table.zones
        )
    )


def _standing(table: ExpectedTable) -> dict[str, tuple[str, ...]]:
    """What stands in each zone and carries no marker."""
    return {zone.zone: zone.standing for zone in table.zones if zone.standing}


def _pieces(table: ExpectedTable) -> dict[str, Content]:
    """What lies in each zone, whatever is said of it."""
    return {zone.zone: zone.content for zone in table.zones}
