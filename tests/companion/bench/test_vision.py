"""`companion bench vision`: what is read by whom, what it counts and prints; how long it takes is not judged here."""

from __future__ import annotations

import itertools
import os
import sys
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from companion.bench.figures import Figures
from companion.bench.quota import TURN_S, throttled
from companion.bench.vision import Stretch, Took, VisionReport, Way, measure_stretches, report_of
from companion.cli import cli
from companion.cli.bench import vision
from companion.cli.bench.vision import vision_text
from companion.errors import CompanionError
from companion.games.registry import GAMES
from tests.games.registered import SEALED_BID

ANCHORS = 4
REPORT = VisionReport(
    game="waves",
    seed=7,
    machine="Python 3.11.4, aarch64",
    width_px=1536,
    height_px=1024,
    clock="processor",
    frames=2,
    stretches=(
        Stretch(
            "Nothing moves",
            (Took("OpenCV's, our settings", Figures(2, 24000.0, 25000.0, 30000.0, 31000.0), 1.0, 1.2, 52.0),),
        ),
        Stretch(
            "Hands move pieces",
            (Took("a look of ours", Figures(2, 1234.0, 5678.9, 9876.5, 9999.0), 0.234, 0.4, 49.53),),
        ),
    ),
    missing=("Something is not installed.",),
)


def call(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["bench", "vision", *arguments], prog_name="companion")


@pytest.fixture
def unsettled(monkeypatch: pytest.MonkeyPatch) -> None:
    """One picture alone is looked at before times are taken, which nobody judges here."""
    monkeypatch.setattr(vision, "SETTLING", 1)


# --- measuring --------------------------------------------------------------------------------------------------------


def test_every_way_reads_every_picture_in_turn_and_is_told_beside_the_bare_one() -> None:
    calls, clock, done = list[str](), itertools.count(0, 2000), list[None]()

    def way(name: str, markers: int) -> Way[int]:
        def read(picture: int) -> int:
            calls.append(f"{name}{picture}")
            # One more reading of the clock, so that it takes longer by one tick.
            return markers + picture + (0 if name == "a" else 0 * next(clock))

        return Way(name, read)

    stretches = measure_stretches(
        {"still": [1, 2], "moved": [3]},
        way("a", 10),
        [way("b", 20), way("c", 30)],
        lambda: next(clock),
        lambda: done.append(None),
        before=[0],
    )
    assert calls == ["a0", "b0", "c0", "a1", "b1", "c1", "b2", "c2", "a2", "a3", "b3", "c3"]
    assert len(done) == 3
    assert [each.name for each in stretches] == ["still", "moved"]
    still = stretches[0].took
    assert [(each.way, each.markers) for each in still] == [("a", 11.5), ("b", 21.5), ("c", 31.5)]
    assert [each.figures.mean for each in still] == [2.0, 4.0, 4.0]
    assert [(each.ratio, each.ratio_p95) for each in still] == [(1.0, 1.0), (2.0, 2.0), (2.0, 2.0)]
    report = report_of("waves", 3, (640, 480), stretches, is_wall=True, missing=("None.",))
    assert (report.frames, report.width_px, report.height_px, report.clock) == (2, 640, 480, "wall")
    assert msgspec.json.decode(msgspec.json.encode(report), type=VisionReport) == report


# --- in words ---------------------------------------------------------------------------------------------------------


def test_the_report_is_told_in_tables() -> None:
    assert vision_text(REPORT).splitlines() == [
        "waves: 2 pictures a stretch of 1536 x 1024; seed 7; Python 3.11.4, aarch64; processor time",
        "",
        "Nothing moves",
        "                                       median     mean     95 %  ms       ×   95 % ×  markers",
        "  OpenCV's, our settings                24.00    25.00    30.00        1.00     1.20     52.0",
        "",
        "Hands move pieces",
        "                                       median     mean     95 %  ms       ×   95 % ×  markers",
        "  a look of ours                         1.23     5.68     9.88        0.23     0.40     49.5",
        "",
        "× is the mean, and 95 % ×, to the mean of the first line, on the same pictures.",
        "Something is not installed.",
    ]
    wall = vision_text(msgspec.structs.replace(REPORT, clock="wall"), 25).splitlines()[0]
    assert wall.endswith("; time on the wall, with 25 % of a core, which imitates a slow machine")


@pytest.mark.slow
@pytest.mark.waves
@pytest.mark.usefixtures("unsettled")
def test_it_measures_and_exits_with_0_in_words() -> None:
    result = call("--frames", "2", "--seed", "3", "--size", "960x640")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0].startswith("waves: 2 pictures a stretch of 960 x 640; seed 3; Python 3.")
    assert {"Nothing moves", "Hands move pieces"} <= set(lines)


