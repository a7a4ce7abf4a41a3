"""How Manawave reads and tries playsets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.manawave.data.playset import Playset
from companion.playsets.core import Bots, Playsets, Reading, Tally, TrialReport
from companion.playsets.manawave.reader import read
from companion.playsets.manawave.report import report
from companion.playsets.manawave.trial import played


class ManawavePlaysets(Playsets):
    """Playsets of both editions."""

    tally_version = "1"

    def read(self, table: Mapping[str, Any]) -> Reading:
        return read(table)

    def play(self, playset: Playset, bots: Bots, seed: int) -> Tally:
        return played(playset, bots, seed)

    def report(self, playset: Playset, tallies: Mapping[Bots, Tally]) -> TrialReport:
        return report(playset, tallies)
