"""The virtual side of a table: the dealer who settles chance and upkeep, and the bots in the empty seats."""

from __future__ import annotations

import itertools
import random
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from companion.games.core import OFF_MAT, Action, Doers, Seat, Settling, State, View
from companion.games.game import AnyGame
from companion.games.seeds import Seed


def without_bots(game: AnyGame, state: State[Any, Any], taken: Collection[Seat]) -> frozenset[Seat]:
    """The seats that no bot plays: those that people have taken, and all where the game leaves free ones to others."""
    return frozenset(taken if game.free_seat == "bot" else range(game.seat_count(state.table)))


def settlings(game: AnyGame, view: View[Any, Any], *, has_hands: bool) -> tuple[Settling, ...]:
    """What chance or the rules settle and the seat of this view has to do now, a button each."""
    if view.seat is None:
        return ()
    legal, found = game.legal_actions(game.known(view), view.seat), dict[str, Settling]()
    for act in legal:
        key = key_of(game, act)
        if key not in found and _is_of(game, view, legal, act, view.seat, has_hands):
            found[key] = Settling(key, game.settle_words(view, act))
    return tuple(found.values())


def is_settled(game: AnyGame, view: View[Any, Any], action: Action) -> bool:
    """Whether nobody at a table with bots tells what came of this act: its seat has a button, or the dealer does it.

    Chance that people know of, as who was on a boat last, is everybody's, and told by anybody.
    """
    if action.kind == "choice":
        return False
    is_drawn = action.kind == "chance" and game.doers(view, action) != "all"
    return is_drawn or bool(game.settle_words(view, action))


def is_for_all(game: AnyGame, view: View[Any, Any], action: Action) -> bool:
    """Whether each person has to have it before play goes on: nobody can do it otherwise than it is."""
    return action.kind == "upkeep" and game.doers(view, action) == "all"


def key_of(game: AnyGame, action: Action) -> str:
    """`Settling.key` of an act: the roll that it is, or its type and the first of its zones."""
    roll = game.dice.roll_of(action) if game.dice is not None else None
    return roll if roll is not None else "/".join((str(action.__struct_config__.tag), *action.zones()[:1]))


def doers_of(game: AnyGame, view: View[Any, Any], legal: Sequence[Action], action: Action, *, has_hands: bool) -> Doers:
    """Who does one of these legal acts, no choice, at this table; `view` is the public's.

    Where nobody has hands, for the companion deals all there is, its dealer moves the pieces of everybody, unless their
    owner may do something else with them.
    """
    doers = game.doers(view, action)
    if has_hands or isinstance(doers, str) or action.sense not in ("seen", "felt"):
        return doers
    others = (each for each in legal if each.kind != "choice" and type(each) is not type(action))
    return doers if any(game.doers(view, each) == doers for each in others) else "dealer"


def is_dealers(game: AnyGame, view: View[Any, Any], *, has_hands: bool) -> bool:
    """Whether the dealer of a table with bots does all that is to be done now, so that nobody else is waited for."""
    legal = game.legal_actions(game.known(view))
    due = [act for act in legal if not act.takes_back and not act.is_optional]
    return bool(due) and all(
        act.kind != "choice" and doers_of(game, view, legal, act, has_hands=has_hands) == "dealer" for act in due
    )


def _comes_after_people(legal: Sequence[Action], chosen: Action, people: Collection[Seat]) -> bool:
    """Whether all choose together when this act comes, and a person may still want to be first."""
    return chosen.in_common_order and any(act.in_common_order and act.actor in people for act in legal)


def _is_of(
    game: AnyGame, view: View[Any, Any], legal: Sequence[Action], action: Action, seat: Seat, has_hands: bool
) -> bool:
    """Whether a seat does an act for which there is a button."""
    if action.kind == "choice" or not game.settle_words(view, action):
        return False
    doers = doers_of(game, view, legal, action, has_hands=has_hands)
    return doers != "dealer" and (doers == "all" or seat in doers)


