"""What Manawave says in random games of its three states.

`python -m tests.companion.games.manawave.transcript` prints it. Whoever changes a sentence on purpose writes
`transcript.txt` anew with that, and reads what differs.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from companion.games.manawave.game import GAME
from companion.games.manawave.state.model import BOTH
from tests.companion.games.manawave.law_positions import played
from tests.companion.games.manawave.play import NAMES
from tests.companion.games.transcript import Transcript

FILE: Final = Path(__file__).with_suffix(".txt")
GAMES: Final[tuple[tuple[int, dict[str, Any]], ...]] = (
    (1, {"mode": "clans"}),
    (2, {"mode": "clans", "counters": "told", "veto": "one_at_random", "same_pick": "again"}),
    (3, {"mode": "clans", "mana_persists": False, "phase_order": "conflict_first", "pile_empty": "population"}),
    (4, {"mode": "nexus"}),
    (5, {"mode": "nexus", "geometry": "same_line", "counters": "told"}),
    (6, {"mode": "nexus", "pieces": "families", "geometry": "hex_lattice"}),
)
"""Seed and options of a random game."""


def lines(games: Iterable[tuple[int, dict[str, Any]]] = GAMES) -> Iterator[str]:
    said = Transcript(GAME, NAMES, lambda state: BOTH, is_brief=True)
    for seed, options in games:
        yield f"== {', '.join(f'{option} {value}' for option, value in options.items())}"
        for before, act, after in played(random.Random(seed), options):
            yield from said.step(before, act, after)


if __name__ == "__main__":
    print("\n".join(lines()))
