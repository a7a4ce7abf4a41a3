"""Everything that the strip says in Rolling with the Waves, though only its dice are played here yet."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.game import public_view
from companion.games.light_samples import NAMES, LightSample
from companion.games.rolling_with_the_waves.lights import Volley, WholeTable, lights
from companion.games.rolling_with_the_waves.mat import SIDE
from companion.language.message import say


def samples() -> tuple[LightSample, ...]:
    """Each light, with what it is for."""
    draft = WholeTable(infamy=(5, 7, 0, 18), first=1, phase="draft", acts=1)
    told = {
        say("Draft"): draft,
        say("Allocate: one has called"): replace(draft, phase="allocate", called=(2,)),
        say("Allocate: all have called"): replace(draft, phase="allocate", called=(0, 1, 2, 3)),
        say("Reveal"): replace(draft, phase="reveal"),
        say("Write, step iii"): replace(draft, phase="write", step=3),
        say("Cannon: 3 stolen"): replace(draft, phase="cannon", volley=Volley(0, 2, 3)),
        say("Cannon: 1 stolen, 2 blocked"): replace(draft, phase="cannon", volley=Volley(0, 3, 1, 2)),
        say("Ports"): replace(draft, phase="ports", gained=(2, 0, 0, 4)),
        say("Drop Anchor"): replace(draft, phase="anchor", first=2),
        say("One step from the end"): replace(draft, near_end=(3,)),
        say("The end"): replace(draft, phase="end", winners=(3,)),
    }
    names = NAMES[:4]
    return tuple(LightSample(title, lights(public_view(table, names)), SIDE, names) for title, table in told.items())