class Autopilot:
    """Plays what no person has to do. The same seed and position give the same act: an undo re-rolls nothing."""

    def __init__(self, game: AnyGame, seed: Seed, *, dawdle: bool = False, has_hands: bool = False) -> None:
        """Bots that `dawdle` avoid winning: their games last and meet rules that good play hardly ever needs.

        With `has_hands` pieces lie on a table, and people move their own.
        """
        self._game = game
        self._seed = seed
        self._dawdle = dawdle
        self._has_hands = has_hands

    def propose(
        self, state: State[Any, Any], ply: int, people: frozenset[Seat], *, unhurried: bool = False
    ) -> tuple[Action, str] | None:
        """The next act and who does it ("dealer" or "bot"); None where a person has to act or the game is over.

        `ply` is the number of acts done so far. The dealer looks at the state, because it knows the hidden cards; a bot
        is given its own view only, and waits for people who are asked before it to act in the same place: a card on a
        pile does not show whose it was. Where the order does not matter nobody is before it. What anybody may choose
        for all a bot does only where no person is asked, and what is optional not while people play. What is no choice
        waits for the person whose it is (`Game.doers`), and what is everybody's is left for later where `unhurried`: so
        is an act in an order that all choose together, while a person has one. A bot with hands takes no piece that a
        person may still choose.
        """
        legal = tuple(each for each in self._game.legal_actions(state) if not each.takes_back)
        rng = self._chance(ply)
        settled = [each for each in legal if each.kind != "choice"]
        if people and settled:
            view = self._game.view(state, None)
            settled = [each for each in settled if self._is_bots(view, legal, each, people, unhurried)]
        if settled:
            return self._game.simulation.deal(state, settled, rng), "dealer"
        shared, asked = self._of_all(state, legal, people)
        for seat in dict.fromkeys((*asked, *(action.actor for action in legal))):
            if seat is None or seat in people or self._must_wait(state, legal, seat, people):
                continue
            own = [
                action
                for action in legal
                if action.kind == "choice" and (action.actor == seat or (action in shared and seat in asked))
            ]
            if all(action.is_optional for action in own):
                continue
            chosen: Action = self._game.simulation.suggest(self._game.view(state, seat), own, rng, self._dawdle)
            is_ahead = unhurried and _comes_after_people(legal, chosen, people)
            if not is_ahead and not self._snatches(state, legal, chosen, people):
                return chosen, "bot"
        return None

    def settle(self, state: State[Any, Any], ply: int, seat: Seat, key: str) -> Action | None:
        """The act that this seat lets chance settle, of the key of a `Settling`; None where that is not open to it."""
        view = self._game.view(state, None)
        game, legal = self._game, self._game.legal_actions(state)
        open_ = (act for act in legal if key_of(game, act) == key)
        wanted = [act for act in open_ if _is_of(game, view, legal, act, seat, self._has_hands)]
        return self._game.simulation.deal(state, wanted, self._chance(ply)) if wanted else None

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

    def _chance(self, ply: int) -> random.Random:
        # Of text Python hashes all (SHA-512): what is seen of the chance in one act tells nothing of that in another.
        return random.Random(f"{self._seed}/{ply}")

    def _is_bots(
        self,
        view: View[Any, Any],
        legal: Sequence[Action],
        action: Action,
        people: frozenset[Seat],
        unhurried: bool,
    ) -> bool:
        """Whether dealer and bots may do now what is no choice."""
        doers = doers_of(self._game, view, legal, action, has_hands=self._has_hands)
        if doers == "all":
            # What chance has settled among people, as who was on a boat last, they alone know.
            return not unhurried and action.kind != "chance"
        return doers == "dealer" or people.isdisjoint(doers)

    def _snatches(
        self, state: State[Any, Any], legal: Sequence[Action], chosen: Action, people: frozenset[Seat]
    ) -> bool:
        """Whether a bot would take by hand what a person may choose now, who would tap it in vain before it is seen."""
        if not self._has_hands or chosen.sense in OFF_MAT:
            return False
        theirs = {
            action for action in legal if action.kind == "choice" and action.actor in people and not action.is_optional
        }
        return bool(theirs) and not theirs <= {*self._game.legal_actions(self._game.apply_action(state, chosen))}

    def _must_wait(self, state: State[Any, Any], legal: Sequence[Action], seat: Seat, people: frozenset[Seat]) -> bool:
        if not people:
            return False
        prompt = self._game.prompt(self._game.view(state, None))
        asked = () if prompt.any_order else prompt.seats
        before = people.intersection(asked[: asked.index(seat)] if seat in asked else ())
        own = {zone for action in legal if action.actor == seat for zone in action.zones()}
        return any(action.actor in before and not own.isdisjoint(action.zones()) for action in legal)
