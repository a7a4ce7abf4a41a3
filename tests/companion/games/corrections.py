"""Games whose host corrects them at random, and all that a game makes of a position for whoever looks.

Drawn here: options, a position after any act of a game, what a host's form may send then, acts, and ways back.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final

import msgspec

from companion.conformance.play import pick
from companion.games.bots import Autopilot
from companion.games.core import Action, FactValue, Seat, View
from companion.games.dice import is_dice_alone
from companion.games.errors import BadOption
from companion.games.game import AnyGame
from companion.games.offers import combinations
from companion.games.openings import due_openings
from companion.games.shared.facts import FactField
from companion.lights.render import render
from companion.simulation.self_play import Step
from companion.table.geometry import lay_table
from tests.companion.games.boards import boards_of
from tests.companion.games.contract import NAMES, AnyState
from tests.companion.games.playthroughs import allowed_values, fact_fields, play, slips

RECENT: Final = 3
"""What the last so many acts have changed is corrected oftener: there most is remembered."""
MOST_FACTS: Final = 6
SELDOM: Final = 0.1
"""Share of the looks in which what costs most is asked for: sentences as text, and what a virtual table imagines."""
_PIXELS: Final = 24


# --- draws ---


def drawn_options(game: AnyGame, rng: random.Random) -> dict[str, Any]:
    """Options with which the game can be played, any of them off its default now and then."""
    while True:
        options = (game.simulation.varied_options(rng) if rng.random() < 0.7 else {}) | rng.choice(combinations(game))
        for field in game.options():
            if field.key == "cards" or (field.key not in options and rng.random() < 0.2):
                options[field.key] = rng.choice(field.choices)[0]
        try:
            game.new_game(options, {})
        except BadOption:
            continue
        return options


def drawn_steps(game: AnyGame, options: Mapping[str, Any], rng: random.Random, most: int = 10_000) -> tuple[Step, ...]:
    """The first so many steps of a game with these options, and now and then with an owner's own figures."""
    start = game.new_game(options, game.simulation.varied_owner(rng) if rng.random() < 0.3 else {})
    return tuple(play(game.bound(start), start, rng, most))


def drawn_place(steps: tuple[Step, ...], rng: random.Random) -> int:
    """Which of these steps comes next, each kind of act before and after it as likely as any other; seldom none."""
    if rng.random() < 0.03:
        return len(steps)
    acts = [type(action) for _, action, _ in steps]
    places: dict[tuple[object, object], list[int]] = {}
    for place, pair in enumerate(zip((None, *acts), acts, strict=False)):
        places.setdefault(pair, []).append(place)
    return rng.choice(rng.choice(list(places.values())))


def drawn_facts(
    fields: Mapping[str, FactField], before: Mapping[str, FactField], rng: random.Random
) -> dict[str, FactValue]:
    """What a host's form sends: one fact or several, slips and any other value, oftener of what differs from `before`.

    The phase is set in a quarter of all draws.
    """
    chosen = list(fields.values())
    if rng.random() < 0.5:
        chosen = [each for each in chosen if before.get(each.key) != each] or chosen
    most = len(chosen) if rng.random() < 0.1 else min(MOST_FACTS, len(chosen))
    chosen = rng.sample(chosen, 1 if rng.random() < 0.4 else rng.randint(1, most))
    if "phase" in fields and rng.random() < 0.25:
        chosen.append(fields["phase"])
    values = allowed_values if rng.random() < 0.4 else slips
    return {each.key: rng.choice(allowed_values(each) if each.choices else values(each)) for each in chosen}


