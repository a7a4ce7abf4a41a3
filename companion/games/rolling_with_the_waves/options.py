"""A new game: what can be chosen, what comes of it, and what simulations choose."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.core import OptionField, State
from companion.games.rolling_with_the_waves.bonuses import read_bonuses
from companion.games.rolling_with_the_waves.figures import CREW_COLOURS, PRINTED, read_crew, read_figures
from companion.games.rolling_with_the_waves.model import DICE_A_PLAYER, SEATS, DiceState, Table
from companion.games.rolling_with_the_waves.whole import Chart, Setup, Whole
from companion.games.shared.options import complete
from companion.language.message import Message, lone, say

TITLE = "Rolling with the Waves"
_WHOLE = (("score_only", False),)
OPTIONS = (
    OptionField("players", say("Players"), tuple((each, lone(each)) for each in SEATS)),
    OptionField(
        "score_only",
        say("What is played"),
        ((False, say("the whole game")), (True, say("only the dice: each roll is read and counted"))),
    ),
    OptionField(
        "tray",
        say("Dice tray"),
        (
            ("side", say("at the left of the mat: from there clear dice are read best")),
            ("middle", say("in the middle of the mat: as it was printed before")),
        ),
    ),
    OptionField(
        "freebooters",
        say("Freebooters"),
        (
            ("clear", say("clear, as in the box")),
            ("white", say("white")),
            ("own", say("any other colour that no crew has, as you showed them")),
        ),
        help=say("Dice that are not clear are read better, and less is asked."),
    ),
    OptionField(
        "allocation",
        say("Allocation"),
        (
            ("any", say("each on the own phone, or with real dice behind the screen")),
            ("board", say("everybody with real dice behind the screen, then on the mat")),
        ),
        needs=_WHOLE,
    ),
    OptionField(
        "cannon_tie",
        say("Equal Infamy when firing"),
        (
            ("left_of_first", say("clockwise from the first player's left")),
            ("from_first", say("clockwise from the first player")),
        ),
        is_rare=True,
        needs=_WHOLE,
    ),
    OptionField(
        "hull_applies",
        say("Hull against two cannons"),
        (("volley", say("stops shots once")), ("cannon", say("stops shots of each cannon"))),
        is_rare=True,
        needs=_WHOLE,
    ),
    OptionField(
        "ports_tie",
        say("Equal greatest Ports"),
        (
            ("all_positive", say("each gets one more")),
            ("all", say("each gets one more, even with none")),
            ("none", say("nobody gets more")),
        ),
        is_rare=True,
        needs=_WHOLE,
    ),
    OptionField(
        "raise_on_raise",
        say("Raising a die on Raise Spirits"),
        ((False, say("not allowed")), (True, say("allowed"))),
        is_rare=True,
        needs=_WHOLE,
    ),
    OptionField(
        "allocate_to_full",
        say("A die on an icon without an empty square"),
        ((False, say("not allowed")), (True, say("allowed, and wasted"))),
        is_rare=True,
        needs=_WHOLE,
    ),
    OptionField(
        "final_tie",
        say("Equal points and Infamy"),
        (("shared", say("shared victory")), ("seat_order", say("the first seat wins"))),
        is_rare=True,
        needs=_WHOLE,
    ),
    OptionField(
        "bots",
        say("How bots play"),
        (("greedy", say("after the most points")), ("random", say("at random"))),
        is_rare=True,
        needs=_WHOLE,
    ),
)


def new_game(options: Mapping[str, Any], owner: Mapping[str, Any]) -> DiceState:
    """The state before anything is rolled; `owner` is the content of the owner's file. Raises `BadOption`."""
    chosen = complete(TITLE, OPTIONS, options, "R-003")
    players, score_only, tray, look = (chosen.pop(key) for key in ("players", "score_only", "tray", "freebooters"))
    table = Table(players=players, pool=DICE_A_PLAYER * players, why=("R-003", "R-030"))
    if tray == "side":
        table = replace(table, tray="side")
    if look != "clear":
        table = replace(table, free=look)
    if score_only:
        return State(table, (None,) * players)
    if chosen.pop("allocation") == "board":
        chosen["by_board"] = True
    crew = read_crew(owner)
    setup = Setup(
        **chosen,
        colours=crew[:players],
        figures=read_figures(owner),
        crew=UNSET if crew == CREW_COLOURS else crew,
        bonus=read_bonuses(owner),
    )
    free = players + PRINTED.freebooter_extra
    whole = Whole(
        setup=setup,
        bag=(*(PRINTED.start_per_player,) * players, free),
        supply=(*(PRINTED.per_colour - PRINTED.start_per_player,) * players, PRINTED.freebooters - free),
        maps=(Chart(infamy=PRINTED.infamy),) * players,
        nests=((),) * players,
        placed=(0,) * players,
        called=(False,) * players,
        icons=((),) * players,
        raised=(None,) * players,
        closed=(False,) * players,
    )
    table = replace(table, whole=whole, why=("R-004", "R-006", "R-007", "R-008", "R-009"))
    return State(table, (None,) * players)


def house_rules(setup: Setup) -> tuple[Message, ...]:
    """The options of this game that are off their default, in words."""
    told = (
        (say("Of equal Infamy the first player fires first."), setup.cannon_tie == "from_first"),
        (say("A Hull stops shots of each cannon."), setup.hull_applies == "cannon"),
        (say("With equal greatest Ports nobody gets more."), setup.ports_tie == "none"),
        (say("With equal Ports everybody gets one more, even with none."), setup.ports_tie == "all"),
        (say("A die on Raise Spirits may be raised."), setup.raise_on_raise),
        (say("A die may be wasted on a full icon."), setup.allocate_to_full),
        (say("Of equals the first seat wins."), setup.final_tie == "seat_order"),
    )
    return (*(text for text, is_played in told if is_played), *(bonus.rule() for bonus in setup.bonuses))


def varied_options(rng: random.Random) -> dict[str, Any]:
    """Options of a virtual game, drawn so that many games meet every rule; what the tray and dice look like is none."""
    chosen: dict[str, Any] = {"players": rng.choice(SEATS), "score_only": False}
    for field in OPTIONS[4:]:
        usual, *others = [value for value, _ in field.choices]
        chosen[field.key] = rng.choice(others) if rng.random() < 0.2 else usual
    return chosen
