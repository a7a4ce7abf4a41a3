"""Sets to read and to try: those in `sets/`, the shipped ones changed, and one of forty Families."""

from __future__ import annotations

import copy
import random
import tomllib
from pathlib import Path
from typing import Any

from companion.playsets.manawave.front import ManawavePlaysets

SETS = Path(__file__).parent / "sets"
SHIPPED = Path(__file__).parents[4] / "companion" / "games" / "manawave" / "data"
MANAWAVE = ManawavePlaysets()


def shipped(edition: str = "clans") -> dict[str, Any]:
    """The table of a shipped set, to be changed."""
    return copy.deepcopy(tomllib.loads((SHIPPED / f"{edition}.toml").read_text(encoding="utf-8")))


def effect(**values: Any) -> dict[str, Any]:
    """One attack for the Clan, unless the values say otherwise."""
    return {"op": "add", "counter": "attack", "to": "clan", "amount": 1, **values}


def forty(seed: int = 1) -> dict[str, Any]:
    """A set of forty Families in four Factions, drawn by lot."""
    rng, table = random.Random(seed), shipped()
    table["name"] = "Forty Families"
    table["faction"] = [{"id": f"faction_{number}"} for number in range(4)]
    counters = ("mana", "attack", "shield", "growth", "sacrifice", "soulstain")
    targets = ("clan", "tribe", "adjacent_clans", "all_clans", "opposing_clan")

    def effects() -> list[dict[str, Any]]:
        return [
            effect(counter=rng.choice(counters), to=rng.choice(targets), amount=rng.randint(1, 3))
            for _ in range(rng.randint(1, 3))
        ]

    table["family"] = [
        {
            "id": f"family_{number}",
            "faction": f"faction_{number % 4}",
            "copies": rng.randint(1, 2),
            "modality": [{"cost": cost, "effects": effects()} for cost in (0, *sorted(rng.sample(range(1, 5), 2)))],
        }
        for number in range(40)
    ]
    return table
