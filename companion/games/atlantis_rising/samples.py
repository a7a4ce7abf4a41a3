"""Everything that the strip says in Atlantis Rising."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.atlantis_rising.lights import AtlantisTable, lights
from companion.games.game import public_view
from companion.games.light_samples import NAMES, LightSample
from companion.language.message import say


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
        say("Set-up"): replace(begin, phase="setup"),
        say("The Hologram is chosen"): replace(begin, phase="hologram"),
        say("Place Atlanteans"): begin,
        say("The turn comes to seat 3"): replace(later, turn_of=2),
        say("Misfortunes: arms in danger"): replace(later, in_danger=(0, 2, 5)),
        say("A tile floods"): replace(later, tide=(0, 0, -1, 0, 0, 0)),
        say("A barrier is discarded"): replace(later, barriers=(1,), broken=(3,)),
        say("A card names a depleted arm"): replace(later, named=4),
        say("Actions"): replace(later, phase="actions"),
        say("A tile is unflooded"): replace(later, phase="actions", tide=(1, 0, 0, 0, 0, 0)),
        say("Wrath: two floods to choose"): replace(later, phase="wrath", floods_left=2),
        say("Last space of the wrath track"): replace(later, phase="wrath", wrath_space=5, floods_left=3),
        say("End of the round"): replace(later, phase="end", wrath_space=4),
        say("Two tiles left"): dire,
        say("Won"): replace(dire, outcome="won"),
        say("Lost"): replace(dire, outcome="lost"),
    }
    names = NAMES[:4]
    return tuple(
        LightSample(title, lights(public_view(table, names)), "island", names) for title, table in told.items()
    )
