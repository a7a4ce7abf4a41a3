"""What Atlantis Rising says in random games and in rare positions.

`python -m tests.companion.games.atlantis_rising.transcript` prints it. Whoever changes a sentence on purpose writes
`transcript.txt` anew with that, and reads what differs.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.games.atlantis_rising.data.contents import Price
from companion.games.atlantis_rising.game import GAME
from companion.games.atlantis_rising.state.model import AtlantisState
from companion.games.atlantis_rising.state.steps import (
    Amplifying,
    Discarding,
    Drawing,
    Endowing,
    Exchanging,
    Fencing,
    Flooding,
    Gaining,
    Peeking,
    Recalling,
    Recruiting,
    Repeating,
    Sacrificing,
    Settling,
    Sharing,
    Step,
    Studying,
    Unflooding,
)
from tests.companion.games.atlantis_rising.law_positions import EASY, played
from tests.companion.games.atlantis_rising.play import (
    BLUE,
    FORESTS,
    FORGES,
    HILLS,
    MOUNTAINS,
    RED,
    YELLOW,
    follower,
    leader,
)
from tests.companion.games.atlantis_rising.positions import deck
from tests.companion.games.atlantis_rising.tables import acted, table_of
from tests.companion.games.transcript import Transcript

FILE = Path(__file__).with_suffix(".txt")
NAMES = ("Ada", "Bo", "Cleo", "Dirk")
GAMES = ((1, 4, 1, 250), (2, 1, 2, 150), (3, 2, 3, 200))
"""Seed, players, level and the most acts of a random game."""
STEPS: tuple[Step, ...] = (
    *(Flooding(RED, 2, "depleted"), Flooding(RED, 2, "controlled"), Flooding(RED, 2, "card")),
    Recruiting((RED, BLUE)),
    *(Drawing(RED, 0, "one_discard", ("energy", "unflood")), Drawing(RED, 0, "one_bottom", ("energy", "unflood"))),
    *(Discarding(RED, 0), Discarding(RED, 1), Fencing(RED, 1), Unflooding(RED, 2), Gaining(RED, 1, ("gold", "ore"))),
    *(Amplifying(RED, 2), Exchanging(RED, 2), Peeking(RED, 1), Repeating(RED), Repeating(RED, True), Recalling(RED, 2)),
    *(Sharing((RED, BLUE), "mystic_siphon"), Sacrificing((RED, BLUE), "spirit_seal", 0), Studying(RED, False)),
    *(Endowing((RED, BLUE), "spirit_seal"), Settling(RED, "A card", "Whatever it says."), Settling(RED, "A card")),
)
"""What may be due in the actions."""


def rare(step: Step, **fields: Any) -> AtlantisState:
    """That is due where much stands, lies and is owned."""
    pieces = (
        *acted(leader(RED, "hills_1"), follower(RED, "hills_2"), leader(BLUE, "forests_1")),
        *(follower(RED, "spirit_seal", 0), follower(BLUE, "spirit_seal", 0), leader(YELLOW, "centre")),
    )
    return table_of(
        pieces=pieces,
        hands={RED: ("energy", "unflood", "barrier", "ancient_atlas")},
        owned={RED: Price(2, 2, 2, 2, 4), BLUE: Price(1, 0, 1, 0, 2)},
        components={"spirit_seal": 1, "mystic_siphon": 2},
        dry={HILLS: 4, MOUNTAINS: 5, FORESTS: 0},
        misfortunes=deck("drain", "panic", discards=("calm_seas", "panic", "drain")),
        barriers=(FORGES, HILLS),
        steps=(step,),
        **fields,
    )


def lines() -> Iterator[str]:
    said = Transcript(GAME, NAMES, lambda state: range(state.table.setup.players), is_brief=True)
    for seed, players, level, most in GAMES:
        for before, act, after in played(seed, players, level, EASY, most):
            yield from said.step(before, act, after)
    for step in STEPS:
        state = rare(step)
        yield f"== {type(step).__name__}"
        yield from said.position(state)
        acts = {type(act): act for act in GAME.legal_actions(state)}
        for act in acts.values():
            yield from said.step(state, act, GAME.apply_action(state, act))


if __name__ == "__main__":
    print("\n".join(lines()))
