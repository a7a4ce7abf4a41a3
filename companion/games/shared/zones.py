"""The places of a game's mats, as its zones.toml has them: what each is called, and which rule says what lies there.

An entry is of one place by its whole name, or of all whose names begin so. A game fills the gaps.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.games.core import RuleId
from companion.games.shared.files import read_as


class Spot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said of a place, or of places whose names begin alike; texts with gaps."""

    name: str
    """What to call it in the middle of a sentence."""
    rule: RuleId
    """The rule of what it must show."""
    label: str = ""
    """Its heading on a page."""
    printed: str = ""
    """What is printed there, where it is something else."""
    lies: str = ""
    """What lies there, where that is printed too."""
    rules: dict[str, RuleId] = {}
    """By phase, where it is another rule."""

    def rule_in(self, phase: Any) -> RuleId:
        """The rule of what it must show in a phase."""
        return self.rules.get(phase.value, self.rule)


def read_zones(package: str) -> dict[str, Spot]:
    """The entries of a game's zones.toml. Raises `BadData`."""
    return read_as(package, "zones.toml", dict[str, Spot])


def spot_of(spots: Mapping[str, Spot], zone: str) -> Spot:
    """What is said of a zone: its own entry, else that of how its name begins."""
    return spots.get(zone) or spots[zone.partition(".")[0]]
