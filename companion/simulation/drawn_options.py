"""What a game of a simulation is played with where nobody has chosen it: players, mode and options, by lot."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from companion.games.game import AnyGame
from companion.games.offers import COURSE, combinations, is_offered
from companion.games.option_text import fitting
from companion.games.parts import Simulation


def drawn_options(game: AnyGame, rng: random.Random, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The options of one game: those chosen, else those that it varies itself, else by lot, players and mode too.

    Where nothing fits what was chosen, `new_game` is left to refuse it.
    """
    varied = game.simulation.varied_options(rng)
    if game.simulation.varied_options is Simulation.varied_options:  # it says nothing of it: each value is as likely
        varied = {field.key: rng.choice(field.choices)[0] for field in game.options() if field.key not in COURSE}
    settled, course = {**varied, **chosen}, {field.key for field in game.options()} & {*COURSE}
    if course <= chosen.keys() or (course <= settled.keys() and is_offered(game, settled)):
        return settled
    lot = random.Random()
    lot.setstate(rng.getstate())  # what follows in the game does not hang on how many were tried
    every = combinations(game)
    for offer in lot.sample(every, len(every)):
        options = fitting(game, {**varied, **offer, **chosen})
        if chosen.items() <= options.items() and is_offered(game, options):
            return options
    return settled