class Course:
    """One game and where it stands, set forth by acts and corrections, and back."""

    def __init__(self, game: AnyGame, steps: tuple[Step, ...], place: int, rng: random.Random) -> None:
        self.game = game
        self.states: list[AnyState] = [steps[0][0], *(after for _, _, after in steps[:place])][-RECENT - 1 :]
        """The positions of late, the present one last."""
        self.told: list[object] = [place]
        """What has led to it from that place on, for whoever reads of a failure."""
        self.drafts: dict[Seat, Action] = {}
        self._rng = rng

    @property
    def state(self) -> AnyState:
        """The present position."""
        return self.states[-1]

    @property
    def is_over(self) -> bool:
        """Whether the game has come to its end."""
        return self.game.outcome(self.state) is not None

    def correct(self) -> None:
        """Let the host correct facts."""
        now, then = (fact_fields(self.game, state) for state in (self.state, self.states[-RECENT - 1 :][0]))
        facts = drawn_facts(now, then, self._rng)
        self.told.append(facts)
        self.states.append(self.game.correct(self.state, facts))

    def act(self) -> None:
        """Do a legal act, and open what is due."""
        action = pick(self.game, self.state, self._rng)
        self.told.append(action)
        self.states.append(self.game.apply_action(self.state, action))
        self.states += [after for _, after in due_openings(self.game, self.state)]

    def undo(self) -> None:
        """Go back by a step."""
        if len(self.states) > 1:
            self.told.append("undo")
            self.states.pop()

    def put_together(self) -> None:
        """Let each seat drop what it can go on with no more, or tap on at what it puts together."""
        for seat in range(self.game.seat_count(self.state.table)):
            act = self.drafts.pop(seat, None)
            if act is not None and not self.game.drafts.is_fit(self._view(seat, act)):
                act = None
            steps = [each.draft for each in self.game.choices(self._view(seat, act)) if each.is_draft]
            act = self._rng.choice(steps) if steps else act
            if act is not None:
                self.drafts[seat] = act

    def look(self) -> None:
        """Hold the position against what every position of any game keeps, and ask for all that is shown of it."""
        game, state, rng = self.game, self.state, self._rng
        seat = rng.randrange(game.seat_count(state.table))
        legal = game.legal_actions(state)
        assert bool(legal) == (not self.is_over), "nobody can do anything, and the game is not over"
        assert {*game.legal_actions(state, seat)} <= {*legal}
        for field in fact_fields(game, state).values():
            field.check(field.value)
        outcome = game.outcome(state)
        for text in (game.prompt(self._view(None, None)).text, outcome.text if outcome is not None else "It goes on."):
            assert str(text) == str(text).strip() != "", f"no sentence: {str(text)!r}"
        for view in (self._view(rng.choice((None, seat)), None), *(self._view(*each) for each in self.drafts.items())):
            told = tuple(shown(game, view, rng))
            if rng.random() < SELDOM:
                msgspec.json.encode(told, enc_hook=str)
        if not self.is_over:
            Autopilot(game, 0).propose(state, 0, frozenset((seat,) if rng.random() < 0.5 else ()))
        if rng.random() < SELDOM:
            unsealed = msgspec.structs.replace(state, sealed=())
            assert msgspec.json.decode(msgspec.json.encode(unsealed), type=game.state_type) == unsealed
            if not state.is_told:
                game.simulation.determinize(state, rng)

    def play_on(self, plies: int) -> None:
        """Let the game play itself for so many acts."""
        for _ in range(plies):
            if self.is_over:
                return
            self.act()

    def _view(self, seat: Seat | None, draft: Action | None) -> View[Any, Any]:
        return self.game.view(self.state, seat, NAMES, draft)


# --- what is made of a view ---


def shown(game: AnyGame, view: View[Any, Any], rng: random.Random) -> Iterator[object]:
    """Everything that a game makes of one view."""
    choices = game.choices(view)
    yield from (game.prompt(view), choices, game.facts(view), game.screen.own_pieces(view), game.screen.panels(view))
    yield from (
        boards_of(game, view),
        game.screen.rule_words(view),
        game.broken_laws(view),
        game.screen.has_hand(view),
    )
    scene, layout, table = game.light.scene(view), game.mat.layout(view), game.mat.expected(view)
    yield from (render(scene, _PIXELS, 0.3), scene.text(), lay_table(table, layout, game.mat.kit))
    yield from (game.box.kept(view, {}), game.outcome(game.known(view)))
    if game.dice is not None:
        yield from (game.dice.board(view), game.dice.open_rolls(view), is_dice_alone(game.dice, view))
    for kind in game.reader.kinds:
        yield game.reader.act(game.known(view), kind) if view.seat is None else None
    kinds, zones = list(game.mat.pieces), [each.zone for each in layout.zones]
    for zone in rng.sample(zones, min(2, len(zones))):
        yield from (game.mat.rule_of_zone(view, zone, ()), game.mat.breach(view, zone, rng.choices(kinds, k=2)))
    for choice in islice((each for each in rng.sample(choices, len(choices)) if each.actions), 3):
        act = game.view_action(choice.actions[0], view.seat)
        yield from (game.describe(view, act), game.memory(view, act))
