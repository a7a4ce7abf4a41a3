"""Everything that the strip says in Manawave, both editions."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.game import public_view
from companion.games.light_samples import NAMES, LightSample
from companion.games.manawave.lights import ManawaveTable, lights
from companion.language.message import say


def samples() -> tuple[LightSample, ...]:
    """Each light, with what it is for; the mats are named as the editions."""
    clans = ManawaveTable(edition="clans", count=3, phase="open")
    nexus = ManawaveTable(edition="nexus", count=5, phase="wave", at=4)
    told = {
        say("Start: round 3"): clans,
        say("Secret choice"): replace(clans, phase="secret", asked=(0, 1)),
        say("Secret choice: one committed"): replace(clans, phase="secret", committed=(1,), asked=(0,)),
        say("Execution: at the Source"): replace(clans, phase="wave"),
        say("Execution: at Monument 2"): replace(clans, phase="wave", at=2),
        say("Execution: at the Sink"): replace(clans, phase="wave", at=4),
        say("Resolution"): replace(clans, phase="resolution", at=1),
        say("War"): replace(clans, phase="war", at=2, sides=(0,)),
        say("Sacrifice"): replace(clans, phase="sacrifice", at=2, sides=(0, 1)),
        say("Growth"): replace(clans, phase="growth", at=3, sides=(1,)),
        say("Nexus: strength 5 at N1.5"): nexus,
        say("Nexus: at the Sink"): replace(nexus, at=10),
        say("Won by the first seat"): replace(clans, phase="over", winners=(0,)),
        say("A draw"): replace(clans, phase="over"),
    }
    names = NAMES[:2]
    return tuple(
        LightSample(title, lights(public_view(table, names)), table.edition, names) for title, table in told.items()
    )
