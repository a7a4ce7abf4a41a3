"""`python -m vision.training.diagrams REPORT.json --out FOLDER`: what `evaluate --json` wrote, as two diagrams.

`NAME-reliability.svg`: of the dice called so sure, how many were right. `NAME-risk.svg`: if only the surest pictures
were read, how many of those would be wrong.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import matplotlib
import msgspec

from companion.errors import CompanionError
from vision.training.evaluate import Report
from vision.training.figures import TrainingError

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "dice"  # the same report gives the same file

from matplotlib import pyplot as plt  # noqa: E402  # after the choice of what draws

SIDE_INCHES = 4.0


def load_report(file: Path) -> Report:
    """What `evaluate --json` wrote. Raises `TrainingError` where the file is missing or is none."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Report)
    except (OSError, msgspec.DecodeError) as error:
        raise TrainingError(
            f"{file} is no report: {error}. Write one with python -m vision.training.evaluate --json."
        ) from error


def draw_reliability(report: Report, file: Path) -> None:
    """Dice by tenths of their confidence against the share that was right, with the number of dice at each point."""
    figure, axes = _empty("confidence said", "share right")
    axes.plot([0, 1], [0, 1], linestyle=":", color="grey")
    axes.plot([each.confidence for each in report.reliability], [each.right for each in report.reliability], "o-")
    for each in report.reliability:
        axes.annotate(str(each.dice), (each.confidence, each.right), textcoords="offset points", xytext=(4, -10))
    axes.set_title(f"expected calibration error {report.calibration_error:.3f}", fontsize="medium")
    axes.set_xlim(0, 1.02)
    axes.set_ylim(0, 1.02)
    _write(figure, file)


def draw_risk(report: Report, file: Path) -> None:
    """The share of pictures that is covered, from the surest on, against the share of those that is wrong."""
    figure, axes = _empty("share of pictures covered", "share of those wrong")
    points = report.risk_coverage
    axes.step([each.coverage for each in points], [each.risk for each in points], where="post")
    axes.set_xlim(0, 1.0)
    axes.set_ylim(bottom=0)
    axes.set_title(f"{report.photographs} pictures, scale by {report.scale}", fontsize="medium")
    _write(figure, file)


def _empty(across: str, up: str) -> tuple[Any, Any]:
    figure, axes = plt.subplots(figsize=(SIDE_INCHES, SIDE_INCHES), layout="constrained")
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.grid(alpha=0.3)
    return figure, axes


def _write(figure: Any, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, metadata={"Date": None})
    plt.close(figure)


@click.command(help=__doc__)
@click.argument("reports", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder for the diagrams.")
def main(reports: tuple[Path, ...], out: Path) -> None:
    try:
        for file in reports:
            report = load_report(file)
            draw_reliability(report, out / f"{file.stem}-reliability.svg")
            draw_risk(report, out / f"{file.stem}-risk.svg")
            click.echo(f"{file.stem}: two diagrams in {out}")
    except CompanionError as error:
        raise click.ClickException(str(error)) from None


if __name__ == "__main__":
    main()