@pytest.mark.waves
@pytest.mark.slow
def test_json_has_a_report_of_this_process_and_one_of_a_process_under_a_quota() -> None:
    result = call("--frames", "1", "--size", "1280x853", "--quota", "90", "--json")
    assert result.exit_code == 0, result.output
    free, held = msgspec.json.decode(result.stdout, type=list[VisionReport])
    assert (free.clock, held.clock) == ("processor", "wall")
    assert (free.frames, free.width_px, free.height_px, free.seed) == (1, 1280, 853, 1)
    for report in (free, held):
        for stretch in report.stretches:
            ways = {each.way: each for each in stretch.took}
            assert list(ways)[:3] == ["OpenCV's, our settings", "a look of ours", "the same, all of it read anew"]
            assert ways["OpenCV's, our settings"].ratio == 1
            # The mat's corners, and at least ten pieces and marks of bare ground beside them.
            assert min(each.markers for each in stretch.took) > ANCHORS + 10
            assert all(each.figures.count == 1 for each in stretch.took)
    # Both processes read the same pictures.
    assert [[each.markers for each in stretch.took] for stretch in free.stretches] == [
        [each.markers for each in stretch.took] for stretch in held.stretches
    ]


@pytest.mark.slow
@pytest.mark.usefixtures("unsettled")
def test_of_another_game_too_what_is_not_installed_is_told_and_the_rest_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pupil_apriltags", None)
    result = call(SEALED_BID.name, "--frames", "1", "--size", "960x640")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("sealed_bid: 1 picture")
    assert result.stdout.splitlines()[-1] == (
        "pupil-apriltags is not installed, and not measured. "
        "Install it with: .venv/bin/python -m pip install 'pupil-apriltags>=1.0.4'"
    )
    assert "a look of ours" in result.stdout


@pytest.mark.slow
@pytest.mark.atlantis_rising
def test_a_card_that_its_owner_names_lies_on_the_table_that_is_measured() -> None:
    game = GAMES["atlantis_rising"]
    table = next(each.table for each in vision._tables(game, 1) if "library:" in str(each.table))
    eyes = vision._Table(game, 1, (960, 640))
    eyes._eyes.world.set_out(table)  # a card without a marker would be refused
    (shown,) = eyes.still(1)
    assert shown.grey.shape == (640, 960)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--frames", "0"], "0 is not in the range x>=1"),
        (["--quota", "101"], "101 is not in the range 1<=x<=100"),
        (["--size", "1536"], "'1536' is no size. Write width and height from 320 to 4608, as 1536x1024."),
        (["--size", "100x100"], "'100x100' is no size."),
        (["--size", "-640x480"], "'-640x480' is no size."),
    ],
)
def test_a_wrong_use_is_told_and_exits_with_2(arguments: list[str], told: str) -> None:
    result = call(*arguments)
    assert result.exit_code == 2
    assert told in result.output


def test_every_option_is_explained() -> None:
    output = call("-h").output
    for told in ("--frames", "--seed", "--size", "--quota", "--json", "which is no measurement on a Pi"):
        assert told in " ".join(output.split())
    assert "--wall" not in output


# --- the quota --------------------------------------------------------------------------------------------------------


def children() -> list[int]:
    """Process ids of this process's children."""
    return [int(each) for task in Path("/proc/self/task").iterdir() for each in (task / "children").read_text().split()]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="tells the state of a process by /proc")
def test_a_process_under_a_quota_is_stopped_and_continued() -> None:
    before, pauses = set(children()), list[float]()

    def pause(duration_s: float) -> None:
        pauses.append(duration_s)
        if len(pauses) % 2:
            return
        (child,) = set(children()) - before
        # Returns as soon as the child stands still; each time, so it went on in between.
        told = os.waitid(os.P_PID, child, os.WSTOPPED | os.WEXITED)
        assert told is not None
        assert told.si_code == os.CLD_STOPPED
        if len(pauses) == 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        throttled([sys.executable, "-c", "import time; time.sleep(600)"], 0.25, pause)
    assert pauses == pytest.approx([0.25 * TURN_S, 0.75 * TURN_S] * 3)
    assert set(children()) == before


def test_what_a_process_under_a_quota_prints_is_given_back() -> None:
    assert throttled([sys.executable, "-c", "print('Élan', 6 * 7)"], 0.9) == "Élan 42\n"


def test_a_process_that_fails_is_a_sentence() -> None:
    with pytest.raises(CompanionError) as caught:
        throttled([sys.executable, "-c", "import sys; sys.exit('companion: Nothing is to be seen.')"], 0.9)
    assert str(caught.value) == (
        "Nothing could be measured under a quota: companion: Nothing is to be seen. Try it without --quota."
    )


def test_nothing_stays_behind_where_whoever_waits_is_interrupted() -> None:
    before = set(children()) if Path("/proc/self/task").exists() else set[int]()

    def interrupted(duration_s: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        throttled([sys.executable, "-c", "import time; time.sleep(600)"], 0.25, interrupted)
    assert not Path("/proc/self/task").exists() or set(children()) == before
