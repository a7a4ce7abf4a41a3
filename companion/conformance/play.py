"""A few random games by bots: every position and act of them is held against what any game keeps."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, TypeVar, cast

from msgspec.structs import replace

from companion.conformance.findings import Finding, Findings, finding_of, parted
from companion.conformance.positions import NAMES, AnyState, Position, Positions
from companion.conformance.source import Source, among
from companion.games.core import Action, types_of
from companion.games.deal import OWN, can_deal, open_virtual, with_cards
from companion.games.errors import IllegalAction
from companion.games.faults import fault_of
from companion.games.game import AnyGame
from companion.games.offers import is_offered
from companion.laws.oracles import wrong_step
from companion.simulation.drawn_options import drawn_options
from companion.simulation.self_play import MOST_ACTS

R = TypeVar("R")
OTHERWISE: Final = 0.3
"""Share of the options that no simulation draws, and that are drawn here."""
_RULE: Final = re.compile(r"\(([A-Z][^()]*)\)")
"""The id of the law that a sentence says is broken."""
MOSTLY: Final = 0.9
"""Share of positions in which nobody thinks of taking back what was sealed."""
OFTEN: Final = 2
"""So often each kind of act is looked at from all sides; a position once for each set of acts that are legal in it."""
SELDOM: Final = 0.01
"""Share of the other positions that are so as well."""


def pick(game: AnyGame, state: AnyState, rng: random.Random) -> Action:
    """A legal action: now and then any, else by the odds of the cards or by the bot of the seat that acts."""
    return pick_of(game, state, game.legal_actions(state), rng)


def pick_of(game: AnyGame, state: AnyState, actions: tuple[Any, ...], rng: random.Random) -> Action:
    """The same of legal actions that are listed already."""
    willing = tuple(each for each in actions if not each.takes_back)
    if 0 < len(willing) < len(actions) and rng.random() < MOSTLY:
        actions = willing  # nobody has to take anything back, and play has to go on
    action = rng.choice(actions)
    if rng.random() < 0.3 or action.kind == "upkeep":
        return cast("Action", action)
    same = [each for each in actions if type(each) is type(action) and each.actor == action.actor]
    if action.kind == "chance":
        return cast("Action", game.simulation.deal(state, same, rng))
    return cast("Action", game.simulation.suggest(game.view(state, action.actor, NAMES), same, rng, False))


def any_options(game: AnyGame, rng: random.Random) -> dict[str, Any]:
    """Options with which a game can be begun, as simulations draw them, and now and then any of the others too."""
    options = drawn_options(game, rng, {})
    for field in game.options():
        if field.key not in options and rng.random() < OTHERWISE:
            tried = {**options, field.key: rng.choice(field.choices)[0]}
            options = tried if is_offered(game, tried) else options
    return options


class Player:
    """Plays games of one package and keeps what is wrong in them."""

    def __init__(self, game: AnyGame, source: Source, found: Findings) -> None:
        self._game, self._source, self._found = game, source, found
        self._met = Counter[object]()

    def play(self, seed: int, number: int) -> None:
        """One game to its end, or to what keeps it from going on."""
        rng = random.Random(f"{seed}/{number}")
        opened = self._opened(rng, number)
        if opened is None:
            return
        game, state = opened
        positions = Positions(game, self._source, rng)
        self._look_at_start(game, state)
        for _ in range(MOST_ACTS):
            at = self._tried("how it goes on", partial(positions.asked, state))
            if at is None:
                return
            self._look(positions, at)
            if at.outcome is not None or not at.legal:
                return
            act = self._tried("an act to choose", partial(pick_of, game, state, at.legal, rng))
            after = self._after(positions, state, act) if act is not None else None
            if act is None or after is None:
                return
            self._look_at_step(positions, at, act, after)
            state = after
        text = f"A game still goes on after {MOST_ACTS} acts."
        self._found.add("endless", Finding(self._source.front, text, "Let each round bring the end nearer."))

    def _opened(self, rng: random.Random, number: int) -> tuple[AnyGame, AnyState] | None:
        """A game as it is bound, and its start: dealt or imagined, and of one with cards now and then people's own."""
        game = self._game

        def begun() -> tuple[AnyGame, AnyState]:
            options = any_options(game, rng)
            if can_deal(game) and number % 3 == 2:
                start = game.new_game(with_cards(game, options, OWN), {})
            else:
                start = open_virtual(game, options, rng, game.simulation.varied_owner(rng))
            return game.bound(start), start

        return self._tried("a new game", begun)

    def _look_at_start(self, game: AnyGame, state: AnyState) -> None:
        def broken() -> Iterator[Finding]:
            for text in game.violations(state):
                place = self._source.of_member(type(game), "new_game")
                yield Finding(place, f"A law is broken at the start: {text}", "Lay out what the law counts.")

        self._held("the laws at the start", broken)

    def _after(self, positions: Positions, state: AnyState, act: Action) -> AnyState | None:
        """The position after an act; None where it cannot be done."""
        try:
            return positions.game.apply_action(state, act)
        except IllegalAction as refused:
            self._found.extend((positions.refusal(state, act, refused),))
        except Exception as error:  # whatever somebody has written there
            self._broke_off(f"the act {type(act).__name__}", error)
        return None

    def look_at_unmet(self) -> None:
        """Keep a note of acts that nobody did, so that nothing of them was looked at."""
        unmet = [act for act in types_of(self._game.action_type) if not self._met[act]]
        if unmet:
            names = among([act.__name__ for act in unmet], 6)
            text = f"In these games nobody did {names}: nothing of that was looked at."
            cure = "Let more games be played, as by --games 20, or see to it that it is ever legal."
            self._found.extend((Finding(self._source.of_class(unmet[0]), text, cure, "note"),))

    # --- what is looked at ---

    def _look(self, positions: Positions, at: Position) -> None:
        """Hold a position against what all keep: always what costs little, and now and then everything."""
        self._held("how it goes on", lambda: positions.whether_it_goes_on(at))
        moment = tuple(sorted({type(act).__name__ for act in at.legal}))
        self._met[moment] += 1
        if self._met[moment] > 1 and random.Random(f"{moment}{self._met[moment]}").random() >= SELDOM:
            return
        self._held("a state in JSON", lambda: positions.whether_it_is_kept(at.state))
        self._held("the expected table", lambda: positions.whether_it_can_be_laid(at.state))
        self._held("the prompt", lambda: positions.whether_it_is_asked(at))
        self._held("what is shown", lambda: positions.whether_all_is_said(at))
        self._held("the legal acts", lambda: positions.whether_acts_can_be_done(at))
        self._held("facts that are set", lambda: positions.whether_facts_stay(at))

    def _look_at_step(self, positions: Positions, at: Position, act: Action, after: AnyState) -> None:
        game, before, name = positions.game, at.state, type(act).__name__

        def broken() -> Iterator[Finding]:
            place = positions.of_acts(before, act, "apply")
            laws = game.violations(after)
            old = {rule for law in (game.violations(before) if laws else ()) for rule in _RULE.findall(str(law))}
            for law in (each for each in laws if not old.intersection(_RULE.findall(str(each)))):
                text, cure = f"After the act {name} a law is broken: {law}", "Let one of the two be right."
                self._found.add((place, *_RULE.findall(str(law))), Finding(place, text, cure))
            for words in wrong_step(game, before, act, after):
                yield Finding(place, *parted(words))

        self._held("the laws", broken)
        self._held(f"the zones of {name}", lambda: positions.whether_zones_are_named(before, act, after))
        self._met[type(act)] += 1
        if self._met[type(act)] <= OFTEN:
            self._held(f"the log of {name}", lambda: positions.whether_it_is_logged(before, act))
            self._held(f"what others know of {name}", lambda: positions.whether_secrets_are_kept(at, act, after))

    def _held(self, what: str, look: Callable[[], Iterator[Finding]]) -> None:
        """Keep what a look finds, and what it breaks off with."""
        try:
            self._found.extend(look())
        except Exception as error:  # whatever somebody has written there
            self._broke_off(what, error)

    def _tried(self, what: str, ask: Callable[[], R]) -> R | None:
        """What is answered; None where it breaks off."""
        try:
            return ask()
        except Exception as error:  # whatever somebody has written there
            self._broke_off(what, error)
            return None

    def _broke_off(self, what: str, error: Exception) -> None:
        told = finding_of(fault_of(error, self._source.package), self._source)
        same = (each.place for each in self._found if each.text == told.text)
        if any(told.place in (place, self._source.front) for place in same):
            return  # it was told before anything was played; the front is where play knows no better place
        words = f"Asked about {what}, the game breaks off: {told.text}"
        self._found.add((told.place, told.text), replace(told, text=words))
