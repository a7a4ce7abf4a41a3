"""Playsets of a game for the tests alone: the first number of a seed decides, and the table says how slowly."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.playsets.core import Bots, Playsets, Reading, Tally, TrialReport


class CoinPlaysets(Playsets):
    """A coin is thrown a game; `slow` seconds long."""

    tally_version = "1"

    def read(self, table: Mapping[str, Any]) -> Reading:
        return Reading((), (), dict(table))

    def owner(self, table: Mapping[str, Any]) -> dict[str, Any]:
        return dict(table)

    def play(self, playset: Any, bots: Bots, seed: int) -> Tally:
        time.sleep(playset.get("slow", 0))
        if playset.get("dies"):
            os._exit(1)
        if log := playset.get("log"):
            with Path(log).open("a", encoding="utf-8") as file:
                file.write(f"{bots} {seed}\n")
        return {"games": 1, f"{bots}/{seed % 3}": 1}

    def report(self, playset: Any, tallies: Mapping[Bots, Tally]) -> TrialReport:
        return TrialReport((), ())
