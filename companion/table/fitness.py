"""Whether a table is fit to be read by its camera: checks with a figure, a verdict and a cure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

Verdict = Literal["fit", "barely", "unfit", "unknown"]
"""From good to bad; "unknown" where it cannot be told now, as the text says."""


class Check(msgspec.Struct, frozen=True):
    """One thing that was looked at."""

    name: str
    """Short and stable, for scripts: "glare"."""
    title: str
    """For people, with a capital: “Glare”."""
    verdict: Verdict
    figure: str
    """What was measured, with its unit; empty where nothing could be."""
    text: str
    """A sentence; of what is not fit, with the cure."""


class Fitness(msgspec.Struct, frozen=True):
    """All checks of one picture."""

    verdict: Verdict
    text: str
    """One verdict in words above all."""
    checks: tuple[Check, ...]
    frame: int = 0
    """Number of the frame that was looked at; 0 without one."""


class Spill(msgspec.Struct, frozen=True):
    """What full light of the strip changes on the mat, in grey levels of 255, and which markers it costs or wins."""

    mean: float
    most: float
    lost: int
    """Markers read in the dark that are not read in the light."""
    won: int
    """Markers read in the light only."""


Stage = Literal["idle", "dark", "light", "done", "failed"]


class StripMeasure(msgspec.Struct, frozen=True):
    """How far the measuring of the strip's light has come; `check` once it is done."""

    stage: Stage
    text: str
    check: Check | None = None

    @property
    def is_running(self) -> bool:
        """Whether the strip is held for it now."""
        return self.stage in ("dark", "light")


_NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight")


def sum_up(checks: Sequence[Check], frame: int = 0) -> Fitness:
    """The checks under one verdict: the worst of those that could be told. Raises ValueError without any."""
    if not checks:
        raise ValueError("There is nothing to sum up without a check.")
    unfit = [each.title for each in checks if each.verdict == "unfit"]
    barely = [each.title for each in checks if each.verdict == "barely"]
    if unfit:
        return Fitness("unfit", f"{_count(unfit, 'to mend')}: {_listed(unfit)}.", tuple(checks), frame)
    if all(each.verdict == "unknown" for each in checks):
        return Fitness("unknown", "Nothing can be told yet.", tuple(checks), frame)
    if barely:
        text = f"The table can be read. {_count(barely, 'could be better')}: {_listed(barely)}."
        return Fitness("barely", text, tuple(checks), frame)
    return Fitness("fit", "The table can be read.", tuple(checks), frame)


def _count(titles: Sequence[str], what: str) -> str:
    number = _NUMBERS[len(titles)] if len(titles) < len(_NUMBERS) else str(len(titles))
    return f"{number} thing{'s' if len(titles) > 1 else ''} {what}"


def _listed(titles: Sequence[str]) -> str:
    *first, last = (each[:1].lower() + each[1:] for each in titles)
    return f"{', '.join(first)} and {last}" if first else last
