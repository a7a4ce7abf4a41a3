"""A new game: what can be chosen, what comes of it, and what simulations choose."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.core import State
from companion.games.rolling_with_the_waves.data import bonuses, figures
from companion.games.rolling_with_the_waves.state import model, records
from companion.games.shared.options import complete, option_fields

TITLE: Final = "Rolling with the Waves"
OPTIONS: Final = option_fields(__package__, model.SEATS)
OF_DICE: Final = ("players", "score_only", "tray", "freebooters")
"""Those that an evening of dice alone has too."""


def new_game(options: Mapping[str, Any], owner: Mapping[str, Any]) -> model.DiceState:
    """The state before anything is rolled; `owner` is the content of the owner's file. Raises `BadOption`."""
    chosen = complete(TITLE, OPTIONS, options, "R-003")
    players, score_only, tray, look = (chosen.pop(key) for key in OF_DICE)
    table = model.Table(players=players, pool=model.DICE_A_PLAYER * players, why=("R-003", "R-030"))
    if tray == "side":
        table = replace(table, tray="side")
    if look != "clear":
        table = replace(table, free=look)
    if not score_only:
        whole = _new_whole(players, chosen, owner)
        table = replace(table, whole=whole, why=("R-004", "R-006", "R-007", "R-008", "R-009"))
    return State(table, (None,) * players)


def _new_whole(players: int, chosen: dict[str, Any], owner: Mapping[str, Any]) -> records.Whole:
    if chosen.pop("allocation") == "board":
        chosen["by_board"] = True
    crew = figures.read_crew(owner)
    setup = records.Setup(
        **chosen,
        colours=crew[:players],
        figures=figures.read_figures(owner),
        crew=UNSET if crew == figures.CREW_COLOURS else crew,
        bonus=bonuses.read_bonuses(owner),
    )
    free = players + figures.PRINTED.freebooter_extra
    supply = figures.PRINTED.per_colour - figures.PRINTED.start_per_player
    return records.Whole(
        setup=setup,
        bag=(*(figures.PRINTED.start_per_player,) * players, free),
        supply=(*(supply,) * players, figures.PRINTED.freebooters - free),
        maps=(records.Chart(infamy=figures.PRINTED.infamy),) * players,
        closed=(False,) * players,
        **model.cleared(players),
    )


def varied_owner(rng: random.Random) -> dict[str, Any]:
    """What the owner of a virtual game has typed and added."""
    return figures.varied_owner(rng) | bonuses.varied_owner(rng)


def varied_options(rng: random.Random) -> dict[str, Any]:
    """Options of a virtual game, drawn so that many games meet every rule; what the tray and dice look like is none."""
    chosen: dict[str, Any] = {"players": rng.choice(model.SEATS), "score_only": False}
    for field in (each for each in OPTIONS if each.key not in OF_DICE):
        usual, *others = [value for value, _ in field.choices]
        chosen[field.key] = rng.choice(others) if rng.random() < 0.2 else usual
    return chosen
