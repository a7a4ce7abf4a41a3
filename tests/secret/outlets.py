"""The pure outlets: everything that a game or the tap gate makes for one pair of eyes, as bytes, and the checker."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from companion.games.core import Action, Seat, State, View
from companion.games.game import AnyGame
from companion.lights.render import render
from companion.referee.taps import TapRefused, judge_tap
from tests.secret.worlds import NAMES, Twins, options_of

AnyState = State[Any, Any]

PIXELS = 24
"""Of a short strip, with some for each seat."""
PROBES = 4
"""At every act of a history the last ones are tried, so that each is tried several times."""


class Moment(NamedTuple):
    """One act of one world, as one pair of eyes meets it."""

    game: AnyGame
    before: AnyState
    action: Action
    state: AnyState
    seat: Seat | None
    since: tuple[Action, ...]
    """The acts so far, the newest last."""
    probes: tuple[Action, ...]
    """Acts that the watcher tries though they are not offered; the same in both worlds."""

    @property
    def view(self) -> View[Any, Any]:
        """What the watcher may know."""
        return self.game.view(self.state, self.seat, NAMES)


Outlet = Callable[[Moment], object]


def _log(moment: Moment) -> str:
    before = moment.game.view(moment.before, moment.seat, NAMES)
    act = moment.game.view_action(moment.action, moment.seat)
    memory = moment.game.memory(before, act)  # told once the act is taken back
    return f"{moment.game.describe(before, act)} {memory.text if memory else ''}"


def _news(moment: Moment) -> tuple[str, str]:
    before = moment.game.view(moment.before, moment.seat, NAMES)
    act = moment.game.view_action(moment.action, moment.seat)
    return str(moment.game.came_of(before, act, moment.view) or ""), moment.game.piece_of(before, act)


def _boards(moment: Moment) -> object:
    """With the choices of the class: what a spoiled `choices` lets out is seen in that outlet alone."""
    choices = type(moment.game).choices(moment.game, moment.view)
    return moment.game.screen.boards(moment.view, choices)


def _pixels(moment: Moment) -> object:
    scene = moment.game.light.scene(moment.view)
    return [render(scene, PIXELS, at_s) for at_s in (0.0, 0.7, 1.9)]


def _refusals(moment: Moment) -> list[tuple[str, str, str]]:
    found = []
    for probe in moment.probes:
        for since in ((), [(act, "host") for act in moment.since]):
            try:
                judge_tap(moment.game, moment.state, moment.view, [probe], since, rewound=False)
            except TapRefused as refused:
                found.append((refused.code, str(refused), refused.rule))
            else:
                found.append(("accepted", "", ""))
    return found


OUTLETS: dict[str, Outlet] = {
    "view": lambda moment: moment.view,
    "prompt": lambda moment: moment.game.prompt(moment.view),
    "choices": lambda moment: moment.game.choices(moment.view),
    "facts": lambda moment: moment.game.facts(moment.view),
    "expected table": lambda moment: moment.game.mat.expected(moment.view),
    "own pieces": lambda moment: moment.game.screen.own_pieces(moment.view),
    "cards": lambda moment: moment.game.screen.cards(moment.view),
    "boards": _boards,
    "panels": lambda moment: moment.game.screen.panels(moment.view),
    "lights": lambda moment: moment.game.light.scene(moment.view),
    "pixels": _pixels,
    "layout": lambda moment: moment.game.mat.layout(moment.view),
    "outcome": lambda moment: moment.game.outcome(moment.state),
    "owner file": lambda moment: moment.game.box.kept(moment.view, {}),
    "log": _log,
    "news": _news,
    "refusals": _refusals,
}


def probes(pair: Twins, game: AnyGame, index: int, most: int = 8) -> tuple[Action, ...]:
    """Guesses at what happened and at what may happen next, in either world; the same for both."""
    history = (pair.one[: index + 1], pair.other[: index + 1])
    recent = [
        action for acts in history for action in reversed(acts) if action not in pair.one[:index] or acts is history[1]
    ]
    return tuple(dict.fromkeys(recent))[:most]


def moments(pair: Twins, game: AnyGame, history: Sequence[Action], seat: Seat | None) -> Iterator[Moment]:
    """Each act of a history, one after another; a moment is to be looked at before the next is taken."""
    state: AnyState = game.new_game(options_of(game), {})
    for index, action in enumerate(history):
        before, state = state, game.apply_action(state, action)
        yield Moment(game, before, action, state, seat, tuple(history[: index + 1]), probes(pair, game, index, PROBES))


def _encoded(pair: Twins, game: AnyGame, history: Sequence[Action], seat: Seat | None) -> list[dict[str, bytes]]:
    return [
        {name: msgspec.json.encode(outlet(moment), enc_hook=str) for name, outlet in OUTLETS.items()}
        for moment in moments(pair, game, history, seat)
    ]


def leaks(pair: Twins, game: AnyGame | None = None) -> dict[str, tuple[Seat | None, int]]:
    """Outlets that tell the worlds of a pair apart, each with the eyes and the act where it first does."""
    found: dict[str, tuple[Seat | None, int]] = {}
    playing = game or pair.game
    for seat in pair.watchers:
        one, other = (_encoded(pair, playing, history, seat) for history in (pair.one, pair.other))
        for index, (here, there) in enumerate(zip(one, other, strict=True)):
            for name in OUTLETS:
                if here[name] != there[name]:
                    found.setdefault(name, (seat, index))
    return found
