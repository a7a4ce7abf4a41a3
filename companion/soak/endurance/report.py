"""What came of hours of watching: figures, and the same in words."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from companion.soak.endurance.account import Account
from companion.soak.endurance.flatness import MOST_GROWTH, Flatness, at_share, flatness
from companion.soak.endurance.vitals import Vitals

MOST_TOLD: Final = 10
"""Troubles that are told one by one."""
SHORTEST_S: Final = 1800.0
"""Memory of a shorter time is not judged: in its second tenth a companion may still be filling up. In runs of six
minutes it rose by steps for about three, as threads of pages and eyes took up their first work."""
MOST_MISSING: Final = 2
"""Acts that may be under way at the end: one that is open, and one that is being looked at (`dealer.MOST_BEHIND`)."""


class Sample(msgspec.Struct, frozen=True):
    """One look at the companion."""

    at_s: float
    """Since the watch began."""
    vitals: Vitals
    told: dict[str, int]
    """How often each fault had happened by then."""


class Outage(msgspec.Struct, frozen=True):
    """A device that stood on the status page as failed."""

    device: str
    at_s: float
    lasted_s: float


class Endurance(msgspec.Struct, frozen=True):
    """Everything that was seen."""

    game: str
    seed: int
    samples: tuple[Sample, ...]
    accounts: tuple[Account, ...]
    """One a game."""
    outages: tuple[Outage, ...]
    questions: int
    mismatches: int
    """Times at which a look found the table called wrong; hands that drop a piece are rightly called so."""
    visits: int
    taps: int
    streams: int
    """Connections of pages so far, each time that one connected again included."""
    events: int
    troubles: tuple[str, ...]
    """What must not be: wrong inferences, tracebacks, devices that stay away; a sentence each."""

    @property
    def memory(self) -> Flatness | None:
        """How memory went on, in kB; None after too short a time."""
        return flatness(self.times_s, [each.vitals.memory_kb for each in self.samples])

    @property
    def times_s(self) -> list[float]:
        """When it was looked at."""
        return [each.at_s for each in self.samples]

    @property
    def wrong(self) -> int:
        """How many acts in the journals were never done."""
        return sum(len(each.wrong) for each in self.accounts)

    @property
    def is_well(self) -> bool:
        """Whether nothing was wrong and memory did not grow."""
        return not self.troubles and (self.memory is None or self.memory.is_flat or not self.is_long)

    @property
    def is_long(self) -> bool:
        """Whether it lasted long enough for its memory to be judged."""
        return bool(self.samples) and self.samples[-1].at_s - self.samples[0].at_s >= SHORTEST_S


def endurance_text(report: Endurance) -> str:
    """The report for people."""
    acts = sum(each.acts for each in report.accounts)
    took_s = report.samples[-1].at_s if report.samples else 0.0
    lines = [
        f"{took_s / 60:.1f} minutes of {report.game}, seed {report.seed}",
        f"{len(report.accounts)} games, {acts} acts in their journals ({_counted(_by(report.accounts))})",
        f"visits: {report.visits}, taps of visitors: {report.taps}",
        f"pages connected {report.streams} times and heard {report.events} events",
        f"faults: {_counted(report.samples[-1].told if report.samples else {}) or 'none'}",
        *_outage_lines(report.outages),
        f"questions: {report.questions}; looks that found the table called wrong: {report.mismatches}",
        *_vital_lines(report),
        f"wrong inferences: {report.wrong}",
    ]
    if report.troubles:
        lines.append(f"troubles: {len(report.troubles)}")
        lines += [f"  {each}" for each in report.troubles[:MOST_TOLD]]
    lines.append("All was well." if report.is_well else "Something was wrong.")
    return "\n".join(lines)


def _by(accounts: Sequence[Account]) -> dict[str, int]:
    return dict(sum((Counter(each.by) for each in accounts), Counter[str]()))


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in sorted(counts.items()))


def _outage_lines(outages: Sequence[Outage]) -> list[str]:
    lines = []
    for device in sorted({each.device for each in outages}):
        lasted = [each.lasted_s for each in outages if each.device == device]
        often = "once" if len(lasted) == 1 else f"{len(lasted)} times"
        lines.append(
            f"{device} failed {often}; back after {statistics.median(lasted):.0f} s in the median, "
            f"{max(lasted):.0f} s at the longest"
        )
    return lines


def _vital_lines(report: Endurance) -> list[str]:
    if not report.samples:
        return ["The process was not looked at."]
    memory = [each.vitals.memory_kb for each in report.samples]
    early, half, late = (at_share(report.times_s, memory, share) / 1024 for share in (0.1, 0.5, 1.0))
    first, last = report.samples[0].vitals, report.samples[-1].vitals
    busy = (last.cpu_s - first.cpu_s) / max(report.times_s[-1] - report.times_s[0], 1e-9)
    lines = [
        f"memory: {early:.1f} MB in the first tenth of the time, {half:.1f} MB at its half, {late:.1f} MB in the last",
        _memory_line(report),
        f"descriptors: {_span(each.vitals.descriptors for each in report.samples)}; "
        f"threads: {_span(each.vitals.threads for each in report.samples)}",
        f"processor: {busy:.2f} cores busy",
    ]
    return lines


def _memory_line(report: Endurance) -> str:
    found = report.memory
    if found is None:
        return f"memory cannot be judged: {len(report.samples)} looks are too few"
    grew = f"{found.growth:+.1%} from the second tenth to the last, {found.slope * 60:+.1f} kB a minute"
    if not report.is_long:
        return f"memory is not judged in less than {SHORTEST_S / 60:.0f} minutes: {grew}"
    return f"memory is {'flat' if found.is_flat else 'NOT flat'} to {MOST_GROWTH:.0%}: {grew}"


def _span(values: Iterable[int]) -> str:
    found = list(values)
    return f"{found[0]} at first, {found[-1]} at last, {min(found)} to {max(found)}"
