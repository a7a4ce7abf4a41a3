"""Everything that the strip says in Atlantis Rising."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.atlantis_rising.lights import AtlantisTable, lights
from companion.games.game import public_view
from companion.games.light_samples import NAMES, LightSample


def samples() -> tuple[LightSample, ...]:
    """Each light, with what it is for."""
    begin = AtlantisTable(
        dry=(6,) * 6,
        wrath_values=(0, 1, 1, 2, 2, 3),
        wrath_space=0,
        phase="place",
    )
    later = replace(begin, dry=(4, 6, 3, 5, 0, 2), wrath_space=3, phase="misfortune", barriers=(1, 3))
    dire = replace(later, dry=(0, 1, 0, 1, 0, 0), wrath_space=5, barriers=())
    told = {
        "Place Atlanteans": begin,
        "The turn comes to seat 3": replace(later, turn_of=2),
        "Misfortunes: arms in danger": replace(later, in_danger=(0, 2, 5)),
        "A tile floods": replace(later, flooding=2),
        "A barrier is discarded": replace(later, broken=3),
        "A card names a depleted arm": replace(later, named=4),
        "Actions": replace(later, phase="actions"),
        "A tile is unflooded": replace(later, phase="actions", rising=0),
        "Wrath: two floods to choose": replace(later, phase="wrath", floods_left=2),
        "Last space of the wrath track": replace(later, phase="wrath", wrath_space=5, floods_left=3),
        "Two tiles left": dire,
        "Won": replace(dire, outcome="won"),
        "Lost": replace(dire, outcome="lost"),
    }
    names = NAMES[:4]
    return tuple(
        LightSample(title, lights(public_view(table, names)), "island", names) for title, table in told.items()
    )
