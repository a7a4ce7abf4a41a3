"""Everything that the strip says in Manawave, both editions."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.game import public_view
from companion.games.light_samples import NAMES, LightSample
from companion.games.manawave.lights import ManawaveTable, lights


def samples() -> tuple[LightSample, ...]:
    """Each light, with what it is for; the mats are named as the editions."""
    clans = ManawaveTable(edition="clans", count=3, phase="open")
    nexus = ManawaveTable(edition="nexus", count=5, phase="wave", at=4)
    told = {
        "Start: round 3": clans,
        "Secret choice": replace(clans, phase="secret"),
        "Secret choice: one committed": replace(clans, phase="secret", committed=(1,)),
        "Execution: at the Source": replace(clans, phase="wave"),
        "Execution: at Monument 2": replace(clans, phase="wave", at=2),
        "Execution: at the Sink": replace(clans, phase="wave", at=4),
        "Resolution": replace(clans, phase="resolution", at=1),
        "War": replace(clans, phase="war", at=2, sides=(0,)),
        "Sacrifice": replace(clans, phase="sacrifice", at=2, sides=(0, 1)),
        "Growth": replace(clans, phase="growth", at=3, sides=(1,)),
        "Nexus: strength 5 at N1.5": nexus,
        "Nexus: at the Sink": replace(nexus, at=10),
        "Won by the first seat": replace(clans, phase="over", winners=(0,)),
        "A draw": replace(clans, phase="over"),
    }
    names = NAMES[:2]
    return tuple(
        LightSample(title, lights(public_view(table, names)), table.edition, names) for title, table in told.items()
    )
