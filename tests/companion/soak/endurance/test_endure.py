"""`companion endure`: what it refuses, and one short real run."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.simulation.ground_truth import read_deeds
from companion.soak.endurance.child import DEEDS, FAULT, LOG, Child, NotStarted
from companion.soak.endurance.plot import NoPlot, check_plot
from companion.soak.endurance.report import Endurance
from companion.soak.endurance.vitals import PROC

needs_proc = pytest.mark.skipif(not PROC.is_dir(), reason="there is no /proc here")

PLAN = """
seed = 2
[to_host]
lost = 0.1
[camera]
lost = 0.05
[board]
unplug_every_s = 15
[pages]
cut = 0.05
refused = 0.1
"""


def refused(*arguments: str) -> str:
    """What the command says to it, as `main` would show it."""
    done = CliRunner().invoke(cli, ["endure", *arguments])
    assert done.exit_code
    return str(done.exception) if done.exception and not isinstance(done.exception, SystemExit) else done.output


@needs_proc
def test_what_cannot_be_done_is_told_before_anything_is(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir()
    assert (
        refused("sealed_bid", "--keep", str(there))
        == f"{there} cannot be made: File exists. Name a folder that is not there yet."
    )
    assert "Cannot read" in refused("sealed_bid", "--faults", str(tmp_path / "none.toml"))
    assert "cannot be written" in refused("sealed_bid", "--json", str(tmp_path / "no" / "folder.json"))
    none = tmp_path / "none.toml"
    assert refused("sealed_bid", "--settings", str(none), "--keep", str(tmp_path / "new")) == (
        f"There is no {none}. Name a companion.toml."
    )


@needs_proc
@pytest.mark.rolling_with_the_waves
def test_games_of_dice_are_sent_to_their_own_soak() -> None:
    told = refused("rolling_with_the_waves", "--score-only")
    assert "dice alone. Try `companion soak rolling_with_the_waves --score-only`." in told


def test_a_plot_without_matplotlib_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(NoPlot, match=r"matplotlib, which is not installed\. Type `pip install -e '\.\[bench\]'`, or"):
        check_plot()


@pytest.mark.slow
@pytest.mark.waves
def test_a_companion_that_does_not_start_says_why(tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text("colour = 1\n")
    with pytest.raises(NotStarted, match=r"^The companion did not start\. It said: companion: .*companion\.toml"):
        Child("waves", 1, tmp_path)


def test_tracebacks_are_found_in_the_log_and_in_the_file_of_faults(tmp_path: Path) -> None:
    child = Child.__new__(Child)  # no process: a folder as one leaves it
    child.log, child.home = tmp_path / LOG, type("Folder", (), {"folder": tmp_path})()
    child.log.write_text(
        "2025-01-01 20:00:00,000 INFO hardware.link: the board is there\n"
        "2025-01-01 20:00:01,000 ERROR companion.live.session: a look could not be used: KeyError\n"
        '  File "x.py", line 3, in y\n'
        "    broken()\n"
        "2025-01-01 20:00:02,000 ERROR companion.live.playthrough: the disk is full\n"
    )
    assert [text.split()[3] for text in child.tracebacks()] == ["companion.live.session:"]
    (tmp_path / FAULT).write_text("Traceback (most recent call last):\n")
    assert len(child.tracebacks()) == 2


@needs_proc
@pytest.mark.waves
@pytest.mark.slow
def test_half_a_minute_with_faults(tmp_path: Path) -> None:
    plan, to, keep = tmp_path / "plan.toml", tmp_path / "run.json", tmp_path / "data"
    plan.write_text(PLAN)
    arguments = ["waves", "--hours", "0.01", "--faults", str(plan), "--json", str(to), "--keep", str(keep)]
    done = CliRunner().invoke(cli, ["endure", *arguments])
    assert done.exit_code == 0, done.output
    assert "wrong inferences: 0\nAll was well.\n" in done.output
    report = msgspec.json.decode(to.read_bytes(), type=Endurance)
    told = report.samples[-1].told
    assert told["to_host.lost"] > 0
    assert report.accounts[0].acts > 0
    assert report.events > report.streams >= 9
    # The tablet, the host and the visitors all came through pages that refuse one request in ten.
    assert told.get("pages.cut", 0) + told.get("pages.refused", 0) > 0
    assert read_deeds(keep / DEEDS)[0].what == "set"
    threads = {each.vitals.threads for each in report.samples}
    assert min(threads) > 80  # waitress alone has so many (web/http/server.py)
