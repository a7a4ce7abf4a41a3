"""Memory, descriptors, threads and processor time over the time, with every fault as a mark, as an SVG."""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final

from companion.errors import CompanionError
from companion.soak.endurance.report import Endurance, Sample

INCHES: Final = (11.0, 9.0)
MARKED: Final = ("board.reboot", "board.hang", "board.unplug", "camera.vanish", "camera.freeze")
"""Faults that happen one by one. Those of messages and pages are too many for marks; their rate has an axis."""
HASH_SALT: Final = "endurance"
"""So that the same report gives the same file."""


class NoPlot(CompanionError, RuntimeError):
    """The picture cannot be drawn."""


def check_plot() -> None:
    """Raises `NoPlot` where matplotlib is missing: rather now than after hours."""
    _pyplot()


def draw_plot(report: Endurance, creator: str) -> bytes:
    """The picture as an SVG that says who made it. Raises `NoPlot`."""
    pyplot = _pyplot()
    figure, axes = pyplot.subplots(5, 1, sharex=True, figsize=INCHES, height_ratios=(3, 1, 1, 1, 1.6))
    minutes = [each / 60 for each in report.times_s]
    vitals = [each.vitals for each in report.samples]
    memory, descriptors, threads, cores, faults = axes
    memory.plot(minutes, [each.memory_kb / 1024 for each in vitals], label="companion")
    if (found := report.memory) is not None:
        memory.axhline(found.second / 1024, linestyle=":", color="grey", label="median of the second tenth")
        memory.set_title(f"{report.game}, seed {report.seed}: memory {found.growth:+.1%}", fontsize="medium")
    memory.set_ylabel("memory, MB")
    memory.legend(fontsize="small", loc="lower right")
    descriptors.plot(minutes, [each.descriptors for each in vitals], drawstyle="steps-post")
    descriptors.set_ylabel("descriptors")
    threads.plot(minutes, [each.threads for each in vitals], drawstyle="steps-post")
    threads.set_ylabel("threads")
    cores.plot(minutes[1:], _rates(report.samples, [each.cpu_s for each in vitals]))
    cores.set_ylabel("cores busy")
    _draw_faults(faults, report)
    for each in axes:
        each.grid(alpha=0.3)
    figure.align_ylabels(axes)
    figure.tight_layout()
    drawn = BytesIO()
    figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": creator})
    pyplot.close(figure)
    return drawn.getvalue()


def fault_marks(samples: tuple[Sample, ...]) -> dict[str, list[float]]:
    """For each kind in `MARKED` that happened, when: seconds of the first look after it, once for each."""
    found: dict[str, list[float]] = {}
    before: dict[str, int] = {}
    for sample in samples:
        for kind in MARKED:
            new = sample.told.get(kind, 0) - before.get(kind, 0)
            if new > 0:
                found.setdefault(kind, []).extend([sample.at_s] * new)
        before = sample.told
    return found


def _draw_faults(axes: Any, report: Endurance) -> None:
    marks = fault_marks(report.samples)
    kinds = [kind for kind in MARKED if kind in marks]
    for place, kind in enumerate(kinds):
        axes.plot([at_s / 60 for at_s in marks[kind]], [place] * len(marks[kind]), "|", markersize=12)
    small = [sum(count for kind, count in each.told.items() if kind not in MARKED) for each in report.samples]
    axes.set_yticks(range(len(kinds)), kinds)
    axes.set_ylim(-0.7, max(len(kinds), 1) - 0.3)
    axes.set_xlabel("minutes")
    beside = axes.twinx()
    beside.plot([at_s / 60 for at_s in report.times_s], small, color="grey", alpha=0.6)
    beside.set_ylabel("small faults")


def _rates(samples: tuple[Sample, ...], values: list[float]) -> list[float]:
    """How fast a rising figure rises between two looks, a second."""
    return [
        (after - before) / max(later.at_s - earlier.at_s, 1e-9)
        for earlier, later, before, after in zip(samples, samples[1:], values, values[1:], strict=False)
    ]


def _pyplot() -> Any:
    try:
        import matplotlib

        matplotlib.use("svg")
        matplotlib.rcParams["svg.hashsalt"] = HASH_SALT
        from matplotlib import pyplot
    except ImportError as error:
        raise NoPlot(
            "The picture is drawn by matplotlib, which is not installed. Type `pip install -e '.[bench]'`, or leave "
            "out --plot."
        ) from error
    return pyplot
