"""Lights of games whose rules are not played here yet: one row for each signal of theirs, on the game's own mat."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from companion.cli.showcase import NAMES, Row
from companion.games.atlantis_rising import lights as atlantis
from companion.games.kits import KITS
from companion.games.manawave import lights as manawave
from companion.games.rolling_with_the_waves import lights as rolling


def atlantis_rows() -> tuple[Row, ...]:
    """Everything that the strip says in Atlantis Rising."""
    begin = atlantis.AtlantisLights(NAMES[:4], (6,) * 6, (0, 1, 1, 2, 2, 3), 0, "place")
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
    mat = KITS["atlantis_rising"].mat("island")
    return tuple(Row(title, atlantis.lights(each), mat, NAMES[:4]) for title, each in told.items())


def manawave_rows() -> tuple[Row, ...]:
    """Everything that the strip says in Manawave, both editions."""
    names = (NAMES[0], NAMES[1])
    clans = manawave.ManawaveLights(names, "clans", 3, "open")
    nexus = manawave.ManawaveLights(names, "nexus", 5, "wave", 4)
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
    mats = KITS["manawave"].mats
    return tuple(Row(title, manawave.lights(each), mats[each.edition], names) for title, each in told.items())


def rolling_rows() -> tuple[Row, ...]:
    """Everything that the strip says in Rolling with the Waves."""
    names = NAMES[:4]
    draft = rolling.RollingLights(names, (5, 7, 0, 18), 1, "draft", acts=1)
    told = {
        "Draft": draft,
        "Allocate: one has called": replace(draft, phase="allocate", called=(2,)),
        "Allocate: all have called": replace(draft, phase="allocate", called=(0, 1, 2, 3)),
        "Reveal": replace(draft, phase="reveal"),
        "Write, step iii": replace(draft, phase="write", step=3),
        "Cannon: 3 stolen": replace(draft, phase="cannon", volley=rolling.Volley(0, 2, 3)),
        "Cannon: 1 stolen, 2 blocked": replace(draft, phase="cannon", volley=rolling.Volley(0, 3, 1, 2)),
        "Ports": replace(draft, phase="ports", gained=(2, 0, 0, 4)),
        "Drop Anchor": replace(draft, phase="anchor", first=2),
        "One step from the end": replace(draft, near_end=(3,)),
        "The end": replace(draft, phase="end", winners=(3,)),
    }
    mat = KITS["rolling_with_the_waves"].mat("harbour")
    return tuple(Row(title, rolling.lights(each), mat, names) for title, each in told.items())


SAMPLES: Mapping[str, Callable[[], tuple[Row, ...]]] = {
    "atlantis_rising": atlantis_rows,
    "manawave": manawave_rows,
    "rolling_with_the_waves": rolling_rows,
}
"""By the game's name."""
